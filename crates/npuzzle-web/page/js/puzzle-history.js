// @ts-check
// Undo and redo for what replaces the puzzle: an edit, a repair, another goal, a new board.
//
// Moves have an undo of their own, the place among them. So one undo serves both: back along the moves, and at their
// beginning back to the puzzle before.

/** Older puzzles are forgotten. */
const MOST_KEPT = 100;

/** What belongs to a puzzle and comes back with it. */
const KEYS = ["board", "goal", "goalOfSet", "made", "moves", "at", "solvedFrom", "solved"];

/**
 * The puzzle of a state.
 * @param {Record<string, any>} state
 * @returns {Record<string, any>}
 */
export function puzzleOf(state) {
  return Object.fromEntries(KEYS.map((key) => [key, state[key]]));
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class PuzzleHistory {
  #undone = [];
  #done = [];
  /** The puzzle as redo left it or found it: redo belongs to it alone. */
  #redoAt = null;

  get canUndo() {
    return this.#done.length > 0;
  }

  /**
   * Whether redo leads to another puzzle from here.
   * @param {Record<string, any>} puzzle
   */
  canRedo(puzzle) {
    return this.#undone.length > 0 && isSame(puzzle, this.#redoAt);
  }

  /**
   * Another puzzle has replaced this one.
   * @param {Record<string, any>} before
   */
  record(before) {
    this.#done.push(before);
    this.#done.splice(0, this.#done.length - MOST_KEPT);
    this.#undone = [];
  }

  /**
   * @param {Record<string, any>} present
   * @returns {Record<string, any> | null} the puzzle before, `null` if there is none
   */
  undo(present) {
    const before = this.#done.pop() ?? null;
    if (before) {
      this.#undone.push(present);
      this.#redoAt = before;
    }
    return before;
  }

  /**
   * @param {Record<string, any>} present
   * @returns {Record<string, any> | null} the puzzle that was undone, `null` if there is none
   */
  redo(present) {
    if (!this.canRedo(present)) {
      return null;
    }
    const after = this.#undone.pop();
    this.#done.push(present);
    this.#redoAt = after;
    return after;
  }
}
