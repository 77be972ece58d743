"""Other projects, which are not needed by the package itself."""

from __future__ import annotations


def missing(extra: str, failure: ImportError) -> ImportError:
    """What to tell who imports an adapter without the project that it is for."""
    return ImportError(f"`spielbaum.{extra}` needs another package ({failure}): pip install 'spielbaum[{extra}]'")
