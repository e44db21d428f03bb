/**
 * `<seesaw-pipeline>`: the passes to run, in order, with their options. Everything it offers comes from `describe()`.
 *
 *   <seesaw-pipeline .passes=${description.passes} .steps=${doc.pipeline} .reports=${reports}></seesaw-pipeline>
 *
 * `own` are passes of one's own (features/python/steps.js): what may be begun, and what is said of such a step; it
 * fires
 * `own-asked` with the id of what to begin, and `own-opened` with the place of a step.
 * `verdicts` say of each step whether values and gradients stayed (model/checks.js).
 * Fires `pipeline-changed` with the new steps; it never changes the given ones; `node-asked`, `reason-asked` and
 * `check-asked` from the sentence of a verdict. Steps are moved with buttons, with
 * Alt+ArrowUp and Alt+ArrowDown, or by dragging the handle; Delete on a step's controls removes it. With `readonly` it
 * only shows.
 */
import { LitElement, css, html, nothing } from 'lit';
import { shared } from './styles.js';
import { verdictSentence, verdictStyles } from './verdict.js';
import { nodesText } from '../text/plural.js';
import { ranked } from '../text/fuzzy.js';
import { define } from './define.js';

/** @typedef {import('../model/document.js').Step} Step */
/** @typedef {import('../../../wasm/js/index.js').Description['passes'][number]} Pass */
/** @typedef {import('../../../wasm/js/index.js').PassOption} PassOption */
/** @typedef {import('../../../wasm/js/index.js').PassReport} PassReport */

/**
 * Passes of one's own: what may be begun, which steps they are, what they are called, and what is said of one.
 * @typedef {object} Own
 * @property {{ id: string, title: string }[]} begin
 * @property {(step: Step) => boolean} is
 * @property {(step: Step) => string} title
 * @property {(step: Step, index: number) => unknown} note
 */

/** @param {number} microseconds */
export function duration(microseconds) {
  // Clocks of browsers tell no less.
  if (microseconds < 100) return '< 0.1 ms';
  return microseconds < 1000 ? `${Math.round(microseconds)} µs` : `${(microseconds / 1000).toFixed(1)} ms`;
}

/** A name that may be broken after its underscores and dots. @param {string} name */
export const breakable = (name) => name.split(/(?<=[_.])/).map((part) => html`${part}<wbr />`);

/** What stands between backticks is code. @param {string} text */
const withCode = (text) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code class="mono">${part}</code>` : part));

/** The text of a record: indented lines are code, the others run on. @param {{ name: string, doc: string }} pass */
export function documentation(pass) {
  const isCode = (/** @type {string} */ line) => line.startsWith('    ');
  /** @type {string[][]} */
  const parts = [];
  for (const line of pass.doc.split('\n').filter((one) => one.trim() !== '')) {
    const last = parts.at(-1);
    if (last !== undefined && isCode(last[0]) === isCode(line)) last.push(line);
    else parts.push([line]);
  }
  return parts.map((lines, index) =>
    isCode(lines[0])
      ? html`<pre role="group" aria-label="${index > 1 ? 'After' : 'Before'} ${pass.name}">
${lines.map((line) => line.slice(4)).join('\n')}</pre>`
      : html`<p>${withCode(lines.join(' '))}</p>`,
  );
}

/** What the options do; beside their controls there is no room for it. @param {Pass} pass */
const optionHelp = ({ options }) =>
  options.length === 0
    ? nothing
    : html`<dl data-testid="option-help">
        ${options.map(
          ({ name, doc }) =>
            html`<dt class="mono">${name}</dt>
              <dd>${doc}</dd>`,
        )}
      </dl>`;

/** Passes' names may be written with - or _. @param {string} one @param {string} other */
const sameName = (one, other) => one === other || one === other.replaceAll('-', '_');

/** The pass can do what was meant, and does not yet. @param {Pass[]} passes @param {Step | undefined} step */
function canCorrect(passes, step) {
  const known = passes.find((one) => step !== undefined && sameName(one.name, step.name));
  return known?.options.some(({ name }) => name === 'correct') === true && String(step?.options.correct) !== 'true';
}

/** @param {Step[]} steps */
const namesOf = (steps) => steps.map(({ name }) => name).join(' ');

/** @param {PassReport | undefined} report @param {boolean} enabled @param {boolean} running */
function outcome(report, enabled, running) {
  if (!enabled) return 'switched off';
  const error = report?.diagnostics.find(({ severity }) => severity === 'error');
  if (error !== undefined) return html`<span class="unknown">failed: ${error.message}</span>`;
  if (report === undefined || !report.ran) return running ? 'running' : 'not run';
  const nodes = `${report.nodesBefore} → ${nodesText(report.nodesAfter)}`;
  return `${duration(report.microseconds)} · ${report.changed ? nodes : 'no change'}`;
}

export class Pipeline extends LitElement {
  /**
   * Where the focus goes with the next steps.
   * @type {{ names: string, control: () => Element | null | undefined } | null}
   */
  #wanted = null;

  static properties = {
    passes: { attribute: false },
    steps: { attribute: false },
    reports: { attribute: false },
    verdicts: { attribute: false },
    running: { type: Boolean },
    partial: { type: Boolean },
    readonly: { type: Boolean },
    dropAt: { state: true },
    said: { state: true },
    fires: { attribute: false },
    own: { attribute: false },
    adding: { state: true },
    query: { state: true },
    only: { state: true },
  };

  static styles = [
    shared,
    verdictStyles,
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
        padding: var(--s1) var(--s1) 0 40px;
        font-size: 12px;
      }
      .options {
        display: flex;
        flex-wrap: wrap;
        gap: var(--s1) var(--s3);
        margin-top: var(--s1);
      }
      label.option {
        display: flex;
        align-items: center;
        gap: var(--s2);
        line-height: 1.4;
      }
      label.text {
        display: grid;
        flex: 1 0 100%;
      }
      dl {
        margin: var(--s1) 0;
      }
      dd {
        margin: 0 0 var(--s1);
      }
      textarea {
        width: 100%;
        resize: vertical;
        color: inherit;
        background: var(--surface);
        border: 1px solid var(--line);
        border-radius: var(--radius);
        padding: var(--s1) var(--s2);
      }
      .option input {
        flex: none;
      }
      details {
        margin-top: var(--s1);
      }
      summary {
        color: var(--muted);
        cursor: pointer;
        width: fit-content;
      }
      details p {
        margin: var(--s1) 0;
      }
      pre {
        margin: 0;
        padding: var(--s2);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        background: var(--surface-2);
        border-radius: var(--radius);
        font: 11px/1.45 var(--mono);
      }
      .unknown {
        margin: 0;
        color: var(--error);
      }
      [hidden] {
        display: none;
      }
      .option select {
        height: 24px;
      }
      .add {
        padding: var(--s2) var(--s3);
      }
      .add > button {
        width: 100%;
      }
      .choices ul {
        list-style: none;
        margin: 0;
        padding: 0;
      }
      .choices .only {
        display: block;
        width: auto;
        margin: var(--s2);
        padding: 2px var(--s2);
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
      }
      .choices .only[aria-pressed='true'] {
        border-color: var(--accent);
        background: var(--accent-soft);
      }
      .own {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s1);
        padding: var(--s2);
        font-size: 12px;
        border-bottom: 1px solid var(--line);
      }
      .own > span {
        flex: 1 0 100%;
        font-weight: 600;
      }
      .choices .own button {
        display: inline-block;
        width: auto;
        height: 24px;
        padding: 0 var(--s2);
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
      }
      .own-note {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s1) var(--s2);
        margin-top: var(--s1);
      }
      .find {
        width: calc(100% - 2 * var(--s2));
        height: 28px;
        margin: 0 var(--s2) var(--s2);
        padding: 0 var(--s2);
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
        background: var(--bg);
      }
      .fires {
        color: var(--accent);
        font-weight: 600;
      }
      .choices {
        list-style: none;
        margin: var(--s1) 0 0;
        padding: 0;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        overflow: hidden;
      }
      .choices li {
        padding: 0;
      }
      .choices li:last-child {
        border-bottom: 0;
      }
      .choices button {
        display: grid;
        gap: 2px;
        width: 100%;
        height: auto;
        padding: var(--s2);
        border: 0;
        border-radius: 0;
        text-align: left;
        line-height: 1.35;
        font-size: 12px;
        overflow-wrap: anywhere;
      }
      .choices button:hover {
        background: var(--surface-2);
      }
      .choices button:focus-visible {
        outline-offset: -2px;
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
    /**
     * By the place of the step; null where there is nothing to say.
     * @type {(import('./verdict.js').Judged | null)[]}
     */
    this.verdicts = [];
    /** @type {number | null} */
    this.dropAt = null;
    this.readonly = false;
    this.running = false;
    /** More passes are still being loaded. */
    this.partial = false;
    /** What a screen reader says. */
    this.said = '';
    this.adding = false;
    /** What a pass is searched for by. */
    this.query = '';
    /** Only passes that would change this graph. */
    this.only = false;
    /** By name: by how many nodes; null: not known yet. @type {Map<string, number> | null} */
    this.fires = null;
    /** @type {Own | null} */
    this.own = null;
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
    this.#edit(index, {
      options: { ...this.steps[index].options, [name]: value },
    });
  }

  /**
   * Moves a step and keeps the focus on the same kind of control.
   * @param {number} from
   * @param {number} to
   * @param {string} [focus]
   */
  #move(from, to, focus) {
    if (to < 0 || to >= this.steps.length || to === from) return;
    const steps = [...this.steps];
    steps.splice(to, 0, ...steps.splice(from, 1));
    if (focus !== undefined)
      this.#focusWith(steps, () => {
        const row = this.renderRoot.querySelectorAll('li[data-pass]')[to];
        return row?.querySelector(`${focus}:not(:disabled)`) ?? row?.querySelector('button:not(:disabled)');
      });
    this.#change(steps);
    this.said = `${this.#title(steps[to])} is now ${to + 1} of ${steps.length}`;
  }

  /**
   * Where the focus goes once these steps are shown: with the rendering itself, so that no key comes between.
   * @param {Step[]} steps
   * @param {() => Element | null | undefined} control
   */
  #focusWith(steps, control) {
    this.#wanted = { names: namesOf(steps), control };
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    // Another graph, or another engine: what is known holds no longer.
    if (this.adding && this.fires === null && (changed.has('fires') || changed.has('passes')))
      this.dispatchEvent(new CustomEvent('fires-asked'));
    const wanted = this.#wanted;
    if (wanted === null || !changed.has('steps')) return;
    this.#wanted = null;
    // What was refused, or is another's change by now, takes no focus.
    if (wanted.names === namesOf(this.steps)) /** @type {HTMLElement | null | undefined} */ (wanted.control())?.focus();
  }

  /** Removes a step; the focus goes to the one that took its place. @param {number} index */
  #remove(index) {
    this.said = `${this.#title(this.steps[index])} removed`;
    const steps = this.steps.filter((_, at) => at !== index);
    this.#focusWith(steps, () => {
      const left = this.renderRoot.querySelectorAll('li[data-pass]');
      return left[Math.min(index, left.length - 1)]?.querySelector('.remove') ?? this.#adder;
    });
    this.#change(steps);
  }

  /** @param {string} name */
  #add(name) {
    this.adding = false;
    this.said = `${name} added, ${this.steps.length + 1} of ${this.steps.length + 1}`;
    const steps = [...this.steps, { name, enabled: true, options: {} }];
    this.#focusWith(steps, () => this.#adder);
    this.#change(steps);
  }

  get #adder() {
    return /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.add > button'));
  }

  /** @param {KeyboardEvent} event */
  #addKey(event) {
    if (event.key !== 'Escape' || !this.adding) return;
    event.stopPropagation();
    this.adding = false;
    this.#adder?.focus();
  }

  /** The list opens and closes; in the task of the key the focus is in its field. */
  #toggle() {
    this.adding = !this.adding;
    [this.query, this.only] = ['', false];
    if (!this.adding) return;
    this.dispatchEvent(new CustomEvent('fires-asked'));
    this.performUpdate();
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.find'))?.focus();
  }

  /** @param {Pass} pass */
  #effect({ name }) {
    const by = this.fires?.get(name);
    if (by === undefined) return nothing;
    const nodes = by === 0 ? '' : `: ${by > 0 ? '+' : '−'}${Math.abs(by)} ${Math.abs(by) === 1 ? 'node' : 'nodes'}`;
    return html`<span class="fires">changes this graph${nodes}</span>`;
  }

  #beginOwn() {
    const begin = this.own?.begin ?? [];
    if (begin.length === 0) return nothing;
    const ask = (/** @type {string} */ id) => {
      this.adding = false;
      this.dispatchEvent(new CustomEvent('own-asked', { detail: id }));
    };
    return html`<div class="own" role="group" aria-labelledby="own-title">
      <span id="own-title">Your own, in Python</span>
      ${begin.map(
        ({ id, title }) => html`<button class="small" data-own=${id} @click=${() => ask(id)}>${title}</button>`,
      )}
    </div>`;
  }

  #choices() {
    const { fires, only } = this;
    const offered = only ? this.passes.filter(({ name }) => fires?.has(name)) : this.passes;
    const found = ranked(offered, this.query, ({ name, summary, doc = '' }) => [name, summary, doc]);
    return html`<div class="choices" id="choices">
      ${this.#beginOwn()}
      <button
        class="small only"
        data-testid="only-firing"
        aria-pressed=${only}
        ?disabled=${fires === null}
        @click=${() => (this.only = !only)}
      >
        ${fires === null ? 'Trying them on this graph…' : `Only the ${fires.size} found to change this graph`}
      </button>
      <input
        class="find"
        type="search"
        aria-label="Search passes"
        placeholder="Search by name or by what it does"
        autocomplete="off"
        .value=${this.query}
        @input=${(/** @type {any} */ event) => (this.query = event.target.value)}
        @keydown=${(/** @type {KeyboardEvent} */ event) =>
          event.key === 'Enter' && found.length > 0 && this.#add(found[0].name)}
      />
      <ul aria-label="Passes to add">
        ${found.map(
          (pass) =>
            html`<li>
              <button data-add=${pass.name} @click=${() => this.#add(pass.name)}>
                <span class="mono">${pass.name}</span><span class="muted">${pass.summary}</span>${this.#effect(pass)}
              </button>
            </li>`,
        )}
      </ul>
      ${found.length === 0 ? html`<p class="empty muted">No pass has all these words.</p>` : nothing}
    </div>`;
  }

  /** @param {KeyboardEvent} event @param {number} index */
  #key(event, index) {
    if (this.readonly) return;
    if (event.key === 'Delete' && !(event.target instanceof HTMLSelectElement)) {
      event.preventDefault();
      this.#remove(index);
      return;
    }
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
          ?disabled=${this.readonly}
          .checked=${checked}
          @change=${(/** @type {any} */ event) => this.#setOption(index, option.name, event.target.checked)}
        />
        <span class="mono">${option.name}</span>
      </label>`;
    }
    if (option.type === 'text') return this.#text(step, index, option);
    const choices = (option.choices ?? option.default).split('|');
    return html`<label class="option choice" title=${option.doc}>
      <span class="mono">${option.name}</span>
      <select
        data-option=${option.name}
        ?disabled=${this.readonly}
        @change=${(/** @type {any} */ event) => this.#setOption(index, option.name, event.target.value)}
      >
        ${choices.map((choice) => html`<option .selected=${choice === (value ?? option.default)}>${choice}</option>`)}
      </select>
    </label>`;
  }

  /** @param {Step} step @param {number} index @param {PassOption} option */
  #text(step, index, option) {
    const value = String(step.options[option.name] ?? option.default);
    return html`<label class="option text" title=${option.doc}>
      <span class="mono">${option.name}</span>
      <textarea
        class="mono"
        rows=${Math.min(12, Math.max(2, value.split('\n').length))}
        spellcheck="false"
        data-option=${option.name}
        ?readonly=${this.readonly}
        .value=${value}
        @change=${(/** @type {any} */ event) => this.#setOption(index, option.name, event.target.value)}
      ></textarea>
    </label>`;
  }

  /** What came of a step; reports of a run before may be of other passes. @param {Step} step @param {number} index */
  #report(step, index) {
    const report = this.reports[index];
    return report !== undefined && sameName(report.pass, this.#title(step)) ? report : undefined;
  }

  /** @param {Step} step */
  #isOwn = (step) => this.own?.is(step) === true;

  /** @param {Step} step */
  #title(step) {
    return this.own !== null && this.#isOwn(step) ? this.own.title(step) : step.name;
  }

  /** @param {Step} step @param {number} index */
  #step(step, index) {
    const pass = this.passes.find((one) => sameName(one.name, step.name));
    const [own, title] = [this.#isOwn(step), this.#title(step)];
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
          ?hidden=${this.readonly}
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
          aria-label="Run ${title}"
          title="Run this pass (Alt+Up and Alt+Down move it)"
          ?disabled=${this.readonly}
          .checked=${step.enabled}
          @change=${(/** @type {any} */ event) => this.#edit(index, { enabled: event.target.checked })}
        />
        <span class="name">${breakable(title)}</span>
        ${own ? this.#opener(title, index) : nothing} ${this.readonly ? nothing : this.#buttons(step, index)}
      </div>
      <div class="details">
        <span class="muted outcome">${outcome(this.#report(step, index), step.enabled, this.running)}</span>
        ${this.#verdict(step, index)} ${own ? this.own?.note(step, index) : nothing}
        ${
          pass === undefined && this.passes.length > 0 && !own
            ? html`<p class=${this.partial ? 'muted' : 'unknown'}>
                ${this.partial ? 'Loading…' : 'There is no pass of this name here.'}
              </p>`
            : nothing
        }
        ${
          pass && pass.options.length > 0
            ? html`<div class="options">${pass.options.map((option) => this.#option(step, index, option))}</div>`
            : nothing
        }
        ${
          pass
            ? html`<details>
                <summary>About this pass</summary>
                <p>${pass.summary}</p>
                ${documentation(pass)} ${optionHelp(pass)}
              </details>`
            : nothing
        }
      </div>
    </li>`;
  }

  /** @param {Step} step @param {number} index */
  #verdict(step, index) {
    const judged = this.verdicts[index];
    if (!judged || !step.enabled || !this.#report(step, index)?.ran) return nothing;
    const { causedBy, cause } = judged;
    const fire = (/** @type {string} */ type, /** @type {unknown} */ detail) =>
      this.dispatchEvent(new CustomEvent(type, { detail }));
    return verdictSentence(judged, {
      node: (node) => fire('node-asked', { step: index + 1, node }),
      reason: (entry) => fire('reason-asked', entry),
      compare: () => fire('check-asked', index + 1),
      fix:
        cause !== null && !this.readonly && canCorrect(this.passes, this.steps[causedBy])
          ? () => this.#setOption(causedBy, 'correct', true)
          : null,
    });
  }

  /** @param {string} title @param {number} index */
  #opener(title, index) {
    return html`<button
      class="small edit-own"
      aria-label="${this.readonly ? 'Show' : 'Edit'} ${title}"
      @click=${() => this.dispatchEvent(new CustomEvent('own-opened', { detail: index }))}
    >
      ${this.readonly ? 'Show' : 'Edit'}
    </button>`;
  }

  /** @param {Step} step @param {number} index */
  #buttons(step, index) {
    const last = this.steps.length - 1;
    const title = this.#title(step);
    return html`<button
        class="icon quiet up"
        ?disabled=${index === 0}
        aria-label="Move ${title} up"
        @click=${() => this.#move(index, index - 1, '.up')}
      >
        ↑
      </button>
      <button
        class="icon quiet down"
        ?disabled=${index === last}
        aria-label="Move ${title} down"
        @click=${() => this.#move(index, index + 1, '.down')}
      >
        ↓
      </button>
      <button class="icon quiet remove" aria-label="Remove ${title}" @click=${() => this.#remove(index)}>×</button>`;
  }

  render() {
    return html`
      ${
        this.steps.length === 0
          ? html`<p class="empty muted">No passes: the result is the text, printed again.</p>`
          : nothing
      }
      <ol aria-label="Passes, in order">
        ${this.steps.map((step, index) => this.#step(step, index))}
      </ol>
      <p class="hidden-label" role="status">${this.said}</p>
      <div class="add" ?hidden=${this.readonly} @keydown=${this.#addKey}>
        <button
          data-testid="add-pass"
          aria-expanded=${this.adding}
          aria-controls="choices"
          @click=${() => this.#toggle()}
        >
          Add a pass
        </button>
        ${this.adding ? this.#choices() : nothing}
        ${this.adding && this.partial ? html`<p class="muted">Loading more passes…</p>` : nothing}
      </div>
    `;
  }
}

define('seesaw-pipeline', Pipeline);
