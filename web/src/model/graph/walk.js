/**
 * From node to node by arrow keys: up to a producer, down to a user, left and right to a sibling.
 *
 *   nextNode(drawing, node, 'ArrowDown');            // -1 if there is none
 *
 * Siblings use the same value; a node that has none goes to its neighbours in the row.
 */

import { nodesText } from '../../text/plural.js';

/** @typedef {import('./drawing.js').Drawing} Drawing */

/** @param {Drawing} drawing @param {number} node */
const middle = (drawing, node) => drawing.box[4 * node] + drawing.box[4 * node + 2] / 2;

/** @param {Drawing} drawing @param {number} node */
function siblings(drawing, node) {
  const producers = drawing.producers(node);
  const same = producers.length > 0 ? drawing.consumers(producers[0]) : [];
  if (same.length > 1) return same;
  const top = drawing.box[4 * node + 1] + drawing.box[4 * node + 3] / 2;
  return drawing.grid.query(-Infinity, top, Infinity, top);
}

/** @param {Drawing} drawing @param {number} node @param {1 | -1} direction */
function beside(drawing, node, direction) {
  const row = siblings(drawing, node).sort(
    (one, other) => middle(drawing, one) - middle(drawing, other) || one - other,
  );
  return row[row.indexOf(node) + direction] ?? -1;
}

/** The nearest in the way across. @param {Drawing} drawing @param {number} node @param {number[]} candidates */
function nearest(drawing, node, candidates) {
  const x = middle(drawing, node);
  return candidates.reduce(
    (best, one) => (best < 0 || Math.abs(middle(drawing, one) - x) < Math.abs(middle(drawing, best) - x) ? one : best),
    -1,
  );
}

/** @type {Record<string, (drawing: Drawing, node: number) => number>} */
const WAYS = {
  ArrowUp: (drawing, node) => drawing.producers(node)[0] ?? -1,
  ArrowDown: (drawing, node) => nearest(drawing, node, drawing.consumers(node)),
  ArrowLeft: (drawing, node) => beside(drawing, node, -1),
  ArrowRight: (drawing, node) => beside(drawing, node, 1),
  Home: () => 0,
  End: (drawing) => drawing.count - 1,
};

/** Whether a key walks. @param {string} key */
export const walks = (key) => key in WAYS;

/** @param {Drawing} drawing @param {number} node -1: none yet @param {string} key */
export function nextNode(drawing, node, key) {
  if (drawing.count === 0) return -1;
  if (node < 0) return 0;
  return WAYS[key]?.(drawing, node) ?? -1;
}

/** What there is to say of a node: name, operator and type first. @param {Drawing} drawing @param {number} node */
export function spokenParts(drawing, node) {
  const users = drawing.users(node);
  const change = drawing.change(node);
  const group = drawing.stands(node);
  const body = drawing.elsewhere.get(node);
  const what =
    group >= 0
      ? [`closed group of ${nodesText(drawing.picture.groups[group].nodes)}`]
      : [drawing.targetOf(node) || drawing.title(node), drawing.type(node)];
  return [
    drawing.name(node),
    ...what,
    `${users} ${users === 1 ? 'user' : 'users'}`,
    change === 'same' ? '' : change,
    body === undefined ? '' : `its body is drawn at ${drawing.name(body)}`,
  ].filter((part) => part !== '');
}

/** What a screen reader says of a node. @param {Drawing} drawing @param {number} node */
export const spoken = (drawing, node) => spokenParts(drawing, node).join(', ');
