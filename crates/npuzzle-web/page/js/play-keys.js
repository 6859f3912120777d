// @ts-check
// The keys of the play view.

const ARROW_LETTERS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
const ARROWS = Object.keys(ARROW_LETTERS);
const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/**
 * @param {{isEditing: () => boolean, arrow: (letter: string) => void, focusNext: (letter: string) => void,
 *   typeDigit: (digit: string) => void, solve: () => void, stop: () => void, another: () => void, hint: () => void,
 *   edit: (on: boolean) => void, undo: () => void, redo: () => void, restart: () => void}} act `arrow`: the direction
 *   that an arrow key names
 * @returns {import("./keys.js").Shortcut[]}
 */
export function playKeys(act) {
  const focusNext = ({ key }) => act.focusNext(ARROW_LETTERS[key]);
  return [
    {
      keys: ARROWS,
      shown: "← ↑ → ↓",
      does: "slide a tile",
      run: (event) => (act.isEditing() ? focusNext(event) : act.arrow(ARROW_LETTERS[event.key])),
    },
    {
      keys: ARROWS.map((key) => `Shift+${key}`),
      shown: "Shift+←",
      does: "go from cell to cell; Enter slides the tile there",
      run: focusNext,
    },
    { keys: ["s"], shown: "S", does: "solve", run: act.solve },
    {
      keys: ["Escape"],
      shown: "Esc",
      does: "stop the search; end the edit mode",
      run: () => (act.isEditing() ? act.edit(false) : act.stop()),
    },
    { keys: ["r"], shown: "R", does: "another board of the same kind", run: act.another },
    { keys: ["h"], shown: "H", does: "hint: show the next move, then make it", run: act.hint },
    { keys: ["e"], shown: "E", does: "edit mode", run: () => act.edit(!act.isEditing()) },
    // In edit mode digits are for the board, wherever the focus is.
    {
      keys: DIGITS,
      shown: "0…9",
      does: "in edit mode: the tile for the chosen cell",
      when: act.isEditing,
      run: ({ key }) => act.typeDigit(key),
    },
    { keys: ["z", "Ctrl+z"], shown: "Z Ctrl+Z", does: "undo: moves, edits, repairs, goals, new boards", run: act.undo },
    { keys: ["Shift+z", "Ctrl+Shift+z", "Ctrl+y"], shown: "Shift+Z Ctrl+Y", does: "redo", run: act.redo },
    { keys: ["0"], shown: "0", does: "back to the start", run: act.restart },
  ];
}
