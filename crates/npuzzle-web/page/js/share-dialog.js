// @ts-check
// The link to what is on the screen: as a text, as a QR code for a lecture hall, and in Play as a card with the board.

import { api } from "./api.js";
import { copyButton, reportingButton, saveFile } from "./copy.js";
import { h, replace, svg } from "./dom.js";
import { number } from "./format.js";
import { pathOf, qrCode } from "./qr-code.js";
import { isPaintable, paintCard } from "./share-card.js";

const LOCAL = api.isInPage
  ? "It names your own machine: others can open it when this folder is on a web host."
  : "It names your own machine: others can open it where npuzzle serve runs at the same address.";

/** Modules of white around a code. */
const EDGE = 4;

/** @param {string} link */
function picture(link) {
  const code = qrCode(link);
  if (!code) {
    const words = `This link has ${number(link.length)} characters, too many for a QR code. Copy it instead.`;
    return h("p", { class: "notice" }, words);
  }
  const whole = code.size + 2 * EDGE;
  return svg(
    "svg",
    {
      class: "qr-code",
      viewBox: `${-EDGE} ${-EDGE} ${whole} ${whole}`,
      role: "img",
      "aria-label": "QR code of the link",
    },
    svg("rect", { x: -EDGE, y: -EDGE, width: whole, height: whole, fill: "#fff" }),
    svg("path", { d: pathOf(code), fill: "#000" }),
  );
}

/** Whether an address is of this machine alone. */
const isLocal = (link) => /^(localhost|127\.|\[::1\])/.test(new URL(link).hostname);

/**
 * @returns {{dialog: HTMLDialogElement, open: (link: string, card: import("./share-card.js").Card | null) => void}}
 */
export function createShareDialog() {
  const close = () => dialog.close();
  const dialog = h("dialog", { class: "share", "aria-labelledby": "share-title" });
  dialog.addEventListener("click", (event) => event.target === dialog && close());

  function open(link, card) {
    const field = h("input", {
      type: "text",
      readonly: true,
      class: "mono",
      "aria-label": "Link",
      value: link,
      onfocus: ({ target }) => target.select(),
    });
    const place = h("div", { class: "share-card" });
    replace(
      dialog,
      h(
        "div",
        { class: "stack" },
        h(
          "div",
          { class: "card-title" },
          h("h2", { id: "share-title" }, "Share"),
          h("button", { type: "button", class: "button", onclick: close }, "Close"),
        ),
        h("p", null, "The link opens exactly what you see."),
        h("div", { class: "share-link" }, field, copyButton("Copy link", () => link)),
        isLocal(link) && h("p", { class: "muted small" }, LOCAL),
        h("div", { class: "share-pictures" }, picture(link), place),
      ),
    );
    dialog.showModal();
    if (card && isPaintable(card.board)) {
      showCard(place, card, link);
    }
  }

  async function showCard(place, card, link) {
    const canvas = await paintCard(card, link);
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `card: ${[card.title, ...card.lines].join(", ")}`);
    const save = reportingButton("Save card (PNG)", "saved", async () => {
      const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
      saveFile(blob, "image/png", "npuzzle.png");
    });
    replace(place, canvas, save);
  }

  return { dialog, open };
}
