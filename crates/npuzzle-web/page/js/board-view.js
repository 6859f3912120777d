// @ts-check
// Boards on the page: small pictures that stand still.

import { h } from "./dom.js";
import { drawMosaic } from "./board-mosaic.js";

/** Boards with more cells than this are drawn without numbers, which would be too small. */
const MOST_NUMBERED = 400;

/**
 * A board that stands still: thumbnails, nodes, counterexamples.
 * @param {import("./puzzle.js").Board} board
 * @param {{size?: "thumb" | "small" | "large", goal?: import("./puzzle.js").Board | null,
 *   highlight?: Map<number, string>, label?: string}} [options] `goal`: tiles at home are marked;
 *   `highlight`: a class for each of some tiles; `label`: the name for screen readers, before the tiles
 * @returns {HTMLElement | SVGElement}
 */
export function drawBoard(board, { size = "small", goal = null, highlight = new Map(), label = "board" } = {}) {
  const { rows, cols, cells } = board;
  if (cells.length > MOST_NUMBERED) {
    return drawMosaic(board, goal, `${label}, ${rows} by ${cols}`);
  }
  const spoken = Array.from({ length: rows }, (_, row) =>
    cells
      .slice(row * cols, (row + 1) * cols)
      .map((tile) => tile || "blank")
      .join(" "),
  );
  const element = h("div", {
    class: `still-board still-board-${size}`,
    role: "img",
    "aria-label": `${label}: ${spoken.join(", ")}`,
    style: { "--cols": String(cols), "--digits": String(String(cells.length - 1).length) },
  });
  element.append(
    ...cells.map((tile, cell) => {
      const classes = [
        "still-tile",
        tile === 0 && "still-blank",
        tile !== 0 && goal?.cells[cell] === tile && "at-home",
        highlight.get(tile),
      ];
      return h(
        "span",
        { class: classes.filter(Boolean).join(" "), dataset: { tile: String(tile) } },
        tile === 0 ? "" : String(tile),
      );
    }),
  );
  return element;
}
