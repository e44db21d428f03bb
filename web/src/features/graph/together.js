/**
 * What is done to all pictures of the graph view at once, so that they stay where they can be compared.
 *
 *   fitAll(view); zoomAll(view, 1.3);
 */

/** @typedef {import('./view.js').GraphView} GraphView */

/** Names of the pictures stand above the nodes. */
const BELOW_NAMES = 36;

/**
 * The rectangle around all pictures, which have one system of places.
 * @param {GraphView} view
 * @returns {[number, number, number, number] | null}
 */
function bounds(view) {
  const each = view.state.panes.flatMap((pane) => (pane.drawing === null ? [] : [pane.drawing.bounds]));
  if (each.length === 0) return null;
  const [left, top] = [Math.min(...each.map(([x]) => x)), Math.min(...each.map(([, y]) => y))];
  const [right, bottom] = [
    Math.max(...each.map(([x, , width]) => x + width)),
    Math.max(...each.map(([, y, , height]) => y + height)),
  ];
  return [left, top, right - left, bottom - top];
}

/** @param {GraphView} view */
export function fitAll(view) {
  const all = bounds(view);
  if (all === null) return;
  for (const canvas of view.canvases) canvas.fit(all, view.canvases.length > 1 ? BELOW_NAMES : undefined);
}

/** More pictures have less room each: their width fits, what was at the top stays there. @param {GraphView} view */
export function narrowAll(view) {
  const all = bounds(view);
  if (all === null) return;
  for (const canvas of view.canvases) canvas.fitWidth(all[0], all[2]);
}

/** @param {GraphView} view @param {number} factor */
export function zoomAll(view, factor) {
  for (const canvas of view.canvases) canvas.zoomBy(factor);
}

/** The chosen pass is seen in a strip that has no room for all of them. @param {HTMLElement | null} strip */
export function showPressed(strip) {
  const pressed = strip?.querySelector('[aria-pressed=true]')?.getBoundingClientRect();
  if (strip === null || pressed === undefined) return;
  const { left, right } = strip.getBoundingClientRect();
  if (pressed.left < left) strip.scrollLeft -= left - pressed.left;
  else if (pressed.right > right) strip.scrollLeft += Math.min(pressed.right - right, pressed.left - left);
}
