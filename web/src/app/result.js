/**
 * The right part of the page: the program after a step, in the panel that is chosen. Templates; the panels are listed
 * in panels.js.
 */
import { html, nothing } from 'lit';
import { refusedElsewhere } from '../features/edit/bar.js';
import { PANELS, panelOf } from './panels.js';

/** @typedef {import('./playground.js').Playground} Playground */

/** @param {Playground} page */
function tabs(page) {
  const chosen = panelOf(page);
  return html`<div class="tabs" role="tablist" aria-label="Views of the result">
    ${PANELS.map(
      ({ id, title }) =>
        html`<button
          class="quiet"
          role="tab"
          id="tab-${id}"
          data-tab=${id}
          aria-selected=${chosen.id === id}
          aria-controls="view"
          tabindex=${chosen.id === id ? 0 : -1}
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
  const at = PANELS.indexOf(panelOf(page));
  const to = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: PANELS.length - 1,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const { id } = PANELS[(to + PANELS.length) % PANELS.length];
  page.setView({ tab: id }, 'show');
  await page.updateComplete;
  /** @type {HTMLElement | null} */ (page.renderRoot.querySelector(`#tab-${id}`))?.focus();
}

/** What stands in a panel as long as there is no result. @param {Playground} page */
function nothingYet(page) {
  if (page.live.undecided !== null) return 'Loading the rest of the engine…';
  if (page.live.pending) return 'Running…';
  if (page.live.stopped) return 'No result: the run was stopped.';
  if (page.live.failed !== null) return 'No result: a pass failed.';
  return page.blank
    ? 'Nothing yet. Paste a graph into the source, drop a file, or open an example.'
    : 'No result yet: the source has errors.';
}

/** @param {Playground} page */
function content(page) {
  if (page.live.good === null)
    return html`<div class="graph-place">
      <div>
        <p class="muted">${nothingYet(page)}</p>
        ${page.slow && page.live.pending && !page.engine.onMainThread ? html`<button data-testid="stop-first" @click=${() => page.live.stop()}>Stop</button>` : nothing}
        ${page.blank && !page.live.pending && !page.readonly ? html`<button data-testid="empty-examples" @click=${() => page.openDialog('examples')}>Examples</button> <button @click=${() => page.opening.chosenFile()}>Open file</button>` : nothing}
      </div>
    </div>`;
  return panelOf(page).content(page);
}

/** What came of the newest text, as it is read out. @param {Playground} page */
export function outcome({ errors, live }) {
  if (errors > 0) return errors === 1 ? '1 error' : `${errors} errors`;
  if (live.good === null || live.stale) return '';
  const { nodes, reports } = live.good;
  const changed = reports.filter((report) => report.changed).length;
  return `${nodes === 1 ? '1 node' : `${nodes} nodes`}; ${changed} of ${reports.length} passes changed something`;
}

/** @param {Playground} page */
function whyOld(page) {
  if (page.live.stopped) return 'The run was stopped.';
  if (page.live.failed !== null) return 'A pass failed.';
  return page.live.undecided === null ? 'The source has errors.' : 'The rest of the engine is being loaded.';
}

/** @param {Playground} page */
function oldResult(page) {
  if (!page.live.stale) return nothing;
  const { partly, failed } = page.live;
  return html`<p class="old" role="note">
    ${partly && failed !== null ? 'The program before the pass that failed.' : `Last good result. ${whyOld(page)}`}
  </p>`;
}

/** What the engine may be at for a while; of anything else it is said that it works. @type {Record<string, string>} */
const WORK = {
  evaluate: 'Running the passes',
  restore: 'Running the passes again',
  picture: 'Laying out the picture',
  show: 'Printing',
  check: 'Comparing values and gradients',
  inputs: 'Looking for the values of the source',
  gradients: 'Running forward and backward',
  gradcheck: 'Comparing gradients with differences',
  check_values: 'Judging shapes and arguments',
  scenario: 'Running the lesson',
  change: 'Trying the edit',
  model: 'Opening the model',
};
/** What the page does not wait for: the engine tells of itself when it has been loaded. */
const BEHIND = new Set(['describe']);

/** @param {Playground} page */
function stopWork({ engine, live }) {
  if (engine.slow?.method === 'evaluate' && live.pending) live.stop();
  else engine.supersede(0);
}

/**
 * That the engine works, and how to stop it, whatever it does: over the panel, so that nothing moves.
 * @param {Playground} page
 */
function working(page) {
  const { slow, onMainThread } = page.engine;
  if (slow === null || BEHIND.has(slow.method)) return nothing;
  // The status tells of the first run; the panel has nothing to cover yet.
  if (slow.method === 'evaluate' && page.live.good === null) return nothing;
  const what = WORK[slow.argument?.command ?? slow.method] ?? 'Working';
  return html`<div class="working">
    <span class="wheel" aria-hidden="true"></span>
    <span role="status" data-testid="working">${what}…</span>
    ${onMainThread ? nothing : html`<button class="small" data-testid="stop-work" @click=${() => stopWork(page)}>Stop</button>`}
  </div>`;
}

/** @param {Playground} page */
export function resultPane(page) {
  const panel = panelOf(page);
  const good = page.live.good !== null;
  return html`<section class="pane output" role=${page.landmark} aria-label="Result" tabindex="-1">
    <div class="bar">
      ${tabs(page)}
      <span class="grow"></span>
      ${good && panel.head ? html`<div class="panel-head">${panel.head(page)}</div>` : nothing}
    </div>
    ${good ? (panel.tools?.(page) ?? nothing) : nothing}
    <div
      class="view ${page.live.stale ? 'stale' : ''}"
      id="view"
      role="tabpanel"
      aria-labelledby="tab-${panel.id}"
      data-testid="view"
    >
      ${good ? oldResult(page) : nothing} ${content(page)}
    </div>
    ${refusedElsewhere(page)} ${working(page)}
  </section>`;
}
