/**
 * The document: everything that a reload must bring back, as versioned JSON. `storage.js` keeps it.
 *
 * What: `asDocument` gives a valid document from whatever it is given, or null.
 * Why: a stored state may come from an older page, be cut off, or be edited by hand; none of this may break the page.
 *
 *   asDocument(JSON.parse(stored));        // { seesaw: 1, text: '...', pipeline: [...], ... }
 */

export const VERSION = 1;

/** @typedef {{ name: string, enabled: boolean, options: Record<string, string | boolean> }} Step */
/** @typedef {'result' | 'diff' | 'graph'} Tab */
/** How readable text tells strides and devices. @typedef {'given' | 'shapes' | 'strides' | 'devices' | 'all'} Annotations */
/** @typedef {'system' | 'light' | 'dark'} Theme */
/**
 * @typedef {object} View
 * @property {Tab} tab
 * @property {'text' | 'passes' | 'output'} pane the part that a narrow screen shows
 * @property {Theme} theme
 * @property {'input' | 'previous'} against what the diff compares with
 * @property {Annotations} annotations
 * @property {boolean} wrap long lines are broken
 * @property {boolean} source the source stays visible beside a diff
 */
/**
 * @typedef {object} Document
 * @property {number} seesaw version of this form
 * @property {string} text
 * @property {Step[]} pipeline
 * @property {boolean} ambientGrad
 * @property {string} format
 * @property {View} view
 */

/** @type {readonly Annotations[]} */
export const ANNOTATIONS = ['given', 'shapes', 'strides', 'devices', 'all'];
/** @type {readonly Tab[]} */
export const TABS = ['result', 'diff', 'graph'];
/** @type {readonly Theme[]} */
export const THEMES = ['system', 'light', 'dark'];

/** @returns {Document} */
export function emptyDocument() {
  return {
    seesaw: VERSION,
    text: '',
    pipeline: [],
    ambientGrad: true,
    format: 'readable',
    view: {
      tab: 'result',
      pane: 'text',
      theme: 'system',
      against: 'input',
      annotations: 'given',
      wrap: false,
      source: false,
    },
  };
}

/**
 * @template T
 * @param {unknown} value @param {readonly T[]} choices @param {T} otherwise @returns {T}
 */
function oneOf(value, choices, otherwise) {
  return choices.includes(/** @type {T} */ (value)) ? /** @type {T} */ (value) : otherwise;
}

/** @param {unknown} value @returns {Step | null} */
function asStep(value) {
  if (typeof value !== 'object' || value === null) return null;
  const { name, enabled, options } = /** @type {Record<string, unknown>} */ (value);
  if (typeof name !== 'string') return null;
  /** @type {Record<string, string | boolean>} */
  const kept = {};
  if (typeof options === 'object' && options !== null) {
    for (const [key, option] of Object.entries(options)) {
      if (typeof option === 'string' || typeof option === 'boolean') kept[key] = option;
    }
  }
  return { name, enabled: enabled !== false, options: kept };
}

/** A valid document from whatever was given; null if it is no document at all. @param {unknown} value @returns {Document | null} */
export function asDocument(value) {
  if (typeof value !== 'object' || value === null) return null;
  const given = /** @type {Record<string, any>} */ (value);
  if (given.seesaw !== VERSION || typeof given.text !== 'string') return null;
  const base = emptyDocument();
  const view = typeof given.view === 'object' && given.view !== null ? given.view : {};
  return {
    ...base,
    text: given.text,
    pipeline: Array.isArray(given.pipeline) ? given.pipeline.map(asStep).filter((step) => step !== null) : [],
    ambientGrad: given.ambientGrad !== false,
    format: typeof given.format === 'string' ? given.format : base.format,
    view: {
      tab: oneOf(view.tab, TABS, base.view.tab),
      pane: oneOf(view.pane, /** @type {const} */ (['text', 'passes', 'output']), base.view.pane),
      theme: oneOf(view.theme, THEMES, base.view.theme),
      against: oneOf(view.against, /** @type {const} */ (['input', 'previous']), base.view.against),
      annotations: oneOf(view.annotations, ANNOTATIONS, base.view.annotations),
      wrap: view.wrap === true,
      source: view.source === true,
    },
  };
}
