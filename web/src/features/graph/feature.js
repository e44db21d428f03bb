/** The picture of the graph. */
import { GRAPH_ACTIONS } from './actions.js';
import { GRAPH_PANEL } from './panel.js';

/** @type {import('../contract.js').Feature} */
export const GRAPH = { id: 'graph', order: 2, actions: GRAPH_ACTIONS, panel: GRAPH_PANEL };
