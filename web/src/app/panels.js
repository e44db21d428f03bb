/**
 * The views of the result, once: tabs, the attribute `tab` and the document's view are made from this list.
 *
 * What: a `Panel` is a record of templates. `content` fills the view; `head` stands beside the tabs and `tools` below
 * them. To add one: a record beside its component (which is loaded when it is first shown), and its name in `PANELS`.
 *
 *   panelOf(page).content(page);
 */
import { AUTOGRAD_PANEL } from '../features/autograd/panel.js';
import { TEXT_PANELS } from './text_panels.js';
import { GRAPH_PANEL } from '../features/graph/panel.js';
import { SIGNATURE_PANEL } from '../features/signature/panel.js';

/** @typedef {import('./playground.js').Playground} Playground */
/**
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} title
 * @property {(page: Playground) => unknown} content
 * @property {(page: Playground) => unknown} [head]
 * @property {(page: Playground) => unknown} [tools]
 * @property {(page: Playground) => string} [room] which other parts of the page stay beside it: classes of layout.js
 * @property {boolean} [untold] it does not show the program's text
 * @property {(page: Playground) => import('../engine/workbench.js').PicturesWanted | null} [pictures] what it shows of a
 *   result, to be drawn in the same turn
 * @property {(page: Playground) => Map<string, import('../../../wasm/js/index.js').Picture> | null} [shown] the pictures
 *   on the screen, by pane
 */

/** @type {Panel[]} */
export const PANELS = [...TEXT_PANELS, GRAPH_PANEL, AUTOGRAD_PANEL, SIGNATURE_PANEL];

/**
 * The one that is chosen; the first if the document names one that is not here.
 * @param {Playground} page
 * @returns {Panel}
 */
export const panelOf = (page) => PANELS.find((panel) => panel.id === page.view.tab) ?? PANELS[0];
