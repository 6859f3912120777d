// @ts-check
// Light, dark, or as the system says.

import { h, icon, replace } from "./dom.js";

const THEMES = {
  auto: ["as the system", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2v14a7 7 0 0 1 0-14z"],
  light: ["light", "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4z"],
  dark: ["dark", "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z"],
};

const NAMES = Object.keys(THEMES);

/**
 * The button that turns to the next theme, and the theme itself.
 * @param {ReturnType<import("./store.js").createStore>} store
 * @returns {HTMLButtonElement}
 */
export function createThemeButton(store) {
  const turn = () => store.setState({ theme: NAMES[(NAMES.indexOf(store.getState().theme) + 1) % NAMES.length] });
  const button = h("button", { type: "button", class: "button button-icon", onclick: turn });
  const show = ({ theme }) => {
    const [name, path] = THEMES[theme];
    if (theme === "auto") {
      delete document.documentElement.dataset.theme;
    } else {
      document.documentElement.dataset.theme = theme;
    }
    button.setAttribute("aria-label", `Theme: ${name}`);
    button.title = `Theme: ${name}`;
    replace(button, icon(path));
  };
  store.subscribe((state, changed) => changed.has("theme") && show(state));
  show(store.getState());
  return button;
}
