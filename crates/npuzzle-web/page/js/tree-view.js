// @ts-check
// The panel of the search tree: a canvas to drag and to enlarge, with a card for the node one points at. One button lies
// over the canvas, at the node that the keyboard is at, so that everything can be done and heard without a mouse.

import { h } from "./dom.js";
import { number } from "./format.js";
import { drawLegend } from "./tree-legend.js";
import { Camera } from "./tree-camera.js";
import { createTreeCard, spoken, statusWords } from "./tree-card.js";
import { TreeLayout } from "./tree-layout.js";
import { readPalette } from "./tree-paint.js";
import { isNear, TreePicture } from "./tree-picture.js";
import { treeSvg } from "./tree-svg.js";

const ZOOM = 1.35;
/** A hand that moves less than this has clicked, in pixels. */
const STEADY = 5;

/**
 * @param {{jump: (key: number) => void}} actions
 */
export function createTreeView({ jump }) {
  const camera = new Camera();
  const canvas = h("canvas", { class: "tree-canvas", "aria-hidden": "true" });
  const picture = new TreePicture(canvas);
  const card = createTreeCard();
  const cursor = h("button", { type: "button", class: "tree-cursor", onkeydown: onKey, onblur: hideCard,
    onfocus: () => point(cursorKey()), onclick: () => jump(cursorKey()) });
  const windowed = h("div", { class: "tree-window", dataset: { plays: "" } }, canvas, cursor, card.element);
  const about = h("p", { class: "muted small tree-about" });
  const legend = h("ul", { class: "legend small" });
  const button = (label, words, run) =>
    h("button", { type: "button", class: "button", "aria-label": words, title: words, onclick: run }, label);
  const modes = {
    follow: h("button", { type: "button", class: "button", onclick: () => turn("follow") }, "follow"),
    fit: h("button", { type: "button", class: "button", onclick: () => turn("fit") }, "fit"),
  };
  const element = h("section", { class: "card panel panel-tree", "aria-label": "Search tree" },
    h("div", { class: "card-title" }, h("h2", null, "Search tree"), about,
      h("div", { class: "row tree-buttons" }, button("−", "Smaller", () => zoom(1 / ZOOM)),
        button("+", "Larger", () => zoom(ZOOM)), modes.follow, modes.fit)),
    windowed, legend);
  let trace = null;
  let step = 0;
  let tree = null;
  /** @type {TreeLayout | null} */
  let layout = null;
  let palette = null;
  let drawings;
  /** The node that the keyboard is at; the current one if null. */
  let focusKey = null;
  const pointers = new Map();
  let dragged = 0;
  /** Where a pointer rests over the tree, in the window of the browser; null after a key. */
  let resting = null;
  /** Where the tree is in the window of the browser. */
  let box = { left: 0, top: 0 };

  const repaint = () => {
    palette = null;
    draw();
  };
  new MutationObserver(repaint).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
    matchMedia(query).addEventListener("change", repaint);
  }
  // Read here and not in each frame: asking for a size makes the browser lay out the page at once.
  new ResizeObserver(([{ contentRect }]) => {
    camera.resize(contentRect.width, contentRect.height);
    box = windowed.getBoundingClientRect();
    draw();
  }).observe(windowed);

  const goal = () => trace.header.goals[0] ?? null;
  const goalFor = (side) => (side ? trace.header.start : goal());
  const cursorKey = () => focusKey ?? trace?.currentKeys(step).key ?? -1;

  function turn(mode) {
    camera.turn(mode);
    draw();
  }

  function zoom(factor, x, y) {
    camera.zoom(factor, x, y);
    draw();
  }

  function scene() {
    palette ??= readPalette(element);
    return { trace, layout, step, camera, palette, goal: goal(), drawings };
  }

  function draw() {
    if (!trace || camera.width < 2) return;
    layout.grow(step);
    const { key, made } = trace.currentKeys(step);
    camera.look(layout.boundsAt(step), layout.places.get(made) ?? layout.places.get(key) ?? null);
    if (trace.steps[step].event.event === "solved") camera.show(pathBounds());
    picture.draw(scene());
    for (const [mode, one] of Object.entries(modes)) {
      const pressed = String(camera.mode === mode);
      if (one.ariaPressed !== pressed) one.ariaPressed = pressed;
    }
    placeCursor();
    pointAgain();
  }

  /** The tree may have moved under a pointer that rests, or grown there. */
  function pointAgain() {
    if (resting) pointAt(resting);
    else if (document.activeElement === cursor) point(cursorKey());
  }

  /** What the solution takes up. */
  function pathBounds() {
    const placed = trace.pathKeys(step).map((key) => layout.places.get(key)).filter(Boolean);
    if (!placed.length) return null;
    const [columns, rows] = [placed.map(({ column }) => column), placed.map(({ row }) => row)];
    const least = (values) => values.reduce((one, other) => Math.min(one, other));
    const most = (values) => values.reduce((one, other) => Math.max(one, other));
    return { left: least(columns), right: most(columns), top: least(rows), bottom: most(rows) };
  }

  function placeCursor() {
    const key = cursorKey();
    const place = layout.places.get(key);
    const node = place && trace.nodeAt(place.birth, step);
    cursor.hidden = !node;
    if (!node) return;
    const [x, y] = camera.pointOf(place);
    cursor.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    // While a search plays, no words are read out: they are written when they are wanted.
    if (document.activeElement === cursor || focusKey === null) {
      const words = spoken(node, trace.pathKeys(step).includes(key), key === trace.currentKeys(step).key);
      if (cursor.ariaLabel !== words) cursor.ariaLabel = words;
    }
  }

  function point(key) {
    const place = layout?.places.get(key);
    const node = place && trace.nodeAt(place.birth, step);
    if (!node) {
      hideCard();
      return;
    }
    const [x, y] = camera.pointOf(place);
    const words = statusWords(node, trace.pathKeys(step).includes(key), key === trace.currentKeys(step).key);
    card.show(node, { x, y, width: camera.width, height: camera.height, goal: goalFor(node.side),
      drawing: drawings?.[node.state], words });
  }

  function hideCard() {
    card.hide();
  }

  function pointAt(event) {
    const key = keyAt(event);
    windowed.classList.toggle("at-node", key !== null);
    if (key === null) hideCard();
    else point(key);
  }

  function keyAt(event) {
    if (!layout) return null;
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const place = layout.at(...camera.placeAt(x, y));
    return place && place.birth.step <= step && isNear(camera, place, x, y) ? place.birth.key : null;
  }

  /** The nodes of the same parent that are there by now, in their rows. */
  function family(parent, depthOf) {
    const { births } = trace;
    const found = [];
    for (let at = layout.from; at < layout.from + layout.count(step); at += 1) {
      const node = births[at].depth === depthOf ? trace.nodeAt(births[at], step) : null;
      if (node?.parent === parent) found.push(layout.places.get(births[at].key));
    }
    return found.sort((one, other) => one.row - other.row);
  }

  function onKey(event) {
    const place = layout.places.get(cursorKey());
    const node = place && trace.nodeAt(place.birth, step);
    if (!node || !event.key.startsWith("Arrow")) return;
    // An arrow at the edge of the tree does nothing: the search made no step there.
    event.preventDefault();
    event.stopPropagation();
    const onPath = new Set(trace.pathKeys(step));
    const brothers = family(node.parent, place.birth.depth);
    const at = brothers.indexOf(place);
    const children = event.key === "ArrowRight" || node.side ? family(node.key, place.birth.depth + 1) : [];
    const child = children.find(({ birth }) => onPath.has(birth.key)) ?? children[0];
    const [outwards, inwards] = node.side ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    const next = {
      [outwards]: child, [inwards]: layout.places.get(node.parent), ArrowDown: brothers[at + 1], ArrowUp: brothers[at - 1],
    }[event.key];
    if (!next) return;
    focusKey = next.birth.key;
    resting = null;
    const [x, y] = camera.pointOf(next);
    const margin = 30;
    const into = (value, size) => Math.max(0, margin - value) - Math.max(0, value - (size - margin));
    const [byX, byY] = [into(x, camera.width), into(y, camera.height)];
    if (byX || byY) camera.pan(byX, byY);
    draw();
    point(focusKey);
  }

  windowed.addEventListener("wheel", (event) => {
    if (!trace) return;
    event.preventDefault();
    box = windowed.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  windowed.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, event);
    box = windowed.getBoundingClientRect();
    dragged = 0;
  });
  windowed.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) {
      resting = event;
      box = windowed.getBoundingClientRect();
      pointAt(resting);
      return;
    }
    const [byX, byY] = [event.clientX - before.clientX, event.clientY - before.clientY];
    dragged += Math.abs(byX) + Math.abs(byY);
    if (dragged < STEADY) return;
    // Captured only now: a click on the button of the keyboard is still a click.
    windowed.setPointerCapture?.(event.pointerId);
    resting = null;
    hideCard();
    const others = [...pointers.values()].filter(({ pointerId }) => pointerId !== event.pointerId);
    pointers.set(event.pointerId, event);
    if (others.length === 1) {
      const distance = (one) => Math.hypot(one.clientX - others[0].clientX, one.clientY - others[0].clientY);
      zoom(distance(event) / Math.max(1, distance(before)), others[0].clientX - box.left, others[0].clientY - box.top);
      return;
    }
    camera.pan(byX, byY);
    draw();
  });
  const release = (event) => {
    const held = pointers.delete(event.pointerId);
    const key = held && event.type === "pointerup" && dragged < STEADY ? keyAt(event) : null;
    if (key !== null) jump(key);
  };
  windowed.addEventListener("pointerup", release);
  windowed.addEventListener("pointercancel", release);
  windowed.addEventListener("pointerleave", () => {
    resting = null;
    if (pointers.size === 0) hideCard();
  });

  function update(nextTrace, moment, { drawings: pictures } = {}) {
    const nextTree = nextTrace.treeAt(moment.step);
    if (trace !== nextTrace || tree?.number !== nextTree.number) {
      if (trace !== nextTrace) camera.turn("follow");
      layout = new TreeLayout(nextTrace, nextTree);
      drawLegend(legend, nextTree.path, nextTrace.search.latest.copies);
    }
    [trace, tree, step, drawings] = [nextTrace, nextTree, moment.step, pictures];
    focusKey = null;
    const count = layout.count(step);
    const iteration = moment.holdsPath && moment.iteration ? `iteration ${moment.iteration}, ` : "";
    about.textContent = `${iteration}${number(count)} ${count === 1 ? "node" : "nodes"}`;
    draw();
  }

  return {
    element,
    update,
    zoom: (direction) => zoom(direction > 0 ? ZOOM : 1 / ZOOM),
    fit: () => turn(camera.mode === "fit" ? "follow" : "fit"),
    /** The tree of this moment as a picture; `null` where there is none. */
    svg: (title) => (trace ? treeSvg({ trace, layout, step, goal: goal(), title }) : null),
    /** For tests: where nodes are, and how they were drawn. */
    state: () => ({ layout, camera, counts: picture.counts }),
  };
}
