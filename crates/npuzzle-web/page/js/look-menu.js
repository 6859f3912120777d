// @ts-check
// How the board looks and listens: the colours of the tiles, and whether tiles follow the pointer.

import { h, icon } from "./dom.js";
import { LOOK } from "./icons.js";
import { asPopover } from "./popover.js";
import { SCHEMES } from "./tile-colours.js";

/**
 * @param {{store: any}} context
 */
export function createLookMenu({ store }) {
  const schemes = new Map(
    SCHEMES.map(([name, title]) => {
      const input = h("input", {
        type: "radio",
        name: "tiles",
        value: name,
        onchange: () => store.setState({ tiles: name }),
      });
      return [name, { input, element: h("label", { class: "check" }, input, title) }];
    }),
  );
  const check = (key) =>
    h("input", { type: "checkbox", onchange: ({ target }) => store.setState({ [key]: target.checked }) });
  const hover = check("hover");
  const fewest = check("fewest");
  const element = asPopover(
    h(
      "details",
      { class: "look-menu" },
      h("summary", { class: "button", title: "Tiles and control" }, icon(LOOK), h("span", null, "Look")),
      h(
        "div",
        { class: "card look-list" },
        h(
          "div",
          { role: "radiogroup", "aria-label": "Colours of the tiles", class: "stack" },
          h("span", { class: "label" }, "Tiles"),
          h("div", { class: "row" }, [...schemes.values()].map((entry) => entry.element)),
        ),
        h("label", { class: "check" }, hover, "Tiles slide as the pointer passes"),
        h("label", { class: "check" }, fewest, "Show the fewest moves from here"),
      ),
    ),
  );

  return {
    element,
    update(state) {
      schemes.get(state.tiles).input.checked = true;
      hover.checked = state.hover;
      fewest.checked = state.fewest;
    },
  };
}
