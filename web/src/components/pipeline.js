/**
 * `<seesaw-pipeline>`: the passes to run, in order, with their options. Everything it offers comes from `describe()`.
 *
 *   <seesaw-pipeline .passes=${description.passes} .steps=${doc.pipeline} .reports=${reports}></seesaw-pipeline>
 *
 * Fires `pipeline-changed` with the new steps; it never changes the given ones. Steps are moved with buttons, with
 * Alt+ArrowUp and Alt+ArrowDown, or by dragging the handle.
 */
import { LitElement, css, html, nothing } from 'lit';
import { shared } from '../styles.js';

/** @typedef {import('../document.js').Step} Step */
/** @typedef {import('../../../wasm/js/index.js').Description['passes'][number]} Pass */
/** @typedef {import('../../../wasm/js/index.js').PassOption} PassOption */
/** @typedef {import('../../../wasm/js/index.js').PassReport} PassReport */

/** @param {number} microseconds */
export function duration(microseconds) {
  return microseconds < 1000 ? `${Math.round(microseconds)} µs` : `${(microseconds / 1000).toFixed(1)} ms`;
}

/** @param {PassReport | undefined} report */
function outcome(report) {
  if (report === undefined || !report.ran) return 'not run';
  const nodes = `${report.nodesBefore} → ${report.nodesAfter} nodes`;
  return `${duration(report.microseconds)} · ${report.changed ? nodes : 'no change'}`;
}

export class Pipeline extends LitElement {
  static properties = {
    passes: { attribute: false },
    steps: { attribute: false },
    reports: { attribute: false },
    dropAt: { state: true },
  };

  static styles = [
    shared,
    css`
      :host {
        display: block;
      }
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
      }
      li {
        border-bottom: 1px solid var(--line);
        padding: var(--s2) var(--s2) var(--s2) var(--s1);
      }
      li.drop {
        box-shadow: inset 0 2px var(--accent);
      }
      .row {
        display: flex;
        align-items: center;
        gap: var(--s1);
      }
      .handle {
        cursor: grab;
        color: var(--muted);
        width: 14px;
        text-align: center;
        user-select: none;
      }
      .name {
        flex: 1;
        min-width: 0;
        overflow-wrap: anywhere;
        font-family: var(--mono);
        font-size: 12px;
        line-height: 1.35;
        padding-left: var(--s1);
      }
      .off .name {
        color: var(--muted);
        text-decoration: line-through;
      }
      .icon {
        width: 24px;
        height: 24px;
        padding: 0;
        flex: none;
      }
      .details {
        padding: var(--s1) 0 0 40px;
        font-size: 12px;
      }
      .options {
        display: grid;
        gap: var(--s1);
        margin-top: var(--s1);
      }
      label.option {
        display: flex;
        align-items: center;
        gap: var(--s2);
      }
      .option select {
        height: 24px;
      }
      .add {
        display: flex;
        padding: var(--s2) var(--s3);
      }
      .add select {
        flex: 1;
        min-width: 0;
      }
      .empty {
        padding: var(--s3);
        margin: 0;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Pass[]} */
    this.passes = [];
    /** @type {Step[]} */
    this.steps = [];
    /** @type {PassReport[]} */
    this.reports = [];
    /** @type {number | null} */
    this.dropAt = null;
    /** @type {number | null} */
    this.dragged = null;
  }

  /** @param {Step[]} steps */
  #change(steps) {
    this.dispatchEvent(new CustomEvent('pipeline-changed', { detail: steps }));
  }

  /** @param {number} index @param {Partial<Step>} change */
  #edit(index, change) {
    this.#change(this.steps.map((step, at) => (at === index ? { ...step, ...change } : step)));
  }

  /** @param {number} index @param {string} name @param {string | boolean} value */
  #setOption(index, name, value) {
    this.#edit(index, { options: { ...this.steps[index].options, [name]: value } });
  }

  /** Moves a step and keeps the focus on the same kind of control. @param {number} from @param {number} to @param {string} [focus] */
  async #move(from, to, focus) {
    if (to < 0 || to >= this.steps.length || to === from) return;
    const steps = [...this.steps];
    steps.splice(to, 0, ...steps.splice(from, 1));
    this.#change(steps);
    if (focus === undefined) return;
    await new Promise((done) => setTimeout(done));
    await this.updateComplete;
    const row = this.renderRoot.querySelectorAll('li')[to];
    const control = /** @type {HTMLElement | null} */ (row?.querySelector(`${focus}:not(:disabled)`) ?? row?.querySelector('button:not(:disabled)'));
    control?.focus();
  }

  /** @param {number} index */
  #remove(index) {
    this.#change(this.steps.filter((_, at) => at !== index));
  }

  /** @param {Event} event */
  #add(event) {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    if (select.value) this.#change([...this.steps, { name: select.value, enabled: true, options: {} }]);
    select.value = '';
  }

  /** @param {KeyboardEvent} event @param {number} index */
  #key(event, index) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    this.#move(index, index + (event.key === 'ArrowUp' ? -1 : 1), 'input.enable');
  }

  /** @param {Step} step @param {number} index @param {PassOption} option */
  #option(step, index, option) {
    const value = step.options[option.name];
    if (option.type === 'boolean') {
      const checked = value === undefined ? option.default === 'true' : value === true || value === 'true';
      return html`<label class="option" title=${option.doc}>
        <input
          type="checkbox"
          data-option=${option.name}
          .checked=${checked}
          @change=${(/** @type {any} */ event) => this.#setOption(index, option.name, event.target.checked)}
        />
        ${option.name}
      </label>`;
    }
    const choices = (option.choices ?? option.default).split('|');
    return html`<label class="option" title=${option.doc}>
      ${option.name}
      <select
        data-option=${option.name}
        @change=${(/** @type {any} */ event) => this.#setOption(index, option.name, event.target.value)}
      >
        ${choices.map((choice) => html`<option .selected=${choice === (value ?? option.default)}>${choice}</option>`)}
      </select>
    </label>`;
  }

  /** @param {Step} step @param {number} index */
  #step(step, index) {
    const pass = this.passes.find((one) => one.name === step.name);
    const last = this.steps.length - 1;
    return html`<li
      class="${step.enabled ? '' : 'off'} ${this.dropAt === index ? 'drop' : ''}"
      data-pass=${step.name}
      @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event, index)}
      @dragover=${(/** @type {DragEvent} */ event) => {
        if (this.dragged === null) return;
        event.preventDefault();
        this.dropAt = index;
      }}
      @drop=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        if (this.dragged !== null) this.#move(this.dragged, index);
        this.dragged = this.dropAt = null;
      }}
    >
      <div class="row">
        <span
          class="handle"
          draggable="true"
          aria-hidden="true"
          title="Drag to move"
          @dragstart=${() => (this.dragged = index)}
          @dragend=${() => (this.dragged = this.dropAt = null)}
          >⠿</span
        >
        <input
          class="enable"
          type="checkbox"
          aria-label="Run ${step.name}"
          title="Run this pass (Alt+Up and Alt+Down move it)"
          .checked=${step.enabled}
          @change=${(/** @type {any} */ event) => this.#edit(index, { enabled: event.target.checked })}
        />
        <span class="name" title=${pass?.summary ?? ''}>${step.name}</span>
        <button class="icon quiet up" ?disabled=${index === 0} aria-label="Move ${step.name} up" @click=${() => this.#move(index, index - 1, '.up')}>↑</button>
        <button class="icon quiet down" ?disabled=${index === last} aria-label="Move ${step.name} down" @click=${() => this.#move(index, index + 1, '.down')}>↓</button>
        <button class="icon quiet remove" aria-label="Remove ${step.name}" @click=${() => this.#remove(index)}>×</button>
      </div>
      <div class="details">
        <span class="muted outcome">${outcome(this.reports[index])}</span>
        ${pass && pass.options.length > 0 ? html`<div class="options">${pass.options.map((option) => this.#option(step, index, option))}</div>` : nothing}
      </div>
    </li>`;
  }

  render() {
    return html`
      ${this.steps.length === 0 ? html`<p class="empty muted">No passes: the result is the text, printed again.</p>` : nothing}
      <ol aria-label="Passes, in order">
        ${this.steps.map((step, index) => this.#step(step, index))}
      </ol>
      <div class="add">
        <select aria-label="Add a pass" data-testid="add-pass" @change=${this.#add}>
          <option value="">Add a pass</option>
          ${this.passes.map((pass) => html`<option value=${pass.name} title=${pass.summary}>${pass.name}</option>`)}
        </select>
      </div>
    `;
  }
}

customElements.define('seesaw-pipeline', Pipeline);
