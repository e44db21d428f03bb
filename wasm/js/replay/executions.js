/**
 * Recorded runs of a case: inputs, outputs, gradients, buffers that were written to.
 *
 * What: the first variant's graph, as it was captured and as torch.export left it, runs here on the recorded inputs,
 * with the recorded state.
 * Why: that a graph is read right is shown by what it computes.
 *
 *   replayRuns(session, recorder, 'h_one_mid', data);
 *
 * Values and gradients were recorded from the eager module, and what requires grad from both: FORMAT.md lists where the
 * two differ. Where they do, the exported program's values are not compared. The captured graph runs in the grad modes
 * of the eager module (grad_modes.js).
 */
import { toProgram } from './format.js';
import { castingOnce, inEagerModes, modesOf } from './grad_modes.js';
import { withProgram } from './snapshots.js';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */

/**
 * Relative to the largest value of a tensor, and absolute below 0.1: gradients that cancel leave rounding. The runs are
 * in float32.
 */
const TOLERANCE = 1e-5;
const SMALL = 0.1;
/** Of results in half precision: exact, but for the digits that are recorded. @type {Record<string, number>} */
const EXACT = { f16: 1e-8, bf16: 1e-8, i64: 0, b8: 0 };
const COND = 'torch.ops.higher_order.cond';

/** @param {unknown} element */
const number = (element) =>
  typeof element === 'string' ? Number(element.replace('inf', 'Infinity')) : Number(element);

/** What differs between two values, or null. @param {any} expected @param {any} actual @returns {string | null} */
export function valueDifference(expected, actual) {
  if (expected?.const === null) return valueDifference(null, actual);
  if (expected === null || actual === null)
    return expected === actual
      ? null
      : `expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)?.slice(0, 100)}`;
  if (expected.dtype === undefined) {
    const [want, got] = [constantOf(expected), constantOf(actual)];
    return want === got || (typeof want === 'number' && Math.abs(want - Number(got)) <= 1e-6 * Math.abs(want))
      ? null
      : `expected ${want}, got ${got}`;
  }
  if (expected.dtype !== actual.dtype) return `dtype ${expected.dtype}, got ${actual.dtype}`;
  if (String(expected.shape) !== String(actual.shape)) return `shape [${expected.shape}], got [${actual.shape}]`;
  const limit = EXACT[expected.dtype] ?? TOLERANCE;
  const scale = expected.data.reduce(
    (/** @type {number} */ most, /** @type {unknown} */ v) =>
      Number.isFinite(number(v)) ? Math.max(most, Math.abs(number(v))) : most,
    SMALL,
  );
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
  return (
    value.const_s ??
    value.i ??
    value.b ??
    value.str ??
    (value.f === undefined ? JSON.stringify(value) : number(value.f))
  );
}

/** A recorded value as `exec` reads it. @param {any} value */
function toExec(value) {
  if (value === null || value.dtype !== undefined) return value;
  if (value.const_f !== undefined) return { f: value.const_f };
  if (value.const_s !== undefined) return { str: value.const_s };
  return typeof value.const === 'boolean' ? { b: value.const } : value.const === null ? null : { i: value.const };
}

/**
 * Lists and tuples opened, as the recording flattens results.
 * @param {any} value
 * @param {boolean | null} requiresGrad
 * @returns {any[]}
 */
function flat(value, requiresGrad) {
  const items = Array.isArray(value) ? value : value?.tuple;
  return items === undefined
    ? [{ value, requiresGrad }]
    : items.flatMap((/** @type {any} */ item) => flat(item, requiresGrad));
}

/**
 * Values by name for a graph: the recorded state and constants. Of a parameter that is known under two names the
 * recording has one value; a name without a value takes that of the parameter that no input asks for, if there is one
 * only, or else of the only one of its shape.
 * @param {any} variant @param {any} data @param {any} signature @param {any} graph
 */
function stateOf(variant, data, signature, graph) {
  /** @type {Record<string, any>} */
  const state = { ...variant.constants, ...data.state };
  const asked = (signature?.input_specs ?? [])
    .filter((/** @type {any} */ spec) => spec.target)
    .map((/** @type {any} */ spec) => spec.target);
  const parameters = Object.keys(state).filter(
    (name) => state[name]?.kind !== 'buffer' && data.state?.[name] !== undefined,
  );
  for (const name of asked) {
    if (state[name] !== undefined) continue;
    const free = parameters.filter((other) => !asked.includes(other));
    const place = (signature?.input_specs ?? []).findIndex((/** @type {any} */ spec) => spec.target === name);
    const shape = String(graph?.nodes.filter((/** @type {any} */ node) => node.op === 'placeholder')[place]?.val?.s);
    const alike = parameters.filter((other) => String(state[other].shape) === shape);
    const source = [free, parameters, alike].find((choice) => choice.length === 1)?.[0];
    if (source !== undefined) state[name] = { same_as: source };
  }
  return state;
}

/**
 * The names by which the state is recorded, for a signature that calls them otherwise: specs are in the same order.
 * @param {any} state
 * @param {any} signature
 * @param {any} last
 */
function withNamesOf(state, signature, last) {
  const specs = signature?.input_specs ?? [];
  const named = last?.input_specs ?? [];
  const out = { ...state };
  if (specs.length !== named.length) return out;
  for (const [i, spec] of specs.entries()) {
    if (spec.target && named[i].target && out[spec.target] === undefined && state[named[i].target] !== undefined)
      out[spec.target] = { same_as: named[i].target };
  }
  return out;
}

/**
 * Graphs that are run: as captured, in its modes, which does what the eager module does; at the end, which does what
 * the exported program did.
 * @param {Recorder} recorder @param {any} data @param {any} variant @param {any} before @param {any} final
 * @returns {{ part: string, graph: any, signature: any, sameModes: boolean }[]}
 */
function partsOf(recorder, data, variant, before, final) {
  const inModes = before === undefined ? null : inEagerModes(before, variant);
  if (before !== undefined && inModes === null)
    recorder.skip(
      'gradients of a captured graph whose regions are not known by their lines',
      data.io.filter((/** @type {any} */ run) => run.grad_of_sum !== undefined).length,
    );
  const parts = [];
  if (before !== undefined)
    parts.push({
      part: 'captured',
      graph: inModes ?? before,
      signature: variant.stages.set_grad.signature_before ?? variant.signature,
      sameModes: inModes !== null,
    });
  // Where capture and passes kept all modes, the exported program has the eager module's gradients, too.
  const kept =
    inModes !== null &&
    final !== undefined &&
    String(modesOf(inModes, variant.ambient_grad)) === String(modesOf(final, variant.ambient_grad));
  if (final !== undefined)
    parts.push({ part: 'final', graph: final, signature: variant.signature, sameModes: before === undefined || kept });
  return parts;
}

/**
 * Whether a branch is chosen by a number, before eager code runs it; cond in a graph is one function of autograd.
 * @param {any} graph
 */
const choosesByNumber = (graph) =>
  graph?.nodes.some(
    (/** @type {any} */ node) =>
      node.target === COND &&
      graph.nodes.find((/** @type {any} */ other) => other.name === node.args[0])?.val?.symbool !== undefined,
  ) ?? false;

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
  if (!session.describe({ operators: false }).commands.some((command) => command.name === 'exec')) {
    recorder.skip('runs: this is not the module that runs programs', data.io.length);
    return;
  }
  recorder.equal(`${id}/io: ambient mode`, variant.ambient_grad, data.io_ambient_grad);
  const chosen = choosesByNumber(before);
  for (const { part, graph, signature, sameModes } of partsOf(recorder, data, variant, before, final)) {
    const program = toProgram(data.source?.includes('cache_enabled') ? graph : castingOnce(graph), {
      tables: variant.tables,
      signature,
    });
    const state = withNamesOf(stateOf(variant, data, variant.signature, final ?? graph), signature, variant.signature);
    const captured = part !== 'final';
    withProgram(session, program, (handle) => {
      for (const run of data.io)
        replayRun(session, recorder, `${id}/io ${run.seed} (${part})`, {
          handle,
          data,
          state,
          run,
          inSpec: captured ? undefined : variant.in_spec,
          captured,
          sameModes,
          chosen,
        });
    });
  }
}

/**
 * What a run gives; null if it fails, which is recorded.
 * @param {Session} session @param {Recorder} recorder @param {string} what
 * @param {{ handle: number, data: any, state: any, run: any, inSpec?: string | undefined, withGrad: boolean }} of
 * @returns {any}
 */
function resultOf(session, recorder, what, { handle, data, state, run, inSpec, withGrad }) {
  const given = JSON.stringify({ inputs: run.inputs.map(toExec), state });
  const options = {
    handle,
    ...(inSpec === undefined ? {} : { inSpec }),
    requiresGrad: run.inputs_require_grad,
    grad: withGrad,
    gradMode: data.io_ambient_grad !== false,
  };
  try {
    return session.call('exec', options, given).value;
  } catch (error) {
    const { message } = /** @type {any} */ (error).diagnostics?.[0] ?? { message: String(error) };
    recorder.fail(what, message);
    return null;
  }
}

/** @param {Recorder} recorder @param {string} what @param {any} run @param {any[]} outputs */
function compareOutputs(recorder, what, run, outputs) {
  recorder.equal(`${what}: number of outputs`, run.outputs.length, outputs.length);
  const differences = run.outputs.map((/** @type {any} */ expected, /** @type {number} */ i) =>
    valueDifference(expected, outputs[i]?.value ?? null),
  );
  if (run.exported_same_values) {
    for (const [i, difference] of differences.entries()) recorder.equal(`${what}: output ${i}`, null, difference);
    return;
  }
  const kinds = (/** @type {any[]} */ values) => values.map((value) => [value?.dtype ?? null, value?.shape ?? null]);
  recorder.equal(`${what}: dtypes and shapes`, kinds(run.outputs), kinds(outputs.map((output) => output.value)));
  recorder.equal(
    `${what}: values are others than the eager module's`,
    true,
    differences.some((/** @type {string | null} */ difference) => difference !== null),
  );
}

/**
 * @param {Session} session @param {Recorder} recorder @param {string} what
 * @param {{ handle: number, data: any, state: any, run: any, inSpec?: string, captured: boolean, sameModes: boolean,
 *   chosen: boolean }} of
 *   `sameModes`: whether it runs in the modes of the eager module
 */
function replayRun(session, recorder, what, { handle, data, state, run, inSpec, captured, sameModes, chosen }) {
  const sameResults =
    run.exported_same_values &&
    (captured || String(run.outputs_require_grad) === String(run.exported_outputs_require_grad));
  const withGrad = sameModes && run.grad_of_sum !== undefined && sameResults;
  const result = resultOf(session, recorder, what, { handle, data, state, run, inSpec, withGrad });
  if (result === null) return;
  const outputs = result.outputs.flatMap((/** @type {any} */ output) =>
    flat(output.value, output.requiresGrad ?? null),
  );
  compareOutputs(recorder, what, run, outputs);
  if (run.exported_same_values) checkWritten(recorder, what, data, run, result);
  if (!captured || sameModes)
    recorder.equal(
      `${what}: requires_grad`,
      captured && !chosen ? run.outputs_require_grad : run.exported_outputs_require_grad,
      outputs.map((/** @type {any} */ output) => output.requiresGrad),
    );
  if (withGrad) checkGradients(recorder, what, data, state, run, result);
}

/** Places of tensors among inputs. @param {any[]} inputs @returns {number[]} */
const tensorsAmong = (inputs) => inputs.flatMap((value, i) => (value?.dtype === undefined ? [] : [i]));

/**
 * Buffers and inputs that were written to, and no others.
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} data
 * @param {any} run
 * @param {any} result
 */
function checkWritten(recorder, what, data, run, result) {
  const buffers = run.mutated_buffers ?? {};
  recorder.equal(
    `${what}: buffers that were written to`,
    Object.keys(buffers).sort(),
    Object.keys(result.mutatedBuffers)
      .filter((name) => data.state?.[name] !== undefined)
      .sort(),
  );
  for (const [name, expected] of Object.entries(buffers))
    recorder.equal(`${what}: buffer ${name}`, null, valueDifference(expected, result.mutatedBuffers[name] ?? null));
  for (const [order, place] of tensorsAmong(run.inputs).entries()) {
    const expected = run.mutated_inputs?.[order] ?? run.inputs[place];
    recorder.equal(
      `${what}: input ${place} afterwards`,
      null,
      valueDifference(expected, result.mutatedInputs[place] ?? result.inputs[place]),
    );
  }
}

/**
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} data
 * @param {any} state
 * @param {any} run
 * @param {any} result
 */
function checkGradients(recorder, what, data, state, run, result) {
  const parameters = Object.keys(state).filter((name) => state[name]?.requires_grad);
  const tensors = tensorsAmong(run.inputs);
  for (const [name, expected] of Object.entries(run.grad_of_sum)) {
    const place = name.startsWith('input:')
      ? tensors.indexOf(Number(name.slice(6)))
      : tensors.length + parameters.indexOf(name);
    recorder.equal(`${what}: gradient of ${name}`, null, valueDifference(expected, result.gradients[place] ?? null));
  }
}
