"""Pictures of tournaments, with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._extra import needed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .tournament import Tournament


def _axes(ax: Axes | None) -> Axes:
    needed("matplotlib")
    if ax is not None:
        return ax
    axes: Axes = needed("matplotlib.pyplot").subplots(layout="constrained")[1]
    return axes


def wins(tournament: Tournament, ax: Axes | None) -> Axes:
    """A square of the first player's rates of wins, in per cent; empty where two did not meet."""
    ax = _axes(ax)
    players = tournament.players
    rates = [[float("nan")] * len(players) for _ in players]
    for pairing in tournament.table:
        if pairing.games:
            first, second = (players.index(player) for player in pairing.players)
            rates[first][second] = 100 * pairing.wins[0] / pairing.games
    image = ax.imshow(rates, cmap="viridis", vmin=0, vmax=100)
    for first, row in enumerate(rates):
        for second, rate in enumerate(row):
            if rate == rate:
                ax.text(second, first, f"{rate:.0f}", ha="center", va="center", color="black" if rate > 60 else "white")
    ax.set_xticks(range(len(players)), players, rotation=30, ha="right")
    ax.set_yticks(range(len(players)), players)
    ax.set_xlabel("second player")
    ax.set_ylabel("first player")
    ax.set_title(f"{tournament.game}: wins of the first player, %")
    ax.figure.colorbar(image, ax=ax)
    return ax


def ratings(tournament: Tournament, ax: Axes | None) -> Axes:
    """The score of each strategy, with its 95 % interval, in per cent."""
    ax = _axes(ax)
    rated = [rating for rating in tournament.ratings if rating.score is not None]
    scores = [100 * rating.score for rating in rated if rating.score is not None]
    below = [score - 100 * rating.ci95[0] for rating, score in zip(rated, scores)]
    above = [100 * rating.ci95[1] - score for rating, score in zip(rated, scores)]
    ax.errorbar(scores, range(len(rated)), xerr=[below, above], fmt="o", capsize=3)
    ax.set_yticks(range(len(rated)), [rating.player for rating in rated])
    ax.invert_yaxis()
    ax.set_xlim(0, 100)
    ax.set_xlabel("score with 95 % interval, %")
    ax.set_title(tournament.game)
    return ax
