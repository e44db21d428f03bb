/** Documents that the browser keeps: open, name, remove and bring back, go back to an earlier state. */
import { css, html, nothing } from 'lit';
import { contentElement } from '../content.js';
import { define } from '../../ui/define.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('../../model/storage.js').Entry} Entry */
/** @typedef {import('../../model/versions.js').Version} Version */

const styles = css`
  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--s1) var(--s2);
    padding: var(--s2) var(--s3);
  }
  li + li {
    border-top: 1px solid var(--line);
  }
  .open {
    display: grid;
    height: auto;
    min-height: 36px;
    padding: var(--s1) var(--s2);
    text-align: left;
    overflow-wrap: anywhere;
  }
  .open b {
    font-weight: 600;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1);
    justify-content: end;
  }
  .wide {
    grid-column: 1 / -1;
  }
  form {
    display: flex;
    gap: var(--s2);
  }
  .versions {
    border-left: 2px solid var(--line);
    margin-left: var(--s2);
  }
  .versions li {
    padding: var(--s1) var(--s2);
    border: 0;
  }
  .said {
    padding: var(--s2) var(--s3);
    background: var(--warn-soft);
    display: flex;
    align-items: center;
    gap: var(--s2);
  }
`;

/** @param {number} time */
const when = (time) => new Date(time).toLocaleString();

class Documents extends contentElement(styles) {
  static properties = {
    ...super.properties,
    naming: { state: true },
    looking: { state: true },
    versions: { state: true },
    said: { state: true },
  };

  constructor() {
    super();
    /** The document whose name is being written. @type {string | null} */
    this.naming = null;
    /** The document whose earlier states are listed. @type {string | null} */
    this.looking = null;
    /** @type {Version[]} */
    this.versions = [];
    /** @type {{ text: string, undo?: () => void } | null} */
    this.said = null;
  }

  /** What was written a moment ago is in the list too. */
  async firstUpdated() {
    await this.model.saved.saveNow();
    this.requestUpdate();
  }

  /** @param {string} id @param {SubmitEvent} event */
  async #rename(id, event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (this.renderRoot.querySelector('form input'));
    const renamed = await this.model.saved.rename(id, field.value);
    this.said = renamed ? null : { text: 'It is open in another tab, or not there any more. Name it there.' };
    this.naming = null;
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(`[data-rename="${CSS.escape(id)}"]`))?.focus();
  }

  /** @param {Entry} entry */
  async #remove(entry) {
    const { saved } = this.model;
    const removed = await saved.remove(entry.id);
    const undo = () => {
      saved.bringBack(entry.id);
      this.said = { text: `${entry.title} is back.` };
    };
    this.said = removed
      ? { text: `${entry.title} was removed.`, undo }
      : { text: 'It is open in another tab. Close it there first.' };
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.said button'))?.focus();
  }

  /** @param {string} id */
  async #look(id) {
    if (this.looking === id) return void (this.looking = null);
    this.versions = await this.model.saved.versions(id);
    this.looking = id;
  }

  /** @param {Entry} entry */
  #name(entry) {
    const { name } = this.model.doc;
    const written = entry.named ? entry.title : entry.id === this.model.saved.id ? name : '';
    return html`<form class="wide" @submit=${(/** @type {SubmitEvent} */ event) => this.#rename(entry.id, event)}>
      <input
        type="text"
        aria-label="Name"
        maxlength="80"
        placeholder="A name; empty: after its text"
        .value=${written}
      />
      <button type="submit">Keep</button>
      <button type="button" class="quiet" @click=${() => (this.naming = null)}>Cancel</button>
    </form>`;
  }

  #states() {
    if (this.versions.length === 0)
      return html`<p class="wide muted">
        No earlier state is kept yet. One is, at most every minute, while you change it.
      </p>`;
    return html`<ul class="wide versions" aria-label="Earlier states">
      ${this.versions.map(
        ({ time, lines, passes }) =>
          html`<li>
            <span
              >${when(time)}
              <span class="muted">· ${lines} lines · ${passes === 1 ? '1 pass' : `${passes} passes`}</span></span
            >
            <button
              data-version=${time}
              @click=${() => this.commands.open.version(/** @type {string} */ (this.looking), time)}
            >
              Open
            </button>
          </li>`,
      )}
    </ul>`;
  }

  /** @param {Entry} entry */
  #entry(entry) {
    const here = entry.id === this.model.saved.id;
    return html`<li data-entry=${entry.id}>
      ${
        here
          ? html`<span class="open" aria-current="true"
              ><b>${entry.title}</b><span class="muted">open here</span></span
            >`
          : html`<button class="open" data-document=${entry.id} @click=${() => this.commands.open.kept(entry.id)}>
              <b>${entry.title}</b><span class="muted">${when(entry.time)}</span>
            </button>`
      }
      <span class="tools">
        <button
          class="small"
          data-rename=${entry.id}
          aria-label="Name ${entry.title}"
          @click=${() => this.#startNaming(entry.id)}
        >
          Name
        </button>
        <button
          class="small"
          data-history=${entry.id}
          aria-label="Earlier states of ${entry.title}"
          aria-expanded=${this.looking === entry.id}
          @click=${() => this.#look(entry.id)}
        >
          History
        </button>
        ${here ? nothing : html`<button class="small" data-remove=${entry.id} aria-label="Remove ${entry.title}" @click=${() => this.#remove(entry)}>Remove</button>`}
      </span>
      ${this.naming === entry.id ? this.#name(entry) : nothing} ${this.looking === entry.id ? this.#states() : nothing}
    </li>`;
  }

  /** @param {string} id */
  async #startNaming(id) {
    this.naming = id;
    await this.updateComplete;
    const field = /** @type {HTMLInputElement | null} */ (this.renderRoot.querySelector('form input'));
    field?.focus();
    field?.select();
  }

  render() {
    const all = this.model.saved.list();
    const removed = this.model.saved.removed();
    return html`<p class="prose">
        Everything you open or write is kept in this browser, and nowhere else. Documents with a name stay until you
        remove them.
      </p>
      ${
        this.said
          ? html`<p class="said" role="status">
              <span class="grow">${this.said.text}</span>
              ${this.said.undo ? html`<button data-testid="undo-remove" @click=${this.said.undo}>Undo</button>` : nothing}
            </p>`
          : nothing
      }
      <ul aria-label="Kept documents">
        ${all.map((entry) => this.#entry(entry))}
      </ul>
      ${all.length === 0 ? html`<p class="prose muted">No document is kept in this browser yet.</p>` : nothing}
      ${
        removed.length > 0
          ? html`<h3>Removed, for a week</h3>
              <ul aria-label="Removed documents">
                ${removed.map(
                  (entry) =>
                    html`<li>
                      <span>${entry.title}</span>
                      <button
                        class="small"
                        aria-label="Bring back ${entry.title}"
                        @click=${() => (this.model.saved.bringBack(entry.id), this.requestUpdate())}
                      >
                        Bring back
                      </button>
                    </li>`,
                )}
              </ul>`
          : nothing
      }`;
  }
}
define('seesaw-documents', Documents);

/** @param {Context} context */
export const content = ({ model, commands }) =>
  html`<seesaw-documents .model=${model} .commands=${commands}></seesaw-documents>`;
