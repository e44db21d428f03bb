/**
 * Opens the dialog that asks for one edit; it is loaded when it is first opened.
 *
 *   await openEdit({ model, commands }, 'rename');
 *
 * The dialog gets what it shows as properties and says what was done by events; this is where both meet the page.
 */
import { EDIT_ACTIONS } from './actions.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('./dialog.js').EditDialog} EditDialog */

/** What the dialog shows of the page. @param {EditDialog} dialog @param {Context} context */
function show(dialog, context) {
  const { model } = context;
  dialog.edits = model.edits;
  dialog.source = model.source;
  dialog.ops = model.description?.ops ?? [];
  dialog.partial = model.partial;
  dialog.actions = EDIT_ACTIONS.map((action) => ({
    id: action.id,
    title: action.title,
    key: action.keys?.[0],
    disabled: !(action.when?.(context) ?? true),
  }));
  // What is chosen, and the list of edits, change inside of the same objects.
  dialog.requestUpdate();
}

/** @param {Context} context @returns {EditDialog} */
function made(context) {
  const { model, commands } = context;
  const dialog = /** @type {EditDialog} */ (document.createElement('seesaw-edit-dialog'));
  model.subscribe(() => show(dialog, context));
  dialog.addEventListener('edit-done', () => {
    // Whoever walks the picture goes on there.
    const { activeElement } = /** @type {ShadowRoot} */ (commands.root);
    if (activeElement?.localName !== 'seesaw-graph') model.source.focus();
  });
  dialog.addEventListener('edit-asked', (event) => commands.openEdit(/** @type {CustomEvent} */ (event).detail));
  dialog.addEventListener('action-chosen', (event) => {
    const { detail } = /** @type {CustomEvent<string>} */ (event);
    EDIT_ACTIONS.find(({ id }) => id === detail)?.run?.(context);
  });
  return dialog;
}

/**
 * @param {Context} context
 * @param {string} kind a form of dialog.js
 * @param {import('./dialog.js').Edge | null} [edge] that an insertion goes onto
 */
export async function openEdit(context, kind, edge = null) {
  const { model, commands } = context;
  await model.edits.settling;
  const loaded = await import('./dialog.js').catch(() => null);
  if (loaded === null) return model.edits.refuse('The dialog could not be loaded.', 'Is there a network? Try again.');
  let dialog = /** @type {EditDialog | null} */ (commands.root.querySelector('seesaw-edit-dialog'));
  if (dialog === null) commands.root.appendChild((dialog = made(context)));
  show(dialog, context);
  dialog.show(/** @type {import('./dialog.js').Kind} */ (kind), edge);
}
