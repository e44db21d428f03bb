/**
 * How two texts differ, on the screen: side by side, or in one column. Loaded when a difference is first shown.
 *
 *   const { newer, made } = sideBySide({ before, text, changes, parent, root, reading });
 *   goToNextChunk(newer);
 */
import { Change, MergeView, unifiedMergeView } from '@codemirror/merge';
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
  return { made, newer: made.b };
}

/** @param {Wanted} wanted */
export function inOneColumn({ before, text, changes, parent, root, reading }) {
  const unified = unifiedMergeView({ original: before, mergeControls: false, ...settings(changes) });
  const made = new EditorView({ root, parent, doc: text, extensions: [reading('Changes'), unified] });
  return { made, newer: made };
}
