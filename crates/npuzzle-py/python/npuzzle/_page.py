"""Answers as files: a page that stands alone, and what else they can be written as."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from ._answer import Reported
from .errors import RequestError

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>{title}</title></head>
<body style="margin:24px auto;max-width:980px;padding:0 12px;font-family:system-ui,sans-serif">
{card}
</body></html>
"""


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as CSV, with their names above."""
    import csv
    import io

    text = io.StringIO()
    names = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


class Card(Reported):
    """An answer with a card for notebooks, which can be written to a file."""

    def _repr_html_(self) -> str:
        raise NotImplementedError

    def html(self) -> str:
        """A page that holds the card and needs nothing else: for a browser, a mail, a report."""
        return _PAGE.format(title=escape(repr(self)[:120]), card=self._repr_html_())

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the answer to a file, in the form that its ending names: ``.html`` or ``.json``; for
        a solution ``.svg`` and ``.gif`` as well, for what has rows ``.csv``."""
        target = Path(path)
        write = self._forms().get(target.suffix.lower())
        if write is None:
            forms = ", ".join(self._forms())
            raise RequestError(f"{target.name} has no form that is known: expected one of {forms}")
        content = write()
        if isinstance(content, bytes):
            target.write_bytes(content)
        else:
            target.write_text(content, "utf-8")
        return target

    def _forms(self) -> dict[str, Callable[[], str | bytes]]:
        """How each form is written, by the ending of its files."""
        return {".html": self.html, ".json": lambda: self.to_json(2)}
