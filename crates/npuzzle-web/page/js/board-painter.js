// @ts-check
// Boards on a canvas, for films and share cards, with the tiles as the reader sees them. The colours are those of the
// light theme: pictures travel without their page.

import { cellsOfTiles } from "./puzzle.js";
import { PICTURE, toneOf } from "./tile-colours.js";

const TRAY = "#cfdad8";
const TILE = "#ffffff";
const INK = "#12302e";
const HOME = "#0b7a75";
const HOME_INK = "#ffffff";
/** The tones of rows and rings, as the style sheet has them in the light theme. */
const TONES = ["#ffcdc3", "#c4ddff", "#f2dca0", "#b5ecc6", "#f2cdf4", "#ffd3a8", "#a9e6f0", "#d3e7a8"];
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';

/** @returns {Promise<HTMLImageElement>} */
async function loadPicture() {
  const image = new Image();
  image.src = PICTURE;
  await image.decode();
  return image;
}

/**
 * Something that paints boards of one shape and goal.
 * @param {{context: CanvasRenderingContext2D, goal: import("./puzzle.js").Board, tiles: string, cell: number,
 *   left?: number, top?: number}} options `tiles`: the colour scheme; `cell`: pixels of a cell
 */
export async function createPainter({ context, goal, tiles, cell, left = 0, top = 0 }) {
  const { rows, cols } = goal;
  const homes = cellsOfTiles(goal);
  const picture = tiles === "picture" ? await loadPicture() : null;
  const gap = Math.max(1, Math.round(cell / 24));
  const radius = cell / 7;
  const digits = String(rows * cols - 1).length;
  const corner = (at) => [left + (at % cols) * cell, top + Math.floor(at / cols) * cell];

  function box(x, y, fill) {
    context.beginPath();
    context.roundRect(x + gap / 2, y + gap / 2, cell - gap, cell - gap, radius);
    context.fillStyle = fill;
    context.fill();
  }

  function number(tile, x, y, size, ink) {
    context.fillStyle = ink;
    context.font = `700 ${Math.round(size)}px ${FONT}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(String(tile), x, y);
  }

  /** A tile at a place that may lie between two cells. */
  function tileAt(tile, x, y, isHome) {
    const tone = toneOf(tiles, goal, homes[tile]);
    box(x, y, tone >= 0 ? TONES[tone] : isHome ? HOME : TILE);
    if (picture) {
      const [pictureX, pictureY] = [homes[tile] % cols, Math.floor(homes[tile] / cols)];
      context.save();
      context.clip();
      const [w, h] = [picture.naturalWidth / cols, picture.naturalHeight / rows];
      context.drawImage(picture, pictureX * w, pictureY * h, w, h, x, y, cell, cell);
      context.restore();
    }
    const size = cell * Math.min(0.42, 1.15 / (digits + 0.6)) * (picture ? 0.5 : 1);
    const ink = tone < 0 && (isHome || picture) ? HOME_INK : INK;
    if (picture) {
      number(tile, x + cell * 0.22 + 1, y + cell * 0.22 + 1, size, "#000000");
      number(tile, x + cell * 0.22, y + cell * 0.22, size, ink);
    } else {
      number(tile, x + cell / 2, y + cell / 2 + size * 0.04, size, ink);
    }
    if (isHome && !picture) {
      number("✓", x + cell * 0.84, y + cell * 0.85, cell * 0.14, ink);
    }
  }

  return {
    corner,
    tileAt,
    isHome: (tile, at) => homes[tile] === at,
    /** The tray below one cell. */
    hollow(at) {
      context.fillStyle = TRAY;
      context.fillRect(...corner(at), cell, cell);
    },
    /** @param {import("./puzzle.js").Board} board */
    board(board) {
      context.fillStyle = TRAY;
      context.fillRect(left, top, cols * cell, rows * cell);
      board.cells.forEach((tile, at) => {
        if (tile !== 0) {
          tileAt(tile, ...corner(at), homes[tile] === at);
        }
      });
    },
  };
}
