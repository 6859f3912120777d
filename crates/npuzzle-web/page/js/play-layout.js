// @ts-check
// Where things are in the play view: the style sheet places these parts by the room there is.

import { h } from "./dom.js";

/**
 * @param {{message: Element, sizes: Element, board: Element, paper: Element, goal: Element, score: Element,
 *   status: Element[], tools: Element, unsolvable: Element, solve: Element, result: Element, playback: Element,
 *   starters: Element, options: Element, newBoard: Element, editor: Element, goals: Element}} parts
 */
export function layOut(parts) {
  const card = (label, title, ...children) =>
    h("section", { class: "card", "aria-label": label }, h("h2", null, title), children);
  return h(
    "div",
    { class: "play-layout" },
    parts.message,
    h(
      "div",
      { class: "play-main" },
      parts.sizes,
      h("div", { class: "board-area" }, parts.board, parts.paper),
      h("div", { class: "beside-board" }, parts.goal, parts.score),
      h("p", { class: "status-line" }, parts.status),
      parts.tools,
    ),
    h(
      "div",
      { class: "stack play-side" },
      parts.unsolvable,
      parts.solve,
      parts.result,
      parts.playback,
      parts.starters,
      parts.options,
    ),
    h(
      "div",
      { class: "stack play-setup" },
      card("Board", "Board", parts.newBoard, parts.editor),
      card("Choice of the goal", "Goal", parts.goals),
    ),
  );
}
