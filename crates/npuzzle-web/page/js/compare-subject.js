// @ts-check
// What searches are compared on: the board of the page, several boards or a set, or another problem.

import { createBoardStrip } from "./board-strip.js";
import { h, replace, uniqueId } from "./dom.js";
import { EXAMPLE_ESTIMATES, EXAMPLE_MAP } from "./example-map.js";
import { drawState } from "./state-picture.js";
import { MAP } from "./trace-question.js";

/** The word of the state for several boards; every other one is a problem, and none is the board of the page. */
export const SET = "set";

const EXAMPLES = ["random:3x3:20:1", "korf:1..10", "deepcubea-15:1..10"];

/** The entry of a problem such as `hanoi(3,5)` in the catalogue, if it is one of those. */
export const problemCard = (catalogue, subject) => {
  const name = subject.split("(")[0].trim();
  return (catalogue.problems ?? []).find((card) => card.name === name || card.aliases.includes(name));
};

/** The lines of a text that say something. */
export const linesOf = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

/** @param {any} context */
export function createCompareSubject(context) {
  const { catalogue, store } = context;
  const [subjectId, boardsId, callId, mapId, estimatesId] = ["on", "boards", "call", "map", "estimates"].map(uniqueId);
  const strip = createBoardStrip(context);
  const choose = h("select", { id: subjectId, onchange: () => take(choose.value) },
    h("option", { value: "" }, "The board"), h("option", { value: SET }, "Several boards, or a set"),
    h("optgroup", { label: "Other problems" },
      (catalogue.problems ?? []).map(({ name, title }) => h("option", { value: name }, title)),
      h("option", { value: MAP }, "A map")));
  const boards = h("textarea", { id: boardsId, rows: "2", spellcheck: "false", class: "mono",
    onchange: () => store.setState({ boards: linesOf(boards.value) }) });
  const examples = h("div", { class: "row", role: "group", "aria-label": "Sets" }, EXAMPLES.map((name) =>
    h("button", { type: "button", class: "button mono small", onclick: () => store.setState({ boards: [name] }) }, name)));
  const call = h("input", { id: callId, type: "text", autocomplete: "off", spellcheck: "false", size: 14,
    onchange: () => store.setState({ subject: call.value.trim() }) });
  const text = (id, key) => h("textarea", { id, rows: "6", spellcheck: "false", class: "mono",
    onchange: (event) => store.setState({ [key]: event.target.value }) });
  const map = text(mapId, "map");
  const estimates = text(estimatesId, "estimates");
  const field = (id, label, input, ...more) => h("div", { class: "field" }, h("label", { for: id }, label), input, more);
  const states = h("div", { class: "board-strip" });
  const fields = {
    boards: field(boardsId, "Boards and sets, one per line", boards, examples),
    call: field(callId, "Which", call),
    map: field(mapId, "Map: start, goals, then state: next,cost", map),
    estimates: field(estimatesId, "Heuristic: state: value", estimates),
  };
  const element = h("div", { class: "compare-subject" }, field(subjectId, "Compare on", choose), strip.element,
    Object.values(fields), states);

  /** Another subject, with heuristics that it knows. */
  function take(name) {
    const card = problemCard(catalogue, name);
    const before = store.getState();
    const wasProblem = before.subject !== "" && before.subject !== SET;
    const isProblem = name !== "" && name !== SET;
    const heuristics = card ? card.heuristics.slice(0, 2).map((one) => one.name) : name === MAP ? [] : ["manhattan"];
    store.setState({
      subject: card?.example ?? name, ...(wasProblem || isProblem ? { heuristics } : {}),
      ...(name === SET && !before.boards.length ? { boards: [EXAMPLES[0]] } : {}),
      ...(name === MAP && !before.map ? { map: EXAMPLE_MAP, estimates: EXAMPLE_ESTIMATES } : {}),
    });
  }

  return {
    element,
    update(state, changed) {
      const { subject } = state;
      if (changed.has("board") || changed.has("goal")) strip.update(state);
      const card = problemCard(catalogue, subject);
      choose.value = card?.name ?? subject;
      if (boards !== document.activeElement) boards.value = state.boards.join("\n");
      call.value = subject;
      if (map.value !== state.map) map.value = state.map;
      if (estimates.value !== state.estimates) estimates.value = state.estimates;
      strip.element.hidden = subject !== "";
      fields.boards.hidden = subject !== SET;
      fields.call.hidden = !card;
      fields.map.hidden = fields.estimates.hidden = subject !== MAP;
      if (changed.has("subject")) replace(states);
    },
    /** The first and the last state of another problem, drawn as its answer draws them. */
    showStates({ report, drawings }) {
      const figure = (state, name) => (state ? h("figure", { class: "strip-board" },
        drawState(state, { size: "small", label: name, drawing: drawings?.[state] }),
        h("figcaption", { class: "small muted" }, name)) : null);
      replace(states, figure(report.start, "start"), h("span", { class: "strip-arrow", "aria-hidden": "true" }, "→"),
        figure(report.goal, "goal"));
    },
  };
}
