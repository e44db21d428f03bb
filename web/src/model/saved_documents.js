/**
 * Keeps the document of a page in the browser: soon after each change, and at once when the page goes away.
 *
 *   const saved = new SavedDocuments(model, titleOf);
 *   const kept = await saved.start('seesaw');       // { doc, history } or null
 *   saved.changed();
 *   await saved.saveNow();
 *
 * Without a name to keep it under (an embed) nothing is stored. What is stored where: storage.js.
 */
import { LimitError } from '../../../wasm/js/limits.js';
import { asName } from './document.js';
import { DocumentStore } from './storage.js';

/** @typedef {import('./document.js').Document} Document */

const REFUSED =
  'This browser does not keep the document: its storage is blocked or full. Save the text before you leave.';
/** Milliseconds from a change to its being kept; texts of more characters than LONG wait longer. */
const DELAY = 250;
const LONG_DELAY = 1500;
const LONG = 500_000;

export class SavedDocuments {
  #model;
  #titleOf;
  #name = '';
  /** @type {DocumentStore | null} */
  #store = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #unsaved = false;
  /** Writes that go on. */
  #writing = 0;

  /** @param {import('./model.js').Model} model @param {(doc: Document, text: string) => string} titleOf */
  constructor(model, titleOf) {
    this.#model = model;
    this.#titleOf = titleOf;
  }

  /** @param {string | null} name null keeps nothing */
  async start(name) {
    this.#name = name || 'seesaw';
    if (name === null) return null;
    this.#store = new DocumentStore(this.#name, this.#titleOf);
    const kept = await this.#store.restore();
    for (const { sentences } of this.#store.refused.slice(0, 1))
      this.#model.tell(`A kept document was not opened, and is still kept: ${sentences}`, 'also');
    return kept;
  }

  /** Nobody has seen the tour here. */
  get isNew() {
    try {
      return this.#store !== null && localStorage.getItem(`${this.#name}.toured`) === null;
    } catch {
      return false;
    }
  }

  set isNew(is) {
    try {
      if (!is && this.#store !== null) localStorage.setItem(`${this.#name}.toured`, 'yes');
    } catch {
      // It is offered again, then.
    }
  }

  /** Nothing has ever been kept here. */
  get isStranger() {
    try {
      return this.#store !== null && localStorage.getItem(`${this.#name}.started`) === null;
    } catch {
      return false;
    }
  }

  /** Nobody is one who has made something. */
  #known() {
    try {
      localStorage.setItem(`${this.#name}.started`, 'yes');
    } catch {
      // The start is shown again, then.
    }
  }

  get id() {
    return this.#store?.id ?? '';
  }

  recent() {
    return this.#store?.recent() ?? [];
  }

  list() {
    return this.#store?.list() ?? [];
  }

  removed() {
    return this.#store?.removed() ?? [];
  }

  /** @param {string} id @param {string} name */
  async rename(id, name) {
    if (id !== this.id) return (await this.#store?.rename(id, name)) ?? false;
    this.#model.changeSetup({ name: asName(name) });
    await this.saveNow();
    return true;
  }

  /** @param {string} id */
  async remove(id) {
    return (await this.#store?.remove(id)) ?? false;
  }

  /** @param {string} id */
  bringBack(id) {
    this.#store?.bringBack(id);
  }

  /** Earlier states of a document; none where the browser keeps none. @param {string} id */
  async versions(id) {
    return (await this.#store?.history.list(id).catch(() => [])) ?? [];
  }

  /** Throws a LimitError. @param {string} id @param {number} time */
  async version(id, time) {
    const read = this.#store?.history.read(id, time).catch((error) => {
      if (error instanceof LimitError) throw error;
      return null;
    });
    return (await read) ?? null;
  }

  /** The record of a document as it is stored, also where it cannot be opened. @param {string} id */
  async stored(id) {
    return (await this.#store?.record(id)) ?? null;
  }

  /** A change is not in the browser's storage yet. */
  get pending() {
    return this.#store !== null && (this.#unsaved || this.#writing > 0);
  }

  changed() {
    this.#unsaved = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.saveNow, this.#model.source.length > LONG ? LONG_DELAY : DELAY);
  }

  saveNow = async () => {
    clearTimeout(this.#timer);
    if (this.#store === null || !this.#unsaved) return;
    this.#unsaved = false;
    const { doc, text, source, example } = this.#model;
    this.#writing++;
    const kept = await this.#store.save({ doc: { ...doc, example, text }, history: source.history });
    this.#writing--;
    if (kept === 'kept') return this.#known();
    this.#unsaved = true;
    this.#model.tell(REFUSED);
  };

  /** @param {BeforeUnloadEvent} event */
  beforeLeaving = (event) => {
    this.saveNow();
    if (this.#model.notice === REFUSED && !this.#model.blank) event.preventDefault();
  };

  /** What is saved from here on is another document. */
  fork() {
    this.saveNow();
    this.#store?.fork();
  }

  /** Throws a LimitError. @param {string} id */
  async open(id) {
    await this.saveNow();
    return (await this.#store?.open(id)) ?? null;
  }
}
