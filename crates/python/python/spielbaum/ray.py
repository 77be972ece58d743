"""Tournaments, learning, counting and solving on a cluster of Ray.

This process directs: it hands out parts of the work to tasks of Ray, and puts together what comes of them. A part depends on the seed and its number alone, so results are those of one machine, whatever the
number of machines and whatever is lost on the way.

Ray is started on this machine if `ray.init` has not been called. What all functions take:

- `timeout`: seconds after which a part is given to another worker, the wait for a free core included; without it a worker that hangs is waited for.
- `retries`: how often a part is begun again after a worker was lost or took too long, before the work ends with an error.
- `progress`: shows a bar, by tqdm if that is installed.
- `task_options`: options of the tasks, as `ray.remote` takes them, such as `{"resources": {"arena": 1}}`. A task takes one core, if they do not say otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal

from . import tournament
from ._loaded import loaded
from ._progress import progress_bar
from ._ray_tasks import Part, Tasks
from ._spielbaum import Game, SpielbaumError, State
from .tournament import Player, Tournament

__all__ = ["arena", "count", "learn", "resume", "solve"]

_SHARD_SECONDS = 1.0
"""How long a shard of matches should take: much longer than Ray needs to begin a task, and short beside the tournament."""

_MOST_IN_SHARD = 1000


def arena(
    game: Game | str | PathLike[str],
    players: str | Sequence[Player] | None = None,
    games: int | None = None,
    *,
    seed: int = 0,
    time: float | None = None,
    db: str | PathLike[str] | Literal[False] | None = None,
    schedule: Literal["round-robin", "gauntlet", "ladder", "in-order"] = "round-robin",
    champions: int | None = None,
    openings: int = 0,
    ply_limit: int | None = None,
    forfeit_after: float | None = None,
    sprt: dict[str, float] | None = None,
    progress: bool = True,
    shard: int | None = None,
    timeout: float | None = None,
    retries: int = 3,
    task_options: dict[str, Any] | None = None,
) -> Tournament:
    """Lets strategies play one another on a cluster of Ray. The same seed gives the table of `spielbaum.arena`, unless a bound is in seconds.

    The options are those of `spielbaum.arena` and of this module, and `shard`: matches of a task; if not given, as many as take about a second.

    Players that are written in Python are pickled. The files that specs name (learned evaluations, tables of weights, tablebases, policies) are sent to each machine once.

    Raises `SpielbaumError` if a shard is lost too often or a match fails, and what `spielbaum.arena` raises. `resume` goes on with what is kept in a store.
    """
    with Tasks("MatchWorker", timeout, retries, task_options) as tasks:
        return tournament._arena(
            game,
            players,
            {
                "games": games,
                "seed": seed,
                "schedule": schedule,
                "champions": champions,
                "openings": openings,
                "time": time,
                "forfeit_after": forfeit_after,
                "ply_limit": ply_limit,
                "sprt": sprt,
            },
            db=db,
            progress=progress,
            workers=_Matches(tasks, players, shard),
        )


def resume(
    id: int,
    *,
    players: Sequence[Player] = (),
    db: str | PathLike[str] | None = None,
    progress: bool = True,
    shard: int | None = None,
    timeout: float | None = None,
    retries: int = 3,
    task_options: dict[str, Any] | None = None,
) -> Tournament:
    """Goes on with a tournament of a store, wherever it was begun, on a cluster of Ray. The options are those of `spielbaum.resume` and `arena`."""
    with Tasks("MatchWorker", timeout, retries, task_options) as tasks:
        return tournament._resume(id, players, db=db, progress=progress, workers=_Matches(tasks, players, shard))


def learn(
    game: Game | str | PathLike[str],
    minutes: float = 2.0,
    *,
    games: int | None = None,
    source: str | None = None,
    seed: int = 0,
    actors: int | None = None,
    file: str | PathLike[str] | None = None,
    begin_with: str | PathLike[str] | None = None,
    db: str | PathLike[str] | Literal[False] | None = None,
    progress: bool = True,
    timeout: float | None = None,
    retries: int = 3,
    task_options: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Learns an evaluation as `Game.learn` does: `actors` tasks (one for each core of the cluster) play the games of a round, and this process learns from them.

    The same seed, number of actors and `games` give the same evaluation, which is that of `Game.learn` with as many threads. The evaluation is written to `file` also if the work ends early; a finished one is kept in the store (`db`), too.

    Raises what `Game.learn` raises, and `SpielbaumError` if a task is lost too often.
    """
    with Tasks("SelfPlayWorker", timeout, retries, task_options) as tasks, progress_bar("s" if games is None else "games", progress) as bar:
        threads = tasks.cores() if actors is None else actors
        rounds = _Rounds(tasks)
        return loaded(game).learn(minutes, games=games, source=source, seed=seed, threads=threads, file=file, begin_with=begin_with, db=db, _workers=rounds, _progress=bar)


def count(
    game: Game | str | PathLike[str],
    *,
    state: State | None = None,
    tree: bool = True,
    part: int = 50_000,
    memory: float | None = None,
    time: float | None = None,
    progress: bool = True,
    timeout: float | None = None,
    retries: int = 3,
    task_options: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Counts the states of a game ply by ply, as `Game.count` does: of the states of each ply, tasks expand `part` each, and this process takes out what has been seen.

    Plies of fewer states are expanded here, and the tree is counted here. The states must fit into this process' `memory` (gigabytes) and its temporary files.

    Raises what `Game.count` raises, and `SpielbaumError` if a task is lost too often.
    """
    with Tasks("LayerWorker", timeout, retries, task_options) as tasks, progress_bar("states", progress) as bar:
        return loaded(game).count(state=state, tree=tree, memory=memory, time=time, _workers=_Layers(tasks, part), _progress=bar)


def solve(
    game: Game | str | PathLike[str],
    method: str = "auto",
    *,
    state: State | None = None,
    part: int = 50_000,
    memory: float | None = None,
    time: float | None = None,
    file: str | PathLike[str] | None = None,
    progress: bool = True,
    timeout: float | None = None,
    retries: int = 3,
    task_options: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Solves a game as `Game.solve` does by the method `retrograde`, which `auto` stands for: states are found as `count` finds them, and valued backwards here, by threads of this process.

    All states, with their values, must fit into this process' `memory` (gigabytes). `file` (`FILE.solved`) takes all values.

    Raises what `Game.solve` raises, and `SpielbaumError` if the method is another, which does not go through layers of states, the game hides something, or a task is lost too often.
    """
    with Tasks("LayerWorker", timeout, retries, task_options) as tasks, progress_bar("states", progress) as bar:
        return loaded(game).solve(method, state=state, memory=memory, time=time, file=file, _workers=_Layers(tasks, part), _progress=bar)


class _Matches:
    """The matches of a tournament."""

    def __init__(self, tasks: Tasks, players: str | Sequence[Player] | None, shard: int | None) -> None:
        if shard is not None and shard < 1:
            raise SpielbaumError(f"`shard` takes 1 or more matches, not {shard}")
        self._tasks, self._shard = tasks, shard
        # What a spec tells need not be pickled.
        self._players = tournament.in_python(players)
        self._per_match = 0.0

    def begin(self, assignment: str, files: list[tuple[str, Any]]) -> None:
        self._tasks.begin(assignment, files, self._players)

    def free(self) -> int:
        """How many matches it would take now."""
        return self._tasks.room() * self._size()

    def _size(self) -> int:
        if self._shard is not None:
            return self._shard
        if self._per_match == 0.0:
            return 1
        return max(1, min(_MOST_IN_SHARD, int(_SHARD_SECONDS / self._per_match)))

    def play(self, fixtures: list[tuple[int, int]]) -> None:
        # Where fewer are left than there is room for, each core gets its part.
        size = max(1, min(self._size(), -(-len(fixtures) // max(1, self._tasks.room()))))
        for start in range(0, len(fixtures), size):
            shard = fixtures[start : start + size]
            pairing, index = shard[0]
            self._tasks.hand_out(Part(start, f"a shard of {len(shard)} matches, the first number {index} of pairing {pairing},", (shard,)))

    def finished(self) -> list[str]:
        results = []
        for part, text, seconds in self._tasks.finished():
            results.append(text)
            per_match = seconds / len(part.arguments[0])
            self._per_match = per_match if self._per_match == 0.0 else 0.7 * self._per_match + 0.3 * per_match
        return results


class _Rounds:
    """The rounds of games of a learner."""

    def __init__(self, tasks: Tasks) -> None:
        self._tasks = tasks

    def begin(self, assignment: str) -> None:
        self._tasks.begin(assignment)

    def hand_out(self, weights: bytes, seeds: list[int]) -> None:
        shipped = self._tasks.put(weights)
        for place, seed in enumerate(seeds):
            self._tasks.hand_out(Part(place, f"share {place} of a round", (shipped, seed)))

    def finished(self) -> list[tuple[int, str]]:
        return [(part.number, text) for part, text, _ in self._tasks.finished()]


class _Layers:
    """The layers of a state space."""

    def __init__(self, tasks: Tasks, part: int) -> None:
        if part < 1:
            raise SpielbaumError(f"`part` takes 1 or more states, not {part}")
        self._tasks, self.part = tasks, part
        self._heaviest = 0

    def begin(self, assignment: str) -> None:
        self._tasks.begin(assignment)

    def room(self) -> int:
        """How many parts it would take now."""
        return self._tasks.room(self._heaviest)

    def hand_out(self, number: int, states: bytes) -> None:
        self._tasks.hand_out(Part(number, f"part {number} of a layer", (states,)))

    def finished(self) -> list[Any]:
        found = []
        for part, result, _ in self._tasks.finished():
            self._heaviest = max(self._heaviest, len(part.arguments[0]) + len(result[-1]))
            found.append(result)
        return found
