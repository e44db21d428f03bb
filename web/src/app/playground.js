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
 * (`light`, `dark`), `readonly`, `compact` (one view, as high as it is, and `caption` below it), `remember` (a name to
 * keep the document under), `links` (the page's address may hold a document), `offline` (kept for use without a
 * network). All but the last four may change at any time, as attributes or as properties. Property `text`; events
 * `document-changed`, `selection-changed`.
 */
import { LitElement, html, nothing } from 'lit';
import { AtOnce } from '../engine/at_once.js';
import { EngineClient } from '../engine/client.js';
import { editsOnCanvas } from '../features/edit/on_canvas.js';
import { Model } from '../model/model.js';
import { titleOf } from '../model/titles.js';
import { dialogStyles } from '../ui/dialog_styles.js';
import '../ui/editor/editor.js';
import { listStyles } from '../ui/lists.js';
import '../ui/output.js';
import '../ui/pipeline.js';
import { shared, tokens } from '../ui/styles.js';
import { ATTRIBUTE_NAMES, attributeChanged, knownFormat } from './attributes.js';
import { PageCommands } from './commands.js';
import { compactStyles, foot } from './compact.js';
import { FEATURES } from './features.js';
import { layout } from './layout.js';
import { panelOf } from './panels.js';
import { roomClasses } from './room.js';
import { start, starting } from '../features/learn/start.js';
import { passesPane, sourcePane } from './panes.js';
import { fetchRest } from './preload.js';
import { inView } from './in_view.js';
import { outcome, resultPane } from './result.js';
import { handleKey, openedByDrop, openedByPaste } from './shortcuts.js';
import { Startup } from './startup.js';
import { notice, paneSwitch, toolbar } from './toolbar.js';

/** @typedef {import('../ui/editor/editor.js').Editor} Editor */

/** Over everything, while a file is held over the page. */
const dropZone = () =>
  html`<div class="drop-zone" data-testid="drop-zone">
    <p><b>Drop it here</b> a graph, a log, a model (.pt2), Python source, or what Seesaw has saved</p>
  </div>`;

export class Playground extends LitElement {
  static properties = {
    readonly: { type: Boolean, reflect: true },
    compact: { type: Boolean, reflect: true },
    caption: {},
    src: {},
    passes: {},
    ambientGrad: { attribute: 'ambient-grad' },
    format: {},
    tab: {},
    theme: {},
    remember: {},
    links: { type: Boolean },
    offline: { type: Boolean },
    tour: { state: true },
    dropping: { state: true },
  };

  static styles = [
    tokens,
    shared,
    listStyles,
    dialogStyles,
    layout,
    compactStyles,
    ...FEATURES.flatMap(({ styles }) => styles ?? []),
  ];

  engine = new EngineClient();
  model = new Model({ engine: this.engine, panel: panelOf, titleOf, atOnce: (shown) => new AtOnce(shown) });
  commands = new PageCommands(this, this.model);
  #startup = new Startup(/** @type {any} */ (this), this.model);
  #size = new ResizeObserver(([entry]) => {
    const wide = entry.contentRect.width > 760;
    if (wide === this.model.wide) return;
    this.model.wide = wide;
    this.model.notify();
  });

  constructor() {
    super();
    this.readonly = false;
    /** One view with a caption. */
    this.compact = false;
    /** @type {string | null} */
    this.caption = null;
    // What attributes ask for; attributes.js says what it means.
    for (const name of ['src', ...ATTRIBUTE_NAMES]) /** @type {any} */ (this)[name] = null;
    /** @type {string | null} */
    this.remember = null;
    /** The page's address may hold a document. */
    this.links = false;
    /** The page keeps itself for use without a network. */
    this.offline = false;
    /** Where the tour is. @type {number | null} */
    this.tour = null;
    /** A file is dragged over the page. */
    this.dropping = false;
    const { model } = this;
    model.subscribe(() => this.requestUpdate());
    model.addEventListener('answered', () => this.#startup.answered());
    model.addEventListener('announce', (event) => this.#announce(/** @type {CustomEvent<string>} */ (event).detail));
    for (const type of ['document-changed', 'selection-changed'])
      model.addEventListener(type, (event) =>
        this.dispatchEvent(new CustomEvent(type, { detail: /** @type {CustomEvent} */ (event).detail })),
      );
  }

  get editor() {
    return /** @type {Editor} */ (this.renderRoot.querySelector('seesaw-editor'));
  }

  get text() {
    return this.model.text;
  }

  set text(text) {
    this.#startup.ready.then(() => {
      this.model.live.afresh();
      this.model.selection.forget();
      this.editor.replace(text);
    });
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const { model, readonly, remember, links, compact } = this;
    Object.assign(model, { readonly, remember, compact, whole: remember !== null || links });
    if (!this.hasUpdated) return this.#startup.start();
    // Somebody wants the rest of it, too.
    if (changed.get('compact') === true) this.#startup.ready.then(() => (model.evaluate(true), fetchRest(this)));
    for (const name of ['src', ...ATTRIBUTE_NAMES])
      if (changed.has(name)) this.#startup.ready.then(() => attributeChanged(/** @type {any} */ (this), name, this));
  }

  async firstUpdated() {
    const { model } = this;
    this.#size.observe(/** @type {Element} */ (this.renderRoot.querySelector('.output')));
    editsOnCanvas(this.renderRoot, this);
    model.attach(this.editor);
    const { doc, history } = await /** @type {Promise<import('../model/storage.js').Kept>} */ (this.#startup.document);
    model.take(doc);
    // The engine works while the editor is made.
    model.evaluateFirst(doc.text);
    await this.updateComplete;
    model.restoreSource(doc, history);
    model.setNewcomer(!this.readonly && model.saved.isNew);
    this.#startup.restored();
    if (this.links) await this.commands.open.address();
    await this.#startup.shown;
    await this.#describe();
    knownFormat(model);
    if (!this.compact) fetchRest(this);
  }

  /** Formulas of derivatives take longer than all else that is described: only the reference shows them. */
  #formulas = false;

  async #describe() {
    const { model } = this;
    const described = this.engine.call('describe', { formulas: this.#formulas });
    const failed = () => ((this.#formulas = false), model.description);
    model.setDescription(await described.catch(failed));
    this.editor.assist(() => model.description?.ops ?? []);
  }

  describeFormulas() {
    if (this.#formulas) return;
    this.#formulas = true;
    void this.#describe();
  }

  /** The full module is on its way, there, or will not come. */
  #restHeard = (/** @type {Event} */ event) => {
    const { rest } = this.engine;
    this.requestUpdate();
    if (rest === 'ready') (this.#describe(), this.model.edits.check());
    const { detail } = /** @type {CustomEvent<string>} */ (event);
    if (rest === 'failed')
      this.model.tell(
        'Some passes, pictures, values and captured Python are not available: the rest of the engine could ' +
          `not be loaded (${detail}).`,
        'also',
      );
  };

  #heard = () => this.requestUpdate();

  /** What is heard on the window while the element is in a page. */
  get #ofWindow() {
    const { saved } = this.model;
    const heard = {
      pagehide: saved.saveNow,
      beforeunload: saved.beforeLeaving,
      paste: this.#pasted,
      keydown: this.#key,
      hashchange: this.#addressChanged,
    };
    return /** @type {[string, (event: any) => void][]} */ (Object.entries(heard));
  }

  /** In somebody's page nothing is loaded before it comes into view; what is inside is seen until then. */
  async scheduleUpdate() {
    if (!this.hasUpdated && this.remember === null && !this.links) {
      const fallback = document.createElement('slot');
      this.renderRoot.append(fallback);
      await inView(this);
      fallback.remove();
      if (this.isConnected) this.engine.begin();
    }
    return super.scheduleUpdate();
  }

  connectedCallback() {
    super.connectedCallback();
    // Before anything else: the engine is loaded while the page is still being made.
    if (this.hasUpdated || this.hasAttribute('remember') || this.hasAttribute('links')) this.engine.begin();
    this.engine.addEventListener('rest', this.#restHeard);
    this.engine.addEventListener('slow', this.#heard);
    for (const [name, listener] of this.#ofWindow) window.addEventListener(name, listener);
    // Moved to another place in the page: the engine and what it had are gone.
    if (this.hasUpdated) this.model.evaluate(true);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.model.saved.saveNow();
    for (const [name, listener] of this.#ofWindow) window.removeEventListener(name, listener);
    this.model.checks.dispose();
    this.model.live.dispose();
    this.engine.dispose();
  }

  /** Said by a screen reader alone. @param {string} what */
  #announce(what) {
    const place = this.renderRoot.querySelector('#said');
    if (place) place.textContent = what;
  }

  /** @param {CustomEvent<number | null>} event */
  #tourMoved(event) {
    this.tour = event.detail;
    if (this.tour !== null) return;
    this.model.saved.isNew = false;
    this.model.setNewcomer(false);
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (this.model.whole || event.composedPath().includes(this)) handleKey(this, event);
  };

  /** A link was put into the address of the open page. */
  #addressChanged = () => {
    if (this.links) this.commands.open.address();
  };

  /** @param {ClipboardEvent} event */
  #pasted = (event) => {
    if (this.model.whole && !this.readonly) openedByPaste(this, event);
  };

  /** Before the editor sees it, which would insert the file at the cursor. */
  #drop = {
    handleEvent: (/** @type {DragEvent} */ event) => {
      this.dropping = false;
      this.#opened(event);
    },
    capture: true,
  };
  #opened = openedByDrop(this);

  #dragged = (/** @type {DragEvent} */ event) => {
    if (openedByDrop.over(event)) this.dropping = !this.readonly;
  };

  /** Out of the page, not from one of its parts to the next. */
  #dragLeft = (/** @type {DragEvent} */ event) => {
    if (!this.renderRoot.contains(/** @type {Node | null} */ (event.relatedTarget))) this.dropping = false;
  };

  render() {
    const { model, commands } = this;
    const { pane, theme } = model.view;
    const reference = model.reference === null ? '' : 'with-reference';
    const begins = starting(model) ? 'starting' : '';
    const classes = `page show-${pane} theme-${theme} ${roomClasses(model)} ${reference} ${begins}`;
    return html`<div class=${classes} @dragover=${this.#dragged} @dragleave=${this.#dragLeft} @drop=${this.#drop}>
      ${toolbar(this)} ${notice(this)} ${start(this)} ${paneSwitch(this)}
      <div class="main" role=${model.whole ? 'main' : nothing}>
        ${sourcePane(this)} ${passesPane(this)} ${resultPane(this)}
      </div>
      ${foot(this)}
      <p class="hidden-label" role="status" data-testid="outcome">${outcome(this)}</p>
      <p class="hidden-label" role="status" id="said"></p>
      ${commands.dialogs.render()} ${this.dropping ? dropZone() : nothing}
      ${
        this.tour === null
          ? nothing
          : html`<seesaw-tour
              .model=${model}
              .commands=${commands}
              .at=${this.tour}
              @tour-moved=${this.#tourMoved}
            ></seesaw-tour>`
      }
    </div>`;
  }
}
