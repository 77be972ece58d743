"""Games as games of OpenSpiel, so that its algorithms run on them.

>>> from open_spiel.python.algorithms import cfr
>>> import spielbaum.openspiel
>>> solver = cfr.CFRSolver(spielbaum.openspiel.load_game("kuhn-poker"))

`load_game` registers a game as a Python game of OpenSpiel, after which `pyspiel.load_game("spielbaum_kuhn_poker")` knows it, too.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any

import numpy as np

from ._extra import missing
from ._rewards import Rewards
from ._spielbaum import Game, SpielbaumError, State, load

try:
    import pyspiel
except ImportError as failure:
    raise missing("openspiel", failure) from failure

__all__ = ["load_game"]



@dataclass(frozen=True)
class Definition:
    """A game as OpenSpiel is to know it."""

    game: Game
    paid: Rewards
    takes_turns: bool
    goal_sum: int | None
    max_game_length: int


_names: dict[Definition, str] = {}
"""The names that definitions are registered by."""
_loaded: dict[str, Game] = {}
"""The games that were loaded by their names or paths."""


def load_game(
    game: Game | str | PathLike[str],
    *,
    rewards: tuple[float, float] | None = None,
    takes_turns: bool | None = None,
    goal_sum: int | None = None,
    max_game_length: int = 10_000,
) -> pyspiel.Game:
    """A game as one of OpenSpiel, which is registered if it is not yet. A name or a path is read once; for a file that has changed, give `spielbaum.load(path)`.

    `rewards` is what goals from 0 to 100 become as utilities: -1 to 1 if nothing is said, so that two players whose goals always sum up to 100 play a
    zero-sum game; 0 to 1 for a player alone.

    Two things are said where they are true and not proven by `Game`: `takes_turns`, that players never move at the same time, and `goal_sum`, the sum of
    all players' goals if it is always the same, such as 100. A state in which it turns out to be wrong raises `SpielbaumError`.

    OpenSpiel wants to know how many moves a game has at most, which is not known of a rulesheet: `max_game_length` is a bound that is large enough for most.
    """
    if not isinstance(game, Game):
        name = fspath(game)
        if name not in _loaded:
            _loaded[name] = load(name)
        game = _loaded[name]
    turns = game.takes_turns if takes_turns is None else takes_turns
    total = game.utility_sum() if goal_sum is None else goal_sum
    return _game(Definition(game, Rewards.of(game, rewards), turns, total, max_game_length))


def _game(definition: Definition) -> pyspiel.Game:
    """The game of a definition, which is registered if it is not yet."""
    if definition not in _names:
        _register(definition)
    return pyspiel.load_game(_names[definition])


def _register(definition: Definition) -> None:
    name = _free_name(definition.game.name)
    game_type, game_info = _game_type(name, definition), _game_info(definition)

    class SpielbaumGame(pyspiel.Game):
        """A game of Spielbaum."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(game_type, game_info, params or {})

        def new_initial_state(self) -> SpielbaumState:
            return SpielbaumState(self, Position(name, definition, definition.game.new_initial_state()))

        def __reduce__(self) -> tuple[Any, ...]:
            return _game, (definition,)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
            if params:
                raise SpielbaumError(f"observations have no parameters; there are {params}")
            kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
            # What is public and what is private cannot be told apart in a rulesheet.
            whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
            return Observer(definition.game, kind.perfect_recall) if whole else None

    pyspiel.register_game(game_type, SpielbaumGame)
    _names[definition] = name


def _free_name(game: str) -> str:
    """A name for a game that no other is registered by."""
    plain = "spielbaum_" + re.sub(r"[^a-zA-Z0-9]+", "_", game).strip("_")
    names = itertools.chain([plain], (f"{plain}_{number}" for number in itertools.count(2)))
    return next(name for name in names if name not in _names.values())


def _utility_sum(definition: Definition) -> float | None:
    """The sum of all players' utilities, if it is always the same."""
    paid, players = definition.paid, definition.game.num_players()
    if definition.goal_sum is None or players == 1:
        return None
    total = paid.paid(definition.goal_sum) + (players - 1) * paid.low
    return 0.0 if abs(total) < 1e-9 else total


def _game_type(name: str, definition: Definition) -> pyspiel.GameType:
    kinds, game = pyspiel.GameType, definition.game
    total = _utility_sum(definition)
    if total is None:
        utility = kinds.Utility.GENERAL_SUM
    else:
        utility = kinds.Utility.ZERO_SUM if total == 0 else kinds.Utility.CONSTANT_SUM
    return pyspiel.GameType(
        short_name=name,
        long_name=f"{game.name} (Spielbaum)",
        dynamics=kinds.Dynamics.SEQUENTIAL if definition.takes_turns else kinds.Dynamics.SIMULTANEOUS,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.has_chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if game.hides else kinds.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.num_players(),
        min_num_players=game.num_players(),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
    )


def _game_info(definition: Definition) -> pyspiel.GameInfo:
    game, paid = definition.game, definition.paid
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_distinct_actions(),
        max_chance_outcomes=len(game.chance_actions()),
        num_players=game.num_players(),
        min_utility=paid.paid(game.min_utility()),
        max_utility=paid.paid(game.max_utility()),
        utility_sum=_utility_sum(definition),
        max_game_length=definition.max_game_length,
    )


class Position:
    """A state with its definition, as OpenSpiel copies and pickles it."""

    def __init__(self, name: str, definition: Definition, state: State) -> None:
        self.name = name
        self.definition = definition
        self.state = state

    def __deepcopy__(self, _memo: Any) -> Position:
        return Position(self.name, self.definition, self.state.clone())

    def __reduce__(self) -> tuple[Any, ...]:
        return _position, (self.name, self.state.serialize())


def _position(name: str, text: str) -> Position:
    """The position that was written as text, of the game that is registered by a name."""
    definition = next((definition for definition, known in _names.items() if known == name), None)
    if definition is None:
        raise SpielbaumError(f"no game is registered as {name}; register it by `spielbaum.openspiel.load_game`")
    return Position(name, definition, definition.game.deserialize_state(text))


class SpielbaumState(pyspiel.State):
    """A state of a game of Spielbaum, as OpenSpiel asks about it."""

    def __init__(self, game: pyspiel.Game, position: Position) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        player = self.position.state.current_player()
        if player == pyspiel.PlayerId.SIMULTANEOUS and self.position.definition.takes_turns:
            raise SpielbaumError("players move at the same time here; load the game without `takes_turns=True`")
        return player

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.state.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.position.state.apply_action(action)

    def _apply_actions(self, actions: list[int]) -> None:
        self.position.state.apply_actions(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.state.action_to_string(player, action)

    def is_terminal(self) -> bool:
        return self.position.state.is_terminal()

    def returns(self) -> list[float]:
        state, definition = self.position.state, self.position.definition
        goals = state.returns()
        if not state.is_terminal():
            return goals
        if definition.goal_sum not in (None, sum(goals)):
            raise SpielbaumError(f"the sum of goals is {sum(goals):g} here; load the game without `goal_sum={definition.goal_sum}`")
        return [definition.paid.paid(goal) for goal in goals]

    def __str__(self) -> str:
        return str(self.position.state)


class Observer:
    """What a player sees, as OpenSpiel's `PyObserver`: the observation, or with perfect recall the information state, of which there is no tensor."""

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self.tensor = None if perfect_recall else np.zeros(game.observation_tensor_shape(), np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielbaumState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.position.state.observation_tensor(player)

    def string_from(self, state: SpielbaumState, player: int) -> str:
        if self.tensor is None:
            # With the player, as two may have seen the same.
            return f"player {player}\n{state.position.state.information_state_string(player)}"
        return state.position.state.observation_string(player)
