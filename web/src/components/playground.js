/**
 * `<seesaw-playground>`: the whole page as one element. Text on the left, passes and reasons in the middle, the result
 * on the right; below 1000 pixels, one part at a time.
 *
 *   <seesaw-playground></seesaw-playground>
 */
import { LitElement, html, nothing } from 'lit';
import { emptyDocument, restore, store } from '../document.js';
import { EngineClient } from '../engine/client.js';
import { EXAMPLES, examplePipeline, exampleText } from '../examples.js';
import { shared, tokens } from '../styles.js';
import { LiveResult } from './controller.js';
import './editor.js';
import { diagnosticList, listStyles, whyList } from './lists.js';
import './output.js';
import './pipeline.js';
import { layout } from './layout.js';

/** @typedef {import('../document.js').Document} Document */
/** @typedef {import('../document.js').View} View */
/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('../../../wasm/js/index.js').Description} Description */

const PANES = /** @type {const} */ ([
  ['text', 'Text'],
  ['passes', 'Passes'],
  ['output', 'Result'],
]);
const TABS = /** @type {const} */ ([
  ['result', 'Text'],
  ['diff', 'Diff'],
  ['graph', 'Graph'],
]);
const THEMES = /** @type {const} */ (['system', 'light', 'dark']);
const THEME_NAMES = { system: 'Auto', light: 'Light', dark: 'Dark' };

export class Playground extends LitElement {
  static properties = {
    doc: { state: true },
    description: { state: true },
    step: { state: true },
    printed: { state: true },
    wide: { state: true },
  };

  static styles = [tokens, shared, listStyles, layout];

  #engine = new EngineClient();
  #live = new LiveResult(this.#engine, () => this.#arrived());
  #size = new ResizeObserver(([entry]) => (this.wide = entry.contentRect.width > 760));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #saving;
  #printing = 0;

  constructor() {
    super();
    /** @type {Document} */
    this.doc = restore(window) ?? emptyDocument();
    /** @type {Description | null} */
    this.description = null;
    /** Which step is shown; null is the last. @type {number | null} */
    this.step = null;
    /** @type {{ text: string, before: string | null, diagnostics: import('../../../wasm/js/index.js').Diagnostic[] }} */
    this.printed = { text: '', before: null, diagnostics: [] };
    this.wide = true;
  }

  async firstUpdated() {
    window.addEventListener('pagehide', this.#saveNow);
    this.#size.observe(/** @type {Element} */ (this.renderRoot.querySelector('.output')));
    const first = this.doc.text === '' && this.doc.pipeline.length === 0;
    if (first) await this.#choose(EXAMPLES[0].id);
    else this.#editor.setText(this.doc.text);
    this.description = await this.#engine.call('describe').catch(() => null);
    this.#evaluate(true);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#saveNow();
    window.removeEventListener('pagehide', this.#saveNow);
    this.#size.disconnect();
    this.#engine.dispose();
  }

  get #editor() {
    return /** @type {Editor} */ (this.renderRoot.querySelector('seesaw-editor'));
  }

  #saveNow = () => {
    clearTimeout(this.#saving);
    store(window, this.doc);
  };

  /** @param {Partial<Document>} change @param {'run' | 'print' | 'nothing'} then @param {boolean} [now] */
  #set(change, then, now = true) {
    this.doc = { ...this.doc, ...change };
    clearTimeout(this.#saving);
    this.#saving = setTimeout(this.#saveNow, 200);
    if (then === 'run') this.#evaluate(now);
    if (then === 'print') this.#print();
  }

  /** @param {Partial<View>} change @param {'print' | 'nothing'} [then] */
  #setView(change, then = 'nothing') {
    this.#set({ view: { ...this.doc.view, ...change } }, then);
  }

  /** @param {boolean} now */
  #evaluate(now) {
    const { text, pipeline, ambientGrad } = this.doc;
    this.#live.want({ text, passes: pipeline, ambientGrad }, now);
    this.requestUpdate();
  }

  #arrived() {
    const live = this.#live;
    this.#editor.showDiagnostics(live.diagnostics);
    this.#editor.showRegions(live.stale ? [] : (live.good?.reports ?? []).flatMap((report) => report.why));
    this.requestUpdate();
    if (!live.stale) this.#print();
  }

  get #lastStep() {
    return this.#live.good?.reports.length ?? 0;
  }

  get #shownStep() {
    return Math.min(this.step ?? this.#lastStep, this.#lastStep);
  }

  async #print() {
    if (this.#live.good === null) return;
    const ticket = ++this.#printing;
    const { format, view } = this.doc;
    const step = this.#shownStep;
    const from = view.against === 'input' ? 0 : Math.max(0, step - 1);
    try {
      const after = await this.#live.print(step, format);
      const before = view.tab === 'diff' ? await this.#live.print(from, format) : null;
      if (ticket === this.#printing) this.printed = { ...after, before: before?.text ?? null };
    } catch (error) {
      this.printed = { ...this.printed, diagnostics: [{ severity: 'error', code: 'engine', message: String(error) }] };
    }
  }

  /** @param {string} id */
  async #choose(id) {
    const example = EXAMPLES.find((one) => one.id === id);
    if (example === undefined) return;
    const text = await exampleText(id);
    this.step = null;
    this.#set({ text, pipeline: examplePipeline(example), ambientGrad: example.ambientGrad ?? true }, 'run');
    this.#editor.setText(text);
  }

  /** @type {import('./lists.js').GoTo} */
  #goTo = async (line, column, endLine) => {
    this.#setView({ pane: 'text', source: true });
    await this.updateComplete;
    this.#editor.goTo(line, column, endLine);
  };

  #header() {
    const { theme } = this.doc.view;
    const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    return html`<header class="bar">
      <h1>Seesaw</h1>
      <span class="muted tagline">PyTorch ${this.description?.pytorch ?? ''} graph passes, live</span>
      <span class="grow"></span>
      <select
        aria-label="Open an example"
        data-testid="examples"
        @change=${(/** @type {any} */ event) => {
          this.#choose(event.target.value);
          event.target.value = '';
        }}
      >
        <option value="">Examples</option>
        ${EXAMPLES.map((example) => html`<option value=${example.id} title=${example.hint}>${example.title}</option>`)}
      </select>
      <button data-testid="theme" title="Colours" aria-label="${THEME_NAMES[theme]} colours, change to ${THEME_NAMES[next]}" @click=${() => this.#setView({ theme: next })}>
        ${THEME_NAMES[theme]}
      </button>
    </header>`;
  }

  #panes() {
    const { pane } = this.doc.view;
    return html`<nav class="bar panes" aria-label="Parts of the page">
      ${PANES.map(
        ([id, title]) =>
          html`<button class="quiet" data-pane=${id} aria-pressed=${pane === id} @click=${() => this.#setView({ pane: id })}>${title}</button>`,
      )}
    </nav>`;
  }

  #source() {
    const items = [...this.#live.diagnostics, ...this.#live.failures];
    const errors = items.filter((item) => item.severity === 'error').length;
    return html`<section class="pane source" aria-label="Source">
      <div class="bar">
        <h2>Source</h2>
        <span class="grow"></span>
        <span class="status ${errors ? 'bad' : ''}" role="status" data-testid="status">${this.#status(errors)}</span>
      </div>
      <seesaw-editor
        @text-changed=${(/** @type {CustomEvent} */ event) => {
          if (event.detail !== this.doc.text) this.#set({ text: event.detail }, 'run', false);
        }}
      ></seesaw-editor>
      ${items.length > 0 ? html`<div class="problems" tabindex="0" role="region" aria-label="Problems">${diagnosticList(items, this.#goTo)}</div>` : nothing}
    </section>`;
  }

  /** @param {number} errors */
  #status(errors) {
    if (errors > 0) return errors === 1 ? '1 error' : `${errors} errors`;
    const good = this.#live.good;
    if (good === null) return 'Starting';
    return `${good.nodes} nodes · ${good.graphs === 1 ? '1 graph' : `${good.graphs} graphs`} · ${good.milliseconds.toFixed(1)} ms`;
  }

  #passes() {
    const reports = this.#live.good?.reports ?? [];
    return html`<section class="pane passes" aria-label="Passes">
      <div class="bar">
        <h2>Passes</h2>
        <span class="grow"></span>
        <label class="ambient" title="torch.is_grad_enabled() while the passes run">
          <input
            type="checkbox"
            role="switch"
            data-testid="ambient"
            .checked=${this.doc.ambientGrad}
            @change=${(/** @type {any} */ event) => this.#set({ ambientGrad: event.target.checked }, 'run')}
          />
          Ambient grad
        </label>
      </div>
      <div class="scroll ${this.#live.stale ? 'stale' : ''}">
        <seesaw-pipeline
          .passes=${this.description?.passes ?? []}
          .steps=${this.doc.pipeline}
          .reports=${reports}
          @pipeline-changed=${(/** @type {CustomEvent} */ event) => this.#set({ pipeline: event.detail }, 'run')}
        ></seesaw-pipeline>
        <div class="bar why-bar"><h2>Why</h2></div>
        ${whyList(reports, this.#goTo)}
      </div>
    </section>`;
  }

  #stepButtons() {
    const reports = this.#live.good?.reports ?? [];
    if (reports.length === 0) return nothing;
    const names = ['Input', ...reports.map((report, index) => `${index + 1} ${report.pass}`)];
    return html`<div class="bar steps" role="group" aria-label="Show the program after">
      ${names.map(
        (name, index) => html`<button
          class="quiet mono"
          data-step=${index}
          aria-pressed=${this.#shownStep === index}
          @click=${() => {
            this.step = index === this.#lastStep ? null : index;
            this.#print();
          }}
        >
          ${name}
        </button>`,
      )}
    </div>`;
  }

  #output() {
    const { tab, against, source } = this.doc.view;
    return html`<section class="pane output" aria-label="Result">
      <div class="bar">
        <div class="tabs" role="tablist" aria-label="Views of the result">
          ${TABS.map(
            ([id, title]) => html`<button
              class="quiet"
              role="tab"
              id="tab-${id}"
              data-tab=${id}
              aria-selected=${tab === id}
              aria-controls="view"
              tabindex=${tab === id ? 0 : -1}
              @keydown=${this.#tabKey}
              @click=${() => this.#setView({ tab: id }, 'print')}
            >
              ${title}
            </button>`,
          )}
        </div>
        <span class="grow"></span>
        ${tab === 'diff'
          ? html`<button
                class="quiet show-source"
                aria-pressed=${source}
                @click=${() => this.#setView({ source: !source })}
              >
                Source
              </button>
              <select
              aria-label="Compare with"
              @change=${(/** @type {any} */ event) => this.#setView({ against: event.target.value }, 'print')}
            >
              <option value="input" .selected=${against === 'input'}>against input</option>
              <option value="previous" .selected=${against === 'previous'}>against previous</option>
            </select>`
          : nothing}
        <select
          aria-label="Format"
          data-testid="format"
          @change=${(/** @type {any} */ event) => this.#set({ format: event.target.value }, 'print')}
        >
          ${(this.description?.formats ?? [this.doc.format]).map(
            (format) => html`<option .selected=${format === this.doc.format}>${format}</option>`,
          )}
        </select>
      </div>
      ${this.#stepButtons()}
      <div class="view ${this.#live.stale ? 'stale' : ''}" id="view" role="tabpanel" aria-labelledby="tab-${tab}" data-testid="view">
        ${this.#live.stale ? html`<p class="old" role="note">Last good result. The source has errors.</p>` : nothing}
        ${this.#shown()}
      </div>
    </section>`;
  }

  #shown() {
    const { tab } = this.doc.view;
    if (tab === 'graph') {
      return html`<div class="graph-place"><p class="muted">The drawing of the graph will be here. Text and Diff show the same program.</p></div>`;
    }
    if (this.printed.diagnostics.length > 0) return diagnosticList(this.printed.diagnostics, this.#goTo);
    return html`<seesaw-output
      .text=${this.printed.text}
      .original=${tab === 'diff' ? (this.printed.before ?? this.printed.text) : null}
      ?wide=${this.wide}
      ?stale=${this.#live.stale}
    ></seesaw-output>`;
  }

  /** @param {KeyboardEvent} event */
  #tabKey = async (event) => {
    const move = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (move === 0) return;
    const at = TABS.findIndex(([id]) => id === this.doc.view.tab);
    const [id] = TABS[(at + move + TABS.length) % TABS.length];
    this.#setView({ tab: id }, 'print');
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(`#tab-${id}`))?.focus();
  };

  render() {
    const { pane, theme, tab, source } = this.doc.view;
    const room = tab === 'diff' && !source ? 'without-source' : '';
    return html`<div class="page show-${pane} theme-${theme} ${room}">
      ${this.#header()} ${this.#panes()}
      <main>${this.#source()} ${this.#passes()} ${this.#output()}</main>
    </div>`;
  }
}
