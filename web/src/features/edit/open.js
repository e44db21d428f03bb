/**
 * Opens the dialog that asks for one edit; it is loaded when it is first opened.
 *
 *   await openEdit({ model, commands }, 'rename');
 */

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('./dialog.js').EditDialog} EditDialog */

/**
 * @param {Context} context
 * @param {string} kind a form of dialog.js
 * @param {import('./dialog.js').Edge | null} [edge] that an insertion goes onto
 */
export async function openEdit({ model, commands }, kind, edge = null) {
  await model.edits.settling;
  const loaded = await import('./dialog.js').catch(() => null);
  if (loaded === null) return model.edits.refuse('The dialog could not be loaded.', 'Is there a network? Try again.');
  let dialog = /** @type {EditDialog | null} */ (commands.root.querySelector('seesaw-edit-dialog'));
  if (dialog === null) {
    dialog = /** @type {EditDialog} */ (document.createElement('seesaw-edit-dialog'));
    dialog.model = model;
    dialog.commands = commands;
    commands.root.appendChild(dialog);
  }
  dialog.show(/** @type {import('./dialog.js').Kind} */ (kind), edge);
}
