/**
 * `<seesaw-editor>`: the source text, with squiggles for diagnostics and marks for the regions that passes judged.
 *
 * editor.restore({ text, setup, history });           // a fresh start, which comes first: nothing to undo but what was
 * kept
 *   editor.replace(text, setup);                        // one change that undo takes back
 *   editor.showDiagnostics(answer.diagnostics);
 *   editor.showRegions(why);                            // entries with line and endLine
 *   editor.goTo(12, 5);
 *
 *   editor.rewrite(text, 'Insert relu');                // only the lines that differ, as one change with a name
 *   editor.edits; editor.travel(-2);                    // the list of changes, and two steps back in it
 *
 * Fires `cursor-moved`, `text-changed`, `setup-changed` (with {pipeline, ambientGrad}), `region-entered` and
 * `region-picked` (with the entry). Tab indents; Escape, or coming with Tab, gives Tab to the
 * page until something is typed.
 */
import { LitElement, html } from 'lit';
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from '@codemirror/commands';
import { pythonLanguage } from '@codemirror/lang-python';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { diagnosticCount, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Transaction } from '@codemirror/state';
import { diff } from '../../text/diff.js';
import { historyOf, titled, titledHistory } from './edit_titles.js';
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { folding } from './fold.js';
import { homing } from './home.js';
import { navigation } from './navigate.js';
import { linesOf } from '../../text/names.js';
import { emptyInputs } from '../../model/inputs.js';
import { follow, followed } from './followed.js';
import { regionAt, regionMarks, setChosen, setRegions } from './regions.js';
import { alone, historyFromJson, historyToJson, setSetup, setupField, setupHistory } from './setup.js';
import { appearance, blinkRate } from './theme.js';
import { typedOver } from './typed_over.js';
import { remediesOf } from '../../text/remedies.js';
import { shared, textHost } from '../styles.js';
import { define } from '../define.js';

/** @typedef {import('../../../../wasm/js/index.js').Diagnostic} Diagnostic */
/** @typedef {import('../../../../wasm/js/index.js').WhyEntry} WhyEntry */
/** @typedef {import('./setup.js').Setup} Setup */

/** Milliseconds without a key. */
const PAUSE = 120;

const INVITATION = 'Paste a graph, a log or a torch.nn.Module';

const PASTES = ['input.paste', 'input.drop'];
/** Undo and redo bring back another text, too. */
const REPLACES = [...PASTES, 'undo', 'redo'];

/**
 * Whether a change of such a kind puts another text in place of all that is there.
 * @param {import('@codemirror/state').Transaction} transaction
 * @param {string[]} kinds
 */
function replacesAll(transaction, kinds) {
  if (!transaction.docChanged || !kinds.some((kind) => transaction.isUserEvent(kind))) return false;
  let all = false;
  transaction.changes.iterChangedRanges((from, to) => (all = from === 0 && to === transaction.startState.doc.length));
  return all;
}

/**
 * Another text is read from its beginning; the name, the values and the hooks of the one before are not its own. A
 * document that somebody named keeps them: a newer print of the same model may have been pasted.
 */
const fromTheTop = EditorState.transactionFilter.of((transaction) => {
  if (!replacesAll(transaction, PASTES)) return transaction;
  const before = transaction.startState.field(setupField);
  const named = before.name !== '' && before.example === '';
  const setup = named ? before : { ...before, name: '', example: '', inputs: emptyInputs() };
  return [
    transaction,
    { selection: { anchor: 0 }, scrollIntoView: true, effects: setSetup.of(setup), sequential: true },
  ];
});

/**
 * The place of a line and column, both from 1, kept inside the text.
 * @param {import('@codemirror/state').Text} doc
 * @param {number} line
 * @param {number} column
 */
function offsetOf(doc, line, column) {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(at.from + Math.max(column - 1, 0), at.to);
}

/**
 * @param {import('@codemirror/state').Text} doc
 * @param {Diagnostic} item
 * @returns {import('@codemirror/lint').Diagnostic}
 */
function asLint(doc, item) {
  const from = offsetOf(doc, item.line ?? 1, item.column ?? 1);
  let to = item.endLine ? offsetOf(doc, item.endLine, item.endColumn ?? 1) : from + 1;
  to = Math.min(Math.max(to, from + 1), doc.lineAt(from).to);
  const start = to <= from ? Math.max(doc.lineAt(from).from, from - 1) : from;
  const message = [item.message, ...remediesOf(item)].join('\n');
  return {
    from: start,
    to: Math.max(to, start),
    severity: item.severity,
    message,
  };
}

export class Editor extends LitElement {
  static properties = { readonly: { type: Boolean }, wrap: { type: Boolean } };

  static styles = [shared, textHost];

  /** @type {EditorView | null} */
  #view = null;
  #wrapping = new Compartment();
  #locking = new Compartment();
  /** What is loaded later: completion, descriptions. */
  #assisting = new Compartment();
  #assistance = /** @type {import('@codemirror/state').Extension} */ ([]);
  #assisted = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #moved;
  /** @type {WhyEntry | null} */
  #entered = null;
  /** @type {Diagnostic[]} */
  #diagnostics = [];
  /** @type {Diagnostic[]} */
  #remarks = [];
  /** The key that was pressed last while the focus was here. */
  #pressed = '';

  constructor() {
    super();
    this.readonly = false;
    this.wrap = false;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#view?.setTabFocusMode(false);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    const effects = [];
    if (changed.has('wrap')) effects.push(this.#wrapping.reconfigure(this.#wrapped));
    if (changed.has('readonly')) effects.push(this.#locking.reconfigure(this.#locked));
    if (effects.length > 0) this.#view?.dispatch({ effects });
  }

  get #wrapped() {
    return this.wrap ? EditorView.lineWrapping : [];
  }

  get #locked() {
    return [EditorState.readOnly.of(this.readonly), this.readonly ? EditorView.editable.of(false) : []];
  }

  #extensions() {
    return [
      lineNumbers(),
      highlightActiveLineGutter(),
      history(),
      setupHistory,
      titledHistory,
      drawSelection({ cursorBlinkRate: blinkRate() }),
      bracketMatching(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      indentUnit.of('    '),
      EditorView.domEventHandlers({
        keydown: ({ key }) => void (this.#pressed = key),
        // Who came with Tab goes on with it, until something is typed or clicked.
        keyup: ({ key }, view) => void (key === 'Tab' && this.#pressed !== key && view.setTabFocusMode(true)),
        mousedown: (_, view) => view.setTabFocusMode(false),
        blur: () => void (this.#pressed = ''),
      }),
      keymap.of([{ key: 'Escape', run: (view) => (view.setTabFocusMode(true), false) }]),
      keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
      pythonLanguage,
      folding,
      homing,
      navigation,
      this.#assisting.of(this.#assistance),
      followed,
      regionMarks((entry) => this.#tell('region-picked', entry)),
      placeholder(INVITATION),
      appearance,
      this.#wrapping.of(this.#wrapped),
      this.#locking.of(this.#locked),
      typedOver,
      fromTheTop,
      EditorView.contentAttributes.of({
        'aria-label': 'Source text',
        'aria-description': 'Tab indents what is typed here; press Escape, then Tab, to leave.',
        'data-testid': 'source',
        tabindex: '0',
      }),
      EditorView.updateListener.of((update) => this.#updated(update)),
    ];
  }

  /** @param {string} name @param {unknown} [detail] */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Those that the cursor or the selection is on, from 1. */
  get lines() {
    return linesOf(this.state);
  }

  /** @param {import('@codemirror/view').ViewUpdate} update */
  #updated(update) {
    const { state, startState, view } = update;
    if (update.docChanged) view.setTabFocusMode(false);
    if (state.field(setupField) !== startState.field(setupField)) this.#tell('setup-changed', state.field(setupField));
    if (update.docChanged) {
      const any = (/** @type {string[]} */ kinds) => update.transactions.some((one) => replacesAll(one, kinds));
      this.#tell('text-changed', { pasted: any(PASTES), replaced: any(REPLACES) });
    }
    if (update.docChanged || update.selectionSet) this.#cursorMoved(update.docChanged);
    if (update.selectionSet && !update.docChanged) {
      const [lines, before] = [linesOf(state), linesOf(startState)];
      if (lines.first !== before.first || lines.last !== before.last) this.#tell('lines-chosen', lines);
      const entry = regionAt(state, state.selection.main.head);
      if (entry !== this.#entered) this.#tell('region-entered', entry);
      this.#entered = entry;
    }
  }

  /** The state of the editor; empty before it is there. */
  get state() {
    return this.#view?.state ?? EditorState.create();
  }

  focus() {
    this.#view?.focus();
  }

  /** Puts the cursor somewhere, and shows it. @param {number} anchor */
  select(anchor) {
    this.#view?.dispatch({ selection: { anchor }, scrollIntoView: true });
  }

  /**
   * Replaces what differs, as one change that undo takes back and the list of edits names.
   * @param {string} text
   * @param {string} title
   * @param {Setup} [setup] that goes with it
   */
  rewrite(text, title, setup) {
    const view = this.#view;
    if (view === null) return;
    const { changes } = diff(this.text, text);
    const parts = [];
    for (let at = 0; at < changes.length; at += 4) {
      const [from, to, begin, end] = changes.slice(at, at + 4);
      parts.push({ from, to, insert: text.slice(begin, end) });
    }
    view.dispatch({
      changes: parts,
      effects: [...(setup ? [setSetup.of(setup)] : []), titled.of(title)],
      annotations: alone,
      userEvent: 'edit',
    });
  }

  /** What undo and redo would do, by name. */
  get edits() {
    return historyOf(this.state);
  }

  /** Back (below zero) or forth in the list of edits. @param {number} steps */
  travel(steps) {
    for (let step = 0; step < Math.abs(steps); step++) {
      if (steps < 0) this.undo();
      else this.redo();
    }
  }

  /** Called when the typing pauses: then the text is read. @param {boolean} typing */
  #cursorMoved(typing) {
    clearTimeout(this.#moved);
    if (typing) this.#moved = setTimeout(() => this.#tell('cursor-moved'), PAUSE);
    else this.#tell('cursor-moved');
  }

  /**
   * Completion and descriptions, with the operators that are known at the time. Asked again, it leaves what is shown.
   * @param {() => import('../../../../wasm/js/index.js').OpDescription[]} describe
   */
  async assist(describe) {
    if (this.readonly || this.#assisted) return;
    const loaded = await import('./assist.js').catch(() => null);
    if (loaded === null || this.#assisted) return;
    this.#assisted = true;
    this.#assistance = loaded.assistance(describe);
    this.#view?.dispatch({ effects: this.#assisting.reconfigure(this.#assistance) });
  }

  get text() {
    return this.#view?.state.doc.toString() ?? '';
  }

  /** Characters, without making one string of them. */
  get length() {
    return this.#view?.state.doc.length ?? 0;
  }

  /** The beginning of the text. */
  get head() {
    return this.#view?.state.doc.sliceString(0, 4000) ?? '';
  }

  get isBlank() {
    const doc = this.#view?.state.doc;
    return doc === undefined || (doc.length < 1000 && doc.toString().trim() === '');
  }

  /** @param {{ text: string, setup: Setup, history?: unknown }} kept */
  restore({ text, setup, history: kept }) {
    const extensions = [this.#extensions(), setupField.init(() => setup)];
    const remembered = kept ? historyFromJson(kept, text.replace(/\r\n?/g, '\n'), extensions) : null;
    const state = remembered ?? EditorState.create({ doc: text, extensions });
    if (this.#view !== null) this.#view.setState(state);
    else this.#begin(state);
  }

  /** Made once there is a text: to make an empty one first would take as long again. @param {EditorState} state */
  #begin(state) {
    const parent = /** @type {HTMLElement} */ (this.renderRoot.querySelector('.host'));
    const root = /** @type {ShadowRoot} */ (this.renderRoot);
    this.#view = new EditorView({ root, parent, state });
  }

  /** What undo needs, to be kept with the document. */
  get history() {
    return this.#view === null ? undefined : historyToJson(this.#view.state);
  }

  /**
   * One change that undo takes back.
   * @param {string} text
   * @param {Setup} [setup]
   * @param {string} [title] in the list of edits
   */
  replace(text, setup, title) {
    const view = this.#view;
    if (view === null) return;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      effects: [...(setup ? [setSetup.of(setup)] : []), ...(title ? [titled.of(title)] : [])],
      selection: { anchor: 0 },
      scrollIntoView: true,
      annotations: alone,
    });
  }

  /** @param {Setup} setup @param {boolean} [joined] part of the change before it: undo takes both back */
  changeSetup(setup, joined = false) {
    const annotations = joined ? Transaction.addToHistory.of(false) : alone;
    this.#view?.dispatch({ effects: setSetup.of(setup), annotations });
  }

  undo() {
    if (this.#view) undo(this.#view);
  }

  redo() {
    if (this.#view) redo(this.#view);
  }

  get canUndo() {
    return this.#view !== null && undoDepth(this.#view.state) > 0;
  }

  get canRedo() {
    return this.#view !== null && redoDepth(this.#view.state) > 0;
  }

  /** @param {Diagnostic[]} items of the text */
  showDiagnostics(items) {
    this.#diagnostics = items;
    this.#showAll();
  }

  /** @param {Diagnostic[]} items of the shapes in it */
  showRemarks(items) {
    this.#remarks = items;
    this.#showAll();
  }

  #showAll() {
    const view = this.#view;
    if (view === null) return;
    const placed = [...this.#diagnostics, ...this.#remarks]
      .filter((item) => item.line)
      .map((item) => asLint(view.state.doc, item));
    if (placed.length > 0 || diagnosticCount(view.state) > 0) view.dispatch(setDiagnostics(view.state, placed));
  }

  /** @param {WhyEntry[]} entries */
  showRegions(entries) {
    this.#entered = null;
    this.#view?.dispatch({
      effects: [setRegions.of(entries), setChosen.of(null)],
    });
  }

  /** @param {WhyEntry | null} entry */
  choose(entry) {
    this.#view?.dispatch({ effects: setChosen.of(entry) });
  }

  /** The line of what was chosen elsewhere. @param {number | null} line */
  follow(line) {
    const view = this.#view;
    view?.dispatch({ effects: follow(view.state, line) });
  }

  /** @param {number} line @param {number} [column] @param {number} [endLine] selects to the end of this line */
  goTo(line, column = 1, endLine) {
    const view = this.#view;
    if (view === null) return;
    const anchor = offsetOf(view.state.doc, line, column);
    const head = endLine ? offsetOf(view.state.doc, endLine, Infinity) : anchor;
    view.dispatch({
      selection: { anchor: head, head: anchor },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    });
  }

  render() {
    return html`<div class="host"></div>`;
  }
}

define('seesaw-editor', Editor);
