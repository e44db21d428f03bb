/**
 * The panels that show the program after a step as text, and as a difference of two texts. Templates. See panels.js.
 */
import { html, nothing } from 'lit';
import { ANNOTATIONS } from '../model/document.js';
import { diagnosticList } from '../ui/lists.js';

/** @typedef {import('./playground.js').Playground} Playground */
/** @typedef {import('./panels.js').Panel} Panel */

const ANNOTATION_NAMES = {
  given: 'as given',
  shapes: 'shapes',
  strides: 'strides',
  devices: 'devices',
  all: 'strides, devices',
};

/** @param {Playground} page */
function diffTools(page) {
  const { against, source, unified } = page.view;
  const count = page.shown.places;
  return html`<div class="bar tools">
    <select
      aria-label="Compare with"
      @change=${(/** @type {any} */ event) => page.setView({ against: event.target.value }, 'show')}
    >
      <option value="input" .selected=${against === 'input'}>against input</option>
      <option value="previous" .selected=${against === 'previous'}>against previous step</option>
    </select>
    <span class="muted count" data-testid="changes"
      >${count === 0 ? 'no change' : count === 1 ? '1 change' : `${count} changes`}</span
    >
    <button
      class="icon quiet"
      aria-label="Previous change"
      title="Previous change (Shift+F7)"
      ?disabled=${count === 0}
      @click=${() => page.nextChange(-1)}
    >
      ↑
    </button>
    <button
      class="icon quiet"
      aria-label="Next change"
      title="Next change (F7)"
      ?disabled=${count === 0}
      @click=${() => page.nextChange(1)}
    >
      ↓
    </button>
    <span class="grow"></span>
    ${
      page.wide
        ? html`<button
            class="quiet"
            data-testid="unified"
            aria-pressed=${unified}
            title="One column, as git shows it"
            @click=${() => page.setView({ unified: !unified })}
          >
            Unified
          </button>`
        : nothing
    }
    <button class="quiet show-source" aria-pressed=${source} @click=${() => page.setView({ source: !source })}>
      Source beside it
    </button>
  </div>`;
}

/** @param {Playground} page */
function formatTools(page) {
  const { format } = page.doc;
  const formats = page.description?.formats ?? [];
  const chosen = formats.find((row) => row.name === format);
  const annotations = html`<select
    class="short"
    aria-label="Annotations"
    title="Annotations: shapes alone, or with strides and devices"
    data-testid="annotations"
    @change=${(/** @type {any} */ event) => page.setView({ annotations: event.target.value }, 'show')}
  >
    ${ANNOTATIONS.map((one) => html`<option value=${one} .selected=${one === page.view.annotations}>${ANNOTATION_NAMES[one]}</option>`)}
  </select>`;
  return html`${chosen?.annotated ? annotations : nothing}
    <select
      class="short"
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
          html`<button
            class="quiet mono"
            data-step=${index}
            aria-pressed=${page.shownStep === index}
            @click=${() => page.showStep(index)}
          >
            ${name}
          </button>`,
      )}
    </div>
    <button class="quiet" data-testid="copy" title="Copy the result" @click=${page.copyResult}>Copy</button>
    <button class="quiet" data-testid="save" title="Save the result as a file (Ctrl+S)" @click=${page.saveResult}>
      Save
    </button>
  </div>`;
}

/** @param {Playground} page */
function text(page) {
  const { live } = page;
  if (page.shown.diagnostics.length > 0) return diagnosticList(page.shown.diagnostics, page.goTo);
  return html`<seesaw-output
    .shown=${page.shown}
    .format=${page.doc.format}
    .node=${page.view.node}
    ?wide=${page.wide && !page.view.unified}
    ?wrap=${page.view.wrap}
    ?stale=${live.stale}
    @not-loaded=${() => page.tell('What shows differences could not be loaded. Is there a network?')}
  ></seesaw-output>`;
}

/** The program as text, and as a difference of two texts. @type {Panel[]} */
export const TEXT_PANELS = [
  { id: 'result', title: 'Text', head: formatTools, tools: steps, content: text },
  {
    id: 'diff',
    title: 'Diff',
    head: formatTools,
    tools: (page) => html`${steps(page)}${diffTools(page)}`,
    content: text,
    room: (page) => (page.view.source ? '' : 'hide-source'),
  },
];
