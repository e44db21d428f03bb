/**
 * Draws a part of a picture at a level of detail.
 *
 * What: `paintGroups`, `paintEdges`, `paintNodes`, `paintValues` draw what they are given the numbers of; `detailOf`
 * says how much can be read at a zoom. `paintLines` and `paintNode` draw one thing in other colours, for what is
 * chosen.
 * Why: screen, tiles, minimap and files are drawn by the same few functions; what cannot be read is not drawn.
 *
 *   const detail = detailOf(camera.scale);
 *   context.setTransform(scale, 0, 0, scale, -x * scale, -y * scale);
 *   paintEdges(context, drawing, palette, edges, detail);
 *   paintNodes(context, drawing, palette, nodes, detail);
 */
import { fittingParts } from '../../model/autograd/values.js';
import { VALUE_ADVANCE, VALUE_AROUND, VALUE_HEIGHT, VALUE_LINE, VALUE_ZOOM, chipsBelow } from './chips.js';
import { CHANGES } from '../../model/graph/drawing.js';
import { SIGN_WIDTH, edgesByWidth, fillHeat, paintKind, paintSmallLook, tintKind } from './look.js';
import { BORDERS, addEdge, addHead, fitting, fittingEnd, mark, outline } from './shapes.js';

/** @typedef {import('./shapes.js').Context} Context */
/** @typedef {import('../../model/graph/drawing.js').Drawing} Drawing */
/** @typedef {import('./palette.js').Palette} Palette */
/**
 * @typedef {{ scale: number, text: 'all' | 'title' | 'none', boxes: boolean, heads: boolean, keepEdges: number, top:
 *   number, bottom: number }} Detail `keepEdges`: one of so many is drawn; `top`, `bottom`: beyond them nothing is seen
 */

/** Pixels of the core's layout (core/engine/view/picture.h): its font, and what a group has above its contents. */
const ADVANCE = 7.25;
const PAD = 10;
/** Of a box that is seen from afar, what its title leaves free at both sides together, and before it is cut. */
const [EDGE, TIGHT] = [9, 2];
/** What is cut and has so many letters left keeps clear of the edge: of fewer each one counts. */
const [LONG, CLEAR] = [8, 12];
export const TITLE_HEIGHT = 22;
/** All of a box is written from this zoom on, its title alone below: nothing is written that is too small to read. */
const READABLE = 0.66;
/** Pixels of the screen that a title has, if its box has room, and at least; and of the picture, at most. */
const [TITLE, LEAST, MOST] = [11, 9, 32];
const TITLES = 0.26;
const BOXES = 0.1;
const LINES_AT_ONCE = 24;

/**
 * @param {number} scale
 * @param {[number, number, number, number]} [seen] what is seen of the picture
 * @returns {Detail}
 */
export function detailOf(scale, [, top, , bottom] = [-Infinity, -Infinity, Infinity, Infinity]) {
  return {
    scale,
    text: scale >= READABLE ? 'all' : scale >= TITLES ? 'title' : 'none',
    boxes: scale >= BOXES,
    heads: scale >= TITLES,
    keepEdges: scale >= 0.05 ? 1 : Math.min(16, Math.ceil(0.05 / scale)),
    top,
    bottom,
  };
}

/** @param {Palette} palette @param {string} change @returns {{ line: string, soft: string }} */
export function coloursOf(palette, change) {
  if (change === 'same') return { line: palette.nodeLine, soft: palette.node };
  const colours = /** @type {Record<string, string>} */ (/** @type {unknown} */ (palette));
  return { line: colours[change], soft: colours[`${change}Soft`] };
}

/** @param {Drawing} drawing */
function groupDepths(drawing) {
  /** @type {number[]} */
  const depths = [];
  for (const { parent } of drawing.picture.groups) depths.push(parent < 0 ? 0 : depths[parent] + 1);
  return depths;
}

/**
 * Groups from the outside to the inside.
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {Palette} palette
 * @param {[number, number, number, number]} seen
 * @param {Detail} detail
 */
export function paintGroups(context, drawing, palette, seen, { scale, boxes }) {
  const { groups, groupBox } = drawing.picture;
  const depths = groupDepths(drawing);
  for (let i = 0; i < groups.length; i++) {
    if (groups[i].collapsed) continue;
    const [x, y, width, height] = groupBox.subarray(4 * i, 4 * i + 4);
    if (x > seen[2] || y > seen[3] || x + width < seen[0] || y + height < seen[1] || width * scale < 2) continue;
    const change = CHANGES[groups[i].change] ?? 'same';
    context.beginPath();
    context.roundRect(x, y, width, height, boxes ? 8 : 0);
    context.fillStyle = depths[i] % 2 === 0 ? palette.group : palette.group2;
    context.fill();
    context.strokeStyle = change === 'same' ? palette.line : coloursOf(palette, change).line;
    context.lineWidth = (change === 'same' ? 1 : 2) / Math.max(scale, 0.5);
    context.setLineDash(groups[i].kind === 'body' ? [] : [6, 3]);
    context.stroke();
  }
  context.setLineDash([]);
}

/**
 * Titles of groups keep a size that can be read as long as they have the room.
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {Palette} palette
 * @param {[number, number, number, number]} seen
 * @param {Detail} detail
 */
export function paintGroupTitles(context, drawing, palette, seen, { scale }) {
  const { groups, groupBox } = drawing.picture;
  const depths = groupDepths(drawing);
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  for (let i = 0; i < groups.length; i++) {
    if (groups[i].collapsed) continue;
    const [x, y, width, height] = groupBox.subarray(4 * i, 4 * i + 4);
    if (width * scale < 48 || x > seen[2] || y > seen[3] || x + width < seen[0] || y + height < seen[1]) continue;
    const { title, nodes } = groups[i];
    // Of letters 0.6 of their size wide, behind the sign, which is as wide as the size.
    const most = (width - 2 * PAD) / (0.6 * (title.length + 0.1) + 1);
    // From far away as large as it can be without being cut, as far as that can be read.
    const size = scale >= READABLE ? 12 : Math.min(12 / scale, TITLE_HEIGHT + 14, Math.max(17, most));
    const room = (width - 2 * PAD - size) / 0.6;
    const whole = `${title}  ${nodes}`;
    const text = whole.length <= room / size ? whole : fitting(title, room / size);
    context.font = `600 ${size}px ${palette.font}`;
    const middle = y + Math.max(TITLE_HEIGHT / 2, size * 0.7);
    // Lines that come in run below the title.
    context.fillStyle = depths[i] % 2 === 0 ? palette.group : palette.group2;
    context.fillRect(x + PAD - size / 3, middle - size * 0.6, size * (1.4 + text.length * 0.6), size * 1.2);
    context.fillStyle = palette.muted;
    triangle(context, x + PAD, middle, size / 3, true);
    context.fillText(text, x + PAD + size, middle);
  }
}

/**
 * The sign that a group is open or closed.
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {boolean} open
 */
function triangle(context, x, y, r, open) {
  context.beginPath();
  if (open) {
    context.moveTo(x - r, y - r * 0.6);
    context.lineTo(x + r, y - r * 0.6);
    context.lineTo(x, y + r * 0.8);
  } else {
    context.moveTo(x - r * 0.6, y - r);
    context.lineTo(x - r * 0.6, y + r);
    context.lineTo(x + r * 0.8, y);
  }
  context.fill();
}

/**
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {ArrayLike<number>} edges
 * @param {string} colour
 * @param {number} width
 * @param {Detail} detail
 */
export function paintLines(context, drawing, edges, colour, width, { heads, keepEdges, top, bottom }) {
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = width;
  context.setLineDash([]);
  // A path of many crossing lines takes more than its lines one by one.
  for (let from = 0; from < edges.length; from += LINES_AT_ONCE) {
    const to = Math.min(edges.length, from + LINES_AT_ONCE);
    context.beginPath();
    for (let i = from; i < to; i++)
      if (keepEdges === 1 || edges[i] % keepEdges === 0) addEdge(context, drawing, edges[i], heads, top, bottom);
    context.stroke();
    if (!heads) continue;
    context.beginPath();
    for (let i = from; i < to; i++) addHead(context, drawing, edges[i]);
    context.fill();
  }
}

/**
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {Palette} palette
 * @param {number[]} edges
 * @param {Detail} detail
 */
export function paintEdges(context, drawing, palette, edges, detail) {
  edgesByWidth(drawing, edges).forEach((some, width) =>
    paintLines(context, drawing, some, palette.edge, Math.max(1.25, 0.6 / detail.scale) * (1 + 1.4 * width), detail),
  );
}

/** What stands on a box. @param {Drawing} drawing @param {number} node @param {number} characters */
export function linesOf(drawing, node, characters) {
  const group = drawing.stands(node);
  if (group >= 0) {
    const { title, nodes } = drawing.picture.groups[group];
    return [fitting(title, characters - 2), fitting(nodes === 1 ? '1 node' : `${nodes} nodes`, characters - 2), ''];
  }
  const name = fitting(drawing.name(node), characters);
  const target = drawing.targetOf(node);
  const title = target === '' ? fitting(drawing.title(node), characters) : fittingEnd(target, characters);
  return [title, name, fitting(drawing.type(node), characters - name.length - 2)];
}

/**
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {Palette} palette
 * @param {number} node
 * @param {Float32Array | number[]} box
 * @param {Detail} detail
 */
function paintText(context, drawing, palette, node, [x, y, width, height], detail) {
  const indent = drawing.stands(node) >= 0 ? 12 : 0;
  if (detail.text === 'title') {
    const size = Math.min(MOST, TITLE / detail.scale);
    context.fillStyle = palette.text;
    context.textAlign = 'center';
    // Of an input or an attribute the name says more than that it is one.
    const called = drawing.op(node).startsWith('call');
    const target = drawing.targetOf(node);
    const title = called ? (drawing.title(node).split('.').at(-1) ?? '') : target || drawing.name(node);
    // A word that just does not fit is written smaller, as long as that can be read; a longer one is cut.
    const least = Math.min(size, LEAST / detail.scale);
    // Beside the sign of its kind.
    const sign = drawing.look?.heat === null && drawing.look.kinds[node] > 0 ? SIGN_WIDTH : 0;
    const room = width - EDGE - sign;
    const fits = Math.min(size, Math.max(least, room / (title.length * 0.6)));
    context.font = `600 ${fits}px ${palette.font}`;
    const whole = (room + EDGE - TIGHT) / (fits * 0.6) + 0.01;
    const letters = title.length <= whole || whole < LONG ? whole : (room + EDGE - CLEAR) / (fits * 0.6);
    context.fillText(
      target === '' ? fitting(title, letters) : fittingEnd(target, letters),
      x + (width + sign) / 2,
      y + height / 2 + 1,
    );
    context.textAlign = 'left';
    return;
  }
  const characters = (width - 2 * PAD + 2) / ADVANCE;
  const [title, name, type] = linesOf(drawing, node, characters);
  context.fillStyle = palette.text;
  context.font = `600 12px ${palette.font}`;
  context.fillText(title, x + PAD + indent, y + height / 2 - 8);
  context.fillStyle = palette.muted;
  context.font = `12px ${palette.font}`;
  context.fillText(name, x + PAD + indent, y + height / 2 + 9);
  context.fillStyle = palette.type;
  context.fillText(type, x + PAD + indent + (name.length + 2) * ADVANCE, y + height / 2 + 9);
}

/**
 * One box with all that belongs to it.
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {Palette} palette
 * @param {number} node
 * @param {Float32Array | number[]} box
 * @param {Detail} detail
 * @param {string} [change] what became of it
 */
export function paintNode(context, drawing, palette, node, box, detail, change = drawing.change(node)) {
  const [x, y, width, height] = box;
  const op = drawing.op(node);
  const { line, soft } = coloursOf(palette, change);
  const group = drawing.stands(node) >= 0;
  outline(context, op, x, y, width, height);
  if (!fillHeat(context, drawing, palette, node)) {
    context.fillStyle =
      change === 'same' && (op === 'placeholder' || op === 'get_attr' || op === 'output') ? palette.sourceNode : soft;
    context.fill();
    if (drawing.look?.heat === null && change === 'same') tintKind(context, palette, drawing.look.kinds[node]);
  }
  context.strokeStyle = line;
  context.lineWidth = change === 'same' ? 1 : 2;
  context.setLineDash(BORDERS[change]);
  context.stroke();
  if (group) {
    context.setLineDash([]);
    context.strokeRect(x + 3, y + 3, width - 6, height - 6);
    context.fillStyle = palette.muted;
    if (detail.text === 'all') triangle(context, x + PAD + 3, y + height / 2 - 8, 4, false);
  }
  if (drawing.look?.heat === null) paintKind(context, palette, drawing.look.kinds[node], x, y, height);
  if (detail.text !== 'none') paintText(context, drawing, palette, node, box, detail);
  mark(context, change, x + width, y, line, palette.background);
}

/**
 * The sign of what became of a node, at the corner of its box.
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {Palette} palette
 * @param {number} node
 */
export function paintSign(context, drawing, palette, node) {
  const [x, y, width] = box4(drawing.box, node);
  const change = drawing.change(node);
  mark(context, change, x + width, y, coloursOf(palette, change).line, palette.background);
}

/**
 * What nodes computed in the last run, below their boxes.
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {Palette} palette
 * @param {number[]} nodes
 * @param {Map<string, string> | null} values by qualified name; null: nothing ran
 * @param {Detail} detail
 */
export function paintValues(context, drawing, palette, nodes, values, { scale }) {
  const zoom = Math.min(VALUE_ZOOM, Math.max(1, scale));
  context.font = `${11 / zoom}px ${palette.font}`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.setLineDash([]);
  context.lineWidth = 1 / zoom;
  for (const chip of chipsBelow(drawing, nodes, values, zoom)) paintChip(context, palette, chip, zoom);
}

/** @param {Context} context @param {Palette} palette @param {import('./chips.js').Chip} chip @param {number} zoom */
function paintChip(context, palette, { value, left, top, width, line = 0 }, zoom) {
  const text = fittingParts(value, Math.floor((width * zoom - VALUE_AROUND) / VALUE_ADVANCE + 0.01));
  const y = top + (line * VALUE_LINE) / zoom;
  context.beginPath();
  context.roundRect(left, y, (text.length * VALUE_ADVANCE + VALUE_AROUND) / zoom, VALUE_HEIGHT / zoom, 8 / zoom);
  context.fillStyle = palette.background;
  context.fill();
  context.strokeStyle = palette.accent;
  context.stroke();
  context.fillStyle = palette.accent;
  context.fillText(text, left + 5 / zoom, y + 8.5 / zoom);
}

/**
 * Boxes too small to read: as rectangles, by colour.
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {Palette} palette
 * @param {number[]} nodes
 * @param {Detail} detail
 */
function paintSmall(context, drawing, palette, nodes, { scale, boxes }) {
  const { box, picture } = drawing;
  const least = 1 / scale;
  for (let change = 0; change < CHANGES.length; change++) {
    const { line, soft } = coloursOf(palette, CHANGES[change]);
    context.fillStyle = boxes ? soft : line;
    for (const node of nodes) {
      if (picture.nodes.change[node] !== change) continue;
      const at = 4 * node;
      context.fillRect(box[at], box[at + 1], Math.max(least, box[at + 2]), Math.max(least, box[at + 3]));
    }
    if (change === 0) paintSmallLook(context, drawing, palette, nodes, least);
    if (!boxes) continue;
    context.strokeStyle = line;
    context.lineWidth = (change === 0 ? 0.6 : 1.5) / scale;
    context.setLineDash(BORDERS[CHANGES[change]].map((length) => length / scale / 2));
    context.beginPath();
    for (const node of nodes) if (picture.nodes.change[node] === change) context.rect(...box4(box, node));
    context.stroke();
  }
}

/** @param {Float32Array} box @param {number} node @returns {[number, number, number, number]} */
const box4 = (box, node) => [box[4 * node], box[4 * node + 1], box[4 * node + 2], box[4 * node + 3]];

/**
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {Palette} palette
 * @param {number[]} nodes
 * @param {Detail} detail
 */
export function paintNodes(context, drawing, palette, nodes, detail) {
  if (detail.text === 'none') return paintSmall(context, drawing, palette, nodes, detail);
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  for (const node of nodes)
    paintNode(context, drawing, palette, node, drawing.box.subarray(4 * node, 4 * node + 4), detail);
}
