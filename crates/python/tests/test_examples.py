import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_ppo_learns_tic_tac_toe() -> None:
    pytest.importorskip("torch", reason="the example needs torch, which is too large for every run of the tests: pip install torch")
    example = runpy.run_path(str(EXAMPLES / "ppo.py"))
    # A random player has 50 against another.
    assert example["main"](["--boards", "128", "--updates", "60"]) > 60
