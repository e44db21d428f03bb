/**
 * Running backward.
 *
 * What: `backward` and `grad` with PyTorch's options, user-defined functions, final callbacks, anomaly mode.
 * Why: roots and inputs are tensors or gradient edges; options that are not given keep PyTorch's defaults.
 *
 *   const [dx] = grad(loss, [x], { createGraph: true });
 *   class Square extends AutogradFunction {
 *     static forward(ctx, x) { ctx.saveForBackward(x); return x.mul(x); }
 *     static backward(ctx, g) { return g.mul(ctx.savedTensors[0]).mul(2); }
 *   }
 *   Square.apply(x)
 */
import { check, native, scratch, TorchError, writeText } from './core.js';
import { wrapOrNull } from './handles.js';
import { checkOptions, typeName } from './names.js';
import { keep } from './host.js';
import { withMode } from './modes.js';
import { Node, wrapNode } from './node.js';
import { isList, itemsOf } from './lists.js';
import { ops } from './operators.js';
import { isOptions } from './schema.js';
import { Tensor } from './tensor.js';

/** @typedef {[Node, number]} Edge a node and the number of its output */
/** @typedef {Tensor | Edge} Root */

/** @param {any} root */
const isRoot = (root) => root instanceof Tensor || (Array.isArray(root) && root[0] instanceof Node);

/** @param {Root | readonly Root[]} value @returns {Root[]} */
function rootList(value) {
  if (typeof (/** @type {any} */ (value)?.[Symbol.iterator]) !== 'function' && !(value instanceof Tensor)) throw new TypeError(`'${typeName(value)}' object is not iterable`);
  if (isRoot(value)) return [/** @type {Root} */ (value)];
  const roots = itemsOf(/** @type {Root[]} */ (value));
  const odd = roots.findIndex((root) => !isRoot(root));
  if (odd >= 0) throw new TorchError('RuntimeError', `all inputs have to be Tensors or GradientEdges, but got ${typeName(roots[odd])}`, 'argument');
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
  if (!(seeds instanceof Tensor) && typeof (/** @type {any} */ (seeds)[Symbol.iterator]) !== 'function') throw new TypeError(`'${typeName(seeds)}' object is not iterable`);
  const list = seeds instanceof Tensor ? [seeds] : itemsOf(seeds);
  for (const seed of list) {
    if (seed !== null && seed !== undefined && !(seed instanceof Tensor)) throw new TypeError(`gradients can be either Tensors or None, but got ${typeName(seed)}`);
  }
  out.push(1);
  writeTensors(list, out);
}

/** @param {boolean | null | undefined} value */
const choice = (value) => (value === undefined || value === null ? -1 : Number(value));

/** @param {number} count @returns {(Tensor | null)[]} */
export const readTensors = (count) => Array.from(scratch(count).subarray(0, count)).map(wrapOrNull);

const BACKWARD_OPTIONS = ['gradTensors', 'inputs', 'retainGraph', 'createGraph'];
const GRAD_OPTIONS = ['gradOutputs', 'retainGraph', 'createGraph', 'allowUnused', 'materializeGrads'];

/**
 * torch.autograd.backward.
 * @param {Root | readonly Root[]} tensors
 * @param {{ gradTensors?: Tensor | null | readonly (Tensor | null)[], inputs?: Root | readonly Root[], retainGraph?: boolean | null, createGraph?: boolean }} [options]
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
 * torch.autograd.grad.
 * @param {Root | readonly Root[]} outputs
 * @param {Root | readonly Root[]} inputs
 * @param {{ gradOutputs?: Tensor | null | readonly (Tensor | null)[], retainGraph?: boolean | null, createGraph?: boolean, allowUnused?: boolean | null, materializeGrads?: boolean }} [options]
 * @returns {(Tensor | null)[]}
 */
export function grad(outputs, inputs, options = {}) {
  checkOptions('grad', options, GRAD_OPTIONS);
  /** @type {number[]} */
  const out = [];
  writeRoots(rootList(outputs), out);
  writeRoots(rootList(inputs), out);
  writeSeeds(options.gradOutputs, out);
  out.push(choice(options.retainGraph), choice(options.allowUnused), Number(options.createGraph ?? false), Number(options.materializeGrads ?? false));
  scratch(out.length).set(out);
  return readTensors(check(native._st_grad_of()));
}

/** @param {() => void} fn called when the running pass is over */
export function queueCallback(fn) {
  check(native._st_queue_callback(keep(fn)));
}

/** @param {readonly Tensor[]} tensors @param {string} message before what it found @returns {readonly Tensor[]} */
function onlyTensors(tensors, message) {
  const odd = tensors.find((t) => !(t instanceof Tensor));
  if (odd !== undefined) throw new TorchError('RuntimeError', `${message}${typeName(odd)}`, 'argument');
  return tensors;
}

/** What forward and backward of a user-defined function share. */
export class FunctionContext {
  /** @type {readonly (Tensor | null)[]} */
  saved = [];
  /** @type {readonly Tensor[]} */
  dirty = [];
  /** @type {readonly Tensor[]} */
  nonDifferentiable = [];
  materialize = true;
  /** @type {boolean[]} */
  needsInputGrad = [];
  /** While backward runs. @type {Node | null} */
  node = null;

  /** @param {...(Tensor | null)} tensors */
  saveForBackward(...tensors) {
    const odd = tensors.findIndex((t) => t !== null && t !== undefined && !(t instanceof Tensor));
    if (odd >= 0) throw new TypeError(`save_for_backward can only save variables, but argument ${odd} is of type ${typeName(tensors[odd])}`);
    this.saved = tensors;
  }
  /** @param {...Tensor} tensors inputs that forward wrote to */
  markDirty(...tensors) {
    this.dirty = onlyTensors(tensors, 'mark_dirty can only accept variables, but argument ');
  }
  /** @param {...Tensor} tensors outputs that no gradient comes to */
  markNonDifferentiable(...tensors) {
    this.nonDifferentiable = onlyTensors(tensors, 'mark_non_differentiable only accepts variable arguments, but got ');
  }
  /** @param {boolean} value whether backward gets zeros for gradients that did not come */
  setMaterializeGrads(value) {
    this.materialize = value;
  }
  /** @returns {(Tensor | null)[]} */
  get savedTensors() {
    return this.node === null ? [...this.saved] : readTensors(check(native._st_custom_saved(this.node.handle)));
  }
}

/** @param {unknown} value @returns {(Tensor | null)[]} null for what is no tensor */
const asList = (value) => (isList(value) ? value : [value]).map((item) => (item instanceof Tensor ? item : null));

/** @param {typeof AutogradFunction} fn @param {FunctionContext} ctx @param {Node | null} node @param {(Tensor | null)[]} grads */
function runBackward(fn, ctx, node, grads) {
  ctx.node = node;
  try {
    const result = fn.backward(ctx, ...grads);
    return isList(result) ? result : [result ?? null];
  } finally {
    ctx.node = null;
  }
}

/** @typedef {(true | { shape: number[], dtype: string } | null)[]} Places by output: true if a gradient comes; null for no tensor */

/**
 * Backward gets an argument for each output; the node knows only those that can have a gradient. No function here holds
 * results: the node holds the function.
 * @param {(Tensor | null)[]} given what forward gave, null for what is no tensor
 * @param {readonly Tensor[]} nonDifferentiable
 * @returns {Places}
 */
const gradientPlaces = (given, nonDifferentiable) =>
  given.map((output) => {
    if (output === null) return null;
    const { dtype, shape } = output;
    return (/^b?float/.test(dtype) && !nonDifferentiable.includes(output)) || { shape, dtype };
  });

/** @param {Places} places @param {(Tensor | null)[]} grads @param {boolean} materialize @returns {(Tensor | null)[]} */
function spread(places, grads, materialize) {
  let next = 0;
  return places.map((place) => {
    if (place === true) return grads[next++];
    return place === null || !materialize ? null : ops.zeros(place.shape, { dtype: place.dtype });
  });
}

/** What is no tensor comes out as it is. @param {(Tensor | null)[]} outputs @param {unknown} result */
const withOthers = (outputs, result) => (isList(result) ? outputs.map((output, i) => output ?? result[i]) : (outputs[0] ?? result));

/** Extend it with static `forward(ctx, ...args)` and `backward(ctx, ...grads)`. */
export class AutogradFunction {
  /** @param {FunctionContext} _ctx @param {...any} _args @returns {any} */
  static forward(_ctx, ..._args) {
    throw new TorchError('NotImplementedError', 'You must implement the forward function for custom autograd.Function.', 'argument');
  }
  /** @param {FunctionContext} _ctx @param {...any} _grads @returns {any} */
  static backward(_ctx, ..._grads) {
    throw new TorchError('NotImplementedError', 'You must implement either the backward or vjp method for your custom autograd.Function to use it with backward mode AD.', 'argument');
  }

  /** @param {...any} args @returns {any} */
  static apply(...args) {
    const ctx = new FunctionContext();
    const tensors = args.map((arg) => (arg instanceof Tensor ? arg : null));
    ctx.needsInputGrad = tensors.map((t) => t !== null && t.requiresGrad);
    /** @type {number[]} */
    const begin = [];
    writeTensors(tensors, begin);
    writeText(this.name);
    scratch(begin.length).set(begin);
    /** @type {Places} */
    let places = [];
    const run = (/** @type {number} */ handle, /** @type {(Tensor | null)[]} */ grads) => runBackward(this, ctx, wrapNode(handle), spread(places, grads, ctx.materialize));
    const node = wrapNode(check(native._st_begin_custom(keep(run))));
    const result = withMode(0, false, () => this.forward(ctx, ...args));
    /** @type {number[]} */
    const end = [];
    const given = asList(result);
    for (const list of [tensors, given, ctx.saved, ctx.dirty, ctx.nonDifferentiable]) writeTensors(list, end);
    scratch(end.length).set(end);
    const outputs = readTensors(check(native._st_finish_custom(node?.handle ?? 0, Number(ctx.materialize))));
    // From now on they come from the node, with its checks.
    ctx.saved = [];
    ctx.dirty = [];
    places = gradientPlaces(given, ctx.nonDifferentiable);
    ctx.nonDifferentiable = [];
    node?.dispose();
    return withOthers(outputs, result);
  }
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
