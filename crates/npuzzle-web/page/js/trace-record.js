// @ts-check
// The events of a search, read once into what changes, step by step.
//
// A *step* is a moment at which a viewer can stop: every event, except those that only say what became of the successor
// made last (prune, reopen, met), which belong to its step. Whatever changes is kept as a list of versions with the step
// at which each began, so any moment is found by looking up, not by replaying: backwards costs what forwards costs, and
// a jump costs what a step costs.
//
// Searches differ in what they hold. Most hold a frontier and the states they closed, with the cheapest known parent of
// each: a node for each state and side. SMA* may hold a state several times, on different paths: each copy is a node.
// Searches that hold a path only, such as IDA*, know nothing of states they left: their tree is that of the expansions
// of one iteration.

import { Changing } from "./changing.js";

/** @typedef {{format: string, problem: string, start: string, goals: string[], algorithm: string,
 *   heuristic: string | null, cost_unit: number}} TraceHeader */
/** @typedef {{state: string, g: number, h: number, f: number}} Labelled */
/** @typedef {"kept" | "reopened" | "met" | "duplicate" | "worse" | "over-bound" | "full"} Fate */
/** @typedef {Labelled & {op: string | null, fate: Fate, metCost: number | null, knownG: number | null, step: number}}
 *   Successor */
/** @typedef {{step: number, kind: "iteration" | "improved" | "reopened" | "met" | "goal" | "search", label: string}}
 *   Mark */
/** @typedef {"open" | "closed" | "forgotten" | "dropped" | "made" | "visited"} Status of a node that is held: open, closed,
 *   forgotten; of a search that holds a path only: dropped, made, visited */
/** @typedef {Labelled & {key: number, status: Status, op: string | null, parent: number, side: number}} TreeNode */
/** When a node appears in a tree: its key and its parent's, how deep it is, and the expansion that made it.
 * @typedef {{step: number, key: number, parent: number, side: number, depth: number, group: number}} Birth */

/** Successors with these fates are not followed. */
export const DROPPED = new Set(["duplicate", "worse", "over-bound", "full"]);
/** No step, no expansion, no node. */
export const NONE = -1;
/** The root of an iteration was made by no step. */
export const ROOT_KEY = -2;

/** The name of a search without its options. */
const nameOf = (algorithm) => algorithm.split("(")[0].trim();

/**
 * How a search holds states, by its card: on a path only, in a queue, or with a copy for each path to a state.
 * @param {{name: string, frontier: string, features: string[]}[]} algorithms
 * @param {string} algorithm a call
 */
function holding(algorithms, algorithm) {
  const card = algorithms.find(({ name }) => name === nameOf(algorithm));
  return {
    path: card?.frontier === "path",
    queue: card?.frontier === "queue",
    copies: card?.features.includes("stores-copies") ?? false,
  };
}

/**
 * The key, in a tree, of what an expansion of a search that holds a path expands.
 * @param {any} expansion
 */
export function keyOf(expansion) {
  if (!expansion) return NONE;
  return expansion.parent === NONE ? ROOT_KEY : expansion.made;
}

export class TraceRecord {
  /**
   * @param {{header: TraceHeader, events: any[]}} recorded
   * @param {{name: string, frontier: string, features: string[]}[]} algorithms the cards of the searches
   */
  constructor({ header, events }, algorithms = []) {
    this.header = header;
    this.algorithms = algorithms;
    this.bothSides = events.some((event) => event.side === "backward");
    /** @type {Mark[]} */
    this.marks = [];
    /** In order: each with its event, its expansion (a place in `expansions`) and the counts so far. */
    this.steps = [];
    /** In order: each with its state and the steps of its successors; of a path search, its parent and what made it. */
    this.expansions = [];
    /** In the order in which they appeared, each with its latest version, which leads to those before. */
    this.nodes = [];
    this.nodesOf = [new Map(), new Map()];
    this.search = new Changing({ start: 0, algorithm: header.algorithm, path: false, queue: false, copies: false });
    this.bound = new Changing(null);
    this.iteration = new Changing({ number: 0, start: 0 });
    this.incumbent = new Changing(null);
    this.meeting = new Changing(null);
    this.open = [new Changing(0), new Changing(0)];
    this.closed = [new Changing(0), new Changing(0)];
    /** For each side the number of open states by f. */
    this.bars = [new Map(), new Map()];
    /** @type {Birth[]} the nodes of all trees, in the order in which they appear */
    this.births = [];
    /** The tree of a moment: where its births begin. A search, or an iteration of one that holds a path, begins a tree. */
    this.tree = new Changing({ number: 0, from: 0, path: false });
    /** How deep each node of the tree that is being read is, by side and key. */
    this.depths = new Map();
    this.#read(events);
  }

  get length() {
    return this.steps.length;
  }

  /** All nodes of a state on a side, the newest last. */
  nodesIn(state, side) {
    let nodes = this.nodesOf[side].get(state);
    if (!nodes) this.nodesOf[side].set(state, (nodes = []));
    return nodes;
  }

  #newNode(state, side, step) {
    const node = { key: this.nodes.length, state, side, firstStep: step, latest: null };
    this.nodesIn(state, side).push(node);
    this.nodes.push(node);
    return node;
  }

  /** The node of a state where it is stored once. */
  #node(state, side, step) {
    return this.nodesIn(state, side)[0] ?? this.#newNode(state, side, step);
  }

  /** The copy of a state that is meant, where there may be several: the newest that waits, or else the newest. */
  #copy(state, side, g) {
    const stored = this.nodesIn(state, side).filter((node) => {
      const version = this.#current(node);
      return version && version.status !== "forgotten" && (g === null || version.g === g);
    });
    return stored.findLast(({ latest }) => latest.status === "open") ?? stored[stored.length - 1];
  }

  /** The latest version of a node, if it is of the search that is being read. */
  #current({ latest }) {
    return latest && latest.step >= this.search.latest.start ? latest : null;
  }

  #count({ status, g, h }, side, step, change) {
    const add = (changing) => changing.set(step, changing.latest + change);
    if (status === "closed") add(this.closed[side]);
    if (status !== "open") return;
    const bars = this.bars[side];
    if (!bars.has(g + h)) bars.set(g + h, new Changing(0));
    add(bars.get(g + h));
    add(this.open[side]);
  }

  #change(node, step, change) {
    const before = this.#current(node);
    const version = { parent: null, op: null, g: 0, h: 0, ...before, ...change, step, previous: node.latest };
    if (before) this.#count(before, node.side, step, NONE);
    this.#count(version, node.side, step, 1);
    node.latest = version;
    if (!before) this.#bear(node.key, version.parent?.key ?? NONE, node.side, step);
  }

  /** A node appears in the tree that is being read. */
  #bear(key, parent, side, step) {
    if (this.depths.has(key)) return;
    const depth = this.depths.has(parent) ? this.depths.get(parent) + 1 : 0;
    this.depths.set(key, depth);
    this.births.push({ step, key, parent, side, depth, group: this.steps[step].expansion });
  }

  #beginTree(step) {
    this.depths.clear();
    this.tree.set(step, { number: this.tree.latest.number + 1, from: this.births.length, path: this.search.latest.path });
  }

  #read(events) {
    /** Places of the expansions on the path that is held. */
    let held = [];
    let current = NONE;
    let expanded = 0;
    let generated = 0;
    const begin = (event) => {
      this.steps.push({ event, expansion: current, expanded, generated, fate: null, metCost: null });
      return this.steps.length - 1;
    };
    const mark = (step, kind, label) => {
      const again = kind === "reopened" && this.marks.some((other) => other.kind === kind);
      if (!again) this.marks.push({ step, kind, label });
    };
    for (let index = 0; index < events.length; index += 1) {
      const event = events[index];
      const { path, copies } = this.search.latest;
      const side = event.side === "backward" ? 1 : 0;
      switch (event.event) {
        case "search": {
          current = NONE;
          held = [];
          const step = begin(event);
          const counts = [...this.open, ...this.closed, ...this.bars[0].values(), ...this.bars[1].values()];
          for (const changing of counts) if (changing.latest) changing.set(step, 0);
          const { algorithm } = event;
          this.search.set(step, { start: step, algorithm, ...holding(this.algorithms, algorithm) });
          this.bound.set(step, null);
          this.iteration.set(step, { number: 0, start: step });
          this.#beginTree(step);
          if (step > 0) mark(step, "search", `${event.algorithm} begins`);
          // The start waits from the beginning; searches from one end do not say so.
          const next = events[index + 1];
          if (!this.search.latest.path && next?.event === "expand") {
            this.#change(this.#node(next.state, 0, step), step, { g: next.g, h: next.h, status: "open" });
          }
          break;
        }
        case "root": {
          const step = begin(event);
          this.#change(this.#node(event.state, side, step), step, { g: 0, h: event.h, status: "open" });
          break;
        }
        case "bound": {
          if (path) current = NONE;
          held = [];
          const step = begin(event);
          const number = this.iteration.latest.number + 1;
          this.bound.set(step, event.bound);
          this.iteration.set(step, { number, start: step });
          if (path) this.#beginTree(step);
          mark(step, "iteration", `iteration ${number}: bound ${event.bound}`);
          break;
        }
        case "expand": {
          const { state, g, h } = event;
          while (held.length && this.expansions[held[held.length - 1]].g >= g) held.pop();
          const parent = held[held.length - 1] ?? NONE;
          const made = this.expansions[parent]?.successors.findLast((step) => this.steps[step].event.state === state);
          current = expanded;
          expanded += 1;
          const step = begin(event);
          let node = null;
          if (path) held.push(current);
          else {
            const copy = copies ? this.#copy(state, side, g) : undefined;
            node = copy ?? this.#node(state, side, step);
            this.#change(node, step, { g, h, status: "closed" });
          }
          const expansion = { state, g, h, side, step, parent, made: made ?? NONE, node, successors: [] };
          this.expansions.push(expansion);
          if (path && parent === NONE) this.#bear(ROOT_KEY, NONE, 0, step);
          if (made !== undefined) (this.steps[made].expansions ??= []).push(expansion);
          break;
        }
        case "generate": {
          generated += 1;
          if (path && this.expansions[current]?.state !== event.parent) {
            // A search that goes back on its path makes the next successor of a state before.
            const place = held.findLastIndex((expansion) => this.expansions[expansion].state === event.parent);
            if (place >= 0) current = held[(held.length = place + 1) - 1];
          }
          const step = begin(event);
          index = this.#readFate(events, index, step, mark);
          const expansion = this.expansions[current];
          expansion?.successors.push(step);
          if (path) this.#bear(step, keyOf(expansion), 0, step);
          else this.#keep(event, step, expansion);
          break;
        }
        case "forget": {
          const step = begin(event);
          for (const node of [this.#copy(event.state, 0, null), this.#copy(event.state, 1, null)]) {
            if (node) this.#change(node, step, { status: "forgotten" });
          }
          break;
        }
        case "improved":
        case "solved": {
          const step = begin(event);
          this.incumbent.set(step, event.cost);
          if (event.event === "solved") mark(step, "goal", `solved: cost ${event.cost}`);
          else mark(step, "improved", `solution of cost ${event.cost}`);
          break;
        }
        default:
      }
    }
  }

  /** Reads what the events after a successor say about it; gives the place of the last of them. */
  #readFate(events, index, step, mark) {
    const made = this.steps[step];
    made.fate = "kept";
    for (; index + 1 < events.length; index += 1) {
      const { event, reason, cost } = events[index + 1];
      if (event === "prune") made.fate = reason;
      else if (event === "reopen") {
        made.fate = "reopened";
        mark(step, "reopened", "first state opened again");
      } else if (event === "met") {
        if (made.fate === "kept") made.fate = "met";
        made.metCost = cost;
        this.incumbent.set(step, cost);
        this.meeting.set(step, made.event.state);
        mark(step, "met", `both sides meet: cost ${cost}`);
      } else break;
    }
    return index;
  }

  /** Puts a successor into the frontier, unless it was dropped. */
  #keep({ state, parent: parentState, g, h, op }, step, expansion) {
    if (DROPPED.has(this.steps[step].fate)) return;
    const side = expansion?.side ?? 0;
    const { queue, copies } = this.search.latest;
    const node = copies ? this.#newNode(state, side, step) : this.#node(state, side, step);
    // A copy of a state that waits in a queue already comes too late.
    if (queue && this.#current(node)?.status === "open") return;
    const parent = expansion?.state === parentState ? expansion.node : this.#node(parentState, side, step);
    this.#change(node, step, { g, h, parent, op, status: "open" });
  }

  clamp(step) {
    return Math.max(0, Math.min(this.length - 1, Math.trunc(step) || 0));
  }

  /** The last version of a node up to that moment, or null; a state that was forgotten has one too. */
  versionAt(node, step, searchStart) {
    let version = node.latest;
    while (version && version.step > step) version = version.previous;
    return version && version.step >= searchStart ? version : null;
  }
}
