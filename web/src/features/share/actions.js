/** What can be done with documents as a whole. See app/actions.js. */

/** @typedef {import('../contract.js').Action} Action */
/** @typedef {import('../contract.js').Context} Context */

/** @param {Context} context */
const keeps = ({ model }) => model.remember !== null && !model.readonly;

/** @type {Action[]} */
export const SHARE_ACTIONS = [
  {
    id: 'share',
    title: 'Share: link, issue, files',
    group: 'Anywhere',
    keys: ['Ctrl+Shift+S'],
    typing: true,
    when: ({ model }) => model.whole,
    able: ({ model }) => !model.blank,
    run: ({ commands }) => commands.openDialog('share'),
    button: { text: () => 'Share' },
  },
  {
    id: 'documents',
    title: 'Your documents: open, name, history',
    group: 'Anywhere',
    keys: ['Ctrl+Shift+O'],
    typing: true,
    when: keeps,
    run: ({ commands }) => commands.openDialog('documents'),
  },
];
