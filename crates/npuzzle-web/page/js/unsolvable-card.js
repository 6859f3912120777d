// @ts-check
// Why a board cannot be solved, and what to do about it with one click.

import { h, icon, replace } from "./dom.js";

const NO_WAY = "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM8 11h8v2H8z";

/**
 * @param {{onSwap: (tiles: [number, number]) => void, onGoal: (goal: string) => void}} hooks
 */
export function createUnsolvableCard({ onSwap, onGoal }) {
  const element = h("section", {
    class: "card unsolvable",
    "aria-label": "This board is unsolvable",
    tabindex: -1,
    hidden: true,
  });

  /** @param {any} explained the answer of `/api/explain`, or `null` */
  function update(explained) {
    element.hidden = !explained || explained.solvable;
    if (element.hidden) {
      return;
    }
    const { steps, swap, reachable_goals: goals } = explained;
    replace(
      element,
      h(
        "h2",
        { class: "verdict verdict-unsolvable" },
        icon(NO_WAY),
        "Unsolvable: no sequence of moves leads to this goal",
      ),
      h(
        "div",
        { class: "row" },
        swap &&
          h(
            "button",
            { type: "button", class: "button button-primary", onclick: () => onSwap(swap) },
            `Exchange tiles ${swap[0]} and ${swap[1]}`,
          ),
        goals.map((goal) =>
          h("button", { type: "button", class: "button", onclick: () => onGoal(goal) }, `Take the goal ${goal}`),
        ),
      ),
      h(
        "details",
        null,
        h("summary", null, "Why?"),
        h(
          "ol",
          { class: "steps" },
          steps.map((step) => h("li", null, step)),
        ),
      ),
    );
  }

  return { element, update };
}
