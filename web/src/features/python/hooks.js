/**
 * Where the page meets passes of one's own. Little of it is there from the start: the rest (parts.js) is loaded with
 * the first such pass.
 *
 *   .own=${ownPasses(context)} ... ${notRun(context)} ... ${pythonPane(context)}
 */
import { nothing } from 'lit';
import { isPython, titleOf } from '../../engine/python/own.js';
import { BEGINNINGS } from './beginnings.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('../../../../wasm/js/index.js').Diagnostic} Diagnostic */
/** @typedef {typeof import('./parts.js')} Parts */

/** @type {Parts | null} */
let parts = null;
/** Models for which it was loaded. @type {WeakSet<object>} */
const asked = new WeakSet();

/** @param {Context} context @returns {Promise<Parts | null>} */
async function load({ model }) {
  asked.add(model);
  try {
    parts ??= await import('./parts.js');
    await model.ownPasses();
    model.notify();
    return parts;
  } catch {
    asked.delete(model);
    model.tell('The editor of passes could not be loaded. Is there a network?');
    return null;
  }
}

/** @param {Context} context @returns {Parts | null} */
function ready(context) {
  const { model } = context;
  if (model.python !== null) return parts;
  if (!asked.has(model) && model.doc.pipeline.some(isPython)) load(context);
  return null;
}

/** One more pass behind the others. @param {Context} context @param {string} id of beginnings.js */
export const beginOwn = async (context, id) => (await load(context))?.beginOwn(context, id);

/**
 * A file of passes, not a model: it takes a graph, and has no forward. Null where a text is something else.
 * @param {Context} context @param {string} text
 */
export const asOwn = (context, text) =>
  /^(?:class \w+\(.*Pass|def \w+\((?:gm|graph(?:_module)?|exported_program)\b)/m.test(text) &&
  !/\bdef forward\b/.test(text)
    ? load(context).then((found) => found?.addOwn(context, text))
    : null;

/** @param {Context} context @param {number} at @param {number} [line] */
export const openOwn = async (context, at, line) => (await load(context))?.openOwn(context, at, line);

/** @param {Context} context @returns {import('../../ui/pipeline.js').Own} */
export const ownPasses = (context) => ({
  begin: BEGINNINGS,
  is: isPython,
  title: titleOf,
  note: (step, at) => ready(context)?.note(context, step, at) ?? nothing,
});

/** @param {Context} context */
export const notRun = (context) => (context.model.live.refused === null ? nothing : ready(context)?.notRun(context));

/** @param {Context} context */
export const pythonPane = (context) => ready(context)?.pythonPane(context) ?? nothing;

/**
 * What stands in a pass of one's own is no place of the source.
 * @param {Diagnostic} item
 * @returns {Diagnostic}
 */
export const outsideSource = (item) =>
  item.code === 'python' && item.line !== undefined
    ? { ...item, line: undefined, message: `${item.file}:${item.line}: ${item.message}` }
    : item;

/**
 * What the evaluator does not know CPython may; what PyTorch itself refuses has the name of its exception. What CPython
 * failed at it may try again.
 * @param {Context} context @param {Diagnostic} item
 */
function traceRemedy(context, item) {
  const { live, python, text, doc } = context.model;
  if (live.pending || item.severity !== 'error' || item.exception) return null;
  const before = python?.traced(text, doc.ambientGrad) ?? null;
  if (before?.program !== undefined) return null;
  return {
    title: before === null ? 'Run with CPython' : 'Run with CPython again',
    run: async () => (await load(context))?.runTrace(context),
  };
}

/**
 * What shows the line of such a mistake in a click, or has CPython run what the evaluator does not know.
 * @param {Context} context
 * @param {Diagnostic} item
 */
export function remedyOf(context, item) {
  const { failed } = context.model.live;
  if (item.code !== 'python') return null;
  if (failed === null) return traceRemedy(context, item);
  const at = failed.length - 1;
  return { title: 'Show it in the pass', run: () => openOwn(context, at, failed[at].diagnostics[0]?.line) };
}
