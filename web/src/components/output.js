/**
 * `<seesaw-output>`: a text to read, with highlighting, selection and search, but not to edit.
 *
 *   <seesaw-output .shown=${{ text, before: null, changes: [] }}></seesaw-output>
 *   output.nextChange(1);                               // to the next change; -1 to the one before
 *
 * With `node` it shows the line of this node, and selects it. With `before` it shows the difference, as the engine's worker found it: side by side when `wide`, in one column otherwise.
 */
import { LitElement, css, html } from 'lit';
import { defaultKeymap } from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import { Change, MergeView, goToNextChunk, goToPreviousChunk, unifiedMergeView } from '@codemirror/merge';
import { searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view';
import { appearance, blinkRate } from '../editor/theme.js';
import { lineOfNode } from '../share/place.js';
import { shared } from '../styles.js';

/** @typedef {{ text: string, before: string | null, changes: number[] }} Shown */

const COLLAPSE = { margin: 3, minSize: 6 };
/** Texts of other forms than Python's are shown without its colours. */
const PLAIN = new Set(['tabular', 'json', 'dot']);

/** The differences as CodeMirror wants them. @param {number[]} flat */
function asChanges(flat) {
  const changes = [];
  for (let i = 0; i < flat.length; i += 4) changes.push(new Change(flat[i], flat[i + 1], flat[i + 2], flat[i + 3]));
  return changes;
}

/** Replaces only what changed between the ends, which keeps the place. @param {string} from @param {string} to */
export function smallestChange(from, to) {
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && from.charCodeAt(start) === to.charCodeAt(start)) start++;
  let end = 0;
  while (end < most - start && from.charCodeAt(from.length - 1 - end) === to.charCodeAt(to.length - 1 - end)) end++;
  return {
    from: start,
    to: from.length - end,
    insert: to.slice(start, to.length - end),
  };
}

export class Output extends LitElement {
  static properties = {
    shown: { attribute: false },
    format: {},
    wide: { type: Boolean },
    wrap: { type: Boolean },
    node: {},
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
  #made = null;
  /** @type {EditorView | null} the text, or the newer side */
  #view = null;
  #diffing = false;
  #text = '';
  #language = new Compartment();
  /** @type {string | null} */
  #revealed = null;

  constructor() {
    super();
    /** @type {Shown} */
    this.shown = { text: '', before: null, changes: [] };
    this.format = 'readable';
    this.wide = false;
    this.wrap = false;
    /** The node that is looked at: its line is shown, once. @type {string | null} */
    this.node = null;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#made?.destroy();
    this.#made = this.#view = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.requestUpdate('wide', !this.wide);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    const same = this.#view !== null && !this.#diffing && this.shown.before === null && !changed.has('wrap');
    if (same && changed.has('shown')) this.#replace();
    else if (!same) this.#rebuild();
    if (same && changed.has('format'))
      this.#view?.dispatch({
        effects: this.#language.reconfigure(this.#colours),
      });
    if (changed.has('node') || changed.has('shown')) this.#reveal();
  }

  #reveal() {
    const { node } = this;
    if (node === null) this.#revealed = null;
    if (node === null || node === this.#revealed || this.#view === null || this.shown.text === '') return;
    const line = lineOfNode(this.shown.text, node);
    if (line === null) return;
    this.#revealed = node;
    const { from, to } = this.#view.state.doc.line(line);
    this.#view.dispatch({ selection: { anchor: to, head: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  }

  get #colours() {
    return PLAIN.has(this.format) ? [] : python();
  }

  #replace() {
    const { text } = this.shown;
    if (text === this.#text) return;
    this.#view?.dispatch({ changes: smallestChange(this.#text, text) });
    this.#text = text;
  }

  /** @param {string} label */
  #reading(label) {
    return [
      lineNumbers(),
      drawSelection({ cursorBlinkRate: blinkRate() }),
      keymap.of([...defaultKeymap, ...searchKeymap]),
      this.#language.of(this.#colours),
      appearance,
      this.wrap ? EditorView.lineWrapping : [],
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-readonly': 'true',
        role: 'textbox',
        'aria-multiline': 'true',
        tabindex: '0',
      }),
    ];
  }

  /** @returns {Element | null} */
  get #scroller() {
    return this.renderRoot.querySelector('.host > .cm-mergeView') ?? this.#view?.scrollDOM ?? null;
  }

  #rebuild() {
    const root = /** @type {ShadowRoot} */ (this.renderRoot);
    const parent = /** @type {HTMLElement} */ (root.querySelector('.host'));
    const { text, before, changes } = this.shown;
    const scrolled = this.#diffing && before !== null ? (this.#scroller?.scrollTop ?? 0) : 0;
    this.#made?.destroy();
    this.#text = text;
    this.#diffing = before !== null;
    // Both texts are fixed, so the comparison that the worker made is the only one that is ever asked for.
    const diffConfig = { override: () => asChanges(changes) };
    const common = { collapseUnchanged: COLLAPSE, gutter: false, diffConfig };
    if (before === null) {
      this.#made = this.#view = new EditorView({
        root,
        parent,
        doc: text,
        extensions: this.#reading('Result'),
      });
    } else if (this.wide) {
      const merge = new MergeView({
        root,
        parent,
        a: { doc: before, extensions: this.#reading('Before') },
        b: { doc: text, extensions: this.#reading('After') },
        ...common,
      });
      this.#made = merge;
      this.#view = merge.b;
    } else {
      const unified = unifiedMergeView({
        original: before,
        mergeControls: false,
        ...common,
      });
      this.#made = this.#view = new EditorView({
        root,
        parent,
        doc: text,
        extensions: [this.#reading('Changes'), unified],
      });
    }
    if (scrolled > 0) requestAnimationFrame(() => this.#scroller?.scrollTo(0, scrolled));
  }

  /** @param {1 | -1} direction */
  nextChange(direction) {
    if (this.#view === null) return;
    (direction > 0 ? goToNextChunk : goToPreviousChunk)(this.#view);
    this.#view.focus();
  }

  render() {
    return html`<div class="host"></div>`;
  }
}

customElements.define('seesaw-output', Output);
