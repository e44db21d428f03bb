/**
 * A picture with closed groups, drawn close: weights that only a closed group takes are in it, and what they leave
 * empty is taken out.
 *
 * What: `compacted(picture, weights)` gives another picture with fewer nodes; all that is left stands in the same
 * order, across and down.
 * Why: a closed group is one box, and the thirteen parameters of a block beside it would still be thirteen.
 *
 * A block that regions cut in parts is one box (rejoined.js). Many equal blocks in a row are one card,
 * "Block × 48: blocks.0 … blocks.47"; which of them is open stands beside it.
 *
 *   compacted(picture, new Set(['p_weight']));      // the picture itself where no group is closed
 */

import { isBlock } from './closed.js';
import { rejoined } from './rejoined.js';

/** @typedef {import('../../../../wasm/js/index.js').Picture} Picture */

/** Room that stays between what is drawn, down and across. */
const [ROW, COLUMN] = [36, 44];
/** Between boxes of a row that is laid here, and of so many boxes at most. */
const [BESIDE, MOST_LAID] = [16, 400];
/** Equal blocks from which on they are one card: a dozen is still seen as such. Fewer than LEAST are never one. */
const REPEATED = { auto: 13, always: 3, never: Infinity };
const LEAST = REPEATED.always;
/** The width of a letter that is read from afar, for so many letters, and of the room at both sides. */
const [LETTER, LETTERS, SIGN] = [14, 40, 28];
/** Around everything. */
const MARGIN = 24;
/** The number of "changed" in the column `change`. */
const CHANGED = 2;
/** Of an open group: its title, and its lower edge. */
const [TITLE, EDGE] = [26, 10];

/** Nodes that are left out. @param {Picture} picture @param {Set<string>} weights @returns {Uint8Array} */
function hiddenIn({ nodes, edges, paths, texts }, weights) {
  // The closed group that takes it; -1: none does, -2: something else does.
  const taken = new Int32Array(nodes.count).fill(-1);
  edges.from.forEach((from, edge) => {
    const to = edges.to[edge];
    const closed = nodes.collapsedGroup[to] >= 0 && (taken[from] === -1 || taken[from] === to);
    taken[from] = closed ? to : -2;
  });
  const hidden = new Uint8Array(nodes.count);
  for (let node = 0; node < nodes.count; node++) {
    const weight =
      texts[nodes.op[node]] === 'get_attr' ||
      (texts[nodes.op[node]] === 'placeholder' && paths[nodes.path[node]] === '' && weights.has(nodes.name[node]));
    if (weight && taken[node] >= 0) hidden[node] = 1;
  }
  return hidden;
}

/** @param {Uint8Array} values */
const sum = (values) => values.reduce((all, one) => all + one, 0);

/** What a module is, in "blocks.0: Block". @param {string} title */
const classOf = (title) => title.slice(title.indexOf(': ') + 2);

/**
 * Closed blocks of one class and size that follow each other, from the top: boxes, of each run the first one first.
 * @param {Picture} picture
 * @param {Uint8Array} hidden
 * @param {number} least
 * @returns {number[][]}
 */
function equalBlocks({ nodes, groups, box }, hidden, least) {
  const closed = numbersOf(hidden).filter((node) => nodes.collapsedGroup[node] >= 0);
  closed.sort((one, other) => box[4 * one + 1] - box[4 * other + 1]);
  /** @type {number[][]} */
  const runs = [];
  let last = '';
  for (const node of closed) {
    const { title, nodes: count } = groups[nodes.collapsedGroup[node]];
    const block = isBlock(groups[nodes.collapsedGroup[node]]) && title.includes(': ');
    const key = block ? `${classOf(title)} ${count}` : `${node}`;
    if (key === last) runs.at(-1)?.push(node);
    else runs.push([node]);
    last = key;
  }
  return runs.filter((run) => run.length >= least);
}

/** Groups, with what a card of several is called. @param {Picture} picture @param {number[][]} runs */
function cards({ groups, nodes }, runs) {
  const out = [...groups];
  for (const run of runs) {
    const [first, last] = [run[0], run[run.length - 1]].map((node) => nodes.collapsedGroup[node]);
    const name = (/** @type {number} */ group) => groups[group].title.split(': ')[0];
    const title = `${classOf(groups[first].title)} × ${run.length}: ${name(first)} … ${name(last)}`;
    out[first] = { ...groups[first], title };
  }
  return out;
}

/**
 * What moves a coordinate together with what is drawn: gaps are no wider than `room`.
 * @param {[number, number][]} spans that stay as they are
 * @param {number} room
 */
function closer(spans, room) {
  spans.sort((one, other) => one[0] - other[0]);
  // Where a gap begins and ends, and where it does so now.
  const [from, to, now] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  let [end, shift] = [spans[0]?.[0] ?? 0, 0];
  for (const [start, stop] of spans) {
    if (start - end > room) {
      from.push(end);
      to.push(start);
      now.push(end - shift);
      shift += start - end - room;
    }
    end = Math.max(end, stop);
  }
  return (/** @type {number} */ at) => {
    let [low, high] = [0, from.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (from[middle] <= at) low = middle + 1;
      else high = middle;
    }
    const gap = low - 1;
    if (gap < 0) return at;
    const inside = Math.min(1, (at - from[gap]) / (to[gap] - from[gap]));
    return now[gap] + inside * room + Math.max(0, at - to[gap]);
  };
}

/** @param {Picture} picture @param {Uint8Array} hidden */
function movers({ nodes, box, groups, groupBox }, hidden) {
  /** @type {[number, number][]} */
  const across = [];
  /** @type {[number, number][]} */
  const down = [];
  for (let node = 0; node < nodes.count; node++) {
    if (hidden[node] === 1) continue;
    const [x, y, width, height] = box.subarray(4 * node, 4 * node + 4);
    across.push([x, x + width]);
    down.push([y, y + height]);
  }
  groups.forEach(({ collapsed }, group) => {
    if (collapsed) return;
    const [x, y, width, height] = groupBox.subarray(4 * group, 4 * group + 4);
    across.push([x, x + EDGE], [x + width - EDGE, x + width]);
    down.push([y, y + TITLE], [y + height - EDGE, y + height]);
  });
  return [closer(across, COLUMN), closer(down, ROW)];
}

/** @param {Float32Array} box @param {((at: number) => number)[]} move */
function moved(box, [x, y]) {
  const out = new Float32Array(box.length);
  for (let at = 0; at < box.length; at += 4) {
    const [left, top] = [x(box[at]), y(box[at + 1])];
    out.set([left, top, x(box[at] + box[at + 2]) - left, y(box[at + 1] + box[at + 3]) - top], at);
  }
  return out;
}

/** @param {Picture['edges']} edges @param {Float32Array} points @param {Int32Array} renumbered -1: it is gone */
function edgesOf(edges, points, renumbered) {
  const kept = [...edges.from.keys()].filter((edge) => {
    const [from, to] = [renumbered[edges.from[edge]], renumbered[edges.to[edge]]];
    return from >= 0 && to >= 0 && from !== to;
  });
  const start = [0];
  const parts = [];
  for (const edge of kept) {
    const part = points.subarray(2 * edges.start[edge], 2 * edges.start[edge + 1]);
    parts.push(part);
    start.push((start.at(-1) ?? 0) + part.length / 2);
  }
  const all = new Float32Array(2 * (start.at(-1) ?? 0));
  parts.forEach((part, at) => all.set(part, 2 * start[at]));
  const column = (/** @type {Int32Array} */ values) => Int32Array.from(kept, (edge) => values[edge]);
  return {
    edges: {
      from: column(edges.from).map((node) => renumbered[node]),
      to: column(edges.to).map((node) => renumbered[node]),
      slot: column(edges.slot),
      start: Int32Array.from(start),
    },
    points: all,
  };
}

/** Hides all but the first of each run. @param {number[][]} runs @param {Uint8Array} hidden */
function hideOthers(runs, hidden) {
  for (const [, ...others] of runs) for (const node of others) hidden[node] = 1;
}

/** Whether equal blocks of it can be one card. @param {Picture} picture @param {Set<string>} weights */
export function foldable(picture, weights) {
  const hidden = hiddenIn(picture, weights);
  hideOthers(rejoined(picture, hidden), hidden);
  return equalBlocks(picture, hidden, LEAST).length > 0;
}

/**
 * What became of a box that stands for several: the same of all of them, or it changed.
 * @param {Int32Array} change @param {number[][]} runs
 */
function changesOf(change, runs) {
  const out = change.slice();
  for (const run of runs) if (run.some((node) => out[node] !== out[run[0]])) out[run[0]] = CHANGED;
  return out;
}

/**
 * @param {Picture} picture
 * @param {Set<string>} weights names of parameters, buffers and constants
 * @param {import('../document.js').Fold} [fold]
 * @returns {Picture}
 */
export function compacted(picture, weights, fold = 'auto') {
  if (!picture.groups.some(({ collapsed }) => collapsed)) return picture;
  const hidden = hiddenIn(picture, weights);
  const parts = rejoined(picture, hidden);
  hideOthers(parts, hidden);
  const flat = picture.groups.every(({ collapsed }) => collapsed) && picture.nodes.count - sum(hidden) <= MOST_LAID;
  const runs = equalBlocks(picture, hidden, REPEATED[fold]);
  hideOthers(runs, hidden);
  if (!flat && !hidden.includes(1)) return picture;
  const { nodes } = picture;
  const move = movers(picture, hidden);
  const kept = numbersOf(hidden);
  const renumbered = new Int32Array(nodes.count).fill(-1);
  kept.forEach((node, at) => (renumbered[node] = at));
  for (const [first, ...others] of [...runs, ...parts]) for (const node of others) renumbered[node] = renumbered[first];
  const column = (/** @type {Int32Array} */ values) => Int32Array.from(kept, (node) => values[node]);
  const { path, lineage, op, target, title, type, group, collapsedGroup } = nodes;
  const change = changesOf(changesOf(nodes.change, parts), runs);
  const columns = { path, lineage, op, target, title, type, group, collapsedGroup, change };
  const box = new Float32Array(4 * kept.length);
  const key = new Int32Array(2 * kept.length);
  kept.forEach((node, at) => {
    box.set(picture.box.subarray(4 * node, 4 * node + 4), 4 * at);
    key.set(nodes.key.subarray(2 * node, 2 * node + 2), 2 * at);
  });
  const lines = edgesOf(picture.edges, picture.points, renumbered);
  for (let at = 0; at < lines.points.length; at++) lines.points[at] = move[at % 2](lines.points[at]);
  const boxes = moved(box, move);
  const groupBox = moved(picture.groupBox, move);
  const groups = cards(picture, runs);
  const folded = new Map(runs.map(([first]) => [first, groups[nodes.collapsedGroup[first]].title]));
  kept.forEach((node, at) => {
    const { title = nodes.name[node] } = groups[nodes.collapsedGroup[node]] ?? {};
    const wanted = Math.min(LETTERS, title.length) * LETTER + SIGN;
    if (flat) boxes[4 * at + 2] = Math.max(boxes[4 * at + 2], wanted);
    else if (nodes.collapsedGroup[node] >= 0) widened(boxes, at, wanted, groups, groupBox);
  });
  const { edges, points } = flat ? laid(boxes, lines.edges) : lines;
  return {
    ...picture,
    groups,
    ...around(boxes, flat ? new Float32Array(0) : openBoxes(picture.groups, groupBox), points),
    nodes: {
      ...nodes,
      count: kept.length,
      name: kept.map((node) => folded.get(node) ?? nodes.name[node]),
      key,
      .../** @type {any} */ (
        Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, column(values)]))
      ),
    },
    box: boxes,
    groupBox,
    edges,
    points,
  };
}

/** @param {Picture['groups']} groups @param {Float32Array} boxes */
const openBoxes = (groups, boxes) =>
  Float32Array.from(groups.flatMap(({ collapsed }, at) => (collapsed ? [] : [...boxes.subarray(4 * at, 4 * at + 4)])));

/** @param {Float32Array} boxes @param {Float32Array} groups @param {Float32Array} points */
function around(boxes, groups, points) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const hold = (/** @type {number} */ x, /** @type {number} */ y) => {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  };
  for (const all of [boxes, groups])
    for (let at = 0; at < all.length; at += 4) {
      hold(all[at], all[at + 1]);
      hold(all[at] + all[at + 2], all[at + 1] + all[at + 3]);
    }
  for (let at = 0; at < points.length; at += 2) hold(points[at], points[at + 1]);
  if (left > right) return { left: 0, top: 0, width: 0, height: 0 };
  return {
    left: left - MARGIN,
    top: top - MARGIN,
    width: right - left + 2 * MARGIN,
    height: bottom - top + 2 * MARGIN,
  };
}

/**
 * A box takes the room beside it that its title needs and nothing else has.
 * @param {Float32Array} boxes
 * @param {number} node
 * @param {number} wanted
 * @param {Picture['groups']} groups
 * @param {Float32Array} groupBox
 */
function widened(boxes, node, wanted, groups, groupBox) {
  const [x, y, width, height] = boxes.subarray(4 * node, 4 * node + 4);
  let room = (wanted - width) / 2;
  for (const [all, kept] of /** @type {const} */ ([
    [boxes, (/** @type {number} */ at) => at !== node],
    [groupBox, (/** @type {number} */ at) => !groups[at].collapsed],
  ]))
    for (let at = 0; 4 * at < all.length && room > 0; at++) {
      const [left, top, wide, high] = all.subarray(4 * at, 4 * at + 4);
      if (!kept(at) || top >= y + height || top + high <= y) continue;
      // What it stands in has its edges outside of it.
      const inside = left <= x && left + wide >= x + width;
      const free = inside ? Math.min(x - left, left + wide - x - width) : left > x ? left - x - width : x - left - wide;
      room = Math.min(room, free - BESIDE);
    }
  if (room <= 0) return;
  boxes[4 * node] = x - room;
  boxes[4 * node + 2] = width + 2 * room;
}

/** Nodes by rows, from the top, each from the left. @param {Float32Array} box */
function rowsOf(box) {
  const order = [...Array(box.length / 4).keys()].sort((one, other) => box[4 * one + 1] - box[4 * other + 1]);
  /** @type {number[][]} */
  const rows = [];
  let end = -Infinity;
  for (const node of order) {
    const [, top, , height] = box.subarray(4 * node, 4 * node + 4);
    if (top >= end) rows.push([]);
    end = rows.at(-1)?.length === 0 ? top + height : Math.max(end, top + 1);
    rows.at(-1)?.push(node);
  }
  return rows.map((row) => row.sort((one, other) => box[4 * one] - box[4 * other]));
}

/**
 * Boxes alone: each row goes under what it takes, and lines go straight, or round what lies between. Moves the boxes.
 * @param {Float32Array} box
 * @param {Picture['edges']} edges
 */
function laid(box, edges) {
  const centre = (/** @type {number} */ node) => box[4 * node] + box[4 * node + 2] / 2;
  const rows = rowsOf(box);
  const rowOf = new Int32Array(box.length / 4);
  rows.forEach((row, at) => row.forEach((node) => (rowOf[node] = at)));
  /** @type {number[][]} */
  const producers = Array.from(rowOf, () => []);
  edges.to.forEach((to, edge) => rowOf[edges.from[edge]] < rowOf[to] && producers[to].push(edges.from[edge]));
  for (const row of rows) {
    let right = -Infinity;
    let off = 0;
    for (const node of row) {
      const above = producers[node];
      const wanted =
        above.length === 0 ? centre(node) : above.reduce((sum, one) => sum + centre(one), 0) / above.length;
      const width = box[4 * node + 2];
      const left = Math.max(wanted - width / 2, right + BESIDE);
      off += left - (wanted - width / 2);
      box[4 * node] = left;
      right = left + width;
    }
    for (const node of row) box[4 * node] -= off / row.length;
  }
  let lane = -Infinity;
  for (let at = 0; at < box.length; at += 4) lane = Math.max(lane, box[at] + box[at + 2]);
  const [points, start] = [/** @type {number[]} */ ([]), [0]];
  edges.from.forEach((from, edge) => {
    const to = edges.to[edge];
    const [x, y] = [centre(from), box[4 * from + 1] + box[4 * from + 3]];
    const [x2, y2] = [centre(to), box[4 * to + 1]];
    points.push(x, y);
    if (rowOf[to] - rowOf[from] > 1) points.push(lane + BESIDE, y + BESIDE, lane + BESIDE, y2 - BESIDE);
    points.push(x2, y2);
    start.push(points.length / 2);
  });
  return { edges: { ...edges, start: Int32Array.from(start) }, points: Float32Array.from(points) };
}

/** Those that are not hidden. @param {Uint8Array} hidden */
function numbersOf(hidden) {
  const out = [];
  for (let node = 0; node < hidden.length; node++) if (hidden[node] === 0) out.push(node);
  return out;
}
