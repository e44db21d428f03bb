/**
 * The features of the page, once: its actions, panels, dialogs and styles are made from this list.
 *
 * To add one: a folder in web/src/features with a `feature.js`, which exports its record; the build finds it. A feature
 * gets the model and the commands (features/contract.js), and knows no other feature.
 */
/** @typedef {import('../features/contract.js').Feature} Feature */

/** @type {Record<string, Record<string, Feature>>} */
const found = import.meta.glob('../features/*/feature.js', { eager: true });

/** @type {Feature[]} */
export const FEATURES = Object.values(found)
  .flatMap((exported) => Object.values(exported))
  .sort((a, b) => a.order - b.order);
