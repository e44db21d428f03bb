/**
 * The strip of passes over the picture: what each did, in which time, whether it kept the values; and its single
 * rewrites. Templates.
 */
import { css, html, nothing } from 'lit';
import { regionTitle } from '../../../../wasm/js/cause.js';
import { duration } from '../../ui/pipeline.js';
import { regionName } from '../../text/verdict.js';
import { nodesText } from '../../text/plural.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('./view.js').GraphView} GraphView */
/** @typedef {import('../../../../wasm/js/index.js').PassReport} PassReport */

export const stripStyles = css`
  .strip {
    display: var(--picture-tools, flex);
    align-items: stretch;
    gap: 0;
    padding: 0 var(--s2);
    border-bottom: 1px solid var(--line);
    background: var(--surface);
    overflow-x: auto;
    scrollbar-width: thin;
    flex: none;
  }
  .stage {
    display: flex;
    align-items: center;
    position: relative;
    flex: none;
  }
  .stage + .stage::before {
    content: '';
    width: 10px;
    height: 1px;
    background: var(--line-strong);
  }
  .stage .go {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 0 var(--s2);
    align-items: center;
    height: auto;
    min-height: 40px;
    padding: 3px var(--s2);
    border: 0;
    border-bottom: 2px solid transparent;
    border-radius: 0;
    background: transparent;
    color: var(--text);
    text-align: left;
    line-height: 1.25;
  }
  .stage .go[aria-pressed='true'] {
    border-bottom-color: var(--accent);
    background: var(--accent-soft);
    color: var(--accent);
  }
  .stage .go.compared {
    border-bottom: 2px dashed var(--accent);
  }
  .stage .go:focus-visible {
    outline-offset: -2px;
  }
  .stage b {
    grid-column: 1 / -1;
    font: 600 11px var(--mono);
    max-width: 300px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .stage small {
    font-size: 11px;
    color: var(--muted);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .stage.unchanged b {
    font-weight: 400;
    color: var(--muted);
  }
  .delta.more {
    color: var(--good);
  }
  .delta.less {
    color: var(--error);
  }
  .check {
    height: 22px;
    padding: 0 var(--s2);
    border-radius: 11px;
    font-size: 11px;
    font-weight: 600;
    white-space: nowrap;
    flex: none;
  }
  .check.good {
    color: var(--good);
    background: var(--good-soft);
    border-color: var(--good);
  }
  .check.bad {
    color: var(--error);
    background: var(--error-soft);
    border-color: var(--error);
  }
  .rewrites {
    display: flex;
    align-items: center;
    gap: var(--s2);
    padding: 2px var(--s3);
    min-height: 32px;
    font-size: 12px;
    border-bottom: 1px solid var(--line);
    background: var(--surface);
    flex: none;
  }
  .rewrites .said {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

/** @param {PassReport | undefined} report */
function outcome(report) {
  if (report === undefined) return html`<small>before the passes</small>`;
  if (!report.ran) return html`<small>not run</small>`;
  const more = report.nodesAfter - report.nodesBefore;
  const delta = more === 0 ? '±0' : more > 0 ? `+${more}` : `−${-more}`;
  return html`<small>${duration(report.microseconds)}</small>
    <small class="delta ${more > 0 ? 'more' : more < 0 ? 'less' : ''}"
      >${report.changed ? nodesText(more, delta) : 'no change'}</small
    >`;
}

/** @param {GraphView} view @param {number} step */
function check(view, step) {
  const { checks, live } = view.model;
  const { verdict, cause } = checks.judged(step);
  const text = `${verdict.text}${cause === null ? '' : `, because ${regionName(cause)} is ${cause.decision}`}`;
  const seen = verdict.verdict === 'none' ? (checks.pending ? '…' : 'compare') : verdict.short;
  const numbers = verdict.from === '' ? '' : `${verdict.from} → ${verdict.to}`;
  return html`<button
    class="check ${verdict.kind}"
    data-check=${step}
    data-verdict=${verdict.verdict}
    aria-label="${seen} ${numbers}: ${live.good?.reports[step - 1].pass}, ${text}"
    title=${text}
    @click=${() => view.checked(step)}
  >
    ${seen} ${numbers}
  </button>`;
}

/** So many passes in a row that changed nothing are one button. */
const FOLDED = 3;

/**
 * By step: how many passes from it on changed nothing and are not shown, where they are enough to be one button.
 * @param {boolean[]} idle
 */
function foldsOf(idle) {
  /** @type {Map<number, number>} */
  const folds = new Map();
  for (let at = 0; at < idle.length; at++) {
    let end = at;
    while (end < idle.length && idle[end]) end++;
    if (end - at >= FOLDED) folds.set(at, end - at);
    at = Math.max(at, end - 1);
  }
  return folds;
}

/** @param {GraphView} view @param {number} count */
const foldButton = (view, count) =>
  html`<div class="stage">
    <button
      class="quiet small"
      data-testid="idle-passes"
      aria-expanded=${view.idle}
      title=${view.idle ? 'Hide them' : 'Show them'}
      @click=${() => (view.idle = !view.idle)}
    >
      ${count} passes changed nothing
    </button>
  </div>`;

/**
 * A step, and what is to be known of its pass.
 * @param {GraphView} view @param {string} name @param {number} step @param {boolean} compared beside another
 */
function stage(view, name, step, compared) {
  const { model } = view;
  const report = model.live.good?.reports[step - 1];
  const dim = report !== undefined && !report.changed;
  const main = model.shownStep === step;
  return html`<div class="stage ${dim ? 'unchanged' : ''}">
    <button
      class="go ${compared && !main ? 'compared' : ''}"
      data-step=${step}
      aria-pressed=${main}
      title="${name}: Ctrl and a click shows it beside the others"
      @click=${(/** @type {MouseEvent} */ event) => view.showStage(step, event.ctrlKey || event.metaKey)}
    >
      <b>${step > 0 ? `${step} ` : ''}${name}</b>${outcome(report)}
    </button>
    ${step > 0 && report?.ran ? check(view, step) : nothing}
  </div>`;
}

/** @param {GraphView} view */
export function passStrip(view) {
  const { model } = view;
  const reports = model.live.good?.reports ?? [];
  const shown = new Set(view.state.panes.map((pane) => pane.step));
  const names = ['Input', ...reports.map((report) => report.pass)];
  const folds = foldsOf(
    names.map((_, step) => reports[step - 1]?.changed === false && !shown.has(step) && model.shownStep !== step),
  );
  let hidden = 0;
  return html`<div class="strip" role="group" aria-label="Show the program after" data-testid="strip">
    ${names.map((name, step) => {
      const fold = folds.get(step) ?? 0;
      hidden = Math.max(hidden - 1, view.idle ? 0 : fold);
      return html`${fold > 0 ? foldButton(view, fold) : nothing}
      ${hidden > 0 ? nothing : stage(view, name, step, shown.has(step))}`;
    })}
  </div>`;
}

/** Single rewrites of the pass that is shown. @param {GraphView} view */
export function rewrites(view) {
  const report = view.model.live.good?.reports[view.model.shownStep - 1];
  const why = report?.why ?? [];
  if (why.length === 0) return nothing;
  const at = view.rewrite;
  const entry = at === null ? null : why[at];
  const said =
    entry === null || entry === undefined
      ? why.length === 1
        ? '1 decision'
        : `${why.length} decisions`
      : `${at === null ? '' : at + 1} of ${why.length}: ${regionTitle(entry)} ${entry.decision}: ${entry.condition}`;
  return html`<div class="rewrites" role="group" aria-label="Single rewrites of ${report?.pass}">
    <button
      class="icon quiet"
      aria-label="Previous rewrite"
      title="Previous rewrite (,)"
      @click=${() => view.stepRewrite(-1)}
    >
      ‹
    </button>
    <button class="icon quiet" aria-label="Next rewrite" title="Next rewrite (.)" @click=${() => view.stepRewrite(1)}>
      ›
    </button>
    <button
      class="small"
      data-testid="play-film"
      title="The graph as it was after every single rewrite"
      @click=${() => view.model.setView({ tab: 'film', pane: 'output' }, 'show')}
    >
      Play the film
    </button>
    <span class="said" data-testid="rewrite" title=${said}>${said}</span>
  </div>`;
}
