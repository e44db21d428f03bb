/**
 * Edits of the chosen nodes, as actions: buttons of the edit bar, keys and palette are made from these. See app/actions.js.
 */

/** @typedef {import('../../app/playground.js').Playground} Playground */
/** @typedef {import('../../app/actions.js').Action} Action */
/**
 * @typedef {Action & { edit: { text: string, from: 'one' | 'some' | 'none', more?: boolean } }} EditAction `more`: in
 *   the menu behind the buttons
 */

const GROUP = 'Edit nodes: at the cursor, or chosen in the graph';

/** @param {Playground} page @param {'one' | 'some' | 'none'} from */
function enough(page, from) {
  const { length } = page.edits.selection.names;
  if (page.edits.settling !== null) return true;
  return from === 'none' || (from === 'one' ? length === 1 : length > 0);
}

/**
 * @param {string} id
 * @param {string} title
 * @param {EditAction['edit'] & { keys?: string[] }} how
 * @param {(page: Playground) => unknown} run
 * @returns {EditAction}
 */
const edit = (id, title, { keys, ...how }, run) => ({
  id,
  title,
  group: GROUP,
  keys,
  typing: true,
  when: (page) => !page.readonly && (how.from === 'none' || enough(page, how.from)),
  run: async (page) => {
    await page.edits.settling;
    if (how.from === 'none' || enough(page, how.from)) return run(page);
  },
  edit: how,
});

/** @param {Playground} page */
const chosen = (page) => page.edits.selection.names;

/** @type {EditAction[]} */
export const EDIT_ACTIONS = [
  edit('insert', 'Insert an operator behind the node', { text: 'Insert…', from: 'none', keys: ['Alt+I'] }, (page) =>
    page.edits.open('insert'),
  ),
  edit('arguments', 'Change target and arguments', { text: 'Edit…', from: 'one', keys: ['Alt+A'] }, (page) =>
    page.edits.open('arguments'),
  ),
  edit('rename', 'Rename everywhere', { text: 'Rename…', from: 'one', keys: ['F2'] }, (page) =>
    page.edits.open('rename'),
  ),
  edit(
    'delete',
    'Delete; users take an argument of it',
    { text: 'Delete', from: 'some', keys: ['Alt+Delete', 'Alt+Backspace'] },
    (page) => page.edits.open('delete'),
  ),
  edit('duplicate', 'Duplicate', { text: 'Duplicate', from: 'some', keys: ['Alt+D'], more: true }, (page) =>
    page.edits.apply({ do: 'duplicate', nodes: chosen(page) }),
  ),
  edit(
    'no-grad',
    'Wrap in a region without grad',
    { text: 'No grad', from: 'some', keys: ['Alt+G'], more: true },
    (page) => page.edits.apply({ do: 'set_grad', nodes: chosen(page) }),
  ),
  edit('extract', 'Extract into a submodule', { text: 'Extract…', from: 'some', keys: ['Alt+X'], more: true }, (page) =>
    page.edits.open('extract'),
  ),
  edit(
    'inline',
    'Inline the submodule that is called',
    { text: 'Inline', from: 'one', keys: ['Alt+N'], more: true },
    (page) => page.edits.apply({ do: 'inline', node: chosen(page)[0] }),
  ),
  edit(
    'copy-nodes',
    'Copy the nodes as statements',
    { text: 'Copy', from: 'some', keys: ['Alt+C'], more: true },
    (page) => page.edits.copy(),
  ),
  edit(
    'paste-nodes',
    'Paste statements behind the node',
    { text: 'Paste…', from: 'none', keys: ['Alt+V'], more: true },
    (page) => page.edits.open('paste'),
  ),
  edit(
    'history',
    'List of edits, to go back to any',
    { text: 'History…', from: 'none', keys: ['Alt+H'], more: true },
    (page) => page.edits.open('history'),
  ),
];
