/**
 * What is drawn over the picture: a veil over what a search did not find, the lines and neighbours of what is chosen or
 * pointed at, what a rewrite touched.
 *
 * paintMarks(context, drawing, palette, camera, { found: null, selected: new Set([3]), flash: new Set(), hover: -1,
 * visible: null });
 */
import { detailOf, paintLines, paintNode, paintNodes, paintSign } from './painter.js';
import { outline } from './shapes.js';

/** @typedef {import('./shapes.js').Context} Context */
/** @typedef {import('../../model/graph/drawing.js').Drawing} Drawing */
/** @typedef {import('./palette.js').Palette} Palette */
/** @typedef {import('./painter.js').Detail} Detail */
/**
 * `visible`: the nodes on the screen, if they were asked for already.
 * @typedef {{ found: Set<number> | null, selected: Set<number>, flash: Set<number>, hover: number, visible: number[] |
 *   null }} Marks
 */

/** With more chosen nodes than this their lines would say nothing. */
const MAX_CENTRES = 200;
const VEIL = 0.78;

/**
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {Palette} palette
 * @param {import('./camera.js').Camera} camera
 * @param {Marks} marks
 */
export function paintMarks(context, drawing, palette, { seen, scale }, { found, selected, flash, hover, visible }) {
  const detail = detailOf(scale, seen);
  const width = Math.max(2, 1.5 / scale);
  if (found !== null) {
    context.globalAlpha = VEIL;
    context.fillStyle = palette.background;
    context.fillRect(seen[0], seen[1], seen[2] - seen[0], seen[3] - seen[1]);
    context.globalAlpha = 1;
    const here = visible ?? drawing.grid.query(...seen);
    paintNodes(
      context,
      drawing,
      palette,
      here.filter((node) => found.has(node)),
      detail,
    );
  }
  const centres = [...selected, ...(hover >= 0 && !selected.has(hover) ? [hover] : [])].filter(
    (node) => node < drawing.count,
  );
  if (centres.length <= MAX_CENTRES) paintNeighbours(context, drawing, palette, centres, width, detail);
  ring(context, drawing, flash, palette.changed, width * 1.5, detail);
  if (detail.text !== 'none') {
    context.textBaseline = 'middle';
    for (const node of centres)
      paintNode(context, drawing, palette, node, drawing.box.subarray(4 * node, 4 * node + 4), detail);
  }
  ring(context, drawing, selected, palette.accent, width * 1.5, detail, 3);
  if (detail.text !== 'none') for (const node of centres) paintSign(context, drawing, palette, node);
}

/**
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {Palette} palette
 * @param {number[]} centres
 * @param {number} width
 * @param {Detail} detail
 */
function paintNeighbours(context, drawing, palette, centres, width, detail) {
  const all = { ...detail, keepEdges: 1 };
  for (const node of centres) {
    paintLines(context, drawing, drawing.inEdges(node), palette.edgeIn, width, all);
    paintLines(context, drawing, drawing.outEdges(node), palette.edgeOut, width, all);
  }
  for (const node of centres) {
    ring(context, drawing, drawing.producers(node), palette.edgeIn, width, detail);
    ring(context, drawing, drawing.consumers(node), palette.edgeOut, width, detail);
  }
}

/**
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {Iterable<number>} nodes
 * @param {string} colour
 * @param {number} width
 * @param {Detail} detail
 * @param {number} [away]
 */
function ring(context, drawing, nodes, colour, width, detail, away = 0) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.setLineDash([]);
  for (const node of nodes) {
    if (node < 0 || node >= drawing.count) continue;
    const [x, y, w, h] = drawing.box.subarray(4 * node, 4 * node + 4);
    outline(context, detail.boxes ? drawing.op(node) : '', x - away, y - away, w + 2 * away, h + 2 * away);
    context.stroke();
  }
}
