// @ts-check
// Which search can be watched where an answer was found: the one that found it, or, if that reports no steps, the one
// of the textbook that is most like it. The reader learns which.

import { parseCall } from "./algorithm-field.js";

/** @typedef {{algorithm: string, heuristic: string, answeredBy: string, label: string}} Watched */

/** How much two searches have in common, by their cards. */
function likeness(one, other) {
  const shared = one.features.filter((feature) => other.features.includes(feature)).length;
  return (one.frontier === other.frontier ? 1 : 0) + (one.informed === other.informed ? 1 : 0) + 2 * shared;
}

/**
 * @param {any} catalogue
 * @param {{status: string, engine: string, heuristic: string | null}} report
 * @param {{algorithm?: string, heuristic?: string}} body what was asked
 * @returns {Watched | null} `answeredBy`: the search that found the answer, where another is watched
 */
export function watchable(catalogue, report, body) {
  const cardOf = (call) => catalogue.algorithms.find(({ name }) => name === parseCall(call ?? "").name);
  if (report.status === "unsolvable") return null;
  const asked = cardOf(body.algorithm);
  const given = body.heuristic ?? "";
  if (asked?.traceable && !asked.features.includes("portfolio")) {
    return { algorithm: body.algorithm ?? "", heuristic: given, answeredBy: "", label: "Watch the search" };
  }
  const engine = cardOf(report.engine);
  if (!engine || engine.frontier === "none") return null;
  if (engine.traceable) {
    return { algorithm: report.engine, heuristic: given || (report.heuristic ?? ""), answeredBy: "", label: "Watch the search" };
  }
  const others = catalogue.algorithms.filter(({ traceable, features, kind }) =>
    traceable && !features.includes("portfolio") && !kind.includes("threads"));
  const [alike] = [...others].sort((one, other) => likeness(other, engine) - likeness(one, engine));
  return { algorithm: alike.name, heuristic: given, answeredBy: report.engine, label: `Watch ${alike.title} instead` };
}
