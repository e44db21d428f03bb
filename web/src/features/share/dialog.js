/** The dialog Share: links and texts to copy, files to save. */
import { css, html, nothing } from 'lit';
import { copy, save } from '../../ui/files.js';
import { contentElement } from '../content.js';
import { Exports } from './exports.js';
import { define } from '../../ui/define.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('./exports.js').Form} Form */

const styles = css`
  .rows {
    display: grid;
    gap: var(--s3);
    padding: var(--s3) var(--s3) 0;
  }
  .row {
    display: grid;
    grid-template-columns: 190px minmax(0, 1fr);
    gap: var(--s1) var(--s3);
    align-items: baseline;
  }
  .row button {
    white-space: normal;
  }
  .row p {
    margin: 0;
  }
  .files {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
  }
  .said {
    margin: var(--s3);
    padding: var(--s2) var(--s3);
    border-radius: var(--radius);
    background: var(--good-soft);
    color: var(--good);
  }
  .said.bad {
    background: var(--warn-soft);
    color: var(--warn);
  }
  @container (max-width: 520px) {
    .row {
      grid-template-columns: 1fr;
    }
  }
  :host {
    container-type: inline-size;
  }
`;

/** @type {[Form, string, string][]} */
const FILES = [
  ['text', 'Result as text', 'What the result shows, in its format.'],
  ['json', 'Document (JSON)', 'Text, passes, options and view. Drop it here to open it again.'],
  ['html', 'Report (HTML)', 'One file without scripts, to read anywhere. Drop it here to open it again.'],
  [
    'svg',
    'Picture (SVG)',
    'The graph of the step that is shown, with the program in it. Drop it here to open it again.',
  ],
  ['png', 'Picture (PNG)', 'The graph as the view Graph shows it. Open that view first.'],
];

class Share extends contentElement(styles) {
  static properties = { ...super.properties, said: { state: true } };

  constructor() {
    super();
    /** @type {{ text: string, bad?: boolean } | null} */
    this.said = null;
  }

  get #exports() {
    return new Exports(this);
  }

  /**
   * Does what may fail with a message for a person.
   * @param {() => Promise<string | { text: string, bad: boolean }>} action
   */
  async #reported(action) {
    try {
      const done = await action();
      this.said = typeof done === 'string' ? { text: done } : done;
    } catch (error) {
      this.said = { text: /** @type {Error} */ (error).message, bad: true };
    }
  }

  /** @param {string} text @param {string} done */
  async #copied(text, done) {
    if (await copy(text)) return done;
    throw new Error('The browser refused to copy.');
  }

  #link = () =>
    this.#reported(async () => {
      const { address, long } = await this.#exports.link();
      const done = await this.#copied(address, 'The link is copied. It holds the whole document; no server keeps it.');
      const kilo = Math.round(address.length / 1000);
      return long
        ? {
            text:
              `${done} It is ${kilo},000 characters long, which some programs cut off: save the document ` +
              'as JSON to be safe.',
            bad: true,
          }
        : done;
    });

  #issue = () =>
    this.#reported(async () => {
      const { text, left } = await this.#exports.issue();
      const all = 'Markdown for an issue is copied: link, passes, text and difference.';
      const part =
        `Markdown for an issue is copied, without ${left.join(' and ')}: there was no room. ` +
        'Attach the document as JSON.';
      const done = await this.#copied(text, left.length > 0 ? part : all);
      return left.length > 0 ? { text: done, bad: true } : done;
    });

  #frame = () =>
    this.#reported(async () =>
      this.#copied(await this.#exports.frame(), 'The frame is copied: paste it into an HTML page.'),
    );

  #markdown = () =>
    this.#reported(async () => this.#copied(await this.#exports.markdown(), 'The link is copied as Markdown.'));

  #element = () =>
    this.#reported(async () => {
      const { text, left } = this.#exports.element();
      const done = await this.#copied(text, 'The element is copied: paste it into an HTML page.');
      const part = `The element is copied, without ${left.join(' and ')}: no attribute says that, the frame keeps it.`;
      return left.length > 0 ? { text: part, bad: true } : done;
    });

  /** @param {Form} form */
  #save = (form) =>
    this.#reported(async () => {
      const { name, content, type } = await this.#exports.file(form);
      save(name, content, type);
      return `${name} is saved.`;
    });

  render() {
    const ready = this.model.live.good !== null;
    return html`<div class="rows">
        <div class="row">
          <button data-testid="copy-link" autofocus ?disabled=${this.model.blank} @click=${this.#link}>
            Copy link
          </button>
          <p>
            Opens this document, at this step, anywhere. Text and passes are in the address itself, behind the #, which
            browsers do not send.
          </p>
        </div>
        <div class="row">
          <button data-testid="copy-markdown" ?disabled=${this.model.blank} @click=${this.#markdown}>
            Copy Markdown link
          </button>
          <p>The same link with its title, for a README, a comment or a chat.</p>
        </div>
        <div class="row">
          <button data-testid="copy-issue" ?disabled=${this.model.blank} @click=${this.#issue}>
            Copy for GitHub issue
          </button>
          <p>Link, text and a small difference, as Markdown.</p>
        </div>
        <div class="row">
          <button data-testid="copy-frame" ?disabled=${this.model.blank} @click=${this.#frame}>
            Copy frame (HTML)
          </button>
          <p>An iframe for documentation. It keeps nothing in the reader’s browser.</p>
        </div>
        <div class="row">
          <button data-testid="copy-element" ?disabled=${this.model.blank} @click=${this.#element}>
            Copy web component (HTML)
          </button>
          <p>
            A script and <code>&lt;seesaw-playground&gt;</code> with the text in it, which readers without JavaScript
            see, too. For pages on the server that the script is on.
          </p>
        </div>
      </div>
      <h3>Save as a file</h3>
      <div class="rows">
        ${FILES.map(
          ([form, title, what]) =>
            html`<div class="row">
              <button
                data-file=${form}
                ?disabled=${
                  this.model.blank || (form !== 'json' && !ready) || (form === 'png' && this.#exports.canvas === null)
                }
                @click=${() => this.#save(form)}
              >
                ${title}
              </button>
              <p>${what}</p>
            </div>`,
        )}
      </div>
      ${
        this.said === null
          ? nothing
          : html`<p class="said ${this.said.bad ? 'bad' : ''}" role="status">${this.said.text}</p>`
      }`;
  }
}
define('seesaw-share', Share);

/** @param {Context} context */
export const content = ({ model, commands }) =>
  html`<seesaw-share .model=${model} .commands=${commands}></seesaw-share>`;
