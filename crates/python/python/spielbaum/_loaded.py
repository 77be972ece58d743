"""Games as functions of this package are given them."""

from __future__ import annotations

from os import PathLike

from ._spielbaum import Game, load


def loaded(game: Game | str | PathLike[str]) -> Game:
    """The game, or that of a name or a path, as `load` takes it."""
    return game if isinstance(game, Game) else load(game)
