/**
 * Whether each pass kept what the program computes: both programs run on the same sampled values, gradients included.
 *
 *   const checks = new Checks(model, () => view.requestUpdate());
 *   checks.refresh();                               // after each result: small programs are checked by themselves
 *   checks.run(2); checks.of(2);                    // { verdict: 'equal', ... }, 'running', or null
 */

import { causeOf } from '../../../../wasm/js/cause.js';

/** @typedef {import('../../../../wasm/js/index.js').CheckAnswer} CheckAnswer */

/** Larger programs are checked when somebody asks. */
const SMALL = 400;
/** Milliseconds without a change before it begins. */
const PAUSE = 500;

export class Checks {
  #model;
  #changed;
  /** @type {import('../../engine/protocol.js').EvaluateAnswer | null} */
  #good = null;
  /** @type {Map<number, CheckAnswer | 'running'>} */
  #answers = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {import('../model.js').Model} model @param {() => void} changed */
  constructor(model, changed) {
    this.#model = model;
    this.#changed = changed;
  }

  refresh() {
    const { good } = this.#model.live;
    if (good === this.#good) return;
    this.#good = good;
    this.#answers.clear();
    clearTimeout(this.#timer);
    if (good === null || good.nodes > SMALL) return;
    this.#timer = setTimeout(() => this.runAll(), PAUSE);
  }

  dispose() {
    clearTimeout(this.#timer);
    this.#good = null;
  }

  async runAll() {
    const good = this.#good;
    for (let step = 1; step <= (good?.reports.length ?? 0) && this.#good === good; step++) await this.run(step);
  }

  /** @param {number} step */
  of(step) {
    return this.#answers.get(step) ?? null;
  }

  /** Compares a step with the one before it. @param {number} step */
  async run(step) {
    const good = this.#good;
    if (good === null || this.#answers.has(step)) return;
    this.#answers.set(step, 'running');
    this.#changed();
    const { value, diagnostics } = await this.#model.live
      .ask('check', { before: step - 1, after: step, ambientGrad: this.#model.doc.ambientGrad })
      .catch((/** @type {Error} */ error) => ({ value: null, diagnostics: [{ message: error.message }] }));
    if (this.#good !== good) return;
    const cause = value?.verdict === 'differs' ? causeOf(good.reports, step - 1) : '';
    if (cause !== '') value.message = `${cause}; ${value.message}`;
    this.#answers.set(
      step,
      value ?? { verdict: 'unknown', results: 0, gradients: 0, message: diagnostics[0]?.message ?? '' },
    );
    this.#changed();
  }
}

/**
 * What a badge says.
 * @param {CheckAnswer | 'running' | null} answer
 * @returns {{ sign: string, kind: string, text: string }}
 */
export function badgeOf(answer) {
  if (answer === null) return { sign: '·', kind: 'none', text: 'verified; values not compared' };
  if (answer === 'running') return { sign: '…', kind: 'none', text: 'comparing values' };
  const { verdict, results, gradients, message, node, graph, what } = answer;
  if (verdict === 'equal')
    return {
      sign: '=',
      kind: 'good',
      text: `verified; ${results} values and ${gradients} gradients are equal on sampled inputs`,
    };
  const place = node ? ` at ${graph ? `${graph}.` : ''}${node}` : '';
  if (verdict === 'differs')
    return { sign: '≠', kind: 'bad', text: `${what ?? 'values'} differ${place}${message ? `: ${message}` : ''}` };
  return { sign: '?', kind: 'none', text: `verified; values cannot be compared: ${message ?? 'not known why'}` };
}
