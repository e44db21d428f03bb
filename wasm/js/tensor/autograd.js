/**
 * Running backward.
 *
 * What: `backward` and `grad` with PyTorch's options, and final callbacks.
 * Why: roots and inputs are tensors or gradient edges; options that are not given keep PyTorch's defaults.
 *
 *   const [dx] = grad(loss, [x], { createGraph: true });
 */
import { check, native, scratch, TorchError } from './core.js';
import { wrapOrNull } from './handles.js';
import { checkOptions, typeName } from './names.js';
import { keep } from './host.js';
import { itemsOf } from './lists.js';
import { Node } from './node.js';
import { ops } from './operators.js';
import { noGrad } from './modes.js';
import { isOptions } from './schema.js';
import { Tensor } from './tensor.js';

/** @typedef {[Node, number]} Edge a node and the number of its output */
/** @typedef {Tensor | Edge} Root */

/** @param {any} root */
const isRoot = (root) => root instanceof Tensor || (Array.isArray(root) && root[0] instanceof Node);

/** @param {Root | readonly Root[]} value @returns {Root[]} */
function rootList(value) {
  if (typeof (/** @type {any} */ (value)?.[Symbol.iterator]) !== 'function' && !(value instanceof Tensor))
    throw new TypeError(`'${typeName(value)}' object is not iterable`);
  if (isRoot(value)) return [/** @type {Root} */ (value)];
  const roots = itemsOf(/** @type {Root[]} */ (value));
  const odd = roots.findIndex((root) => !isRoot(root));
  if (odd >= 0)
    throw new TorchError(
      'RuntimeError',
      `all inputs have to be Tensors or GradientEdges, but got ${typeName(roots[odd])}`,
      'argument',
    );
  return roots;
}

/** @param {Root | readonly Root[]} roots */
export function sendRoots(roots) {
  /** @type {number[]} */
  const out = [];
  writeRoots(rootList(roots), out);
  scratch(out.length).set(out);
}

/** @param {Root[]} roots @param {number[]} out */
function writeRoots(roots, out) {
  out.push(roots.length);
  for (const root of roots) {
    if (root instanceof Tensor) out.push(live(root));
    else out.push(0, root[0].handle, root[1]);
  }
}

/** A disposed tensor would read as an edge. @param {Tensor} t */
const live = (t) => (t.handle === 0 ? -1 : t.handle);

/** @param {readonly (Tensor | null)[]} list @param {number[]} out */
export function writeTensors(list, out) {
  out.push(list.length, ...list.map((t) => (t ? live(t) : 0)));
}

/** @param {Tensor | null | readonly (Tensor | null)[] | undefined} seeds @param {number[]} out */
function writeSeeds(seeds, out) {
  if (seeds === undefined || seeds === null) {
    out.push(0);
    return;
  }
  if (!(seeds instanceof Tensor) && typeof (/** @type {any} */ (seeds)[Symbol.iterator]) !== 'function')
    throw new TypeError(`'${typeName(seeds)}' object is not iterable`);
  const list = seeds instanceof Tensor ? [seeds] : itemsOf(seeds);
  for (const seed of list) {
    if (seed !== null && seed !== undefined && !(seed instanceof Tensor))
      throw new TypeError(`gradients can be either Tensors or None, but got ${typeName(seed)}`);
  }
  out.push(1);
  writeTensors(list, out);
}

/** @param {boolean | null | undefined} value */
const choice = (value) => (value === undefined || value === null ? -1 : Number(value));

/** @param {number} count @returns {(Tensor | null)[]} */
export const readTensors = (count) => Array.from(scratch(count).subarray(0, count)).map(wrapOrNull);

const BACKWARD_OPTIONS = ['gradTensors', 'inputs', 'retainGraph', 'createGraph'];
const GRAD_OPTIONS = ['gradOutputs', 'retainGraph', 'createGraph', 'allowUnused', 'materializeGrads', 'isGradsBatched'];

/**
 * torch.autograd.backward.
 * @param {Root | readonly Root[]} tensors
 * @param {{ gradTensors?: Tensor | null | readonly (Tensor | null)[], inputs?: Root | readonly Root[], retainGraph?:
 *   boolean | null, createGraph?: boolean }} [options]
 */
export function backward(tensors, options = {}) {
  checkOptions('backward', options, BACKWARD_OPTIONS);
  /** @type {number[]} */
  const out = [];
  writeRoots(rootList(tensors), out);
  writeSeeds(options.gradTensors, out);
  out.push(options.inputs === undefined || options.inputs === null ? 0 : 1);
  if (out[out.length - 1] === 1) writeRoots(rootList(/** @type {Root[]} */ (options.inputs)), out);
  out.push(choice(options.retainGraph), Number(options.createGraph ?? false));
  scratch(out.length).set(out);
  check(native._st_backward());
}

/**
 * @typedef {{ gradOutputs?: Tensor | null | readonly (Tensor | null)[], retainGraph?: boolean | null, createGraph?:
 *   boolean, allowUnused?: boolean | null, materializeGrads?: boolean, isGradsBatched?: boolean }} GradOptions
 */

/**
 * The first dimension of every seed counts the passes.
 * @param {Root[]} outputs
 * @param {(Tensor | null)[]} seeds
 * @returns {number}
 */
function passesOf(outputs, seeds) {
  seeds.forEach((seed, i) => {
    const output = outputs[i];
    if (!(output instanceof Tensor))
      throw new TorchError('RuntimeError', 'Batched grads are not supported with GradientEdge', 'argument');
    if (seed === null || seed === undefined) return;
    const rest = seed.shape.slice(1);
    if (seed.ndim > 0 && `${rest}` === `${output.shape}`) return;
    const size = (/** @type {number[]} */ shape) => `torch.Size([${shape.join(', ')}])`;
    const message =
      'If `is_grads_batched=True`, we interpret the first dimension of each grad_output as ' +
      'the batch dimension. The sizes of the remaining dimensions are ' +
      'expected to match the ' +
      'shape of corresponding output, but a mismatch was detected: ' +
      `grad_output[${i}] has a ` +
      `shape of ${size(rest)} and output[${i}] has a shape of ` +
      `${size(output.shape)}. If you ` +
      'only want some tensors in `grad_output` to be considered batched, ' +
      'consider using vmap.';
    throw new TorchError('RuntimeError', message, 'argument');
  });
  const counts = new Set(seeds.filter((seed) => seed).map((seed) => /** @type {Tensor} */ (seed).shape[0]));
  if (counts.size === 0)
    throw new TorchError(
      'ValueError',
      'grad with is_grads_batched=True takes a batched gradient for an output at least',
      'argument',
    );
  if (counts.size > 1)
    throw new TorchError(
      'ValueError',
      'vmap: Expected all tensors to have the same size in the mapped dimension, got sizes ' +
        `[${[...counts].join(', ')}] for the mapped dimension`,
      'argument',
    );
  return [...counts][0];
}

/**
 * A pass for each seed in the batch; results are stacked.
 * @param {Root[]} outputs
 * @param {Root[]} inputs
 * @param {GradOptions} options
 */
function batchedGrad(outputs, inputs, options) {
  const { gradOutputs, retainGraph } = options;
  const seeds = gradOutputs instanceof Tensor ? [gradOutputs] : itemsOf(gradOutputs ?? []);
  const passes = passesOf(outputs, seeds);
  /** @type {(Tensor | null)[][]} */
  const all = [];
  /** The items of each seed. @type {(Tensor | null)[][]} */
  const items = [];
  for (let i = 0; i < passes; i += 1) {
    const last = i === passes - 1;
    const gradients = seeds.map((seed) => (seed ? /** @type {any} */ (seed).select(0, i) : null));
    items.push(gradients);
    all.push(
      grad(outputs, inputs, {
        ...options,
        isGradsBatched: false,
        gradOutputs: gradients,
        retainGraph: last ? retainGraph : true,
      }),
    );
  }
  return inputs.map((_input, i) => {
    const column = all.map((row) => row[i]);
    if (column.some((one) => one === null)) return null;
    const found = /** @type {Tensor[]} */ (column);
    // What comes out as it went in is the seed: the same tensor, as with torch.
    const itself = seeds.findIndex((_seed, k) => found.every((one, at) => one === items[at][k]));
    if (itself >= 0 && passes > 0) return seeds[itself];
    return (options.createGraph ? null : batchIn(seeds, found)) ?? stacked(found);
  });
}

/**
 * Their stack; dimensions that all of them only repeat are repeated in it.
 * @param {Tensor[]} gradients
 * @returns {Tensor}
 */
function stacked(gradients) {
  const { shape } = gradients[0];
  const repeated = shape.map((size, d) => size > 1 && gradients.every((one) => one.stride()[d] === 0));
  if (!repeated.includes(true)) return ops.stack(gradients);
  const once = (/** @type {any} */ one) => repeated.reduce((t, repeats, d) => (repeats ? t.narrow(d, 0, 1) : t), one);
  return /** @type {any} */ (ops.stack(gradients.map(once))).expand([gradients.length, ...shape]);
}

/**
 * The batch in the memory of seeds, if gradients are nothing but views of one's items: vmap copies nothing.
 * @param {readonly (Tensor | null)[]} seeds
 * @param {Tensor[]} gradients
 * @returns {Tensor | null}
 */
function batchIn(seeds, gradients) {
  const head = gradients[0];
  const places = gradients.map((one) => one.dataPtr());
  const strides = head.stride();
  const seed = seeds.find((one) => one && one.numel() > 0 && one.dataPtr() === places[0] && one.dtype === head.dtype);
  if (!seed || head.numel() === 0 || seed.isInference) return null;
  const own = seed.stride();
  const steps = places.map((place, i) => place === /** @type {any} */ (seed).select(0, i).dataPtr());
  const alike = gradients.every((one, i) => steps[i] && one.stride().every((by, d) => by === strides[d]));
  if (!alike) return null;
  const view = noGrad(() => ops.asStrided(seed, [gradients.length, ...head.shape], [own[0], ...strides]));
  if (seed.requiresGrad) view.requiresGrad = true;
  return view;
}

/**
 * torch.autograd.grad.
 * @param {Root | readonly Root[]} outputs
 * @param {Root | readonly Root[]} inputs
 * @param {GradOptions} [options]
 * @returns {(Tensor | null)[]}
 */
export function grad(outputs, inputs, options = {}) {
  checkOptions('grad', options, GRAD_OPTIONS);
  if (options.isGradsBatched) return batchedGrad(rootList(outputs), rootList(inputs), options);
  /** @type {number[]} */
  const out = [];
  writeRoots(rootList(outputs), out);
  writeRoots(rootList(inputs), out);
  writeSeeds(options.gradOutputs, out);
  out.push(
    choice(options.retainGraph),
    choice(options.allowUnused),
    Number(options.createGraph ?? false),
    Number(options.materializeGrads ?? false),
  );
  scratch(out.length).set(out);
  return readTensors(check(native._st_grad_of()));
}

/** @param {() => void} fn called when the running pass is over */
export function queueCallback(fn) {
  check(native._st_queue_callback(keep(fn)));
}

Object.defineProperty(Tensor.prototype, 'backward', {
  configurable: true,
  writable: true,
  /** @param {any} [first] the gradient, or the options alone @param {any} [others] */
  value(first, others) {
    const alone = isOptions(first) && others === undefined;
    const { gradient, ...options } = alone ? first : { ...others, gradient: first };
    if (alone || others !== undefined) checkOptions('backward', alone ? options : others, BACKWARD_OPTIONS.slice(1));
    if (gradient === undefined && options.inputs === undefined && options.createGraph === undefined) {
      check(native._st_backward_from(this.handle, Number(options.retainGraph ?? false)));
      return;
    }
    backward(this, { ...options, gradTensors: gradient === null ? [gradient] : gradient });
  },
});
