/**
 * Nodes of the backward graph, and the handles of hooks.
 *
 * What: `Node` with `name()`, `nextFunctions`, `metadata`, `registerHook`, `registerPrehook`; `tensor.gradFn`; hooks on
 * tensors.
 * Why: `a.gradFn === a.gradFn`, and hooks and metadata belong to the node, however one came to it.
 *
 *   const handle = a.mul(b).gradFn.registerHook((gradInputs, gradOutputs) => { ... });
 *   handle.remove();
 */
import { check, native, readText, scratch, writeText } from './core.js';
import { WeakTable, wrapOrNull, wrapTensor } from './handles.js';
import { HOOK, keep, keptValue } from './host.js';
import { disposable, DTYPES, Tensor } from './tensor.js';

/** Removes the hook that it represents. `remove()` may be called again. */
export class RemovableHandle {
  #handle;

  /** @param {number} handle */
  constructor(handle) {
    this.#handle = handle;
    forgotten.register(this, handle, this);
  }
  remove() {
    if (this.#handle === 0) return;
    forgotten.unregister(this);
    native._st_release_hook(this.#handle, 1);
    this.#handle = 0;
  }
  /** The same, for `using`. */
  dispose() {
    this.remove();
  }
}
disposable(RemovableHandle);
// The hook stays when its handle is forgotten.
const forgotten = new FinalizationRegistry((/** @type {number} */ handle) => {
  native._st_release_hook(handle, 0);
});

/** @param {number} kind @param {number} target @param {Function} fn @returns {RemovableHandle} */
function register(kind, target, fn) {
  if (typeof fn !== 'function') throw new TypeError('a hook must be a function');
  writeText(fn.name || 'hook');
  return new RemovableHandle(check(native._st_hook(kind, target, keep(fn))));
}

/** @typedef {(Tensor | null)[] | undefined | null | void} HookResult */

export class Node {
  /** Only C++ makes nodes. @param {number} handle */
  constructor(handle) {
    this.handle = handle;
  }

  /** With its namespace: `torch::autograd::AccumulateGrad`. */
  name() {
    check(native._st_node_name(this.handle, 0));
    return readText();
  }
  toString() {
    return `<${this.typeName}>`;
  }
  /** What `console.log` of Node shows. */
  [Symbol.for('nodejs.util.inspect.custom')]() {
    return this.handle === 0 ? '<disposed node>' : this.toString();
  }
  /** Without: what `repr` and the log show. */
  get typeName() {
    check(native._st_node_name(this.handle, 1));
    return readText();
  }
  /** Pairs of node and the number of its input. @returns {[Node | null, number][]} */
  get nextFunctions() {
    const count = check(native._st_node_next(this.handle));
    const raw = Array.from(scratch(count * 2).subarray(0, count * 2));
    return Array.from({ length: count }, (_, i) => [wrapNode(raw[i * 2]), raw[i * 2 + 1]]);
  }
  /** An object for whatever belongs to this node. @returns {Record<string, any>} */
  get metadata() {
    const id = check(native._st_node_metadata(this.handle));
    if (id !== 0) return keptValue(id);
    /** @type {Record<string, any>} */
    const fresh = {};
    // In anomaly mode a node knows who made it.
    const made = check(native._st_node_own_metadata(this.handle)) === 1;
    const parent = scratch()[0];
    if (made) fresh.traceback_ = readText().split('\n').filter(Boolean);
    if (parent !== 0) fresh.parent_ = wrapNode(parent);
    check(native._st_node_set_metadata(this.handle, keep(fresh)));
    return fresh;
  }
  /** Shape and dtype of each value whose gradient comes in. */
  get inputMetadata() {
    const count = check(native._st_node_inputs(this.handle));
    const out = [];
    for (let i = 0, at = 0; i < count; i += 1) {
      const buffer = scratch(at + 2);
      const rank = buffer[at + 1];
      const shape = Array.from(scratch(at + 2 + rank).subarray(at + 2, at + 2 + rank));
      out.push({ dtype: DTYPES[buffer[at]], shape });
      at += 2 + rank;
    }
    return out;
  }
  /** Grows with each node; the largest number for accumulators. */
  get sequenceNr() {
    check(native._st_node_sequence(this.handle));
    return scratch()[0];
  }
  set sequenceNr(value) {
    check(native._st_node_set_sequence(this.handle, value));
  }
  /** Names of the saved values. @returns {string[]} */
  get savedNames() {
    check(native._st_node_slots(this.handle));
    return readText().split(',').filter(Boolean);
  }
  /** A saved value, as backward would see it. @param {string} name @returns {Tensor | number | null} */
  saved(name) {
    writeText(name);
    const kind = check(native._st_node_saved(this.handle, 0));
    if (kind === 0) return null;
    return kind === 1 ? wrapTensor(scratch()[0]) : scratch()[0];
  }
  /**
   * A pair of hooks on one saved value.
   * @param {string} name
   * @param {(t: Tensor) => unknown} pack
   * @param {(packed: any) => Tensor} unpack
   */
  registerSavedHooks(name, pack, unpack) {
    writeText(name);
    check(native._st_register_saved_hooks(this.handle, keep(pack), keep(unpack)));
  }

  /**
   * Tensors that a user-defined function saved for its backward.
   * @returns {(Tensor | null)[] | undefined} of such a node only
   */
  get savedTensors() {
    if (check(native._st_custom_function(this.handle)) === 0) return undefined;
    const count = check(native._st_custom_saved(this.handle));
    return Array.from(scratch(count).subarray(0, count)).map(wrapOrNull);
  }
  /**
   * The context of a user-defined function, which PyTorch has as this very object.
   * @returns {any} of such a node only
   */
  get ctx() {
    const id = check(native._st_custom_function(this.handle));
    return id === 0 ? undefined : keptValue(id).ctx;
  }
  /**
   * What the node makes of gradients: no hook runs, nothing is freed and no other node runs. `grad_fn(grad)` of
   * PyTorch.
   * @param {...(Tensor | null)} gradOutputs one for each output
   * @returns {Tensor | null | (Tensor | null)[]} a list unless there is exactly one
   */
  call(...gradOutputs) {
    if (check(native._st_custom_function(this.handle)) !== 0)
      throw new TypeError(`'${this.typeName}' object is not callable`);
    const odd = gradOutputs.findIndex((grad) => grad !== null && grad !== undefined && !(grad instanceof Tensor));
    if (odd >= 0) throw new TypeError(`argument ${odd} is not a Variable`);
    const out = [gradOutputs.length, ...gradOutputs.map((grad) => (grad ? grad.handle || -1 : 0))];
    scratch(out.length).set(out);
    const count = check(native._st_node_call(this.handle));
    const results = Array.from(scratch(count).subarray(0, count)).map(wrapOrNull);
    return results.length === 1 ? results[0] : results;
  }

  /** Called before the node runs. @param {(gradOutputs: (Tensor | null)[]) => HookResult} fn */
  registerPrehook(fn) {
    return register(HOOK.pre, this.handle, fn);
  }
  /**
   * Called after the node ran.
   * @param {(gradInputs: (Tensor | null)[], gradOutputs: (Tensor | null)[]) => HookResult} fn
   */
  registerHook(fn) {
    return register(HOOK.post, this.handle, fn);
  }

  dispose() {
    if (this.handle === 0) return;
    const handle = this.handle;
    this.handle = 0;
    nodes.drop(handle, this);
  }
}

disposable(Node);

/** @type {WeakTable<Node>} */
const nodes = new WeakTable((/** @type {number} */ handle) => {
  native._st_release_node(handle);
});

/** @param {number} handle @returns {Node | null} */
export function wrapNode(handle) {
  return handle === 0 ? null : nodes.get(handle, (h) => new Node(h));
}

/** The node that is being evaluated, or null. */
export const currentNode = () => wrapNode(native._st_current_node());

Object.defineProperties(Tensor.prototype, {
  gradFn: {
    configurable: true,
    get() {
      return wrapNode(check(native._st_grad_fn(this.handle)));
    },
  },
  registerHook: {
    configurable: true,
    writable: true,
    value(/** @type {(grad: Tensor | null) => Tensor | null | void} */ fn) {
      return register(HOOK.tensor, this.handle, fn);
    },
  },
  registerPostAccumulateGradHook: {
    configurable: true,
    writable: true,
    value(/** @type {(leaf: Tensor) => void} */ fn) {
      return register(HOOK.accumulate, this.handle, fn);
    },
  },
});

/** The node that accumulates into a leaf. @param {Tensor} t */
export const gradAccumulator = (t) => wrapNode(check(native._st_grad_accumulator(t.handle)));
