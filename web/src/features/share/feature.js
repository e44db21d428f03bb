/** Documents that leave the page and come back: links, files, the list of documents. */
import { SHARE_ACTIONS } from './actions.js';

/** @type {import('../contract.js').Feature} */
export const SHARE = {
  id: 'share',
  order: 8,
  actions: SHARE_ACTIONS,
  dialogs: {
    documents: { title: 'Your documents', load: () => import('./documents.js') },
    share: { title: 'Share', load: () => import('./dialog.js') },
  },
};
