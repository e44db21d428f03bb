/**
 * How two texts differ, on the screen: side by side, or in one column. Loaded when a difference is first shown.
 *
 *   const { newer, made } = sideBySide({ before, text, changes, parent, root, reading });
 *   goToNextChunk(newer);
 *   uncollapse(newer, 120);                             // what is folded there is shown, on both sides
 */
import {
  Change,
  MergeView,
  getChunks,
  getOriginalDoc,
  mergeViewSiblings,
  uncollapseUnchanged,
  unifiedMergeView,
} from '@codemirror/merge';
import { EditorView } from '@codemirror/view';

export { goToNextChunk, goToPreviousChunk } from '@codemirror/merge';

/**
 * @typedef {object} Wanted
 * @property {string} before
 * @property {string} text
 * @property {number[]} changes as the engine's worker found them
 * @property {HTMLElement} parent
 * @property {ShadowRoot} root
 * @property {(label: string) => import('@codemirror/state').Extension} reading what makes a text one to read
 */

const COLLAPSE = { margin: 3, minSize: 6 };

/** The differences as CodeMirror wants them. @param {number[]} flat */
function asChanges(flat) {
  const changes = [];
  for (let i = 0; i < flat.length; i += 4) changes.push(new Change(flat[i], flat[i + 1], flat[i + 2], flat[i + 3]));
  return changes;
}

/**
 * Both texts are fixed, so the comparison that the worker made is the only one that is ever asked for.
 * @param {number[]} changes
 */
const settings = (changes) => ({
  collapseUnchanged: COLLAPSE,
  gutter: false,
  diffConfig: { override: () => asChanges(changes) },
});

/** @param {Wanted} wanted */
export function sideBySide({ before, text, changes, parent, root, reading }) {
  const a = { doc: before, extensions: reading('Before') };
  const b = { doc: text, extensions: reading('After') };
  const made = new MergeView({ root, parent, a, b, ...settings(changes) });
  return { made, newer: made.b, older: made.a };
}

/** @param {Wanted} wanted */
export function inOneColumn({ before, text, changes, parent, root, reading }) {
  const unified = unifiedMergeView({ original: before, mergeControls: false, ...settings(changes) });
  const made = new EditorView({ root, parent, doc: text, extensions: [reading('Changes'), unified] });
  return { made, newer: made, older: null };
}

/** Where a folded piece begins that holds a place; -1: none. @param {EditorView} view @param {number} pos */
function foldedAt(view, pos) {
  let begin = -1;
  for (const source of view.state.facet(EditorView.decorations)) {
    const set = typeof source === 'function' ? source(view) : source;
    set.between(pos, pos, (from, _, { spec }) => {
      if (spec.block === true && spec.widget?.type === 'collapsed-unchanged-code') begin = from;
    });
  }
  return begin;
}

/**
 * The same place on the other side, of a place that did not change.
 * @param {EditorView} view
 * @param {number} pos
 */
function across(view, pos) {
  const { chunks = [], side } = getChunks(view.state) ?? {};
  const own = side === 'a';
  let moved = 0;
  for (const { fromA, toA, fromB, toB } of chunks) {
    if ((own ? fromA : fromB) >= pos) break;
    moved = own ? toB - toA : toA - toB;
  }
  return pos + moved;
}

/** @param {EditorView} view @param {number} pos */
export function uncollapse(view, pos) {
  const begin = foldedAt(view, pos);
  if (begin < 0) return;
  view.dispatch({ effects: uncollapseUnchanged.of(begin) });
  const { a, b } = mergeViewSiblings(view) ?? {};
  const sibling = view === a ? b : a;
  sibling?.dispatch({ effects: uncollapseUnchanged.of(across(view, begin)) });
}

/**
 * The line of the older text that was clicked, in one column, where removed lines stand between those of the newer one.
 * @param {EditorView} view
 * @param {Element} target
 * @returns {{ doc: import('@codemirror/state').Text, line: number } | null}
 */
export function removedLineAt(view, target) {
  const chunk = target.closest('.cm-deletedChunk');
  if (chunk === null) return null;
  const pos = view.posAtDOM(chunk);
  const found = getChunks(view.state)?.chunks.find(({ fromB, toB }) => fromB <= pos && pos <= toB);
  const at = [...chunk.querySelectorAll('.cm-deletedLine')].findIndex((one) => one.contains(target));
  if (found === undefined || at < 0) return null;
  const doc = getOriginalDoc(view.state);
  return { doc, line: Math.min(doc.lineAt(found.fromA).number + at, doc.lines) };
}
