/**
 * `<seesaw-autograd-gallery>`: small programs for every function of torch.autograd.graph, to read, run and change.
 *
 *   <seesaw-autograd-gallery .model=${model} .scenario=${{ id: 'save_on_cpu', text: '' }}></seesaw-autograd-gallery>
 *
 * A program is edited as Python and read as a scenario: steps as data, so one that comes with a link runs nothing but
 * steps. Changed ones are kept in the document.
 */
import { LitElement, css, html, nothing } from 'lit';
import { shared } from '../../../ui/styles.js';
import { autogradStyles } from '../view_styles.js';
import { backwardPicture } from '../picture.js';
import { numberText, shortNumbers } from '../../../text/numbers.js';
import { GALLERY } from './examples.js';
import { eventText, printed } from './events.js';
import { exercisesOf } from './exercises.js';
import { listing } from './listing.js';
import { inSource, readPython } from './reading.js';
import { readScenarioText } from '../../../../../wasm/js/scenario/read.js';
import { define } from '../../../ui/define.js';

/** @typedef {import('../../contract.js').Context} Context */
/** @typedef {import('../../../model/inputs.js').Scenario} Scenario */
/** @typedef {import('./examples.js').GalleryExample} GalleryExample */
/** @typedef {import('../../../../../wasm/js/scenario/report.js').ScenarioReport} ScenarioReport */

const PAUSE = 250;

/** @typedef {{ program: object[] | null, mistake: string, made: Map<string, string> }} Read */

/** Nothing that the reader named. @type {Map<string, string>} */
const NONE = new Map();

/** Python, or steps as JSON as older documents and links have them. @param {string} text @returns {Read} */
export const readProgram = (text) => (/^\s*[[{]/.test(text) ? { ...readSteps(text), made: NONE } : readPython(text));

/** @param {string} text @returns {{ program: object[] | null, mistake: string }} */
function readSteps(text) {
  try {
    const given = readScenarioText(text);
    const program = Array.isArray(given) ? given : given?.program;
    if (!Array.isArray(program)) return { program: null, mistake: 'steps are a list: [{"op": "leaf", ...}, ...]' };
    const at = program.findIndex((step) => typeof step !== 'object' || step === null || typeof step.op !== 'string');
    return at < 0 ? { program, mistake: '' } : { program: null, mistake: `step ${at + 1} is not {"op": name, ...}` };
  } catch (error) {
    return { program: null, mistake: /** @type {Error} */ (error).message };
  }
}

export class AutogradGallery extends LitElement {
  static properties = {
    model: { attribute: false },
    scenario: { attribute: false },
    report: { state: true },
    mistake: { state: true },
    program: { state: true },
  };

  static styles = [
    shared,
    autogradStyles,
    css`
      .gallery {
        display: grid;
        grid-template-columns: 250px minmax(0, 1fr);
        min-height: 100%;
      }
      nav {
        border-right: 1px solid var(--line);
        padding: var(--s2) 0;
      }
      nav ul {
        list-style: none;
        margin: 0;
        padding: 0;
      }
      nav button {
        width: 100%;
        height: auto;
        padding: 6px var(--s3);
        border: 0;
        border-radius: 0;
        text-align: left;
      }
      nav button.quiet {
        background: transparent;
        color: var(--muted);
      }
      nav button.quiet:hover {
        color: var(--text);
      }
      nav button.quiet[aria-current='true'] {
        background: var(--accent-soft);
        box-shadow: inset 3px 0 var(--accent);
        color: var(--accent);
      }
      nav button:focus-visible {
        outline-offset: -2px;
      }
      nav .mono {
        display: block;
      }
      .exercises {
        margin: var(--s1) 0 0;
        padding-left: 20px;
      }
      .exercises .check {
        color: var(--good);
        font-weight: 600;
      }
      textarea {
        width: 100%;
        resize: vertical;
        padding: var(--s2);
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--surface);
        color: inherit;
        font: 12px/1.5 var(--mono);
        white-space: pre;
      }
      ol.events {
        margin: 0;
        padding: 0 0 0 24px;
        overflow-wrap: anywhere;
      }
      td {
        white-space: pre-wrap;
        overflow-wrap: break-word;
        vertical-align: top;
      }
      .columns {
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      }
      .error-event {
        color: var(--error);
      }
      @container autograd (max-width: 760px) {
        .gallery {
          grid-template-columns: minmax(0, 1fr);
        }
        .columns {
          grid-template-columns: minmax(0, 1fr);
        }
        nav {
          border-right: 0;
          border-bottom: 1px solid var(--line);
          max-height: 172px;
          overflow: auto;
        }
      }
    `,
  ];

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #ticket = 0;
  /** What this view wrote last. @type {Scenario | null} */
  #kept = null;

  constructor() {
    super();
    /** @type {import('../../contract.js').Model} */
    this.model = /** @type {any} */ (null);
    /** @type {Scenario} */
    this.scenario = { id: '', text: '' };
    /** @type {ScenarioReport | null} */
    this.report = null;
    this.mistake = '';
    /** The steps that ran last. @type {object[]} */
    this.program = [];
    /** What the reader of Python named. @type {Map<string, string>} */
    this.made = NONE;
  }

  get example() {
    return GALLERY.find(({ id }) => id === this.scenario.id) ?? GALLERY[0];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has('scenario')) return;
    // What is typed into one program is never written over another that has taken its place.
    if (this.scenario !== this.#kept) clearTimeout(this.#timer);
    this.#begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  #begin() {
    const { text } = this.scenario;
    const { program, mistake, made } =
      text === '' ? { program: this.example.program, mistake: '', made: NONE } : readProgram(text);
    this.mistake = mistake;
    if (program === null) return;
    [this.program, this.made] = [program, made];
    this.#run(program);
  }

  /** @param {object[]} program */
  async #run(program) {
    const ticket = ++this.#ticket;
    const report = await this.model.engine
      .call('scenario', { program })
      .catch((error) => ({ events: [], tensors: [], error: String(error.message ?? error) }));
    if (ticket === this.#ticket) this.report = report;
  }

  /** @param {Scenario} scenario */
  #keep(scenario) {
    clearTimeout(this.#timer);
    this.#kept = scenario;
    this.model.doc = { ...this.model.doc, scenario };
    this.model.documentChanged();
  }

  /** @param {string} id */
  choose(id) {
    this.report = null;
    this.#keep({ id, text: '' });
  }

  /** @param {string} text */
  changed(text) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keep({ id: this.example.id, text }), PAUSE);
  }

  #list() {
    return html`<nav aria-label="Examples of torch.autograd.graph">
      <ul>
        ${GALLERY.map(
          ({ id, title }) =>
            html`<li>
              <button
                class="quiet"
                data-scenario=${id}
                aria-current=${id === this.example.id ? 'true' : 'false'}
                @click=${() => this.choose(id)}
              >
                ${title}
              </button>
            </li>`,
        )}
      </ul>
    </nav>`;
  }

  /** As Python: what somebody wrote, or what the steps stand for. */
  get source() {
    const { text } = this.scenario;
    const python = text !== '' && (this.mistake !== '' || !/^\s*[[{]/.test(text));
    return python ? text : listing(text === '' ? this.example.program : this.program).join('\n');
  }

  /** Tab indents; Escape leaves the field, so that nobody is caught in it. @param {KeyboardEvent} event */
  #key(event) {
    const field = /** @type {HTMLTextAreaElement} */ (event.target);
    if (event.key === 'Escape') field.blur();
    if (event.key !== 'Enter' || event.isComposing) return;
    const line = field.value.slice(field.value.lastIndexOf('\n', field.selectionStart - 1) + 1, field.selectionStart);
    const indent = (/^ */.exec(line)?.[0] ?? '') + (line.trimEnd().endsWith(':') ? '    ' : '');
    event.preventDefault();
    field.setRangeText(`\n${indent}`, field.selectionStart, field.selectionEnd, 'end');
    this.changed(field.value);
  }

  #program() {
    const own = this.scenario.text !== '';
    const { source } = this;
    return html`<section aria-label="Program">
      <header>
        <h2>Program${own ? ', changed' : ''}</h2>
        <span class="grow"></span>
        ${own ? html`<button class="small" @click=${() => this.choose(this.example.id)}>As it was</button>` : nothing}
      </header>
      <label class="hidden-label" for="python">The program in Python</label>
      <textarea
        id="python"
        class="code"
        spellcheck="false"
        autocapitalize="off"
        data-testid="lesson-source"
        aria-invalid=${this.mistake ? 'true' : 'false'}
        rows=${Math.min(40, Math.max(8, source.split('\n').length + 1))}
        ?readonly=${this.model.readonly}
        .value=${source}
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event)}
        @input=${(/** @type {any} */ event) => this.changed(event.target.value)}
      ></textarea>
      ${this.mistake ? html`<p class="mistake" role="alert">${this.mistake}</p>` : nothing} ${this.#exercises()}
    </section>`;
  }

  /** What to make it do, and whether it does. */
  #exercises() {
    const exercises = exercisesOf(this.example.id);
    if (exercises.length === 0 || this.model.readonly) return nothing;
    const events = this.report === null || this.mistake ? [] : this.report.events.map((event) => this.#told(event));
    return html`<h3>Exercises</h3>
      <ol class="exercises" data-testid="exercises">
        ${exercises.map(({ task, prints, instead }) => {
          const done = prints.every((line) => events.includes(line)) && !events.some((line) => line === instead);
          return html`<li class=${done ? 'done' : ''}>
            ${task} <span class="check" role="status">${done ? '✓ done' : nothing}</span>
          </li>`;
        })}
      </ol>`;
  }

  /** @param {any} event */
  #told = (event) => inSource(eventText(event), this.made);

  #results() {
    const { report } = this;
    if (report === null)
      return html`<section aria-label="What happened"><p class="muted">Loading the engine…</p></section>`;
    return html`<section aria-label="What happened">
        <header><h2>What happened</h2></header>
        ${report.error ? html`<p class="mistake" role="alert">${report.error}</p>` : nothing}
        <ol class="events mono" data-testid="events">
          ${report.events.map(
            (event) => html`<li class=${event.ev === 'error' ? 'error-event' : ''}>${this.#told(event)}</li>`,
          )}
        </ol>
        ${report.events.length === 0 && !report.error ? html`<p class="muted">Nothing was printed.</p>` : nothing}
      </section>
      ${this.#tensors(report)} ${this.#graph(report)}`;
  }

  /** @param {ScenarioReport} report */
  #tensors({ tensors: all }) {
    const tensors = all.filter(({ name }) => !this.made.has(name));
    if (tensors.length === 0) return nothing;
    return html`<section aria-label="Tensors at the end">
      <header><h2>Tensors at the end</h2></header>
      <div class="scroll-x" tabindex="0" role="group" aria-label="Tensors at the end">
        <table aria-label="Tensors at the end">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Value</th>
              <th scope="col">Gradient</th>
            </tr>
          </thead>
          <tbody>
            ${tensors.map(
              ({ name, text, value, grad, gradText }) =>
                html`<tr>
                  <th scope="row" class="mono">${name}</th>
                  <td class="mono">${printed(text, value)}</td>
                  <td class="mono">${gradText === null ? '' : printed(gradText, grad)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>`;
  }

  /** @param {ScenarioReport} report */
  #graph({ look }) {
    if (look === undefined || look.graph.nodes.length === 0) return nothing;
    const nodes = look.graph.nodes.map((/** @type {any} */ node, /** @type {number} */ place) => ({
      name: node.name,
      next: node.next.map((/** @type {any[]} */ [to]) => to),
      forward: this.made.get(look.names[place]) ?? look.names[place] ?? null,
    }));
    const saved = look.graph.nodes.flatMap((/** @type {any} */ node) =>
      node.saved
        .filter((/** @type {any} */ one) => one.kind !== 'nothing')
        .map((/** @type {any} */ one) => ({ node: node.name, ...one })),
    );
    return html`<section aria-label="Backward graph">
      <header>
        <h2>Backward graph</h2>
      </header>
      ${backwardPicture(nodes)}
      ${
        saved.length > 0
          ? html`<ul class="plain" aria-label="Saved values">
              ${saved.map(
                (/** @type {any} */ one) =>
                  html`<li>
                    <span class="mono">${one.node}</span> keeps <span class="mono">${one.name}</span>: ${savedText(one)}
                  </li>`,
              )}
            </ul>`
          : nothing
      }
      ${
        look.executed.length > 0
          ? html`<h4>What the engine ran</h4>
              <ol class="events mono" data-testid="executed">
                ${look.executed
                  .slice(0, 100)
                  .map(
                    (/** @type {any} */ one) =>
                      html`<li>
                        ${one.name.replace('torch::autograd::', '')} got
                        ${one.gradOutputs
                          .map((/** @type {any} */ grad) => (grad ? shortNumbers(grad) : 'None'))
                          .join(', ')}
                      </li>`,
                  )}
              </ol>`
          : nothing
      }
    </section>`;
  }

  render() {
    const { example } = this;
    return html`<div class="gallery" data-testid="gallery">
      ${this.#list()}
      <div>
        <section aria-label="About this example" class="about">
          <h2>${example.title}</h2>
          <p>${example.look}</p>
          ${this.model.readonly ? nothing : html`<p><strong>Try:</strong> ${example.attempt}</p>`}
        </section>
        <div class="columns">
          <div class="column">${this.#program()}</div>
          <div class="column">${this.#results()}</div>
        </div>
      </div>
    </div>`;
  }
}

/** @param {any} saved */
function savedText({ kind, shape, dtype, bytes, savedVersion, version, value }) {
  if (kind === 'number') return `the number ${numberText(value)}`;
  if (kind === 'freed') return 'freed';
  const what = `${
    kind === 'packed' ? 'packed by a hook' : 'a tensor'
  }${shape ? `, ${dtype}[${shape.join(', ')}], ${bytes} bytes` : ''}`;
  return (
    `${what}, version ` +
    `${savedVersion}${version !== undefined && version !== savedVersion ? `, now ${version}` : ''}`
  );
}

define('seesaw-autograd-gallery', AutogradGallery);
