/**
 * What the colours of a picture tell beside what changed: the kind of each operator, or a number for each node.
 *
 *   const look = await lookOf(state, model, pane, 'flops', own);
 *   pane.drawing.look = look;                       // painted by ui/canvas
 *   look.heat?.[3]; look.kinds[3]; look.wrong?.[3]
 *
 * Costs are worked out on the picture with all groups open, so that a closed group has the sum of what is in it, and a
 * card of several equal blocks that of all of them. Gradients that are NaN or infinite have no place among the sizes:
 * they are a class of their own.
 */
import { amount, bytesOf, flopsOf } from './costs.js';
import { boxOf } from './homes.js';
import { kindOf } from './kinds.js';

/** @typedef {import('./drawing.js').Drawing} Drawing */
/** @typedef {import('../document.js').Look} LookName */
/** @typedef {import('../autograd/differentiation.js').Differentiation} Differentiation */
/**
 * @typedef {object} Look
 * @property {LookName} name
 * @property {Uint8Array} kinds by node, numbers of KINDS
 * @property {Float32Array | null} heat by node, 0 to 1; NaN: no number
 * @property {Uint8Array | null} wrong by node, places in WRONG; null: no node has such a number
 * @property {Uint8Array | null} widths by edge, 0 to 3: how much goes along it
 * @property {Map<string, string> | null} texts what is written below a node, by qualified name
 * @property {number} total of all nodes; NaN where a sum says nothing
 * @property {number} most
 * @property {number} least
 * @property {number} top the node with the most
 * @property {number} unknown nodes whose number cannot be known
 * @property {string} unit
 */

/** What a number of each node is: how it is counted, said, and what a group has of it. */
export const METRICS = /** @type {const} */ ({
  flops: {
    title: 'FLOPs',
    unit: 'FLOP',
    sum: true,
    tens: true,
    help:
      'as torch.utils.flop_counter counts them: matrix products, convolutions and attention; ' +
      'two for a product that is added',
  },
  bytes: {
    title: 'bytes of results',
    unit: 'B',
    sum: true,
    tens: true,
    help: 'what a node returns; lines are as wide as what goes along them',
  },
  saved: {
    title: 'saved for backward',
    unit: 'B',
    sum: true,
    tens: true,
    help: 'what the backward pass needs of a node, in the run with the inputs of Autograd',
  },
  gradient: {
    title: 'gradient magnitude',
    unit: '',
    sum: false,
    tens: true,
    help: 'the largest of the first elements of a gradient, in the run with the inputs of Autograd',
  },
  own: { title: 'own data', unit: '', sum: true, tens: false, help: 'numbers by name of a node' },
});

/** What no scale has a place for, the worse the later; '' for what has one. */
export const WRONG = /** @type {const} */ (['', 'infinite', 'NaN']);

/** Tens that are told apart below the most. */
const TENS = 4;

/**
 * Shares of the most finite one: by tens, where what is a thousandth should be seen still; else evenly from the least.
 * What is infinite is at the end.
 * @param {ArrayLike<number>} values
 * @param {boolean} tens
 */
export function shares(values, tens) {
  let [least, most] = [Infinity, -Infinity];
  for (let at = 0; at < values.length; at++) {
    if (!Number.isFinite(values[at])) continue;
    [least, most] = [Math.min(least, values[at]), Math.max(most, values[at])];
  }
  return Float32Array.from(values, (value) => {
    if (!Number.isFinite(value)) return value > 0 ? 1 : value < 0 ? 0 : NaN;
    if (!tens) return most > least ? (value - least) / (most - least) : 1;
    return value > 0 ? Math.max(0, 1 + Math.log10(value / most) / TENS) : 0;
  });
}

/**
 * What each group has, by key.
 * @param {Drawing} open the picture with all groups open
 * @param {Float64Array} values
 * @param {(one: number, other: number) => number} join
 */
export function groupTotals({ picture: { nodes, groups } }, values, join) {
  /** @type {Map<string, number>} */
  const totals = new Map();
  values.forEach((value, node) => {
    if (Number.isNaN(value)) return;
    for (let group = nodes.group[node]; group >= 0; group = groups[group].parent) {
      const { key } = groups[group];
      const before = totals.get(key);
      totals.set(key, before === undefined ? value : join(before, value));
    }
  });
  return totals;
}

/** An element as the engine writes it. @param {unknown} one */
const numberOf = (one) => (one === 'nan' ? NaN : one === 'inf' ? Infinity : one === '-inf' ? -Infinity : Number(one));

/**
 * By place: the largest finite element of each gradient, and the worst that is none, as a place in WRONG.
 * @param {Pick<Differentiation, 'nodes'>} result
 */
export function gradientsOf({ nodes }) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  /** @type {Map<string, number>} */
  const wrong = new Map();
  for (const { place, grad } of nodes) {
    if (grad === null) continue;
    const all = grad.data.map((one) => Math.abs(numberOf(one)));
    const finite = all.filter(Number.isFinite);
    if (finite.length > 0 || all.length === 0) sizes.set(place, Math.max(sizes.get(place) ?? 0, ...finite));
    if (finite.length < all.length) wrong.set(place, Math.max(wrong.get(place) ?? 0, all.some(Number.isNaN) ? 2 : 1));
  }
  return { sizes, wrong };
}

/** Bytes that are saved, by place. @param {Differentiation} result */
function savedOf(result) {
  /** @type {Map<string, number>} */
  const out = new Map();
  const places = new Map(result.nodes.map(({ key, place }) => [key, place]));
  for (const { forward, bytes, shared } of result.saved) {
    const place = forward === null ? undefined : places.get(forward);
    if (place !== undefined && bytes !== null && !shared) out.set(place, (out.get(place) ?? 0) + bytes);
  }
  return out;
}

/**
 * @param {LookName} name @param {Differentiation | null} run @param {Map<string, number>} own
 * @returns {{ sizes: Map<string, number>, wrong: Map<string, number> }}
 */
function givenFor(name, run, own) {
  if (name === 'gradient' && run !== null) return gradientsOf(run);
  const sizes = name === 'own' ? own : name === 'saved' && run !== null ? savedOf(run) : new Map();
  return { sizes, wrong: new Map() };
}

/**
 * The numbers of the nodes; NaN: none, or not known.
 * @param {Drawing} drawing
 * @param {Exclude<LookName, 'kind'>} name
 * @param {Map<string, number>} given of a run, or one's own, by qualified name or by name
 */
function numbersOf(drawing, name, given) {
  let unknown = 0;
  const values = Float64Array.from({ length: drawing.count }, (_, node) => {
    if (drawing.stands(node) >= 0) return NaN;
    if (name !== 'flops' && name !== 'bytes')
      return given.get(drawing.qualified(node)) ?? given.get(drawing.name(node)) ?? NaN;
    const value = name === 'flops' ? flopsOf(drawing, node) : bytesOf(drawing.type(node));
    if (value === null && (name === 'flops' || drawing.type(node).includes('['))) unknown++;
    return value ?? NaN;
  });
  return { values, unknown };
}

/**
 * Numbers of open nodes as those of what is drawn.
 * @param {Drawing} drawing
 * @param {Drawing} open
 * @param {Float64Array} values
 * @param {boolean} sum
 */
function drawnNumbers(drawing, open, values, sum) {
  const join = (/** @type {number} */ one, /** @type {number} */ other) => (sum ? one + other : Math.max(one, other));
  const totals = groupTotals(open, values, join);
  const out = new Float64Array(drawing.count).fill(NaN);
  for (let node = 0; node < drawing.count; node++) {
    if (drawing.stands(node) >= 0) continue;
    const at = open.find(drawing.keyOf(node));
    if (at >= 0) out[node] = values[at];
  }
  for (const { key, collapsed } of drawing.laid.groups) {
    const total = totals.get(key);
    const box = collapsed && total !== undefined ? boxOf(drawing, key) : -1;
    if (box >= 0 && total !== undefined) out[box] = Number.isNaN(out[box]) ? total : join(out[box], total);
  }
  return out;
}

/** Lines by what goes along them. @param {Drawing} drawing */
function widthsOf(drawing) {
  const sizes = Float64Array.from(drawing.picture.edges.from, (node) => bytesOf(drawing.type(node)) ?? NaN);
  return Uint8Array.from(shares(sizes, true), (share) => (Number.isNaN(share) ? 0 : Math.round(3 * share)));
}

/** @param {Drawing} drawing @param {readonly any[]} ops of the core's description */
export function kindsOf(drawing, ops) {
  const records = recordsOf(ops);
  const { op, target, collapsedGroup } = drawing.picture.nodes;
  // Many nodes call the same.
  /** @type {Map<number, number>} */
  const known = new Map();
  return Uint8Array.from({ length: drawing.count }, (_, node) => {
    if (collapsedGroup[node] >= 0) return 0;
    const key = op[node] * drawing.picture.texts.length + target[node];
    let kind = known.get(key);
    if (kind === undefined) known.set(key, (kind = kindOf(drawing, node, records)));
    return kind;
  });
}

/** @type {WeakMap<readonly any[], Map<string, any>>} */
const byPath = new WeakMap();
/** @param {readonly any[]} ops */
function recordsOf(ops) {
  let records = byPath.get(ops);
  if (records === undefined) byPath.set(ops, (records = new Map(ops.map((op) => [op.path, op]))));
  return records;
}

/** What a text below a node is found by. @param {Drawing} drawing @param {number} node */
const textKey = (drawing, node) => (drawing.stands(node) >= 0 ? drawing.keyOf(node) : drawing.qualified(node));

/**
 * @param {Drawing} drawing
 * @param {Drawing} open the same with all groups open; the same one where none is closed
 * @param {LookName} name
 * @param {readonly any[]} ops
 * @param {{ run: Differentiation | null, own: Map<string, number> }} from
 * @returns {Look}
 */
export function lookOf(drawing, open, name, ops, { run, own }) {
  const kinds = kindsOf(drawing, ops);
  const nothing = { heat: null, wrong: null, widths: null, texts: null };
  const none = { name, kinds, ...nothing, total: NaN, most: NaN, least: NaN, top: -1 };
  if (name === 'kind') return { ...none, unknown: 0, unit: '' };
  const { unit, sum, tens } = METRICS[name];
  const given = givenFor(name, run, own);
  const { values, unknown } = numbersOf(open, name, given.sizes);
  const numbers = drawnNumbers(drawing, open, values, sum);
  const texts = new Map();
  let [total, most, least, top] = [0, -Infinity, Infinity, -1];
  numbers.forEach((value, node) => {
    if (Number.isNaN(value)) return;
    total += value;
    least = Math.min(least, value);
    if (value > most) [most, top] = [value, node];
    if (value !== 0) texts.set(textKey(drawing, node), amount(value, unit));
  });
  const wrong =
    given.wrong.size === 0
      ? null
      : Uint8Array.from(drawnNumbers(drawing, open, numbersOf(open, name, given.wrong).values, false));
  wrong?.forEach((kind, node) => {
    if (kind > 0) texts.set(textKey(drawing, node), WRONG[kind]);
  });
  return {
    ...none,
    wrong,
    heat: shares(numbers, tens),
    widths: name === 'bytes' ? widthsOf(drawing) : null,
    texts,
    total: sum ? total : NaN,
    most: top < 0 ? NaN : most,
    least: top < 0 ? NaN : least,
    top,
    unknown,
    unit,
  };
}
