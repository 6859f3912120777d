// @ts-check
// How the nodes and lines of a search tree look on a canvas, at every size: dots from afar, numbers nearer, boards near.

import { parseRows } from "./puzzle.js";

/** Sizes of the picture, before it is enlarged. */
export const COLUMN = 64;
export const ROW = 34;
export const RADIUS = 13;

/** From this size on numbers can be read, and boards. */
const NUMBERS = 0.5;
const BOARDS = 1.6;

/** The colours that the style sheet gives, by name. */
const COLOURS = ["bg", "surface", "surface-2", "text", "muted", "border", "border-strong", "accent", "accent-soft",
  "open", "closed", "path", "bad", "good"];

/** @typedef {Record<string, string>} Palette */

/**
 * The present colours: a canvas does not know those of the style sheet.
 * @param {HTMLElement} element
 * @returns {Palette}
 */
export function readPalette(element) {
  const probe = document.createElement("span");
  element.append(probe);
  const style = getComputedStyle(probe);
  const palette = Object.fromEntries(COLOURS.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, style.color];
  }));
  palette.font = style.fontFamily;
  palette.mono = getComputedStyle(element).getPropertyValue("--mono") || "monospace";
  probe.remove();
  return palette;
}

/** @param {import("./tree-layout.js").Place} place */
export const centreOf = ({ column, row }) => [column * COLUMN, row * ROW];

/** Half the width of a node: three digits need more room than two. */
export const halfWidth = (node) => Math.max(RADIUS, 5 + 3.9 * label(node).length);

export const label = ({ f }) => (f > 99999 ? "∞" : String(f));

/**
 * A line from a parent to a child, into the path that is begun.
 * @param {{moveTo: Function, bezierCurveTo: Function}} ink
 */
export function traceEdge(ink, from, to, scale) {
  const [fromX, fromY] = centreOf(from);
  const [toX, toY] = centreOf(to);
  const away = scale < NUMBERS ? 0 : RADIUS;
  const direction = toX >= fromX ? 1 : -1;
  const [startX, endX] = [fromX + direction * away, toX - direction * away];
  const bend = (endX - startX) / 2;
  ink.moveTo(startX, fromY);
  ink.bezierCurveTo(startX + bend, fromY, endX - bend, toY, endX, toY);
}

/** The colour of a status. */
export const STATUS_COLOURS = {
  open: "open", made: "open", closed: "closed", visited: "closed", forgotten: "muted", dropped: "bad",
};

function outline(context, half, round) {
  context.beginPath();
  context.roundRect(-half, -RADIUS, 2 * half, 2 * RADIUS, round);
}

/** Open is hollow and round, closed is filled and square, dropped is a cross, forgotten is dashed. */
function paintNumber(context, node, look, palette) {
  const { status } = node;
  if (status === "dropped") {
    context.beginPath();
    context.moveTo(-7, -7);
    context.lineTo(7, 7);
    context.moveTo(-7, 7);
    context.lineTo(7, -7);
    context.lineWidth = 2;
    context.strokeStyle = look.onPath ? palette.path : palette.bad;
    context.stroke();
    return;
  }
  const filled = status === "closed" || status === "visited";
  const hollow = status === "open" || status === "made";
  outline(context, halfWidth(node), hollow ? RADIUS : 5);
  context.fillStyle = filled ? palette.closed : palette.surface;
  context.fill();
  ring(context, look, palette, palette[STATUS_COLOURS[status]], { dashed: status === "forgotten" });
  context.fillStyle = filled ? palette.surface : palette.text;
  context.font = `${look.current ? 700 : 500} 12px ${palette.font}`;
  context.fillText(label(node), 0, 0.5);
}

/** Lines grow with the picture up to a point: near, the states matter. */
export const lineOf = (width, scale) => width * Math.min(1, 1.5 / scale);

function ring(context, { onPath, current, made }, palette, colour, { dashed = false, scale = 1 } = {}) {
  context.lineWidth = lineOf(current ? 5 : onPath || made ? 3.5 : 1.5, scale);
  context.strokeStyle = onPath || current ? palette.path : made ? palette.accent : colour;
  if (dashed) context.setLineDash([2, 3]);
  context.stroke();
  if (dashed) context.setLineDash([]);
}

const boards = new Map();
/** Boards that are kept: those in sight are few. */
const MOST_KEPT = 2000;

function boardOf(state) {
  if (!boards.has(state)) {
    if (boards.size > MOST_KEPT) boards.clear();
    boards.set(state, parseRows(state));
  }
  return boards.get(state);
}

function paintBoard(context, board, goal, palette) {
  const { rows, cols, cells } = board;
  const size = (2 * RADIUS - 2) / Math.max(rows, cols);
  const [left, top] = [(-size * cols) / 2, (-size * rows) / 2];
  context.font = `600 ${(size * 0.62).toFixed(2)}px ${palette.font}`;
  cells.forEach((tile, cell) => {
    if (tile === 0) return;
    const [x, y] = [left + (cell % cols) * size, top + Math.floor(cell / cols) * size];
    context.fillStyle = goal?.cells[cell] === tile ? palette["accent-soft"] : palette.surface;
    context.beginPath();
    context.roundRect(x + 0.4, y + 0.4, size - 0.8, size - 0.8, size / 7);
    context.fill();
    context.fillStyle = palette.text;
    context.fillText(String(tile), x + size / 2, y + size / 2 + 0.3);
  });
}

/** A drawing of several lines, as large as fits. */
function paintDrawing(context, drawing, palette) {
  const lines = drawing.split("\n");
  const longest = Math.max(...lines.map((line) => line.length));
  const size = Math.min((2 * RADIUS - 2) / (lines.length * 1.1), (COLUMN - 22) / (longest * 0.6));
  context.font = `500 ${size.toFixed(2)}px ${palette.mono}`;
  context.textAlign = "left";
  context.fillStyle = palette.text;
  const left = (-longest * size * 0.6) / 2;
  lines.forEach((line, at) => context.fillText(line, left, (at - (lines.length - 1) / 2) * size * 1.1));
  context.textAlign = "center";
}

/** Whether nodes are so small that they are dots. */
export const isFar = (scale) => scale < NUMBERS;

/** Many dots at once, colour by colour. */
export function paintDots(context, nodes, scale, palette) {
  const size = Math.max(1.6 / scale, 15);
  const byStatus = new Map();
  for (const [place, { status }] of nodes) {
    if (!byStatus.has(status)) byStatus.set(status, []);
    byStatus.get(status).push(place);
  }
  for (const [status, places] of byStatus) {
    context.fillStyle = palette[STATUS_COLOURS[status]];
    for (const { column, row } of places) {
      context.fillRect(column * COLUMN - size / 2, row * ROW - size / 2, size, size);
    }
  }
}

/**
 * A node at the origin.
 * @param {CanvasRenderingContext2D} context with the picture's own sizes, times `scale`
 * @param {import("./trace.js").TreeNode} node
 * @param {{onPath: boolean, current: boolean, made: boolean}} look
 * @param {{scale: number, palette: Palette, goal: string | null, drawings?: Record<string, string>}} scene
 */
export function paintNode(context, node, look, { scale, palette, goal, drawings }) {
  if (scale < NUMBERS) {
    const size = Math.max(1.6 / scale, look.onPath || look.current ? 22 : 15);
    context.fillStyle = look.onPath || look.current ? palette.path : palette[STATUS_COLOURS[node.status]];
    context.fillRect(-size / 2, -size / 2, size, size);
    return;
  }
  const board = scale >= BOARDS ? boardOf(node.state) : null;
  const drawing = scale >= BOARDS && !board ? (drawings?.[node.state] ?? node.state) : null;
  const few = board && board.cells.length <= 36;
  if (!few && drawing === null) {
    paintNumber(context, node, look, palette);
    return;
  }
  const width = few ? RADIUS : COLUMN / 2 - 9;
  outline(context, width, 4);
  context.fillStyle = palette[few ? "surface-2" : "surface"];
  context.fill();
  ring(context, look, palette, palette[STATUS_COLOURS[node.status]], { dashed: node.status === "forgotten", scale });
  if (few) paintBoard(context, board, goal === null ? null : boardOf(goal), palette);
  else paintDrawing(context, drawing, palette);
  context.font = `600 ${Math.min(6.5, 15 / scale).toFixed(2)}px ${palette.font}`;
  context.fillStyle = node.status === "dropped" ? palette.bad : palette.muted;
  context.fillText(`${node.status === "dropped" ? "× " : ""}${node.g} + ${node.h} = ${label(node)}`, 0, RADIUS + 5.5);
}
