/**
 * The command palette: every action of the page that makes sense now, every pass, example, document and step, by a few
 * letters.
 *
 * Actions come from the one list (app/actions.js), passes from describe(), examples and documents from theirs; nothing
 * is listed here.
 */
import { css, html } from 'lit';
import { keyName } from '../../ui/keys.js';
import { EXAMPLES } from '../../model/examples.js';
import { contentElement } from '../content.js';
import { ranked } from '../../text/fuzzy.js';
import { define } from '../../ui/define.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {{ title: string, kind: string, keys?: string, more?: string, run: () => unknown }} Entry */

/** So many are listed; typing finds the others. */
const MAX_ENTRIES = 60;

const styles = css`
  :host {
    display: flex;
    flex-direction: column;
    max-height: 70vh;
    padding: 0;
  }
  .query {
    padding: var(--s3);
    border-bottom: 1px solid var(--line);
  }
  [role='listbox'] {
    overflow: auto;
    padding: var(--s1);
  }
  [role='option'] {
    display: flex;
    align-items: baseline;
    gap: var(--s2);
    padding: 6px var(--s2);
    border-radius: var(--radius);
    cursor: pointer;
  }
  [role='option'][aria-selected='true'] {
    background: var(--accent-soft);
    box-shadow: inset 2px 0 var(--accent);
  }
  .kind {
    flex: none;
    width: 88px;
    font-size: 11px;
    color: var(--muted);
  }
  .title {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .more {
    display: block;
    font-size: 12px;
    color: var(--muted);
  }
  kbd {
    flex: none;
  }
  .none {
    padding: var(--s3);
  }
  @media (pointer: coarse) {
    [role='option'] {
      min-height: 44px;
      align-items: center;
    }
  }
`;

/** A group of actions in a word or two. @param {string} group */
function kindOf(group) {
  const short = group === 'Anywhere' ? 'page' : group.replace(/^In the /, '').replace(/:.*/, '');
  return short[0].toUpperCase() + short.slice(1);
}

/** Everything that can be done now. @param {Context} context @returns {Entry[]} */
function entries(context) {
  const { model, commands } = context;
  const actions = commands
    .availableActions()
    .filter((action) => action.id !== 'palette')
    .map((action) => ({
      title: action.title,
      kind: kindOf(action.group),
      keys: action.keys?.[0],
      run: () => action.run?.(context),
    }));
  const steps = ['Input', ...(model.live.good?.reports ?? []).map((report) => report.pass)].map((name, index) => ({
    title: index === 0 ? 'Show the input' : `Show the program after ${index} ${name}`,
    kind: 'Step',
    run: () => model.showStep(index),
  }));
  const passes = model.description?.passes ?? [];
  const adding = model.readonly
    ? []
    : passes.map((pass) => ({
        title: `Add ${pass.name}`,
        kind: 'Pass',
        more: pass.summary,
        run: () => model.addPass(pass.name),
      }));
  const explaining = passes.map((pass) => ({
    title: `Explain ${pass.name}`,
    kind: 'Reference',
    more: pass.summary,
    run: () => commands.openReference(`pass/${pass.name}`),
  }));
  const opening = model.readonly
    ? []
    : [
        ...EXAMPLES.map((one) => ({
          title: one.title,
          kind: 'Example',
          more: one.hint,
          run: () => commands.open.example(one.id),
        })),
        ...model.saved
          .recent()
          .map((one) => ({ title: one.title, kind: 'Document', run: () => commands.open.kept(one.id) })),
      ];
  return [...actions, ...steps, ...adding, ...opening, ...explaining];
}

class Palette extends contentElement(styles) {
  static properties = { ...super.properties, query: {}, at: { type: Number } };

  constructor() {
    super();
    this.query = '';
    this.at = 0;
    /** @type {Entry[]} */
    this.entries = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.entries = entries(this);
  }

  get #found() {
    return ranked(this.entries, this.query, (entry) => [entry.title, entry.more ?? '', entry.kind]).slice(
      0,
      MAX_ENTRIES,
    );
  }

  /** @param {Entry | undefined} entry */
  async #run(entry) {
    if (entry === undefined) return;
    this.commands.closeDialog();
    await this.commands.updated();
    entry.run();
  }

  /** @param {KeyboardEvent} event */
  async #key(event) {
    const found = this.#found;
    const to = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, PageDown: this.at + 10, PageUp: this.at - 10 }[
      event.key
    ];
    if (event.key === 'Enter') {
      event.preventDefault();
      await this.#run(found[this.at]);
    } else if (to !== undefined) {
      event.preventDefault();
      const single = Math.abs(to - this.at) === 1;
      this.at = single ? (to + found.length) % Math.max(1, found.length) : Math.max(0, Math.min(found.length - 1, to));
      await this.updateComplete;
      this.renderRoot.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    }
  }

  /** @param {Entry} entry @param {number} index */
  #option(entry, index) {
    return html`<div
      role="option"
      id="option-${index}"
      aria-selected=${index === this.at}
      @click=${() => this.#run(entry)}
    >
      <span class="kind">${entry.kind}</span>
      <span class="title">${entry.title}${entry.more ? html`<span class="more">${entry.more}</span>` : ''}</span>
      ${entry.keys ? html`<kbd>${keyName(entry.keys)}</kbd>` : ''}
    </div>`;
  }

  render() {
    const found = this.#found;
    return html`<div class="query">
        <input
          type="text"
          autofocus
          role="combobox"
          aria-expanded="true"
          aria-controls="found"
          aria-autocomplete="list"
          aria-activedescendant=${found.length > 0 ? `option-${this.at}` : ''}
          aria-label="What to do"
          placeholder="What to do? An action, a pass, an example, a document"
          autocomplete="off"
          spellcheck="false"
          .value=${this.query}
          @input=${(/** @type {any} */ event) => ((this.query = event.target.value), (this.at = 0))}
          @keydown=${this.#key}
        />
      </div>
      <div role="listbox" id="found" aria-label="What was found" tabindex="-1">
        ${found.map((entry, index) => this.#option(entry, index))}
      </div>
      <p class="hidden-label" role="status">${found.length === 1 ? '1 entry' : `${found.length} entries`}</p>
      ${found.length === 0 ? html`<p class="none muted">Nothing here is called so.</p>` : ''}`;
  }
}
define('seesaw-palette', Palette);

/** @param {Context} context */
export const content = ({ model, commands }) =>
  html`<seesaw-palette .model=${model} .commands=${commands}></seesaw-palette>`;
