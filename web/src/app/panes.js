/** The left and the middle part of the page: source with its mistakes, passes with their reasons. Templates. */
import { html, nothing } from 'lit';
import { editBar } from '../features/edit/bar.js';
import { CAPTURES, TORCHES } from '../model/document.js';
import { unqualified } from '../model/selection.js';
import { intro } from '../features/learn/intro.js';
import { beginOwn, openOwn, outsideSource, ownPasses, pythonPane, remedyOf } from '../features/python/hooks.js';
import { diagnosticList, whyList } from '../ui/lists.js';
import { landmark } from './parts.js';

/** @typedef {import('../features/contract.js').Context} Context */
/**
 * @typedef {{ model: import('../model/model.js').Model, commands: import('./commands.js').PageCommands }} PageContext
 */

const CAPTURE_NAMES = { auto: 'auto', always: 'Python', never: 'graph' };

/** @param {PageContext} context */
export function sourcePane(context) {
  const { model, commands } = context;
  const items = [...model.live.diagnostics, ...model.live.failures.map(outsideSource)];
  const { wrap } = model.view;
  return html`<section class="pane source" role=${landmark(model)} aria-label="Source" tabindex="-1">
    <div class="bar">
      <h2>Source</h2>
      <button
        class="quiet small"
        data-testid="wrap"
        aria-pressed=${wrap}
        title="Break long lines"
        @click=${() => model.setView({ wrap: !wrap })}
      >
        Wrap
      </button>
      <select
        class="small"
        aria-label="Read the text as"
        title="Python source is captured as torch.export does; auto: when it declares a module, or is no graph"
        data-testid="capture"
        ?disabled=${model.readonly}
        @change=${(/** @type {any} */ event) => model.setCapture(event.target.value)}
      >
        ${CAPTURES.map(
          (one) => html`<option value=${one} .selected=${one === model.doc.capture}>${CAPTURE_NAMES[one]}</option>`,
        )}
      </select>
      ${versionOf(context)}
      <span class="grow"></span>
      <span class="status ${model.errors ? 'bad' : ''}" data-testid="status">${status(context)}</span>
    </div>
    ${versionReason(context)} ${intro(context)} ${logOf(model)}
    <seesaw-editor
      ?readonly=${model.readonly}
      ?wrap=${wrap}
      @text-changed=${(/** @type {CustomEvent<{ pasted: boolean, replaced: boolean }>} */ event) => {
        const { pasted, replaced } = event.detail;
        if (pasted) model.log = null;
        model.textChanged(replaced);
        if (pasted) commands.open.over(model.text).catch((/** @type {Error} */ error) => model.tell(error.message));
      }}
      @cursor-moved=${() => model.edits.cursorMoved(model.source.state)}
      @setup-changed=${(/** @type {CustomEvent} */ event) => model.setupChanged(event.detail)}
      @lines-chosen=${(/** @type {CustomEvent} */ event) => model.linesChosen(event.detail)}
      @region-entered=${(/** @type {CustomEvent} */ event) => commands.markReason(event.detail)}
      @region-picked=${(/** @type {CustomEvent} */ event) => commands.markReason(event.detail, true)}
    ></seesaw-editor>
    ${
      items.length > 0
        ? html`<div class="problems" tabindex="0" role="group" aria-label="Problems">
            ${diagnosticList(items, commands.goTo, model.live.suppressed, (item) => remedy(context, item))}
          </div>`
        : nothing
    }
    ${editBar(context)} ${pythonPane(context)}
  </section>`;
}

/** Which PyTorch the text is of, and why. @param {import('../model/model.js').Model} model */
function version(model) {
  const { good, stale } = model.live;
  const { dialect = null, why = [], captured = false } = good !== null && !stale ? good : {};
  // What CPython captured is PyTorch 2.6's, whatever was chosen.
  const byPython = captured && (model.python?.traced(model.text, model.doc.ambientGrad) ?? null) !== null;
  const torch = byPython ? 'auto' : model.doc.torch;
  const found = dialect === null ? '2.6' : dialect.torch;
  const chosen = torch !== 'auto';
  /** @type {{ id: string, older: string, newer: string }[]} */
  const rows = /** @type {any} */ (model.description)?.dialect ?? [];
  const told = chosen
    ? []
    : why.map(({ id, newer, line }) => {
        const row = rows.find((one) => one.id === id);
        return { line, text: row === undefined ? id.replaceAll('_', ' ') : newer ? row.newer : row.older };
      });
  const reason = chosen
    ? 'chosen for this document, whatever its text shows'
    : captured
      ? 'captured as PyTorch 2.6 does'
      : told.length > 0
        ? told.map(({ line, text }) => `line ${line}: ${text}`).join('; ')
        : dialect === null
          ? 'nothing in the text says another version'
          : 'as the text shows';
  return { torch, found, chosen, told, reason, fixed: byPython, beside: dialect !== null && !byPython };
}

/** Which PyTorch the text is of, and another one where that is wrong. @param {PageContext} context */
function versionOf({ model, commands }) {
  const { torch, found, chosen, told, reason, fixed, beside } = version(model);
  return html`<select
      class="small"
      aria-label="Version of PyTorch"
      title="The PyTorch that this text is read and printed as: ${reason}"
      data-testid="torch"
      ?disabled=${model.readonly || fixed}
      @change=${(/** @type {any} */ event) => model.setTorch(event.target.value)}
    >
      ${TORCHES.map(
        (one) =>
          html`<option value=${one} .selected=${one === torch}>
            ${one === 'auto' ? (chosen ? 'PyTorch auto' : `PyTorch ${found}`) : `as ${one}`}
          </option>`,
      )}
    </select>
    ${
      beside
        ? html`<button
              class="quiet small"
              data-testid="torch-why"
              aria-expanded=${model.reasoned}
              title=${reason}
              @click=${() => {
                model.reasoned = !model.reasoned;
                if (model.reasoned && told.length > 0) commands.goTo(told[0].line);
                model.notify();
              }}
            >
              why
            </button>
            ${besideButton(model, 'vs')}`
        : nothing
    }`;
}

/** @param {import('../model/model.js').Model} model @param {string} word */
const besideButton = (model, word) =>
  html`<button
    class="quiet small"
    data-testid=${word === 'vs' ? 'torch-beside' : 'torch-compare'}
    title="What PyTorch ${model.result.other} gives, as a difference"
    @click=${() => model.setView({ tab: 'diff', against: 'version', pane: 'output' }, 'show')}
  >
    ${word} ${model.result.other}
  </button>`;

/** Why it is that version, in words. @param {PageContext} context */
function versionReason({ model, commands }) {
  const { torch, found, told, reason, beside } = version(model);
  if (!model.reasoned || !beside) return nothing;
  const each = told.map(
    ({ line, text }, at) =>
      html`${at > 0 ? '; ' : ''}<button class="quiet link" @click=${() => commands.goTo(line)}>line ${line}</button>:
        ${text}`,
  );
  return html`<p class="reason" role="status" data-testid="torch-reason">
    PyTorch ${torch === 'auto' ? found : torch}: ${each.length > 0 ? each : reason}.
    ${besideButton(model, 'Compare with')}
  </p>`;
}

/**
 * The graphs of the log that is open; its element is loaded with it.
 * @param {import('../model/model.js').Model} model
 */
const logOf = ({ log }) =>
  log === null
    ? nothing
    : html`<seesaw-log .log=${log} .current=${log.current ?? null} .pair=${log.pair ?? null} .done=${log.done ?? 0}>
      </seesaw-log>`;

/**
 * What mends a mistake in a click; nothing of a text that is newer than its mistakes.
 * @param {PageContext} context
 * @param {import('../../../wasm/js/index.js').Diagnostic} item
 */
function remedy(context, item) {
  const { model } = context;
  // A mistake in a pass of one's own is not one of the source; for the source an edit comes before another Python.
  const edit = model.live.failed === null ? editOf(context, item) : null;
  return edit ?? remedyOf(context, item);
}

/** What finds edits: with the first mistake that may have one. @type {typeof import('../text/fixes.js') | null} */
let fixes = null;

/** @param {import('../model/model.js').Model} model */
function loadFixes(model) {
  if (fixes === null)
    import('../text/fixes.js').then(
      (loaded) => {
        fixes = loaded;
        model.notify();
      },
      () => {},
    );
  return null;
}

/**
 * The edit of the source that mends it.
 * @param {PageContext} context
 * @param {import('../../../wasm/js/index.js').Diagnostic} item
 */
function editOf({ model, commands }, item) {
  if (model.readonly || model.live.pending || !item.notes?.length) return null;
  const fix = fixes?.fixOf(item, model.text, () => model.description?.ops.map(({ name = '' }) => name) ?? []) ?? null;
  if (fix === null) return loadFixes(model);
  const run = () => {
    model.source.rewrite(fix.text, fix.title);
    commands.goTo(fix.line, fix.column);
  };
  return { title: fix.title, run };
}

/** @param {number} count @param {string} what */
const counted = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** @param {Context} context */
function status({ model }) {
  if (model.live.undecided !== null) return 'Loading the rest of the engine…';
  if (model.slow)
    return html`Running…
    ${
      model.engine.onMainThread
        ? nothing
        : html`<button class="small" data-testid="stop-run" @click=${() => model.live.stop()}>Stop</button>`
    }`;
  if (model.live.stopped)
    return html`Stopped
      <button class="small" data-testid="run-again" @click=${() => model.evaluate(true)}>Run</button>`;
  const { errors } = model;
  const { good, suppressed } = model.live;
  if (errors > 0) return errors + suppressed === 1 ? '1 error' : `${errors + suppressed} errors`;
  if (good === null) return model.live.pending ? 'Starting' : 'Empty';
  if (model.live.stale && model.live.pending) return 'Running…';
  const { captured, nodes, graphs, milliseconds } = good;
  // What is said of shapes is no mistake of the text, and no less one.
  const wrong = model.edits.remarks.filter(({ severity }) => severity === 'error').length;
  return html`${captured ? html`<span class="how">captured · </span>` : ''}${counted(nodes, 'node')}${
      wrong === 0 ? nothing : html` · <b>${counted(wrong, 'error')}</b>`
    }<span class="graphs ${captured || graphs === 1 ? 'less' : ''}"> · ${counted(graphs, 'graph')}</span
    ><span class="took"> · ${milliseconds.toFixed(1)} ms</span>`;
}

/** @param {Context} context */
export function passesPane(context) {
  const { model } = context;
  return model.reference === null ? pipelinePane(context) : referencePane(context, model.reference);
}

/**
 * The reference stands where the passes are: between the graph and what becomes of it.
 * @param {Context} context
 * @param {string} place
 */
function referencePane({ model, commands }, place) {
  return html`<section class="pane passes" role=${landmark(model)} aria-label="Reference" tabindex="-1">
    <div class="bar">
      <h2>Reference</h2>
      <span class="grow"></span>
      <button class="quiet small" data-testid="close-reference" @click=${() => commands.openReference(null)}>
        Back to the passes
      </button>
    </div>
    <div class="scroll" tabindex="-1">
      <seesaw-reference
        .model=${model}
        .commands=${commands}
        .place=${place}
        .description=${model.description}
        .result=${model.live.good}
      ></seesaw-reference>
    </div>
  </section>`;
}

/**
 * What there is to say of each pass; nothing of a result that is not that of the text.
 * @param {import('../model/model.js').Model} model
 */
function verdicts({ live, checks, doc }) {
  if (live.good === null || live.stale) return [];
  const begins = checks.pending;
  return doc.pipeline.map((_, index) => {
    const judged = checks.judged(index + 1);
    return judged.verdict.verdict === 'none' && begins ? null : judged;
  });
}

/** @param {import('../model/model.js').Model} model @param {{ step: number, node: string }} asked */
function showNode(model, { step, node }) {
  model.showStep(step);
  model.setView({ pane: 'output' });
  model.selection.choose([{ step, ...unqualified(node) }]);
}

/**
 * The region in the text; where the text does not say which lines it was, its node in the picture.
 * @param {Context} context
 * @param {import('../../../wasm/js/index.js').WhyEntry} entry
 */
function showReason({ model, commands }, entry) {
  if (entry.line) return commands.pickReason(entry);
  const step = (model.live.good?.reports ?? []).findIndex(({ why }) => why.includes(entry));
  model.setChosen(entry);
  const node = `${entry.graph ? `${entry.graph}.` : ''}${entry.trigger}`;
  showNode(model, { step: Math.max(0, step), node });
}

/** Why nothing is said of regions yet. @param {import('../model/model.js').Model} model */
function notYet({ live, blank, errors }) {
  if (live.undecided !== null) return 'Loading the rest of the engine…';
  if (live.pending) return 'Running…';
  if (live.stopped) return 'The run was stopped.';
  return blank || errors === 0
    ? 'What the passes decide for each region of the text stands here.'
    : 'The source has errors.';
}

/** @param {Context} context */
function pipelinePane({ model, commands }) {
  const reports = model.live.good?.reports ?? [];
  return html`<section class="pane passes" role=${landmark(model)} aria-label="Passes" tabindex="-1">
    <div class="bar">
      <h2>Passes</h2>
      <button
        class="quiet small"
        data-testid="open-reference"
        title="What each pass and operator does"
        @click=${() => commands.openReference('')}
      >
        Reference
      </button>
      <span class="grow"></span>
      <label
        class="ambient"
        title=${
          model.gradSwitchedOff
            ? 'The file switches grad mode off where it calls torch.export: the passes run in that mode'
            : 'torch.is_grad_enabled() while the passes run'
        }
      >
        <input
          type="checkbox"
          role="switch"
          data-testid="ambient"
          ?disabled=${model.readonly || model.gradSwitchedOff}
          .checked=${model.ambientGrad}
          @change=${(/** @type {any} */ event) => model.changeSetup({ ambientGrad: event.target.checked })}
        />
        Ambient grad
      </label>
    </div>
    <div class="scroll ${model.live.stale ? 'stale' : ''}">
      <seesaw-pipeline
        ?readonly=${model.readonly}
        ?running=${model.live.pending}
        ?partial=${model.partial}
        .passes=${model.description?.passes ?? []}
        .steps=${model.doc.pipeline}
        .reports=${model.live.failed ?? reports}
        .verdicts=${verdicts(model)}
        .fires=${model.fires.all}
        .own=${ownPasses({ model, commands })}
        @own-asked=${(/** @type {CustomEvent<string>} */ event) => beginOwn({ model, commands }, event.detail)}
        @own-opened=${(/** @type {CustomEvent<number>} */ event) => openOwn({ model, commands }, event.detail)}
        @fires-asked=${() => model.fires.ask()}
        @reason-asked=${(/** @type {CustomEvent} */ event) => showReason({ model, commands }, event.detail)}
        @check-asked=${(/** @type {CustomEvent<number>} */ event) => model.checks.run(event.detail)}
        @node-asked=${(/** @type {CustomEvent<{ step: number, node: string }>} */ event) =>
          showNode(model, event.detail)}
        @pipeline-changed=${(/** @type {CustomEvent} */ event) => model.changeSetup({ pipeline: event.detail })}
      ></seesaw-pipeline>
      <div class="bar why-bar"><h2>Why</h2></div>
      ${
        model.live.good === null
          ? html`<p class="empty muted">${notYet(model)}</p>`
          : whyList(
              reports,
              { chosen: model.chosen, pick: (entry) => showReason({ model, commands }, entry) },
              () => model.text,
            )
      }
    </div>
  </section>`;
}
