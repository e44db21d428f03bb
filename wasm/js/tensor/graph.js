/**
 * torch.autograd.graph.
 *
 * What: gradient edges, version counters, saved-tensor hooks and what is made of them, multi-grad hooks, the log.
 * Why: PyTorch's names in camelCase; its `with` blocks are functions.
 *
 *   savedTensorsHooks((t) => t.clone(), (t) => t, () => a.mul(b));
 *   registerMultiGradHook([a, b], (grads) => { ... }, { mode: 'all' });
 */
import { check, native, readText, scratch, writeText } from './core.js';
import { writeTensors } from './autograd.js';
import { keep, listeners } from './host.js';
import { RemovableHandle, wrapNode } from './node.js';

/** @typedef {import('./tensor.js').Tensor} Tensor */

/** A node and the number of its output: `const [node, outputNr] = edge`, or by name. @extends {Array<any>} */
export class GradientEdge extends Array {
  static get [Symbol.species]() {
    return Array;
  }
  /** @returns {import('./node.js').Node} */
  get node() {
    return this[0];
  }
  /** @returns {number} */
  get outputNr() {
    return this[1];
  }
}

/** @param {Tensor} t @returns {any} */
export function getGradientEdge(t) {
  const node = wrapNode(check(native._st_gradient_edge(t.handle)));
  return new GradientEdge(node, scratch()[0]);
}

/** @param {Tensor | readonly Tensor[]} tensors */
export function incrementVersion(tensors) {
  for (const t of Array.isArray(tensors) ? tensors : [tensors]) check(native._st_increment_version(t.handle));
}

/** @template T @param {number} entered @param {() => T} fn @returns {T} */
function inPair(entered, fn) {
  check(entered);
  try {
    return fn();
  } finally {
    native._st_pop_saved_hooks();
  }
}

/**
 * @template T
 * @param {(t: Tensor) => unknown} pack
 * @param {(packed: any) => Tensor} unpack
 * @param {() => T} fn
 * @returns {T}
 */
export const savedTensorsHooks = (pack, unpack, fn) => inPair(native._st_push_saved_hooks(keep(pack), keep(unpack)), fn);

/** @template T @param {() => T} fn @param {{ pinMemory?: boolean }} [options] @returns {T} */
export const saveOnCpu = (fn, { pinMemory = false } = {}) => inPair(native._st_push_save_on_cpu(Number(pinMemory)), fn);

/** The message of `disableSavedTensorsHooks` that is in force, or null. */
export const savedTensorsHooksDisabled = () => (native._st_saved_hooks_disabled() === 1 ? readText() : null);

/** @param {string | null} message */
function setDisabled(message) {
  if (message !== null) writeText(message);
  check(native._st_disable_saved_hooks(Number(message !== null)));
}

/** @template T @param {string} message @param {() => T} fn @returns {T} */
export function disableSavedTensorsHooks(message, fn) {
  const before = savedTensorsHooksDisabled();
  setDisabled(message);
  try {
    return fn();
  } finally {
    setDisabled(before);
  }
}

/** How many records `allowMutationOnSavedTensors` holds. */
export class MutationContext {
  /** @param {number} handle */
  constructor(handle) {
    this.handle = handle;
    forgotten.register(this, handle);
  }
  counts() {
    check(native._st_mutation_counts(this.handle));
    const [original, cloned, tidToWeakhandle, sidToTid] = scratch();
    return { original, cloned, tidToWeakhandle, sidToTid };
  }
}
const forgotten = new FinalizationRegistry((/** @type {number} */ handle) => {
  native._st_release_mutation(handle);
});

/** @template T @param {(context: MutationContext) => T} fn @returns {T} */
export function allowMutationOnSavedTensors(fn) {
  const context = new MutationContext(check(native._st_enter_mutation()));
  try {
    return fn(context);
  } finally {
    check(native._st_leave_mutation(context.handle));
  }
}

/**
 * @param {readonly Tensor[]} tensors
 * @param {(grads: any) => void} fn gets all gradients, or with mode 'any' the first one
 * @param {{ mode?: string }} [options]
 */
export function registerMultiGradHook(tensors, fn, { mode = 'all' } = {}) {
  if (typeof fn !== 'function') throw new TypeError('a hook must be a function');
  /** @type {number[]} */
  const out = [];
  writeTensors(tensors, out);
  writeText(mode);
  scratch(out.length).set(out);
  const hook = mode === 'any' ? (/** @type {any[]} */ grads) => fn(grads[0]) : fn;
  return new RemovableHandle(check(native._st_multi_grad_hook(keep(hook))));
}

/** The number of the running pass; -1 outside. */
export const currentGraphTaskId = () => native._st_graph_task();

/**
 * What the engine executes while `fn` runs: `Executing: <MulBackward0 object at 0xADDR> with grad_outputs: [f64[3]]`.
 * @template T
 * @param {(event: { message: string, node: import('./node.js').Node | null, gradOutputs: (Tensor | null)[] }) => void} sink
 * @param {() => T} fn
 * @returns {T}
 */
export function logExecution(sink, fn) {
  const before = listeners.log;
  listeners.log = (message, node, gradOutputs) => sink({ message, node: wrapNode(node), gradOutputs });
  native._st_listen(1, 1);
  try {
    return fn();
  } finally {
    listeners.log = before;
    native._st_listen(1, Number(before !== null));
  }
}

export { Node } from './node.js';
export { inspect, recordExecution } from './inspect.js';
