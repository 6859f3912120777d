// @ts-check
// The runs of a comparison as a table that can be sorted and copied.

import { h, replace } from "./dom.js";
import { bytes, measured, number } from "./format.js";

const PROOF_WORDS = { optimal: "optimal", within: "within a factor", found: "found", none: "–" };

/** @typedef {{key: string, title: string, text: (run: any) => string, value: (run: any) => any, best?: boolean}}
 *   Column */

/** @type {Column[]} */
export const COLUMNS = [
  { key: "board", title: "Board", value: (run) => run.board, text: (run) => run.board },
  { key: "algorithm", title: "Algorithm", value: (run) => run.algorithm, text: (run) => run.algorithm },
  { key: "heuristic", title: "Heuristic", value: (run) => run.heuristic ?? "", text: (run) => run.heuristic ?? "–" },
  {
    key: "solved", title: "Solved", value: (run) => run.solved,
    text: (run) => `${run.solved} of ${run.boards}${run.optimal < run.solved ? `, ${run.optimal} proved` : ""}`,
  },
  { key: "cost", title: "Cost", value: (run) => run.cost, text: (run) => count(run.cost), best: true },
  { key: "proof", title: "Proof", value: (run) => run.proof, text: proofText },
  { key: "expanded", title: "Expanded", value: (run) => run.expanded, text: (run) => count(run.expanded), best: true },
  {
    key: "generated", title: "Generated", best: true,
    value: (run) => run.generated, text: (run) => count(run.generated),
  },
  {
    key: "max_stored", title: "Most stored", best: true,
    value: (run) => run.max_stored, text: (run) => count(run.max_stored),
  },
  {
    key: "peak_bytes", title: "Memory", best: true,
    value: (run) => run.peak_bytes, text: (run) => (run.peak_bytes === null ? "–" : bytes(run.peak_bytes)),
  },
  {
    key: "seconds", title: "Time", best: true,
    value: (run) => run.seconds, text: (run) => (run.seconds === null ? "–" : measured(run.seconds)),
  },
];

/** Cost, expansions and time tell most; the others are shown on demand. */
const FEW = ["cost", "expanded", "seconds"];
const NAMES = ["algorithm", "heuristic"];

/**
 * The keys of the columns of a table: of runs on one board, of means over many, or of all their runs.
 * @param {"runs" | "means" | "all-runs"} kind
 * @param {"few" | "all"} columns
 */
export function columnKeys(kind, columns) {
  const before = { runs: NAMES, means: [...NAMES, "solved"], "all-runs": ["board", ...NAMES] }[kind];
  const numbers = COLUMNS.filter(({ key, best }) => best && (columns === "all" || FEW.includes(key))).map(({ key }) => key);
  const wanted = new Set([...before, ...numbers, ...(kind === "means" ? [] : ["proof"])]);
  return COLUMNS.filter(({ key }) => wanted.has(key)).map(({ key }) => key);
}

const columnsOf = (keys) => COLUMNS.filter(({ key }) => keys.includes(key));

const count = (value) => (value === null || value === undefined ? "–" : number(value));

function proofText(run) {
  if (run.status === "unsolvable") return "unsolvable";
  if (run.status === "stopped" && run.cost === null) {
    return run.lower_bound ? `stopped, at least ${count(run.lower_bound)}` : "stopped";
  }
  return run.proof === "within" && run.within ? `within ${run.within.toFixed(3)}` : PROOF_WORDS[run.proof] ?? run.proof;
}

/** A run with its counts beside the rest, and the mean of its times. */
export const laidFlat = ({ stats, repeat, ...run }) =>
  ({ ...run, ...stats, seconds: repeat?.mean_seconds ?? stats.seconds });

/** Whether a run has numbers to compare. */
export const hasNumbers = (run) => run.status !== "error";

/** What a pair is called. */
export const pairName = (run) => (run.heuristic ? `${run.algorithm} · ${run.heuristic}` : run.algorithm);

/**
 * The runs by a column; `-` before its key turns the order round. Refused ones come last.
 * @param {any[]} runs
 * @param {string} sortBy
 */
export function sorted(runs, sortBy) {
  const column = COLUMNS.find(({ key }) => key === sortBy.replace("-", ""));
  if (!column) return runs;
  const sign = sortBy.startsWith("-") ? -1 : 1;
  const rank = (run) => (hasNumbers(run) && column.value(run) !== null ? 0 : 1);
  const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b) : a - b);
  return [...runs].sort((one, other) =>
    rank(one) - rank(other) || (rank(one) ? 0 : sign * compare(column.value(one), column.value(other))));
}

/** The smallest of each column that has a best. A cost counts only against costs, so a stopped run is no winner. */
export function bests(runs) {
  const solved = runs.filter((run) => hasNumbers(run) && run.cost !== null);
  return new Map(COLUMNS.filter(({ best }) => best).map(({ key, value }) => [key, Math.min(...solved.map(value))]));
}

const quotedForCsv = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** @param {any[]} runs */
export function toCsv(runs) {
  const fields = [...(new Set(runs.map(({ board }) => board)).size > 1 ? ["board"] : []), "algorithm", "heuristic", "status", "cost", "proof", "lower_bound", "expanded", "generated",
    "max_stored", "peak_bytes", "seconds", "reason"];
  const line = (values) =>
    values.map((value) => quotedForCsv(value === null || value === undefined ? "" : String(value))).join(",");
  return [line(fields), ...runs.map((run) => line(fields.map((field) => run[field])))].join("\n");
}

/**
 * @param {any[]} runs
 * @param {string[]} keys
 */
export function toMarkdown(runs, keys = columnKeys("runs", "all")) {
  const columns = columnsOf(keys);
  const cells = (values) => `| ${values.map((value) => value.replaceAll("|", "\\|")).join(" | ")} |`;
  const names = columns.filter(({ best, key }) => !best && key !== "proof" && key !== "solved");
  const refused = (run) => [...names.map(({ text }) => text(run)), `refused: ${run.reason ?? ""}`];
  const row = (run) => hasNumbers(run)
    ? cells(columns.map(({ text }) => text(run)))
    : cells([...refused(run), ...columns.slice(names.length + 1).map(() => "")]);
  const rule = columns.map(({ best }) => (best ? "---:" : "---"));
  return [cells(columns.map(({ title }) => title)), `| ${rule.join(" | ")} |`, ...runs.map(row)].join("\n");
}

/**
 * @param {{label?: string, sort: (key: string) => void, meanings: Map<string, string>, select: (run: any) => void,
 *   canWatch: (run: any) => boolean}} options `meanings`: what a count is, for those who point at its title;
 *   `select`: a run is to be watched
 */
export function createRunTable({ label = "Runs", sort, meanings, select, canWatch }) {
  const head = h("tr");
  const body = h("tbody");
  const element = h("div", { class: "table-scroller", tabindex: "0", role: "region", "aria-label": label },
    h("table", { class: "runs" }, h("caption", { class: "visually-hidden" }, label), h("thead", null, head), body));

  function drawHead(columns, sortBy) {
    const focused = /** @type {HTMLElement | null} */ (head.querySelector(":focus"))?.dataset.key;
    replace(head, columns.map(({ key, title, best }) => {
      const direction = sortBy === key ? "ascending" : sortBy === `-${key}` ? "descending" : "none";
      return h("th", { scope: "col", class: best ? "number" : null, "aria-sort": direction },
        h("button", {
          type: "button", class: "sort-button", title: meanings.get(key), dataset: { key }, onclick: () => sort(key),
        }, `${title}${{ ascending: " ▲", descending: " ▼", none: "" }[direction]}`));
    }), h("td"));
    if (focused) head.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  function row(run, columns, smallest) {
    const name = ({ key, text }) => (key === "algorithm"
      ? h("th", { scope: "row", class: "mono" }, text(run))
      : h("td", { class: "mono" }, text(run)));
    if (!hasNumbers(run)) {
      const names = columns.filter(({ key }) => key === "board" || NAMES.includes(key));
      return h("tr", { class: "is-refused" }, names.map(name),
        h("td", { colspan: String(columns.length + 1 - names.length) }, `⊘ refused: ${run.reason ?? "no reason given"}`));
    }
    const cells = columns.map((column) => {
      const { key, text, value, best } = column;
      if (!best && key !== "proof" && key !== "solved") return name(column);
      const isBest = best && run.cost !== null && value(run) === smallest.get(key);
      const star = h("span", { class: "best" }, " ★", h("span", { class: "visually-hidden" }, " best"));
      return h("td", { class: best ? "number" : null, title: key === "proof" ? run.reason : null },
        text(run), isBest ? star : null);
    });
    return h("tr", null, cells,
      h("td", null, canWatch(run)
        ? h("button", {
            type: "button", class: "button small", "aria-label": `Watch ${pairName(run)}`, onclick: () => select(run),
          }, "Watch")
        : null));
  }

  return {
    element,
    /** @param {any[]} runs @param {string} sortBy @param {string[]} keys of the columns */
    update(runs, sortBy, keys) {
      const columns = columnsOf(keys);
      const smallest = bests(runs);
      drawHead(columns, sortBy);
      const focused = body.contains(document.activeElement) ? document.activeElement.ariaLabel : null;
      replace(body, sorted(runs, sortBy).map((run) => row(run, columns, smallest)));
      // The button that had the focus was replaced by itself, perhaps in another row.
      if (focused) [...body.querySelectorAll("button")].find(({ ariaLabel }) => ariaLabel === focused)?.focus();
    },
  };
}

/** The three plots of a comparison: what is counted, and how it is written. */
export const PLOTS = [
  { title: "States expanded", value: (run) => run.expanded, text: (run) => number(run.expanded) },
  { title: "Time", value: (run) => run.seconds, text: (run) => measured(run.seconds) },
  { title: "Memory at most", value: (run) => run.peak_bytes, text: (run) => bytes(run.peak_bytes) },
];
