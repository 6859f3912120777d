// @ts-check
// The solve panel of the play view: which search, within which limits; while it runs what it knows, then its result.

import { createAlgorithmField } from "./algorithm-field.js";
import { h, replace, uniqueId } from "./dom.js";
import { createExpressionField } from "./expression-field.js";
import { number, plural, seconds, short, verdict } from "./format.js";
import { drawImprovements } from "./improvement-curve.js";
import { createResultCard } from "./result-card.js";

const ORDERS = ["UDLR", "URDL", "ULDR", "DRUL", "RDLU", "LRUD", "LURD", "DULR"];
/** So many of all shortest solutions are listed. */
const MOST_LISTED = 12;

/**
 * @param {any} context
 * @param {{presentBoard: () => string, explainUnsolvable: () => boolean,
 *   onResult: (report: any, board: string) => void, onShow: (moves: string, board: string) => void}} hooks
 *   `presentBoard`: the text of the board to solve; `explainUnsolvable`: shows why there is no solution, `false` if
 *   there may be one; `onResult`: an answer about a board has come; `onShow`: somebody wants to see moves from it
 */
export function createSolvePanel(context, { presentBoard, explainUnsolvable, onResult, onShow }) {
  const { catalogue, store, api, announce } = context;
  const state = store.getState();
  const algorithm = createAlgorithmField(catalogue, {
    value: state.algorithm,
    onchange: (call) => store.setState({ algorithm: call }),
  });
  const heuristic = createExpressionField(context, {
    value: state.heuristic,
    placeholder: "the search's own choice",
    onchange: (text) => store.setState({ heuristic: text }),
    subject: () => ({ board: presentBoard(), goal: store.getState().goal }),
  });
  const limits = [
    limitField("timeLimit", "Time limit", "10s", /^\d+(\.\d+)?(ms|s|m|min|h)$/, "a number with ms, s, m or h"),
    limitField("nodeLimit", "Node limit", "none", /^(\d+(\.\d+)?(e\d+)?)?$/, "a count such as 1000000 or 1e6"),
    limitField("memoryLimit", "Memory limit", "none", /^(\d+(\.\d+)?([KMGkmg]i?)?[Bb])?$/, "a size such as 256MiB"),
  ];
  const orderId = uniqueId("order");
  const order = h("select", { id: orderId, onchange: () => store.setState({ order: order.value }) });
  const all = h("input", { type: "checkbox", onchange: () => store.setState({ all: all.checked }) });
  const solveButton = h(
    "button",
    { type: "button", class: "button button-primary", onclick: () => solve() },
    "Solve",
    h("kbd", null, "S"),
  );
  const stopButton = h("button", { type: "button", class: "button", hidden: true, onclick: stop }, "Stop");
  const progress = h("p", { class: "progress", hidden: true });
  const curve = h("div");
  const error = h("pre", { class: "error-text", role: "alert", hidden: true });
  const resultPlace = h("div");
  const more = h(
    "details",
    null,
    h("summary", null, "Limits and order"),
    h(
      "div",
      { class: "row row-end" },
      limits.map(({ element }) => element),
      h("div", { class: "field" }, h("label", { for: orderId }, "Order of moves"), order),
    ),
    h("label", { class: "check" }, all, "Count all shortest solutions"),
  );
  const element = h(
    "div",
    { class: "stack" },
    h(
      "section",
      { class: "card", "aria-label": "Solve" },
      h("h2", null, "Solve"),
      algorithm.element,
      heuristic.element,
      more,
      h("div", { class: "row" }, solveButton, stopButton),
      progress,
      curve,
      error,
    ),
    resultPlace,
  );

  /** @type {{controller: AbortController, job: string | null, stopping: boolean} | null} */
  let running = null;
  /** The puzzle that a search, its result or its error belongs to. */
  let shownFor = `${state.board} > ${state.goal}`;

  function limitField(key, label, placeholder, pattern, expected) {
    const id = uniqueId(key);
    const input = h("input", {
      id,
      type: "text",
      size: 8,
      autocomplete: "off",
      placeholder,
      title: expected,
      oninput: () => {
        const text = input.value.trim();
        const good = pattern.test(text);
        input.setAttribute("aria-invalid", String(!good));
        input.setCustomValidity(good ? "" : `expected ${expected}`);
        if (good) {
          store.setState({ [key]: text });
        }
      },
    });
    const put = (text) => {
      if (document.activeElement !== input) {
        input.value = text;
      }
    };
    return { element: h("div", { class: "field" }, h("label", { for: id }, label), input), put, key };
  }

  function body(board) {
    const now = store.getState();
    const informed = algorithm.chosen()?.informed ?? true;
    return {
      board,
      goal: now.goal,
      algorithm: now.algorithm,
      ...(informed && now.heuristic && { heuristic: now.heuristic }),
      ...(now.order !== catalogue.orders_default && { order: now.order }),
      ...(now.timeLimit && { time_limit: now.timeLimit }),
      ...(now.nodeLimit && { node_limit: now.nodeLimit }),
      ...(now.memoryLimit && { memory_limit: now.memoryLimit }),
      ...(now.all && { all: true, max_solutions: MOST_LISTED }),
    };
  }

  function showProgress(event) {
    const rate = event.seconds > 0.05 ? `, ${short(event.expanded / event.seconds)} a second` : "";
    const table = event.table
      ? `building tables: ${Math.floor((100 * event.table.done) / Math.max(1, event.table.entries))} %; `
      : "";
    const gap = event.best !== null && event.lower_bound ? ` (gap ${number(event.best - event.lower_bound)})` : "";
    const best = event.best === null ? "no solution yet" : `best ${number(event.best)}${gap}`;
    const bound = `at least ${number(event.lower_bound ?? 0)}`;
    const expanded = `${table}${number(event.expanded)} states expanded${rate}`;
    progress.textContent = [expanded, bound, best, seconds(event.seconds)].join("; ");
  }

  function setRunning(job) {
    running = job;
    solveButton.disabled = job !== null;
    stopButton.hidden = job === null;
    stopButton.removeAttribute("aria-disabled");
    element.setAttribute("aria-busy", String(job !== null));
    progress.hidden = job === null;
    if (job === null) {
      replace(curve);
    }
  }

  /**
   * Solves the present board, or another.
   * @param {{quiet?: boolean, board?: string}} [options] `quiet`: for the card alone, as when a link is opened
   */
  async function solve({ quiet = false, board = presentBoard() } = {}) {
    if (running || (!quiet && explainUnsolvable())) {
      return;
    }
    const asked = body(board);
    const job = { controller: new AbortController(), job: null, stopping: false };
    const improvements = [];
    const hadFocus = document.activeElement === solveButton;
    setRunning(job);
    if (hadFocus) {
      stopButton.focus();
    }
    error.hidden = true;
    progress.textContent = "asking the server";
    if (!quiet) {
      announce("searching");
    }
    try {
      const report = await api.stream("/api/solve", asked, {
        signal: job.controller.signal,
        on: {
          accepted: ({ job: id, ahead }) => {
            job.job = id;
            progress.textContent = ahead > 0 ? `waiting: ${plural(ahead, "request")} ahead` : "searching";
            if (job.stopping) {
              api.stop(id).catch(() => job.controller.abort());
            }
          },
          progress: (event) => {
            showProgress(event);
            if (improvements.length > 1) {
              replace(curve, drawImprovements(improvements, event.seconds));
            }
          },
          improvement: (event) => {
            improvements.push(event);
            announce(`${plural(event.cost, "move")}, looking for fewer`);
          },
        },
      });
      showResult(report, asked);
      if (!quiet) {
        onResult(report, asked.board);
        const { title } = verdict(report);
        announce(report.cost === null ? title : `${plural(report.cost, "move")}. ${title}`);
      }
    } catch (problem) {
      if (problem.name !== "AbortError") {
        error.textContent = problem.message;
        error.hidden = false;
        announce(`not solved: ${problem.message.split("\n")[0]}`);
      }
    } finally {
      const stopHadFocus = document.activeElement === stopButton;
      setRunning(null);
      if (stopHadFocus) {
        solveButton.focus();
      }
    }
  }

  function showResult(report, asked) {
    const onCard = (moves) => onShow(moves, asked.board);
    replace(resultPlace, createResultCard(context, { report, body: asked, onShow: onCard }));
  }

  /** Ends the search; what it knows by then still comes. */
  function stop() {
    if (!running || running.stopping) {
      return;
    }
    running.stopping = true;
    // Not `disabled`: the button would lose the focus.
    stopButton.setAttribute("aria-disabled", "true");
    if (running.job !== null) {
      api.stop(running.job).catch(() => running?.controller.abort());
    }
  }

  /** Ends the search and wants nothing of it. */
  function abort() {
    running?.controller.abort();
  }

  function update(now, changed) {
    algorithm.setValue(now.algorithm);
    heuristic.setValue(now.heuristic);
    heuristic.element.hidden = !(algorithm.chosen()?.informed ?? true);
    limits.forEach(({ put, key }) => put(now[key]));
    replace(
      order,
      [...new Set([...ORDERS, now.order])].map((word) => h("option", { value: word }, word)),
    );
    order.value = now.order;
    all.checked = now.all;
    const puzzle = `${now.board} > ${now.goal}`;
    if (puzzle !== shownFor) {
      shownFor = puzzle;
      abort();
      replace(resultPlace);
      error.hidden = true;
    }
    if ((changed.has("board") || changed.has("goal") || changed.has("at")) && now.heuristic) {
      heuristic.check();
    }
  }

  return { element, update, solve, stop, abort, isRunning: () => running !== null };
}
