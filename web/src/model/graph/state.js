/**
 * What the graph view shows: pictures of the steps that are looked at, what is chosen in them, what a search found.
 *
 * What: `GraphState` asks the engine for pictures when the result or the view changed, one request at a time, and keeps
 * the choice: what is chosen in one picture is chosen in the others by where nodes came from (lineage.js).
 * Why: the components only draw; the page, its keys and its actions speak with this object.
 *
 *   const state = new GraphState(model, () => view.requestUpdate());
 *   state.begin();                                  // until state.end() the model asks for these pictures
 *   state.refresh();                                // after any change of the model
 *   state.pick(0, [3]); state.selectedIn(1);
 *   state.chosen;                                   // { step, path, name, node, drawing }
 */
import { LARGE, closedAtFirst } from './closed.js';
import { compacted, foldable } from './compact.js';
import { Drawing, noteFirsts } from './drawing.js';
import { Homes } from './homes.js';
import { drawnNode } from '../edits/origins.js';
import { related } from './lineage.js';
import { found } from './search.js';
import { unqualified } from '../selection.js';

/** @typedef {import('../model.js').Model} Model */
/** @typedef {import('../../engine/protocol.js').EvaluateAnswer} EvaluateAnswer */
/** @typedef {import('../../../../wasm/js/index.js').Diagnostic} Diagnostic */
/** @typedef {{ id: string, step: number, against: number | undefined }} Stage */
/** @typedef {Stage & { drawing: Drawing | null }} Pane */

/**
 * Which of the texts that each model opened has been grouped; they come again with the panel.
 * @type {WeakMap<Model, number>}
 */
const grouped = new WeakMap();

/** Stages side by side. */
const MAX_PANES = 6;

/** A node's name with the path of its graph, as a link has it. @param {{ path: string, name: string }} node */
const qualified = ({ path, name }) => (path === '' ? name : `${path}.${name}`);

export class GraphState {
  #model;
  #changed;
  /** @type {Pane[]} */
  panes = [];
  /** @type {Diagnostic[]} */
  diagnostics = [];
  loading = false;
  /** How often a person chose in a picture. */
  picks = 0;
  /** What the pictures were made for. @type {{ good: EvaluateAnswer | null, key: string }} */
  #made = { good: null, key: '' };
  #working = false;
  /** The groups are looked for that a large graph is seen in. */
  #closing = false;
  /** Names of what is no input of a person: parameters, buffers, constants. */
  #weights = new Set();
  /** The pane that has the focus. */
  active = 0;
  /**
   * Keys of the chosen nodes, and the step and the result they were chosen in; the last one is the one that the card
   * tells of.
   * @type {{ step: number, keys: string[], lineages: Set<number>, of: EvaluateAnswer | null }}
   */
  #choice = { step: 0, keys: [], lineages: new Set(), of: null };
  /** What is chosen follows the text's cursor. */
  fromText = false;
  #homes;
  /** Closed boxes that hold what was chosen elsewhere and is not drawn. @type {import('./homes.js').Home | null} */
  held = null;
  /** What is looked for in closed groups. */
  #sought = '';
  /** @type {Map<Drawing, Set<number>>} */
  #selected = new Map();
  /** The node of the document's view, as it was last read or written. @type {string | null} */
  #viewNode = null;
  query = '';
  /** @type {string | null} */
  queryError = null;
  /** @type {Map<Drawing, number[] | null>} */
  #found = new Map();
  /**
   * Lineages that a single rewrite touched, in the program before its pass.
   * @type {{ step: number, lineages: Set<number> } | null}
   */
  #flash = null;

  /** @param {Model} model @param {() => void} changed */
  constructor(model, changed) {
    this.#model = model;
    this.#changed = changed;
    this.#homes = new Homes(model);
  }

  /** The model asks the engine for these pictures from now on. */
  begin() {
    this.#model.graph = this;
  }

  /** Nobody shows them any more. */
  end() {
    if (this.#model.graph === this) this.#model.graph = null;
  }

  get #reports() {
    return this.#model.live.good?.reports ?? [];
  }

  /** What it is compared with. @param {number} step */
  #before(step) {
    return this.#model.view.against === 'previous' ? Math.max(0, step - 1) : 0;
  }

  /** Which steps to show, each with the one that its colours compare with. @returns {Stage[]} */
  #stages() {
    const { shownStep: step, view } = this.#model;
    const last = this.#reports.length;
    const before = this.#before(step);
    if (view.graph.panes === 'pair' && step > 0)
      return [
        { id: 'before', step: before, against: step },
        { id: 'main', step, against: before },
      ];
    const stages = [
      ...new Set(view.graph.stages.filter((one) => Number.isInteger(one) && one >= 0 && one <= last)),
    ].sort((one, other) => one - other);
    if (view.graph.panes === 'stages' && stages.length > 1) {
      return stages
        .slice(0, MAX_PANES)
        .map((one, at) => ({ id: `stage ${at}`, step: one, against: at > 0 ? stages[at - 1] : stages[1] }));
    }
    return [{ id: 'main', step, against: step === 0 ? undefined : before }];
  }

  /**
   * The pictures that the view asks for, as the engine is asked.
   * @returns {import('../../engine/protocol.js').PicturesWanted}
   */
  get wanted() {
    const { groupBy, collapsed } = this.#model.view.graph;
    const stages = this.#stages();
    const requests = stages.map(({ id, step, against }) => ({
      step,
      against,
      // What is only looked through holds nothing in its place.
      pane: this.#closing ? `${id} open` : id,
      beside: this.#closing ? '' : stages[0].id === id ? 'main' : stages[0].id,
      groupBy,
      collapsed,
    }));
    return { key: JSON.stringify(requests), requests };
  }

  /** What is on the screen, by pane. @returns {Map<string, import('../../../../wasm/js/index.js').Picture>} */
  get shown() {
    return new Map(this.panes.flatMap(({ id, drawing }) => (drawing === null ? [] : [[id, drawing.laid]])));
  }

  /** Makes pictures again if what is wanted is not what there is. They may have come with the result. */
  refresh() {
    const { good } = this.#model.live;
    if (good === null) return;
    if (!this.#working) this.#closeAtFirst(good);
    const { key, requests } = this.wanted;
    if (this.#working || (this.#made.good === good && this.#made.key === key)) return;
    this.#made = { good, key };
    if (good.pictures?.key === key) this.#drawn(good.pictures.answers, this.#stages());
    else this.#load(requests);
  }

  /** A large graph is first seen in its modules, unless somebody chose how. @param {EvaluateAnswer} good */
  #closeAtFirst(good) {
    const model = this.#model;
    const { graph } = model.view;
    const { opened } = model.live;
    if (!graph.auto || grouped.get(model) === opened || good.nodes <= LARGE || graph.groupBy !== 'none') return;
    grouped.set(model, opened);
    this.#closing = true;
    model.setView({ graph: { ...graph, groupBy: 'stack', collapsed: [] } });
    const { step } = this.#stages()[0];
    model.live.ask('inputs', { step }).then(
      ({ value }) => {
        const rows = /** @type {import('../../engine/protocol.js').InputWanted[]} */ (value ?? []);
        this.#weights = new Set(rows.filter(({ kind }) => kind !== 'input').map(({ name }) => name));
        for (const pane of this.panes) if (pane.drawing) pane.drawing = this.#drawing(pane.drawing.laid, pane.step);
        this.#changed();
      },
      () => {},
    );
  }

  /** The picture of a step with all groups open. @param {number} step @returns {Promise<Drawing | null>} */
  open(step) {
    return this.#homes.open(step, this.#model.view.graph.groupBy);
  }

  /**
   * Equal blocks of a pane are one card, or could be.
   * @param {Pane | undefined} pane
   * @returns {'yes' | 'no' | 'none'}
   */
  folded(pane) {
    if (!pane?.drawing || !foldable(pane.drawing.laid, this.#weights)) return 'none';
    const { picture, laid } = pane.drawing;
    return picture.groups.some(({ title }, at) => title !== laid.groups[at].title) ? 'yes' : 'no';
  }

  /** What the inputs of the shown pictures are in their module, once for each. @returns {Promise<boolean>} any */
  async nameInputs() {
    const { live } = this.#model;
    let any = false;
    if (live.good?.captured !== true) return any;
    for (const { drawing, step } of this.panes) {
      if (drawing === null || this.#named.has(drawing)) continue;
      this.#named.add(drawing);
      const rows = await live.ask('inputs', { step }).then(
        ({ value }) => /** @type {import('../../engine/protocol.js').InputWanted[]} */ (value ?? []),
        () => [],
      );
      drawing.targets = new Map(rows.flatMap(({ name, target }) => (target ? [[name, target]] : [])));
      any ||= drawing.targets.size > 0;
    }
    if (any) this.#changed();
    return any;
  }

  /** Pictures whose inputs have been asked for. @type {WeakSet<Drawing>} */
  #named = new WeakSet();

  /** Equal blocks become one card, or are seen each. @param {import('../document.js').Fold} fold */
  fold(fold) {
    this.#model.setView({ graph: { ...this.#model.view.graph, fold } });
    this.#take(
      this.panes.map((pane) =>
        pane.drawing ? { ...pane, drawing: this.#drawing(pane.drawing.laid, pane.step) } : pane,
      ),
    );
    this.#changed();
  }

  /** What groups of the text begin with, by key. @type {{ opened: number, firsts: Map<string, string> }} */
  #begin = { opened: -1, firsts: new Map() };

  /**
   * What is looked at stays there when groups close, or are others.
   * @param {import('../../../../wasm/js/index.js').Picture} picture
   */
  #noted(picture) {
    const { opened } = this.#model.live;
    if (this.#begin.opened !== opened) this.#begin = { opened, firsts: new Map() };
    noteFirsts(picture, this.#begin.firsts);
    return this.#begin.firsts;
  }

  /** @param {import('../../../../wasm/js/index.js').Picture} picture @param {number} step */
  #drawing(picture, step) {
    const { live, view } = this.#model;
    const drawing = new Drawing(compacted(picture, this.#weights, view.graph.fold), step, picture);
    drawing.text = live.answered;
    drawing.firsts = this.#noted(picture);
    return drawing;
  }

  /**
   * Groups were found: they are closed before anything is shown.
   * @param {import('../../../../wasm/js/index.js').Picture | null} open
   */
  #close(open) {
    this.#closing = false;
    const groups = open?.groups ?? [];
    if (open !== null) this.#noted(open);
    const { graph } = this.#model.view;
    const collapsed = closedAtFirst(groups);
    // A text without modules: what repeats in it.
    if (collapsed.length === 0 && graph.groupBy === 'stack') {
      this.#closing = true;
      return this.#model.setView({ graph: { ...graph, groupBy: 'repeat', collapsed } });
    }
    this.#model.setView({ graph: { ...graph, groupBy: collapsed.length > 0 ? graph.groupBy : 'none', collapsed } });
  }

  /**
   * @param {import('../../engine/protocol.js').Answer<import('../../../../wasm/js/index.js').Picture>[]} answers
   * @param {Stage[]} stages
   */
  #drawn(answers, stages) {
    if (this.#closing) return this.#close(answers[0]?.value ?? null);
    /** @type {Pane[]} */
    const panes = [];
    for (const [at, { value, diagnostics }] of answers.entries()) {
      this.diagnostics = diagnostics;
      if (value === null) return;
      panes.push({ ...stages[at], drawing: this.#drawing(value, stages[at].step) });
    }
    this.#take(panes);
  }

  /** @param {import('../../engine/protocol.js').PictureRequest[]} requests */
  async #load(requests) {
    this.#working = this.loading = true;
    const { good } = this.#model.live;
    const stages = this.#stages();
    try {
      const answers = [];
      for (const request of requests) answers.push(await this.#model.live.ask('picture', request));
      // A newer result has other steps.
      if (this.#model.live.good === good) this.#drawn(answers, stages);
    } catch (error) {
      this.diagnostics = [{ severity: 'error', code: 'engine', message: String(/** @type {Error} */ (error).message) }];
    }
    this.#working = this.loading = false;
    this.#changed();
    this.refresh();
  }

  /** @param {Pane[]} panes */
  #take(panes) {
    this.panes = panes;
    // Other boxes.
    this.held = null;
    this.#sought = '';
    this.active = Math.min(this.active, panes.length - 1);
    this.#selected.clear();
    this.#found.clear();
    this.follow();
    const home = panes.find((pane) => pane.step === this.#choice.step) ?? panes[this.active];
    this.#renew(home);
    const { keys } = this.#choice;
    // A node that is gone from where it was chosen is not chosen any more, unless it lives on in another pane.
    if (
      keys.length > 0 &&
      !keys.some((key) => (home.drawing?.find(key) ?? -1) >= 0) &&
      panes.every((pane) => this.#related(pane).size === 0)
    ) {
      this.#choice = { step: 0, keys: [], lineages: new Set(), of: null };
    }
  }

  /** Another program has lineages of its own: what is chosen is known by its names. @param {Pane} home */
  #renew({ step, drawing }) {
    const { good } = this.#made;
    if (this.#choice.of === good || drawing === null || this.#choice.keys.length === 0) return;
    const keys = this.#choice.keys.filter((key) => drawing.find(key) >= 0);
    this.#choice = {
      step,
      keys,
      lineages: new Set(keys.map((key) => drawing.lineage(drawing.find(key))).filter((one) => one !== 0)),
      of: good,
    };
  }

  /**
   * The document's view names a node: a link that was opened, or somebody else's choice.
   * @returns {boolean} whether another one is chosen now
   */
  follow() {
    const { node } = this.#model.view;
    if (node === this.#viewNode || this.panes.length === 0) return false;
    // One that is not drawn may come: its group may be closed.
    // What the text chose it chose itself, and knows: all nodes of its lines.
    const lineages = this.#model.selection.ofText;
    if (node !== null && lineages !== null) return this.choose({ lineages, step: 0 });
    if (node !== null) return this.choose(unqualified(node));
    this.#forgetHeld();
    this.#viewNode = node;
    this.#choice = { step: 0, keys: [], lineages: new Set(), of: null };
    this.#selected.clear();
    return false;
  }

  /** @param {Pane} pane @returns {Set<number>} */
  #related({ step, drawing }) {
    const out = new Set();
    if (drawing === null) return out;
    const { lineages } = this.#choice;
    for (const lineage of related(this.#reports, this.#choice.step, step, lineages)) {
      for (const node of drawing.byLineage.get(lineage) ?? []) out.add(node);
    }
    return out;
  }

  /** The chosen nodes of a pane. @param {number} index @returns {Set<number>} */
  selectedIn(index) {
    const pane = this.panes[index];
    if (!pane?.drawing) return new Set();
    let selected = this.#selected.get(pane.drawing);
    if (selected === undefined) {
      const { drawing } = pane;
      const own =
        pane.step === this.#choice.step
          ? this.#choice.keys.map((key) => drawing.find(key)).filter((node) => node >= 0)
          : [];
      selected = own.length > 0 ? new Set(own) : this.#related(pane);
      this.#selected.set(drawing, selected);
    }
    return selected;
  }

  /** The same in the order in which they were chosen. @param {number} index @returns {number[]} */
  order(index) {
    const [pane, selected] = [this.panes[index], this.selectedIn(index)];
    const keys = pane?.step === this.#choice.step ? this.#choice.keys : [];
    const own = keys.map((key) => pane.drawing?.find(key) ?? -1).filter((node) => selected.has(node));
    return own.length > 0 ? own : [...selected];
  }

  /** What the card shows: the last of the chosen nodes, in the pane where it was chosen. */
  get chosen() {
    const index = this.panes.findIndex((pane) => pane.step === this.#choice.step);
    const pane = this.panes[index] ?? this.panes[this.active];
    const drawing = pane?.drawing;
    if (!drawing || this.#choice.keys.length === 0) return null;
    const own = drawing.find(this.#choice.keys.at(-1) ?? '');
    const node = own >= 0 ? own : ([...this.selectedIn(this.panes.indexOf(pane))][0] ?? -1);
    if (node < 0) return null;
    return {
      step: pane.step,
      pane: this.panes.indexOf(pane),
      drawing,
      node,
      path: drawing.path(node),
      name: drawing.name(node),
      lineage: drawing.lineage(node),
    };
  }

  /**
   * All chosen nodes of the pane that has the focus: what an edit works on.
   * @returns {import('../edits/origins.js').Drawn[]}
   */
  get selection() {
    const drawing = this.panes[this.active]?.drawing;
    return drawing ? [...this.selectedIn(this.active)].map((node) => drawnNode(drawing, node)) : [];
  }

  /**
   * @param {number} index of the pane
   * @param {number[]} nodes none: nothing is chosen
   * @param {boolean} [add] to what is chosen; what is chosen already is taken away
   * @param {boolean} [here] chosen in the picture: false when it follows the text, which knows what it chose
   */
  pick(index, nodes, add = false, here = true) {
    const pane = this.panes[index];
    if (!pane?.drawing) return;
    if (here) this.picks++;
    this.held = null;
    this.#sought = '';
    const { drawing, step } = pane;
    const before = add ? [...this.selectedIn(index)] : [];
    const kept =
      nodes.length === 1 && before.includes(nodes[0])
        ? before.filter((node) => node !== nodes[0])
        : [...new Set([...before, ...nodes])];
    this.active = index;
    this.#choice = {
      step,
      keys: kept.map((node) => drawing.keyOf(node)),
      lineages: new Set(kept.map((node) => drawing.lineage(node)).filter((one) => one !== 0)),
      of: this.#made.good,
    };
    this.fromText = !here;
    this.#selected.clear();
    this.#changed();
    const { chosen } = this;
    this.#viewNode = chosen === null ? null : qualified(chosen);
    this.#model.setView({ node: this.#viewNode });
    if (here) this.#model.nodesChosen(this.selection);
    else this.#model.selection.agrees();
  }

  /**
   * Chooses by path and name, or, following the text, by lineages; false if there is no such node in the panes.
   * @param {{ path: string, name: string } | { lineages: Set<number>, step: number }} what
   */
  choose(what) {
    for (const [index, { drawing, step }] of this.panes.entries()) {
      if (drawing === null) continue;
      const lineages = 'lineages' in what ? [...related(this.#reports, what.step, step, what.lineages)] : [];
      const nodes =
        'lineages' in what
          ? lineages.flatMap((one) => drawing.byLineage.get(one) ?? [])
          : [drawing.find(`${what.path}\n${what.name}`)];
      // The last one is what the card shows: of copies, that of the outermost graph.
      const there = [...new Set(nodes)].filter((node) => node >= 0).sort((one, other) => other - one);
      if (there.length === 0) continue;
      this.pick(index, there, false, !('lineages' in what));
      if ('lineages' in what) this.#seek(index, { step, lineages: new Set(lineages) });
      return true;
    }
    const index = Math.max(
      0,
      this.panes.findIndex(({ step }) => !('lineages' in what) || step === what.step),
    );
    const { step } = this.panes[index] ?? { step: 0 };
    if ('lineages' in what)
      this.#seek(index, { step, lineages: related(this.#reports, what.step, step, what.lineages) });
    else this.#seek(index, { step, ...what });
    return false;
  }

  #forgetHeld() {
    this.#sought = '';
    if (this.held === null) return;
    this.held = null;
    this.#changed();
  }

  /**
   * What is not drawn may be in closed groups: their boxes are marked.
   * @param {number} index @param {import('./homes.js').Sought} sought
   */
  async #seek(index, sought) {
    const drawing = this.panes[index]?.drawing;
    const what = JSON.stringify('lineages' in sought ? [...sought.lineages] : [sought.path, sought.name]);
    const key = `${what} ${sought.step} ${this.#made.key}`;
    if (!drawing || key === this.#sought) return;
    this.#sought = key;
    this.held = null;
    const held = await this.#homes.of(drawing, sought, this.#model.view.graph.groupBy);
    if (this.#sought !== key || held === null) return;
    this.held = held;
    this.active = index;
    this.#changed();
  }

  /** Boxes of a pane that hold what is chosen elsewhere. @param {number} index @returns {Set<number>} */
  holdersIn(index) {
    return index === this.active && this.held !== null ? this.held.boxes : new Set();
  }

  /** Opens the groups that hold it. */
  openHolders() {
    const { held } = this;
    if (held === null) return;
    const { graph } = this.#model.view;
    this.#forgetHeld();
    this.#model.setView({ graph: { ...graph, collapsed: graph.collapsed.filter((key) => !held.keys.has(key)) } });
  }

  /** @param {string} query */
  search(query) {
    this.query = query;
    this.#found.clear();
    const drawing = this.panes[this.active]?.drawing;
    this.queryError = !drawing ? null : found(drawing, query).error;
    this.#changed();
  }

  /** What the search found in a pane; null is no search. @param {number} index @returns {number[] | null} */
  foundIn(index) {
    const drawing = this.panes[index]?.drawing;
    if (!drawing || this.query.trim() === '') return null;
    let nodes = this.#found.get(drawing);
    if (nodes === undefined) {
      nodes = found(drawing, this.query).nodes;
      this.#found.set(drawing, nodes);
    }
    return nodes;
  }

  /**
   * Chooses the next node that was found.
   * @param {1 | -1} direction
   * @returns {number} its place among them, from 1; 0 if there is none
   */
  nextFound(direction) {
    const nodes = this.foundIn(this.active) ?? [];
    if (nodes.length === 0) return 0;
    const at = nodes.indexOf(this.chosen?.node ?? -1);
    const next = at < 0 ? (direction > 0 ? 0 : nodes.length - 1) : (at + direction + nodes.length) % nodes.length;
    this.pick(this.active, [nodes[next]]);
    return next + 1;
  }

  /** Marks what a rewrite touched. @param {{ step: number, lineages: Set<number> } | null} touched */
  flash(touched) {
    this.#flash = touched;
    this.#changed();
  }

  /** @param {number} index */
  flashIn(index) {
    const pane = this.panes[index];
    const out = new Set();
    if (!pane?.drawing || this.#flash === null) return out;
    for (const lineage of related(this.#reports, this.#flash.step, pane.step, this.#flash.lineages)) {
      for (const node of pane.drawing.byLineage.get(lineage) ?? []) out.add(node);
    }
    return out;
  }
}
