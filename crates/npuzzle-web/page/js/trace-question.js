// @ts-check
// What the server is asked for a trace, and what its catalogue says about reading one.

/** The name of a search without its options. */
const nameOf = (algorithm) => algorithm.split("(")[0].trim();

/** The entry of a search in the catalogue. */
export const cardOf = (catalogue, algorithm) => catalogue.algorithms.find(({ name }) => name === nameOf(algorithm));

/** Whether a search takes a heuristic; one that the catalogue does not have may. */
export const isInformed = (catalogue, algorithm) => cardOf(catalogue, algorithm)?.informed ?? true;

/**
 * The body of a question to `/api/trace`.
 * @param {any} catalogue
 * @param {any} state
 * @param {{algorithm?: string, heuristic?: string, events?: number}} [instead] what is not to be taken from the state
 */
export function traceQuestion(catalogue, state, instead = {}) {
  const { board, goal, algorithm, heuristic, order, timeLimit, events } = { ...state, ...instead };
  const estimate = heuristic && isInformed(catalogue, algorithm) ? { heuristic } : {};
  return { board, goal, algorithm, ...estimate, order, time_limit: timeLimit, max_events: events };
}
