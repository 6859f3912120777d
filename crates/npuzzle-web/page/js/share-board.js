// @ts-check
// A board on which each tile shows what it adds to an estimate.

import { h } from "./dom.js";
import { plural } from "./format.js";

/** Larger boards have shares too small to read. */
const MOST_CELLS = 100;

/**
 * @param {{name: string, value: number, tiles: {tile: number, value: number}[], pairs: any[], extra: number}} part
 * @param {import("./puzzle.js").Board} board
 */
export function drawShares({ name, value, tiles, pairs, extra }, board) {
  if (board.cells.length > MOST_CELLS) return h("p", { class: "muted" }, "The board is too large to show each tile.");
  const shares = new Map(tiles.map(({ tile, value: share }) => [tile, share]));
  const spoken = tiles.map(({ tile, value: share }) => `tile ${tile} adds ${share}`).join(", ");
  const more = extra ? ` and ${extra} for ${plural(pairs.length, "pair")} in conflict` : "";
  return h("figure", { class: "share-board" },
    h("div", { class: "share-grid", role: "img", "aria-label": `${name}: ${spoken}`, style: { "--cols": String(board.cols) } },
      board.cells.map((tile) => {
        const share = shares.get(tile);
        const look = tile === 0 ? "share-cell still-blank" : share ? "share-cell adds" : "share-cell";
        return h("span", { class: look }, tile ? String(tile) : "",
          tile && share !== undefined ? h("span", { class: "share-adds" }, `+${share}`) : null);
      })),
    h("figcaption", { class: "muted" }, `${name} = ${value}: what each tile adds${more}.`));
}
