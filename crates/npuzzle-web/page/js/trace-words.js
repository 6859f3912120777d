// @ts-check
// A recorded search in words: one sentence for each moment, and what became of each successor.

const MOVES = { U: "up", D: "down", L: "left", R: "right" };

/** A move in words; other problems have operators of their own. */
export const moveWord = (op) => (op ? (MOVES[op] ?? op) : "back");

const SIDES = { forward: "from the start", backward: "from the goal" };

/** @param {"forward" | "backward"} side */
export const sideWords = (side) => SIDES[side];

const number = new Intl.NumberFormat("en-GB");

/**
 * What became of a successor: a sign, a word, and why.
 * @param {import("./trace.js").Successor} successor
 * @param {{bound: number | null, incumbent: number | null, holdsPath: boolean}} moment
 */
export function fateWords(successor, { bound, incumbent, holdsPath }) {
  const { fate, f, g, knownG, metCost } = successor;
  switch (fate) {
    case "kept":
      return { sign: "✓", word: "kept", why: holdsPath ? "it is followed" : "it waits in the frontier" };
    case "reopened":
      return { sign: "↻", word: "opened again", why: `a cheaper path, g = ${g}, to a state that was closed` };
    case "met":
      return { sign: "⇄", word: "met", why: `reached from both ends: a path of cost ${metCost}` };
    case "duplicate":
    case "worse": {
      if (holdsPath) return { sign: "×", word: "dropped", why: "it lies on the path already" };
      const known = knownG === null ? "before" : `at g = ${knownG}`;
      return { sign: "×", word: "dropped", why: `known already ${known}` };
    }
    case "over-bound": {
      const beaten = incumbent !== null && (bound === null || f <= bound);
      const why = beaten ? `cannot beat the solution of cost ${incumbent}` : `is over the bound ${bound ?? ""}`.trim();
      return { sign: "↥", word: "dropped", why: `f ${f} ${why}` };
    }
    default:
      return { sign: "▣", word: "dropped", why: "no room: the memory is full of better states" };
  }
}

/**
 * One sentence that says what happens at this moment.
 * @param {ReturnType<import("./trace.js").Trace["at"]>} moment
 */
export function sentence(moment) {
  const { kind, event, node, made, bothSides } = moment;
  switch (kind) {
    case "search":
      return `The search begins: ${moment.algorithm}.`;
    case "root":
      return `The search ${SIDES[event.side]} begins here: h = ${event.h}.`;
    case "bound":
      return `Iteration ${moment.iteration} begins: paths with f up to ${event.bound} are followed.`;
    case "expand": {
      const side = bothSides ? ` ${SIDES[node.side]}` : "";
      return `Expansion ${number.format(node.number)}${side}: g ${node.g} + h ${node.h} = f ${node.f}.`;
    }
    case "generate": {
      const fate = fateWords(made, moment);
      const move = !made.op ? "A move back" : `The move ${MOVES[made.op] ?? `“${made.op}”`}`;
      return `${move} leads to f ${made.f}, g ${made.g} + h ${made.h}: ${fate.word}, ${fate.why}.`;
    }
    case "forget":
      return `A stored state is forgotten to make room: no solution through it is cheaper than ${event.f}.`;
    case "improved":
      return `A solution of cost ${event.cost} is found; the search goes on for a better one.`;
    default:
      return `Solved: the path costs ${event.cost}.`;
  }
}

/**
 * What is to be said of a trace that does not reach the end of its search, or has no steps; "" of another.
 * @param {{complete: boolean, events: object[], report: {status: string, reason?: string | null}}} recorded
 * @param {number} [steps] of the bar: an event that says what became of a successor is no step of its own
 */
export function endWords({ complete, events, report }, steps = events.length) {
  const noun = events.length === 1 ? "event" : "events";
  const count = steps === events.length
    ? `${number.format(events.length)} ${noun}`
    : `${number.format(steps)} steps (${number.format(events.length)} ${noun})`;
  if (!complete) return `The trace is cut after ${count}: the search went on.`;
  if (report.status === "stopped") {
    return `The search was stopped after ${count}${report.reason ? `: ${report.reason}` : ""}.`;
  }
  return events.length ? "" : "This search reports no steps.";
}

/**
 * What is to be said where the answer of a search is not the work of the steps in its trace; "" elsewhere.
 * @param {{events: any[], report: {engine?: string, cost?: number | null}}} recorded
 */
export function originWords({ events, report: { engine, cost } }) {
  if (!engine || typeof cost !== "number") return "";
  const searches = events.filter(({ event }) => event === "search").map(({ algorithm }) => algorithm);
  if (!searches.length || searches.includes(engine) || searches.includes(engine.split("(")[0])) return "";
  const watched = [...new Set(searches)].join(", ");
  return `The answer of ${number.format(cost)} moves comes from ${engine}; the steps here are those of ${watched}.`;
}
