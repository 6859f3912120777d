// @ts-check
// Undo and redo for what replaces the puzzle: an edit, a repair, another goal, a new board.
//
// Moves have an undo of their own, the place among them. So one undo serves both, the latest first: a puzzle that was
// not touched since it came goes at once; else the moves go first, and the puzzle at their beginning.

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
  /** @type {{before: Record<string, any>, after: Record<string, any>}[]} */
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
   * Whether nothing has happened since a puzzle came: undo leads to the one before.
   * @param {Record<string, any>} puzzle
   */
  isUntouched(puzzle) {
    return this.canUndo && isSame(puzzle, this.#done.at(-1)?.after);
  }

  /**
   * A puzzle has replaced another.
   * @param {Record<string, any>} before
   * @param {Record<string, any>} after
   */
  record(before, after) {
    this.#done.push({ before, after });
    this.#done.splice(0, this.#done.length - MOST_KEPT);
    this.#undone = [];
  }

  /**
   * @param {Record<string, any>} present
   * @returns {Record<string, any> | null} the puzzle before, `null` if there is none
   */
  undo(present) {
    const before = this.#done.pop()?.before ?? null;
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
    this.#done.push({ before: present, after });
    this.#redoAt = after;
    return after;
  }
}
