"""What is worked out of many states in one evaluation: playouts, children, features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Union

import numpy as np
import numpy.typing as npt

from . import _spielbaum
from ._spielbaum import Boards, State
from .vector import Vector

States = Union[Sequence[State], Vector]
"""States of one game, at least one; those of a vector are the positions of its boards."""


class Children(NamedTuple):
    """The states after each joint move in each of some states, m of them; those of one state follow one another."""

    parents: npt.NDArray[np.int64]
    """Shape (m,): the place of the state that each is a child of."""
    actions: npt.NDArray[np.int64]
    """Shape (m, players): the action of each player."""
    probabilities: npt.NDArray[np.float64]
    """Shape (m,): how likely it is that chance moves so; 1 without chance."""
    observations: npt.NDArray[np.uint8]
    """Shape (m, fluents): 1 where a fluent of `Game.fluents` holds."""
    terminated: npt.NDArray[np.bool_]
    """Shape (m,): whether the game is over."""
    rewards: npt.NDArray[np.float32]
    """Shape (m, players): the goals, from 0 to 100, where it is over; else 0."""


def random_playouts(states: States, n: int, *, seed: int = 0) -> npt.NDArray[np.float64]:
    """The mean goals of each player in `n` random playouts from each state, as an array of shape (states, players). A playout that takes 10,000 plies counts as 50."""
    return _spielbaum.random_playouts(_native(states), n, seed=seed)


def children(states: States) -> Children:
    """The states after all joint moves in each state; one that is terminal has none. A child in which the rules are at fault (`State.returns`) raises `SpielbaumError`. Of a game that hides something this is refused, and of more than 16,777,216 children."""
    return Children(*_spielbaum.children(_native(states)))


def features(states: States) -> npt.NDArray[np.int32]:
    """The values of the variables of `Game.variables` in each state, as an array of shape (states, variables): the place of the fluent that holds among those of the variable, or how many these are if none does."""
    return _spielbaum.features(_native(states))


def _native(states: States) -> Sequence[State] | Boards:
    return states.boards if isinstance(states, Vector) else states
