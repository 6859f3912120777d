// @ts-check
// Several algorithms and heuristics on the same board: a table, plots, and a race on one clock.

import { createBoardStrip } from "./board-strip.js";
import { barTable } from "./charts.js";
import { quote } from "./command-line.js";
import { copyButton } from "./copy.js";
import { h, replace } from "./dom.js";
import { plural } from "./format.js";
import { createJobLine } from "./job-line.js";
import { createRace, RACE_EVENTS } from "./race.js";
import { createRunTable, hasNumbers, laidFlat, pairName, PLOTS, sorted, toCsv, toMarkdown } from "./run-table.js";
import { createTokenCheck } from "./token-check.js";
import { createTokenField } from "./token-field.js";
import { cardOf, isInformed, traceQuestion } from "./trace-question.js";

const QUESTION = ["board", "goal", "algorithms", "heuristics", "order", "timeLimit"];

/** The command that makes the same comparison. */
export function compareCommand({ board, goal, algorithms, heuristics, order, timeLimit }) {
  const words = ["npuzzle", "compare", board];
  if (goal !== "last") words.push("--goal", goal);
  algorithms.forEach((name) => words.push("-a", name));
  heuristics.forEach((name) => words.push("-H", name));
  if (order !== "UDLR") words.push("--order", order);
  words.push("--time-limit", timeLimit);
  return words.map(quote).join(" ");
}

export function createView(root, context) {
  const { catalogue, store, api, announce, keys, isShown } = context;
  let runs = [];
  let asked = "";
  /** Whether the last comparison came to its end, be it a refusal. */
  let finished = false;
  /** What is asked next time though nothing changed: the comparison was given up. */
  let due = true;
  let raced = "";

  const strip = createBoardStrip(context);
  const job = createJobLine({
    api, path: "/api/compare", pause: 400, verb: "Comparing",
    focusAfter: () => (results.hidden ? raceButton : table.element),
  });
  const check = createTokenCheck(context);
  /** Words of a link that are left out of the comparison; told until one chooses anew. */
  const leftOut = h("div", { class: "stack", role: "status" });
  const choose = (choice) => {
    replace(leftOut);
    store.setState(choice);
  };
  const algorithmsField = createTokenField({
    label: "Algorithms", noun: "an algorithm", options: catalogue.algorithms, check: check.algorithm,
    change: (algorithms) => choose({ algorithms }),
  });
  const heuristicsField = createTokenField({
    label: "Heuristics, for the algorithms that use one",
    noun: "a heuristic or an expression",
    options: catalogue.heuristics,
    check: check.heuristic,
    change: (heuristics) => choose({ heuristics }),
  });
  const meanings = new Map(catalogue.statistics.map(({ name, meaning }) => [name, meaning]));
  const table = createRunTable({
    meanings,
    canWatch: (run) => cardOf(catalogue, run.algorithm)?.traceable ?? false,
    sort: (key) => store.setState({ sortBy: store.getState().sortBy === key ? `-${key}` : key }),
    select: ({ algorithm, heuristic }) =>
      store.setState({ view: "watch", algorithm, heuristic: heuristic ?? "", at: 0 }, { push: true }),
  });
  const race = createRace({ api, store, algorithms: catalogue.algorithms, announce, isShown });
  const message = h("div", null);
  const plots = h("div", { class: "plots" });
  const scaleButton = (scale, label) =>
    h("button", { type: "button", class: "button", dataset: { scale }, onclick: () => store.setState({ scale }) },
      label);
  const scales = h("div", { class: "row", role: "group", "aria-label": "Scale" }, scaleButton("linear", "linear"),
    scaleButton("log", "logarithmic"));
  const raceButton = h("button", {
    type: "button", class: "button button-primary",
    onclick: () => store.setState({ race: !store.getState().race, at: 0 }),
  }, "Race");
  const shown = () => sorted(runs, store.getState().sortBy);
  const plotCard = h("section", { class: "card", "aria-label": "Plots" },
    h("div", { class: "card-title" }, h("h2", null, "Plots"), scales), plots);
  const results = h("div", { class: "stack", hidden: true },
    h("section", { class: "card", "aria-label": "Table" },
      h("div", { class: "card-title" }, h("h2", null, "Runs"),
        h("div", { class: "row" }, copyButton("Copy CSV", () => toCsv(shown())),
          copyButton("Copy Markdown", () => toMarkdown(shown())),
          copyButton("Copy command", () => compareCommand(store.getState())))),
      table.element,
      h("p", { class: "muted small" }, "★ marks the smallest of each column, among runs with a solution.")),
    plotCard);

  replace(root, h("div", { class: "compare stack" },
    h("div", { class: "watch-controls" }, strip.element,
      h("div", { class: "compare-fields" }, algorithmsField.element, heuristicsField.element)),
    leftOut, job.element, message, results,
    h("section", { class: "card", "aria-label": "Side by side" },
      h("div", { class: "card-title" }, h("h2", null, "Side by side on one clock"), raceButton), race.element)));

  keys.registerKeys("compare", race.keys);

  function drawRuns(state) {
    results.hidden = runs.length === 0;
    table.update(runs, state.sortBy);
    // Where no search was made there is nothing to plot.
    const drawn = sorted(runs, state.sortBy).filter((run) => hasNumbers(run) && run.status !== "unsolvable");
    plotCard.hidden = drawn.length === 0;
    replace(plots, PLOTS.map(({ title, value, text }) => barTable({
      caption: title,
      labelHead: "Algorithm and heuristic",
      valueHead: title,
      scale: state.scale,
      bars: drawn.map((run) => {
        const unfinished = run.cost === null;
        const look = unfinished ? { mark: "(stopped)", kind: "bad" } : {};
        return { label: pairName(run), value: value(run), text: text(run), ...look };
      }),
    })));
    for (const button of scales.children) {
      button.setAttribute("aria-pressed", String(button.dataset.scale === state.scale));
    }
  }

  /** Takes the words that are not understood out of the choice, each with the reason. */
  async function leaveOutWrong({ algorithms, heuristics }) {
    const pick = async (words, ask) => {
      const wrongs = await Promise.all(words.map(ask));
      return { kept: words.filter((_, at) => !wrongs[at]), wrongs: wrongs.filter(Boolean) };
    };
    const asking = [pick(algorithms, check.algorithm), pick(heuristics, check.heuristic)];
    const [chosen, estimates] = await Promise.all(asking);
    const wrongs = [...chosen.wrongs, ...estimates.wrongs];
    return { algorithms: chosen.kept, heuristics: estimates.kept, wrongs };
  }

  async function ask(state) {
    const question = JSON.stringify(QUESTION.map((key) => state[key]));
    if (question === asked) return;
    asked = question;
    finished = false;
    replace(message);
    job.cancel();
    const { wrongs, ...understood } = await leaveOutWrong(state);
    // Another question, or another view, came meanwhile.
    if (asked !== question) return;
    if (wrongs.length) {
      replace(leftOut, wrongs.map((words) => h("p", { class: "notice" }, `Left out: ${words}`)));
      store.setState(understood);
      return;
    }
    compare(state);
  }

  function compare(state) {
    const { board, goal, algorithms, heuristics, order, timeLimit } = state;
    if (!algorithms.length) {
      finished = true;
      runs = [];
      drawRuns(state);
      replace(message, h("p", { class: "muted" }, "Choose at least one algorithm."));
      updateRace(state);
      return;
    }
    results.classList.add("is-stale");
    let fresh = [];
    const body = { board, goal, algorithms, order, time_limit: timeLimit,
      ...(heuristics.length ? { heuristics } : {}) };
    job.run(body, {
      on: {
        run: (record) => {
          fresh = [...fresh, laidFlat(record)];
          runs = fresh;
          results.classList.remove("is-stale");
          drawRuns(store.getState());
        },
      },
      result: (answer) => {
        finished = true;
        runs = answer.runs.map(laidFlat);
        results.classList.remove("is-stale");
        drawRuns(store.getState());
        replace(message, remark(answer));
        const solved = runs.filter((run) => run.status === "solved");
        announce(`${plural(runs.length, "run")} done, ${solved.length} solved`);
        updateRace(store.getState());
      },
      problem: (problem) => {
        finished = true;
        runs = [];
        asked = "";
        drawRuns(store.getState());
        const again = () => ask(store.getState());
        replace(message, h("pre", { class: "error-text", role: "alert" }, problem.message),
          problem.status >= 500 ? h("button", { type: "button", class: "button", onclick: again }, "Try again") : null);
        updateRace(store.getState());
      },
    });
  }

  /** What is to be said of an answer besides its runs. */
  function remark({ complete, runs: made }) {
    const hopeless = made.find(({ status }) => status === "unsolvable");
    if (hopeless) {
      return h("p", { class: "notice" },
        h("span", null, `No search is made: ${hopeless.reason ?? "the board cannot reach this goal"}.`),
        h("button", { type: "button", class: "button", onclick: () => store.setState({ view: "play" }) }, "Repair it"));
    }
    return complete ? [] : h("p", { class: "notice" }, "Stopped: some runs are missing.");
  }

  /** The pairs of the choice: a heuristic is for the searches that use one. */
  function raceEntries(state) {
    const pairs = state.algorithms.flatMap((algorithm) =>
      isInformed(catalogue, algorithm) && state.heuristics.length
        ? state.heuristics.map((heuristic) => ({ algorithm, heuristic }))
        : [{ algorithm, heuristic: "" }]);
    return pairs.map((pair) => ({
      title: pairName(pair),
      question: traceQuestion(catalogue, state, { ...pair, events: RACE_EVENTS }),
    }));
  }

  function updateRace(state) {
    raceButton.textContent = state.race ? "Close the race" : "Race";
    raceButton.setAttribute("aria-expanded", String(state.race));
    race.element.hidden = !state.race;
    if (!state.race) {
      raced = "";
      race.stop();
      return;
    }
    race.update(state);
    // At the same time they would slow each other down, and the times of the table would tell of that.
    if (!finished) {
      raced = "";
      race.wait("The race begins when the comparison is done.");
      return;
    }
    const question = JSON.stringify(QUESTION.map((key) => state[key]));
    if (question !== raced) {
      raced = question;
      race.start(raceEntries(state));
    }
  }

  return {
    hide() {
      job.cancel();
      race.pause();
      if (!finished) {
        asked = "";
        due = true;
      }
      if (!race.isLoaded()) {
        race.stop();
        raced = "";
      }
    },
    update(state, changed) {
      if (!isShown()) return;
      if (changed.has("board") || changed.has("goal")) strip.update(state);
      if (changed.has("algorithms")) algorithmsField.update(state.algorithms);
      if (changed.has("heuristics")) heuristicsField.update(state.heuristics);
      if (due || QUESTION.some((key) => changed.has(key))) {
        due = false;
        ask(state);
      }
      if (changed.has("sortBy") || changed.has("scale")) drawRuns(state);
      updateRace(state);
    },
  };
}
