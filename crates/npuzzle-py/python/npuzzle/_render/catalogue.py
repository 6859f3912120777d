"""What there is to choose from: searches and heuristics, with what is known of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .card import BAD, GOOD, card, headline, part, word
from .columns import folded, words
from .markup import Markup, element, table
from .numbers import plural


def catalogue_html(catalogue: Mapping[str, Any]) -> str:
    """The lists for a notebook."""
    algorithms = [
        (
            _named(entry),
            entry["summary"],
            "yes" if entry.get("informed") else "no",
            _optimal(entry),
            entry.get("memory") or "",
        )
        for entry in catalogue["algorithms"]
    ]
    heuristics = [
        (
            _named(entry),
            entry["summary"],
            _claim(entry.get("admissible")),
            _claim(entry.get("consistent")),
        )
        for entry in catalogue["heuristics"]
    ]
    titles = ("algorithm", "what it does", "heuristic", "optimal", "memory")
    claims = ("heuristic", "what it counts", "admissible", "consistent")
    count = (
        f"{plural(len(algorithms), 'search', 'searches')}, {plural(len(heuristics), 'heuristic')}"
    )
    return card(
        headline(count),
        part(None, table([words(title) for title in titles], algorithms)),
        part(None, table([words(title) for title in claims], heuristics)),
        label=f"catalogue: {count}",
    )


def _named(entry: Mapping[str, Any]) -> Markup:
    """The name that is written in calls, with the title for people in its tooltip."""
    return element("code", entry["name"], title=entry.get("title"), class_="np-short")


def _optimal(entry: Mapping[str, Any]) -> str:
    return str(entry.get("optimal") or "no")


def _claim(holds: bool | None) -> Markup | str:
    if holds is None:
        return "depends"
    return word(GOOD, "yes") if holds else word(BAD, "no")


def catalogue_text(catalogue: Mapping[str, Any]) -> str:
    """The lists for a terminal."""
    algorithms = [_entry(entry, f"optimal: {_optimal(entry)}") for entry in catalogue["algorithms"]]
    heuristics = [_entry(entry, _claims(entry)) for entry in catalogue["heuristics"]]
    return "\n".join(["algorithms", *algorithms, "", "heuristics", *heuristics])


def _claims(entry: Mapping[str, Any]) -> str:
    names = {True: "yes", False: "no", None: "depends"}
    return "; ".join(f"{name}: {names[entry.get(name)]}" for name in ("admissible", "consistent"))


def _entry(entry: Mapping[str, Any], claims: str) -> str:
    first = f"  {entry['name']:<20} "
    summary = folded(entry["summary"], first=first, rest=" " * 23)
    return f"{summary}\n{folded(claims, first=' ' * 23)}"
