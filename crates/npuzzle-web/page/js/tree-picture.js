// @ts-check
// A search tree on a canvas, drawn by difference: what was drawn for the moment before is kept, and only nodes that are
// new or changed are added. The path and the node of the moment are drawn above it, in every frame anew.

import { DROPPED } from "./trace-record.js";
import { COLUMN, centreOf, isFar, lineOf, paintDots, paintNode, ROW, traceEdge } from "./tree-paint.js";

/** After so many steps all that is in sight is drawn anew: that is quicker. */
const MOST_STEPS = 4000;
/** Lines whose lower end is so many rows out of sight are still drawn. */
const FAR_ROWS = 24;
/** From afar so many lines are a smear, and take long. */
const MOST_LINES = 3000;
const PLAIN = { onPath: false, current: false, made: false };

/**
 * @typedef {{trace: import("./trace.js").Trace, layout: import("./tree-layout.js").TreeLayout, step: number,
 *   camera: import("./tree-camera.js").Camera, palette: import("./tree-paint.js").Palette, goal: string | null,
 *   drawings?: Record<string, string>}} Scene
 */

export class TreePicture {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.layer = document.createElement("canvas");
    /** What the layer shows, if anything, and from where the tree was seen in the last frame. */
    this.shown = { layout: null, step: -1 };
    this.seen = "";
    /** How often all was drawn, and how often a difference: for tests. */
    this.counts = { whole: 0, difference: 0 };
  }

  #prepare(canvas, { camera }) {
    const ratio = devicePixelRatio || 1;
    const [width, height] = [Math.round(camera.width * ratio), Math.round(camera.height * ratio)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return context;
  }

  #enter(context, { camera, palette }) {
    context.translate(camera.x, camera.y);
    context.scale(camera.scale, camera.scale);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineCap = "round";
    context.strokeStyle = palette["border-strong"];
  }

  /** @param {Scene} scene */
  draw(scene) {
    const { layout, step, camera, palette } = scene;
    const key = [camera.x, camera.y, camera.scale, camera.width, camera.height, devicePixelRatio].join() +
      Object.values(palette).join();
    const rests = key === this.seen;
    this.seen = key;
    const context = this.#prepare(this.canvas, scene);
    context.clearRect(0, 0, camera.width, camera.height);
    if (rests) {
      this.#keep(scene);
      context.drawImage(this.layer, 0, 0, camera.width, camera.height);
      this.#enter(context, scene);
    } else {
      // While the view moves, nothing can be kept.
      this.shown.layout = null;
      this.#enter(context, scene);
      this.#drawAll(context, scene);
    }
    this.#drawPath(context, scene);
    this.shown = { layout: rests ? layout : null, step };
  }

  /** Brings the layer up to the step: by what changed since, or anew. */
  #keep(scene) {
    const { layout, step, camera } = scene;
    if (this.shown.layout === layout && step >= this.shown.step && this.#add(scene, this.shown.step)) return;
    const context = this.#prepare(this.layer, scene);
    context.clearRect(0, 0, camera.width, camera.height);
    this.#enter(context, scene);
    this.#drawAll(context, scene);
  }

  #drawAll(context, scene) {
    this.counts.whole += 1;
    const { trace, layout, step, camera } = scene;
    const sight = camera.inSight();
    const nodes = [];
    let lines = 0;
    context.beginPath();
    for (const place of layout.within({ ...sight, top: sight.top - FAR_ROWS, bottom: sight.bottom + FAR_ROWS })) {
      const node = trace.nodeAt(place.birth, step);
      if (!node || node.status === "forgotten") continue;
      const parent = layout.places.get(node.parent);
      if (parent && (lines += 1) < MOST_LINES) traceEdge(context, parent, place, camera.scale);
      if (place.row >= sight.top && place.row <= sight.bottom) nodes.push([place, node]);
    }
    context.lineWidth = Math.max(lineOf(1.2, camera.scale), 0.5 / camera.scale);
    context.stroke();
    this.#paintAll(context, scene, nodes);
  }

  #paintAll(context, scene, nodes) {
    if (isFar(scene.camera.scale)) paintDots(context, nodes, scene.camera.scale, scene.palette);
    else for (const [place, node] of nodes) this.#paint(context, scene, place, node, PLAIN);
  }

  /** Adds what happened since a step; false if that cannot be done by adding. */
  #add(scene, since) {
    const { trace, layout, step, camera } = scene;
    if (step - since > MOST_STEPS) return false;
    const changed = new Set();
    for (let at = since + 1; at <= step; at += 1) {
      const { event, fate } = trace.steps[at];
      if (event.event === "forget") return false;
      const { key, made } = trace.currentKeys(at);
      if (event.event === "expand") changed.add(key);
      else if (event.event === "generate" && !(DROPPED.has(fate) && !layout.trace.treeAt(at).path)) {
        const place = layout.places.get(made);
        // A cheaper way to a known state: its old line has to go.
        if (place && place.birth.step !== at) return false;
        changed.add(made);
      } else if (event.event === "root" || event.event === "search" || event.event === "bound") return false;
    }
    this.counts.difference += 1;
    if (changed.size === 0) return true;
    const context = this.#prepare(this.layer, scene);
    this.#enter(context, scene);
    const sight = camera.inSight();
    const nodes = [];
    context.beginPath();
    for (const key of changed) {
      const place = layout.places.get(key);
      const node = place && trace.nodeAt(place.birth, step);
      if (!node || place.column < sight.left - 1 || place.column > sight.right + 1) continue;
      const parent = layout.places.get(node.parent);
      if (parent && place.birth.step > since) traceEdge(context, parent, place, camera.scale);
      nodes.push([place, node]);
    }
    context.lineWidth = Math.max(lineOf(1.2, camera.scale), 0.5 / camera.scale);
    context.stroke();
    this.#paintAll(context, scene, nodes);
    return true;
  }

  /** The path, the bridge where both sides meet, and the nodes of this moment. */
  #drawPath(context, scene) {
    const { trace, layout, step, camera, palette } = scene;
    const keys = trace.pathKeys(step);
    const { key: current, made } = trace.currentKeys(step);
    const sight = camera.inSight();
    const solved = trace.steps[step].event.event === "solved";
    const inSight = ({ column }) => column >= sight.left - 1 && column <= sight.right + 1;
    const placed = [...new Set(keys)].map((key) => layout.places.get(key)).filter((place) => place && inSight(place));
    context.beginPath();
    const nodes = [];
    for (const place of placed) {
      const node = trace.nodeAt(place.birth, step);
      if (!node) continue;
      const parent = layout.places.get(node.parent);
      if (parent) traceEdge(context, parent, place, camera.scale);
      nodes.push([place, node]);
    }
    const bridge = trace.meetingKeys(step).map((key) => layout.places.get(key));
    if (bridge.length === 2 && bridge.every(Boolean)) traceEdge(context, bridge[0], bridge[1], camera.scale);
    context.strokeStyle = palette.path;
    context.lineWidth = Math.max(lineOf(solved ? 4.5 : 3.5, camera.scale), 1.5 / camera.scale);
    context.stroke();
    for (const [place, node] of nodes) {
      if (place.row < sight.top || place.row > sight.bottom) continue;
      this.#paint(context, scene, place, node, { onPath: true, current: node.key === current && !solved, made: false });
    }
    const fresh = layout.places.get(made);
    const node = fresh && !keys.includes(made) ? trace.nodeAt(fresh.birth, step) : null;
    if (node) this.#paint(context, scene, fresh, node, { onPath: false, current: false, made: true });
  }

  #paint(context, scene, place, node, look) {
    const [x, y] = centreOf(place);
    context.translate(x, y);
    paintNode(context, node, look, { ...scene, scale: scene.camera.scale });
    context.translate(-x, -y);
  }
}

/** How far a pointer may be from the middle of a node to mean it, in columns and rows. */
export const isNear = (camera, { column, row }, x, y) => {
  const [atX, atY] = camera.pointOf({ column, row });
  return Math.abs(atX - x) < 0.42 * COLUMN * camera.scale && Math.abs(atY - y) < 0.5 * ROW * camera.scale;
};
