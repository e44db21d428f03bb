/** The left and the middle part of the page: source with its mistakes, passes with their reasons. Templates. */
import { html, nothing } from 'lit';
import { diagnosticList, whyList } from './lists.js';

/** @typedef {import('./playground.js').Playground} Playground */

/** @param {Playground} page */
export function sourcePane(page) {
  const items = [...page.live.diagnostics, ...page.live.failures];
  const { wrap } = page.view;
  return html`<section class="pane source" role=${page.landmark} aria-label="Source" tabindex="-1">
    <div class="bar">
      <h2>Source</h2>
      <button class="quiet small" data-testid="wrap" aria-pressed=${wrap} title="Break long lines" @click=${() => page.setView({ wrap: !wrap })}>
        Wrap
      </button>
      <span class="grow"></span>
      <span class="status ${page.errors ? 'bad' : ''}" data-testid="status">${status(page)}</span>
    </div>
    <seesaw-editor
      ?readonly=${page.readonly}
      ?wrap=${wrap}
      @text-changed=${() => page.textChanged()}
      @setup-changed=${(/** @type {CustomEvent} */ event) => page.setupChanged(event)}
      @region-entered=${(/** @type {CustomEvent} */ event) => page.markReason(event.detail)}
      @region-picked=${(/** @type {CustomEvent} */ event) => page.markReason(event.detail, true)}
    ></seesaw-editor>
    ${
      items.length > 0
        ? html`<div class="problems" tabindex="0" role="group" aria-label="Problems">${diagnosticList(items, page.goTo, page.live.suppressed)}</div>`
        : nothing
    }
  </section>`;
}

/** @param {Playground} page */
function status(page) {
  if (page.slow) return 'Running…';
  const { errors } = page;
  const { good, suppressed } = page.live;
  if (errors > 0) return errors + suppressed === 1 ? '1 error' : `${errors + suppressed} errors`;
  if (good === null) return page.live.pending ? 'Starting' : 'Empty';
  return `${good.nodes} nodes · ${good.graphs === 1 ? '1 graph' : `${good.graphs} graphs`} · ${good.milliseconds.toFixed(1)} ms`;
}

/** @param {Playground} page */
export function passesPane(page) {
  const reports = page.live.good?.reports ?? [];
  return html`<section class="pane passes" role=${page.landmark} aria-label="Passes" tabindex="-1">
    <div class="bar">
      <h2>Passes</h2>
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
        .passes=${page.description?.passes ?? []}
        .steps=${page.doc.pipeline}
        .reports=${reports}
        @pipeline-changed=${(/** @type {CustomEvent} */ event) => page.changeSetup({ pipeline: event.detail })}
      ></seesaw-pipeline>
      <div class="bar why-bar"><h2>Why</h2></div>
      ${whyList(reports, { chosen: page.chosen, pick: page.pickReason })}
    </div>
  </section>`;
}
