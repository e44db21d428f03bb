/**
 * What keeps the answer in step with the document: one evaluation at a time, the newest wanted one next.
 *
 *   const live = new LiveResult(engine, () => this.requestUpdate());
 *   live.want({ text, passes, ambientGrad });      // any number of times, while typing
 *   live.diagnostics; live.good?.reports; live.stale
 */

/** @typedef {import('../engine/workbench.js').EvaluateAnswer} EvaluateAnswer */
/** @typedef {import('../engine/workbench.js').EvaluateRequest} EvaluateRequest */
/** @typedef {import('../../../wasm/js/index.js').Diagnostic} Diagnostic */

const PAUSE = 120;
const LONGEST_PAUSE = 1000;

export class LiveResult {
  #engine;
  #changed;
  /** @type {EvaluateRequest | null} */
  #wanted = null;
  /** The request behind the programs that the engine holds, to make them again in a fresh one. @type {EvaluateRequest | null} */
  #held = null;
  #lost = false;
  #busy = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The last good answer. @type {EvaluateAnswer | null} */
  good = null;
  /** Diagnostics of the newest text. @type {Diagnostic[]} */
  diagnostics = [];
  /** Diagnostics without a place in the text. @type {Diagnostic[]} */
  failures = [];
  /** The good answer belongs to an older text. */
  stale = false;
  /** Counts good answers, so that a view knows when to print again. */
  generation = 0;
  pending = false;

  /** @param {import('../engine/client.js').EngineClient} engine @param {() => void} changed */
  constructor(engine, changed) {
    this.#engine = engine;
    this.#changed = changed;
    engine.addEventListener('restart', () => (this.#lost = true));
  }

  /** @param {EvaluateRequest} request @param {boolean} [now] without waiting for a pause in typing */
  want(request, now = false) {
    this.#wanted = request;
    this.pending = true;
    clearTimeout(this.#timer);
    const pause = Math.min(LONGEST_PAUSE, Math.max(PAUSE, (this.good?.milliseconds ?? 0) * 2));
    this.#timer = setTimeout(() => this.#work(), now ? 0 : pause);
  }

  async #work() {
    if (this.#busy || this.#wanted === null) return;
    this.#busy = true;
    const request = this.#wanted;
    this.#wanted = null;
    try {
      this.#take(await this.#engine.call('evaluate', request), request);
    } catch (error) {
      const message = `${/** @type {Error} */ (error).message}; a fresh engine took over`;
      this.failures = [{ severity: 'error', code: 'engine', message }];
      this.stale = this.good !== null;
    }
    this.#busy = false;
    this.pending = this.#wanted !== null;
    this.#changed();
    if (this.#wanted !== null) this.#work();
  }

  /** @param {EvaluateAnswer} answer @param {EvaluateRequest} request */
  #take(answer, request) {
    this.diagnostics = answer.diagnostics;
    this.failures = answer.failures;
    if (answer.ok) {
      this.good = answer;
      this.#held = request;
      this.#lost = false;
      this.generation++;
    }
    this.stale = !answer.ok && this.good !== null;
  }

  /** Prints a step of the last good result. @param {number} step @param {string} format @returns {Promise<{ text: string, diagnostics: Diagnostic[] }>} */
  async print(step, format) {
    for (let attempt = 0; ; attempt++) {
      if (this.#lost && this.#held !== null) {
        this.#lost = false;
        await this.#engine.call('evaluate', this.#held);
      }
      const printed = await this.#engine.call('print', { step, format });
      if (!this.#lost || attempt > 1) return printed;
    }
  }
}
