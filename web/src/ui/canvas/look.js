/**
 * What the colours of a picture tell beside what changed: a sign at the left of a box for its kind, a fill for a
 * number.
 *
 * The sign differs by its form, too: who sees no colours, and who prints, can tell kinds apart.
 */
import { KINDS } from '../../model/graph/kinds.js';

/** @typedef {import('./shapes.js').Context} Context */
/** @typedef {import('./palette.js').Palette} Palette */
/** @typedef {import('../../model/graph/drawing.js').Drawing} Drawing */

const COLOURS = /** @type {const} */ ([
  'kindOther',
  'kindMatrix',
  'kindPointwise',
  'kindReduction',
  'kindView',
  'kindMade',
  'kindCollective',
  'kindRegion',
  'kindControl',
]);
/** The width of a sign, and how far it is from the edges of its box. */
const [WIDE, INSIDE] = [5, 2];
/** What a sign takes of its box. */
export const SIGN_WIDTH = WIDE + INSIDE;
/** How much of a colour the smallest and the largest number have. */
const [PALE, FULL] = [0.06, 0.9];
/** How much of the colour of its kind a box has that did not change. */
const TINT = 0.14;

/** @param {Palette} palette @param {number} kind */
export const kindColour = (palette, kind) => palette[COLOURS[kind] ?? 'kindOther'];

/**
 * Forms in a strip of the height `h`: whole, its middle, its lower half, two parts, a dot, two bars, dashes, a lozenge.
 * @type {Record<string, (context: Context, x: number, y: number, h: number) => void>}
 */
const FORMS = {
  matrix: (context, x, y, h) => context.rect(x, y, WIDE, h),
  pointwise: (context, x, y, h) => context.rect(x, y + h * 0.3, WIDE, h * 0.4),
  reduction(context, x, y, h) {
    context.moveTo(x, y);
    context.lineTo(x + WIDE, y + h / 2);
    context.lineTo(x, y + h);
  },
  view(context, x, y, h) {
    context.rect(x, y, 1.5, h);
    context.rect(x, y, WIDE, 1.5);
    context.rect(x, y + h - 1.5, WIDE, 1.5);
  },
  made: (context, x, y, h) => context.arc(x + WIDE / 2, y + h / 2, WIDE / 2 + 0.5, 0, 2 * Math.PI),
  collective(context, x, y, h) {
    context.rect(x, y, 1.5, h);
    context.rect(x + WIDE - 1.5, y, 1.5, h);
  },
  region(context, x, y, h) {
    for (let part = 0; part < 3; part++) context.rect(x, y + (part * h) / 3, WIDE, h / 3 - 2);
  },
  control(context, x, y, h) {
    context.moveTo(x + WIDE / 2, y + h / 2 - 6);
    context.lineTo(x + WIDE, y + h / 2);
    context.lineTo(x + WIDE / 2, y + h / 2 + 6);
    context.lineTo(x, y + h / 2);
  },
};

/**
 * The sign of a kind.
 * @param {Context} context
 * @param {Palette} palette
 * @param {number} kind
 * @param {number} x
 * @param {number} y
 * @param {number} height
 */
export function paintKind(context, palette, kind, x, y, height) {
  const form = FORMS[KINDS[kind]?.id];
  if (form === undefined) return;
  context.beginPath();
  form(context, x + INSIDE, y + 2 * INSIDE, height - 4 * INSIDE);
  context.fillStyle = kindColour(palette, kind);
  context.fill();
}

/**
 * A breath of its colour over the path that is open.
 * @param {Context} context
 * @param {Palette} palette
 * @param {number} kind
 */
export function tintKind(context, palette, kind) {
  if (kind === 0) return;
  context.globalAlpha = TINT;
  context.fillStyle = kindColour(palette, kind);
  context.fill();
  context.globalAlpha = 1;
}

/**
 * How much of its colour a node has by its number; NaN: it has none. What is infinite or NaN has all of it.
 * @param {Drawing['look']} look @param {number} node
 */
export const heatShare = (look, node) => (look?.wrong?.[node] ? 1 : (look?.heat?.[node] ?? NaN));

/** @param {Drawing['look']} look @param {Palette} palette @param {number} node */
export const heatColour = (look, palette, node) => (look?.wrong?.[node] ? palette.wrong : palette.heat);

/**
 * Fills the path that is open by the number of a node; false if it has none.
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {Palette} palette
 * @param {number} node
 */
export function fillHeat(context, { look }, palette, node) {
  const share = heatShare(look, node);
  if (Number.isNaN(share)) return false;
  context.fillStyle = palette.node;
  context.fill();
  context.globalAlpha = PALE + (FULL - PALE) * share;
  context.fillStyle = heatColour(look, palette, node);
  context.fill();
  context.globalAlpha = 1;
  return true;
}

/**
 * Boxes too small to read: filled by number or kind, over what they have.
 * @param {Context} context
 * @param {Drawing} drawing
 * @param {Palette} palette
 * @param {number[]} nodes
 * @param {number} least
 */
export function paintSmallLook(context, { look, box, picture }, palette, nodes, least) {
  if (look === null) return;
  for (const node of nodes) {
    const share = look.heat === null ? 0.5 : heatShare(look, node);
    const kind = look.kinds[node];
    if (Number.isNaN(share) || (look.heat === null && (kind === 0 || picture.nodes.change[node] !== 0))) continue;
    context.globalAlpha = PALE + (FULL - PALE) * share;
    context.fillStyle = look.heat === null ? kindColour(palette, kind) : heatColour(look, palette, node);
    const at = 4 * node;
    context.fillRect(box[at], box[at + 1], Math.max(least, box[at + 2]), Math.max(least, box[at + 3]));
  }
  context.globalAlpha = 1;
}

/**
 * Lines by how much goes along them, the thin ones first.
 * @param {Drawing} drawing
 * @param {number[]} edges
 * @returns {number[][]}
 */
export function edgesByWidth({ look }, edges) {
  const widths = look?.widths;
  if (!widths) return [edges];
  /** @type {number[][]} */
  const out = [[], [], [], []];
  for (const edge of edges) out[widths[edge]].push(edge);
  return out;
}
