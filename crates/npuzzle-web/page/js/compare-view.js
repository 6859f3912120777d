// @ts-check
// Several algorithms and heuristics on the same board, on a set of boards or on another problem: a race on one clock, a
// table, and plots.

import { algorithmGroups } from "./algorithm-groups.js";
import { barTable } from "./charts.js";
import { chosenSearches, compareBody, compareCommand, heuristicsOf, isProblem, problemQuestion, QUESTION,
  raceEntries } from "./compare-question.js";
import { boardsOf, commonBoards, summarize } from "./compare-runs.js";
import { createCompareSubject, problemCard, SET } from "./compare-subject.js";
import { copyButton } from "./copy.js";
import { h, replace } from "./dom.js";
import { number, plural } from "./format.js";
import { createJobLine } from "./job-line.js";
import { rowsText } from "./puzzle.js";
import { createRace, RACE_EVENTS } from "./race.js";
import { columnKeys, createRunTable, hasNumbers, laidFlat, pairName, PLOTS, sorted, toCsv, toMarkdown } from "./run-table.js";
import { createSetPlots } from "./set-plots.js";
import { createTokenCheck } from "./token-check.js";
import { createTokenField } from "./token-field.js";
import { cardOf, MAP } from "./trace-question.js";

export { compareCommand } from "./compare-question.js";

/** What a change of draws the same runs in another way. */
const LOOKS = ["sortBy", "scale", "columns", "statistic", "against"];

export function createView(root, context) {
  const { catalogue, store, api, announce, keys, isShown } = context;
  let runs = [];
  let asked = "";
  /** Whether the last comparison came to its end, be it a refusal. */
  let finished = false;
  /** What is asked next time though nothing changed: the comparison was given up. */
  let due = true;
  let raced = "";
  let frame = 0;

  const subject = createCompareSubject(context);
  const job = createJobLine({
    api, path: "/api/compare", pause: 400, verb: "Comparing",
    focusAfter: () => (results.hidden ? raceButton : table.element),
  });
  const boardCheck = createTokenCheck(context);
  const check = {
    algorithm: boardCheck.algorithm,
    async heuristic(text) {
      const state = store.getState();
      if (!isProblem(state)) return boardCheck.heuristic(text);
      const known = heuristicsOf(problemCard(catalogue, state.subject)).some(({ name }) => name === text);
      return known || state.subject === MAP ? "" : `${state.subject} has no heuristic ${text}`;
    },
  };
  /** Words of a link that are left out of the comparison; told until one chooses anew. */
  const leftOut = h("div", { class: "stack", role: "status" });
  const choose = (choice) => {
    replace(leftOut);
    store.setState(choice);
  };
  const boardHeuristics = [{ title: "", members: catalogue.heuristics }];
  const algorithmsField = createTokenField({
    label: "Algorithms", noun: "an algorithm", groups: algorithmGroups(catalogue), check: check.algorithm,
    change: (algorithms) => choose({ algorithms }),
  });
  const heuristicsField = createTokenField({
    label: "Heuristics, for the algorithms that use one", noun: "a heuristic or an expression", groups: boardHeuristics,
    check: check.heuristic, change: (heuristics) => choose({ heuristics }),
  });
  const meanings = new Map(catalogue.statistics.map(({ name, meaning }) => [name, meaning]));
  const canWatch = (run) => cardOf(catalogue, run.algorithm)?.traceable ?? false;
  const sort = (key) => store.setState({ sortBy: store.getState().sortBy === key ? `-${key}` : key });
  /** A run of a set is watched on its board, a run on another problem on that. */
  const select = ({ algorithm, heuristic, start, goal, rows, cols }) => {
    const state = store.getState();
    const cells = start?.length ? { rows, cols, cells: start } : null;
    const on = isProblem(state)
      ? { problem: state.subject }
      : { problem: "", ...(state.subject === SET && cells
          ? { board: rowsText(cells), goal: rowsText({ rows, cols, cells: goal }) }
          : {}) };
    store.setState({ view: "watch", algorithm, heuristic: heuristic ?? "", at: 0, answeredBy: "", ...on }, { push: true });
  };
  const table = createRunTable({ meanings, canWatch: (run) => canWatch(run) && !run.boards, sort, select });
  const everyRun = createRunTable({ label: "All runs", meanings, canWatch, sort, select });
  const race = createRace({ api, store, algorithms: catalogue.algorithms, announce, isShown });
  const setPlots = createSetPlots(context);
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
  const columnsButton = h("button", {
    type: "button", class: "button",
    onclick: () => store.setState({ columns: store.getState().columns === "all" ? "few" : "all" }),
  });
  const isSet = () => boardsOf(runs).length > 1;
  const keysOf = (kind) => columnKeys(kind, store.getState().columns);
  const rowsShown = () => (isSet() ? summarize(runs) : runs);
  const shown = () => sorted(runs, store.getState().sortBy);
  const tableNote = h("p", { class: "muted small" });
  const allRuns = h("details", { hidden: true, ontoggle: () => allRuns.open && drawRuns(store.getState()) },
    h("summary", null, "All runs"), everyRun.element);
  const plotCard = h("section", { class: "card", "aria-label": "Plots" },
    h("div", { class: "card-title" }, h("h2", null, "Plots"), scales), plots);
  const commandButton = copyButton("Copy command", () => compareCommand(store.getState()));
  const results = h("div", { class: "stack", hidden: true },
    h("section", { class: "card", "aria-label": "Table" },
      h("div", { class: "card-title" }, h("h2", null, "Runs"),
        h("div", { class: "row" }, columnsButton, copyButton("Copy CSV", () => toCsv(shown())),
          copyButton("Copy Markdown", () => toMarkdown(sorted(rowsShown(), store.getState().sortBy),
            columnKeys(isSet() ? "means" : "runs", "all"))),
          commandButton)),
      table.element, tableNote, allRuns),
    setPlots.element, plotCard);

  replace(root, h("div", { class: "compare stack" },
    h("div", { class: "compare-controls" }, subject.element,
      h("div", { class: "compare-fields" }, algorithmsField.element, heuristicsField.element),
      h("div", { class: "compare-race" }, raceButton, h("span", { class: "muted small" }, "side by side on one clock"))),
    leftOut, job.element, message, race.element, results));

  keys.registerKeys("compare", race.keys);

  function drawRuns(state) {
    results.hidden = runs.length === 0;
    const many = isSet();
    const rows = rowsShown();
    table.update(rows, state.sortBy, keysOf(many ? "means" : "runs"));
    columnsButton.textContent = state.columns === "all" ? "Fewer columns" : "More columns";
    columnsButton.setAttribute("aria-pressed", String(state.columns === "all"));
    tableNote.textContent = `${many ? meansWords() : ""}★ marks the smallest value in each column, among runs with a solution.`;
    allRuns.hidden = !many;
    if (many && allRuns.open) everyRun.update(runs, state.sortBy, keysOf("all-runs"));
    setPlots.update(runs, state);
    // Where no search was made there is nothing to plot.
    const drawn = sorted(rows, state.sortBy).filter((run) => hasNumbers(run) && run.status !== "unsolvable");
    plotCard.hidden = drawn.length === 0;
    replace(plots, PLOTS.map(({ title, value, text }) => barTable({
      caption: many ? `${title}, mean` : title,
      labelHead: "Algorithm and heuristic",
      valueHead: title,
      scale: state.scale,
      bars: drawn.map((run) => {
        const unfinished = run.cost === null;
        const look = unfinished ? { mark: "(stopped)", kind: "bad" } : {};
        return { label: pairName(run), value: value(run), text: value(run) === null ? "–" : text(run), ...look };
      }),
    })));
    for (const button of scales.children) {
      button.setAttribute("aria-pressed", String(button.dataset.scale === state.scale));
    }
  }

  /** Over which boards the means are. */
  function meansWords() {
    const [common, all] = [commonBoards(runs).length, boardsOf(runs).length];
    if (!common) return "The means are over different boards: no board is solved by all searches. ";
    return common === all
      ? `Means over all ${number(all)} boards. `
      : `Means over the ${plural(common, "board")} of ${number(all)} that all of them solve. `;
  }

  /** Runs may come by the hundred: they are drawn once in a frame. */
  function scheduleRuns() {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      drawRuns(store.getState());
    });
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
    const missing = !state.algorithms.length
      ? "Choose at least one algorithm."
      : state.subject === SET && !state.boards.length ? "Write a board or the name of a set." : "";
    if (missing) {
      end([], h("p", { class: "muted" }, missing));
      return;
    }
    results.classList.add("is-stale");
    if (isProblem(state)) compareProblem(state, chosenSearches(catalogue, state), []);
    else compareBoards(state);
  }

  /** A comparison is over: shows its runs, and what is to be said besides. */
  function end(made, words, remembered = asked) {
    finished = true;
    asked = remembered;
    runs = made;
    results.classList.remove("is-stale");
    drawRuns(store.getState());
    replace(message, words);
    updateRace(store.getState());
  }

  function tellCount() {
    const solved = runs.filter((run) => run.status === "solved");
    announce(`${plural(runs.length, "run")} done, ${solved.length} solved`);
  }

  function refused(problem) {
    const again = () => ask(store.getState());
    end([], [h("pre", { class: "error-text", role: "alert" }, problem.message),
      problem.status >= 500 ? h("button", { type: "button", class: "button", onclick: again }, "Try again") : null], "");
  }

  function take(record, fresh) {
    fresh.push(record);
    runs = fresh;
    results.classList.remove("is-stale");
    scheduleRuns();
  }

  function compareBoards(state) {
    const fresh = [];
    job.run(compareBody(state), {
      on: { run: (record) => take(laidFlat(record), fresh) },
      result: (answer) => {
        end(answer.runs.map(laidFlat), remark(answer));
        tellCount();
      },
      problem: refused,
    });
  }

  /**
   * One search after the other: the server compares boards only.
   * @param {any} state
   * @param {any[]} pairs at least one
   * @param {any[]} fresh the runs so far
   */
  function compareProblem(state, pairs, fresh) {
    const [pair, ...rest] = pairs;
    const { path, body } = problemQuestion(catalogue, state, pair);
    const next = (record, stopped) => {
      take(record, fresh);
      if (rest.length && !stopped) {
        compareProblem(state, rest, fresh);
        return;
      }
      const cut = fresh.filter(({ status, reason }) => status === "stopped" && reason);
      end(fresh, [
        stopped && rest.length ? h("p", { class: "notice" }, "Stopped: some runs are missing.") : null,
        cut.map((run) => h("p", { class: "muted small" }, `${pairName(run)}: ${run.reason}.`)),
      ]);
      tellCount();
    };
    job.run(body, {
      path, now: fresh.length > 0,
      result: (answer) => {
        subject.showStates(answer);
        const heuristic = pair.heuristic || answer.report.heuristic;
        next(laidFlat({ ...answer.report, ...pair, heuristic, board: state.subject, start: [] }),
          answer.report.reason?.includes("cancelled"));
      },
      problem: (problem) => {
        if (problem.isFinal && fresh.length + rest.length > 0) {
          next({ ...pair, board: state.subject, status: "error", cost: null, reason: problem.message.split("\n")[0] }, false);
        } else refused(problem);
      },
    });
  }

  /** What is to be said of an answer besides its runs. */
  function remark({ complete, runs: made }) {
    const hopeless = made.find(({ status }) => status === "unsolvable");
    if (hopeless && boardsOf(made).length === 1) {
      return h("p", { class: "notice" },
        h("span", null, `No search is made: ${hopeless.reason ?? "the board cannot reach this goal"}.`),
        h("button", { type: "button", class: "button", onclick: () => store.setState({ view: "play" }) }, "Repair it"));
    }
    return complete ? [] : h("p", { class: "notice" }, "Stopped: some runs are missing.");
  }

  function updateRace(state) {
    raceButton.textContent = state.race ? "Close the race" : "Race them";
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
      // Of several boards the first is raced on.
      const first = state.subject === SET ? runs.find(({ start }) => start?.length) : null;
      const board = first ? rowsText({ ...first, cells: first.start }) : state.board;
      const goal = first ? rowsText({ ...first, cells: first.goal }) : state.goal;
      race.start(raceEntries(catalogue, { ...state, goal }, board, RACE_EVENTS), first ? `; all race on ${first.board}` : "");
    }
  }

  function offerHeuristics({ subject: on }) {
    const problem = isProblem({ subject: on });
    heuristicsField.offer(problem ? [{ title: "", members: heuristicsOf(problemCard(catalogue, on)) }] : boardHeuristics);
    heuristicsField.element.hidden = on === MAP;
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
      subject.update(state, changed);
      commandButton.hidden = isProblem(state);
      if (changed.has("subject")) offerHeuristics(state);
      if (changed.has("algorithms")) algorithmsField.update(state.algorithms);
      if (changed.has("heuristics")) heuristicsField.update(state.heuristics);
      if (due || QUESTION.some((key) => changed.has(key))) {
        due = false;
        ask(state);
      }
      if (LOOKS.some((key) => changed.has(key))) drawRuns(state);
      updateRace(state);
    },
  };
}
