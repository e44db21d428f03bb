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
 * Attributes: `src` (address of a text) or a text inside; `passes` (names with commas; `name:option=value`),
 * `ambient-grad` (`off`), `format`, `tab` (a panel of panels.js: `result`, `diff`, `graph`, `autograd`), `theme`
 * (`light`, `dark`), `readonly`, `remember` (a name to keep the document under), `links` (the page's address may hold a
 * document), `offline` (kept for use without a network). Property `text`; event `document-changed` after each change.
 */
import { LitElement, html, nothing } from 'lit';
import { emptyDocument, setupComplaint, setupOf } from '../model/document.js';
import { nameIn } from '../model/titles.js';
import { editStyles } from '../features/edit/bar.js';
import { Edits } from '../model/edits/edits.js';
import { AtOnce } from '../engine/at_once.js';
import { EngineClient } from '../engine/client.js';
import { panelOf } from './panels.js';
import { copy, fileName, save } from '../ui/files.js';
import { introStyles } from '../features/learn/intro.js';
import { fetchRest } from './preload.js';
import { shared, tokens } from '../ui/styles.js';
import { Beginning } from './startup.js';
import { LiveResult } from '../model/live_result.js';
import { Dialogs, dialogStyles } from './dialogs.js';
import '../ui/editor/editor.js';
import { Keeper } from '../model/saved_documents.js';
import { layout } from './layout.js';
import { listStyles } from '../ui/lists.js';
import { Opening } from './open_document.js';
import '../ui/output.js';
import { passesPane, sourcePane } from './panes.js';
import '../ui/pipeline.js';
import { outcome, resultPane } from './result.js';
import { Showing } from '../model/result_text.js';
import { handleKey, openedByDrop, openedByPaste } from './shortcuts.js';
import { notice, paneSwitch, toolbar } from './toolbar.js';

/** @typedef {import('../model/document.js').Document} Document */
/** @typedef {import('../model/document.js').View} View */
/** @typedef {import('../ui/editor/setup.js').Setup} Setup */
/** @typedef {import('../ui/editor/editor.js').Editor} Editor */
/** @typedef {{ title: string, run: () => unknown }} Choice */
/** @typedef {import('../../../wasm/js/index.js').Description} Description */
/** @typedef {import('../../../wasm/js/index.js').WhyEntry} WhyEntry */

/** Milliseconds after which a run is told of, and can be stopped. */
const SLOW = 200;

export class Playground extends LitElement {
  static properties = {
    readonly: { type: Boolean, reflect: true },
    remember: {},
    links: { type: Boolean },
    offline: { type: Boolean },
    reference: { state: true },
    tour: { state: true },
    newcomer: { state: true },
    doc: { state: true },
    description: { state: true },
    wide: { state: true },
    chosen: { state: true },
    notice: { state: true },
    slow: { state: true },
    values: { state: true },
  };

  static styles = [tokens, shared, listStyles, dialogStyles, introStyles, layout, editStyles];

  engine = new EngineClient();
  live = new LiveResult(this.engine, () => this.#arrived(), new AtOnce(() => panelOf(this).shown?.(this)));
  #size = new ResizeObserver(([entry]) => (this.wide = entry.contentRect.width > 760));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #slowTimer;
  keeper = new Keeper(this);
  opening = new Opening(this, this.keeper);
  #dialogs = new Dialogs(this);
  /** What the text of the example is called after. */
  #exampleName = '';
  edits = new Edits(this);
  #showing = new Showing(
    this.live,
    () => this.view,
    () => this.requestUpdate(),
  );

  #beginning = new Beginning(this);

  constructor() {
    super();
    this.readonly = false;
    /** @type {string | null} */
    this.remember = null;
    /** The document but for its text, which the editor holds. @type {Document} */
    this.doc = emptyDocument();
    /** @type {Description | null} */
    this.description = null;
    this.wide = true;
    /** The region whose reason is marked. @type {WhyEntry | null} */
    this.chosen = null;
    /** What the page has to say, until it is closed. */
    this.notice = '';
    /** What can be done about it. @type {Choice[]} */
    this.choices = [];
    /** The page's address may hold a document. */
    this.links = false;
    /** The page keeps itself for use without a network. */
    this.offline = false;
    /** The page of the reference that stands in place of the passes: '' is its contents. @type {string | null} */
    this.reference = null;
    /** Where the tour is. @type {number | null} */
    this.tour = null;
    /** Nobody has seen the tour in this browser, nor skipped it. */
    this.newcomer = false;
    /** The newest text has been running for a while. */
    this.slow = false;
    /** What nodes computed in the last run. @type {import('../model/autograd/values.js').NodeValues | null} */
    this.values = null;
  }

  /** The element is the whole page, not a part of somebody's. */
  get whole() {
    return this.remember !== null || this.links;
  }

  /** Parts are landmarks only where the element is the whole page. */
  get landmark() {
    return this.whole ? 'region' : 'group';
  }

  get view() {
    return this.doc.view;
  }

  /** The example that the text still is, if changed; '' once another text was put over it. */
  get example() {
    return this.#exampleName === nameIn(this.editor?.head ?? '') ? this.doc.example : '';
  }

  get editor() {
    return /** @type {Editor} */ (this.renderRoot.querySelector('seesaw-editor'));
  }

  get text() {
    return this.editor?.text ?? '';
  }

  set text(text) {
    this.#beginning.ready.then(() => this.editor.replace(text));
  }

  get blank() {
    return this.editor?.isBlank ?? true;
  }

  get undoable() {
    return { undo: this.editor?.canUndo ?? false, redo: this.editor?.canRedo ?? false };
  }

  get errors() {
    return [...this.live.diagnostics, ...this.live.failures].filter((item) => item.severity === 'error').length;
  }

  willUpdate() {
    if (!this.hasUpdated) this.#beginning.start();
  }

  async firstUpdated() {
    this.#size.observe(/** @type {Element} */ (this.renderRoot.querySelector('.output')));
    const { doc, history } = await /** @type {Promise<import('../model/storage.js').Kept>} */ (
      this.#beginning.document
    );
    this.#take(doc);
    // The engine works while the editor is made.
    if (doc.text.trim() !== '') this.#run(() => doc.text, true);
    else this.live.clear();
    await this.updateComplete;
    this.editor.restore({ text: doc.text, setup: setupOf(doc), history });
    this.#exampleName = nameIn(this.editor.head);
    this.newcomer = !this.readonly && this.keeper.isNew;
    this.#beginning.restored();
    if (this.links) await this.opening.address();
    await this.#beginning.shown;
    await this.#describe();
    const formats = this.description?.formats.map((row) => row.name);
    if (formats && !formats.some((name) => name === this.doc.format)) {
      this.tell(`format="${this.doc.format}" is not known: ${formats.join(', ')}`, 'also');
      this.setFormat('readable');
    }
    fetchRest(this);
  }

  async #describe() {
    this.description = await this.engine.call('describe').catch(() => this.description);
    this.editor.assist(() => this.description?.ops ?? []);
  }

  /** The full module is on its way, there, or will not come. */
  #restHeard = (/** @type {Event} */ event) => {
    const { rest } = this.engine;
    this.requestUpdate();
    if (rest === 'ready') (this.#describe(), this.edits.check());
    const { detail } = /** @type {CustomEvent<string>} */ (event);
    if (rest === 'failed')
      this.tell(
        'Some passes, pictures, values and captured Python are not available: the rest of the engine could ' +
          `not be loaded (${detail}).`,
        'also',
      );
  };

  /** More passes are still being loaded. */
  get partial() {
    return this.engine.rest === 'none' || this.engine.rest === 'loading';
  }

  #heard = () => this.requestUpdate();

  /** What is heard on the window while the element is in a page. */
  get #ofWindow() {
    const heard = {
      pagehide: this.keeper.saveNow,
      beforeunload: this.keeper.beforeLeaving,
      paste: this.#pasted,
      keydown: this.#key,
    };
    return /** @type {[string, (event: any) => void][]} */ (
      Object.entries({ ...heard, hashchange: this.#addressChanged })
    );
  }

  connectedCallback() {
    super.connectedCallback();
    // Before anything else: the engine is loaded while the page is still being made.
    this.engine.begin();
    this.engine.addEventListener('rest', this.#restHeard);
    this.engine.addEventListener('slow', this.#heard);
    this.edits.addEventListener('change', this.#heard);
    for (const [name, listener] of this.#ofWindow) window.addEventListener(name, listener);
    // Moved to another place in the page: the engine and what it had are gone.
    if (this.hasUpdated) this.evaluate(true);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.keeper.saveNow();
    for (const [name, listener] of this.#ofWindow) window.removeEventListener(name, listener);
    this.live.dispose();
    this.engine.dispose();
  }

  /**
   * A fresh start with a document: nothing to undo but what was kept.
   * @param {Document} doc
   * @param {unknown} [history]
   */
  restore(doc, history) {
    this.#take(doc);
    this.editor.restore({ text: doc.text, setup: setupOf(doc), history });
    this.#exampleName = nameIn(this.editor.head);
    this.evaluate(true);
  }

  /** The document but for its text. @param {Document} doc */
  #take(doc) {
    this.doc = { ...doc, text: '' };
  }

  /** The document is another one: it is kept, and who listens is told. */
  changed() {
    this.keeper.changed();
    this.dispatchEvent(new CustomEvent('document-changed'));
  }

  /** @param {Partial<View>} change @param {'show' | 'nothing'} [then] */
  setView(change, then = 'nothing') {
    this.doc = { ...this.doc, view: { ...this.doc.view, ...change } };
    this.changed();
    if (then === 'show') this.#show();
  }

  /** @param {string} format */
  setFormat(format) {
    this.doc = { ...this.doc, format };
    this.changed();
    this.#show();
  }

  /** @param {import('../model/document.js').Capture} capture */
  setCapture(capture) {
    this.doc = { ...this.doc, capture };
    this.changed();
    this.evaluate(true);
  }

  /** What would be over a limit is refused, in words. @param {Partial<Setup>} change */
  changeSetup(change) {
    const setup = { ...setupOf(this.doc), ...change };
    const complaint = setupComplaint(setup);
    complaint === null ? this.editor.changeSetup(setup) : this.tell(`Nothing was changed: ${complaint}`);
  }

  /** @param {CustomEvent<Setup>} event */
  setupChanged(event) {
    const { pipeline, ambientGrad, example } = this.doc;
    if (event.detail.example !== example) this.#exampleName = nameIn(this.editor.head);
    this.doc = { ...this.doc, ...event.detail };
    this.changed();
    if (this.doc.pipeline !== pipeline || this.doc.ambientGrad !== ambientGrad) this.evaluate(true);
  }

  /** One more pass behind the others. @param {string} name */
  addPass(name) {
    this.changeSetup({ pipeline: [...this.doc.pipeline, { name, enabled: true, options: {} }] });
    this.say(`${name} added`);
  }

  /** @param {boolean} [replaced] another text was pasted over it */
  textChanged(replaced = false) {
    if (replaced) this.live.afresh();
    this.changed();
    this.edits.textChanged();
    this.evaluate(false);
  }

  /** @param {boolean} now */
  evaluate(now) {
    if (this.editor.isBlank) this.live.clear();
    else this.#run(() => this.editor.text, now);
  }

  /** @param {() => string} text @param {boolean} now */
  #run(text, now) {
    const { pipeline, ambientGrad, capture } = this.doc;
    // What the screen shows of it comes in the same turn.
    const seen = () => {
      const panel = panelOf(this);
      return { pictures: panel.pictures?.(this) ?? null, show: panel.untold ? null : this.#showing.wanted(this.doc) };
    };
    this.live.want(() => ({ text: text(), passes: pipeline, ambientGrad, capture, ...seen() }), now);
    clearTimeout(this.#slowTimer);
    this.#slowTimer = setTimeout(() => (this.slow = this.live.pending), SLOW);
    this.requestUpdate();
  }

  #arrived() {
    const { live } = this;
    if (!live.pending) {
      this.slow = false;
      this.#beginning.answered();
    }
    this.editor.showDiagnostics(live.diagnostics);
    if (!live.stale || live.partly) {
      this.chosen = null;
      this.edits.check();
      this.editor.showRegions((live.good?.reports ?? []).flatMap((report) => report.why));
      this.#show();
    }
    this.requestUpdate();
  }

  get shown() {
    return this.#showing.shown;
  }

  get shownStep() {
    return this.#showing.index;
  }

  /** @param {number} index */
  showStep(index) {
    this.setView({ step: index === this.#showing.last ? null : index }, 'show');
  }

  #show() {
    this.requestUpdate();
    if (!panelOf(this).untold) this.#showing.show(this.doc);
  }

  /**
   * @param {string} message
   * @param {'alone' | 'also'} [how] also: beside what is told already
   * @param {Choice[]} [choices] what can be done about it
   */
  tell(message, how = 'alone', choices = []) {
    this.choices = choices;
    this.notice = how === 'also' && this.notice !== '' ? `${this.notice}; ${message}` : message;
  }

  undo = () => this.editor.undo();
  redo = () => this.editor.redo();

  copyResult = async () => {
    await this.#showing.show(this.doc);
    const copied = await copy(this.shown.text);
    this.tell(copied ? '' : 'The browser refused to copy. Select the text and press Ctrl+C.');
    const button = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('[data-testid=copy]'));
    if (!copied || button === null) return;
    button.classList.add('done');
    setTimeout(() => button.classList.remove('done'), 1500);
    this.say('Copied');
  };

  saveResult = async () => {
    await this.#showing.show(this.doc);
    if (this.live.good !== null) save(fileName(this.doc.format, this.shownStep), this.shown.text);
  };

  /** Tells a screen reader, and nobody else. @param {string} what */
  say(what) {
    const place = this.renderRoot.querySelector('#said');
    if (place) place.textContent = what;
  }

  /** @param {import('./dialogs.js').DialogId} id @param {string} [argument] */
  openDialog(id, argument) {
    return this.#dialogs.open(id, argument);
  }

  closeDialog() {
    this.#dialogs.close();
  }

  /**
   * A page of the reference, in place of the passes.
   * @param {string | null} place such as 'pass/cse_pass'; '' the contents; null closes it
   */
  openReference(place) {
    if (place !== null) {
      import('../features/learn/reference.js').catch(() =>
        this.tell('The reference could not be loaded. Is there a network?'),
      );
      this.setView({ pane: 'passes' });
    }
    this.reference = place;
  }

  async startTour() {
    this.closeDialog();
    const loaded = await import('../features/learn/tour.js').catch(() =>
      this.tell('The tour could not be loaded. Is there a network?', 'also'),
    );
    if (loaded) this.tour = 0;
  }

  /** @param {CustomEvent<number | null>} event */
  #tourMoved(event) {
    this.tour = event.detail;
    if (this.tour !== null) return;
    this.keeper.isNew = this.newcomer = false;
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (this.whole || event.composedPath().includes(this)) handleKey(this, event);
  };

  /** A link was put into the address of the open page. */
  #addressChanged = () => {
    if (this.links) this.opening.address();
  };

  /** @param {ClipboardEvent} event */
  #pasted = (event) => {
    if (this.whole && !this.readonly) openedByPaste(this, event);
  };

  /** Before the editor sees it, which would insert the file at the cursor. */
  #drop = { handleEvent: openedByDrop(this), capture: true };

  /** @param {1 | -1} direction */
  nextChange(direction) {
    /** @type {import('../ui/output.js').Output | null} */ (this.renderRoot.querySelector('seesaw-output'))?.nextChange(
      direction,
    );
  }

  /** @type {import('../ui/lists.js').GoTo} */
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

  /**
   * The cursor went into a region, or a sign beside it was clicked: its reason is marked.
   * @param {WhyEntry | null} entry
   * @param {boolean} [go]
   */
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
    const { pane, theme } = this.doc.view;
    const room = this.live.good === null ? '' : (panelOf(this).room?.(this) ?? '');
    return html`<div
      class="page show-${pane} theme-${theme} ${room} ${this.reference === null ? '' : 'with-reference'}"
      @dragover=${openedByDrop.over}
      @drop=${this.#drop}
    >
      ${toolbar(this)} ${notice(this)} ${paneSwitch(this)}
      <div class="main" role=${this.whole ? 'main' : nothing}>
        ${sourcePane(this)} ${passesPane(this)} ${resultPane(this)}
      </div>
      <p class="hidden-label" role="status" data-testid="told">${outcome(this)}</p>
      <p class="hidden-label" role="status" id="said"></p>
      ${this.#dialogs.render()}
      ${this.tour === null ? nothing : html`<seesaw-tour .page=${this} .at=${this.tour} @tour-moved=${this.#tourMoved}></seesaw-tour>`}
    </div>`;
  }
}
