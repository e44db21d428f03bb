/**
 * The backward graph as a small picture: roots on top, leaves at the bottom. A template.
 *
 * What: `backwardPicture(nodes, options)` draws up to MAX_NODES nodes in layers by their longest way from a root; a
 * list says the same.
 * Why: where a gradient goes is seen at a glance. Larger graphs are stepped through, not drawn here.
 *
 * backwardPicture([{ name: 'SumBackward0', next: [1] }, { name: 'torch::autograd::AccumulateGrad', next: [], forward:
 * 'x' }])
 */
import { html, nothing, svg } from 'lit';

/** @typedef {{ name: string, next: (number | null)[], forward?: string | null }} PictureNode */
/** @typedef {{ at?: number | null, pick?: (place: number) => void }} PictureOptions */

const MAX_NODES = 60;
const HEIGHT = 26;
const GAP = 22;
const BESIDE = 14;
const LETTER = 6.7;

/** @param {PictureNode} node */
function label({ name, forward = null }) {
  if (name.endsWith('AccumulateGrad')) return `${forward ?? 'leaf'}.grad`;
  return `${name.replace(/^torch::autograd::/, '')}${forward === null ? '' : ` · ${forward}`}`;
}

/** The longest way from a root, by place: nodes are visited when all before them were. @param {PictureNode[]} nodes */
function layersOf(nodes) {
  const waits = nodes.map(() => 0);
  for (const { next } of nodes) for (const to of next) if (to !== null) waits[to]++;
  const layer = nodes.map(() => 0);
  const ready = nodes.flatMap((_, place) => (waits[place] === 0 ? [place] : []));
  for (let place = ready.pop(); place !== undefined; place = ready.pop()) {
    for (const to of nodes[place].next) {
      if (to === null) continue;
      layer[to] = Math.max(layer[to], layer[place] + 1);
      if (--waits[to] === 0) ready.push(to);
    }
  }
  return layer;
}

/** @param {PictureNode[]} nodes */
function placed(nodes) {
  const layer = layersOf(nodes);
  /** @type {number[][]} */
  const rows = [];
  nodes.forEach((_, place) => (rows[layer[place]] ??= []).push(place));
  const widths = nodes.map((node) => Math.max(40, label(node).length * LETTER + 16));
  const rowWidth = (/** @type {number[]} */ row) => row.reduce((sum, place) => sum + widths[place] + BESIDE, -BESIDE);
  const width = Math.max(...rows.map(rowWidth));
  const middle = nodes.map(() => 0);
  rows.forEach((row, depth) => {
    // Beneath those that lead there.
    const wish = (/** @type {number} */ place) => {
      const from = nodes.flatMap((node, at) => (node.next.includes(place) ? [middle[at]] : []));
      return from.length === 0 ? 0 : from.reduce((sum, x) => sum + x, 0) / from.length;
    };
    if (depth > 0) row.sort((a, b) => wish(a) - wish(b));
    let x = (width - rowWidth(row)) / 2;
    for (const place of row) {
      middle[place] = x + widths[place] / 2;
      x += widths[place] + BESIDE;
    }
  });
  return { layer, widths, middle, width, height: rows.length * (HEIGHT + GAP) - GAP };
}

/** @param {PictureNode[]} nodes @param {PictureOptions} [options] */
export function backwardPicture(nodes, { at = null, pick } = {}) {
  if (nodes.length === 0) return nothing;
  if (nodes.length > MAX_NODES)
    return html`<p class="muted">The backward graph has ${nodes.length} nodes: too many for this picture.</p>`;
  const { layer, widths, middle, width, height } = placed(nodes);
  const top = (/** @type {number} */ place) => layer[place] * (HEIGHT + GAP);
  const edges = nodes.flatMap((node, from) =>
    node.next.flatMap((to) => {
      if (to === null) return [];
      const [x1, x2] = [middle[from], middle[to]];
      const [y1, y2] = [top(from) + HEIGHT, top(to)];
      return [svg`<path class="edge" d="M${x1} ${y1}C${x1} ${y1 + GAP / 2} ${x2} ${y2 - GAP / 2} ${x2} ${y2}" />`];
    }),
  );
  const boxes = nodes.map(
    (node, place) =>
      svg`<g
        class="box ${place === at ? 'hot' : ''} ${node.next.length === 0 ? 'leaf' : ''}"
        @click=${() => pick?.(place)}
      >
        <rect x=${middle[place] - widths[place] / 2} y=${top(place)} width=${widths[place]} height=${HEIGHT} rx="4" />
        <text x=${middle[place]} y=${top(place) + 17}>${label(node)}</text>
      </g>`,
  );
  return html`<div class="picture" tabindex="0" role="group" aria-label="Backward graph">
    <svg width=${width + 4} height=${height + 4} viewBox="-2 -2 ${width + 4} ${height + 4}" aria-hidden="true">
      ${edges}${boxes}
    </svg>
    <ul class="hidden-label" aria-label="Backward graph as a list">
      ${nodes.map(
        (node) =>
          html`<li>
            ${label(node)}${
              node.next.length > 0
                ? ' leads to ' + `${node.next.map((to) => (to === null ? 'nowhere' : label(nodes[to]))).join(', ')}`
                : ''
            }
          </li>`,
      )}
    </ul>
  </div>`;
}
