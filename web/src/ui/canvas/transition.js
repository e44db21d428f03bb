/**
 * From one picture to the next: boxes glide, new ones appear, those that go fade, lines fade in.
 *
 *   const transition = Transition.between(before, now, camera.seen, shift);     // null where too much is on the screen
 *   transition.paint(context, palette, transition.part(time), detail, nodes, edges);
 */
import { paintEdges, paintNode } from './painter.js';

/** @typedef {import('../../model/graph/drawing.js').Drawing} Drawing */

/** Milliseconds. */
export const PACE = 260;
const MAX_VISIBLE = 700;
const MAX_LOOKED_AT = 2000;
const FAR = 1e9;

/** Nodes that are asked for, at most. */
const ASKED = 200;

/**
 * Whether one picture is that of another program, which has next to nothing of the other: then nothing stays in its
 * place.
 * @param {Drawing} before
 * @param {Drawing} now
 */
export function isAnother(before, now) {
  if (before.text !== now.text) return true;
  if (before.picture.family === now.picture.family) return false;
  const step = Math.ceil(before.count / ASKED);
  let [asked, kept] = [0, 0];
  for (let node = 0; node < before.count; node += step) {
    asked++;
    if (now.find(before.keyOf(node)) >= 0) kept++;
  }
  return 3 * kept < asked;
}

/**
 * The same node in the picture before, also where it went into another graph or came out of one; -1 if it is new.
 * @param {Drawing} before @param {Drawing} now @param {number} node
 */
function earlier(before, now, node) {
  const same = before.find(now.keyOf(node));
  if (same >= 0 || before.picture.family !== now.picture.family || now.stands(node) >= 0) return same;
  const copies = before.byLineage.get(now.lineage(node)) ?? [];
  return copies.find((one) => now.find(before.keyOf(one)) < 0) ?? -1;
}

export class Transition {
  #start = performance.now();
  #drawing;
  #from;
  #gone;
  #pace;

  /**
   * @param {Drawing} drawing @param {Map<number, Float32Array>} from
   * @param {{ drawing: Drawing, boxes: Map<number, Float32Array> }} gone
   * @param {number} pace
   */
  constructor(drawing, from, gone, pace) {
    this.#drawing = drawing;
    this.#from = from;
    this.#gone = gone;
    this.#pace = pace;
  }

  /**
   * @param {Drawing} before
   * @param {Drawing} now
   * @param {[number, number, number, number]} seen of the new picture
   * @param {{ x: number, y: number }} shift of the camera from the old to the new
   * @param {number} [pace] milliseconds
   */
  static between(before, now, seen, shift, pace = PACE) {
    const visible = now.grid.query(...seen);
    if (visible.length > MAX_VISIBLE) return null;
    const shifted = (/** @type {number} */ old) => {
      const box = before.box.slice(4 * old, 4 * old + 4);
      box[0] += shift.x;
      box[1] += shift.y;
      return box;
    };
    const from = new Map();
    let moves = false;
    for (const node of visible) {
      const old = earlier(before, now, node);
      const box = old < 0 ? null : shifted(old);
      moves ||= box === null || box[0] !== now.box[4 * node] || box[1] !== now.box[4 * node + 1];
      if (box !== null) from.set(node, box);
    }
    const boxes = new Map();
    const [left, top, right, bottom] = seen;
    for (const old of before.grid
      .query(left - shift.x, top - shift.y, right - shift.x, bottom - shift.y)
      .slice(0, MAX_VISIBLE)) {
      const lives = now.find(before.keyOf(old)) >= 0 || now.byLineage.has(before.lineage(old));
      if (!lives) boxes.set(old, shifted(old));
    }
    return moves || boxes.size > 0 ? new Transition(now, from, { drawing: before, boxes }, pace) : null;
  }

  /** From 0 to 1. @param {number} time */
  part(time) {
    return Math.min(1, Math.max(0, time - this.#start) / this.#pace);
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {import('./palette.js').Palette} palette @param {number} part
   * @param {import('./painter.js').Detail} detail @param {number[]} nodes @param {number[]} edges
   */
  paint(context, palette, part, detail, nodes, edges) {
    const eased = 1 - (1 - part) ** 3;
    context.globalAlpha = part ** 2;
    paintEdges(context, this.#drawing, palette, edges, detail);
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    context.globalAlpha = (1 - part) ** 2;
    for (const [node, box] of this.#gone.boxes)
      paintNode(context, this.#gone.drawing, palette, node, box, detail, 'removed');
    for (const node of nodes) {
      const to = this.#drawing.box.subarray(4 * node, 4 * node + 4);
      const from = this.#from.get(node);
      context.globalAlpha = from === undefined ? eased : 1;
      const box = from === undefined ? to : to.map((value, i) => from[i] + (value - from[i]) * eased);
      paintNode(context, this.#drawing, palette, node, box, detail);
    }
    context.globalAlpha = 1;
  }
}

/**
 * A node that is in both pictures, which shall not move on the screen: one that is chosen, else one near the middle.
 * @param {Drawing} before
 * @param {Drawing} now
 * @param {[number, number, number, number]} seen of the old picture
 * @param {Set<number>} selected in the new one
 * @returns {[number, number] | null}
 */
export function keptNode(before, now, [x0, y0, x1, y1], selected) {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  let best = /** @type {[number, number] | null} */ (null);
  let nearest = Infinity;
  const seen = before.grid.query(x0, y0, x1, y1).slice(0, MAX_LOOKED_AT);
  for (const old of seen.length > 0
    ? seen
    : Array.from({ length: Math.min(before.count, MAX_LOOKED_AT) }, (_, i) => i)) {
    const node = now.placeOf(before, old);
    if (node < 0) continue;
    const [left, top, width, height] = before.box.subarray(4 * old, 4 * old + 4);
    const away = Math.hypot(left + width / 2 - x, top + height / 2 - y) - (selected.has(node) ? FAR : 0);
    if (away < nearest) [nearest, best] = [away, [old, node]];
  }
  return best;
}
