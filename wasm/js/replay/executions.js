/**
 * Recorded runs of a case: inputs, outputs, gradients, buffers that were written to.
 *
 * What: the graph that torch.export made (the first variant's final one) runs here on the recorded inputs, with the recorded state.
 * Why: that a graph is read right is shown by what it computes.
 *
 *   replayRuns(session, recorder, 'h_one_mid', data);
 *
 * Where the exported program itself gave other values or other requires_grad than the eager module (FORMAT.md lists such
 * cases), the part that differs is not compared.
 */
import { toProgram } from './format.js';
import { withProgram } from './snapshots.js';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */

/** Relative to the largest value of a tensor, for float32 and float64. @type {Record<string, number>} */
const TOLERANCE = { f32: 1e-5, f64: 1e-10 };

/** @param {unknown} element */
const number = (element) => (typeof element === 'string' ? Number(element.replace('inf', 'Infinity')) : Number(element));

/** What differs between two values, or null. @param {any} expected @param {any} actual @returns {string | null} */
export function valueDifference(expected, actual) {
  if (expected === null || actual === null) return expected === actual ? null : `expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)?.slice(0, 100)}`;
  if (expected.dtype === undefined) {
    const [want, got] = [constantOf(expected), constantOf(actual)];
    return want === got || (typeof want === 'number' && Math.abs(want - Number(got)) <= 1e-6 * Math.abs(want)) ? null : `expected ${want}, got ${got}`;
  }
  if (expected.dtype !== actual.dtype) return `dtype ${expected.dtype}, got ${actual.dtype}`;
  if (String(expected.shape) !== String(actual.shape)) return `shape [${expected.shape}], got [${actual.shape}]`;
  const limit = TOLERANCE[expected.dtype] ?? 0;
  const scale = expected.data.reduce((/** @type {number} */ most, /** @type {unknown} */ v) => (Number.isFinite(number(v)) ? Math.max(most, Math.abs(number(v))) : most), 1e-3);
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

/** Lists and tuples opened, as the recording flattens results. @param {any} value @param {boolean} requiresGrad @returns {any[]} */
function flat(value, requiresGrad) {
  const items = Array.isArray(value) ? value : value?.tuple;
  return items === undefined ? [{ value, requiresGrad }] : items.flatMap((/** @type {any} */ item) => flat(item, requiresGrad));
}

/** @param {Session} session @param {Recorder} recorder @param {string} id @param {any} data */
export function replayRuns(session, recorder, id, data) {
  const variant = (data.variants ?? [])[0];
  if (data.io === undefined) {
    if (data.io_error !== undefined) recorder.skip('PyTorch could not run this program');
    return;
  }
  const graph = variant?.final?.graph ?? variant?.stages?.set_grad?.before?.graph;
  if (graph === undefined || variant.signature === undefined) {
    recorder.skip('runs of a program without a recorded graph', data.io.length);
    return;
  }
  if (!session.describe().commands.some((command) => command.name === 'exec')) {
    recorder.skip('runs: this is not the module that runs programs', data.io.length);
    return;
  }
  const program = toProgram(graph, { tables: variant.tables, signature: variant.signature });
  withProgram(session, program, (handle) => {
    for (const run of data.io) replayRun(session, recorder, `${id}/io ${run.seed}`, handle, data, variant, run);
  });
}

/** @param {Session} session @param {Recorder} recorder @param {string} what @param {number} handle @param {any} data @param {any} variant @param {any} run */
function replayRun(session, recorder, what, handle, data, variant, run) {
  const state = { ...variant.constants, ...data.state };
  const withGrad = run.grad_of_sum !== undefined;
  /** @type {any} */
  let result;
  try {
    const given = JSON.stringify({ inputs: run.inputs.map(toExec), state });
    result = session.call('exec', { handle, requiresGrad: run.inputs_require_grad, grad: withGrad, gradMode: data.io_ambient_grad !== false }, given).value;
  } catch (error) {
    const { code, message } = /** @type {any} */ (error).diagnostics?.[0] ?? { code: 'error', message: String(error) };
    if (code === 'no-kernel') recorder.skip(`run: ${message}`);
    else recorder.fail(what, message);
    return;
  }
  const outputs = result.outputs.flatMap((/** @type {any} */ output) => flat(output.value, output.requiresGrad ?? false));
  recorder.equal(`${what}: number of outputs`, run.outputs.length, outputs.length);
  if (run.exported_same_values) {
    for (const [i, expected] of run.outputs.entries()) recorder.equal(`${what}: output ${i}`, null, valueDifference(expected, outputs[i]?.value ?? null));
    for (const [name, expected] of Object.entries(run.mutated_buffers ?? {})) {
      recorder.equal(`${what}: buffer ${name}`, null, valueDifference(expected, result.mutatedBuffers[name] ?? null));
    }
  }
  recorder.equal(`${what}: requires_grad`, run.exported_outputs_require_grad, outputs.map((/** @type {any} */ output) => output.requiresGrad ?? false));
  const sameMode = String(run.exported_outputs_require_grad) === String(run.outputs_require_grad);
  if (withGrad && sameMode && run.exported_same_values) checkGradients(recorder, what, data, run, result);
}

/** @param {Recorder} recorder @param {string} what @param {any} data @param {any} run @param {any} result */
function checkGradients(recorder, what, data, run, result) {
  const parameters = Object.keys(data.state ?? {}).filter((name) => data.state[name].requires_grad);
  const tensors = run.inputs.flatMap((/** @type {any} */ value, /** @type {number} */ i) => (value?.dtype === undefined ? [] : [i]));
  for (const [name, expected] of Object.entries(run.grad_of_sum)) {
    const place = name.startsWith('input:') ? tensors.indexOf(Number(name.slice(6))) : tensors.length + parameters.indexOf(name);
    recorder.equal(`${what}: gradient of ${name}`, null, valueDifference(expected, result.gradients[place] ?? null));
  }
}
