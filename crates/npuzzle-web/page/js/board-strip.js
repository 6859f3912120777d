// @ts-check
// The board and the goal in small, above the views that work on them; they are changed in the play view.

import { h, replace } from "./dom.js";
import { parseRows, sizeText } from "./puzzle.js";
import { drawFitting } from "./state-picture.js";

/**
 * The goal as a board, whether the state names it or spells it out; `null` if there is none of this shape.
 * @param {any} api
 * @param {string} goal
 * @param {{rows: number, cols: number}} shape
 */
export async function goalBoardOf(api, goal, shape) {
  const spelled = parseRows(goal);
  if (spelled) return spelled;
  const goals = await api.goals(sizeText(shape));
  const found = goals.find(({ name }) => name === goal);
  return found ? { rows: shape.rows, cols: shape.cols, cells: found.board } : null;
}

/** @param {{api: any, store: any}} context */
export function createBoardStrip({ api, store }) {
  const start = h("figure", { class: "strip-board" });
  const goal = h("figure", { class: "strip-board" });
  const edit = h("button", { type: "button", class: "button", onclick: () => store.setState({ view: "play" }) },
    "Edit");
  const element = h("div", { class: "board-strip" }, start,
    h("span", { class: "strip-arrow", "aria-hidden": "true" }, "→"), goal, edit);

  async function update(state) {
    const board = parseRows(state.board);
    if (!board) return;
    replace(start, drawFitting(board, { size: "thumb", label: "start" }),
      h("figcaption", { class: "small muted" }, "start"));
    const asked = state.goal;
    const goalBoard = await goalBoardOf(api, asked, board).catch(() => null);
    if (store.getState().goal !== asked) return;
    const name = parseRows(asked) ? "goal" : `goal: ${asked}`;
    replace(goal, goalBoard ? drawFitting(goalBoard, { size: "thumb", label: name }) : null,
      h("figcaption", { class: "small muted" }, name));
  }

  return { element, update };
}
