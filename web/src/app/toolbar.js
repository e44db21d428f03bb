/**
 * The head of the page, made from the actions that have a button, and the switch between its parts on a narrow screen.
 * Templates.
 */
import { html, nothing } from 'lit';
import { buttons } from './actions.js';
import { keyName, titleWithKey } from '../ui/keys.js';
import { titleOf } from '../model/titles.js';
import { partsOf } from './room.js';

/** @typedef {import('../features/contract.js').Context} Context */
/** @typedef {import('../features/contract.js').Action} Action */

const PANES = /** @type {const} */ ([
  ['text', 'Source'],
  ['passes', 'Passes'],
  ['output', 'Result'],
]);

/** @param {Context} context @param {Action} action */
function actionButton(context, action) {
  const { text, label, hint, wide } = /** @type {import('../features/contract.js').Button} */ (action.button);
  return html`<button
    class="${label ? 'icon' : ''} ${wide ? 'wide-only' : ''}"
    data-testid=${action.id}
    aria-label=${label?.(context) ?? nothing}
    title=${hint?.(context) ?? titleWithKey(action)}
    ?disabled=${action.able?.(context) === false}
    @click=${() => action.run?.(context)}
  >
    ${text(context)}
  </button>`;
}

/** What the document is called; all documents are behind it. @param {Context} context */
function documentName({ model, commands }) {
  const name = titleOf({ name: model.doc.name, example: model.example }, model.source?.head ?? '');
  return html`<button
    class="quiet doc-name"
    data-testid="documents"
    aria-label="Your documents, open: ${name}"
    title="Your documents (${keyName('Ctrl+Shift+O')})"
    @click=${() => commands.openDialog('documents')}
  >
    <span class="text">${name}</span> <span aria-hidden="true">▾</span>
  </button>`;
}

/** @param {Context} context */
export function toolbar(context) {
  const { model } = context;
  return html`<div class="bar head" role=${model.whole ? 'banner' : nothing}>
    ${model.whole ? html`<h1>Seesaw</h1>` : html`<span class="title">Seesaw</span>`}
    ${
      model.remember !== null && !model.readonly
        ? documentName(context)
        : html`<span class="muted tagline">PyTorch graph passes, live</span>`
    }
    <span class="grow"></span>
    ${partsSwitch(context)} ${buttons(context).map((action) => actionButton(context, action))}
  </div>`;
}

/** Which parts stand beside the views: the same for all of them, once somebody chose. @param {Context} context */
function partsSwitch({ model }) {
  const shown = partsOf(model);
  const one = (/** @type {'source' | 'passes'} */ part, /** @type {string} */ title) =>
    html`<button
      class="show-source"
      data-part=${part}
      aria-pressed=${shown[part]}
      aria-label="${title} beside every view"
      title="${title} beside every view"
      @click=${() => model.setView({ parts: { ...model.view.parts, [part]: !shown[part] } })}
    >
      ${title}
    </button>`;
  return html`<span class="parts show-source" role="group" aria-label="Beside the views">
    ${one('source', 'Source')} ${one('passes', 'Passes')}
  </span>`;
}

/** @param {Context} context */
export function paneSwitch({ model }) {
  const { pane } = model.view;
  const errors = model.errors;
  return html`<div class="bar panes" role=${model.whole ? 'navigation' : 'group'} aria-label="Parts of the page">
    ${PANES.map(
      ([id, title]) =>
        html`<button
          class="quiet"
          data-pane=${id}
          aria-pressed=${pane === id}
          @click=${() => model.setView({ pane: id })}
        >
          ${title}${id === 'text' && errors > 0 ? html` <span class="badge" title="errors">${errors}</span>` : nothing}
        </button>`,
    )}
  </div>`;
}

/** @param {Context} context */
export function notice({ model }) {
  if (model.notice === '') return nothing;
  return html`<div class="bar notice" role="alert">
    <span class="grow">${model.notice}</span>
    ${model.choices.map(({ title, run }) => html`<button @click=${() => (model.tell(''), run())}>${title}</button>`)}
    <button class="quiet" @click=${() => model.tell('')}>Close</button>
  </div>`;
}
