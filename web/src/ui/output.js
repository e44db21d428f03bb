/**
 * `<seesaw-output>`: a text to read, with highlighting, selection and search, but not to edit.
 *
 *   <seesaw-output .shown=${{ text, before: null, changes: [] }}></seesaw-output>
 *   output.nextChange(1);                               // to the next change; -1 to the one before
 *
 * With `node` it shows the line of this node, and selects it. With `before` it shows the difference, as the engine's
 * worker found it: side by side when `wide`, in one column otherwise. Fires `not-loaded` where what shows differences
 * cannot be had.
 */
import { LitElement, css, html } from 'lit';
import { defaultKeymap } from '@codemirror/commands';
import { pythonLanguage } from '@codemirror/lang-python';
import { searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view';
import { appearance, blinkRate } from './editor/theme.js';
import { lineOfNode } from '../text/place.js';
import { shared } from './styles.js';
import { define } from './define.js';

/** @typedef {{ text: string, before: string | null, changes: number[] }} Shown */

/** Texts of other forms than Python's are shown without its colours. */
const PLAIN = new Set(['tabular', 'json', 'dot']);

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
  /** What shows differences, once one was wanted. @type {typeof import('./difference.js') | null} */
  #difference = null;
  #loading = false;
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
    if (!this.#loading && (changed.has('node') || changed.has('shown') || this.#revealed !== this.node)) this.#reveal();
  }

  #reveal() {
    const { node } = this;
    if (node === null) this.#revealed = null;
    if (node === null || node === this.#revealed || this.#view === null || this.shown.text === '') return;
    const line = lineOfNode(this.shown.text, node);
    if (line === null) return;
    this.#revealed = node;
    const { from, to } = this.#view.state.doc.line(line);
    this.#view.dispatch({
      selection: { anchor: to, head: from },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
  }

  get #colours() {
    return PLAIN.has(this.format) ? [] : pythonLanguage;
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
    if (this.shown.before === null) this.#replaceAll(null);
    else if (this.#difference !== null) this.#replaceAll(this.#difference);
    else this.#loadDifference();
  }

  /** What stood there stays until it is loaded. */
  async #loadDifference() {
    if (this.#loading) return;
    this.#loading = true;
    this.#difference = await import('./difference.js').catch(() => null);
    this.#loading = false;
    if (this.#difference === null) this.dispatchEvent(new CustomEvent('not-loaded'));
    else if (this.isConnected) this.requestUpdate('wrap', !this.wrap);
  }

  /** @param {typeof import('./difference.js') | null} difference what shows the two texts; null where there is one */
  #replaceAll(difference) {
    const root = /** @type {ShadowRoot} */ (this.renderRoot);
    const parent = /** @type {HTMLElement} */ (root.querySelector('.host'));
    const { text, before, changes } = this.shown;
    const scrolled = this.#diffing && before !== null ? (this.#scroller?.scrollTop ?? 0) : 0;
    this.#made?.destroy();
    this.#text = text;
    this.#diffing = before !== null;
    if (before === null || difference === null) {
      this.#made = this.#view = new EditorView({ root, parent, doc: text, extensions: this.#reading('Result') });
    } else {
      const show = this.wide ? difference.sideBySide : difference.inOneColumn;
      const { made, newer } = show({ before, text, changes, parent, root, reading: (label) => this.#reading(label) });
      this.#made = made;
      this.#view = newer;
    }
    if (scrolled > 0) requestAnimationFrame(() => this.#scroller?.scrollTo(0, scrolled));
  }

  /** @param {1 | -1} direction */
  nextChange(direction) {
    if (this.#view === null || this.#difference === null) return;
    (direction > 0 ? this.#difference.goToNextChunk : this.#difference.goToPreviousChunk)(this.#view);
    this.#view.focus();
  }

  render() {
    return html`<div class="host"></div>`;
  }
}

define('seesaw-output', Output);
