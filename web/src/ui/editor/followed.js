/**
 * Lines of what was chosen elsewhere: marked and brought into view, while cursor and focus stay where they are.
 *
 *   EditorState.create({ extensions: [followed] });
 *   view.dispatch({ effects: follow(view.state, 12) });           // null: none
 *   // in a text to read: marks stay when the cursor moves
 *   view.dispatch({ effects: mark(view.state, [12, 14]) });
 */
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';

/** @type {import('@codemirror/state').StateEffectType<number[]>} the places where the lines begin */
const setFollowed = StateEffect.define();

const line = Decoration.line({ class: 'cm-followed' });

/** @param {boolean} stays whether the marks stay where somebody moves the cursor, or the text changes beside them */
const field = (stays) =>
  /** @type {StateField<import('@codemirror/view').DecorationSet>} */ (
    StateField.define({
      create: () => Decoration.none,
      update(marks, transaction) {
        for (const effect of transaction.effects)
          if (effect.is(setFollowed)) return Decoration.set(effect.value.map((from) => line.range(from)));
        if (stays) return marks.map(transaction.changes);
        // Who moves the cursor chooses in the text from here on.
        return transaction.selection !== undefined || transaction.docChanged ? Decoration.none : marks;
      },
      provide: (own) => EditorView.decorations.from(own),
    })
  );

export const followed = field(false);
export const marked = field(true);

/** @param {import('@codemirror/state').EditorState} state @param {number[]} lines from 1 */
export function mark({ doc }, lines) {
  const there = [...new Set(lines)].filter((one) => one >= 1 && one <= doc.lines).sort((one, other) => one - other);
  return setFollowed.of(there.map((one) => doc.line(one).from));
}

/** @param {import('@codemirror/state').EditorState} state @param {number | null} line from 1 */
export function follow(state, line) {
  if (line === null || line < 1 || line > state.doc.lines) return [mark(state, [])];
  const { from } = state.doc.line(line);
  return [mark(state, [line]), EditorView.scrollIntoView(from, { y: 'nearest', yMargin: 60 })];
}
