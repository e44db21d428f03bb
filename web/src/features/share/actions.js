/** What can be done with documents as a whole. See app/actions.js. */

/** @typedef {import('../../app/actions.js').Action} Action */
/** @typedef {import('../../app/playground.js').Playground} Playground */

/** @param {Playground} page */
const keeps = (page) => page.remember !== null && !page.readonly;

/** @type {Action[]} */
export const SHARE_ACTIONS = [
  {
    id: 'share',
    title: 'Share: link, issue, files',
    group: 'Anywhere',
    keys: ['Ctrl+Shift+S'],
    typing: true,
    when: (page) => page.whole,
    able: (page) => !page.blank,
    run: (page) => page.openDialog('share'),
    button: { text: () => 'Share' },
  },
  {
    id: 'documents',
    title: 'Your documents: open, name, history',
    group: 'Anywhere',
    keys: ['Ctrl+Shift+O'],
    typing: true,
    when: keeps,
    run: (page) => page.openDialog('documents'),
  },
];
