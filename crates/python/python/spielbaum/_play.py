"""A game as it is played in an environment: chance moves by itself, and what players see is an array."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike

import numpy as np
import numpy.typing as npt

from ._loaded import loaded
from ._rewards import Rewards
from ._seen import Seen
from ._spielbaum import Game, SpielbaumError

Bits = npt.NDArray[np.int8]


class Play:
    """One game after the other, each from the initial state to the end.

    All players have actions of the same numbers and observations of the same size. An observation is the state's fluents, or where the game hides something
    what the player has seen, see `Seen`.
    """

    def __init__(self, game: Game | str | PathLike[str], rewards: tuple[float, float] | None) -> None:
        self.game: Game = loaded(game)
        self.rewards: Rewards = Rewards.of(self.game, rewards)
        self.players: range = range(self.game.num_players())
        self.actions: int = self.game.num_distinct_actions()
        self._seen: Seen | None = Seen(self.game, 1) if self.game.hides else None
        self.observation_size: int = self._seen.size if self._seen else self.game.observation_tensor_shape()[0]
        self.state = self.game.new_initial_state()
        self._random = np.random.default_rng()

    def begin(self, random: np.random.Generator) -> None:
        """Begin the next game, in which chance draws from `random`."""
        self._random = random
        self.state = self.game.new_initial_state()
        if self._seen:
            self._seen.begin()
        self._let_chance_move({})
        if self.over:
            raise SpielbaumError(f"a game of {self.game.name} is over before any player has moved")

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.is_terminal()

    @property
    def movers(self) -> list[int]:
        """The players that move."""
        return list(self.players) if self.state.is_simultaneous_node() else [self.state.current_player()]

    def legal(self, player: int) -> list[int]:
        """The legal actions of a player, none of one that does not move."""
        return self.state.legal_actions(player)

    def mask(self, player: int) -> Bits:
        """1 for each action that is legal for a player, else 0."""
        mask = np.zeros(self.actions, np.int8)
        mask[self.legal(player)] = 1
        return mask

    def observation(self, player: int) -> Bits:
        """What a player sees."""
        if self._seen:
            return np.array(self._seen.observations[player, 0], np.int8)
        return np.array(self.state.observation_tensor(player), np.int8)

    def move(self, actions: Mapping[int, int]) -> None:
        """Make the moves of all that move."""
        made = self.state.move_number()
        chosen = {player: action for player, action in actions.items() if len(self.legal(player)) > 1}
        if self.state.is_simultaneous_node():
            self.state.apply_actions([actions[player] for player in self.players])
        else:
            self.state.apply_action(actions[self.state.current_player()])
        if self.state.move_number() > made:
            self._note(chosen)
            chosen = {}
        self._let_chance_move(chosen)

    def paid(self) -> list[float]:
        """The rewards at the end."""
        return [self.rewards.paid(goal) for goal in self.state.returns()]

    def _let_chance_move(self, chosen: Mapping[int, int]) -> None:
        """Make moves of chance until players move. `chosen` are the actions that players have chosen at the same time as the first."""
        while self.state.is_chance_node():
            outcomes, shares = zip(*self.state.chance_outcomes())
            self.state.apply_action(int(self._random.choice(outcomes, p=shares)))
            self._note(chosen)
            chosen = {}

    def _note(self, chosen: Mapping[int, int]) -> None:
        """Note what players see after a joint move, with the actions that they have chosen."""
        if self._seen:
            actions = [[chosen.get(player, self._seen.no_choice)] for player in self.players]
            percepts = [[self.state.observation_tensor(player)] for player in self.players]
            self._seen.note(np.array(actions, np.int64), np.array(percepts, np.uint8))
