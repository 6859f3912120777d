// @ts-check
// What the server is asked for a trace, and what its catalogue says about reading one.

/** The name of a search without its options. */
const nameOf = (algorithm) => algorithm.split("(")[0].trim();

/** Names are compared as the command line does: `IDA*`, `ida_star` and `ida-star` are one. */
const plain = (name) => name.toLowerCase().replaceAll(/[\s_]+/g, "-");

/** The entry of a search in the catalogue, by its name or another that it answers to. */
export function cardOf(catalogue, algorithm) {
  const sought = plain(nameOf(algorithm));
  return catalogue.algorithms.find(({ name, aliases }) => [name, ...aliases].some((known) => plain(known) === sought));
}

/** A call with another name and the same options. */
export const withName = (algorithm, name) => name + algorithm.trim().slice(nameOf(algorithm).length);

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

/** What the page calls the problem whose map the reader gives. */
export const MAP = "map";

/**
 * The address and the body of the question for the trace of a state: of its board, or of its other problem.
 * @param {any} catalogue
 * @param {any} state
 * @returns {{path: string, body: object}}
 */
export function watchQuestion(catalogue, state) {
  const { problem, map, estimates, algorithm, heuristic, timeLimit, events } = state;
  if (!problem) return { path: "/api/trace", body: traceQuestion(catalogue, state) };
  const body = { problem, algorithm, time_limit: timeLimit, max_events: events };
  const informed = isInformed(catalogue, algorithm);
  if (problem === MAP) {
    const file = estimates.trim() && informed ? { estimates: { estimates }, heuristic: "estimates" } : {};
    return { path: "/api/trace-problem", body: { ...body, map, ...file } };
  }
  // A stack of pancakes is random: the same link shows the same stack.
  return { path: "/api/trace-problem", body: { ...body, seed: 1, ...(heuristic && informed ? { heuristic } : {}) } };
}
