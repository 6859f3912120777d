// @ts-check
// A recorded search that can be looked at in any moment: the node being expanded, its successors, the frontier. How it
// is read is in `trace-record.js`; its tree, with the paths in it, in `trace-tree.js`.

import { lastUpTo } from "./changing.js";
import { TraceTree } from "./trace-tree.js";

/** @typedef {import("./trace-record.js").Successor} Successor */
/** @typedef {import("./trace-record.js").TreeNode} TreeNode */
/** @typedef {import("./trace-record.js").Birth} Birth */

export class Trace extends TraceTree {
  /** @returns {Successor} */
  #successor(step) {
    const { event, fate, metCost, expansion } = this.steps[step];
    const search = this.search.at(step);
    let knownG = null;
    if ((fate === "duplicate" || fate === "worse") && !search.path) {
      for (const node of this.nodesIn(event.state, this.expansions[expansion]?.side ?? 0)) {
        const version = this.versionAt(node, step, search.start);
        if (version && version.status !== "forgotten") knownG = Math.min(version.g, knownG ?? Infinity);
      }
    }
    const { op, state, g, h, f } = event;
    return { op, state, g, h, f, fate, metCost, knownG, step };
  }

  /** The successors that an expansion has by a moment, by the steps that made them. */
  #madeBy(expansion, step) {
    return expansion ? expansion.successors.slice(0, lastUpTo(expansion.successors, step) + 1) : [];
  }

  /** Everything that fits on a card about the moment, except frontier, path and tree. */
  at(wanted) {
    const step = this.clamp(wanted);
    const { event, expansion: place, expanded, generated, fate } = this.steps[step];
    const { algorithm, path } = this.search.at(step);
    const expansion = this.expansions[place];
    const successors = this.#madeBy(expansion, step).map((made) => this.#successor(made));
    const kind = event.event;
    return {
      step,
      kind,
      event,
      algorithm,
      holdsPath: path,
      bothSides: this.bothSides,
      node: expansion
        ? {
            state: expansion.state, g: expansion.g, h: expansion.h, f: expansion.g + expansion.h,
            side: expansion.side ? "backward" : "forward", number: place + 1,
          }
        : null,
      successors,
      made: kind === "generate" ? this.#successor(step) : null,
      expanded,
      generated,
      open: this.open.map((count) => count.at(step)),
      closed: this.closed.map((count) => count.at(step)),
      bound: this.bound.at(step),
      iteration: this.iteration.at(step).number,
      incumbent: this.incumbent.at(step),
      pseudocode: pseudocodeMarks(kind, fate),
    };
  }

  /**
   * The frontier as the number of states for each f, from small to large, one list a side.
   * @returns {{f: number, count: number}[][]}
   */
  frontier(wanted) {
    const step = this.clamp(wanted);
    return this.bars.map((bars) =>
      [...bars]
        .map(([f, bar]) => ({ f, count: bar.at(step) }))
        .filter(({ count }) => count > 0)
        .sort((one, other) => one.f - other.f));
  }

  /** The step of the expansion with that number, from 1; 0 is the beginning. */
  stepOfExpansion(number) {
    return this.expansions[Math.min(number, this.expansions.length) - 1]?.step ?? 0;
  }

  /** The last step that still belongs to the expansion with that number: its successors are all made. */
  endOfExpansion(number) {
    return number < 1 ? 0 : (this.expansions[number]?.step ?? this.length) - 1;
  }
}

/** Marks of pseudo-code that fit a step, the most exact first. */
function pseudocodeMarks(kind, fate) {
  if (kind !== "generate") {
    const instead = { root: ["search"], forget: ["full", "generate"], improved: ["solved"] }[kind] ?? [];
    return [kind, ...instead];
  }
  const exact = { kept: ["keep"], reopened: ["reopen", "keep"], met: ["met", "keep"] }[fate] ?? [fate];
  return [...exact, "generate", "expand"];
}
