"""Tasks of Ray that are begun again when they are lost: what tournaments, learning and counting on a cluster have in common."""

from __future__ import annotations

import time as clock
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from . import _spielbaum
from ._extra import missing
from ._spielbaum import SpielbaumError

try:
    import ray as ray
    from ray.exceptions import LocalRayletDiedError, NodeDiedError, ObjectLostError, OutOfMemoryError, RayTaskError, TaskCancelledError, WorkerCrashedError
except ImportError as failure:
    raise missing("ray", failure) from failure

_LOST = (LocalRayletDiedError, NodeDiedError, ObjectLostError, OutOfMemoryError, TaskCancelledError, WorkerCrashedError)
"""What becomes of a task whose worker is lost."""

_MOMENT = 0.25
"""Seconds between two looks at whether the work is to end."""

_LOOK_AT_CLUSTER = 2.0
"""Seconds between two questions how many cores there are."""


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
        self._cores, self._looked = 0, float("-inf")
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
        self._told = ray.put(told)

    def cores(self) -> int:
        """How many cores the cluster has, at least one."""
        now = clock.monotonic()
        if now - self._looked > _LOOK_AT_CLUSTER:
            self._cores, self._looked = max(1, int(ray.cluster_resources().get("CPU", 1))), now
        return self._cores

    def hand_out(self, part: Part) -> None:
        """Begins a part."""
        part.begun = clock.monotonic()
        # In a list, the reference is not replaced by what it stands for: only a worker that does not have it yet fetches it.
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
                if not isinstance(failure.cause, ObjectLostError):
                    raise SpielbaumError(f"{part.name} failed on a worker: {failure.cause or failure}") from failure
                self._lost(part, str(failure.cause))
                continue
            except _LOST as failure:
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
