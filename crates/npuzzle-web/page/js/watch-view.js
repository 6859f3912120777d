// @ts-check
// The search itself, step by step: one recorded search, one clock, panels that show the same moment.

import { h, replace } from "./dom.js";
import { number } from "./format.js";
import { createFrontierView } from "./frontier-view.js";
import { createHeuristicView } from "./heuristic-view.js";
import { createJobLine } from "./job-line.js";
import { whyWords } from "./lecture-words.js";
import { createLessonMenu, createLessonPanel } from "./lesson-panel.js";
import { createNodeCard } from "./node-card.js";
import { nextPrediction, predictionAt } from "./predict.js";
import { createPredictPanel } from "./predict-panel.js";
import { createPseudocodeView } from "./pseudocode-view.js";
import { Timeline } from "./timeline.js";
import { Trace } from "./trace.js";
import { parseTraceFile } from "./trace-file.js";
import { cardOf, watchQuestion } from "./trace-question.js";
import { sentence } from "./trace-words.js";
import { createTransport } from "./transport.js";
import { createTreeView } from "./tree-view.js";
import { notTraceable, remarks } from "./watch-remarks.js";
import { createWatchSettings } from "./watch-settings.js";
import { createWatchTools } from "./watch-tools.js";

const PANELS = { tree: "Tree", node: "Successors", frontier: "Frontier", heuristic: "Heuristic", code: "Code" };
/** What makes a search another one. */
const SEARCH = ["board", "goal", "algorithm", "heuristic", "order", "timeLimit", "problem", "map", "estimates"];
/** What a change of makes another trace. */
const QUESTION = [...SEARCH, "events"];

/** What is typed letter by letter. */
const TYPED = ["heuristic", "map", "estimates"];

/** How often the address is written while a search plays, and panels of words are while they cannot be read. */
const WRITING_PAUSE = 1000;
const READING_PAUSE = 90;
/** From this speed on a reader cannot follow, in steps per second. */
const TOO_FAST = 30;

const valuesOf = (keys, state) => JSON.stringify(keys.map((key) => state[key]));

/** Style sheets of this view alone are loaded with it. */
function loadStyle(name) {
  if (document.querySelector(`link[href="css/${name}.css"]`)) return;
  document.head.append(h("link", { rel: "stylesheet", href: `css/${name}.css` }));
}

export function createView(root, context) {
  const { catalogue, store, api, announce, keys, isShown } = context;
  loadStyle("lecture");
  const timeline = new Timeline({ speed: store.getState().speed });
  /** @type {Trace | null} */
  let trace = null;
  /** The answer or file that the trace was made of. */
  let recorded = null;
  /** What the trace in sight is of; "" for a file. */
  let shownSearch = "";
  let asked = "";
  /** What is asked next time though nothing changed: the recording was given up. */
  let due = true;
  let drawn = -1;
  /** When the panels of words were written last. */
  let read = 0;
  let frame = 0;
  let isPlaying = false;

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
  /** One step on; where one guesses, to the answer, and from there to the next question. */
  const forward = () => {
    if (lesson.inversions.step(1)) return;
    const { position } = timeline;
    if (!trace || !store.getState().predict || predictionAt(trace, position)) timeline.step(1);
    else jump(nextPrediction(trace, position));
  };
  const back = () => lesson.inversions.step(-1) || timeline.step(-1);
  const toggle = (key) => store.setState({ [key]: !store.getState()[key] });

  const job = createJobLine({ api, path: "/api/trace", verb: "Searching", focusAfter: () => goingOn() });
  const nodeCard = createNodeCard({ jump, stepExpansion });
  const frontier = createFrontierView();
  const tree = createTreeView({ jump: (key) => trace && jump(trace.stepOfNode(key, timeline.position)) });
  const heuristic = createHeuristicView(context);
  const code = createPseudocodeView(catalogue);
  const predict = createPredictPanel({ reveal: forward });
  const transport = createTransport(timeline, { labels: (position) => (trace ? sentence(trace.at(position)) : "") });
  const settings = createWatchSettings(context, { loadFile });
  const tools = createWatchTools(context, {
    recorded: () => recorded,
    picture: () => tree.svg(`${recorded.header.algorithm} on ${recorded.header.problem}, step ${timeline.position}`),
  });
  const lesson = createLessonPanel(context, { trace: () => (isOfState() && !isStale() ? trace : null), seek: jump });
  const message = h("div", { class: "watch-message stack" });
  const said = h("strong", null);
  const why = h("span", { class: "why" });
  const words = h("p", { class: "watch-sentence" }, said, " ", why);
  const chooser = h("div", { class: "panel-switch", role: "group", "aria-label": "Panel" },
    Object.entries(PANELS).map(([panel, title]) =>
      h("button", { type: "button", class: "button", dataset: { panel }, onclick: () => store.setState({ panel }) },
        title)));
  const column = (name, ...parts) => h("div", { class: `watch-column column-${name}` }, parts);
  const panels = h("div", { class: "watch-panels" }, chooser, column("node", nodeCard.now, nodeCard.successors),
    column("tree", tree.element, heuristic.element), column("code", frontier.element, code.element));
  const stage = h("div", {
    class: "watch-stage", hidden: true, tabindex: "-1", role: "group", "aria-label": "Recorded search",
  }, panels, predict.element, h("div", { class: "watch-transport" }, words, transport.element));
  const view = h("div", { class: "watch" },
    h("div", { class: "watch-bar" }, settings.element, createLessonMenu(store), tools.element),
    job.element, message, lesson.element, lesson.inversions.element, stage);

  replace(root, view);
  // The view is as high as the rest of the window: its bar stays in sight.
  const measure = () => view.style.setProperty("--above", `${Math.round(root.getBoundingClientRect().top + scrollY)}px`);
  const header = document.querySelector(".page-header");
  for (const above of [header, document.getElementById("notices")]) if (above) new ResizeObserver(measure).observe(above);

  // After a click the keys are those of the view again: Space plays, wherever the hand has been. Who presses a button by
  // the keyboard stays on it.
  view.addEventListener("click", ({ detail, target }) => {
    const pressed = target instanceof Element && target.closest("button");
    if (detail > 0 && pressed && !pressed.closest("details, .predict")) (stage.hidden ? root : stage).focus({ preventScroll: true });
  });
  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer?.files ?? [];
    if (dropped) loadFile(dropped);
  });

  keys.registerKeys("watch", [
    ...transport.keys,
    { keys: ["ArrowRight"], shown: "→", does: "one step forward, or the answer", run: forward },
    { keys: ["ArrowLeft"], shown: "←", does: "one step back", run: back },
    { keys: ["x"], shown: "X", does: "next expansion", run: () => stepExpansion(1) },
    { keys: ["Shift+x"], shown: "Shift+X", does: "expansion before", run: () => stepExpansion(-1) },
    { keys: ["n"], shown: "N", does: "next event of note", run: () => stepMark(1) },
    { keys: ["Shift+n"], shown: "Shift+N", does: "event of note before", run: () => stepMark(-1) },
    { keys: ["+", "="], shown: "+", does: "larger tree", run: () => tree.zoom(1) },
    { keys: ["-"], shown: "-", does: "smaller tree", run: () => tree.zoom(-1) },
    { keys: ["0"], shown: "0", does: "whole tree, or follow the search", run: () => tree.fit() },
    { keys: ["l"], shown: "L", does: "lecture: large type", run: () => toggle("lecture") },
    { keys: ["p"], shown: "P", does: "predict: which node comes next?", run: () => toggle("predict") },
    { keys: ["PageDown"], shown: "Page↓", does: "next step of the lesson", when: () => inLesson(), run: () => lesson.go(1) },
    { keys: ["PageUp"], shown: "Page↑", does: "step of the lesson before", when: () => inLesson(), run: () => lesson.go(-1) },
  ]);

  let written = 0;
  timeline.onchange(() => {
    const { position, speed, playing } = timeline;
    schedule();
    // While it plays, the address follows now and then: each time costs as much as a frame.
    const now = performance.now();
    if (!isShown() || !trace || (playing && now - written < WRITING_PAUSE)) return;
    written = now;
    // The position in a file, or in the trace of a search that was asked for before, is none of the state's search.
    store.setState(isOfState() ? { at: position, speed } : { speed });
  });

  const inLesson = () => !lesson.element.hidden;
  const isOfState = () => shownSearch === valuesOf(SEARCH, store.getState());
  const isStale = () => panels.classList.contains("is-stale");

  /** Where the focus goes when the button that had it vanishes. */
  const goingOn = () => (stage.hidden ? settings.focusTarget() : stage);

  /** Several changes within a frame are drawn once. */
  function schedule() {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (drawn !== timeline.position || isPlaying !== timeline.playing) draw();
      isPlaying = timeline.playing;
    });
  }

  function draw() {
    if (!trace || !isShown()) return;
    drawn = timeline.position;
    const moment = trace.at(drawn);
    const { drawings } = recorded;
    tree.update(trace, moment, { drawings });
    const now = performance.now();
    if (timeline.playing && timeline.speed > TOO_FAST && now - read < READING_PAUSE) return;
    read = now;
    nodeCard.update(trace, moment, { drawings });
    frontier.update(trace, moment);
    heuristic.update(trace, moment);
    code.update(moment);
    said.textContent = sentence(moment);
    why.textContent = timeline.playing ? "" : whyWords(trace, moment, cardOf(catalogue, moment.algorithm));
    if (store.getState().predict) {
      predict.update(predictionAt(trace, drawn), { step: drawn, goal: trace.header.goals[0] ?? null, drawings });
    } else predict.hide();
    announce(`${said.textContent} ${why.textContent}`.trim());
  }

  function show(answer, position, search) {
    shownSearch = search;
    recorded = answer;
    panels.classList.remove("is-stale");
    trace = answer.events.length ? new Trace(answer, catalogue.algorithms) : null;
    stage.hidden = !trace;
    drawn = -1;
    if (!trace) return;
    timeline.pause();
    predict.reset();
    timeline.set({ length: trace.length - 1, position });
    transport.setMarks(trace.marks.map(({ step, label, kind }) => ({ at: step, label, kind })));
    transport.refresh();
    draw();
    lesson.recorded();
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

  /** @param {any} state @param {{now?: boolean}} [options] `now`: what is asked was chosen, not typed letter by letter */
  function ask(state, { now = true } = {}) {
    const question = valuesOf(QUESTION, state);
    if (question === asked) return;
    asked = question;
    tell();
    timeline.pause();
    panels.classList.add("is-stale");
    const card = cardOf(catalogue, state.algorithm);
    if (card && !card.traceable) {
      job.cancel();
      tell(notTraceable(card, store));
      return;
    }
    const { path, body } = watchQuestion(catalogue, state);
    job.run(body, {
      path, now,
      result: (answer) => {
        // A search that chooses its heuristic itself says only at the end which.
        answer.header.heuristic ??= answer.report.heuristic;
        show(answer, store.getState().at, valuesOf(SEARCH, state));
        tell(remarks(answer, { store, steps: trace?.length ?? 0, askAgain }));
        if (trace) announce(`search recorded: ${number(trace.length)} steps. ${sentence(trace.at(timeline.position))}`);
      },
      problem: (problem) => {
        asked = "";
        // The expression field shows its own error while one types; the trace before stays in sight, dimmed.
        const shownThere = problem.place?.field === "heuristic" && settings.isWrong() && settings.element.open;
        const again = problem.status >= 500
          ? h("button", { type: "button", class: "button", onclick: askAgain }, "Try again")
          : [];
        tell(shownThere ? [] : h("pre", { class: "error-text", role: "alert" }, problem.message), again);
      },
    });
  }

  async function loadFile(file) {
    try {
      // A file that cannot be read leaves the search alone, be it still recorded.
      const read = parseTraceFile(await file.text());
      job.cancel();
      asked = file.name;
      show(read, 0, "");
      const { header, events, complete, breaksOff } = read;
      const end = breaksOff ? "; its last line breaks off and is left out" : complete ? "" : ", cut: the file has more";
      tell(h("p", { class: "notice" },
        h("span", null, `${file.name}: ${header.algorithm} on ${header.problem}, ${number(events.length)} events${end}.`),
        h("button", { type: "button", class: "button", onclick: askAgain }, "Close the file")));
    } catch (error) {
      tell(h("pre", { class: "error-text", role: "alert" }, `${file.name}: ${error.message}`));
    }
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
      if (changed.has("view")) measure();
      panels.dataset.panel = state.panel;
      for (const button of chooser.children) {
        button.setAttribute("aria-pressed", String(button.dataset.panel === state.panel));
      }
      settings.update(state, changed);
      tools.update(state);
      view.classList.toggle("is-lecture", state.lecture);
      lesson.update(state);
      view.classList.toggle("shows-board", lesson.showsBoard());
      if (changed.has("part") || changed.has("tile")) heuristic.redraw();
      // A lesson may have asked for another search while it was told of this one: that one is shown next.
      if (state !== store.getState()) return;
      if (!lesson.showsBoard() && (due || QUESTION.some((key) => changed.has(key)))) {
        due = false;
        ask(state, { now: shownSearch === "" || !TYPED.some((key) => changed.has(key)) });
      }
      // Until the search of the state is recorded, its position does not belong to the trace in sight.
      const follows = trace && !isStale() && isOfState();
      const moves = follows && changed.has("at") && state.at !== timeline.position;
      if (moves) timeline.pause();
      timeline.set(moves ? { position: state.at, speed: state.speed } : { speed: state.speed });
      if (changed.has("predict") || changed.has("panel") || changed.has("lecture")) drawn = -1;
      schedule();
    },
  };
}
