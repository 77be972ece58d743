from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def no_store_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests keep nothing among the user's own tournaments."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
