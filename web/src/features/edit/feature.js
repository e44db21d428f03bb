/** Edits of the graph: the bar under the source, a dialog for each edit, drags on the picture. */
import { EDIT_ACTIONS } from './actions.js';
import { editStyles } from './bar.js';

/** @type {import('../contract.js').Feature} */
export const EDIT = { id: 'edit', order: 1, actions: EDIT_ACTIONS, styles: [editStyles] };
