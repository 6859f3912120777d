"""What ``help(npuzzle)`` shows: the overview, on one screen.

``pydoc`` prints the whole documentation of every class behind it, and a list of the private modules:
some two thousand lines. It has no setting for this. But where it cannot list the members of an object
(an ``AttributeError``), it shows the documentation of the object alone, as it has done since
Python 2: so that is what it is told. All others that ask see every name.
"""

from __future__ import annotations

import sys
from types import FrameType


def is_asked_for() -> bool:
    """Whether ``help`` lists the members of this package, and takes no for an answer."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        # Run as a program (``python -m pydoc npuzzle``), it is not the module of that name.
        text_doc = frame.f_globals.get("TextDoc")
        if frame.f_code.co_name == "docmodule" and isinstance(text_doc, type):
            caller = frame.f_back
            is_text = isinstance(frame.f_locals.get("self"), text_doc)
            return is_text and caller is not None and "AttributeError" in caller.f_code.co_names
        frame = frame.f_back
    return False
