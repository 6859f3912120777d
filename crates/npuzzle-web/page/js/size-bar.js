// @ts-check
// The bar above the board: the usual sizes, a new board, the board of the day.

import { h, icon } from "./dom.js";
import { DAY, SHUFFLE } from "./icons.js";
import { asPopover } from "./popover.js";

const USUAL = ["3x3", "4x4", "5x5"];
const FURTHER = ["2x2", "2x3", "3x4", "4x5", "6x6", "8x8", "10x10"];

/**
 * @param {{onSize: (size: string) => void, onNew: () => void, onDaily: () => void, onFields: () => void}} hooks
 *   `onFields`: the reader wants the fields for any size, kind and seed
 */
export function createSizeBar({ onSize, onNew, onDaily, onFields }) {
  const buttons = new Map();
  const sizeButton = (size) => {
    const button = h(
      "button",
      { type: "button", class: "button size-button", "aria-pressed": "false", onclick: () => choose(size) },
      size.replace("x", "×"),
    );
    button.setAttribute("aria-label", `${size.replace("x", " by ")}, a new board`);
    buttons.set(size, button);
    return button;
  };
  const moreLabel = h("span", null, "More");
  const fields = () => {
    more.open = false;
    onFields();
  };
  const more = asPopover(
    h(
      "details",
      { class: "size-more" },
      h(
        "summary",
        { class: "button", "aria-label": "More sizes" },
        moreLabel,
        h("span", { "aria-hidden": "true" }, "▾"),
      ),
      h(
        "div",
        { class: "card size-list" },
        h("div", { class: "row" }, FURTHER.map(sizeButton)),
        h("button", { type: "button", class: "button button-quiet", onclick: fields }, "Any size, kind and seed …"),
      ),
    ),
  );
  const newButton = h(
    "button",
    { type: "button", class: "button", title: "New board of the same kind (R)", onclick: onNew },
    icon(SHUFFLE),
    h("span", null, "New"),
  );
  const dailyButton = h(
    "button",
    {
      type: "button",
      class: "button",
      title: "The board of today in this size: the same for everyone",
      onclick: onDaily,
    },
    icon(DAY),
    h("span", null, "Daily"),
  );
  const element = h(
    "div",
    { class: "size-bar" },
    h("div", { class: "sizes", role: "group", "aria-label": "Size" }, USUAL.map(sizeButton), more),
    h("div", { class: "row" }, newButton, dailyButton),
  );

  function choose(size) {
    more.open = false;
    onSize(size);
  }

  return {
    element,
    /**
     * @param {string} size of the board on the screen
     * @param {boolean} isDaily whether it is the board of today
     */
    update(size, isDaily) {
      for (const [name, button] of buttons) {
        button.setAttribute("aria-pressed", String(name === size));
      }
      moreLabel.textContent = USUAL.includes(size) ? "More" : size.replace("x", "×");
      more.querySelector("summary").classList.toggle("chosen", !USUAL.includes(size));
      dailyButton.setAttribute("aria-pressed", String(isDaily));
    },
  };
}
