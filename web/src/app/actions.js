/**
 * Everything that a person can do, once: toolbar, keys, help and command palette are made from this list.
 *
 * What: an `Action` is a record. `keys` are written as people read them ('Ctrl+Shift+Z', 'F1', '?'; Ctrl is Cmd on a
 * Mac); without
 * `run` a record only tells of keys that somebody else handles. `button` puts it into the toolbar.
 * Why: a shortcut that help does not tell, or a button without a key, cannot happen.
 *
 *   ACTIONS.find((one) => one.id === 'examples').run(page);
 *   actionFor(page, event)?.run(page);                      // what a key means now
 *   available(page);                                        // what a palette offers
 *
 * To add some: an array beside what they act on, and its name in `ACTIONS`.
 */
import { AUTOGRAD_ACTIONS } from '../features/autograd/panel.js';
import { EDIT_ACTIONS } from '../features/edit/actions.js';
import { PAGE_ACTIONS } from './page_actions.js';
import { GRAPH_ACTIONS } from '../features/graph/actions.js';
import { LEARN_ACTIONS } from '../features/learn/actions.js';
import { SHARE_ACTIONS } from '../features/share/actions.js';

/** @typedef {import('./playground.js').Playground} Playground */
/**
 * @typedef {object} Button
 * @property {(page: Playground) => unknown} text what stands on it
 * @property {(page: Playground) => string} [label] what a screen reader says, where the text is a sign
 * @property {(page: Playground) => string} [hint] in place of the action's title
 * @property {'last'} [place] behind the others
 * @property {true} [wide] only where there is room; elsewhere the palette has it
 */
/**
 * @typedef {object} Action
 * @property {string} id
 * @property {string} title
 * @property {string} group the heading that help lists it under
 * @property {string[]} [keys]
 * @property {boolean} [typing] its keys also work while somebody types into a field, but for those that are text there
 * @property {(page: Playground) => boolean} [near] its keys work only where this holds: for keys without Ctrl
 * @property {(page: Playground) => boolean} [when] it makes sense now; always unless told
 * @property {(page: Playground) => boolean} [able] it can do something now: a disabled button otherwise
 * @property {(page: Playground) => unknown} [run]
 * @property {Button} [button]
 */

/** @type {Action[]} */
export const ACTIONS = [
  ...PAGE_ACTIONS,
  ...EDIT_ACTIONS,
  ...GRAPH_ACTIONS,
  ...AUTOGRAD_ACTIONS,
  ...SHARE_ACTIONS,
  ...LEARN_ACTIONS,
];

/** @param {Action} action @param {Playground} page */
const applies = (action, page) => action.run !== undefined && (action.when?.(page) ?? true);

/** @param {Playground} page */
export const available = (page) => ACTIONS.filter((action) => applies(action, page) && (action.able?.(page) ?? true));

/** Actions with a button, in the order of the list. @param {Playground} page */
export function buttons(page) {
  const all = ACTIONS.filter((action) => action.button !== undefined && applies(action, page));
  return [
    ...all.filter((action) => action.button?.place !== 'last'),
    ...all.filter((action) => action.button?.place === 'last'),
  ];
}

/** @param {KeyboardEvent} event */
function isTyping(event) {
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
function isKey(written, event) {
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
const isText = (written) => written.length === 1;

/**
 * The action that a key means now.
 * @param {Playground} page
 * @param {KeyboardEvent} event
 * @returns {Action | undefined}
 */
export function actionFor(page, event) {
  const typing = isTyping(event);
  return ACTIONS.find(
    (action) =>
      (action.typing || !typing) &&
      (action.near?.(page) ?? true) &&
      action.keys?.some((key) => isKey(key, event) && !(typing && isText(key))) &&
      applies(action, page),
  );
}

/** How this computer calls the keys. @param {string} keys */
export function keyName(keys) {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? keys.replaceAll('Ctrl', 'Cmd').replaceAll('Alt', 'Option') : keys;
}

/** The title with its first key, for a button. @param {Action} action */
export const titleWithKey = (action) =>
  action.keys?.length ? `${action.title} (${keyName(action.keys[0])})` : action.title;

/** Groups as help lists them. @returns {[string, Action[]][]} */
export function grouped() {
  /** @type {Map<string, Action[]>} */
  const groups = new Map();
  for (const action of ACTIONS) {
    if (!action.keys?.length) continue;
    groups.set(action.group, [...(groups.get(action.group) ?? []), action]);
  }
  return [...groups];
}
