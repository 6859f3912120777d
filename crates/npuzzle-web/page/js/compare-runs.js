// @ts-check
// What the runs of a comparison come to: means of each search over the same boards, and who is better where.

import { plural } from "./format.js";
import { pairName } from "./run-table.js";

/** What runs can be compared by; less is better in all of them. */
export const STATISTICS = {
  expanded: "states expanded", seconds: "time", cost: "cost of the solution", generated: "states generated",
  max_stored: "most states stored",
};
const MEANS = ["cost", "expanded", "generated", "max_stored", "seconds", "peak_bytes"];

/** Whether a run has found a solution. */
export const isSolved = (run) => run.status !== "error" && run.cost !== null && run.cost !== undefined;

/** The names of the pairs, in the order of their first runs. */
export const pairsOf = (runs) => [...new Set(runs.map(pairName))];

/** The names of the boards, in order. */
export const boardsOf = (runs) => [...new Set(runs.map(({ board }) => board))];

/** The runs of a pair, by the name of their board. */
export const byBoard = (runs, pair) =>
  new Map(runs.filter((run) => pairName(run) === pair).map((run) => [run.board, run]));

/**
 * The boards that every pair has solved: means over different boards say nothing about the searches.
 * @param {any[]} runs
 */
export function commonBoards(runs) {
  const solved = pairsOf(runs).map((pair) => byBoard(runs.filter(isSolved), pair));
  return boardsOf(runs).filter((board) => solved.every((ofPair) => ofPair.has(board)));
}

/**
 * One row for each pair: the means over the boards that all of them solved; over its own where there is none.
 * @param {any[]} runs
 */
export function summarize(runs) {
  const common = new Set(commonBoards(runs));
  return pairsOf(runs).map((pair) => {
    const own = runs.filter((run) => pairName(run) === pair);
    const solved = own.filter(isSolved);
    const counted = common.size ? solved.filter(({ board }) => common.has(board)) : solved;
    const mean = (key) =>
      counted.length ? counted.reduce((sum, run) => sum + (run[key] ?? 0), 0) / counted.length : null;
    const { algorithm, heuristic } = own[0];
    const refused = own.every(({ status }) => status === "error");
    return {
      algorithm, heuristic, boards: own.length, solved: solved.length,
      optimal: solved.filter(({ proof }) => proof === "optimal").length,
      status: refused ? "error" : solved.length ? "solved" : "stopped", reason: own[0].reason,
      ...Object.fromEntries(MEANS.map((key) => [key, mean(key)])),
    };
  });
}

/**
 * On how many boards each of two pairs is better, among those that both have solved.
 * @param {any[]} runs
 * @param {[string, string]} pair
 * @param {string} statistic
 */
export function wins(runs, [one, other], statistic) {
  const [first, second] = [byBoard(runs.filter(isSolved), one), byBoard(runs.filter(isSolved), other)];
  const both = [...first.keys()].filter((board) => second.has(board));
  const points = both.map((board) => ({ board, x: first.get(board)[statistic], y: second.get(board)[statistic] }));
  return {
    points, boards: both.length, first: points.filter(({ x, y }) => x < y).length,
    second: points.filter(({ x, y }) => y < x).length, same: points.filter(({ x, y }) => x === y).length,
  };
}

/** The two pairs of a choice that the runs have; the first two of them otherwise. */
export function chosenPairs(runs, [one, other] = []) {
  const pairs = pairsOf(runs);
  const first = pairs.includes(one) ? one : pairs[0];
  const second = pairs.includes(other) && other !== first ? other : pairs.find((pair) => pair !== first);
  return [first, second];
}

/** What the better of two does. */
const VERBS = {
  expanded: "expands fewer states", generated: "generates fewer states", max_stored: "stores fewer states",
  seconds: "is faster", cost: "finds the cheaper solution",
};

/** `A is faster on 17 of 20 boards, B on 2; on 1 they are equal.` */
export function winWords([one, other], { boards, first, second, same }, statistic) {
  if (!boards) return `No board is solved by both ${one} and ${other}.`;
  const [better, worse, most, least] = second > first ? [other, one, second, first] : [one, other, first, second];
  const equal = same ? `; on ${same} they are equal` : "";
  if (same === boards) return `${one} and ${other} are equal on ${boards === 1 ? "the one board" : `all ${boards} boards`}.`;
  return `${better} ${VERBS[statistic]} on ${most} of ${plural(boards, "board")}, ${worse} on ${least}${equal}.`;
}
