/**
 * User-defined functions.
 *
 * What: `AutogradFunction` is torch.autograd.Function: a class with static `forward` and `backward`, and `setupContext`
 * if forward is to do without a context. `onceDifferentiable` is the decorator for a backward that has no derivative
 * itself.
 * Why: the context is the node's: what it saved is asked of the node, with the node's checks, for as long as the node
 * lives.
 *
 *   class Square extends AutogradFunction {
 *     static forward(ctx, x) { ctx.saveForBackward(x); return x.mul(x); }
 *     static backward(ctx, g) { return g.mul(ctx.savedTensors[0]).mul(2); }
 *   }
 *   Square.apply(x)
 */
import { readTensors, writeTensors } from './autograd.js';
import { check, native, scratch, TorchError, writeText } from './core.js';
import { keep } from './host.js';
import { isList } from './lists.js';
import { isGradEnabled, noGrad, withMode } from './modes.js';
import { checkFlag, checkFunction, typeName } from './names.js';
import { wrapNode } from './node.js';
import { Tensor } from './tensor.js';

const FREED =
  'Trying to backward through the graph a second time (or directly access saved tensors after they have ' +
  'already been freed). Saved intermediate values of the graph are ' +
  'freed when you call .backward() or ' +
  'autograd.grad(). Specify retain_graph=True if you need to backward ' +
  'through the graph a second time or if ' +
  'you need to access saved tensors after calling backward.';

/**
 * @param {readonly unknown[]} tensors
 * @param {(value: unknown, at: number) => string} message
 * @returns {readonly Tensor[]}
 */
function onlyTensors(tensors, message) {
  const odd = tensors.findIndex((t) => !(t instanceof Tensor));
  if (odd >= 0) throw new TorchError('RuntimeError', message(tensors[odd], odd), 'argument');
  return /** @type {readonly Tensor[]} */ (tensors);
}

/** Of contexts that are gone. */
const forgotten = new FinalizationRegistry((/** @type {number} */ number) => {
  native._st_release_context(number);
});

/**
 * What `apply` reads of a context when forward is over.
 * @typedef {{ saved: readonly (Tensor | null)[] | null, dirty: readonly Tensor[], nonDifferentiable: readonly Tensor[]
 *   }} Wishes
 */

/** Not in the context itself, whose properties are the user's. @type {WeakMap<FunctionContext, Wishes>} */
const wishes = new WeakMap();
/** @param {FunctionContext} ctx */
const wishesOf = (ctx) => /** @type {Wishes} */ (wishes.get(ctx));

/** What forward and backward of a user-defined function share. */
export class FunctionContext {
  /** By its number C++ finds the node; 0: there is none. */
  #number = 0;
  materialize = true;
  /** @type {boolean[]} */
  needsInputGrad = [];

  constructor() {
    wishes.set(this, { saved: null, dirty: [], nonDifferentiable: [] });
  }

  /** Only `apply` does it. @param {import('./node.js').Node} node */
  belongTo(node) {
    this.#number = check(native._st_function_context(node.handle));
    forgotten.register(this, this.#number);
  }

  /** @param {...(Tensor | null)} tensors */
  saveForBackward(...tensors) {
    wishesOf(this).saved = tensors;
  }
  /**
   * Of the next call of `setupContext` and forward-mode derivatives, which there are none of here.
   * @param {...(Tensor | null)} _tensors
   */
  saveForForward(..._tensors) {}
  /** @param {...Tensor} tensors inputs that forward wrote to */
  markDirty(...tensors) {
    wishesOf(this).dirty = tensors;
  }
  /** @param {...Tensor} tensors outputs that no gradient comes to */
  markNonDifferentiable(...tensors) {
    wishesOf(this).nonDifferentiable = tensors;
  }
  /** @param {boolean} value whether backward gets zeros for gradients that did not come */
  setMaterializeGrads(value) {
    checkFlag("set_materialize_grads(): argument 'value' (position 1)", value);
    this.materialize = value;
  }
  /** Empty until forward is over. @returns {(Tensor | null)[]} */
  get savedTensors() {
    if (this.#number === 0) return [];
    const node = wrapNode(check(native._st_node_of_context(this.#number)));
    if (node === null) throw new TorchError('RuntimeError', FREED, 'torch');
    return readTensors(check(native._st_custom_saved(node.handle)));
  }
}

/** @param {unknown} value @returns {(Tensor | null)[]} null for what is no tensor */
const asList = (value) => (isList(value) ? value : [value]).map((item) => (item instanceof Tensor ? item : null));

/**
 * The static function that runs backward.
 * @param {typeof AutogradFunction} fn
 * @returns {(ctx: FunctionContext, ...grads: any[]) => any}
 */
function backwardOf(fn) {
  const own = fn.backward !== AutogradFunction.backward;
  if (own && fn.vjp !== AutogradFunction.vjp) {
    throw new TorchError(
      'RuntimeError',
      "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only " +
        'implement one of them.',
      'argument',
    );
  }
  return own ? fn.backward : fn.vjp;
}

/** What is no tensor comes out as it is. @param {(Tensor | null)[]} outputs @param {unknown} result */
const withOthers = (outputs, result) =>
  isList(result) ? outputs.map((output, i) => output ?? result[i]) : (outputs[0] ?? result);

/** @param {Wishes} asked @param {boolean} recorded */
function checkWishes({ saved, dirty, nonDifferentiable }, recorded) {
  const odd = (saved ?? []).findIndex((t) => t !== null && t !== undefined && !(t instanceof Tensor));
  if (odd >= 0 && recorded)
    throw new TypeError(
      `save_for_backward can only save variables, but argument ${odd} is of type ${typeName(saved?.[odd])}`,
    );
  onlyTensors(
    nonDifferentiable,
    (value) => `mark_non_differentiable only accepts variable arguments, but got ${typeName(value)}`,
  );
  onlyTensors(
    dirty,
    (value, at) => `mark_dirty can only accept variables, but argument ${at} is of type ${typeName(value)}`,
  );
}

/**
 * @param {FunctionContext} ctx
 * @param {import('./node.js').Node | null} node
 * @param {(Tensor | null)[]} tensors
 * @param {(Tensor | null)[]} given
 * @param {boolean} separate
 * @returns {(Tensor | null)[]}
 */
function finish(ctx, node, tensors, given, separate) {
  const asked = wishesOf(ctx);
  checkWishes(asked, node !== null);
  const saved = (asked.saved ?? []).map((t) => (t instanceof Tensor ? t : null));
  /** @type {number[]} */
  const end = [];
  for (const list of [tensors, given, saved, asked.dirty, asked.nonDifferentiable]) writeTensors(list, end);
  scratch(end.length).set(end);
  const { _materializeNonDiffGrads } = /** @type {any} */ (ctx);
  const flags = Number(ctx.materialize) + (_materializeNonDiffGrads === false ? 0 : 2) + (separate ? 4 : 0);
  const outputs = readTensors(check(native._st_finish_custom(node?.handle ?? 0, flags)));
  wishes.set(ctx, { saved: null, dirty: [], nonDifferentiable: [] });
  return outputs;
}

/** Extend it with static `forward(ctx, ...args)` and `backward(ctx, ...grads)`. */
export class AutogradFunction {
  constructor() {
    throw new TorchError(
      'RuntimeError',
      'Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd ' +
        'function with static forward method. (Example: ' +
        'https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)',
      'argument',
    );
  }

  /** With `setupContext`: without the context. @param {...any} _args @returns {any} */
  static forward(..._args) {
    throw new TorchError(
      'NotImplementedError',
      'You must implement the forward function for custom autograd.Function.',
      'argument',
    );
  }
  /** @param {FunctionContext} _ctx @param {any[]} _inputs @param {any} _output */
  static setupContext(_ctx, _inputs, _output) {
    throw new TorchError('NotImplementedError', 'setup_context is not implemented.', 'argument');
  }
  /** @param {FunctionContext} _ctx @param {...any} _grads @returns {any} */
  static backward(_ctx, ..._grads) {
    throw new TorchError(
      'NotImplementedError',
      'You must implement either the backward or vjp method for your custom autograd.Function to use it with ' +
        'backward mode AD.',
      'argument',
    );
  }
  /** Another name for backward. @param {FunctionContext} _ctx @param {...any} _grads @returns {any} */
  static vjp(_ctx, ..._grads) {
    return AutogradFunction.backward(_ctx, ..._grads);
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
    const run = (/** @type {number} */ _node, /** @type {(Tensor | null)[]} */ grads) => {
      const result = backwardOf(this).call(this, ctx, ...grads);
      return isList(result) ? result : [result ?? null];
    };
    run.ctx = ctx;
    const node = wrapNode(check(native._st_begin_custom(keep(run))));
    if (node !== null) ctx.belongTo(node);
    const separate = this.setupContext !== AutogradFunction.setupContext;
    const result = withMode(0, false, () => {
      const output = separate ? this.forward(...args) : this.forward(ctx, ...args);
      if (separate) this.setupContext(ctx, args, output);
      return output;
    });
    const outputs = finish(ctx, node, tensors, asList(result), separate);
    node?.dispose();
    return withOthers(outputs, result);
  }
}

const TWICE = 'trying to differentiate twice a function that was marked with @once_differentiable';

/**
 * For a backward that cannot be differentiated: it runs without recording, and a second derivative raises.
 * @param {(ctx: FunctionContext, ...grads: any[]) => any} backward
 * @returns {(this: any, ctx: FunctionContext, ...grads: any[]) => any}
 */
export function onceDifferentiable(backward) {
  checkFunction('onceDifferentiable', 'backward', 1, backward);
  return function (/** @type {FunctionContext} */ ctx, /** @type {any[]} */ ...grads) {
    const result = noGrad(() => backward.call(this, ctx, ...grads));
    const wanted = isGradEnabled() && grads.some((grad) => grad instanceof Tensor && grad.requiresGrad);
    if (!wanted) return result;
    const fresh = (isList(result) ? result : [result]).map((value) =>
      value instanceof Tensor ? /** @type {any} */ (value).detach().requiresGrad_() : null,
    );
    /** @type {number[]} */
    const out = [];
    writeTensors(fresh, out);
    writeText(TWICE);
    scratch(out.length).set(out);
    return readTensors(check(native._st_delayed_error()));
  };
}
