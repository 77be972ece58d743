"""Many states at once: what is worked out of them is what each says by itself."""

import threading

import numpy as np
import pytest

import spielbaum as sb
from walks import walk


def joint_actions(state):
    """All actions of all players, as they are made in a state without chance."""
    if state.is_simultaneous_node():
        return [[first, second] for first in state.legal_actions(0) for second in state.legal_actions(1)]
    return [[action] for action in state.legal_actions()]


@pytest.mark.parametrize("name", ["tictactoe", "connect-four", "rock-paper-scissors", "eight-puzzle", "tron"])
def test_children_are_the_states_after_each_joint_move(name):
    game = sb.load(name)
    states = [state for state in walk(game, seed=3)][:12]
    found = sb.children(states)
    assert found.observations.dtype == np.uint8 and found.actions.shape == (len(found.parents), game.num_players())
    place = 0
    for number, state in enumerate(states):
        for actions in [] if state.is_terminal() else joint_actions(state):
            child = state.clone()
            child.apply_actions(actions) if len(actions) > 1 else child.apply_action(actions[0])
            assert found.parents[place] == number and found.probabilities[place] == 1
            moved = found.actions[place] if len(actions) > 1 else [found.actions[place][state.current_player()]]
            assert list(moved) == actions
            assert list(found.observations[place]) == child.observation_tensor(0)
            assert found.terminated[place] == child.is_terminal()
            assert list(found.rewards[place]) == child.returns()
            place += 1
    assert place == len(found.parents)


BET = """
(role you) (role random) (init (step 1)) (legal you (bet 1)) (legal you (bet 2)) (legal random (roll 1)) (legal random (roll 2)) (legal random (roll 3))
(<= (next won) (does you (bet ?n)) (does random (roll ?n))) (next (step 2))
(<= terminal (true (step 2))) (<= (goal you 100) (true won)) (<= (goal you 0) (not (true won)))
"""


def test_children_by_chance_have_their_probabilities():
    bet = sb.parse(BET).new_initial_state()
    found = sb.children([bet])
    assert found.probabilities.tolist() == pytest.approx([1 / 3] * 6)
    won = found.rewards[:, 0] == 100
    assert sorted(found.actions[won, 0]) == [0, 1] and found.terminated.all()
    bet.apply_action(0)
    with pytest.raises(sb.SpielbaumError, match="chance has to move first"):
        sb.children([bet])


MANY = """
(role a) (role b) (init (step 1)) (<= (legal ?r (take ?x)) (role ?r) (number ?x)) (<= (next (took ?r ?x)) (does ?r (take ?x))) (next (step 2))
(<= terminal (true (step 2))) (goal a 30) (goal b 70)
"""


def test_children_are_the_same_however_many_there_are():
    numbers = 70
    game = sb.parse(MANY + " ".join(f"(number {number})" for number in range(numbers)))
    state = game.new_initial_state()
    names = game.actions(0)
    places = [[game.fluents.index(f"(took {role} {name.removeprefix('(take ').removesuffix(')')})") for name in names] for role in "ab"]
    found = sb.children([state, state])
    joint = [[first, second] for first in range(numbers) for second in range(numbers)]
    assert found.parents.tolist() == [0] * numbers**2 + [1] * numbers**2
    assert sorted(found.actions[: numbers**2].tolist()) == joint and np.array_equal(found.actions[: numbers**2], found.actions[numbers**2 :])
    for role, of_role in enumerate(places):
        assert found.observations[np.arange(2 * numbers**2), np.array(of_role)[found.actions[:, role]]].all()
    assert (found.observations.sum(axis=1) == 3).all() and found.terminated.all() and (found.rewards == [30, 70]).all()


def test_states_go_on_while_they_are_worked_on():
    game = sb.load("tictactoe")
    state = game.new_initial_state()
    for work in (lambda: sb.random_playouts([state], 1_000_000), lambda: game.playouts(1_000_000, state=state)):
        thread = threading.Thread(target=work)
        thread.start()
        while True:
            running = thread.is_alive()
            state.apply_action(0)
            state.undo_action(0, 0)
            if not running:
                break
        thread.join()


def test_playouts_from_many_states_are_those_from_each():
    game = sb.load("tictactoe")
    states = list(walk(game, seed=5))
    means = sb.random_playouts(states, 400, seed=1)
    assert means.shape == (len(states), 2)
    assert list(means[-1]) == states[-1].returns()
    assert np.all(np.abs(means.sum(axis=1) - 100) < 1e-9)
    alone = np.array([game.playouts(4000, state=state, seed=2) for state in states])
    assert np.all(np.abs(means - alone) < 12)
    assert np.array_equal(means, sb.random_playouts(states, 400, seed=1))


def test_features_are_the_values_of_variables():
    game = sb.load("connect-four")
    state = list(walk(game, seed=1))[5]
    (values,) = sb.features([state])
    held = {number for number, holds in enumerate(state.observation_tensor(0)) if holds}
    for fluents, value in zip(game.variables, values):
        expected = [place for place, fluent in enumerate(fluents) if fluent in held] or [len(fluents)]
        assert [value] == expected


def test_boards_are_states_too():
    boards = sb.vector("tictactoe", 600, seed=4)
    for _ in range(3):
        boards.step(boards.random_actions())
    assert sb.features(boards).shape == (600, len(boards.game.variables))
    family = sb.children(boards)
    assert np.array_equal(np.bincount(family.parents, minlength=600), boards.legal.sum(axis=1))
    assert sb.random_playouts(boards, 10).shape == (600, 2)


def test_what_cannot_be_worked_out_is_refused():
    tictactoe, nim = (sb.load(name).new_initial_state() for name in ["tictactoe", "nim"])
    for call in [sb.children, sb.features, lambda states: sb.random_playouts(states, 1)]:
        with pytest.raises(sb.SpielbaumError, match="there are no states"):
            call([])
        with pytest.raises(sb.SpielbaumError, match=r"states\[1\] is one of nim, not of the tictactoe"):
            call([tictactoe, nim])
        with pytest.raises(TypeError):
            call("tictactoe")
    with pytest.raises(sb.SpielbaumError, match="no mean"):
        sb.random_playouts([nim], 0)
    with pytest.raises(sb.SpielbaumError, match="hides something"):
        sb.children([sb.load("kuhn-poker").new_initial_state()])
    poker = sb.load("kuhn-poker").new_initial_state()
    assert poker.is_chance_node()


def test_arrays_are_given_to_other_libraries_without_a_copy():
    boards = sb.vector("tictactoe", 64)
    seen = np.from_dlpack(boards.observations)
    assert np.shares_memory(seen, boards.observations)
    boards.step(boards.random_actions())
    assert np.array_equal(seen, boards.observations)
