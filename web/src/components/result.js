/** The right part of the page: the program after a step, as text, as a difference, and one day as a picture. Templates. */
import { html, nothing } from 'lit';
import { ANNOTATIONS } from '../document.js';
import { diagnosticList } from './lists.js';

/** @typedef {import('./playground.js').Playground} Playground */

const TABS = /** @type {const} */ ([
  ['result', 'Text'],
  ['diff', 'Diff'],
  ['graph', 'Graph'],
]);
const ANNOTATION_NAMES = {
  given: 'as in the text',
  shapes: 'shapes',
  strides: 'strides',
  devices: 'devices',
  all: 'strides, devices',
};

/** @param {Playground} page */
function tabs(page) {
  const { tab } = page.view;
  return html`<div class="tabs" role="tablist" aria-label="Views of the result">
    ${TABS.map(
      ([id, title]) =>
        html`<button
          class="quiet"
          role="tab"
          id="tab-${id}"
          data-tab=${id}
          aria-selected=${tab === id}
          aria-controls="view"
          tabindex=${tab === id ? 0 : -1}
          @keydown=${(/** @type {KeyboardEvent} */ event) => tabKey(page, event)}
          @click=${() => page.setView({ tab: id }, 'show')}
        >
          ${title}
        </button>`,
    )}
  </div>`;
}

/** @param {Playground} page @param {KeyboardEvent} event */
async function tabKey(page, event) {
  const at = TABS.findIndex(([id]) => id === page.view.tab);
  const to = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: TABS.length - 1,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const [id] = TABS[(to + TABS.length) % TABS.length];
  page.setView({ tab: id }, 'show');
  await page.updateComplete;
  /** @type {HTMLElement | null} */ (page.renderRoot.querySelector(`#tab-${id}`))?.focus();
}

/** @param {Playground} page */
function diffTools(page) {
  const { against, source } = page.view;
  const count = page.shown.places;
  return html`<div class="bar tools">
    <select aria-label="Compare with" @change=${(/** @type {any} */ event) => page.setView({ against: event.target.value }, 'show')}>
      <option value="input" .selected=${against === 'input'}>against input</option>
      <option value="previous" .selected=${against === 'previous'}>against previous step</option>
    </select>
    <span class="muted count" data-testid="changes">${count === 0 ? 'no change' : count === 1 ? '1 change' : `${count} changes`}</span>
    <button
      class="icon quiet"
      aria-label="Previous change"
      title="Previous change (Shift+F7)"
      ?disabled=${count === 0}
      @click=${() => page.nextChange(-1)}
    >
      ↑
    </button>
    <button class="icon quiet" aria-label="Next change" title="Next change (F7)" ?disabled=${count === 0} @click=${() => page.nextChange(1)}>
      ↓
    </button>
    <span class="grow"></span>
    <button class="quiet show-source" aria-pressed=${source} @click=${() => page.setView({ source: !source })}>Source beside it</button>
  </div>`;
}

/** @param {Playground} page */
function formatTools(page) {
  const { format } = page.doc;
  const formats = page.description?.formats ?? [];
  const chosen = formats.find((row) => row.name === format);
  const annotations = html`<select
    aria-label="Annotations"
    title="Annotations: shapes alone, or with strides and devices"
    data-testid="annotations"
    @change=${(/** @type {any} */ event) => page.setView({ annotations: event.target.value }, 'show')}
  >
    ${ANNOTATIONS.map((one) => html`<option value=${one} .selected=${one === page.view.annotations}>${ANNOTATION_NAMES[one]}</option>`)}
  </select>`;
  return html`${chosen?.annotated ? annotations : nothing}
    <select
      aria-label="Format"
      title=${chosen?.doc ?? ''}
      data-testid="format"
      @change=${(/** @type {any} */ event) => page.setFormat(event.target.value)}
    >
      ${chosen ? formats.map(({ name, doc }) => html`<option title=${doc} .selected=${name === format}>${name}</option>`) : html`<option selected>${format}</option>`}
    </select>`;
}

/** @param {Playground} page */
function steps(page) {
  const reports = page.live.good?.reports ?? [];
  const names = reports.length === 0 ? [] : ['Input', ...reports.map((report, index) => `${index + 1} ${report.pass}`)];
  return html`<div class="bar steps">
    <div class="step-list" role="group" aria-label="Show the program after">
      ${names.map(
        (name, index) =>
          html`<button class="quiet mono" data-step=${index} aria-pressed=${page.shownStep === index} @click=${() => page.showStep(index)}>
            ${name}
          </button>`,
      )}
    </div>
    <button class="quiet" data-testid="copy" title="Copy the result" @click=${page.copyResult}>Copy</button>
    <button class="quiet" data-testid="save" title="Save the result as a file (Ctrl+S)" @click=${page.saveResult}>Save</button>
  </div>`;
}

/** @param {Playground} page */
function content(page) {
  const { tab, wrap } = page.view;
  const { live } = page;
  if (tab === 'graph') {
    return html`<div class="graph-place" data-testid="graph-place">
      <div>
        <p class="muted">
          The picture of the graph will be drawn here. Until then, the form
          <span class="mono">dot</span> is for Graphviz.
        </p>
        <button
          @click=${() => {
            page.setView({ tab: 'result' });
            page.setFormat('dot');
          }}
        >
          Show as dot
        </button>
      </div>
    </div>`;
  }
  if (live.good === null) {
    const text = page.blank
      ? 'Nothing yet. Paste a graph into the source, drop a file, or open an example.'
      : live.pending
        ? 'Running…'
        : 'No result yet: the source has errors.';
    return html`<div class="graph-place"><p class="muted">${text}</p></div>`;
  }
  if (page.shown.diagnostics.length > 0) return diagnosticList(page.shown.diagnostics, page.goTo);
  return html`<seesaw-output
    .shown=${page.shown}
    .format=${page.doc.format}
    ?wide=${page.wide}
    ?wrap=${wrap}
    ?stale=${live.stale}
    @keydown=${page.diffKey}
  ></seesaw-output>`;
}

/** @param {Playground} page */
export function resultPane(page) {
  const { tab } = page.view;
  const text = tab !== 'graph' && page.live.good !== null;
  return html`<section class="pane output" role=${page.landmark} aria-label="Result" tabindex="-1">
    <div class="bar">
      ${tabs(page)}
      <span class="grow"></span>
      ${text ? formatTools(page) : nothing}
    </div>
    ${text ? steps(page) : nothing} ${text && tab === 'diff' ? diffTools(page) : nothing}
    <div class="view ${page.live.stale ? 'stale' : ''}" id="view" role="tabpanel" aria-labelledby="tab-${tab}" data-testid="view">
      ${page.live.stale && text ? html`<p class="old" role="note">Last good result. The source has errors.</p>` : nothing} ${content(page)}
    </div>
  </section>`;
}
