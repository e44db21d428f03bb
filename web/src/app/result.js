/**
 * The right part of the page: the program after a step, in the panel that is chosen. Templates; the panels are listed
 * in panels.js.
 */
import { html, nothing } from 'lit';
import { refusedElsewhere } from '../features/edit/bar.js';
import { notRun } from '../features/python/hooks.js';
import { diagnosticList } from '../ui/lists.js';
import { PANELS, panelOf } from './panels.js';
import { landmark } from './parts.js';

/** @typedef {import('../features/contract.js').Context} Context */

/** @param {Context} context */
function tabs(context) {
  const { model } = context;
  const chosen = panelOf(model.view.tab);
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
          @keydown=${(/** @type {KeyboardEvent} */ event) => tabKey(context, event)}
          @click=${() => model.setView({ tab: id }, 'show')}
        >
          ${title}
        </button>`,
    )}
  </div>`;
}

/** @param {Context} context @param {KeyboardEvent} event */
async function tabKey({ model, commands }, event) {
  const at = PANELS.indexOf(panelOf(model.view.tab));
  const to = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: PANELS.length - 1,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const { id } = PANELS[(to + PANELS.length) % PANELS.length];
  model.setView({ tab: id }, 'show');
  await commands.updated();
  /** @type {HTMLElement | null} */ (commands.root.querySelector(`#tab-${id}`))?.focus();
}

/** What stands in a panel as long as there is no result. @param {Context} context */
function nothingYet({ model }) {
  if (model.live.undecided !== null) return 'Loading the rest of the engine…';
  if (model.live.pending) return 'Running…';
  if (model.live.stopped) return 'No result: the run was stopped.';
  if (model.live.failed !== null) return 'No result: a pass failed.';
  return model.blank
    ? 'Nothing yet. Paste a graph into the source, drop a file, or open an example.'
    : 'No result yet: the source has errors.';
}

/** In the compact form there is no source beside it that would tell them. @param {Context} context */
const mistakes = ({ model }) =>
  model.compact && model.errors > 0
    ? html`<div class="problems" role="alert" data-testid="mistakes">
        ${diagnosticList([...model.live.diagnostics, ...model.live.failures], null)}
      </div>`
    : nothing;

/** @param {Context} context */
function content(context) {
  const { model, commands } = context;
  if (model.live.good === null)
    return html`<div class="graph-place">
      <div>
        <p class="muted">${nothingYet(context)}</p>
        ${mistakes(context)}
        ${
          model.slow && model.live.pending && !model.engine.onMainThread
            ? html`<button data-testid="stop-first" @click=${() => model.live.stop()}>Stop</button>`
            : nothing
        }
        ${
          model.blank && !model.live.pending && !model.readonly
            ? html`<button data-testid="empty-examples" @click=${() => commands.openDialog('examples')}>
                  Examples
                </button>
                <button @click=${() => commands.open.chosenFile()}>Open file</button>`
            : nothing
        }
      </div>
    </div>`;
  return panelOf(model.view.tab).content(context);
}

/** What came of the newest text, as it is read out. @param {Context} context */
export function outcome({ model: { errors, live } }) {
  if (errors > 0) return errors === 1 ? '1 error' : `${errors} errors`;
  if (live.good === null || live.stale) return '';
  const { nodes, reports } = live.good;
  const changed = reports.filter((report) => report.changed).length;
  return `${nodes === 1 ? '1 node' : `${nodes} nodes`}; ${changed} of ${reports.length} passes changed something`;
}

/** @param {Context} context */
function whyOld({ model }) {
  if (model.live.stopped) return 'The run was stopped.';
  if (model.live.failed !== null) return 'A pass failed.';
  if (model.live.undecided !== null) return 'The rest of the engine is being loaded.';
  return model.live.pending && model.errors === 0 ? 'Running…' : 'The source has errors.';
}

/** @param {Context} context */
function oldResult(context) {
  const { model } = context;
  if (!model.live.stale) return nothing;
  const { partly, failed } = model.live;
  return html`<p class="old" role="note">
    ${
      partly && failed !== null
        ? 'The program before the pass that failed.'
        : `${model.slow && model.errors === 0 ? 'Result of an earlier text.' : 'Last good result.'} ${whyOld(context)}`
    }
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
  film: 'Finding the single rewrites',
  shot: 'Laying out the picture',
  shotCheck: 'Comparing values and gradients',
  judge: 'Comparing values and gradients',
};
/** What the page does not wait for: the engine describes itself when it has been loaded. */
const BEHIND = new Set(['describe']);

/** @param {Context} context */
function stopWork({ model: { engine, live } }) {
  if (engine.slow?.method === 'evaluate' && live.pending) live.stop();
  else engine.supersede(0);
}

/**
 * That the engine works, and how to stop it, whatever it does: over the panel, so that nothing moves.
 * @param {Context} context
 */
function working(context) {
  const { model } = context;
  const { slow, onMainThread } = model.engine;
  if (slow === null || BEHIND.has(slow.method)) return nothing;
  // The status reports the first run; the panel has nothing to cover yet.
  if (slow.method === 'evaluate' && model.live.good === null) return nothing;
  const what = WORK[slow.argument?.command ?? slow.method] ?? 'Working';
  return html`<div class="working">
    <span class="wheel" aria-hidden="true"></span>
    <span role="status" data-testid="working">${what}…</span>
    ${
      onMainThread
        ? nothing
        : html`<button class="small" data-testid="stop-work" @click=${() => stopWork(context)}>Stop</button>`
    }
  </div>`;
}

/** @param {Context} context */
export function resultPane(context) {
  const { model } = context;
  const panel = panelOf(model.view.tab);
  const good = model.live.good !== null;
  return html`<section class="pane output" role=${landmark(model)} aria-label="Result" tabindex="-1">
    <div class="bar">
      ${tabs(context)}
      <span class="grow"></span>
      ${good && panel.head ? html`<div class="panel-head">${panel.head(context)}</div>` : nothing}
    </div>
    ${good ? (panel.tools?.(context) ?? nothing) : nothing}
    <div
      class="view ${model.live.stale ? 'stale' : ''}"
      id="view"
      role="tabpanel"
      aria-labelledby="tab-${panel.id}"
      data-testid="view"
    >
      ${good ? oldResult(context) : nothing} ${notRun(context)} ${content(context)}
    </div>
    ${refusedElsewhere(context)} ${working(context)}
  </section>`;
}
