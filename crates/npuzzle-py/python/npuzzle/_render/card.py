"""The frame that all reports are shown in: a headline, a verdict in a badge, and parts below."""

from __future__ import annotations

from .markup import Markup, element
from .style import CARD_STYLE

GOOD, INFO, WARN, BAD = "good", "info", "warn", "bad"

SIGNS = {GOOD: "✓", INFO: "≤", WARN: "~", BAD: "✕"}
"""A sign beside each hue: readers need not tell colours apart."""


def card(*content: object, style: Markup = CARD_STYLE, label: str) -> str:
    """A report in its frame.

    Notebooks would read dollar signs in names as formulas: two of the classes tell them not to.
    """
    classes = "npuzzle-card tex2jax_ignore mathjax_ignore"
    return element("div", style, *content, class_=classes, role="group", aria_label=label)


def headline(title: object, *badges: Markup) -> Markup:
    """The one line that everybody reads."""
    return element("div", element("span", title, class_="np-title"), " ", *badges, class_="np-head")


def badge(kind: str, words: str) -> Markup:
    """A verdict: a hue, a sign and words."""
    sign = element("span", SIGNS[kind], aria_hidden="true")
    return element("span", sign, " ", words, class_=f"np-badge np-{kind}")


def word(kind: str, words: str) -> Markup:
    """A verdict in a table: a sign and words."""
    sign = element("span", SIGNS[kind], aria_hidden="true")
    return element("span", sign, " ", words, class_=f"np-word np-{kind}")


def part(name: str | None, *content: object) -> Markup:
    """A part of a report under its name."""
    head = [element("div", name, class_="np-name")] if name else []
    return element("div", *head, *content, class_="np-part")


def boards(*figures: object) -> Markup:
    """Boards beside each other."""
    return element("div", *figures, class_="np-boards")


def arrow() -> Markup:
    """From one board to the next."""
    return element("span", "→", class_="np-arrow", aria_hidden="true")
