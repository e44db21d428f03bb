/**
 * The pipeline and the inputs as part of the editor's state, so that one undo history covers text, passes and values
 * alike.
 *
 * What: `setupField` holds {pipeline, ambientGrad, inputs}; `setSetup` is the effect that changes it, and the history
 * inverts it.
 * `historyToJson` and `historyFromJson` write and read that history, which a reload keeps.
 *
 *   view.dispatch({ effects: setSetup.of({ pipeline, ambientGrad: true }) });
 *   undo(view);                                         // and the old pipeline is back
 */
import { historyField, invertedEffects, isolateHistory } from '@codemirror/commands';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { titled } from './edit_titles.js';
import { asPipeline } from '../../model/document.js';
import { asInputs, emptyInputs } from '../../model/inputs.js';

/** @typedef {import('../../model/document.js').Setup} Setup */
/** @typedef {{ effects: readonly StateEffect<any>[] }} HistoryEvent */

/** @type {import('@codemirror/state').StateEffectType<Setup>} */
export const setSetup = StateEffect.define();

/** @type {StateField<Setup>} */
export const setupField = StateField.define({
  create: () => /** @type {Setup} */ ({ pipeline: [], ambientGrad: true, inputs: emptyInputs() }),
  update(setup, transaction) {
    for (const effect of transaction.effects) if (effect.is(setSetup)) return effect.value;
    return setup;
  },
});

export const setupHistory = [
  setupField,
  invertedEffects.of((transaction) =>
    transaction.effects.some((effect) => effect.is(setSetup))
      ? [setSetup.of(transaction.startState.field(setupField))]
      : [],
  ),
];

/** A change of its own for undo, never joined with typing. */
export const alone = isolateHistory.of('full');

/** Histories longer than this are not kept. */
const LONG = 300_000;

/** @param {EditorState} state @returns {unknown} undefined if it is empty or too long */
export function historyToJson(state) {
  const field = state.field(historyField, false);
  if (field === undefined) return undefined;
  const { done, undone } = /** @type {{ done: HistoryEvent[], undone: HistoryEvent[] }} */ (field);
  if (done.length + undone.length === 0) return undefined;
  /** @param {import('@codemirror/state').StateEffectType<any>} type */
  const valuesOf = (type) =>
    [done, undone].map((events) =>
      events.map(({ effects }) => effects?.filter((effect) => effect.is(type)).map(({ value }) => value) ?? []),
    );
  const json = { ...state.toJSON({ history: historyField }), setups: valuesOf(setSetup), titles: valuesOf(titled) };
  delete json.doc;
  return JSON.stringify(json).length > LONG ? undefined : json;
}

/**
 * A state with the history that was kept; null if it does not fit the text.
 * @param {any} json
 * @param {string} doc
 * @param {import('@codemirror/state').Extension} extensions
 * @returns {EditorState | null}
 */
export function historyFromJson(json, doc, extensions) {
  try {
    const state = EditorState.fromJSON({ ...json, doc }, { extensions }, { history: historyField });
    const field = /** @type {any} */ (state.field(historyField));
    for (const events of [field.done, field.undone]) {
      const next = events.at(-1);
      if (next?.changes && !next.mapped && next.changes.length !== doc.length) return null;
    }
    [field.done, field.undone].forEach((events, side) =>
      events.forEach((/** @type {{ effects: unknown[] }} */ event, /** @type {number} */ index) => {
        const titles = json.titles?.[side]?.[index] ?? [];
        // Older pages kept no inputs, and no titles.
        event.effects = [
          ...json.setups[side][index].map((/** @type {Setup} */ setup) =>
            setSetup.of({ ...setup, pipeline: asPipeline(setup.pipeline), inputs: asInputs(setup.inputs) }),
          ),
          ...titles.map((/** @type {string} */ title) => titled.of(title)),
        ];
      }),
    );
    return state;
  } catch {
    return null;
  }
}
