"""How far something has come, for people who wait for it."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

_EVERY = 5.0
"""Seconds between two plain lines."""


@contextmanager
def progress_bar(unit: str, wanted: bool) -> Iterator[Callable[[int, int], None] | None]:
    """A function that is told how much is done and how much there is; none unless it is wanted. It shows that by tqdm, if that is installed, else by lines, and only to people: in notebooks and on terminals."""
    if not wanted:
        yield None
        return
    try:
        tqdm: Any = import_module("tqdm.auto").tqdm
    except ImportError:
        yield _lines(unit)
        return
    # Outputs of notebooks are no terminals, and are shown all the same.
    bar = tqdm(unit=f" {unit}", disable=False if "ipykernel" in sys.modules else None, leave=False)

    def show(done: int, most: int) -> None:
        if bar.disable:
            return
        bar.total = most
        bar.update(done - bar.n)

    try:
        yield show
    finally:
        bar.close()


def _lines(unit: str) -> Callable[[int, int], None]:
    last = time.monotonic()

    def show(done: int, most: int) -> None:
        nonlocal last
        if sys.stderr.isatty() and time.monotonic() - last >= _EVERY:
            last = time.monotonic()
            print(f"{done} of {most} {unit}", file=sys.stderr)

    return show
