// @ts-check
// How the reader got to the focused element: by pointing at it, or with the keyboard.
//
// A button that was clicked keeps the focus, and would take Space and the arrow keys from the view. Readers who use the
// keyboard expect that; a reader who clicked has moved on, and expects the keys of the view.

let pressed = false;
/** @type {Element | null} the element that has the focus because it was pointed at */
let pointedAt = null;

/** Whether a mouse button, a finger or a pen is down. */
export const isPointerDown = () => pressed;

/**
 * Whether an element has the focus because the reader pointed at it.
 * @param {EventTarget | null} element
 */
export const wasPointedAt = (element) => element !== null && element === pointedAt;

/** Begins to listen. */
export function startPointer() {
  const listen = (type, run) => addEventListener(type, run, { capture: true });
  listen("pointerdown", ({ target }) => {
    pressed = true;
    pointedAt = target instanceof Element ? target.closest("button, summary, a, [role=tab], [role=button]") : null;
  });
  listen("pointerup", () => (pressed = false));
  listen("pointercancel", () => (pressed = false));
  listen("focusin", ({ target }) => {
    if (!pressed && target !== pointedAt) {
      pointedAt = null;
    }
  });
  // Tab says that the keyboard is in use from here on.
  listen("keydown", ({ key }) => {
    if (key === "Tab") {
      pointedAt = null;
    }
  });
}
