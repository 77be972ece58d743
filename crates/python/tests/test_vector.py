import sys
from pathlib import Path

import numpy as np
import pytest
from walks import DEAD_END, walk

import spielbaum as sb

TURNS = ["tictactoe", "connect-four-3p", "nim", "breakthrough-6x6", "eight-puzzle"]


def arrays(vector: sb.Vector) -> list[np.ndarray]:
    legal = vector.legal if isinstance(vector.legal, tuple) else (vector.legal,)
    return [vector.observations, *legal]


@pytest.mark.parametrize("name", TURNS)
def test_boards_are_states_side_by_side(name: str) -> None:
    game = sb.load(name)
    vector = sb.vector(game, 70, seed=1)
    states = [game.new_initial_state() for _ in range(70)]
    for _ in range(80):
        actions = vector.random_actions()
        for board, state in enumerate(states):
            assert vector.players[board] == state.current_player()
            assert np.flatnonzero(vector.legal[board]).tolist() == state.legal_actions()
            assert vector.observations[board].tolist() == state.observation_tensor()
        done = vector.step(actions)
        for board, state in enumerate(states):
            state.apply_action(int(actions[board]))
            assert done.terminated[board] == state.is_terminal()
            assert done.rewards[board].tolist() == state.returns()
            if state.is_terminal():
                states[board] = game.new_initial_state()


@pytest.mark.parametrize("name", ["tron", "rock-paper-scissors"])
def test_players_move_at_the_same_time(name: str) -> None:
    game = sb.load(name)
    vector = sb.vector(game, 9)
    assert isinstance(vector.legal, tuple) and vector.actions_shape == (9, 2)
    states = [game.new_initial_state() for _ in range(9)]
    for _ in range(30):
        actions = vector.random_actions()
        done = vector.step(actions)
        for board, state in enumerate(states):
            state.apply_actions(actions[board].tolist())
            assert done.rewards[board].tolist() == state.returns()
            if state.is_terminal():
                states[board] = game.new_initial_state()
            else:
                assert vector.observations[board].tolist() == states[board].observation_tensor()
    with pytest.raises(sb.SpielbaumError, match="move at the same time"):
        vector.players  # noqa: B018


def test_chance_moves_by_itself_and_as_often_as_the_rules_say() -> None:
    game = sb.load("pig")
    vector = sb.vector(game, 6000, seed=4)
    # A turn begins with a throw of the die.
    vector.step(np.full(6000, game.actions(0).index("noop")))
    seen, counts = np.unique(vector.observations, axis=0, return_counts=True)
    assert len(seen) == 6 and (abs(counts - 1000) < 150).all()


def test_a_seed_repeats_everything() -> None:
    def play(n: int, seed: int) -> np.ndarray:
        vector = sb.vector("nannon", n, seed=seed)
        for _ in range(10):
            vector.step(vector.random_actions())
        return vector.observations[:50].copy()

    assert (play(50, 7) == play(600, 7)).all()
    assert (play(50, 7) != play(50, 8)).any()
    vector = sb.vector("nannon", 50, seed=1)
    before = [array.copy() for array in arrays(vector)]
    vector.step(vector.random_actions())
    vector.reset(seed=1)
    assert all((old == new).all() for old, new in zip(before, arrays(vector)))


def test_ranks_name_legal_actions() -> None:
    vector = sb.vector("connect-four", 33)
    for _ in range(20):
        counts = vector.legal_counts()
        assert (counts == vector.legal.sum(axis=1)).all()
        last = vector.nth_legal(counts - 1)
        assert all(np.flatnonzero(row)[-1] == action for row, action in zip(vector.legal, last))
        assert (vector.nth_legal(counts) == -1).all() and (vector.nth_legal(np.full(33, -1)) == -1).all()
        assert (vector.legal_at(np.ones(33)) == last).all()
        assert (vector.legal_at(np.zeros(33)) == vector.nth_legal(np.zeros(33, np.int64))).all()
        vector.step(vector.random_actions())
    for wrong in (-0.1, 1.1, np.nan):
        with pytest.raises(sb.SpielbaumError, match="board 0: .* is not a number from 0 to 1"):
            vector.legal_at(np.full(33, wrong))


def test_an_illegal_action_changes_nothing() -> None:
    vector = sb.vector("tictactoe", 600)
    before = vector.observations.copy()
    for wrong in (9, 10, -1):
        actions = np.zeros(600, int)
        actions[599] = wrong
        with pytest.raises(sb.SpielbaumError, match=f"board 599: action {wrong}.* is not legal for xplayer"):
            vector.step(actions)
        vector._view()
        assert (vector.observations == before).all()
    with pytest.raises(sb.SpielbaumError, match=r"actions have shape \(3,\), not \(600,\)"):
        vector.step([0, 0, 0])
    for take in (vector.step, vector.nth_legal):
        with pytest.raises(sb.SpielbaumError, match="are integers, not numbers of the type float64"):
            take(np.full(600, 0.7))


def test_a_board_without_a_legal_move_is_told_of_after_all_have_moved() -> None:
    for rules in [DEAD_END, DEAD_END + "(sees you nothing)"]:
        vector = sb.vector(sb.parse(rules), 600)
        kept = vector.step(np.ones(600, int))
        actions = np.ones(600, int)
        actions[599] = 0
        with pytest.raises(sb.SpielbaumError, match="board 599: you has no legal move, and the game is not over"):
            vector.step(actions)
        assert kept.rewards[:, 0].tolist() == [100.0] * 599 + [0.0]
        assert kept.terminated.tolist() == [True] * 599 + [False]
        assert vector.legal_counts().tolist() == vector.legal.sum(axis=1).tolist() == [2] * 599 + [0]
        assert vector.draw(599) == "dead"
        assert (vector.observations[599] != vector.observations[0]).any()
        vector.reset()
        vector.step(np.ones(600, int))


def test_what_cannot_be_a_vector_is_refused() -> None:
    with pytest.raises(sb.SpielbaumError, match="at least one board"):
        sb.vector("tictactoe", 0)
    over = sb.parse("(role you) (init a) (legal you wait) terminal (goal you 70)")
    with pytest.raises(sb.SpielbaumError, match="is over before the first move"):
        sb.vector(over, 1)


def test_steps_write_into_the_same_arrays() -> None:
    vector = sb.vector("tictactoe", 5)
    first = vector.step(vector.random_actions())
    second = vector.step(vector.random_actions())
    assert first.observations is second.observations and first.rewards is second.rewards
    assert np.shares_memory(first.legal, second.legal)
    assert (first.observations.dtype, first.rewards.dtype) == (np.uint8, np.float32)
    assert (first.terminated.dtype, first.legal.dtype) == (np.bool_, np.bool_)  # type: ignore[union-attr]


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of the process is read from /proc")
def test_a_million_steps_leave_no_memory_behind() -> None:
    boards = sb.vector("tictactoe", 4096)
    game = sb.load("kuhn-poker")

    def grow(rounds: int) -> int:
        for _ in range(rounds):
            boards.step(boards.random_actions())
            for _ in walk(game, seed=1):
                pass
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

    before = grow(50)
    assert grow(250) - before < 4_000_000


def test_random_play_in_one_call() -> None:
    boards = sb.vector("tictactoe", 1000, seed=6)
    played = boards.play(100)
    assert played.games.min() > 5
    assert np.array_equal(played.rewards.sum(axis=1), 100.0 * played.games)
    assert played.rewards[:, 0].sum() / played.games.sum() == pytest.approx(64.8, abs=2)
    assert np.array_equal(played.observations, boards.observations)
    boards.step(boards.random_actions())
    nothing = boards.play(0)
    assert not nothing.games.any()
    again = sb.vector("tictactoe", 1000, seed=6)
    assert np.array_equal(again.play(100).games, played.games)
    with pytest.raises(sb.SpielbaumError, match="steps = -1"):
        boards.play(-1)


def test_random_play_where_chance_moves_and_where_players_move_at_once() -> None:
    for name in ["pig", "rock-paper-scissors", "tron"]:
        boards = sb.vector(name, 600, seed=1)
        played = boards.play(60)
        assert played.games.sum() > 0
        boards.step(boards.random_actions())


def test_without_a_seed_games_begin_by_the_seed_of_the_vector_and_then_by_others_that_follow_from_it() -> None:
    def played(vector: sb.Vector) -> bytes:
        return b"".join(vector.step(vector.random_actions()).observations.tobytes() for _ in range(5))

    def courses(seed: int) -> list[bytes]:
        vector = sb.vector("nannon", 20, seed=seed)
        found = [played(vector)]
        for given in (None, None, None, seed, None):
            vector.reset(seed=given)
            found.append(played(vector))
        return found

    made, first, second, third, again, after = courses(7)
    assert made == first == again and second == after
    assert len({first, second, third}) == 3
    assert courses(7) == [made, first, second, third, again, after]
    assert not set(courses(8)) & {first, second, third}


@pytest.mark.parametrize("n", [10**12, 2**60, 2**63])
@pytest.mark.parametrize("name", ["tictactoe", "kuhn-poker"])
def test_more_boards_than_memory_holds_are_refused(name: str, n: int) -> None:
    with pytest.raises(sb.SpielbaumError, match=rf"n = {n}: a board of {name} takes some \d+ bytes, and all may take 16 gigabytes"):
        sb.vector(name, n)
