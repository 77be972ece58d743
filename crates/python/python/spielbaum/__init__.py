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

from ._spielbaum import Game, RulesError, SpielbaumError, State, games, load, parse
from .batch import Children, children, features, random_playouts
from .vector import Step, Vector, vector

__all__ = [
    "Children",
    "Game",
    "RulesError",
    "SpielbaumError",
    "State",
    "Step",
    "Vector",
    "children",
    "features",
    "games",
    "load",
    "parse",
    "random_playouts",
    "vector",
]
