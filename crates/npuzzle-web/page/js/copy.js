// @ts-check
// Buttons that copy a text.

import { announce } from "./announce.js";
import { h } from "./dom.js";

async function copyText(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  // Only secure pages have the clipboard; a page served to the local network by plain HTTP has this.
  const field = h("textarea", { class: "visually-hidden", value: text });
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) {
    throw new Error("the browser does not allow it");
  }
}

/**
 * @param {string} label what is copied
 * @param {() => string} text
 * @returns {HTMLButtonElement}
 */
export function copyButton(label, text) {
  let timer = 0;
  const button = h(
    "button",
    {
      type: "button",
      class: "button",
      onclick: async () => {
        clearTimeout(timer);
        try {
          await copyText(text());
          button.textContent = "Copied ✓";
          announce(`${label} copied`);
        } catch (error) {
          button.textContent = "Not copied";
          announce(`not copied: ${error.message}`);
        }
        timer = setTimeout(() => (button.textContent = label), 1500);
      },
    },
    label,
  );
  return button;
}
