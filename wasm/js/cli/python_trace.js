/**
 * `seesaw trace`: by our own evaluator, and by CPython where that is asked for or the evaluator does not know the
 * Python.
 *
 *   const answer = await traceEither(session, { name, text }, settings, values.python === true);
 */
import { SeesawError } from '../error.js';
import { stopPython } from '../python/pass.js';
import { beside } from './python.js';

/** @typedef {import('../index.js').Diagnostic} Diagnostic */
/** @typedef {{ handle?: number | null, exported?: boolean, diagnostics: Diagnostic[] }} Traced */

/**
 * @param {import('../index.js').Session} session @param {{ name: string, text: string, path?: string }} input
 * @param {import('../index.js').TraceSettings} settings
 * @returns {Promise<Traced>}
 */
async function byPython(session, input, settings) {
  try {
    const files = input.name === '-' || input.name === '<stdin>' ? [] : beside(input.name);
    const answer = await session.tracePython(input.text, settings, files);
    if (answer.printed !== '') process.stderr.write(answer.printed);
    return answer;
  } finally {
    await stopPython();
  }
}

/**
 * Whether another evaluator may know more: what PyTorch raises has the name of its exception.
 * @param {Diagnostic[]} diagnostics @param {import('../index.js').TraceSettings} settings
 */
function mayBeKnown(diagnostics, settings) {
  const asked = settings.strict === true || settings.functional === true || (settings.state ?? []).length > 0;
  return !asked && diagnostics.every(({ code, exception }) => code === 'python' && !exception);
}

/**
 * @param {import('../index.js').Session} session @param {{ name: string, text: string }} input
 * @param {import('../index.js').TraceSettings} settings @param {boolean} python
 * @returns {Promise<Traced>}
 */
export async function traceEither(session, input, settings, python) {
  if (python) return byPython(session, input, settings);
  try {
    return session.trace(input.text, settings);
  } catch (error) {
    if (!(error instanceof SeesawError) || !mayBeKnown(error.diagnostics, settings)) throw error;
    const { pyodideFolder } = await import('../python/host.js');
    if (pyodideFolder() === null) throw error;
    const [{ message, line }] = error.diagnostics;
    /** @type {Diagnostic} */
    const note = {
      severity: 'info',
      code: 'python',
      message:
        `captured by CPython: the built-in evaluator says${line === undefined ? '' : ` of line ${line}`}: ` + message,
    };
    let answer;
    try {
      answer = await byPython(session, input, settings);
    } catch (second) {
      // Both refuse: what the evaluator says has the better remedy, unless PyTorch itself refuses.
      throw second instanceof SeesawError && second.diagnostics[0].code === 'python' ? error : second;
    }
    return { ...answer, diagnostics: [note, ...answer.diagnostics] };
  }
}
