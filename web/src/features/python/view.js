/**
 * `<seesaw-python-pass>`: the editor of a pass of one's own, with what came of it. Loaded when it is first opened.
 *
 *   <seesaw-python-pass .context=${context} .at=${1} .step=${step} .report=${report}></seesaw-python-pass>
 *
 * What is typed becomes the step's source when the keys pause, and runs. A text that came with the document is shown,
 * and runs after a click. Tab indents; Escape gives Tab back to the page until something is typed; Ctrl+Enter runs.
 */
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { pythonLanguage } from '@codemirror/lang-python';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Transaction } from '@codemirror/state';
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { LitElement, css, html, nothing } from 'lit';
import { Superseded } from '../../engine/client.js';
import { passOf, passesIn, sourceOf, titleOf } from '../../engine/python/own.js';
import { remediesOf } from '../../text/remedies.js';
import { define } from '../../ui/define.js';
import { appearance, blinkRate } from '../../ui/editor/theme.js';
import { typedOver } from '../../ui/editor/typed_over.js';
import { save } from '../../ui/files.js';
import { shared } from '../../ui/styles.js';
import { allowOwn, chooseOwn, editOwn, progressOf } from './change.js';
import { completions } from './complete.js';
import { graphsFor, overAll, rowText, summary } from './over.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('../../../../wasm/js/index.js').PassReport} PassReport */
/** @typedef {import('../../model/document.js').Step} Step */

/** Milliseconds without a key before the pass runs. */
const PAUSE = 350;
/** Characters of what a pass printed that are shown. */
const PRINTED = 20_000;

export class PythonPassView extends LitElement {
  static properties = {
    context: { attribute: false },
    at: { attribute: false },
    step: { attribute: false },
    report: { attribute: false },
    now: { attribute: false },
    tried: { state: true },
  };

  static styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
        background: var(--surface);
      }
      .bar {
        min-height: 34px;
        flex-wrap: wrap;
      }
      h3 {
        margin: 0;
        font-size: 12px;
        font-weight: 600;
        overflow-wrap: anywhere;
      }
      .host {
        flex: 1;
        min-height: 60px;
        overflow: hidden;
      }
      .said {
        flex: none;
        max-height: 40%;
        overflow: auto;
        margin: 0;
        padding: var(--s1) var(--s3);
        border-top: 1px solid var(--line);
        font-size: 12px;
        overflow-wrap: anywhere;
      }
      .said > span,
      .said > pre {
        margin: 0;
        white-space: pre-wrap;
        font: inherit;
      }
      .error {
        background: var(--error-soft);
      }
      .error b {
        color: var(--error);
      }
      .said pre {
        margin: var(--s1) 0 0;
      }
      .said summary {
        cursor: pointer;
        width: fit-content;
      }
      .said button {
        font: inherit;
        height: auto;
        padding: 0;
        border: 0;
        background: none;
        color: var(--accent);
        text-decoration: underline;
      }
      .waits {
        display: flex;
        align-items: center;
        flex-wrap: wrap;
        gap: var(--s2);
        background: var(--warn-soft);
        color: var(--warn);
        border-top: 0;
        border-bottom: 1px solid var(--line);
      }
    `,
  ];

  /** @type {EditorView | null} */
  #view = null;
  #locking = new Compartment();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The mistake that is marked. @type {object | null} */
  #marked = null;

  constructor() {
    super();
    /** @type {Context} */
    this.context = /** @type {any} */ (null);
    this.at = 0;
    /** @type {Step} */
    this.step = /** @type {any} */ (null);
    /** What came of it; null: nothing yet. @type {PassReport | null} */
    this.report = null;
    /** Another one at each change of the model. @type {object} */
    this.now = {};
    /**
     * What it did to many graphs.
     * @type {{ source: string, what: string, rows: import('./over.js').Row[], total: number,
     *   ends: string | null } | null}
     */
    this.tried = null;
  }

  get #model() {
    return this.context.model;
  }

  get #python() {
    return /** @type {import('../../model/python.js').PythonPasses} */ (this.#model.python);
  }

  /** What is typed is not yet in the document. */
  get pending() {
    return this.#timer !== undefined;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#take();
  }

  #extensions() {
    return [
      lineNumbers(),
      highlightActiveLineGutter(),
      history(),
      drawSelection({ cursorBlinkRate: blinkRate() }),
      bracketMatching(),
      highlightActiveLine(),
      indentUnit.of('    '),
      keymap.of([
        { key: 'Escape', run: (view) => (view.setTabFocusMode(true), false) },
        { key: 'Mod-Enter', run: () => (this.#run(), true) },
      ]),
      keymap.of([...completionKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, indentWithTab]),
      pythonLanguage,
      autocompletion({ override: [completions(() => this.#model.description?.ops ?? [])], icons: false }),
      appearance,
      typedOver,
      this.#locking.of(this.#locked),
      EditorView.contentAttributes.of({
        'aria-label': 'Your pass, in Python',
        'aria-description': 'Tab indents; press Escape, then Tab, to leave. Ctrl+Enter runs it.',
        'data-testid': 'python-source',
        tabindex: '0',
      }),
      EditorView.updateListener.of(({ docChanged, transactions, view }) => {
        if (!docChanged) return;
        view.setTabFocusMode(false);
        // What came from the document is no typing.
        if (transactions.some((one) => one.annotation(Transaction.remote) === true)) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#take(), PAUSE);
      }),
    ];
  }

  get #locked() {
    const { readonly } = this.#model;
    return [EditorState.readOnly.of(readonly), readonly ? EditorView.editable.of(false) : []];
  }

  /** What was typed becomes the source of the step. */
  #take() {
    if (this.#timer === undefined || this.#view === null) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    editOwn(this.context, this.at, this.#view.state.doc.toString());
  }

  #run() {
    this.#take();
    if (this.#waits) allowOwn(this.context, [this.at]);
    else this.#model.evaluate(true);
  }

  get #waits() {
    return !this.#python.isAllowed(sourceOf(this.step));
  }

  firstUpdated() {
    const parent = /** @type {HTMLElement} */ (this.renderRoot.querySelector('.host'));
    const root = /** @type {ShadowRoot} */ (this.renderRoot);
    const state = EditorState.create({ doc: sourceOf(this.step), extensions: this.#extensions() });
    this.#view = new EditorView({ root, parent, state });
  }

  updated() {
    const view = this.#view;
    if (view === null) return;
    const source = sourceOf(this.step);
    // Undo of the page, another document, another step.
    if (!this.pending && view.state.doc.toString() !== source)
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: source },
        annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
      });
    this.#mark();
  }

  get #mistake() {
    return this.report?.diagnostics[0] ?? null;
  }

  #mark() {
    const view = this.#view;
    const mistake = this.pending ? null : this.#mistake;
    if (view === null || mistake === this.#marked) return;
    this.#marked = mistake;
    const { doc } = view.state;
    if (mistake?.line === undefined || mistake.line > doc.lines) return view.dispatch(setDiagnostics(view.state, []));
    const line = doc.line(mistake.line);
    const from = Math.min(line.from + Math.max(0, (mistake.column ?? 1) - 1), Math.max(line.from, line.to - 1));
    view.dispatch(setDiagnostics(view.state, [{ from, to: line.to, severity: 'error', message: mistake.message }]));
  }

  /** Has the focus, at a line if there is one. @param {number} [line] */
  show(line) {
    const view = this.#view;
    if (view === null) return;
    if (line !== undefined && line <= view.state.doc.lines)
      view.dispatch({ selection: { anchor: view.state.doc.line(line).from }, scrollIntoView: true });
    view.focus();
  }

  #state() {
    const { live } = this.#model;
    const python = this.#python;
    if (python.current !== null)
      return html`<span class="muted" role="status" data-testid="python-state">${progressOf(python)}</span>
        <button class="small" data-testid="stop-pass" @click=${() => live.stop()}>Stop</button>`;
    const stopped = live.stopped ? 'Stopped' : '';
    return html`<span class="muted" role="status" data-testid="python-state">${stopped}</span> ${
        this.#waits
          ? nothing
          : html`<button class="small" title="Ctrl+Enter" data-testid="rerun-pass" @click=${() => this.#run()}>
              Run
            </button>`
      }`;
  }

  /** Over the graphs of the log, or all examples. */
  async #tryAll() {
    this.#take();
    const { what, graphs } = graphsFor(this.context);
    // As it was typed just now: what is shown follows.
    const step = this.#model.doc.pipeline[this.at];
    const source = sourceOf(step);
    const tried = { source, what, rows: /** @type {import('./over.js').Row[]} */ ([]), total: graphs.length };
    this.tried = { ...tried, ends: null };
    try {
      for await (const row of overAll(this.context, step, graphs)) {
        // Closed, or another text by now.
        const now = this.#model.doc.pipeline[this.at];
        if (!this.isConnected || now === undefined || sourceOf(now) !== source) return void (this.tried = null);
        tried.rows.push(row);
        this.tried = { ...tried, ends: null };
      }
      this.tried = { ...tried, ends: '' };
    } catch (error) {
      this.tried = { ...tried, ends: error instanceof Superseded ? 'stopped' : /** @type {Error} */ (error).message };
    }
  }

  #over() {
    if (this.tried === null || this.tried.source !== sourceOf(this.step)) return nothing;
    const { what, rows, total, ends } = this.tried;
    const running = ends === null ? `${rows.length} of ${total} ` : '';
    const said = `${running}${what}: ${summary(rows)}${ends ? `; ${ends}` : ''}`;
    const shown = rows.filter(({ changed, message }) => changed || message !== undefined);
    return html`<div class="said" role="group" aria-label="Over all ${what}" tabindex="0" data-testid="python-over">
      <span role="status">${said}</span>
      ${
        ends === null
          ? html`<button class="small" data-testid="stop-over" @click=${() => this.#python.stop()}>Stop</button>`
          : nothing
      }
      ${
        shown.length === 0
          ? nothing
          : html`<details>
              <summary>Which</summary>
              <pre>${shown.map(rowText).join('\n')}</pre>
            </details>`
      }
    </div>`;
  }

  #choice() {
    const names = passesIn(sourceOf(this.step));
    if (names.length < 2) return nothing;
    return html`<select
      class="small"
      aria-label="Which of these is the pass"
      data-testid="python-choice"
      ?disabled=${this.#model.readonly}
      @change=${(/** @type {any} */ event) => chooseOwn(this.context, this.at, event.target.value)}
    >
      ${names.map((name) => html`<option .selected=${name === passOf(this.step)}>${name}</option>`)}
    </select>`;
  }

  #said() {
    const mistake = this.#mistake;
    const printed = this.#python.printed(this.step);
    return html`${
      mistake === null
        ? nothing
        : html`<div class="said error" role="group" aria-label="Mistake" tabindex="0" data-testid="python-mistake">
            <b>error</b>
            <span>${[mistake.message, ...remediesOf(mistake)].join('\n')}</span>
            ${
              mistake.line === undefined
                ? nothing
                : html`<button @click=${() => this.show(mistake.line)}>line ${mistake.line}</button>`
            }
          </div>`
    }
    ${
      printed === ''
        ? nothing
        : html`<div class="said mono" role="group" aria-label="Printed" tabindex="0" data-testid="python-printed">
            <pre>${printed.length > PRINTED ? `${printed.slice(0, PRINTED)}…` : printed.trimEnd()}</pre>
          </div>`
    }`;
  }

  render() {
    const title = titleOf(this.step);
    return html`<div class="bar">
        <h3>Pass ${this.at + 1}: <span class="mono">${title}</span></h3>
        ${this.#choice()}
        <span class="grow"></span>
        ${this.#state()}
        ${
          this.#waits
            ? nothing
            : html`<button
                class="quiet small"
                title="How often it fires on all examples, or on the graphs of the log, and whether values stay"
                data-testid="try-all"
                ?disabled=${this.tried?.ends === null && this.tried.source === sourceOf(this.step)}
                @click=${() => this.#tryAll()}
              >
                Try on all
              </button>`
        }
        <button
          class="quiet small"
          title="A file that PyTorch runs unchanged"
          data-testid="save-python"
          @click=${() => save(`${title}.py`, sourceOf(this.step), 'text/x-python')}
        >
          Save .py
        </button>
        <button class="quiet small" data-testid="close-python" @click=${() => this.#python.open(null)}>Close</button>
      </div>
      ${
        this.#waits
          ? html`<div class="said waits">
              <span>It came with the document, and has not run.</span>
              <button class="small" data-testid="allow-shown" @click=${() => this.#run()}>Run it</button>
            </div>`
          : nothing
      }
      <div class="host"></div>
      ${this.#said()} ${this.#over()}`;
  }
}

define('seesaw-python-pass', PythonPassView);
