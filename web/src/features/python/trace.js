/**
 * A model that our own evaluator refuses, captured by CPython: one click runs it.
 *
 *   const remedy = traceRemedy(context, item);      // null, or { title: 'Run with CPython', run }
 *
 * What a click allows is this text alone; a text from a link or a file waits for the click of whoever looks at it.
 */
import { Superseded } from '../../engine/client.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('../../../../wasm/js/index.js').Diagnostic} Diagnostic */

/**
 * What the evaluator does not know, as against what PyTorch itself refuses: that has the name of its exception.
 * @param {Context} context @param {Diagnostic} item
 */
const mayBeKnown = ({ model }, item) =>
  item.severity === 'error' && item.code === 'python' && !item.exception && model.live.failed === null;

/** @param {Context} context @param {Diagnostic} item */
export function traceRemedy(context, item) {
  const { model } = context;
  const { text } = model;
  if (model.live.pending || !mayBeKnown(context, item) || (model.python?.traced(text) ?? null) !== null) return null;
  return { title: 'Run with CPython', run: () => runTrace(context) };
}

/** @param {Context} context */
export async function runTrace({ model }) {
  const { text } = model;
  const python = await model.ownPasses();
  model.tell('CPython runs the file. The first time it is loaded: about 6 MB.');
  try {
    await python.trace(text, { ambientGrad: model.doc.ambientGrad });
    model.tell('');
  } catch (error) {
    model.tell(error instanceof Superseded ? 'CPython was stopped.' : /** @type {Error} */ (error).message);
  }
  if (model.text === text) model.evaluate(true);
}
