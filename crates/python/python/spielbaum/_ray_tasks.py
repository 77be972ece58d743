"""Tasks of Ray that are begun again when they are lost: what tournaments, learning, counting and solving on a cluster have in common."""

from __future__ import annotations

import time as clock
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from . import _spielbaum
from ._extra import missing
from ._spielbaum import SpielbaumError

try:
    import ray as ray
    from ray.exceptions import LocalRayletDiedError, NodeDiedError, ObjectLostError, ObjectStoreFullError, OutOfDiskError, OutOfMemoryError, RayTaskError, TaskCancelledError, WorkerCrashedError
except ImportError as failure:
    raise missing("ray", failure) from failure

_LOST = (LocalRayletDiedError, NodeDiedError, ObjectLostError, OutOfMemoryError, TaskCancelledError, WorkerCrashedError)
"""What becomes of a task whose worker is lost."""

_FULL = (ObjectStoreFullError, OutOfDiskError)
"""Ray moves objects to the disk that its memory has no room for. This is raised where the disk has none either."""

_MOMENT = 0.25
"""Seconds between two looks at whether the work is to end."""

_LOOK_AT_CLUSTER = 2.0
"""Seconds between two questions what the cluster has."""


class Part:
    """What one task does."""

    def __init__(self, number: int, name: str, arguments: tuple[Any, ...]) -> None:
        self.number = number
        self.name = name
        """What an error calls it."""
        self.arguments = arguments
        self.failures = 0
        self.begun = 0.0


class Tasks:
    """Parts of some work that Ray's workers do: each with an object of the native class `worker`, which a process makes once, of what is told in `begin`."""

    def __init__(self, worker: str, timeout: float | None, retries: int, options: dict[str, Any] | None) -> None:
        if timeout is not None and timeout <= 0:
            raise SpielbaumError(f"`timeout` takes more than 0 seconds, not {timeout}")
        if retries < 0:
            raise SpielbaumError(f"`retries` takes 0 or more, not {retries}")
        self._worker, self._timeout, self._retries = worker, timeout, retries
        # A part that is lost is begun again here, where it is counted, and nowhere else.
        self._task = ray.remote(**{"num_cpus": 1, **(options or {}), "max_retries": 0})(_do)
        self._pending: dict[Any, Part] = {}
        self._cores, self._store, self._looked = 0, 0, float("-inf")
        self._key = uuid4().hex
        self._told: Any = None

    def __enter__(self) -> Tasks:
        if not ray.is_initialized():
            ray.init(log_to_driver=False)
        return self

    def __exit__(self, *_: object) -> None:
        for ref in self._pending:
            ray.cancel(ref, force=True)
        self._pending.clear()

    def __len__(self) -> int:
        """How many parts are handed out."""
        return len(self._pending)

    def begin(self, *told: Any) -> None:
        """Ships what all parts depend on, once for all tasks."""
        self._told = self.put(told)

    def put(self, shared: Any) -> Any:
        """Ships what several parts depend on, once for each machine: the reference is part of their arguments."""
        with _room():
            return ray.put(shared)

    def cores(self) -> int:
        """How many cores the cluster has, at least one."""
        self._look()
        return self._cores

    def room(self, bytes_each: int = 0) -> int:
        """How many parts more should be handed out: two for each core, so that none waits for the next, but only as many as half of the object store holds, if each takes so many bytes of it."""
        self._look()
        most = 2 * self._cores
        if bytes_each:
            most = min(most, max(1, self._store // 2 // bytes_each))
        return max(0, most - len(self))

    def _look(self) -> None:
        now = clock.monotonic()
        if now - self._looked > _LOOK_AT_CLUSTER:
            has = ray.cluster_resources()
            self._cores, self._store, self._looked = max(1, int(has.get("CPU", 1))), int(has.get("object_store_memory", 0)), now

    def hand_out(self, part: Part) -> None:
        """Begins a part."""
        part.begun = clock.monotonic()
        # In a list, the reference is not replaced by what it stands for: only a worker that does not have it yet fetches it.
        with _room():
            self._pending[self._task.remote(self._worker, self._key, [self._told], part.arguments)] = part

    def finished(self) -> Iterator[tuple[Part, Any, float]]:
        """The parts that have come in, each with its result and how many seconds it took; none after a moment without. Of a part that is done twice one result counts.

        Raises `SpielbaumError` if a part fails, or is lost too often.
        """
        ready, _ = ray.wait(list(self._pending), num_returns=1, timeout=_MOMENT)
        if ready:
            ready, _ = ray.wait(list(self._pending), num_returns=len(self._pending), timeout=0)
        for ref in ready:
            # Of what is not pending any more no result counts.
            part = self._pending.pop(ref)
            try:
                result, seconds = ray.get(ref)
            except RayTaskError as failure:
                if not isinstance(failure.cause, (ObjectLostError, *_FULL)):
                    raise SpielbaumError(f"{part.name} failed on a worker: {failure.cause or failure}") from failure
                self._lost(part, str(failure.cause))
                continue
            except (*_LOST, *_FULL) as failure:
                self._lost(part, f"{type(failure).__name__}: {failure}")
                continue
            yield part, result, seconds
        self._end_late_ones()

    def _end_late_ones(self) -> None:
        if self._timeout is None:
            return
        now = clock.monotonic()
        late = [(ref, part) for ref, part in self._pending.items() if now - part.begun > self._timeout]
        for ref, part in late:
            del self._pending[ref]
            ray.cancel(ref, force=True)
            self._lost(part, f"it took more than {self._timeout} seconds (timeout)")

    def _lost(self, part: Part, why: str) -> None:
        part.failures += 1
        if part.failures > self._retries:
            times = "once" if part.failures == 1 else f"{part.failures} times"
            raise SpielbaumError(f"{part.name} was lost {times}, at last because {why}; see that the machines have enough memory and time, or ask for more `retries`")
        self.hand_out(part)


@contextmanager
def _room() -> Iterator[None]:
    try:
        yield
    except _FULL as failure:
        # What follows are programs that tell more of it.
        why = str(failure).splitlines()[0]
        raise SpielbaumError(f"Ray's object store is full, and so is the disk that it goes on to ({why}); make room there, or ask for a larger `object_store_memory` in `ray.init`") from failure


_ready: tuple[str, Any] | None = None
"""In a process of Ray: the key of the work that it has done last, and its worker."""


def _do(worker: str, key: str, told: list[Any], arguments: tuple[Any, ...]) -> tuple[Any, float]:
    """The task: does a part, and gives what came of it and how many seconds it took."""
    global _ready
    if _ready is None or _ready[0] != key:
        _ready = key, getattr(_spielbaum, worker)(*ray.get(told[0]))
    begun = clock.monotonic()
    done = _ready[1].work(*(ray.get(argument) if isinstance(argument, ray.ObjectRef) else argument for argument in arguments))
    return done, clock.monotonic() - begun
