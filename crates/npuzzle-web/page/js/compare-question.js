// @ts-check
// What is asked for a comparison: on boards at once, on another problem search by search; and the same as a command.

import { SET } from "./compare-subject.js";
import { quote } from "./command-line.js";
import { pairName } from "./run-table.js";
import { isInformed, MAP, traceQuestion, watchQuestion } from "./trace-question.js";

/** So many steps of a search on another problem are recorded; a longer one counts as stopped. */
const PROBLEM_EVENTS = 50000;

/** What a change of makes another comparison. */
export const QUESTION = ["board", "goal", "algorithms", "heuristics", "order", "timeLimit", "subject", "boards", "map",
  "estimates"];

/** Whether other states than boards are compared on. */
export const isProblem = ({ subject }) => subject !== "" && subject !== SET;

/** The pairs of the choice: a heuristic is for the searches that use one. */
export function chosenSearches(catalogue, { algorithms, heuristics, subject }) {
  // A map has the estimates that stand beside it.
  const chosen = subject === MAP ? [] : heuristics;
  return algorithms.flatMap((algorithm) =>
    isInformed(catalogue, algorithm) && chosen.length
      ? chosen.map((heuristic) => ({ algorithm, heuristic }))
      : [{ algorithm, heuristic: "" }]);
}

/** A set brings its own goal; only one that was chosen by name is asked for in its place. */
const goalOfSets = ({ goal, goalOfSet }) => (goal === "last" || goalOfSet || goal.includes(" ") ? {} : { goal });

/**
 * The body of a question to `/api/compare`.
 * @param {any} state
 * @returns {Record<string, any>}
 */
export function compareBody(state) {
  const { board, goal, algorithms, heuristics, order, timeLimit, subject, boards } = state;
  const on = subject === SET ? { boards, ...goalOfSets(state) } : { board, goal };
  return { ...on, algorithms, order, time_limit: timeLimit, ...(heuristics.length ? { heuristics } : {}) };
}

/** The address and the body of the question for one search on another problem. */
export const problemQuestion = (catalogue, state, pair) =>
  watchQuestion(catalogue, { ...state, ...pair, problem: state.subject, events: PROBLEM_EVENTS });

/**
 * The searches of a race, each with its question.
 * @param {string} board on which boards are raced
 */
export function raceEntries(catalogue, state, board, events) {
  return chosenSearches(catalogue, state).map((pair) => {
    const { path, body } = isProblem(state)
      ? watchQuestion(catalogue, { ...state, ...pair, problem: state.subject, events })
      : { path: "/api/trace", body: traceQuestion(catalogue, { ...state, board }, { ...pair, events }) };
    return { title: pairName(pair), path, question: body };
  });
}

/** The command that makes the same comparison; `""` of another problem, which the command line searches one by one. */
export function compareCommand(state) {
  if (isProblem(state)) return "";
  const { goal, boards, board, ...body } = compareBody(state);
  const words = ["npuzzle", "compare", ...(boards ?? [board])];
  if (goal && goal !== "last") words.push("--goal", goal);
  for (const name of body.algorithms) words.push("-a", name);
  for (const name of body.heuristics ?? []) words.push("-H", name);
  if (body.order !== "UDLR") words.push("--order", body.order);
  words.push("--time-limit", body.time_limit);
  return words.map(quote).join(" ");
}

/** The heuristics of another problem. */
export const heuristicsOf = (card) => [...(card?.heuristics ?? []), { name: "zero", summary: "no estimate" }];
