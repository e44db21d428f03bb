/**
 * How gradients lie in memory and which version they have, as PyTorch 2.6.0 has them (data/ops/gradients.jsonl.gz,
 * oracle: tools/oracle/record_gradients.py): versions tell where a formula writes to its own result.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { grad, ops } from '../../wasm/js/tensor/index.js';
import { run } from '../../wasm/js/tensor/operators.js';
import { laid, OPERATORS, valuesOf } from './laid_calls.js';

/** @param {string} name @returns {string} */
const read = (name) => {
  const bytes = readFileSync(new URL(`../data/ops/${name}`, import.meta.url));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
};
/** @param {string} name @returns {any[]} */
const lines = (name) =>
  read(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/**
 * A gradient: strides, version, with create_graph the name of its grad_fn.
 * @typedef {[number[], number, (string | null)?] | null} Lies
 */
/** @typedef {{ sample?: number, row?: number, got: (Lies[] | null)[], second?: Lies[] | null }} Line */
/** @type {Line[]} */
const LINES = lines('gradients.jsonl.gz');
const SAMPLES = JSON.parse(read('recorded.json')).samples;
const ROWS = lines('strides.jsonl.gz');

const turned = (/** @type {any} */ t) => t.permute([...t.shape.keys()].reverse());
/** The seeds of record_gradients.py. @type {((t: any) => any)[]} */
const SEEDS = [
  (t) => ops.onesLike(t),
  (t) => turned(turned(ops.ones(t.shape, { dtype: t.dtype })).contiguous()),
  (t) => ops.ones([], { dtype: t.dtype }).expand(t.shape),
];

/** @param {any} operator @param {any} call @param {(t: any) => any} seed @param {boolean} second @returns {Lies[]} */
function gradients(operator, call, seed, second) {
  /** @type {any[]} */
  const leaves = [];
  const values = valuesOf(operator, call, (value) => {
    const t = laid(value).detach();
    if (/float/.test(t.dtype)) leaves.push(t.requiresGrad_());
    return t;
  });
  const results = [run(operator, values, false)].flat().filter((t) => t.requiresGrad);
  /** @type {any[]} */
  const found = grad(results, leaves, { gradOutputs: results.map(seed), allowUnused: true, createGraph: second });
  return found.map((/** @type {any} */ g) => {
    /** @type {any} */
    const seen = g === null ? null : [g.stride(), g.version, ...(second ? [g.gradFn?.name() ?? null] : [])];
    return seen;
  });
}

/** @param {any} operator @param {Line} line @param {(lies: Lies) => any} part @returns {string | null} */
function difference(operator, line, part) {
  const call = line.sample === undefined ? ROWS[line.row ?? 0] : SAMPLES[line.sample];
  const all = [
    ...line.got.map((want, i) => ({ want, seed: SEEDS[i], second: false })),
    { want: line.second ?? null, seed: SEEDS[0], second: true },
  ];
  for (const { want, seed, second } of all) {
    if (want === null) continue;
    const wanted = JSON.stringify(want.map(part));
    let got;
    try {
      got = JSON.stringify(gradients(operator, call, seed, second).map(part));
    } catch (error) {
      got = `refused: ${/** @type {Error} */ (error).message.slice(0, 100)}`;
    }
    if (got !== wanted)
      return `${second ? 'create_graph' : `seed ${SEEDS.indexOf(seed)}`}: expected ${wanted}, got ${got}`;
  }
  return null;
}

/** @param {(lies: Lies) => any} part @returns {Map<string, string[]>} by operator */
function differences(part) {
  const found = new Map();
  for (const line of LINES) {
    const { path } = line.sample === undefined ? ROWS[line.row ?? 0] : SAMPLES[line.sample];
    const operator = OPERATORS.get(path);
    const text = operator === undefined ? null : difference(operator, line, part);
    if (text !== null) found.set(path, [...(found.get(path) ?? []), text]);
  }
  if (process.env.SEESAW_DETAILS)
    for (const [path, texts] of found)
      console.log(`${texts.length} ${path}\n   ${texts.slice(0, Number(process.env.SEESAW_DETAILS)).join('\n   ')}`);
  return found;
}

/** Operators whose gradients have other versions, and why. @type {Record<string, string>} */
const VERSIONS_NOT_YET = {
  'torch.ops.aten._adaptive_avg_pool3d_backward.default':
    'the operand that gives the shape has a gradient of zeros, which has another version in PyTorch',
  'torch.ops.aten._linalg_solve_ex.default': 'matrices that cannot be solved: what PyTorch gives is chance',
  'torch.ops.aten._weight_norm.default': 'a gradient is added up in place where PyTorch makes one',
  'torch.ops.aten.avg_pool2d_backward.default':
    'the operand that gives the shape has a gradient of zeros, which has another version in PyTorch',
  'torch.ops.aten.avg_pool3d_backward.default':
    'the operand that gives the shape has a gradient of zeros, which has another version in PyTorch',
  'torch.ops.aten.binary_cross_entropy_with_logits.default': 'PyTorch multiplies in place, and less with create_graph',
  'torch.ops.aten.native_group_norm.default': 'as part of group_norm it has version 0, called alone 1',
};
/** Operators whose gradients lie otherwise. @type {string[]} */
const STRIDES_NOT_YET = [
  '_adaptive_avg_pool3d_backward.default',
  '_linalg_solve_ex.default',
  '_native_batch_norm_legit.no_stats',
  '_weight_norm.default',
  'adaptive_avg_pool2d.default',
  'adaptive_max_pool2d.default',
  'alpha_dropout.default',
  'amax.default',
  'amin.default',
  'avg_pool2d_backward.default',
  'avg_pool3d_backward.default',
  'batch_norm.default',
  'binary_cross_entropy_with_logits.default',
  'clamp.Tensor',
  'clamp.default',
  'clip.default',
  'clone.default',
  'constant_pad_nd.default',
  'conv2d.default',
  'conv2d.padding',
  'convolution.default',
  'copysign.Scalar',
  'copysign.Tensor',
  'cumprod.default',
  'cumsum.default',
  'deg2rad.default',
  'diagonal_scatter.default',
  'dropout.default',
  'group_norm.default',
  'huber_loss.default',
  'index_reduce.default',
  'instance_norm.default',
  'leaky_relu.default',
  'linalg_vector_norm.default',
  'log_sigmoid.default',
  'log_sigmoid_forward.default',
  'logit.default',
  'masked_select.default',
  'max_pool3d.default',
  'max_pool3d_with_indices.default',
  'mish.default',
  'mse_loss.default',
  'native_batch_norm.default',
  'native_group_norm.default',
  'pad.default',
  'positive.default',
  'pow.Tensor_Scalar',
  'rad2deg.default',
  'relu.default',
  'select_scatter.default',
  'sgn.default',
  'silu.default',
  'slice_scatter.default',
  'smooth_l1_loss.default',
  'special_logit.default',
  'threshold.default',
  'zero.default',
].map((name) => `torch.ops.aten.${name}`);

test("versions of gradients tell the writes of PyTorch's formulas", () => {
  assert.deepEqual([...differences((lies) => lies && lies[1]).keys()].sort(), Object.keys(VERSIONS_NOT_YET).sort());
});

test("gradients lie in memory as PyTorch's", () => {
  assert.deepEqual([...differences((lies) => lies && lies[0]).keys()].sort(), [...STRIDES_NOT_YET].sort());
});
