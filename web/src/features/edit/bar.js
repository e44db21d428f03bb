/**
 * The edit bar under the source: the chosen nodes, what can be done with them, and what the last edit had to say.
 * Template.
 */
import { css, html, nothing } from 'lit';
import { titleWithKey } from '../../ui/keys.js';
import { diagnosticList } from '../../ui/lists.js';
import { remediesOf } from '../../text/remedies.js';
import { EDIT_ACTIONS } from './actions.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('./actions.js').EditAction} EditAction */

/** More remarks than this are not listed: the first ones are mended first. */
const MAX_REMARKS = 50;

export const editStyles = css`
  .edit-bar {
    position: relative;
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    gap: 2px;
    padding: var(--s1) var(--s2) var(--s1) var(--s3);
    border-top: 1px solid var(--line);
    font-size: 12px;
  }
  .edit-bar .chosen {
    flex: 1 1 32px;
    min-width: 32px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .edit-bar > button.small {
    padding: 0 5px;
  }
  /* That nothing is chosen goes without saying where its words have no room: they wrap out of sight. */
  .edit-bar .chosen:has(.none) {
    flex: 1 1 0;
    min-width: 0;
    display: flex;
    flex-wrap: wrap;
    height: 1.5em;
  }
  .chosen:has(.none)::before {
    content: '';
    width: 1px;
    height: 100%;
  }
  .edit-bar summary {
    list-style: none;
    padding: 1px 6px;
    border-radius: var(--radius);
    color: var(--muted);
    cursor: pointer;
  }
  .edit-bar summary:hover {
    background: var(--surface-2);
    color: var(--text);
  }
  .edit-menu {
    position: absolute;
    right: var(--s3);
    bottom: calc(100% - 2px);
    z-index: 3;
    display: grid;
    min-width: 240px;
    padding: var(--s1);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--surface);
  }
  .edit-menu button {
    display: flex;
    justify-content: space-between;
    gap: var(--s3);
    text-align: left;
  }
  .edit-thread {
    position: fixed;
    inset: 0;
    z-index: 4;
    width: 100%;
    height: 100%;
    pointer-events: none;
  }
  .edit-thread line {
    stroke: var(--accent);
    stroke-width: 2;
    stroke-dasharray: 5 4;
  }
  .edit-words {
    font: 12px var(--mono);
    fill: var(--text);
    stroke: var(--surface);
    stroke-width: 6;
    stroke-linejoin: round;
    paint-order: stroke;
  }
  .edit-thread.bad line {
    stroke: var(--error);
  }
  .bad .edit-words {
    fill: var(--error);
  }
  .edit-said {
    display: flex;
    align-items: start;
    gap: var(--s2);
    margin: 0;
    padding: var(--s1) var(--s3);
    border-top: 1px solid var(--line);
    background: var(--error-soft);
    color: var(--error);
    font-size: 12px;
    max-height: 120px;
    overflow: auto;
  }
  .elsewhere {
    display: none;
    flex: none;
  }
  @container (min-width: 1001px) {
    .hide-source .elsewhere {
      display: block;
    }
  }
  @container (max-width: 1000px) {
    .show-output .elsewhere {
      display: block;
    }
  }
  .edit-said span {
    flex: 1;
    white-space: pre-wrap;
  }
`;

/** @param {Context} context @param {EditAction} action */
function button(context, action) {
  const able = action.when?.(context) ?? true;
  return html`<button
    class="quiet small"
    data-edit=${action.id}
    title=${titleWithKey(action)}
    ?disabled=${!able || context.model.edits.busy}
    @click=${(/** @type {any} */ event) => {
      event.target.closest('details')?.removeAttribute('open');
      action.run?.(context);
    }}
  >
    ${action.edit.text} ${action.edit.more && action.keys ? html`<kbd>${action.keys[0]}</kbd>` : nothing}
  </button>`;
}

/** @param {Context} context */
function chosen({ model: { edits } }) {
  const { names, path } = edits.selection;
  if (edits.foreign) return html`<span class="muted">made by a pass: not in the source</span>`;
  if (names.length === 0) return html`<span class="muted none">no node</span>`;
  return html`<b class="mono">${names.length === 1 ? names[0] : `${names.length} nodes`}</b
    >${path === '' ? nothing : html` <span class="muted mono">in ${path}</span>`}`;
}

/** @param {Context} context @param {string} id */
function refused({ model: { edits } }, id) {
  const { refusal } = edits;
  if (refusal === null || edits.asking?.open === true) return nothing;
  const notes = remediesOf(refusal)
    .map((remedy) => `\n${remedy}`)
    .join('');
  return html`<p class="edit-said" role="alert" data-testid=${id}>
    <span>${refusal.message}${notes}</span>
    <button class="quiet small" @click=${() => edits.forgive()}>Close</button>
  </p>`;
}

/** Why an edit was not done, for where the source is not on the screen. @param {Context} context */
export const refusedElsewhere = (context) =>
  html`<div class="elsewhere">${refused(context, 'refusal-elsewhere')}</div>`;

/** @param {Context} context */
function said(context) {
  const { model, commands } = context;
  const { remarks } = model.edits;
  const refusal = refused(context, 'refusal');
  if (refusal !== nothing) return refusal;
  // What cannot be read is to be mended first.
  if (remarks.length === 0 || model.live.diagnostics.some(({ severity }) => severity === 'error')) return nothing;
  const grave = remarks.filter(({ severity }) => severity === 'error');
  const shown = [...grave, ...remarks.filter(({ severity }) => severity !== 'error')].slice(0, MAX_REMARKS);
  return html`<div class="problems" role="status" tabindex="0" aria-label="Remarks" data-testid="remark">
    ${diagnosticList(shown, commands.goTo, remarks.length - shown.length)}
  </div>`;
}

/** The list of edits is there whatever the text is. */
const HISTORY = /** @type {typeof EDIT_ACTIONS[number]} */ (EDIT_ACTIONS.find(({ id }) => id === 'history'));

/** What is edited is the text, and the graph is not in it. @param {Context} context */
function capturedBar(context) {
  return html`${said(context)}
    <div class="edit-bar" role="toolbar" aria-label="Edit nodes">
      <span class="chosen muted">captured from Python</span>
      <button
        class="quiet small"
        data-testid="take-captured"
        title="The captured graph in place of the source; undo brings it back"
        @click=${() => context.model.edits.takeCaptured()}
      >
        Edit the captured graph
      </button>
      ${button(context, HISTORY)}
    </div>`;
}

/** No node of it is known: what was there before would be edited, or nothing. @param {Context} context */
const unreadBar = (context) =>
  html`<div class="edit-bar" role="toolbar" aria-label="Edit nodes">
    <span class="chosen muted">nodes are edited once the text can be read</span>
    ${button(context, HISTORY)}
  </div>`;

/** @param {Context} context */
export function editBar(context) {
  const { model } = context;
  if (model.readonly) return nothing;
  if (model.edits.unread) return unreadBar(context);
  if (model.edits.captured) return capturedBar(context);
  const [plain, more] = [EDIT_ACTIONS.filter(({ edit }) => !edit.more), EDIT_ACTIONS.filter(({ edit }) => edit.more)];
  return html`${said(context)}
    <div class="edit-bar" role="toolbar" aria-label="Edit nodes">
      <span class="chosen" data-testid="chosen">${chosen(context)}</span>
      ${plain.map((action) => button(context, action))}
      <details
        @focusout=${(/** @type {any} */ event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.removeAttribute('open');
        }}
        @keydown=${(/** @type {any} */ event) => event.key === 'Escape' && event.currentTarget.removeAttribute('open')}
      >
        <summary data-testid="edit-more">More</summary>
        <div class="edit-menu">${more.map((action) => button(context, action))}</div>
      </details>
    </div>`;
}
