"""Boards are what the adapters play and show, above all in games that hide something."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest

import spielbaum as sb
from spielbaum._play import Play

# Chance rolls at the same time as the player bets, three times, and tells whether it rolled a 3.
BET = """
(role you) (role random) (init (round 1)) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal you (bet ?n)) (number ?n)) (<= (legal random (roll ?n)) (number ?n)) (number 1) (number 2) (number 3)
(<= (next (round ?after)) (true (round ?before)) (succ ?before ?after)) (<= (next (rolled ?n)) (does random (roll ?n)))
(<= (next lost) (does you (bet ?n)) (does random (roll ?m)) (distinct ?n ?m)) (<= (next lost) (true lost))
(<= (sees you high) (does random (roll 3)))
(<= terminal (true (round 4))) (<= (goal you 0) (true lost)) (<= (goal you 100) (not (true lost)))
"""

# Three players keep or drop their card at the same time, three times. Who has dropped it can only keep, and the others do not know.
CARDS = """
(role left) (role right) (role third) (init (round 1)) (player left) (player right) (player third)
(<= (legal ?p keep) (player ?p)) (<= (legal ?p drop) (player ?p) (not (true (dropped ?p))))
(<= (next (round 2)) (true (round 1))) (<= (next (round 3)) (true (round 2))) (<= (next (round 4)) (true (round 3)))
(<= (next (dropped ?p)) (does ?p drop)) (<= (next (dropped ?p)) (player ?p) (true (dropped ?p)))
(<= (sees ?p (mine ?m)) (does ?p ?m))
(<= terminal (true (round 4))) (<= (goal ?p 50) (player ?p))
"""

GAMES = [
    "kuhn-poker", "leduc-poker", "liars-dice", "goofspiel", "phantom-tictactoe", "dark-hex-3x3", "mini-bridge", "mastermind",
    "bet", "cards",
]  # fmt: skip
# Nothing is hidden, and chance moves between players.
OPEN = ["pig", "nannon", "einstein-dice"]


def loaded(name: str) -> sb.Game:
    rules = {"bet": BET, "cards": CARDS}.get(name)
    game = sb.parse(rules, name=name) if rules else sb.load(name)
    assert game.hides == (name not in OPEN)
    return game


class Before(NamedTuple):
    """What a vector says before a step, the actions of the step, and what it says of the step."""

    features: np.ndarray
    observations: list[np.ndarray]
    legal: list[np.ndarray]
    players: np.ndarray | None
    actions: np.ndarray
    terminated: np.ndarray
    rewards: np.ndarray


def listed(arrays: np.ndarray | tuple[np.ndarray, ...]) -> list[np.ndarray]:
    return [array.copy() for array in (arrays if isinstance(arrays, tuple) else (arrays,))]


def stepped(vector: sb.Vector, steps: int) -> list[Before]:
    """Makes random steps."""
    course = []
    for _ in range(steps):
        features, observations, legal = sb.features(vector), listed(vector.observations), listed(vector.legal)
        players, actions = vector.players.copy() if vector.turns else None, vector.random_actions()
        done = vector.step(actions)
        course.append(Before(features, observations, legal, players, actions, done.terminated.copy(), done.rewards.copy()))
    return course


class Board:
    """A board of a vector, played again by a `Play`, in which chance does what it did in the board."""

    def __init__(self, game: sb.Game, course: list[Before], number: int) -> None:
        self.play, self.course, self.number, self.start = Play(game, (0, 100)), course, number, 0

    def choice(self, outcomes: list[int], p: list[float]) -> int:
        """What chance does in the joint move that is made next, in place of a random number."""
        at = self.start + self.play.state.move_number()
        children = {outcome: self.play.state.child(outcome) for outcome in outcomes}
        if at + 1 >= len(self.course):
            return outcomes[0]
        if self.course[at].terminated[self.number]:
            paid = self.course[at].rewards[self.number].tolist()
            return next(outcome for outcome, child in children.items() if child.is_terminal() and child.returns() == paid)
        after = self.course[at + 1].features[self.number]
        fitting = [outcome for outcome, child in children.items() if (sb.features([child])[0] == after).all()]
        # What leads to the same position may be seen differently.
        assert len(fitting) == 1 or fitting and not self.play.game.hides
        return fitting[0]

    def replay(self) -> Iterator[Before]:
        """Plays along, and stops before each step in which a player moves."""
        self.play.begin(self)
        for at, before in enumerate(self.course[:-1]):
            if self.start + self.play.state.move_number() == at:
                yield before
                self.play.move({player: self._action(before, player) for player in self.play.movers})
            assert before.terminated[self.number] == (self.play.over and self.start + self.play.state.move_number() == at + 1)
            if before.terminated[self.number]:
                assert before.rewards[self.number].tolist() == self.play.paid()
                self.start = at + 1
                self.play.begin(self)

    def _action(self, before: Before, player: int) -> int:
        if before.players is None:
            return int(before.actions[self.number, player])
        # Where nobody has a choice, the vector asks the first player.
        return int(before.actions[self.number]) if before.players[self.number] == player else self.play.legal(player)[0]


@pytest.mark.parametrize("name", GAMES + OPEN)
def test_players_see_what_the_adapters_show(name: str) -> None:
    game = loaded(name)
    vector = sb.vector(game, 530, seed=1)
    course = stepped(vector, 60 if game.hides else 150)
    ends = compared = 0
    # Boards of the first group of lanes and of the second.
    for number in [*range(6), *range(510, 516)]:
        board = Board(game, course, number)
        for before in board.replay():
            movers = range(game.num_players()) if before.players is None else [before.players[number]]
            for player, observations, legal in zip(movers, before.observations, before.legal):
                assert (observations[number] == board.play.observation(player)).all()
                if player in board.play.movers:
                    assert np.flatnonzero(legal[number]).tolist() == board.play.legal(player)
                compared += 1
        ends += sum(before.terminated[number] for before in course)
    assert ends >= 12 and compared >= 60


@pytest.mark.parametrize("name", GAMES)
def test_a_game_begins_without_memory(name: str) -> None:
    vector = sb.vector(loaded(name), 20, seed=2)
    assert not any(array.any() for array in listed(vector.observations))
    course = stepped(vector, 60)
    for before, after in zip(course, course[1:]):
        for observations in after.observations:
            assert not observations[before.terminated].any()
    assert any(before.terminated.any() for before in course) and any(array.any() for array in course[5].observations)
    vector.reset(seed=2)
    assert all((array == first).all() for array, first in zip(listed(vector.observations), course[0].observations))


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "liars-dice", "goofspiel", "phantom-tictactoe", "mini-bridge", "cards"])
def test_who_knows_the_same_sees_the_same_whatever_is_hidden(name: str) -> None:
    game = loaded(name)
    course = stepped(sb.vector(game, 120, seed=3), 20)
    seen, states = defaultdict(set), defaultdict(set)
    for number in range(120):
        board = Board(game, course, number)
        for before in board.replay():
            movers = range(game.num_players()) if before.players is None else [before.players[number]]
            for player, observations in zip(movers, before.observations):
                known = (player, board.play.state.information_state_string(player))
                seen[known].add(observations[number].tobytes())
                states[known].add(before.features[number].tobytes())
    assert all(len(observations) == 1 for observations in seen.values())
    assert max(len(hidden) for hidden in states.values()) > 1 and len(set().union(*seen.values())) > 2


def test_observations_have_the_shape_of_legal() -> None:
    turns, both = sb.vector("kuhn-poker", 5), sb.vector("goofspiel", 5)
    assert turns.turns and isinstance(turns.observations, np.ndarray) and turns.observations.shape == (5, 7 + 4 * 8)
    assert not both.turns and [array.shape for array in both.observations] == [(5, 8 + 7 * 9)] * 2
    for vector in (turns, both):
        first, second = vector.step(vector.random_actions()), vector.step(vector.random_actions())
        assert all(np.shares_memory(*pair) for pair in zip(first.observations, second.observations))


def test_an_illegal_action_is_not_remembered() -> None:
    vector, other = (sb.vector("phantom-tictactoe", 4, seed=1) for _ in range(2))
    for action in range(3):
        with pytest.raises(sb.SpielbaumError, match="board 3: action 99 is not legal"):
            vector.step([4, 4, 4, 99])
        for boards in (vector, other):
            boards.step(np.full(4, action))
        for array, expected in zip(listed(vector.observations), listed(other.observations)):
            assert (array == expected).all()
    assert vector.observations.any()


def test_random_play_is_remembered_too() -> None:
    for name in ("kuhn-poker", "goofspiel"):
        vector, again = sb.vector(name, 600, seed=1), sb.vector(name, 600, seed=1)
        played = vector.play(24)
        games, rewards = np.zeros(600, np.int64), np.zeros((600, 2))
        for _ in range(24):
            done = again.step(again.random_actions())
            games += done.terminated
            rewards += done.rewards
        assert games.sum() > 0 and (played.games == games).all() and (played.rewards == rewards).all()
        assert any(array.any() for array in listed(vector.observations))
        for array, expected in zip(listed(vector.observations), listed(again.observations)):
            assert (array == expected).all()


def test_what_tells_all_is_refused_as_it_is_of_states() -> None:
    vector = sb.vector("kuhn-poker", 3)
    with pytest.raises(sb.SpielbaumError, match="hides something"):
        sb.children(vector)
    assert sb.features(vector).shape == (3, len(vector.game.variables))
    assert sb.random_playouts(vector, 100).shape == (3, 2)
