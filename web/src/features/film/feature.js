/** The film of a pipeline: every single rewrite, one after the other. */
import { FILM_ACTIONS, FILM_PANEL } from './panel.js';

/** @type {import('../contract.js').Feature} */
export const FILM = {
  id: 'film',
  order: 3,
  actions: FILM_ACTIONS,
  panel: FILM_PANEL,
  later: [() => import('./view.js'), () => import('./export.js')],
};
