// @ts-check
// How tiles are coloured: alike, by the row or the ring of their place in the goal, or as pieces of a picture. Rows and
// rings are counted as in the pictures that the engine draws.

/** As many tones as the style sheet has. */
const TONES = 8;

/** The picture behind the tiles. */
export const PICTURE = new URL("../picture.svg", import.meta.url).href;

/** @type {[string, string][]} the schemes, and what they are called */
export const SCHEMES = [
  ["plain", "plain"],
  ["row", "by row"],
  ["ring", "by ring"],
  ["picture", "picture"],
];

/**
 * The tone of the tile whose place in the goal is `home`.
 * @param {string} scheme
 * @param {{rows: number, cols: number}} shape
 * @param {number} home
 * @returns {number} from 0; -1 if the scheme has no tones
 */
export function toneOf(scheme, { rows, cols }, home) {
  const row = Math.floor(home / cols);
  const col = home % cols;
  if (scheme === "row") {
    return row % TONES;
  }
  return scheme === "ring" ? Math.min(row, col, rows - 1 - row, cols - 1 - col) % TONES : -1;
}
