/**
 * Scrolling sideways: a cursor that would be seen from the left edge is shown from there.
 *
 * Why: the editor itself scrolls no further than it must, which leaves the beginnings of lines cut off by a few pixels,
 * as after a text was put over one that had been scrolled. What a pointer chooses stays under it.
 *
 *   EditorState.create({ extensions: [homing] })
 */
import { StateField } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The cursor is where it is because of a pointer. @type {StateField<boolean>} */
const pointed = StateField.define({
  create: () => false,
  update: (before, transaction) =>
    transaction.isUserEvent('select.pointer') ||
    (before && !transaction.docChanged && transaction.selection === undefined),
});

const home = EditorView.scrollHandler.of((view, range, { x, xMargin }) => {
  const { scrollDOM, contentDOM, state } = view;
  if (x !== 'nearest' || scrollDOM.scrollLeft === 0 || state.field(pointed)) return false;
  const gutters = contentDOM.offsetLeft;
  const cursor = (range.head - state.doc.lineAt(range.head).from) * view.defaultCharacterWidth;
  if (gutters + cursor + 2 * xMargin <= scrollDOM.clientWidth) scrollDOM.scrollLeft = 0;
  return false;
});

export const homing = [pointed, home];
