/**
 * What somebody sees who has never been here, above the example that shows it: what this is, what it found out just
 * now, and the ways on. Templates.
 */
import { css, html, nothing } from 'lit';
import { TORCHES } from '../../model/document.js';
import { START } from '../../model/examples.js';
import { regionName } from '../../text/verdict.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('../contract.js').Model} Model */

export const startStyles = css`
  .start {
    flex: none;
    display: grid;
    grid-template-columns: minmax(0, 5fr) minmax(0, 6fr) auto;
    gap: var(--s2) 28px;
    align-items: start;
    padding: var(--s4) var(--s3) var(--s4) var(--s4);
    border-bottom: 1px solid var(--line);
    background: var(--surface);
  }
  .start h2 {
    margin: 0 0 var(--s2);
    color: var(--text);
    font-size: 19px;
    font-weight: 650;
    line-height: 1.3;
    text-wrap: balance;
  }
  .start p {
    margin: 0;
    line-height: 1.5;
  }
  .start .found {
    min-height: 92px;
    padding: var(--s2) var(--s3) var(--s2) var(--s4);
    border-radius: var(--radius);
    background: var(--surface-2);
    box-shadow: inset 4px 0 var(--line-strong);
  }
  .start .found.bad {
    background: var(--error-soft);
    box-shadow: inset 4px 0 var(--error);
  }
  .start .found.good {
    background: var(--good-soft);
    box-shadow: inset 4px 0 var(--good);
  }
  .start .found b {
    display: block;
    font-size: 19px;
    font-weight: 650;
    font-variant-numeric: tabular-nums;
  }
  .start .found.bad b {
    color: var(--error);
  }
  .start .found.good b {
    color: var(--good);
  }
  .start .link {
    display: inline;
    height: auto;
    padding: 0;
    border: 0;
    background: none;
    color: var(--accent);
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  .start .do {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    margin-top: var(--s2);
  }
  .start .do .main-way {
    color: var(--bg);
    background: var(--accent);
    border-color: var(--accent);
    font-weight: 600;
  }
  .start .hint {
    margin-top: var(--s1);
    font-size: 12px;
  }
  .starting:not(.hide-source, .hide-passes) .main {
    grid-template-columns: minmax(300px, 4fr) var(--middle) minmax(0, 6fr) !important;
  }
  @container (max-width: 1000px) {
    .start {
      grid-template-columns: minmax(0, 1fr) auto;
      gap: var(--s2);
      padding: var(--s3);
      max-height: 56%;
      overflow: auto;
    }
    .start .claim {
      grid-column: 1;
    }
    .start.gone :is(.claim, .ways),
    .start.learning {
      display: none;
    }
    .start .live {
      grid-column: 1 / -1;
    }
    .start.gone .live {
      grid-column: 1;
    }
    .start .found {
      min-height: 114px;
    }
    .start .leave {
      grid-column: 2;
      grid-row: 1;
    }
    .start h2,
    .start .found b {
      font-size: 16px;
    }
    .starting:not(.hide-source, .hide-passes) .main {
      grid-template-columns: minmax(0, 1fr) !important;
    }
  }
  /* As high as what will stand there: the picture below does not move. */
  @container (max-width: 500px) {
    .start .found {
      min-height: 133px;
    }
  }
`;

/** @param {Model} model */
export const starting = ({ example, view, whole, readonly }) => example === START && view.intro && whole && !readonly;

/** What is known so far, and nothing more. @param {Model} model */
function soFar({ live, checks, blank, errors }) {
  if (live.good === null || live.stale) {
    if (errors > 0) return 'The source has errors.';
    if (live.undecided !== null) return 'Loading the engine: PyTorch’s passes and autograd, as WebAssembly…';
    return blank ? 'Nothing runs yet.' : 'Running the example…';
  }
  if (live.good.reports.length === 0) return 'No pass runs: add one below.';
  return checks.pending ? 'Running both programs, forward and backward…' : 'Not compared.';
}

/**
 * The pass whose verdict is shown: the first that changes something that is computed, or the last.
 * @param {Model} model
 */
function toldOf({ live, checks }) {
  const steps = (live.good?.reports ?? []).map((_, index) => index + 1);
  return steps.find((step) => checks.judged(step).verdict.verdict === 'differs') ?? steps.length;
}

/** @param {Context} context */
function finding(context) {
  const { model, commands } = context;
  const step = model.live.stale ? 0 : toldOf(model);
  const { verdict, cause, causedBy } = model.checks.judged(step);
  const { pass } = model.live.good?.reports[step - 1] ?? { pass: '' };
  if (step === 0 || verdict.verdict === 'none' || verdict.verdict === 'running')
    return html`<div class="found" data-testid="start-verdict" data-verdict="none">
      <p class="muted">${soFar(model)}</p>
    </div>`;
  const correct = () => {
    model.setView({ step: null });
    model.changeSetup({
      pipeline: model.doc.pipeline.map((one, at) =>
        at === causedBy ? { ...one, options: { ...one.options, correct: true } } : one,
      ),
    });
  };
  const numbers = () => model.setView({ tab: 'autograd', autograd: 'program', pane: 'output', step: null });
  const inPicture = (/** @type {string} */ node) =>
    model.setView({ tab: 'graph', step: step - 1, node, pane: 'output' }, 'show');
  const bad = verdict.verdict === 'differs';
  const corrected = model.doc.pipeline.some(({ options }) => String(options.correct) === 'true');
  return html`<div class="found ${verdict.kind}" data-testid="start-verdict" data-verdict=${verdict.verdict}>
    <p><span class="mono">${pass}</span>:</p>
    ${
      bad
        ? html`<b
            >${verdict.short.replace('differ', 'changed')}${verdict.from ? `: ${verdict.from} → ${verdict.to}` : ''}</b
          >`
        : html`<b>${verdict.verdict === 'equal' ? verdict.short : verdict.text}</b>`
    }
    ${
      cause
        ? html`<p>
            because ${cause.region ? 'the region' : ''}
            <button class="link" data-testid="start-region" @click=${() => commands.pickReason(cause)}>
              ${regionName(cause)}
            </button>
            was ${cause.decision}. See it in the
            <button class="link" data-testid="start-source" @click=${() => commands.pickReason(cause)}>source</button>,
            the
            <button class="link" data-testid="start-picture" @click=${() => inPicture(cause.trigger)}>picture</button>,
            the
            <button
              class="link"
              data-testid="start-film"
              @click=${() => model.setView({ tab: 'film', pane: 'output' }, 'show')}
            >
              film
            </button>
            and the <button class="link" data-testid="start-numbers" @click=${numbers}>numbers</button>.
          </p>`
        : html`<p class="muted">${bad ? verdict.text : verdict.text.slice(verdict.short.length + 2)}</p>`
    }
    <div class="do">
      ${
        cause
          ? html`<button data-testid="start-fix" @click=${correct}>
              Keep the region: <span class="mono">correct=true</span>
            </button>`
          : nothing
      }
      ${
        !cause && corrected
          ? html`<button data-testid="start-lose" @click=${() => commands.undo()}>Lose it again</button>`
          : nothing
      }
    </div>
  </div>`;
}

/** What was copied, where the browser gives it; an empty document to paste into, where not. @param {Context} context */
async function pasteHere({ model, commands }) {
  const text = await navigator.clipboard?.readText?.().catch(() => '');
  if (text && text.trim() !== '') return commands.open.pasted(text);
  commands.open.text('');
  model.setView({ tab: 'result', pane: 'text', step: null });
  await commands.updated();
  const editor = /** @type {HTMLElement & { focusText?: () => void } | null} */ (
    commands.root.querySelector('seesaw-editor')
  );
  /** @type {HTMLElement | null | undefined} */ (editor?.shadowRoot?.querySelector('.cm-content'))?.focus();
}

/**
 * As a class: whether somebody went on to one of the things that the start leads to. A narrow page, which shows one
 * part at a time, is that part's then: the finding alone stays above it, and above a lesson nothing.
 * @param {Model} model
 */
function gone({ view }) {
  if (view.tab === 'autograd' && view.autograd === 'gallery') return 'gone learning';
  return view.tab !== 'graph' || view.pane !== 'output' || view.node !== null ? 'gone' : '';
}

/** @param {Context} context */
export function start(context) {
  const { model, commands } = context;
  if (!starting(model)) return nothing;
  const learn = () => model.setView({ tab: 'autograd', autograd: 'gallery', pane: 'output' });
  return html`<section class="start ${gone(model)}" aria-label="Start here" data-testid="start">
    <div class="claim">
      <h2>See what a PyTorch pass does to your graph, and whether its gradients survive.</h2>
      <p class="muted">
        Graph passes of PyTorch ${TORCHES[1]} to ${TORCHES.at(-1)} run in this page, on programs that you paste. Nothing
        leaves your machine.
      </p>
      <div class="do">
        <button class="main-way" data-testid="start-paste" @click=${() => pasteHere(context)}>
          Paste a graph, a log or a model
        </button>
        <button data-testid="start-file" @click=${() => commands.open.chosenFile()}>Open a file</button>
      </div>
      <p class="muted hint">Or press Ctrl+V, or drop a file anywhere.</p>
    </div>
    <div class="live">
      ${finding(context)}
      <nav class="do ways" aria-label="Ways on">
        <button data-testid="start-mine" @click=${() => pasteHere(context)}>My graph</button>
        <button data-testid="start-learn" @click=${learn}>Learn autograd</button>
        <button data-testid="start-embed" @click=${() => commands.openDialog('share')}>Embed this</button>
        <button class="quiet" data-testid="start-examples" @click=${() => commands.openDialog('examples')}>
          More passes that lie
        </button>
        ${
          model.newcomer
            ? html`<button class="quiet" data-testid="offer-tour" @click=${() => commands.startTour()}>
                Show me around
              </button>`
            : nothing
        }
      </nav>
    </div>
    <div class="leave">
      <button
        class="icon quiet small"
        data-testid="close-start"
        aria-label="Close the start"
        @click=${() => model.setView({ intro: false })}
      >
        ×
      </button>
    </div>
  </section>`;
}
