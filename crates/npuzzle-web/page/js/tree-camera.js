// @ts-check
// Which part of a search tree is in sight. It follows the search, shows all of it, or stays where a hand put it.

import { COLUMN, RADIUS, ROW } from "./tree-paint.js";

const LEAST = 0.01;
const MOST = 5;
/** What is easy to read; a tree that fits no better is followed instead of shrunk. */
const READABLE = 0.75;
/** Few nodes are shown as large as their states can be seen. */
const USUAL = 2;
/** How much of the window a tree that is shown anew takes: the rest is for what comes, so that it seldom has to move. */
const FILLED = 0.72;
/** Room around a tree that is shown whole, in pixels. */
const MARGIN = 14;

/** @typedef {"follow" | "fit" | "free"} Mode */

export class Camera {
  constructor() {
    this.scale = 1;
    /** Where the origin of the picture is, in pixels of the window. */
    this.x = MARGIN;
    this.y = 100;
    /** @type {Mode} */
    this.mode = "follow";
    /** Whether the scale was chosen by hand: following keeps it. */
    this.chosen = false;
    /** Whether the next look has to find its scale anew. */
    this.lost = true;
    this.width = 1;
    this.height = 1;
  }

  /** Another window: what was right for the one before has to be found anew. */
  resize(width, height) {
    if (width !== this.width || height !== this.height) this.lost = true;
    [this.width, this.height] = [width, height];
  }

  /** The scale at which the bounds are seen whole. */
  #fitting({ left, right, top, bottom }) {
    const width = (right - left) * COLUMN + 2 * RADIUS;
    const height = (bottom - top) * ROW + 2 * RADIUS + 8;
    return Math.min((this.width - 2 * MARGIN) / width, (this.height - 2 * MARGIN) / height);
  }

  #centre({ left, right, top, bottom }) {
    this.x = this.width / 2 - ((left + right) / 2) * COLUMN * this.scale;
    this.y = this.height / 2 - ((top + bottom) / 2) * ROW * this.scale;
  }

  #shows({ left, right, top, bottom }) {
    const inside = (at, size) => at >= RADIUS && at <= size - RADIUS;
    return inside(left * COLUMN * this.scale + this.x, this.width) &&
      inside(right * COLUMN * this.scale + this.x, this.width) &&
      inside(top * ROW * this.scale + this.y, this.height) &&
      inside(bottom * ROW * this.scale + this.y, this.height);
  }

  /**
   * Looks at what matters now; gives whether anything moved.
   * @param {{left: number, right: number, top: number, bottom: number} | null} bounds of the tree at this moment
   * @param {{column: number, row: number} | null} current
   */
  look(bounds, current) {
    if (this.mode === "free" || !bounds) return false;
    const before = [this.scale, this.x, this.y].join();
    const fitting = this.#fitting(bounds);
    if (!this.chosen && (this.mode === "fit" || fitting >= READABLE)) {
      // As long as all is in sight, nothing moves: the eye keeps its place.
      if (this.lost || !this.#shows(bounds) || this.scale < Math.min(READABLE, fitting * 0.7)) {
        const roomy = fitting * FILLED;
        this.scale = Math.min(USUAL, this.mode === "fit" ? roomy : Math.max(READABLE, roomy));
        this.#centre(bounds);
      }
      this.lost = false;
    } else if (current) {
      if (!this.chosen && this.scale !== READABLE) {
        this.scale = READABLE;
        this.#centre({ left: current.column, right: current.column, top: current.row, bottom: current.row });
      }
      this.#bring(current);
    }
    return before !== [this.scale, this.x, this.y].join();
  }

  /** Shows all of it, be it small: the end of a search. */
  show(bounds) {
    if (this.mode !== "follow" || this.chosen || !bounds) return;
    const fitting = this.#fitting(bounds);
    if (this.#shows(bounds)) return;
    this.scale = Math.max(LEAST, Math.min(USUAL, this.scale, fitting));
    this.#centre(bounds);
    this.lost = true;
  }

  /** Moves as little as brings a place into the middle part of the window. */
  #bring({ column, row }) {
    const x = column * COLUMN * this.scale + this.x;
    const y = row * ROW * this.scale + this.y;
    const near = (at, low, high) => Math.max(low - at, Math.min(high - at, 0));
    this.x += near(x, this.width * 0.3, this.width * 0.75);
    this.y += near(y, this.height * 0.25, this.height * 0.75);
  }

  /** Enlarges around a point of the window, which stays where it is. */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const scale = Math.max(LEAST, Math.min(MOST, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.chosen = true;
    if (this.mode === "fit") this.mode = "free";
  }

  /** @param {Mode} mode */
  turn(mode) {
    this.mode = mode;
    this.chosen = false;
    this.lost = true;
  }

  pan(x, y) {
    this.x += x;
    this.y += y;
    this.mode = "free";
  }

  /** The columns and rows in sight, and a little more. */
  inSight() {
    return {
      left: -this.x / this.scale / COLUMN - 1, right: (this.width - this.x) / this.scale / COLUMN + 1,
      top: -this.y / this.scale / ROW - 1, bottom: (this.height - this.y) / this.scale / ROW + 1,
    };
  }

  /** The point of the window at which a place is. */
  pointOf({ column, row }) {
    return [column * COLUMN * this.scale + this.x, row * ROW * this.scale + this.y];
  }

  /** The column and row nearest to a point of the window. */
  placeAt(x, y) {
    return [Math.round((x - this.x) / this.scale / COLUMN), Math.round((y - this.y) / this.scale / ROW)];
  }
}
