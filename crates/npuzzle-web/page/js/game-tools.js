// @ts-check
// The buttons below the board.

import { h, icon } from "./dom.js";
import { EDIT, HINT, REDO, RESTART, UNDO } from "./icons.js";

/**
 * @param {{undo: () => void, redo: () => void, restart: () => void, hint: () => void, edit: () => void}} act
 * @param {HTMLElement} menu what stands behind the buttons
 */
export function createGameTools(act, menu) {
  const tool = (label, path, key, run) =>
    h(
      "button",
      { type: "button", class: "button", title: `${label} (${key})`, onclick: run },
      icon(path),
      h("span", null, label),
    );
  const undo = tool("Undo", UNDO, "Z", act.undo);
  const redo = tool("Redo", REDO, "Shift+Z", act.redo);
  const restart = tool("Restart", RESTART, "0", act.restart);
  const hint = tool("Hint", HINT, "H", act.hint);
  const edit = tool("Edit", EDIT, "E", act.edit);
  edit.setAttribute("aria-pressed", "false");
  return {
    element: h("div", { class: "toolbar", role: "group", "aria-label": "Game" }, undo, redo, restart, hint, edit, menu),
    /** @param {{canUndo: boolean, canRedo: boolean, canRestart: boolean, canEdit: boolean, editing: boolean}} now */
    update({ canUndo, canRedo, canRestart, canEdit, editing }) {
      // A disabled button would lose the focus.
      undo.setAttribute("aria-disabled", String(!canUndo));
      redo.setAttribute("aria-disabled", String(!canRedo));
      restart.setAttribute("aria-disabled", String(!canRestart));
      edit.disabled = !canEdit;
      edit.setAttribute("aria-pressed", String(editing));
    },
  };
}
