/**
 * Everything that a person can do, once: toolbar, keys, help and command palette are made from this list.
 *
 * What: an `Action` is a record. `keys` are written as people read them ('Ctrl+Shift+Z', 'F1', '?'; Ctrl is Cmd on a
 * Mac); without `run` a record only lists keys that somebody else handles. `button` puts it into the toolbar.
 * Why: a shortcut that help does not tell, or a button without a key, cannot happen.
 *
 *   ACTIONS.find((one) => one.id === 'examples').run({ model, commands });
 *   actionFor(context, event)?.run(context);                // what a key means now
 *   available(context);                                        // what a palette offers
 *
 * To add some: an array beside what they act on, as the actions of its feature.
 */
import { FEATURES } from './features.js';
import { PAGE_ACTIONS } from './page_actions.js';
import { isKey, isText, isTyping } from '../ui/keys.js';

/** @typedef {import('../features/contract.js').Action} Action */
/** @typedef {import('../features/contract.js').Context} Context */

/** @type {Action[]} */
export const ACTIONS = [...PAGE_ACTIONS, ...FEATURES.flatMap(({ actions }) => actions)];

/** @param {Action} action @param {Context} context */
const applies = (action, context) => action.run !== undefined && (action.when?.(context) ?? true);

/** @param {Context} context */
export const available = (context) =>
  ACTIONS.filter((action) => applies(action, context) && (action.able?.(context) ?? true));

/** Actions with a button, in the order of the list. @param {Context} context */
export function buttons(context) {
  const all = ACTIONS.filter((action) => action.button !== undefined && applies(action, context));
  return [
    ...all.filter((action) => action.button?.place !== 'last'),
    ...all.filter((action) => action.button?.place === 'last'),
  ];
}

/**
 * The action that a key means now.
 * @param {Context} context
 * @param {KeyboardEvent} event
 * @returns {Action | undefined}
 */
export function actionFor(context, event) {
  const typing = isTyping(event);
  return ACTIONS.find(
    (action) =>
      (action.typing || !typing) &&
      (action.near?.(context) ?? true) &&
      action.keys?.some((key) => isKey(key, event) && !(typing && isText(key))) &&
      applies(action, context),
  );
}

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
