// @ts-check
// The search tree around the current node. Scrolling is the browser's own, so it works by wheel, touch and keyboard.

import { h, replace, svg } from "./dom.js";
import { number } from "./format.js";
import { layOutTree } from "./tree-layout.js";
import { moveWord, sideWords } from "./trace-words.js";

const COLUMN = 62;
const ROW = 34;
const RADIUS = 13;
const MARGIN = 22;
const ZOOMS = [0.35, 0.5, 0.7, 1, 1.4, 2];
const FEW_NODES = 90;
const MANY_NODES = 400;

const STATUS_WORDS = { open: "open", closed: "closed", dropped: "dropped", forgotten: "forgotten" };

function spoken({ node, onPath, current, hidden }) {
  const words = [
    node.op ? `move ${moveWord(node.op)}` : "root", `f ${node.f}, g ${node.g} + h ${node.h}`, STATUS_WORDS[node.status],
    current ? "the current node" : onPath ? "on the path" : "", hidden ? `${number(hidden)} more below, not drawn` : "",
  ];
  return words.filter(Boolean).join(", ");
}

/** Open is hollow, closed is filled, dropped is a cross, a state of the path has a thick ring. */
function shape({ node, onPath, current }) {
  const classes = ["tree-node", `is-${node.status}`, onPath ? "is-path" : "", current ? "is-current" : ""].join(" ");
  const label = node.f > 99999 ? "∞" : String(node.f);
  return svg("g", { class: classes },
    node.status === "dropped"
      ? svg("path", { d: "M-9-9L9 9M-9 9L9-9" })
      : svg("rect", {
          x: -RADIUS, y: -RADIUS, width: 2 * RADIUS, height: 2 * RADIUS,
          rx: node.status === "open" ? RADIUS : 5,
        }),
    node.status === "dropped" ? null : svg("text", { "text-anchor": "middle", dy: "0.35em" }, label));
}

function edge({ parent, depth, row, onPath, skipped }) {
  const fromX = parent.depth * COLUMN + RADIUS;
  const toX = depth * COLUMN - RADIUS;
  const fromY = parent.row * ROW;
  const toY = row * ROW;
  const bend = fromX + 10;
  const line = fromY === toY
    ? `M${fromX} ${fromY}H${toX}`
    : `M${fromX} ${fromY}Q${bend} ${fromY} ${bend} ${fromY + 10}V${toY - 10}Q${bend} ${toY} ${bend + 10} ${toY}H${toX}`;
  return [
    svg("path", {
      class: onPath ? "tree-edge is-path" : "tree-edge", d: line, "stroke-dasharray": skipped ? "3 4" : null,
    }),
    skipped
      ? svg("text", { class: "tree-skipped", x: (fromX + toX) / 2, y: fromY - 8, "text-anchor": "middle" },
        `⋯${skipped}`)
      : null,
  ];
}

/**
 * @param {{jump: (key: number) => void, wantMore: (more: boolean) => void}} actions `wantMore`: whether many nodes are
 *   to be drawn
 */
export function createTreeView({ jump, wantMore }) {
  let zoom = 1;
  let most = FEW_NODES;
  let latest = null;
  let focusKey = null;
  const picture = svg("svg", { class: "tree-picture", role: "group", "aria-label": "Search tree" });
  const scroller = h("div", {
    class: "tree-scroller", tabindex: "0", role: "region", "aria-label": "Search tree, scrollable",
  }, picture);
  const legend = h("ul", { class: "legend small" },
    [["open", "open"], ["closed", "closed"], ["dropped", "dropped"]].map(([status, words]) =>
      h("li", { class: `legend-${status}` },
        svg("svg", { viewBox: "-15 -15 30 30", width: 18, height: 18, "aria-hidden": "true" },
          shape({ node: { status, f: "" }, onPath: false, current: false })), words)),
    h("li", null,
      svg("svg", { viewBox: "-17 -17 34 34", width: 18, height: 18, "aria-hidden": "true" },
        shape({ node: { status: "closed", f: "" }, onPath: true, current: false })), "path"),
    h("li", null, "+n: not drawn"));
  const side = h("span", { class: "muted small" });
  const zoomBy = (by) => {
    zoom = ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, ZOOMS.findIndex((value) => value >= zoom) + by))];
    draw();
  };
  const fit = () => {
    const width = Number(picture.dataset.width);
    const height = Number(picture.dataset.height);
    zoom = Math.max(0.2, Math.min(1.4, scroller.clientWidth / width, scroller.clientHeight / height));
    draw();
  };
  const more = h("button", {
    type: "button", class: "button", "aria-pressed": "false", onclick: () => wantMore(most === FEW_NODES),
  }, "more nodes");
  const element = h("section", { class: "card panel panel-tree", "aria-label": "Search tree" },
    h("div", { class: "card-title" },
      h("h2", null, "Search tree"), side,
      h("div", { class: "row" },
        h("button", { type: "button", class: "button", "aria-label": "Smaller", onclick: () => zoomBy(-1) }, "−"),
        h("button", { type: "button", class: "button", "aria-label": "Larger", onclick: () => zoomBy(1) }, "+"),
        h("button", { type: "button", class: "button", onclick: fit }, "fit"), more)),
    scroller, legend);

  /** One node can be reached by the keyboard at a time; arrows go to its neighbours in the picture. */
  function moveFocus(event, placed) {
    const at = placed.find(({ node }) => String(node.key) === event.currentTarget.dataset.key);
    const siblings = at.parent?.children ?? [];
    const target = {
      ArrowLeft: at.parent,
      ArrowRight: at.children.find(({ onPath }) => onPath) ?? at.children[0],
      ArrowDown: siblings[siblings.indexOf(at) + 1],
      ArrowUp: siblings[siblings.indexOf(at) - 1],
    }[event.key];
    const takes = event.key === "Enter" || event.key === " ";
    if (!takes && !event.key.startsWith("Arrow")) return;
    // An arrow at the edge of the tree does nothing: the search made no step there.
    event.preventDefault();
    event.stopPropagation();
    if (takes) jump(at.node.key);
    else if (target) {
      focusKey = target.node.key;
      const element = picture.querySelector(`[data-key="${focusKey}"]`);
      event.currentTarget.setAttribute("tabindex", "-1");
      element.setAttribute("tabindex", "0");
      element.focus();
    }
  }

  function drawNode(one, placed, reachable) {
    return svg("g", {
      transform: `translate(${one.depth * COLUMN} ${one.row * ROW})`,
      class: "tree-place", role: "button", tabindex: one === reachable ? "0" : "-1",
      "aria-label": spoken(one), "aria-current": one.current ? "true" : null, dataset: { key: String(one.node.key) },
      onclick: () => jump(one.node.key),
      onkeydown: (event) => moveFocus(event, placed),
    },
    svg("title", null, `${one.node.state}\n${spoken(one)}`),
    shape(one),
    one.hidden
      ? svg("text", { class: "tree-hidden", x: RADIUS + 3, y: one.children.length ? 15 : 4 }, `+${number(one.hidden)}`)
      : null);
  }

  function draw() {
    if (!latest) return;
    const hadFocus = picture.contains(document.activeElement);
    const { placed, columns, rows } = layOutTree(latest, most);
    const width = (columns - 1) * COLUMN + 2 * MARGIN + 40;
    const height = (rows - 1) * ROW + 2 * MARGIN;
    picture.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${width} ${height}`);
    picture.setAttribute("width", String(width * zoom));
    picture.setAttribute("height", String(height * zoom));
    Object.assign(picture.dataset, { width, height });
    const current = placed.find((one) => one.current);
    const reachable = placed.find(({ node }) => node.key === focusKey) ?? current;
    replace(picture,
      placed.filter(({ parent }) => parent).map(edge),
      placed.map((one) => drawNode(one, placed, reachable)));
    if (hadFocus) {
      const target = reachable ? picture.querySelector(`[data-key="${reachable.node.key}"]`) : scroller;
      target.focus({ preventScroll: true });
    }
    if (current) {
      const x = (current.depth * COLUMN + MARGIN) * zoom;
      scroller.scrollLeft = x - scroller.clientWidth * 0.6;
      scroller.scrollTop = 0;
    }
  }

  function update(trace, moment) {
    latest = trace.tree(moment.step);
    legend.classList.toggle("without-dropped", !moment.holdsPath);
    const iteration = moment.holdsPath && moment.iteration ? `iteration ${moment.iteration}` : "";
    side.textContent = moment.bothSides ? sideWords(latest.side) : iteration;
    focusKey = null;
    draw();
  }

  /** Draws few nodes, or many. */
  function setMore(wanted) {
    const wantedMost = wanted ? MANY_NODES : FEW_NODES;
    if (most === wantedMost) return;
    most = wantedMost;
    more.setAttribute("aria-pressed", String(wanted));
    draw();
  }

  return { element, update, setMore };
}
