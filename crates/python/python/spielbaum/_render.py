"""How environments draw their boards."""

from __future__ import annotations

import warnings

from ._spielbaum import SpielbaumError, State

RENDER_MODES = ["human", "ansi"]
"""Whether boards are printed after each step, or returned as text."""


def checked_mode(mode: str | None) -> str | None:
    """The mode, if it is one."""
    if mode is not None and mode not in RENDER_MODES:
        raise SpielbaumError(f"render_mode = {mode!r}: there are 'human', which prints the board after each step, and 'ansi'")
    return mode


def render(state: State, mode: str | None) -> str | None:
    """Draw a state, with all that players do not see."""
    if mode is None:
        warnings.warn("nothing is drawn, as the environment was made without a `render_mode`: 'human' or 'ansi'", stacklevel=3)
    elif mode == "ansi":
        return str(state)
    else:
        print(state)
    return None
