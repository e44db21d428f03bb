/**
 * Models and scripts captured by CPython: what our own evaluator refuses, with the same tracer, operators and names.
 *
 *   const { handle, printed } = await tracePython(session, source, { file: 'model.py' });
 */
import { failure, SeesawError } from '../error.js';
import { settings as checked, text } from '../given.js';
import { diagnosticOf, leftOf } from './report.js';

/** @typedef {import('../session.js').Session} Session */

/** Settings of trace that a capture by CPython does not know yet. */
const UNKNOWN = ['strict', 'functional', 'preserveModuleCallSignature', 'state'];

/** @param {any} settings */
function checkSettings(settings) {
  for (const name of UNKNOWN) {
    const value = settings[name];
    if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) continue;
    throw failure(
      'python',
      name === 'strict'
        ? 'what strict capture decides is known of our own evaluator only, not of CPython'
        : `'${name}' is not known where CPython captures`,
      name === 'strict' ? 'capture it without strict' : 'leave it out, or capture without CPython',
    );
  }
}

/**
 * What CPython needs to know of a capture.
 * @param {string} source @param {object} settings @param {import('./runtime.js').SourceFile[]} files
 * @returns {import('./runtime.js').PythonRequest}
 */
export function traceRequest(source, settings, files = []) {
  const { file = 'source.py', ...rest } = checked(settings, 'the settings', 'TraceSettings');
  checkSettings(rest);
  return {
    program: '',
    files: [{ name: file, module: 'seesaw_source', text: text(source, 'the source') }, ...files],
    entry: 'seesaw_source',
    pass: null,
    options: {},
    trace: rest,
  };
}

/**
 * The program of an answer, opened here.
 * @param {Session} session @param {any} answer
 * @returns {import('../index.js').PythonTraceAnswer}
 */
export function openTraced(session, answer) {
  if (answer.diagnostic !== undefined) throw new SeesawError([diagnosticOf(answer.diagnostic)]);
  const { state, inSpec, outSpec, asserts, diagnostics = [] } = answer.traced;
  const known = Object.fromEntries(
    Object.entries({ state, inSpec, outSpec, asserts }).filter(([, v]) => v !== undefined),
  );
  return {
    ...session.open(answer.program),
    ...known,
    diagnostics: [...diagnostics, ...leftOf(answer)],
    printed: answer.printed,
  };
}

/**
 * @param {Session} session @param {string} source
 * @param {import('../index.js').TraceSettings} [settings]
 * @param {import('./runtime.js').SourceFile[]} [files] what it may import
 * @returns {Promise<import('../index.js').PythonTraceAnswer>}
 */
export async function tracePython(session, source, settings = {}, files = []) {
  const request = traceRequest(source, settings, files);
  const { pythonHost } = await import('./pass.js');
  return openTraced(session, await (await pythonHost()).run(request));
}
