/** Logs of compilations: their graphs beside the text. What shows them is loaded with the first log. */

/** @type {import('../contract.js').Feature} */
export const LOG = { id: 'log', order: 6, actions: [], later: [() => import('./open.js')] };
