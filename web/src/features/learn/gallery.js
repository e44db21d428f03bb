/** The gallery of examples: by topic, with a search over title, hint, passes and sentences. */
import { css, html, nothing } from 'lit';
import { EXAMPLES } from '../../model/examples.js';
import { contentElement } from '../content.js';
import { define } from '../../ui/define.js';

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
  .count {
    flex: none;
    font-size: 12px;
  }
`;

/** All words of a query are in the example somewhere. @param {Example} example @param {string} query */
function matches({ title, topic, hint, look, try: attempt, pipeline }, query) {
  const text = [title, topic, hint, look, attempt, ...pipeline.map((step) => step.name)].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

class Gallery extends contentElement(styles) {
  static properties = { ...super.properties, query: {} };

  constructor() {
    super();
    /** What is searched for. */
    this.query = '';
  }

  /** @param {Example} example */
  #card(example) {
    return html`<li>
      <button data-example=${example.id} @click=${() => this.commands.open.example(example.id)}>
        <b>${example.title}</b><span class="muted">${example.hint}</span>
        <span class="passes mono">${example.pipeline.map((step) => step.name).join(', ')}</span>
      </button>
    </li>`;
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
          @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === 'Enter' && found.length > 0 && this.commands.open.example(found[0].id)}
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
define('seesaw-gallery', Gallery);

/** @param {Context} context */
export const content = ({ model, commands }) =>
  html`<seesaw-gallery .model=${model} .commands=${commands}></seesaw-gallery>`;
