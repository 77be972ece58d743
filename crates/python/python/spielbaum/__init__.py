"""General game playing and game-tree search: any rulesheet, thousands of boards as arrays.

>>> import spielbaum as sb
>>> game = sb.load("tictactoe")
>>> state = game.new_initial_state()
>>> state.apply_action(4)
>>> print(state)
3  . . .
2  . x .
1  . . .
   1 2 3
(control oplayer)
>>> game.think("alpha-beta(table=16)", state)["value"]
50.0
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._spielbaum import (
    Budget,
    Game,
    InformationState,
    RulesError,
    SpielbaumError,
    State,
    Strategy,
    Trace,
    Tree,
    games,
    load,
    parse,
    strategy,
    sweep,
    tree,
)
from .batch import Children, children, features, random_playouts
from .tournament import Forfeit, Pairing, Rating, Tournament, TournamentInterrupted, arena, resume
from .vector import Played, Step, Vector, vector

if TYPE_CHECKING:
    from . import gymnasium, openspiel, pettingzoo, ray

__all__ = [
    "Budget",
    "Children",
    "Forfeit",
    "Game",
    "InformationState",
    "Pairing",
    "Played",
    "Rating",
    "RulesError",
    "SpielbaumError",
    "State",
    "Step",
    "Strategy",
    "Tournament",
    "TournamentInterrupted",
    "Trace",
    "Tree",
    "Vector",
    "arena",
    "children",
    "features",
    "games",
    "gymnasium",
    "load",
    "openspiel",
    "parse",
    "pettingzoo",
    "random_playouts",
    "ray",
    "resume",
    "strategy",
    "sweep",
    "tree",
    "vector",
]


def __getattr__(name: str) -> Any:
    """Adapters and clusters are imported when they are asked for, as each needs another project."""
    if name in ("gymnasium", "openspiel", "pettingzoo", "ray"):
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
