// @ts-check
// What the shapes in the search tree mean. A search that holds only a path has no open or closed states.

import { h, replace, svg } from "./dom.js";

const symbol = (...shapes) =>
  svg("svg", { viewBox: "-15 -15 30 30", width: 16, height: 16, "aria-hidden": "true" }, shapes);
const box = (kind, round) => svg("rect", { class: `legend-${kind}`, x: -12, y: -12, width: 24, height: 24, rx: round });
const cross = () => svg("path", { class: "legend-dropped", d: "M-9-9L9 9M-9 9L9-9" });

/**
 * @param {HTMLElement} list
 * @param {boolean} holdsPath
 * @param {boolean} forgets
 */
export function drawLegend(list, holdsPath, forgets) {
  const entries = holdsPath
    ? [[box("path", 5), "on the path"], [box("closed", 5), "left again"], [cross(), "dropped"]]
    : [[box("open", 12), "open"], [box("closed", 5), "closed"], [box("path", 5), "path"],
      ...(forgets ? [[box("forgotten", 5), "forgotten"]] : [])];
  replace(list, entries.map(([shape, words]) => h("li", null, symbol(shape), words)),
    h("li", { class: "legend-help" }, "drag to move, wheel to zoom: near enough, nodes show their state"));
}
