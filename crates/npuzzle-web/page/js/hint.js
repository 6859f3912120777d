// @ts-check
// Hints: the next move, pointed at; asked for again, made.

import { neighbour, otherSide } from "./puzzle.js";

const WORDS = { U: "up", D: "down", L: "left", R: "right" };

/**
 * @param {{present: () => import("./puzzle.js").Board, nextMove: () => string, ask: () => void,
 *   point: (letter: string) => void, make: (letter: string) => void, announce: (text: string) => void}} hooks
 *   `nextMove`: the letter of it, "" if it is not known; `ask`: asks for it, and `answer` is called with what came;
 *   `point`: points at the tile of a move, "" at none
 */
export function createHint({ present, nextMove, ask, point, make, announce }) {
  /** The letter pointed at. */
  let shown = "";
  let waiting = false;

  function give() {
    const letter = nextMove();
    if (letter === "") {
      waiting = true;
      announce("looking for the next move");
      ask();
      return;
    }
    if (shown === letter) {
      make(letter);
      return;
    }
    shown = letter;
    point(letter);
    const board = present();
    const tile = board.cells[neighbour(board, board.cells.indexOf(0), letter)];
    announce(`hint: move tile ${tile} ${WORDS[otherSide(letter)]}; hint again makes the move`);
  }

  return {
    give,
    /** Whether a hint was asked for and is not there yet. */
    isWaiting: () => waiting,
    /**
     * What was asked for has come, or will not come.
     * @param {boolean} isKnown
     */
    answer(isKnown) {
      if (!waiting) {
        return;
      }
      waiting = false;
      if (isKnown) {
        give();
      } else {
        announce("no move is known from here");
      }
    },
    /** The board has changed. */
    clear() {
      waiting = false;
      if (shown !== "") {
        shown = "";
        point("");
      }
    },
  };
}
