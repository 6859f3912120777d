// @ts-check
// What waits: the frontier as bars by f, on each side; for searches that hold a path, the path against the bound.

import { barTable, grouped } from "./charts.js";
import { h, replace } from "./dom.js";
import { number } from "./format.js";
import { sideWords } from "./trace-words.js";

const MOST_BARS = 12;
/** The end of a path says more than its beginning. */
const PATH_END = 12;

function frontierOf(counts, currentF, words) {
  const all = counts.map(({ f, count }) => ({ value: f, count }));
  // The state being expanded may have been the last of its f; its place is shown all the same.
  if (all.length && currentF !== null && !all.some(({ value }) => value === currentF)) {
    all.push({ value: currentF, count: 0 });
    all.sort((one, other) => one.value - other.value);
  }
  const groups = grouped(all, MOST_BARS);
  const bars = groups.map(({ from, to, count }) => ({
    label: from === to ? `f ${from}` : `f ${from}–${to}`,
    value: count,
    text: number(count),
    mark: currentF !== null && from <= currentF && currentF <= to ? "◂ now" : undefined,
    kind: "open",
  }));
  return bars.length
    ? barTable({ caption: `States that wait${words}, by f`, labelHead: "f", valueHead: "states", bars })
    : h("p", { class: "muted" }, `Nothing waits${words}.`);
}

function pathOf(path, bound) {
  const shown = path.slice(-PATH_END);
  const bars = shown.map(({ g, h: estimate, f }, place) => ({
    label: `g ${g}`,
    value: f,
    text: `${g} + ${estimate} = ${f}`,
    mark: place === shown.length - 1 ? "◂ now" : undefined,
    kind: "path",
  }));
  const caption = bound === null ? "f along the path" : `f along the path; the bound is ${bound}`;
  return [
    h("p", { class: "small muted" },
      "This search keeps no frontier: it holds the path from the start and nothing else."),
    path.length > shown.length
      ? h("p", { class: "small muted" }, `${number(path.length - shown.length)} states before.`)
      : null,
    bars.length ? barTable({ caption, labelHead: "cost so far", valueHead: "g + h = f", bars }) : null,
  ];
}

/** The panel of the frontier. */
export function createFrontierView() {
  const heading = h("h2", null, "Frontier");
  const counts = h("p", { class: "muted" });
  const body = h("div", { class: "frontier-sides" });
  const element = h("section", { class: "card panel panel-frontier", "aria-label": "Frontier" },
    h("div", { class: "card-title" }, heading, counts), body);

  function update(trace, moment) {
    const { holdsPath, bothSides, node, open, closed } = moment;
    heading.textContent = holdsPath ? "Path" : "Frontier";
    if (holdsPath) {
      const path = trace.path(moment.step);
      counts.textContent = path.length ? `${number(path.length)} states long` : "";
      replace(body, h("div", { class: "stack" }, pathOf(path, moment.bound)));
      return;
    }
    counts.textContent = `${number(open[0] + open[1])} open, ${number(closed[0] + closed[1])} closed`;
    const sides = bothSides ? ["forward", "backward"] : ["forward"];
    const frontiers = trace.frontier(moment.step);
    replace(body, sides.map((side, at) => {
      const currentF = node && node.side === side ? node.f : null;
      const words = bothSides ? ` ${sideWords(side)}` : "";
      return h("div", { class: "stack" },
        frontierOf(frontiers[at], currentF, words),
        bothSides ? h("p", { class: "small muted" }, `${number(open[at])} open, ${number(closed[at])} closed`) : null);
    }));
  }

  return { element, update };
}
