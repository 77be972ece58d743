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
    tree,
)
from .tournament import Forfeit, Pairing, Rating, Tournament, TournamentInterrupted, arena, resume
from .vector import Step, Vector, vector

__all__ = [
    "Budget",
    "Forfeit",
    "Game",
    "InformationState",
    "Pairing",
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
    "games",
    "load",
    "parse",
    "resume",
    "strategy",
    "tree",
    "vector",
]
