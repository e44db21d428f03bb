/**
 * Whether each pass kept what the program computes: both programs run on the same sampled values, gradients included.
 *
 *   const checks = new Checks(model, () => model.notify());
 *   checks.refresh();                               // after each result: small programs are checked by themselves
 *   checks.run(2); checks.of(2);                    // { verdict: 'equal', ... }, 'running', or null
 *   checks.judged(2);                               // the same in words, and the region that is to blame
 */

import { causeIn } from '../../../wasm/js/cause.js';
import { verdictOf } from '../text/verdict.js';

/** @typedef {import('../../../wasm/js/index.js').CheckAnswer} CheckAnswer */

/** Larger programs are checked when somebody asks. */
const SMALL = 400;
/** Milliseconds without a change before it begins. */
const PAUSE = 500;
/** Milliseconds after which a comparison is one to ask for: what is typed next would wait for it. */
const LONG = 3000;

/** Of a pass that was given values of attributes: both programs are run on others. @type {CheckAnswer} */
const GIVEN = {
  verdict: 'unknown',
  results: 0,
  gradients: 0,
  message: 'the pass put the values of its option state into the program, and what is compared runs on sampled ones',
};

export class Checks {
  #model;
  #changed;
  /** @type {import('../engine/protocol.js').EvaluateAnswer | null} */
  #good = null;
  /** @type {Map<number, CheckAnswer | 'running'>} */
  #answers = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Nodes of a program whose comparison took long, or was given up. */
  #costly = Infinity;
  /** A comparison goes on, or is about to begin. */
  pending = false;
  /** How often what is known has changed. */
  changes = 0;

  /** @param {import('./model.js').Model} model @param {() => void} changed */
  constructor(model, changed) {
    this.#model = model;
    this.#changed = () => (this.changes++, changed());
  }

  refresh() {
    const { good } = this.#model.live;
    if (good === this.#good) return;
    this.#good = good;
    this.#answers.clear();
    clearTimeout(this.#timer);
    this.pending = false;
    if (good === null || good.nodes > SMALL || good.nodes > this.#costly / 2 || good.reports.length === 0) return;
    this.pending = true;
    this.#later();
  }

  dispose() {
    clearTimeout(this.#timer);
    this.#good = null;
    this.pending = false;
  }

  async runAll() {
    const good = this.#good;
    for (let step = 1; step <= (good?.reports.length ?? 0) && this.#good === good; step++) {
      // What somebody waits for goes first.
      if (this.#model.live.pending) return this.#later();
      if (good?.reports[step - 1].ran) await this.run(step);
    }
    if (this.#good !== good) return;
    this.pending = false;
    this.#changed();
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.runAll(), PAUSE);
  }

  /** @param {number} step */
  of(step) {
    return this.#answers.get(step) ?? null;
  }

  /** A step in words, with the entry of the why log behind a difference. @param {number} step */
  judged(step) {
    const verdict = verdictOf(this.of(step));
    const found = verdict.verdict === 'differs' && this.#good !== null ? causeIn(this.#good.reports, step - 1) : null;
    return { verdict, cause: found?.entry ?? null, causedBy: found?.at ?? step - 1 };
  }

  /** Compares a step with the one before it. @param {number} step */
  async run(step) {
    const good = this.#good;
    if (good === null || this.#answers.has(step)) return;
    if (this.#model.doc.pipeline[step - 1]?.options.state) {
      this.#answers.set(step, GIVEN);
      return this.#changed();
    }
    this.#answers.set(step, 'running');
    this.#changed();
    const begun = this.#model.engine.rest === 'ready' ? performance.now() : Infinity;
    const { value, diagnostics } = await this.#model.live
      .ask('check', { before: step - 1, after: step, ambientGrad: this.#model.doc.ambientGrad })
      .catch((/** @type {Error} */ error) => ({ value: null, diagnostics: [{ message: error.message }] }));
    if (performance.now() - begun > LONG) this.#costly = good.nodes;
    if (this.#good !== good) return;
    this.#answers.set(
      step,
      value ?? { verdict: 'unknown', results: 0, gradients: 0, message: diagnostics[0]?.message ?? '' },
    );
    this.#changed();
  }
}
