/**
 * Keys on a picture that has the focus: walk, choose several, open, leave.
 *
 * Arrows walk from node to node; with Shift what they come to is chosen as well. Ctrl+A chooses every node.
 *
 *   if (canvasKey(view, 0, event)) …                 // taken
 */
import { nextNode, spoken, walks } from '../../model/graph/walk.js';

/** @typedef {import('./view.js').GraphView} GraphView */
/** @typedef {import('../../model/graph/drawing.js').Drawing} Drawing */

/** Every node of a picture but the boxes that represent closed groups. @param {Drawing} drawing */
const allOf = (drawing) =>
  Array.from({ length: drawing.count }, (_, node) => node).filter((node) => drawing.stands(node) < 0);

/** Chooses every node. @param {GraphView} view @param {number} pane */
export function chooseAll(view, pane) {
  const drawing = view.state.panes[pane]?.drawing;
  if (!drawing) return;
  const all = allOf(drawing);
  view.state.pick(pane, all);
  view.said = `${all.length} nodes chosen`;
}

/** The node that a key is about: what was walked to last. @param {GraphView} view @param {number} pane */
function nodeOf({ state }, pane) {
  const { chosen } = state;
  return chosen !== null && chosen.pane === pane ? chosen.node : ([...state.selectedIn(pane)][0] ?? -1);
}

/** @param {GraphView} view @param {number} pane @param {Drawing} drawing @param {KeyboardEvent} event */
function walk(view, pane, drawing, event) {
  const node = nodeOf(view, pane);
  const next = nextNode(drawing, node, event.key);
  if (next < 0) view.said = { ArrowUp: 'No producer', ArrowDown: 'No user' }[event.key] ?? 'No sibling';
  else if (event.shiftKey) extend(view, pane, drawing, next);
  else view.goToNode(pane, next);
}

/**
 * One node more, which the next key is about. Where it is chosen already, what was walked to behind it is taken back.
 * @param {GraphView} view
 * @param {number} pane
 * @param {Drawing} drawing
 * @param {number} next
 */
function extend(view, pane, drawing, next) {
  const order = view.state.order(pane);
  const before = order.at(-2) === next ? order.slice(0, -2) : order.filter((node) => node !== next);
  view.state.pick(pane, [...before, next]);
  view.canvases[pane]?.reveal(next, true);
  view.said = `${spoken(drawing, next)}; ${before.length + 1} chosen`;
}

/** @param {GraphView} view @param {number} pane */
function escape(view, pane) {
  if (view.open && !view.peeks) view.open = false;
  else view.pick(pane, []);
}

/**
 * @param {GraphView} view
 * @param {number} pane
 * @param {KeyboardEvent} event
 * @returns {boolean} whether it meant something here
 */
export function canvasKey(view, pane, event) {
  const drawing = view.state.panes[pane]?.drawing;
  if (!drawing) return false;
  const node = nodeOf(view, pane);
  if (view.rewiring.key(pane, node, event.key)) view.canvas?.focus();
  else if (walks(event.key)) walk(view, pane, drawing, event);
  else if (event.key === 'Enter' && node >= 0) view.openNode(pane, node);
  else if (event.key === 'Escape' && (view.open || node >= 0)) escape(view, pane);
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}
