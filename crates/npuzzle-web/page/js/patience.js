// @ts-check
// Questions that must have an answer: a server that is busy or away is asked again.

import { ApiProblem } from "./api-problem.js";

/** Milliseconds before the first repetition; each further one waits twice as long, up to the longest. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 8000;

/**
 * @template Answer
 * @param {() => Promise<Answer>} ask
 * @param {{signal?: AbortSignal, onWait?: (problem: ApiProblem) => void, firstPause?: number}} [options] `signal` gives
 *   it up; `onWait` hears why there is no answer yet
 * @returns {Promise<Answer>} rejects with what will not change by asking again
 */
export async function patiently(ask, { signal, onWait = () => {}, firstPause = FIRST_PAUSE } = {}) {
  for (let pause = firstPause; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await ask();
    } catch (problem) {
      if (!(problem instanceof ApiProblem) || problem.isFinal) {
        throw problem;
      }
      onWait(problem);
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    signal?.throwIfAborted();
  }
}
