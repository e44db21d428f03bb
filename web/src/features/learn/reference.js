/**
 * `<seesaw-reference>`: every pass and operator, from describe() alone, in the place of the passes: beside the graph
 * that they change.
 *
 * <seesaw-reference .model=${model} .commands=${commands} .place=${'pass/cse_pass'} .description=${model.description}
 * .result=${model.live.good}></seesaw-reference>
 *
 * Places are 'pass/NAME' and 'op/PATH'; '' is the contents, with a search over both.
 */
import { css, html, nothing } from 'lit';
import { documentation } from '../../ui/pipeline.js';
import { EXAMPLES } from '../../model/examples.js';
import { copy } from '../../ui/files.js';
import { contentElement } from '../content.js';
import { ranked } from '../../text/fuzzy.js';
import { nodesText } from '../../text/plural.js';
import { define } from '../../ui/define.js';

/** @typedef {import('../../../../wasm/js/index.js').Description['passes'][number]} Pass */
/** @typedef {{ call: string, gradients: { input: string, steps: string[], formula: string }[] }} Formula */
/**
 * @typedef {{ path: string, schema?: string, doc?: string, sideEffect?: true, traits?: string[], aliases?: string[],
 *   kernel?: boolean, shapeRule?: boolean, derivative?: boolean, gradFn?: string, formula?: Formula }} Op
 */

/** So many are listed; the search finds the others. */
const MAX_ENTRIES = 80;
const MAX_LINES = 40;

const styles = css`
  :host {
    padding: 0 var(--s3) var(--s3);
    font-size: 13px;
    overflow-wrap: anywhere;
  }
  .search {
    position: sticky;
    top: 0;
    z-index: 1;
    padding: var(--s2) 0;
    background: var(--surface);
  }
  h3 {
    margin: var(--s3) 0 var(--s1);
  }
  h3.name {
    color: var(--text);
    margin: var(--s2) 0;
    font: 600 14px/1.35 var(--mono);
  }
  .list button {
    display: grid;
    gap: 2px;
    width: 100%;
    height: auto;
    padding: 6px var(--s2);
    border: 0;
    border-bottom: 1px solid var(--line);
    border-radius: 0;
    text-align: left;
    line-height: 1.35;
    overflow-wrap: anywhere;
  }
  .list button:hover {
    background: var(--surface-2);
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1);
    margin: var(--s2) 0;
  }
  pre {
    margin: var(--s1) 0;
    padding: var(--s2);
    white-space: pre-wrap;
    background: var(--surface-2);
    border-radius: var(--radius);
    font: 11px/1.5 var(--mono);
  }
  dl {
    display: grid;
    gap: 2px;
    margin: 0;
  }
  dd {
    margin: 0 0 var(--s2);
  }
  .tags {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1);
  }
  .tags li {
    padding: 0 6px;
    border: 1px solid var(--line);
    border-radius: 8px;
    font-size: 11px;
    color: var(--muted);
  }
`;

/** @param {string} text @param {string} name */
const code = (text, name) => html`<pre role="group" aria-label=${name}>${text}</pre>`;

class Reference extends contentElement(styles) {
  static properties = {
    ...super.properties,
    place: {},
    description: { attribute: false },
    result: { attribute: false },
    query: { state: true },
    copied: { state: true },
  };

  constructor() {
    super();
    this.place = '';
    /**
     * What the engine says of itself; more once all of it is there.
     * @type {import('../../../../wasm/js/index.js').Description | null}
     */
    this.description = null;
    /** The last good result. @type {import('../../engine/protocol.js').EvaluateAnswer | null} */
    this.result = null;
    this.query = '';
    this.copied = false;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('place')) this.copied = false;
  }

  /** A page that is opened has the focus, and is read out. @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has('place')) return;
    this.closest('.scroll')?.scrollTo(0, 0);
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(this.place === '' ? 'input' : 'h3'))?.focus();
  }

  get #passes() {
    return this.description?.passes ?? [];
  }

  /** @returns {Op[]} */
  get #ops() {
    return this.description?.ops ?? [];
  }

  /** @param {string} place */
  #go(place) {
    this.commands.openReference(place);
  }

  #copyLink = async () => {
    const address = `${location.href.replace(/[?#].*$/, '')}#ref=${encodeURIComponent(this.place)}`;
    this.copied = await copy(address);
    this.model.say(this.copied ? 'Link copied' : 'The browser refused to copy');
  };

  /** @param {string} place @param {string} title @param {string} [what] */
  #entry = (place, title, what) =>
    html`<li>
      <button data-place=${place} @click=${() => this.#go(place)}>
        <span class="mono">${title}</span>${what ? html`<span class="muted">${what}</span>` : nothing}
      </button>
    </li>`;

  /** @param {string} title @param {unknown[]} found @param {number} all */
  #part = (title, found, all) =>
    all === 0
      ? nothing
      : html`<h3>${title}</h3>
          <ul class="list" aria-label=${title}>
            ${found}
          </ul>
          ${all > found.length ? html`<p class="muted">and ${all - found.length} more: search for them</p>` : nothing}`;

  #contents() {
    const passes = ranked(this.#passes, this.query, (pass) => [pass.name, pass.summary, pass.doc]);
    const ops = ranked(this.#ops, this.query, (op) => [op.path, op.doc ?? '', op.schema ?? '']);
    return html`<div class="search">
        <input
          type="search"
          aria-label="Search passes and operators"
          placeholder="Search ${this.#passes.length} passes, ${this.#ops.length} operators"
          .value=${this.query}
          @input=${(/** @type {any} */ event) => (this.query = event.target.value)}
        />
      </div>
      <p class="hidden-label" role="status">${passes.length} passes, ${ops.length} operators</p>
      ${this.#part(
        'Passes',
        passes.map((pass) => this.#entry(`pass/${pass.name}`, pass.name, pass.summary)),
        passes.length,
      )}
      ${this.#part(
        'Operators',
        ops.slice(0, MAX_ENTRIES).map((op) => this.#entry(`op/${op.path}`, op.path, op.doc)),
        ops.length,
      )}
      ${this.model.partial ? html`<p class="muted">More passes and operators are being loaded.</p>` : nothing}
      ${passes.length + ops.length === 0 ? html`<p class="muted">Nothing is called so.</p>` : nothing}`;
  }

  /** @param {unknown} [more] */
  #buttons(more = nothing) {
    return html`<div class="buttons">
      ${more}
      <button class="small" data-testid="reference-link" @click=${this.#copyLink}>
        ${this.copied ? 'Copied' : 'Copy link'}
      </button>
    </div>`;
  }

  /** @param {Pass} pass */
  #pass(pass) {
    const { model, commands } = this;
    const report = this.result?.reports.find((one) => one.pass === pass.name && one.ran);
    const examples = EXAMPLES.filter((one) => one.pipeline.some((step) => step.name === pass.name));
    return html`<h3 class="name" tabindex="-1">${pass.name}</h3>
      <p>${pass.summary}</p>
      ${this.#buttons(
        model.readonly
          ? nothing
          : html`<button class="small" data-testid="try-pass" @click=${() => model.addPass(pass.name)}>
              Try it: add to the passes
            </button>`,
      )}
      ${
        report
          ? html`<p role="note">
              On your graph:
              ${report.changed ? `${report.nodesBefore} → ${nodesText(report.nodesAfter)}` : 'no change'}.
            </p>`
          : nothing
      }
      ${documentation(pass)}
      ${
        pass.options.length > 0
          ? html`<h3>Options</h3>
              <dl>
                ${pass.options.map(
                  (option) =>
                    html`<dt>
                        <span class="mono">${option.name}</span>
                        <span class="muted"
                          >${option.choices ?? option.type}${option.default ? `, default: ${option.default}` : ''}</span
                        >
                      </dt>
                      <dd>${option.doc}</dd>`,
                )}
              </dl>`
          : nothing
      }
      ${
        examples.length > 0 && !model.readonly
          ? html`<h3>Examples</h3>
              <ul class="list" aria-label="Examples with this pass">
                ${examples.map(
                  (one) =>
                    html`<li>
                      <button data-open-example=${one.id} @click=${() => commands.open.example(one.id)}>
                        <span>${one.title}</span><span class="muted">${one.hint}</span>
                      </button>
                    </li>`,
                )}
              </ul>`
          : nothing
      }`;
  }

  /** Lines of the source that call it. @param {string} path */
  #calls(path) {
    const found = [];
    const lines = this.model.text.split('\n');
    for (let i = 0; i < lines.length && found.length < MAX_LINES; i++) {
      const at = lines[i].indexOf(path);
      if (at >= 0 && !/[\w.]/.test(lines[i][at + path.length] ?? ' ')) found.push({ line: i + 1, column: at + 1 });
    }
    return found;
  }

  /** @param {Op} op */
  #op(op) {
    const facts = /** @type {[boolean | undefined, string][]} */ ([
      [op.kernel, 'runs'],
      [op.shapeRule, 'shapes'],
      [op.derivative, 'derivative'],
      [op.sideEffect, 'side effect'],
    ]);
    const tags = [...(op.traits ?? []), ...facts.filter(([has]) => has).map(([, name]) => name)];
    const calls = this.#calls(op.path);
    return html`<h3 class="name" tabindex="-1">${op.path}</h3>
      ${op.doc ? html`<p>${op.doc}</p>` : nothing} ${this.#buttons()}
      ${
        tags.length > 0
          ? html`<ul class="tags" aria-label="What is known of it">
              ${tags.map((tag) => html`<li>${tag.replaceAll('_', ' ')}</li>`)}
            </ul>`
          : nothing
      }
      ${
        op.schema
          ? html`<h3>Schema</h3>
              ${code(op.schema, 'Schema')}`
          : nothing
      }
      ${op.gradFn ? html`<p>Autograd records <span class="mono">${op.gradFn}</span>.</p>` : nothing}
      ${op.formula ? this.#formula(op.formula) : nothing}
      ${
        op.aliases?.length
          ? html`<h3>Other forms</h3>
              <ul class="list" aria-label="Other forms">
                ${op.aliases.map((path) => this.#entry(`op/${path}`, path))}
              </ul>`
          : nothing
      }
      ${
        calls.length > 0
          ? html`<h3>Where the source calls it</h3>
              <div class="buttons">
                ${calls.map(
                  ({ line, column }) =>
                    html`<button
                      class="small mono"
                      aria-label="Line ${line}"
                      @click=${() => this.commands.goTo(line, column)}
                    >
                      line ${line}
                    </button>`,
                )}
              </div>`
          : nothing
      }`;
  }

  /** @param {Formula} formula */
  #formula({ call, gradients }) {
    return html`<h3>Derivative, as it runs on a sample</h3>
      ${code(call, 'Call')}
      ${gradients.map(
        ({ input, steps, formula }) =>
          html`<p class="muted">Gradient of <span class="mono">${input}</span></p>
            ${code([...steps, formula].join('\n'), `Gradient of ${input}`)}`,
      )}`;
  }

  #page() {
    const [kind, name] = [this.place.slice(0, this.place.indexOf('/')), this.place.slice(this.place.indexOf('/') + 1)];
    const pass = kind === 'pass' ? this.#passes.find((one) => one.name === name) : undefined;
    if (pass !== undefined) return this.#pass(pass);
    const op = kind === 'op' ? this.#ops.find((one) => one.path === name) : undefined;
    if (op !== undefined) return this.#op(op);
    if (this.model.partial || this.description === null)
      return html`<h3 class="name" tabindex="-1">${name}</h3>
        <p class="muted">Loading…</p>`;
    return html`<h3 class="name" tabindex="-1">${name}</h3>
      <p>There is no pass or operator of this name.</p>`;
  }

  render() {
    return html`${
      this.place === ''
        ? nothing
        : html`<div class="search">
            <button class="small quiet" data-testid="reference-contents" @click=${() => this.#go('')}>← All</button>
          </div>`
    }
    ${this.place === '' ? this.#contents() : this.#page()}`;
  }
}
define('seesaw-reference', Reference);
