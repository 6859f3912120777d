// @ts-check
// The search itself, step by step: one recorded search, one clock, five panels that show the same moment.

import { createAlgorithmField } from "./algorithm-field.js";
import { createBoardStrip } from "./board-strip.js";
import { h, replace } from "./dom.js";
import { createExpressionField } from "./expression-field.js";
import { number } from "./format.js";
import { createFrontierView } from "./frontier-view.js";
import { createHeuristicView } from "./heuristic-view.js";
import { createJobLine } from "./job-line.js";
import { createNodeCard } from "./node-card.js";
import { createPseudocodeView } from "./pseudocode-view.js";
import { Timeline } from "./timeline.js";
import { Trace } from "./trace.js";
import { parseTraceFile } from "./trace-file.js";
import { cardOf, traceQuestion } from "./trace-question.js";
import { endWords, originWords, sentence } from "./trace-words.js";
import { createTransport } from "./transport.js";
import { createTreeView } from "./tree-view.js";

const PANELS = { node: "Node", frontier: "Frontier", tree: "Tree", heuristic: "Heuristic", code: "Code" };
/** What the server records at most. */
const MOST_EVENTS = 200000;
/** What makes a search another one. */
const SEARCH = ["board", "goal", "algorithm", "heuristic", "order", "timeLimit"];
/** What a change of makes another trace. */
const QUESTION = [...SEARCH, "events"];

const valuesOf = (keys, state) => JSON.stringify(keys.map((key) => state[key]));

export function createView(root, context) {
  const { catalogue, store, api, announce, keys, isShown } = context;
  const timeline = new Timeline({ speed: store.getState().speed });
  /** @type {Trace | null} */
  let trace = null;
  /** What the trace in sight is of; "" for a file. */
  let shownSearch = "";
  let asked = "";
  /** What is asked next time though nothing changed: the recording was given up. */
  let due = true;
  let drawn = -1;
  let frame = 0;

  const jump = (step) => {
    timeline.pause();
    timeline.seek(step);
  };
  const stepExpansion = (by) => {
    if (!trace) return;
    const { expanded } = trace.at(timeline.position);
    const atStart = trace.stepOfExpansion(expanded) === timeline.position;
    jump(trace.stepOfExpansion(by < 0 && !atStart ? expanded : expanded + by));
  };
  const stepMark = (by) => {
    const steps = trace?.marks.map(({ step }) => step) ?? [];
    const next = by > 0
      ? steps.find((step) => step > timeline.position)
      : steps.findLast((step) => step < timeline.position);
    if (next !== undefined) jump(next);
  };

  const strip = createBoardStrip(context);
  const job = createJobLine({ api, path: "/api/trace", verb: "Searching", focusAfter: () => goingOn() });
  const nodeCard = createNodeCard({ jump, stepExpansion });
  const frontier = createFrontierView();
  const tree = createTreeView({
    jump: (key) => trace && jump(trace.stepOfNode(key, timeline.position)),
    wantMore: (moreNodes) => store.setState({ moreNodes }),
  });
  const heuristic = createHeuristicView(context);
  const code = createPseudocodeView(catalogue);
  const transport = createTransport(timeline, { labels: (position) => (trace ? sentence(trace.at(position)) : "") });
  const traceable = { ...catalogue, algorithms: catalogue.algorithms.filter((card) => card.traceable) };
  const algorithmField = createAlgorithmField(traceable, {
    value: store.getState().algorithm, onchange: (algorithm) => store.setState({ algorithm }),
  });
  const expressionField = createExpressionField(context, {
    value: store.getState().heuristic, placeholder: "the search's own choice",
    onchange: (text) => store.setState({ heuristic: text }),
    subject: () => ({ board: store.getState().board, goal: store.getState().goal }),
  });
  const message = h("div", { class: "watch-message stack" });
  const file = h("input", {
    type: "file", accept: ".jsonl,.json,.txt,.trace", class: "visually-hidden", id: "trace-file",
    onchange: (event) => event.target.files[0] && loadFile(event.target.files[0]),
  });
  const column = (...parts) => h("div", { class: "watch-column" }, parts.map(({ element }) => element));
  const panels = h("div", { class: "watch-panels" }, column(nodeCard), column(tree, heuristic), column(frontier, code));
  const chooser = h("div", { class: "panel-switch", role: "group", "aria-label": "Panel" },
    Object.entries(PANELS).map(([panel, title]) =>
      h("button", { type: "button", class: "button", dataset: { panel }, onclick: () => store.setState({ panel }) },
        title)));
  const stage = h("div", {
    class: "watch-stage", hidden: true, tabindex: "-1", role: "group", "aria-label": "Recorded search",
  }, chooser, panels, h("div", { class: "watch-transport" }, transport.element));

  // On a narrow screen the search is chosen first and then out of the way.
  const narrow = matchMedia("(max-width: 700px)");
  const chosen = h("summary", null);
  const fileField = h("div", { class: "file-field" }, file,
    h("label", { for: "trace-file", class: "button file-button" }, "Open a trace file"));
  const settings = h("details", { class: "watch-settings" }, chosen,
    h("div", { class: "watch-fields" }, algorithmField.element, expressionField.element, fileField));
  const fold = () => (settings.open = !narrow.matches);
  narrow.addEventListener("change", fold);
  fold();
  replace(root,
    h("div", { class: "watch" },
      h("div", { class: "watch-controls" }, strip.element, settings),
      job.element, message, stage));

  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer?.files ?? [];
    if (dropped) loadFile(dropped);
  });

  keys.registerKeys("watch", [
    ...transport.keys,
    { keys: ["ArrowRight"], shown: "→", does: "one step forward", run: () => timeline.step(1) },
    { keys: ["ArrowLeft"], shown: "←", does: "one step back", run: () => timeline.step(-1) },
    { keys: ["x"], shown: "X", does: "next expansion", run: () => stepExpansion(1) },
    { keys: ["Shift+x"], shown: "Shift+X", does: "expansion before", run: () => stepExpansion(-1) },
    { keys: ["n"], shown: "N", does: "next event of note", run: () => stepMark(1) },
    { keys: ["Shift+n"], shown: "Shift+N", does: "event of note before", run: () => stepMark(-1) },
  ]);

  timeline.onchange(() => {
    const { position, speed } = timeline;
    // The position in a file, or in the trace of a search that was asked for before, is none of the state's search.
    if (isShown() && trace) store.setState(isOfState() ? { at: position, speed } : { speed });
    schedule();
  });

  const isOfState = () => shownSearch === valuesOf(SEARCH, store.getState());
  const isStale = () => panels.classList.contains("is-stale");

  /** Where the focus goes when the button that had it vanishes. */
  const goingOn = () => (stage.hidden ? settings.querySelector(settings.open ? "select" : "summary") : stage);

  /** Several changes within a frame are drawn once. */
  function schedule() {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (drawn !== timeline.position) draw();
    });
  }

  function draw() {
    if (!trace || !isShown()) return;
    drawn = timeline.position;
    const moment = trace.at(drawn);
    nodeCard.update(trace, moment);
    frontier.update(trace, moment);
    tree.update(trace, moment);
    heuristic.update(trace, moment);
    code.update(moment);
    announce(sentence(moment));
  }

  function show(recorded, position, search) {
    shownSearch = search;
    panels.classList.remove("is-stale");
    trace = recorded.events.length ? new Trace(recorded, catalogue.algorithms) : null;
    stage.hidden = !trace;
    drawn = -1;
    if (!trace) return;
    timeline.pause();
    timeline.set({ length: trace.length - 1, position });
    transport.setMarks(trace.marks.map(({ step, label, kind }) => ({ at: step, label, kind })));
    transport.refresh();
    draw();
  }

  function tell(...children) {
    const held = message.contains(document.activeElement);
    replace(message, children);
    if (held) goingOn().focus();
  }

  function askAgain() {
    asked = "";
    ask(store.getState());
  }

  /** What is to be said about a trace besides the trace. */
  function remarks({ complete, report, events }) {
    if (report.status === "unsolvable") {
      return [
        h("p", { class: "notice" },
          h("span", null, `No search is made: ${report.reason ?? "the board cannot reach this goal"}.`),
          h("button", { type: "button", class: "button", onclick: () => store.setState({ view: "play" }) },
            "Repair it")),
      ];
    }
    const words = [endWords({ complete, report, events }), originWords({ report, events })].filter(Boolean).join(" ");
    if (!words) return [];
    const recorded = store.getState().events;
    const more = Math.min(MOST_EVENTS, recorded * 4);
    const button = (label, run) => h("button", { type: "button", class: "button", onclick: run }, label);
    const canMore = !complete && events.length >= recorded && more > recorded;
    return [
      h("p", { class: "notice" }, h("span", null, words),
        canMore ? button(`Record ${number(more)}`, () => store.setState({ events: more })) : null,
        complete && report.status === "stopped" ? button("Search again", askAgain) : null),
    ];
  }

  function ask(state) {
    const question = valuesOf(QUESTION, state);
    if (question === asked) return;
    asked = question;
    tell();
    timeline.pause();
    panels.classList.add("is-stale");
    const card = cardOf(catalogue, state.algorithm);
    if (card && !card.traceable) {
      job.cancel();
      tell(h("p", { class: "notice" }, h("span", null, `${card.title} cannot be watched step by step.`),
        ["astar", "ida"].map((algorithm) =>
          h("button", { type: "button", class: "button", onclick: () => store.setState({ algorithm }) },
            `Watch ${algorithm}`))));
      return;
    }
    job.run(traceQuestion(catalogue, state), {
      result: (answer) => {
        // A search that chooses its heuristic itself says only at the end which.
        answer.header.heuristic ??= answer.report.heuristic;
        show(answer, store.getState().at, valuesOf(SEARCH, state));
        tell(remarks(answer));
        if (trace) announce(`search recorded: ${number(trace.length)} steps. ${sentence(trace.at(timeline.position))}`);
      },
      problem: (problem) => {
        asked = "";
        // The expression field shows its own error while one types; the trace before stays in sight, dimmed.
        const shownThere = problem.place?.field === "heuristic" && expressionField.isWrong();
        const again = problem.status >= 500
          ? h("button", { type: "button", class: "button", onclick: askAgain }, "Try again")
          : [];
        tell(shownThere ? [] : h("pre", { class: "error-text", role: "alert" }, problem.message), again);
      },
    });
  }

  async function loadFile(chosen) {
    try {
      // A file that cannot be read leaves the search alone, be it still recorded.
      const recorded = parseTraceFile(await chosen.text());
      job.cancel();
      asked = chosen.name;
      show(recorded, 0, "");
      const { header, events, complete, breaksOff } = recorded;
      const said = `${header.algorithm} on ${header.problem}, ${number(events.length)} events`;
      const end = breaksOff
        ? "; its last line breaks off and is left out"
        : complete ? "" : ", cut: the file has more";
      tell(h("p", { class: "notice" },
        h("span", null, `${chosen.name}: ${said}${end}.`),
        h("button", { type: "button", class: "button", onclick: askAgain }, "Close the file")));
    } catch (error) {
      tell(h("pre", { class: "error-text", role: "alert" }, `${chosen.name}: ${error.message}`));
    }
    file.value = "";
  }

  return {
    hide() {
      timeline.pause();
      job.cancel();
      if (isStale()) {
        asked = "";
        due = true;
      }
    },
    update(state, changed) {
      panels.dataset.panel = state.panel;
      for (const button of chooser.children) {
        button.setAttribute("aria-pressed", String(button.dataset.panel === state.panel));
      }
      if (changed.has("board") || changed.has("goal")) strip.update(state);
      algorithmField.setValue(state.algorithm);
      expressionField.setValue(state.heuristic);
      chosen.textContent = [state.algorithm, state.heuristic].filter(Boolean).join(" with ");
      expressionField.element.hidden = !(algorithmField.chosen()?.informed ?? true);
      tree.setMore(state.moreNodes);
      if (changed.has("part") || changed.has("tile")) heuristic.redraw();
      if (due || QUESTION.some((key) => changed.has(key))) {
        due = false;
        ask(state);
      }
      // Until the search of the state is recorded, its position does not belong to the trace in sight.
      const follows = trace && !isStale() && isOfState();
      if (follows && state.at !== timeline.position) timeline.pause();
      timeline.set(follows ? { position: state.at, speed: state.speed } : { speed: state.speed });
      schedule();
    },
  };
}
