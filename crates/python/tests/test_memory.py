"""What is made and forgotten takes no memory."""

from collections.abc import Callable
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
    vector = sb.vector(name, 100)
    for _ in range(steps // 100):
        vector.step(vector.random_actions())


@pytest.mark.skipif(not STATISTICS.exists(), reason="the system does not tell what memory the process has")
@pytest.mark.parametrize("walk", [walk_states, lambda steps: step_boards("connect-four", steps), lambda steps: step_boards("kuhn-poker", steps)])
def test_a_million_steps_keep_no_memory(walk: Callable[[int], None]) -> None:
    walk(100_000)
    before = resident()
    walk(1_000_000)
    # An object of Python takes 16 bytes or more, and an array a hundred.
    assert resident() - before < 10_000_000
