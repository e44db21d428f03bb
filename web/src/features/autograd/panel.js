/**
 * The panel that runs the program forward and backward. What it shows is loaded when it is first chosen. See app/panels.js.
 */
import { html, nothing } from 'lit';

/** @typedef {import('../../app/playground.js').Playground} Playground */
/** @typedef {import('../../app/panels.js').Panel} Panel */
/** @typedef {import('../../app/actions.js').Action} Action */
/** @typedef {import('./view.js').AutogradView} AutogradView */

let state = /** @type {'none' | 'loading' | 'ready' | string} */ ('none');

/** @param {Playground} page */
async function load(page) {
  state = 'loading';
  state = await import('./view.js').then(
    () => 'ready',
    (error) => String(error.message ?? error),
  );
  page.requestUpdate();
}

/** @param {Playground} page */
function content(page) {
  if (state === 'none') load(page);
  if (state !== 'ready')
    return html`<div class="graph-place">
      <p class="muted">
        ${state === 'none' || state === 'loading' ? 'Loading…' : `This view could not be loaded: ${state}`}
      </p>
    </div>`;
  const { doc, live } = page;
  return html`<seesaw-autograd
    .page=${page}
    .good=${live.good}
    .programStep=${page.shownStep}
    .inputs=${doc.inputs}
    .ambient=${doc.ambientGrad}
    .ops=${page.description?.ops}
    .what=${doc.view.autograd}
    .scenario=${doc.scenario}
  ></seesaw-autograd>`;
}

/** @param {Playground} page */
function head(page) {
  const choose = (/** @type {'program' | 'gallery'} */ what, /** @type {string} */ title) =>
    html`<button
      class="small"
      data-autograd=${what}
      aria-pressed=${page.view.autograd === what}
      @click=${() => page.setView({ autograd: what })}
    >
      ${title}
    </button>`;
  const reports = page.live.good?.reports ?? [];
  const steps = html`<select
    class="long"
    aria-label="Run the program after"
    data-testid="autograd-step"
    @change=${(/** @type {any} */ event) => page.showStep(event.target.selectedIndex)}
  >
    ${['the input', ...reports.map((report, index) => `after ${index + 1} ${report.pass}`)].map((name, index) => html`<option .selected=${index === page.shownStep}>${name}</option>`)}
  </select>`;
  return html`${page.view.autograd === 'program' && reports.length > 0 ? steps : nothing}
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
  room: (page) => (page.view.autograd === 'gallery' ? 'hide-source hide-passes for-graph' : 'hide-source'),
  untold: true,
};

/** @param {Playground} page @returns {AutogradView | null} */
const viewOf = (page) => page.renderRoot.querySelector('seesaw-autograd');
/** @param {Playground} page */
const shown = (page) => page.view.tab === 'autograd' && page.view.autograd === 'program';

const GROUP = 'In the autograd view';

/** @type {Action[]} */
export const AUTOGRAD_ACTIONS = [
  {
    id: 'autograd',
    title: 'Values and gradients of this program',
    group: GROUP,
    run: (page) => page.setView({ tab: 'autograd', autograd: 'program', pane: 'output' }),
  },
  {
    id: 'autograd-gallery',
    title: 'Examples of torch.autograd.graph',
    group: GROUP,
    run: (page) => page.setView({ tab: 'autograd', autograd: 'gallery', pane: 'output' }),
  },
  {
    id: 'autograd-next',
    title: 'Next node of the backward pass',
    group: GROUP,
    keys: ['.'],
    when: shown,
    run: (page) => viewOf(page)?.go((viewOf(page)?.at ?? 0) + 1),
  },
  {
    id: 'autograd-previous',
    title: 'Previous node of the backward pass',
    group: GROUP,
    keys: [','],
    when: shown,
    run: (page) => viewOf(page)?.go((viewOf(page)?.at ?? 0) - 1),
  },
  {
    id: 'gradcheck',
    title: 'Check gradients against finite differences',
    group: GROUP,
    keys: ['G'],
    when: shown,
    run: (page) => viewOf(page)?.check(),
  },
];
