"""Warnings that name the line of the program that uses the package."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

_HERE = str(Path(__file__).parent)


def warn_caller(message: str) -> None:
    """Warns at the first line outside the package."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, stacklevel=level)
