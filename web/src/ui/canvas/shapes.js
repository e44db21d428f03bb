/**
 * The shapes of the drawing: boxes, the marks that tell changes apart without colour, lines with round corners.
 *
 * Each takes a canvas context whose transform is that of the picture, so that it draws the same on the screen, into a
 * tile and into a file.
 */

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Context */
/** @typedef {import('../../model/graph/drawing.js').Drawing} Drawing */

/** How the border of a changed box is broken: with the mark, the shape that goes with the colour. */
export const BORDERS = /** @type {Record<string, number[]>} */ ({
  same: [],
  added: [],
  changed: [],
  renamed: [2, 3],
  moved: [8, 3, 2, 3],
  removed: [6, 4],
});

/** Inputs and outputs are round, attributes have cut corners, what is called is a box. @param {string} op */
const radiusOf = (op) => (op === 'placeholder' || op === 'output' ? 21 : op === 'get_attr' ? -8 : 5);

/**
 * @param {Context} context
 * @param {string} op
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
export function outline(context, op, x, y, width, height) {
  const radius = radiusOf(op);
  context.beginPath();
  if (radius > 0) {
    context.roundRect(x, y, width, height, Math.min(radius, height / 2));
    return;
  }
  const cut = -radius;
  context.moveTo(x + cut, y);
  context.lineTo(x + width - cut, y);
  context.lineTo(x + width, y + cut);
  context.lineTo(x + width, y + height - cut);
  context.lineTo(x + width - cut, y + height);
  context.lineTo(x + cut, y + height);
  context.lineTo(x, y + height - cut);
  context.lineTo(x, y + cut);
  context.closePath();
}

/** The sign of a change, in a square of 2 r around a point: plus, minus, triangle, ring, arrow. */
const MARKS = /** @type {Record<string, (context: Context, x: number, y: number, r: number) => void>} */ ({
  added(context, x, y, r) {
    context.moveTo(x - r, y);
    context.lineTo(x + r, y);
    context.moveTo(x, y - r);
    context.lineTo(x, y + r);
  },
  removed(context, x, y, r) {
    context.moveTo(x - r, y);
    context.lineTo(x + r, y);
  },
  changed(context, x, y, r) {
    context.moveTo(x, y - r);
    context.lineTo(x + r, y + r * 0.8);
    context.lineTo(x - r, y + r * 0.8);
    context.closePath();
  },
  renamed(context, x, y, r) {
    context.moveTo(x + r * 0.8, y);
    context.arc(x, y, r * 0.8, 0, 2 * Math.PI);
  },
  moved(context, x, y, r) {
    context.moveTo(x - r, y);
    context.lineTo(x + r, y);
    context.moveTo(x + r * 0.2, y - r * 0.8);
    context.lineTo(x + r, y);
    context.lineTo(x + r * 0.2, y + r * 0.8);
  },
});

/**
 * @param {Context} context
 * @param {string} change
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 * @param {string} ground
 */
export function mark(context, change, x, y, colour, ground) {
  const draw = MARKS[change];
  if (draw === undefined) return;
  context.beginPath();
  context.arc(x, y, 8.5, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
  context.beginPath();
  draw(context, x, y, 4);
  context.strokeStyle = ground;
  context.lineWidth = 2;
  context.setLineDash([]);
  context.stroke();
}

/**
 * One line of the picture, into the path that is open; what is above `top` and below `bottom` is left out.
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {number} edge
 * @param {boolean} round
 * @param {number} top
 * @param {number} bottom
 */
export function addEdge(context, { picture: { edges, points } }, edge, round, top, bottom) {
  let first = edges.start[edge];
  let last = edges.start[edge + 1] - 1;
  // Lines go downwards.
  while (first + 1 < last && points[2 * first + 3] < top) first++;
  while (last - 1 > first && points[2 * last - 1] > bottom) last--;
  if (last <= first) return;
  context.moveTo(points[2 * first], points[2 * first + 1]);
  for (let at = first + 1; at < last; at++) {
    const [x, y] = [points[2 * at], points[2 * at + 1]];
    if (!round) {
      context.lineTo(x, y);
      continue;
    }
    const [afterX, afterY] = [points[2 * at + 2], points[2 * at + 3]];
    const room =
      Math.min(Math.hypot(x - points[2 * at - 2], y - points[2 * at - 1]), Math.hypot(afterX - x, afterY - y)) / 2;
    context.arcTo(x, y, afterX, afterY, Math.min(14, room));
  }
  context.lineTo(points[2 * last], points[2 * last + 1]);
}

/**
 * The head of a line, at the slot that it enters.
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {number} edge
 */
export function addHead(context, { picture: { edges, points } }, edge) {
  const last = edges.start[edge + 1] - 1;
  if (last < edges.start[edge]) return;
  const [x, y] = [points[2 * last], points[2 * last + 1]];
  context.moveTo(x, y);
  context.lineTo(x - 3.5, y - 7);
  context.lineTo(x + 3.5, y - 7);
  context.closePath();
}

/**
 * As much of the end of a text as fits: of a path its last names say most.
 * @param {string} text @param {number} characters
 */
export function fittingEnd(text, characters) {
  const most = Math.floor(characters);
  if (text.length <= most) return text;
  return most <= 1 ? '' : `…${text.slice(text.length - most + 1)}`;
}

/**
 * As much of a text as fits, in a font of one width for all characters.
 * @param {string} text
 * @param {number} characters
 */
export function fitting(text, characters) {
  const most = Math.floor(characters);
  if (text.length <= most) return text;
  return most <= 1 ? '' : `${text.slice(0, most - 1)}…`;
}
