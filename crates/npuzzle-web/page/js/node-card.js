// @ts-check
// The node being expanded, in two panels: its state with g + h = f, and its successors with what became of each.

import { h, replace } from "./dom.js";
import { number } from "./format.js";
import { drawState } from "./state-picture.js";
import { fateWords, moveWord, sideWords } from "./trace-words.js";

const EXPANDED = "Being expanded";

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
  return node ? { state: node.state, title: EXPANDED } : { state: trace.header.start, title: "Start" };
}

function sum(node) {
  return h("p", { class: "node-sum" },
    h("span", { title: "cost of the path to this state" }, `g ${node.g}`), " + ",
    h("span", { title: "estimate of the rest" }, `h ${node.h}`), " = ",
    h("strong", { title: "estimate of the whole path" }, `f ${node.f}`));
}

function successorItem(successor, moment, goal, latest, jump, drawings) {
  const fate = fateWords(successor, moment);
  const dropped = fate.word === "dropped";
  return h("li", { class: `successor ${dropped ? "is-dropped" : "is-kept"}${latest ? " is-latest" : ""}` },
    drawState(successor.state, {
      size: "thumb", goal, label: `after ${moveWord(successor.op)}`, drawing: drawings?.[successor.state],
    }),
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
 * @returns {{now: HTMLElement, successors: HTMLElement, update: Function}}
 */
export function createNodeCard({ jump, stepExpansion }) {
  const body = h("div", { class: "node-body" });
  const list = h("div", { class: "node-body" });
  const onwards = h("button", { type: "button", class: "button", onclick: () => stepExpansion(1), title: "next expansion (X)" },
    "expansion ›");
  const back = h("button", { type: "button", class: "button", onclick: () => stepExpansion(-1),
    title: "expansion before (Shift+X)" }, "‹");
  back.ariaLabel = "‹ expansion before";
  const now = h("section", { class: "card panel panel-now", "aria-label": "Node", tabindex: "0" },
    h("div", { class: "card-title" }, h("h2", null, "Node"), h("div", { class: "row" }, back, onwards)), body);
  const successors = h("section", { class: "card panel panel-node", "aria-label": "Successors" },
    h("div", { class: "card-title" }, h("h2", null, "Successors")), list);

  function update(trace, moment, { drawings } = {}) {
    const { node } = moment;
    const { state, title } = subject(trace, moment);
    const goal = (node?.side === "backward" ? trace.header.start : trace.header.goals[0]) ?? null;
    replace(body,
      drawState(state, { size: "large", goal, label: title, drawing: drawings?.[state] }),
      h("div", { class: "node-facts" },
        h("p", { class: "label" }, title, moment.bothSides && title === EXPANDED ? `, ${sideWords(node.side)}` : ""),
        // Every line keeps its place, so that nothing jumps from step to step.
        node && moment.kind !== "solved" ? sum(node) : h("p", { class: "node-sum" }, "\u00a0"),
        moment.bound !== null
          ? h("p", null, `bound ${moment.bound}`, h("span", { class: "muted" }, ` · iteration ${moment.iteration}`))
          : null,
        moment.incumbent !== null ? h("p", null, `best solution ${moment.incumbent}`) : null,
        h("p", { class: "muted small" },
          `${number(moment.expanded)} expanded, ${number(moment.generated)} generated`)));
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.step : null;
    replace(list, node && moment.kind !== "solved" && moment.successors.length
      ? h("ul", { class: "successors" }, moment.successors.map((successor) =>
          successorItem(successor, moment, goal, successor.step === moment.step, jump, drawings)))
      : h("p", { class: "muted small" }, "None made yet."));
    // The button that had the focus was replaced: by itself, by the successor made last, or by none.
    if (focused !== null) {
      const moves = [...list.querySelectorAll(".successor-move")];
      (moves.find(({ dataset }) => dataset.step === focused) ?? moves.at(-1) ?? onwards).focus({ preventScroll: true });
    }
  }

  return { now, successors, update };
}
