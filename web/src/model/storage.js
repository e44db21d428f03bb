/**
 * Where documents are kept in the browser, so that nothing is lost: not by a reload, not by a second tab, not by
 * opening an example over a text that somebody wrote.
 *
 *   const store = new DocumentStore('seesaw', titleOf);
 *   const kept = await store.restore();                 // { doc, history } or null
 *   store.save({ doc, history });                       // 'kept', or 'refused' when the browser keeps nothing
 *   store.fork();                                       // from here on another document
 *   store.recent();                                     // [{ id, title, time }], newest first, without this one
 *   await store.rename(id, 'mine'); await store.remove(id); await store.bringBack(id);
 *   await store.history.list(store.id);                 // earlier states (versions.js)
 *
 * Each document has an id. A tab remembers its id in sessionStorage and holds a lock on it, so that two tabs never
 * write to the same one. Texts are in localStorage, which takes them at once, even from a page that is being left;
 * where that is too small or full, in IndexedDB.
 */
import { LimitError } from '../../../wasm/js/limits.js';
import { asDocument, asName } from './document.js';
import { DocumentHistory } from './versions.js';
import { done, table, written } from './database.js';

/** @typedef {import('./document.js').Document} Document */
/**
 * @typedef {{ doc: Document, history?: unknown, copied?: boolean }} Kept `copied`: another tab has it open, this is a
 *   copy
 */
/**
 * @typedef {{ id: string, title: string, time: number, named?: boolean, long?: boolean, removed?: number }} Entry
 *   `long`: the newest state may be in IndexedDB
 */

/** Documents without a name that are kept, beside all that have one. */
const MAX_UNNAMED = 60;
/** What was removed can be brought back for so many milliseconds. */
const TRASH = 7 * 24 * 3600 * 1000;
/** Longer records go to IndexedDB: localStorage holds some five million characters for all of them. */
const LONG = 1_000_000;

/** @returns {string} */
const freshId = () => crypto.randomUUID?.() ?? String(Math.random()).slice(2);

/** Runs what a browser may refuse. @template T @param {() => T} action @param {T} otherwise @returns {T} */
function tried(action, otherwise) {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

/**
 * A record that can be opened, or null. Throws a LimitError.
 * @param {string | null} record
 * @returns {(Kept & { time?: number }) | null}
 */
function parsed(record) {
  try {
    const { doc, history, time } = JSON.parse(/** @type {string} */ (record));
    const valid = asDocument(doc);
    return valid === null ? null : { doc: valid, history, time };
  } catch (error) {
    if (error instanceof LimitError) throw error;
    return null;
  }
}

export class DocumentStore {
  #name;
  #titleOf;
  #id = freshId();
  /** @type {() => void} */
  #release = () => {};
  /**
   * What was last written, to be an earlier state one day.
   * @type {{ id: string, doc: Document, time: number } | null}
   */
  #last = null;

  /** Why documents were passed over that `restore` came upon. @type {LimitError[]} */
  refused = [];

  /**
   * @param {string} name prefix of everything that is stored
   * @param {(doc: Document, text: string) => string} titleOf what a document is called in lists
   */
  constructor(name, titleOf) {
    this.#name = name;
    this.#titleOf = titleOf;
    this.history = new DocumentHistory(name);
  }

  get id() {
    return this.#id;
  }

  /** @param {string} id */
  #key = (id) => `${this.#name}.document.${id}`;

  /** All that is known, newest first, removed ones too. @returns {Entry[]} */
  #index() {
    const stored = tried(() => JSON.parse(localStorage.getItem(`${this.#name}.documents`) ?? '[]'), []);
    if (!Array.isArray(stored)) return [];
    const valid = stored.filter(
      (one) => typeof one?.id === 'string' && typeof one.title === 'string' && Number.isFinite(one.time),
    );
    return valid.sort((one, other) => other.time - one.time);
  }

  /** @param {Entry[]} entries */
  #setIndex(entries) {
    return tried(() => (localStorage.setItem(`${this.#name}.documents`, JSON.stringify(entries)), true), false);
  }

  /** Documents, this one first. */
  list() {
    const kept = this.#index().filter((one) => one.removed === undefined);
    return [...kept.filter((one) => one.id === this.#id), ...kept.filter((one) => one.id !== this.#id)];
  }

  /** What can be brought back, the last removed first. */
  removed() {
    const gone = this.#index().filter((one) => one.removed !== undefined);
    return gone.sort((one, other) => Number(other.removed) - Number(one.removed));
  }

  recent() {
    return this.list().filter((one) => one.id !== this.#id);
  }

  /** Whether another tab has this document open. @param {string} id */
  async #isElsewhere(id) {
    const held = await tried(() => navigator.locks?.query(), undefined)?.catch(() => undefined);
    return id !== this.#id && (held?.held ?? []).some((lock) => lock.name === this.#key(id));
  }

  /**
   * @param {string} id
   * @param {string} name
   * @returns {Promise<boolean>} false if it is gone, cannot be opened, or is open in another tab
   */
  async rename(id, name) {
    const kept = (await this.#isElsewhere(id)) ? null : await this.read(id).catch(() => null);
    if (kept === null) return false;
    const { time = Date.now() } = this.#index().find((one) => one.id === id) ?? {};
    return (await this.#write(id, { ...kept, doc: { ...kept.doc, name: asName(name) } }, time)) === 'kept';
  }

  /**
   * Out of the lists; it can be brought back for a week.
   * @param {string} id
   * @returns {Promise<boolean>} false if another tab has it open
   */
  async remove(id) {
    if (await this.#isElsewhere(id)) return false;
    return this.#setIndex(this.#index().map((one) => (one.id === id ? { ...one, removed: Date.now() } : one)));
  }

  /** @param {string} id */
  bringBack(id) {
    this.#setIndex(
      this.#index().map(({ removed, ...one }) => (one.id === id || removed === undefined ? one : { ...one, removed })),
    );
  }

  /**
   * Takes a document for this tab alone; false if another tab has it.
   * @param {string} id
   * @returns {Promise<boolean>}
   */
  #claim(id) {
    const { locks } = navigator;
    if (!locks) return Promise.resolve(true);
    return new Promise((resolve) => {
      const hold = (/** @type {Lock | null} */ lock) => {
        if (lock === null) return resolve(false);
        this.#release();
        const held = new Promise((release) => (this.#release = () => release(undefined)));
        resolve(true);
        return held;
      };
      locks.request(this.#key(id), { ifAvailable: true }, hold).catch(() => resolve(true));
    });
  }

  /** @param {string} id */
  #own(id) {
    this.#id = id;
    tried(() => sessionStorage.setItem(`${this.#name}.tab`, id), undefined);
  }

  /** What this tab had; in a new tab, the newest. @returns {Promise<Kept | null>} */
  async restore() {
    const mine = tried(() => sessionStorage.getItem(`${this.#name}.tab`), null);
    const candidates = [...(mine === null ? [] : [mine]), ...this.list().map((one) => one.id)];
    this.#purge();
    for (const id of candidates) {
      const kept = await this.read(id).catch((/** @type {LimitError} */ error) => (this.refused.push(error), null));
      if (kept === null) continue;
      const free = await this.#claim(id);
      if (!free) await this.#claim(this.#id);
      this.#own(free ? id : this.#id);
      return this.#opened(kept, !free);
    }
    // Nobody else can have a fresh id: there is nothing to wait for.
    this.#claim(this.#id);
    this.#own(this.#id);
    return null;
  }

  /** What is stored of a document, as it is. @param {string} id @returns {Promise<string | null>} */
  async record(id) {
    return tried(() => localStorage.getItem(this.#key(id)), null) ?? this.#far(id);
  }

  /** Throws a LimitError. @param {string} id @returns {Promise<Kept | null>} */
  async read(id) {
    const near = parsed(tried(() => localStorage.getItem(this.#key(id)), null));
    const long = this.#index().find((one) => one.id === id)?.long === true;
    const far = near !== null && !long ? null : parsed(await this.#far(id));
    const [newest] = [near, far]
      .filter((one) => one !== null)
      .sort((one, other) => (other.time ?? 0) - (one.time ?? 0));
    return newest === undefined ? null : { doc: newest.doc, history: newest.history };
  }

  /** What IndexedDB has of a document. @param {string} id @returns {Promise<string | null>} */
  async #far(id) {
    try {
      return await done((await table(this.#name, 'documents')).get(id));
    } catch {
      return null;
    }
  }

  /**
   * Opens a kept document in this tab; null if it is gone. Throws a LimitError.
   * @param {string} id
   * @returns {Promise<Kept | null>}
   */
  async open(id) {
    const kept = await this.read(id);
    const free = kept !== null && (await this.#claim(id));
    if (free) this.#own(id);
    else this.fork();
    return kept === null ? null : this.#opened(kept, !free);
  }

  /** What is opened, under a name of its own if it is a copy. @param {Kept} kept @param {boolean} copied */
  #opened({ doc, history }, copied) {
    const name = copied && doc.name !== '' ? asName(`${doc.name.slice(0, 70)} (copy)`) : doc.name;
    const opened = { doc: { ...doc, name }, history, copied };
    this.#remember(opened.doc);
    return opened;
  }

  /** What is saved from here on is another document. */
  fork() {
    const id = freshId();
    this.#claim(id);
    this.#own(id);
  }

  /** @param {Document} doc */
  #remember(doc) {
    this.#last = { id: this.#id, doc, time: Date.now() };
  }

  /** @param {Kept} kept @returns {Promise<'kept' | 'refused'>} settled at once unless the text is very long */
  async save(kept) {
    const before = this.#last;
    this.#remember(kept.doc);
    const settled = this.#write(this.#id, kept, Date.now());
    if (before !== null && before.id === this.#id) this.history.add(before, kept.doc).catch(() => {});
    return settled;
  }

  /** @param {string} id @param {Kept} kept @param {number} time @returns {Promise<'kept' | 'refused'>} */
  async #write(id, kept, time) {
    const record = JSON.stringify({ ...kept, time });
    const { name, text } = kept.doc;
    const entry = { id, title: this.#titleOf(kept.doc, text), time, ...(name ? { named: true } : {}) };
    if (record.length < LONG && this.#put(id, record)) {
      this.#note(entry);
      return 'kept';
    }
    this.#note({ ...entry, long: true });
    try {
      const before = tried(() => localStorage.getItem(this.#key(id)), null);
      await written((await table(this.#name, 'documents')).put(record, id));
      // Until here the state before it was kept; one that was saved meanwhile stays.
      if (before !== null)
        tried(
          () => localStorage.getItem(this.#key(id)) === before && localStorage.removeItem(this.#key(id)),
          undefined,
        );
      return 'kept';
    } catch {
      return 'refused';
    }
  }

  /** @param {string} id @param {string} record */
  #put(id, record) {
    return tried(() => (localStorage.setItem(this.#key(id), record), true), false);
  }

  /** @param {Entry} entry */
  #note(entry) {
    const entries = [entry, ...this.#index().filter((one) => one.id !== entry.id)].sort(
      (one, other) => other.time - one.time,
    );
    const unnamed = entries.filter((one) => !one.named && one.id !== this.#id && one.removed === undefined);
    this.#setIndex(entries);
    for (const old of unnamed.slice(MAX_UNNAMED)) this.#isElsewhere(old.id).then((is) => is || this.#forget(old.id));
  }

  /** What was removed long ago goes for good. */
  #purge() {
    for (const { id, removed } of this.#index())
      if (removed !== undefined && Date.now() - removed > TRASH) this.#forget(id);
  }

  /** @param {string} id */
  #forget(id) {
    tried(() => localStorage.removeItem(this.#key(id)), undefined);
    this.#setIndex(this.#index().filter((one) => one.id !== id));
    table(this.#name, 'documents')
      .then((documents) => documents.delete(id))
      .catch(() => {});
    this.history.forget(id).catch(() => {});
  }
}
