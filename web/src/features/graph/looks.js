/**
 * What the colours of the pictures tell: the choice of it, what it takes to know it, and its key.
 *
 *   looks.update();                                 // after each change of the pictures or of the view
 *   looks.select(), looks.key()                     // templates
 *
 * Costs need a picture with all groups open, gradients and saved tensors a run with the inputs of Autograd; both are
 * asked for when they are wanted.
 */
import { css, html, nothing, unsafeCSS } from 'lit';
import { LOOKS } from '../../model/document.js';
import { amount } from '../../model/graph/costs.js';
import { KINDS, kindCounts } from '../../model/graph/kinds.js';
import { METRICS, WRONG, lookOf } from '../../model/graph/look.js';
import { ownData } from '../../model/graph/own_data.js';

/** @typedef {import('./view.js').GraphView} GraphView */
/** @typedef {import('../../model/graph/drawing.js').Drawing} Drawing */
/** @typedef {import('../../model/document.js').Look} LookName */

const NAMES = /** @type {Record<LookName, string>} */ ({
  kind: 'colour: kind',
  flops: 'colour: FLOPs',
  bytes: 'colour: bytes',
  saved: 'colour: saved for backward',
  gradient: 'colour: gradients',
  own: 'colour: own data',
});

export const lookStyles = css`
  .key {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 6px;
    padding: 2px 6px;
  }
  .key .kind {
    display: inline-block;
    width: 10px;
    height: 10px;
    border-radius: 2px;
  }
  ${unsafeCSS(
    KINDS.slice(1)
      .map(({ id }) => `.key .${id} { background: var(--kind-${id}); }`)
      .join('\n'),
  )}
  .key .ramp {
    width: 90px;
    height: 10px;
    border-radius: 2px;
    border: 1px solid var(--line);
    background: linear-gradient(
      90deg,
      color-mix(in srgb, var(--heat) 6%, var(--node)),
      color-mix(in srgb, var(--heat) 90%, var(--node))
    );
  }
  .key .wrong {
    background: var(--wrong);
  }
  .key textarea {
    width: 220px;
    height: 64px;
    font: 12px var(--mono);
  }
  .key .bad {
    color: var(--error);
  }
`;

export class LookControl {
  #view;
  /** What each drawing's look was made of. @type {WeakMap<Drawing, string>} */
  #made = new WeakMap();
  /** The run that saved tensors and gradients are of. @type {import('../../model/autograd/runs.js').Runs | null} */
  #runs = null;
  /** @type {unknown} */
  #runOf = null;
  #own = ownData('');
  #ownText = '';
  /** Counts what looks are made of and no picture shows. */
  #turn = 0;

  /** @param {GraphView} view */
  constructor(view) {
    this.#view = view;
  }

  /** @returns {LookName} */
  get name() {
    return this.#view.model.view.graph.look;
  }

  update() {
    const { state, model } = this.#view;
    const ops = model.description?.ops;
    if (ops === undefined) return;
    const { name } = this;
    if (name === 'saved' || name === 'gradient') this.#wantRun();
    for (const { drawing, step } of state.panes) {
      const key = `${name} ${this.#turn}`;
      if (drawing === null || this.#made.get(drawing) === key) continue;
      this.#made.set(drawing, key);
      const closed = name !== 'kind' && drawing.laid.groups.some(({ collapsed }) => collapsed);
      if (!closed) this.#set(drawing, drawing, name);
      else
        state
          .open(step)
          .then((open) => open !== null && this.#made.get(drawing) === key && this.#set(drawing, open, name));
    }
  }

  /** @param {Drawing} drawing @param {Drawing} open @param {LookName} name */
  #set(drawing, open, name) {
    const ops = this.#view.model.description?.ops ?? [];
    drawing.look = lookOf(drawing, open, name, ops, { run: this.#runs?.result ?? null, own: this.#own.values });
    for (const canvas of this.#view.canvases) if (canvas.drawing === drawing) canvas.recolour();
    this.#view.requestUpdate();
  }

  /** The program runs with the inputs of Autograd, once for a result and a step. */
  #wantRun() {
    const { model } = this.#view;
    const key = `${model.shownStep}`;
    if (this.#runOf === model.live.good && this.#runs !== null && this.#runStep === key) return;
    [this.#runOf, this.#runStep] = [model.live.good, key];
    import('../../model/autograd/runs.js').then(({ Runs }) => {
      this.#runs ??= new Runs(model, () => this.#ran());
      this.#runs.want(model.doc.inputs);
    });
  }

  #runStep = '';

  #ran() {
    if (this.#runs?.busy) return;
    this.#turn++;
    this.#view.requestUpdate();
  }

  /** @param {string} text */
  take(text) {
    this.#ownText = text;
    this.#own = ownData(text);
    this.#turn++;
    this.#view.requestUpdate();
  }

  get #look() {
    const { state } = this.#view;
    return state.panes[state.active]?.drawing?.look ?? null;
  }

  /** What is written below the nodes of a picture in place of values. @param {Drawing | null} drawing */
  texts(drawing) {
    return drawing?.look?.texts ?? null;
  }

  select() {
    const { name } = this;
    return html`<select
      aria-label="What colours tell"
      title=${name === 'kind' ? 'Kinds of operators' : `${METRICS[name].title}: ${METRICS[name].help}`}
      data-testid="look"
      @change=${(/** @type {any} */ event) => this.#view.setGraph({ look: event.target.value })}
    >
      ${LOOKS.map((one) => html`<option value=${one} .selected=${one === name}>${NAMES[one]}</option>`)}
    </select>`;
  }

  key() {
    const look = this.#look;
    if (look === null || look.name !== this.name) return nothing;
    return look.name === 'kind' ? this.#kinds(look.kinds) : this.#numbers(look);
  }

  /** @param {Uint8Array} kinds */
  #kinds(kinds) {
    const view = this.#view;
    return html`<div class="key" role="group" aria-label="Kinds of operators" data-testid="key">
      ${kindCounts(kinds).map(
        ({ id, title, count }) =>
          html`<button
            data-kind=${id}
            title="Look for what is ${title}"
            aria-label="${count} ${title}"
            @click=${() => view.search(view.state.query === `kind:${id}` ? '' : `kind:${id}`)}
          >
            <span class="kind ${id}" aria-hidden="true"></span>
            <span>${count} <span class="word">${title}</span></span>
          </button>`,
      )}
    </div>`;
  }

  /** @param {import('../../model/graph/look.js').Look} look */
  #numbers(look) {
    const { title, help } = METRICS[/** @type {Exclude<LookName, 'kind'>} */ (look.name)];
    const view = this.#view;
    const drawing = view.state.panes[view.state.active]?.drawing;
    const failed = this.#runs?.diagnostics[0]?.message;
    const measured = look.name === 'saved' || look.name === 'gradient';
    if (look.top < 0 && look.wrong === null)
      return html`<div class="key" role="group" aria-label=${title} data-testid="key">
        ${
          look.name === 'own'
            ? this.#ownField()
            : html`<span title=${help}>${measured ? (failed ?? this.#waiting(title)) : this.#nothing(look)}</span>`
        }
      </div>`;
    return html`<div class="key" role="group" aria-label=${title} data-testid="key">
      <span title=${help}>${title}</span>
      ${
        look.top < 0
          ? nothing
          : html`<span class="mono">${amount(look.least, look.unit)}</span>
              <span class="ramp" aria-hidden="true"></span>
              <span class="mono">${amount(look.most, look.unit)}</span>
              <button data-testid="look-top" @click=${() => view.goToNode(view.state.active, look.top)}>
                most: ${drawing?.name(look.top)}
              </button>`
      }
      ${this.#wrong(look)}
      ${
        Number.isNaN(look.total)
          ? nothing
          : html`<span data-testid="look-total">${amount(look.total, look.unit)} in all</span>`
      }
      ${look.unknown > 0 ? html`<span class="bad">${look.unknown} unknown</span>` : nothing}
      ${look.name === 'own' ? this.#ownField() : nothing}
    </div>`;
  }

  /**
   * What is NaN or infinite: how many nodes, and the first of them.
   * @param {import('../../model/graph/look.js').Look} look
   */
  #wrong({ wrong }) {
    const view = this.#view;
    const counts = WRONG.map((title, kind) => ({
      title,
      count: kind === 0 ? 0 : (wrong?.filter((one) => one === kind).length ?? 0),
      first: wrong?.indexOf(kind) ?? -1,
    }));
    return counts
      .filter(({ count }) => count > 0)
      .reverse()
      .map(
        ({ title, count, first }) =>
          html`<button
            data-testid="look-wrong"
            title="Go to the first gradient that is ${title}"
            @click=${() => view.goToNode(view.state.active, first)}
          >
            <span class="kind wrong" aria-hidden="true"></span>
            <span>${count} ${title}</span>
          </button>`,
      );
  }

  /** @param {string} title */
  #waiting(title) {
    return this.#runs?.busy === false ? `no ${title} here` : 'running…';
  }

  /** @param {import('../../model/graph/look.js').Look} look */
  #nothing({ name, unknown }) {
    if (unknown > 0) return `${unknown} nodes state no shapes, or symbols`;
    return name === 'bytes' ? 'this text states no shapes' : 'nothing here';
  }

  #ownField() {
    return html`<textarea
        aria-label="Numbers by name of a node, as CSV or JSON"
        placeholder="mm, 1.5&#10;relu, 0.2"
        spellcheck="false"
        data-testid="own-data"
        .value=${this.#ownText}
        @change=${(/** @type {any} */ event) => this.take(event.target.value)}
      ></textarea>
      ${this.#ownText === '' ? nothing : this.#ownSaid()}`;
  }

  #ownSaid() {
    const { said, values } = this.#own;
    const shown = said === '' ? `${values.size} numbers` : said;
    return html`<span class=${said === '' ? 'muted' : 'bad'} data-testid="own-said">${shown}</span>`;
  }
}
