// @ts-check
// A recorded search that can be looked at in any moment.
//
// The events are read once. A *step* is a moment at which a viewer can stop: every event, except those that only say
// what became of the successor made last (prune, reopen, met), which belong to its step. Whatever changes is kept as a
// list of versions with the step at which each began, so any moment is found by looking up, not by replaying: backwards
// costs what forwards costs, and a jump costs what a step costs.
//
// Searches differ in what they hold. Most hold a frontier and the states they closed, with the cheapest known parent of
// each: a node for each state and side. SMA* may hold a state several times, on different paths: each copy is a node.
// Searches that hold a path only, such as IDA*, know nothing of states they left: their tree is that of the expansions
// of one iteration.

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

const DROPPED = new Set(["duplicate", "worse", "over-bound", "full"]);
const NONE = -1;
/** The root of an iteration was made by no step. */
const ROOT_KEY = -2;

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

/** The last place in a rising list whose value is at most `limit`, or -1. */
function lastUpTo(values, limit) {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A value that changes over time. */
class Changing {
  constructor(first) {
    this.steps = [0];
    this.values = [first];
  }

  get latest() {
    return this.values[this.values.length - 1];
  }

  set(step, value) {
    if (this.steps[this.steps.length - 1] === step) this.values.pop();
    else this.steps.push(step);
    this.values.push(value);
  }

  at(step) {
    return this.values[lastUpTo(this.steps, step)];
  }
}

export class Trace {
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
    // What was asked for last: several panels ask for the same moment.
    this.paths = { step: NONE, nodes: [] };
    this.#read(events);
  }

  get length() {
    return this.steps.length;
  }

  /** All nodes of a state on a side, the newest last. */
  #nodesOf(state, side) {
    let nodes = this.nodesOf[side].get(state);
    if (!nodes) this.nodesOf[side].set(state, (nodes = []));
    return nodes;
  }

  #newNode(state, side, step) {
    const node = { key: this.nodes.length, state, side, firstStep: step, latest: null };
    this.#nodesOf(state, side).push(node);
    this.nodes.push(node);
    return node;
  }

  /** The node of a state where it is stored once. */
  #node(state, side, step) {
    return this.#nodesOf(state, side)[0] ?? this.#newNode(state, side, step);
  }

  /** The copy of a state that is meant, where there may be several: the newest that waits, or else the newest. */
  #copy(state, side, g) {
    const stored = this.#nodesOf(state, side).filter((node) => {
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
          if (path) this.#bear(step, this.#keyOf(expansion), 0, step);
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

  #clamp(step) {
    return Math.max(0, Math.min(this.length - 1, Math.trunc(step) || 0));
  }

  /** The last version of a node up to that moment, or null; a state that was forgotten has one too. */
  #versionAt(node, step, searchStart) {
    let version = node.latest;
    while (version && version.step > step) version = version.previous;
    return version && version.step >= searchStart ? version : null;
  }

  /** @returns {Successor} */
  #successor(step) {
    const { event, fate, metCost, expansion } = this.steps[step];
    const search = this.search.at(step);
    let knownG = null;
    if ((fate === "duplicate" || fate === "worse") && !search.path) {
      for (const node of this.#nodesOf(event.state, this.expansions[expansion]?.side ?? 0)) {
        const version = this.#versionAt(node, step, search.start);
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
    const step = this.#clamp(wanted);
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
    const step = this.#clamp(wanted);
    return this.bars.map((bars) =>
      [...bars]
        .map(([f, bar]) => ({ f, count: bar.at(step) }))
        .filter(({ count }) => count > 0)
        .sort((one, other) => one.f - other.f));
  }

  /** Back from a node to its root. States on the way may have been forgotten: their links still hold. */
  #chain(end, step) {
    const chain = [];
    const { start } = this.search.at(step);
    let cheaperThan = Infinity;
    for (let node = end; node; ) {
      const version = this.#versionAt(node, step, start);
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
    const step = this.#clamp(wanted);
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
      const [forward, backward] = [0, 1].map((side) => this.#chain(this.#nodesOf(middle, side)[0], step));
      if (forward.length && backward.length) return [...forward, ...backward.reverse().slice(1)];
    } else if (solved) {
      const reached = goals.flatMap((goal) => this.#nodesOf(goal, 0)).find((node) =>
        this.#versionAt(node, step, this.search.at(step).start)?.g === event.cost);
      if (reached) return this.#chain(reached, step);
    }
    return this.#chain(this.expansions[place]?.node, step);
  }

  /** The step at which a node of the tree of that moment is expanded, or else made: the nearest to the moment. */
  stepOfNode(key, wanted) {
    const step = this.#clamp(wanted);
    if (this.search.at(step).path) return this.#expansionOf(key, step)?.step ?? Math.max(0, key);
    const near = (expansion) => Math.abs(expansion.step - step);
    const own = this.expansions.filter(({ node }) => node?.key === key).sort((one, other) => near(one) - near(other));
    return own[0]?.step ?? this.nodes[key].firstStep;
  }

  /** The key, in a tree, of what an expansion of a search that holds a path expands. */
  #keyOf(expansion) {
    if (!expansion) return NONE;
    return expansion.parent === NONE ? ROOT_KEY : expansion.made;
  }

  /**
   * The tree of a moment: a search that holds a path only has one for each iteration.
   * @returns {{number: number, from: number, to: number, path: boolean}} `from`, `to`: which births are its nodes
   */
  treeAt(wanted) {
    const { steps, values } = this.tree;
    const place = lastUpTo(steps, this.#clamp(wanted));
    return { ...values[place], to: values[place + 1]?.from ?? this.births.length };
  }

  /**
   * A node of a tree as it is at a moment; `null` if it is not there yet.
   * @param {Birth} birth
   * @returns {TreeNode | null}
   */
  nodeAt({ key, step: born, parent, side }, wanted) {
    const step = this.#clamp(wanted);
    if (born > step) return null;
    if (this.tree.at(step).path) return this.#madeNode(key, parent, step);
    const version = this.#versionAt(this.nodes[key], step, this.search.at(step).start);
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
    const step = this.#clamp(wanted);
    const { event, expansion } = this.steps[step];
    if (!this.tree.at(step).path) {
      if (event.event === "solved") return [...this.path(step).map(({ key }) => key), ...this.meetingKeys(step)];
      return this.#chainKeys(this.expansions[expansion]?.node, step);
    }
    const keys = [];
    for (let at = expansion; at !== NONE; at = this.expansions[at].parent) keys.unshift(this.#keyOf(this.expansions[at]));
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
      const version = this.#versionAt(node, step, start);
      if (!version || version.g >= cheaperThan) break;
      keys.push(node.key);
      cheaperThan = version.g;
      node = version.parent;
    }
    return keys.reverse();
  }

  /** The keys of the node being expanded, and of the successor made at this very moment. */
  currentKeys(wanted) {
    const step = this.#clamp(wanted);
    const { event, expansion: place } = this.steps[step];
    const expansion = this.expansions[place];
    const { path } = this.tree.at(step);
    const key = path ? this.#keyOf(expansion) : (expansion?.node?.key ?? NONE);
    if (event.event !== "generate") return { key, made: NONE };
    const side = expansion?.side ?? 0;
    return { key, made: path ? step : (this.nodesOf[side].get(event.state)?.at(-1)?.key ?? NONE) };
  }

  /** The two nodes of the state at which both sides meet on the cheapest path so far. */
  meetingKeys(wanted) {
    const middle = this.meeting.at(this.#clamp(wanted));
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
