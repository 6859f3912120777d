// @ts-check
// The lesson in sight: its text, the way through its steps, and the answers from which the numbers of its texts come.

import { copyButton } from "./copy.js";
import { h, replace } from "./dom.js";
import { createInversionsView } from "./inversions-view.js";
import { LESSONS, lessonOf, stateOfStep, stepOfMoment } from "./lessons.js";
import { asPopover } from "./popover.js";

/** The answers to the runs and boards of a lesson; each is asked for once. */
async function factsOf(api, lesson) {
  const facts = {};
  for (const [name, { algorithm, heuristic }] of Object.entries(lesson.runs)) {
    const body = { board: lesson.start, goal: "last", order: "UDLR", algorithm, ...(heuristic ? { heuristic } : {}) };
    facts[name] = await api.stream("/api/solve", body);
  }
  for (const [name, board] of Object.entries(lesson.boards ?? {})) {
    facts[name] = await api.explain({ board: typeof board === "function" ? board(facts) : board, goal: "last" });
  }
  return facts;
}

/** The menu of the lessons. */
export function createLessonMenu(store) {
  const menu = h("details", { class: "tool-menu" }, h("summary", { class: "button" }, "Lessons"),
    h("ol", { class: "tool-list lesson-list card" }, LESSONS.map((lesson) =>
      h("li", null, h("button", {
        type: "button", class: "button button-quiet", dataset: { lesson: lesson.name },
        onclick: () => {
          menu.open = false;
          store.setState({ ...stateOfStep(lesson, 0), at: 0 }, { push: true });
        },
      }, h("span", null, h("strong", null, lesson.title), h("span", { class: "small muted" }, lesson.about)))))));
  return asPopover(menu);
}

/**
 * @param {{api: any, store: any, announce: (text: string) => void}} context
 * @param {{trace: () => any, seek: (step: number) => void}} watched `trace`: of the search that the state asks for, or `null`
 */
export function createLessonPanel({ api, store, announce }, { trace, seek }) {
  const title = h("h2", null);
  const place = h("p", { class: "label" });
  const text = h("p", { class: "lesson-text", "aria-live": "polite" });
  const links = h("div", { class: "row" });
  const back = h("button", { type: "button", class: "button", onclick: () => go(-1) }, "‹ Back");
  const next = h("button", { type: "button", class: "button button-primary", onclick: () => go(1) }, "Next ›");
  const close = h("button", { type: "button", class: "button", "aria-label": "End the lesson", title: "End the lesson",
    onclick: () => store.setState({ lesson: "", lessonStep: 0, lecture: false }) }, "✕");
  const element = h("section", { class: "card lesson", "aria-label": "Lesson", hidden: true },
    h("div", { class: "lesson-head" }, title, place,
      h("div", { class: "row lesson-way" }, copyButton("Link", () => store.link()), back, next, close)),
    text, links);
  const inversions = createInversionsView({ announce });
  const kept = new Map();
  let lesson = null;
  let at = -1;
  let facts = null;
  /** The moment of the step is still to be gone to: its trace is not recorded yet. */
  let arrives = false;

  function go(by) {
    if (!lesson) return;
    const wanted = at + by;
    if (wanted < 0) return;
    if (wanted >= lesson.steps.length) {
      const following = LESSONS[LESSONS.indexOf(lesson) + 1];
      store.setState(following ? { ...stateOfStep(following, 0), at: 0 } : { lesson: "", lessonStep: 0, lecture: false },
        { push: true });
      return;
    }
    arrives = true;
    store.setState({ ...stateOfStep(lesson, wanted), at: 0 });
  }

  function draw() {
    const step = lesson.steps[at];
    const recorded = step.run ? trace() : null;
    if (arrives && recorded) {
      arrives = false;
      seek(stepOfMoment(recorded, step.at ?? "start"));
    }
    const ready = facts && (!step.run || recorded);
    const words = ready ? step.text(facts, recorded) : "…";
    if (text.textContent !== words) text.textContent = words;
    replace(links, ready && step.links
      ? step.links(facts).map(({ label, state }) => h("button", { type: "button", class: "button",
          onclick: () => store.setState(state, { push: true }) }, label))
      : []);
    if (!step.run) inversions.update(facts ? facts[step.board] : null, Boolean(step.inversions));
  }

  async function load(wanted) {
    try {
      if (!kept.has(wanted.name)) kept.set(wanted.name, factsOf(api, wanted));
      const found = await kept.get(wanted.name);
      if (lesson !== wanted) return;
      facts = found;
      draw();
    } catch (problem) {
      kept.delete(wanted.name);
      if (lesson === wanted) text.textContent = problem.message.split("\n")[0];
    }
  }

  return {
    element,
    inversions,
    go,
    /** Whether the lesson shows a board instead of a search. */
    showsBoard: () => lesson !== null && !lesson.steps[at].run,
    /** A trace was recorded: the text may need it. */
    recorded: () => lesson && draw(),
    update(state) {
      const wanted = lessonOf(state.lesson);
      element.hidden = !wanted;
      if (!wanted) {
        [lesson, at, facts] = [null, -1, null];
        inversions.update(null, false);
        return;
      }
      const step = Math.min(state.lessonStep, wanted.steps.length - 1);
      if (wanted === lesson && step === at) return;
      // A link to a lesson may name the lesson alone; one that names a moment means that moment.
      arrives ||= state.at === 0;
      const isNew = wanted !== lesson;
      [lesson, at] = [wanted, step];
      title.textContent = lesson.title;
      place.textContent = `Lesson ${LESSONS.indexOf(lesson) + 1} of ${LESSONS.length} · ${at + 1} / ${lesson.steps.length}`;
      back.setAttribute("aria-disabled", String(at === 0));
      next.textContent = at + 1 < lesson.steps.length ? "Next ›" : LESSONS.at(-1) === lesson ? "End" : "Next lesson ›";
      if (lesson.steps[at].run) inversions.update(null, false);
      const asked = stateOfStep(lesson, at);
      const differs = ["board", "goal", "algorithm", "heuristic", "problem"].some((key) => state[key] !== asked[key]);
      if (isNew) {
        facts = null;
        load(lesson);
      } else draw();
      if (differs) store.setState(asked);
    },
  };
}
