"""The look of everything that is shown in a notebook.

A notebook's theme is not the system's, and no page tells which one it has. So text has the colour
of the text around it, and lines, grounds and hues are mixed from that colour: dark on a light page,
light on a dark one. Every rule begins with the class of our own outermost element, three times:
that is stronger than a notebook's rules for all tables, and touches nothing else on the page.
"""

from __future__ import annotations

from .. import _engine
from .markup import Markup


def _sheet(rules: str) -> Markup:
    """A style element. `$` means a card, `@board` a board, `%tile%` a colour of pictures."""
    text = " ".join(rules.split())
    for name, colour in _engine.picture_colours().items():
        text = text.replace(f"%{name}%", colour)
    card = ".npuzzle-card.npuzzle-card.npuzzle-card"
    board = "table.npuzzle-board.npuzzle-board.npuzzle-board"
    return Markup("<style>" + text.replace("$", card).replace("@board", board) + "</style>")


_BOARD = """
@board { width: auto; table-layout: fixed; border-collapse: separate; border-spacing: 3px;
  margin: 0; padding: 1px; border: 0; border-radius: 8px; background: %tray%;
  font: 600 var(--np-letters) / 1 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
  "Liberation Sans", sans-serif; }
@board tr { background: none; border: 0; }
@board td { position: relative; box-sizing: border-box; width: var(--np-cell);
  min-width: var(--np-cell); max-width: var(--np-cell); height: var(--np-cell); padding: 0;
  border: 0; border-radius: 15%; text-align: center; vertical-align: middle; line-height: 1;
  background: %tile%; color: %ink%; box-shadow: inset 0 0 0 1px %outline%;
  font-variant-numeric: tabular-nums;
  -webkit-print-color-adjust: exact; print-color-adjust: exact; }
@board td.np-home { background: %home%; box-shadow: inset 0 0 0 1px %home_outline%; }
@board td.np-home::after { content: ""; position: absolute; right: 8%; bottom: 8%; width: 11%;
  height: 11%; border-radius: 50%; background: %ink%; }
@board td.np-marked { box-shadow: inset 0 0 0 3px %mark%; }
@board td.np-blank { background: %hollow%; box-shadow: none; }
"""

_CARD = """
$ { --np-line: rgb(128 128 128 / 40%); --np-ground: rgb(128 128 128 / 6%);
  --np-raised: rgb(128 128 128 / 14%); --np-quiet: inherit; --np-accent: #0e8f88;
  --np-good: #1a8f4b; --np-info: #2f6fd0; --np-warn: #b97a00; --np-bad: #d0342c;
  box-sizing: border-box; max-width: 960px; margin: 4px 0; padding: 14px 18px;
  border: 1px solid var(--np-line); border-radius: 10px; background: var(--np-ground);
  color: inherit; font: 400 var(--jp-content-font-size1, 14px) / 1.5 system-ui, -apple-system,
  "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  font-variant-numeric: tabular-nums; text-align: left; overflow-wrap: anywhere; }
@supports (color: color-mix(in srgb, red, blue)) {
  $ { --np-line: color-mix(in srgb, currentColor 22%, transparent);
    --np-ground: color-mix(in srgb, currentColor 2.5%, transparent);
    --np-raised: color-mix(in srgb, currentColor 9%, transparent);
    --np-quiet: color-mix(in srgb, currentColor 74%, transparent);
    --np-accent: color-mix(in srgb, #0e9f97 70%, currentColor);
    --np-good: color-mix(in srgb, #1a9f52 65%, currentColor);
    --np-info: color-mix(in srgb, #3b7fe0 65%, currentColor);
    --np-warn: color-mix(in srgb, #d18a00 62%, currentColor);
    --np-bad: color-mix(in srgb, #e0453c 68%, currentColor); }
}
$ *, $ *::before, $ *::after { box-sizing: border-box; }
$ [hidden] { display: none; }
$ p { margin: 6px 0; padding: 0; }
$ .np-quiet { color: var(--np-quiet); }
$ .np-head { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 14px; margin: 0 0 2px;
  }
$ .np-title { font-size: 1.5em; font-weight: 650; line-height: 1.25; }
$ .np-badge { --np-hue: var(--np-info); display: inline-block; padding: 2px 11px;
  border: 1px solid var(--np-hue); border-radius: 999px; color: var(--np-hue); font-weight: 600;
  line-height: 1.45; }
$ .np-good { --np-hue: var(--np-good); }
$ .np-warn { --np-hue: var(--np-warn); }
$ .np-bad { --np-hue: var(--np-bad); }
$ .np-word { color: var(--np-hue); font-weight: 600; white-space: nowrap; }
$ .np-part { margin: 14px 0 0; }
$ .np-name { margin: 0 0 6px; font-weight: 650; }
$ .np-parts { display: flex; flex-wrap: wrap; gap: 0 48px; }
$ .np-boards { display: flex; flex-wrap: wrap; align-items: center; gap: 10px 18px;
  margin: 10px 0; }
$ .np-arrow { font-size: 1.4em; color: var(--np-quiet); }
$ figure { display: inline-block; max-width: 100%; margin: 0; padding: 0; overflow-x: auto;
  vertical-align: top; }
$ figcaption { margin: 3px 2px 0; font-size: .93em; color: var(--np-quiet); }
$ .np-wide { max-width: 100%; overflow-x: auto; }
$ table.np-table, $ table.np-facts { width: auto; table-layout: auto; border-collapse: collapse;
  border: 0; margin: 6px 0; font-size: 1em; color: inherit; }
$ .np-table caption { caption-side: top; padding: 0 0 4px; text-align: left; font-weight: 650;
  color: inherit; }
$ .np-table tr, $ .np-facts tr { background: none; border: 0; }
$ .np-table th, $ .np-table td { padding: 4px 14px 4px 0; border: 0;
  border-bottom: 1px solid var(--np-line); text-align: left; vertical-align: top;
  font-weight: 400; line-height: 1.4; background: none; overflow-wrap: normal; }
$ .np-table thead th { color: var(--np-quiet); font-size: .93em; vertical-align: bottom;
  white-space: nowrap; }
$ .np-table tbody th { font-weight: 600; }
$ .np-table .np-n { text-align: right; white-space: nowrap; }
$ .np-table .np-short, $ code.np-short { white-space: nowrap; }
$ .np-facts th, $ .np-facts td { padding: 1px 18px 1px 0; border: 0; text-align: left;
  vertical-align: top; font-weight: 400; line-height: 1.5; background: none; white-space: normal;
  }
$ .np-facts th { color: var(--np-quiet); white-space: nowrap; }
$ details { margin: 8px 0 0; }
$ summary { cursor: pointer; width: fit-content; color: var(--np-quiet); }
$ summary:focus-visible { outline: 2px solid var(--np-accent); outline-offset: 2px; }
$ ol, $ ul { margin: 6px 0; padding: 0 0 0 1.8em; }
$ li { margin: 2px 0; padding: 0; }
$ code, $ .np-mono { padding: 0; border: 0; background: none; color: inherit;
  font: 1em/1.6 ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", "Liberation Mono",
  monospace; }
$ pre { margin: 0; padding: 0; border: 0; background: none; color: inherit; white-space: pre;
  line-height: 1.3; font-family: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono",
  "Liberation Mono", monospace; font-size: .93em; }
$ svg { overflow: visible; }
$ .np-chart { display: block; width: 100%; height: auto; margin: 6px 0; }
$ .np-chart text { fill: currentColor; font-size: 12px; }
@media (max-width: 600px) { $ .np-chart text { font-size: 18px; } }
$ .np-chart .np-bar { fill: var(--np-accent); }
$ .np-chart .np-over { fill: var(--np-bad); }
$ .np-chart .np-rule { stroke: var(--np-line); stroke-width: 1; }
$ .np-meter { display: block; width: 130px; height: 12px; margin: 4px 0; }
$ .np-meter .np-bar { fill: var(--np-accent); }
$ .np-meter .np-rule { stroke: var(--np-line); stroke-width: 1; }
"""

_PLAYER = """
$ .np-player { margin: 12px 0 0; }
$ .np-stage { display: flex; flex-wrap: wrap; gap: 14px 24px; align-items: flex-start; }
$ .np-stage canvas { display: block; flex: none; max-width: 100%; border-radius: 8px; }
$ .np-panel { flex: 1 1 250px; min-width: 0; max-width: 400px; }
$ .np-step { font-size: 1.15em; font-weight: 650; }
$ .np-saying { min-height: 3em; color: var(--np-quiet); }
$ .np-controls { display: flex; flex-wrap: wrap; gap: 6px; margin: 6px 0; }
$ .np-controls button { display: inline-flex; align-items: center; justify-content: center;
  min-width: 40px; height: 38px; margin: 0; padding: 0 10px; border: 1px solid var(--np-line);
  border-radius: 8px; background: var(--np-raised); color: inherit; font: inherit;
  cursor: pointer; }
$ .np-controls button:hover:enabled { border-color: currentColor; }
$ .np-controls button:disabled { opacity: .4; cursor: default; }
$ .np-controls button.np-play { min-width: 92px; border-color: #0b7a75; background: #0b7a75;
  color: #fff; font-weight: 600; }
$ .np-controls svg { width: 16px; height: 16px; margin: 0; fill: currentColor;
  pointer-events: none; }
$ .np-play svg { margin-right: 7px; }
$ .np-player :focus-visible { outline: 2px solid var(--np-accent); outline-offset: 2px; }
$ input[type=range] { display: block; width: 100%; height: 26px; margin: 4px 0; padding: 0;
  accent-color: #0b8a83; }
$ .np-choices { display: flex; flex-wrap: wrap; gap: 4px 16px; }
$ .np-choices label { display: inline-flex; align-items: center; gap: 7px; margin: 0;
  color: var(--np-quiet); font: inherit; }
$ .np-choices select { max-width: 100%; height: 30px; margin: 0; padding: 0 6px;
  border: 1px solid var(--np-line); border-radius: 6px; background: none; color: inherit;
  font: inherit; }
$ .np-choices option { background: Field; color: FieldText; }
$ .np-goal { flex: none; }
$ .np-goal table.npuzzle-board { --np-cell: 22px !important; --np-letters: 10px !important; }
$ .np-moves { margin: 10px 0 0; }
$ .np-ten { display: inline-block; margin: 0 .7em 0 0; white-space: nowrap; }
$ .np-ten span { display: inline-block; width: 1.05em; border-radius: 4px; text-align: center;
  cursor: pointer; }
$ .np-ten span:hover { background: var(--np-raised); }
$ .np-ten span.np-now { background: #0b7a75; color: #fff; font-weight: 700;
  text-decoration: underline; }
@media (pointer: coarse) { $ .np-controls button { min-width: 44px; height: 44px; } }
"""

_TRACE = """
$ .np-children { flex: 1 1 220px; }
$ .np-children figure { margin: 0 14px 10px 0; }
$ .np-dropped table.npuzzle-board { opacity: .55; }
$ .np-bad-word { color: var(--np-bad); }
$ .np-good-word { color: var(--np-good); }
$ .np-waiting { flex: 1 1 260px; min-width: 0; }
$ .np-search .np-step { margin: 6px 0 10px; }
$ .np-search { min-height: 260px; }
"""

CARD_STYLE = _sheet(_BOARD + _CARD)
PLAYER_STYLE = _sheet(_BOARD + _CARD + _PLAYER)
TRACE_STYLE = _sheet(_BOARD + _CARD + _PLAYER + _TRACE)
