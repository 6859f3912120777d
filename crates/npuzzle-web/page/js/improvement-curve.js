// @ts-check
// Better and better solutions over time, as a step curve with the lower bound below it.

import { svg } from "./dom.js";
import { seconds } from "./format.js";

const WIDTH = 320;
const HEIGHT = 96;
const LEFT = 44;
const BOTTOM = 18;

/**
 * @param {{cost: number, lower_bound: number, seconds: number}[]} improvements
 * @param {number} end seconds at the right edge
 * @returns {SVGElement}
 */
export function drawImprovements(improvements, end) {
  const costs = improvements.map(({ cost }) => cost);
  const bounds = improvements.map(({ lower_bound: bound }) => bound);
  const most = Math.max(...costs);
  const least = Math.min(...bounds, ...costs);
  const last = Math.max(end, improvements.at(-1)?.seconds ?? 0, 1e-6);
  const x = (time) => LEFT + (time / last) * (WIDTH - LEFT - 4);
  const y = (cost) => 8 + (1 - (cost - least) / Math.max(1, most - least)) * (HEIGHT - BOTTOM - 8);
  const steps = (values) => {
    let path = "";
    values.forEach((value, index) => {
      const place = x(improvements[index].seconds);
      path += index === 0 ? `M${place} ${y(value)}` : `H${place}V${y(value)}`;
    });
    return `${path}H${x(last)}`;
  };
  const words = improvements.map(({ cost, seconds: time }) => `${cost} moves after ${seconds(time)}`).join(", ");
  const label = (text, place, height, anchor) => svg("text", { x: place, y: height, "text-anchor": anchor }, text);
  return svg(
    "svg",
    {
      class: "improvement-curve",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `solutions over time: ${words}`,
    },
    svg("path", { class: "curve-bound", d: steps(bounds) }),
    svg("path", { class: "curve-cost", d: steps(costs) }),
    label(String(most), LEFT - 6, y(most) + 4, "end"),
    most !== least && label(String(least), LEFT - 6, y(least) + 4, "end"),
    label("0", LEFT, HEIGHT - 4, "start"),
    label(seconds(last), WIDTH - 4, HEIGHT - 4, "end"),
  );
}
