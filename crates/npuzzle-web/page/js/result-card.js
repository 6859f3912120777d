// @ts-check
// What a search found: the proof in words, the counts with what they mean, and texts to take along.

import { commandLine } from "./command-line.js";
import { copyButton, filmButton, pictureButton } from "./copy.js";
import { h, icon, uniqueId } from "./dom.js";
import { bytes, measured, number, plural, seconds, verdict } from "./format.js";
import { PLAY } from "./icons.js";
import { drawImprovements } from "./improvement-curve.js";
import { asPopover } from "./popover.js";
import { boardOf, otherSide } from "./puzzle.js";
import { linkLeavesMoves } from "./store.js";
import { isInformed } from "./trace-question.js";
import { watchable } from "./watchable.js";

const ICONS = {
  optimal: "M9 16.2 4.8 12l-1.4 1.4L9 19 21 7l-1.4-1.4z",
  within: "M2 13.5c3-4 6-4 9-1.5s5 2 8-2l2 1.5c-4 5-7 5-10.5 2.5-2.5-2-4-1.5-6.5 1.5zM3 18h18v2H3z",
  found: "M10 4a6 6 0 1 0 3.7 10.7l5.3 5.3 1.4-1.4-5.3-5.3A6 6 0 0 0 10 4zm0 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",
  none: "M11 7h2v7h-2zM11 16h2v2h-2zM12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16z",
  unsolvable: "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4L12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z",
};

/** Parts of the statistics that are lists or objects; the card shows them elsewhere or not at all. */
const isCount = ([, value]) => typeof value === "number";

function shown(name, value) {
  if (name.endsWith("bytes")) {
    return bytes(value);
  }
  if (name === "seconds") {
    return measured(value);
  }
  return name.endsWith("seconds")
    ? seconds(value)
    : number(name === "effective_branching_factor" ? Number(value.toFixed(4)) : value);
}

/** A name that explains itself when it is pointed at or has the focus. */
function term(name, meaning) {
  const words = name.replaceAll("_", " ");
  if (!meaning) {
    return words;
  }
  const id = uniqueId("meaning");
  return h(
    "span",
    { class: "term" },
    h("button", { type: "button", class: "term-name", "aria-describedby": id }, words),
    h("span", { class: "tooltip", role: "tooltip", id }, meaning),
  );
}

function statistics(catalogue, report) {
  const meanings = new Map(catalogue.statistics.map(({ name, meaning }) => [name, meaning]));
  const order = catalogue.statistics.map(({ name }) => name);
  const place = (name) => (order.includes(name) ? order.indexOf(name) : order.length);
  const counts = Object.entries(report.stats)
    .filter(isCount)
    .sort(([a], [b]) => place(a) - place(b));
  if (report.lower_bound) {
    counts.push(["lower_bound", report.lower_bound]);
  }
  return h(
    "table",
    { class: "statistics" },
    h("caption", { class: "visually-hidden" }, "Statistics of the search"),
    h(
      "tbody",
      null,
      counts.map(([name, value]) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, term(name, meanings.get(name))),
          h("td", { class: "number" }, shown(name, value)),
        ),
      ),
    ),
  );
}

/** The searches that were run one after the other, if there were several. */
function phases(list) {
  const words = ({ search, heuristic, expanded, seconds: time }) =>
    `${search}${heuristic ? ` with ${heuristic}` : ""}: ${number(expanded)} expanded in ${measured(time)}`;
  return list.map(words).join("; ");
}

/** The search in a line; more on demand. */
function foundBy({ engine, algorithm, heuristic, stats }) {
  const name = engine === algorithm ? algorithm : `${algorithm}: ${engine}`;
  const work = `${number(stats.expanded)} states expanded in ${measured(stats.seconds + stats.table_seconds)}`;
  return `${name}${heuristic ? ` with ${heuristic}` : ""}, ${work}`;
}

function facts(report) {
  const options = Object.entries(report.options)
    .map(([name, value]) => `${name}=${value}`)
    .join(", ");
  const entries = [
    ["search", report.engine === report.algorithm ? report.algorithm : `${report.algorithm}: ${report.engine}`],
    ["heuristic", report.heuristic],
    ["options", options],
    ["order of moves", report.order],
    ["time", measured(report.stats.seconds + report.stats.table_seconds)],
    ["phases", phases(report.stats.phases ?? [])],
    ["varies", report.stats.varies],
    ["notes", (report.notes ?? []).join("; ")],
  ];
  return h(
    "dl",
    { class: "facts" },
    entries.filter(([, value]) => value).map(([name, value]) => [h("dt", null, name), h("dd", null, value)]),
  );
}

function allSolutions(report, onShow) {
  if (!report.solutions) {
    return null;
  }
  const { count, listed } = report.solutions;
  return h(
    "details",
    { open: true },
    h("summary", null, `${plural(count, "shortest solution")} in all, by the direction of the blank`),
    h(
      "ol",
      { class: "solutions" },
      listed.map((moves) =>
        h(
          "li",
          null,
          h("button", { type: "button", class: "button button-quiet mono", onclick: () => onShow(moves) }, moves),
        ),
      ),
    ),
    listed.length < count && h("p", { class: "muted small" }, `the first ${number(listed.length)} are listed`),
  );
}

/** The way from start to goal, by the direction of the blank. */
function walkOf(report) {
  const { moves, moves_of: whose, start, goal } = report;
  return { start: boardOf(report, start), goal: boardOf(report, goal), moves: whose === "tile" ? otherSide(moves) : moves };
}

/** What another search proved, where this one proved nothing. */
function elsewhere(report, known) {
  if (report.cost === null || report.proof === "optimal" || known?.proof !== "optimal") {
    return null;
  }
  return h(
    "p",
    { class: "muted small" },
    known.cost === report.cost
      ? `Another search proved that no solution is shorter than ${plural(known.cost, "move")}.`
      : `Another search proved that ${plural(known.cost, "move is", "moves are")} enough, and the fewest.`,
  );
}

/** The question for a picture of the boards from start to goal. */
function picture(report, { board, goal }) {
  const { cost, moves, moves_of } = report;
  return { board, goal, moves, moves_of, heading: `${plural(cost, "move")}. ${verdict(report).title}` };
}

/**
 * The card.
 * @param {{api: any, catalogue: any, store: any}} context
 * @param {{report: any, body: any, known: any | null, onShow: (moves: string) => void,
 *   onPlay: (moves: string) => void}} result `body`: what was asked; `known`: what another search found out about the
 *   board; `onShow`: puts a solution on the board; `onPlay`: plays it
 * @returns {HTMLElement}
 */
export function createResultCard({ api, catalogue, store }, { report, body, known, onShow, onPlay }) {
  const { kind, title, sentence } = verdict(report);
  const watched = watchable(catalogue, report, body);
  // The fields may say something else by now; the search to watch is the one of this card.
  const watch = ({ algorithm, heuristic, answeredBy }) =>
    store.setState({
      view: "watch",
      problem: "",
      lesson: "",
      board: body.board,
      algorithm,
      answeredBy,
      order: body.order ?? catalogue.orders_default,
      ...(isInformed(catalogue, algorithm) && { heuristic }),
    });
  const many = report.improvements.length > 1;
  const linkNote = h("p", { class: "notice", role: "status", hidden: true });
  const link = () => {
    const state = store.getState();
    linkNote.hidden = !linkLeavesMoves(state);
    linkNote.textContent =
      `The link opens this board without its ${plural(state.moves.length, "move")}, which are too many for a link. ` +
      "Readers can solve it again, or paste the moves.";
    return store.link();
  };
  const take = asPopover(
    h(
      "details",
      { class: "take-along" },
      h("summary", { class: "button" }, "Copy and save", h("span", { "aria-hidden": "true" }, "▾")),
      h(
        "div",
        { class: "card take-list" },
        report.moves && copyButton("Copy moves", () => report.moves),
        copyButton("Copy link", link),
        copyButton("Copy command", () => commandLine(body)),
        copyButton("Copy JSON", () => JSON.stringify(report, null, 2)),
        report.moves && pictureButton(api, "Save picture", () => picture(report, body)),
        report.moves && filmButton(store, () => walkOf(report)),
      ),
    ),
  );
  return h(
    "section",
    { class: "card result", "aria-label": "Result" },
    h("h2", { class: `verdict verdict-${kind}` }, icon(ICONS[kind]), title),
    h(
      "p",
      null,
      report.cost !== null && h("strong", { class: "cost" }, plural(report.cost, "move")),
      report.cost !== null && sentence && "; ",
      sentence,
    ),
    elsewhere(report, known),
    report.reason && kind !== "unsolvable" && kind !== "none" && h("p", { class: "muted small" }, report.reason),
    h(
      "div",
      { class: "row" },
      report.moves &&
        h(
          "button",
          { type: "button", class: "button button-primary", onclick: () => onPlay(report.moves) },
          icon(PLAY),
          "Play it",
        ),
      watched && h("button", { type: "button", class: "button", onclick: () => watch(watched) }, watched.label),
      take,
    ),
    linkNote,
    h("p", { class: "muted small" }, foundBy(report)),
    many &&
      h(
        "details",
        { open: true },
        h("summary", null, `${number(report.improvements.length)} solutions, each better than the one before`),
        drawImprovements(report.improvements, report.stats.seconds),
      ),
    allSolutions(report, onShow),
    h("details", null, h("summary", null, "Details and statistics"), facts(report), statistics(catalogue, report)),
  );
}
