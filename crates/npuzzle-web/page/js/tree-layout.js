// @ts-check
// Which nodes of a search tree are drawn, and where: the path lies straight in the first row, everything else below it.
//
// A search tree is far too large to draw. Drawn are the path to the current node, the children of the path, nearest to
// the current node first, and below them whatever else there is room for. What is left out is counted at the node it
// hangs on.
// INVARIANT: a node stands in the column of its depth, and its first drawn child in its own row, so that lines never
// cross.

/** @typedef {import("./trace.js").TreeNode} TreeNode */
/** @typedef {{node: TreeNode, parent: Placed | null, depth: number, row: number, onPath: boolean, current: boolean,
 *   hidden: number, skipped: number, children: Placed[]}} Placed */

/** Of a longer path only the beginning and the end are drawn. */
const LONGEST_PATH = 60;
const PATH_BEGINNING = 8;

/**
 * @param {{root: TreeNode | null, path: number[], children: (key: number) => TreeNode[],
 *   below: (key: number) => number}} tree
 * @param {number} most how many nodes may be drawn
 * @returns {{placed: Placed[], columns: number, rows: number}}
 */
export function layOutTree(tree, most = 400) {
  if (!tree.root) return { placed: [], columns: 0, rows: 0 };
  const spine = chooseSpine(tree);
  const chosen = chooseNodes(tree, spine, most);
  place(chosen.spine);
  for (const one of chosen.all) one.hidden = hiddenBelow(one, tree);
  const columns = 1 + Math.max(...chosen.all.map(({ depth }) => depth));
  const rows = 1 + Math.max(...chosen.all.map(({ row }) => row));
  return { placed: chosen.all, columns, rows };
}

/** The nodes of the path, with the number left out before each. */
function chooseSpine({ root, path, children }) {
  const spine = [{ node: root, skipped: 0 }];
  const skipFrom = path.length > LONGEST_PATH ? PATH_BEGINNING : Infinity;
  const skipTo = path.length - (LONGEST_PATH - PATH_BEGINNING);
  for (let at = 1; at < path.length; at += 1) {
    if (at >= skipFrom && at < skipTo) continue;
    const node = children(path[at - 1]).find(({ key }) => key === path[at]);
    if (!node) break;
    spine.push({ node, skipped: at === skipTo && skipFrom < skipTo ? skipTo - skipFrom : 0 });
  }
  return spine;
}

function chooseNodes(tree, spine, most) {
  const all = [];
  const add = (node, parent, onPath, skipped = 0) => {
    const depth = parent ? parent.depth + 1 : 0;
    const one = { node, parent, depth, row: 0, onPath, current: false, hidden: 0, skipped, children: [] };
    parent?.children.push(one);
    all.push(one);
    return one;
  };
  let last = null;
  const placedSpine = spine.map(({ node, skipped }) => (last = add(node, last, true, skipped)));
  placedSpine[placedSpine.length - 1].current = true;
  const onPath = new Set(tree.path);
  // Children of the path first, from its end; then level by level below them.
  let level = [...placedSpine].reverse();
  while (level.length && all.length < most) {
    const next = [];
    for (const parent of level) {
      for (const child of tree.children(parent.node.key)) {
        if (onPath.has(child.key)) continue;
        if (all.length >= most) break;
        next.push(add(child, parent, false));
      }
    }
    level = next;
  }
  return { all, spine: placedSpine };
}

/** What hangs on a node and is not drawn; its drawn children speak for themselves. */
function hiddenBelow(one, { below }) {
  const spokenFor = one.children.reduce((sum, { node, skipped }) => sum + below(node.key) + 1 + skipped, 0);
  return Math.max(0, below(one.node.key) - spokenFor);
}

/** Below the path, as near as each subtree finds room in all of its columns; the end of the path chooses first. */
function place(spine) {
  const free = [];
  for (const { depth } of spine) free[depth] = 1;
  for (const one of [...spine].reverse()) {
    for (const child of one.children) {
      if (child.onPath) continue;
      const shape = subtreeRows(child);
      let row = 1;
      for (const [depth, from] of shape.from) row = Math.max(row, (free[depth] ?? 0) - from);
      for (const [depth, to] of shape.to) free[depth] = row + to + 1;
      shift(child, row);
    }
  }
}

/** Gives rows within a subtree, from 0, and says which rows it takes in each column. */
function subtreeRows(one) {
  one.row = 0;
  const from = new Map([[one.depth, 0]]);
  const to = new Map([[one.depth, 0]]);
  let first = true;
  for (const child of one.children) {
    const shape = subtreeRows(child);
    let row = first ? 0 : 1;
    for (const [depth, top] of shape.from) row = Math.max(row, to.has(depth) ? to.get(depth) + 1 - top : row);
    for (const [depth, bottom] of shape.to) {
      if (!from.has(depth)) from.set(depth, shape.from.get(depth) + row);
      to.set(depth, Math.max(to.get(depth) ?? 0, bottom + row));
    }
    shift(child, row);
    first = false;
  }
  return { from, to };
}

function shift(one, rows) {
  one.row += rows;
  one.children.forEach((child) => shift(child, rows));
}
