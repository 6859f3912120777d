// @ts-check
// A board with its inversions as lines between the tiles, one after the other or all at once.

import { h, replace, svg } from "./dom.js";
import { cellsOfTiles } from "./puzzle.js";

const CELL = 64;

/** The pairs of an explanation: the tile that comes too early, and one that should come before it. */
export const pairsOf = ({ inversions_by_tile: byTile }) =>
  byTile.flatMap(({ tile, after }) => after.map((other) => [tile, other]));

const middle = (cell, cols) => [(cell % cols) * CELL + CELL / 2, Math.floor(cell / cols) * CELL + CELL / 2];

/** From the edge of a number to the edge of another, beside the straight line, so that no two lie on each other. */
function curve([x1, y1], [x2, y2]) {
  const [across, down] = [x2 - x1, y2 - y1];
  const length = Math.hypot(across, down);
  const [byX, byY] = [(-down / length) * 24, (across / length) * 24];
  const [alongX, alongY] = [(across / length) * 15 + byX / 2, (down / length) * 15 + byY / 2];
  return `M${x1 + alongX} ${y1 + alongY}Q${(x1 + x2) / 2 + byX} ${(y1 + y2) / 2 + byY} ` +
    `${x2 - alongX + byX} ${y2 - alongY + byY}`;
}

/**
 * @param {{announce: (text: string) => void}} context
 */
export function createInversionsView({ announce }) {
  const picture = h("div", { class: "inversions-board" });
  const words = h("p", { class: "inversions-words" });
  const back = h("button", { type: "button", class: "button", onclick: () => step(-1) }, "‹ pair before");
  const next = h("button", { type: "button", class: "button", onclick: () => step(1) }, "next pair ›");
  const all = h("button", { type: "button", class: "button", onclick: () => show(pairs.length) }, "all");
  const buttons = h("div", { class: "row" }, back, next, all);
  const element = h("section", { class: "card inversions", "aria-label": "Inversions", hidden: true }, picture,
    h("div", { class: "stack" }, words, buttons));
  let explained = null;
  let pairs = [];
  /** How many lines are drawn. */
  let shown = 0;

  function step(by) {
    show(Math.max(0, Math.min(pairs.length, shown + by)));
  }

  function show(count) {
    shown = count;
    draw();
    announce(words.textContent);
  }

  function draw() {
    const { rows, cols, start } = explained;
    const cells = cellsOfTiles({ rows, cols, cells: start });
    const latest = pairs[shown - 1] ?? [];
    const tile = (number, cell) => {
      if (!number) return null;
      const [x, y] = [(cell % cols) * CELL, Math.floor(cell / cols) * CELL];
      return svg("g", { class: latest.includes(number) ? "inversion-tile is-latest" : "inversion-tile" },
        svg("rect", { x: x + 3, y: y + 3, width: CELL - 6, height: CELL - 6, rx: 9 }),
        svg("text", { x: x + CELL / 2, y: y + CELL / 2, dy: "0.36em", "text-anchor": "middle" }, String(number)));
    };
    const line = ([early, late], at) => svg("path", {
      class: at === shown - 1 ? "inversion-line is-latest" : "inversion-line",
      d: curve(middle(cells[early], cols), middle(cells[late], cols)),
    });
    const spoken = start.map((number) => number || "blank").join(" ");
    replace(picture, svg("svg", {
      viewBox: `-2 -2 ${cols * CELL + 4} ${rows * CELL + 4}`, role: "img",
      "aria-label": `board ${spoken}, with ${shown} of ${pairs.length} inversions drawn`,
    },
    svg("rect", { class: "shares-ground", x: -1, y: -1, width: cols * CELL + 2, height: rows * CELL + 2, rx: 10 }),
    start.map(tile), pairs.slice(0, shown).map(line)));
    const said = shown === 0
      ? `${pairs.length} inversions`
      : `${shown} of ${pairs.length}: ${latest[0]} stands before ${latest[1]}`;
    words.textContent = pairs.length ? said : "no inversion";
    back.setAttribute("aria-disabled", String(shown === 0));
    next.setAttribute("aria-disabled", String(shown === pairs.length));
  }

  return {
    element,
    /** One pair on, or back; whether there was one. */
    step(by) {
      const before = shown;
      if (!element.hidden && !buttons.hidden) step(by);
      return shown !== before;
    },
    /**
     * @param {any} answer of `/api/explain`, or `null` to show nothing
     * @param {boolean} counts whether the inversions are of interest
     */
    update(answer, counts) {
      element.hidden = !answer;
      if (!answer) return;
      explained = answer;
      pairs = counts ? pairsOf(answer) : [];
      shown = 0;
      buttons.hidden = !counts;
      words.hidden = !counts;
      draw();
    },
  };
}
