/**
 * `<seesaw-editor>`: the source text, with squiggles for diagnostics and marks for the regions that passes judged.
 *
 *   editor.setText(text);                       // one undoable change
 *   editor.showDiagnostics(answer.diagnostics);
 *   editor.showRegions(why);                    // entries with line and endLine
 *   editor.goTo(12, 5);
 *
 * Fires `text-changed` with the text, after each change that did not come from `setText`'s caller's own restore.
 */
import { LitElement, css, html } from 'lit';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { appearance } from '../editor/theme.js';
import { shared } from '../styles.js';

/** @typedef {import('../../../wasm/js/index.js').Diagnostic} Diagnostic */
/** @typedef {import('../../../wasm/js/index.js').WhyEntry} WhyEntry */

/** @type {import('@codemirror/state').StateEffectType<WhyEntry[]>} */
const setRegions = StateEffect.define();

/** @param {EditorState} state @param {WhyEntry[]} entries */
function regionMarks(state, entries) {
  const marks = [];
  for (const entry of entries) {
    if (!entry.line) continue;
    const kind = entry.warning ? 'warning' : entry.decision;
    const last = Math.min(entry.endLine ?? entry.line, state.doc.lines, entry.line + 2000);
    for (let line = entry.line; line <= last; line++) {
      marks.push(Decoration.line({ class: `cm-region cm-region-${kind}` }).range(state.doc.line(line).from));
    }
  }
  return Decoration.set(marks, true);
}

const regions = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setRegions)) return regionMarks(transaction.state, effect.value);
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * Typing over a selection, done here: Chromium would carry the old style over in style attributes, which the
 * Content-Security-Policy forbids and the console then reports.
 * @param {InputEvent} event @param {EditorView} view
 */
function typeOverSelection(event, view) {
  if (event.inputType !== 'insertText' || event.isComposing || event.data === null) return false;
  if (view.state.selection.ranges.every((range) => range.empty)) return false;
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
  return true;
}

/** The place of a line and column, both from 1, kept inside the text. @param {import('@codemirror/state').Text} doc @param {number} line @param {number} column */
function offsetOf(doc, line, column) {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(at.from + Math.max(column - 1, 0), at.to);
}

/** @param {import('@codemirror/state').Text} doc @param {Diagnostic} item @returns {import('@codemirror/lint').Diagnostic} */
function asLint(doc, item) {
  const from = offsetOf(doc, item.line ?? 1, item.column ?? 1);
  let to = item.endLine ? offsetOf(doc, item.endLine, item.endColumn ?? 1) : from + 1;
  to = Math.min(Math.max(to, from + 1), doc.lineAt(from).to);
  const start = to <= from ? Math.max(doc.lineAt(from).from, from - 1) : from;
  const message = [item.message, ...(item.notes ?? []).map((note) => note.message)].join('\n');
  return { from: start, to: Math.max(to, start), severity: item.severity, message };
}

export class Editor extends LitElement {
  static styles = [
    shared,
    css`
      :host {
        display: block;
        min-height: 0;
        overflow: hidden;
      }
      .host {
        height: 100%;
      }
    `,
  ];

  /** @type {EditorView | null} */
  #view = null;
  #initial = '';

  firstUpdated() {
    const parent = /** @type {HTMLElement} */ (this.renderRoot.querySelector('.host'));
    this.#view = new EditorView({
      root: /** @type {ShadowRoot} */ (this.renderRoot),
      parent,
      state: this.#state(this.#initial),
    });
  }

  /** @param {string} doc */
  #state(doc) {
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        bracketMatching(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        indentUnit.of('    '),
        keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap]),
        python(),
        regions,
        appearance,
        EditorView.domEventHandlers({ beforeinput: typeOverSelection }),
        EditorView.contentAttributes.of({ 'aria-label': 'Graph text', 'data-testid': 'source', tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.dispatchEvent(new CustomEvent('text-changed', { detail: this.text }));
        }),
      ],
    });
  }

  get text() {
    return this.#view?.state.doc.toString() ?? this.#initial;
  }

  /** Replaces everything, as one change that undo takes back. @param {string} text */
  setText(text) {
    this.#initial = text;
    const view = this.#view;
    if (view === null) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
  }

  /** @param {Diagnostic[]} items */
  showDiagnostics(items) {
    const view = this.#view;
    if (view === null) return;
    const placed = items.filter((item) => item.line).map((item) => asLint(view.state.doc, item));
    view.dispatch(setDiagnostics(view.state, placed));
  }

  /** @param {WhyEntry[]} entries */
  showRegions(entries) {
    const view = this.#view;
    if (view === null) return;
    const inside = entries.filter((entry) => (entry.line ?? 0) <= view.state.doc.lines);
    view.dispatch({ effects: setRegions.of(inside) });
  }

  /** @param {number} line @param {number} [column] @param {number} [endLine] selects to the end of this line */
  goTo(line, column = 1, endLine) {
    const view = this.#view;
    if (view === null) return;
    const anchor = offsetOf(view.state.doc, line, column);
    const head = endLine ? offsetOf(view.state.doc, endLine, Infinity) : anchor;
    view.dispatch({ selection: { anchor: head, head: anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    view.focus();
  }

  render() {
    return html`<div class="host"></div>`;
  }
}

customElements.define('seesaw-editor', Editor);
