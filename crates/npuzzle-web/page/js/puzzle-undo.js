// @ts-check
// Undo of what replaces the puzzle, wherever that came from: it hears of every state, and knows which are its own.

import { PuzzleHistory, puzzleOf } from "./puzzle-history.js";

const isSamePuzzle = (one, other) => one.board === other.board && one.goal === other.goal;

/**
 * @param {{getState: () => any, setState: (partial: Record<string, any>) => void}} store
 */
export function createPuzzleUndo(store) {
  const history = new PuzzleHistory();
  /** The puzzle on the screen; `null` before the first. */
  let present = null;
  /** Whether the change that comes is an undo or a redo itself. */
  let travelling = false;

  /** Puts a puzzle in place of the present one, without a new entry. */
  function travel(puzzle) {
    if (puzzle) {
      travelling = true;
      store.setState(puzzle);
      travelling = false;
    }
    return puzzle !== null;
  }

  return {
    canUndo: () => history.canUndo,
    /** Whether the puzzle was not touched since it came. */
    isUntouched: () => history.isUntouched(puzzleOf(store.getState())),
    canRedo: () => history.canRedo(puzzleOf(store.getState())),
    /** @returns {boolean} whether there was a puzzle to go back to */
    undo: () => travel(history.undo(puzzleOf(store.getState()))),
    /** @returns {boolean} whether there was a puzzle to bring back */
    redo: () => travel(history.redo(puzzleOf(store.getState()))),
    /** A state is shown. */
    hear(state) {
      if (present && !travelling && !isSamePuzzle(present, state)) {
        history.record(present, puzzleOf(state));
      }
      present = puzzleOf(state);
    },
  };
}
