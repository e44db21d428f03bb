/**
 * torch.utils.checkpoint.
 *
 * What: `checkpoint(fn, args, { useReentrant })` runs a function without keeping what its backward needs, and runs it
 * again when that comes.
 * Why: the two ways of PyTorch differ in what is seen: the reentrant one is a node `CheckpointFunctionBackward` whose
 * backward runs the function and a pass of its own; the other keeps the graph, with saved values that are computed
 * again when the first of them is asked for.
 *
 *   const y = checkpoint((x) => x.sin().exp(), [x], { useReentrant: false });
 *
 * Random numbers are drawn again, from where the generator is then.
 */
import { backward } from './autograd.js';
import { TorchError } from './core.js';
import { AutogradFunction } from './function.js';
import { currentGraphTaskId, savedTensorsHooks } from './graph.js';
import { emitWarning } from './host.js';
import { enableGrad, isGradEnabled, noGrad } from './modes.js';
import { checkFunction, checkOptions } from './names.js';
import { Tensor, tensor } from './tensor.js';

/**
 * @typedef {{ useReentrant?: boolean, determinismCheck?: string, preserveRngState?: boolean, earlyStop?: boolean,
 *   contextFn?: () => [Block, Block] }} CheckpointOptions
 */
/** Runs a function in some context. @typedef {(fn: () => any) => any} Block */

const OPTIONS = ['useReentrant', 'determinismCheck', 'preserveRngState', 'earlyStop', 'contextFn'];

class CheckpointFunction extends AutogradFunction {
  /** @param {any} ctx @param {Function} fn @param {...any} args */
  static forward(ctx, fn, ...args) {
    if (!args.some((arg) => arg instanceof Tensor && arg.requiresGrad))
      emitWarning('None of the inputs have requires_grad=True. Gradients will be None');
    ctx.fn = fn;
    ctx.args = args.map((arg) => (arg instanceof Tensor ? null : arg));
    ctx.places = args.flatMap((arg, i) => (arg instanceof Tensor ? [i] : []));
    ctx.saveForBackward(...args.filter((arg) => arg instanceof Tensor));
    return noGrad(() => fn(...args));
  }

  /** @param {any} ctx @param {...any} grads */
  static backward(ctx, ...grads) {
    const args = [...ctx.args];
    const tensors = ctx.savedTensors;
    ctx.places.forEach((/** @type {number} */ place, /** @type {number} */ i) => {
      const own = tensors[i].detach();
      own.requiresGrad = tensors[i].requiresGrad;
      args[place] = own;
    });
    const result = enableGrad(() => ctx.fn(...args));
    const outputs = Array.isArray(result) ? result : [result];
    const roots = outputs.flatMap((output, i) => (output instanceof Tensor && output.requiresGrad ? [i] : []));
    if (roots.length === 0)
      throw new TorchError(
        'RuntimeError',
        'none of output has requires_grad=True, this checkpoint() is not necessary',
        'argument',
      );
    backward(
      roots.map((i) => outputs[i]),
      { gradTensors: roots.map((i) => grads[i]) },
    );
    return [null, ...args.map((arg) => (arg instanceof Tensor ? arg.grad : null))];
  }
}

/** Thrown to end a run that has given all that is asked for. */
class Enough extends Error {
  /** @param {object} run */
  constructor(run) {
    super('enough');
    this.run = run;
  }
}

class CheckpointError extends TorchError {
  /** @param {string} message */
  constructor(message) {
    super('CheckpointError', `torch.utils.checkpoint: ${message}`, 'argument');
  }
}

/** @param {any} t */
const metadataOf = (t) =>
  `{'shape': torch.Size([${t.shape.join(', ')}]), 'dtype': torch.${t.dtype}, 'device': device(type='${t.device}')}`;

let earlyStopByDefault = true;
/**
 * Whether a function that runs again ends as soon as all is there that is asked for, while `fn` runs.
 * @template T
 * @param {boolean} on
 * @param {() => T} fn
 * @returns {T}
 */
export function setCheckpointEarlyStop(on, fn) {
  const before = earlyStopByDefault;
  earlyStopByDefault = on;
  try {
    return fn();
  } finally {
    earlyStopByDefault = before;
  }
}

/** Keeps the arguments as a node keeps saved values, so that hooks around a checkpoint see them. */
class SavedInputs extends AutogradFunction {
  /** @param {...any} _args */
  static forward(..._args) {
    return empty();
  }
  /** @param {any} ctx @param {any[]} inputs */
  static setupContext(ctx, inputs) {
    const places = inputs.flatMap((input, i) => (input instanceof Tensor ? [i] : []));
    const others = inputs.map((input) => (input instanceof Tensor ? null : input));
    ctx.argsOf = (/** @type {any[]} */ tensors) => {
      const args = [...others];
      places.forEach((place, i) => {
        args[place] = tensors[i];
      });
      return args.slice(1);
    };
    ctx.saveForBackward(...places.map((place) => inputs[place]));
  }
  /** @param {any} _ctx */
  static backward(_ctx) {
    throw new TorchError('AssertionError', 'Did not expect to backward on this graph', 'argument');
  }
}
/** @param {boolean} requiresGrad */
const empty = (requiresGrad = false) => tensor([], { requiresGrad });

/**
 * What a function saved when it ran again, for one pass.
 * @typedef {{ count: number, values: Map<number, any>, taken: Set<number>, more: boolean }} Again
 */

/** One call of a function whose saved values are computed again. */
class Frame {
  /** Of the saved values, in order. @type {string[]} */
  metadata = [];
  completed = false;
  /** By pass. @type {Map<number, Again>} */
  passes = new Map();

  /** @param {(args: any[]) => unknown} again @param {any[]} args @param {boolean} earlyStop @param {boolean} checks */
  constructor(again, args, earlyStop, checks) {
    this.again = again;
    this.earlyStop = earlyStop;
    this.checks = checks;
    this.inputs = SavedInputs.apply(empty(true), ...args);
  }

  /** @template T @param {() => T} fn @returns {T} */
  record(fn) {
    const result = savedTensorsHooks(
      (t) => {
        this.metadata.push(metadataOf(t));
        return { number: this.metadata.length - 1 };
      },
      ({ number }) => this.value(number),
      fn,
    );
    this.completed = true;
    return result;
  }

  /** @param {number} number */
  value(number) {
    const pass = currentGraphTaskId();
    const run = (pass < 0 ? undefined : this.passes.get(pass)) ?? this.recompute(pass);
    if (run.taken.has(number)) {
      throw new CheckpointError(
        'Unpack is being triggered for a tensor that was already unpacked once. If you are calling ' +
          'ctx.saved_tensors in backward, make sure to do so only once. ' +
          'Otherwise please open an issue with ' +
          'details on your use case.',
      );
    }
    const found = run.values.get(number);
    run.values.delete(number);
    run.taken.add(number);
    return found;
  }

  /** @param {number} pass @returns {Again} */
  recompute(pass) {
    /** @type {Again} */
    const run = { count: 0, values: new Map(), taken: new Set(), more: false };
    const ctx = this.inputs.gradFn.ctx;
    try {
      savedTensorsHooks(
        (t) => this.repack(run, t),
        (t) => t,
        () => enableGrad(() => this.again(ctx.argsOf(ctx.savedTensors))),
      );
    } catch (error) {
      if (!(error instanceof Enough) || error.run !== run) throw error;
    }
    // Passes that began inside of this one are over.
    for (const other of this.passes.keys()) if (other > pass) this.passes.delete(other);
    if (pass >= 0) this.passes.set(pass, run);
    this.compare(run);
    return run;
  }

  /** @param {Again} run @param {any} t */
  repack(run, t) {
    const number = run.count;
    run.count += 1;
    if (number >= this.metadata.length) {
      if (this.completed)
        throw new CheckpointError(
          'trying to save more tensors during recomputation than during the original forward pass.',
        );
      run.more = true;
      return t;
    }
    run.values.set(number, t.requiresGrad ? t.detach() : t);
    if (this.earlyStop && run.count === this.metadata.length) throw new Enough(run);
    return t;
  }

  /** @param {Again} run */
  compare({ count, values, more }) {
    if (more) return;
    if (count !== this.metadata.length) {
      throw new CheckpointError(
        'A different number of tensors was saved during the original forward and recomputation.\nNumber of ' +
          `tensors saved during forward: ${this.metadata.length}\nNumber of ` +
          'tensors saved during ' +
          `recomputation: ${count}`,
      );
    }
    const wrong = this.checks ? [...values].filter(([number, t]) => metadataOf(t) !== this.metadata[number]) : [];
    if (wrong.length === 0) return;
    const rows = wrong.map(
      ([number, t]) =>
        `tensor at position ${number}:\nsaved metadata: ${this.metadata[number]}\nrecomputed metadata: ` +
        `${metadataOf(t)}\n`,
    );
    throw new CheckpointError(
      'Recomputed values for the following tensors have different metadata than during the forward ' +
        `pass.\n${rows.join('')}`,
    );
  }
}

const ASK =
  'torch.utils.checkpoint: the use_reentrant parameter should be passed explicitly. In version 2.5 we will ' +
  'raise an exception if use_reentrant is not passed. ' +
  'use_reentrant=False is recommended, but if you need to ' +
  'preserve the current default behavior, you can pass ' +
  'use_reentrant=True. Refer to docs for more details on ' +
  'the differences between the two variants.';

/**
 * @param {(...args: any[]) => any} fn
 * @param {readonly any[]} args of `fn`
 * @param {CheckpointOptions} [options]
 * @returns {any}
 */
export function checkpoint(fn, args, options = {}) {
  checkFunction('checkpoint', 'fn', 1, fn);
  if (!Array.isArray(args)) throw new TypeError("checkpoint(): argument 'args' (position 2) must be a list");
  checkOptions('checkpoint', options, OPTIONS);
  if (options.useReentrant === undefined) emitWarning(ASK);
  if (options.useReentrant ?? true) {
    if (options.contextFn !== undefined)
      throw new TorchError(
        'ValueError',
        'Passing `context_fn` or `debug` is only supported when use_reentrant=False.',
        'argument',
      );
    return CheckpointFunction.apply(fn, ...args);
  }
  const [first, second] = options.contextFn?.() ?? [
    (/** @type {() => any} */ run) => run(),
    (/** @type {() => any} */ run) => run(),
  ];
  if (!isGradEnabled()) return first(() => fn(...args));
  const frame = new Frame(
    (again) => second(() => fn(...again)),
    [...args],
    options.earlyStop ?? earlyStopByDefault,
    (options.determinismCheck ?? 'default') !== 'none',
  );
  return first(() => frame.record(() => fn(...args)));
}

/**
 * Functions one behind the other, in parts that are checkpointed; the last part is not.
 * @param {readonly ((input: any) => any)[]} functions
 * @param {number} segments
 * @param {any} input
 * @param {CheckpointOptions} [options]
 */
export function checkpointSequential(functions, segments, input, options = {}) {
  checkOptions('checkpointSequential', options, OPTIONS);
  const size = Math.floor(functions.length / segments);
  const run = (/** @type {number} */ from, /** @type {number} */ to) => (/** @type {any} */ x) =>
    functions.slice(from, to).reduce((value, fn) => fn(value), x);
  let value = input;
  let end = 0;
  for (let i = 0; i < segments - 1; i += 1) {
    value = checkpoint(run(end, end + size), [value], options);
    end += size;
  }
  return run(end, functions.length)(value);
}
