// @ts-check
// Where the nodes of a search tree stand. A node stands in the column of its depth and keeps its place for ever: what
// comes later finds room beside what is there, and moves nothing.
//
// The successors of an expansion take neighbouring rows, as near to the row of their parent as there is room. Places
// depend on the order in which nodes appear and on nothing else, so every moment of a search, reached from whichever
// side, shows the same picture.
// INVARIANT: no two nodes of a side share a column and a row.

/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").Birth} Birth */
/** @typedef {{birth: Birth, column: number, row: number}} Place */

/** So many gaps that are too small are looked at; beyond them a block goes to the end of its column. */
const MOST_GAPS = 24;

/** A column: which rows are taken, and how to find one that is not. */
class Column {
  constructor() {
    /** @type {Map<number, Place>} */
    this.places = new Map();
    this.least = 0;
    this.most = -1;
    /** A row known to be taken leads on to one that may be free, downwards (1) and upwards (-1). */
    this.beyond = { 1: new Map(), [-1]: new Map() };
  }

  /** The first free row from this one on. */
  #free(row, direction) {
    const beyond = this.beyond[direction];
    let free = row;
    while (this.places.has(free)) free = beyond.get(free) ?? free + direction;
    for (let at = row; at !== free; ) {
      const next = beyond.get(at) ?? at + direction;
      beyond.set(at, free);
      at = next;
    }
    return free;
  }

  /** The first row of a block of free rows, searched for in one direction. */
  #block(first, count, direction) {
    let near = this.#free(direction > 0 ? first : first + count - 1, direction);
    for (let gap = 0; gap < MOST_GAPS; gap += 1) {
      let taken = null;
      for (let at = 1; at < count && taken === null; at += 1) {
        if (this.places.has(near + at * direction)) taken = near + at * direction;
      }
      if (taken === null) return direction > 0 ? near : near - count + 1;
      near = this.#free(taken, direction);
    }
    return direction > 0 ? this.most + 1 : this.least - count;
  }

  /** The first row of so many free rows, as near to the wanted one as there are. */
  room(first, count) {
    const below = this.#block(first, count, 1);
    if (below === first) return below;
    const above = this.#block(first, count, -1);
    return first - above < below - first ? above : below;
  }

  take(row, place) {
    this.places.set(row, place);
    this.least = this.places.size === 1 ? row : Math.min(this.least, row);
    this.most = this.places.size === 1 ? row : Math.max(this.most, row);
  }
}

/** The places of one tree; both sides of a search from both ends, which grow towards each other. */
export class TreeLayout {
  /**
   * @param {Trace} trace
   * @param {{from: number, to: number}} tree of `treeAt`
   */
  constructor(trace, tree) {
    this.trace = trace;
    this.from = tree.from;
    this.next = tree.from;
    this.to = tree.to;
    /** How many nodes each expansion adds: they get neighbouring rows. */
    this.counts = new Map();
    const deepest = [0, 0];
    for (let at = this.from; at < this.to; at += 1) {
      const { group, side, depth } = trace.births[at];
      if (depth > 0) this.counts.set(group, (this.counts.get(group) ?? 0) + 1);
      deepest[side] = Math.max(deepest[side], depth);
    }
    this.bothSides = trace.bothSides;
    /** The column of the root of the backward side. */
    this.farColumn = trace.bothSides ? deepest[0] + deepest[1] + 1 : deepest[0];
    /** @type {Map<number, Place>} by key */
    this.places = new Map();
    /** @type {Map<number, Column>[]} by side and depth */
    this.columns = [new Map(), new Map()];
    this.blocks = new Map();
    /** After each birth, what the tree takes up. */
    this.bounds = [];
  }

  /** Places what has appeared up to a step. */
  grow(step) {
    const { births } = this.trace;
    for (; this.next < this.to && births[this.next].step <= step; this.next += 1) this.#place(births[this.next]);
  }

  #place(birth) {
    const { key, parent, side, depth, group } = birth;
    let column = this.columns[side].get(depth);
    if (!column) this.columns[side].set(depth, (column = new Column()));
    const above = this.places.get(parent);
    let row;
    if (!above) row = column.room(0, 1);
    else {
      let block = this.blocks.get(group);
      if (!block) {
        const count = this.counts.get(group) ?? 1;
        block = { next: column.room(above.row - Math.floor((count - 1) / 2), count) };
        // The whole block is taken at once: nothing may come between brothers.
        for (let at = 0; at < count; at += 1) column.take(block.next + at, null);
        this.blocks.set(group, block);
      }
      row = block.next;
      block.next += 1;
    }
    const place = { birth, column: side ? this.farColumn - depth : depth, row };
    column.take(row, place);
    this.places.set(key, place);
    const before = this.bounds.at(-1) ?? { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
    this.bounds.push({
      left: Math.min(before.left, place.column), right: Math.max(before.right, place.column),
      top: Math.min(before.top, row), bottom: Math.max(before.bottom, row),
    });
  }

  /** How many nodes have appeared up to a step. */
  count(step) {
    const { births } = this.trace;
    let low = this.from;
    let high = this.to;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (births[middle].step <= step) low = middle + 1;
      else high = middle;
    }
    return low - this.from;
  }

  /** The columns and rows that the nodes of a step take; `null` before the first. */
  boundsAt(step) {
    return this.bounds[this.count(step) - 1] ?? null;
  }

  /** The place at a column and a row, of either side. */
  at(column, row) {
    const here = this.columns[0].get(column)?.places.get(row);
    return here ?? (this.bothSides ? this.columns[1].get(this.farColumn - column)?.places.get(row) : null) ?? null;
  }

  /** The places within columns and rows, whenever their nodes appear. */
  *within({ left, right, top, bottom }) {
    for (const side of this.bothSides ? [0, 1] : [0]) {
      for (const [depth, column] of this.columns[side]) {
        const at = side ? this.farColumn - depth : depth;
        if (at < left || at > right) continue;
        const from = Math.max(Math.floor(top), column.least);
        const to = Math.min(Math.ceil(bottom), column.most);
        for (let row = from; row <= to; row += 1) {
          const place = column.places.get(row);
          if (place) yield place;
        }
      }
    }
  }
}
