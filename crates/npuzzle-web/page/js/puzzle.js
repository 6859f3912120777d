// @ts-check
// Boards and moves, without the page. A move letter is the direction of the blank, as in the engine.

/** @typedef {{rows: number, cols: number, cells: number[]}} Board */

/** What each letter adds to the row and the column of the blank. */
export const STEPS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };

const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };

/**
 * Reads `1 2 3/4 0 6/7 5 8`.
 * @param {string} text
 * @returns {Board | null} `null` if it is no board: rows of different lengths, or not each of 0 to n-1 once
 */
export function parseRows(text) {
  const trimmed = text.trim();
  // Without a slash it is a flat list, whose shape is for the server to tell. A single row ends in one.
  if (!trimmed.includes("/")) {
    return null;
  }
  const lines = trimmed
    .replace(/\/$/, "")
    .split("/")
    .map((line) => line.trim().split(/\s+/));
  const cols = lines[0].length;
  const cells = lines.flat().map((word) => (/^\d{1,6}$/.test(word) ? Number(word) : -1));
  if (cells.length < 2 || lines.some((line) => line.length !== cols)) {
    return null;
  }
  const seen = new Uint8Array(cells.length);
  for (const tile of cells) {
    if (tile < 0 || tile >= cells.length || seen[tile]) {
      return null;
    }
    seen[tile] = 1;
  }
  return { rows: lines.length, cols, cells };
}

/**
 * The board in the form that `parseRows` reads.
 * @param {Board} board
 */
export function rowsText({ rows, cols, cells }) {
  const lines = Array.from({ length: rows }, (_, row) => cells.slice(row * cols, (row + 1) * cols).join(" "));
  return lines.join("/") + (rows === 1 ? "/" : "");
}

/**
 * A board of an answer of the server, whose cells are one flat list.
 * @param {{rows: number, cols: number}} shape
 * @param {number[]} cells
 * @returns {Board}
 */
export function boardOf(shape, cells) {
  return { rows: shape.rows, cols: shape.cols, cells };
}

/**
 * `3x4`.
 * @param {{rows: number, cols: number}} shape
 */
export function sizeText({ rows, cols }) {
  return `${rows}x${cols}`;
}

/**
 * Where a move leads the blank.
 * @param {{rows: number, cols: number}} shape
 * @param {number} blank
 * @param {string} letter
 * @returns {number} the cell, or -1 beyond the edge
 */
export function neighbour({ rows, cols }, blank, letter) {
  const step = STEPS[letter];
  if (!step) {
    return -1;
  }
  const row = Math.floor(blank / cols) + step[0];
  const col = (blank % cols) + step[1];
  return row < 0 || row >= rows || col < 0 || col >= cols ? -1 : row * cols + col;
}

/**
 * One move of the blank.
 * @param {Board} board
 * @param {string} letter
 * @returns {Board | null} a new board, or `null` if the blank stands at that edge
 */
export function move(board, letter) {
  const blank = board.cells.indexOf(0);
  const cell = neighbour(board, blank, letter);
  if (cell < 0) {
    return null;
  }
  const cells = board.cells.slice();
  cells[blank] = cells[cell];
  cells[cell] = 0;
  return { ...board, cells };
}

/**
 * The moves that bring the blank to a cell of its own row or column, so that all tiles between slide by one.
 * @param {Board} board
 * @param {number} cell
 * @returns {string} letters; "" if the cell is not in line with the blank, or is the blank
 */
export function slide(board, cell) {
  const blank = board.cells.indexOf(0);
  const rowStep = Math.floor(cell / board.cols) - Math.floor(blank / board.cols);
  const colStep = (cell % board.cols) - (blank % board.cols);
  if (rowStep !== 0 && colStep !== 0) {
    return "";
  }
  return rowStep !== 0
    ? (rowStep < 0 ? "U" : "D").repeat(Math.abs(rowStep))
    : (colStep < 0 ? "L" : "R").repeat(Math.abs(colStep));
}

/**
 * All moves, one after the other.
 * @param {Board} board
 * @param {string} letters
 * @returns {Board | null} `null` if one of them is impossible
 */
export function applyMoves(board, letters) {
  const cells = board.cells.slice();
  let blank = cells.indexOf(0);
  for (const letter of letters) {
    const cell = neighbour(board, blank, letter);
    if (cell < 0) {
      return null;
    }
    cells[blank] = cells[cell];
    cells[cell] = 0;
    blank = cell;
  }
  return { ...board, cells };
}

/**
 * The letters that take moves back: reversed, each in the other direction.
 * @param {string} letters
 */
export function inverse(letters) {
  return [...letters]
    .reverse()
    .map((letter) => OPPOSITE[letter])
    .join("");
}

/**
 * The same moves, named by the direction of the tile instead of the blank, or the other way round.
 * @param {string} letters
 */
export function otherSide(letters) {
  return [...letters].map((letter) => OPPOSITE[letter]).join("");
}

/**
 * The board with two cells exchanged.
 * @param {Board} board
 * @param {number} first
 * @param {number} second
 * @returns {Board}
 */
export function swapCells(board, first, second) {
  const cells = board.cells.slice();
  [cells[first], cells[second]] = [cells[second], cells[first]];
  return { ...board, cells };
}

/**
 * Whether two boards have the same shape and the same tiles.
 * @param {Board | null} a
 * @param {Board | null} b
 */
export function sameBoard(a, b) {
  return (
    a !== null &&
    b !== null &&
    a.rows === b.rows &&
    a.cols === b.cols &&
    a.cells.every((tile, cell) => tile === b.cells[cell])
  );
}

/**
 * How many tiles, the blank not counted, stand in the cell where the goal has them.
 * @param {Board} board
 * @param {Board} goal
 */
export function tilesAtHome(board, goal) {
  return board.cells.filter((tile, cell) => tile !== 0 && goal.cells[cell] === tile).length;
}

/**
 * The cell of each tile.
 * @param {Board} board
 * @returns {number[]}
 */
export function cellsOfTiles(board) {
  const cells = new Array(board.cells.length);
  board.cells.forEach((tile, cell) => {
    cells[tile] = cell;
  });
  return cells;
}
