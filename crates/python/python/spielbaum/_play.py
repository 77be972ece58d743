"""A game as it is played in an environment: chance moves by itself, and what players see is an array."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ._rewards import Rewards
from ._spielbaum import Game, SpielbaumError, load

Bits = npt.NDArray[np.int8]


class Play:
    """One game after the other, each from the initial state to the end.

    All players have actions of the same numbers and observations of the same size. An observation is the state's fluents. Where the game hides something
    it is what the player has seen: its percepts after the last joint move, and then for each action, and for having no choice, whether the
    player was there so far and which percepts came with it. It forgets the order, and how often.
    """

    def __init__(self, game: Game | str, rewards: tuple[float, float] | None) -> None:
        self.game: Game = load(game) if isinstance(game, str) else game
        self.rewards: Rewards = Rewards.of(self.game, rewards)
        self.players: range = range(self.game.num_players())
        self.actions: int = self.game.num_distinct_actions()
        [self._size] = self.game.observation_tensor_shape()
        self.observation_size: int = self._size
        if self.game.hides:
            self.observation_size += (self.actions + 1) * (1 + self._size)
        self.state = self.game.new_initial_state()
        # Of each player: a row for each action and one for having no choice, with whether it was so and the percepts.
        rows = (len(self.players), self.actions + 1, 1 + self._size)
        self._seen = np.zeros(rows if self.game.hides else 0, np.int8)
        self._random = np.random.default_rng()

    def begin(self, random: np.random.Generator) -> None:
        """Begin the next game, in which chance draws from `random`."""
        self._random = random
        self.state = self.game.new_initial_state()
        self._seen[:] = 0
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
        now = np.array(self.state.observation_tensor(player), np.int8)
        return np.concatenate([now, self._seen[player].reshape(-1)]) if self.game.hides else now

    def move(self, actions: Mapping[int, int]) -> None:
        """Make the moves of all that move."""
        made = self.state.move_number()
        if self.state.is_simultaneous_node():
            self.state.apply_actions([actions[player] for player in self.players])
        else:
            self.state.apply_action(actions[self.state.current_player()])
        if self.state.move_number() > made:
            self._note(actions)
            actions = {}
        self._let_chance_move(actions)

    def paid(self) -> list[float]:
        """The rewards at the end."""
        return [self.rewards.paid(goal) for goal in self.state.returns()]

    def _let_chance_move(self, actions: Mapping[int, int]) -> None:
        """Make moves of chance until players move. `actions` are those that players have made at the same time as the first."""
        while self.state.is_chance_node():
            outcomes, shares = zip(*self.state.chance_outcomes())
            self.state.apply_action(int(self._random.choice(outcomes, p=shares)))
            self._note(actions)
            actions = {}

    def _note(self, actions: Mapping[int, int]) -> None:
        """Note what players see after a joint move, with their own actions."""
        if self.game.hides:
            for player in self.players:
                row = self._seen[player, actions.get(player, self.actions)]
                row[0] = 1
                row[1:] |= np.array(self.state.observation_tensor(player), np.int8)
