// @ts-check
// Points in a plane with axes, linear or logarithmic. Each series has a sign of its own besides its colour.

import { h, svg } from "./dom.js";
import { short } from "./format.js";

const WIDTH = 460;
const HEIGHT = 320;
const BOX = { left: 58, right: WIDTH - 14, top: 12, bottom: HEIGHT - 46 };
const MOST_TICKS = 6;

/** @typedef {{x: number, y: number, label: string}} Point */
/** @typedef {{label: string, scale: "linear" | "log", format?: (value: number) => string}} Axis */

/** Round numbers from the least to the largest: powers of ten, or steps of 1, 2 and 5. */
export function ticks(least, most, scale) {
  if (scale === "log") {
    const [from, to] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
    const stride = Math.max(1, Math.ceil((to - from) / MOST_TICKS));
    return Array.from({ length: Math.floor((to - from) / stride) + 1 }, (_, at) => 10 ** (from + at * stride));
  }
  const rough = Math.max(most - least, 1e-9) / MOST_TICKS;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((by) => by * unit).find((size) => size >= rough) ?? 10 * unit;
  const first = Math.floor(least / step);
  return Array.from({ length: Math.ceil(most / step) - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** Where values lie between two ends, 0 to 1. */
export function placing(values, scale) {
  // A logarithm needs something above zero.
  const usable = scale === "log" ? values.map((value) => Math.max(value, 1e-9)) : values;
  const marks = ticks(Math.min(...usable), Math.max(...usable), scale);
  const on = scale === "log" ? (value) => Math.log10(Math.max(value, 1e-9)) : (value) => value;
  const [from, to] = [on(marks[0]), on(marks[marks.length - 1])];
  return { marks, at: (value) => (to === from ? 0.5 : (on(value) - from) / (to - from)) };
}

/** A sign at a place: by the number of its series. */
function sign(series, x, y, label) {
  const r = 4.5;
  const shapes = [
    () => svg("circle", { cx: x, cy: y, r }),
    () => svg("rect", { x: x - r + 0.5, y: y - r + 0.5, width: 2 * r - 1, height: 2 * r - 1 }),
    () => svg("path", { d: `M${x} ${y - r - 1}L${x + r + 1} ${y + r}H${x - r - 1}Z` }),
    () => svg("path", { d: `M${x} ${y - r - 1}L${x + r + 1} ${y}L${x} ${y + r + 1}L${x - r - 1} ${y}Z` }),
    () => svg("path", { d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}` }),
    () => svg("path", { d: `M${x - r - 1} ${y}H${x + r + 1}M${x} ${y - r - 1}V${y + r + 1}` }),
  ];
  const drawn = shapes[series % shapes.length]();
  drawn.setAttribute("class", `sign sign-${series % 6}`);
  drawn.append(svg("title", null, label));
  return drawn;
}

/**
 * @param {{title: string, summary: string, x: Axis, y: Axis, series: {name: string, points: Point[]}[],
 *   diagonal?: boolean}} options `summary`: what the picture shows, for those who listen; `diagonal`: a line where both
 *   axes are equal, which then have the same ends
 */
export function scatterPlot({ title, summary, x, y, series, diagonal = false }) {
  const points = series.flatMap((one) => one.points);
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const across = placing(diagonal ? [...xs, ...ys] : xs, x.scale);
  const up = diagonal ? across : placing(ys, y.scale);
  const toX = (value) => BOX.left + across.at(value) * (BOX.right - BOX.left);
  const toY = (value) => BOX.bottom - up.at(value) * (BOX.bottom - BOX.top);
  const words = (axis, value) => (axis.format ?? short)(value);
  const picture = svg("svg", { class: "scatter", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}. ${summary}` },
    across.marks.map((value) => [
      svg("line", { class: "grid-line", x1: toX(value), x2: toX(value), y1: BOX.top, y2: BOX.bottom }),
      svg("text", { class: "tick", x: toX(value), y: BOX.bottom + 16, "text-anchor": "middle" }, words(x, value)),
    ]),
    up.marks.map((value) => [
      svg("line", { class: "grid-line", x1: BOX.left, x2: BOX.right, y1: toY(value), y2: toY(value) }),
      svg("text", { class: "tick", x: BOX.left - 6, y: toY(value) + 4, "text-anchor": "end" }, words(y, value)),
    ]),
    diagonal ? svg("line", { class: "diagonal", x1: BOX.left, y1: BOX.bottom, x2: BOX.right, y2: BOX.top }) : null,
    svg("text", { class: "axis", x: (BOX.left + BOX.right) / 2, y: HEIGHT - 8, "text-anchor": "middle" }, x.label),
    svg("text", { class: "axis", transform: `translate(13 ${(BOX.top + BOX.bottom) / 2}) rotate(-90)`, "text-anchor": "middle" },
      y.label),
    series.flatMap(({ points: own }, at) => own.map((point) => sign(at, toX(point.x), toY(point.y), point.label))));
  const legend = series.length > 1
    ? h("ul", { class: "scatter-legend small" }, series.map(({ name }, at) =>
        h("li", null, svg("svg", { class: "scatter-sign", viewBox: "0 0 14 14", "aria-hidden": "true" }, sign(at, 7, 7, "")), name)))
    : null;
  return h("figure", { class: "scatter-figure" }, h("figcaption", null, title), picture, legend);
}
