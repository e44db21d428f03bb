/**
 * Edits of the chosen nodes, as actions: buttons of the edit bar, keys and palette are made from these. See
 * app/actions.js.
 */
import { copy } from '../../ui/files.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('../contract.js').Action} Action */
/**
 * @typedef {Action & { edit: { text: string, from: 'one' | 'some' | 'none', more?: boolean } }} EditAction `more`: in
 *   the menu behind the buttons
 */

const GROUP = 'Edit nodes: at the cursor, or chosen in the graph';

/** @param {Context} context @param {'one' | 'some' | 'none'} from */
function enough({ model }, from) {
  const { length } = model.edits.selection.names;
  if (model.edits.settling !== null) return true;
  return from === 'none' || (from === 'one' ? length === 1 : length > 0);
}

/**
 * @param {string} id
 * @param {string} title
 * @param {EditAction['edit'] & { keys?: string[] }} how
 * @param {(context: Context) => unknown} run
 * @returns {EditAction}
 */
const edit = (id, title, { keys, ...how }, run) => ({
  id,
  title,
  group: GROUP,
  keys,
  typing: true,
  when: (context) =>
    !context.model.readonly &&
    (id === 'history' || !context.model.edits.unread) &&
    (how.from === 'none' || enough(context, how.from)),
  run: async (context) => {
    await context.model.edits.settling;
    if (how.from === 'none' || enough(context, how.from)) return run(context);
  },
  edit: how,
});

/** @param {Context} context */
const chosen = ({ model }) => model.edits.selection.names;

/** The chosen nodes as statements into the clipboard. @param {Context} context */
async function copyNodes({ model }) {
  const { edits } = model;
  const text = await edits.statements();
  if (text === null) return;
  edits.copied = text;
  const { length } = text.trim().split('\n');
  if (await copy(text)) model.say(length === 1 ? 'Copied' : `${length} nodes copied`);
}

/** @type {EditAction[]} */
export const EDIT_ACTIONS = [
  edit(
    'insert',
    'Insert an operator behind the node',
    { text: 'Insert…', from: 'none', keys: ['Alt+I'] },
    ({ commands }) => commands.openEdit('insert'),
  ),
  edit('arguments', 'Change target and arguments', { text: 'Edit…', from: 'one', keys: ['Alt+A'] }, ({ commands }) =>
    commands.openEdit('arguments'),
  ),
  edit('rename', 'Rename everywhere', { text: 'Rename…', from: 'one', keys: ['F2'] }, ({ commands }) =>
    commands.openEdit('rename'),
  ),
  edit(
    'delete',
    'Delete; users take an argument of it',
    { text: 'Delete', from: 'some', keys: ['Alt+Delete', 'Alt+Backspace'] },
    ({ commands }) => commands.openEdit('delete'),
  ),
  edit('duplicate', 'Duplicate', { text: 'Duplicate', from: 'some', keys: ['Alt+D'], more: true }, (context) =>
    context.model.edits.apply({ do: 'duplicate', nodes: chosen(context) }),
  ),
  edit(
    'no-grad',
    'Wrap in a region without grad',
    { text: 'No grad', from: 'some', keys: ['Alt+G'], more: true },
    (context) => context.model.edits.apply({ do: 'set_grad', nodes: chosen(context) }),
  ),
  edit(
    'extract',
    'Extract into a submodule',
    { text: 'Extract…', from: 'some', keys: ['Alt+X'], more: true },
    ({ commands }) => commands.openEdit('extract'),
  ),
  edit(
    'inline',
    'Inline the submodule that is called',
    { text: 'Inline', from: 'one', keys: ['Alt+N'], more: true },
    (context) => context.model.edits.apply({ do: 'inline', node: chosen(context)[0] }),
  ),
  edit(
    'copy-nodes',
    'Copy the nodes as statements',
    { text: 'Copy', from: 'some', keys: ['Alt+C'], more: true },
    copyNodes,
  ),
  edit(
    'paste-nodes',
    'Paste statements behind the node',
    { text: 'Paste…', from: 'none', keys: ['Alt+V'], more: true },
    ({ commands }) => commands.openEdit('paste'),
  ),
  edit(
    'history',
    'List of edits, to go back to any',
    { text: 'History…', from: 'none', keys: ['Alt+H'], more: true },
    ({ commands }) => commands.openEdit('history'),
  ),
];
