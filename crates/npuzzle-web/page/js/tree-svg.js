// @ts-check
// The search tree of a moment as a picture that stands alone: SVG for slides and papers.

import { parseRows } from "./puzzle.js";
import { COLUMN, centreOf, halfWidth, label, RADIUS, ROW, traceEdge } from "./tree-paint.js";

/** A larger picture is nothing that a person looks at, nor a program opens in time. */
export const MOST_NODES = 6000;
/** Up to so many nodes each shows its board. */
const MOST_BOARDS = 400;
const MARGIN = 30;

/** Colours of the light theme: slides and paper are white. */
const COLOUR = {
  open: "#2563b8", made: "#2563b8", closed: "#6b5b95", visited: "#6b5b95", forgotten: "#51605e", dropped: "#b3261e",
  path: "#b0420f", line: "#7a8a88", text: "#16201f", tile: "#ffffff", home: "#d6ecea", ground: "#e9eeee",
};

const escaped = (text) =>
  String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const round = (value) => String(Math.round(value * 10) / 10);

/** Writes what `traceEdge` draws. */
class Ink {
  text = "";

  moveTo(...at) {
    this.text += `M${at.map(round).join(" ")}`;
  }

  bezierCurveTo(...at) {
    this.text += `C${at.map(round).join(" ")}`;
  }
}

function boardPicture(board, goal) {
  const { rows, cols, cells } = board;
  const size = (2 * RADIUS - 2) / Math.max(rows, cols);
  const [left, top] = [(-size * cols) / 2, (-size * rows) / 2];
  return cells.map((tile, cell) => {
    if (!tile) return "";
    const [x, y] = [left + (cell % cols) * size, top + Math.floor(cell / cols) * size];
    const fill = goal?.cells[cell] === tile ? COLOUR.home : COLOUR.tile;
    return `<rect x="${round(x + 0.4)}" y="${round(y + 0.4)}" width="${round(size - 0.8)}" height="${round(size - 0.8)}" ` +
      `rx="1" fill="${fill}"/><text x="${round(x + size / 2)}" y="${round(y + size / 2)}" font-size="${round(size * 0.62)}" ` +
      `dy=".36em">${tile}</text>`;
  }).join("");
}

function nodePicture(place, node, { onPath, withBoards, goal }) {
  const [x, y] = centreOf(place);
  const stroke = onPath ? COLOUR.path : COLOUR[node.status];
  const width = onPath ? 3.5 : 1.5;
  const head = `<g transform="translate(${x} ${y})"><title>${escaped(`${node.state}: ${node.g} + ${node.h} = ${label(node)}`)}</title>`;
  const board = withBoards ? parseRows(node.state) : null;
  const sum = `<text y="${RADIUS + 6}" font-size="6.5" fill="${COLOUR.text}">${node.g} + ${node.h} = ${label(node)}</text>`;
  if (board && board.cells.length <= 36) {
    return `${head}<rect x="${-RADIUS}" y="${-RADIUS}" width="${2 * RADIUS}" height="${2 * RADIUS}" rx="4" ` +
      `fill="${COLOUR.ground}" stroke="${stroke}" stroke-width="${width}"/>${boardPicture(board, goal)}${sum}</g>`;
  }
  if (node.status === "dropped") {
    return `${head}<path d="M-7-7L7 7M-7 7L7-7" stroke="${stroke}" stroke-width="2" fill="none"/></g>`;
  }
  const half = halfWidth(node);
  const filled = node.status === "closed" || node.status === "visited";
  const round13 = node.status === "open" || node.status === "made" ? RADIUS : 5;
  return `${head}<rect x="${-half}" y="${-RADIUS}" width="${2 * half}" height="${2 * RADIUS}" rx="${round13}" ` +
    `fill="${filled ? COLOUR.closed : COLOUR.tile}" stroke="${stroke}" stroke-width="${width}"/>` +
    `<text font-size="11" dy=".36em" fill="${filled ? COLOUR.tile : COLOUR.text}">${label(node)}</text></g>`;
}

/**
 * @param {{trace: import("./trace.js").Trace, layout: import("./tree-layout.js").TreeLayout, step: number,
 *   goal: string | null, title: string}} scene
 * @returns {{svg: string, drawn: number, left: number}} `left`: how many nodes it leaves out, the latest ones
 */
export function treeSvg({ trace, layout, step, goal, title }) {
  layout.grow(step);
  const keys = trace.pathKeys(step);
  const path = new Set(keys);
  const all = trace.births.slice(layout.from, layout.from + layout.count(step)).map(({ key }) => layout.places.get(key));
  const placed = all.filter(({ birth }, at) => at < MOST_NODES || path.has(birth.key));
  const nodes = placed.map((place) => [place, trace.nodeAt(place.birth, step)]).filter(([, node]) => node);
  const [lines, pathLines] = [new Ink(), new Ink()];
  for (const [place, node] of nodes) {
    const parent = layout.places.get(node.parent);
    if (parent) traceEdge(path.has(node.key) ? pathLines : lines, parent, place, 1);
  }
  const bridge = trace.meetingKeys(step).map((key) => layout.places.get(key));
  if (bridge.length === 2 && bridge.every(Boolean)) traceEdge(pathLines, bridge[0], bridge[1], 1);
  const columns = placed.map(({ column }) => column);
  const rows = placed.map(({ row }) => row);
  const range = (values) => values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity]);
  const [[left, right], [top, bottom]] = [range(columns), range(rows)];
  const box = [left * COLUMN - MARGIN, top * ROW - MARGIN, (right - left) * COLUMN + 2 * MARGIN,
    (bottom - top) * ROW + 2 * MARGIN + 6].map(round);
  const withBoards = nodes.length <= MOST_BOARDS;
  const goalBoard = goal === null ? null : parseRows(goal);
  const pictures = nodes.map(([place, node]) =>
    nodePicture(place, node, { onPath: path.has(node.key), withBoards, goal: goalBoard }));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}" width="${box[2]}" height="${box[3]}" ` +
    `font-family="system-ui, sans-serif" text-anchor="middle"><title>${escaped(title)}</title>` +
    `<rect x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}" fill="#ffffff"/>` +
    `<path d="${lines.text}" fill="none" stroke="${COLOUR.line}" stroke-width="1.2"/>` +
    `<path d="${pathLines.text}" fill="none" stroke="${COLOUR.path}" stroke-width="4"/>${pictures.join("\n")}</svg>\n`;
  return { svg, drawn: nodes.length, left: all.length - nodes.length };
}
