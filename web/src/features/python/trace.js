/**
 * A model that our own evaluator refuses, captured by CPython. Loaded with the first click.
 *
 *   await runTrace(context);
 *
 * What a click allows is this text alone; a text from a link or a file waits for the click of whoever looks at it.
 */
import { Superseded } from '../../engine/client.js';

/** @typedef {import('../contract.js').Context} Context */

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
