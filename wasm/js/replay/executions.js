/**
 * Recorded runs of a case: inputs, outputs, gradients, buffers that were written to.
 *
 * What: the first variant's graph, as it was captured and as torch.export left it, runs here on the recorded inputs, with the recorded state.
 * Why: that a graph is read right is shown by what it computes.
 *
 *   replayRuns(session, recorder, 'h_one_mid', data);
 *
 * Values and gradients were recorded from the eager module, and what requires grad from both: FORMAT.md lists where the two differ. Where
 * they do, the exported program's values are not compared.
 */
import { toProgram } from './format.js';
import { withProgram } from './snapshots.js';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */

/** Relative to the largest value of a tensor, and absolute below 0.1: gradients that cancel leave rounding. The runs are in float32. */
const TOLERANCE = 1e-5;
const SMALL = 0.1;
/** Of results in half precision: one step, where a sum in another order is rounded to the number beside it. @type {Record<string, number>} */
const STEPS = { f16: 2 ** -10, bf16: 2 ** -7, i64: 0, b8: 0 };

/** @param {unknown} element */
const number = (element) => (typeof element === 'string' ? Number(element.replace('inf', 'Infinity')) : Number(element));

/** What differs between two values, or null. @param {any} expected @param {any} actual @param {number} [through] the step of what they were computed from @returns {string | null} */
export function valueDifference(expected, actual, through = 0) {
  if (expected?.const === null) return valueDifference(null, actual);
  if (expected === null || actual === null) return expected === actual ? null : `expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)?.slice(0, 100)}`;
  if (expected.dtype === undefined) {
    const [want, got] = [constantOf(expected), constantOf(actual)];
    return want === got || (typeof want === 'number' && Math.abs(want - Number(got)) <= 1e-6 * Math.abs(want)) ? null : `expected ${want}, got ${got}`;
  }
  if (expected.dtype !== actual.dtype) return `dtype ${expected.dtype}, got ${actual.dtype}`;
  if (String(expected.shape) !== String(actual.shape)) return `shape [${expected.shape}], got [${actual.shape}]`;
  const limit = STEPS[expected.dtype] ?? Math.max(TOLERANCE, through);
  const scale = expected.data.reduce((/** @type {number} */ most, /** @type {unknown} */ v) => (Number.isFinite(number(v)) ? Math.max(most, Math.abs(number(v))) : most), SMALL);
  for (const [i, element] of expected.data.entries()) {
    const [want, got] = [number(element), number(actual.data[i])];
    if (Object.is(want, got) || want === got) continue;
    if (!(Math.abs(want - got) <= limit * scale)) return `element ${i}: ${want}, got ${got}`;
  }
  return null;
}

/** @param {any} value */
function constantOf(value) {
  if (typeof value !== 'object') return value;
  if (value.const !== undefined) return value.const;
  if (value.const_f !== undefined) return number(value.const_f);
  return value.const_s ?? value.i ?? value.b ?? value.str ?? (value.f === undefined ? JSON.stringify(value) : number(value.f));
}

/** A recorded value as `exec` reads it. @param {any} value */
function toExec(value) {
  if (value === null || value.dtype !== undefined) return value;
  if (value.const_f !== undefined) return { f: value.const_f };
  if (value.const_s !== undefined) return { str: value.const_s };
  return typeof value.const === 'boolean' ? { b: value.const } : value.const === null ? null : { i: value.const };
}

/** Lists and tuples opened, as the recording flattens results. @param {any} value @param {boolean | null} requiresGrad @returns {any[]} */
function flat(value, requiresGrad) {
  const items = Array.isArray(value) ? value : value?.tuple;
  return items === undefined ? [{ value, requiresGrad }] : items.flatMap((/** @type {any} */ item) => flat(item, requiresGrad));
}

/**
 * Values by name for a graph: the recorded state and constants. Of a parameter that is known under two names the recording has one value; a
 * name without a value takes that of the parameter that no input asks for, if there is one only.
 * @param {any} variant @param {any} data @param {any} signature
 */
function stateOf(variant, data, signature) {
  /** @type {Record<string, any>} */
  const state = { ...variant.constants, ...data.state };
  const asked = (signature?.input_specs ?? []).filter((/** @type {any} */ spec) => spec.target).map((/** @type {any} */ spec) => spec.target);
  const parameters = Object.keys(state).filter((name) => state[name]?.kind !== 'buffer' && data.state?.[name] !== undefined);
  for (const name of asked) {
    if (state[name] !== undefined) continue;
    const free = parameters.filter((other) => !asked.includes(other));
    const source = free.length === 1 ? free[0] : parameters.length === 1 ? parameters[0] : undefined;
    if (source !== undefined) state[name] = { same_as: source };
  }
  return state;
}

/** The names by which the state is recorded, for a signature that calls them otherwise: specs are in the same order. @param {any} state @param {any} signature @param {any} last */
function withNamesOf(state, signature, last) {
  const specs = signature?.input_specs ?? [];
  const named = last?.input_specs ?? [];
  const out = { ...state };
  if (specs.length !== named.length) return out;
  for (const [i, spec] of specs.entries()) {
    if (spec.target && named[i].target && out[spec.target] === undefined && state[named[i].target] !== undefined) out[spec.target] = { same_as: named[i].target };
  }
  return out;
}

/**
 * Whether each region of a captured graph sets the mode again that was there before it. Non-strict tracing loses it for regions in regions;
 * the eager module does not.
 * @param {any} graph @param {any} tables @returns {boolean}
 */
function restoresModes(graph, tables) {
  /** @type {{ line: string, before: unknown }[]} */
  const open = [];
  let mode = /** @type {unknown} */ (undefined);
  let previous = null;
  for (const node of graph.nodes) {
    const toggle = node.target === 'torch._C._set_grad_enabled' ? node : null;
    if (toggle !== null) {
      const line = tables?.stack_traces?.[toggle.st] ?? '';
      const value = toggle.args[0];
      // set_grad_enabled(x) switches when it is made, and again when it is entered.
      if (previous !== null && open.at(-1)?.line === line && value === mode && value === previous.args[0]) {
        previous = null;
        continue;
      }
      if (open.at(-1)?.line === line) {
        const { before } = /** @type {{ before: unknown }} */ (open.pop());
        if (before !== undefined && before !== value) return false;
      } else {
        open.push({ line, before: mode });
      }
      mode = value;
    }
    previous = toggle;
  }
  return open.length === 0;
}

/** @param {Session} session @param {Recorder} recorder @param {string} id @param {any} data */
export function replayRuns(session, recorder, id, data) {
  const variant = (data.variants ?? [])[0];
  if (data.io === undefined) {
    if (data.io_error !== undefined) recorder.skip('PyTorch could not run this program');
    return;
  }
  const before = variant?.stages?.set_grad?.before?.graph;
  const final = variant?.final?.graph;
  if (variant?.signature === undefined || (before === undefined && final === undefined)) {
    recorder.skip('runs of a program without a recorded graph', data.io.length);
    return;
  }
  if (!session.describe().commands.some((command) => command.name === 'exec')) {
    recorder.skip('runs: this is not the module that runs programs', data.io.length);
    return;
  }
  // As captured it does what the eager module does; at the end what the exported program did.
  /** @type {any[]} */
  const runs = [];
  if (before !== undefined) runs.push(capturedRun(variant));
  if (final !== undefined) runs.push({ part: 'final', variant, graph: final, signature: variant.signature, faithful: true });
  if (runs[0].faithful === false && data.io.some((/** @type {any} */ run) => run.grad_of_sum !== undefined)) {
    // Gradients are those of the eager module. Perhaps it was captured in another way, too, which keeps the modes.
    const other = data.variants.map(capturedRun).find((/** @type {any} */ run) => run?.faithful && run.signature !== undefined);
    if (other !== undefined) runs.push({ ...other, part: `captured, ${other.variant.mode}` });
    else recorder.skip('gradients of a captured graph whose regions do not restore the outer mode', data.io.filter((/** @type {any} */ run) => run.grad_of_sum !== undefined).length);
  }
  for (const { part, variant, graph, signature, faithful } of runs) {
    const program = toProgram(graph, { tables: variant.tables, signature });
    const state = withNamesOf(stateOf(variant, data, variant.signature), signature, variant.signature);
    const eager = part !== 'final';
    withProgram(session, program, (handle) => {
      for (const run of data.io) replayRun(session, recorder, `${id}/io ${run.seed} (${part})`, { handle, data, state, run, inSpec: eager ? undefined : variant.in_spec, eager, withGradients: faithful && (eager || runs.length === 1) });
    });
  }
}

/** A variant's graph before the stage that takes the modes out of it; null if it is not recorded. @param {any} variant */
function capturedRun(variant) {
  const stage = variant?.stages?.set_grad;
  const graph = stage?.before?.graph;
  if (graph === undefined) return null;
  return { part: 'captured', variant, graph, signature: stage.signature_before ?? variant.signature, faithful: restoresModes(graph, variant.tables) };
}

/**
 * @param {Session} session @param {Recorder} recorder @param {string} what
 * @param {{ handle: number, data: any, state: any, run: any, inSpec?: string, eager: boolean, withGradients: boolean }} of
 */
function replayRun(session, recorder, what, { handle, data, state, run, inSpec, eager, withGradients }) {
  const sameModes = String(run.outputs_require_grad) === String(run.exported_outputs_require_grad);
  const withGrad = withGradients && run.grad_of_sum !== undefined && (!eager || (sameModes && run.exported_same_values));
  /** @type {any} */
  let result;
  try {
    const given = JSON.stringify({ inputs: run.inputs.map(toExec), state });
    result = session.call('exec', { handle, ...(inSpec === undefined ? {} : { inSpec }), requiresGrad: run.inputs_require_grad, grad: withGrad, gradMode: data.io_ambient_grad !== false }, given).value;
  } catch (error) {
    const { code, message } = /** @type {any} */ (error).diagnostics?.[0] ?? { code: 'error', message: String(error) };
    if (code === 'no-kernel') recorder.skip(`run: ${message}`);
    else recorder.fail(what, message);
    return;
  }
  const outputs = result.outputs.flatMap((/** @type {any} */ output) => flat(output.value, output.requiresGrad ?? null));
  recorder.equal(`${what}: number of outputs`, run.outputs.length, outputs.length);
  if (run.exported_same_values) {
    for (const [i, expected] of run.outputs.entries()) recorder.equal(`${what}: output ${i}`, null, valueDifference(expected, outputs[i]?.value ?? null));
    for (const [name, expected] of Object.entries(run.mutated_buffers ?? {})) {
      recorder.equal(`${what}: buffer ${name}`, null, valueDifference(expected, result.mutatedBuffers[name] ?? null));
    }
  }
  if (!eager || (withGradients && sameModes)) recorder.equal(`${what}: requires_grad`, run.exported_outputs_require_grad, outputs.map((/** @type {any} */ output) => output.requiresGrad));
  if (withGrad) checkGradients(recorder, what, data, state, run, result);
}

/** @param {Recorder} recorder @param {string} what @param {any} data @param {any} state @param {any} run @param {any} result */
function checkGradients(recorder, what, data, state, run, result) {
  const parameters = Object.keys(state).filter((name) => state[name]?.requires_grad);
  const tensors = run.inputs.flatMap((/** @type {any} */ value, /** @type {number} */ i) => (value?.dtype === undefined ? [] : [i]));
  // The eager module casts a tensor once and adds its gradients up in half precision; the captured graph casts it for each use.
  const through = run.outputs.some((/** @type {any} */ output) => output?.dtype === 'bf16' || output?.dtype === 'f16') || data.source?.includes('autocast') ? STEPS.bf16 : 0;
  for (const [name, expected] of Object.entries(run.grad_of_sum)) {
    const place = name.startsWith('input:') ? tensors.indexOf(Number(name.slice(6))) : tensors.length + parameters.indexOf(name);
    recorder.equal(`${what}: gradient of ${name}`, null, valueDifference(expected, result.gradients[place] ?? null, through));
  }
}
