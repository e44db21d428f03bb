/**
 * What is done with a pass of one's own: let it run, change its text, say which part of it is the pass.
 *
 *   allowOwn(context, [1]); editOwn(context, 1, source); chooseOwn(context, 1, 'SubAsAdd');
 */
import { sourceOf } from '../../engine/python/own.js';

/** @typedef {import('../contract.js').Context} Context */

/** The pipeline as the last key of an editor left it: what is typed next is the same change. @type {object | null} */
let typed = null;

/** How far Python is, in words. @param {import('../../model/python.js').PythonPasses} python */
export function progressOf({ state, progress }) {
  if (state !== 'loading') return 'Running…';
  return progress < 1 ? `Loading Python, ${Math.floor(progress * 100)} %` : 'Starting Python…';
}

/** What came with a document runs from now on. @param {Context} context @param {number[]} places */
export function allowOwn({ model }, places) {
  for (const at of places) model.python?.allow(sourceOf(model.doc.pipeline[at]));
  model.evaluate(true);
}

/**
 * Another text for a step; what may not run yet may not then either.
 * @param {Context} context
 * @param {number} at
 * @param {string} source
 */
export function editOwn({ model }, at, source) {
  const { pipeline } = model.doc;
  const step = pipeline[at];
  const before = sourceOf(step);
  if (before === source) return;
  if (model.python?.isAllowed(before)) model.python?.allow(source, before);
  const changed = { ...step, options: { ...step.options, source } };
  model.python?.open({ at, step: changed });
  model.changeSetup({ pipeline: pipeline.with(at, changed) }, typed === pipeline);
  typed = model.doc.pipeline;
}

/** Which class or function of the text is the pass. @param {Context} context @param {number} at @param {string} pass */
export function chooseOwn({ model }, at, pass) {
  const step = model.doc.pipeline[at];
  const changed = { ...step, options: { ...step.options, pass } };
  model.python?.open({ at, step: changed });
  model.changeSetup({ pipeline: model.doc.pipeline.with(at, changed) });
}
