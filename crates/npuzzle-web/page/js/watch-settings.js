// @ts-check
// What is searched, and how: this board or another problem, the search, its heuristic, or a trace file.

import { createAlgorithmField, parseCall } from "./algorithm-field.js";
import { createBoardStrip } from "./board-strip.js";
import { h, replace, uniqueId } from "./dom.js";
import { EXAMPLE_ESTIMATES, EXAMPLE_MAP } from "./example-map.js";
import { createExpressionField } from "./expression-field.js";
import { asPopover } from "./popover.js";
import { cardOf, MAP } from "./trace-question.js";

/** A problem in its usual size. */
const problemOf = (text) => text.split("(")[0].trim();

/**
 * @param {any} context
 * @param {{loadFile: (file: File) => void}} actions
 */
export function createWatchSettings(context, { loadFile }) {
  const { catalogue, store } = context;
  const strip = createBoardStrip(context);
  // A link of a search that only knows boards names none of the others.
  const traceable = { ...catalogue, algorithms: catalogue.algorithms.filter((card) => card.traceable) };
  const algorithmField = createAlgorithmField(traceable, {
    value: store.getState().algorithm, onchange: (algorithm) => store.setState({ algorithm, answeredBy: "" }),
  });
  const expressionField = createExpressionField(context, {
    value: store.getState().heuristic, placeholder: "the search's own choice",
    onchange: (text) => store.setState({ heuristic: text, answeredBy: "" }),
    subject: () => ({ board: store.getState().board, goal: store.getState().goal }),
  });
  const [problemId, callId, heuristicId, mapId, estimatesId] =
    ["problem", "call", "estimate", "map", "estimates"].map(uniqueId);
  const problems = catalogue.problems ?? [];
  const choose = h("select", { id: problemId, onchange: () => take(choose.value) },
    h("option", { value: "" }, "The board"),
    problems.map(({ name, title }) => h("option", { value: name }, title)), h("option", { value: MAP }, "A map"));
  const call = h("input", { id: callId, type: "text", autocomplete: "off", spellcheck: "false", size: 14,
    onchange: () => store.setState({ problem: call.value.trim() }) });
  const estimate = h("select", { id: heuristicId, onchange: () => store.setState({ heuristic: estimate.value }) });
  const text = (id, key, rows) =>
    h("textarea", { id, rows, spellcheck: "false", class: "mono", onchange: (event) => store.setState({ [key]: event.target.value }) });
  const map = text(mapId, "map", 7);
  const estimates = text(estimatesId, "estimates", 7);
  const field = (id, label, input, more = "") => h("div", { class: `field ${more}` }, h("label", { for: id }, label), input);
  const fields = {
    call: field(callId, "Which", call), estimate: field(heuristicId, "Heuristic", estimate),
    map: field(mapId, "Map: start, goals, then state: next,cost", map, "map-field"),
    estimates: field(estimatesId, "Heuristic: state: value", estimates, "map-field"),
  };
  const file = h("input", {
    type: "file", accept: ".jsonl,.json,.txt,.trace", class: "visually-hidden", id: "trace-file",
    onchange: (event) => {
      if (event.target.files[0]) loadFile(event.target.files[0]);
      file.value = "";
    },
  });
  const fileField = h("div", { class: "file-field" }, file,
    h("label", { for: "trace-file", class: "button file-button" }, "Open a trace file"));
  const chosen = h("span", { class: "chosen-search" });
  const element = asPopover(h("details", { class: "tool-menu watch-settings" }, h("summary", { class: "button" }, chosen),
    h("div", { class: "tool-list watch-fields card" }, strip.element, field(problemId, "Problem", choose),
      Object.values(fields), algorithmField.element, expressionField.element, fileField)));

  /** Another problem, with a search that knows it. */
  function take(name) {
    const portfolio = cardOf(catalogue, store.getState().algorithm)?.features.includes("portfolio");
    const problem = problems.find((one) => one.name === name)?.example ?? name;
    store.setState({
      problem, heuristic: "", answeredBy: "", ...(portfolio && name ? { algorithm: "astar" } : {}),
      ...(name === MAP && !store.getState().map ? { map: EXAMPLE_MAP, estimates: EXAMPLE_ESTIMATES } : {}),
    });
  }

  return {
    element,
    /** Whether the field of the heuristic shows its own error. */
    isWrong: () => expressionField.isWrong(),
    /** Where the focus goes when a button vanishes. */
    focusTarget: () => element.querySelector(element.open ? "select" : "summary"),
    update(state, changed) {
      if (changed.has("board") || changed.has("goal")) strip.update(state);
      const name = problemOf(state.problem);
      const problem = problems.find((one) => one.name === name || one.aliases.includes(name));
      const informed = cardOf(catalogue, state.algorithm)?.informed ?? true;
      choose.value = problem?.name ?? name;
      if (choose.selectedIndex < 0) choose.value = "";
      call.value = state.problem;
      if (changed.has("problem")) {
        replace(estimate, (problem?.heuristics ?? []).map((card) => h("option", { value: card.name, title: card.summary },
          card.name)), h("option", { value: "zero" }, "zero"));
      }
      estimate.value = state.heuristic || (problem?.heuristics[0]?.name ?? "zero");
      if (map.value !== state.map) map.value = state.map;
      if (estimates.value !== state.estimates) estimates.value = state.estimates;
      strip.element.hidden = state.problem !== "";
      fields.call.hidden = !problem;
      fields.estimate.hidden = !problem || !informed;
      fields.map.hidden = state.problem !== MAP;
      fields.estimates.hidden = state.problem !== MAP || !informed;
      algorithmField.setValue(state.algorithm);
      expressionField.setValue(state.heuristic);
      expressionField.element.hidden = !informed || state.problem !== "";
      const title = cardOf(catalogue, state.algorithm)?.title ?? parseCall(state.algorithm).name;
      const on = state.problem ? ` on ${state.problem === MAP ? "a map" : state.problem}` : "";
      chosen.textContent = `${title}${informed && state.heuristic ? ` with ${state.heuristic}` : ""}${on}`;
    },
  };
}
