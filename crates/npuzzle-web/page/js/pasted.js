// @ts-check
// What is pasted anywhere in the view: moves such as `ULDR`, or else a board in any form.

import { Walk } from "./walk.js";
import { plural } from "./format.js";

/**
 * The moves of a text.
 * @param {string} text
 * @returns {string} "" if it is no text of moves
 */
export function movesOf(text) {
  return /^[udlr\s]{2,}$/i.test(text) ? text.replace(/\s/g, "").toUpperCase() : "";
}

/**
 * Hears of texts that are pasted into no field.
 * @param {() => boolean} isWanted
 * @param {(text: string) => void} take
 */
export function listenToPaste(isWanted, take) {
  document.addEventListener("paste", (event) => {
    const { target } = event;
    const inField = target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (isWanted() && !inField && text.trim() !== "" && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      take(text);
    }
  });
}

/**
 * Why moves cannot be made, in words.
 * @param {import("./puzzle.js").Board} board
 * @param {string} letters
 * @returns {string} "" if all of them can
 */
export function whyNot(board, letters) {
  const { length } = new Walk(board, letters);
  if (length === letters.length) {
    return "";
  }
  const fit = length === 0 ? "the first of them" : `after ${plural(length, "move")} the next`;
  const why = `${fit} leads the blank beyond the edge`;
  return `The ${plural(letters.length, "move")} do not fit this board: ${why}. Nothing was changed.`;
}
