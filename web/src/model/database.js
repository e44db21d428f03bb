/**
 * The browser's large storage, as far as documents need it: two tables, one request at a time.
 *
 *   const record = await done((await table('seesaw', 'documents')).get(id));
 *   await written((await table('seesaw', 'documents')).put(record, id));
 */

const TABLES = ['documents', 'versions'];
/** One more whenever a table is added. */
const VERSION = 2;

/**
 * A table for one transaction.
 * @param {string} name of the database
 * @param {'documents' | 'versions'} which
 * @returns {Promise<IDBObjectStore>}
 */
export function table(name, which) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, VERSION);
    opening.onupgradeneeded = () => {
      const there = opening.result.objectStoreNames;
      for (const one of TABLES) if (!there.contains(one)) opening.result.createObjectStore(one);
    };
    opening.onerror = () => reject(opening.error);
    opening.onblocked = () => reject(new Error('an older page holds the storage'));
    opening.onsuccess = () => {
      const task = opening.result.transaction(which, 'readwrite');
      task.oncomplete = task.onabort = () => opening.result.close();
      resolve(task.objectStore(which));
    };
  });
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Of a request that writes: a full disk may undo it after it succeeded.
 * @param {IDBRequest} request
 * @returns {Promise<void>}
 */
export function written(request) {
  const task = /** @type {IDBTransaction} */ (request.transaction);
  return new Promise((resolve, reject) => {
    task.addEventListener('complete', () => resolve());
    task.addEventListener('abort', () => reject(task.error ?? new Error('the storage is full')));
  });
}
