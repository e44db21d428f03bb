/**
 * The head of the page, made from the actions that have a button, and the switch between its parts on a narrow screen.
 * Templates.
 */
import { html, nothing } from 'lit';
import { buttons, keyName, titleWithKey } from './actions.js';
import { titleOf } from '../model/titles.js';

/** @typedef {import('./playground.js').Playground} Playground */
/** @typedef {import('./actions.js').Action} Action */

const PANES = /** @type {const} */ ([
  ['text', 'Source'],
  ['passes', 'Passes'],
  ['output', 'Result'],
]);

/** @param {Playground} page @param {Action} action */
function actionButton(page, action) {
  const { text, label, hint, wide } = /** @type {import('./actions.js').Button} */ (action.button);
  return html`<button
    class="${label ? 'icon' : ''} ${wide ? 'wide-only' : ''}"
    data-testid=${action.id}
    aria-label=${label?.(page) ?? nothing}
    title=${hint?.(page) ?? titleWithKey(action)}
    ?disabled=${action.able?.(page) === false}
    @click=${() => action.run?.(page)}
  >
    ${text(page)}
  </button>`;
}

/** What the document is called; all documents are behind it. @param {Playground} page */
function documentName(page) {
  const name = titleOf({ name: page.doc.name, example: page.example }, page.editor?.head ?? '');
  return html`<button
    class="quiet doc-name"
    data-testid="documents"
    aria-label="Your documents, open: ${name}"
    title="Your documents (${keyName('Ctrl+Shift+O')})"
    @click=${() => page.openDialog('documents')}
  >
    <span class="text">${name}</span> <span aria-hidden="true">▾</span>
  </button>`;
}

/** @param {Playground} page */
export function toolbar(page) {
  return html`<div class="bar head" role=${page.whole ? 'banner' : nothing}>
    ${page.whole ? html`<h1>Seesaw</h1>` : html`<span class="title">Seesaw</span>`}
    ${page.remember !== null && !page.readonly ? documentName(page) : html`<span class="muted tagline">PyTorch ${page.description?.pytorch ?? ''} graph passes, live</span>`}
    <span class="grow"></span>
    ${buttons(page).map((action) => actionButton(page, action))}
  </div>`;
}

/** @param {Playground} page */
export function paneSwitch(page) {
  const { pane } = page.view;
  const errors = page.errors;
  return html`<div class="bar panes" role=${page.whole ? 'navigation' : 'group'} aria-label="Parts of the page">
    ${PANES.map(
      ([id, title]) =>
        html`<button
          class="quiet"
          data-pane=${id}
          aria-pressed=${pane === id}
          @click=${() => page.setView({ pane: id })}
        >
          ${title}${id === 'text' && errors > 0 ? html` <span class="badge" title="errors">${errors}</span>` : nothing}
        </button>`,
    )}
  </div>`;
}

/** @param {Playground} page */
export function notice(page) {
  if (page.notice === '') return nothing;
  return html`<div class="bar notice" role="alert">
    <span class="grow">${page.notice}</span>
    ${page.choices.map(({ title, run }) => html`<button @click=${() => (page.tell(''), run())}>${title}</button>`)}
    <button class="quiet" @click=${() => page.tell('')}>Close</button>
  </div>`;
}
