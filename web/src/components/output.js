/**
 * `<seesaw-output>`: a text to read, with highlighting, selection and search, but not to edit.
 *
 *   <seesaw-output .text=${printed} label="Result"></seesaw-output>
 *
 * With `.original` it shows the difference: side by side when `wide`, in one column otherwise.
 */
import { LitElement, css, html } from 'lit';
import { defaultKeymap } from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view';
import { appearance } from '../editor/theme.js';
import { shared } from '../styles.js';

/** Longer texts are shown without colours of the diff inside a line, and with a bounded search. */
const DIFF = { scanLimit: 2000, timeout: 400 };
const COLLAPSE = { margin: 3, minSize: 6 };

/** @param {string} label */
function reading(label) {
  return [
    lineNumbers(),
    drawSelection(),
    keymap.of([...defaultKeymap, ...searchKeymap]),
    python(),
    appearance,
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', role: 'textbox', 'aria-multiline': 'true', tabindex: '0' }),
  ];
}

export class Output extends LitElement {
  static properties = {
    text: { attribute: false },
    original: { attribute: false },
    wide: { type: Boolean },
    label: {},
  };

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
      :host([stale]) .cm-editor {
        background: var(--surface-2);
      }
      :host([stale]) .cm-line,
      :host([stale]) .cm-line * {
        color: var(--muted) !important;
      }
      .host > .cm-mergeView {
        height: 100%;
      }
    `,
  ];

  /** @type {{ destroy(): void } | null} */
  #shown = null;
  /** @type {EditorView | null} */
  #plain = null;

  constructor() {
    super();
    this.text = '';
    /** @type {string | null} */
    this.original = null;
    this.wide = false;
    this.label = 'Result';
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!['text', 'original', 'wide'].some((key) => changed.has(key))) return;
    if (this.original === null && this.#plain !== null) this.#replace(this.#plain);
    else this.#rebuild();
  }

  /** Changes the text in place, which keeps the scroll position. @param {EditorView} view */
  #replace(view) {
    if (view.state.doc.toString() === this.text) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: this.text } });
  }

  #rebuild() {
    this.#shown?.destroy();
    this.#plain = null;
    const root = /** @type {ShadowRoot} */ (this.renderRoot);
    const parent = /** @type {HTMLElement} */ (root.querySelector('.host'));
    if (this.original === null) {
      this.#plain = new EditorView({ root, parent, doc: this.text, extensions: reading(this.label) });
      this.#shown = this.#plain;
    } else if (this.wide) {
      this.#shown = new MergeView({
        root,
        parent,
        a: { doc: this.original, extensions: reading('Before') },
        b: { doc: this.text, extensions: reading('After') },
        collapseUnchanged: COLLAPSE,
        gutter: false,
        diffConfig: DIFF,
      });
    } else {
      const merge = unifiedMergeView({ original: this.original, mergeControls: false, collapseUnchanged: COLLAPSE, gutter: false, diffConfig: DIFF });
      this.#shown = new EditorView({ root, parent, doc: this.text, extensions: [reading('Changes'), merge] });
    }
  }

  render() {
    return html`<div class="host"></div>`;
  }
}

customElements.define('seesaw-output', Output);
