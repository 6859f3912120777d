// @ts-check
// The large board: slides by click, drag, touch and keys; in edit mode two cells are exchanged.
//
// Two layers: tiles that move (hidden from screen readers), and above them a grid of cells that stay where they are,
// with the names, the focus and the pointer. So a sliding tile never changes the place of an element in the document.

import { h, replace } from "./dom.js";
import { drawMosaic } from "./board-mosaic.js";
import { number, plural } from "./format.js";
import { cellsOfTiles, neighbour, slide, tilesAtHome } from "./puzzle.js";
import { PICTURE, toneOf } from "./tile-colours.js";

/** Larger boards are drawn without tiles. */
const MOST_CELLS = 400;
const MOST_SIDE = 24;

/** A pointer that moved less than this, in pixels, has clicked. */
const CLICK_DISTANCE = 5;
/** A tile dragged over this part of its way goes on by itself. */
const SNAP_PART = 0.35;
/** Digits typed within this time, in milliseconds, are one number. */
const TYPING_PAUSE = 900;

const NOTHING_TYPED = { digits: "", at: 0, from: -1 };

/** Whether two boards have the same shape and the same tiles in the same places. */
function isSame(one, other) {
  return one?.cols === other.cols && one.cells.length === other.cells.length
    && one.cells.every((tile, cell) => tile === other.cells[cell]);
}

export class PlayBoard {
  #board = null;
  #goal = null;
  #editing = false;
  #scheme = "plain";
  /** Whether tiles slide as the pointer passes. */
  #follows = false;
  #hooks;
  #tiles = [];
  #cells = [];
  #focused = 0;
  #picked = -1;
  #drag = null;
  /** Digits typed into the focused cell, when, and where their tile came from (-1: it was there already). */
  #typed = NOTHING_TYPED;

  /**
   * @param {{onSlide: (letters: string) => void, onSwap: (first: number, second: number) => void,
   *   onLeave: () => void}} hooks
   *   `onSlide`: moves of the blank; `onSwap`: two cells, in edit mode; `onLeave`: Escape in edit mode
   */
  constructor(hooks) {
    this.#hooks = hooks;
    this.tileLayer = h("div", { class: "tile-layer", "aria-hidden": "true" });
    this.grid = h("div", {
      class: "cell-layer",
      role: "grid",
      "aria-label": "Board",
      onpointerdown: (event) => this.#pointerDown(event),
      onpointermove: (event) => this.#pointerMove(event),
      onpointerup: (event) => this.#pointerUp(event),
      onpointercancel: () => this.#endDrag(),
      onkeydown: (event) => this.#keyDown(event),
      onclick: (event) => this.#click(event),
      onfocusin: (event) => this.#setFocused(this.#cells.indexOf(event.target)),
    });
    this.element = h("div", { class: "play-board", dataset: { plays: "" } }, this.tileLayer, this.grid);
    this.large = h("figure", { class: "large-board", hidden: true });
    this.root = h("div", { class: "board-place" }, this.element, this.large);
  }

  /** Whether boards of this shape have tiles to touch. */
  static isPlayable({ rows, cols }) {
    return rows * cols <= MOST_CELLS && Math.max(rows, cols) <= MOST_SIDE;
  }

  /**
   * Shows a board.
   * @param {import("./puzzle.js").Board} board
   * @param {{goal?: import("./puzzle.js").Board | null, slideTime?: number, jump?: boolean}} [options]
   *   `slideTime`: milliseconds that a tile takes at most; `jump`: tiles do not slide, because this is another board
   */
  show(board, { goal = null, slideTime = 120, jump = false } = {}) {
    const playable = PlayBoard.isPlayable(board);
    this.element.hidden = !playable;
    this.large.hidden = playable;
    // The page also shows the same board again, when an answer arrives: a click or a drag goes on.
    if (!isSame(this.#board, board)) {
      this.#endDrag();
    }
    if (!playable) {
      this.#board = board;
      this.#goal = goal;
      this.#showLarge();
      return;
    }
    const recoloured = goal !== this.#goal;
    const fresh = !this.#board || this.#cells.length !== board.cells.length || this.#board.cols !== board.cols;
    this.#board = board;
    this.#goal = goal;
    if (fresh) {
      this.#build();
    }
    if (fresh || recoloured) {
      this.#colour();
    }
    const jumps = fresh || jump || slideTime <= 0;
    this.element.style.setProperty("--slide-limit", `${slideTime}ms`);
    this.element.classList.toggle("jump", jumps);
    this.#place();
    if (this.#drag?.moved && this.#drag.letters !== "") {
      this.#offset(this.#drag);
    } else if (jumps) {
      // The browser has to see the new places before tiles may slide again.
      void this.element.offsetWidth;
      this.element.classList.remove("jump");
    }
    this.#nameCells();
  }

  /**
   * @param {{tiles: string, hover: boolean}} look `tiles`: the colour scheme; `hover`: tiles slide as the pointer
   *   passes
   */
  setLook({ tiles, hover }) {
    this.#follows = hover;
    if (tiles !== this.#scheme) {
      this.#scheme = tiles;
      this.#colour();
    }
  }

  /** @param {boolean} editing */
  setEditing(editing) {
    this.#editing = editing;
    this.#pick(-1);
    this.element.classList.toggle("editing", editing);
    this.grid.setAttribute("aria-label", editing ? "Board, edit mode: choose two cells to exchange them" : "Board");
    if (this.#board) {
      this.#nameCells();
    }
  }

  /**
   * Points at the tile that a move would slide; "" points at none.
   * @param {string} letter
   */
  showHint(letter) {
    this.tileLayer.querySelectorAll("[data-hint]").forEach((tile) => delete tile.dataset.hint);
    const cell = letter && this.#board ? neighbour(this.#board, this.#board.cells.indexOf(0), letter) : -1;
    if (cell >= 0 && this.#tiles.length > 0) {
      // The tile goes where the blank comes from.
      this.#tiles[this.#board.cells[cell]].dataset.hint = { U: "↓", D: "↑", L: "→", R: "←" }[letter];
    }
  }

  /** Puts the focus on the board. */
  focus() {
    this.#cells[this.#focused]?.focus({ preventScroll: true });
  }

  /**
   * Puts the focus on the next cell of a direction.
   * @param {string} letter
   */
  moveFocus(letter) {
    const cell = neighbour(this.#board, this.#focused, letter);
    this.#cells[cell >= 0 ? cell : this.#focused]?.focus({ preventScroll: true });
  }

  #build() {
    const { rows, cols, cells } = this.#board;
    for (const [name, value] of [
      ["--rows", rows],
      ["--cols", cols],
      ["--digits", String(cells.length - 1).length],
    ]) {
      this.element.style.setProperty(name, String(value));
    }
    this.#tiles = Array.from(cells, (_, tile) =>
      tile === 0 ? null : h("div", { class: "tile" }, h("span", null, String(tile))),
    );
    replace(this.tileLayer, this.#tiles);
    this.#cells = Array.from(cells, (_, cell) =>
      h("div", { class: "cell", role: "gridcell", "aria-colindex": (cell % cols) + 1, tabindex: -1 }),
    );
    this.grid.setAttribute("aria-rowcount", String(rows));
    this.grid.setAttribute("aria-colcount", String(cols));
    replace(
      this.grid,
      Array.from({ length: rows }, (_, row) =>
        h(
          "div",
          { role: "row", class: "cell-row", "aria-rowindex": row + 1 },
          this.#cells.slice(row * cols, (row + 1) * cols),
        ),
      ),
    );
    this.#typed = NOTHING_TYPED;
    this.#setFocused(cells.indexOf(0));
  }

  /** Gives each tile the colour, or the piece of the picture, of its place in the goal. */
  #colour() {
    this.element.dataset.tiles = this.#scheme;
    if (!this.#board || this.#tiles.length === 0) {
      return;
    }
    const { rows, cols } = this.#board;
    const homes = this.#goal ? cellsOfTiles(this.#goal) : null;
    this.element.style.setProperty("--picture", this.#scheme === "picture" ? `url("${PICTURE}")` : "none");
    this.#tiles.forEach((element, tile) => {
      if (!element) {
        return;
      }
      const home = homes ? homes[tile] : -1;
      const tone = home < 0 ? -1 : toneOf(this.#scheme, this.#board, home);
      element.dataset.tone = tone < 0 ? "" : String(tone);
      element.style.setProperty("--picture-x", String((Math.max(0, home) % cols) / Math.max(1, cols - 1)));
      element.style.setProperty("--picture-y", String(Math.floor(Math.max(0, home) / cols) / Math.max(1, rows - 1)));
    });
  }

  #place() {
    const { cols, cells } = this.#board;
    cells.forEach((tile, cell) => {
      const element = this.#tiles[tile];
      if (!element) {
        return;
      }
      const transform = `translate(${(cell % cols) * 100}%, ${Math.floor(cell / cols) * 100}%)`;
      if (element.style.transform !== transform) {
        element.style.transform = transform;
        // Where tiles rise one after the other, they do so from corner to corner.
        element.style.setProperty("--turn", String((cell % cols) + Math.floor(cell / cols)));
      }
      element.classList.toggle("at-home", this.#goal?.cells[cell] === tile);
    });
  }

  #nameCells() {
    const { cols, cells } = this.#board;
    cells.forEach((tile, cell) => {
      const place = `row ${Math.floor(cell / cols) + 1} column ${(cell % cols) + 1}`;
      const movable = tile !== 0 && slide(this.#board, cell) !== "";
      const words = [
        tile === 0 ? "empty" : `tile ${tile}`,
        place,
        movable && !this.#editing && "movable",
        tile !== 0 && this.#goal?.cells[cell] === tile && "in place",
        cell === this.#picked && "chosen",
      ];
      const name = words.filter(Boolean).join(", ");
      const element = this.#cells[cell];
      if (element.getAttribute("aria-label") !== name) {
        element.setAttribute("aria-label", name);
      }
      element.classList.toggle("movable", movable || this.#editing);
    });
  }

  #showLarge() {
    const { rows, cols, cells } = this.#board;
    this.#cells = [];
    this.#tiles = [];
    replace(this.grid);
    const home = this.#goal ? tilesAtHome(this.#board, this.#goal) : 0;
    const label = `board of ${rows} by ${cols}: ${number(home)} of ${plural(cells.length - 1, "tile")} in place`;
    replace(
      this.large,
      drawMosaic(this.#board, this.#goal, label),
      h(
        "figcaption",
        { class: "muted small" },
        `${label}. Too large for numbers: the darker a cell, the farther its tile is from home. `,
        "It can be solved and played back all the same.",
      ),
    );
  }

  #setFocused(cell) {
    if (cell < 0) {
      return;
    }
    this.#cells[this.#focused]?.setAttribute("tabindex", "-1");
    if (cell !== this.#focused) {
      this.#typed = NOTHING_TYPED;
    }
    this.#focused = cell;
    this.#cells[cell]?.setAttribute("tabindex", "0");
  }

  #slideTo(cell) {
    const letters = slide(this.#board, cell);
    if (letters !== "") {
      this.#hooks.onSlide(letters);
    }
  }

  #pick(cell) {
    this.#cells[this.#picked]?.classList.remove("picked");
    this.#picked = cell;
    this.#cells[cell]?.classList.add("picked");
    if (this.#board && this.#cells.length > 0) {
      this.#nameCells();
    }
  }

  #choose(cell) {
    if (this.#picked < 0) {
      this.#pick(cell);
    } else {
      const first = this.#picked;
      this.#pick(-1);
      if (first !== cell) {
        this.#hooks.onSwap(first, cell);
      }
    }
  }

  #cellAt(event) {
    const box = this.grid.getBoundingClientRect();
    const col = Math.floor(((event.clientX - box.left) / box.width) * this.#board.cols);
    const row = Math.floor(((event.clientY - box.top) / box.height) * this.#board.rows);
    const inside = col >= 0 && col < this.#board.cols && row >= 0 && row < this.#board.rows;
    return inside ? row * this.#board.cols + col : -1;
  }

  #pointerDown(event) {
    const cell = this.#cellAt(event);
    if (event.button !== 0 || cell < 0 || this.#drag) {
      return;
    }
    const letters = this.#editing ? "" : slide(this.#board, cell);
    this.#drag = { pointer: event.pointerId, cell, letters, x: event.clientX, y: event.clientY, part: 0, moved: false };
    // The cell keeps the pointer, not the grid: so the browser gives the focus to the cell.
    this.#cells[cell].setPointerCapture(event.pointerId);
  }

  #pointerMove(event) {
    const drag = this.#drag;
    if (!drag && this.#follows && !this.#editing && event.pointerType === "mouse" && event.buttons === 0) {
      const cell = this.#cellAt(event);
      if (cell >= 0) {
        this.#slideTo(cell);
      }
      return;
    }
    if (!drag || event.pointerId !== drag.pointer) {
      return;
    }
    const x = event.clientX - drag.x;
    const y = event.clientY - drag.y;
    drag.moved ||= Math.hypot(x, y) > CLICK_DISTANCE;
    if (!drag.moved || drag.letters === "") {
      return;
    }
    const box = this.grid.getBoundingClientRect();
    // Tiles go against the way of the blank, at most one cell.
    const way = {
      U: y / (box.height / this.#board.rows),
      D: -y / (box.height / this.#board.rows),
      L: x / (box.width / this.#board.cols),
      R: -x / (box.width / this.#board.cols),
    };
    drag.part = Math.min(1, Math.max(0, way[drag.letters[0]]));
    this.#offset(drag);
  }

  #offset({ letters, part }) {
    const { cols, cells } = this.#board;
    const [rowWay, colWay] = { U: [1, 0], D: [-1, 0], L: [0, 1], R: [0, -1] }[letters[0]];
    this.element.classList.add("jump");
    let cell = cells.indexOf(0);
    for (const letter of letters) {
      cell = neighbour(this.#board, cell, letter);
      const col = (cell % cols) + colWay * part;
      const row = Math.floor(cell / cols) + rowWay * part;
      this.#tiles[cells[cell]].style.transform = `translate(${col * 100}%, ${row * 100}%)`;
    }
  }

  #pointerUp(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.pointer) {
      return;
    }
    const target = this.#cellAt(event);
    this.#endDrag();
    if (this.#editing) {
      if (!drag.moved || target === drag.cell) {
        this.#choose(drag.cell);
      } else if (target >= 0) {
        this.#pick(-1);
        this.#hooks.onSwap(drag.cell, target);
      }
    } else if (drag.letters !== "" && (!drag.moved || drag.part >= SNAP_PART)) {
      this.#slideTo(drag.cell);
    }
  }

  /** Lets go; tiles that are not where they belong slide back. */
  #endDrag() {
    if (this.#drag) {
      this.#drag = null;
      this.element.classList.remove("jump");
      this.#place();
    }
  }

  /** A click without a pointer comes from a screen reader; others are told by the pointer events. */
  #click(event) {
    const cell = this.#cells.indexOf(event.target);
    if (event.detail === 0 && cell >= 0) {
      this.#act(cell);
    }
  }

  #act(cell) {
    if (this.#editing) {
      this.#choose(cell);
    } else {
      this.#slideTo(cell);
    }
  }

  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (event.key === "Enter" || (event.key === " " && this.#editing)) {
      this.#act(this.#focused);
    } else if (this.#editing && /^\d$/.test(event.key)) {
      this.typeDigit(event.key);
    } else if (this.#editing && event.key === "Escape") {
      if (this.#picked >= 0) {
        this.#pick(-1);
      } else {
        this.#hooks.onLeave();
      }
    } else {
      return;
    }
    event.preventDefault();
  }

  /**
   * The tile of the number typed comes to the focused cell, in exchange for what is there. A second digit makes a
   * longer number, where the board has it: then the exchange of the shorter one is taken back.
   * @param {string} digit
   */
  typeDigit(digit) {
    const now = performance.now();
    const before = this.#typed;
    const longer = now - before.at < TYPING_PAUSE ? before.digits + digit : digit;
    const goesOn = longer !== digit && this.#board.cells.includes(Number(longer));
    const digits = goesOn ? longer : digit;
    if (goesOn && before.from >= 0) {
      this.#hooks.onSwap(before.from, this.#focused);
    }
    const from = this.#board.cells.indexOf(Number(digits));
    const moves = from >= 0 && from !== this.#focused;
    this.#typed = { digits: from >= 0 ? digits : "", at: now, from: moves ? from : -1 };
    if (moves) {
      this.#hooks.onSwap(from, this.#focused);
    }
  }
}
