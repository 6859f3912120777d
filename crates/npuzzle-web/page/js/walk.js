// @ts-check
// A board, moves from it, and a place among them. Steps cost a swap each, so that a solution of a million moves can be
// played.

import { inverse, neighbour, sameBoard } from "./puzzle.js";

const MOST_SEARCHED = 10_000;

export class Walk {
  #cells;
  #blank;
  #at = 0;

  /**
   * @param {import("./puzzle.js").Board} start
   * @param {string} letters what follows the first impossible move is dropped: `letters` tells what is left
   */
  constructor(start, letters = "") {
    this.start = start;
    this.#cells = start.cells.slice();
    this.#blank = this.#cells.indexOf(0);
    this.letters = this.#possible(letters);
  }

  #possible(letters) {
    let blank = this.#blank;
    for (let index = 0; index < letters.length; index += 1) {
      blank = neighbour(this.start, blank, letters[index]);
      if (blank < 0) {
        return letters.slice(0, index);
      }
    }
    return letters;
  }

  get length() {
    return this.letters.length;
  }

  /** How many moves have been made. */
  get at() {
    return this.#at;
  }

  /** The board at the present place. */
  get board() {
    return { rows: this.start.rows, cols: this.start.cols, cells: this.#cells.slice() };
  }

  /**
   * Where a board comes first among the moves; only the first ten thousand of them are looked at.
   * @param {import("./puzzle.js").Board} sought
   * @returns {number} -1 if it does not come
   */
  placeOf(sought) {
    const trial = new Walk(this.start, this.letters);
    for (let at = 0; at <= Math.min(trial.length, MOST_SEARCHED); at += 1) {
      trial.seek(at);
      if (sameBoard(trial.board, sought)) {
        return at;
      }
    }
    return -1;
  }

  /** @param {number} at */
  seek(at) {
    const to = Math.min(Math.max(0, at), this.length);
    if (to >= this.#at) {
      this.#make(this.letters.slice(this.#at, to));
    } else {
      this.#make(inverse(this.letters.slice(to, this.#at)));
    }
    this.#at = to;
  }

  /**
   * Moves from the present place on. Where they are the moves that follow anyway, those behind them are kept: a
   * player who plays along a solution does not lose it.
   * @param {string} letters
   */
  play(letters) {
    if (!this.letters.startsWith(letters, this.#at)) {
      this.letters = this.letters.slice(0, this.#at) + letters;
    }
    this.seek(this.#at + letters.length);
  }

  #make(letters) {
    for (const letter of letters) {
      const cell = neighbour(this.start, this.#blank, letter);
      this.#cells[this.#blank] = this.#cells[cell];
      this.#cells[cell] = 0;
      this.#blank = cell;
    }
  }
}
