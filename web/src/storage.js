/**
 * Where documents are kept in the browser, so that nothing is lost: not by a reload, not by a second tab, not by opening
 * an example over a text that somebody wrote.
 *
 *   const store = new DocumentStore('seesaw');
 *   const kept = await store.restore();                 // { doc, history } or null
 *   store.save({ doc, history });                       // 'kept', or 'refused' when the browser keeps nothing
 *   store.fork();                                       // from here on another document
 *   store.recent();                                     // [{ id, title, time }], newest first, without this one
 *
 * Each document has an id. A tab remembers its id in sessionStorage and holds a lock on it, so that two tabs never write
 * to the same one. Texts are in localStorage, and where that is too small, in IndexedDB.
 */
import { asDocument } from './document.js';

/** @typedef {import('./document.js').Document} Document */
/** @typedef {{ doc: Document, history?: unknown }} Kept */
/** @typedef {{ id: string, title: string, time: number }} Entry */

const MOST = 12;
/** Longer records go to IndexedDB: localStorage holds some five million characters for all of them. */
const LONG = 1_000_000;

/** What a list of documents calls it: the first class or function, or the first line. @param {string} text */
export function titleOf(text) {
  const head = text.slice(0, 4000);
  const named = /# File: [^\n]*?([\w.-]+):\d+ in/.exec(head) ?? /^\s*(?:class|def) (\S+?)[(:]/m.exec(head);
  const title = named?.[1] ?? head.trim().split('\n')[0] ?? '';
  const lines = text.split('\n').length;
  return `${title.slice(0, 40) || 'empty'}, ${lines} lines`;
}

/** @param {string} name @returns {Promise<IDBObjectStore>} */
function table(name) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('documents');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const task = opening.result.transaction('documents', 'readwrite');
      task.oncomplete = task.onabort = () => opening.result.close();
      resolve(task.objectStore('documents'));
    };
  });
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

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

export class DocumentStore {
  #name;
  #id = freshId();
  /** @type {() => void} */
  #release = () => {};

  /** @param {string} name prefix of everything that is stored */
  constructor(name) {
    this.#name = name;
  }

  /** @param {string} id */
  #key = (id) => `${this.#name}.document.${id}`;

  /** @returns {Entry[]} */
  #index() {
    const stored = tried(() => JSON.parse(localStorage.getItem(`${this.#name}.documents`) ?? '[]'), []);
    if (!Array.isArray(stored)) return [];
    const valid = stored.filter((one) => typeof one?.id === 'string' && typeof one.title === 'string' && Number.isFinite(one.time));
    return valid.sort((one, other) => other.time - one.time);
  }

  recent() {
    return this.#index().filter((one) => one.id !== this.#id);
  }

  /** Takes a document for this tab alone; false if another tab has it. @param {string} id @returns {Promise<boolean>} */
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
  async #own(id) {
    this.#id = id;
    tried(() => sessionStorage.setItem(`${this.#name}.tab`, id), undefined);
  }

  /** What this tab had; in a new tab, the newest. @returns {Promise<Kept | null>} */
  async restore() {
    const mine = tried(() => sessionStorage.getItem(`${this.#name}.tab`), null);
    const candidates = [...(mine === null ? [] : [mine]), ...this.#index().map((one) => one.id)];
    for (const id of candidates) {
      const kept = await this.read(id);
      if (kept === null) continue;
      const free = await this.#claim(id);
      if (!free) await this.#claim(this.#id);
      await this.#own(free ? id : this.#id);
      return kept;
    }
    await this.#claim(this.#id);
    await this.#own(this.#id);
    return null;
  }

  /** @param {string} id @returns {Promise<Kept | null>} */
  async read(id) {
    try {
      const stored = localStorage.getItem(this.#key(id)) ?? (await done((await table(this.#name)).get(id)));
      const record = JSON.parse(stored);
      const doc = asDocument(record.doc);
      return doc === null ? null : { doc, history: record.history };
    } catch {
      return null;
    }
  }

  /** Opens a kept document in this tab; null if it is gone. @param {string} id @returns {Promise<Kept | null>} */
  async open(id) {
    const kept = await this.read(id);
    if (kept !== null && (await this.#claim(id))) await this.#own(id);
    else this.fork();
    return kept;
  }

  /** What is saved from here on is another document. */
  fork() {
    const id = freshId();
    this.#claim(id);
    this.#own(id);
  }

  /** @param {Kept} kept @returns {Promise<'kept' | 'refused'>} settled at once unless the text is very long */
  async save(kept) {
    const id = this.#id;
    const record = JSON.stringify(kept);
    this.#note({ id, title: titleOf(kept.doc.text), time: Date.now() });
    if (record.length < LONG && this.#put(id, record)) return 'kept';
    try {
      tried(() => localStorage.removeItem(this.#key(id)), undefined);
      await done((await table(this.#name)).put(record, id));
      return 'kept';
    } catch {
      return 'refused';
    }
  }

  /** @param {string} id @param {string} record */
  #put(id, record) {
    for (;;) {
      if (tried(() => (localStorage.setItem(this.#key(id), record), true), false)) return true;
      const oldest = this.recent().at(-1);
      if (oldest === undefined) return false;
      this.#forget(oldest.id);
    }
  }

  /** @param {Entry} entry */
  #note(entry) {
    const entries = [entry, ...this.#index().filter((one) => one.id !== entry.id)];
    for (const old of entries.slice(MOST)) this.#forget(old.id);
    tried(() => localStorage.setItem(`${this.#name}.documents`, JSON.stringify(entries.slice(0, MOST))), undefined);
  }

  /** @param {string} id */
  #forget(id) {
    tried(() => {
      localStorage.removeItem(this.#key(id));
      const left = this.#index().filter((one) => one.id !== id);
      localStorage.setItem(`${this.#name}.documents`, JSON.stringify(left));
    }, undefined);
    table(this.#name)
      .then((documents) => documents.delete(id))
      .catch(() => {});
  }
}
