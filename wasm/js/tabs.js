/** The tabs of the page. Made by web/tools/tabs.js. */
export const TABS = /** @type {const} */ ([
  'result',
  'diff',
  'graph',
  'film',
  'autograd',
  'signature',
]);
