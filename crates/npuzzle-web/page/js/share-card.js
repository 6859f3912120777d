// @ts-check
// A card to send to others: the board, how it went, and the link as a QR code.

import { createPainter } from "./board-painter.js";
import { pathOf, qrCode } from "./qr-code.js";

/** @typedef {{board: import("./puzzle.js").Board, goal: import("./puzzle.js").Board, tiles: string, title: string,
 *   lines: string[]}} Card */

const WIDTH = 960;
const HEIGHT = 504;
const MARGIN = 36;
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';
/** Larger boards have no numbers on the page either. */
const MOST_CELLS = 400;

/** Whether a board can be painted. */
export const isPaintable = ({ rows, cols }) => rows * cols <= MOST_CELLS;

/** Words in lines no wider than this. */
function wrapped(context, text, width) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (context.measureText(longer).width <= width || lines.at(-1) === "") {
      lines[lines.length - 1] = longer;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

/**
 * @param {Card} card
 * @param {string} link
 * @returns {Promise<HTMLCanvasElement>}
 */
export async function paintCard({ board, goal, tiles, title, lines }, link) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = "#f6f8f8";
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const side = HEIGHT - 2 * MARGIN;
  const cell = Math.floor(side / Math.max(board.rows, board.cols));
  const [wide, high] = [cell * board.cols, cell * board.rows];
  const left = MARGIN + (side - wide) / 2;
  const top = MARGIN + (side - high) / 2;
  context.fillStyle = "#cfdad8";
  context.beginPath();
  context.roundRect(left - 10, top - 10, wide + 20, high + 20, 16);
  context.fill();
  const painter = await createPainter({ context, goal, tiles, cell, left, top });
  painter.board(board);

  const x = 2 * MARGIN + side;
  const width = WIDTH - MARGIN - x;
  let y = MARGIN + 22;
  context.textAlign = "left";
  context.textBaseline = "middle";
  const write = (text, size, weight, colour) => {
    context.fillStyle = colour;
    context.font = `${weight} ${size}px ${FONT}`;
    for (const line of wrapped(context, text, width)) {
      context.fillText(line, x, y);
      y += size * 1.3;
    }
  };
  write("npuzzle", 24, 700, "#0b7a75");
  y += 12;
  write(title, 34, 700, "#16201f");
  y += 8;
  lines.forEach((line) => write(line, 22, 400, "#51605e"));
  const code = qrCode(link);
  if (code) {
    // Whole pixels for each module, and a margin of four of them, as readers of codes want it.
    const module = Math.max(1, Math.floor(Math.min(190, HEIGHT - MARGIN - y) / (code.size + 8)));
    const edge = (code.size + 8) * module;
    context.translate(x, HEIGHT - MARGIN - edge);
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, edge, edge);
    context.scale(module, module);
    context.translate(4, 4);
    context.fillStyle = "#000000";
    context.fill(new Path2D(pathOf(code)));
    context.resetTransform();
  }
  return canvas;
}
