// @ts-check
// Boards to begin with: random, scrambled, at an exact distance, the farthest, unsolvable, or of a named set.
//
// Whatever changes in the fields, the board follows at once; "New seed" makes another. The state keeps as `made` how
// the board was made, such as `walk:20:7`, so a link fills the fields again. A board that came otherwise has no seed.

import { h, replace, uniqueId } from "./dom.js";
import { boardOf, parseRows, rowsText, sizeText } from "./puzzle.js";
import { goalToKeep } from "./store.js";

/** Larger spaces are not searched for boards at a distance. */
const MOST_CELLS_WITH_DISTANCE = 12;
/** More moves than any board of so many cells needs: the server names the farthest instead. */
const TOO_FAR = 1000;

const KINDS = [
  { name: "random", title: "random", fields: ["seed"] },
  { name: "walk", title: "scrambled by a random walk", fields: ["walk", "seed"] },
  { name: "distance", title: "at an exact distance", fields: ["distance", "seed"], small: true },
  { name: "farthest", title: "as far as can be", fields: ["seed"], small: true },
  { name: "unsolvable", title: "unsolvable", fields: ["seed"] },
];

const newSeed = () => Math.floor(Math.random() * 1e9);

const isSmall = ({ rows, cols }) => rows * cols <= MOST_CELLS_WITH_DISTANCE;

/**
 * @param {{api: any, store: any, catalogue: any, announce: (text: string) => void}} context
 * @param {{nextPuzzle: ReturnType<typeof import("./latest.js").createLatest>}} hooks the question for the next board or
 *   goal
 */
export function createNewBoard({ api, store, catalogue, announce }, { nextPuzzle }) {
  const numberField = (name, label, value, least, most, oninput = () => make()) => {
    const id = uniqueId(name);
    const wrongId = uniqueId("wrong");
    const wrong = h("span", { class: "field-error", id: wrongId, role: "alert", hidden: true });
    const input = h("input", {
      id,
      type: "number",
      min: least,
      max: most,
      value: String(value),
      "aria-describedby": wrongId,
      oninput,
    });
    const element = h("div", { class: "field number-field" }, h("label", { for: id }, label), input, wrong);
    /** Says at the field what is wrong with it; gives back whether it can be used. */
    const check = () => {
      const fits = input.value !== "" && input.validity.valid;
      // A field that is empty waits for a number; what cannot be read as one is empty for the browser, too.
      const silent = fits || (input.value === "" && !input.validity.badInput);
      input.setAttribute("aria-invalid", String(!silent));
      wrong.hidden = silent;
      wrong.textContent = silent ? "" : `a whole number from ${input.min} to ${input.max}; the board has not changed`;
      return fits;
    };
    return { input, element, check };
  };
  const fields = {
    walk: numberField("walk", "Moves walked", 20, 0, 1000000),
    distance: numberField("distance", "Fewest moves", 20, 0, 100),
    seed: numberField("seed", "Seed", "", 0, 999999999, () => make({ seedGiven: true })),
    number: numberField("number", "Number", 1, 1, 1000),
  };
  const rows = numberField("rows", "Rows", 3, 1, 100, resize);
  const cols = numberField("cols", "Columns", 3, 1, 100, resize);
  const kindId = uniqueId("kind");
  const kind = h("select", {
    id: kindId,
    onchange: () => {
      showFields();
      make({ now: true });
    },
  });
  const another = h(
    "button",
    { type: "button", class: "button", onclick: () => makeAnother() },
    "New seed",
    h("kbd", { "aria-hidden": "true" }, "R"),
  );
  const busy = h("span", { class: "muted small", role: "status" });
  const error = h("pre", { class: "error-text", role: "alert", hidden: true });
  const element = h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "row row-end" },
      h(
        "div",
        { class: "row row-end size-fields", role: "group", "aria-label": "Size" },
        rows.element,
        h("span", { "aria-hidden": "true" }, "×"),
        cols.element,
      ),
      h("div", { class: "field grow" }, h("label", { for: kindId }, "New board"), kind),
    ),
    h(
      "div",
      { class: "row row-end" },
      Object.values(fields).map((field) => field.element),
      another,
      busy,
    ),
    error,
  );

  /** Sets have a size of their own, and distances small ones only: another size makes the board random. */
  function resize() {
    const small = isSmall({ rows: Number(rows.input.value), cols: Number(cols.input.value) });
    const fits = KINDS.some((entry) => entry.name === kind.value && (small || !entry.small));
    if (!fits) {
      kind.value = "random";
      showFields();
    }
    make();
  }

  const setOf = (name) => catalogue.sets.find((set) => set.name === name);
  const fieldsOf = (name) => (setOf(name) ? ["number"] : (KINDS.find((entry) => entry.name === name)?.fields ?? []));

  function showKinds(size, chosen) {
    const small = isSmall(size);
    replace(
      kind,
      KINDS.filter((entry) => small || !entry.small || entry.name === chosen).map(({ name, title }) =>
        h("option", { value: name }, title),
      ),
      h(
        "optgroup",
        { label: "Named sets" },
        catalogue.sets.map((set) => h("option", { value: set.name }, `${set.name}: ${set.summary}`)),
      ),
    );
    kind.value = chosen;
    showFields();
  }

  function showFields() {
    const set = setOf(kind.value);
    const used = fieldsOf(kind.value);
    for (const [name, { element: field }] of Object.entries(fields)) {
      field.hidden = !used.includes(name);
    }
    if (set) {
      fields.number.input.max = String(set.count);
    }
  }

  function request(goal) {
    const size = `${rows.input.value}x${cols.input.value}`;
    const body = { size, seed: Number(fields.seed.input.value) };
    const own = parseRows(goal);
    // A goal that is a board fits its own size only.
    if (!own || sizeText(own) === size) {
      body.goal = goal;
    }
    switch (kind.value) {
      case "walk":
        return { ...body, walk: Number(fields.walk.input.value) };
      case "distance":
        return { ...body, optimal_distance: Number(fields.distance.input.value) };
      case "farthest":
        return { ...body, optimal_distance: TOO_FAR };
      case "unsolvable":
        return { ...body, unsolvable: true };
      default:
        return body;
    }
  }

  async function generate(body, signal) {
    try {
      return await api.generate(body, { signal });
    } catch (problem) {
      const farthest = body.optimal_distance === TOO_FAR && /the farthest is (\d+)/.exec(problem.message);
      if (!farthest) {
        throw problem;
      }
      return api.generate({ ...body, optimal_distance: Number(farthest[1]) }, { signal });
    }
  }

  async function named(signal) {
    const read = await api.explain({ board: `${kind.value}:${fields.number.input.value}` }, { signal });
    const goal = read.goal_name ?? rowsText(boardOf(read, read.goal));
    return { board: rowsText(boardOf(read, read.start)), goal, goalOfSet: true };
  }

  async function generated(signal, goal) {
    const body = request(goal);
    const made = await generate(body, signal);
    return { board: rowsText(boardOf(made, made.board)), goal: body.goal ?? "last" };
  }

  /**
   * Makes the board that the fields describe.
   * @param {{now?: boolean, seedGiven?: boolean, goal?: string}} [options] `now`: without the pause for typing;
   *   `seedGiven`: the seed is being typed, so none is made up; `goal`: another than the one that was chosen
   */
  function make({ now = false, seedGiven = false, goal = goalToKeep(store.getState()) } = {}) {
    const seed = fields.seed.input;
    if (seed.value === "" && !seedGiven) {
      seed.value = String(newSeed());
    }
    const used = [rows, cols, ...Object.values(fields)].filter(({ element: field }) => !field.hidden);
    // All of them are looked at, so that each says what is wrong with it.
    if (used.map(({ check }) => check()).includes(false)) {
      return;
    }
    const made = [kind.value, ...fieldsOf(kind.value).map((name) => Number(fields[name].input.value))].join(":");
    nextPuzzle.run(
      async (signal) => {
        busy.textContent = "";
        const slow = setTimeout(() => (busy.textContent = "looking for one …"), 400);
        try {
          const next = await (setOf(kind.value) ? named(signal) : generated(signal, goal));
          if (signal.aborted) {
            return;
          }
          error.hidden = true;
          // A press of a button is a step that the browser's Back takes back; a key in a field is not.
          store.setState({ ...next, made, moves: "", at: 0, solvedFrom: -1 }, { push: now });
          announce(`new board, ${kind.selectedOptions[0]?.textContent ?? ""}`);
        } catch (problem) {
          // A server that is away has the banner of the page.
          if (problem.name !== "AbortError" && problem.status !== 0) {
            error.textContent = problem.message;
            error.hidden = false;
          }
        } finally {
          clearTimeout(slow);
          busy.textContent = "";
        }
      },
      { now },
    );
  }

  function makeAnother() {
    const set = setOf(kind.value);
    if (set) {
      const number = fields.number.input;
      number.value = String((Number(number.value) % set.count) + 1);
    } else {
      fields.seed.input.value = String(newSeed());
    }
    make({ now: true });
  }

  /**
   * A random board of a size.
   * @param {string} size such as `4x4`
   */
  function makeSize(size) {
    [rows.input.value, cols.input.value] = size.split("x");
    kind.value = "random";
    showFields();
    makeAnother();
  }

  /**
   * The board of a day, in the present size.
   * @param {number} seed
   */
  function makeDaily(seed) {
    kind.value = "random";
    showFields();
    fields.seed.input.value = String(seed);
    make({ now: true, goal: "last" });
  }

  /** Brings the fields into sight, and the focus to them. */
  function focus() {
    element.scrollIntoView({ block: "center" });
    rows.input.focus({ preventScroll: true });
    rows.input.select();
  }

  /** A field that is being typed into stays as it is. */
  function put({ input, check }, value) {
    if (document.activeElement !== input && input.value !== String(value)) {
      input.value = String(value);
      check();
    }
  }

  function update(state) {
    const board = parseRows(state.board);
    put(rows, board.rows);
    put(cols, board.cols);
    error.hidden = true;
    const [name, ...values] = state.made.split(":");
    const used = fieldsOf(name);
    const known = used.length > 0 && used.length === values.length;
    showKinds(board, known ? name : kind.value || "random");
    if (known) {
      used.forEach((field, index) => put(fields[field], values[index]));
    } else {
      put(fields.seed, "");
    }
  }

  return { element, update, makeAnother, makeSize, makeDaily, focus };
}
