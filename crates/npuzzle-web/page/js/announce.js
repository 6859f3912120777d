// @ts-check
// The polite live region: what a sighted person sees happen, said once.

/** At most one sentence in so many milliseconds; of several only the last is said, the others are out of date. */
const PAUSE = 1000;

let region = null;
let waiting = "";
let timer = 0;
let last = -Infinity;

/** @param {HTMLElement} element the live region */
export function startAnnouncing(element) {
  region = element;
}

function say() {
  timer = 0;
  last = performance.now();
  if (region) {
    // A region that holds the same text already would stay silent.
    region.textContent = region.textContent === waiting ? `${waiting}\u00a0` : waiting;
  }
}

/**
 * Says something to those who listen to the page.
 * @param {string} text
 */
export function announce(text) {
  waiting = text;
  timer ||= setTimeout(say, Math.max(0, last + PAUSE - performance.now()));
}
