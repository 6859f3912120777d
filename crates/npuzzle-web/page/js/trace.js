// @ts-check
// A recorded search that can be looked at in any moment.
//
// The events are read once. A *step* is a moment at which a viewer can stop: every event, except those that only say
// what became of the successor made last (prune, reopen, met), which belong to its step. Whatever changes is kept as a
// list of versions with the step at which each began, so any moment is found by looking up, not by replaying: backwards
// costs what forwards costs, and a jump costs what a step costs.
//
// Searches differ in what they hold. Most hold a frontier and the states they closed, with the cheapest known parent of
// each: `nodes` below, one for each state and side. SMA* may hold a state several times, on different paths: each copy
// is a node. Searches that hold a path only, such as IDA*, know nothing of states they left: their tree is that of the
// expansions of one iteration.

/** @typedef {{format: string, problem: string, start: string, goals: string[], algorithm: string,
 *   heuristic: string | null, cost_unit: number}} TraceHeader */
/** @typedef {{state: string, g: number, h: number, f: number}} Labelled */
/** @typedef {"kept" | "reopened" | "met" | "duplicate" | "worse" | "over-bound" | "full"} Fate */
/** @typedef {Labelled & {op: string | null, fate: Fate, metCost: number | null, knownG: number | null, step: number}}
 *   Successor */
/** @typedef {{step: number, kind: "iteration" | "improved" | "reopened" | "met" | "goal" | "search", label: string}}
 *   Mark */
/** @typedef {Labelled & {key: number, status: "open" | "closed" | "dropped" | "forgotten", fate: Fate | null,
 *   op: string | null, step: number}} TreeNode */

export const KINDS = ["search", "root", "bound", "expand", "generate", "forget", "improved", "solved"];
const FATES = /** @type {Fate[]} */ (["kept", "reopened", "met", "duplicate", "worse", "over-bound", "full"]);
const [SEARCH, ROOT, BOUND, EXPAND, GENERATE, FORGET, IMPROVED, SOLVED] = KINDS.keys();
const GONE = 0;
const OPEN = 1;
const CLOSED = 2;
const NONE = -1;
// The root of an iteration was made by no step.
const ROOT_KEY = -2;
const STATUS_WORDS = /** @type {const} */ (["forgotten", "open", "closed"]);

/** Searches that store a state once for each path to it. */
const STORES_COPIES = new Set(["sma"]);

/** The name of a search without its options. */
const nameOf = (algorithm) => algorithm.split("(")[0].trim();

/** The last place in `steps` whose value is at most `step`, or -1. */
function lastAt(steps, step) {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle] <= step) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A number that changes over time. */
class Changing {
  constructor() {
    this.steps = [];
    this.values = [];
  }

  get latest() {
    return this.values.length ? this.values[this.values.length - 1] : 0;
  }

  set(step, value) {
    if (this.steps[this.steps.length - 1] === step) this.values[this.values.length - 1] = value;
    else {
      this.steps.push(step);
      this.values.push(value);
    }
  }

  at(step) {
    const place = lastAt(this.steps, step);
    return place < 0 ? 0 : this.values[place];
  }
}

export class Trace {
  /**
   * @param {{header: TraceHeader, events: object[]}} recorded
   * @param {Iterable<string>} pathSearches names of the searches that hold nothing but a path
   */
  constructor({ header, events }, pathSearches = []) {
    this.header = header;
    this.pathSearches = new Set(pathSearches);
    this.events = events;
    /** @type {Mark[]} */
    this.marks = [];
    this.stateNames = [];
    this.stateIds = new Map();
    // One entry a step.
    this.stepEvent = [];
    this.stepKind = [];
    this.stepFate = [];
    this.stepMet = [];
    this.stepExpansion = [];
    this.stepExpanded = [];
    this.stepGenerated = [];
    // What a bound, an incumbent or a search began with: looked up by step.
    this.searches = [];
    this.searchNames = [];
    this.bounds = new Changing();
    this.iterations = new Changing();
    this.incumbents = new Changing();
    this.meetings = new Changing();
    this.open = [new Changing(), new Changing()];
    this.closed = [new Changing(), new Changing()];
    this.bars = [new Map(), new Map()];
    // One entry an expansion.
    this.expansions = [];
    // One entry a node, in the order in which they appeared.
    this.nodeState = [];
    this.nodeSide = [];
    this.latestVersion = [];
    this.firstStep = [];
    this.children = [];
    this.nodesOf = new Map();
    // One entry a change of a node.
    this.versions = [];
    this.bothSides = events.some((event) => event.side === "backward");
    // What was asked for last: several panels ask for the same moment.
    this.sizes = { step: NONE, of: null };
    this.paths = { step: NONE, nodes: [] };
    this.#read();
  }

  get length() {
    return this.stepKind.length;
  }

  #state(name) {
    let id = this.stateIds.get(name);
    if (id === undefined) {
      id = this.stateNames.length;
      this.stateIds.set(name, id);
      this.stateNames.push(name);
    }
    return id;
  }

  /** All nodes of a state on a side, the newest last. */
  #nodes(name, backward) {
    const key = 2 * this.#state(name) + (backward ? 1 : 0);
    let nodes = this.nodesOf.get(key);
    if (!nodes) {
      nodes = [];
      this.nodesOf.set(key, nodes);
    }
    return nodes;
  }

  #newNode(name, backward, step) {
    const node = this.nodeState.length;
    this.#nodes(name, backward).push(node);
    this.nodeState.push(this.#state(name));
    this.nodeSide.push(backward ? 1 : 0);
    this.latestVersion.push(NONE);
    this.firstStep.push(step);
    this.children.push(null);
    return node;
  }

  /** The node of a state where it is stored once. */
  #node(name, backward, step) {
    return this.#nodes(name, backward)[0] ?? this.#newNode(name, backward, step);
  }

  /** The copy of a state that is meant, where there may be several: one that waits rather than one that does not. */
  #copy(name, backward, g, searchStart) {
    let found = NONE;
    for (const node of this.#nodes(name, backward)) {
      const version = this.#current(node, searchStart);
      if (!version || version.status === GONE || (g !== null && version.g !== g)) continue;
      if (found === NONE || version.status === OPEN || this.#current(found, searchStart).status !== OPEN) found = node;
    }
    return found;
  }

  #bar(side, f) {
    const bars = this.bars[side];
    let bar = bars.get(f);
    if (!bar) {
      bar = new Changing();
      bars.set(f, bar);
    }
    return bar;
  }

  #count(version, by) {
    const { node, status, g, h } = version;
    const side = this.nodeSide[node];
    if (status === OPEN) {
      const bar = this.#bar(side, g + h);
      bar.set(by.step, bar.latest + by.change);
      this.open[side].set(by.step, this.open[side].latest + by.change);
    } else if (status === CLOSED) {
      this.closed[side].set(by.step, this.closed[side].latest + by.change);
    }
  }

  #current(node, searchStart) {
    const version = this.versions[this.latestVersion[node]];
    return version && version.step >= searchStart ? version : null;
  }

  #change(node, step, change) {
    const before = this.#current(node, this.searches[this.searches.length - 1] ?? 0);
    const previous = this.latestVersion[node];
    const version = { parent: NONE, op: null, g: 0, h: 0, ...before, ...change, node, step, previous };
    if (before) this.#count(before, { step, change: -1 });
    this.#count(version, { step, change: 1 });
    this.latestVersion[node] = this.versions.length;
    this.versions.push(version);
    if (version.parent !== NONE && version.parent !== before?.parent) {
      (this.children[version.parent] ??= new Set()).add(node);
    }
  }

  #read() {
    let path = false;
    let queue = false;
    let copies = false;
    let searchStart = 0;
    let current = NONE;
    let held = [];
    let expanded = 0;
    let generated = 0;
    let reopened = false;
    const { events } = this;
    const begin = (index, kind) => {
      this.stepEvent.push(index);
      this.stepKind.push(kind);
      this.stepFate.push(0);
      this.stepMet.push(NONE);
      this.stepExpansion.push(current);
      this.stepExpanded.push(expanded);
      this.stepGenerated.push(generated);
      return this.stepKind.length - 1;
    };
    const mark = (step, kind, label) => this.marks.push({ step, kind, label });

    for (let index = 0; index < events.length; index += 1) {
      const event = events[index];
      switch (event.event) {
        case "search": {
          current = NONE;
          held = [];
          const step = begin(index, SEARCH);
          const name = nameOf(event.algorithm);
          path = this.pathSearches.has(name);
          queue = name === "bfs";
          copies = STORES_COPIES.has(name);
          searchStart = step;
          for (const side of [0, 1]) {
            for (const bar of this.bars[side].values()) if (bar.latest) bar.set(step, 0);
            this.open[side].set(step, 0);
            this.closed[side].set(step, 0);
          }
          this.bounds.set(step, NONE);
          this.iterations.set(step, 0);
          this.searches.push(step);
          this.searchNames.push(event.algorithm);
          if (this.searches.length > 1) mark(step, "search", `${event.algorithm} begins`);
          // The start waits from the beginning; searches from one end do not say so.
          const next = events[index + 1];
          if (!path && next?.event === "expand") {
            this.#change(this.#node(next.state, false, step), step, { g: next.g, h: next.h, status: OPEN });
          }
          break;
        }
        case "root": {
          const step = begin(index, ROOT);
          const node = this.#node(event.state, event.side === "backward", step);
          this.#change(node, step, { g: 0, h: event.h, status: OPEN });
          break;
        }
        case "bound": {
          current = path ? NONE : current;
          held = [];
          const step = begin(index, BOUND);
          this.bounds.set(step, event.bound);
          const iteration = this.iterations.latest + 1;
          this.iterations.set(step, iteration);
          mark(step, "iteration", `iteration ${iteration}: bound ${event.bound}`);
          break;
        }
        case "expand": {
          const { state, g, h } = event;
          const backward = event.side === "backward";
          expanded += 1;
          let parent = NONE;
          let made = NONE;
          if (path) {
            while (held.length && this.expansions[held[held.length - 1]].g >= g) held.pop();
            if (held.length) {
              parent = held[held.length - 1];
              const { successors } = this.expansions[parent];
              made = successors.findLast((step) => events[this.stepEvent[step]].state === state) ?? NONE;
            }
          }
          current = this.expansions.length;
          const step = begin(index, EXPAND);
          let node = NONE;
          if (path) held.push(current);
          else {
            if (copies) node = this.#copy(state, backward, g, searchStart);
            if (node === NONE) node = this.#node(state, backward, step);
            this.#change(node, step, { g, h, status: CLOSED });
          }
          this.expansions.push({ state, g, h, backward, step, parent, made, node, number: expanded, successors: [] });
          break;
        }
        case "generate": {
          generated += 1;
          if (path && current !== NONE && this.expansions[current].state !== event.parent) {
            // A search that goes back on its path makes the next successor of a state before.
            const place = held.findLastIndex((expansion) => this.expansions[expansion].state === event.parent);
            if (place >= 0) {
              held.length = place + 1;
              current = held[place];
            }
          }
          const step = begin(index, GENERATE);
          let fate = "kept";
          for (; index + 1 < events.length; index += 1) {
            const next = events[index + 1];
            if (next.event === "prune") fate = next.reason;
            else if (next.event === "reopen") fate = "reopened";
            else if (next.event === "met") {
              if (fate === "kept") fate = "met";
              this.stepMet[step] = next.cost;
              this.incumbents.set(step, next.cost);
              mark(step, "met", `both sides meet: cost ${next.cost}`);
            } else break;
          }
          this.stepFate[step] = FATES.indexOf(/** @type {Fate} */ (fate));
          if (fate === "reopened" && !reopened) {
            reopened = true;
            mark(step, "reopened", "first state opened again");
          }
          const expansion = this.expansions[current];
          if (expansion) expansion.successors.push(step);
          if (path) break;
          const backward = expansion?.backward ?? false;
          if (this.stepMet[step] !== NONE) this.meetings.set(step, this.#state(event.state));
          if (this.#dropped(step)) break;
          const node = (copies ? this.#newNode : this.#node).call(this, event.state, backward, step);
          // A copy of a state that waits in a queue already comes too late.
          if (queue && this.#current(node, searchStart)?.status === OPEN) break;
          const { g, h, op } = event;
          const parent = expansion?.state === event.parent ? expansion.node : this.#node(event.parent, backward, step);
          this.#change(node, step, { g, h, parent, op, status: OPEN });
          break;
        }
        case "forget": {
          const step = begin(index, FORGET);
          for (const backward of [false, true]) {
            const node = this.#copy(event.state, backward, null, searchStart);
            if (node !== NONE) this.#change(node, step, { status: GONE });
          }
          break;
        }
        case "improved": {
          const step = begin(index, IMPROVED);
          this.incumbents.set(step, event.cost);
          mark(step, "improved", `solution of cost ${event.cost}`);
          break;
        }
        case "solved": {
          const step = begin(index, SOLVED);
          this.incumbents.set(step, event.cost);
          mark(step, "goal", `solved: cost ${event.cost}`);
          break;
        }
        default:
      }
    }
  }

  #dropped(step) {
    return this.stepFate[step] >= FATES.indexOf("duplicate");
  }

  #clamp(step) {
    return Math.max(0, Math.min(this.length - 1, Math.trunc(step) || 0));
  }

  #searchAt(step) {
    const place = lastAt(this.searches, step);
    return place < 0
      ? { start: 0, algorithm: this.header.algorithm }
      : { start: this.searches[place], algorithm: this.searchNames[place] };
  }

  /** Whether the search of that moment holds nothing but a path. */
  holdsPath(step) {
    return this.pathSearches.has(nameOf(this.#searchAt(step).algorithm));
  }

  #searchStart(step) {
    return this.searches[lastAt(this.searches, step)] ?? 0;
  }

  /** The last version of a node up to that moment, or null; a state that was forgotten has one too. */
  #lastVersion(node, step, searchStart) {
    let version = this.versions[this.latestVersion[node]];
    while (version && version.step > step) version = this.versions[version.previous];
    return version && version.step >= searchStart ? version : null;
  }

  /** What is stored of a node at that moment, or null. */
  #versionAt(node, step, searchStart = this.#searchStart(step)) {
    const version = this.#lastVersion(node, step, searchStart);
    return version && version.status !== GONE ? version : null;
  }

  #eventOf(step) {
    return this.events[this.stepEvent[step]];
  }

  /** @returns {Successor} */
  #successor(step) {
    const event = this.#eventOf(step);
    const fate = FATES[this.stepFate[step]];
    let knownG = null;
    if ((fate === "duplicate" || fate === "worse") && !this.holdsPath(step)) {
      const backward = this.expansions[this.stepExpansion[step]]?.backward;
      const costs = this.#nodes(event.state, backward).map((node) => this.#versionAt(node, step)?.g ?? Infinity);
      const cheapest = Math.min(...costs);
      knownG = cheapest < Infinity ? cheapest : null;
    }
    const { op, state, g, h, f } = event;
    const metCost = this.stepMet[step] === NONE ? null : this.stepMet[step];
    return { op, state, g, h, f, fate, metCost, knownG, step };
  }

  /** Everything that fits on a card about the moment, except frontier, path and tree. */
  at(wanted) {
    const step = this.#clamp(wanted);
    const kind = KINDS[this.stepKind[step]];
    const search = this.#searchAt(step);
    const path = this.holdsPath(step);
    const expansion = this.expansions[this.stepExpansion[step]] ?? null;
    const successors = expansion
      ? expansion.successors.slice(0, lastAt(expansion.successors, step) + 1).map((made) => this.#successor(made))
      : [];
    const bound = this.bounds.at(step);
    return {
      step,
      kind,
      event: this.#eventOf(step),
      algorithm: search.algorithm,
      holdsPath: path,
      bothSides: this.bothSides,
      node: expansion && {
        state: expansion.state,
        g: expansion.g,
        h: expansion.h,
        f: expansion.g + expansion.h,
        side: expansion.backward ? "backward" : "forward",
        number: expansion.number,
      },
      successors,
      made: kind === "generate" ? successors[successors.length - 1] ?? this.#successor(step) : null,
      expanded: this.stepExpanded[step],
      generated: this.stepGenerated[step],
      open: [this.open[0].at(step), this.open[1].at(step)],
      closed: [this.closed[0].at(step), this.closed[1].at(step)],
      bound: this.bounds.steps.length && bound !== NONE ? bound : null,
      iteration: this.iterations.at(step),
      incumbent: this.incumbents.at(step) || null,
      pseudocode: this.#pseudocodeMarks(step),
    };
  }

  /** Marks of pseudo-code that fit the step, the most exact first. */
  #pseudocodeMarks(step) {
    const kind = KINDS[this.stepKind[step]];
    if (kind !== "generate") return kind === "root" ? ["root", "search"] : [kind];
    const fate = FATES[this.stepFate[step]];
    const exact = { kept: ["keep"], reopened: ["reopen", "keep"], met: ["met", "keep"] }[fate] ?? [fate];
    return [...exact, "generate", "expand"];
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
        .sort((one, other) => one.f - other.f),
    );
  }

  /** Back from a node to its root. States on the way may have been forgotten: their links still hold. */
  #chain(node, step) {
    const chain = [];
    const searchStart = this.#searchStart(step);
    let cheaperThan = Infinity;
    for (let at = node; at !== NONE; ) {
      const version = this.#lastVersion(at, step, searchStart);
      // Each parent is cheaper than its child. A file that breaks this could lead in a ring.
      if (!version || version.g >= cheaperThan) break;
      const state = this.stateNames[this.nodeState[at]];
      chain.push({ state, g: version.g, h: version.h, f: version.g + version.h, key: at });
      cheaperThan = version.g;
      at = version.parent;
    }
    return chain.reverse();
  }

  #pathOfExpansion(index) {
    const path = [];
    for (let at = index; at !== NONE; at = this.expansions[at].parent) {
      const { state, g, h } = this.expansions[at];
      path.push({ state, g, h, f: g + h, key: at });
    }
    return path.reverse();
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
    const solved = this.stepKind[step] === SOLVED;
    const expansion = this.stepExpansion[step];
    if (this.holdsPath(step)) {
      const path = this.#pathOfExpansion(expansion);
      const last = this.expansions[expansion]?.successors.at(-1);
      if (solved && last !== undefined && this.header.goals.includes(this.#eventOf(last).state)) {
        path.push({ ...this.#successor(last), key: NONE });
      }
      return path;
    }
    if (solved && this.bothSides && this.meetings.steps.length) {
      const middle = this.stateNames[this.meetings.at(step)];
      const [forward] = this.#nodes(middle, false);
      const [backward] = this.#nodes(middle, true);
      if (forward !== undefined && backward !== undefined) {
        return [...this.#chain(forward, step), ...this.#chain(backward, step).reverse().slice(1)];
      }
    } else if (solved) {
      const cost = this.#eventOf(step).cost;
      for (const node of this.header.goals.flatMap((name) => this.#nodes(name, false))) {
        if (this.#versionAt(node, step)?.g === cost) return this.#chain(node, step);
      }
    }
    return expansion === NONE ? [] : this.#chain(this.expansions[expansion].node, step);
  }

  /** The step at which a node of the tree of that moment is expanded, or else made: the nearest to the moment. */
  stepOfNode(key, wanted) {
    const step = this.#clamp(wanted);
    if (this.holdsPath(step)) {
      const expansion = this.expansions[key < 0 ? this.#rootExpansion(step) : this.#expansionOf(key, step)];
      return expansion?.step ?? Math.max(0, key);
    }
    let best = NONE;
    for (const expansion of this.expansions) {
      if (expansion.node !== key) continue;
      if (best === NONE || Math.abs(expansion.step - step) < Math.abs(best - step)) best = expansion.step;
    }
    return best === NONE ? this.firstStep[key] : best;
  }

  /** The last expansion, up to that moment, of what a step made: its place, or -1. */
  #expansionOf(made, step) {
    if (!this.expansionsOf) {
      this.expansionsOf = new Map();
      this.expansions.forEach((expansion, place) => {
        const list = this.expansionsOf.get(expansion.made);
        if (list) list.push(place);
        else this.expansionsOf.set(expansion.made, [place]);
      });
    }
    const places = made === NONE ? undefined : this.expansionsOf.get(made);
    return places?.findLast((place) => this.expansions[place].step <= step) ?? NONE;
  }

  /**
   * The search tree of a moment: its root, and for each node its children and the number of all below it.
   * With a path only, the tree is that of the present iteration, and a node is known by the step that made it.
   */
  tree(wanted) {
    const step = this.#clamp(wanted);
    return this.holdsPath(step) ? this.#expansionTree(step) : this.#nodeTree(step);
  }

  #nodeTree(step) {
    const expansion = this.expansions[this.stepExpansion[step]];
    const side = expansion?.backward ? 1 : 0;
    const view = (node, version) => ({
      key: node,
      state: this.stateNames[this.nodeState[node]],
      g: version.g,
      h: version.h,
      f: version.g + version.h,
      status: STATUS_WORDS[version.status],
      fate: null,
      op: version.op,
      step: version.step,
    });
    const pathKeys = this.path(step).map(({ key }) => key).filter((key) => this.nodeSide[key] === side);
    // A solution ends on the backward side with its root.
    if (side === 1 && this.bothSides && this.stepKind[step] === SOLVED) pathKeys.reverse();
    const rootNode = pathKeys.length ? pathKeys[0] : this.nodeSide.indexOf(side);
    const searchStart = this.#searchStart(step);
    const rootVersion = rootNode < 0 ? null : this.#lastVersion(rootNode, step, searchStart);
    return {
      side: side ? "backward" : "forward",
      root: rootVersion && view(rootNode, rootVersion),
      path: pathKeys,
      children: (key) => {
        const found = [];
        for (const child of this.children[key] ?? []) {
          const version = this.firstStep[child] <= step ? this.#lastVersion(child, step, searchStart) : null;
          if (version?.parent !== key) continue;
          if (version.status !== GONE || pathKeys.includes(child)) found.push(view(child, version));
        }
        return found;
      },
      below: (key) => this.#sizesAt(step)[key] ?? 0,
    };
  }

  /** Number of nodes below each node; kept for the moment it was asked for. */
  #sizesAt(step) {
    if (this.sizes.step === step) return this.sizes.of;
    const sizes = new Int32Array(this.latestVersion.length);
    const searchStart = this.#searchStart(step);
    const byCost = [];
    for (let node = 0; node < this.nodeState.length && this.firstStep[node] <= step; node += 1) {
      const version = this.#versionAt(node, step, searchStart);
      if (version && version.parent !== NONE) (byCost[version.g] ??= []).push(version);
    }
    // A parent's path is cheaper than its child's, so the dearest nodes are counted first.
    for (let g = byCost.length - 1; g >= 0; g -= 1) {
      for (const { node, parent } of byCost[g] ?? []) sizes[parent] += sizes[node] + 1;
    }
    this.sizes = { step, of: sizes };
    return sizes;
  }

  /** The first expansion of the iteration: expansions are in order, so it is the count of those before. */
  #rootExpansion(step) {
    const place = lastAt(this.bounds.steps, step);
    const iterationStart = Math.max(this.#searchStart(step), this.bounds.steps[place] ?? 0);
    const root = this.stepExpanded[iterationStart];
    return root < this.stepExpanded[step] ? root : NONE;
  }

  #expansionTree(step) {
    const rootPlace = this.#rootExpansion(step);
    const placeOf = (key) => (key === ROOT_KEY ? rootPlace : this.#expansionOf(key, step));
    const path = [];
    for (let at = this.stepExpansion[step]; at !== NONE; at = this.expansions[at].parent) {
      path.push(this.expansions[at].parent === NONE ? ROOT_KEY : this.expansions[at].made);
    }
    path.reverse();
    const root = this.expansions[rootPlace];
    return {
      side: "forward",
      root: root
        ? { key: ROOT_KEY, state: root.state, g: root.g, h: root.h, f: root.g + root.h, status: "closed", fate: null,
            op: null, step: root.step }
        : null,
      path,
      children: (key) => {
        const expansion = this.expansions[placeOf(key)];
        if (!expansion) return [];
        return expansion.successors.slice(0, lastAt(expansion.successors, step) + 1).map((made) => {
          const expanded = this.#expansionOf(made, step) !== NONE;
          const status = this.#dropped(made) ? "dropped" : expanded ? "closed" : "open";
          return { ...this.#successor(made), key: made, status };
        });
      },
      below: (key) => this.#expansionSizesAt(step, rootPlace)[placeOf(key) - rootPlace] ?? 0,
    };
  }

  #expansionSizesAt(step, rootPlace) {
    if (this.sizes.step === step) return this.sizes.of;
    const sizes = new Int32Array(Math.max(0, this.stepExpanded[step] - rootPlace));
    // Children come after their parents.
    for (let at = sizes.length - 1; at >= 0; at -= 1) {
      const { successors, parent } = this.expansions[rootPlace + at];
      sizes[at] += lastAt(successors, step) + 1;
      if (parent !== NONE) sizes[parent - rootPlace] += sizes[at];
    }
    this.sizes = { step, of: sizes };
    return sizes;
  }

  /** The step of the expansion with that number, from 1; 0 is the beginning. */
  stepOfExpansion(number) {
    if (number <= 0) return 0;
    return this.expansions[Math.min(number, this.expansions.length) - 1]?.step ?? 0;
  }

  /** The last step that still belongs to the expansion with that number: its successors are all made. */
  endOfExpansion(number) {
    const next = this.expansions[number]?.step;
    return next === undefined || number < 1 ? (number < 1 ? 0 : this.length - 1) : next - 1;
  }
}
