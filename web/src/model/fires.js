/**
 * Which passes would change the graph as it is now, each alone behind those that are there.
 *
 *   fires.ask();                                    // once for each result; somebody looks for a pass
 *   fires.of('cse_pass');                           // 12 nodes fewer: -12; null: nothing changes, or it is not known
 */

/** @typedef {import('./model.js').Model} Model */

/** Nodes above which no pass is tried: each takes its time. */
const MOST = 20_000;
/** Milliseconds between two looks at a graph that still changes, and how often it is looked at. */
const PAUSE = 50;
const MOST_TIMES = 400;

export class Fires {
  #model;
  /** @type {{ of: object | null, passes: number, by: Map<string, number> }} */
  #known = { of: null, passes: 0, by: new Map() };

  #asks = false;

  /** @param {Model} model */
  constructor(model) {
    this.#model = model;
  }

  /** By name: by how many nodes each pass that changes something changes their number; null: not known. */
  get all() {
    return this.#isKnown(this.#model.live.good) ? this.#known.by : null;
  }

  /** The whole engine has more passes than the one that is there first. @param {object | null} good */
  #isKnown(good) {
    const { of, passes } = this.#known;
    return of !== null && of === good && passes === (this.#model.description?.passes ?? []).length;
  }

  /** While the graph still changes, its last result is waited for, and asked about. */
  async ask() {
    if (this.#asks) return;
    this.#asks = true;
    try {
      for (let again = 0; again < MOST_TIMES && !(await this.#askOnce()); again++);
    } finally {
      this.#asks = false;
    }
  }

  /** Whether there is nothing more to ask. */
  async #askOnce() {
    const { live, description, doc } = this.#model;
    const { good } = live;
    if (good === null || live.stale || live.pending) {
      await new Promise((again) => setTimeout(again, PAUSE));
      return false;
    }
    if (good.nodes > MOST || this.#isKnown(good)) return true;
    const offered = description?.passes ?? [];
    let passes = offered.map(({ name }) => name);
    /** @type {[string, number][]} */
    const all = [];
    while (passes.length > 0) {
      const request = { passes, ambientGrad: doc.ambientGrad };
      const { value } = await live.ask('fires', request).catch(() => ({ value: null }));
      if (live.good !== good) return false;
      if (value === null) return true;
      all.push(...value.found);
      passes = passes.slice(value.tried);
    }
    this.#known = { of: good, passes: offered.length, by: new Map(all) };
    this.#model.notify();
    return this.#isKnown(live.good);
  }
}
