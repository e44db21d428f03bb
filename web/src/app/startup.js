/**
 * How a page begins: which document, and what waits until its first result is on the screen.
 *
 *   const startup = new Startup(element, model);
 *   startup.start();                                   // before the first rendering
 *   const { doc, history } = await startup.document;
 * startup.restored(); startup.answered();          // the editor has the text; the engine has said something to it
 *   await startup.shown;
 */
import { emptyDocument } from '../model/document.js';
import { FIRST, START } from '../model/examples.js';
import { givenDocument } from './attributes.js';
import { COPIED, exampleDocument } from './open_document.js';

/** @typedef {import('../model/document.js').Document} Document */
/** @typedef {import('../model/storage.js').Kept} Kept */

/** When the next frame is on the screen; in a page that nobody sees, soon. */
const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 1000);
  });

/** What somebody sees who has never been here: the example that shows what this is for, with its picture. */
async function startDocument() {
  const doc = await exampleDocument(START);
  const graph = { ...doc.view.graph, groupBy: /** @type {const} */ ('grad'), outline: false };
  const parts = { source: true, passes: true };
  return { ...doc, view: { ...doc.view, tab: 'graph', pane: /** @type {const} */ ('output'), step: 0, graph, parts } };
}

export class Startup {
  #element;
  #model;
  /** What the browser kept, or what the attributes ask for. @type {Promise<Kept> | null} */
  document = null;
  /** @type {() => void} */
  restored = () => {};
  /** @type {() => void} */
  answered = () => {};
  /** The editor has the text. @type {Promise<void>} */
  ready = new Promise((resolve) => (this.restored = resolve));
  /** What the engine said to the first text is on the screen. */
  shown = new Promise((/** @type {(value?: unknown) => void} */ resolve) => (this.answered = resolve)).then(painted);

  /**
   * @param {import('./attributes.js').Asking} element whose attributes are read
   * @param {import('../model/model.js').Model} model
   */
  constructor(element, model) {
    this.#element = element;
    this.#model = model;
  }

  start() {
    this.document = this.#first();
  }

  /** @returns {Promise<Kept>} */
  async #first() {
    const { saved, remember } = this.#model;
    const kept = await saved.start(remember);
    // Every tab begins with the last document; a document with a name is said to be a copy.
    if (kept?.copied && kept.doc.name !== '') this.#model.tell(COPIED, 'also');
    return kept ?? { doc: await this.#given() };
  }

  /** What the attributes ask for; without a text, the first example. @returns {Promise<Document>} */
  async #given() {
    const complain = (/** @type {string} */ what) => this.#model.tell(what, 'also');
    const given = await givenDocument(this.#element, complain).catch(
      (error) => (complain(String(error.message ?? error)), null),
    );
    if (given !== null && given.text !== null) return { ...given, text: given.text };
    // Who asked for something sees that or what is wrong, and never another graph.
    const { src, passes, readonly, links } = this.#element;
    if (src !== null || passes !== null || (readonly && !links)) {
      if (src === null) complain('There is no graph here: this element has no text inside of it, and no src.');
      return { ...(given ?? emptyDocument()), text: '' };
    }
    if (given !== null && this.#model.saved.isStranger && !this.#model.readonly) return startDocument();
    const first = await exampleDocument(FIRST);
    return given === null
      ? first
      : {
          ...first,
          ...given,
          text: first.text,
          example: first.example,
          pipeline: given.pipeline.length > 0 ? given.pipeline : first.pipeline,
        };
  }
}
