// @ts-check
// One attempt at a board: the time from the first move made by hand, the moves, and whether it was done alone.

export class Attempt {
  #began = -1;
  #ended = -1;
  /** Tiles moved so far, those of undo among them. */
  moves = 0;
  /** Whether a hint or a solution was taken. */
  helped = false;

  get isRunning() {
    return this.#began >= 0 && this.#ended < 0;
  }

  get isDone() {
    return this.#ended >= 0;
  }

  /**
   * Tiles were moved by hand; the first of them starts the clock.
   * @param {number} count
   * @param {number} now in milliseconds, on any clock that goes on
   */
  move(count, now) {
    if (this.isDone) {
      return;
    }
    if (this.#began < 0) {
      this.#began = now;
    }
    this.moves += count;
  }

  /** @param {number} now */
  finish(now) {
    if (this.isRunning) {
      this.#ended = now;
    }
  }

  /**
   * @param {number} now
   * @returns {number} seconds so far
   */
  seconds(now) {
    return this.#began < 0 ? 0 : ((this.#ended < 0 ? now : this.#ended) - this.#began) / 1000;
  }

  /**
   * @param {number} now
   * @returns {number} moves a second
   */
  rate(now) {
    const seconds = this.seconds(now);
    return seconds > 0 ? this.moves / seconds : 0;
  }
}
