/**
 * `<seesaw-autograd>`: the program run forward and backward, or the gallery of torch.autograd.graph.
 *
 * <seesaw-autograd .model=${model} .good=${model.live.good} .step=${model.shownStep}
 * .inputs=${model.doc.inputs}></seesaw-autograd>
 *
 * Event: `line-asked` (`{ line, column }` of the text).
 *
 * Loaded when the panel is first shown. Whatever is chosen goes into the document; the run itself is in
 * model/autograd/runs.js, and its answer is put in order by model/autograd/differentiation.js. The other modules
 * here are templates.
 */
import { LitElement, html, nothing } from 'lit';
import { shared } from '../../ui/styles.js';
import { diagnosticList, listStyles } from '../../ui/lists.js';
import { emptyInputs } from '../../model/inputs.js';
import { backwardSection } from './backward.js';
import { GUESSED_TYPE } from '../../model/autograd/choices.js';
import './gallery/gallery.js';
import { inputsSection } from './inputs_table.js';
import { nodesSection, ROWS } from './nodes_table.js';
import { Runs } from '../../model/autograd/runs.js';
import { checkSection, savedSection } from './saved.js';
import { autogradStyles } from './view_styles.js';
import { timelineSection } from './timeline.js';
import { define } from '../../ui/define.js';
import { unqualified } from '../../model/selection.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('../../model/inputs.js').Inputs} Inputs */
/** @typedef {import('../../model/inputs.js').Hook} Hook */
/** @typedef {import('../../model/autograd/differentiation.js').ForwardNode} ForwardNode */

/** As in view_styles.js. */
const ONE_COLUMN = 760;

export class AutogradView extends LitElement {
  static properties = {
    model: { attribute: false },
    good: { attribute: false },
    programStep: { attribute: false },
    inputs: { attribute: false },
    ambient: { attribute: false },
    what: { attribute: false },
    scenario: { attribute: false },
    nodes: { attribute: false },
    at: { state: true },
    stepping: { state: true },
    opened: { state: true },
    rows: { state: true },
    weights: { state: true },
  };

  static styles = [shared, listStyles, autogradStyles];

  /** @type {Runs | null} */
  #runs = null;
  /** The node that is looked at has been brought into view. */
  #shown = '';

  constructor() {
    super();
    /** @type {import('../contract.js').Model} */
    this.model = /** @type {any} */ (null);
    /** @type {object | null} */
    this.good = null;
    this.programStep = 0;
    /** @type {Inputs} */
    this.inputs = emptyInputs();
    this.ambient = true;
    /** @type {'program' | 'gallery'} */
    this.what = 'program';
    /** @type {import('../../model/inputs.js').Scenario} */
    this.scenario = { id: '', text: '' };
    /** Qualified names of the nodes that are looked at. @type {string[]} */
    this.nodes = [];
    /** The step of the backward pass that is shown. */
    this.at = 0;
    /** The pass is stepped through: the table shows the gradients that there are in that step. */
    this.stepping = false;
    /** The node whose row is open, by key. */
    this.opened = '';
    this.rows = ROWS;
    /** Parameters and buffers of a large module are in the table. */
    this.weights = false;
  }

  #lineAsked = (/** @type {number} */ line, /** @type {number | undefined} */ column = undefined) =>
    this.dispatchEvent(new CustomEvent('line-asked', { detail: { line, column } }));

  get runs() {
    this.#runs ??= new Runs(this.model, () => this.requestUpdate());
    return this.#runs;
  }

  get step() {
    const steps = this.runs.result?.steps ?? [];
    return steps[Math.min(this.at, steps.length - 1)] ?? null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const program = ['good', 'programStep', 'ambient', 'what'].some((key) => changed.has(key));
    if (this.what !== 'program' || !(program || changed.has('inputs'))) return;
    if (changed.has('good') || changed.has('programStep')) {
      this.rows = ROWS;
      this.stepping = false;
    }
    this.runs.want(this.inputs);
  }

  updated() {
    if (this.what === 'program') this.#look();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.runs.cancelCheck();
  }

  connectedCallback() {
    super.connectedCallback();
    // It is shown again, and heard of no changes meanwhile.
    if (this.hasUpdated && this.what === 'program') this.runs.want(this.inputs);
  }

  /** @param {Partial<Inputs>} change */
  setInputs(change) {
    this.model.changeSetup({ inputs: { ...this.model.doc.inputs, ...change } });
  }

  /** @param {string} name @param {import('../../model/inputs.js').ValueSource} source */
  setSource(name, source) {
    this.setInputs({ values: { ...this.model.doc.inputs.values, [name]: source } });
  }

  /**
   * While a slider moves: the run follows, the document waits for its end.
   * @param {string} name
   * @param {number} value
   */
  tryValue(name, value) {
    const { inputs } = this.model.doc;
    const source = inputs.values[name];
    if (source !== undefined) this.inputs = { ...inputs, values: { ...inputs.values, [name]: { ...source, value } } };
  }

  /** @param {Hook} hook */
  addHook(hook) {
    this.setInputs({ hooks: [...this.model.doc.inputs.hooks, hook] });
  }

  /** @param {number} index */
  removeHook(index) {
    this.setInputs({ hooks: this.model.doc.inputs.hooks.filter((_, at) => at !== index) });
  }

  /** @param {ForwardNode} node */
  open(node) {
    this.opened = this.opened === node.key ? '' : node.key;
    this.#choose(node.key);
  }

  showMore() {
    this.rows += ROWS;
  }

  /** Another step of the backward pass; the node that it belongs to is looked at. @param {number} at */
  async go(at) {
    const steps = this.runs.result?.steps ?? [];
    if (steps.length === 0) return;
    this.at = Math.max(0, Math.min(at, steps.length - 1));
    this.stepping = true;
    const key = this.step?.forward ?? null;
    if (key !== null) this.#choose(key);
    await this.updateComplete;
    // In one column the row is elsewhere, and what is stepped through must stay.
    if (this.clientWidth > ONE_COLUMN)
      this.renderRoot.querySelector('tr.hot > th')?.scrollIntoView({ block: 'nearest' });
  }

  /** Every view shows it. @param {string} key */
  #choose(key) {
    const place = this.runs.result?.byKey.get(key)?.place ?? key;
    this.#shown = place;
    this.model.selection.choose([{ step: this.programStep, ...unqualified(place) }]);
  }

  /** What was chosen elsewhere: its row is seen, and its step of the backward pass is shown; the focus stays. */
  #look() {
    const { result } = this.runs;
    const place = this.nodes.at(-1) ?? '';
    if (result === null || place === this.#shown) return;
    this.#shown = place;
    const at = result.nodes.findIndex((node) => node.place === place);
    if (at < 0) return;
    this.rows = Math.max(this.rows, at + 1);
    const step = result.steps.findIndex((one) => one.forward === result.nodes[at].key);
    if (step >= 0) this.at = step;
    this.updateComplete.then(() =>
      this.renderRoot.querySelector('tr.looked > th')?.scrollIntoView({ block: 'nearest' }),
    );
  }

  /** @param {number} place in the backward graph */
  goToPlace(place) {
    const step = this.runs.result?.steps.find((one) => one.place === place);
    if (step !== undefined) this.go(step.index);
  }

  /** @param {string} key */
  async goToNode(key) {
    const at = this.runs.result?.nodes.findIndex((node) => node.key === key) ?? -1;
    if (at < 0) return;
    this.rows = Math.max(this.rows, at + 1);
    // It may be a parameter.
    if (!this.renderRoot.querySelector(`tr[data-node="${CSS.escape(key)}"]`)) this.weights = true;
    this.opened = key;
    this.#choose(key);
    await this.updateComplete;
    const row = /** @type {HTMLElement | null} */ (
      this.renderRoot.querySelector(`tr[data-node="${CSS.escape(key)}"] button`)
    );
    row?.scrollIntoView({ block: 'nearest' });
    row?.focus();
  }

  withWeights() {
    this.weights = true;
  }

  check() {
    if (this.runs.result !== null) this.runs.check(this.inputs);
  }

  cancelCheck() {
    this.runs.cancelCheck();
    this.requestUpdate();
  }

  #problems() {
    const { result, diagnostics } = this.runs;
    const items = result?.error ? [result.error] : diagnostics;
    return items.length === 0
      ? nothing
      : html`<div class="problems" role="alert">${diagnosticList(items, this.#lineAsked)} ${this.#guesses()}</div>`;
  }

  /** Types that are guessed may be why a run failed. */
  #guesses() {
    if (this.runs.result?.error?.code === 'no-kernel') return nothing;
    const names = this.runs.wanted
      .filter((wanted) => wanted.known === false && !this.inputs.values[wanted.name]?.type)
      .map(({ name }) => name);
    if (names.length === 0) return nothing;
    return html`<p class="guess">
      The program does not say the type of
      ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}: ${GUESSED_TYPE} is a
      guess. It can be changed in the table of inputs.
    </p>`;
  }

  #program() {
    const { result, wanted, busy } = this.runs;
    if (result === null && wanted.length === 0 && busy)
      return html`<p class="muted waiting">Running forward and backward…</p>`;
    return html`<div class="columns" data-testid="autograd" aria-busy=${busy}>
      <div class="column">${inputsSection(this)} ${this.#problems()} ${nodesSection(this)}</div>
      <div class="column">
        ${backwardSection(this)} ${timelineSection(this)} ${checkSection(this)} ${savedSection(this)}
      </div>
    </div>`;
  }

  render() {
    if (this.what === 'gallery')
      return html`<seesaw-autograd-gallery .model=${this.model} .scenario=${this.scenario}></seesaw-autograd-gallery>`;
    return this.#program();
  }
}

define('seesaw-autograd', AutogradView);
