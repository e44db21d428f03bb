/**
 * Which passes would change the graph as it is now, each alone behind those that are there.
 *
 *   fires.ask();                                    // once for each result; somebody looks for a pass
 *   fires.of('cse_pass');                           // 12 nodes fewer: -12; null: nothing changes, or it is not known
 */

/** @typedef {import('./model.js').Model} Model */

/** Nodes above which no pass is tried: each takes its time. */
const MOST = 20_000;

export class Fires {
  #model;
  /** @type {{ of: object | null, by: Map<string, number> }} */
  #known = { of: null, by: new Map() };

  /** @param {Model} model */
  constructor(model) {
    this.#model = model;
  }

  /** By name: by how many nodes each pass that changes something changes their number; null: not known. */
  get all() {
    return this.#known.of !== null && this.#known.of === this.#model.live.good ? this.#known.by : null;
  }

  async ask() {
    const { live, description, doc } = this.#model;
    const { good } = live;
    if (good === null || live.stale || good.nodes > MOST || this.#known.of === good) return;
    const passes = (description?.passes ?? []).map(({ name }) => name);
    const { value } = await live.ask('fires', { passes, ambientGrad: doc.ambientGrad }).catch(() => ({ value: null }));
    if (value === null || live.good !== good) return;
    this.#known = { of: good, by: new Map(value) };
    this.#model.notify();
  }
}
