"""What players have seen in games that hide something, as arrays."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ._spielbaum import Game


class Seen:
    """What each player has seen in each of some games side by side.

    An observation is a player's percepts after the last joint move, and then for each action, and for having no choice, whether the player has done this so far
    and which percepts it saw then. It forgets the order, and how often. A player that has one legal move has no choice. All players have actions of the
    same numbers and observations of the same size.
    """

    def __init__(self, game: Game, boards: int) -> None:
        players, [percepts] = game.num_players(), game.observation_tensor_shape()
        self.no_choice: int = game.num_distinct_actions()
        """What `note` takes in place of an action where a player has no choice."""
        rows = (self.no_choice + 1, 1 + percepts)
        self.size: int = percepts + rows[0] * rows[1]
        """How many numbers an observation has."""
        self.observations: npt.NDArray[np.uint8] = np.zeros((players, boards, self.size), np.uint8)
        """Shape (players, boards, size)."""
        self._percepts, self._rows = percepts, rows

    def begin(self, boards: npt.NDArray[np.bool_] | slice = slice(None)) -> None:
        """Forget everything in boards whose game begins."""
        self.observations[:, boards] = 0

    def note(self, actions: npt.NDArray[np.int64], percepts: npt.NDArray[np.uint8]) -> None:
        """Note a joint move in each board: actions or `no_choice`, of shape (players, boards), and the percepts after it, of shape (players, boards, percepts)."""
        players, boards = np.ogrid[: actions.shape[0], : actions.shape[1]]
        # Two views: the last percepts; and of each action, whether it was made and the percepts. They are not kept, as a copy of this would have copies of them.
        self.observations[..., : self._percepts] = percepts
        by_action = self.observations[..., self._percepts :].reshape(*actions.shape, *self._rows)
        by_action[players, boards, actions, 0] = 1
        by_action[players, boards, actions, 1:] |= percepts
