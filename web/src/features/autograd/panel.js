/**
 * The panel that runs the program forward and backward. What it shows is loaded when it is first chosen. See
 * app/panels.js.
 */
import { html, nothing } from 'lit';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('../contract.js').Panel} Panel */
/** @typedef {import('../contract.js').Action} Action */
/** @typedef {import('./view.js').AutogradView} AutogradView */

let state = /** @type {'none' | 'loading' | 'ready' | string} */ ('none');

/** @param {Context} context */
async function load({ model }) {
  state = 'loading';
  state = await import('./view.js').then(
    () => 'ready',
    (error) => String(error.message ?? error),
  );
  model.notify();
}

/** @param {Context} context */
function content(context) {
  const { model, commands } = context;
  if (state === 'none') load(context);
  if (state !== 'ready')
    return html`<div class="graph-place">
      <p class="muted">
        ${state === 'none' || state === 'loading' ? 'Loading…' : `This view could not be loaded: ${state}`}
      </p>
    </div>`;
  const { doc, live } = model;
  return html`<seesaw-autograd
    .model=${model}
    .good=${live.good}
    .programStep=${model.shownStep}
    .inputs=${doc.inputs}
    .ambient=${doc.ambientGrad}
    .what=${doc.view.autograd}
    .scenario=${doc.scenario}
    .nodes=${doc.view.autograd === 'program' ? model.selection.namesIn(model.shownStep) : []}
    @line-asked=${(/** @type {CustomEvent} */ { detail }) => commands.goTo(detail.line, detail.column)}
  ></seesaw-autograd>`;
}

/** @param {Context} context */
function head({ model }) {
  const choose = (/** @type {'program' | 'gallery'} */ what, /** @type {string} */ title) =>
    html`<button
      class="small"
      data-autograd=${what}
      aria-pressed=${model.view.autograd === what}
      @click=${() => model.setView({ autograd: what })}
    >
      ${title}
    </button>`;
  const reports = model.live.good?.reports ?? [];
  const steps = html`<select
    class="long"
    aria-label="Run the program after"
    data-testid="autograd-step"
    @change=${(/** @type {any} */ event) => model.showStep(event.target.selectedIndex)}
  >
    ${['the input', ...reports.map((report, index) => `after ${index + 1} ${report.pass}`)].map(
      (name, index) => html`<option .selected=${index === model.shownStep}>${name}</option>`,
    )}
  </select>`;
  return html`${model.view.autograd === 'program' && reports.length > 0 ? steps : nothing}
    <div class="choice" role="group" aria-label="What to run">
      ${choose('program', 'This program')} ${choose('gallery', 'torch.autograd.graph')}
    </div>`;
}

/** @type {Panel} */
export const AUTOGRAD_PANEL = {
  id: 'autograd',
  title: 'Autograd',
  content,
  head,
  room: ({ view }) =>
    view.autograd === 'gallery' ? { wide: true, source: false, passes: false } : { wide: true, source: false },
  withoutText: true,
};

/** @param {Context} context @returns {AutogradView | null} */
const viewOf = ({ commands }) => commands.root.querySelector('seesaw-autograd');
/** @param {Context} context */
const shown = ({ model }) => model.view.tab === 'autograd' && model.view.autograd === 'program';

const GROUP = 'In the autograd view';

/** @type {Action[]} */
export const AUTOGRAD_ACTIONS = [
  {
    id: 'autograd',
    title: 'Values and gradients of this program',
    group: GROUP,
    run: ({ model }) => model.setView({ tab: 'autograd', autograd: 'program', pane: 'output' }),
  },
  {
    id: 'autograd-gallery',
    title: 'Examples of torch.autograd.graph',
    group: GROUP,
    run: ({ model }) => model.setView({ tab: 'autograd', autograd: 'gallery', pane: 'output' }),
  },
  {
    id: 'autograd-next',
    title: 'Next node of the backward pass',
    group: GROUP,
    keys: ['.'],
    when: shown,
    run: (context) => viewOf(context)?.go((viewOf(context)?.at ?? 0) + 1),
  },
  {
    id: 'autograd-previous',
    title: 'Previous node of the backward pass',
    group: GROUP,
    keys: [','],
    when: shown,
    run: (context) => viewOf(context)?.go((viewOf(context)?.at ?? 0) - 1),
  },
  {
    id: 'gradcheck',
    title: 'Check gradients against finite differences',
    group: GROUP,
    keys: ['G'],
    when: shown,
    run: (context) => viewOf(context)?.check(),
  },
];
