/**
 * Running one scenario: its steps, top to bottom, and the trace that they leave.
 *
 * What: `runScenario(program)` gives the events.
 * Why: scenarios are programs that PyTorch ran; the steps are its functions, written as data, so each is one short
 * function.
 *
 *   runScenario([{ op: 'leaf', out: 'a', shape: [], data: [2] }, { op: 'observe', what: 'value', of: 'a' }])
 */
import * as torch from '../tensor/index.js';
import { Float, typeName } from '../tensor/names.js';
import { delayedError, undefinedGrad, withDefaultDtype } from '../tensor/testing.js';
import { camelCase } from '../tensor/schema.js';
import { observe } from './observe.js';
import { Frame, Lifetimes } from './scope.js';
import { encode } from './values.js';

const { Tensor, graph } = torch;
/** @type {Record<string, (...args: any[]) => any>} */
const ops = /** @type {any} */ (torch.ops);

/**
 * The PyTorch that a scenario follows: `torch` in it, or that which recorded it.
 * @param {any} scenario
 */
export function versionOf(scenario) {
  if (typeof scenario.torch === 'string') return scenario.torch;
  return /^PyTorch 2\.14\b/.test(scenario.oracle ?? '') ? '2.14' : '2.6';
}

/** @typedef {Record<string, any>} Step */
/** @typedef {{ params?: string[], body?: Step[], return?: any, name?: string }} UserFunction */

export class Run {
  lifetimes = new Lifetimes();
  /** @type {Record<string, any>[]} */
  trace = [];
  /** @type {Map<string, any>} */
  functions = new Map();
  /** Numbers of passes in order of first observation. @type {Map<number, number>} */
  passes = new Map();

  /** @param {any} expr @param {Frame} frame @returns {any} */
  value(expr, frame) {
    if (typeof expr === 'string') return frame.get(expr);
    if (Array.isArray(expr)) return expr.map((item) => this.value(item, frame));
    if (typeof expr !== 'object' || expr === null) return expr;
    if ('str' in expr) return expr.str;
    if ('dtype' in expr) return expr.dtype;
    if ('float' in expr) return new Float(expr.float);
    if ('item' in expr) return itemOf(this.value(expr.item[0], frame), expr.item[1]);
    if ('grad_of' in expr) return this.lifetimes.fresh(this.value(expr.grad_of, frame).grad);
    throw new TypeError(`no such value: ${JSON.stringify(expr)}`);
  }

  /**
   * A function of JavaScript for one of the scenario.
   * @param {UserFunction} def
   * @param {Frame} frame
   * @returns {(...args: any[]) => any}
   */
  userFunction(def, frame) {
    for (let f = /** @type {Frame | null} */ (frame); f !== null; f = f.outer) f.captured = true;
    const fn = (/** @type {any[]} */ ...args) =>
      this.lifetimes.inFunction(() => {
        this.lifetimes.fresh(args);
        const inner = new Frame(this.lifetimes, frame);
        try {
          (def.params ?? []).forEach((name, i) => inner.bind(name, args[i]));
          this.steps(def.body ?? [], inner);
          return this.value(def.return ?? null, inner);
        } finally {
          inner.leave();
        }
      });
    Object.defineProperty(fn, 'name', { value: def.name ?? 'hook' });
    return fn;
  }

  /** @param {Step[]} steps @param {Frame} frame */
  steps(steps, frame) {
    for (const step of steps) this.step(step, frame);
  }

  /** @param {Step} step @param {Frame} frame */
  step(step, frame) {
    const action = Object.hasOwn(actions, step.op) ? actions[step.op] : undefined;
    if (action === undefined) throw new TypeError(`no such step: ${step.op}`);
    try {
      action(this, step, frame);
      if ('catch' in step) this.trace.push({ ev: 'ok', label: step.catch });
    } catch (error) {
      if (!('catch' in step)) throw error;
      const e = /** @type {Error} */ (error);
      if (!PYTHON_ERRORS.has(e.name)) throw error;
      this.trace.push({ ev: 'error', label: step.catch, type: e.name, message: e.message });
    } finally {
      if (step.op !== 'with') this.lifetimes.sweep();
    }
  }
}

/** @param {any} list @param {number} index */
function itemOf(list, index) {
  if (Array.isArray(list) && index >= list.length)
    throw new torch.TorchError('IndexError', 'tuple index out of range', 'argument');
  return list[index];
}

/** What a scenario may catch: anything else is a mistake of the replay or the engine. */
const PYTHON_ERRORS = new Set([
  'RuntimeError',
  'ValueError',
  'TypeError',
  'AssertionError',
  'IndexError',
  'KeyError',
  'NotImplementedError',
]);

/**
 * @param {Step} step
 * @param {Record<string, string>} names
 * @returns {Record<string, any>} the options that a step gives
 */
function options(step, names) {
  return Object.fromEntries(
    Object.entries(names)
      .filter(([key]) => key in step)
      .map(([key, name]) => [name, step[key]]),
  );
}

/** Functions that are operators in Python, which refuses None itself. @type {Record<string, string>} */
const INFIX = { add: '+', sub: '-', mul: '*', div: '/', pow: '** or pow()', gt: '>', lt: '<', ge: '>=', le: '<=' };

/** @param {string} fn @param {any[]} args */
function refuseNone(fn, args) {
  const plain = fn.replace(/_$/, '');
  if (plain !== fn && '+-*/'.includes(INFIX[plain] ?? '?') && args[1] === null)
    throw new torch.TorchError(
      'TypeError',
      `${fn}(): argument 'other' (position 1) must be Tensor, not NoneType`,
      'argument',
    );
  if (!Object.hasOwn(INFIX, fn) || args.length !== 2 || !args.includes(null)) return;
  const [left, right] = args.map(typeName);
  const sign = INFIX[fn];
  const text =
    sign.startsWith('<') || sign.startsWith('>')
      ? `'${sign}' not supported between instances of '${left}' and '${right}'`
      : `unsupported operand type(s) for ${sign}: '${left}' and '${right}'`;
  throw new torch.TorchError('TypeError', text, 'argument');
}

/** @param {string} fn @param {any[]} args @param {Record<string, any>} named */
function callFunction(fn, args, named) {
  refuseNone(fn, args);
  if (fn === 'undefined_grad') return undefinedGrad(args[0]);
  if (fn === 'delayed_error') return delayedError(args[0], args[1]);
  if (fn === 'to') return args[0].to(args[1]);
  if (fn === 'requires_grad_') return args[0].requiresGrad_(...args.slice(1));
  const all = Object.keys(named).length > 0 ? [...args, named] : args;
  const name = fn.endsWith('_') ? `${camelCase(fn.slice(0, -1))}_` : camelCase(fn);
  if (!fn.endsWith('_') && Object.hasOwn(ops, fn)) return ops[fn](...all);
  if (Object.hasOwn(ops, name)) return ops[name](...all);
  if (typeof args[0]?.[name] !== 'function') throw new ReferenceError(`there is no function ${fn}`);
  return args[0][name](...all.slice(1));
}

/** @param {Run} run @param {Step} step @param {Frame} frame @param {any} handle */
function keepHandle(run, step, frame, handle) {
  if (step.handle) frame.top.bind(step.handle, handle);
}

/** @param {Run} run @param {Step} step @param {Frame} frame */
function defineFunction(run, step, frame) {
  const forward = step.forward;
  const save = step.save ?? [];
  // Both are functions of the scenario with names bound beside their parameters.
  const runForward = (/** @type {any} */ ctx, /** @type {any[]} */ args) =>
    run.lifetimes.inFunction(() => {
      const inner = new Frame(run.lifetimes, frame);
      inner.captured = true;
      forward.params.forEach((/** @type {string} */ name, /** @type {number} */ i) => inner.bind(name, args[i]));
      run.steps(forward.body ?? [], inner);
      ctx.saveForBackward(...save.map((/** @type {string} */ name) => inner.get(name)));
      if ('mark_non_differentiable' in step)
        ctx.markNonDifferentiable(...step.mark_non_differentiable.map((/** @type {string} */ name) => inner.get(name)));
      ctx.markDirty(...(step.mark_dirty ?? []).map((/** @type {string} */ name) => inner.get(name)));
      if ('materialize_grads' in step) ctx.setMaterializeGrads(step.materialize_grads);
      return run.value(forward.return ?? null, inner);
    });
  class Custom extends torch.AutogradFunction {
    /** @param {any} ctx @param {...any} args */
    static forward(ctx, ...args) {
      return runForward(ctx, args);
    }
    /** @param {any} ctx @param {...any} grads */
    static backward(ctx, ...grads) {
      const params = [...save, 'needs_input_grad', ...step.backward.params];
      return run.userFunction({ ...step.backward, params }, frame)(...ctx.savedTensors, ctx.needsInputGrad, ...grads);
    }
  }
  if (step.once_differentiable)
    Object.defineProperty(Custom, 'backward', { value: torch.onceDifferentiable(Custom.backward) });
  Object.defineProperty(Custom, 'name', { value: step.name });
  run.functions.set(step.name, Custom);
}

/** @param {Run} run @param {Step} step @param {Frame} frame */
function withBlock(run, step, frame) {
  const body = () => run.steps(step.body, frame);
  switch (step.ctx) {
    case 'no_grad':
      return torch.noGrad(body);
    case 'enable_grad':
      return torch.enableGrad(body);
    case 'set_grad_enabled':
      return torch.setGradEnabled(step.mode, body);
    case 'inference_mode':
      return torch.inferenceMode(body, step.mode ?? true);
    case 'detect_anomaly':
      return torch.detectAnomaly(body, { checkNan: step.check_nan ?? true });
    case 'node_creation_hook':
      return graph.nodeCreationHook(run.userFunction(step.fn, frame), body);
    case 'saved_tensors_hooks':
      return graph.savedTensorsHooks(packer(run, step.pack, frame), run.userFunction(step.unpack, frame), body);
    case 'save_on_cpu':
      return graph.saveOnCpu(body, { pinMemory: step.pin_memory ?? false });
    case 'disable_saved_tensors_hooks':
      return graph.disableSavedTensorsHooks(step.message, body);
    case 'allow_mutation_on_saved_tensors':
      return graph.allowMutationOnSavedTensors((context) => {
        if (step.as) frame.bind(step.as, context);
        body();
      });
    case 'debug_log':
      return graph.logExecution(({ message }) => run.trace.push({ ev: 'log', message }), body);
    case 'record_warnings':
      return recordWarnings(run, body);
    default:
      throw new TypeError(`no such context: ${step.ctx}`);
  }
}

/** @param {Run} run @param {() => void} body */
function recordWarnings(run, body) {
  /** @type {Record<string, any>[]} */
  const warnings = [];
  try {
    torch.catchWarnings((category, message) => warnings.push({ ev: 'warning', category, message }), body);
  } finally {
    run.trace.push(...warnings);
  }
}

/**
 * What pack gives is kept by the graph, whose end JavaScript does not see.
 * @param {Run} run
 * @param {UserFunction} def
 * @param {Frame} frame
 */
function packer(run, def, frame) {
  const fn = run.userFunction(def, frame);
  return (/** @type {any} */ t) => {
    const packed = fn(t);
    if (!(packed instanceof Tensor)) run.lifetimes.hold(packed);
    return packed;
  };
}

/** @param {Run} run @param {Step} step @param {Frame} frame */
function runBackward(run, step, frame) {
  const named = options(step, { retain_graph: 'retainGraph', create_graph: 'createGraph' });
  if ('grad_tensors' in step) named.gradTensors = run.value(step.grad_tensors, frame);
  if ('inputs' in step) named.inputs = run.value(step.inputs, frame);
  torch.backward(run.value(step.tensors, frame), named);
}

/** @param {Run} run @param {Step} step @param {Frame} frame */
function runGrad(run, step, frame) {
  const named = options(step, {
    retain_graph: 'retainGraph',
    create_graph: 'createGraph',
    allow_unused: 'allowUnused',
    materialize_grads: 'materializeGrads',
    is_grads_batched: 'isGradsBatched',
  });
  if ('grad_outputs' in step) named.gradOutputs = run.value(step.grad_outputs, frame);
  const grads = run.lifetimes.fresh(torch.grad(run.value(step.outputs, frame), run.value(step.inputs, frame), named));
  bindAll(step.out, grads, frame);
}

/** @param {any} out @param {any} result @param {Frame} frame */
function bindAll(out, result, frame) {
  if (typeof out === 'string') frame.bind(out, result);
  else if (Array.isArray(out))
    result
      .slice(0, out.length)
      .forEach((/** @type {any} */ value, /** @type {number} */ i) => out[i] !== null && frame.bind(out[i], value));
}

/** @param {Step} step */
function raise(step) {
  throw new torch.TorchError(step.type, step.message, 'raised');
}

/** @type {Record<string, (run: Run, step: Step, frame: Frame) => void>} */
const actions = {
  leaf: (run, step, frame) => {
    const data = step.data.map((/** @type {any} */ item) =>
      item === 'nan' ? NaN : item === 'inf' ? Infinity : item === '-inf' ? -Infinity : Number(item),
    );
    const made = torch.tensor(data, {
      shape: step.shape,
      dtype: step.dtype ?? 'float64',
      requiresGrad: step.requires_grad ?? false,
    });
    frame.bind(step.out, run.lifetimes.fresh(made));
  },
  call: (run, step, frame) => {
    const args = run.value(step.args ?? [], frame);
    const named = Object.fromEntries(
      Object.entries(step.kwargs ?? {}).map(([key, expr]) => [key, run.value(expr, frame)]),
    );
    bindAll(step.out, run.lifetimes.fresh(callFunction(step.fn, args, named)), frame);
  },
  let: (run, step, frame) => frame.bind(step.out, run.value(step.value, frame)),
  del: (_run, step, frame) => step.names.forEach((/** @type {string} */ name) => frame.unbind(name)),
  set_grad: (run, step, frame) => {
    run.value(step.of, frame).grad = run.value(step.value, frame);
  },
  set_requires_grad: (run, step, frame) => {
    run.value(step.of, frame).requiresGrad = step.value;
  },
  set_data: (run, step, frame) => {
    run.value(step.of, frame).data = run.value(step.value, frame);
  },
  increment_version: (run, step, frame) => graph.incrementVersion(run.value(step.of, frame)),
  retain_grad: (run, step, frame) => run.value(step.of, frame).retainGrad(),
  grad_fn: (run, step, frame) => frame.bind(step.out, run.lifetimes.fresh(run.value(step.of, frame).gradFn)),
  next: (run, step, frame) => {
    const edges = run.lifetimes.fresh(run.value(step.of, frame).nextFunctions);
    frame.bind(step.out, edges[step.index][0]);
  },
  grad_accumulator: (run, step, frame) =>
    frame.bind(step.out, run.lifetimes.fresh(torch.gradAccumulator(run.value(step.of, frame)))),
  gradient_edge: (run, step, frame) =>
    frame.bind(step.out, run.lifetimes.fresh(graph.getGradientEdge(run.value(step.of, frame)))),
  set_metadata: (run, step, frame) => {
    const value = run.value(step.value, frame);
    run.lifetimes.hold(value);
    run.value(step.node, frame).metadata[step.key] = value;
  },
  register_hook: (run, step, frame) =>
    keepHandle(run, step, frame, run.value(step.on, frame).registerHook(run.userFunction(step.fn, frame))),
  node_prehook: (run, step, frame) =>
    keepHandle(run, step, frame, run.value(step.on, frame).registerPrehook(run.userFunction(step.fn, frame))),
  node_hook: (run, step, frame) =>
    keepHandle(run, step, frame, run.value(step.on, frame).registerHook(run.userFunction(step.fn, frame))),
  register_post_accumulate_grad_hook: (run, step, frame) =>
    keepHandle(
      run,
      step,
      frame,
      run.value(step.on, frame).registerPostAccumulateGradHook(run.userFunction(step.fn, frame)),
    ),
  multi_grad_hook: (run, step, frame) => {
    const named = 'mode' in step ? { mode: step.mode } : {};
    keepHandle(
      run,
      step,
      frame,
      graph.registerMultiGradHook(run.value(step.tensors, frame), run.userFunction(step.fn, frame), named),
    );
  },
  queue_callback: (run, step, frame) => torch.queueCallback(run.userFunction(step.fn, frame)),
  remove: (run, step, frame) => run.value(step.handle, frame).remove(),
  register_saved_hooks: (run, step, frame) =>
    run
      .value(step.node, frame)
      .registerSavedHooks(step.slot, packer(run, step.pack, frame), run.userFunction(step.unpack, frame)),
  backward: runBackward,
  grad: runGrad,
  emit: (run, step, frame) =>
    run.trace.push({
      ev: 'emit',
      label: step.label,
      values: (step.values ?? []).map((/** @type {any} */ expr) => encode(run.value(expr, frame))),
    }),
  raise: (_run, step) => raise(step),
  with: withBlock,
  observe: (run, step, frame) => observe(run, step, frame),
  define_function: defineFunction,
  apply: (run, step, frame) => {
    const fn = run.functions.get(step.fn);
    bindAll(step.out, run.lifetimes.fresh(fn.apply(...run.value(step.args, frame))), frame);
  },
};

/** The steps that a program may have. */
export const STEPS = Object.keys(actions);
/** Those of section 5 of the format that are no operators, and all operators. */
export const functionNames = () => ['undefined_grad', 'delayed_error', 'to', 'requires_grad_', ...Object.keys(ops)];

/**
 * @param {Step[]} program
 * @param {(frame: Frame, trace: Record<string, any>[], at: number) => void} [atEnd] looks at names and events before
 *   all is released, also after an
 *   error: then `at` is the index of the step that failed
 * @param {'2.6' | '2.14'} [version] the PyTorch that it follows
 * @returns {Record<string, any>[]}
 */
export function runScenario(program, atEnd = () => {}, version = '2.6') {
  const run = new Run();
  const frame = new Frame(run.lifetimes, null);
  let at = 0;
  try {
    // PyTorch recorded with its own default.
    torch.setTorchVersion(version, () =>
      withDefaultDtype('float32', () => {
        for (; at < program.length; at += 1) run.step(program[at], frame);
      }),
    );
    return run.trace;
  } finally {
    atEnd(frame, run.trace, at);
    run.lifetimes.end();
  }
}
