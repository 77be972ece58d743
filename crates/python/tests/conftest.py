import signal
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def nothing_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests keep nothing among the user's own tournaments and circuits."""
    monkeypatch.setenv("SPIELBAUM_CACHE", "never")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.fixture(autouse=True, scope="session")
def ctrl_c_is_heeded() -> Iterator[None]:
    """Tests press Ctrl-C, which Python ignores if the shell started it in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
