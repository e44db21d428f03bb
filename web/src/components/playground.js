/**
 * `<seesaw-playground>`: source on the left, passes and reasons in the middle, the result on the right; in less than
 * 1000 pixels, one part at a time.
 *
 *   <seesaw-playground remember="seesaw"></seesaw-playground>          the whole page, kept in the browser
 *
 *   <seesaw-playground passes="eliminate_dead_code" tab="diff" readonly>
 *     <script type="text/plain">
 *       def forward(self, x): ...
 *     </script>
 *   </seesaw-playground>
 *
 * Attributes: `src` (address of a text) or a text inside; `passes` (names with commas; `name:option=value`), `ambient-grad`
 * (`off`), `format`, `tab` (`result`, `diff`, `graph`), `theme` (`light`, `dark`), `readonly`, `remember` (a name to keep the
 * document under). Property `text`; event `document-changed` after each change.
 */
import { LitElement, html, nothing } from 'lit';
import { asDocument, emptyDocument } from '../document.js';
import { EngineClient } from '../engine/client.js';
import { EXAMPLES, examplePipeline, exampleText, preloadExamples } from '../examples.js';
import { choose, copy, fileName, save, textOf } from '../files.js';
import { DocumentStore } from '../storage.js';
import { shared, tokens } from '../styles.js';
import { givenDocument } from './attributes.js';
import { LiveResult } from './controller.js';
import { dialogStyles, examplesDialog, helpDialog } from './dialogs.js';
import './editor.js';
import { layout } from './layout.js';
import { listStyles } from './lists.js';
import './output.js';
import { passesPane, sourcePane } from './panes.js';
import './pipeline.js';
import { resultPane } from './result.js';
import { handleKey, openedByDrop, openedByPaste } from './shortcuts.js';
import { notice, paneSwitch, toolbar } from './toolbar.js';

/** @typedef {import('../document.js').Document} Document */
/** @typedef {import('../document.js').View} View */
/** @typedef {import('../editor/setup.js').Setup} Setup */
/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('../engine/workbench.js').ShowAnswer} ShowAnswer */
/** @typedef {import('../../../wasm/js/index.js').Description} Description */
/** @typedef {import('../../../wasm/js/index.js').WhyEntry} WhyEntry */

const NOTHING_SHOWN = /** @type {ShowAnswer} */ ({
  text: '',
  before: null,
  changes: [],
  places: 0,
  diagnostics: [],
});
const REFUSED = 'This browser does not keep the document: its storage is blocked or full. Save the text before you leave.';

export class Playground extends LitElement {
  static properties = {
    readonly: { type: Boolean, reflect: true },
    remember: {},
    doc: { state: true },
    description: { state: true },
    step: { state: true },
    shown: { state: true },
    wide: { state: true },
    chosen: { state: true },
    notice: { state: true },
    slow: { state: true },
  };

  static styles = [tokens, shared, listStyles, dialogStyles, layout];

  #engine = new EngineClient();
  live = new LiveResult(this.#engine, () => this.#arrived());
  #size = new ResizeObserver(([entry]) => (this.wide = entry.contentRect.width > 760));
  /** @type {DocumentStore | null} */
  #store = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #saving;
  #unsaved = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #slowTimer;
  #showing = 0;

  constructor() {
    super();
    this.readonly = false;
    /** @type {string | null} */
    this.remember = null;
    /** The document but for its text, which the editor holds. @type {Document} */
    this.doc = emptyDocument();
    /** @type {Description | null} */
    this.description = null;
    /** Which step is shown; null is the last. @type {number | null} */
    this.step = null;
    this.shown = NOTHING_SHOWN;
    this.wide = true;
    /** The region whose reason is marked. @type {WhyEntry | null} */
    this.chosen = null;
    /** What the page has to say, until it is closed. */
    this.notice = '';
    /** The newest text has been running for a while. */
    this.slow = false;
  }

  /** The element is the whole page, not a part of somebody's. */
  get whole() {
    return this.remember !== null;
  }

  /** Parts are landmarks only where the element is the whole page. */
  get landmark() {
    return this.whole ? 'region' : 'group';
  }

  get view() {
    return this.doc.view;
  }

  get editor() {
    return /** @type {Editor} */ (this.renderRoot.querySelector('seesaw-editor'));
  }

  get text() {
    return this.editor?.text ?? '';
  }

  set text(text) {
    this.updateComplete.then(() => this.editor.replace(text));
  }

  get blank() {
    return this.editor?.isBlank ?? true;
  }

  get undoable() {
    return {
      undo: this.editor?.canUndo ?? false,
      redo: this.editor?.canRedo ?? false,
    };
  }

  get errors() {
    return [...this.live.diagnostics, ...this.live.failures].filter((item) => item.severity === 'error').length;
  }

  async firstUpdated() {
    this.#size.observe(/** @type {Element} */ (this.renderRoot.querySelector('.output')));
    if (this.remember !== null) this.#store = new DocumentStore(this.remember || 'seesaw');
    const kept = (await this.#store?.restore()) ?? null;
    const doc = kept?.doc ?? (await this.#given());
    await this.editor.updateComplete;
    this.#restore(doc, kept?.history);
    this.description = await this.#engine.call('describe').catch(() => null);
    const formats = this.description?.formats.map((row) => row.name);
    if (formats && !formats.some((name) => name === this.doc.format)) {
      this.tell(`format="${this.doc.format}" is not known: ${formats.join(', ')}`, 'also');
      this.setFormat('readable');
    }
    preloadExamples();
  }

  /** What the attributes ask for; without a text, the first example. @returns {Promise<Document>} */
  async #given() {
    const complain = (/** @type {string} */ what) => this.tell(what, 'also');
    const given = await givenDocument(this, complain).catch((error) => (complain(String(error.message ?? error)), null));
    if (given !== null && given.text !== null) return { ...given, text: given.text };
    const [first] = EXAMPLES;
    const pipeline = given?.pipeline.length ? given.pipeline : examplePipeline(first);
    return { ...(given ?? emptyDocument()), pipeline, text: await exampleText(first.id) };
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener('pagehide', this.#saveNow);
    window.addEventListener('beforeunload', this.#beforeLeaving);
    window.addEventListener('paste', this.#pasted);
    window.addEventListener('keydown', this.#key);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#saveNow();
    window.removeEventListener('pagehide', this.#saveNow);
    window.removeEventListener('beforeunload', this.#beforeLeaving);
    window.removeEventListener('paste', this.#pasted);
    window.removeEventListener('keydown', this.#key);
    this.live.dispose();
    this.#engine.dispose();
  }

  /** @param {Document} doc @param {unknown} [history] */
  #restore(doc, history) {
    const { text, ...rest } = doc;
    this.doc = { ...rest, text: '' };
    this.step = null;
    this.editor.restore({
      text,
      setup: { pipeline: doc.pipeline, ambientGrad: doc.ambientGrad },
      history,
    });
    this.evaluate(true);
  }

  #saveNow = async () => {
    clearTimeout(this.#saving);
    if (this.#store === null || !this.#unsaved) return;
    this.#unsaved = false;
    const kept = await this.#store.save({
      doc: { ...this.doc, text: this.text },
      history: this.editor.history,
    });
    if (kept === 'kept') return;
    this.#unsaved = true;
    this.tell(REFUSED);
  };

  /** @param {BeforeUnloadEvent} event */
  #beforeLeaving = (event) => {
    this.#saveNow();
    if (this.notice === REFUSED && !this.blank) event.preventDefault();
  };

  #changed() {
    this.#unsaved = true;
    clearTimeout(this.#saving);
    this.#saving = setTimeout(this.#saveNow, this.editor.length > 500_000 ? 1500 : 250);
    this.dispatchEvent(new CustomEvent('document-changed'));
  }

  /** @param {Partial<View>} change @param {'show' | 'nothing'} [then] */
  setView(change, then = 'nothing') {
    this.doc = { ...this.doc, view: { ...this.doc.view, ...change } };
    this.#changed();
    if (then === 'show') this.#show();
  }

  /** @param {string} format */
  setFormat(format) {
    this.doc = { ...this.doc, format };
    this.#changed();
    this.#show();
  }

  /** @param {Partial<Setup>} change */
  changeSetup(change) {
    const { pipeline, ambientGrad } = this.doc;
    this.editor.changeSetup({ pipeline, ambientGrad, ...change });
  }

  /** @param {CustomEvent<Setup>} event */
  setupChanged(event) {
    this.doc = { ...this.doc, ...event.detail };
    this.#changed();
    this.evaluate(true);
  }

  textChanged() {
    this.#changed();
    this.evaluate(false);
  }

  /** @param {boolean} now */
  evaluate(now) {
    if (this.editor.isBlank) {
      this.live.clear();
      return;
    }
    const { pipeline, ambientGrad } = this.doc;
    this.live.want(() => ({ text: this.editor.text, passes: pipeline, ambientGrad }), now);
    clearTimeout(this.#slowTimer);
    this.#slowTimer = setTimeout(() => (this.slow = this.live.pending), 1000);
    this.requestUpdate();
  }

  #arrived() {
    const { live } = this;
    if (!live.pending) this.slow = false;
    this.editor.showDiagnostics(live.diagnostics);
    if (!live.stale) {
      this.chosen = null;
      this.editor.showRegions((live.good?.reports ?? []).flatMap((report) => report.why));
      this.#show();
    }
    this.requestUpdate();
  }

  get #lastStep() {
    return this.live.good?.reports.length ?? 0;
  }

  get shownStep() {
    return Math.min(this.step ?? this.#lastStep, this.#lastStep);
  }

  /** @param {number} index */
  showStep(index) {
    this.step = index === this.#lastStep ? null : index;
    this.#show();
  }

  async #show() {
    if (this.live.good === null) return;
    const ticket = ++this.#showing;
    const { format, view } = this.doc;
    const step = this.shownStep;
    const against = view.tab !== 'diff' ? undefined : view.against === 'input' ? 0 : Math.max(0, step - 1);
    const request = { step, against, format, annotations: view.annotations };
    const shown = await this.live.show(request).catch((error) => ({
      ...NOTHING_SHOWN,
      diagnostics: [
        {
          severity: /** @type {const} */ ('error'),
          code: 'engine',
          message: String(error.message ?? error),
        },
      ],
    }));
    if (ticket === this.#showing) this.shown = shown;
  }

  /** @param {string} message @param {'alone' | 'also'} [how] also: beside what is told already */
  tell(message, how = 'alone') {
    this.notice = how === 'also' && this.notice !== '' ? `${this.notice}; ${message}` : message;
  }

  undo() {
    this.editor.undo();
  }

  redo() {
    this.editor.redo();
  }

  /** Another text in place of this one; undo brings this one back, and the list of kept documents has it. @param {string} text @param {Setup} [setup] */
  openText(text, setup) {
    this.tell('');
    if (!this.blank) {
      this.#saveNow();
      this.#store?.fork();
    }
    this.step = null;
    this.editor.replace(text, setup);
  }

  /** @param {string} id */
  async #openExample(id) {
    this.#closeDialogs();
    const example = EXAMPLES.find((one) => one.id === id);
    if (example === undefined) return;
    const text = await exampleText(id).catch(() => null);
    if (text === null) return this.tell('The example could not be loaded.');
    this.openText(text, {
      pipeline: examplePipeline(example),
      ambientGrad: example.ambientGrad ?? true,
    });
  }

  /** @param {string} id */
  async #reopen(id) {
    this.#closeDialogs();
    await this.#saveNow();
    const kept = (await this.#store?.open(id)) ?? null;
    if (kept === null) return this.tell('This document is not there any more.');
    this.#restore(kept.doc, kept.history);
  }

  /** @param {Blob & { name?: string }} file */
  async open(file) {
    try {
      const text = await textOf(file);
      const doc = text.startsWith('{') ? documentIn(text) : null;
      if (doc === null) this.openText(text);
      else
        this.openText(doc.text, {
          pipeline: doc.pipeline,
          ambientGrad: doc.ambientGrad,
        });
    } catch (error) {
      this.tell(/** @type {Error} */ (error).message);
    }
  }

  openFile = async () => {
    const file = await choose();
    if (file !== null) await this.open(file);
  };

  copyResult = async () => {
    const copied = await copy(this.shown.text);
    this.tell(copied ? '' : 'The browser refused to copy. Select the text and press Ctrl+C.');
    const button = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('[data-testid=copy]'));
    if (!copied || button === null) return;
    button.classList.add('done');
    setTimeout(() => button.classList.remove('done'), 1500);
    this.#say('Copied');
  };

  saveResult = () => {
    if (this.live.good !== null) save(fileName(this.doc.format, this.shownStep), this.shown.text);
  };

  /** Tells a screen reader, and nobody else. @param {string} what */
  #say(what) {
    const place = this.renderRoot.querySelector('#said');
    if (place) place.textContent = what;
  }

  /** @param {'examples' | 'help'} id */
  openDialog(id) {
    const dialog = /** @type {HTMLDialogElement} */ (this.renderRoot.querySelector(`#${id}`));
    this.#closeDialogs();
    this.requestUpdate();
    dialog.showModal();
  }

  #closeDialogs() {
    for (const dialog of this.renderRoot.querySelectorAll('dialog')) dialog.close();
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (this.whole || event.composedPath().includes(this)) handleKey(this, event);
  };

  /** @param {ClipboardEvent} event */
  #pasted = (event) => {
    if (this.whole && !this.readonly) openedByPaste(this, event);
  };

  /** Before the editor sees it, which would insert the file at the cursor. */
  #drop = { handleEvent: openedByDrop(this), capture: true };

  /** @param {1 | -1} direction */
  nextChange(direction) {
    /** @type {import('./output.js').Output | null} */ (this.renderRoot.querySelector('seesaw-output'))?.nextChange(direction);
  }

  /** @param {KeyboardEvent} event */
  diffKey = (event) => {
    if (event.key !== 'F7' || this.view.tab !== 'diff') return;
    event.preventDefault();
    this.nextChange(event.shiftKey ? -1 : 1);
  };

  /** @type {import('./lists.js').GoTo} */
  goTo = async (line, column, endLine) => {
    this.setView({ pane: 'text', source: true });
    await this.updateComplete;
    this.editor.goTo(line, column, endLine);
  };

  /** @param {WhyEntry} entry */
  pickReason = async (entry) => {
    this.chosen = entry;
    await this.goTo(entry.line ?? 1, 1, entry.endLine);
    this.editor.choose(entry);
  };

  /** The cursor went into a region, or a sign beside it was clicked: its reason is marked. @param {WhyEntry | null} entry @param {boolean} [go] */
  async markReason(entry, go = false) {
    this.chosen = entry;
    this.editor.choose(entry);
    if (go) this.setView({ pane: 'passes' });
    await this.updateComplete;
    const marked = this.renderRoot.querySelector('.why [aria-current=true]');
    marked?.scrollIntoView({ block: 'nearest' });
    if (go) /** @type {HTMLElement | null} */ (marked)?.focus();
  }

  render() {
    const { pane, theme, tab, source } = this.doc.view;
    const room = tab === 'diff' && !source && this.live.good !== null ? 'without-source' : '';
    const told = this.errors > 0 ? `${this.errors} errors` : '';
    return html`<div class="page show-${pane} theme-${theme} ${room}" @dragover=${openedByDrop.over} @drop=${this.#drop}>
      ${toolbar(this)} ${notice(this)} ${paneSwitch(this)}
      <div class="main" role=${this.whole ? 'main' : nothing}>${sourcePane(this)} ${passesPane(this)} ${resultPane(this)}</div>
      <p class="hidden-label" role="status">${told}</p>
      <p class="hidden-label" role="status" id="said"></p>
      ${
        this.readonly
          ? nothing
          : examplesDialog({
              recent: this.#store?.recent() ?? [],
              choose: (id) => this.#openExample(id),
              reopen: (id) => this.#reopen(id),
            })
      }
      ${helpDialog()}
    </div>`;
  }
}

/** A document of the page in a JSON text, or null. @param {string} text */
function documentIn(text) {
  try {
    const given = JSON.parse(text);
    return asDocument(given);
  } catch {
    return null;
  }
}
