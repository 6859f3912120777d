// @ts-check
// A state of a trace as a picture: a board, or the name of a state of another problem.

import { h } from "./dom.js";
import { drawBoard } from "./board-view.js";
import { parseRows } from "./puzzle.js";

/** Whether the states of a trace are boards. */
export const showsBoards = (header) => header.problem.startsWith("tiles(");

/**
 * @param {string} state
 * @param {{size?: "thumb" | "small" | "large", goal?: string | null, label?: string}} [options]
 */
export function drawState(state, { size = "small", goal = null, label = "board" } = {}) {
  const board = parseRows(state);
  if (!board) return h("code", { class: "state-name" }, state);
  return drawBoard(board, { size, goal: goal === null ? null : parseRows(goal), label });
}
