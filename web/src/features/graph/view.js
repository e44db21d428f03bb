/**
 * `<seesaw-graph>`: the graph view: pass strip, search, pictures side by side, outline, card of the chosen node.
 *
 *   <seesaw-graph .model=${model} .good=${model.live.good} .doc=${model.doc}
 *     .step=${model.shownStep}></seesaw-graph>
 *
 * Events: `line-asked` (`{ line, column }` of the text), `edit-asked` (a kind of dialog), `reference-asked` (a page of
 * the reference).
 *
 * What is shown is in `state` (state.js) and in the document's view; this component puts it on the screen and takes
 * what a person does.
 */
import { LitElement, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { regionTitle } from '../../../../wasm/js/cause.js';
import { valuesOf } from '../../model/autograd/values.js';
import { diagnosticList, listStyles } from '../../ui/lists.js';
import { shared } from '../../ui/styles.js';
import '../../ui/canvas/canvas.js';
import { cardStyles, nodeCard } from './card.js';
import { verdictOf } from '../../text/verdict.js';
import '../../ui/outline.js';
import { canvasKey } from './keys.js';
import { LookControl, lookStyles } from './looks.js';
import { drawingColours } from '../../ui/canvas/palette.js';
import { GraphState } from '../../model/graph/state.js';
import { Rewiring } from './rewire.js';
import { SourceLines } from './source_lines.js';
import { passStrip, rewrites, stripStyles } from './strip.js';
import { fitAll, narrowAll, showPressed, zoomAll } from './together.js';
import { closedNote, graphTools, heldNote, heldText, legend, toolStyles, ungrouped } from './tools.js';
import { viewStyles } from './view_styles.js';
import { spoken } from '../../model/graph/walk.js';
import { define } from '../../ui/define.js';

/** How a picture is walked with keys. */
const WAYS =
  'nodes. Arrow keys walk, with Shift they choose several, Enter opens a node, slash searches; ' +
  'the outline lists all nodes.';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('../../ui/canvas/canvas.js').Canvas} Canvas */
/** @typedef {import('../../model/graph/state.js').Pane} Pane */

export class GraphView extends LitElement {
  static properties = {
    model: { attribute: false },
    good: { attribute: false },
    doc: { attribute: false },
    step: { attribute: false },
    theme: {},
    comparisons: { attribute: false },
    open: { state: true },
    details: { state: true },
    said: { state: true },
    rewrite: { state: true },
    idle: { state: true },
  };

  static styles = [shared, listStyles, drawingColours, toolStyles, lookStyles, stripStyles, cardStyles, viewStyles];

  /** @type {GraphState | null} */
  #state = null;
  /** @type {Set<number> | null} */
  #shownInOutline = null;
  /** @type {number[] | null} */
  #outlineFor = null;
  #asked = '';
  /** @type {unknown} */
  #askedOf = null;
  rewiring = new Rewiring(this);
  /** A click shows the card of a node, until somebody closes one. */
  #clickOpens = true;
  /** The card that is open came with a click: it goes with the choice. */
  peeks = false;
  /** Pictures that were there before the last update. @type {Set<Canvas>} */
  #known = new Set();
  lines = new SourceLines(this);
  looks = new LookControl(this);
  /** What was said of closed groups. @type {unknown} */
  #told = null;

  constructor() {
    super();
    /** @type {import('../contract.js').Model} */
    this.model = /** @type {any} */ (null);
    /** @type {import('../../engine/protocol.js').EvaluateAnswer | null} */
    this.good = null;
    /** @type {import('../../model/document.js').Document | null} */
    this.doc = null;
    this.step = 0;
    this.theme = 'system';
    /** How often what is known of the passes' verdicts has changed. */
    this.comparisons = 0;
    /** The card is open. */
    this.open = false;
    /** @type {import('../../engine/details.js').NodeDetails | null} */
    this.details = null;
    /** What a screen reader says. */
    this.said = '';
    /** Which decision of the pass is marked. @type {number | null} */
    this.rewrite = null;
    /** Passes that changed nothing stand in the strip, however many. */
    this.idle = false;
  }

  get state() {
    if (this.#state === null) {
      this.#state = new GraphState(this.model, () => this.requestUpdate());
      this.#state.begin();
    }
    return this.#state;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#state?.begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#state?.end();
    this.lines.stop();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('model')) this.lines.listen();
    if (changed.has('good') || changed.has('step')) {
      this.rewiring.forget();
      this.rewrite = null;
      this.state.flash(null);
    }
    this.state.refresh();
    this.looks.update();
    this.state.nameInputs().then((named) => named && this.#renamed());
    if (changed.has('good')) this.lines.again();
    this.lines.catchUp();
    const { held } = this.state;
    if (held !== this.#told && held !== null) {
      this.said = heldText(held);
      const [first] = held.boxes;
      this.updateComplete.then(() => this.canvas?.reveal(first, true));
    }
    this.#told = held;
    if (this.state.follow()) this.updateComplete.then(() => this.revealChosen());
    this.#askDetails();
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    this.#placeCanvases(changed);
  }

  /** What is written on the same pictures is something else now. */
  #renamed() {
    for (const canvas of this.canvases) canvas.recolour();
    /** @type {import('../../ui/outline.js').Outline | null} */ (
      this.renderRoot.querySelector('seesaw-outline')
    )?.requestUpdate();
  }

  /** @param {Map<string, unknown>} changed */
  #placeCanvases(changed) {
    const [first, ...others] = this.canvases;
    // A pane that is new begins where the one is that was there.
    const known = this.canvases.find((canvas) => this.#known.has(canvas)) ?? first;
    for (const canvas of [first, ...others])
      if (canvas !== undefined && canvas !== known && !this.#known.has(canvas)) canvas.beginAs(known);
    if (this.canvases.length > Math.max(1, this.#known.size)) narrowAll(this);
    this.#known = new Set(this.canvases);
    // In the frame, whose layout is worked out anyway.
    requestAnimationFrame(() => showPressed(this.renderRoot.querySelector('.strip')));
    if (changed.has('theme')) for (const canvas of this.canvases) canvas.recolour();
  }

  fit() {
    fitAll(this);
  }

  /** @param {number} factor */
  zoomBy(factor) {
    zoomAll(this, factor);
  }

  get canvases() {
    return /** @type {Canvas[]} */ ([...this.renderRoot.querySelectorAll('seesaw-canvas')]);
  }

  /** That has the focus. */
  get canvas() {
    return this.canvases[this.state.active] ?? this.canvases[0] ?? null;
  }

  /** @param {Partial<import('../../model/document.js').GraphView>} change */
  setGraph(change) {
    this.model.setView({ graph: { ...this.model.view.graph, ...change } });
  }

  /** @param {import('../../model/document.js').Panes} panes */
  setPanes(panes) {
    this.setGraph({ panes });
  }

  /** Details of the chosen node, asked for once. */
  #askDetails() {
    const { chosen } = this.state;
    const key = chosen === null || !this.open ? '' : `${chosen.step} ${chosen.path} ${chosen.name}`;
    if (key === this.#asked && this.good === this.#askedOf) return;
    // After an edit what is known of the same node stays until the answer is there.
    if (key !== this.#asked) this.details = null;
    [this.#asked, this.#askedOf] = [key, this.good];
    if (chosen === null || key === '') return;
    this.model.live.ask('node', { step: chosen.step, path: chosen.path, name: chosen.name }).then(
      (/** @type {any} */ { value }) => {
        if (this.#asked === key && (value !== null || this.details === null)) this.details = value;
      },
      () => {},
    );
  }

  /** @param {number} pane @param {number[]} nodes @param {boolean} [add] */
  pick(pane, nodes, add = false) {
    this.state.pick(pane, nodes, add);
    const drawing = this.state.panes[pane]?.drawing;
    const node = nodes.at(-1) ?? -1;
    if (!drawing || node < 0) {
      this.open = false;
      return;
    }
    this.said = spoken(drawing, node);
    this.#revealElsewhere(pane);
  }

  /**
   * A click on a node: its card opens beside the picture, the focus stays.
   * @param {number} pane
   * @param {number[]} nodes
   * @param {boolean} [add]
   */
  clicked(pane, nodes, add = false) {
    this.pick(pane, nodes, add);
    const drawing = this.state.panes[pane]?.drawing;
    if (nodes.length !== 1 || add || this.open || !this.#clickOpens || (drawing?.stands(nodes[0]) ?? 0) >= 0) return;
    this.open = this.peeks = true;
  }

  /**
   * Somebody moved one picture: the others move along.
   * @param {number} pane
   * @param {{ ratio: number, x: number, y: number }} by
   */
  #moveAlong(pane, by) {
    for (const [index, canvas] of this.canvases.entries()) if (index !== pane) canvas.moveBy(by);
  }

  /** The other pictures follow. @param {number} pane where it was chosen */
  #revealElsewhere(pane) {
    for (const [index, canvas] of this.canvases.entries()) {
      const [first] = this.state.selectedIn(index);
      if (index !== pane && first !== undefined) canvas.reveal(first);
    }
  }

  /** Goes to a node, and shows it. @param {number} pane @param {number} node */
  goToNode(pane, node) {
    if (node < 0) return;
    this.pick(pane, [node]);
    this.canvases[pane]?.reveal(node);
  }

  /** @param {string} name of a node in the graph of the chosen one */
  #follow = (name) => {
    const { chosen } = this.state;
    if (chosen !== null) this.goToNode(chosen.pane, chosen.drawing.find(`${chosen.path}\n${name}`));
  };

  /** Goes to a node by path and name, for links and for the text. @param {string} path @param {string} name */
  goTo(path, name) {
    if (!this.state.choose({ path, name })) return false;
    this.revealChosen();
    return true;
  }

  /** @param {boolean} [seen] it is enough that it is on the screen */
  revealChosen(seen = false) {
    const { chosen } = this.state;
    if (chosen === null) return;
    this.said = spoken(chosen.drawing, chosen.node);
    for (const [index, canvas] of this.canvases.entries()) {
      const [first] = this.state.selectedIn(index);
      if (first !== undefined) canvas.reveal(first, seen);
    }
  }

  /** A box that represents a group opens, a node shows its card. @param {number} pane @param {number} node */
  async openNode(pane, node) {
    const drawing = this.state.panes[pane]?.drawing;
    if (!drawing) return;
    const group = drawing.stands(node);
    if (group >= 0) return this.toggleGroup(pane, group);
    this.pick(pane, [node]);
    this.open = this.#clickOpens = true;
    this.peeks = false;
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.card .body'))?.focus();
  }

  closeCard() {
    this.open = this.#clickOpens = false;
    this.canvas?.focus();
  }

  /** @param {number} pane @param {number} group */
  toggleGroup(pane, group) {
    const groups = this.state.panes[pane]?.drawing?.picture.groups;
    if (groups === undefined || groups[group] === undefined) return;
    const { key, title, collapsed } = groups[group];
    const before = this.model.view.graph.collapsed;
    this.setGraph({ collapsed: collapsed ? before.filter((one) => one !== key) : [...before, key] });
    this.said = `${title} ${collapsed ? 'opened' : 'closed'}`;
  }

  toggleChosenGroup() {
    const { chosen } = this.state;
    if (chosen === null) return;
    const { drawing, node, pane } = chosen;
    const stands = drawing.stands(node);
    const group = stands >= 0 ? stands : drawing.picture.nodes.group[node];
    if (group >= 0) this.toggleGroup(pane, group);
  }

  /** @param {boolean} closed */
  closeAll(closed) {
    const groups = this.state.panes[this.state.active]?.drawing?.picture.groups ?? [];
    this.setGraph({ collapsed: closed ? groups.map((group) => group.key) : [] });
  }

  zoomToSelection() {
    const selected = this.state.selectedIn(this.state.active);
    if (selected.size > 0) this.canvas?.zoomTo(selected);
  }

  /** @param {number} step @param {boolean} beside */
  showStage(step, beside) {
    if (!beside) {
      if (this.model.view.graph.panes === 'stages') this.setPanes('one');
      this.model.showStep(step);
      return;
    }
    // What is wanted: pictures of an earlier click may still be on their way.
    const shown = this.state.wanted.requests.map((one) => one.step);
    const stages = shown.includes(step) ? shown.filter((one) => one !== step) : [...shown, step];
    this.setGraph({ panes: 'stages', stages });
  }

  /** @param {1 | -1} direction */
  nextChangedPass(direction) {
    const reports = this.model.live.good?.reports ?? [];
    let step = this.model.shownStep + direction;
    while (step > 0 && step <= reports.length && !reports[step - 1].changed) step += direction;
    if (step < 0 || step > reports.length) {
      this.said = direction > 0 ? 'No later pass changed anything' : 'This is the input';
      return;
    }
    this.model.showStep(step);
    this.said = step === 0 ? 'Input' : `Pass ${step}, ${reports[step - 1].pass}`;
  }

  /** @param {1 | -1} direction */
  stepRewrite(direction) {
    const { shownStep } = this.model;
    const why = this.model.live.good?.reports[shownStep - 1]?.why ?? [];
    if (why.length === 0) return;
    const at =
      this.rewrite === null
        ? direction > 0
          ? 0
          : why.length - 1
        : (this.rewrite + direction + why.length) % why.length;
    this.rewrite = at;
    const entry = why[at];
    this.state.flash({ step: shownStep - 1, lineages: new Set(entry.lineages) });
    this.said = `${regionTitle(entry)} ${entry.decision}: ${entry.condition}`;
    for (const [index, canvas] of this.canvases.entries()) {
      const touched = this.state.flashIn(index);
      if (touched.size > 0) canvas.zoomTo(touched);
    }
  }

  /** @param {number} step */
  async checked(step) {
    await this.model.checks.run(step);
    const answer = this.model.checks.of(step);
    this.said = verdictOf(answer).text;
    if (answer === null || answer === 'running' || answer.verdict !== 'differs' || !answer.node) return;
    this.model.showStep(step);
    await this.updateComplete;
    this.goTo(answer.graph ?? '', answer.node);
  }

  focusSearch() {
    /** @type {HTMLInputElement | null} */ (this.renderRoot.querySelector('.search'))?.select();
  }

  /** @param {string} query */
  search(query) {
    this.state.search(query);
    const found = this.state.foundIn(this.state.active);
    this.said = found === null ? '' : (this.state.queryError ?? `${found.length} found`);
  }

  /** @param {1 | -1} direction */
  nextFound(direction) {
    const place = this.state.nextFound(direction);
    if (place > 0) this.revealChosen();
  }

  /** What the outline lists: what the search found, if somebody searches. */
  get #listed() {
    const found = this.state.foundIn(this.state.active);
    if (found !== this.#outlineFor) {
      this.#outlineFor = found;
      this.#shownInOutline = found === null ? null : new Set(found);
    }
    return this.#shownInOutline;
  }

  /** @param {Pane} pane @param {number} index */
  #pane(pane, index) {
    const { state, model } = this;
    const name = pane.step === 0 ? 'Input' : `${pane.step} ${model.live.good?.reports[pane.step - 1]?.pass ?? ''}`;
    const found = state.foundIn(index);
    const several = state.panes.length > 1;
    return html`<div
      class="pane ${several && index === state.active ? 'active' : ''}"
      @focusin=${() => this.#activate(index)}
      @pointerdown=${() => this.#activate(index)}
    >
      ${several ? html`<p class="pane-name mono">${name}</p>` : nothing}
      <seesaw-canvas
        data-pane-step=${pane.step}
        .drawing=${pane.drawing}
        .selected=${state.selectedIn(index)}
        .found=${found === null ? null : new Set(found)}
        .flash=${new Set([...state.flashIn(index), ...state.holdersIn(index)])}
        .values=${this.looks.texts(pane.drawing) ?? valuesOf(this.model, pane.step)}
        .map=${(pane.drawing?.count ?? 0) > 12}
        label="Graph, ${name}"
        description="${pane.drawing?.count ?? 0} ${WAYS}"
        @camera-moved=${(/** @type {CustomEvent} */ { detail }) => this.#moveAlong(index, detail)}
        @node-pick=${(/** @type {CustomEvent} */ { detail }) =>
          this.clicked(index, detail.node < 0 ? [] : [detail.node], detail.add)}
        @nodes-frame=${(/** @type {CustomEvent} */ { detail }) => this.pick(index, detail.nodes)}
        @node-open=${(/** @type {CustomEvent} */ { detail }) => this.openNode(index, detail.node)}
        @group-toggle=${(/** @type {CustomEvent} */ { detail }) => this.toggleGroup(index, detail.group)}
        @canvas-key=${(/** @type {CustomEvent} */ { detail }) => canvasKey(this, index, detail.event)}
      ></seesaw-canvas>
    </div>`;
  }

  /** @param {number} index */
  #activate(index) {
    if (this.state.active === index) return;
    this.state.active = index;
    this.requestUpdate();
  }

  #outline() {
    const { active, panes } = this.state;
    return html`<seesaw-outline
      .drawing=${panes[active]?.drawing ?? null}
      .selected=${this.state.selectedIn(active)}
      .shown=${this.#listed}
      label="Nodes of the graph"
      @node-pick=${(/** @type {CustomEvent} */ { detail }) => {
        this.clicked(active, [detail.node], detail.add);
        this.canvases[active]?.reveal(detail.node);
      }}
      @nodes-pick=${(/** @type {CustomEvent} */ { detail }) => this.pick(active, detail.nodes)}
      @node-open=${(/** @type {CustomEvent} */ { detail }) => this.openNode(active, detail.node)}
      @group-toggle=${(/** @type {CustomEvent} */ { detail }) => this.toggleGroup(active, detail.group)}
    ></seesaw-outline>`;
  }

  /** @param {string} name @param {unknown} detail */
  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  #lineAsked = (/** @type {number} */ line, /** @type {number | undefined} */ column = undefined) =>
    this.#fire('line-asked', { line, column });

  #card() {
    const { chosen } = this.state;
    if (chosen === null || !this.open) return nothing;
    const { drawing, node } = chosen;
    const { step, path } = chosen;
    const value = valuesOf(this.model, step)?.get(drawing.qualified(node)) ?? null;
    const { ops } = this.model.description ?? {};
    const typeOf = (/** @type {string} */ name) => {
      const at = drawing.find(`${path}\n${name}`);
      return at < 0 ? '' : drawing.type(at);
    };
    return nodeCard(
      {
        details: this.details,
        type: drawing.type(node),
        change: drawing.change(node),
        name: drawing.name(node),
        schema: ops?.find((one) => one.path === drawing.target(node))?.schema ?? '',
        typeOf,
        value,
      },
      {
        go: this.#follow,
        line: this.#lineAsked,
        close: () => this.closeCard(),
        edit:
          this.model.readonly || this.model.edits.node === null ? null : () => this.#fire('edit-asked', 'arguments'),
        menu: () => this.#fire('edit-asked', 'menu'),
        explain: this.#explained(drawing.target(node)),
        run: () => this.model.setView({ tab: 'autograd', autograd: 'program', step }, 'show'),
        model: this.model,
      },
    );
  }

  /** Opens what the reference says of an operator; null if it does not know it. @param {string} target */
  #explained(target) {
    return this.model.description?.ops?.some(({ path }) => path === target)
      ? () => this.#fire('reference-asked', `op/${target}`)
      : null;
  }

  #pictures() {
    const { state } = this;
    if (state.panes.length === 0 && state.diagnostics.length > 0)
      return diagnosticList(state.diagnostics, this.#lineAsked);
    if (state.panes.length === 0)
      return html`<p class="wait muted">${this.model.partial ? 'Loading the rest of the engine…' : 'Drawing…'}</p>`;
    if (state.panes.every((pane) => pane.drawing?.count === 0))
      return html`<p class="wait muted">This graph has no nodes.</p>`;
    return html`<div class="panes">
      ${repeat(
        state.panes,
        (pane) => pane.id,
        (pane, index) => this.#pane(pane, index),
      )}
      ${ungrouped(this)}
    </div>`;
  }

  render() {
    const { outline } = this.model.view.graph;
    const side = (outline || this.open) && this.state.panes.length > 0;
    return html`<div class="top">${passStrip(this)} ${rewrites(this)}</div>
      ${graphTools(this)} ${closedNote(this)} ${heldNote(this)}
      ${
        this.rewiring.text === '' ? nothing : html`<p class="rewiring" data-testid="rewiring">${this.rewiring.text}</p>`
      }
      ${
        this.state.diagnostics.length > 0 && this.state.panes.length > 0
          ? html`<div class="problems">${diagnosticList(this.state.diagnostics, this.#lineAsked)}</div>`
          : nothing
      }
      <div
        class="body ${side ? 'with-side' : ''} ${outline ? '' : 'alone'} ${this.state.loading ? 'loading' : ''}"
        aria-busy=${this.state.loading}
      >
        ${this.#pictures()}
        ${
          side
            ? html`<div class="side ${this.open ? 'with-card' : ''} ${this.open && this.peeks ? 'peeks' : ''}">
                ${outline ? this.#outline() : nothing} ${this.#card()}
              </div>`
            : nothing
        }
      </div>
      ${this.state.panes.length > 0 ? legend(this) : nothing}
      <p class="hidden-label" role="status" data-testid="graph-said">${this.said}</p>`;
  }
}

define('seesaw-graph', GraphView);
