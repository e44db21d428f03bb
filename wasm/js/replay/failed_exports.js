/**
 * Exports that failed before a graph was recorded: the source is captured and goes through the stages until one fails,
 * as PyTorch's did.
 *
 *   replayFailedExport(run, ['set_grad']);      // the stages that were done before
 *
 * Shapes of the inputs are those that the source makes: nothing else says them.
 */
import { differencesOf, runPass } from './passes.js';

/** @typedef {import('./case_passes.js').VariantRun} VariantRun */

/** The stages after capture, in order, and the passes that they are. */
const STAGES = { set_grad: 'replace_set_grad_with_hop_pass', autocast: 'replace_autocast_with_hop_pass' };

/**
 * Annotations of what make_inputs of a source gives, if that is a tuple of tensors: r and u make floats of a shape,
 * ri(high, ...) integers.
 * @param {string} source @returns {string[] | null}
 */
function inputsOf(source) {
  const given = /^def make_inputs\(.*\n(?: .*\n|\n)*? {4}return \((.*?),?\), \{\}$/m.exec(source)?.[1];
  if (given === undefined) return null;
  const calls = [...given.matchAll(/\b(r|u|ri)\(([\d, ]*)\)/g)];
  const rest = calls.reduce((text, [call]) => text.replace(call, ''), given);
  if (!/^[, ]*$/.test(rest)) return null;
  return calls.map(([, kind, sizes]) =>
    kind === 'ri' ? `i64[${sizes.split(',').slice(1).join(',').trim()}]` : `f32[${sizes}]`,
  );
}

/**
 * The error of a capture or of the stages after it, and the stages that were done before it.
 * @param {VariantRun} run
 * @param {string[]} inputs
 * @returns {{ error: string | undefined, done: string[] }}
 */
function exportOf({ session, variant, data }, inputs) {
  /** @type {string[]} */
  const done = [];
  /** @type {number[]} */
  const open = [];
  try {
    const captured = session.trace(data.source, {
      inputs,
      strict: variant.strict,
      functional: variant.ir === 'functional',
      file: data.file,
      ambientGrad: variant.ambient_grad,
    });
    let handle = /** @type {number} */ (captured.handle);
    open.push(handle);
    for (const [stage, pass] of Object.entries(STAGES)) {
      const result = runPass(session, handle, pass, { ambientGrad: variant.ambient_grad });
      open.push((handle = result.handle));
      const error = result.failure ?? differencesOf(result.report, ['lost_children', 'inlined_call_module'])[0];
      if (error !== undefined) return { error, done };
      if (result.report.changed || stage === 'set_grad') done.push(stage);
    }
    return { error: undefined, done };
  } catch (error) {
    const { exception, message } = /** @type {any} */ (error).diagnostics?.[0] ?? {
      exception: 'Error',
      message: String(error),
    };
    return { error: `${exception}: ${message}`, done };
  } finally {
    for (const handle of open) session.close(handle);
  }
}

/** @param {VariantRun} run @param {string[]} stages */
export function replayFailedExport(run, stages) {
  const { session, recorder, variant, data, what } = run;
  const captures = session.describe({ operators: false }).commands.some((command) => command.name === 'trace');
  const inputs = data.source === undefined ? null : inputsOf(data.source);
  if (!captures || inputs === null) {
    recorder.skip('an export that failed, of whose inputs the source does not tell');
    return;
  }
  recorder.attempt(`${what}: export error`, () => {
    const { error, done } = exportOf(run, inputs);
    recorder.equal(`${what}: export error`, `${variant.export_error.type}: ${variant.export_error.message}`, error);
    recorder.equal(`${what}: stages before it`, stages, done);
  });
}
