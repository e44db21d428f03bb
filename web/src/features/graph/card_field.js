/**
 * `<seesaw-card-field>`: a line of the node's card, the target or an argument, which is changed where it stands.
 *
 * <seesaw-card-field .model=${model} .commands=${commands} .node=${'add'} .place=${"alpha"} label="alpha"
 * .editable=${true}>…</seesaw-card-field>
 *
 * What is inside is shown until somebody changes it. While they type the core says what would come of it; Enter does
 * it, Escape leaves it.
 */
import { LitElement, css, html, nothing } from 'lit';
import { callOf } from '../../model/edits/operators.js';
import { shared } from '../../ui/styles.js';
import { define } from '../../ui/define.js';

/** @typedef {import('../contract.js').Context} Context */

/** Milliseconds without a key before it is looked what would come of it. */
const PAUSE = 150;

export class CardField extends LitElement {
  static properties = {
    model: { attribute: false },
    commands: { attribute: false },
    node: {},
    place: { attribute: false },
    label: {},
    editable: { type: Boolean },
    text: { state: true },
    preview: { state: true },
  };

  static styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .pen {
        height: auto;
        min-width: 24px;
        padding: 0 4px;
        border: 0;
        background: none;
        color: var(--muted);
      }
      input {
        width: 100%;
        min-height: 24px;
        padding: 1px 4px;
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
        background: var(--surface);
        font-family: var(--mono);
      }
      p {
        margin: 2px 0 0;
        white-space: pre-wrap;
      }
      .bad {
        color: var(--error);
      }
    `,
  ];

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #looking;

  constructor() {
    super();
    /** @type {import('../contract.js').Model} */
    this.model = /** @type {any} */ (null);
    /** @type {import('../contract.js').Commands} */
    this.commands = /** @type {any} */ (null);
    this.node = '';
    /** Place or keyword of the argument; null is the target. @type {number | string | null} */
    this.place = null;
    this.label = '';
    this.editable = false;
    /** What is being typed; null while nobody changes it. @type {string | null} */
    this.text = null;
    /** @type {import('../../model/edits/edits.js').Preview | null} */
    this.preview = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('node')) this.#leave();
  }

  /** @param {string} text @returns {import('../../model/edits/edits.js').Change} */
  #change(text) {
    const { node, place } = this;
    return place === null ? { do: 'target', node, target: text } : { do: 'argument', node, slot: [place], text };
  }

  /** The text as it stands in the source. */
  async #begin() {
    const call = callOf((await this.model.edits.statements()) ?? '');
    const { place } = this;
    const named = call?.args.find(({ key }) => key === place);
    const at = typeof place === 'number' ? call?.args.filter(({ key }) => key === null)[place] : named;
    this.text = (place === null ? call?.callee : at?.text) ?? this.textContent?.trim() ?? '';
    await this.updateComplete;
    this.renderRoot.querySelector('input')?.select();
  }

  #leave() {
    clearTimeout(this.#looking);
    this.#looking = undefined;
    this.text = this.preview = null;
  }

  /** The focus goes back to where it began. */
  async #done() {
    this.#leave();
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.pen'))?.focus();
  }

  /** @param {string} text */
  #typed(text) {
    this.text = text;
    this.model.edits.forgive();
    clearTimeout(this.#looking);
    const timer = setTimeout(async () => {
      const preview = text.trim() === '' ? null : await this.model.edits.preview(this.#change(text));
      if (this.#looking === timer) this.preview = preview;
    }, PAUSE);
    this.#looking = timer;
  }

  #send = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (await this.model.edits.apply(this.#change(this.text?.trim() ?? ''))) this.#done();
  };

  /** @param {KeyboardEvent} event */
  #key(event) {
    event.stopPropagation();
    if (event.key === 'Escape') this.#done();
  }

  #said() {
    if (this.preview === null) return nothing;
    const { statement, problems } = this.preview;
    return html`<div role="status" data-testid="card-preview">
      <p>${statement}</p>
      ${problems.map(({ node, message }) => html`<p class="bad">${node && node !== this.node ? `${node}: ` : ''}${message}</p>`)}
    </div>`;
  }

  render() {
    if (this.text === null) {
      return html`<slot></slot> ${
          this.editable
            ? html`<button
                class="pen"
                aria-label="Change ${this.label} of ${this.node}"
                title="Change it here"
                @click=${() => this.#begin()}
              >
                ✎
              </button>`
            : nothing
        }`;
    }
    return html`<form @submit=${this.#send}>
        <input
          aria-label="${this.label} of ${this.node}"
          required
          autocomplete="off"
          spellcheck="false"
          .value=${this.text}
          @input=${(/** @type {any} */ event) => this.#typed(event.target.value)}
          @keydown=${this.#key}
        />
      </form>
      ${this.#said()}`;
  }
}

define('seesaw-card-field', CardField);
