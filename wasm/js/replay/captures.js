/**
 * Sources of cases: the graph that torch.export captured from them, before its passes.
 *
 * What: `forward` is captured here, with the recorded shapes of what goes in, and compared with the recorded graph: text and signature.
 * Why: names, order, defaults and modes are PyTorch's only if the same text comes out.
 *
 *   replayCapture(session, recorder, 'h_one_mid', data);
 *
 * The training form is what there is (modes N and S); the functional form, and programs outside of the subset, are counted as skipped.
 */
import { plainSignature, fromProgram } from './format.js';
import { printForm } from './snapshots.js';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */

/** What has no kind of its own in the recording: numbers that a capture makes from literals. */
const MADE = /^lifted_tensor_\d+$/;
const KINDS = /** @type {Record<string, 'parameter' | 'buffer' | 'constant'>} */ ({ PARAMETER: 'parameter', BUFFER: 'buffer', CONSTANT_TENSOR: 'constant' });

/** A recorded value as an annotation. @param {any} val @returns {string} */
function annotationOf(val) {
  if (val?.t !== undefined) return `${val.t}[${val.s.join(', ')}]`;
  return val?.symint === undefined ? '' : `Sym(${val.symint})`;
}

/** What goes into a recorded graph, for `trace`. Strict capture names parameters otherwise; the final signature does not. @param {any} graph @param {any} signature @param {any} last */
function settingsOf(graph, signature, last) {
  const values = new Map(graph.nodes.filter((/** @type {any} */ node) => node.op === 'placeholder').map((/** @type {any} */ node) => [node.name, node.val]));
  const state = [];
  const inputs = [];
  const names = last?.input_specs?.length === signature.input_specs.length ? last.input_specs : signature.input_specs;
  for (const [i, { kind, arg, target: recorded, persistent }] of signature.input_specs.entries()) {
    const target = MADE.test(recorded) ? recorded : names[i].target;
    const annotation = annotationOf(values.get(arg.name));
    if (KINDS[kind] === undefined) inputs.push(annotation);
    else if (!MADE.test(target)) state.push({ name: target, annotation, kind: KINDS[kind], ...(typeof persistent === 'boolean' ? { persistent } : {}) });
  }
  return { inputs, state };
}

/** @param {Session} session @param {Recorder} recorder @param {string} id @param {any} data */
export function replayCapture(session, recorder, id, data) {
  if (data.source === undefined) return;
  if (!data.simple_subset) {
    recorder.skip('source outside of the subset that is captured');
    return;
  }
  if (!session.describe().commands.some((command) => command.name === 'trace')) {
    recorder.skip('source: this is not the module that captures');
    return;
  }
  for (const variant of data.variants ?? []) {
    const stage = variant.stages?.set_grad;
    if (stage?.before?.graph === undefined) continue;
    if (!['N', 'S'].includes(variant.mode.toUpperCase())) recorder.skip('source captured in the functional form');
    else recorder.attempt(`${id}/${variant.mode}: capture`, () => compareCapture(session, recorder, `${id}/${variant.mode}: capture`, data, variant, stage));
  }
}

/** @param {Session} session @param {Recorder} recorder @param {string} what @param {any} data @param {any} variant @param {any} stage */
function compareCapture(session, recorder, what, data, variant, stage) {
  const settings = { ...settingsOf(stage.before.graph, stage.signature_before, variant.signature), strict: variant.strict, file: data.file, ambientGrad: variant.ambient_grad };
  let handle;
  try {
    handle = session.trace(data.source, settings).handle;
  } catch (error) {
    const { message } = /** @type {any} */ (error).diagnostics?.[0] ?? { message: String(error) };
    if (/symbols are not captured yet/.test(message)) recorder.skip(`source: ${message}`);
    else recorder.fail(what, message);
    return;
  }
  try {
    if (stage.before.readable !== undefined) recorder.equalText(`${what}: readable`, stage.before.readable, printForm(session, /** @type {number} */ (handle), 'readable'));
    if (stage.before.str !== undefined) recorder.equalText(`${what}: str`, stage.before.str, printForm(session, /** @type {number} */ (handle), 'str'));
    const { signature } = fromProgram(session.print(/** @type {number} */ (handle), { format: 'json' }));
    if (!variant.strict) recorder.equal(`${what}: signature`, plainSignature(stage.signature_before), plainSignature(signature));
  } finally {
    session.close(/** @type {number} */ (handle));
  }
}
