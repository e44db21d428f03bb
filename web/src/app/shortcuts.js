/** Keys, drops and pastes that belong to the whole page. Which key does what: actions.js. */
import { actionFor } from './actions.js';

/** @typedef {import('./playground.js').Playground} Playground */

/** @param {Playground} page @param {KeyboardEvent} event */
export function handleKey(page, event) {
  if (event.defaultPrevented || page.renderRoot.querySelector('dialog[open]') !== null) return;
  const found = actionFor(page, event);
  if (found === undefined) return;
  event.preventDefault();
  found.run?.(page);
}

/** A paste outside the editor opens what was copied. @param {Playground} page @param {ClipboardEvent} event */
export function openedByPaste(page, event) {
  const typing = event
    .composedPath()
    .some((one) => one instanceof HTMLElement && (one.isContentEditable || one.matches('input, textarea')));
  if (typing || event.defaultPrevented) return;
  const file = event.clipboardData?.files[0];
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (file === undefined && text.trim() === '') return;
  event.preventDefault();
  if (file === undefined && page.edits.pasted(text)) return;
  if (file === undefined) page.opening.pasted(text);
  else page.opening.file(file);
}

/** @param {Playground} page */
export function openedByDrop(page) {
  return (/** @type {DragEvent} */ event) => {
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (!page.readonly) page.opening.file(file);
  };
}

/** Files may be dropped; text that is dragged about in the editor is left to it. @param {DragEvent} event */
openedByDrop.over = (event) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
};
