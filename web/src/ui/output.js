/**
 * `<seesaw-output>`: a text to read, with highlighting, selection and search, but not to edit.
 *
 *   <seesaw-output .shown=${{ text, before: null, changes: [] }}></seesaw-output>
 *   output.nextChange(1);                               // to the next change; -1 to the one before
 *
 * The lines of `nodes` are marked, and the first one is brought into view; `nodesBefore` are those of the older text. A
 * click on a line fires `nodes-chosen` with the nodes that it makes. With `before` it shows the difference, as the
 * engine's worker found it: side by side when `wide`, in one column otherwise. Fires `not-loaded` where what shows
 * differences cannot be had.
 */
import { LitElement, css, html } from 'lit';
import { defaultKeymap } from '@codemirror/commands';
import { pythonLanguage } from '@codemirror/lang-python';
import { searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view';
import { appearance, blinkRate } from './editor/theme.js';
import { namesOf } from '../text/names.js';
import { lineOfNode } from '../text/place.js';
import { mark, marked } from './editor/followed.js';
import { shared, textHost } from './styles.js';
import { define } from './define.js';

/** @typedef {{ text: string, before: string | null, changes: number[] }} Shown */

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
    plain: { type: Boolean },
    wide: { type: Boolean },
    wrap: { type: Boolean },
    nodes: { attribute: false },
    nodesBefore: { attribute: false },
  };

  static styles = [
    shared,
    textHost,
    css`
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
  /** @type {EditorView | null} */
  #older = null;
  #diffing = false;
  #text = '';
  /** The older text of a difference. @type {string | null} */
  #before = null;
  #language = new Compartment();
  /** What shows differences, once one was wanted. @type {typeof import('./difference.js') | null} */
  #difference = null;
  #loading = false;
  /** What has been brought into view. */
  #revealed = '';

  constructor() {
    super();
    /** @type {Shown} */
    this.shown = { text: '', before: null, changes: [] };
    /** It is no Python. */
    this.plain = false;
    this.wide = false;
    this.wrap = false;
    /** Qualified names of the nodes that are looked at. @type {string[]} */
    this.nodes = [];
    /** What they are called in the older text. @type {string[]} */
    this.nodesBefore = [];
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#made?.destroy();
    this.#made = this.#view = this.#older = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.requestUpdate('wide', !this.wide);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    const same = this.#stays(changed);
    if (same && changed.has('shown')) this.#replace();
    else if (!same) this.#rebuild();
    if (same && changed.has('plain'))
      for (const view of [this.#view, this.#older])
        view?.dispatch({ effects: this.#language.reconfigure(this.#colours) });
    if (!this.#loading) this.#mark();
  }

  /**
   * What is shown can go on as it is, or with another text in it: its cursor, its focus and what was unfolded stay. A
   * difference is made again only for other texts or another layout.
   * @param {Map<string, unknown>} changed
   */
  #stays(changed) {
    if (this.#view === null || changed.has('wrap')) return false;
    const { before, text } = this.shown;
    if (!this.#diffing) return before === null;
    return !changed.has('wide') && before === this.#before && text === this.#text;
  }

  /** Marks the lines of what is looked at; a choice is brought into view once. */
  #mark() {
    const own = this.#lines(this.#view, this.nodes);
    const before = this.#lines(this.#older, this.nodesBefore);
    const key = JSON.stringify([this.nodes, this.nodesBefore, own.length > 0]);
    const seen = key === this.#revealed || this.nodes.length === 0;
    this.#revealed = key;
    this.#markIn(this.#older, before, seen || own.length > 0);
    this.#markIn(this.#view, own, seen);
  }

  /** @param {EditorView | null} view @param {string[]} nodes */
  #lines(view, nodes) {
    if (view === null || nodes.length === 0) return [];
    const text = view.state.doc.toString();
    return nodes.flatMap((node) => lineOfNode(text, node) ?? []);
  }

  /** @param {EditorView | null} view @param {number[]} lines @param {boolean} seen */
  #markIn(view, lines, seen) {
    if (view === null) return;
    const { from } = lines.length > 0 ? view.state.doc.line(lines[0]) : { from: -1 };
    if (from >= 0 && !seen) this.#difference?.uncollapse(view, from);
    view.dispatch({ effects: mark(view.state, lines) });
    if (from < 0 || seen) return;
    // A merge view scrolls as a whole, and what is far off has no height yet.
    const shown = { y: /** @type {const} */ ('nearest'), yMargin: 40 };
    view.dispatch({ effects: EditorView.scrollIntoView(from, shown) });
  }

  /** A click on a line, or the cursor that goes there. @param {import('@codemirror/view').ViewUpdate} update */
  #moved = (update) => {
    const { state, transactions, view } = update;
    if (!update.selectionSet || !transactions.some((one) => one.isUserEvent('select'))) return;
    const { empty, head } = state.selection.main;
    if (empty) this.#chose(state.doc, state.doc.lineAt(head), view === this.#older);
  };

  /** A removed line between those of the newer text is no text of the view. @param {Event} event */
  #clicked = ({ target }) => {
    if (this.#view === null || !this.#diffing || !(target instanceof Element)) return;
    const removed = this.#difference?.removedLineAt(this.#view, target) ?? null;
    if (removed !== null) this.#chose(removed.doc, removed.doc.line(removed.line), true);
  };

  /**
   * @param {import('@codemirror/state').Text} doc
   * @param {{ from: number, to: number }} line
   * @param {boolean} before
   */
  #chose(doc, { from, to }, before) {
    const { path, names } = this.plain ? { path: '', names: [] } : namesOf(doc).nodesIn(from, to);
    if (names.length === 0) return;
    const detail = { before, nodes: names.map((name) => ({ path, name })) };
    this.dispatchEvent(new CustomEvent('nodes-chosen', { detail }));
  }

  get #colours() {
    return this.plain ? [] : pythonLanguage;
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
      marked,
      EditorView.updateListener.of(this.#moved),
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
    const focused = this.#view?.hasFocus === true;
    const selection = text === this.#text ? this.#view?.state.selection : undefined;
    this.#made?.destroy();
    this.#text = text;
    this.#before = before;
    this.#diffing = before !== null;
    this.#older = null;
    if (before === null || difference === null) {
      this.#made = this.#view = new EditorView({ root, parent, doc: text, extensions: this.#reading('Result') });
    } else {
      const show = this.wide ? difference.sideBySide : difference.inOneColumn;
      const { made, newer, older } = show({
        before,
        text,
        changes,
        parent,
        root,
        reading: (label) => this.#reading(label),
      });
      this.#made = made;
      this.#view = newer;
      this.#older = older;
    }
    if (selection !== undefined) this.#view.dispatch({ selection });
    if (focused) this.#view.focus();
    if (scrolled > 0) requestAnimationFrame(() => this.#scroller?.scrollTo(0, scrolled));
  }

  /** @param {1 | -1} direction */
  nextChange(direction) {
    if (this.#view === null || this.#difference === null) return;
    (direction > 0 ? this.#difference.goToNextChunk : this.#difference.goToPreviousChunk)(this.#view);
    this.#view.focus();
  }

  render() {
    return html`<div class="host" @click=${this.#clicked}></div>`;
  }
}

define('seesaw-output', Output);
