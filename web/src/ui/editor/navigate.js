/**
 * Going from a name to its definition and its uses.
 *
 * What: commands of CodeMirror: `goToDefinition` (F12, or a click with Ctrl), `nextUse` and `previousUse` (Shift+F12
 * goes round the uses). All uses of the name at the cursor are marked.
 * Why: names belong to a graph; the same word in another graph, in a comment or as a keyword is something else
 * (names.js).
 */
import { StateField } from '@codemirror/state';
import { Decoration, EditorView, keymap } from '@codemirror/view';
import { namesOf } from '../../text/names.js';

/** @param {EditorView} view @param {{ from: number, to: number }} span */
function select(view, { from, to }) {
  view.dispatch({
    selection: { anchor: from, head: to },
    effects: EditorView.scrollIntoView(from, { y: 'center' }),
    userEvent: 'select',
  });
}

/** @param {EditorView} view @param {number} [pos] */
export function goToDefinition(view, pos = view.state.selection.main.head) {
  const names = namesOf(view.state.doc);
  const here = names.at(pos) ?? names.at(view.state.selection.main.from);
  if (here !== null) {
    const definition = here.graph.definitions.get(here.name);
    if (definition) select(view, definition);
    return definition !== undefined;
  }
  return goToGraph(view, pos);
}

/** `self.submod_1`: the class of that name. @param {EditorView} view @param {number} pos */
function goToGraph(view, pos) {
  const line = view.state.doc.lineAt(pos);
  const names = namesOf(view.state.doc);
  const own = names.graphAt(pos)?.path ?? '';
  for (const { 1: path, index } of line.text.matchAll(/self\.([\w.]+)/g)) {
    if (pos < line.from + index || pos > line.from + index + path.length + 5) continue;
    const graph = names.graphs.find((one) => one.path === (own === '' ? path : `${own}.${path}`));
    if (graph === undefined) return false;
    select(view, { from: graph.from, to: graph.from });
    return true;
  }
  return false;
}

/** @param {EditorView} view @param {1 | -1} direction */
function goToUse(view, direction) {
  const { from } = view.state.selection.main;
  const here = namesOf(view.state.doc).at(from);
  if (here === null) return false;
  const uses = here.graph.uses.get(here.name) ?? [];
  const at = uses.findIndex((one) => one.from === here.from);
  select(view, uses[(at + direction + uses.length) % uses.length]);
  return true;
}

/** @param {EditorView} view */
export const nextUse = (view) => goToUse(view, 1);
/** @param {EditorView} view */
export const previousUse = (view) => goToUse(view, -1);

const use = Decoration.mark({ class: 'cm-name-use' });

/** @param {import('@codemirror/state').EditorState} state */
function usesAtCursor(state) {
  const { empty, from, to } = state.selection.main;
  const here = namesOf(state.doc).at(from);
  if (here === null || !(empty || (here.from === from && here.to === to))) return Decoration.none;
  return Decoration.set((here.graph.uses.get(here.name) ?? []).map((span) => use.range(span.from, span.to)));
}

/** Marks are drawn for what can be seen; the list is as long as the uses. */
const marks = StateField.define({
  create: () => Decoration.none,
  update: (known, transaction) =>
    transaction.docChanged ? Decoration.none : transaction.selection ? usesAtCursor(transaction.state) : known,
  provide: (field) => EditorView.decorations.from(field),
});

export const navigation = [
  marks,
  keymap.of([
    { key: 'F12', run: goToDefinition },
    { key: 'Shift-F12', run: nextUse },
  ]),
  EditorView.domEventHandlers({
    mousedown(event, view) {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
      const pos = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (pos === null || !goToDefinition(view, pos)) return false;
      event.preventDefault();
      return true;
    },
  }),
];
