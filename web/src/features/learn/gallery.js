/**
 * The gallery of examples: by topic, with a search over title, hint, passes and sentences. Passes that lie are caught
 * while one looks: each is run, and its values and gradients are compared.
 */
import { css, html, nothing } from 'lit';
import { EXAMPLES, exampleText, loadWords, wordsOf } from '../../model/examples.js';
import { contentElement } from '../content.js';
import { define } from '../../ui/define.js';
import { verdictOf } from '../../text/verdict.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('../../model/examples.js').Example} Example */

const styles = css`
  .search {
    display: flex;
    align-items: center;
    gap: var(--s3);
    padding: var(--s3) var(--s3) 0;
  }
  .cards {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr));
    gap: var(--s2);
    padding: 0 var(--s3);
  }
  .cards button {
    display: grid;
    align-content: start;
    gap: 2px;
    width: 100%;
    height: 100%;
    padding: var(--s2) var(--s3);
    text-align: left;
  }
  .cards b {
    font-weight: 600;
  }
  .passes {
    color: var(--accent);
    font-size: 11px;
    overflow-wrap: anywhere;
  }
  .cards li {
    display: grid;
    grid-template-rows: 1fr auto;
  }
  .found {
    color: var(--error);
    font-size: 13px;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .found.none {
    color: var(--muted);
    font-weight: 400;
  }
  .from {
    margin: 0;
    padding: 2px var(--s3);
    font-size: 12px;
  }
  .count {
    flex: none;
    font-size: 12px;
  }
`;

/** Pull requests, too: GitHub goes on to them. */
const ISSUES = 'https://github.com/pytorch/pytorch/issues/';

/** All words of a query are in the example somewhere. @param {Example} example @param {string} query */
function matches({ id, title, topic, hint, pipeline }, query) {
  const { look = '', try: attempt = '' } = wordsOf(id) ?? {};
  const text = [title, topic, hint, look, attempt, ...pipeline.map((step) => step.name)].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

class Gallery extends contentElement(styles) {
  static properties = { ...super.properties, query: {}, judged: { state: true } };

  constructor() {
    super();
    /** What is searched for. */
    this.query = '';
    /** What was found out of those that are about that, just now, by id. @type {Map<string, string>} */
    this.judged = new Map();
  }

  connectedCallback() {
    super.connectedCallback();
    loadWords().then(
      () => this.requestUpdate(),
      () => {},
    );
    this.#judge();
  }

  /** One after the other; the engine has others to serve. */
  async #judge() {
    for (const { id, seen, pipeline, ambientGrad } of EXAMPLES.filter((one) => one.seen.length > 0)) {
      if (!this.isConnected || this.judged.has(id)) continue;
      const said = await exampleText(id)
        .then((text) => this.model.engine.call('judge', { text, passes: pipeline, ambientGrad }))
        .then(({ value, diagnostics }) => (value === null ? diagnostics[0]?.message : sentence(value.answer)))
        .catch((/** @type {Error} */ error) => error.message);
      this.judged = new Map(this.judged).set(id, said ?? `equal here: seen in ${seen.join(', ')}`);
    }
  }

  /** @param {Example} example */
  #card(example) {
    return html`<li>
      <button data-example=${example.id} @click=${() => this.commands.open.example(example.id)}>
        <b>${example.title}</b><span class="muted">${example.hint}</span>
        ${example.seen.length > 0 ? this.#caught(example) : nothing}
        <span class="passes mono">${example.pipeline.map((step) => step.name).join(', ')}</span>
      </button>
      ${example.seen.length > 0 ? source(example) : nothing}
    </li>`;
  }

  /** @param {Example} example */
  #caught({ id }) {
    const said = this.judged.get(id);
    return html`<span class="found ${said === undefined ? 'none' : ''}" data-caught=${id}
      >${said ?? 'Running both programs…'}</span
    >`;
  }

  render() {
    const found = EXAMPLES.filter((one) => matches(one, this.query));
    const topics = [...new Set(EXAMPLES.map((one) => one.topic))].filter((topic) =>
      found.some((one) => one.topic === topic),
    );
    return html`<div class="search">
        <input
          type="search"
          autofocus
          aria-label="Search examples"
          placeholder="Search by title, pass, or what is in it"
          .value=${this.query}
          @input=${(/** @type {any} */ event) => (this.query = event.target.value)}
          @keydown=${(/** @type {KeyboardEvent} */ event) =>
            event.key === 'Enter' && found.length > 0 && this.commands.open.example(found[0].id)}
        />
        <span class="count muted" role="status">${found.length} of ${EXAMPLES.length}</span>
      </div>
      ${topics.map(
        (topic) =>
          html`<h3>${topic}</h3>
            <ul class="cards" aria-label=${topic}>
              ${found.filter((one) => one.topic === topic).map((one) => this.#card(one))}
            </ul>`,
      )}
      ${found.length === 0 ? html`<p class="prose muted">No example has all these words.</p>` : nothing}`;
  }
}
/** @param {import('../../../../wasm/js/index.js').CheckAnswer} answer */
function sentence(answer) {
  const { verdict, short, from, to, text } = verdictOf(answer);
  if (verdict !== 'differs') return text;
  return `${short.replace('differ', 'changed')}${from === '' ? '' : `: ${from} → ${to}`}`;
}

/** Where it was seen, and who reported it. @param {Example} example */
function source({ seen, issue }) {
  const numbered =
    issue === '' ? nothing : html`, <a href=${ISSUES + issue} target="_blank" rel="noopener">#${issue}</a>`;
  return html`<p class="from muted">PyTorch ${seen.join(' and ')}${numbered}</p>`;
}

define('seesaw-gallery', Gallery);

/** @param {Context} context */
export const content = ({ model, commands }) =>
  html`<seesaw-gallery .model=${model} .commands=${commands}></seesaw-gallery>`;
