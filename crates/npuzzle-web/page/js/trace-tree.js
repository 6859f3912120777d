// @ts-check
// The tree of a recorded search at any moment: which nodes it has, what they are by then, and which lie on the path.

import { lastUpTo } from "./changing.js";
import { DROPPED, keyOf, NONE, ROOT_KEY, TraceRecord } from "./trace-record.js";

/** @typedef {import("./trace-record.js").Birth} Birth */
/** @typedef {import("./trace-record.js").Labelled} Labelled */
/** @typedef {import("./trace-record.js").TreeNode} TreeNode */

export class TraceTree extends TraceRecord {
  /** What was asked for last: several panels ask for the same moment. */
  paths = { step: NONE, nodes: [] };

  /**
   * The tree of a moment: a search that holds a path only has one for each iteration.
   * @returns {{number: number, from: number, to: number, path: boolean}} `from`, `to`: which births are its nodes
   */
  treeAt(wanted) {
    const { steps, values } = this.tree;
    const place = lastUpTo(steps, this.clamp(wanted));
    return { ...values[place], to: values[place + 1]?.from ?? this.births.length };
  }

  /**
   * A node of a tree as it is at a moment; `null` if it is not there yet.
   * @param {Birth} birth
   * @returns {TreeNode | null}
   */
  nodeAt({ key, step: born, parent, side }, wanted) {
    const step = this.clamp(wanted);
    if (born > step) return null;
    if (this.tree.at(step).path) return this.#madeNode(key, parent, step);
    const version = this.versionAt(this.nodes[key], step, this.search.at(step).start);
    if (!version) return null;
    const { g, h, op, status } = version;
    return { key, state: this.nodes[key].state, g, h, f: g + h, op, status, parent: version.parent?.key ?? NONE, side };
  }

  #madeNode(key, parent, step) {
    if (key === ROOT_KEY) {
      const { state, g, h } = this.expansions[this.#rootPlace(step)];
      return { key, state, g, h, f: g + h, op: null, status: "visited", parent, side: 0 };
    }
    const { event: { state, g, h, f, op }, fate, expansions } = this.steps[key];
    const visited = expansions !== undefined && expansions[0].step <= step;
    return { key, state, g, h, f, op, status: DROPPED.has(fate) ? "dropped" : visited ? "visited" : "made", parent, side: 0 };
  }

  /** The keys, in the tree, of the path to the node being expanded; once solved, of the whole solution. */
  pathKeys(wanted) {
    const step = this.clamp(wanted);
    const { event, expansion } = this.steps[step];
    if (!this.tree.at(step).path) {
      if (event.event === "solved") return [...this.path(step).map(({ key }) => key), ...this.meetingKeys(step)];
      return this.#chainKeys(this.expansions[expansion]?.node, step);
    }
    const keys = [];
    for (let at = expansion; at !== NONE; at = this.expansions[at].parent) keys.unshift(keyOf(this.expansions[at]));
    const last = this.expansions[expansion]?.successors.at(-1);
    const arrives = event.event === "solved" && this.header.goals.includes(this.steps[last]?.event.state);
    return arrives ? [...keys, last] : keys;
  }

  /** As `#chain`, of keys alone: a path of depth-first search has tens of thousands in every frame. */
  #chainKeys(end, step) {
    const keys = [];
    const { start } = this.search.at(step);
    let cheaperThan = Infinity;
    for (let node = end; node; ) {
      const version = this.versionAt(node, step, start);
      if (!version || version.g >= cheaperThan) break;
      keys.push(node.key);
      cheaperThan = version.g;
      node = version.parent;
    }
    return keys.reverse();
  }

  /** The keys of the node being expanded, and of the successor made at this very moment. */
  currentKeys(wanted) {
    const step = this.clamp(wanted);
    const { event, expansion: place } = this.steps[step];
    const expansion = this.expansions[place];
    const { path } = this.tree.at(step);
    const key = path ? keyOf(expansion) : (expansion?.node?.key ?? NONE);
    if (event.event !== "generate") return { key, made: NONE };
    const side = expansion?.side ?? 0;
    return { key, made: path ? step : (this.nodesOf[side].get(event.state)?.at(-1)?.key ?? NONE) };
  }

  /** The two nodes of the state at which both sides meet on the cheapest path so far. */
  meetingKeys(wanted) {
    const middle = this.meeting.at(this.clamp(wanted));
    const nodes = middle === null ? [] : [0, 1].map((side) => this.nodesOf[side].get(middle)?.[0]);
    return nodes.every(Boolean) ? nodes.map(({ key }) => key) : [];
  }

  /** The first expansion of the iteration: expansions are in order, so it is the count of those before. */
  #rootPlace(step) {
    const place = this.steps[this.iteration.at(step).start].expanded;
    return place < this.steps[step].expanded ? place : NONE;
  }

  /** The last expansion, up to that moment, of what a step made. */
  #expansionOf(made, step) {
    if (made === ROOT_KEY) return this.expansions[this.#rootPlace(step)];
    return this.steps[made]?.expansions?.findLast((expansion) => expansion.step <= step);
  }

  /** The step at which a node of the tree of that moment is expanded, or else made: the nearest to the moment. */
  stepOfNode(key, wanted) {
    const step = this.clamp(wanted);
    if (this.search.at(step).path) return this.#expansionOf(key, step)?.step ?? Math.max(0, key);
    const near = (expansion) => Math.abs(expansion.step - step);
    const own = this.expansions.filter(({ node }) => node?.key === key).sort((one, other) => near(one) - near(other));
    return own[0]?.step ?? this.nodes[key].firstStep;
  }

  /** Back from a node to its root. States on the way may have been forgotten: their links still hold. */
  #chain(end, step) {
    const chain = [];
    const { start } = this.search.at(step);
    let cheaperThan = Infinity;
    for (let node = end; node; ) {
      const version = this.versionAt(node, step, start);
      // Each parent is cheaper than its child. A file that breaks this could lead in a ring.
      if (!version || version.g >= cheaperThan) break;
      const { g, h } = version;
      chain.push({ state: node.state, g, h, f: g + h, key: node.key });
      cheaperThan = g;
      node = version.parent;
    }
    return chain.reverse();
  }

  /**
   * The path from the root of its side to the node being expanded, as it was known then; once solved, the solution.
   * @returns {(Labelled & {key: number})[]}
   */
  path(wanted) {
    const step = this.clamp(wanted);
    if (this.paths.step !== step) this.paths = { step, nodes: this.#pathAt(step) };
    return this.paths.nodes;
  }

  #pathAt(step) {
    const { event, expansion: place } = this.steps[step];
    const solved = event.event === "solved";
    const { goals } = this.header;
    if (this.search.at(step).path) {
      const path = [];
      for (let at = place; at !== NONE; at = this.expansions[at].parent) {
        const { state, g, h } = this.expansions[at];
        path.unshift({ state, g, h, f: g + h, key: at });
      }
      const last = this.steps[this.expansions[place]?.successors.at(-1)]?.event;
      if (solved && last && goals.includes(last.state)) {
        path.push({ state: last.state, g: last.g, h: last.h, f: last.f, key: NONE });
      }
      return path;
    }
    const middle = this.meeting.at(step);
    if (solved && middle !== null) {
      const [forward, backward] = [0, 1].map((side) => this.#chain(this.nodesIn(middle, side)[0], step));
      if (forward.length && backward.length) return [...forward, ...backward.reverse().slice(1)];
    } else if (solved) {
      const reached = goals.flatMap((goal) => this.nodesIn(goal, 0)).find((node) =>
        this.versionAt(node, step, this.search.at(step).start)?.g === event.cost);
      if (reached) return this.#chain(reached, step);
    }
    return this.#chain(this.expansions[place]?.node, step);
  }
}
