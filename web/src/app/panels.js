/**
 * The views of the result, once: tabs, the attribute `tab` and the document's view are made from this list.
 *
 * What: a `Panel` is a record of templates. `content` fills the view; `head` stands beside the tabs and `tools` below
 * them. To add one: a record beside its component (which is loaded when it is first shown), and its name in `PANELS`.
 *
 *   panelOf(model.view.tab).content({ model, commands });
 */
import { AUTOGRAD_PANEL } from '../features/autograd/panel.js';
import { TEXT_PANELS } from './text_panels.js';
import { GRAPH_PANEL } from '../features/graph/panel.js';
import { SIGNATURE_PANEL } from '../features/signature/panel.js';

/** @typedef {import('../features/contract.js').Panel} Panel */

/** @type {Panel[]} */
export const PANELS = [...TEXT_PANELS, GRAPH_PANEL, AUTOGRAD_PANEL, SIGNATURE_PANEL];

/** The one with this id; the first if the document names one that is not here. @param {string} tab @returns {Panel} */
export const panelOf = (tab) => PANELS.find((panel) => panel.id === tab) ?? PANELS[0];
