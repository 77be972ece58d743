"""Tournaments on a cluster of Ray: `arena` plays one, `resume` goes on with one.

This process directs: it hands out matches in shards to tasks of Ray, and counts and records the results as they come. A match depends on the seed and its number alone, so the table is that of
`spielbaum.arena`, whatever the number of machines and whatever is lost on the way.
"""

from __future__ import annotations

import time as clock
from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal
from uuid import uuid4

from . import _spielbaum, tournament
from ._needs import missing
from ._spielbaum import Game, SpielbaumError
from .tournament import Player, Tournament

try:
    import ray
    from ray.exceptions import LocalRayletDiedError, NodeDiedError, ObjectLostError, OutOfMemoryError, RayTaskError, TaskCancelledError, WorkerCrashedError
except ImportError as failure:
    raise missing("ray", failure) from failure

__all__ = ["arena", "resume"]

_LOST = (LocalRayletDiedError, NodeDiedError, ObjectLostError, OutOfMemoryError, TaskCancelledError, WorkerCrashedError)
"""What becomes of a task whose worker is lost."""

_MOMENT = 0.25
"""Seconds between two looks at whether the tournament is to end."""

_SHARD_SECONDS = 1.0
"""How long a shard should take: much longer than Ray needs to begin a task, and short beside the tournament."""

_MOST_IN_SHARD = 1000

_LOOK_AT_CLUSTER = 2.0
"""Seconds between two questions how many cores there are."""


def arena(
    game: Game | str | PathLike[str],
    players: str | Sequence[Player] | None = None,
    games: int = 100,
    *,
    seed: int = 0,
    time: float | None = None,
    db: str | PathLike[str] | Literal[False] | None = None,
    schedule: Literal["round-robin", "gauntlet", "ladder"] = "round-robin",
    champions: int | None = None,
    openings: int = 0,
    ply_limit: int | None = None,
    forfeit_after: float | None = None,
    sprt: dict[str, float] | None = None,
    progress: bool = True,
    shard: int | None = None,
    shard_timeout: float | None = None,
    retries: int = 3,
    task_options: dict[str, Any] | None = None,
) -> Tournament:
    """Lets strategies play one another on a cluster of Ray. The same seed gives the table of `spielbaum.arena`, unless a bound is in seconds.

    Ray is started on this machine if `ray.init` has not been called. The options are those of `spielbaum.arena`, and:

    - `shard`: matches of a task; if not given, as many as take about a second.
    - `shard_timeout`: seconds after which a shard is given to another worker, the wait for a free core included; without it a worker that hangs is waited for.
    - `retries`: how often a shard is begun again after a worker was lost or took too long, before the tournament ends with an error.
    - `task_options`: options of the tasks, as `ray.remote` takes them, such as `{"resources": {"arena": 1}}`. A task takes one core, if they do not say otherwise.

    Players that are written in Python are pickled. Learned evaluations and tables of weights are sent along; tablebases and policies must have the same path on all machines.

    Raises `SpielbaumError` if a shard is lost too often or a match fails, and what `spielbaum.arena` raises. `resume` goes on with what is kept in a store.
    """
    with _Workers(players, shard, shard_timeout, retries, task_options) as workers:
        return tournament._arena(
            game,
            players,
            {
                "games": games,
                "seed": seed,
                "schedule": schedule,
                "champions": champions,
                "opening_plies": openings,
                "move_seconds": time,
                "forfeit_seconds": forfeit_after,
                "ply_limit": ply_limit,
                "sprt": sprt,
            },
            db=db,
            progress=progress,
            workers=workers,
        )


def resume(
    id: int,
    *,
    players: Sequence[Player] = (),
    db: str | PathLike[str] | None = None,
    progress: bool = True,
    shard: int | None = None,
    shard_timeout: float | None = None,
    retries: int = 3,
    task_options: dict[str, Any] | None = None,
) -> Tournament:
    """Goes on with a tournament of a store, wherever it was begun, on a cluster of Ray. The options are those of `spielbaum.resume` and `arena`."""
    with _Workers(players, shard, shard_timeout, retries, task_options) as workers:
        return tournament._resume(id, players, db=db, progress=progress, workers=workers)


class _Shard:
    """Matches that one task plays."""

    def __init__(self, fixtures: list[tuple[int, int]]) -> None:
        self.fixtures = fixtures
        self.failures = 0
        self.begun = 0.0


class _Workers:
    """The tasks of Ray that play a tournament: what the native half of the package takes for workers."""

    def __init__(
        self,
        players: str | Sequence[Player] | None,
        shard: int | None,
        shard_timeout: float | None,
        retries: int,
        task_options: dict[str, Any] | None,
    ) -> None:
        if shard is not None and shard < 1:
            raise SpielbaumError(f"`shard` takes 1 or more matches, not {shard}")
        if shard_timeout is not None and shard_timeout <= 0:
            raise SpielbaumError(f"`shard_timeout` takes more than 0 seconds, not {shard_timeout}")
        if retries < 0:
            raise SpielbaumError(f"`retries` takes 0 or more, not {retries}")
        self._players = [] if players is None or isinstance(players, str) else [player for player in players if not isinstance(player, str)]
        self._shard, self._timeout, self._retries = shard, shard_timeout, retries
        # A shard that is lost is begun again here, where it is counted, and nowhere else.
        self._task = ray.remote(**{"num_cpus": 1, **(task_options or {}), "max_retries": 0})(_play)
        self._pending: dict[Any, _Shard] = {}
        self._per_match = 0.0
        self._cores, self._looked = 0, float("-inf")
        self._key = uuid4().hex
        self._assignment: Any = None

    def __enter__(self) -> _Workers:
        if not ray.is_initialized():
            ray.init(log_to_driver=False)
        return self

    def __exit__(self, *_: object) -> None:
        for ref in self._pending:
            ray.cancel(ref, force=True)
        self._pending.clear()

    def begin(self, assignment: str) -> None:
        """Ships what all matches depend on, once for all tasks."""
        self._assignment = ray.put((assignment, self._players))

    def free(self) -> int:
        """How many matches it would take now: two shards are handed out for each core, so that none waits for the next."""
        now = clock.monotonic()
        if now - self._looked > _LOOK_AT_CLUSTER:
            self._cores, self._looked = max(1, int(ray.cluster_resources().get("CPU", 1))), now
        return max(0, 2 * self._cores - len(self._pending)) * self._size()

    def _size(self) -> int:
        if self._shard is not None:
            return self._shard
        if self._per_match == 0.0:
            return 1
        return max(1, min(_MOST_IN_SHARD, int(_SHARD_SECONDS / self._per_match)))

    def play(self, fixtures: list[tuple[int, int]]) -> None:
        # Where fewer are left than there is room for, each core gets its part.
        size = max(1, min(self._size(), -(-len(fixtures) // max(1, 2 * self._cores - len(self._pending)))))
        for start in range(0, len(fixtures), size):
            self._hand_out(_Shard(fixtures[start : start + size]))

    def _hand_out(self, shard: _Shard) -> None:
        shard.begun = clock.monotonic()
        # In a list, the reference is not replaced by what it stands for: only a worker that does not have it yet fetches it.
        self._pending[self._task.remote(self._key, [self._assignment], shard.fixtures)] = shard

    def finished(self) -> list[str]:
        """The results that have come in; none after a moment without."""
        ready, _ = ray.wait(list(self._pending), num_returns=1, timeout=_MOMENT)
        if ready:
            ready, _ = ray.wait(list(self._pending), num_returns=len(self._pending), timeout=0)
        results = []
        for ref in ready:
            # Of what is not pending any more no result counts.
            shard = self._pending.pop(ref)
            try:
                text, seconds = ray.get(ref)
            except RayTaskError as failure:
                if not isinstance(failure.cause, ObjectLostError):
                    raise SpielbaumError(f"a match failed on a worker: {failure.cause or failure}") from failure
                self._lost(shard, str(failure.cause))
                continue
            except _LOST as failure:
                self._lost(shard, f"{type(failure).__name__}: {failure}")
                continue
            results.append(text)
            per_match = seconds / len(shard.fixtures)
            self._per_match = per_match if self._per_match == 0.0 else 0.7 * self._per_match + 0.3 * per_match
        self._end_late_ones()
        return results

    def _end_late_ones(self) -> None:
        if self._timeout is None:
            return
        now = clock.monotonic()
        late = [(ref, shard) for ref, shard in self._pending.items() if now - shard.begun > self._timeout]
        for ref, shard in late:
            del self._pending[ref]
            ray.cancel(ref, force=True)
            self._lost(shard, f"it took more than {self._timeout} seconds (shard_timeout)")

    def _lost(self, shard: _Shard, why: str) -> None:
        shard.failures += 1
        if shard.failures > self._retries:
            pairing, index = shard.fixtures[0]
            raise SpielbaumError(
                f"a shard of {len(shard.fixtures)} matches, the first number {index} of pairing {pairing}, was lost {shard.failures} times, at last because {why}; "
                "see that the machines have enough memory and time, or ask for more `retries`"
            )
        self._hand_out(shard)


_ready: tuple[str, _spielbaum.Worker] | None = None
"""In a process of Ray: the tournament that it has played last, and its worker."""


def _play(key: str, assignment: list[Any], fixtures: list[tuple[int, int]]) -> tuple[str, float]:
    """The task: plays matches, and gives their results and how many seconds they took."""
    global _ready
    if _ready is None or _ready[0] != key:
        _ready = key, _spielbaum.Worker(*ray.get(assignment[0]))
    begun = clock.monotonic()
    played = _ready[1].play(fixtures)
    return played, clock.monotonic() - begun
