/**
 * The dialogs of the page, one at a time. Each is a record; what is in it is loaded when it is first opened.
 *
 *   const dialogs = new Dialogs(context);
 *   await dialogs.open('examples');
 *
 * To add one: a module with a template `content(context)`, and its record in `dialogs` of its feature. The native
 * element keeps the focus inside and gives it back.
 */
import { html, nothing } from 'lit';
import { FEATURES } from './features.js';
import { holdKeys } from '../ui/held_keys.js';

/** @typedef {import('../features/contract.js').Context} Context */
/** @typedef {import('../features/contract.js').Dialog} Dialog */
/** @typedef {import('../features/contract.js').DialogId} DialogId */

const DIALOGS = /** @type {Record<DialogId, Dialog>} */ (Object.assign({}, ...FEATURES.map(({ dialogs }) => dialogs)));

/** Fetches what is in all of them, so that they open without a network. */
export const preloadDialogs = () => Promise.all(Object.values(DIALOGS).map(({ load }) => load()));

export class Dialogs {
  #context;
  /** @type {{ id: DialogId, content: Awaited<ReturnType<Dialog['load']>>['content'], argument?: string } | null} */
  #shown = null;

  /** @param {Context} context */
  constructor(context) {
    this.#context = context;
  }

  get #element() {
    return /** @type {HTMLDialogElement | null} */ (this.#context.commands.root.querySelector('dialog'));
  }

  /** @param {DialogId} id @param {string} [argument] */
  async open(id, argument) {
    const held = holdKeys();
    const loaded = await DIALOGS[id].load().catch(() => null);
    if (loaded === null) {
      held.release();
      return this.#context.model.tell('This part of the page could not be loaded. Is there a network?');
    }
    if (held.cancelled) return held.release();
    this.close();
    this.#shown = { id, content: loaded.content, argument };
    this.#context.model.notify();
    await this.#context.commands.updated();
    this.#element?.showModal();
    const first = /** @type {(HTMLElement & { updateComplete?: Promise<unknown> }) | null} */ (
      this.#element?.querySelector('[autofocus]')
    );
    await first?.updateComplete;
    first?.focus();
    held.give();
    if (held.cancelled) this.close();
  }

  close() {
    this.#element?.close();
  }

  #closed = () => {
    this.#shown = null;
    this.#context.model.notify();
  };

  render() {
    if (this.#shown === null) return nothing;
    const { id, content, argument } = this.#shown;
    return html`<dialog
      data-dialog=${id}
      aria-labelledby="dialog-title"
      @close=${this.#closed}
      @click=${(/** @type {any} */ event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div class="dialog-head">
        <h2 id="dialog-title">${DIALOGS[id].title}</h2>
        <button class="quiet" @click=${() => this.close()}>Close</button>
      </div>
      ${content(this.#context, argument)}
    </dialog>`;
  }
}
