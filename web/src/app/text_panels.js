/**
 * The panels that show the program after a step as text, and as a difference of two texts. Templates. See panels.js.
 */
import { html, nothing } from 'lit';
import { ANNOTATIONS } from '../model/document.js';
import { diagnosticList } from '../ui/lists.js';

/** @typedef {import('../features/contract.js').Context} Context */
/** @typedef {import('../features/contract.js').Panel} Panel */

const ANNOTATION_NAMES = {
  given: 'as given',
  shapes: 'shapes',
  strides: 'strides',
  devices: 'devices',
  all: 'strides, devices',
};

/** Two stages of a log stand in place of two steps. @param {import('../features/contract.js').Model} model */
const pairOf = ({ log, view }) => (view.tab === 'diff' ? (log?.pair ?? null) : null);

/** @param {Context} context */
function against({ model }) {
  const pair = pairOf(model);
  if (pair !== null)
    return html`<span class="mono pair" data-testid="pair-titles">${pair.titles.join(' → ')}</span>
      <button class="quiet" data-testid="leave-pair" @click=${() => model.log?.leavePair?.()}>Passes instead</button>`;
  return html`<select
    aria-label="Compare with"
    @change=${(/** @type {any} */ event) => model.setView({ against: event.target.value }, 'show')}
  >
    <option value="input" .selected=${model.view.against === 'input'}>against input</option>
    <option value="previous" .selected=${model.view.against === 'previous'}>against previous step</option>
    <option value="version" .selected=${model.view.against === 'version'}>against PyTorch ${model.result.other}</option>
  </select>`;
}

/** @param {Context} context */
function diffTools(context) {
  const { model, commands } = context;
  const { unified } = model.view;
  const pair = pairOf(model);
  const count = (pair?.shown ?? model.shown).places;
  const said = pair === null ? nothing : html`<p class="said muted" data-testid="pair-said">${pair.said}</p>`;
  return html`${said}
    <div class="bar tools">
      ${against(context)}
      <span class="muted count" data-testid="changes"
        >${count === 0 ? 'no change' : count === 1 ? '1 change' : `${count} changes`}</span
      >
      <button
        class="icon quiet"
        aria-label="Previous change"
        title="Previous change (Shift+F7)"
        ?disabled=${count === 0}
        @click=${() => commands.nextChange(-1)}
      >
        ↑
      </button>
      <button
        class="icon quiet"
        aria-label="Next change"
        title="Next change (F7)"
        ?disabled=${count === 0}
        @click=${() => commands.nextChange(1)}
      >
        ↓
      </button>
      <span class="grow"></span>
      ${
        model.wide
          ? html`<button
              class="quiet"
              data-testid="unified"
              aria-pressed=${unified}
              title="One column, as git shows it"
              @click=${() => model.setView({ unified: !unified })}
            >
              Unified
            </button>`
          : nothing
      }
    </div>`;
}

/** @param {Context} context */
function formatTools({ model }) {
  const { format } = model.doc;
  const formats = model.description?.formats ?? [];
  if (pairOf(model) !== null) return nothing;
  const chosen = model.form;
  const annotations = html`<select
    class="short"
    aria-label="Annotations"
    title="Annotations: shapes alone, or with strides and devices"
    data-testid="annotations"
    @change=${(/** @type {any} */ event) => model.setView({ annotations: event.target.value }, 'show')}
  >
    ${ANNOTATIONS.map(
      (one) => html`<option value=${one} .selected=${one === model.view.annotations}>${ANNOTATION_NAMES[one]}</option>`,
    )}
  </select>`;
  return html`${chosen?.annotated ? annotations : nothing}
    <select
      class="short"
      aria-label="Format"
      title=${chosen?.doc ?? ''}
      data-testid="format"
      @change=${(/** @type {any} */ event) => model.setFormat(event.target.value)}
    >
      ${
        chosen
          ? formats.map(({ name, doc }) => html`<option title=${doc} .selected=${name === format}>${name}</option>`)
          : html`<option selected>${format}</option>`
      }
    </select>`;
}

/** @param {Context} context */
function steps({ model, commands }) {
  const reports = model.live.good?.reports ?? [];
  const names = reports.length === 0 ? [] : ['Input', ...reports.map((report, index) => `${index + 1} ${report.pass}`)];
  return html`<div class="bar steps">
    <div class="step-list" role="group" aria-label="Show the program after">
      ${names.map(
        (name, index) =>
          html`<button
            class="quiet mono"
            data-step=${index}
            aria-pressed=${model.shownStep === index}
            @click=${() => model.showStep(index)}
          >
            ${name}
          </button>`,
      )}
    </div>
    <button class="quiet" data-testid="copy" title="Copy the result" @click=${commands.copyResult}>Copy</button>
    <button class="quiet" data-testid="save" title="Save the result as a file (Ctrl+S)" @click=${commands.saveResult}>
      Save
    </button>
  </div>`;
}

/** @param {Context} context */
function text({ model, commands }) {
  const { live, selection, shownStep } = model;
  const against = model.result.against;
  const pair = pairOf(model);
  if (pair === null && model.shown.diagnostics.length > 0)
    return diagnosticList(model.shown.diagnostics, commands.goTo);
  return html`<seesaw-output
    .shown=${pair?.shown ?? model.shown}
    ?plain=${pair === null && model.form?.plain}
    .nodes=${selection.namesIn(pair === null ? shownStep : 0)}
    .nodesBefore=${against === null || pair !== null ? [] : selection.namesIn(against)}
    ?wide=${model.wide && !model.view.unified}
    ?wrap=${model.view.wrap}
    ?stale=${live.stale && pair === null}
    @nodes-chosen=${(/** @type {CustomEvent} */ { detail: { before, nodes } }) => {
      // The newer one of two stages is the source; the older one is not here, nor is what another PyTorch gives.
      if (before && (pair !== null || against === null)) return;
      const step = pair !== null ? 0 : before ? (against ?? 0) : shownStep;
      selection.choose(nodes.map((/** @type {{ path: string, name: string }} */ one) => ({ step, ...one })));
    }}
    @not-loaded=${() => model.tell('What shows differences could not be loaded. Is there a network?')}
  ></seesaw-output>`;
}

/** The program as text, and as a difference of two texts. @type {Panel[]} */
export const TEXT_PANELS = [
  { id: 'result', title: 'Text', head: formatTools, tools: steps, content: text },
  {
    id: 'diff',
    title: 'Diff',
    head: formatTools,
    tools: (context) => html`${pairOf(context.model) === null ? steps(context) : nothing}${diffTools(context)}`,
    content: text,
    room: (model) => ({ wide: true, source: model.log !== null }),
  },
];
