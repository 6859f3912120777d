// @ts-check
// "Which node comes next?": the question before each step of note, its candidates, and the answer.

import { DROPPED } from "./trace-record.js";
import { sideWords } from "./trace-words.js";

/** So many candidates are offered: more cannot be compared at a glance. */
const MOST_CANDIDATES = 5;

/** @typedef {{node: import("./trace.js").TreeNode | null, words: string, right: boolean}} Candidate */
/** @typedef {{asks: string, candidates: Candidate[], answerAt: number}} Prediction `answerAt`: the step that shows it */

/** Of a search that holds a frontier: the state that is expanded next, among the likeliest that wait. */
function nextExpansion(trace, step) {
  const next = trace.steps[step + 1];
  if (next?.event.event !== "expand") return null;
  const right = trace.currentKeys(step + 1).key;
  const { from, to } = trace.treeAt(step);
  const waiting = [];
  for (let at = from; at < to && trace.births[at].step <= step; at += 1) {
    const node = trace.nodeAt(trace.births[at], step);
    if (node?.status === "open") waiting.push(node);
  }
  if (waiting.length < 2 || !waiting.some(({ key }) => key === right)) return null;
  const likely = waiting.filter(({ key }) => key !== right).sort((one, other) => one.f - other.f || other.g - one.g);
  const chosen = [...waiting.filter(({ key }) => key === right), ...likely.slice(0, MOST_CANDIDATES - 1)];
  const candidates = chosen.sort((one, other) => one.key - other.key).map((node) => ({
    node, right: node.key === right,
    words: `${node.g} + ${node.h} = ${node.f}${trace.bothSides ? `, ${sideWords(node.side ? "backward" : "forward")}` : ""}`,
  }));
  const rest = waiting.length - candidates.length;
  return {
    asks: `Which node comes next?${rest > 0 ? ` ${rest} more wait.` : ""}`, candidates, answerAt: step + 1,
  };
}

/** Of a search that holds a path: whether the next successor is followed. */
function nextSuccessor(trace, step) {
  const next = trace.steps[step + 1];
  if (next?.event.event !== "generate") return null;
  const { bound } = trace.at(step);
  const choices = [
    ["followed", !DROPPED.has(next.fate)], [bound === null ? "cut" : `cut: f is over ${bound}`, next.fate === "over-bound"],
    ["dropped: it lies on the path already", ["duplicate", "worse"].includes(next.fate)],
  ];
  if (!choices.some(([, right]) => right)) return null;
  const move = next.event.op ? `the move ${{ U: "up", D: "down", L: "left", R: "right" }[next.event.op] ?? next.event.op}` : "a move";
  return {
    asks: `Next comes ${move}. What becomes of that successor?`, answerAt: step + 1,
    candidates: choices.map(([words, right]) => ({ node: null, words: String(words), right: Boolean(right) })),
  };
}

/**
 * The question at a step; `null` where there is nothing to guess.
 * @param {import("./trace.js").Trace} trace
 * @param {number} step
 * @returns {Prediction | null}
 */
export function predictionAt(trace, step) {
  return trace.treeAt(step).path ? nextSuccessor(trace, step) : nextExpansion(trace, step);
}

/** The next step, after this one, at which there is something to guess; the last if there is none. */
export function nextPrediction(trace, step) {
  const wanted = trace.treeAt(step).path ? "generate" : "expand";
  for (let at = step + 1; at < trace.length - 1; at += 1) {
    if (trace.steps[at + 1].event.event === wanted && predictionAt(trace, at)) return at;
  }
  return trace.length - 1;
}
