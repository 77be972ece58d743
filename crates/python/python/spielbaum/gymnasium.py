"""Games as environments of Gymnasium: for a player alone, or for a seat against strategies of Spielbaum.

>>> import gymnasium, spielbaum.gymnasium
>>> env = gymnasium.make("spielbaum/eight-puzzle-v0")
>>> observation, info = env.reset(seed=1)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)

Importing this module registers every built-in game as `spielbaum/NAME-v0`. Observations are the fluents as 0 and 1, or where the game hides something
what the player has seen; `info["action_mask"]` is 1 for each legal action. Rewards come at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np
import numpy.typing as npt

from ._extra import missing
from ._loaded import loaded
from ._play import Bits, Play
from ._render import RENDER_MODES, checked_mode, render
from ._rewards import Rewards
from ._spielbaum import Game, SpielbaumError, Strategy, games, strategy
from .vector import Vector

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
except ImportError as failure:
    raise missing("gymnasium", failure) from failure

__all__ = ["Env", "VectorEnv", "env", "vector_env"]


class Env(gymnasium.Env[Bits, np.int64]):
    """A game as one of its players sees it; others are played by strategies, and chance by the seed.

    `seat` is the number of the player. `against` is the spec of a strategy that plays all others, such as `uct(playouts=100)`, or one spec for each of them, in their order.
    The files that specs name are read now.
    `rewards` is what goals from 0 to 100 become: 0 to 1 for a player alone if nothing is said, -1 to 1 where there are others, so that a draw pays 0.

    An action that is not legal ends the game with the least reward, and `info["illegal_action"]` tells it.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game: Game | str | PathLike[str],
        *,
        seat: int = 0,
        against: str | Sequence[str] = "random",
        rewards: tuple[float, float] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = checked_mode(render_mode)
        self._play = Play(game, rewards)
        self.game: Game = self._play.game
        if seat not in self._play.players:
            raise SpielbaumError(f"there is no seat {seat}: players of {self.game.name} are numbered from 0 to {self.game.num_players() - 1}")
        self.seat = seat
        self._opponents = self._strategies([player for player in self._play.players if player != seat], against)
        self.action_space = spaces.Discrete(self._play.actions)
        self.observation_space = spaces.Box(0, 1, (self._play.observation_size,), np.int8)
        self._playing = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bits, dict[str, Any]]:
        """Begin a game, and let others move until it is the turn of this seat."""
        super().reset(seed=seed)
        self._play.begin(self.np_random)
        self._let_others_move()
        if self._play.over:
            raise SpielbaumError(f"a game of {self.game.name} is over before player {self.seat} has moved")
        self._playing = True
        if self.render_mode == "human":
            self.render()
        return self._play.observation(self.seat), self._info()

    def step(self, action: np.int64) -> tuple[Bits, float, bool, bool, dict[str, Any]]:
        """Make a move, and let others move until it is the turn of this seat again."""
        if not self._playing:
            raise SpielbaumError("no game is being played; begin one by `reset`")
        if not self.action_space.contains(action):
            raise SpielbaumError(f"{action!r} is not an action; actions are numbers from 0 to {self._play.actions - 1}")
        legal = action in self._play.legal(self.seat)
        info: dict[str, Any] = {}
        reward = 0.0
        if legal:
            self._play.move({self.seat: int(action), **self._choices_of_others()})
            self._let_others_move()
            if self._play.over:
                reward = self._play.paid()[self.seat]
        else:
            reward = self._play.rewards.low
            info["illegal_action"] = int(action)
        over = not legal or self._play.over
        self._playing = not over
        if self.render_mode == "human":
            self.render()
        return self._play.observation(self.seat), reward, over, False, self._info() | info

    def render(self) -> str | None:
        """The board as text, with all that players do not see; printed if `render_mode` is `human`."""
        return render(self._play.state, self.render_mode)

    def _info(self) -> dict[str, Any]:
        mask = self._play.mask(self.seat) if self._playing else np.zeros(self._play.actions, np.int8)
        return {"action_mask": mask}

    def _let_others_move(self) -> None:
        while not self._play.over and self.seat not in self._play.movers:
            self._play.move(self._choices_of_others())

    def _choices_of_others(self) -> dict[int, int]:
        """What those of the others do that move now. They do not know what this seat does at the same time."""
        return {player: self._choice(player) for player in self._play.movers if player != self.seat}

    def _choice(self, player: int) -> int:
        legal = self._play.legal(player)
        if len(legal) == 1:
            return legal[0]
        seed = int(self.np_random.integers(2**63))
        action: int = self.game.think(self._opponents[player], self._play.state, player=player, seed=seed)["action"]
        return action

    def _strategies(self, others: list[int], against: str | Sequence[str]) -> dict[int, Strategy]:
        """The strategy of each of the others, whose files are read once."""
        specs = [against] * len(others) if isinstance(against, str) else list(against)
        if len(specs) != len(others):
            raise SpielbaumError(f"against: {len(specs)} strategies for {len(others)} others; give one for all, or one for each")
        made = {spec: strategy(spec) for spec in specs}
        return {player: made[spec] for player, spec in zip(others, specs)}


class VectorEnv(gymnasium.vector.VectorEnv[npt.NDArray[np.int8], npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Games of a player alone side by side, as `spielbaum.vector` plays them and shows them.

    Where a game ends, the step that ends it begins the next one (`AutoresetMode.SAME_STEP`): the observation is the initial state of the next game, and there is
    no `final_obs`, as games end by their rules alone, after which nothing is worth anything. An action that is not legal raises `SpielbaumError`, and no board has changed; so does a state
    in which the player has no legal move, after the move, see `Vector.step`.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, game: Game | str | PathLike[str], num_envs: int = 1, *, rewards: tuple[float, float] | None = None, copy: bool = True) -> None:
        self.game: Game = loaded(game)
        if self.game.num_players() != 1:
            raise SpielbaumError(
                f"{self.game.name} has several players; use `spielbaum.vector`, where one sees all boards and moves for all,"
                " or `gymnasium.make_vec(..., vectorization_mode='sync')`"
            )
        self._rewards = Rewards.of(self.game, rewards)
        self._boards = Vector(self.game, num_envs)
        self._copy = copy
        self.num_envs = num_envs
        self.single_action_space = spaces.Discrete(self.game.num_distinct_actions())
        self.single_observation_space = spaces.Box(0, 1, self._observations().shape[1:], np.int8)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[npt.NDArray[np.int8], dict[str, Any]]:
        """Begin all games anew."""
        super().reset(seed=seed)
        self._boards.reset(seed=int(self.np_random.integers(2**63)))
        return self._observations(), self._info()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.int8], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Make a move in each board."""
        step = self._boards.step(np.asarray(actions).reshape(self._boards.actions_shape))
        rewards = np.where(step.terminated, self._rewards.paid(step.rewards[:, 0].astype(np.float64)), 0.0)
        return self._observations(), rewards, step.terminated.copy(), np.zeros(self.num_envs, np.bool_), self._info()

    def _observations(self) -> npt.NDArray[np.int8]:
        observations = self._boards.observations
        array = (observations[0] if isinstance(observations, tuple) else observations).view(np.int8)
        return array.copy() if self._copy else array

    def _info(self) -> dict[str, Any]:
        legal = self._boards.legal
        mask = (legal[0] if isinstance(legal, tuple) else legal).view(np.int8)
        return {"action_mask": mask.copy() if self._copy else mask, "_action_mask": np.ones(self.num_envs, np.bool_)}


def env(
    game: Game | str | PathLike[str],
    *,
    seat: int = 0,
    against: str | Sequence[str] = "random",
    rewards: tuple[float, float] | None = None,
    render_mode: str | None = None,
) -> Env:
    """A game as one of its players sees it; the arguments are those of `Env`."""
    return Env(game, seat=seat, against=against, rewards=rewards, render_mode=render_mode)


def vector_env(game: Game | str | PathLike[str], num_envs: int, *, rewards: tuple[float, float] | None = None, copy: bool = True) -> VectorEnv:
    """Games of a player alone side by side. With `copy=False` the arrays are those that the next step overwrites."""
    return VectorEnv(game, num_envs, rewards=rewards, copy=copy)


def _register() -> None:
    for name in games():
        gymnasium.register(
            id=f"spielbaum/{name}-v0",
            entry_point="spielbaum.gymnasium:Env",
            vector_entry_point="spielbaum.gymnasium:VectorEnv",
            kwargs={"game": name},
        )


_register()
