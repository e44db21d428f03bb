/** Keys, drops and pastes that belong to the whole page. The list that people read is in dialogs.js. */

/** @typedef {import('./playground.js').Playground} Playground */

const PARTS = /** @type {const} */ ([
  ['text', '.source'],
  ['passes', '.passes'],
  ['output', '.output'],
]);

/** The focus goes to the next part of the page, or the one before. @param {Playground} page @param {1 | -1} direction */
async function nextPart(page, direction) {
  const root = /** @type {ShadowRoot} */ (page.renderRoot);
  const at = PARTS.findIndex(([, selector]) => root.activeElement?.closest(selector));
  for (let step = 1; step <= PARTS.length; step++) {
    const next = at < 0 && direction < 0 ? PARTS.length - step : at + step * direction;
    const [pane, selector] = PARTS[(next + PARTS.length * 2) % PARTS.length];
    page.setView({ pane });
    await page.updateComplete;
    const part = /** @type {HTMLElement | null} */ (root.querySelector(selector));
    if (part === null || part.offsetParent === null) continue;
    const editor = part.querySelector('seesaw-editor')?.shadowRoot?.querySelector('.cm-content');
    /** @type {HTMLElement} */ (editor ?? part).focus();
    return;
  }
}

/** @param {KeyboardEvent} event */
function isTyping(event) {
  const [target] = event.composedPath();
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));
}

/** @param {Playground} page @param {KeyboardEvent} event @returns {(() => void) | undefined} */
function action(page, event) {
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (key === 'f1') return () => page.openDialog('help');
  if (key === 'f6') return () => void nextPart(page, event.shiftKey ? -1 : 1);
  if (!command || event.altKey) return undefined;
  if (key === 's' && !event.shiftKey) return page.saveResult;
  if (page.readonly) return undefined;
  if (key === 'o' && !event.shiftKey) return page.openFile;
  if (key === 'e' && !event.shiftKey) return () => page.openDialog('examples');
  if (isTyping(event)) return undefined;
  if (key === 'z') return () => (event.shiftKey ? page.redo() : page.undo());
  if (key === 'y') return () => page.redo();
  return undefined;
}

/** @param {Playground} page @param {KeyboardEvent} event */
export function handleKey(page, event) {
  if (event.defaultPrevented) return;
  const inDialog = page.renderRoot.querySelector('dialog[open]') !== null;
  const found = inDialog ? undefined : action(page, event);
  if (found === undefined) return;
  event.preventDefault();
  found();
}

/** A paste outside the editor opens what was copied. @param {Playground} page @param {ClipboardEvent} event */
export function openedByPaste(page, event) {
  const typing = event.composedPath().some((one) => one instanceof HTMLElement && (one.isContentEditable || one.matches('input, textarea')));
  if (typing || event.defaultPrevented) return;
  const file = event.clipboardData?.files[0];
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (file === undefined && text.trim() === '') return;
  event.preventDefault();
  if (file === undefined) page.openText(text);
  else page.open(file);
}

/** @param {Playground} page */
export function openedByDrop(page) {
  return (/** @type {DragEvent} */ event) => {
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (!page.readonly) page.open(file);
  };
}

/** Files may be dropped; text that is dragged about in the editor is left to it. @param {DragEvent} event */
openedByDrop.over = (event) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
};
