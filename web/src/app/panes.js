/** The left and the middle part of the page: source with its mistakes, passes with their reasons. Templates. */
import { html, nothing } from 'lit';
import { editBar } from '../features/edit/bar.js';
import { CAPTURES } from '../model/document.js';
import { intro } from '../features/learn/intro.js';
import { diagnosticList, whyList } from '../ui/lists.js';
import { landmark } from './parts.js';

/** @typedef {import('../features/contract.js').Context} Context */
/** @typedef {{ model: import('../model/model.js').Model, commands: import('./commands.js').PageCommands }} PageContext */

const CAPTURE_NAMES = { auto: 'auto', always: 'Python', never: 'graph' };

/** @param {PageContext} context */
export function sourcePane(context) {
  const items = [...context.model.live.diagnostics, ...context.model.live.failures];
  const { wrap } = context.model.view;
  return html`<section class="pane source" role=${landmark(context.model)} aria-label="Source" tabindex="-1">
    <div class="bar">
      <h2>Source</h2>
      <button
        class="quiet small"
        data-testid="wrap"
        aria-pressed=${wrap}
        title="Break long lines"
        @click=${() => context.model.setView({ wrap: !wrap })}
      >
        Wrap
      </button>
      <select
        class="small"
        aria-label="Read the text as"
        title="Python source is captured as torch.export does; auto: when it declares a module, or cannot be read as a graph"
        data-testid="capture"
        ?disabled=${context.model.readonly}
        @change=${(/** @type {any} */ event) => context.model.setCapture(event.target.value)}
      >
        ${CAPTURES.map((one) => html`<option value=${one} .selected=${one === context.model.doc.capture}>${CAPTURE_NAMES[one]}</option>`)}
      </select>
      <span class="grow"></span>
      <span class="status ${context.model.errors ? 'bad' : ''}" data-testid="status">${status(context)}</span>
    </div>
    ${intro(context)}
    <seesaw-editor
      ?readonly=${context.model.readonly}
      ?wrap=${wrap}
      @text-changed=${(/** @type {CustomEvent<{ replaced: boolean }>} */ event) => context.model.textChanged(event.detail.replaced)}
      @cursor-moved=${() => context.model.edits.cursorMoved(context.model.source.state)}
      @setup-changed=${(/** @type {CustomEvent} */ event) => context.model.setupChanged(event.detail)}
      @lines-chosen=${(/** @type {CustomEvent} */ event) => context.model.linesChosen(event.detail)}
      @region-entered=${(/** @type {CustomEvent} */ event) => context.commands.markReason(event.detail)}
      @region-picked=${(/** @type {CustomEvent} */ event) => context.commands.markReason(event.detail, true)}
    ></seesaw-editor>
    ${
      items.length > 0
        ? html`<div class="problems" tabindex="0" role="group" aria-label="Problems">
            ${diagnosticList(items, context.commands.goTo, context.model.live.suppressed)}
          </div>`
        : nothing
    }
    ${editBar(context)}
  </section>`;
}

/** @param {Context} context */
function status({ model }) {
  if (model.live.undecided !== null) return 'Loading the rest of the engine…';
  if (model.slow)
    return html`Running…
    ${model.engine.onMainThread ? nothing : html`<button class="small" data-testid="stop-run" @click=${() => model.live.stop()}>Stop</button>`}`;
  if (model.live.stopped)
    return html`Stopped
      <button class="small" data-testid="run-again" @click=${() => model.evaluate(true)}>Run</button>`;
  const { errors } = model;
  const { good, suppressed } = model.live;
  if (errors > 0) return errors + suppressed === 1 ? '1 error' : `${errors + suppressed} errors`;
  if (good === null) return model.live.pending ? 'Starting' : 'Empty';
  const what =
    `${good.captured ? 'captured · ' : ''}${good.nodes === 1 ? '1 node' : `${good.nodes} nodes`} ` +
    `· ${good.graphs === 1 ? '1 graph' : `${good.graphs} graphs`}`;
  return html`${what}<span class="took"> · ${good.milliseconds.toFixed(1)} ms</span>`;
}

/** @param {Context} context */
export function passesPane(context) {
  return context.model.reference === null ? pipelinePane(context) : referencePane(context, context.model.reference);
}

/**
 * The reference stands where the passes are: between the graph and what becomes of it.
 * @param {Context} context
 * @param {string} place
 */
function referencePane(context, place) {
  return html`<section class="pane passes" role=${landmark(context.model)} aria-label="Reference" tabindex="-1">
    <div class="bar">
      <h2>Reference</h2>
      <span class="grow"></span>
      <button class="quiet small" data-testid="close-reference" @click=${() => context.commands.openReference(null)}>
        Back to the passes
      </button>
    </div>
    <div class="scroll" tabindex="-1">
      <seesaw-reference
        .model=${context.model}
        .commands=${context.commands}
        .place=${place}
        .description=${context.model.description}
        .result=${context.model.live.good}
      ></seesaw-reference>
    </div>
  </section>`;
}

/** @param {Context} context */
function pipelinePane(context) {
  const reports = context.model.live.good?.reports ?? [];
  return html`<section class="pane passes" role=${landmark(context.model)} aria-label="Passes" tabindex="-1">
    <div class="bar">
      <h2>Passes</h2>
      <button
        class="quiet small"
        data-testid="open-reference"
        title="What each pass and operator does"
        @click=${() => context.commands.openReference('')}
      >
        Reference
      </button>
      <span class="grow"></span>
      <label class="ambient" title="torch.is_grad_enabled() while the passes run">
        <input
          type="checkbox"
          role="switch"
          data-testid="ambient"
          ?disabled=${context.model.readonly}
          .checked=${context.model.doc.ambientGrad}
          @change=${(/** @type {any} */ event) => context.model.changeSetup({ ambientGrad: event.target.checked })}
        />
        Ambient grad
      </label>
    </div>
    <div class="scroll ${context.model.live.stale ? 'stale' : ''}">
      <seesaw-pipeline
        ?readonly=${context.model.readonly}
        ?running=${context.model.live.pending}
        ?partial=${context.model.partial}
        .passes=${context.model.description?.passes ?? []}
        .steps=${context.model.doc.pipeline}
        .reports=${context.model.live.failed ?? reports}
        @pipeline-changed=${(/** @type {CustomEvent} */ event) => context.model.changeSetup({ pipeline: event.detail })}
      ></seesaw-pipeline>
      <div class="bar why-bar"><h2>Why</h2></div>
      ${whyList(reports, { chosen: context.model.chosen, pick: context.commands.pickReason })}
    </div>
  </section>`;
}
