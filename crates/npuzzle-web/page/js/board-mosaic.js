// @ts-check
// A board too large for numbers: one square a cell, the darker the farther its tile is from home. A board of very few
// rows or columns is stretched, for a line of one pixel shows nothing.

import { svg } from "./dom.js";
import { cellsOfTiles } from "./puzzle.js";

const SHADES = 5;

/**
 * The picture. One path for each shade: a board of 10,000 cells is six elements.
 * @param {import("./puzzle.js").Board} board
 * @param {import("./puzzle.js").Board | null} goal
 * @param {string} label
 * @returns {SVGElement}
 */
export function drawMosaic(board, goal, label) {
  const { rows, cols, cells } = board;
  const homes = goal ? cellsOfTiles(goal) : null;
  const farthest = rows + cols - 2;
  const paths = Array.from({ length: SHADES + 1 }, () => []);
  let blank = 0;
  cells.forEach((tile, cell) => {
    if (tile === 0) {
      blank = cell;
      return;
    }
    const row = Math.floor(cell / cols);
    const col = cell % cols;
    const home = homes ? homes[tile] : cell;
    const distance = Math.abs(row - Math.floor(home / cols)) + Math.abs(col - (home % cols));
    const shade = distance === 0 ? 0 : Math.min(SHADES, 1 + Math.floor((distance / farthest) * 2 * SHADES));
    paths[shade].push(`M${col} ${row}h1v1h-1z`);
  });
  return svg(
    "svg",
    {
      class: "mosaic",
      viewBox: `0 0 ${cols} ${rows}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": label,
      style: { "--shape": String(cols / rows) },
    },
    paths.map((path, shade) => svg("path", { class: `mosaic-${shade}`, d: path.join("") })),
    svg("rect", { class: "mosaic-blank", x: blank % cols, y: Math.floor(blank / cols), width: 1, height: 1 }),
  );
}
