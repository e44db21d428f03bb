/**
 * What nodes cost, from the shapes that a picture states.
 *
 *   bytesOf('f32[2, 3]');                           // 24
 *   flopsOf(drawing, node);                         // as torch.utils.flop_counter counts; null: it cannot be known
 *
 * FLOPs are those of PyTorch's FlopCounterMode: matrix products, convolutions and attention, two for a product that is
 * added; all other operators count as 0. A matrix product of which a shape is not known has null, never 0.
 */

/** @typedef {import('./drawing.js').Drawing} Drawing */

/** @param {string} type as printed: "bf16[2, s0]" @returns {{ bytes: number, dims: number[] } | null} */
export function tensorOf(type) {
  const match = /^[a-z]+(\d+)\w*\[([^\]]*)\]/.exec(type);
  if (match === null) return null;
  const dims = match[2].trim() === '' ? [] : match[2].split(',').map((size) => Number(size.trim()));
  return dims.every((size) => Number.isInteger(size) && size >= 0) ? { bytes: Number(match[1]) / 8, dims } : null;
}

/** @param {readonly number[]} dims */
const product = (dims) => dims.reduce((all, one) => all * one, 1);

/** @param {string} type */
export function bytesOf(type) {
  const tensor = tensorOf(type);
  return tensor === null ? null : Math.ceil(tensor.bytes * product(tensor.dims));
}

/** @typedef {number[] | null} Dims */
/** From the shapes of operands and of the result. @typedef {(given: Dims[], out: Dims) => number | null} Rule */

/** Two for each product of the result and the dimension that is summed over. @param {number} at @returns {Rule} */
const products = (at) => (given, out) => {
  const left = given[at];
  return left === null || left === undefined || out === null || left.length === 0
    ? null
    : 2 * product(out) * left[left.length - 1];
};

/** @type {Rule} */
function matmul(given, out) {
  // A matrix times a vector is mv, which PyTorch's counter does not count.
  if (given[1]?.length === 1) return 0;
  return products(0)(given, out);
}

/** @param {boolean} transposed @returns {Rule} */
const convolution =
  (transposed) =>
  ([input, weight], out) => {
    const places = transposed ? input : out;
    if (!input || !weight || !places) return null;
    const batch = input.length === weight.length ? input[0] : 1;
    return 2 * batch * product(places.slice(2 - weight.length)) * product(weight);
  };

/** @type {Rule} */
function attention([query, key, value]) {
  if (!query || !key || !value || query.length < 3) return null;
  const [keys, wide] = [key[key.length - 2], value[value.length - 1]];
  return 2 * product(query) * keys + 2 * product(query.slice(0, -1)) * keys * wide;
}

/** It costs something, and arguments that a picture does not have say what. @type {Rule} */
const unknown = () => null;

/** By name of the operator. @type {Record<string, Rule>} */
const RULES = {
  mm: products(0),
  bmm: products(0),
  linear: products(0),
  _int_mm: products(0),
  _scaled_mm: products(0),
  addmm: products(1),
  baddbmm: products(1),
  matmul,
  conv1d: convolution(false),
  conv2d: convolution(false),
  conv3d: convolution(false),
  conv_transpose1d: convolution(true),
  conv_transpose2d: convolution(true),
  conv_transpose3d: convolution(true),
  scaled_dot_product_attention: attention,
  _scaled_dot_product_flash_attention: attention,
  _scaled_dot_product_flash_attention_for_cpu: attention,
  _scaled_dot_product_efficient_attention: attention,
  convolution: unknown,
  _convolution: unknown,
  convolution_backward: unknown,
  einsum: unknown,
  bilinear: unknown,
  tensordot: unknown,
};

/** @param {string} target */
function ruleOf(target) {
  const match =
    /^(?:torch\.ops\.aten\.(\w+)|(?:torch(?:\.nn\.functional|\._C\._nn)?|operator|_operator)\.(\w+)|(\w+))/.exec(
      target,
    );
  return RULES[match?.[1] ?? match?.[2] ?? match?.[3] ?? ''];
}

/** Of a call of this node; null: it cannot be known. @param {Drawing} drawing @param {number} node */
export function flopsOf(drawing, node) {
  const rule = drawing.op(node).startsWith('call_') ? ruleOf(drawing.target(node)) : undefined;
  if (rule === undefined) return 0;
  /** @type {Dims[]} */
  const given = [];
  const { edges } = drawing.picture;
  for (const edge of drawing.inEdges(node)) {
    const { dims = null } = tensorOf(drawing.type(edges.from[edge])) ?? {};
    given[edges.slot[edge]] = dims;
  }
  // The same operand twice has one line.
  if (given.length === 1) given.push(given[0]);
  return rule(given, tensorOf(drawing.type(node))?.dims ?? null);
}

const UNITS = ['', ' k', ' M', ' G', ' T', ' P'];

/** 12300000, 'FLOP': "12.3 MFLOP". @param {number} value @param {string} unit */
export function amount(value, unit) {
  let at = 0;
  let size = Math.abs(value);
  while (size >= 1000 && at + 1 < UNITS.length) [size, at] = [size / 1000, at + 1];
  const text = String(Number((Math.sign(value) * size).toPrecision(3))).replace('-', '−');
  return `${text}${at === 0 ? ' ' : UNITS[at]}${unit}`.trim();
}
