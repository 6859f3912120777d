// @ts-check
// Bars with their numbers. Each chart is a table with a drawn column, so it is its own text alternative.

import { h } from "./dom.js";

/** @typedef {{label: string, value: number | null, text: string, mark?: string, kind?: string}} Bar */

/** The share of the full width that a value takes; a logarithmic scale begins at one tenth of the smallest value. */
export function shareOf(value, values, scale) {
  if (value === null || !(value > 0)) return 0;
  const largest = Math.max(...values);
  if (scale !== "log") return value / largest;
  const floor = Math.log10(Math.min(...values.filter((other) => other > 0)) / 10);
  return (Math.log10(value) - floor) / (Math.log10(largest) - floor);
}

/**
 * Horizontal bars as a table.
 * @param {{caption: string, labelHead: string, valueHead: string, bars: Bar[], scale?: "linear" | "log",
 *   hideCaption?: boolean}} options
 */
export function barTable({ caption, labelHead, valueHead, bars, scale = "linear", hideCaption = false }) {
  const values = bars.map(({ value }) => value).filter((value) => value !== null && value > 0);
  const row = ({ label, value, text, mark, kind }) =>
    h("tr", { class: mark ? "bar-row is-marked" : "bar-row" },
      h("th", { scope: "row" }, label),
      h("td", { class: "bar-cell", "aria-hidden": "true" },
        h("span", {
          class: kind ? `bar bar-${kind}` : "bar",
          style: { width: `${(100 * shareOf(value, values, scale)).toFixed(2)}%` },
        })),
      h("td", { class: "number" }, text, mark ? h("span", { class: "bar-mark" }, ` ${mark}`) : null));
  return h("table", { class: "bars" },
    h("caption", { class: hideCaption ? "visually-hidden" : null }, caption),
    h("thead", { class: "visually-hidden" },
      h("tr", null, h("th", { scope: "col" }, labelHead), h("td", { "aria-hidden": "true" }),
        h("th", { scope: "col" }, valueHead))),
    h("tbody", null, bars.map(row)));
}

/**
 * Puts neighbouring values together until there are at most so many groups, all of the same width.
 * @param {{value: number, count: number}[]} counts in ascending order
 * @param {number} most
 * @returns {{from: number, to: number, count: number}[]}
 */
export function grouped(counts, most) {
  if (counts.length <= most) return counts.map(({ value, count }) => ({ from: value, to: value, count }));
  const first = counts[0].value;
  const width = Math.ceil((counts[counts.length - 1].value - first + 1) / most);
  const groups = new Map();
  for (const { value, count } of counts) {
    const place = Math.floor((value - first) / width);
    const group = groups.get(place) ?? { from: first + place * width, to: first + (place + 1) * width - 1, count: 0 };
    group.count += count;
    groups.set(place, group);
  }
  return [...groups.values()];
}
