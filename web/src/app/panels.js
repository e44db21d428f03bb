/**
 * The views of the result, once: tabs, the attribute `tab` and the document's view are made from this list.
 *
 * What: a `Panel` is a record of templates. `content` fills the view; `head` stands beside the tabs and `tools` below
 * them. To add one: a record beside its component (which is loaded when it is first shown), as the panel of its
 * feature.
 *
 *   panelOf(model.view.tab).content({ model, commands });
 */
import { FEATURES } from './features.js';
import { TEXT_PANELS } from './text_panels.js';

/** @typedef {import('../features/contract.js').Panel} Panel */

/** @type {Panel[]} */
export const PANELS = [...TEXT_PANELS, ...FEATURES.flatMap(({ panel }) => panel ?? [])];

/** The one with this id; the first if the document names one that is not here. @param {string} tab @returns {Panel} */
export const panelOf = (tab) => PANELS.find((panel) => panel.id === tab) ?? PANELS[0];
