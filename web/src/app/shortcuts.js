/** Keys, drops and pastes that belong to the whole page. Which key does what: actions.js. */
import { actionFor } from './actions.js';

/** @typedef {import('../features/contract.js').Context} Context */

/** @param {Context} context @param {KeyboardEvent} event */
export function handleKey(context, event) {
  if (event.defaultPrevented || context.commands.root.querySelector('dialog[open]') !== null) return;
  const found = actionFor(context, event);
  if (found === undefined) return;
  event.preventDefault();
  found.run?.(context);
}

/** A paste outside the editor opens what was copied. @param {Context} context @param {ClipboardEvent} event */
export function openedByPaste({ model, commands }, event) {
  const typing = event
    .composedPath()
    .some((one) => one instanceof HTMLElement && (one.isContentEditable || one.matches('input, textarea')));
  if (typing || event.defaultPrevented) return;
  const file = event.clipboardData?.files[0];
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (file === undefined && text.trim() === '') return;
  event.preventDefault();
  if (file === undefined && model.edits.pasted(text)) return;
  if (file === undefined) commands.open.pasted(text);
  else commands.open.file(file);
}

/** @param {Context} context */
export function openedByDrop({ model, commands }) {
  return (/** @type {DragEvent} */ event) => {
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (!model.readonly) commands.open.file(file);
  };
}

/**
 * Files may be dropped; text that is dragged about in the editor is left to it.
 * @param {DragEvent} event
 * @returns {boolean} whether it is a file
 */
openedByDrop.over = (event) => {
  const file = event.dataTransfer?.types.includes('Files') === true;
  if (file) event.preventDefault();
  return file;
};
