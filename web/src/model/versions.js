/**
 * Earlier states of documents, by time: what undo cannot bring back after a reload, or after a paste over everything.
 *
 *   const history = new DocumentHistory('seesaw');
 *   await history.add(before, after);              // keeps `before` if it is worth it
 *   await history.list(id);                        // [{ time, title, lines, passes }], newest first
 *   await history.read(id, time);                  // a document, or null
 *
 * A state is kept when the last one is a minute old, or when a change takes away much of the text. Old states get
 * rarer: of many, the one goes whose newer neighbour is nearest, measured by its age.
 */
import { LimitError } from '../../../wasm/js/limits.js';
import { asDocument, asName } from './document.js';
import { done, table, written } from './database.js';

/** @typedef {import('./document.js').Document} Document */
/** @typedef {{ time: number, name: string, lines: number, passes: number }} Version */

const EVERY = 60_000;
const MAX_VERSIONS = 40;
/** Characters of all states of a document; beyond this the oldest go. */
const ROOM = 20_000_000;
/** The part of a text whose loss at one blow is worth a state of its own. */
const MUCH = 0.3;

/** The one of many times that is missed least. @param {number[]} times falling @param {number} now */
export function leastMissed(times, now) {
  let [best, least] = [times.length - 1, Infinity];
  for (let i = 1; i < times.length - 1; i++) {
    const gap = (times[i - 1] - times[i]) / (now - times[i] + EVERY);
    if (gap < least) [best, least] = [i, gap];
  }
  return best;
}

/**
 * A state for the list of them: one that is over a limit is there too, and opening it says so.
 * @param {unknown} stored
 * @returns {Pick<Document, 'name' | 'text' | 'pipeline'> | null}
 */
function listed(stored) {
  try {
    return asDocument(stored);
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    const { name, pipeline } = /** @type {Record<string, any>} */ (stored);
    return { name: asName(name), text: '', pipeline: Array.isArray(pipeline) ? pipeline : [] };
  }
}

export class DocumentHistory {
  #name;
  /** When the last state of a document was kept. @type {Map<string, number>} */
  #kept = new Map();

  /** @param {string} name of the database */
  constructor(name) {
    this.#name = name;
  }

  /** @param {string} id */
  #range = (id) => IDBKeyRange.bound([id, 0], [id, Infinity]);

  /** @param {{ id: string, doc: Document, time: number }} before @param {Document} after @param {boolean} [always] */
  async add(before, after, always = false) {
    const same =
      before.doc.text === after.text && JSON.stringify(before.doc.pipeline) === JSON.stringify(after.pipeline);
    if (same && !always) return;
    const now = Date.now();
    const lost = before.doc.text.length - after.text.length > MUCH * before.doc.text.length;
    if (!always && !lost && now - (this.#kept.get(before.id) ?? 0) < EVERY) return;
    if (before.doc.text.trim() === '' || before.doc.text.length > ROOM) return;
    this.#kept.set(before.id, now);
    const { doc, time } = before;
    const versions = await table(this.#name, 'versions');
    await written(versions.put({ time, size: doc.text.length, doc }, [before.id, time]));
    await this.#thin(before.id);
  }

  /** @param {string} id */
  async #thin(id) {
    const all = await this.#all(id);
    const gone = [];
    while (all.length > MAX_VERSIONS)
      gone.push(
        ...all.splice(
          leastMissed(
            all.map((one) => one.time),
            Date.now(),
          ),
          1,
        ),
      );
    let room = ROOM;
    for (const one of all) if ((room -= one.size) < 0) gone.push(one);
    if (gone.length === 0) return;
    const versions = await table(this.#name, 'versions');
    await Promise.all(gone.map((one) => done(versions.delete([id, one.time]))));
  }

  /** Newest first. @param {string} id @returns {Promise<{ time: number, size: number, doc: unknown }[]>} */
  async #all(id) {
    const all = await done((await table(this.#name, 'versions')).getAll(this.#range(id)));
    return all.filter((one) => Number.isFinite(one?.time)).reverse();
  }

  /** @param {string} id @returns {Promise<Version[]>} */
  async list(id) {
    return (await this.#all(id)).flatMap(({ time, doc: stored }) => {
      const doc = listed(stored);
      return doc === null
        ? []
        : [{ time, name: doc.name, lines: doc.text.split('\n').length, passes: doc.pipeline.length }];
    });
  }

  /** Throws a LimitError. @param {string} id @param {number} time @returns {Promise<Document | null>} */
  async read(id, time) {
    const found = await done((await table(this.#name, 'versions')).get([id, time]));
    return asDocument(found?.doc);
  }

  /** @param {string} id */
  async forget(id) {
    await done((await table(this.#name, 'versions')).delete(this.#range(id)));
  }
}
