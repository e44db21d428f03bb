/**
 * Which object of JavaScript represents which handle.
 *
 * What: `wrapTensor(handle)` gives the one live object of a handle. Objects of tensors stand in pages of 32, as their
 * handles do in C++; a page is what the garbage collector reports.
 * Why: a weak reference and a finalizer for each tensor cost microseconds, many times a scalar operation. A page costs
 * them
 * once: its tensors live as long as one of them does. Tensors that are made by hand, and large ones, do not share a
 * page with passing results. But where C++ holds functions of JavaScript, a page could hold a graph whose hook holds a
 * tensor of that page, for good: then `loosenPages` lets each tensor keep itself.
 *
 *   wrapTensor(7) === wrapTensor(7)        // while anybody holds it
 */
import { native } from './core.js';

const PAGE = 32;

/** @typedef {import('./tensor.js').Tensor} Tensor */
/**
 * @typedef {{ index: number, objects: (Tensor | null | undefined)[], gone: number, loose: WeakRef<Tensor>[] | null }}
 *   Page
 */

/**
 * By number of page. `objects` counts the page objects whose end has not been reported: a page may be asked for again
 * after its object died and before the collector says so.
 * @type {(Entry | undefined)[]}
 */
const pages = [];
/** The page that was opened last. @type {Page | null} */
let recent = null;
/** @type {(handle: number, page: Page) => Tensor} */
let construct;

/** @param {(handle: number, page: Page) => Tensor} make */
export function setTensorConstructor(make) {
  construct = make;
}

/**
 * `slots`: of a loose page, how many objects of each slot have not been reported.
 * @typedef {{ index: number, ref: WeakRef<Page>, objects: number, released: boolean, slots: number[] }} Entry
 */

/** One page object of an entry is gone. @param {Entry} entry */
function forget(entry) {
  if (entry.released) return;
  entry.objects -= 1;
  if (entry.objects > 0) return;
  entry.released = true;
  pages[entry.index] = undefined;
  native._st_release_page(entry.index);
}
const finishedPages = new FinalizationRegistry(forget);

/** @param {number} index @returns {Page} */
function openPage(index) {
  /** @type {Page} */
  const page = { index, objects: new Array(PAGE).fill(null), gone: 0, loose: null };
  const ref = new WeakRef(page);
  let entry = pages[index];
  if (entry === undefined) {
    entry = { index, ref, objects: 1, released: false, slots: [] };
    pages[index] = entry;
  } else {
    entry.ref = ref;
    entry.objects += 1;
  }
  finishedPages.register(page, entry);
  recent = page;
  return page;
}

/** @param {number} handle not 0 @returns {Tensor} */
export function wrapTensor(handle) {
  const index = handle >>> 5;
  let page = recent;
  if (page === null || page.index !== index) page = pages[index]?.ref.deref() ?? openPage(index);
  const slot = handle & (PAGE - 1);
  const known = page.objects[slot];
  if (known) return known;
  if (page.loose !== null) return wrapLoose(handle, page, page.loose);
  const fresh = construct(handle, page);
  page.objects[slot] = fresh;
  return fresh;
}

/** One object of a slot is gone. @param {{ entry: Entry, handle: number }} gone */
function forgetLoose({ entry, handle }) {
  if (entry.released) return;
  const slot = handle & (PAGE - 1);
  entry.slots[slot] -= 1;
  if (entry.slots[slot] === 0) native._st_release_tensor(handle);
}
const finishedTensors = new FinalizationRegistry(forgetLoose);

/** @param {Tensor} t @param {Page} page @param {WeakRef<Tensor>[]} loose */
function watch(t, page, loose) {
  const entry = /** @type {Entry} */ (pages[page.index]);
  const slot = t.handle & (PAGE - 1);
  entry.slots[slot] = (entry.slots[slot] ?? 0) + 1;
  loose[slot] = new WeakRef(t);
  finishedTensors.register(t, { entry, handle: t.handle });
}

/** @param {number} handle @param {Page} page @param {WeakRef<Tensor>[]} loose @returns {Tensor} */
function wrapLoose(handle, page, loose) {
  const known = loose[handle & (PAGE - 1)]?.deref();
  if (known !== undefined && known.handle === handle) return known;
  const fresh = construct(handle, page);
  watch(fresh, page, loose);
  return fresh;
}

/** From now on the tensors of all pages live and die one by one. */
function loosenPages() {
  loosening = false;
  recent = null;
  for (const entry of pages) {
    const page = entry?.ref.deref();
    if (page === undefined || page.loose !== null) continue;
    page.loose = [];
    for (const t of page.objects) if (t) watch(t, page, page.loose);
    page.objects = [];
  }
}
let loosening = false;
/** C++ has come to hold something of JavaScript: when the running task is over, pages are loosened. */
export function loosenSoon() {
  if (loosening) return;
  loosening = true;
  setTimeout(loosenPages, 0);
}

/** @param {number} handle @returns {Tensor | null} */
export const wrapOrNull = (handle) => (handle === 0 ? null : wrapTensor(handle));

/** Lets the tensor of a handle go now. @param {number} handle @param {Page} page */
export function releaseTensor(handle, page) {
  native._st_release_tensor(handle);
  page.objects[handle & (PAGE - 1)] = null;
  page.gone += 1;
  if (page.gone < PAGE) return;
  // All handles of the page were given out and are free again.
  const entry = pages[page.index];
  if (recent === page) recent = null;
  if (entry !== undefined && entry.objects === 1) forget(entry);
}

/**
 * The objects of nodes: few, so each has its own weak reference.
 * @template {object} T
 */
export class WeakTable {
  /**
   * `objects` counts those whose end has not been reported.
   * @type {Map<number, { ref: WeakRef<T>, objects: number }>}
   */
  #entries = new Map();
  #release;
  #registry;

  /** @param {(handle: number) => void} release */
  constructor(release) {
    this.#release = release;
    this.#registry = new FinalizationRegistry((/** @type {number} */ handle) => this.#forget(handle));
  }

  /** @param {number} handle @param {(handle: number) => T} make @returns {T} */
  get(handle, make) {
    const entry = this.#entries.get(handle);
    const known = entry?.ref.deref();
    if (known !== undefined) return known;
    const fresh = make(handle);
    this.#entries.set(handle, { ref: new WeakRef(fresh), objects: (entry?.objects ?? 0) + 1 });
    this.#registry.register(fresh, handle, fresh);
    return fresh;
  }

  /** @param {number} handle @param {T} object */
  drop(handle, object) {
    this.#registry.unregister(object);
    this.#forget(handle);
  }

  /** @param {number} handle */
  #forget(handle) {
    const entry = this.#entries.get(handle);
    if (entry === undefined) return;
    entry.objects -= 1;
    if (entry.objects > 0) return;
    this.#entries.delete(handle);
    this.#release(handle);
  }
}
