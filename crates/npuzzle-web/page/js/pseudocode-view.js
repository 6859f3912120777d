// @ts-check
// The algorithm in a few lines, with a marker at the line that the search is at.

import { h, replace } from "./dom.js";
import { cardOf } from "./trace-question.js";

/**
 * The place of the line that fits best: marks are tried in the order given.
 * @param {{text: string, at: string[]}[]} lines
 * @param {string[]} marks
 */
export function currentLine(lines, marks) {
  for (const mark of marks) {
    const place = lines.findIndex(({ at }) => at.includes(mark));
    if (place >= 0) return place;
  }
  return -1;
}

/** The panel of the pseudo-code. */
export function createPseudocodeView(catalogue) {
  const title = h("p", { class: "muted small" });
  const summary = h("p", { class: "muted small" });
  const list = h("ol", { class: "pseudocode", tabindex: "0", "aria-label": "Pseudo-code" });
  const element = h("section", { class: "card panel panel-code", "aria-label": "Pseudo-code" },
    h("div", { class: "card-title" }, h("h2", null, "Pseudo-code"), title), list, summary);
  let shown = null;

  function update(moment) {
    const card = cardOf(catalogue, moment.algorithm);
    const name = card?.name ?? moment.algorithm;
    const lines = card?.pseudocode ?? [];
    if (shown !== name) {
      shown = name;
      title.textContent = card?.title ?? name;
      summary.textContent = card ? `${card.summary}.` : "";
      replace(list, lines.length
        ? lines.map(({ text }) => {
            // A line that wraps goes on below its own beginning, not at the margin: indentation is what the code says.
            const indent = text.length - text.trimStart().length;
            return h("li", { style: { "--indent": `${indent}ch` } }, h("code", null, text.trim()));
          })
        : h("li", null, "This search has no pseudo-code here."));
    }
    const current = currentLine(lines, moment.pseudocode);
    [...list.children].forEach((item, place) => {
      item.classList.toggle("is-current", place === current);
      if (place === current) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
  }

  return { element, update };
}
