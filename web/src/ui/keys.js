/**
 * Keys as people write them ('Ctrl+Shift+Z', 'F1', '?'; Ctrl is Cmd on a Mac): whether an event is such a key, and how
 * this computer names it.
 *
 *   isKey('Ctrl+K', event);
 *   keyName('Ctrl+K');                       // 'Cmd+K' on a Mac
 */

/** @param {KeyboardEvent} event */
export function isTyping(event) {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=range]), textarea, select'))
  );
}

/**
 * The letter of a key where it gives another sign: with Option on a Mac, and on keyboards without Latin letters.
 * @param {KeyboardEvent} event
 */
function letterOf({ key, code }) {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return letter !== undefined && (key === 'Dead' || ([...key].length === 1 && key > '\x7f')) ? letter : key;
}

/** Whether an event is the key that is written so. @param {string} written @param {KeyboardEvent} event */
export function isKey(written, event) {
  const parts = written.split('+').filter((part) => part !== '');
  const key = (written.endsWith('+') ? '+' : (parts.at(-1) ?? '')).toLowerCase();
  const has = (/** @type {string} */ name) => parts.includes(name);
  const command = event.ctrlKey || event.metaKey;
  // Signs such as ? need Shift on some keyboards and not on others.
  const sign = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  return (
    letterOf(event).toLowerCase() === key &&
    command === has('Ctrl') &&
    event.altKey === has('Alt') &&
    (sign || event.shiftKey === has('Shift'))
  );
}

/** Where somebody types, a letter or a sign is text. @param {string} written */
export const isText = (written) => written.length === 1;

/** How this computer calls the keys. @param {string} keys */
export function keyName(keys) {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? keys.replaceAll('Ctrl', 'Cmd').replaceAll('Alt', 'Option') : keys;
}

/** The title with its first key, for a button. @param {{ title: string, keys?: string[] }} action */
export const titleWithKey = (action) =>
  action.keys?.length ? `${action.title} (${keyName(action.keys[0])})` : action.title;
