// @ts-check
// The whole view state, mirrored in the address: opening the link shows the same frame.
//
// INVARIANT: `moves` begin at `board`, `made` tells how `board` was made for `goal`, and the moves from `solvedFrom` on
// are what the search `solved` found. `goalOfSet` tells that `goal` came with the board of a named set and was not
// chosen. `at` is a place in what the view shows. A caller that changes one of them and says
// nothing of the others drops them; see `consequences`.
// Preferences of the reader (theme, arrows, ...) are kept by the browser and are not part of a shared link.

/** A query longer than this goes into the fragment, which no server sees and so none refuses. */
const LONGEST_QUERY = 4000;

/** So many moves fit into a link; those of a huge board would make it a file. */
const MOST_MOVES = 20_000;

/** The address is written at most this often, in milliseconds: browsers refuse faster changes of the history. */
const ADDRESS_PAUSE = 250;

const text = (value) => value;
const oneOf =
  (...words) =>
  (value) =>
    words.includes(value) ? value : undefined;
const matching = (pattern) => (value) => (pattern.test(value) ? value : undefined);
const flag = (value) => (value === "1" ? true : value === "0" ? false : undefined);
const whole =
  (least, most = 999_999_999) =>
  (value) =>
    /^-?\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined;
const between = (least, most) => (value) => {
  const number = Number(value);
  return value !== "" && number >= least && number <= most ? number : undefined;
};

/** What the limits of a search look like. */
export const LIMITS = {
  timeLimit: /^\d+(\.\d+)?(ms|s|m|min|h)?$/,
  nodeLimit: /^(\d+|\d+(\.\d+)?e\d+)?$/,
  memoryLimit: /^(\d+(\.\d+)?([kmg](i?b)?|b))?$/i,
};

/**
 * Every value of the state: what it is at first, and how its text in an address is read (`undefined`: it is no such
 * value). A list is written as one parameter for each of its texts.
 * @type {Record<string, {first: any, read: (value: string) => any, preference?: boolean}>}
 */
const FIELDS = {
  view: { first: "play", read: oneOf("play", "watch", "compare", "audit") },
  board: { first: "7 2 4/5 0 6/8 3 1", read: (value) => value.trim() || undefined },
  goal: { first: "last", read: (value) => value.trim() || undefined },
  goalOfSet: { first: false, read: flag },
  algorithm: { first: "auto", read: (value) => value.trim() || undefined },
  heuristic: { first: "", read: text },
  order: { first: "UDLR", read: matching(/^(?!.*(.).*\1)[UDLR]{4}$/) },
  timeLimit: { first: "10s", read: matching(LIMITS.timeLimit) },
  nodeLimit: { first: "", read: matching(LIMITS.nodeLimit) },
  memoryLimit: { first: "", read: matching(LIMITS.memoryLimit) },
  all: { first: false, read: flag },
  moves: { first: "", read: matching(/^[UDLR]*$/) },
  at: { first: 0, read: whole(0) },
  solvedFrom: { first: -1, read: whole(-1) },
  solved: { first: [], read: text },
  made: { first: "", read: matching(/^([a-z][a-z0-9-]*(:\d{1,9}){1,2})?$/) },
  speed: { first: 4, read: between(0.1, 100000) },
  algorithms: { first: ["astar", "ida"], read: text },
  heuristics: { first: ["manhattan"], read: text },
  subject: { first: "", read: text },
  boards: { first: [], read: text },
  statistic: { first: "expanded", read: oneOf("expanded", "seconds", "cost", "generated", "max_stored") },
  against: { first: [], read: text },
  columns: { first: "few", read: oneOf("few", "all") },
  audited: { first: ["manhattan"], read: text },
  events: { first: 50000, read: whole(100, 200_000) },
  panel: { first: "tree", read: oneOf("node", "frontier", "tree", "heuristic", "code") },
  problem: { first: "", read: text },
  map: { first: "", read: text },
  estimates: { first: "", read: text },
  answeredBy: { first: "", read: matching(/^[\w()=., -]{0,80}$/) },
  lecture: { first: false, read: flag },
  predict: { first: false, read: flag },
  lesson: { first: "", read: matching(/^[a-z-]{0,40}$/) },
  lessonStep: { first: 0, read: whole(0, 99) },
  part: { first: "", read: text },
  tile: { first: 0, read: whole(0) },
  scale: { first: "linear", read: oneOf("linear", "log") },
  sortBy: { first: "", read: matching(/^-?[a-z_]*$/) },
  race: { first: false, read: flag },
  raceSpeed: { first: 60, read: between(0.1, 100000) },
  auditSize: { first: "3x3", read: matching(/^\d{1,3}x\d{1,3}$/) },
  theme: { first: "auto", read: oneOf("auto", "light", "dark"), preference: true },
  arrows: { first: "tile", read: oneOf("tile", "blank"), preference: true },
  fewest: { first: true, read: flag, preference: true },
  shortcuts: { first: true, read: flag, preference: true },
  tiles: { first: "plain", read: oneOf("plain", "row", "ring", "picture"), preference: true },
  hover: { first: false, read: flag, preference: true },
};

/** What each view with a position asks about: another question begins at 0, while more events are the same question. */
const QUESTIONS = {
  play: ["board"],
  watch: ["board", "goal", "algorithm", "heuristic", "order", "timeLimit", "problem", "map", "estimates"],
  compare: ["board", "goal", "algorithms", "heuristics", "order", "timeLimit", "subject", "boards", "map", "estimates"],
};

/**
 * The goal that the next board keeps: the one that was chosen. One that came with a set goes with it.
 * @param {{goal: string, goalOfSet: boolean}} state
 */
export function goalToKeep({ goal, goalOfSet }) {
  return goalOfSet ? FIELDS.goal.first : goal;
}

/**
 * Whether the moves of a state are too many for a link.
 * @param {{moves: string}} state
 */
export function linkLeavesMoves({ moves }) {
  return moves.length > MOST_MOVES;
}

const write = (value) => (typeof value === "boolean" ? (value ? "1" : "0") : String(value));

const same = (a, b) =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((item, index) => item === b[index]) : a === b;

/** The state of an empty address. */
export function firstState() {
  return Object.fromEntries(Object.entries(FIELDS).map(([key, field]) => [key, structuredClone(field.first)]));
}

/**
 * Reads a query such as `?view=watch&board=1+2/3+0`. What cannot be read keeps its first value and is named in the
 * notes.
 * @param {string} query
 * @returns {{state: Record<string, any>, given: Set<string>, notes: string[]}}
 */
export function stateOfQuery(query) {
  const state = firstState();
  const given = new Set();
  const notes = [];
  const parameters = new URLSearchParams(query);
  for (const key of new Set(parameters.keys())) {
    if (!Object.hasOwn(FIELDS, key)) {
      continue;
    }
    const field = FIELDS[key];
    const words = parameters.getAll(key);
    const value = Array.isArray(field.first)
      ? words.filter((word) => word !== "").map(field.read)
      : field.read(words[0]);
    if (value === undefined) {
      notes.push(
        `The link says ${key}=${words[0]}, which means nothing here; taken as ${write(field.first) || "nothing"}.`,
      );
    } else {
      state[key] = value;
      given.add(key);
    }
  }
  return { state, given, notes };
}

/**
 * The query that leads to a state: only what differs from the first values, no preferences but the pinned ones,
 * and not the moves where they are too many, nor the place among them.
 * @param {Record<string, any>} state
 * @param {Set<string>} [pinned] preferences to write nevertheless
 */
export function queryOfState(state, pinned = new Set()) {
  const parameters = new URLSearchParams();
  const ofMoves = ["moves", "solvedFrom", "solved", ...(state.view === "play" ? ["at"] : [])];
  const left = linkLeavesMoves(state) ? ofMoves : [];
  for (const [key, field] of Object.entries(FIELDS)) {
    if (left.includes(key) || (field.preference && !pinned.has(key)) || same(state[key], field.first)) {
      continue;
    }
    const values = Array.isArray(field.first) ? (state[key].length ? state[key] : [""]) : [write(state[key])];
    values.forEach((value) => parameters.append(key, value));
  }
  // These are allowed in a query, and boards stay readable with them.
  return parameters
    .toString()
    .replaceAll("%2F", "/")
    .replaceAll("%2C", ",")
    .replaceAll("%3A", ":")
    .replaceAll("%28", "(")
    .replaceAll("%29", ")");
}

/**
 * A change together with what follows from it, and the positions of the views after it.
 * @param {Record<string, any>} state
 * @param {Record<string, any>} partial the change
 * @param {Record<string, number>} positions where each view was when it was left
 * @returns {{wanted: Record<string, any>, positions: Record<string, number>}}
 */
export function consequences(state, partial, positions) {
  const wanted = { ...partial };
  const changes = (key) => key in wanted && !same(wanted[key], state[key]);
  if (changes("board") && !("moves" in wanted)) {
    Object.assign(wanted, { moves: "", at: 0, solvedFrom: -1 });
  }
  if ((changes("board") || changes("goal")) && !("made" in wanted)) {
    wanted.made = "";
  }
  if ("goal" in wanted) {
    wanted.goalOfSet ??= false;
  }
  // A solution leads to its own goal.
  if (changes("goal") && !("solvedFrom" in wanted)) {
    wanted.solvedFrom = -1;
  }
  if (wanted.solvedFrom === -1) {
    wanted.solved = [];
  }
  const left = { ...positions, [state.view]: state.at };
  for (const [view, question] of Object.entries(QUESTIONS)) {
    if (question.some(changes)) {
      left[view] = 0;
    }
  }
  const view = wanted.view ?? state.view;
  wanted.at ??= left[view] ?? 0;
  return { wanted, positions: left };
}

function savedPreference(key) {
  try {
    const saved = localStorage.getItem(`npuzzle.${key}`);
    return saved === null ? undefined : FIELDS[key].read(saved);
  } catch {
    return undefined;
  }
}

function savePreference(key, value) {
  try {
    localStorage.setItem(`npuzzle.${key}`, write(value));
  } catch {
    // A browser that keeps nothing still shows the page.
  }
}

/**
 * The state of the page, read from its address.
 * @param {{mend?: (state: any) => Promise<Record<string, any>> | null}} [hooks] `mend`: what must change in a state of
 *   the history before the views can show it; `null` if nothing
 * @returns {{getState: () => any, setState: (partial: Record<string, any>, options?: {push?: boolean}) => void,
 *   subscribe: (listener: (state: any, changed: Set<string>) => void) => () => void, link: () => string,
 *   notes: string[]}}
 */
export function createStore({ mend = () => null } = {}) {
  const listeners = new Set();
  // A fragment without a value is a place on the page, not a state.
  const addressQuery = () => (location.hash.includes("=") ? location.hash.slice(1) : location.search);
  const read = stateOfQuery(addressQuery());
  let pinned = new Set([...read.given].filter((key) => FIELDS[key].preference));
  let state = withPreferences(read);
  /** The position of each view, so that a look at another view does not lose it. */
  let positions = {};
  let timer = 0;
  /** Counts states and changes: one that was still to be mended when the next came is out of date. */
  let age = 0;

  function withPreferences({ state: fresh, given }) {
    for (const [key, field] of Object.entries(FIELDS)) {
      if (field.preference && !given.has(key)) {
        fresh[key] = savedPreference(key) ?? fresh[key];
      }
    }
    return fresh;
  }

  function address() {
    const query = queryOfState(state, pinned);
    return location.pathname + (query === "" ? "" : (query.length > LONGEST_QUERY ? "#" : "?") + query);
  }

  function writeAddress() {
    clearTimeout(timer);
    timer = 0;
    history.replaceState(null, "", address());
  }

  function notify(changed) {
    for (const listener of [...listeners]) {
      listener(state, changed);
    }
  }

  function setState(partial, { push = false } = {}) {
    const { wanted, positions: places } = consequences(state, partial, positions);
    positions = places;
    const turns = "view" in wanted && wanted.view !== state.view;
    const changed = new Set(
      Object.keys(wanted).filter((key) => Object.hasOwn(FIELDS, key) && !same(wanted[key], state[key])),
    );
    if (changed.size === 0) {
      return;
    }
    age += 1;
    if (turns || push) {
      writeAddress();
    }
    state = { ...state };
    for (const key of changed) {
      state[key] = wanted[key];
      if (FIELDS[key].preference) {
        savePreference(key, wanted[key]);
      }
    }
    if (turns || push) {
      history.pushState(null, "", address());
    } else {
      timer ||= setTimeout(writeAddress, ADDRESS_PAUSE);
    }
    notify(changed);
  }

  addEventListener("popstate", async () => {
    clearTimeout(timer);
    timer = 0;
    age += 1;
    const arrived = age;
    const next = stateOfQuery(addressQuery());
    const fresh = withPreferences(next);
    const mending = mend(fresh);
    const mended = mending ? await mending : {};
    if (age !== arrived) {
      return;
    }
    pinned = new Set([...next.given].filter((key) => FIELDS[key].preference));
    positions = {};
    const before = state;
    state = { ...fresh, ...mended };
    const changed = new Set(Object.keys(FIELDS).filter((key) => !same(before[key], state[key])));
    if (changed.size > 0) {
      notify(changed);
    }
  });
  // A preference that is changed in another tab holds here as well.
  addEventListener("storage", ({ key, newValue }) => {
    const name = key?.replace(/^npuzzle\./, "") ?? "";
    const field = key?.startsWith("npuzzle.") && Object.hasOwn(FIELDS, name) ? FIELDS[name] : null;
    const value = field?.preference && newValue !== null ? field.read(newValue) : undefined;
    if (value !== undefined && !pinned.has(name) && !same(value, state[name])) {
      state = { ...state, [name]: value };
      notify(new Set([name]));
    }
  });
  addEventListener("pagehide", () => {
    if (timer) {
      writeAddress();
    }
  });

  return {
    getState: () => state,
    setState,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    link: () => location.origin + address(),
    notes: read.notes,
  };
}
