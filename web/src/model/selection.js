/**
 * The nodes that are looked at, whoever chose them: a picture, a line of the source, a line of a result, a table, a
 * reason.
 *
 * What: a choice is made in one step of the pipeline; `namesIn` says what those nodes are called in any other one, by
 * lineages.
 * Why: each view marks the same choice, and none has to know which other views there are.
 *
 *   await selection.choose([{ step: 1, path: '', name: 'sin' }]);     // the source shows their line
 *   selection.namesIn(0);                                             // ['sin'], or [] until the engine has said so
 *   selection.lines({ first: 4, last: 4 });                           // the text chose: nodes of these lines
 */
import { related } from './graph/lineage.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {{ step: number, path: string, name: string, lineage?: number }} Chosen */

/** Nodes of one choice that are looked for in other steps; of more, the last ones. */
const MOST = 64;

/** @param {{ path: string, name: string }} node */
const qualified = ({ path, name }) => (path === '' ? name : `${path}.${name}`);

/** @param {string} node */
export const unqualified = (node) => ({
  path: node.slice(0, Math.max(0, node.lastIndexOf('.'))),
  name: node.slice(node.lastIndexOf('.') + 1),
});

export class Selection {
  #model;
  /** Counts choices: what is answered to an older one is dropped. */
  #turn = 0;
  /** @type {Chosen[]} */
  #nodes = [];
  /** The document's view when they were chosen: another node there is another choice. @type {string | null} */
  #viewNode = null;
  /** Lines of the text chose. */
  #fromText = false;
  /** Names by step, of one result. @type {{ good: unknown, names: Map<number, string[]> }} */
  #known = { good: null, names: new Map() };
  /** Lines of the text were chosen before it had a result. */
  #awaited = false;

  /** @param {Model} model */
  constructor(model) {
    this.#model = model;
  }

  /** @param {Chosen[]} nodes of one step @param {boolean} [fromText] */
  #take(nodes, fromText = false) {
    [this.#nodes, this.#viewNode, this.#fromText] = [nodes.slice(-MOST), this.#model.view.node, fromText];
    this.#known = { good: this.#model.live.good, names: new Map() };
    this.#awaited = false;
    return ++this.#turn;
  }

  /** Another text: what was chosen in the one before is no choice in it. */
  forget() {
    this.#nodes = [];
    this.#awaited = false;
    this.#turn++;
    this.#show(null);
  }

  /** A picture chose, and has put it into the document's view. @param {Chosen[]} nodes */
  picked(nodes) {
    const turn = this.#take(nodes);
    this.#follow(nodes.at(-1) ?? null, turn);
  }

  /** Lineages of what lines of the text chose; null: something else chose. @returns {Set<number> | null} */
  get ofText() {
    if (!this.#fromText || this.#model.view.node !== this.#viewNode) return null;
    return new Set(this.#nodes.map(({ lineage }) => lineage ?? 0).filter((one) => one > 0));
  }

  /** A picture shows what the text chose: the document's view is no other choice. */
  agrees() {
    this.#viewNode = this.#model.view.node;
  }

  /**
   * Chosen in a table, a printed result or a list.
   * @param {Chosen[]} nodes of one step; the last one is the one to show
   */
  async choose(nodes) {
    const last = nodes.at(-1);
    if (last === undefined) return;
    const model = this.#model;
    const turn = this.#take(nodes);
    if (last.step === model.shownStep) this.#show(qualified(last));
    const lineages = await this.#lineagesOf(nodes);
    if (turn !== this.#turn) return;
    this.#nodes.forEach((node, at) => (node.lineage = lineages[at]));
    if (last.step !== model.shownStep) this.#show((await this.#find(model.shownStep)).at(-1) ?? null);
    if (turn !== this.#turn) return;
    model.edits.chosenInGraph(this.#nodes.map((node) => ({ ...node, lineage: node.lineage ?? 0 })));
    await this.#follow(last, turn);
  }

  /** @param {string | null} node of the step that is shown */
  #show(node) {
    this.#viewNode = node;
    this.#model.setView({ node });
  }

  /**
   * Lines of the text were chosen. Where the text has no result yet, the next one is asked.
   * @param {{ first: number, last: number }} lines from 1
   */
  async lines(lines) {
    const model = this.#model;
    const { good } = model.live;
    const turn = ++this.#turn;
    this.#awaited = true;
    if (good === null || model.live.stale || model.live.pending) return;
    const { value: pairs } = await model.live.ask('lines', { step: 0 }).catch(() => ({ value: null }));
    const { first, last } = lines;
    const lineages = (pairs ?? []).filter(
      (/** @type {number} */ _, /** @type {number} */ at) =>
        at % 2 === 0 && pairs[at + 1] >= first && pairs[at + 1] <= last,
    );
    if (turn !== this.#turn || model.live.good !== good) return;
    const found = lineages.length === 0 ? [] : ((await this.#ask(0, lineages)) ?? []);
    if (turn !== this.#turn || model.live.good !== good) return;
    /** @type {Chosen[]} */
    const nodes = [];
    found.forEach((one, at) => one !== null && nodes.push({ step: 0, ...one, lineage: lineages[at] }));
    this.#take(nodes, true);
    // A picture chooses by itself, with what it knows of groups.
    if (model.graph === null) this.#show((await this.#find(model.shownStep)).at(-1) ?? null);
    else model.notify();
  }

  /** There is a result of the text: what its lines chose before is found. */
  answered() {
    if (this.#awaited) this.lines(this.#model.source.lines);
  }

  /**
   * @param {number} step
   * @param {number[]} lineages
   * @returns {Promise<({ path: string, name: string } | null)[] | null>}
   */
  #ask(step, lineages) {
    return this.#model.live.ask('find', { step, lineages }).then(
      ({ value }) => value,
      () => null,
    );
  }

  /** Names in another step. @param {number} step @returns {Promise<string[]>} */
  async #find(step) {
    const [turn, from] = [this.#turn, this.#nodes[0]?.step ?? 0];
    if (step === from) return this.#nodes.map(qualified);
    const own = await this.#lineagesOf(this.#nodes);
    const reports = this.#model.live.good?.reports ?? [];
    const lineages = [...related(reports, from, step, new Set(own.filter((one) => one > 0)))];
    const found = lineages.length === 0 ? [] : ((await this.#ask(step, lineages)) ?? []);
    const names = [...new Set(found.flatMap((one) => (one === null ? [] : [qualified(one)])))];
    if (turn === this.#turn) this.#known.names.set(step, names);
    return names;
  }

  /** @param {Chosen[]} nodes @returns {Promise<number[]>} 0: none is known */
  async #lineagesOf(nodes) {
    const out = [];
    for (const { step, path, name, lineage } of nodes) {
      const known = lineage ?? (await this.#details({ step, path, name }))?.lineage ?? 0;
      out.push(known);
    }
    return out;
  }

  /** @param {Chosen} node @returns {Promise<import('../engine/details.js').NodeDetails | null>} */
  #details({ step, path, name }) {
    return this.#model.live.ask('node', { step, path, name }).then(
      ({ value }) => value,
      () => null,
    );
  }

  /** The source shows the line; its cursor and the focus stay. @param {Chosen | null} node @param {number} turn */
  async #follow(node, turn) {
    const details = node === null ? null : await this.#details(node);
    if (turn === this.#turn && !this.#model.live.stale) this.#model.source.follow(details?.line ?? null);
  }

  /** What is chosen is called so after this step; none until that is known. @param {number} step @returns {string[]} */
  namesIn(step) {
    const { view, live, shownStep } = this.#model;
    const { good } = live;
    if (view.node !== this.#viewNode)
      this.#take(view.node === null ? [] : [{ step: shownStep, ...unqualified(view.node) }]);
    if (this.#nodes.length === 0 || good === null) return [];
    if (step === this.#nodes[0].step) return this.#nodes.map(qualified);
    if (this.#known.good !== good) this.#renew();
    const known = this.#known.names.get(step);
    if (known !== undefined) return known;
    this.#known.names.set(step, []);
    this.#find(step).then((names) => names.length > 0 && this.#model.notify());
    return [];
  }

  /** Another result has lineages of its own: nodes are known by their names. */
  #renew() {
    this.#known = { good: this.#model.live.good, names: new Map() };
    this.#nodes = this.#nodes.map(({ step, path, name }) => ({ step, path, name }));
  }
}
