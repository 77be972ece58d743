import contextlib
import io

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import spielbaum as sb
from spielbaum.pettingzoo import aec_env, parallel_env

GAMES = [
    "eight-puzzle", "tictactoe", "connect-four", "othello-4x4", "rock-paper-scissors", "tron", "pig", "kuhn-poker",
    "goofspiel", "tictactoe-3p", "connect-four-3p", "mini-bridge",
]  # fmt: skip

# PettingZoo warns of every observation that is a dictionary, but for a list of its own games.
DICTIONARIES = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
pytestmark = DICTIONARIES


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoos_own_tests_pass(name: str) -> None:
    game = sb.load(name)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        api_test(aec_env(game), num_cycles=40)
        parallel_api_test(parallel_env(game), num_cycles=40)
        seed_test(lambda: aec_env(game), num_cycles=20)
        parallel_seed_test(lambda: parallel_env(game), num_cycles=20)
        render_test(lambda render_mode: aec_env(game, render_mode=render_mode))
    assert "Passed API test" in printed.getvalue() and "Passed Parallel API test" in printed.getvalue()


def played(env, actions: list[int]) -> dict[str, float]:
    """What agents have got when these actions have been made."""
    for action in actions:
        env.step(action)
    return dict(env._cumulative_rewards)


def test_who_wins_gets_the_greatest_reward_and_a_draw_pays_0() -> None:
    game = sb.load("tictactoe")
    won, drawn = [0, 3, 1, 4, 2], [4, 0, 2, 6, 3, 5, 1, 7, 8]
    for rewards, win, draw in [(None, (1, -1), (0, 0)), ((0, 100), (100, 0), (50, 50)), ((0, 1), (1, 0), (0.5, 0.5))]:
        env = aec_env(game, rewards=rewards)
        for actions, paid in [(won, win), (drawn, draw)]:
            env.reset()
            assert list(played(env, actions).values()) == list(paid)
            assert all(env.terminations.values())
    with pytest.raises(sb.SpielbaumError, match=r"rewards = \(1, 1\)"):
        aec_env(game, rewards=(1, 1))


def test_an_action_that_is_not_legal_ends_the_game() -> None:
    env = aec_env("tictactoe")
    env.reset()
    assert played(env, [4, 4]) == {"player_0": 0, "player_1": -1}
    assert env.infos == {"player_0": {}, "player_1": {"illegal_action": 4}} and all(env.terminations.values())
    env = aec_env("tictactoe", rewards=(0, 100))
    env.reset()
    assert played(env, [9]) == {"player_0": 0, "player_1": 50}
    both = parallel_env("tron")
    both.reset()
    # Only the first may ride to the north.
    actions = {agent: both.game.actions(0).index("(ride north)") for agent in both.agents}
    observations, rewards, terminations, _, infos = both.step(actions)
    assert rewards == {"player_0": 0, "player_1": -1} and all(terminations.values()) and both.agents == []
    assert list(infos["player_1"]) == ["illegal_action"] and not observations["player_0"]["action_mask"].any()
    with pytest.raises(sb.SpielbaumError, match="begin one by `reset`"):
        both.step(actions)


@pytest.mark.parametrize("action", [None, 10, -1])
def test_what_is_no_action_is_refused(action: int | None) -> None:
    env = aec_env("tictactoe")
    env.reset()
    with pytest.raises(sb.SpielbaumError, match="player_0: .* is not an action; actions are numbers from 0 to 9"):
        env.step(action)


def test_moves_at_the_same_time_are_asked_for_one_after_the_other_and_not_told() -> None:
    env = aec_env("rock-paper-scissors")
    env.reset()
    before = env.observe("player_1")["observation"]
    assert not env.observe("player_1")["action_mask"].any()
    env.step(env.unwrapped.game.actions(0).index("(show rock)"))
    assert env.agent_selection == "player_1" and env.observe("player_1")["action_mask"].all()
    assert (env.observe("player_1")["observation"] == before).all()
    env.step(env.unwrapped.game.actions(1).index("(show paper)"))
    assert env._cumulative_rewards == {"player_0": -1, "player_1": 1}


def test_games_in_turns_are_played_in_parallel_too() -> None:
    env = parallel_env("tictactoe")
    observations, _ = env.reset()
    assert [int(seen["action_mask"].sum()) for seen in observations.values()] == [9, 0]
    # What the one says that does not move is ignored.
    observations, *_ = env.step({"player_0": 4, "player_1": 4})
    assert [int(seen["action_mask"].sum()) for seen in observations.values()] == [0, 8]
    with pytest.raises(sb.SpielbaumError, match="player_1: None is not an action"):
        env.step({"player_0": 0})


def test_players_see_what_they_may_know_and_remember_it() -> None:
    game = sb.load("kuhn-poker")
    cards: dict[bytes, set[str]] = {}
    for seed in range(40):
        env = aec_env(game)
        env.reset(seed=seed)
        text = env.unwrapped.table.play.state.information_state_string(0)
        cards.setdefault(env.observe("player_0")["observation"].tobytes(), set()).add(text)
    # There are three cards, and another observation for each.
    assert len(cards) == 3 and all(len(texts) == 1 for texts in cards.values())
    env.step(game.actions(0).index("pass"))
    env.step(game.actions(1).index("bet"))
    play = env.unwrapped.table.play
    rows = play.observation(0)[7:].reshape(4, 8)
    # Without a choice the player saw its card, and later the bet; when it passed, it saw that. Nothing else has been.
    assert rows[3].sum() == 3 and rows[game.actions(0).index("pass")].sum() == 2 and rows.sum() == 5
    assert rows[3, 0] == rows[game.actions(0).index("pass"), 0] == 1
    # The last percept alone does not tell the card.
    assert play.observation(0)[:7].sum() == 1


def test_chance_is_drawn_from_the_seed() -> None:
    def deals(seed: int | None) -> list[bytes]:
        env = parallel_env("mini-bridge")
        env.reset(seed=seed)
        return [env.reset()[0]["player_0"]["observation"].tobytes() for _ in range(4)]

    assert deals(3) == deals(3) != deals(4)
    assert len(set(deals(None))) > 1


def test_boards_are_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    env = aec_env("tictactoe", render_mode="human")
    env.reset()
    env.step(4)
    assert "2  . x .\n" in capsys.readouterr().out
    env = parallel_env("tictactoe", render_mode="ansi")
    env.reset()
    assert env.render().startswith("3  . . .\n")
    with pytest.raises(sb.SpielbaumError, match="render_mode = 'rgb_array'"):
        aec_env("tictactoe", render_mode="rgb_array")
    env = aec_env("tictactoe")
    env.reset()
    with pytest.warns(UserWarning, match="without a `render_mode`"):
        assert env.render() is None


def test_a_game_without_moves_is_refused() -> None:
    over = sb.parse("(role you) (init a) (legal you wait) terminal (goal you 70)", name="over")
    with pytest.raises(sb.SpielbaumError, match="a game of over is over before any player has moved"):
        aec_env(over).reset()


def test_observations_and_masks_are_arrays_of_their_own() -> None:
    env = parallel_env("tictactoe")
    first, _ = env.reset()
    kept = first["player_0"]["observation"].copy()
    env.step({"player_0": 0, "player_1": 0})
    assert (first["player_0"]["observation"] == kept).all() and kept.dtype == np.int8
