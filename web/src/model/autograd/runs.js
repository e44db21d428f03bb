/**
 * What keeps values and gradients in step with the program and its inputs: one run at a time, the newest wanted one
 * next.
 *
 *   const runs = new Runs(model, () => this.requestUpdate());
 *   runs.want(inputs);                    // any number of times, while a slider moves
 *   runs.result?.nodes; runs.mistakes.x; runs.diagnostics
 *   runs.check(inputs); runs.cancelCheck(); runs.checked
 */
import { Superseded } from '../../engine/client.js';
import { requestOf } from './choices.js';
import { badgeText, hookTitle } from './hooks.js';
import { keyOf, modelOf } from './differentiation.js';
import { shortNumbers } from '../../text/numbers.js';
import { partsText } from './values.js';

/** @typedef {import('../model.js').Model} Model */
/** @typedef {import('../inputs.js').Inputs} Inputs */
/** @typedef {import('./choices.js').Wanted} Wanted */
/** @typedef {import('./differentiation.js').Differentiation} Differentiation */
/** @typedef {import('../../../../wasm/js/index.js').Diagnostic} Diagnostic */
/**
 * @typedef {{ input: string, index: number, analytic: number | null, numeric: number | null, excess: number | null }}
 *   Worst
 */
/**
 * @typedef {{ state: 'running' | 'equal' | 'differs' | 'undefined' | 'nothing' | 'stopped' | 'failed', done: number,
 *   total: number, wrong: number, undefined: number, worst: Worst | null, message: string }} Checked
 */

/** Elements of each value that are asked for; of a large program fewer, so that its values fit into an answer. */
const ELEMENTS = 64;
const FEW = 4;
const LARGE = 500;
/** Elements that a picture writes on a node, where it has the room. */
const ON_NODE = 6;
/** A check asks for parts of so many milliseconds, and ends after so many in all. */
const PART = 60;
const CHECK_LIMIT = 10_000;

export class Runs {
  #model;
  #changed;
  #busy = false;
  /** @type {Inputs | null} */
  #next = null;
  #checking = 0;
  /** @type {Wanted[]} */
  wanted = [];
  /** The values of the last run, by name. @type {Map<string, any>} */
  values = new Map();
  /** @type {Differentiation | null} */
  result = null;
  /** By name of input. @type {Record<string, string>} */
  mistakes = {};
  /** Of the last run, if it could not begin. @type {Diagnostic[]} */
  diagnostics = [];
  /** @type {Checked | null} */
  checked = null;

  /** @param {Model} model @param {() => void} changed */
  constructor(model, changed) {
    this.#model = model;
    this.#changed = changed;
  }

  get busy() {
    return this.#busy;
  }

  /** @param {Inputs} inputs */
  want(inputs) {
    this.#next = inputs;
    this.cancelCheck();
    if (!this.#busy) this.#work();
  }

  async #work() {
    this.#busy = true;
    this.#changed();
    while (this.#next !== null) {
      const inputs = this.#next;
      this.#next = null;
      try {
        await this.#run(inputs);
      } catch (error) {
        if (error instanceof Superseded) {
          if (error.byHand) this.#stopped();
        } else this.#failed(/** @type {Error} */ (error));
      }
    }
    this.#busy = false;
    this.#changed();
  }

  /**
   * @param {'gradients' | 'gradcheck'} command @param {object} args @param {object} payload
   * @returns {Promise<{ value: any, diagnostics: Diagnostic[] }>} `value` is null where diagnostics say why
   */
  #differentiate(command, args, payload) {
    const { shownStep: step, doc, live } = this.#model;
    return live.ask('differentiate', { command, step, args: { gradMode: doc.ambientGrad, ...args }, payload });
  }

  /** @param {Inputs} inputs */
  async #run(inputs) {
    const { shownStep: step, live } = this.#model;
    const { good } = live;
    const known = await live.ask('inputs', { step });
    if (live.good !== good) return this.#again(inputs);
    if (known.value === null) return this.#refused(known.diagnostics);
    this.wanted = known.value;
    const { payload, mistakes } = requestOf(this.wanted, inputs);
    this.mistakes = mistakes;
    if (Object.keys(mistakes).length > 0) return this.#refused([]);
    const answer = await this.#differentiate(
      'gradients',
      { formulas: true, elements: (good?.nodes ?? 0) > LARGE ? FEW : ELEMENTS },
      payload,
    );
    if (live.good !== good) return this.#again(inputs);
    if (answer.value === null) return this.#refused(answer.diagnostics);
    this.diagnostics = [];
    this.values = new Map(answer.value.inputs.map((/** @type {any} */ one) => [one.name, one]));
    this.result = modelOf(answer.value, inputs.hooks.map(hookTitle));
    if (this.result !== null) this.#model.setValues({ of: good, step, texts: this.#texts(this.result, inputs.hooks) });
  }

  /** Another program came between two questions: what was answered is of two programs. @param {Inputs} inputs */
  #again(inputs) {
    this.#next ??= inputs;
  }

  /**
   * What the picture writes on its nodes: of a graph that is called several times the first call, where it is drawn.
   * @param {Differentiation} result
   * @param {import('../inputs.js').Hook[]} hooks
   */
  #texts(result, hooks) {
    /** @type {Map<string, string[]>} */
    const badges = new Map();
    for (const node of result.nodes.filter(({ call }) => call === 1)) badges.set(node.place, []);
    hooks.forEach((hook, index) => {
      if (!result.refusals[index] && (hook.call ?? 1) === 1)
        badges.get(keyOf(hook.graph, hook.node))?.push(badgeText(hook));
    });
    return new Map(
      result.nodes
        .filter(({ value, call }) => value !== '' && call === 1)
        .map((node) => [node.place, nodeText(node, badges.get(node.place) ?? [])]),
    );
  }

  /** @param {Diagnostic[]} diagnostics */
  #refused(diagnostics) {
    this.diagnostics = diagnostics;
    this.result = null;
    this.#model.setValues(null);
  }

  #stopped() {
    this.#refused([
      {
        severity: 'warning',
        code: 'stopped',
        message: 'The run was stopped.',
        notes: [{ message: 'Change an input to run again.' }],
      },
    ]);
  }

  /** @param {Error} error */
  #failed(error) {
    this.#refused([
      {
        severity: 'error',
        code: 'engine',
        message: `${error.message}; a fresh engine took over`,
        notes: [{ message: 'change an input to run again' }],
      },
    ]);
  }

  cancelCheck() {
    this.#checking++;
    if (this.checked?.state === 'running') this.checked = { ...this.checked, state: 'stopped', message: '' };
    else if (this.checked !== null) this.checked = null;
  }

  /** Gradients against differences, a part at a time, so that it can be stopped. @param {Inputs} inputs */
  async check(inputs) {
    const ticket = ++this.#checking;
    const ends = performance.now() + CHECK_LIMIT;
    this.checked = { state: 'running', done: 0, total: 0, wrong: 0, undefined: 0, worst: null, message: '' };
    this.#changed();
    const { payload } = requestOf(this.wanted, inputs);
    for (let first = 0; ;) {
      const part = await this.#differentiate('gradcheck', { first, milliseconds: PART }, payload).catch((error) => ({
        value: null,
        diagnostics: [{ message: String(error.message ?? error) }],
        stopped: error instanceof Superseded,
      }));
      if (ticket === this.#checking && 'stopped' in part && part.stopped) this.cancelCheck();
      if (ticket !== this.#checking) return this.#changed();
      this.checked =
        part.value === null
          ? { ...this.checked, state: 'failed', message: part.diagnostics[0]?.message ?? '' }
          : added(this.checked, part.value, performance.now() > ends);
      this.#changed();
      if (this.checked.state !== 'running') return;
      first = this.checked.done;
    }
  }
}

/** @param {import('./differentiation.js').ForwardNode} node @param {string[]} badges */
function nodeText({ call, calls, first, value, grad }, badges) {
  const parts = calls > 1 ? [`call ${call}`] : [];
  if (badges.length > 0) parts.push(badges.length === 1 ? `hook ${badges[0]}` : `${badges.length} hooks`);
  parts.push(first === null ? value : shortNumbers(first, ON_NODE));
  if (grad !== null) parts.push(`grad ${shortNumbers(grad, ON_NODE)}`);
  return partsText(parts);
}

/**
 * @param {Checked} before
 * @param {{ total: number, next: number, wrong: number, undefined: number, worst?: Worst }} part
 * @param {boolean} late
 * @returns {Checked}
 */
function added(before, part, late) {
  const excess = (/** @type {Worst | null | undefined} */ one) => (one ? (one.excess ?? Infinity) : -1);
  const out = {
    ...before,
    done: part.next,
    total: part.total,
    wrong: before.wrong + part.wrong,
    undefined: before.undefined + part.undefined,
  };
  if (excess(part.worst) > excess(before.worst)) out.worst = part.worst ?? null;
  if (part.total === 0) return { ...out, state: 'nothing' };
  if (part.next < part.total && !late) return out;
  return { ...out, state: out.wrong > 0 ? 'differs' : out.undefined > 0 ? 'undefined' : 'equal' };
}
