/**
 * Edits by pointer on the picture: an argument is dragged to another node, a right click (or the menu key) opens the
 * menu of a node or inserts on an edge.
 *
 * What: `editsOnCanvas` listens at the page, before the canvas sees a press: one on the end of an edge, where it
 * enters its node, begins a drag.
 * Why: the canvas only draws and picks; what an edit is, is known here.
 *
 *   const stop = editsOnCanvas(root, { model, commands });
 */

import { argumentOf } from '../../model/edits/argument.js';
import { argumentAtHome, changeAtHome, drawnNode } from '../../model/edits/origins.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('../../model/graph/drawing.js').Drawing} Drawing */
/**
 * @typedef {HTMLElement & { drawing: Drawing | null, selected: Set<number>, camera: { scale: number, toWorld(x: number,
 *   y: number): { x: number, y: number } } }} Canvas
 */
/** @typedef {{ x: number, y: number }} Point */

/** Pixels around the end of an edge, and beside an edge, that count as on it. */
const END = 9;
const FINGER = 16;
const BESIDE = 6;
/** In the picture's own units: at a zoom at which boxes are small, a press on a box is a press on the box. */
const MAX_END = 9;
/** A hand may tremble so far in a click. */
const TREMBLE = 4;

/**
 * The picture under an event; the map of it, which lies over its nodes, is none.
 * @param {Event} event
 * @returns {Canvas | null}
 */
function canvasOf(event) {
  const path = event.composedPath();
  if (path[0] instanceof HTMLElement && path[0].classList.contains('map')) return null;
  return (
    /** @type {Canvas | undefined} */ (
      path.find((one) => one instanceof HTMLElement && one.localName === 'seesaw-canvas')
    ) ?? null
  );
}

/** @param {Canvas} canvas @param {MouseEvent} event */
function worldOf(canvas, event) {
  const { left, top } = canvas.getBoundingClientRect();
  return canvas.camera.toWorld(event.clientX - left, event.clientY - top);
}

/**
 * The node that something is let go on: of what is on the screen, for the picture goes on behind its edges.
 * @param {Canvas} canvas
 * @param {MouseEvent} event
 */
function nodeUnder(canvas, event) {
  const { left, top, right, bottom } = canvas.getBoundingClientRect();
  const { clientX, clientY } = event;
  if (clientX < left || clientX > right || clientY < top || clientY > bottom) return -1;
  const at = worldOf(canvas, event);
  return canvas.drawing?.nodeAt(at.x, at.y) ?? -1;
}

/** @param {Point} at @param {Point} a @param {Point} b */
function distance(at, a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const part = Math.min(1, Math.max(0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(at.x - a.x - part * dx, at.y - a.y - part * dy);
}

/**
 * The edge whose distance is least, if that is near enough.
 * @param {Drawing} drawing
 * @param {number} reach
 * @param {(points: Float32Array, begin: number, end: number) => number} far
 */
function nearest({ picture: { edges, points } }, reach, far) {
  let [best, least] = [-1, reach];
  for (let edge = 0; edge < edges.from.length; edge++) {
    const [begin, end] = [edges.start[edge], edges.start[edge + 1]];
    if (end <= begin) continue;
    const away = far(points, begin, end);
    if (away <= least) [best, least] = [edge, away];
  }
  return best;
}

/** @param {Drawing} drawing @param {Point} at @param {number} reach */
const endAt = (drawing, at, reach) =>
  nearest(drawing, reach, (points, _, end) => Math.hypot(points[2 * end - 2] - at.x, points[2 * end - 1] - at.y));

/** @param {Drawing} drawing @param {Point} at @param {number} reach */
const edgeAt = (drawing, at, reach) =>
  nearest(drawing, reach, (points, begin, end) => {
    let least = Infinity;
    for (let i = begin; i + 1 < end; i++) {
      least = Math.min(
        least,
        distance(at, { x: points[2 * i], y: points[2 * i + 1] }, { x: points[2 * i + 2], y: points[2 * i + 3] }),
      );
    }
    return least;
  });

/** The line that is drawn while an argument is dragged. */
class Thread {
  #svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  #line = document.createElementNS('http://www.w3.org/2000/svg', 'line');
  #words = document.createElementNS('http://www.w3.org/2000/svg', 'text');

  /** @param {Node} parent @param {Point} start */
  constructor(parent, start) {
    this.#svg.classList.add('edit-thread');
    this.#words.setAttribute('class', 'edit-words');
    this.#svg.append(this.#line, this.#words);
    this.#line.setAttribute('x1', `${start.x}`);
    this.#line.setAttribute('y1', `${start.y}`);
    parent.appendChild(this.#svg);
    this.to(start);
  }

  /** @param {Point} point */
  to({ x, y }) {
    this.#line.setAttribute('x2', `${x}`);
    this.#line.setAttribute('y2', `${y}`);
  }

  /** What would come of it here. @param {string} text @param {boolean} bad */
  say(text, bad) {
    this.#words.textContent = text;
    this.#svg.classList.toggle('bad', bad);
    // Beside the pointer, and all of it on the screen.
    const [x, y] = ['x2', 'y2'].map((name) => Number(this.#line.getAttribute(name)));
    const room = innerWidth - this.#words.getComputedTextLength() - 8;
    this.#words.setAttribute('x', `${Math.max(8, Math.min(x + 14, room))}`);
    this.#words.setAttribute('y', `${y < 40 ? y + 30 : y - 14}`);
  }

  remove() {
    this.#svg.remove();
  }
}

/**
 * What letting an argument go on a node asks for; in words why it cannot be; null where that is nothing.
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {import('../../model/edits/argument.js').Argument} argument
 * @param {number} node -1: beside all nodes
 * @returns {Promise<Awaited<ReturnType<typeof changeAtHome>>> | string | null}
 */
function changeOf(context, drawing, argument, node) {
  if (node < 0) return null;
  const name = drawing.name(node);
  const here = drawing.path(node) === argument.path;
  if (here && (name === argument.from || name === argument.node)) return null;
  if (argument.refusal !== '') return argument.refusal;
  if (drawing.stands(node) >= 0) return 'A closed group is no value. Open it to take one of its nodes.';
  if (!here) return 'An argument must be a value of the same graph.';
  return changeAtHome(context.model, drawing, argument, name);
}

/**
 * @param {EventTarget & Node} root that the canvases are in
 * @param {Context} context
 * @returns {() => void}
 */
export function editsOnCanvas(root, context) {
  const { model, commands } = context;
  /**
   * @type {{ canvas: Canvas, argument: import('../../model/edits/argument.js').Argument, thread: Thread, id: number,
   *   start: Point, over: number } | null}
   */
  let drag = null;
  const done = () => {
    drag?.thread.remove();
    drag = null;
  };

  const pressed = (/** @type {Event} */ raw) => {
    const event = /** @type {PointerEvent} */ (raw);
    const canvas = canvasOf(event);
    if (model.readonly || canvas === null || canvas.drawing === null || event.button !== 0 || event.shiftKey) return;
    const reach = Math.min(MAX_END, (event.pointerType === 'touch' ? FINGER : END) / canvas.camera.scale);
    const edge = endAt(canvas.drawing, worldOf(canvas, event), reach);
    if (edge < 0) return;
    event.stopPropagation();
    event.preventDefault();
    canvas.setPointerCapture?.(event.pointerId);
    drag = {
      canvas,
      argument: argumentOf(canvas.drawing, edge),
      thread: new Thread(root, { x: event.clientX, y: event.clientY }),
      id: event.pointerId,
      start: { x: event.clientX, y: event.clientY },
      over: -1,
    };
  };
  const moved = (/** @type {Event} */ raw) => {
    const event = /** @type {PointerEvent} */ (raw);
    if (drag === null || drag.id !== event.pointerId) return;
    drag.thread.to({ x: event.clientX, y: event.clientY });
    const node = nodeUnder(drag.canvas, event);
    if (node !== drag.over) look(drag, node);
  };
  /**
   * What it would come to if the argument were let go here.
   * @param {NonNullable<typeof drag>} held
   * @param {number} node
   */
  const look = async (held, node) => {
    held.over = node;
    held.thread.say('', false);
    const { drawing } = held.canvas;
    const asked = drawing === null ? null : await changeOf(context, drawing, held.argument, node);
    if (asked === null) return;
    const preview =
      typeof asked === 'string'
        ? { statement: '', problems: [{ message: asked }] }
        : await model.edits.preview(asked.change, asked.path);
    if (preview === null || drag !== held || held.over !== node) return;
    const [problem] = preview.problems;
    held.thread.say(problem?.message ?? preview.statement, problem !== undefined);
  };
  const released = async (/** @type {Event} */ raw) => {
    const event = /** @type {PointerEvent} */ (raw);
    if (drag === null || drag.id !== event.pointerId) return;
    const { canvas, argument, start } = drag;
    const drawing = canvas.drawing;
    done();
    if (event.type !== 'pointerup' || drawing === null) return;
    const node = nodeUnder(canvas, event);
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < TREMBLE) {
      canvas.dispatchEvent(new CustomEvent('node-pick', { detail: { node, add: event.ctrlKey || event.metaKey } }));
      return;
    }
    const asked = await changeOf(context, drawing, argument, node);
    if (typeof asked === 'string') model.edits.refuse(asked, 'Nothing was changed.');
    else if (asked !== null) model.edits.apply(asked.change, asked.path);
  };
  const escaped = (/** @type {KeyboardEvent} */ event) => {
    if (drag === null || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    done();
  };
  const menu = async (/** @type {Event} */ raw) => {
    const event = /** @type {MouseEvent} */ (raw);
    const canvas = canvasOf(event);
    if (model.readonly || canvas === null || canvas.drawing === null) return;
    event.preventDefault();
    const { drawing } = canvas;
    const at = worldOf(canvas, event);
    const byKey = event.button < 0 || (event.clientX === 0 && event.clientY === 0);
    const node = byKey ? -1 : drawing.nodeAt(at.x, at.y);
    const edge = byKey || node >= 0 ? -1 : edgeAt(drawing, at, BESIDE / canvas.camera.scale);
    if (node >= 0 && !canvas.selected.has(node)) model.edits.chosenInGraph([drawnNode(drawing, node)]);
    if (!byKey && node < 0 && edge < 0)
      canvas.dispatchEvent(new CustomEvent('node-pick', { detail: { node, add: false } }));
    if (edge < 0) return commands.openEdit('menu');
    const drawn = argumentOf(drawing, edge);
    const argument = drawn.refusal === '' ? await argumentAtHome(model, drawing, drawn) : drawn.refusal;
    if (typeof argument === 'string') model.edits.refuse(argument, 'Nothing was changed.');
    else commands.openEdit('insert', argument);
  };

  const listeners = /** @type {const} */ ([
    ['pointerdown', pressed],
    ['pointermove', moved],
    ['pointerup', released],
    ['pointercancel', released],
    ['contextmenu', menu],
  ]);
  for (const [name, listener] of listeners) root.addEventListener(name, listener, { capture: true });
  window.addEventListener('keydown', escaped, { capture: true });
  return () => {
    done();
    window.removeEventListener('keydown', escaped, { capture: true });
    for (const [name, listener] of listeners) root.removeEventListener(name, listener, { capture: true });
  };
}
