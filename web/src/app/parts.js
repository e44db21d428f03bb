/** The parts of the page, and going from one to the next by key. */

/** @typedef {import('../features/contract.js').Context} Context */

const PARTS = /** @type {const} */ ([
  ['text', '.source'],
  ['passes', '.passes'],
  ['output', '.output'],
]);

/**
 * The focus goes to the next part of the page, or the one before.
 * @param {Context} context
 * @param {1 | -1} direction
 */
export async function nextPart({ model, commands }, direction) {
  const root = /** @type {ShadowRoot} */ (commands.root);
  const at = PARTS.findIndex(([, selector]) => root.activeElement?.closest(selector));
  for (let step = 1; step <= PARTS.length; step++) {
    const next = at < 0 && direction < 0 ? PARTS.length - step : at + step * direction;
    const [pane, selector] = PARTS[(next + PARTS.length * 2) % PARTS.length];
    model.setView({ pane });
    await commands.updated();
    const part = /** @type {HTMLElement | null} */ (root.querySelector(selector));
    if (part === null || part.offsetParent === null) continue;
    const editor = part.querySelector('seesaw-editor')?.shadowRoot?.querySelector('.cm-content');
    /** @type {HTMLElement} */ (editor ?? part).focus();
    return;
  }
}

/** Parts are landmarks only where the element is the whole page. @param {import('../model/model.js').Model} model */
export const landmark = ({ whole }) => (whole ? 'region' : 'group');
