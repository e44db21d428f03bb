/**
 * What keeps the answer in step with the document: one evaluation at a time, the newest wanted one next.
 *
 *   const live = new LiveResult(engine, () => this.requestUpdate());
 *   live.want(() => ({ text, passes, ambientGrad }));      // any number of times, while typing
 *   live.diagnostics; live.good?.reports; live.stale
 *
 * The request is made when it is sent, not at each keystroke. While keys keep coming it is sent all the same, now and
 * then; an evaluation that a newer one has overtaken is given up if it takes long.
 */
import { Superseded } from '../engine/client.js';

/** @typedef {import('../engine/workbench.js').EvaluateAnswer} EvaluateAnswer */
/** @typedef {import('../engine/workbench.js').EvaluateRequest} EvaluateRequest */
/** @typedef {import('../engine/workbench.js').ShowRequest} ShowRequest */
/** @typedef {import('../engine/workbench.js').ShowAnswer} ShowAnswer */
/** @typedef {import('../../../wasm/js/index.js').Diagnostic} Diagnostic */

/** Milliseconds without a key before the text is run, and how long keys may put that off. */
const PAUSE = 120;
const LONGEST_PAUSE = 1000;
const PATIENCE = 3;
/** An overtaken evaluation may go on for this long. */
const OVERTAKEN = 700;

export class LiveResult {
  #engine;
  #changed;
  /** @type {(() => EvaluateRequest) | null} */
  #wanted = null;
  /** The request behind the programs that the engine holds, to make them again in a fresh one. @type {EvaluateRequest | null} */
  #held = null;
  #lost = false;
  #busy = false;
  #waitingSince = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The last good answer. @type {EvaluateAnswer | null} */
  good = null;
  /** Diagnostics of the newest text. @type {Diagnostic[]} */
  diagnostics = [];
  /** Diagnostics without a place in the text. @type {Diagnostic[]} */
  failures = [];
  /** How many diagnostics beyond those are not told. */
  suppressed = 0;
  /** The good answer belongs to an older text. */
  stale = false;
  pending = false;

  /** @param {import('../engine/client.js').EngineClient} engine @param {() => void} changed */
  constructor(engine, changed) {
    this.#engine = engine;
    this.#changed = changed;
    engine.addEventListener('restart', () => (this.#lost = true));
  }

  /** @param {() => EvaluateRequest} request @param {boolean} [now] without waiting for a pause in typing */
  want(request, now = false) {
    if (this.#wanted === null) this.#waitingSince = performance.now();
    this.#wanted = request;
    this.pending = true;
    clearTimeout(this.#timer);
    const pause = Math.min(LONGEST_PAUSE, Math.max(PAUSE, (this.good?.milliseconds ?? 0) * 2));
    const left = this.#waitingSince + pause * PATIENCE - performance.now();
    this.#timer = setTimeout(() => this.#work(), now ? 0 : Math.max(0, Math.min(pause, left)));
  }

  /** There is nothing to run: forgets the result. */
  clear() {
    clearTimeout(this.#timer);
    this.#wanted = this.#held = this.good = null;
    this.diagnostics = this.failures = [];
    this.suppressed = 0;
    this.stale = this.pending = false;
    this.#changed();
  }

  dispose() {
    clearTimeout(this.#timer);
    this.#wanted = null;
  }

  async #work() {
    if (this.#wanted === null) return;
    if (this.#busy) {
      this.#engine.supersede(OVERTAKEN);
      return;
    }
    this.#busy = true;
    const request = this.#wanted();
    this.#wanted = null;
    try {
      const answer = await this.#engine.call('evaluate', request);
      if (this.pending) this.#take(answer, request);
    } catch (error) {
      if (!(error instanceof Superseded)) this.#failed(/** @type {Error} */ (error));
    }
    this.#busy = false;
    this.pending = this.#wanted !== null;
    this.#changed();
    if (this.#wanted !== null) this.#work();
  }

  /** @param {Error} error */
  #failed(error) {
    const notes = [{ message: 'nothing that was typed is lost; the next change runs again' }];
    this.failures = [
      {
        severity: 'error',
        code: 'engine',
        message: `${error.message}; a fresh engine took over`,
        notes,
      },
    ];
    this.stale = this.good !== null;
  }

  /** @param {EvaluateAnswer} answer @param {EvaluateRequest} request */
  #take(answer, request) {
    this.diagnostics = answer.diagnostics;
    this.failures = answer.failures;
    this.suppressed = answer.suppressed;
    if (answer.ok) {
      this.good = answer;
      this.#held = request;
      this.#lost = false;
    }
    this.stale = !answer.ok && this.good !== null;
  }

  /** Prints a step of the last good result, or compares two. @param {ShowRequest} request @returns {Promise<ShowAnswer>} */
  async show(request) {
    for (let attempt = 0; ; attempt++) {
      if (this.#lost && this.#held !== null) {
        this.#lost = false;
        await this.#engine.call('evaluate', this.#held);
      }
      const shown = await this.#engine.call('show', request);
      if (!this.#lost || attempt > 1) return shown;
    }
  }
}
