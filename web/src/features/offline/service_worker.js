/**
 * Keeps the page working without a network. The build writes this file beside index.html as `offline.js`, with the
 * exact list of what it made in place of `BUILD`.
 *
 * All files of one version are kept together and served together, so that no page is made of two versions. A newer
 * version waits until the page asks for it (register.js). Only the page itself is served from here: a document that
 * embeds the element gets the files whose names hold a hash, which never change, and nothing else.
 */

/**
 * @type {{ version: string, page: string[], files: string[] }} `page`: files whose names stay the same from version to
 *   version
 */
const BUILD = JSON.parse('__SEESAW_BUILD__');

// The compiler takes this for a page's script.
const worker = /** @type {any} */ (self);
/** @type {string} */
const scope = worker.registration.scope;
const PREFIX = `seesaw ${scope} `;
const CACHE = PREFIX + BUILD.version;
const START = 'index.html';
/** Kept once they were fetched: Python, which most never ask for. Their names hold a hash. */
const LATER = /^(?:python\/|assets\/python_worker-)/;

/** The part of an address below this folder; null if it is outside. @param {string} address */
function pathOf(address) {
  const { origin, pathname } = new URL(address);
  const whole = origin + pathname;
  return whole.startsWith(scope) ? whole.slice(scope.length) || START : null;
}

/** @param {Response} response */
function checked(response) {
  if (!response.ok || response.redirected) throw new Error(`${response.url}: ${response.status}`);
  return response;
}

async function keepAll() {
  const cache = await caches.open(CACHE);
  const keep = async (/** @type {string} */ path, /** @type {RequestCache} */ how) => {
    const address = scope + path;
    if ((await cache.match(address)) === undefined)
      await cache.put(address, checked(await fetch(address, { cache: how })));
  };
  for (const path of BUILD.page) await keep(path, 'no-cache');
  // Hashed names are the same content in the browser's own cache, where the page has just put most of them.
  for (const path of BUILD.files) await keep(path, 'default');
}

/** The version before stays: pages that are still open load parts of it. */
async function dropOld() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {string} path @param {Request} request */
async function kept(path, request) {
  const [cache, names] = await Promise.all([caches.open(CACHE), caches.keys()]);
  const found = await cache.match(scope + path);
  if (found !== undefined) return found;
  for (const name of names) {
    const older = name.startsWith(PREFIX) ? await (await caches.open(name)).match(scope + path) : undefined;
    if (older !== undefined) return older;
  }
  const response = await fetch(request);
  if (LATER.test(path) && response.ok && !response.redirected) await cache.put(scope + path, response.clone());
  return response;
}

/** @param {string} clientId */
async function isPage(clientId) {
  const client = await worker.clients.get(clientId);
  return client !== undefined && pathOf(client.url) === START;
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(keepAll()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(dropOld()));
worker.addEventListener('message', (/** @type {any} */ event) => {
  if (event.data === 'take over') worker.skipWaiting();
});
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request, clientId } = event;
  const path = request.method === 'GET' ? pathOf(request.url) : null;
  if (path === null) return;
  if (request.mode === 'navigate') {
    if (path === START) event.respondWith(kept(START, request));
  } else if (path.startsWith('assets/') || LATER.test(path)) {
    event.respondWith(kept(path, request));
  } else if (BUILD.page.includes(path)) {
    event.respondWith(isPage(clientId).then((page) => (page ? kept(path, request) : fetch(request))));
  }
});
