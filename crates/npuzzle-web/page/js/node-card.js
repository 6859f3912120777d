// @ts-check
// The node being expanded: its state with g + h = f, and its successors with what became of each.

import { h, replace } from "./dom.js";
import { number } from "./format.js";
import { drawState } from "./state-picture.js";
import { fateWords, moveWord, sideWords } from "./trace-words.js";

/** The state that a moment is about, where no state is being expanded. */
function subject(trace, moment) {
  const { kind, event, node } = moment;
  const special = { root: "Begins here", forget: "Forgotten" }[kind];
  if (special) return { state: event.state, title: special };
  if (kind === "solved") {
    const path = trace.path(moment.step);
    const goal = trace.header.goals[0] ?? path[path.length - 1]?.state;
    if (goal) return { state: goal, title: "Goal" };
  }
  return node ? { state: node.state, title: "Being expanded" } : { state: trace.header.start, title: "Start" };
}

function sum(node) {
  return h("p", { class: "node-sum" },
    h("span", { title: "cost of the path to this state" }, `g ${node.g}`), " + ",
    h("span", { title: "estimate of the rest" }, `h ${node.h}`), " = ",
    h("strong", { title: "estimate of the whole path" }, `f ${node.f}`));
}

function successorItem(successor, moment, goal, latest, jump) {
  const fate = fateWords(successor, moment);
  const dropped = fate.word === "dropped";
  return h("li", { class: `successor ${dropped ? "is-dropped" : "is-kept"}${latest ? " is-latest" : ""}` },
    drawState(successor.state, { size: "thumb", goal, label: `after ${moveWord(successor.op)}` }),
    h("div", { class: "successor-words" },
      h("button", {
        type: "button", class: "successor-move", "aria-current": latest ? "step" : null,
        title: "go to this moment", dataset: { step: String(successor.step) }, onclick: () => jump(successor.step),
      }, latest ? "▸ " : "", moveWord(successor.op)),
      h("span", { class: "successor-sum" }, `${successor.g} + ${successor.h} = `,
        h("strong", null, String(successor.f))),
      h("span", { class: "fate" }, h("span", { "aria-hidden": "true" }, fate.sign), ` ${fate.word}: ${fate.why}`)));
}

/**
 * @param {{jump: (step: number) => void, stepExpansion: (by: number) => void}} actions
 */
export function createNodeCard({ jump, stepExpansion }) {
  const body = h("div", { class: "stack node-body" });
  const onwards = h("button", { type: "button", class: "button", onclick: () => stepExpansion(1) }, "expansion ›");
  const element = h("section", { class: "card panel panel-node", "aria-label": "Node" },
    h("div", { class: "card-title" }, h("h2", null, "Node"),
      h("div", { class: "row" },
        h("button", { type: "button", class: "button", onclick: () => stepExpansion(-1) }, "‹ expansion"), onwards)),
    body);

  function update(trace, moment) {
    const { node } = moment;
    const { state, title } = subject(trace, moment);
    const goal = (node?.side === "backward" ? trace.header.start : trace.header.goals[0]) ?? null;
    const focused = body.contains(document.activeElement) ? document.activeElement.dataset.step : null;
    replace(body,
      h("div", { class: "node-now" },
        drawState(state, { size: "large", goal, label: title }),
        h("div", { class: "stack" },
          h("p", { class: "label" }, title, moment.bothSides && node ? `, ${sideWords(node.side)}` : ""),
          node && moment.kind !== "solved" ? sum(node) : null,
          moment.bound !== null
            ? h("p", null, `bound ${moment.bound}`, h("span", { class: "muted" }, ` · iteration ${moment.iteration}`))
            : null,
          moment.incumbent !== null ? h("p", null, `best solution ${moment.incumbent}`) : null,
          h("p", { class: "muted small" },
            `${number(moment.expanded)} expanded, ${number(moment.generated)} generated`))),
      node && moment.kind !== "solved"
        ? [
            h("h3", null, "Successors"),
            moment.successors.length
              ? h("ul", { class: "successors" }, moment.successors.map((successor) =>
                  successorItem(successor, moment, goal, successor.step === moment.step, jump)))
              : h("p", { class: "muted small" }, "None made yet."),
          ]
        : null);
    // The button that had the focus was replaced: by itself, by the successor made last, or by none.
    if (focused !== null) {
      const moves = [...body.querySelectorAll(".successor-move")];
      (moves.find(({ dataset }) => dataset.step === focused) ?? moves.at(-1) ?? onwards).focus({ preventScroll: true });
    }
  }

  return { element, update };
}
