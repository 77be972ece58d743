"""Packages that are not needed for most, and imported when somebody asks for what they do."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def needed(name: str) -> Any:
    """Imports a package, or tells how to install it."""
    try:
        return import_module(name)
    except ImportError as missing:
        package = name.split(".")[0]
        raise ImportError(f"this takes {package}, which is not installed: pip install {package}") from missing


def missing(extra: str, failure: ImportError) -> ImportError:
    """What to tell who imports a module of this package without the packages of its extra."""
    return ImportError(f"`spielbaum.{extra}` needs another package ({failure}): pip install 'spielbaum[{extra}]'")
