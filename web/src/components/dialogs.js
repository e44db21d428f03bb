/**
 * The dialogs: examples and kept documents to open, and help with every shortcut. Templates; the page holds the state.
 */
import { css, html, nothing } from 'lit';
import { EXAMPLES } from '../examples.js';

/** @typedef {import('../storage.js').Entry} Entry */

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
  dialog::backdrop {
    background: rgb(10 14 20 / 45%);
  }
  .dialog-head {
    position: sticky;
    top: 0;
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
  dialog h3 {
    margin: var(--s3) var(--s3) var(--s1);
    font-size: 12px;
    color: var(--muted);
  }
  .cards {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(320px, 100%), 1fr));
    gap: var(--s2);
    list-style: none;
    margin: 0;
    padding: var(--s3);
  }
  .cards button {
    display: grid;
    align-content: start;
    gap: 2px;
    width: 100%;
    height: 100%;
    padding: var(--s2) var(--s3);
    text-align: left;
  }
  .cards b {
    font-weight: 600;
  }
  .keys {
    display: grid;
    grid-template-columns: 170px 1fr;
    gap: var(--s1) var(--s3);
    margin: 0;
    padding: 0 var(--s3) var(--s2);
  }
  .keys dd {
    margin: 0;
  }
  kbd {
    padding: 1px 5px;
    border: 1px solid var(--line);
    border-radius: 3px;
    background: var(--surface-2);
    font: 11px var(--mono);
    white-space: nowrap;
  }
  .prose {
    margin: 0;
    padding: var(--s3) var(--s3) 0;
  }
`;

/** @param {string} id @param {string} title @param {unknown} body */
function dialog(id, title, body) {
  return html`<dialog
    id=${id}
    aria-labelledby="${id}-title"
    @click=${(/** @type {any} */ event) => {
      if (event.target === event.currentTarget) event.currentTarget.close();
    }}
  >
    <div class="dialog-head">
      <h2 id="${id}-title">${title}</h2>
      <button class="quiet" @click=${(/** @type {any} */ event) => event.target.closest('dialog').close()}>Close</button>
    </div>
    ${body}
  </dialog>`;
}

/** @param {{ recent: Entry[], choose: (id: string) => void, reopen: (id: string) => void }} actions */
export function examplesDialog({ recent, choose, reopen }) {
  const kept = html`<h3>Yours, kept in this browser</h3>
    <ul class="cards" aria-label="Kept documents">
      ${recent.map(
        (entry) =>
          html`<li>
            <button data-document=${entry.id} @click=${() => reopen(entry.id)}>
              <b>${entry.title}</b><span class="muted">${new Date(entry.time).toLocaleString()}</span>
            </button>
          </li>`,
      )}
    </ul>`;
  return dialog(
    'examples',
    'Open an example',
    html`<ul class="cards" aria-label="Examples">
        ${EXAMPLES.map(
          (example) =>
            html`<li>
              <button data-example=${example.id} @click=${() => choose(example.id)}>
                <b>${example.title}</b><span class="muted">${example.hint}</span>
              </button>
            </li>`,
        )}
      </ul>
      ${recent.length > 0 ? kept : nothing}`,
  );
}

const KEYS = /** @type {const} */ ([
  [
    'Anywhere',
    [
      ['F1', 'this help'],
      ['Ctrl+O', 'open a file'],
      ['Ctrl+E', 'open an example'],
      ['Ctrl+S', 'save the result as a file'],
      ['Ctrl+Z, Ctrl+Shift+Z', 'undo and redo, text and passes alike'],
      ['F6, Shift+F6', 'next and previous part: source, passes, result'],
    ],
  ],
  [
    'In the source',
    [
      ['Tab, Shift+Tab', 'indent, and back'],
      ['Escape, then Tab', 'leave the editor'],
      ['F8', 'next mistake'],
      ['Ctrl+F', 'search; also in the result'],
    ],
  ],
  [
    'In the passes',
    [
      ['Alt+Up, Alt+Down', 'move the pass that has the focus'],
      ['Delete', 'remove it'],
    ],
  ],
  [
    'In the result',
    [
      ['Left, Right', 'on a tab: text, diff, graph'],
      ['F7, Shift+F7', 'next and previous change of the diff'],
    ],
  ],
]);

/** On a Mac the same keys have other names. @param {string} keys */
function named(keys) {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? keys.replaceAll('Ctrl', 'Cmd').replaceAll('Alt', 'Option') : keys;
}

export function helpDialog() {
  return dialog(
    'help',
    'Help',
    html`<p class="prose">
        Paste a graph that PyTorch printed: from
        <span class="mono">torch.export</span>, Dynamo, AOTAutograd or Inductor, log prefixes included. Add passes. The result follows while you type;
        nothing leaves this machine. Marks beside the source, and the list Why, say what a pass decided for each region: ▣ wrapped, ▢ inlined, ! not
        what the program meant.
      </p>
      ${KEYS.map(
        ([title, keys]) =>
          html`<h3>${title}</h3>
            <dl class="keys">
              ${keys.map(
                ([key, what]) =>
                  html`<dt>
                      ${named(key)
                        .split(', ')
                        .map((one, index) => html`${index > 0 ? ' ' : nothing}<kbd>${one}</kbd>`)}
                    </dt>
                    <dd>${what}</dd>`,
              )}
            </dl>`,
      )}`,
  );
}
