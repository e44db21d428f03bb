/**
 * Lines of the text that are chosen while the component of the graph is being loaded: it chooses their nodes then.
 *
 *   watchLines(model);                              // the panel is shown
 *   choseMeanwhile(model);                          // the component is there: was anything chosen since?
 */

/** @typedef {import('../contract.js').Model} Model */

/**
 * Models whose pages asked for the component, and whether their text chose something since.
 * @type {WeakMap<Model, boolean>}
 */
const asked = new WeakMap();

/** @param {Event} event */
const chose = ({ currentTarget }) => asked.set(/** @type {Model} */ (currentTarget), true);

/** Listens until the component is there. @param {Model} model */
export function watchLines(model) {
  if (asked.has(model)) return;
  asked.set(model, false);
  model.addEventListener('source-lines', chose);
}

/** Whether the text chose something while the component was loaded. @param {Model} model */
export function choseMeanwhile(model) {
  model.removeEventListener('source-lines', chose);
  const chosen = asked.get(model) === true;
  asked.set(model, false);
  return chosen;
}
