// @ts-check
// Why a search does what it does at this moment, in a sentence. Only what the trace shows to be so is said.

const number = new Intl.NumberFormat("en-GB");

/** Why this state and no other, by the order in which the search takes what waits. */
const BY_ORDER = {
  queue: () => "It has waited longest: first come, first served.",
  stack: () => "It is the newest: it was put there last.",
  path: () => "The search follows it at once; it remembers only its path.",
  layers: ({ node }) => `Layer by layer: this one is ${node.g} from its end.`,
  "least-g": ({ node }) => `No state that waits was reached more cheaply than at g = ${node.g}.`,
  "least-h": ({ node }) => `No state that waits looks nearer to the goal: h = ${node.h}.`,
};

/** Whether f decides can be seen: what waited the moment before is known. */
function leastF(trace, moment) {
  const waiting = trace.frontier(moment.step - 1)[moment.node.side === "backward" ? 1 : 0];
  const all = waiting.reduce((sum, { count }) => sum + count, 0);
  const [least] = waiting;
  if (!least || all < 2) return "";
  if (least.f !== moment.node.f) {
    return `A state with f ${least.f} waits as well: this search does not weigh g and h alike.`;
  }
  const equals = least.count > 1 ? `, as have ${number.format(least.count - 1)} others` : "";
  return `Of the ${number.format(all)} states that wait, it has the least f${equals}.`;
}

/**
 * @param {import("./trace.js").Trace} trace
 * @param {ReturnType<import("./trace.js").Trace["at"]>} moment
 * @param {{frontier: string, informed: boolean} | undefined} card of the search
 */
export function whyWords(trace, moment, card) {
  const { kind, made, bound } = moment;
  if (kind === "expand") {
    if (card?.frontier === "least-f") return leastF(trace, moment);
    return BY_ORDER[card?.frontier ?? ""]?.(moment) ?? "";
  }
  if (kind === "bound") return bound === null ? "" : "Whatever would cost more is cut, for now.";
  if (kind === "generate") {
    if (made.fate === "kept" && !moment.holdsPath) return "It is new, so it is remembered.";
    if (made.fate === "met") return "A path, but perhaps not the best one.";
    return "";
  }
  if (kind === "solved") {
    const { step } = moment;
    const path = trace.path(step).length - 1;
    return path > 0 ? `${number.format(moment.expanded)} expansions, a path of ${number.format(path)} moves.` : "";
  }
  return "";
}
