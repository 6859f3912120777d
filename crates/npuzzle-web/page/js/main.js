// @ts-check
// Starts the page: the state from the address, the catalogue from the server, and each view when it is first shown.

import { announce, startAnnouncing } from "./announce.js";
import { api } from "./api.js";
import { h, icon } from "./dom.js";
import { createHelp } from "./help.js";
import { registerKeys, startKeys } from "./keys.js";
import { boardOf, parseRows, rowsText } from "./puzzle.js";
import { createStore, firstState } from "./store.js";
import { createThemeButton } from "./theme.js";

const VIEWS = ["play", "watch", "compare", "audit"];
const HELP_ICON =
  "M11 17h2v2h-2zM12 4a5 5 0 0 0-5 5h2a3 3 0 1 1 4.2 2.7c-1.4.7-2.2 1.6-2.2 3.3h2c0-.8.4-1.2 1.3-1.7A5 5 0 0 0 12 4z";

const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const notices = element("notices");
const store = createStore();
/** @type {Map<string, any>} */
const views = new Map();
/** What changed while a view was hidden. */
const missed = new Map(VIEWS.map((name) => [name, new Set()]));
let context = null;
let shown = "";

function notice(text, { bad = false, closable = true } = {}) {
  const close = () => box.remove();
  const box = h(
    "div",
    { class: bad ? "notice notice-bad" : "notice", role: bad ? "alert" : "status" },
    h("span", null, text),
    closable && h("button", { type: "button", class: "button", onclick: close }, "Close"),
  );
  notices.append(box);
  return box;
}

/** A link may name its board in any form the server reads; the state holds rows, and a goal that fits them. */
async function settleBoard(catalogue) {
  const { board, goal, moves, at, solvedFrom } = store.getState();
  const rows = parseRows(board);
  const own = parseRows(goal);
  const goalFits = own
    ? own.rows === rows?.rows && own.cols === rows.cols
    : catalogue.goals.some(({ name }) => name === goal);
  if (rows && goalFits) {
    return;
  }
  const first = firstState();
  // A set brings its own goal, unless the link asks for another.
  for (const question of goal === first.goal ? [{ board }] : [{ board, goal }, { board }]) {
    try {
      const read = await api.explain(question);
      const settled = rowsText(boardOf(read, read.start));
      store.setState({
        board: settled,
        goal: read.goal_name ?? rowsText(boardOf(read, read.goal)),
        moves,
        at,
        solvedFrom,
      });
      return;
    } catch (problem) {
      if (problem.status === 0) {
        throw problem;
      }
      notice(`The link cannot be read: ${problem.message.split("\n")[0]}`);
    }
  }
  store.setState({ board: first.board, goal: first.goal });
}

async function buildView(name) {
  const root = element(`view-${name}`);
  try {
    const module = await import(`./${name}-view.js`);
    return module.createView(root, context);
  } catch (error) {
    console.error(error);
    root.replaceChildren(h("p", { class: "notice notice-bad" }, `This view cannot be shown: ${error.message}`));
    return null;
  }
}

async function showView(name) {
  if (name === shown) {
    return;
  }
  views.get(shown)?.hide();
  shown = name;
  for (const view of VIEWS) {
    const tab = element(`tab-${view}`);
    tab.setAttribute("aria-selected", String(view === name));
    tab.tabIndex = view === name ? 0 : -1;
    element(`view-${view}`).hidden = view !== name;
  }
  document.title = name === "play" ? "npuzzle" : `npuzzle: ${name}`;
  const isNew = !views.has(name);
  if (isNew) {
    views.set(name, null);
    views.set(name, await buildView(name));
  }
  const view = views.get(name);
  // While it was built the reader may have gone on to another.
  if (!view || shown !== name) {
    return;
  }
  view.show();
  const changed = isNew ? new Set(Object.keys(store.getState())) : missed.get(name);
  missed.set(name, new Set());
  view.update(store.getState(), changed);
}

function startTabs() {
  for (const [index, name] of VIEWS.entries()) {
    const tab = element(`tab-${name}`);
    tab.addEventListener("click", () => store.setState({ view: name }));
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: VIEWS.length - 1 }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        const next = VIEWS[(to + VIEWS.length) % VIEWS.length];
        store.setState({ view: next });
        element(`tab-${next}`).focus();
      }
    });
  }
}

function startConnectionBanner() {
  let banner = null;
  api.onConnection((connected) => {
    banner?.remove();
    banner = connected
      ? null
      : notice(
          "The server does not answer. Is npuzzle serve still running? The page goes on by itself when it is back.",
          { bad: true, closable: false },
        );
    if (connected) {
      announce("the server is back");
      start();
    }
  });
}

/** Everything that needs the server; called again when it comes back, does what is still to do. */
async function start() {
  if (context) {
    // What was asked while the server was away is asked again.
    views.get(shown)?.update(store.getState(), new Set(Object.keys(store.getState())));
    return;
  }
  try {
    const catalogue = await api.catalogue();
    await settleBoard(catalogue);
    context = { catalogue, store, api, announce, keys: { registerKeys } };
  } catch (problem) {
    if (problem.status !== 0) {
      notice(problem.message, { bad: true });
    }
    return;
  }
  await showView(store.getState().view);
  document.documentElement.dataset.ready = "";
}

startAnnouncing(element("live"));
const help = createHelp(store);
document.body.append(help.dialog);
element("header-buttons").append(
  createThemeButton(store),
  h(
    "button",
    {
      type: "button",
      class: "button button-icon",
      "aria-label": "Keys and settings",
      title: "Keys and settings (?)",
      onclick: help.open,
    },
    icon(HELP_ICON),
  ),
);
registerKeys("all", [
  { keys: ["?"], shown: "?", does: "this sheet", run: help.open },
  ...VIEWS.map((name, index) => ({
    keys: [String(index + 1)],
    shown: String(index + 1),
    does: `show ${name}`,
    run: () => store.setState({ view: name }),
  })),
]);
startKeys(store.getState);
startTabs();
startConnectionBanner();
store.notes.forEach((text) => notice(text));
store.subscribe((state, changed) => {
  if (!context) {
    return;
  }
  for (const name of VIEWS) {
    if (name === shown && name === state.view) {
      views.get(name)?.update(state, changed);
    } else {
      changed.forEach((key) => missed.get(name).add(key));
    }
  }
  showView(state.view);
});
start();
