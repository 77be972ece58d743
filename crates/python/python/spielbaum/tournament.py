"""Tournaments: `arena` plays one, `resume` goes on with one, and a `Tournament` tells what it came to."""

from __future__ import annotations

import html
import json
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from . import _spielbaum
from ._extra import needed
from ._loaded import loaded
from ._progress import progress_bar
from ._spielbaum import Budget, Game, InformationState, SpielbaumError, State, Strategy

if TYPE_CHECKING:
    import pandas
    import polars
    from matplotlib.axes import Axes


class Chooses(Protocol):
    """A strategy that is written in Python: an object, or a class of which one is made for each match. Its name in tables is its attribute `name`, or else that of the class."""

    def choose(self, state: Any, budget: Budget, /) -> int:
        """The action of `budget.player` in a `State`; or, in a game that hides something, by an `InformationState`."""
        ...


Player: TypeAlias = str | Strategy | Chooses | type[Chooses]
"""Who plays: a spec, a strategy with an evaluator in Python, or a strategy in Python."""


@dataclass(frozen=True)
class Pairing:
    """What the matches of one way to fill the seats came to. Lists have an entry for each player of the game, in their order."""

    players: list[str]
    """Who sits where."""
    games: int
    """Matches played."""
    wins: list[int]
    """Matches in which the player got the most alone; in a game for one player those in which it got all there is."""
    draws: int
    """Matches in which the most was shared."""
    adjudicated: int
    """Matches without payoffs: neither wins nor draws."""
    forfeits: list[int]
    """Matches that the player forfeited, which the others won; empty if nobody did."""
    mean_goals: list[float]
    """The mean payoff of each player; empty without payoffs."""
    ci95: list[tuple[float, float]]
    """The 95 % interval of each player's rate of wins, from 0 to 1."""
    mean_plies: float | None
    """The mean number of joint moves."""


@dataclass(frozen=True)
class Rating:
    """How a strategy fared over all its seats."""

    player: str
    """The strategy."""
    seats: int
    """Seats that the rating counts."""
    score: float | None
    """The mean score: 1 for a win, 1/m where m players share the most, else 0."""
    ci95: tuple[float, float]
    """The 95 % interval of the score."""
    elo: float | None
    """The rating in Elo; 0 is the mean of those that have met."""
    elo95: tuple[float, float] | None
    """The 95 % interval of the rating."""


@dataclass(frozen=True)
class Forfeit:
    """A match that a player has forfeited."""

    players: list[str]
    """Who sat where."""
    player: int
    """The number of the player of the game that forfeited."""
    message: str
    """What it did: an illegal action, too much time, or an exception, with its traceback."""


class Tournament:
    """What a tournament came to."""

    def __init__(self, run: _spielbaum.Run, options: str) -> None:
        """`options` are those of the call of `resume` that goes on with it, beside the number."""
        self._options = options
        self._document: dict[str, Any] = run.document
        self.id: int | None = run.id
        """Its number in the store; none if it is not kept."""
        self.remarks: list[str] = run.remarks
        """What people should know: what was chosen where options were left open, and what went wrong with the store."""
        self.forfeits: list[Forfeit] = [Forfeit(*forfeit) for forfeit in run.forfeits]
        """The matches that were forfeited in this run, in the order of play."""

    @property
    def game(self) -> str:
        """The name of the game."""
        name: str = self._document["game"]
        return name

    @property
    def interrupted(self) -> bool:
        """Whether some of the matches were not played."""
        return bool(self._document.get("interrupted", False))

    @property
    def players(self) -> list[str]:
        """The strategies, in the order in which they were named."""
        return [rating["player"] for rating in self._document["ratings"]]

    @property
    def table(self) -> list[Pairing]:
        """What each way to fill the seats came to, the last player's strategy changing fastest."""
        return [
            Pairing(
                players=pairing["players"],
                games=pairing["games"],
                wins=pairing["wins"],
                draws=pairing["draws"],
                adjudicated=pairing.get("adjudicated", 0),
                forfeits=pairing.get("forfeits", []),
                mean_goals=pairing["mean_goals"],
                ci95=[_interval(interval) for interval in pairing["ci95"]],
                mean_plies=pairing["mean_plies"],
            )
            for pairing in self._document["pairings"]
        ]

    @property
    def ratings(self) -> list[Rating]:
        """How each strategy fared, in the order in which they were named."""
        return [
            Rating(
                player=rating["player"],
                seats=rating["seats"],
                score=rating["score"],
                ci95=_interval(rating["ci95"]),
                elo=rating.get("elo"),
                elo95=_interval(rating["elo95"]) if rating.get("elo95") else None,
            )
            for rating in self._document["ratings"]
        ]

    def to_dict(self) -> dict[str, Any]:
        """The document that `spielbaum arena --json` prints."""
        copy: dict[str, Any] = json.loads(json.dumps(self._document))
        return copy

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a data frame of pandas: a row for each player of each pairing.

        The columns: `pairing` (the number of the row in `table`), `seat` (the number of the player of the game), `player` (its strategy), `opponents` (the other strategies, with commas between them), `games`, `wins`,
        `draws`, `mean_goal`, `win_rate`, `ci95_low` and `ci95_high` (of the rate of wins).

        Raises `ImportError` if pandas is not installed.
        """
        frame: pandas.DataFrame = needed("pandas").DataFrame(self._columns())
        return frame

    def to_polars(self) -> polars.DataFrame:
        """The table as a data frame of polars, with the columns of `to_pandas`.

        Raises `ImportError` if polars is not installed.
        """
        frame: polars.DataFrame = needed("polars").DataFrame(self._columns())
        return frame

    def _columns(self) -> dict[str, list[Any]]:
        rows = [
            {
                "pairing": number,
                "seat": seat,
                "player": player,
                "opponents": ", ".join(pairing.players[:seat] + pairing.players[seat + 1 :]),
                "games": pairing.games,
                "wins": pairing.wins[seat],
                "draws": pairing.draws,
                "mean_goal": pairing.mean_goals[seat] if pairing.mean_goals else None,
                "win_rate": pairing.wins[seat] / pairing.games if pairing.games else None,
                "ci95_low": pairing.ci95[seat][0],
                "ci95_high": pairing.ci95[seat][1],
            }
            for number, pairing in enumerate(self.table)
            for seat, player in enumerate(pairing.players)
        ]
        return {name: [row[name] for row in rows] for name in rows[0]}

    def plot(self, kind: Literal["wins", "ratings"] | None = None, ax: Axes | None = None) -> Axes:
        """Draws the tournament with matplotlib, and gives the axes.

        `wins` is a square of the rates of wins of the first player (rows) against the second (columns), for games of two players. `ratings` are the scores with their 95 % intervals. Without `kind` the
        former is drawn where the game has two players, else the latter.

        Raises `ImportError` if matplotlib is not installed, and `SpielbaumError` if the game has other than two players for `wins`.
        """
        from . import _plot

        seats = len(self.table[0].players)
        if kind is None:
            kind = "wins" if seats == 2 else "ratings"
        if kind == "ratings":
            return _plot.ratings(self, ax)
        if kind != "wins":
            raise SpielbaumError(f"there is no picture {kind!r}; there are 'wins' and 'ratings'")
        if seats != 2:
            raise SpielbaumError(f"'wins' is for games of two players, and {self.game} has {seats}; draw 'ratings'")
        return _plot.wins(self, ax)

    def _cells(self) -> Iterator[tuple[list[str], list[list[str]]]]:
        """The two tables that are shown: headers, and cells."""
        pairings = [
            [
                *pairing.players,
                str(pairing.games),
                "/".join(map(str, pairing.wins)),
                str(pairing.draws),
                "/".join(f"{goal:.1f}" for goal in pairing.mean_goals) or "-",
                f"{100 * pairing.ci95[0][0]:.0f}-{100 * pairing.ci95[0][1]:.0f} %",
            ]
            for pairing in self.table
        ]
        seats = [f"player {seat}" for seat in range(len(self.table[0].players))]
        yield [*seats, "games", "wins", "draws", "mean goals", "wins of player 0"], pairings
        ratings = [
            [
                rating.player,
                "-" if rating.score is None else f"{100 * rating.score:.1f} %",
                f"{100 * rating.ci95[0]:.0f}-{100 * rating.ci95[1]:.0f} %",
                "-" if rating.elo is None else f"{rating.elo:+.0f}",
                "-" if rating.elo95 is None else f"{rating.elo95[0]:+.0f} to {rating.elo95[1]:+.0f}",
            ]
            for rating in self.ratings
        ]
        yield ["strategy", "score", "95 % interval", "Elo", "95 % interval"], ratings

    def _notes(self) -> list[str]:
        forfeited = "1 match was forfeited" if len(self.forfeits) == 1 else f"{len(self.forfeits)} matches were forfeited, the first"
        notes = [f"{forfeited}: {self.forfeits[0].message}"] if self.forfeits else []
        if self.interrupted:
            how = f"; spielbaum.resume({self.id}{self._options}) goes on" if self.id is not None else ""
            notes.append(f"Interrupted before all matches were played{how}.")
        return notes

    def __str__(self) -> str:
        parts = []
        for header, rows in self._cells():
            widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
            lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in [header, *rows]]
            parts.append("\n".join(lines))
        title = f"{self.game}, {sum(pairing.games for pairing in self.table)} matches"
        return "\n\n".join([title, *parts, *self._notes()])

    def __repr__(self) -> str:
        kept = "" if self.id is None else f", number {self.id} of the store"
        return f"<Tournament of {self.game}{kept}: {sum(pairing.games for pairing in self.table)} matches>"

    def _repr_html_(self) -> str:
        def row(cells: list[str], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        tables = [
            f"<table><thead>{row(header, 'th')}</thead><tbody>{''.join(row(cells, 'td') for cells in rows)}</tbody></table>"
            for header, rows in self._cells()
        ]
        notes = [f"<pre>{html.escape(note)}</pre>" for note in self._notes()]
        return f"<p>{html.escape(self.game)}</p>" + "".join(tables + notes)


class TournamentInterrupted(KeyboardInterrupt):
    """Ctrl-C has ended a tournament. `tournament` has what was played until then; `spielbaum.resume` goes on with it if it is kept in a store."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament._notes()[-1] if tournament.interrupted else "interrupted")
        self.tournament = tournament


def arena(
    game: Game | str | PathLike[str],
    players: str | Sequence[Player] | None = None,
    games: int | None = None,
    *,
    seed: int = 0,
    time: float | None = None,
    threads: int | None = None,
    db: str | PathLike[str] | Literal[False] | None = None,
    schedule: Literal["round-robin", "gauntlet", "ladder", "in-order"] = "round-robin",
    champions: int | None = None,
    openings: int = 0,
    ply_limit: int | None = None,
    forfeit_after: float | None = None,
    sprt: dict[str, float] | None = None,
    progress: bool = True,
) -> Tournament:
    """Lets strategies play one another, in every order of seats, and counts the results.

    The same seed gives the same matches, and the same table as `spielbaum arena`, whatever the number of threads, unless a bound is in seconds.

    - `game`: a game, or what `load` takes.
    - `players`: specs, one text of them with commas between them or a list; strategies with an evaluator in Python (`strategy`); objects or classes with a method `choose(state, budget)`. Without
      them, strategies play that suit the game (`Tournament.remarks` tells which).
    - `games`: matches of each pairing, at most; if not given, 50,000 with `sprt`, 200 in a ladder, else 100 or fewer, the fewer the larger the game is and the more pairings there are.
    - `time`: seconds for each move of every player, besides the bounds of the specs. Nodes and playouts are bounded by specs: `uct(playouts=1000)`.
    - `threads`: matches played at the same time; one for each core, if not given.
    - `db`: the store that keeps the tournament with every move: a file, the user's own store (that of the program `spielbaum`) if not given, none if False.
    - `schedule`, `champions`: who meets whom: all each other, the first so many (1) all others, or neighbours by rating until their order is clear.
    - `openings`: so many random moves begin each match.
    - `ply_limit`: joint moves after which a match ends without a winner, 10,000 if not given.
    - `forfeit_after`: seconds after which a player forfeits the match.
    - `sprt`: a sequential test ends each pairing: `elo0`, `elo1`, `alpha` and `beta`, all four.
    - `progress`: shows a bar, by tqdm if that is installed.

    Raises `SpielbaumError` where the options do not fit, or the store cannot be opened, and `TournamentInterrupted` if Ctrl-C is pressed: what was played is kept, and `resume` goes on with it. A
    strategy that raises an exception or chooses an illegal action forfeits the match; `Tournament.forfeits` and the store tell why.
    """
    options = {
        "games": games,
        "seed": seed,
        "schedule": schedule,
        "champions": champions,
        "openings": openings,
        "time": time,
        "forfeit_after": forfeit_after,
        "ply_limit": ply_limit,
        "sprt": sprt,
    }
    return _arena(game, players, options, db=db, progress=progress, threads=threads)


_NAMES = {"openings": "opening_plies", "time": "move_seconds", "forfeit_after": "forfeit_seconds"}
"""What options are called in the document, where they have another name."""

_MOST = {"games": 2**32 - 1, "seed": 2**64 - 1, "champions": 2**32 - 1, "openings": 2**32 - 1, "ply_limit": 2**32 - 1}
"""The greatest values that whole numbers have in the document."""


def _document(options: dict[str, Any]) -> str:
    """The options as they are read by the native half."""
    if options["champions"] is not None and options["schedule"] != "gauntlet":
        raise SpielbaumError(f"`champions` are those of a gauntlet; give schedule='gauntlet', or leave champions={options['champions']} away")
    for name, most in _MOST.items():
        # Whole numbers of numpy are numbers, too.
        if options[name] is not None and not 0 <= operator.index(options[name]) <= most:
            raise SpielbaumError(f"`{name}` takes a number from 0 to {most}, not {options[name]}")
    for name in ("time", "forfeit_after"):
        if options[name] is not None and not math.isfinite(options[name]):
            raise SpielbaumError(f"`{name}` takes a finite number, not {options[name]}")
    return json.dumps({_NAMES.get(name, name): value for name, value in options.items() if value is not None}, default=operator.index)


def _arena(
    game: Game | str | PathLike[str],
    players: str | Sequence[Player] | None,
    options: dict[str, Any],
    *,
    db: str | PathLike[str] | Literal[False] | None,
    progress: bool,
    threads: int | None = None,
    workers: Any = None,
) -> Tournament:
    """Plays a tournament on threads or on workers."""
    game, document = loaded(game), _document(options)
    listed = _spielbaum.specs(players) if isinstance(players, str) else players
    store = _store(db)
    with progress_bar("matches", progress) as bar:
        run = _spielbaum.play(game, None if listed is None else list(listed), document, store, _threads(threads), bar, workers)
    return _ended(run, listed, store)


def resume(
    id: int,
    *,
    players: Sequence[Player] = (),
    threads: int | None = None,
    db: str | PathLike[str] | None = None,
    progress: bool = True,
) -> Tournament:
    """Goes on with a tournament of a store, and gives the table that it would have had without the interruption.

    `players` are those of its players that are written in Python, under the names that they had; the store has the specs of the others. `threads`, `db` and `progress` are those of `arena`.

    Raises `SpielbaumError` if there is no such tournament or it cannot go on, and `TournamentInterrupted` if Ctrl-C is pressed.
    """
    return _resume(id, players, db=db, progress=progress, threads=threads)


def _resume(
    id: int,
    players: Sequence[Player],
    *,
    db: str | PathLike[str] | None,
    progress: bool,
    threads: int | None = None,
    workers: Any = None,
) -> Tournament:
    """Goes on with a tournament on threads or on workers."""
    store = _store(db)
    if store is None:
        raise SpielbaumError("a tournament is resumed from a store; give db=FILE")
    with progress_bar("matches", progress) as bar:
        run = _spielbaum.go_on(id, list(players), store, _threads(threads), bar, workers)
    return _ended(run, players, store)


def in_python(players: Sequence[Player] | None) -> list[Player]:
    """Those of some players that no spec tells."""
    return [player for player in players or [] if not isinstance(player, str) and (not isinstance(player, Strategy) or player.evaluator is not None)]


def _ended(run: _spielbaum.Run, players: Sequence[Player] | None, store: str | None) -> Tournament:
    options = ", players=[...]" if in_python(players) else ""
    if store is not None and Path(store) != _spielbaum.store_file():
        options += f", db={store!r}"
    tournament = Tournament(run, options)
    if isinstance(run.interrupted, KeyboardInterrupt):
        raise TournamentInterrupted(tournament) from run.interrupted
    if run.interrupted is not None:
        raise run.interrupted
    return tournament


def _threads(threads: int | None) -> int:
    """The number of threads; 0 for one for each core."""
    if threads is not None and threads < 1:
        raise SpielbaumError(f"threads={threads}: there must be one at least")
    return threads or 0


def _store(db: str | PathLike[str] | Literal[False] | None) -> str | None:
    if db is False:
        return None
    if db is not None:
        return fspath(db)
    file = _spielbaum.store_file()
    if file is None:
        raise SpielbaumError("you have no home directory; say where the tournament is kept (db=FILE), or that it is not (db=False)")
    return fspath(file)


def _interval(interval: Any) -> tuple[float, float]:
    low, high = interval
    return low, high
