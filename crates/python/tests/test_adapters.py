import importlib
import subprocess
import sys

import pytest

import spielbaum as sb

PEERS = {"gymnasium": "gymnasium", "pettingzoo": "pettingzoo", "openspiel": "pyspiel"}


def test_nothing_of_other_projects_is_imported_before_it_is_asked_for() -> None:
    code = f"import sys, spielbaum; print(sorted(set({list(PEERS.values())}) & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize("adapter", PEERS)
def test_what_is_missing_is_told_with_the_command_that_installs_it(adapter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, PEERS[adapter], None)  # type: ignore[arg-type]
    monkeypatch.delitem(sys.modules, f"spielbaum.{adapter}", raising=False)
    with pytest.raises(ImportError, match=rf"pip install 'spielbaum\[{adapter}\]'"):
        importlib.import_module(f"spielbaum.{adapter}")


def test_the_package_has_what_it_has() -> None:
    assert callable(sb.openspiel.load_game)
    with pytest.raises(AttributeError, match="'spielbaum' has no attribute 'chess'"):
        sb.chess  # noqa: B018
