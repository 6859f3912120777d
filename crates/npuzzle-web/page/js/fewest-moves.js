// @ts-check
// The fewest moves from the present board, found out in the background during the game.

import { createLatest } from "./latest.js";

/** Milliseconds without a move before the server is asked. */
const MOVE_PAUSE = 200;
const TIME_LIMIT = "3s";
/** Answers kept; the oldest are forgotten first. */
const MOST_KEPT = 500;

/**
 * What two reports about the same board tell together: the shorter solution and the higher bound.
 * @param {any} earlier may be missing
 * @param {any} later
 */
export function better(earlier, later) {
  if (!earlier || later.proof === "optimal") {
    return later;
  }
  if (earlier.proof === "optimal") {
    return earlier;
  }
  const shorter = later.cost === null || (earlier.cost !== null && earlier.cost <= later.cost) ? earlier : later;
  const bound = Math.max(earlier.lower_bound ?? 0, later.lower_bound ?? 0);
  const proof = shorter.cost !== null && shorter.cost === bound ? "optimal" : shorter.proof;
  return { ...shorter, lower_bound: bound, proof };
}

/**
 * @param {any} api
 * @param {(known: any | null, working: boolean) => void} onChange what is known of the board asked for last: `null` if
 *   nothing yet
 */
export function createFewestMoves(api, onChange) {
  const latest = createLatest(MOVE_PAUSE);
  /** @type {Map<string, any>} the reports, by board and goal */
  const known = new Map();

  const key = (board, goal) => `${board} > ${goal}`;

  /** Remembers a report, or as much of it as is news: an optimum is never forgotten for less. */
  function keep(board, goal, report) {
    known.set(key(board, goal), better(known.get(key(board, goal)), report));
    if (known.size > MOST_KEPT) {
      known.delete(known.keys().next().value);
    }
  }

  /** Asks for a board, unless it is known. */
  function ask(board, goal, { now = false } = {}) {
    latest.cancel();
    const report = known.get(key(board, goal));
    if (report) {
      onChange(report, false);
      return;
    }
    onChange(null, true);
    latest.run(
      async (signal) => {
        try {
          const answer = await api.stream(
            "/api/solve",
            { board, goal, algorithm: "auto", time_limit: TIME_LIMIT },
            { signal },
          );
          keep(board, goal, answer);
          onChange(answer, false);
        } catch (problem) {
          if (problem.name !== "AbortError") {
            onChange(null, false);
          }
        }
      },
      { now },
    );
  }

  /**
   * One move on: along a shortest solution its rest is the shortest of the next board, so the server need not be asked.
   */
  function follow(board, letter, next, goal) {
    const report = known.get(key(board, goal));
    if (report?.proof === "optimal" && report.moves?.startsWith(letter) && !known.has(key(next, goal))) {
      keep(next, goal, {
        ...report,
        cost: report.cost - 1,
        lower_bound: report.cost - 1,
        moves: report.moves.slice(1),
      });
    }
  }

  return { ask, follow, keep, cancel: latest.cancel, get: (board, goal) => known.get(key(board, goal)) ?? null };
}
