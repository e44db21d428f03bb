/** Palette, reference and tour as actions. See app/actions.js. */

/** @typedef {import('../contract.js').Action} Action */

/** @type {Action[]} */
export const LEARN_ACTIONS = [
  {
    id: 'palette',
    title: 'Do anything, by name',
    group: 'Anywhere',
    keys: ['Ctrl+K', 'Ctrl+Shift+P'],
    typing: true,
    run: ({ commands }) => commands.openDialog('palette'),
    button: { text: () => '⋯', label: () => 'Commands' },
  },
  {
    id: 'reference',
    title: 'Passes and operators, explained',
    group: 'Anywhere',
    keys: ['Shift+F1'],
    typing: true,
    run: ({ model, commands }) => commands.openReference(model.reference === null ? '' : null),
  },
  {
    id: 'tour',
    title: 'Show me around',
    group: 'Anywhere',
    when: ({ model }) => model.whole && !model.readonly,
    run: ({ commands }) => commands.startTour(),
  },
];
