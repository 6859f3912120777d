// @ts-check
// A `details` element that opens over the page, and closes when one goes on to something else.

import { isPointerDown } from "./pointer.js";

/**
 * @param {HTMLDetailsElement} details
 * @returns {HTMLDetailsElement} the same
 */
export function asPopover(details) {
  details.classList.add("popover");
  details.addEventListener("focusout", ({ relatedTarget }) => {
    // A press on words inside takes the focus elsewhere, and is no reason to close.
    if (relatedTarget && !details.contains(relatedTarget) && !isPointerDown()) details.open = false;
  });
  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open || event.defaultPrevented) return;
    event.stopPropagation();
    details.open = false;
    details.querySelector("summary").focus();
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (details.open && !details.contains(target)) details.open = false;
  });
  return details;
}
