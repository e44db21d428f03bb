/**
 * What each change of the document was called: the names in the list of edits.
 *
 * What: a change that carries `titled` keeps its title in the undo history of the editor, in both directions;
 * `historyOf` reads the list.
 * Why: text, passes and edits on the canvas share one history; the list shows it and jumps to any place in it.
 *
 *   view.dispatch({ changes, effects: titled.of('Insert relu'), annotations: alone });
 * historyOf(view.state);               // { done: ['Typing', 'Insert relu'], undone: [] }, oldest first; the next to
 * redo first
 */
import { historyField, invertedEffects } from '@codemirror/commands';
import { StateEffect } from '@codemirror/state';

/** @type {import('@codemirror/state').StateEffectType<string>} */
export const titled = StateEffect.define();

export const titledHistory = invertedEffects.of((transaction) =>
  transaction.effects.filter((effect) => effect.is(titled)),
);

/**
 * @param {{ changes?: import('@codemirror/state').ChangeSet, effects?: readonly StateEffect<any>[] }} event
 * @param {boolean} ahead it was undone: what it holds is the way forth
 */
function titleOf({ changes, effects = [] }, ahead) {
  const given = effects.find((effect) => effect.is(titled));
  if (given !== undefined) return /** @type {string} */ (given.value);
  if (changes === undefined || changes.empty) return 'Passes changed';
  let [taken, put] = [0, 0];
  changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    taken += toA - fromA;
    put += inserted.length;
  });
  const [added, removed] = ahead ? [put, taken] : [taken, put];
  if (added > 0 && removed > 0) return 'Text replaced';
  return added > 0 ? 'Typing' : 'Text removed';
}

/** @param {import('@codemirror/state').EditorState} state */
export function historyOf(state) {
  const field = /** @type {{ done: any[], undone: any[] } | undefined} */ (
    /** @type {unknown} */ (state.field(historyField, false))
  );
  const events = (/** @type {any[]} */ list, /** @type {boolean} */ ahead) =>
    list
      .filter((event) => event.changes !== undefined || event.effects?.length > 0)
      .map((event) => titleOf(event, ahead));
  return { done: events(field?.done ?? [], false), undone: events(field?.undone ?? [], true).reverse() };
}
