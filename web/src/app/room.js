/**
 * Which parts of the page stand beside the view that is chosen, and how wide each is.
 *
 * What somebody chose holds for all views and is kept with the document; else each view has what goes with it.
 */
import { panelOf } from './panels.js';

/** @typedef {import('../model/model.js').Model} Model */

/** @param {Model} model */
export function partsOf(model) {
  const { tab, parts } = model.view;
  const { source = true, passes = true } = (model.live.good === null ? null : panelOf(tab).room?.(model)) ?? {};
  return { source: parts.source ?? source, passes: parts.passes ?? passes };
}

/** As classes of layout.js. @param {Model} model */
export function roomClasses(model) {
  if (model.live.good === null) return '';
  const { source, passes } = partsOf(model);
  const wide = panelOf(model.view.tab).room?.(model)?.wide === true;
  return [wide ? 'for-graph' : '', source ? '' : 'hide-source', passes ? '' : 'hide-passes'].join(' ');
}
