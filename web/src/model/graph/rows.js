/**
 * The rows of the outline: groups and nodes in the order of the program, each with its depth and its place among its
 * siblings.
 *
 *   outlineRows(drawing, null)[0];        // { node: 0, group: -1, depth: 0, at: 1, of: 12 }
 */

/** @typedef {import('./drawing.js').Drawing} Drawing */
/**
 * A node, or (node -1) the head of an open group.
 * @typedef {{ node: number, group: number, depth: number, at: number, of: number }} Row
 */

/** The first node in each group, which is where it stands among its siblings. @param {Drawing} drawing */
function firstNodes({ picture: { groups, nodes }, count }) {
  const first = new Int32Array(groups.length).fill(count);
  for (let node = count - 1; node >= 0; node--) if (nodes.group[node] >= 0) first[nodes.group[node]] = node;
  for (let group = groups.length - 1; group >= 0; group--) {
    const { parent } = groups[group];
    if (parent >= 0) first[parent] = Math.min(first[parent], first[group]);
  }
  return first;
}

/** @param {{ start: Int32Array, items: Int32Array }} lists @param {number} key */
const list = ({ start, items }, key) => Array.from(items.subarray(start[key], start[key + 1]));

/** @param {Drawing} drawing @param {Set<number> | null} shown only these nodes @returns {Row[]} */
export function outlineRows(drawing, shown) {
  const { groups } = drawing.picture;
  const first = firstNodes(drawing);
  const inside = (/** @type {number} */ group, /** @type {number} */ depth) => {
    const heads = list(drawing.contents.groups, group + 1).filter((one) => !groups[one].collapsed);
    const nodes = list(drawing.contents.nodes, group + 1).filter((node) => shown === null || shown.has(node));
    const rows = [
      ...heads.map((one) => ({ row: { node: -1, group: one, depth, at: 0, of: 0 }, place: first[one] - 0.5 })),
      ...nodes.map((node) => ({ row: { node, group, depth, at: 0, of: 0 }, place: node })),
    ].sort((one, other) => one.place - other.place);
    return rows.map(({ row }, index) => ({ ...row, at: index + 1, of: rows.length }));
  };
  /** @type {Row[]} */
  const out = [];
  const open = [inside(-1, 0).reverse()];
  while (open.length > 0) {
    const row = open[open.length - 1].pop();
    if (row === undefined) {
      open.pop();
      continue;
    }
    out.push(row);
    if (row.node < 0) open.push(inside(row.group, row.depth + 1).reverse());
  }
  return shown === null ? out : withoutEmpty(out);
}

/** A search leaves no group without a node. @param {Row[]} rows */
function withoutEmpty(rows) {
  /** @type {Row[]} */
  const kept = [];
  for (const row of rows.toReversed()) if (row.node >= 0 || (kept.at(-1)?.depth ?? -1) > row.depth) kept.push(row);
  return kept.reverse();
}
