/** What teaches the page: help, examples, palette, reference, tour. */
import { LEARN_ACTIONS } from './actions.js';
import { introStyles } from './intro.js';
import { startStyles } from './start.js';

/** @type {import('../contract.js').Feature} */
export const LEARN = {
  id: 'learn',
  order: 9,
  actions: LEARN_ACTIONS,
  styles: [introStyles, startStyles],
  dialogs: {
    help: { title: 'Help', load: () => import('./help.js') },
    examples: { title: 'Open an example', load: () => import('./gallery.js') },
    palette: { title: 'Do anything', load: () => import('./palette.js') },
  },
  later: [() => import('./reference.js'), () => import('./tour.js')],
};
