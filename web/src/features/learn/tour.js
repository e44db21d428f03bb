/**
 * A short tour of the page: a card beside one part after the other. Nothing on the page is blocked; Escape or Skip ends
 * it, arrows go on and back. Whoever has seen it, or skipped it, is not offered it again.
 *
 *   <seesaw-tour .model=${model} .commands=${commands} .at=${0}></seesaw-tour>
 *
 * It fires `tour-moved` with the next place, or null at the end.
 */
import { css, html, nothing } from 'lit';
import { keyName } from '../../ui/keys.js';
import { contentElement } from '../content.js';
import { define } from '../../ui/define.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {{ part: string, pane: 'text' | 'passes' | 'output', title: string, text: string }} Stop */

/** @type {Stop[]} */
const STOPS = [
  {
    part: '.source',
    pane: 'text',
    title: 'Source',
    text:
      'Paste here what PyTorch printed, logs and all, or write a forward function. It is read while you ' +
      'type; mistakes are marked and listed with a remedy.',
  },
  {
    part: '.passes',
    pane: 'passes',
    title: 'Passes',
    text:
      'They run from top to bottom. Add one, move it, switch it off, set its options; the line under ' +
      'each says how long it took and how many nodes there are after it.',
  },
  {
    part: '.why-bar, .why-bar + *',
    pane: 'passes',
    title: 'Why',
    text:
      'What a pass decided for each region, and the condition that decided it. Click an entry to find ' +
      'its lines in the source.',
  },
  {
    part: '.output',
    pane: 'output',
    title: 'Result',
    text:
      'The rewritten program, as PyTorch would have printed it: as text, as a difference, as a picture. ' +
      'The steps above show it after each pass.',
  },
  {
    part: '.head',
    pane: 'text',
    title: 'Everything else',
    text:
      `Examples say what to look at. Share puts the whole document into a link. ${keyName('Ctrl+K')} ` +
      'finds anything by name, and ? lists the keys. What you write is ' +
      'kept in this browser, and sent ' +
      'nowhere.',
  },
];
const WIDTH = 320;
const GAP = 12;

const styles = css`
  :host {
    position: fixed;
    z-index: 20;
    inset: 0;
    padding: 0;
    pointer-events: none;
  }
  .ring {
    position: fixed;
    border: 2px solid var(--accent);
    border-radius: 6px;
    box-shadow: 0 0 0 9999px rgb(10 14 20 / 35%);
    transition: all 0.18s ease-out;
  }
  .card {
    position: fixed;
    width: ${WIDTH}px;
    max-width: calc(100vw - 24px);
    padding: var(--s3) var(--s4);
    border: 1px solid var(--line-strong);
    border-radius: 8px;
    background: var(--surface);
    color: var(--text);
    box-shadow: 0 8px 28px rgb(0 0 0 / 28%);
    pointer-events: auto;
    font: 13px/1.5 var(--sans);
  }
  h2 {
    color: var(--text);
    font-size: 14px;
  }
  .buttons {
    display: flex;
    gap: var(--s2);
    align-items: center;
    margin-top: var(--s2);
  }
  @media (prefers-reduced-motion: reduce) {
    .ring {
      transition: none;
    }
  }
`;

class Tour extends contentElement(styles) {
  static properties = { ...super.properties, at: { type: Number }, box: { state: true } };

  constructor() {
    super();
    this.at = 0;
    /** Where the part is on the screen. @type {DOMRect | null} */
    this.box = null;
    /** What had the focus before. @type {HTMLElement | null} */
    this.returnTo = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.returnTo = /** @type {HTMLElement | null} */ (/** @type {ShadowRoot} */ (this.getRootNode()).activeElement);
    addEventListener('resize', this.#place);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('resize', this.#place);
    this.returnTo?.focus();
  }

  /** @param {Map<string, unknown>} changed */
  async updated(changed) {
    if (!changed.has('at')) return;
    const { pane } = STOPS[this.at];
    this.commands.openReference(null);
    this.model.setView({ pane });
    await this.commands.updated();
    this.#place();
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('[data-testid=tour-next]'))?.focus();
  }

  #place = () => {
    const parts = [.../** @type {ShadowRoot} */ (this.getRootNode()).querySelectorAll(STOPS[this.at].part)].map((one) =>
      one.getBoundingClientRect(),
    );
    if (parts.length === 0) return void (this.box = null);
    const [left, top] = [Math.min(...parts.map((one) => one.left)), Math.min(...parts.map((one) => one.top))];
    const [right, bottom] = [
      Math.max(...parts.map((one) => one.right)),
      Math.min(innerHeight, Math.max(...parts.map((one) => one.bottom))),
    ];
    this.box = new DOMRect(left, top, right - left, bottom - top);
  };

  /** @param {number | null} at */
  #move(at) {
    const next = at === null || at >= STOPS.length ? null : Math.max(0, at);
    this.dispatchEvent(new CustomEvent('tour-moved', { detail: next }));
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    const to = { Escape: null, ArrowRight: this.at + 1, ArrowLeft: this.at - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#move(to);
  };

  /** Beside the part where there is room, inside it otherwise. @param {DOMRect} box */
  #corner({ left, right, top, bottom }) {
    const [wide, high] = [innerWidth, innerHeight];
    const x =
      right + GAP + WIDTH < wide
        ? right + GAP
        : left - GAP - WIDTH > 0
          ? left - GAP - WIDTH
          : Math.min(Math.max(12, left + GAP), Math.max(12, wide - WIDTH - 12));
    const y = bottom - top < 80 ? bottom + GAP : top + 56;
    return `left: ${x}px; top: ${Math.min(y, high - 220)}px`;
  }

  /** Styles are set from here: attributes of style are not allowed by the page's policy. */
  #arrange() {
    const { box } = this;
    if (box === null) return;
    const set = (/** @type {string} */ selector, /** @type {string} */ style) => {
      const element = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(selector));
      if (element) element.style.cssText = style;
    };
    set(
      '.ring',
      `left: ${box.left + 1}px; top: ${box.top + 1}px; width: ${box.width - 2}px; height: ${box.height - 2}px`,
    );
    set('.card', this.#corner(box));
  }

  render() {
    const { title, text } = STOPS[this.at];
    const last = this.at === STOPS.length - 1;
    this.updateComplete.then(() => this.#arrange());
    return html`<div class="ring"></div>
      <div class="card" role="dialog" aria-labelledby="tour-title" aria-describedby="tour-text" @keydown=${this.#key}>
        <h2 id="tour-title">${title} <span class="muted">${this.at + 1} of ${STOPS.length}</span></h2>
        <p id="tour-text" aria-live="polite">${text}</p>
        <div class="buttons">
          ${
            last
              ? nothing
              : html`<button class="quiet" data-testid="tour-skip" @click=${() => this.#move(null)}>Skip</button>`
          }
          <span class="grow"></span>
          ${
            this.at > 0
              ? html`<button data-testid="tour-back" @click=${() => this.#move(this.at - 1)}>Back</button>`
              : nothing
          }
          <button data-testid="tour-next" @click=${() => this.#move(this.at + 1)}>${last ? 'Done' : 'Next'}</button>
        </div>
      </div>`;
  }
}
define('seesaw-tour', Tour);
