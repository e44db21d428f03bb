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

/** Files of a folder that are looked at. */
const MOST_FILES = 20_000;

/**
 * The files in folders, by their paths.
 * @param {(FileSystemEntry | null)[]} entries
 * @returns {Promise<{ name: string, blob: Blob }[]>}
 */
async function filesBelow(entries) {
  const queue = entries.filter((one) => one !== null);
  const files = [];
  for (let at = 0; at < queue.length && files.length < MOST_FILES; at++) {
    const entry = queue[at];
    if (entry.isDirectory) {
      const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
      // It gives a part of them at a time.
      for (;;) {
        const part = /** @type {FileSystemEntry[]} */ (
          await new Promise((done, failed) => reader.readEntries(done, failed))
        );
        if (part.length === 0) break;
        queue.push(...part);
      }
    } else {
      const blob = await new Promise((done, failed) => /** @type {FileSystemFileEntry} */ (entry).file(done, failed));
      files.push({ name: entry.fullPath.replace(/^\//, ''), blob: /** @type {File} */ (blob) });
    }
  }
  return files;
}

/** @param {Context} context */
export function openedByDrop({ model, commands }) {
  return (/** @type {DragEvent} */ event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    if (model.readonly) return;
    // Only while the event is heard does the browser tell which of them are folders.
    const entries = [...(event.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? null);
    if (entries.some((entry) => entry?.isDirectory))
      filesBelow(entries).then(
        (all) => commands.open.files(all, true),
        (/** @type {Error} */ error) => model.tell(`The folder could not be read: ${error.message}`),
      );
    else
      commands.open.files(
        files.map((file) => ({ name: file.name, blob: file })),
        false,
      );
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
