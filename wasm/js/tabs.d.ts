/** The tabs of the page. Made by web/tools/tabs.js. */
export declare const TABS: readonly [
  'result',
  'diff',
  'graph',
  'film',
  'autograd',
  'signature',
];
