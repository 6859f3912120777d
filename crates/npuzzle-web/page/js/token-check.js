// @ts-check
// Whether a name or an expression is understood, before it is taken into a list.

import { cardOf } from "./trace-question.js";

/** Solved as it stands, so that to ask about the options of a search costs nothing. */
const SOLVED_BOARD = "1 2/3 0";

/**
 * Gives for each kind of word a question: what is wrong with it? `""` if nothing is, or if the server cannot say now.
 * @param {{catalogue: any, api: any}} context
 * @returns {{algorithm: (text: string) => Promise<string>, heuristic: (text: string) => Promise<string>}}
 */
export function createTokenCheck({ catalogue, api }) {
  const understood = new Set();

  async function ask(key, question) {
    if (understood.has(key)) return "";
    try {
      await question();
      understood.add(key);
      return "";
    } catch (problem) {
      // The second line is advice for the command line.
      return problem.isFinal ? problem.message.split("\n")[0] : "";
    }
  }

  return {
    async algorithm(text) {
      if (!cardOf(catalogue, text)) return `there is no algorithm ${text}`;
      if (!text.includes("(")) return "";
      return ask(`algorithm ${text}`, () => api.stream("/api/solve", { board: SOLVED_BOARD, algorithm: text }));
    },
    heuristic: (text) => ask(`heuristic ${text}`, () => api.heuristic({ heuristic: text })),
  };
}
