"""How goals are paid in other projects' environments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ._spielbaum import Game, SpielbaumError

Goals = TypeVar("Goals", float, npt.NDArray[np.float64])


@dataclass(frozen=True)
class Rewards:
    """The goals 0 to 100 as rewards from `low` to `high`, linearly."""

    low: float
    high: float

    @classmethod
    def of(cls, game: Game, bounds: tuple[float, float] | None) -> Rewards:
        """The bounds that are given; else -1 to 1, so that a draw pays 0, and for a player alone 0 to 1, so that to fail pays 0."""
        low, high = bounds or ((0.0, 1.0) if game.num_players() == 1 else (-1.0, 1.0))
        if not low < high:
            raise SpielbaumError(f"rewards = ({low}, {high}): the first is the least reward, and the second, the greatest, is above it")
        return cls(float(low), float(high))

    def paid(self, goals: Goals) -> Goals:
        """The reward of a goal, or of each in an array."""
        return self.low + (self.high - self.low) * goals / 100
