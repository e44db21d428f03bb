/**
 * `<seesaw-film>`: every single rewrite of the pipeline, one after the other: the graph as it was, what was done and
 * why, the text's difference, and whether it still computes the same.
 *
 *   <seesaw-film .model=${model} .good=${model.live.good}></seesaw-film>
 *
 * Space plays, the arrows step. What the next rewrite takes is ringed; what the last one made has the colours of
 * changes.
 */
import { LitElement, html, nothing } from 'lit';
import { LARGE } from '../../model/graph/closed.js';
import { compacted } from '../../model/graph/compact.js';
import { Drawing } from '../../model/graph/drawing.js';
import { titleOf } from '../../model/titles.js';
import { verdictOf } from '../../text/verdict.js';
import '../../ui/canvas/canvas.js';
import { drawingColours } from '../../ui/canvas/palette.js';
import { define } from '../../ui/define.js';
import { save } from '../../ui/files.js';
import { shared } from '../../ui/styles.js';
import { filmStyles } from './styles.js';

/** @typedef {import('../../engine/film/film.js').Shot} Shot */
/** @typedef {import('../../engine/film/film.js').ShotAnswer} ShotAnswer */
/** @typedef {import('../../../../wasm/js/index.js').CheckAnswer} CheckAnswer */

/** Milliseconds: how fast nodes move, and how long a shot stays, with so many for each character to be read. */
const PACE = 620;
const SHOWN = 1100;
const READING = 18;
const LONGEST = 4200;
/** Shots that are compared with the input by themselves, and the nodes of a program up to which they are. */
const COMPARED = 60;
const SMALL = 400;
/** A picture is shown whole as long as it can be read then; else what is rewritten, with so much around it. */
const READABLE = 0.32;
const AROUND = 120;

export class FilmView extends LitElement {
  static properties = {
    model: { attribute: false },
    good: { attribute: false },
    theme: {},
    plan: { state: true },
    at: { state: true },
    playing: { state: true },
    withText: { state: true },
    problem: { state: true },
    compared: { state: true },
    saving: { state: true },
  };

  static styles = [shared, drawingColours, filmStyles];

  /** @type {ShotAnswer | null} */
  #shot = null;
  /** @type {Drawing | null} */
  #drawing = null;
  /** The shot that is asked for: the last one counts. */
  #wanted = -1;
  #asking = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Somebody moved the picture: it is not moved any more. */
  #moved = false;
  /** Names of parameters, buffers and constants of a large program. @type {Set<string>} */
  #weights = new Set();

  constructor() {
    super();
    /** @type {import('../contract.js').Model} */
    this.model = /** @type {any} */ (null);
    /** @type {import('../../engine/protocol.js').EvaluateAnswer | null} */
    this.good = null;
    this.theme = 'system';
    /** @type {Shot[] | null} */
    this.plan = null;
    this.at = 0;
    this.playing = false;
    this.withText = true;
    this.problem = '';
    /** By shot. @type {Map<number, CheckAnswer>} */
    this.compared = new Map();
    this.saving = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener('keydown', this.#key);
    this.#sizes.observe(this);
    // Another view may have had another result meanwhile.
    if (this.hasUpdated) this.#begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.removeEventListener('keydown', this.#key);
    this.#sizes.disconnect();
    this.stop();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('good')) this.#begin();
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has('theme')) this.#canvas?.recolour();
  }

  get #canvas() {
    return /** @type {import('../../ui/canvas/canvas.js').Canvas | null} */ (
      this.renderRoot.querySelector('seesaw-canvas')
    );
  }

  async #begin() {
    const { good } = this;
    this.stop();
    this.problem = '';
    this.compared = new Map();
    if (good === null) return;
    const { value, diagnostics } = await this.#ask('film', {});
    if (good !== this.good || !this.isConnected) return;
    this.problem = value === null ? (diagnostics[0]?.message ?? 'there is no film of this') : '';
    this.plan = value;
    this.#shot = null;
    this.#wanted = -1;
    if (value === null) return;
    if (good.nodes > LARGE) {
      const inputs = (await this.#ask('inputs', { step: 0 })).value ?? [];
      this.#weights = new Set(
        inputs
          .filter((/** @type {{ kind: string }} */ { kind }) => kind !== 'input')
          .map((/** @type {{ name: string }} */ { name }) => name),
      );
    }
    await this.go(Math.min(this.at, value.length - 1));
    this.#compare(good);
  }

  /** @param {string} method @param {object} request */
  #ask(method, request) {
    return this.model.live
      .ask(method, request)
      .catch((/** @type {Error} */ error) => ({ value: null, diagnostics: [{ message: error.message }] }));
  }

  /** Whether each shot computes what the input does. @param {unknown} good */
  async #compare(good) {
    const { plan, model } = this;
    if (plan === null || plan.length > COMPARED || (model.live.good?.nodes ?? Infinity) > SMALL) return;
    for (let at = 1; at < plan.length; at++) {
      const { value } = await this.#ask('shotCheck', { at, ambientGrad: model.doc.ambientGrad });
      if (good !== this.good || !this.isConnected) return;
      if (value !== null) this.compared = new Map(this.compared).set(at, value);
      if (value?.verdict === 'unknown') return;
    }
  }

  /** Shows a shot. @param {number} at @param {1 | -1} [direction] where to look if it is none */
  async go(at, direction = 1) {
    const { plan } = this;
    if (plan === null) return;
    this.at = this.#wanted = Math.max(0, Math.min(plan.length - 1, at));
    if (this.#asking) return;
    this.#asking = true;
    while (this.#wanted !== (this.#shot?.at ?? -1) && this.plan === plan && this.isConnected) {
      const asked = this.#wanted;
      const { value } = await this.#ask('shot', { at: asked });
      if (this.plan !== plan) break;
      if (value !== null) this.#take(value);
      else if (this.#wanted === asked && asked > 0 && asked < plan.length - 1)
        this.at = this.#wanted = asked + direction;
      else break;
    }
    this.#asking = false;
    this.requestUpdate();
  }

  /** @param {ShotAnswer} shot */
  #take(shot) {
    const first = this.#shot === null;
    this.#shot = shot;
    // Parameters stand beside who uses them, as in the picture of the graph.
    const { picture } = shot;
    const large = picture.nodes.count > LARGE;
    this.#drawing = new Drawing(large ? compacted(picture, this.#weights) : picture, shot.at, picture);
    this.requestUpdate();
    this.updateComplete.then(() => this.#look(first));
  }

  /** All of it if it can be read then, else what the rewrite made. @param {boolean} first of its film */
  #look(first) {
    const canvas = this.#canvas;
    const [shot, drawing] = [this.#shot, this.#drawing];
    if (canvas === null || shot === null || drawing === null || (this.#moved && !first)) return;
    const near = drawing.around(shot.made) ?? drawing.around(shot.next);
    const whole = canvas.camera.fitted(...drawing.bounds).scale >= READABLE;
    if (near === null || whole) return canvas.fit();
    const [left, top, width, height] = near;
    canvas.fit([left - AROUND, top - AROUND, width + 2 * AROUND, height + 2 * AROUND]);
  }

  /** Once the canvas knows its size, too. */
  #sizes = new ResizeObserver(() => requestAnimationFrame(() => this.#look(false)));

  /** @param {1 | -1} direction */
  step(direction) {
    this.stop();
    return this.go(this.at + direction, direction);
  }

  /** @param {1 | -1} direction */
  stepPass(direction) {
    const { plan } = this;
    if (plan === null) return;
    const step = plan[this.at].step;
    const first = (/** @type {number} */ one) => plan.findIndex((shot) => shot.step === one);
    const later = plan.findIndex((shot) => shot.step > step);
    const before = plan[first(step) - 1]?.step ?? 0;
    this.stop();
    return this.go(direction > 0 ? (later < 0 ? plan.length - 1 : later) : first(before));
  }

  toggle() {
    if (this.playing) this.stop();
    else this.play();
  }

  play() {
    if (this.plan === null || this.plan.length < 2) return;
    this.playing = true;
    this.#moved = false;
    if (this.at === this.plan.length - 1) this.go(0);
    this.#next(SHOWN / 2);
  }

  stop() {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  /** @param {number} after */
  #next(after) {
    this.#timer = setTimeout(async () => {
      const { plan } = this;
      if (!this.playing || plan === null) return;
      await this.go(this.at + 1);
      if (this.at >= plan.length - 1) return this.stop();
      if (this.playing) this.#next(timeOf(plan[this.at]));
    }, after);
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [target] = /** @type {Element[]} */ (event.composedPath());
    const onButton = target.localName === 'button';
    /** @type {Record<string, () => unknown>} */
    const keys = {
      ' ': () => this.toggle(),
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      Home: () => (this.stop(), this.go(0)),
      End: () => (this.stop(), this.go(Infinity, -1)),
    };
    const run = onButton && event.key === ' ' ? undefined : keys[event.key];
    if (run === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };

  /** A node of this shot, chosen everywhere else. @param {number} node */
  async #pick(node) {
    const drawing = this.#drawing;
    if (node < 0 || drawing === null || this.plan === null) return;
    const lineages = [drawing.lineage(node)];
    const { step } = this.plan[this.at];
    for (const one of step > 0 ? [step, step - 1] : [0]) {
      const { value } = await this.#ask('find', { step: one, lineages });
      const found = value?.[0];
      if (found) return this.model.selection.choose([{ step: one, ...found, lineage: lineages[0] }]);
    }
  }

  async #save() {
    const { plan, model } = this;
    if (plan === null) return;
    this.saving = true;
    try {
      const { filmFile } = await import('./export.js');
      const title = titleOf({ name: model.doc.name, example: model.example }, model.source.head);
      const { content, left } = await filmFile(model, plan, title, (at) => this.#ask('shot', { at }));
      save(`${title.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 60) || 'film'}.film.svg`, content, 'image/svg+xml');
      const most = left > 0 ? ` Its first rewrites only: ${left} more had no room.` : '';
      model.tell(`The film is saved: drop it on this page to open it again.${most}`, 'also');
    } catch (error) {
      model.tell(`The film cannot be saved: ${/** @type {Error} */ (error).message}`);
    }
    this.saving = false;
    this.#shot = null;
    this.go(this.at);
  }

  #passes() {
    const plan = /** @type {Shot[]} */ (this.plan);
    const steps = [...new Set(plan.map(({ step }) => step))].filter((step) => step > 0);
    if (steps.length < 2) return nothing;
    return html`<div class="passes">
      ${steps.map((step) => {
        const first = plan.findIndex((shot) => shot.step === step);
        const { pass, of } = plan[first];
        return html`<button
          .style=${`flex-grow: ${of}`}
          aria-pressed=${plan[this.at]?.step === step}
          title="${pass}: ${of === 1 ? '1 rewrite' : `${of} rewrites`}"
          @click=${() => (this.stop(), this.go(first))}
        >
          ${pass}
        </button>`;
      })}
    </div>`;
  }

  /** Where values or gradients first change. */
  get #breaks() {
    const out = [];
    let last = 'equal';
    for (const [at, { verdict, what }] of this.compared) {
      if (verdict === 'differs' && what !== last) out.push(at);
      last = verdict === 'differs' ? (what ?? 'value') : verdict;
    }
    return out;
  }

  #controls() {
    const plan = /** @type {Shot[]} */ (this.plan);
    const last = plan.length - 1;
    const { pass, count, of } = plan[this.at];
    const said = this.at === 0 ? 'the input' : `${pass}, rewrite ${count} of ${of}`;
    return html`<div class="controls" role="group" aria-label="The film">
      <button class="play" data-testid="film-play" ?disabled=${last === 0} title="Space" @click=${() => this.toggle()}>
        ${this.playing ? 'Stop' : 'Play'}
      </button>
      <button
        class="icon"
        aria-label="Rewrite before"
        title="Rewrite before (←)"
        ?disabled=${this.at === 0}
        @click=${() => this.step(-1)}
      >
        ‹
      </button>
      <button
        class="icon"
        aria-label="Next rewrite"
        title="Next rewrite (→)"
        data-testid="film-next"
        ?disabled=${this.at === last}
        @click=${() => this.step(1)}
      >
        ›
      </button>
      <div class="track">
        <input
          type="range"
          min="0"
          max=${last}
          step="1"
          .value=${String(this.at)}
          aria-label="Rewrite"
          aria-valuetext=${said}
          data-testid="film-track"
          @input=${(/** @type {any} */ event) => (this.stop(), this.go(Number(event.target.value)))}
        />
        ${
          this.#breaks.length > 0
            ? html`<div class="marks" aria-hidden="true">
                ${this.#breaks.map((at) => html`<i .style=${`left: ${(100 * at) / Math.max(1, last)}%`}></i>`)}
              </div>`
            : nothing
        }
        ${this.#passes()}
      </div>
      <span class="count" data-testid="film-count">${this.at} of ${last}</span>
      <button aria-pressed=${this.withText} @click=${() => (this.withText = !this.withText)}>Text</button>
      <button
        data-testid="film-save"
        ?disabled=${this.saving || last === 0}
        title="An animated picture (SVG) with the document in it"
        @click=${() => this.#save()}
      >
        ${this.saving ? 'Saving…' : 'Save'}
      </button>
    </div>`;
  }

  #verdict() {
    const { compared, at } = this;
    if (at === 0) return nothing;
    const answer = compared.get(at);
    if (answer === undefined) return nothing;
    const { kind, short, text, from, to } = verdictOf(answer);
    return html`<span class="check ${kind}" title=${text} data-testid="film-verdict"
      >${short}${from === '' ? '' : ` ${from} → ${to}`}</span
    >`;
  }

  #subtitle() {
    const plan = /** @type {Shot[]} */ (this.plan);
    const { title, reason, warning, pass, count, of } = plan[this.at];
    const head = plan.length === 1 ? 'No pass changes this program: there is nothing to play.' : title;
    return html`<div class="subtitle ${warning ? 'warning' : ''}" role="status" data-testid="film-subtitle">
      <div class="said">
        <b>${head}</b>
        <p>
          ${reason === '' ? nothing : html`${reason}. `}${
            this.at === 0
              ? plan.length > 1
                ? `${rewrites(plan.length - 1)}; what the next one takes is ringed.`
                : nothing
              : html`<span class="mono">${pass}</span> ${count} of ${of}`
          }
        </p>
      </div>
      ${this.#verdict()}
    </div>`;
  }

  #text() {
    const shot = this.#shot;
    if (!this.withText || shot === null || shot.at === 0) return nothing;
    const lines = shot.diff.split('\n').slice(0, -1);
    const kinds = /** @type {Record<string, string>} */ ({ '+': 'more', '-': 'less', '@': 'place' });
    return html`<pre class="text" tabindex="0" aria-label="What changed in the text" data-testid="film-text">
${lines.map((line) => html`<span class=${kinds[line[0]] ?? ''}>${line || ' '}</span>`)}${
        shot.more > 0 ? html`<span class="place">${shot.more} more lines</span>` : nothing
      }${lines.length === 0 ? html`<span class="place">Its text is the same.</span>` : nothing}</pre>`;
  }

  render() {
    if (this.problem !== '') return html`<p class="wait muted">There is no film of this: ${this.problem}</p>`;
    if (this.plan === null) return html`<p class="wait muted">Finding the single rewrites…</p>`;
    const text = this.#text();
    const shot = this.#shot;
    return html`${this.#controls()} ${this.#subtitle()}
      <div class="body ${text === nothing ? '' : 'with-text'}">
        <seesaw-canvas
          .drawing=${this.#drawing}
          .flash=${new Set(shot?.next)}
          .pace=${PACE}
          .map=${(this.#drawing?.count ?? 0) > 12}
          label="The graph after rewrite ${this.at}"
          description="Space plays, the arrow keys step from one rewrite to the next."
          @camera-moved=${() => (this.#moved = true)}
          @node-pick=${(/** @type {CustomEvent} */ { detail }) => this.#pick(detail.node)}
        ></seesaw-canvas>
        ${text}
      </div>`;
  }
}

/** @param {number} count */
const rewrites = (count) => (count === 1 ? 'One rewrite follows' : `${count} rewrites follow`);

/** How long a shot stays. @param {Shot} shot */
export const timeOf = ({ title, reason }) => Math.min(LONGEST, SHOWN + READING * (title.length + reason.length));

define('seesaw-film', FilmView);
