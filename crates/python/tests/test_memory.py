"""What is made and forgotten takes no memory."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import spielbaum as sb

STATISTICS = Path("/proc/self/statm")


def resident() -> int:
    """The bytes of this process that are in memory."""
    return int(STATISTICS.read_text().split()[1]) * 4096


def walk_states(steps: int) -> None:
    game = sb.load("tictactoe")
    state = game.new_initial_state()
    for step in range(steps):
        if state.is_terminal():
            state = game.new_initial_state()
        legal = state.legal_actions()
        state.observation_tensor()
        child = state.clone()
        child.apply_action(legal[step % len(legal)])
        state = child


def step_boards(name: str, steps: int) -> None:
    # Few, so that there are many calls.
    vector = sb.vector(name, 10)
    for _ in range(steps // len(vector)):
        vector.step(vector.random_actions())


@pytest.mark.skipif(not STATISTICS.exists(), reason="the system does not tell what memory the process has")
@pytest.mark.parametrize("walk", [walk_states, partial(step_boards, "connect-four"), partial(step_boards, "kuhn-poker")], ids=["states", "boards", "boards that hide something"])
def test_a_million_steps_keep_no_memory(walk: Callable[[int], None]) -> None:
    walk(100_000)
    before = resident()
    walk(1_000_000)
    # An object of Python for each step would take 16 million or more, an array for each call of a vector 11 million.
    assert resident() - before < 10_000_000
