// @ts-check
// A solution as an animated GIF, with the tiles as they are on the screen. Each frame holds the two cells that change.

import { createPainter } from "./board-painter.js";
import { encodeGif } from "./gif.js";
import { number } from "./format.js";
import { neighbour } from "./puzzle.js";

/** A longer film plays for minutes and is too large to send. */
const MOST_MOVES = 2000;
/** Larger boards have no numbers on the page either. */
const MOST_CELLS = 400;
/** Pixels of the longer side, at most. */
const SIDE = 480;
/** Times are hundredths of a second: the first and the last board rest. */
const FIRST = 100;
const LAST = 250;
const SLIDING = 3;
/** So many pictures a slide has. */
const STEPS = 4;

/** A move takes less time where there are many. */
const restOf = (moves) => (moves <= 60 ? 22 : moves <= 200 ? 12 : 4);

/**
 * Up to 256 colours that stand for all of some pictures: the most frequent ones, and for the others the nearest.
 */
class Palette {
  #counts = new Map();
  #indexes = new Map();
  colours = [];

  /** Colours that differ by less than a step are one. */
  #key = (data, at) => ((data[at] >> 3) << 10) | ((data[at + 1] >> 3) << 5) | (data[at + 2] >> 3);

  count(data) {
    for (let at = 0; at < data.length; at += 4) {
      const key = this.#key(data, at);
      const entry = this.#counts.get(key);
      if (entry) {
        entry.count += 1;
      } else {
        this.#counts.set(key, { count: 1, colour: [data[at], data[at + 1], data[at + 2]] });
      }
    }
  }

  settle() {
    const frequent = [...this.#counts.values()].sort((one, other) => other.count - one.count).slice(0, 256);
    this.colours = frequent.map(({ colour }) => colour);
    this.#counts.clear();
  }

  #nearest([red, green, blue]) {
    const distance = (colour) => (colour[0] - red) ** 2 + (colour[1] - green) ** 2 + (colour[2] - blue) ** 2;
    let best = 0;
    for (let at = 1; at < this.colours.length; at += 1) {
      if (distance(this.colours[at]) < distance(this.colours[best])) {
        best = at;
      }
    }
    return best;
  }

  /** The numbers of the colours of a picture. */
  indexes(data) {
    const pixels = new Uint8Array(data.length / 4);
    for (let at = 0; at < pixels.length; at += 1) {
      const key = this.#key(data, 4 * at);
      let index = this.#indexes.get(key);
      if (index === undefined) {
        index = this.#nearest([data[4 * at], data[4 * at + 1], data[4 * at + 2]]);
        this.#indexes.set(key, index);
      }
      pixels[at] = index;
    }
    return pixels;
  }
}

/**
 * @param {{start: import("./puzzle.js").Board, goal: import("./puzzle.js").Board, moves: string, tiles: string}} walk
 *   `moves`: by the direction of the blank; `tiles`: the colour scheme
 * @returns {Promise<Uint8Array>}
 */
export async function film({ start, goal, moves, tiles }) {
  const { rows, cols } = start;
  if (moves.length > MOST_MOVES || rows * cols > MOST_CELLS) {
    throw new Error(`a film has at most ${number(MOST_MOVES)} moves and ${MOST_CELLS} cells: take the picture`);
  }
  const cell = Math.max(16, Math.min(96, Math.floor(SIDE / Math.max(rows, cols))));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [cols * cell, rows * cell];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  const painter = await createPainter({ context, goal, tiles, cell });
  const palette = new Palette();
  const all = () => context.getImageData(0, 0, canvas.width, canvas.height).data;
  // Start and goal have all the colours: every tile, in place and not.
  for (const board of [start, goal]) {
    painter.board(board);
    palette.count(all());
  }
  palette.settle();
  painter.board(start);
  const steps = moves.length > 200 ? 1 : STEPS;

  function* frames() {
    const whole = { left: 0, top: 0, width: canvas.width, height: canvas.height };
    yield { ...whole, pixels: palette.indexes(all()), delay: moves === "" ? LAST : FIRST };
    const cells = start.cells.slice();
    let blank = cells.indexOf(0);
    for (const [index, letter] of [...moves].entries()) {
      const from = neighbour(start, blank, letter);
      const tile = cells[from];
      const [fromX, fromY] = painter.corner(from);
      const [toX, toY] = painter.corner(blank);
      const area = { left: Math.min(fromX, toX), top: Math.min(fromY, toY), width: cell, height: cell };
      area.width += Math.abs(fromX - toX);
      area.height += Math.abs(fromY - toY);
      for (let step = 1; step <= steps; step += 1) {
        const part = step / steps;
        painter.hollow(from);
        painter.hollow(blank);
        const arrives = step === steps && painter.isHome(tile, blank);
        painter.tileAt(tile, fromX + (toX - fromX) * part, fromY + (toY - fromY) * part, arrives);
        const { data } = context.getImageData(area.left, area.top, area.width, area.height);
        const rests = index === moves.length - 1 ? LAST : restOf(moves.length);
        yield { ...area, pixels: palette.indexes(data), delay: step < steps ? SLIDING : rests };
      }
      cells[blank] = tile;
      cells[from] = 0;
      blank = from;
    }
  }

  return encodeGif({ width: canvas.width, height: canvas.height, palette: palette.colours, frames: frames() });
}
