/**
 * Names of a scenario, and how long their values live.
 *
 * What: `Frame` binds names as Python does; `Lifetimes` counts how many names hold a tensor or node and lets it go with
 * the last one.
 * Why: in PyTorch a value dies with its last name, which gradients, accumulators and the records of
 * allow_mutation_on_saved_tensors show. The garbage collector of JavaScript promises no time.
 *
 *   frame.bind('a', t);  frame.unbind('a');      // t is released
 */
import { Node, Tensor } from '../tensor/index.js';
import { releaseAfterCall } from '../tensor/host.js';

/** @typedef {Tensor | Node} Owned */

/** @param {unknown} value @returns {value is Owned} */
const isOwned = (value) => value instanceof Tensor || value instanceof Node;

export class Lifetimes {
  /** @type {Map<Owned, number>} */
  #holders = new Map();
  /** What the running step made and no name holds yet. @type {Set<Owned>} */
  #loose = new Set();

  /** @template T @param {T} value a value that came from the engine @returns {T} */
  fresh(value) {
    this.#each(value, (item) => {
      if (!this.#holders.has(item)) this.#loose.add(item);
    });
    return value;
  }

  /** @param {unknown} value */
  hold(value) {
    this.#each(value, (item) => {
      this.#holders.set(item, (this.#holders.get(item) ?? 0) + 1);
      this.#loose.delete(item);
    });
  }

  /** @param {unknown} value */
  drop(value) {
    this.#each(value, (item) => {
      const left = (this.#holders.get(item) ?? 0) - 1;
      if (left > 0) {
        this.#holders.set(item, left);
        return;
      }
      this.#holders.delete(item);
      this.#loose.add(item);
    });
  }

  /** Releases what no name holds. */
  sweep() {
    for (const item of this.#loose) item.dispose();
    this.#loose.clear();
  }

  /**
   * Runs a user function: what it leaves behind goes when its result has been handed over.
   * @template T
   * @param {() => T} fn
   * @returns {T}
   */
  inFunction(fn) {
    const outer = this.#loose;
    this.#loose = new Set();
    try {
      return fn();
    } finally {
      const mine = this.#loose;
      this.#loose = outer;
      releaseAfterCall(() => {
        for (const item of mine) if (!this.#holders.has(item)) item.dispose();
      });
    }
  }

  /** Releases everything. */
  end() {
    this.sweep();
    for (const item of this.#holders.keys()) item.dispose();
    this.#holders.clear();
  }

  /** @param {unknown} value @param {(item: Owned) => void} visit */
  #each(value, visit) {
    const stack = [value];
    while (stack.length > 0) {
      const top = stack.pop();
      if (isOwned(top)) visit(top);
      else if (Array.isArray(top)) stack.push(...top);
    }
  }
}

export class Frame {
  /** @type {Map<string, unknown>} */
  #names = new Map();
  /** A function that was defined here may still look names up. */
  captured = false;

  /** @param {Lifetimes} lifetimes @param {Frame | null} outer */
  constructor(lifetimes, outer) {
    this.lifetimes = lifetimes;
    this.outer = outer;
  }
  /** @param {string} name @param {unknown} value */
  bind(name, value) {
    this.lifetimes.hold(value);
    this.unbind(name);
    this.#names.set(name, value);
  }
  /** @param {string} name */
  unbind(name) {
    if (!this.#names.has(name)) return;
    const before = this.#names.get(name);
    this.#names.delete(name);
    this.lifetimes.drop(before);
  }
  /** @param {string} name @returns {any} */
  get(name) {
    for (let frame = /** @type {Frame | null} */ (this); frame !== null; frame = frame.outer) {
      if (frame.#names.has(name)) return frame.#names.get(name);
    }
    throw new ReferenceError(`name '${name}' is not defined`);
  }
  /** @returns {Frame} */
  get top() {
    let frame = /** @type {Frame} */ (this);
    while (frame.outer !== null) frame = frame.outer;
    return frame;
  }
  /** All names with their values. */
  entries() {
    return [...this.#names];
  }
  leave() {
    if (this.captured) return;
    for (const name of [...this.#names.keys()]) this.unbind(name);
  }
}
