// @ts-check
// How each tile contributes to the estimate of the current node: its share, its way home, and the pairs in conflict.

import { h, replace, svg } from "./dom.js";
import { decidingPart, substituted } from "./expression-value.js";
import { cellsOfTiles, parseRows } from "./puzzle.js";
import { showsBoards } from "./state-picture.js";
import { isInformed } from "./trace-question.js";

const CELL = 56;
/** Smaller cells could not be hit, in pixels; a wider board scrolls. */
const LEAST_CELL = 26;
/** Larger boards have shares too small to read. */
const MOST_CELLS = 100;
/** Boards of so many rows are shown whole beside the tree; larger ones scroll. */
const MOST_ROWS_SEEN = 5;
/** Answers that are kept, so that stepping to and fro asks nothing twice. */
const MOST_KEPT = 400;
/** While the search plays, only a state that stays for a moment is asked about, in milliseconds. */
const PAUSE = 90;

/** `row 2, column 3` of a cell. */
const cellWords = (cell, cols) => `row ${Math.floor(cell / cols) + 1}, column ${(cell % cols) + 1}`;

/** Sums of floats without their last digits. */
const rounded = (number) => Math.round(number * 1e6) / 1e6;

/**
 * The sum written out: `3 + 0 + 2 = 5, + 2 for 1 pair in conflict = 7`.
 * @param {{value: number, tiles: {tile: number, value: number}[], pairs: object[], extra: number,
 *   summands: {name: string, value: number}[]}} part
 */
export function sumWords(part) {
  const { value, tiles, pairs, extra, summands } = part;
  if (!tiles.length) {
    const terms = summands.map((summand) => `${summand.value} (${summand.name})`);
    return terms.length ? `${terms.join(" + ")} = ${value}` : String(value);
  }
  const added = summands.filter((summand) => summand.value);
  if (extra) added.unshift({ name: conflicts(pairs.length), value: extra });
  const total = rounded(tiles.reduce((sum, tile) => sum + tile.value, 0));
  const shown = tiles.length > 30 ? `sum over ${tiles.length} tiles` : tiles.map((tile) => tile.value).join(" + ");
  if (!added.length) return `${shown} = ${value}`;
  return `${shown} = ${total}${added.map((one) => `, + ${one.value} for ${one.name}`).join("")} = ${value}`;
}

/**
 * `h = max(17, 19) = 19`: how the parts make the estimate that a search uses; `h = 19` where there is one part and
 * nothing is done to it.
 * @param {{name: string, value: number | null, exact: number | null, reason: string | null}} answer
 * @param {{name: string, value: number | null}[]} parts
 */
export function valueWords({ name, value, exact, reason }, parts) {
  if (value === null) return `no value here: ${reason}`;
  const sum = substituted(name, parts);
  const whole = exact === value ? String(value) : `${rounded(exact)}, rounded up to ${value}`;
  return sum === String(exact) ? `h = ${whole}` : `h = ${sum} = ${whole}`;
}

const conflicts = (count) => `${count} ${count === 1 ? "pair" : "pairs"} in conflict`;

const centre = (cell, cols) => [(cell % cols) * CELL + CELL / 2, Math.floor(cell / cols) * CELL + CELL / 2];

/** First along the row, then along the column: one of the shortest ways, as Manhattan distance counts it. */
function wayHome(from, to, cols) {
  const [x, y] = centre(from, cols);
  const [goalX, goalY] = centre(to, cols);
  return svg("g", { class: "way-home" },
    svg("path", { d: `M${x} ${y}H${goalX}V${goalY}` }),
    svg("circle", { cx: x, cy: y, r: 4 }),
    svg("rect", { x: goalX - CELL / 2 + 3, y: goalY - CELL / 2 + 3, width: CELL - 6, height: CELL - 6, rx: 6 }));
}

function conflictArc({ first, second }, cells, cols) {
  const [x1, y1] = centre(cells[first], cols);
  const [x2, y2] = centre(cells[second], cols);
  const inRow = y1 === y2;
  const lift = 0.5 * CELL * 0.8;
  const bend = inRow ? `${(x1 + x2) / 2} ${y1 - lift - 10}` : `${x1 - lift - 10} ${(y1 + y2) / 2}`;
  const shift = inRow ? [0, -14] : [-14, 0];
  return svg("path", {
    class: "conflict-arc",
    d: `M${x1 + shift[0]} ${y1 + shift[1]}Q${bend} ${x2 + shift[0]} ${y2 + shift[1]}`,
  });
}

/** The share of a tile, as what it adds: the number of the tile stays the number in its middle. */
function badge(share, x, y) {
  const text = `+${share}`;
  const width = 8 + 7 * text.length;
  return svg("g", { class: "share-badge" },
    svg("rect", { x: x + CELL - 5 - width, y: y + CELL - 22, width, height: 17, rx: 8 }),
    svg("text", { x: x + CELL - 5 - width / 2, y: y + CELL - 9, "text-anchor": "middle" }, text));
}

/**
 * The tile that is chosen, if the board has it: the choice outlives the board.
 * @param {number} tile
 * @param {number} cells
 */
export const tileOnBoard = (tile, cells) => (tile < cells ? tile : 0);

/** @param {{api: any, store: any, catalogue: any}} context */
export function createHeuristicView({ api, store, catalogue }) {
  const title = h("p", { class: "muted small mono" });
  const body = h("div", { class: "stack heuristic-body" });
  const element = h("section", { class: "card panel panel-heuristic", "aria-label": "Heuristic" },
    h("div", { class: "card-title" }, h("h2", null, "Heuristic"),
      h("p", { class: "muted small stale-words" }, "of an earlier node"), title), body);
  const kept = new Map();
  let timer = 0;
  let request = null;
  let shownKey = "";
  let wantedKey = "";
  /** Draws what is shown once more. */
  let redraw = () => {};

  /** While the breakdown in sight is that of another node, it is marked. */
  function markStale() {
    const stale = shownKey !== "" && wantedKey !== shownKey;
    element.classList.toggle("shows-earlier", stale);
    body.setAttribute("aria-busy", String(stale));
  }

  function ask(key, question, board, goal) {
    clearTimeout(timer);
    request?.abort();
    timer = setTimeout(async () => {
      request = new AbortController();
      try {
        const answer = await api.heuristic(question, { signal: request.signal });
        kept.set(key, answer);
        if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
        if (wantedKey === key) show(key, answer, board, goal);
      } catch (problem) {
        if (problem.name === "AbortError" || wantedKey !== key) return;
        showWords(problem.message.split("\n")[0]);
      }
    }, PAUSE);
  }

  function showWords(words) {
    shownKey = "";
    redraw = () => {};
    element.classList.add("is-short");
    replace(body, h("p", { class: "muted" }, words));
    markStale();
  }

  function show(key, answer, board, goal) {
    shownKey = key;
    element.classList.remove("is-short");
    redraw = () => show(key, answer, board, goal);
    const focused = body.contains(document.activeElement) ? { ...document.activeElement.dataset } : null;
    const parts = answer.parts ?? [];
    const wanted = store.getState().part;
    const deciding = decidingPart(answer.name, parts);
    const part = parts.find(({ name }) => name === (wanted || deciding)) ?? parts.find(({ name }) => name === deciding) ??
      parts.find(({ tiles }) => tiles.length) ?? parts[0];
    // Of equal parts none decides.
    const isAlone = (value) => parts.filter((one) => one.value === value).length === 1;
    const chooser = parts.length > 1
      ? h("div", { class: "row", role: "group", "aria-label": "Part of the expression" }, parts.map(({ name, value }) =>
          h("button", {
            type: "button", class: "button", "aria-pressed": String(name === part?.name), dataset: { part: name },
            onclick: () => store.setState({ part: name }),
          }, `${name} ${value ?? "without a value"}${name === deciding && isAlone(value) ? ", decides" : ""}`)))
      : null;
    const drawn = part ? drawPart(part, board, goal) : { picture: null, words: [] };
    replace(body, chooser,
      h("div", { class: "heuristic-parts", style: { "--board-width": `${board.cols * 2.2}rem` } }, drawn.picture,
        h("div", { class: "stack" }, h("p", null, h("strong", null, valueWords(answer, parts))), drawn.words)));
    markStale();
    if (focused) restoreFocus(focused);
  }

  /** What had the focus was drawn anew: the same tile, or the same part, or else the first of them. */
  function restoreFocus({ tile, part }) {
    const all = [...body.querySelectorAll("[data-tile], [data-part]")];
    const again = all.find(({ dataset }) => (tile ? dataset.tile === tile : dataset.part === part)) ?? all[0];
    if (again?.dataset.tile) enter(again);
    again?.focus({ preventScroll: true });
  }

  /** One tile is reached by Tab, from there the arrows lead on. */
  function enter(tile) {
    body.querySelector(".share-tile[tabindex='0']")?.setAttribute("tabindex", "-1");
    tile.setAttribute("tabindex", "0");
  }

  function drawPart(part, board, goal) {
    if (!part.tiles.length && !part.pairs.length) {
      const words = part.value === null
        ? `${part.name} has no value here: ${part.reason}.`
        : `${part.name}: ${sumWords(part)}; it is not a sum over tiles that could be drawn.`;
      return { picture: null, words: h("p", { class: "muted small" }, words) };
    }
    const { rows, cols } = board;
    const cells = cellsOfTiles(board);
    const home = cellsOfTiles(goal);
    const shares = new Map(part.tiles.map(({ tile, value }) => [tile, value]));
    const linesOf = (tile) => part.pairs.filter(({ first, second }) => first === tile || second === tile);
    const tileWords = (tile) => {
      const share = shares.has(tile) ? `: ${shares.get(tile)}` : "";
      const way = cells[tile] === home[tile]
        ? "at home"
        : `from ${cellWords(cells[tile], cols)} to ${cellWords(home[tile], cols)}`;
      const pairs = linesOf(tile).map(({ first, second, line }) =>
        `, in conflict with ${first === tile ? second : first} in ${line}`);
      return `tile ${tile}${share}, ${way}${pairs.join("")}`;
    };
    const overlay = svg("g", null);
    const hint = h("p", { class: "small", "aria-live": "off" });
    const chosen = tileOnBoard(store.getState().tile, board.cells.length);
    const point = (tile) => {
      replace(overlay, tile && cells[tile] !== home[tile] ? wayHome(cells[tile], home[tile], cols) : []);
      hint.textContent = tile ? `${tileWords(tile)}.` : "Point at a tile to see its way home; press it to keep it.";
    };
    const pointAtChosen = () => point(chosen);
    const choose = (tile) => store.setState({ tile: tile === chosen ? 0 : tile });
    // Where the keyboard enters the board.
    const entry = chosen || board.cells.find((tile) => tile !== 0);
    const tiles = board.cells.map((tile, cell) => {
      if (!tile) return null;
      const [x, y] = [(cell % cols) * CELL, Math.floor(cell / cols) * CELL];
      const conflicting = linesOf(tile).length > 0;
      const kind = `share-tile${conflicting ? " in-conflict" : ""}${shares.get(tile) ? "" : " is-zero"}`;
      return svg("g", {
        class: kind, role: "button", "aria-pressed": String(tile === chosen), "aria-label": tileWords(tile),
        tabindex: tile === entry ? "0" : "-1", dataset: { cell: String(cell), tile: String(tile) },
        onpointerenter: () => point(tile), onpointerleave: pointAtChosen,
        onfocus: () => point(tile), onblur: pointAtChosen,
        onclick: () => choose(tile), onkeydown: (event) => onKey(event, () => choose(tile)),
      },
      svg("rect", { x: x + 2, y: y + 2, width: CELL - 4, height: CELL - 4, rx: 6 }),
      svg("text", { class: "share-number", x: x + CELL / 2 - 5, y: y + 30, "text-anchor": "middle" }, String(tile)),
      // The words one sees are those one says: number and share are two.
      " ",
      shares.has(tile) ? badge(shares.get(tile), x, y) : null);
    });
    pointAtChosen();
    const picture = svg("svg", {
      class: rows <= MOST_ROWS_SEEN ? "shares shares-few" : "shares", preserveAspectRatio: "xMinYMin", viewBox: `-2 -2 ${cols * CELL + 4} ${rows * CELL + 4}`, role: "group",
      "aria-label": `shares of the tiles in ${part.name}`,
      style: { minWidth: `${cols * LEAST_CELL}px`, maxWidth: `${cols * 4}rem`, "--rows": String(rows) },
    },
    svg("rect", { class: "shares-ground", x: -1, y: -1, width: cols * CELL + 2, height: rows * CELL + 2, rx: 8 }),
    tiles, part.pairs.map((pair) => conflictArc(pair, cells, cols)), overlay);
    const words = [
      h("p", { class: "small sum-words" }, `${part.name}: ${sumWords(part)}`),
      part.pairs.length
        ? h("ul", { class: "small conflict-list" }, part.pairs.map(({ first, second, line }) =>
            h("li", null, `${first} and ${second} are in ${line} in the wrong order`)))
        : null,
      part.tiles.length
        ? h("p", { class: "small muted" }, "In the middle of each tile its number; in the corner what it adds.")
        : null,
      hint,
    ];
    return { picture: h("div", { class: "shares-scroller" }, picture), words };
  }

  function onKey(event, choose) {
    const { currentTarget: tile } = event;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      choose();
      return;
    }
    const group = tile.closest("svg");
    const cols = Math.round((group.viewBox.baseVal.width - 4) / CELL);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -cols, ArrowDown: cols }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    let cell = Number(tile.dataset.cell) + by;
    // The blank is stepped over.
    const next = group.querySelector(`[data-cell="${cell}"]`) ?? group.querySelector(`[data-cell="${(cell += by)}"]`);
    if (!next) return;
    enter(next);
    next.focus();
  }

  function update(trace, moment) {
    const { header } = trace;
    const arrived = moment.kind === "solved" && header.goals.length > 0;
    const state = arrived ? header.goals[0] : (moment.node?.state ?? header.start);
    const backward = !arrived && moment.node?.side === "backward";
    const goal = backward ? header.start : header.goals[0];
    title.textContent = header.heuristic ?? "";
    const board = showsBoards(header) ? parseRows(state) : null;
    const goalBoard = goal ? parseRows(goal) : null;
    if (!header.heuristic || !board || !goalBoard || board.cells.length > MOST_CELLS) {
      wantedKey = "";
      clearTimeout(timer);
      const estimate = moment.node ? ` Here h = ${moment.node.h}.` : "";
      const unnamed = isInformed(catalogue, header.algorithm)
        ? `${header.algorithm} chooses its own heuristic and does not name it.${estimate}`
        : "This search uses no heuristic.";
      const why = !header.heuristic
        ? unnamed
        : board
          ? "The board is too large to show the share of each tile."
          : `What each part adds is drawn for boards.${estimate}`;
      showWords(why);
      return;
    }
    const key = `${header.heuristic}\n${state}\n${goal}`;
    if (key === wantedKey && key === shownKey) return;
    wantedKey = key;
    const answer = kept.get(key);
    if (answer) show(key, answer, board, goalBoard);
    else ask(key, { heuristic: header.heuristic, board: state, goal }, board, goalBoard);
    markStale();
  }

  return { element, update, redraw: () => redraw() };
}
