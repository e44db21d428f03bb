/** The whole picture as a PNG, at twice its size where that is not too large. */
import { detailOf, paintEdges, paintGroupTitles, paintGroups, paintNodes, paintValues } from './painter.js';

const MAX_PIXELS = 8192;
/** Below this scale boxes are specks: such a picture shows nothing. */
const MIN_SCALE = 0.1;

/**
 * @param {import('../../model/graph/drawing.js').Drawing} drawing
 * @param {import('./palette.js').Palette} palette
 * @param {Map<string, string> | null} values what nodes computed
 * @returns {Promise<Blob | null>} throws where nothing could be seen on it
 */
export async function wholeBitmap(drawing, palette, values) {
  const [left, top, width, height] = drawing.bounds;
  const scale = Math.min(2, MAX_PIXELS / Math.max(width, height, 1));
  if (scale < MIN_SCALE) {
    throw new Error(
      `The graph is too large for a PNG: ${Math.round(width)} by ${Math.round(height)} pixels, at most ` +
        `${MAX_PIXELS / MIN_SCALE}. Take SVG, or close groups first.`,
    );
  }
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.ceil(width * scale),
    height: Math.ceil(height * scale),
  });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.fillStyle = palette.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
  const all = /** @type {[number, number, number, number]} */ ([left, top, left + width, top + height]);
  const detail = detailOf(scale);
  paintGroups(context, drawing, palette, all, detail);
  paintEdges(context, drawing, palette, drawing.edgeGrid.query(...all), detail);
  const nodes = drawing.grid.query(...all);
  paintNodes(context, drawing, palette, nodes, detail);
  if (detail.text === 'all') paintValues(context, drawing, palette, nodes, values, detail);
  paintGroupTitles(context, drawing, palette, all, detail);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
