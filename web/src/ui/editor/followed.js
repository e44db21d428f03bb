/**
 * The line of what was chosen elsewhere: marked and brought into view, while cursor and focus stay where they are.
 *
 *   EditorState.create({ extensions: [followed] });
 *   view.dispatch({ effects: follow(view, 12) });       // null: none
 */
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';

/** @type {import('@codemirror/state').StateEffectType<number | null>} the place where the line begins */
const setFollowed = StateEffect.define();

const mark = Decoration.line({ class: 'cm-followed' });

/** @type {StateField<import('@codemirror/view').DecorationSet>} */
export const followed = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setFollowed))
        return effect.value === null ? Decoration.none : Decoration.set([mark.range(effect.value)]);
    // Who moves the cursor chooses in the text from here on.
    return transaction.selection !== undefined || transaction.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** @param {import('@codemirror/state').EditorState} state @param {number | null} line from 1 */
export function follow({ doc }, line) {
  if (line === null || line < 1 || line > doc.lines) return [setFollowed.of(null)];
  const { from } = doc.line(line);
  return [setFollowed.of(from), EditorView.scrollIntoView(from, { y: 'nearest', yMargin: 60 })];
}
