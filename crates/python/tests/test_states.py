import copy

import pytest
from walks import DEAD_END, walk

import spielbaum as sb

GAMES = [
    "tictactoe", "connect-four-3p", "nim", "tron", "rock-paper-scissors", "eight-puzzle", "pig", "nannon",
    "kuhn-poker", "goofspiel", "monty-hall", "mini-bridge", "phantom-tictactoe",
]


@pytest.mark.parametrize("name", GAMES)
def test_a_state_says_who_moves_and_how(name: str) -> None:
    game = sb.load(name)
    for state in walk(game, seed=1):
        player = state.current_player()
        kinds = [state.is_terminal(), state.is_chance_node(), state.is_simultaneous_node(), state.is_player_node()]
        assert kinds.count(True) == 1
        assert player == {0: -4, 1: -1, 2: -2}.get(kinds.index(True), player)
        if state.is_terminal():
            assert state.legal_actions() == []
            assert all(0 <= goal <= 100 for goal in state.returns())
            with pytest.raises(sb.SpielbaumError, match="the game is over"):
                state.apply_action(0)
            continue
        assert state.returns() == [0] * game.num_players()
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert [action for action, _ in outcomes] == state.legal_actions()
            assert sum(share for _, share in outcomes) == pytest.approx(1)
        movers = range(game.num_players()) if state.is_simultaneous_node() else [player]
        for mover in movers:
            legal = state.legal_actions(mover)
            assert legal and legal == sorted(set(legal))
            mask = state.legal_actions_mask(mover)
            assert [action for action, bit in enumerate(mask) if bit] == legal
            for action in legal:
                text = state.action_to_string(mover, action)
                assert state.string_to_action(text, mover) == action
            with pytest.raises(sb.SpielbaumError):
                state.child(999)
        if state.is_player_node():
            others = [other for other in range(game.num_players()) if other != player]
            assert all(state.legal_actions(other) == [] for other in others)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_undone_written_or_repeated_is_the_same(name: str) -> None:
    game = sb.load(name)
    states = list(walk(game, seed=2))
    for before, state in zip(states, states[1:]):
        undone = state.clone()
        undone.undo_action(before.current_player(), 0)
        assert undone == before and undone.serialize() == before.serialize()
        read = game.deserialize_state(state.serialize())
        assert read == state and hash(read) == hash(state)
        assert read.history() == state.history()
        assert copy.deepcopy(state) == state
    repeated = game.new_initial_state()
    history = iter(states[-1].history())
    while not repeated.is_terminal() and repeated != states[-1]:
        if repeated.is_simultaneous_node():
            repeated.apply_actions([next(history) for _ in range(game.num_players())])
        else:
            repeated.apply_action(next(history))
    assert repeated == states[-1] and next(history, None) is None


def test_observations_are_the_fluents() -> None:
    game = sb.load("tictactoe")
    state = game.new_initial_state()
    state.apply_action(state.string_to_action("(mark 2 2)"))
    held = {fluent for fluent, bit in zip(game.fluents, state.observation_tensor()) if bit}
    assert {"(cell 2 2 x)", "(control oplayer)"} <= held and len(held) == 10
    assert game.observation_tensor_shape() == [29]
    assert str(state).startswith("3  . . .\n2  . x .")
    for observe in (state.observation_tensor, state.observation_string):
        with pytest.raises(sb.SpielbaumError, match="there is no player 2"):
            observe(2)


def test_a_player_is_told_no_more_than_its_own_moves_and_percepts() -> None:
    game = sb.load("kuhn-poker")
    known: dict[str, set[str]] = {}
    for seed in range(60):
        for state in walk(game, seed):
            if state.is_player_node() and len(state.history()) == 1:
                known.setdefault(state.information_state_string(), set()).add(state.serialize())
                assert len(state.observation_tensor()) == game.observation_tensor_shape()[0]
    # The first player to move knows its own card, and the other has one of two.
    assert len(known) == 3 and all(len(histories) == 2 for histories in known.values())


def test_a_long_play_takes_no_deep_stack() -> None:
    text = """(role you) (init (a)) (<= (legal you (go)) (true (a))) (<= (legal you (back)) (true (b)))
    (<= (next (b)) (true (a))) (<= (next (a)) (true (b))) (<= terminal (true (c))) (goal you 0) (<= (next (c)) (true (c)))"""
    state = sb.parse(text).new_initial_state()
    for _ in range(100_000):
        state.apply_action(state.legal_actions()[0])
    assert state.move_number() == 100_000
    del state


def test_wrong_texts_are_refused_with_their_place() -> None:
    game = sb.load("tictactoe")
    with pytest.raises(sb.SpielbaumError, match="line 2: `\\(mark 1 1\\)` is not a legal move of xplayer"):
        game.deserialize_state("(mark 1 1)\tnoop\n(mark 1 1)\tnoop\n")
    with pytest.raises(sb.SpielbaumError, match="line 1: 1 moves, where 2 are made"):
        game.deserialize_state("(mark 1 1)")
    with pytest.raises(sb.SpielbaumError, match=r"action 9, noop, is not legal for xplayer; legal are \[0, 1, 2"):
        game.new_initial_state().apply_action(9)


def test_nothing_is_paid_where_the_rules_are_at_fault() -> None:
    state = sb.parse(DEAD_END).new_initial_state()
    assert state.child(1).returns() == [100]
    stuck = state.child(0)
    assert (stuck.is_terminal(), stuck.current_player(), stuck.legal_actions()) == (True, -4, [])
    for asked in (stuck.returns, stuck.rewards, lambda: stuck.player_return(0), lambda: sb.children([state])):
        with pytest.raises(sb.SpielbaumError, match="the role you has no legal move in the state dead, which is not terminal"):
            asked()


def test_chance_moves_where_nobody_plays() -> None:
    game = sb.parse("(role random) (init a) (legal random x) (<= (next done) (does random x)) (<= terminal (true done)) (goal random 100)")
    state = game.new_initial_state()
    assert (state.current_player(), state.legal_actions(), state.legal_actions_mask(), state.chance_outcomes()) == (-1, [0], [1], [(0, 1.0)])
    state.apply_action(0)
    assert (state.is_terminal(), state.returns(), state.history()) == (True, [], [0])
    state.undo_action(-1, 0)
    assert state == game.new_initial_state()
    with pytest.raises(sb.SpielbaumError, match="there is no player 0: nobody plays rules"):
        game.actions(0)


def test_a_mask_has_the_actions_of_whom_it_is_asked_about() -> None:
    game = sb.load("kuhn-poker")
    players, chance = game.num_distinct_actions(), len(game.chance_actions())
    assert players != chance
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert state.legal_actions_mask() == state.legal_actions_mask(-1) and len(state.legal_actions_mask()) == chance
    assert state.legal_actions_mask(0) == state.legal_actions_mask(1) == [0] * players
    state.apply_action(state.legal_actions()[0])
    assert state.is_player_node()
    assert state.legal_actions_mask(-1) == [0] * chance
    assert len(state.legal_actions_mask()) == len(state.legal_actions_mask(0)) == players
    with pytest.raises(sb.SpielbaumError, match="the game has no chance"):
        sb.load("nim").new_initial_state().legal_actions_mask(-1)
