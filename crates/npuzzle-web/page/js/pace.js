// @ts-check
// How fast a solution is played: as the reader chose, or faster where that would take too long. What the page chooses is
// for one solution: it is no setting, and no link holds it.

/** A solution that would play longer than this is played faster, in seconds. */
const LONGEST_PLAY = 40;
const FASTER = [8, 15, 30, 60, 125, 250, 500, 1000];

/**
 * @param {number} moves
 * @param {number} speed moves a second that the reader chose
 */
export function paceOf(moves, speed) {
  const isShort = (pace) => moves / pace <= LONGEST_PLAY;
  return isShort(speed) ? speed : (FASTER.find(isShort) ?? 1000);
}

export class Pace {
  /** The speed that the page chose, 0 if the reader's holds. */
  #own = 0;

  /**
   * Another solution is shown.
   * @param {number} moves
   * @param {number} speed that the reader chose
   */
  begin(moves, speed) {
    const own = paceOf(moves, speed);
    this.#own = own === speed ? 0 : own;
  }

  /**
   * The speed to play with.
   * @param {number} speed that the reader chose
   */
  speed(speed) {
    return this.#own || speed;
  }

  /**
   * The speed that the reader chose, after that of the bar may have changed.
   * @param {number} shown the speed of the bar
   * @param {number} before that the reader chose
   */
  chosen(shown, before) {
    if (this.#own !== 0 && shown === this.#own) {
      return before;
    }
    this.#own = 0;
    return shown;
  }
}
