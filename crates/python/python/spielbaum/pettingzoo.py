"""Games as environments of PettingZoo, for agents that learn with others.

>>> from spielbaum.pettingzoo import aec_env
>>> env = aec_env("tictactoe")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

Agents are `player_0`, `player_1` and so on, in the order of `game.roles`. An observation is a dictionary, as in PettingZoo's classic games: `observation`, the
fluents as 0 and 1, or where the game hides something what the player has seen; and `action_mask`, 1 for each legal action, all 0 for an agent that does not move.
Rewards come at the end. An action that is not legal ends the game: its agent gets the least reward, the others what a draw pays.
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any

import numpy as np

from ._extra import missing
from ._play import Bits, Play
from ._render import RENDER_MODES, checked_mode, render
from ._spielbaum import Game, SpielbaumError

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as failure:
    raise missing("pettingzoo", failure) from failure

__all__ = ["aec_env", "parallel_env"]


def aec_env(
    game: Game | str | PathLike[str], *, rewards: tuple[float, float] | None = None, render_mode: str | None = None
) -> AECEnv[str, dict[str, Bits], int | None]:
    """A game as an environment in which agents act one after the other.

    Where players move at the same time, their actions are collected one after the other, and nobody is told before all have acted.

    `rewards` is what goals from 0 to 100 become: -1 to 1 if nothing is said, so that a draw pays 0; 0 to 1 for a player alone.
    `render_mode` is `human`, which prints the board after each step, or `ansi`, for which `render` returns it; it is drawn with all that players do not see.
    """
    return OrderEnforcingWrapper(TurnEnv(Table(game, rewards, render_mode)))


def parallel_env(
    game: Game | str | PathLike[str], *, rewards: tuple[float, float] | None = None, render_mode: str | None = None
) -> ParallelEnv[str, dict[str, Bits], int]:
    """A game as an environment in which all agents act in each step.

    The actions of agents that do not move, whose `action_mask` is all 0, are ignored: so games in turns are played, too. The arguments are those of `aec_env`.
    """
    return SimultaneousEnv(Table(game, rewards, render_mode))


class Table:
    """What both kinds of environments share: a play, and its players as agents with spaces."""

    def __init__(self, game: Game | str | PathLike[str], rewards: tuple[float, float] | None, render_mode: str | None) -> None:
        self.render_mode = checked_mode(render_mode)
        self.play = Play(game, rewards)
        self.agents = [f"player_{player}" for player in self.play.players]
        self.random = np.random.default_rng()
        self.action_spaces: dict[str, spaces.Space[Any]] = {agent: spaces.Discrete(self.play.actions) for agent in self.agents}
        self.observation_spaces: dict[str, spaces.Space[Any]] = {agent: self._observation_space() for agent in self.agents}

    def _observation_space(self) -> spaces.Dict:
        sizes = {"observation": self.play.observation_size, "action_mask": self.play.actions}
        return spaces.Dict({key: spaces.Box(0, 1, (size,), np.int8) for key, size in sizes.items()})

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.play.begin(self.random)

    def observe(self, agent: str) -> dict[str, Bits]:
        player = self.agents.index(agent)
        return {"observation": self.play.observation(player), "action_mask": self.play.mask(player)}

    def checked(self, agent: str, action: int | None) -> int:
        """The action, if it is one that the space has."""
        if action is None or not self.action_spaces[agent].contains(action):
            raise SpielbaumError(f"{agent}: {action!r} is not an action; actions are numbers from 0 to {self.play.actions - 1}")
        return int(action)

    def paid(self, illegal: Mapping[int, int]) -> dict[str, float]:
        """The rewards at the end; `illegal` are the actions that were not legal, if such ended the game."""
        if illegal:
            least, draw = self.play.rewards.low, self.play.rewards.paid(50.0)
            return {agent: least if player in illegal else draw for player, agent in enumerate(self.agents)}
        return dict(zip(self.agents, self.play.paid()))

    def infos(self, illegal: Mapping[int, int]) -> dict[str, dict[str, Any]]:
        """What agents are told besides: the action that was not legal."""
        return {agent: {"illegal_action": illegal[player]} if player in illegal else {} for player, agent in enumerate(self.agents)}


class TurnEnv(AECEnv[str, dict[str, Bits], "int | None"]):
    """Agents act one after the other. `aec_env` makes it."""

    metadata = {"render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 1}
    agent_selection: str

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.game = table.play.game
        self.metadata = {**self.metadata, "name": f"{self.game.name}_v0"}
        self.render_mode = table.render_mode
        self.possible_agents = list(table.agents)
        self.action_spaces = table.action_spaces
        self.observation_spaces = table.observation_spaces

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self.table.infos({})
        self._skip_agent_selection = None
        self._turn()

    def observe(self, agent: str) -> dict[str, Bits]:
        observation = self.table.observe(agent)
        if agent != self.agent_selection or self.terminations.get(agent):
            observation["action_mask"][:] = 0
        return observation

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        play, player = self.table.play, self.possible_agents.index(agent)
        chosen = self.table.checked(agent, action)
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        if chosen not in play.legal(player):
            self._end({player: chosen})
        else:
            self._chosen[player] = chosen
            if len(self._chosen) < len(self._movers):
                self.agent_selection = self.possible_agents[self._movers[len(self._chosen)]]
            else:
                play.move(self._chosen)
                self._end({}) if play.over else self._turn()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        return render(self.table.play.state, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _turn(self) -> None:
        """Ask the first of those that move now."""
        self._movers = self.table.play.movers
        self._chosen: dict[int, int] = {}
        self.agent_selection = self.possible_agents[self._movers[0]]

    def _end(self, illegal: Mapping[int, int]) -> None:
        self.rewards = self.table.paid(illegal)
        self.infos = self.table.infos(illegal)
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()


class SimultaneousEnv(ParallelEnv[str, dict[str, Bits], int]):
    """All agents act in each step. `parallel_env` makes it."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = table.play.game
        self.metadata = {**self.metadata, "name": f"{self.game.name}_v0"}
        self.render_mode = table.render_mode
        self.possible_agents = list(table.agents)
        self.agents: list[str] = []
        self.action_spaces = table.action_spaces
        self.observation_spaces = table.observation_spaces

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Bits]], dict[str, dict[str, Any]]]:
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), self.table.infos({})

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, dict[str, Bits]], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        if not self.agents:
            raise SpielbaumError("no game is being played; begin one by `reset`")
        play, agents = self.table.play, self.agents
        chosen = {player: self.table.checked(agents[player], actions.get(agents[player])) for player in play.movers}
        illegal = {player: action for player, action in chosen.items() if action not in play.legal(player)}
        if not illegal:
            play.move(chosen)
        over = bool(illegal) or play.over
        paid = self.table.paid(illegal) if over else dict.fromkeys(agents, 0.0)
        observations = self._observations()
        if over:
            self.agents = []
            for observation in observations.values():
                observation["action_mask"][:] = 0
        if self.render_mode == "human":
            self.render()
        return observations, paid, dict.fromkeys(agents, over), dict.fromkeys(agents, False), self.table.infos(illegal)

    def render(self) -> str | None:
        return render(self.table.play.state, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _observations(self) -> dict[str, dict[str, Bits]]:
        return {agent: self.table.observe(agent) for agent in self.possible_agents}
