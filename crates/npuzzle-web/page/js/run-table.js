// @ts-check
// The runs of a comparison as a table that can be sorted and copied.

import { h, replace } from "./dom.js";
import { bytes, number, seconds } from "./format.js";

const PROOF_WORDS = { optimal: "optimal", within: "within a factor", found: "found", none: "–" };

/** @typedef {{key: string, title: string, text: (run: any) => string, value: (run: any) => any, best?: boolean}}
 *   Column */

/** @type {Column[]} */
export const COLUMNS = [
  { key: "algorithm", title: "Algorithm", value: (run) => run.algorithm, text: (run) => run.algorithm },
  { key: "heuristic", title: "Heuristic", value: (run) => run.heuristic ?? "", text: (run) => run.heuristic ?? "–" },
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
  { key: "seconds", title: "Time", value: (run) => run.seconds, text: (run) => seconds(run.seconds), best: true },
];

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
  const fields = ["algorithm", "heuristic", "status", "cost", "proof", "lower_bound", "expanded", "generated",
    "max_stored", "peak_bytes", "seconds", "reason"];
  const line = (values) =>
    values.map((value) => quotedForCsv(value === null || value === undefined ? "" : String(value))).join(",");
  return [line(fields), ...runs.map((run) => line(fields.map((field) => run[field])))].join("\n");
}

/** @param {any[]} runs */
export function toMarkdown(runs) {
  const cells = (values) => `| ${values.map((value) => value.replaceAll("|", "\\|")).join(" | ")} |`;
  const row = (run) => hasNumbers(run)
    ? cells(COLUMNS.map(({ text }) => text(run)))
    : cells([run.algorithm, run.heuristic ?? "–", `refused: ${run.reason ?? ""}`, ...COLUMNS.slice(3).map(() => "")]);
  const rule = COLUMNS.map(({ best }) => (best ? "---:" : "---"));
  return [cells(COLUMNS.map(({ title }) => title)), `| ${rule.join(" | ")} |`, ...runs.map(row)].join("\n");
}

/**
 * @param {{sort: (key: string) => void, meanings: Map<string, string>, select: (run: any) => void,
 *   canWatch: (run: any) => boolean}} options `meanings`: what a count is, for those who point at its title;
 *   `select`: a run is to be watched
 */
export function createRunTable({ sort, meanings, select, canWatch }) {
  const buttons = new Map();
  const head = COLUMNS.map(({ key, title, best }) => {
    const button = h("button", {
      type: "button", class: "sort-button", title: meanings.get(key), onclick: () => sort(key),
    }, title);
    const cell = h("th", { scope: "col", class: best ? "number" : null }, button);
    buttons.set(key, { cell, button, title });
    return cell;
  });
  const body = h("tbody");
  const element = h("div", { class: "table-scroller", tabindex: "0", role: "region", "aria-label": "Runs" },
    h("table", { class: "runs" }, h("caption", { class: "visually-hidden" }, "Runs"),
      h("thead", null, h("tr", null, head, h("td"))), body));

  function row(run, smallest) {
    if (!hasNumbers(run)) {
      return h("tr", { class: "is-refused" },
        h("th", { scope: "row", class: "mono" }, run.algorithm), h("td", { class: "mono" }, run.heuristic ?? "–"),
        h("td", { colspan: String(COLUMNS.length - 1) }, `⊘ refused: ${run.reason ?? "no reason given"}`));
    }
    const cells = COLUMNS.map(({ key, text, value, best }) => {
      const isBest = best && run.cost !== null && value(run) === smallest.get(key);
      const star = h("span", { class: "best" }, " ★", h("span", { class: "visually-hidden" }, " best"));
      const shown = [text(run), isBest ? star : null];
      if (key === "algorithm") return h("th", { scope: "row", class: "mono" }, shown);
      const look = best ? "number" : key === "heuristic" ? "mono" : null;
      return h("td", { class: look, title: key === "proof" ? run.reason : null }, shown);
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
    /** @param {any[]} runs @param {string} sortBy */
    update(runs, sortBy) {
      const smallest = bests(runs);
      for (const [key, { cell, button, title }] of buttons) {
        const direction = sortBy === key ? "ascending" : sortBy === `-${key}` ? "descending" : "none";
        cell.setAttribute("aria-sort", direction);
        button.textContent = `${title}${{ ascending: " ▲", descending: " ▼", none: "" }[direction]}`;
      }
      const focused = body.contains(document.activeElement) ? document.activeElement.ariaLabel : null;
      replace(body, sorted(runs, sortBy).map((run) => row(run, smallest)));
      // The button that had the focus was replaced by itself, perhaps in another row.
      if (focused) [...body.querySelectorAll("button")].find(({ ariaLabel }) => ariaLabel === focused)?.focus();
    },
  };
}

/** The three plots of a comparison: what is counted, and how it is written. */
export const PLOTS = [
  { title: "States expanded", value: (run) => run.expanded, text: (run) => number(run.expanded) },
  { title: "Time", value: (run) => run.seconds, text: (run) => seconds(run.seconds) },
  { title: "Memory at most", value: (run) => run.peak_bytes, text: (run) => bytes(run.peak_bytes) },
];
