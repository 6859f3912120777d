// @ts-check
// What a site shows while its engine is on the way: HTML, so that it is there before any script. It is drawn with the
// board of its author; here it gets that of the link. The page of a server has no such part.

import { h, replace } from "./dom.js";
import { parseRows } from "./puzzle.js";

/** Larger boards are not worth the wait. */
const MOST_CELLS = 100;

/**
 * Shows the board that is coming, if it can be told without the engine.
 * @param {{view: string, board: string, goal: string, moves: string}} state
 */
export function awaitBoard({ view, board: text, goal, moves }) {
  /** @type {HTMLElement | null} */
  const place = document.querySelector("#arrival .play-board");
  if (!place) {
    return;
  }
  const board = moves === "" && view === "play" ? parseRows(text) : null;
  if (!board || board.cells.length > MOST_CELLS) {
    place.hidden = true;
    return;
  }
  const { rows, cols, cells } = board;
  const home = goal === "last" ? cells.map((_, cell) => (cell + 1) % cells.length) : (parseRows(goal)?.cells ?? []);
  place.style.setProperty("--rows", String(rows));
  place.style.setProperty("--cols", String(cols));
  place.style.setProperty("--digits", String(String(cells.length - 1).length));
  const tile = (number, cell) =>
    number === 0
      ? h("div", null)
      : h("div", { class: home[cell] === number ? "tile at-home" : "tile" }, h("span", null, String(number)));
  replace(/** @type {Element} */ (place.firstElementChild), cells.map(tile));
}
