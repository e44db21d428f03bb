/**
 * The document: everything that a reload must bring back, as versioned JSON. `storage.js` keeps it.
 *
 * What: `asDocument` gives a valid document from whatever it is given, or null.
 * Why: a stored state may come from an older page, be cut off, or be edited by hand; none of this may break the page.
 * What is valid but over a limit (wasm/js/limits.js) throws a LimitError: it is refused whole, and whoever asked says
 * so.
 *
 *   asDocument(JSON.parse(stored));        // { seesaw: 1, text: '...', pipeline: [...], ... }
 *   sparse(doc);                           // the same without what is as in an empty document: for links and files
 */

import { LimitError, checkLimit } from '../../../wasm/js/limits.js';
import { asInputs, asScenario, emptyInputs, emptyScenario } from './inputs.js';

export const VERSION = 1;

/** @typedef {import('../engine/protocol.js').Annotations} Annotations */
/** @typedef {import('../engine/protocol.js').Capture} Capture */
/** @typedef {import('../engine/protocol.js').Torch} Torch */
/** @typedef {import('../engine/protocol.js').GroupBy} GroupBy */
/** @typedef {{ name: string, enabled: boolean, options: Record<string, string | boolean> }} Step */
/** One step; it and what it is compared with; those in `stages`. @typedef {'one' | 'pair' | 'stages'} Panes */
/**
 * How the picture is looked at.
 * `fold`: equal closed blocks in a row are one card; auto: where there are many. `look`: what colours tell.
 * @typedef {{ panes: Panes, stages: number[], groupBy: GroupBy, auto: boolean, collapsed: string[], outline: boolean,
 *   fold: Fold, look: Look }} GraphView
 */
/** @typedef {{ source: boolean | null, passes: boolean | null }} Parts */
/** @typedef {'auto' | 'always' | 'never'} Fold */
/** @typedef {'kind' | 'flops' | 'bytes' | 'saved' | 'gradient' | 'own'} Look */
/** @typedef {'system' | 'light' | 'dark'} Theme */
/**
 * @typedef {object} View
 * @property {string} tab the id of a panel (app/panels.js)
 * @property {'text' | 'passes' | 'output'} pane the part that a narrow screen shows
 * @property {Theme} theme
 * @property {'input' | 'previous' | 'version'} against what the diff compares with: another step, or another PyTorch
 * @property {Annotations} annotations
 * @property {boolean} wrap long lines are broken
 * @property {boolean} unified the diff is one column, also where there is room for two
 * @property {Parts} parts which parts of the page somebody wants beside the views; null: as each view has them
 * @property {GraphView} graph
 * @property {number | null} step the program after this step is shown; null is the last
 * @property {string | null} node the node that is looked at, by its qualified name
 * @property {'program' | 'gallery'} autograd what the autograd view shows
 * @property {boolean} intro what the example has to say is shown
 */
/**
 * @typedef {object} Document
 * @property {number} seesaw version of this form
 * @property {string} name what its owner calls it; empty: it is called after its text
 * @property {string} example id of the example that it began as; empty: none
 * @property {string} text
 * @property {Step[]} pipeline
 * @property {boolean} ambientGrad
 * @property {Capture} capture
 * @property {Torch} torch the PyTorch that the text is of: what it shows, or a version
 * @property {string} format
 * @property {import('./inputs.js').Inputs} inputs what the program is run with
 * @property {import('./inputs.js').Scenario} scenario what of the gallery of autograd is open
 * @property {View} view
 */

/**
 * What undo covers beside the text; `name` and `example` go with the text that they belong to.
 * @typedef {{ pipeline: Step[], ambientGrad: boolean, inputs: import('./inputs.js').Inputs, name?: string, example?:
 *   string }} Setup
 */

/** @type {readonly Annotations[]} */
export const ANNOTATIONS = ['given', 'shapes', 'strides', 'devices', 'all'];
/** @type {readonly GroupBy[]} */
export const GROUPINGS = ['none', 'module', 'stack', 'repeat', 'grad', 'source'];
/** @type {readonly Panes[]} */
export const PANES = ['one', 'pair', 'stages'];
/** @type {readonly Fold[]} */
export const FOLDS = ['auto', 'always', 'never'];
/** @type {readonly Look[]} */
export const LOOKS = ['kind', 'flops', 'bytes', 'saved', 'gradient', 'own'];
/** Versions of PyTorch that a text is read and printed as. @type {Torch[]} */
export const TORCHES = ['auto', '2.6', '2.14'];
/** @type {readonly Capture[]} */
export const CAPTURES = ['auto', 'always', 'never'];
/** @type {readonly Theme[]} */
export const THEMES = ['system', 'light', 'dark'];

/** @returns {Document} */
export function emptyDocument() {
  return {
    seesaw: VERSION,
    name: '',
    example: '',
    text: '',
    pipeline: [],
    ambientGrad: true,
    capture: 'auto',
    torch: 'auto',
    format: 'readable',
    inputs: emptyInputs(),
    scenario: emptyScenario(),
    view: {
      tab: 'result',
      pane: 'text',
      theme: 'system',
      against: 'input',
      annotations: 'given',
      wrap: false,
      unified: false,
      parts: { source: null, passes: null },
      graph: {
        panes: 'one',
        stages: [],
        groupBy: 'none',
        auto: true,
        collapsed: [],
        outline: true,
        fold: 'auto',
        look: 'kind',
      },
      step: null,
      node: null,
      autograd: 'program',
      intro: true,
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
  checkLimit('name', name.length);
  /** @type {Record<string, string | boolean>} */
  const kept = {};
  if (typeof options === 'object' && options !== null) {
    const given = Object.entries(options);
    checkLimit('options', given.length);
    for (const [key, option] of given) {
      checkLimit('name', key.length);
      if (typeof option === 'string') checkLimit('optionText', option.length);
      if (typeof option === 'string' || typeof option === 'boolean') kept[key] = option;
    }
  }
  return { name, enabled: enabled !== false, options: kept };
}

/** Valid steps. @param {unknown} given @returns {Step[]} */
export function asPipeline(given) {
  if (!Array.isArray(given)) return [];
  checkLimit('passes', given.length);
  return given.map(asStep).filter((step) => step !== null);
}

/** Names are one line, and no longer than a list of documents can show. */
const MAX_NAME = 80;
const MAX_NODE = 1000;

/** @param {unknown} value */
export const asName = (value) =>
  typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME) : '';

/** @param {any} given @param {GraphView} base @returns {GraphView} */
function asGraphView(given, base) {
  if (typeof given !== 'object' || given === null) return base;
  const list = (/** @type {unknown} */ value, /** @type {string} */ type) =>
    Array.isArray(value) ? value.filter((one) => typeof one === type) : [];
  const [stages, collapsed] = [list(given.stages, 'number'), list(given.collapsed, 'string')];
  checkLimit('stages', stages.length);
  checkLimit('groups', collapsed.length);
  for (const name of collapsed) checkLimit('name', name.length);
  return {
    panes: oneOf(given.panes, PANES, base.panes),
    stages,
    groupBy: oneOf(given.groupBy, GROUPINGS, base.groupBy),
    auto: given.auto !== false,
    collapsed,
    outline: given.outline !== false,
    fold: oneOf(given.fold, FOLDS, base.fold),
    look: oneOf(given.look, LOOKS, base.look),
  };
}

/**
 * Older documents say it for the picture and for the difference.
 * @param {any} view
 * @returns {Parts}
 */
function asParts({ parts, graph, source }) {
  const given = typeof parts === 'object' && parts !== null ? parts : {};
  const older = graph?.source === false ? false : source === true ? true : null;
  return {
    source: typeof given.source === 'boolean' ? given.source : older,
    passes: typeof given.passes === 'boolean' ? given.passes : graph?.passes === true ? true : null,
  };
}

/**
 * A valid document from whatever was given; null if it is no document at all. Throws a LimitError.
 * @param {unknown} value
 * @returns {Document | null}
 */
export function asDocument(value) {
  if (typeof value !== 'object' || value === null) return null;
  const given = /** @type {Record<string, any>} */ (value);
  if (given.seesaw !== VERSION || typeof given.text !== 'string') return null;
  checkLimit('text', given.text.length);
  const base = emptyDocument();
  const view = typeof given.view === 'object' && given.view !== null ? given.view : {};
  return {
    ...base,
    name: asName(given.name),
    example: asName(given.example),
    text: given.text,
    pipeline: asPipeline(given.pipeline),
    ambientGrad: given.ambientGrad !== false,
    capture: oneOf(given.capture, CAPTURES, base.capture),
    torch: oneOf(given.torch, TORCHES, base.torch),
    format: typeof given.format === 'string' ? asName(given.format) : base.format,
    inputs: asInputs(given.inputs),
    scenario: asScenario(given.scenario),
    view: {
      tab: typeof view.tab === 'string' ? asName(view.tab) : base.view.tab,
      pane: oneOf(view.pane, /** @type {const} */ (['text', 'passes', 'output']), base.view.pane),
      theme: oneOf(view.theme, THEMES, base.view.theme),
      against: oneOf(view.against, /** @type {const} */ (['input', 'previous', 'version']), base.view.against),
      annotations: oneOf(view.annotations, ANNOTATIONS, base.view.annotations),
      wrap: view.wrap === true,
      unified: view.unified === true,
      parts: asParts(view),
      graph: asGraphView(view.graph, base.view.graph),
      step: Number.isInteger(view.step) && view.step >= 0 ? view.step : null,
      node: typeof view.node === 'string' && view.node !== '' ? view.node.slice(0, MAX_NODE) : null,
      autograd: oneOf(view.autograd, /** @type {const} */ (['program', 'gallery']), base.view.autograd),
      intro: view.intro !== false,
    },
  };
}

/** @param {Record<string, any>} given @param {Record<string, any>} base */
function withoutEqual(given, base) {
  const same = (/** @type {any} */ one, /** @type {any} */ other) =>
    one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
  return Object.fromEntries(Object.entries(given).filter(([key, value]) => !same(value, base[key])));
}

/**
 * What of a document undo covers, beside its text.
 * @param {Document} doc
 * @returns {Setup}
 */
export const setupOf = ({ pipeline, ambientGrad, inputs, name, example }) => ({
  pipeline,
  ambientGrad,
  inputs,
  name,
  example,
});

/**
 * What of a setup is over a limit, in words; null if nothing is.
 * @param {Setup} setup
 * @returns {string | null}
 */
export function setupComplaint({ pipeline, inputs }) {
  try {
    asPipeline(pipeline);
    asInputs(inputs);
    return null;
  } catch (error) {
    if (error instanceof LimitError) return error.sentences;
    throw error;
  }
}

/**
 * What of a document is not as in an empty one; `asDocument` fills it up again.
 * @param {Document} doc
 * @returns {Record<string, unknown>}
 */
export function sparse(doc) {
  const base = emptyDocument();
  const { pipeline, view, ...rest } = doc;
  const steps = pipeline.map(({ name, enabled, options }) => ({
    name,
    ...(enabled ? {} : { enabled }),
    ...(Object.keys(options).length > 0 ? { options } : {}),
  }));
  const seen = withoutEqual(view, base.view);
  return {
    seesaw: VERSION,
    ...withoutEqual(rest, base),
    text: doc.text,
    ...(steps.length > 0 ? { pipeline: steps } : {}),
    ...(Object.keys(seen).length > 0 ? { view: seen } : {}),
  };
}
