// @ts-check
// The goal beside the board, and how much of it is reached.

import { drawMosaic } from "./board-mosaic.js";
import { drawBoard } from "./board-view.js";
import { h, replace } from "./dom.js";
import { number } from "./format.js";
import { rowsText, tilesAtHome } from "./puzzle.js";
import { toneOf } from "./tile-colours.js";

/** A longer side leaves no room for numbers. */
const MOST_NUMBERED_SIDE = 10;

/** The colours of the tiles, as classes. */
function tones(goal, tiles) {
  const toned = goal.cells.map((tile, cell) => [tile, toneOf(tiles, goal, cell)]);
  return new Map(toned.filter(([tile, tone]) => tile !== 0 && tone >= 0).map(([tile, tone]) => [tile, `tone-${tone}`]));
}

/**
 * @param {{onChange: () => void}} hooks `onChange`: the reader wants another goal
 */
export function createGoalBeside({ onChange }) {
  const place = h("div", { class: "goal-picture" });
  const home = h("p", { class: "at-home-count" });
  const button = h(
    "button",
    { type: "button", class: "button button-quiet small goal-change", onclick: onChange },
    "Change",
  );
  const element = h(
    "section",
    { class: "goal-beside", "aria-label": "Goal" },
    h("div", { class: "goal-title" }, h("h2", null, "Goal"), button),
    place,
    home,
  );
  let shown = "";

  return {
    element,
    /**
     * @param {import("./puzzle.js").Board} board
     * @param {import("./puzzle.js").Board | null} goal `null` if it is not known yet
     * @param {string} tiles the colour scheme
     */
    update(board, goal, tiles) {
      const text = goal ? `${tiles} ${rowsText(goal)}` : "";
      // The last picture stays until the next is known: what stands below must not jump.
      if (text !== shown && goal) {
        shown = text;
        const large = Math.max(goal.rows, goal.cols) > MOST_NUMBERED_SIDE;
        const label = large ? `goal, ${goal.rows} by ${goal.cols}` : "goal";
        place.style.setProperty("--longest", String(Math.max(goal.rows, goal.cols)));
        place.dataset.tiles = tiles;
        const highlight = tones(goal, tiles);
        replace(place, large ? drawMosaic(goal, null, label) : drawBoard(goal, { label, highlight }));
      }
      const count = goal ? tilesAtHome(board, goal) : 0;
      replace(
        home,
        h("span", { class: "home-mark", "aria-hidden": "true" }, "✓"),
        h("span", null, `${number(count)} of ${number(board.cells.length - 1)} in place`),
      );
    },
  };
}
