/**
 * One evaluation: text and pipeline in, diagnostics, reports and printed results out.
 *
 * What: `Workbench` holds a session and the programs of the last good evaluation, so that results can be printed again
 * in another form without running again.
 * Why: the worker and the fallback on the main thread do exactly the same.
 *
 *   const bench = new Workbench(await Session.create());
 *   const answer = bench.evaluate({ text, passes: [{ name: 'eliminate_dead_code' }], ambientGrad: true });
 *   bench.show({ step: 1, format: 'graph' });                 // step 0 is the input, step n what the nth pass left
 *   bench.show({ step: 1, against: 0, format: 'readable' });  // and how it differs from another step
 */
import { diff } from '../diff.js';
import { SeesawError } from '../../../wasm/js/session.js';

/** @typedef {import('../../../wasm/js/index.js').Diagnostic} Diagnostic */
/** @typedef {import('../../../wasm/js/index.js').PassReport} PassReport */
/** @typedef {import('../../../wasm/js/index.js').Format} Format */
/** @typedef {{ text: string, passes: import('../../../wasm/js/index.js').PassRequest[], ambientGrad: boolean }} EvaluateRequest */
/** @typedef {import('../document.js').Annotations} Annotations */
/** @typedef {{ step: number, against?: number, format: string, annotations: Annotations }} ShowRequest */
/** @typedef {{ text: string, before: string | null, changes: number[], places: number, diagnostics: Diagnostic[] }} ShowAnswer `changes` and `places` are those of `diff` */
/**
 * @typedef {object} EvaluateAnswer
 * @property {boolean} ok there is a new result
 * @property {Diagnostic[]} diagnostics of the text
 * @property {Diagnostic[]} failures of the run: no place in the text
 * @property {number} suppressed diagnostics that are not told
 * @property {PassReport[]} reports
 * @property {number} nodes
 * @property {number} graphs
 * @property {number} milliseconds
 */

/** What the session is asked for; nothing means: as the text had them. @type {Record<Annotations, import('../../../wasm/js/index.js').PrintOptions>} */
const ANNOTATIONS = {
  given: {},
  shapes: { strides: false, device: false },
  strides: { strides: true, device: false },
  devices: { strides: false, device: true },
  all: { strides: true, device: true },
};

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
    const answer = {
      ok: false,
      diagnostics: [],
      failures: [],
      suppressed: 0,
      reports: [],
      nodes: 0,
      graphs: 0,
      milliseconds: 0,
    };
    const read = this.#session.read(text);
    answer.diagnostics = read.diagnostics;
    answer.suppressed = read.suppressed ?? 0;
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
      const run = this.#session.run(input, passes, {
        ambientGrad,
        snapshots: true,
      });
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

  /** @param {ShowRequest} request @returns {ShowAnswer} */
  show({ step, against, format, annotations }) {
    try {
      const text = this.#print(step, format, annotations);
      if (against === undefined) return { text, before: null, changes: [], places: 0, diagnostics: [] };
      const before = this.#print(against, format, annotations);
      return { text, before, ...diff(before, text), diagnostics: [] };
    } catch (error) {
      return {
        text: '',
        before: null,
        changes: [],
        places: 0,
        diagnostics: diagnosticsOf(error),
      };
    }
  }

  /** @param {number} step @param {string} format @param {Annotations} annotations */
  #print(step, format, annotations) {
    const handle = this.#steps[Math.min(step, this.#steps.length - 1)];
    if (handle === undefined) return '';
    return this.#session.print(handle, {
      format: /** @type {Format} */ (format),
      ...ANNOTATIONS[annotations],
    });
  }
}
