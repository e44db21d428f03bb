/**
 * One evaluation: text and pipeline in, diagnostics, reports and printed results out.
 *
 * What: `Workbench` holds a session and the programs of the last good evaluation, so that results can be printed again
 * in another form without running again.
 * Why: the worker and the fallback on the main thread do exactly the same.
 *
 *   const bench = new Workbench(await Session.create());
 *   const answer = bench.evaluate({ text, passes: [{ name: 'eliminate_dead_code' }], ambientGrad: true });
 *   bench.print({ step: 0, format: 'graph' });       // step 0 is the input, step n what the nth pass left
 */
import { SeesawError } from '../../../wasm/js/session.js';

/** @typedef {import('../../../wasm/js/index.js').Diagnostic} Diagnostic */
/** @typedef {import('../../../wasm/js/index.js').PassReport} PassReport */
/** @typedef {import('../../../wasm/js/index.js').Format} Format */
/** @typedef {{ text: string, passes: import('../../../wasm/js/index.js').PassRequest[], ambientGrad: boolean }} EvaluateRequest */
/**
 * @typedef {object} EvaluateAnswer
 * @property {boolean} ok there is a new result
 * @property {Diagnostic[]} diagnostics of the text
 * @property {Diagnostic[]} failures of the run: no place in the text
 * @property {PassReport[]} reports
 * @property {number} nodes
 * @property {number} graphs
 * @property {number} milliseconds
 */

/** Diagnostics of a failure; anything but a SeesawError goes on. @param {unknown} error @returns {Diagnostic[]} */
function diagnosticsOf(error) {
  if (error instanceof SeesawError) return error.diagnostics;
  throw error;
}

export class Workbench {
  #session;
  /** Programs after each step of the last good evaluation; the first is the input. @type {number[]} */
  #steps = [];

  /** @param {import('../../../wasm/js/session.js').Session} session */
  constructor(session) {
    this.#session = session;
  }

  describe() {
    return this.#session.describe();
  }

  /** @param {EvaluateRequest} request @returns {EvaluateAnswer} */
  evaluate({ text, passes, ambientGrad }) {
    const started = performance.now();
    /** @type {EvaluateAnswer} */
    const answer = { ok: false, diagnostics: [], failures: [], reports: [], nodes: 0, graphs: 0, milliseconds: 0 };
    const read = this.#session.read(text);
    answer.diagnostics = read.diagnostics;
    if (read.readable) this.#run(read.handle, passes, ambientGrad, answer);
    answer.milliseconds = performance.now() - started;
    return answer;
  }

  /**
   * @param {number} input @param {EvaluateRequest['passes']} passes @param {boolean} ambientGrad
   * @param {EvaluateAnswer} answer
   */
  #run(input, passes, ambientGrad, answer) {
    try {
      const run = this.#session.run(input, passes, { ambientGrad, snapshots: true });
      answer.ok = run.succeeded;
      answer.reports = run.reports;
      answer.nodes = run.nodes;
      answer.graphs = run.graphs;
      this.#release();
      let last = input;
      this.#steps = [input, ...run.reports.map((/** @type {PassReport} */ report) => (last = report.snapshot ?? last))];
      if (run.handle && run.handle !== last) this.#session.close(run.handle);
    } catch (error) {
      answer.failures = diagnosticsOf(error);
      if (!answer.failures.some((item) => item.code === 'trap')) this.#session.close(input);
    }
  }

  #release() {
    for (const handle of new Set(this.#steps)) this.#session.close(handle);
    this.#steps = [];
  }

  /**
   * @param {{ step: number, format: string }} request
   * @returns {{ text: string, diagnostics: Diagnostic[] }}
   */
  print({ step, format }) {
    const handle = this.#steps[Math.min(step, this.#steps.length - 1)];
    if (handle === undefined) return { text: '', diagnostics: [] };
    try {
      const options = { format: /** @type {Format} */ (format) };
      return { text: this.#session.print(handle, options), diagnostics: [] };
    } catch (error) {
      return { text: '', diagnostics: diagnosticsOf(error) };
    }
  }
}
