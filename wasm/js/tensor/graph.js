/**
 * torch.autograd.graph.
 *
 * What: gradient edges, version counters, saved-tensor hooks and what is made of them, multi-grad hooks, the log.
 * Why: PyTorch's names in camelCase; its `with` blocks are functions.
 *
 *   savedTensorsHooks((t) => t.clone(), (t) => t, () => a.mul(b));
 *   registerMultiGradHook([a, b], (grads) => { ... }, { mode: 'all' });
 */
import { check, native, readText, scratch, TorchError, writeText } from './core.js';
import { writeTensors } from './autograd.js';
import { keep, listeners } from './host.js';
import { isList } from './lists.js';
import { checkFunction, checkOptions, typeName } from './names.js';
import { RemovableHandle, wrapNode } from './node.js';
import { Tensor } from './tensor.js';
import { torchVersion } from './version.js';

/** @param {unknown} t */
function needTensor(t) {
  if (!(t instanceof Tensor))
    throw new TorchError('AttributeError', `'${typeName(t)}' object has no attribute 'requires_grad'`, 'argument');
}

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
  /** Of PyTorch 2.14: a node that keeps that of a user-defined function alive; else null. */
  get ownershipToken() {
    return this[2];
  }
}

/** @param {Tensor} t @returns {any} */
export function getGradientEdge(t) {
  needTensor(t);
  const handle = check(native._st_gradient_edge(t.handle));
  const [outputNr, token] = scratch();
  const node = wrapNode(handle);
  return torchVersion() === '2.6'
    ? new GradientEdge(node, outputNr)
    : new GradientEdge(node, outputNr, wrapNode(token));
}

/** @param {Tensor | readonly Tensor[]} tensors */
export function incrementVersion(tensors) {
  const list = tensors instanceof Tensor ? [tensors] : tensors;
  if (!isList(list))
    throw new TorchError('RuntimeError', 'increment_version expect a Iterable[Tensor] as input', 'argument');
  if (!list.every((t) => t instanceof Tensor))
    throw new TorchError(
      'RuntimeError',
      'increment_version expects each element of the iterable to be a tensor',
      'argument',
    );
  for (const t of list) check(native._st_increment_version(t.handle));
}

/**
 * @template T
 * @param {string} name
 * @param {() => number} enter
 * @param {number} position of `fn`
 * @param {() => T} fn
 * @returns {T}
 */
function inPair(name, enter, position, fn) {
  checkFunction(name, 'fn', position, fn);
  check(enter());
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
export function savedTensorsHooks(pack, unpack, fn) {
  checkFunction('savedTensorsHooks', 'pack', 1, pack);
  checkFunction('savedTensorsHooks', 'unpack', 2, unpack);
  return inPair('savedTensorsHooks', () => native._st_push_saved_hooks(keep(pack), keep(unpack)), 3, fn);
}

/** @template T @param {() => T} fn @param {{ pinMemory?: boolean }} [options] @returns {T} */
export function saveOnCpu(fn, options = {}) {
  checkOptions('saveOnCpu', options, ['pinMemory']);
  return inPair('saveOnCpu', () => native._st_push_save_on_cpu(Number(options.pinMemory ?? false)), 1, fn);
}

/** The message of `disableSavedTensorsHooks` that is in force, or null. */
export const savedTensorsHooksDisabled = () => (native._st_saved_hooks_disabled() === 1 ? readText() : null);

/** @param {string | null} message */
function setDisabled(message) {
  if (message !== null) writeText(message);
  check(native._st_disable_saved_hooks(Number(message !== null)));
}

/** @template T @param {string} message @param {() => T} fn @returns {T} */
export function disableSavedTensorsHooks(message, fn) {
  if (typeof message !== 'string')
    throw new TypeError(
      `disableSavedTensorsHooks(): argument 'message' (position 1) must be str, not ${typeName(message)}`,
    );
  checkFunction('disableSavedTensorsHooks', 'fn', 2, fn);
  const before = savedTensorsHooksDisabled();
  setDisabled(message);
  try {
    return fn();
  } finally {
    setDisabled(before);
  }
}

/**
 * torch.autograd.graph.node_creation_hook of PyTorch 2.14: `hook` gets each node that is made while `fn` runs.
 * @template T
 * @param {(node: import('./node.js').Node) => void} hook
 * @param {() => T} fn
 * @returns {T}
 */
export function nodeCreationHook(hook, fn) {
  checkFunction('nodeCreationHook', 'hook', 1, hook);
  checkFunction('nodeCreationHook', 'fn', 2, fn);
  check(native._st_push_creation_hook(keep((/** @type {number} */ node) => hook(/** @type {any} */ (wrapNode(node))))));
  try {
    return fn();
  } finally {
    native._st_pop_creation_hook();
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
  checkFunction('allowMutationOnSavedTensors', 'fn', 1, fn);
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
export function registerMultiGradHook(tensors, fn, options = {}) {
  checkOptions('registerMultiGradHook', options, ['mode']);
  const mode = options.mode ?? 'all';
  if (!isList(tensors))
    throw new TypeError(
      tensors instanceof Tensor
        ? 'iteration over a tensor: registerMultiGradHook() takes a list of tensors'
        : `'${typeName(tensors)}' object is not iterable`,
    );
  tensors.forEach(needTensor);
  if (typeof fn !== 'function') throw new TypeError('a hook must be a function');
  /** @type {number[]} */
  const out = [];
  writeTensors(tensors, out);
  writeText(`${mode}`);
  scratch(out.length).set(out);
  const hook = mode === 'any' ? (/** @type {any[]} */ grads) => fn(grads[0]) : fn;
  return new RemovableHandle(check(native._st_multi_grad_hook(keep(hook))));
}

/** The number of the running pass; -1 outside. */
export const currentGraphTaskId = () => native._st_graph_task();

/**
 * What the engine executes while `fn` runs: `Executing: <MulBackward0 object at 0xADDR> with grad_outputs: [f64[3]]`.
 * @template T
 * @param {(event: { message: string, node: import('./node.js').Node | null, gradOutputs: (Tensor | null)[] }) => void}
 *   sink
 * @param {() => T} fn
 * @returns {T}
 */
export function logExecution(sink, fn) {
  checkFunction('logExecution', 'sink', 1, sink);
  checkFunction('logExecution', 'fn', 2, fn);
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
