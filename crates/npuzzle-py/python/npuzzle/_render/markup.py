"""HTML and SVG written by hand: everything that is not markup of ours is escaped on its way in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape as _escape

from .columns import Column, shown


class Markup(str):
    """A text that is HTML already. All others are escaped when they are put into an element."""

    __slots__ = ()


def escaped(text: object) -> Markup:
    """Any text as HTML shows it, quotes included; markup stays as it is."""
    if isinstance(text, Markup):
        return text
    return Markup(_escape(shown(text)))


def joined(parts: Iterable[object], between: str = "") -> Markup:
    """Parts behind each other."""
    return Markup(between.join(escaped(part) for part in parts))


def _attributes(attributes: Mapping[str, object]) -> str:
    """Attributes as a tag has them: `aria_label` is `aria-label`, `class_` is `class`; no None."""
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escaped(value)}"'
        for name, value in attributes.items()
        if value is not None
    )


def element(name: str, *content: object, **attributes: object) -> Markup:
    """An element with what it holds."""
    return Markup(f"<{name}{_attributes(attributes)}>{joined(content)}</{name}>")


def void(name: str, **attributes: object) -> Markup:
    """An element of SVG that holds nothing."""
    return Markup(f"<{name}{_attributes(attributes)}/>")


def table(
    columns: Sequence[Column], rows: Iterable[Sequence[object]], caption: str | None = None
) -> Markup:
    """Rows under titles; the first cell of a row names it."""
    head = element(
        "tr",
        *(
            element("th", c.title, scope="col", class_="np-n" if c.is_number else None)
            for c in columns
        ),
    )
    body = []
    for row in rows:
        cells = []
        for at, (column, cell) in enumerate(zip(columns, row)):
            short = isinstance(cell, str) and len(cell) <= 24 and " " not in cell
            kind = "np-n" if column.is_number else "np-short" if short else None
            # `align` is for viewers that take style sheets away.
            align = "right" if column.is_number else "left"
            if at == 0:
                cells.append(element("th", cell, scope="row", class_=kind, align=align))
            else:
                cells.append(element("td", cell, class_=kind, align=align))
        body.append(element("tr", *cells))
    named = [element("caption", caption)] if caption else []
    grid = element(
        "table", *named, element("thead", head), element("tbody", *body), class_="np-table"
    )
    return element("div", grid, class_="np-wide")


def facts(pairs: Iterable[tuple[str, object]]) -> Markup:
    """Names with their values."""
    rows = [
        element(
            "tr", element("th", name, scope="row", align="left"), element("td", value, align="left")
        )
        for name, value in pairs
    ]
    return element("table", element("tbody", *rows), class_="np-facts")


def details(summary: object, *content: object, is_open: bool = False) -> Markup:
    """What can be opened and closed."""
    return element(
        "details", element("summary", summary), *content, **({"open": "open"} if is_open else {})
    )


def prose(text: object) -> Markup:
    """A sentence, in which names between backquotes are code."""
    return text if isinstance(text, Markup) else Markup(_CODE.sub(r"<code>\1</code>", escaped(text)))


_CODE = re.compile("`([^`]+)`")


def paragraph(*content: object) -> Markup:
    """A paragraph."""
    return element("p", *map(prose, content))


def quiet(*content: object) -> Markup:
    """A remark that stands back."""
    return element("p", *map(prose, content), class_="np-quiet")
