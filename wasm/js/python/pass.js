/**
 * Passes of one's own in Python: source text in, and a program goes in and comes out.
 *
 * What: `PythonPass` is what `session.pythonPass(source, name)` gives. `run` runs it in a Python of its own, apart from
 * the session.
 * Why: the program crosses as a text, so that Python sees no other program, and a pass that never ends is killed
 * without loss.
 *
 *   const silu = session.pythonPass(source, 'DecomposeSilu');
 *   const { handle, reports } = await silu.run(program.handle);
 */
import { failure } from '../error.js';
import { handleNumber, record, settings as checked, text } from '../given.js';
import { diagnosticOf, emptyReport, leftOf, nodeCount } from './report.js';

/** @typedef {import('../session.js').Session} Session */
/** @typedef {import('./runtime.js').SourceFile} SourceFile */

/** @type {Promise<import('./host.js').PythonHost> | null} */
let hosts = null;

/** The Python of this process; started by its first pass. */
export function pythonHost() {
  if (typeof process !== 'object' || process.versions?.node === undefined)
    throw failure(
      'python',
      'CPython runs under Node',
      'use the command line: seesaw run FILE --pass p.py:Name, or seesaw trace FILE --python',
    );
  hosts ??= import('#python').then(
    ({ PythonHost }) => /** @type {import('./host.js').PythonHost} */ (/** @type {unknown} */ (new PythonHost())),
  );
  return hosts;
}

/** Ends Python at once. What runs is refused; the next pass starts a fresh one. */
export async function stopPython() {
  const running = hosts;
  hosts = null;
  await (await running)?.stop();
}

export class PythonPass {
  #session;
  /** @type {SourceFile[]} */
  #files;
  #name;
  #options;
  #entry;

  /**
   * @param {Session} session @param {string} source
   * @param {string | null} name of the class or function, '' for the only one; null: a script
   * @param {import('../index.js').PythonPassSettings} [settings]
   */
  constructor(session, source, name, settings = {}) {
    const {
      options = {},
      file = 'pass.py',
      module = 'seesaw_pass',
      files = [],
    } = /** @type {import('../index.js').PythonPassSettings} */ (
      checked(settings, 'the settings', 'PythonPassSettings')
    );
    this.#session = session;
    this.#name = name === null ? null : text(name, 'the name of the pass');
    this.#options = Object.fromEntries(Object.entries(record(options, 'the options')).map(([k, v]) => [k, String(v)]));
    this.#entry = module;
    this.#files = [{ name: file, module, text: text(source, 'the source') }, ...files];
    /** How reports name it. */
    this.label = this.#name ? `${file}:${this.#name}` : file;
  }

  /**
   * @param {number} handle
   * @param {{ ambientGrad?: boolean }} [settings]
   * @returns {Promise<import('../index.js').PythonAnswer>}
   */
  async run(handle, { ambientGrad = true } = {}) {
    const session = this.#session;
    const before = session.print(handleNumber(handle), { format: 'json' });
    const python = await pythonHost();
    await python.ready();
    const began = performance.now();
    const answer = await python.run({
      program: before,
      files: this.#files,
      entry: this.#entry,
      pass: this.#name,
      options: this.#options,
      ambientGrad,
    });
    const report = {
      ...emptyReport(this.label, nodeCount(before)),
      microseconds: Math.round((performance.now() - began) * 1000),
      nodesAfter: nodeCount(answer.program ?? before),
    };
    if (answer.diagnostic !== undefined) {
      report.diagnostics = [diagnosticOf(answer.diagnostic)];
      return { handle, succeeded: false, printed: answer.printed, reports: [report] };
    }
    report.diagnostics = leftOf(answer);
    const made = session.open(answer.program);
    const shown = (/** @type {number} */ one) => session.print(one, { format: 'verbose' });
    report.changed = answer.modified === true || shown(handle) !== shown(made.handle);
    return { ...made, succeeded: true, printed: answer.printed, reports: [report] };
  }
}
