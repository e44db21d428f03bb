/**
 * The dialogs of the page, one at a time. Each is a record; what is in it is loaded when it is first opened.
 *
 *   const dialogs = new Dialogs(page);
 *   await dialogs.open('examples');
 *
 * To add one: a module with a template `content(page)`, and its record in `DIALOGS`. The native element keeps the focus
 * inside and gives it back.
 */
import { css, html, nothing } from 'lit';
import { holdKeys } from '../ui/held_keys.js';

/** @typedef {import('./playground.js').Playground} Playground */
/** @typedef {{ content: (page: Playground, argument?: string) => unknown }} Content */

const DIALOGS = {
  help: { title: 'Help', load: () => import('../features/learn/help.js') },
  examples: { title: 'Open an example', load: () => import('../features/learn/gallery.js') },
  documents: { title: 'Your documents', load: () => import('../features/share/documents.js') },
  share: { title: 'Share', load: () => import('../features/share/dialog.js') },
  palette: { title: 'Do anything', load: () => import('../features/learn/palette.js') },
};
/** @typedef {keyof typeof DIALOGS} DialogId */

/** Fetches what is in all of them, so that they open without a network. */
export const preloadDialogs = () => Promise.all(Object.values(DIALOGS).map(({ load }) => load()));

export const dialogStyles = css`
  dialog {
    width: min(760px, calc(100% - 24px));
    max-height: calc(100% - 32px);
    padding: 0;
    border: 1px solid var(--line-strong);
    border-radius: 6px;
    background: var(--surface);
    color: var(--text);
    font: 13px/1.45 var(--sans);
    overflow: auto;
  }
  dialog[data-dialog='help'] {
    width: min(960px, calc(100% - 24px));
  }
  dialog[data-dialog='examples'] {
    width: min(1080px, calc(100% - 24px));
  }
  dialog[data-dialog='palette'] {
    margin-top: 10vh;
    width: min(620px, calc(100% - 24px));
    overflow: hidden;
  }
  dialog::backdrop {
    background: rgb(10 14 20 / 45%);
  }
  .dialog-head {
    position: sticky;
    top: 0;
    z-index: 1;
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding: var(--s2) var(--s3);
    border-bottom: 1px solid var(--line);
    background: var(--surface);
  }
  dialog h2 {
    font-size: 14px;
    color: var(--text);
  }
  dialog[data-dialog='palette'] .dialog-head {
    display: none;
  }
`;

export class Dialogs {
  #page;
  /** @type {{ id: DialogId, content: Content['content'], argument?: string } | null} */
  #shown = null;

  /** @param {Playground} page */
  constructor(page) {
    this.#page = page;
  }

  get #element() {
    return /** @type {HTMLDialogElement | null} */ (this.#page.renderRoot.querySelector('dialog'));
  }

  /** @param {DialogId} id @param {string} [argument] */
  async open(id, argument) {
    const held = holdKeys();
    const loaded = await DIALOGS[id].load().catch(() => null);
    if (loaded === null) {
      held.release();
      return this.#page.tell('This part of the page could not be loaded. Is there a network?');
    }
    if (held.cancelled) return held.release();
    this.close();
    this.#shown = { id, content: loaded.content, argument };
    this.#page.requestUpdate();
    await this.#page.updateComplete;
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
    this.#page.requestUpdate();
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
      ${content(this.#page, argument)}
    </dialog>`;
  }
}
