/** What can be done with the page as a whole; keys of parts that handle them themselves. See actions.js. */
import { THEMES } from '../model/document.js';

/** @typedef {import('../features/contract.js').Context} Context */
/** @typedef {import('../features/contract.js').Action} Action */

const ANYWHERE = 'Anywhere';
const SOURCE = 'In the source';
const PASSES = 'In the passes';
const RESULT = 'In the result';

const THEME_NAMES = { system: 'auto', light: 'light', dark: 'dark' };
const THEME_SIGNS = { system: '◐', light: '☀', dark: '☾' };

/** @param {Context} context */
const nextTheme = ({ model }) => THEMES[(THEMES.indexOf(model.view.theme) + 1) % THEMES.length];
/** @param {Context} context */
const editable = ({ model }) => !model.readonly;
/** @param {Context} context */
const inDiff = ({ model }) => model.view.tab === 'diff';

/** @type {Action[]} */
export const PAGE_ACTIONS = [
  {
    id: 'undo',
    title: 'Undo, text and passes alike',
    group: ANYWHERE,
    keys: ['Ctrl+Z'],
    when: editable,
    able: ({ model }) => model.undoable.undo,
    run: ({ commands }) => commands.undo(),
    button: { text: () => '↶', label: () => 'Undo' },
  },
  {
    id: 'redo',
    title: 'Redo',
    group: ANYWHERE,
    keys: ['Ctrl+Shift+Z', 'Ctrl+Y'],
    when: editable,
    able: ({ model }) => model.undoable.redo,
    run: ({ commands }) => commands.redo(),
    button: { text: () => '↷', label: () => 'Redo' },
  },
  {
    id: 'examples',
    title: 'Open an example',
    group: ANYWHERE,
    keys: ['Ctrl+E'],
    typing: true,
    when: editable,
    run: ({ commands }) => commands.openDialog('examples'),
    button: { text: () => 'Examples' },
  },
  {
    id: 'open',
    title: 'Open a file',
    group: ANYWHERE,
    keys: ['Ctrl+O'],
    typing: true,
    when: editable,
    run: ({ commands }) => commands.open.chosenFile(),
    button: { text: () => 'Open file', wide: true },
  },
  {
    id: 'stop-run',
    title: 'Stop the run',
    group: ANYWHERE,
    when: ({ model }) => model.slow,
    run: ({ model }) => model.live.stop(),
  },
  {
    id: 'save',
    title: 'Save the result as a file',
    group: ANYWHERE,
    keys: ['Ctrl+S'],
    typing: true,
    run: ({ commands }) => commands.saveResult(),
  },
  {
    id: 'copy',
    title: 'Copy the result',
    group: RESULT,
    able: ({ model }) => model.live.good !== null,
    run: ({ commands }) => commands.copyResult(),
  },
  {
    id: 'theme',
    title: 'Change colours: auto, light, dark',
    group: ANYWHERE,
    run: (context) => context.model.setView({ theme: nextTheme(context) }),
    button: {
      text: ({ model }) => THEME_SIGNS[model.view.theme],
      label: (context) =>
        `Colours: ${THEME_NAMES[context.model.view.theme]}, change to ${THEME_NAMES[nextTheme(context)]}`,
      hint: ({ model }) => `Colours: ${THEME_NAMES[model.view.theme]}`,
      place: 'last',
      wide: true,
    },
  },
  {
    id: 'help',
    title: 'Help, with all keys',
    group: ANYWHERE,
    keys: ['F1', '?'],
    typing: true,
    run: ({ commands }) => commands.openDialog('help'),
    button: { text: () => '?', label: () => 'Help', place: 'last' },
  },
  {
    id: 'next-part',
    title: 'Next part: source, passes, result',
    group: ANYWHERE,
    keys: ['F6'],
    typing: true,
    run: (context) => context.commands.nextPart(1),
  },
  {
    id: 'previous-part',
    title: 'Previous part',
    group: ANYWHERE,
    keys: ['Shift+F6'],
    typing: true,
    run: (context) => context.commands.nextPart(-1),
  },

  { id: 'indent', title: 'Indent, and back', group: SOURCE, keys: ['Tab', 'Shift+Tab'] },
  { id: 'leave', title: 'Then Tab leaves the editor', group: SOURCE, keys: ['Escape'] },
  { id: 'next-mistake', title: 'Next mistake', group: SOURCE, keys: ['F8'] },
  { id: 'find', title: 'Search; also in the result', group: SOURCE, keys: ['Ctrl+F'] },
  {
    id: 'wrap',
    title: 'Break long lines',
    group: SOURCE,
    run: ({ model }) => model.setView({ wrap: !model.view.wrap }),
  },

  { id: 'move-pass', title: 'Move the pass that has the focus', group: PASSES, keys: ['Alt+Up', 'Alt+Down'] },
  { id: 'remove-pass', title: 'Remove it', group: PASSES, keys: ['Delete'] },

  { id: 'tabs', title: 'On a tab: the other views of the result', group: RESULT, keys: ['Left', 'Right'] },
  {
    id: 'next-change',
    title: 'Next change of the diff',
    group: RESULT,
    keys: ['F7'],
    typing: true,
    when: inDiff,
    run: ({ commands }) => commands.nextChange(1),
  },
  {
    id: 'previous-change',
    title: 'Previous change of the diff',
    group: RESULT,
    keys: ['Shift+F7'],
    typing: true,
    when: inDiff,
    run: ({ commands }) => commands.nextChange(-1),
  },
];
