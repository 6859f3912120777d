// @ts-check
// A state of a trace as a picture: a board, or the name of a state of another problem.

import { drawMosaic } from "./board-mosaic.js";
import { h } from "./dom.js";
import { drawBoard } from "./board-view.js";
import { parseRows } from "./puzzle.js";

/** Boards with a longer side are drawn without numbers: they would be too small in a narrow panel. */
const LONGEST_NUMBERED = 16;
/** The long side of a picture without numbers is at most so many times the short one: a line would show nothing. */
const LONGEST_SHAPE = 16;
/** The height of a tall picture without numbers, in rem. */
const TALL = 15;

/** Whether the states of a trace are boards. */
export const showsBoards = (header) => header.problem.startsWith("tiles(");

/**
 * A board that fits into a narrow place: its style sheet shrinks the cells, and a long board has no numbers.
 * @param {import("./puzzle.js").Board} board
 * @param {{size?: "thumb" | "small" | "large", goal?: import("./puzzle.js").Board | null, label?: string}} [options]
 * @returns {HTMLElement | SVGElement}
 */
export function drawFitting(board, { size = "small", goal = null, label = "board" } = {}) {
  const { rows, cols } = board;
  if (Math.max(rows, cols) <= LONGEST_NUMBERED) return drawBoard(board, { size, goal, label });
  const picture = drawMosaic(board, goal, `${label}, ${rows} by ${cols}`);
  const width = Math.max(cols, rows / LONGEST_SHAPE);
  const height = Math.max(rows, cols / LONGEST_SHAPE);
  picture.setAttribute("preserveAspectRatio", "none");
  picture.style.aspectRatio = `${width} / ${height}`;
  if (height > width) picture.style.maxWidth = `${(TALL * width) / height}rem`;
  return picture;
}

/**
 * @param {string} state
 * @param {{size?: "thumb" | "small" | "large", goal?: string | null, label?: string, drawing?: string}} [options]
 *   `drawing`: of a state that is no board, in lines of letters
 */
export function drawState(state, { size = "small", goal = null, label = "board", drawing } = {}) {
  const board = parseRows(state);
  if (!board && drawing?.includes("\n")) {
    const columns = Math.max(...drawing.split("\n").map((line) => line.length));
    return h("pre", {
      class: `state-drawing state-drawing-${size}`, role: "img", "aria-label": `${label}: ${state}`,
      style: { "--columns": String(columns) },
    }, drawing);
  }
  if (!board) return h("code", { class: `state-name state-name-${size}` }, drawing ?? state);
  return drawFitting(board, { size, goal: goal === null ? null : parseRows(goal), label });
}
