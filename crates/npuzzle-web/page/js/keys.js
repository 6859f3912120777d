// @ts-check
// Keyboard shortcuts of the views. The `?` sheet is made from what is registered here, so it cannot be out of date.

/**
 * @typedef {object} Shortcut
 * @property {string[]} keys values of `KeyboardEvent.key`, letters in lower case, with `Shift+` where it matters, and
 *   with `Ctrl+` for those that are meant (the command key of a Mac is one)
 * @property {string} shown how the sheet writes it
 * @property {string} does what it does, as the sheet says it
 * @property {(event: KeyboardEvent) => void} run
 * @property {(event: KeyboardEvent) => boolean} [when] whether it applies to the place of the focus
 */

import { wasPointedAt } from "./pointer.js";

/** @type {Map<string, Shortcut[]>} */
const registered = new Map();

const MOVES_WITHIN = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"]);
/** Among them what scrolls: a tree wider than its panel could not be seen by keyboard otherwise. */
const WITH_OWN_ARROWS =
  "input, summary, .pseudocode, " +
  ["tab", "slider", "radio", "option", "treeitem", "menuitem", "region"].map((role) => `[role=${role}]`).join(", ");
const PRESSED_BY_SPACE = "button, summary, input, [role=button], [role=tab], [role=checkbox], [role=switch]";

/** Whether the focused element wants the key for itself. */
function isTaken(event) {
  const target = event.target instanceof Element ? event.target : null;
  if (!target || target === document.body) {
    return false;
  }
  if (target.matches("textarea, select, [contenteditable]:not([contenteditable=false]), [role=combobox]")) {
    return true;
  }
  if (target.matches("input:not([type=checkbox], [type=radio], [type=range], [type=button])")) {
    return true;
  }
  if (event.key === "Enter") {
    return target.matches(`${PRESSED_BY_SPACE}, a`);
  }
  // A button that was clicked leaves these keys to the view.
  if (wasPointedAt(target)) {
    return false;
  }
  if (MOVES_WITHIN.has(event.key)) {
    return target.matches(WITH_OWN_ARROWS);
  }
  return event.key === " " && target.matches(PRESSED_BY_SPACE);
}

function nameOf(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const held = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  // Where Ctrl is held, Shift makes another key.
  return [held + (held && event.shiftKey ? "Shift+" : "") + key, event.shiftKey && !held ? `Shift+${key}` : null];
}

/**
 * Adds shortcuts that work while a view is shown.
 * @param {string} view a name of a view, or "all"
 * @param {Shortcut[]} shortcuts
 */
export function registerKeys(view, shortcuts) {
  registered.set(view, [...(registered.get(view) ?? []), ...shortcuts]);
}

/**
 * The shortcuts of a view, as registered.
 * @param {string} view
 * @returns {Shortcut[]}
 */
export function keysOf(view) {
  return registered.get(view) ?? [];
}

/**
 * Listens to the keyboard.
 * @param {() => {view: string, shortcuts: boolean}} getState
 */
export function startKeys(getState) {
  let took = "";
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) {
      return;
    }
    const { view, shortcuts } = getState();
    // Readers who turn the single-letter shortcuts off speak to the page, or have keys that press themselves.
    const single = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
    if ((!shortcuts && single) || isTaken(event) || document.querySelector("dialog[open]")) {
      return;
    }
    const [plain, shifted] = nameOf(event);
    const candidates = [...keysOf(view), ...keysOf("all")].filter(({ when }) => !when || when(event));
    // A key that says Shift is preferred to the same key without, which takes both.
    const found =
      candidates.find(({ keys }) => shifted && keys.includes(shifted)) ??
      candidates.find(({ keys }) => keys.includes(plain));
    if (found) {
      took = event.key;
      event.preventDefault();
      found.run(event);
    }
  });
  // Some browsers press a focused button when Space is let go.
  document.addEventListener("keyup", (event) => {
    if (event.key === took) {
      took = "";
      event.preventDefault();
    }
  });
}
