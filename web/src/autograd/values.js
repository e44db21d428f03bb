/**
 * What nodes computed, for whoever draws the program: a short text by node.
 *
 * What: the autograd view sets `page.values` after each run; `valuesOf(page, step)` gives the texts if they still belong to this step of this
 * result.
 * Why: the picture shows values of the last run, and never those of another program.
 *
 *   valuesOf(page, 1)?.get('submod_1.mul')           // '[0.5, 1, …] · grad [1, 1, …]'
 */

/** @typedef {{ of: object | null, step: number, texts: Map<string, string> }} NodeValues `of`: the result that they belong to */

/** @param {{ values: NodeValues | null, live: { good: object | null } }} page @param {number} step */
export function valuesOf({ values, live }, step) {
  return values !== null && values.of === live.good && values.step === step ? values.texts : null;
}
