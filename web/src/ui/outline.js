/**
 * `<seesaw-outline>`: the picture as a tree to read: groups and nodes in the order of the program, with what a screen
 * reader needs.
 *
 *   <seesaw-outline .drawing=${drawing} .selected=${new Set([3])} .shown=${null}></seesaw-outline>
 *
 * Only the rows in sight are in the page, so that 50,000 nodes are no burden; `aria-setsize` says how many there are.
 * It fires
 * `node-pick` {node, add}, `node-open` {node} and `group-toggle` {group}, as the canvas does. With `shown` only those
 * nodes are listed.
 */
import { LitElement, css, html, nothing } from 'lit';
import { shared } from './styles.js';
import { drawingColours } from './canvas/palette.js';
import { outlineRows } from '../model/graph/rows.js';
import { spokenParts } from '../model/graph/walk.js';
import { nodesText } from '../text/plural.js';
import { define } from './define.js';

/** @typedef {import('../model/graph/drawing.js').Drawing} Drawing */
/** @typedef {import('../model/graph/rows.js').Row} Row */

const ROW = 24;
/** Rows above and below the visible ones that are kept ready. */
const SPARE = 12;
const SIGNS = /** @type {Record<string, string>} */ ({
  added: '+',
  removed: '−',
  changed: '△',
  renamed: '○',
  moved: '→',
});

export class Outline extends LitElement {
  static properties = {
    drawing: { attribute: false },
    selected: { attribute: false },
    shown: { attribute: false },
    label: {},
    active: { state: true },
    top: { state: true },
  };

  static styles = [
    shared,
    drawingColours,
    css`
      :host {
        display: block;
        min-height: 0;
        overflow: hidden;
        font-size: 12px;
      }
      .tree {
        position: relative;
        height: 100%;
        overflow: auto;
        overflow-x: hidden;
      }
      .tree:focus-visible {
        outline-offset: -2px;
      }
      .room {
        width: 1px;
      }
      .rows {
        position: absolute;
        inset: 0 0 auto 0;
      }
      .row {
        position: relative;
        display: flex;
        align-items: center;
        gap: var(--s2);
        height: 24px;
        padding-right: var(--s2);
        white-space: nowrap;
        overflow: hidden;
        cursor: pointer;
        user-select: none;
        border-left: 3px solid transparent;
      }
      .row:hover {
        background: var(--surface-2);
      }
      .row[aria-selected='true'] {
        background: var(--accent-soft);
      }
      .tree:focus-visible .row.active {
        outline: 2px solid var(--accent);
        outline-offset: -2px;
      }
      .name {
        flex: none;
        max-width: 75%;
        font-family: var(--mono);
        font-weight: 600;
        overflow: hidden;
        text-overflow: ellipsis;
      }
      .what {
        font-family: var(--mono);
        color: var(--muted);
        overflow: hidden;
        text-overflow: ellipsis;
      }
      .sign {
        flex: none;
        width: 12px;
        text-align: center;
        font-weight: 700;
      }
      .added {
        border-left-color: var(--added);
      }
      .added .sign {
        color: var(--added);
      }
      .removed {
        border-left: 3px dashed var(--removed);
      }
      .removed .sign {
        color: var(--removed);
      }
      .changed {
        border-left-color: var(--changed);
      }
      .changed .sign {
        color: var(--changed);
      }
      .renamed {
        border-left: 3px dotted var(--renamed);
      }
      .renamed .sign {
        color: var(--renamed);
      }
      .moved {
        border-left: 3px double var(--moved);
      }
      .moved .sign {
        color: var(--moved);
      }
    `,
  ];

  /** @type {Row[]} */
  #rows = [];
  /** That the rows are of. @type {Drawing | null} */
  #listed = null;

  /** What is chosen next was chosen here: the active row stays. */
  #own = false;
  /** That, until it comes back. @type {Set<number> | null} */
  #ahead = null;

  constructor() {
    super();
    /** @type {Drawing | null} */
    this.drawing = null;
    /** @type {Set<number>} */
    this.selected = new Set();
    /** @type {Set<number> | null} */
    this.shown = null;
    this.label = 'Nodes';
    /** The row that keys act on. */
    this.active = 0;
    this.top = 0;
  }

  /** Rows of another drawing wait until its picture is painted. */
  async scheduleUpdate() {
    if (this.#listed !== null && this.#listed !== this.drawing)
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return super.scheduleUpdate();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    this.#listed = this.drawing;
    if (changed.has('drawing') || changed.has('shown')) {
      this.#rows = this.drawing === null ? [] : outlineRows(this.drawing, this.shown);
      this.active = Math.max(0, Math.min(this.active, this.#rows.length - 1));
    }
    if (!this.#own && (changed.has('selected') || changed.has('drawing'))) {
      const at = this.#rows.findIndex((row) => row.node >= 0 && this.selected.has(row.node));
      if (at >= 0) this.active = at;
    }
    if (changed.has('selected') && this.selected !== this.#ahead) this.#own = false;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    const room = /** @type {HTMLElement} */ (this.renderRoot.querySelector('.room'));
    const rows = /** @type {HTMLElement} */ (this.renderRoot.querySelector('.rows'));
    room.style.height = `${this.#rows.length * ROW}px`;
    rows.style.transform = `translateY(${this.#first * ROW}px)`;
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (rows.querySelectorAll('.row')))
      row.style.paddingLeft = `${8 + 14 * Number(row.dataset.depth)}px`;
    if (changed.has('active')) this.#reveal();
  }

  get #tree() {
    return /** @type {HTMLElement} */ (this.renderRoot.querySelector('.tree'));
  }

  get #first() {
    return Math.max(0, Math.floor(this.top / ROW) - SPARE);
  }

  #reveal() {
    const tree = this.#tree;
    const y = this.active * ROW;
    if (y < tree.scrollTop) tree.scrollTop = y;
    else if (y + ROW > tree.scrollTop + tree.clientHeight) tree.scrollTop = y + ROW - tree.clientHeight;
  }

  /** @param {string} name @param {object} detail */
  #tell(name, detail) {
    this.#own = name.endsWith('-pick');
    // Rows of the drawing before name no nodes of this one.
    if (this.#listed === this.drawing) this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {Row} row @param {boolean} [add] */
  #pick(row, add = false) {
    if (row.node >= 0) this.#tell('node-pick', { node: row.node, add });
  }

  /** The rows from one that was left to this one, beside what is chosen. @param {number} from */
  #pickTo(from) {
    const rows = this.#rows.slice(Math.min(from, this.active), Math.max(from, this.active) + 1);
    const nodes = rows.map((row) => row.node).filter((node) => node >= 0);
    if (from > this.active) nodes.reverse();
    const before = [...this.selected].filter((node) => !nodes.includes(node));
    const all = [...before, ...nodes];
    // The next key may come before the choice comes back.
    this.selected = this.#ahead = new Set(all);
    this.#tell('nodes-pick', { nodes: all });
  }

  /** @param {Row} row */
  #toggle(row) {
    const group = row.node < 0 ? row.group : (this.drawing?.stands(row.node) ?? -1);
    if (group >= 0) this.#tell('group-toggle', { group });
    return group >= 0;
  }

  /** @param {Row} row */
  #isClosed = (row) => row.node >= 0 && (this.drawing?.stands(row.node) ?? -1) >= 0;

  /** @param {KeyboardEvent} event */
  #key(event) {
    const moves = event.ctrlKey && event.key.startsWith('Arrow');
    if ((event.ctrlKey && !moves) || event.metaKey || event.altKey) return;
    const row = this.#rows[this.active];
    const page = Math.max(1, Math.floor(this.#tree.clientHeight / ROW) - 1);
    const steps = /** @type {Record<string, number>} */ ({
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -Infinity,
      End: Infinity,
    });
    if (event.key in steps) {
      const from = this.active;
      this.active = Math.max(0, Math.min(this.#rows.length - 1, from + steps[event.key]));
      if (event.shiftKey) this.#pickTo(from);
      else if (!moves) this.#pick(this.#rows[this.active]);
    } else if (row === undefined) return;
    else if (event.key === 'ArrowLeft' && row.node < 0) this.#toggle(row);
    else if (event.key === 'ArrowLeft')
      this.active = Math.max(
        0,
        this.#rows.slice(0, this.active).findLastIndex((one) => one.depth < row.depth),
      );
    else if (event.key === 'ArrowRight' && this.#isClosed(row)) this.#toggle(row);
    else if (event.key === 'Enter' && row.node < 0) this.#toggle(row);
    else if (event.key === 'Enter') this.#tell('node-open', { node: row.node });
    else if (event.key === ' ') this.#pick(row, true);
    else return;
    event.preventDefault();
  }

  /** @param {Row} row @param {number} index */
  #row(row, index) {
    const drawing = /** @type {Drawing} */ (this.drawing);
    if (row.node < 0) {
      const group = drawing.picture.groups[row.group];
      return this.#item(row, index, {
        sign: '▾',
        change: 'same',
        expanded: 'true',
        name: group.title || 'graph',
        what: nodesText(group.nodes),
        more: group.kind,
      });
    }
    const change = drawing.change(row.node);
    const expanded = this.#isClosed(row) ? 'false' : null;
    const sign = expanded === null ? (SIGNS[change] ?? '') : '▸';
    const [name, ...rest] = spokenParts(drawing, row.node);
    const shown = [drawing.targetOf(row.node) || drawing.title(row.node), drawing.type(row.node)].filter(
      (part) => part !== '' && expanded === null,
    );
    return this.#item(row, index, {
      sign,
      change,
      expanded,
      name,
      what: shown.join('  '),
      more: rest.slice(shown.length).join(', '),
    });
  }

  /**
   * `more` is for screen readers alone.
   * @param {Row} row
   * @param {number} index
   * @param {{ sign: string, change: string, expanded: string | null, name: string, what: string, more: string }} item
   */
  #item(row, index, { sign, change, expanded, name, what, more }) {
    return html`<div
      class="row ${change} ${index === this.active ? 'active' : ''}"
      id="row-${index}"
      role="treeitem"
      data-depth=${row.depth}
      data-node=${row.node >= 0 ? name : nothing}
      aria-level=${row.depth + 1}
      aria-setsize=${row.of}
      aria-posinset=${row.at}
      aria-selected=${row.node >= 0 && this.selected.has(row.node)}
      aria-expanded=${expanded ?? nothing}
      @click=${(/** @type {MouseEvent} */ event) => {
        this.active = index;
        if (row.node < 0) this.#toggle(row);
        else this.#pick(row, event.shiftKey || event.ctrlKey || event.metaKey);
      }}
      @dblclick=${() => this.#toggle(row) || this.#tell('node-open', { node: row.node })}
    >
      <span class="sign" aria-hidden="true">${sign}</span><span class="name">${name}</span>
      <span class="what">${what}</span>
      <span class="hidden-label">${more}</span>
    </div>`;
  }

  render() {
    const first = this.#first;
    const count = Math.ceil((this.clientHeight || 600) / ROW) + 2 * SPARE;
    const active = this.active >= first && this.active < first + count && this.#rows.length > 0;
    return html`<div
      class="tree"
      role="tree"
      tabindex="0"
      aria-label=${this.label}
      aria-multiselectable="true"
      aria-activedescendant=${active ? `row-${this.active}` : nothing}
      @scroll=${(/** @type {any} */ event) => (this.top = event.target.scrollTop)}
      @keydown=${this.#key}
    >
      <div class="room"></div>
      <div class="rows" role="presentation">
        ${this.#rows.slice(first, first + count).map((row, index) => this.#row(row, first + index))}
      </div>
    </div>`;
  }
}

define('seesaw-outline', Outline);
