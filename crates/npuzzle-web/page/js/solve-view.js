// @ts-check
// The solve panel of the play view: which search, within which limits; while it runs what it knows, then its result.

import { createAlgorithmField } from "./algorithm-field.js";
import { h, icon, replace, uniqueId } from "./dom.js";
import { createExpressionField } from "./expression-field.js";
import { number, plural, seconds, short, verdict } from "./format.js";
import { OPTIONS } from "./icons.js";
import { drawImprovements } from "./improvement-curve.js";
import { createResultCard } from "./result-card.js";
import { bodyOfCall, callOfBody, differences } from "./solve-call.js";
import { LIMITS } from "./store.js";

const ORDERS = ["UDLR", "URDL", "ULDR", "DRUL", "RDLU", "LRUD", "LURD", "DULR"];
/** So many of all shortest solutions are listed. */
const MOST_LISTED = 12;
/** Boards with more cells are searched for as long as the time limit allows: not without being asked for. */
const MOST_CELLS_UNASKED = 16;

/**
 * @param {any} context
 * @param {{presentBoard: () => string, explainUnsolvable: () => boolean,
 *   onResult: (report: any, board: string, call: string[]) => void,
 *   onShow: (moves: string, board: string, call: string[]) => void,
 *   onPlay: (moves: string, board: string, call: string[]) => void, onRest: () => void,
 *   known: (board: string) => any | null}} hooks
 *   `presentBoard`: the text of the board to solve; `explainUnsolvable`: shows why there is no solution, `false` if
 *   there may be one; `onResult`: an answer about a board has come; `onShow`: the reader asks to see moves from it;
 *   `onPlay`: the reader asks to see them played; `call`: the search that found them; `onRest`: no search runs any
 *   more; `known`: what else is known about a board, `null` if nothing
 */
export function createSolvePanel(context, hooks) {
  const { presentBoard, explainUnsolvable, onResult, onShow, onPlay, onRest, known } = hooks;
  const { catalogue, store, api, announce } = context;
  const state = store.getState();
  const algorithm = createAlgorithmField(catalogue, {
    value: state.algorithm,
    onchange: (call) => store.setState({ algorithm: call }),
  });
  const heuristic = createExpressionField(context, {
    value: state.heuristic,
    placeholder: "chosen by the search",
    onchange: (text) => store.setState({ heuristic: text }),
    onsubmit: () => solve(),
    subject: () => ({ board: presentBoard(), goal: store.getState().goal }),
  });
  const limits = [
    limitField("timeLimit", "Time limit", "10s", "seconds, or a number with ms, s, m or h, such as 500ms"),
    limitField("nodeLimit", "Node limit", "none", "a count such as 1000000 or 1e6"),
    limitField("memoryLimit", "Memory limit", "none", "a size such as 256MiB"),
  ];
  const orderId = uniqueId("order");
  const order = h("select", { id: orderId, onchange: () => store.setState({ order: order.value }) });
  const all = h("input", { type: "checkbox", onchange: () => store.setState({ all: all.checked }) });
  const solveButton = h(
    "button",
    { type: "button", class: "button button-primary button-main", onclick: () => solve() },
    "Solve",
    h("kbd", { "aria-hidden": "true" }, "S"),
  );
  const stopButton = h("button", { type: "button", class: "button", hidden: true, onclick: stop }, "Stop");
  const progress = h("p", { class: "progress", hidden: true });
  const curve = h("div");
  const error = h("pre", { class: "error-text", role: "alert", hidden: true });
  const resultPlace = h("div", { class: "stack" });
  const optionsId = uniqueId("solve-options");
  const optionsButton = h(
    "button",
    { type: "button", class: "button", "aria-controls": optionsId, onclick: () => toggleOptions() },
    icon(OPTIONS),
    h("span", null, "Options"),
  );
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
  const options = h(
    "section",
    { class: "card solve-options", id: optionsId, "aria-label": "How to solve" },
    algorithm.element,
    heuristic.element,
    more,
  );
  const element = h(
    "section",
    { class: "card solve-card", "aria-label": "Solve" },
    h("div", { class: "solve-row" }, solveButton, stopButton, optionsButton),
    progress,
    curve,
    error,
  );

  /** The fields are shown or put away; on a narrow screen the board has their room at first. */
  function openOptions(open) {
    options.hidden = !open;
    optionsButton.setAttribute("aria-expanded", String(open));
    optionsButton.title = open ? "Put the choice of the search away" : "Choose the search, its heuristic and limits";
  }

  function toggleOptions() {
    openOptions(options.hidden);
    if (!options.hidden) {
      options.scrollIntoView({ block: "nearest" });
    }
  }
  openOptions(matchMedia("(min-width: 960px) and (min-height: 600px)").matches);

  /**
   * @type {{controller: AbortController, question: string, quiet: boolean, job: string | null,
   *   stopping: boolean} | null}
   */
  let running = null;
  /** The puzzle that a search, its result or its error belongs to. */
  let shownFor = `${state.board} > ${state.goal}`;
  /** What the card, or else the error, answers; "" if there is none. */
  let answered = "";
  /** The request whose result the card shows. */
  let cardBody = null;
  const older = h("p", { class: "notice older-result", hidden: true });

  function limitField(key, label, placeholder, expected) {
    const id = uniqueId(key);
    const errorId = uniqueId("limit-error");
    const wrong = h("span", { class: "error-text", id: errorId, role: "alert", hidden: true });
    const setGood = (good) => {
      input.setAttribute("aria-invalid", String(!good));
      wrong.hidden = good;
      wrong.textContent = good ? "" : `expected ${expected}`;
    };
    const input = h("input", {
      id,
      type: "text",
      size: 8,
      autocomplete: "off",
      placeholder,
      title: expected,
      "aria-describedby": errorId,
      oninput: () => {
        const text = input.value.trim();
        const good = LIMITS[key].test(text);
        setGood(good);
        if (good) {
          store.setState({ [key]: text });
        }
      },
      // What cannot be meant is not kept: the limit that holds stands there again.
      onblur: () => set(store.getState()[key]),
    });
    const set = (text) => {
      input.value = text;
      setGood(true);
    };
    const put = (text) => {
      if (document.activeElement !== input) {
        set(text);
      }
    };
    return { element: h("div", { class: "field" }, h("label", { for: id }, label), input, wrong), put, key };
  }

  /** The request that a call stands for, or else the one that the fields describe. */
  function body(board, call) {
    const now = store.getState();
    if (call.length > 0) {
      const named = bodyOfCall(call);
      return { board, goal: now.goal, ...named, ...(named.all && { max_solutions: MOST_LISTED }) };
    }
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
    const bound = event.lower_bound ? `at least ${number(event.lower_bound)}` : "";
    const expanded = `${table}${number(event.expanded)} states expanded${rate}`;
    progress.textContent = [expanded, bound, best, seconds(event.seconds)].filter(Boolean).join("; ");
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

  const question = ({ board, goal, ...rest }) => [board, goal, ...callOfBody(rest)].join(" > ");

  /** Solves the present board as the fields say. */
  function solve() {
    if ((running && !running.quiet) || explainUnsolvable()) {
      return;
    }
    run(body(presentBoard(), []), { quiet: false });
  }

  /**
   * Brings the card back that belongs to moves on the board, as when a link is opened.
   * @param {string} board
   * @param {string[]} call the search that found the moves; if empty, the one that the fields describe
   * @param {number} cost how many moves are shown
   */
  function restore(board, call, cost) {
    const asked = body(board, call);
    const before = running ? running.question : answered;
    if (before === question(asked) || (running && !running.quiet)) {
      return;
    }
    if (searchesShort(board)) {
      run(asked, { quiet: true, cost });
    } else {
      answered = question(asked);
      showUnchecked(cost, asked);
    }
  }

  /** Whether a search for this board ends soon, so that it may run without being asked for. */
  function searchesShort(board) {
    return (board.match(/\d+/g)?.length ?? 0) <= MOST_CELLS_UNASKED;
  }

  /** A solution of a link whose search would take its whole time limit: what it proved is not known here. */
  function showUnchecked(cost, asked) {
    const again = () => run(asked, { quiet: true, cost });
    cardBody = asked;
    showAge();
    replace(
      resultPlace,
      older,
      h(
        "section",
        { class: "card result", "aria-label": "Result" },
        h("h2", { class: "verdict verdict-found" }, `${plural(cost, "move")} from the link`),
        h("p", null, "The board plays them. What is proved about them is known only after a search on this machine."),
        h("div", { class: "row" }, h("button", { type: "button", class: "button", onclick: again }, "Search again")),
      ),
    );
  }

  /**
   * @param {any} asked
   * @param {{quiet: boolean, cost?: number}} options `quiet`: for the card alone; `cost`: of the moves on the board
   */
  async function run(asked, { quiet, cost }) {
    abort();
    const job = { controller: new AbortController(), question: question(asked), quiet, job: null, stopping: false };
    const improvements = [];
    const hadFocus = document.activeElement === solveButton;
    setRunning(job);
    if (hadFocus) {
      stopButton.focus();
    }
    error.hidden = true;
    progress.textContent = "asking the engine";
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
              askToStop(job);
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
            if (!quiet) {
              announce(`${plural(event.cost, "move")}, looking for fewer`);
            }
          },
        },
      });
      answered = job.question;
      showResult(report, asked, cost);
      if (!quiet) {
        onResult(report, asked.board, callOfBody(asked));
        const { title } = verdict(report);
        announce(report.cost === null ? title : `${plural(report.cost, "move")}. ${title}`);
      }
    } catch (problem) {
      if (problem.name !== "AbortError") {
        answered = problem.isFinal ? job.question : "";
        if (problem.place?.field === "heuristic" && heuristic.element.checkVisibility()) {
          // The field says what is wrong with it.
          heuristic.element.querySelector("input")?.focus();
          announce(problem.summary);
        } else {
          showError(problem);
        }
      }
    } finally {
      // A search that was given up leaves the buttons to the next.
      if (running === job) {
        rest();
      }
    }
  }

  /** No search runs any more. */
  function rest() {
    const stopHadFocus = document.activeElement === stopButton;
    setRunning(null);
    if (stopHadFocus) {
      solveButton.focus();
    }
    onRest();
  }

  /** A server that is away has the banner of the page. */
  function showError(problem) {
    if (problem.status === 0) {
      return;
    }
    error.textContent = problem.message;
    error.hidden = false;
  }

  function showResult(report, asked, cost = report.cost) {
    const onCard = (moves) => onShow(moves, asked.board, callOfBody(asked));
    const onPlayed = (moves) => onPlay(moves, asked.board, callOfBody(asked));
    const found = report.cost === null ? "nothing" : plural(report.cost, "move");
    cardBody = asked;
    showAge();
    replace(
      resultPlace,
      older,
      // A search with a time limit may find something else on another machine, or another day.
      report.cost !== cost &&
        h(
          "p",
          { class: "notice" },
          `The board shows ${plural(cost, "move")} from the link; this search found ${found}.`,
        ),
      createResultCard(context, {
        report,
        body: asked,
        known: known(asked.board),
        onShow: onCard,
        onPlay: onPlayed,
      }),
    );
  }

  /** Says so where the card belongs to another search than the fields describe by now. */
  function showAge() {
    const words = cardBody ? differences(cardBody, body(cardBody.board, [])) : "";
    older.hidden = words === "";
    older.textContent = `The result below is of an earlier choice: ${words}. Solve asks again.`;
  }

  async function askToStop(job) {
    try {
      await api.stop(job.job);
    } catch (problem) {
      // A job that is unknown has just ended: its result is on the way.
      if (problem.status !== 404) {
        if (running === job) {
          abort();
        }
        showError(problem);
      }
    }
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
      askToStop(running);
    }
  }

  /** Ends the search and wants nothing of it. */
  function abort() {
    if (running) {
      running.controller.abort();
      rest();
    }
  }

  function showOrders(chosen) {
    const words = [...new Set([...ORDERS, chosen])];
    // An open list would close if it were built anew.
    if (words.length !== order.options.length || words.some((word, index) => order.options[index].value !== word)) {
      replace(
        order,
        words.map((word) => h("option", { value: word }, word)),
      );
    }
    order.value = chosen;
  }

  function update(now, changed) {
    algorithm.setValue(now.algorithm);
    heuristic.setValue(now.heuristic);
    heuristic.element.hidden = !(algorithm.chosen()?.informed ?? true);
    // What a search promises matters to those who chose one.
    options.classList.toggle("chosen-for-me", algorithm.chosen()?.features.includes("portfolio") ?? false);
    limits.forEach(({ put, key }) => put(now[key]));
    showOrders(now.order);
    all.checked = now.all;
    const puzzle = `${now.board} > ${now.goal}`;
    if (puzzle !== shownFor) {
      shownFor = puzzle;
      answered = "";
      cardBody = null;
      abort();
      replace(resultPlace);
      error.hidden = true;
    }
    showAge();
    if ((changed.has("board") || changed.has("goal") || changed.has("at")) && now.heuristic) {
      heuristic.check();
    }
  }

  return {
    element,
    options,
    result: resultPlace,
    update,
    solve,
    restore,
    stop,
    abort,
    isEmpty: () => answered === "",
    /** Whether a search that the reader asked for runs. */
    isBusy: () => running !== null && !running.quiet,
  };
}
