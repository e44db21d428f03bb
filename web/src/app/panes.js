/** The left and the middle part of the page: source with its mistakes, passes with their reasons. Templates. */
import { html, nothing } from 'lit';
import { editBar } from '../features/edit/bar.js';
import { CAPTURES } from '../model/document.js';
import { intro } from '../features/learn/intro.js';
import { diagnosticList, whyList } from '../ui/lists.js';

/** @typedef {import('./playground.js').Playground} Playground */

const CAPTURE_NAMES = { auto: 'auto', always: 'Python', never: 'graph' };

/** @param {Playground} page */
export function sourcePane(page) {
  const items = [...page.live.diagnostics, ...page.live.failures];
  const { wrap } = page.view;
  return html`<section class="pane source" role=${page.landmark} aria-label="Source" tabindex="-1">
    <div class="bar">
      <h2>Source</h2>
      <button
        class="quiet small"
        data-testid="wrap"
        aria-pressed=${wrap}
        title="Break long lines"
        @click=${() => page.setView({ wrap: !wrap })}
      >
        Wrap
      </button>
      <select
        class="small"
        aria-label="Read the text as"
        title="Python source is captured as torch.export does; auto: when it declares a module, or cannot be read as a graph"
        data-testid="capture"
        ?disabled=${page.readonly}
        @change=${(/** @type {any} */ event) => page.setCapture(event.target.value)}
      >
        ${CAPTURES.map((one) => html`<option value=${one} .selected=${one === page.doc.capture}>${CAPTURE_NAMES[one]}</option>`)}
      </select>
      <span class="grow"></span>
      <span class="status ${page.errors ? 'bad' : ''}" data-testid="status">${status(page)}</span>
    </div>
    ${intro(page)}
    <seesaw-editor
      ?readonly=${page.readonly}
      ?wrap=${wrap}
      @text-changed=${(/** @type {CustomEvent<{ replaced: boolean }>} */ event) => page.textChanged(event.detail.replaced)}
      @cursor-moved=${() => page.edits.cursorMoved(page.editor.state)}
      @setup-changed=${(/** @type {CustomEvent} */ event) => page.setupChanged(event)}
      @lines-chosen=${(/** @type {CustomEvent} */ event) => page.dispatchEvent(new CustomEvent('source-lines', { detail: event.detail }))}
      @region-entered=${(/** @type {CustomEvent} */ event) => page.markReason(event.detail)}
      @region-picked=${(/** @type {CustomEvent} */ event) => page.markReason(event.detail, true)}
    ></seesaw-editor>
    ${
      items.length > 0
        ? html`<div class="problems" tabindex="0" role="group" aria-label="Problems">
            ${diagnosticList(items, page.goTo, page.live.suppressed)}
          </div>`
        : nothing
    }
    ${editBar(page)}
  </section>`;
}

/** @param {Playground} page */
function status(page) {
  if (page.live.undecided !== null) return 'Loading the rest of the engine…';
  if (page.slow)
    return html`Running…
    ${page.engine.onMainThread ? nothing : html`<button class="small" data-testid="stop-run" @click=${() => page.live.stop()}>Stop</button>`}`;
  if (page.live.stopped)
    return html`Stopped <button class="small" data-testid="run-again" @click=${() => page.evaluate(true)}>Run</button>`;
  const { errors } = page;
  const { good, suppressed } = page.live;
  if (errors > 0) return errors + suppressed === 1 ? '1 error' : `${errors + suppressed} errors`;
  if (good === null) return page.live.pending ? 'Starting' : 'Empty';
  const what =
    `${good.captured ? 'captured · ' : ''}${good.nodes === 1 ? '1 node' : `${good.nodes} nodes`} ` +
    `· ${good.graphs === 1 ? '1 graph' : `${good.graphs} graphs`}`;
  return html`${what}<span class="took"> · ${good.milliseconds.toFixed(1)} ms</span>`;
}

/** @param {Playground} page */
export function passesPane(page) {
  return page.reference === null ? pipelinePane(page) : referencePane(page, page.reference);
}

/**
 * The reference stands where the passes are: between the graph and what becomes of it.
 * @param {Playground} page
 * @param {string} place
 */
function referencePane(page, place) {
  return html`<section class="pane passes" role=${page.landmark} aria-label="Reference" tabindex="-1">
    <div class="bar">
      <h2>Reference</h2>
      <span class="grow"></span>
      <button class="quiet small" data-testid="close-reference" @click=${() => page.openReference(null)}>
        Back to the passes
      </button>
    </div>
    <div class="scroll" tabindex="-1">
      <seesaw-reference
        .page=${page}
        .place=${place}
        .description=${page.description}
        .result=${page.live.good}
      ></seesaw-reference>
    </div>
  </section>`;
}

/** @param {Playground} page */
function pipelinePane(page) {
  const reports = page.live.good?.reports ?? [];
  return html`<section class="pane passes" role=${page.landmark} aria-label="Passes" tabindex="-1">
    <div class="bar">
      <h2>Passes</h2>
      <button
        class="quiet small"
        data-testid="open-reference"
        title="What each pass and operator does"
        @click=${() => page.openReference('')}
      >
        Reference
      </button>
      <span class="grow"></span>
      <label class="ambient" title="torch.is_grad_enabled() while the passes run">
        <input
          type="checkbox"
          role="switch"
          data-testid="ambient"
          ?disabled=${page.readonly}
          .checked=${page.doc.ambientGrad}
          @change=${(/** @type {any} */ event) => page.changeSetup({ ambientGrad: event.target.checked })}
        />
        Ambient grad
      </label>
    </div>
    <div class="scroll ${page.live.stale ? 'stale' : ''}">
      <seesaw-pipeline
        ?readonly=${page.readonly}
        ?running=${page.live.pending}
        ?partial=${page.partial}
        .passes=${page.description?.passes ?? []}
        .steps=${page.doc.pipeline}
        .reports=${page.live.failed ?? reports}
        @pipeline-changed=${(/** @type {CustomEvent} */ event) => page.changeSetup({ pipeline: event.detail })}
      ></seesaw-pipeline>
      <div class="bar why-bar"><h2>Why</h2></div>
      ${whyList(reports, { chosen: page.chosen, pick: page.pickReason })}
    </div>
  </section>`;
}
