// @ts-check
// What the server knows about the puzzle on the screen: its goal as a board, and whether it can be solved.

import { createLatest } from "./latest.js";
import { patiently } from "./patience.js";
import { boardOf } from "./puzzle.js";

/**
 * @param {any} api
 * @param {{onAnswer: () => void, onMisfit: () => void, onTrouble: (problem: any) => void}} hooks `onMisfit`: the goal
 *   does not fit the board; `onTrouble`: there is no answer yet
 */
export function createExplanation(api, { onAnswer, onMisfit, onTrouble }) {
  const latest = createLatest(0);
  let goal = null;
  let explained = null;
  /** The puzzle that both are about, or will be: "" if the server was not asked. */
  let about = "";

  const textOf = ({ board, goal: goalText }) => `${board} > ${goalText}`;

  return {
    /** The goal as a board; `null` until the server has told it. */
    goal: () => goal,
    /** The answer, `null` until it has come. */
    get: () => explained,
    /** Whether this is the puzzle that was asked about. */
    isAbout: (puzzle) => about === textOf(puzzle),
    /** The board has another shape: the goal is not known any more. */
    forgetGoal() {
      goal = null;
    },
    /** @param {{board: string, goal: string}} puzzle */
    ask(puzzle) {
      about = textOf(puzzle);
      explained = null;
      latest.run(
        async (signal) => {
          try {
            const ask = () => api.explain({ board: puzzle.board, goal: puzzle.goal }, { signal });
            explained = await patiently(ask, { signal, onWait: onTrouble });
            goal = boardOf(explained, explained.goal);
          } catch (problem) {
            if (problem.name === "AbortError") {
              return;
            }
            goal = null;
            if (puzzle.goal !== "last") {
              onMisfit();
              return;
            }
          }
          onAnswer();
        },
        { now: true },
      );
    },
    /** Gives up a question that is not answered yet; it is asked again when the view is shown. */
    cancel() {
      latest.cancel();
      if (!explained) {
        about = "";
      }
    },
  };
}
