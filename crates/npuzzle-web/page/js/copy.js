// @ts-check
// Buttons that take something along: a text into the clipboard, a picture into a file.

import { announce } from "./announce.js";
import { h } from "./dom.js";

async function copyText(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  // Only secure pages have the clipboard; a page served to the local network by plain HTTP has this. Beside an open
  // dialog nothing can be selected.
  const field = h("textarea", { class: "visually-hidden", value: text });
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  focused?.focus({ preventScroll: true });
  if (!done) {
    throw new Error("the browser does not allow it");
  }
}

/**
 * @param {BlobPart} content
 * @param {string} type
 * @param {string} name of the file
 */
export function saveFile(content, type, name) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click();
  // The download has begun by then, and its content is kept no longer.
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

/**
 * A button that says for a moment whether it has worked.
 * @param {string} label
 * @param {string} done what it has done: `copied`
 * @param {() => Promise<void>} act
 * @returns {HTMLButtonElement}
 */
export function reportingButton(label, done, act) {
  let timer = 0;
  const say = (word, words) => {
    button.textContent = word;
    announce(words);
    timer = setTimeout(() => (button.textContent = label), 1500);
  };
  const onclick = async () => {
    clearTimeout(timer);
    try {
      await act();
      say(`${done[0].toUpperCase()}${done.slice(1)} ✓`, `${label} ${done}`);
    } catch (error) {
      say(`Not ${done}`, `not ${done}: ${error.message}`);
    }
  };
  const button = h("button", { type: "button", class: "button", onclick }, label);
  return button;
}

/**
 * @param {string} label what is copied
 * @param {() => string} text
 */
export function copyButton(label, text) {
  return reportingButton(label, "copied", () => copyText(text()));
}

/**
 * Saves a solution as an animated GIF, with the tiles as the reader sees them.
 * @param {{getState: () => {tiles: string}}} store
 * @param {() => {start: import("./puzzle.js").Board, goal: import("./puzzle.js").Board, moves: string}} walk moves by
 *   the direction of the blank
 */
export function filmButton(store, walk) {
  return reportingButton("Save film (GIF)", "saved", async () => {
    // Few readers make films: the module is fetched when one does.
    const { film } = await import("./film.js");
    saveFile(await film({ ...walk(), tiles: store.getState().tiles }), "image/gif", "npuzzle.gif");
  });
}

/**
 * Saves a picture that the server draws.
 * @param {{draw: (body: object) => Promise<{svg: string}>}} api
 * @param {string} label
 * @param {() => object} body of `/api/draw`
 */
export function pictureButton(api, label, body) {
  return reportingButton(label, "saved", async () => {
    const { svg } = await api.draw(body());
    saveFile(svg, "image/svg+xml", "npuzzle.svg");
  });
}
