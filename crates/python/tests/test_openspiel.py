import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
    generate_playthrough,
    mcts,
    minimax,
)

import spielbaum as sb
from spielbaum.openspiel import load_game

GAMES = [
    "eight-puzzle", "tictactoe", "connect-four", "othello-4x4", "nim", "rock-paper-scissors", "tron", "goofspiel", "kuhn-poker",
    "leduc-poker", "phantom-tictactoe", "mastermind", "tictactoe-3p", "mini-bridge",
]  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_simulation_test_passes(name: str) -> None:
    game = load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    text = generate_playthrough.playthrough(game.get_type().short_name, [], seed=1)
    assert "IsTerminal() = True" in text


def test_a_game_is_described_as_it_is() -> None:
    kinds = pyspiel.GameType
    poker = load_game("kuhn-poker", goal_sum=100).get_type()
    assert (poker.dynamics, poker.chance_mode) == (kinds.Dynamics.SEQUENTIAL, kinds.ChanceMode.EXPLICIT_STOCHASTIC)
    assert (poker.information, poker.utility) == (kinds.Information.IMPERFECT_INFORMATION, kinds.Utility.ZERO_SUM)
    throwing = load_game("rock-paper-scissors").get_type()
    assert (throwing.dynamics, throwing.chance_mode) == (kinds.Dynamics.SIMULTANEOUS, kinds.ChanceMode.DETERMINISTIC)
    assert (throwing.information, throwing.utility) == (kinds.Information.PERFECT_INFORMATION, kinds.Utility.ZERO_SUM)
    prisoners = load_game("prisoners-dilemma")
    assert prisoners.get_type().utility == kinds.Utility.GENERAL_SUM and prisoners.utility_sum() is None
    paid = load_game("tictactoe", rewards=(0, 100))
    assert paid.get_type().utility == kinds.Utility.CONSTANT_SUM and paid.utility_sum() == 100
    assert (paid.min_utility(), paid.max_utility()) == (0, 100)
    three = load_game("tictactoe-3p")
    assert three.num_players() == 3 and (three.min_utility(), three.max_utility()) == (-1, 1)


def test_a_game_keeps_its_name_and_another_has_another() -> None:
    first, second = load_game("nim"), load_game("nim")
    assert first.get_type().short_name == second.get_type().short_name == "spielbaum_nim"
    assert str(pyspiel.load_game("spielbaum_nim")) == "spielbaum_nim()"
    assert load_game("nim", rewards=(0, 1)).get_type().short_name == "spielbaum_nim_2"
    loaded = sb.load("hex(size=3)")
    assert load_game(loaded).get_type().short_name == load_game(loaded).get_type().short_name == "spielbaum_hex_size_3"


def test_states_are_those_of_the_game() -> None:
    state = load_game("tictactoe").new_initial_state()
    state.apply_action(4)
    assert str(state).startswith("3  . . .\n2  . x .")
    assert state.legal_actions() == [0, 1, 2, 3, 5, 6, 7, 8] and state.current_player() == 1
    assert state.action_to_string(1, 0) == "(mark 1 1)" and state.history() == [4]
    assert len(state.observation_tensor(0)) == 29
    other = state.clone()
    other.apply_action(0)
    assert state.legal_actions() != other.legal_actions() and state.returns() == [0, 0]


def test_two_players_never_share_an_information_state() -> None:
    state = load_game("goofspiel").new_initial_state()
    assert state.information_state_string(0) != state.information_state_string(1)


def test_alpha_beta_finds_that_tic_tac_toe_is_a_draw() -> None:
    game = load_game("tictactoe")
    state = game.new_initial_state()
    state.apply_action(4)
    state.apply_action(0)
    assert minimax.alpha_beta_search(game, state)[0] == 0
    # To mark the side next to the corner loses.
    state = game.new_initial_state()
    for action in (0, 1):
        state.apply_action(action)
    assert minimax.alpha_beta_search(game, state)[0] == 1


def test_mcts_takes_a_win() -> None:
    game = load_game("tictactoe")
    state = game.new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 100, mcts.RandomRolloutEvaluator(1, random), solve=True, random_state=random)
    assert bot.step(state) == 2


def test_cfr_comes_to_the_value_of_kuhn_poker() -> None:
    game = load_game("kuhn-poker", goal_sum=100)
    solver = cfr.CFRSolver(game)
    found = []
    for _ in range(2):
        for _ in range(50):
            solver.evaluate_and_update_policy()
        found.append(exploitability.exploitability(game, solver.average_policy()))
    assert found[1] < found[0] < 0.015
    # A chip is worth half of the way from a draw to a win, and the first player loses 1/18 of one.
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert value == pytest.approx([-1 / 36, 1 / 36], abs=0.002)


def test_what_is_not_proven_can_be_said_and_is_refused_where_it_is_wrong() -> None:
    with pytest.raises(AssertionError):
        external_sampling_mccfr.ExternalSamplingSolver(load_game("mini-bridge"))
    game = load_game("mini-bridge", takes_turns=True)
    external_sampling_mccfr.ExternalSamplingSolver(game).iteration()
    with pytest.raises(sb.SpielbaumError, match="players move at the same time here"):
        load_game("rock-paper-scissors", takes_turns=True).new_initial_state().current_player()
    state = load_game("nim", goal_sum=50).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    with pytest.raises(sb.SpielbaumError, match="the sum of goals is 100 here; load the game without `goal_sum=50`"):
        state.returns()
