/**
 * The state of a page, without a screen: document, answer of the engine, what is chosen, what is to be said.
 *
 * What: `Model` owns the state and the rules between its parts. Whoever shows it subscribes; whoever acts calls a
 * method. The text itself is held by the editor (its undo history covers it), which the model knows as a `TextSource`.
 *
 * A key becomes a picture on this way:
 *
 *   editor fires text-changed -> textChanged() -> evaluate() -> live.want(() => request()) -> engine
 *     -> answer -> #answered() -> notify() -> subscribers render
 *
 * `request()` asks for what the chosen panel shows, as it is known here: nothing on the screen is asked.
 *
 *   const model = new Model({ engine, panel: (tab) => PANELS.find(({ id }) => id === tab), titleOf });
 *   model.attach(editor);
 *   const stop = model.subscribe(() => render(model));
 *   model.restore(doc); model.setView({ tab: 'graph' }, 'show');
 *
 * Events: `document-changed`, `selection-changed` (nodes of the picture), `source-lines` (lines of the text),
 * `announce` (a sentence for a screen reader), `answered` (the newest text has its answer).
 */
import { Checks } from './checks.js';
import { emptyDocument, setupComplaint, setupOf } from './document.js';
import { Edits } from './edits/edits.js';
import { Fires } from './fires.js';
import { LiveResult } from './live_result.js';
import { ResultText } from './result_text.js';
import { Selection } from './selection.js';
import { SavedDocuments } from './saved_documents.js';
import { DetachedSource } from './source.js';
import { nameIn } from '../text/title.js';

/** @typedef {import('./document.js').Document} Document */
/** @typedef {import('./document.js').View} View */
/** @typedef {import('./document.js').Setup} Setup */
/** @typedef {import('./source.js').TextSource} TextSource */
/** @typedef {import('../engine/protocol.js').EvaluateRequest} EvaluateRequest */
/** @typedef {import('../../../wasm/js/index.js').Description} Description */
/** @typedef {import('../../../wasm/js/index.js').WhyEntry} WhyEntry */
/** @typedef {{ title: string, run: () => unknown }} Choice something to do about a notice */
/**
 * What the model must know of a panel: whether it shows the program's text, and whether it shows pictures.
 * @typedef {{ withoutText?: boolean, withPictures?: boolean }} PanelNeeds
 */
/**
 * A log whose graphs may be opened, or how far it has been read; `pair`: two of its stages, compared.
 * @typedef {object} Log
 * @property {string} name
 * @property {number} [done]
 * @property {number | null} [current]
 * @property {{ titles: [string, string], said: string, shown: import('../engine/protocol.js').ShowAnswer } | null}
 *   [pair]
 * @property {() => void} [leavePair]
 */
/**
 * @typedef {object} Ports
 * @property {import('../engine/client.js').EngineClient} engine
 * @property {(tab: string) => PanelNeeds} panel
 * @property {(doc: Document, text: string) => string} titleOf
 * @property {(pictures: () => Map<string, import('../../../wasm/js/index.js').Picture> | null) =>
 *   import('../engine/at_once.js').AtOnce} [atOnce] answers on this thread
 */

/** Milliseconds after which a run is said to go on, and can be stopped. */
const SLOW = 200;

export class Model extends EventTarget {
  #panel;
  /** @type {Set<() => void>} */
  #subscribers = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #slowTimer;
  /** What the text of the example is called after. */
  #exampleName = '';

  /** The document but for its text, which the source holds. @type {Document} */
  doc = emptyDocument();
  /** @type {TextSource} */
  source = new DetachedSource();
  /** @type {Description | null} */
  description = null;
  /** The region whose reason is marked. @type {WhyEntry | null} */
  chosen = null;
  /** What there is to say, until it is closed. */
  notice = '';
  /** What can be done about it. @type {Choice[]} */
  choices = [];
  /** The newest text has been running for a while. */
  slow = false;
  /** What nodes computed in the last run. @type {import('./autograd/values.js').NodeValues | null} */
  values = null;
  /** The pictures, once their panel has been shown. @type {import('./graph/state.js').GraphState | null} */
  graph = null;
  /** Passes of one's own, once there was one. @type {import('./python.js').PythonPasses | null} */
  python = null;
  /** The log that the text is from. @type {Log | null} */
  log = null;
  /** The page of the reference that stands in place of the passes: '' is its contents. @type {string | null} */
  reference = null;
  /** Nobody has seen the tour in this browser, nor skipped it. */
  newcomer = false;
  /** There is room for two texts side by side. */
  wide = true;
  readonly = false;
  /** Why the text is of that PyTorch is said in words. */
  reasoned = false;
  /** The name that documents are kept under; null keeps nothing. @type {string | null} */
  remember = null;
  /** One view is shown, and nothing is looked at that it does not show. */
  compact = false;
  /** The element is the whole page, not a part of somebody's. */
  whole = false;

  /** @param {Ports} ports */
  constructor({ engine, panel, titleOf, atOnce }) {
    super();
    this.engine = engine;
    this.#panel = panel;
    this.live = new LiveResult(
      engine,
      () => this.#answered(),
      atOnce?.(() => this.#pictures?.shown ?? null),
      () => this.ownPasses(),
    );
    this.result = new ResultText(
      this.live,
      () => this.view,
      () => this.notify(),
    );
    this.selection = new Selection(this);
    this.checks = new Checks(this, () => this.notify());
    this.fires = new Fires(this);
    this.edits = new Edits(this);
    this.edits.addEventListener('change', () => this.notify());
    this.saved = new SavedDocuments(this, titleOf);
  }

  /** @param {() => void} listener called after each change @returns {() => void} ends it */
  subscribe(listener) {
    this.#subscribers.add(listener);
    return () => void this.#subscribers.delete(listener);
  }

  notify() {
    for (const listener of this.#subscribers) listener();
  }

  /** @param {string} type @param {unknown} [detail] */
  #fire(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** The editor holds the text from now on. @param {TextSource} source */
  attach(source) {
    this.source = source;
  }

  get view() {
    return this.doc.view;
  }

  get text() {
    return this.source.text;
  }

  get blank() {
    return this.source.isBlank;
  }

  /** The example that the text still is, if changed; '' once another text was put over it. */
  get example() {
    return this.#exampleName === nameIn(this.source.head) ? this.doc.example : '';
  }

  get undoable() {
    return { undo: this.source.canUndo, redo: this.source.canRedo };
  }

  get errors() {
    return [...this.live.diagnostics, ...this.live.failures].filter((item) => item.severity === 'error').length;
  }

  /** What runs passes of one's own. */
  async ownPasses() {
    const { PythonPasses } = await import('./python.js');
    return (this.python ??= new PythonPasses({ changed: () => this.notify(), remember: () => this.remember }));
  }

  /** More passes are still being loaded. */
  get partial() {
    return this.engine.rest === 'none' || this.engine.rest === 'loading';
  }

  /** The grad mode that the passes ran in: off, too, where the captured file switches it off. */
  get ambientGrad() {
    return this.doc.ambientGrad && !this.gradSwitchedOff;
  }

  /** The captured file switches grad mode off where it calls torch.export. */
  get gradSwitchedOff() {
    return this.doc.ambientGrad && this.live.good?.ambientGrad === false;
  }

  /** The printed step that is shown, or the difference of two. */
  get shown() {
    return this.result.shown;
  }

  get shownStep() {
    return this.result.index;
  }

  /** The document but for its text. @param {Document} doc */
  take(doc) {
    this.doc = { ...doc, text: '' };
    this.notify();
  }

  /**
   * A fresh start with a document: nothing to undo but what was kept.
   * @param {Document} doc
   * @param {unknown} [history]
   */
  restore(doc, history) {
    this.take(doc);
    this.restoreSource(doc, history);
    this.evaluate(true);
  }

  /** The text of a document that was taken. @param {Document} doc @param {unknown} [history] */
  restoreSource(doc, history) {
    this.source.restore({ text: doc.text, setup: setupOf(doc), history });
    this.#exampleName = nameIn(this.source.head);
  }

  /** @param {Partial<Document>} change */
  setDocument(change) {
    this.doc = { ...this.doc, ...change };
    this.documentChanged();
  }

  /** The document is another one: it is kept, and listeners hear of it. */
  documentChanged() {
    this.saved.changed();
    this.#fire('document-changed');
    this.notify();
  }

  /** @param {Partial<View>} change @param {'show' | 'nothing'} [then] */
  setView(change, then = 'nothing') {
    this.setDocument({ view: { ...this.doc.view, ...change } });
    if (then === 'show') this.#show();
  }

  /** @param {string} format */
  setFormat(format) {
    this.setDocument({ format });
    this.#show();
  }

  /** @param {import('./document.js').Capture} capture */
  setCapture(capture) {
    this.setDocument({ capture });
    this.evaluate(true);
  }

  /** @param {import('./document.js').Torch} torch */
  setTorch(torch) {
    this.setDocument({ torch });
    this.evaluate(true);
  }

  /**
   * What would be over a limit is refused, in words.
   * @param {Partial<Setup>} change
   * @param {boolean} [joined] undo takes it back together with the change before it
   */
  changeSetup(change, joined = false) {
    const setup = { ...setupOf(this.doc), ...change };
    const complaint = setupComplaint(setup);
    complaint === null ? this.source.changeSetup(setup, joined) : this.tell(`Nothing was changed: ${complaint}`);
  }

  /** The source's setup is another one: by `changeSetup`, undo or redo. @param {Setup} setup */
  setupChanged(setup) {
    const { pipeline, ambientGrad, example } = this.doc;
    if (setup.example !== example) this.#exampleName = nameIn(this.source.head);
    this.setDocument(setup);
    if (this.doc.pipeline !== pipeline || this.doc.ambientGrad !== ambientGrad) this.evaluate(true);
  }

  /** One more pass behind the others. @param {string} name */
  addPass(name) {
    this.changeSetup({ pipeline: [...this.doc.pipeline, { name, enabled: true, options: {} }] });
    this.say(`${name} added`);
  }

  /** @param {boolean} [replaced] another text was pasted over it */
  textChanged(replaced = false) {
    if (replaced) {
      this.live.afresh();
      this.selection.forget();
      if (this.view.graph.auto) this.setView({ graph: { ...this.view.graph, groupBy: 'none', collapsed: [] } });
    }
    this.documentChanged();
    this.edits.textChanged();
    this.evaluate(false);
  }

  /** @param {boolean} now */
  evaluate(now) {
    if (this.blank) this.live.clear();
    else this.#run(() => this.text, now);
  }

  /** A text that the source has not got yet: the engine works while the editor is made. @param {string} text */
  evaluateFirst(text) {
    if (text.trim() === '') this.live.clear();
    else this.#run(() => text, true);
  }

  /** @param {() => string} text @param {boolean} now */
  #run(text, now) {
    this.live.want(() => this.request(text()), now);
    clearTimeout(this.#slowTimer);
    this.#slowTimer = setTimeout(() => {
      this.slow = this.live.pending;
      this.live.takesLong();
      this.notify();
    }, SLOW);
    this.notify();
  }

  /** The pictures, where their panel is shown. */
  get #pictures() {
    return this.#panel(this.view.tab).withPictures ? this.graph : null;
  }

  /** What the engine is asked for a text now, with what the chosen panel shows of it. @returns {EvaluateRequest} */
  request(text = this.text) {
    const { pipeline, ambientGrad, capture, torch } = this.doc;
    const { withoutText } = this.#panel(this.view.tab);
    return {
      text,
      passes: pipeline,
      ambientGrad,
      capture,
      torch,
      traced: this.python?.traced(text, ambientGrad) ?? null,
      pictures: this.#pictures?.wanted ?? null,
      show: withoutText ? null : this.result.wanted(this.doc),
      ...(this.compact ? { alone: true } : {}),
    };
  }

  #answered() {
    const { live, source } = this;
    if (!live.pending) {
      this.slow = false;
      this.#fire('answered');
    }
    source.showDiagnostics(live.diagnostics);
    if (!live.stale || live.partly) {
      this.chosen = null;
      if (!this.compact) {
        this.checks.refresh();
        this.edits.check();
      }
      source.showRegions((live.good?.reports ?? []).flatMap((report) => report.why));
      this.#show();
      this.selection.answered();
    }
    this.notify();
  }

  #show() {
    this.notify();
    if (!this.#panel(this.view.tab).withoutText) this.result.show(this.doc);
  }

  /** @param {number} index */
  showStep(index) {
    this.setView({ step: index === this.result.last ? null : index }, 'show');
  }

  /**
   * What nodes computed; null: it is not known any more.
   * @param {import('./autograd/values.js').NodeValues | null} values
   */
  setValues(values) {
    this.values = values;
    this.notify();
  }

  /** The document's form of text, once the engine has described it. */
  get form() {
    return this.description?.formats.find(({ name }) => name === this.doc.format);
  }

  /** @param {Description | null} description */
  setDescription(description) {
    this.description = description;
    this.notify();
  }

  /** @param {WhyEntry | null} entry the region whose reason is marked */
  setChosen(entry) {
    this.chosen = entry;
    this.notify();
  }

  /** @param {string | null} place such as 'pass/cse_pass'; '' the contents; null closes it */
  setReference(place) {
    this.reference = place;
    this.notify();
  }

  /** @param {boolean} newcomer */
  setNewcomer(newcomer) {
    this.newcomer = newcomer;
    this.notify();
  }

  /** Nodes of the picture were chosen there. @param {import('./edits/origins.js').Drawn[]} nodes */
  nodesChosen(nodes) {
    this.edits.chosenInGraph(nodes);
    this.selection.picked(nodes);
    this.#fire('selection-changed', nodes);
  }

  /** Lines of the text were chosen there. @param {{ first: number, last: number }} lines from 1 */
  linesChosen(lines) {
    this.selection.lines(lines);
    this.#fire('source-lines', lines);
  }

  /**
   * @param {string} message
   * @param {'alone' | 'also'} [how] also: beside the notice that is shown already
   * @param {Choice[]} [choices] what can be done about it
   */
  tell(message, how = 'alone', choices = []) {
    this.choices = choices;
    this.notice = how === 'also' && this.notice !== '' ? `${this.notice}; ${message}` : message;
    this.notify();
  }

  /** For a screen reader alone. @param {string} what */
  say(what) {
    this.#fire('announce', what);
  }
}
