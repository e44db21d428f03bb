/** The row of tools over the picture: search, side by side, groups, zoom, and the legend with its counts. Templates. */
import { css, html, nothing } from 'lit';
import { GROUPINGS } from '../../model/document.js';
import { FIELDS } from '../../model/graph/search.js';

/** @typedef {import('./view.js').GraphView} GraphView */

const GROUPING_NAMES = {
  none: 'no groups',
  module: 'by module',
  stack: 'by module stack',
  repeat: 'by repetition',
  grad: 'by grad mode',
  source: 'by source line',
};
/** Why a grouping may give no group. @type {Record<string, string>} */
const LACKING = {
  module: 'no nn_module_stack here',
  stack: 'no nn_module_stack here',
  repeat: 'no block is repeated here',
  grad: 'grad mode is never switched here',
  source: 'no source lines here',
};
const SIGNS = /** @type {const} */ ([
  ['added', '+'],
  ['removed', '−'],
  ['changed', '△'],
  ['renamed', '○'],
  ['moved', '→'],
]);

export const toolStyles = css`
  .tools {
    display: var(--picture-tools, flex);
    align-items: center;
    flex-wrap: wrap;
    gap: var(--s1) var(--s2);
    padding: var(--s1) var(--s2);
    border-bottom: 1px solid var(--line);
    background: var(--surface);
    flex: none;
  }
  /* Over the picture, so that nothing moves. */
  .ungrouped {
    position: absolute;
    margin: 0;
    z-index: 1;
    bottom: 8px;
    left: 8px;
    /* Beside the picture of the whole, below what is looked at first. */
    max-width: calc(100% - 112px);
    padding: 2px var(--s2);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
    font-size: 12px;
  }
  .tools button,
  .tools select,
  .tools input {
    height: var(--control-small);
    font-size: 12px;
  }
  .tools select {
    max-width: 136px;
  }
  .together {
    display: flex;
    gap: var(--s1);
  }
  .find {
    display: flex;
    align-items: center;
    gap: 2px;
    flex: 1 1 150px;
    max-width: 420px;
    min-width: 150px;
  }
  .search {
    flex: 1;
    min-width: 60px;
    padding: 0 var(--s2);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--bg);
  }
  .search[aria-invalid='true'] {
    border-color: var(--error);
  }
  .find .count {
    /* Clear of the ring of the field that has the focus. */
    padding-left: 6px;
    font-size: 11px;
    color: var(--muted);
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  .find .count.bad {
    color: var(--error);
  }
  /* Below the picture: what is said of it covers nothing of it. */
  .legend {
    display: var(--picture-tools, flex);
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--s2);
    padding: 1px var(--s1);
    border-top: 1px solid var(--line);
    background: var(--surface);
    font-size: 12px;
  }
  .legend .zoom {
    /* In its place, however far the rest is scrolled. */
    position: sticky;
    right: calc(-1 * var(--s1));
    padding-inline: var(--s1);
    background: var(--surface);
    margin-left: auto;
  }
  /* What goes on below it fades out. */
  .legend .zoom::before {
    content: '';
    position: absolute;
    inset: 0 100% 0 -16px;
    background: linear-gradient(to right, transparent, var(--surface));
  }
  .legend .zoom button {
    border-color: var(--line);
    justify-content: center;
  }
  .legend button {
    white-space: nowrap;
    height: var(--control-small);
    font-size: 12px;
    display: inline-flex;
    align-items: center;
    gap: 4px;
    padding: 0 6px;
    border: 1px solid transparent;
    background: transparent;
    color: var(--text);
  }
  .legend i {
    display: inline-grid;
    place-items: center;
    width: 15px;
    height: 15px;
    border-radius: 8px;
    font: 700 11px/1 var(--mono);
    color: var(--surface);
  }
  .legend .added i {
    background: var(--added);
  }
  .legend .removed i {
    background: var(--removed);
  }
  .legend .changed i {
    background: var(--changed);
  }
  .legend .renamed i {
    background: var(--renamed);
  }
  .legend .moved i {
    background: var(--moved);
  }
`;

/** @param {GraphView} view @param {KeyboardEvent} event */
function searchKey(view, event) {
  if (event.key === 'Enter') view.nextFound(event.shiftKey ? -1 : 1);
  else if (event.key === 'Escape') {
    view.search('');
    view.canvas?.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** What a search did not look into. @param {GraphView} view */
export function closedNote(view) {
  const { state } = view;
  const closed = state.panes[state.active]?.drawing?.picture.groups.some(({ collapsed }) => collapsed);
  if (!closed || state.foundIn(state.active) === null) return nothing;
  return html`<p class="rewiring">
    Closed groups are left out of the search.
    <button class="small" data-testid="search-opens" @click=${() => view.closeAll(false)}>Open all</button>
  </p>`;
}

/** @param {import('../../model/graph/homes.js').Home} held */
export const heldText = ({ titles }) =>
  titles.length === 1
    ? `What is chosen is in ${titles[0]}, which is closed.`
    : `What is chosen is in ${titles.length} closed groups.`;

/** Where something is that is chosen and not drawn. @param {GraphView} view */
export function heldNote(view) {
  const { held } = view.state;
  if (held === null) return nothing;
  const open = () => {
    // Lines of the source choose again, once their nodes are drawn.
    if (view.model.selection.ofText !== null || view.model.view.node === null) view.lines.again(true);
    view.state.openHolders();
  };
  return html`<p class="rewiring" data-testid="held">
    ${heldText(held)}
    <button class="small" data-testid="open-holders" @click=${open}>
      ${held.titles.length === 1 ? 'Open it' : 'Open them'}
    </button>
  </p>`;
}

/** @param {GraphView} view */
function searchBox(view) {
  const { state } = view;
  const found = state.foundIn(state.active);
  const at = found === null ? -1 : found.indexOf(state.chosen?.node ?? -1);
  const count =
    state.queryError ?? (found === null ? '' : at >= 0 ? `${at + 1} of ${found.length}` : `${found.length} found`);
  const help = `Words, /patterns/, ${Object.entries(FIELDS)
    .map(([name, { doc }]) => `${name}: ${doc}`)
    .join('; ')}`;
  return html`<div class="find" role="search">
    <input
      class="search mono"
      type="search"
      placeholder="Search: sin, op:, shape:, users:>2"
      aria-label="Search in the graph"
      title=${help}
      data-testid="graph-search"
      aria-invalid=${state.queryError !== null}
      .value=${state.query}
      @input=${(/** @type {any} */ event) => view.search(event.target.value)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => searchKey(view, event)}
    />
    ${
      count === ''
        ? nothing
        : html`<span class="count ${state.queryError === null ? '' : 'bad'}" data-testid="found">${count}</span>`
    }
    ${
      found === null
        ? nothing
        : html`<button
              class="icon quiet"
              aria-label="Previous found node"
              title="Previous (Shift+Enter)"
              @click=${() => view.nextFound(-1)}
            >
              ↑
            </button>
            <button
              class="icon quiet"
              aria-label="Next found node"
              title="Next (Enter)"
              @click=${() => view.nextFound(1)}
            >
              ↓
            </button>`
    }
  </div>`;
}

const WRAPPER = 'wrap_with_set_grad_enabled';

/**
 * Why a grouping gives no group; '' where it gives one.
 * @param {import('../../model/graph/drawing.js').Drawing | null | undefined} drawing
 * @param {import('../../model/document.js').GroupBy} groupBy
 */
function whyNoGroups(drawing, groupBy) {
  const groups = drawing?.picture.groups ?? [];
  if (!drawing || groups.some(({ kind }) => kind !== 'body' && kind !== 'submodule')) return '';
  if (groupBy !== 'grad') return LACKING[groupBy] ?? '';
  let wrapped = 0;
  for (let node = 0; node < drawing.count; node++) if (drawing.target(node).includes(WRAPPER)) wrapped++;
  if (wrapped === 0) return LACKING.grad;
  return wrapped === 1
    ? 'the region of another grad mode is a submodule, with a box of its own'
    : `the ${wrapped} regions of another grad mode are submodules, with boxes of their own`;
}

/** Why a grouping gives no group. Lies over the picture. @param {GraphView} view */
export function ungrouped(view) {
  const why = whyNoGroups(view.state.panes[view.state.active]?.drawing, view.model.view.graph.groupBy);
  return why === '' ? nothing : html`<p class="ungrouped muted" role="note" data-testid="ungrouped">${why}</p>`;
}

/** @param {GraphView} view */
const zoom = (view) =>
  html`<span class="together zoom">
    <button class="icon" aria-label="Zoom out" title="Zoom out (-)" @click=${() => view.zoomBy(1 / 1.35)}>−</button>
    <button class="icon" aria-label="Zoom in" title="Zoom in (+)" @click=${() => view.zoomBy(1.35)}>+</button>
    <button data-testid="fit" title="All of it on the screen (f)" @click=${() => view.fit()}>Fit</button>
  </span>`;

/**
 * What the colours and signs mean, with how many there are; a click looks for them.
 * @param {GraphView} view
 */
export function legend(view) {
  const drawings = view.state.panes.map((pane) => pane.drawing);
  const counted = SIGNS.map(([change, sign]) => ({
    change,
    sign,
    count: Math.max(0, ...drawings.map((drawing) => drawing?.changeCounts[change] ?? 0)),
  })).filter(({ count }) => count > 0);
  return html`<div class="legend" role="group" aria-label="What colours and signs tell" data-testid="legend">
    ${view.looks.key()}
    ${counted.map(
      ({ change, sign, count }) =>
        html`<button
          class=${change}
          title="Look for what was ${change}"
          aria-label="${count} ${change}"
          @click=${() => view.search(view.state.query === `change:${change}` ? '' : `change:${change}`)}
        >
          <i aria-hidden="true">${sign}</i><span>${count} <span class="word">${change}</span></span>
        </button>`,
    )}
    ${zoom(view)}
  </div>`;
}

/** Equal blocks as one card, where there are some. @param {GraphView} view */
function foldButton({ state }) {
  const folded = state.folded(state.panes[state.active]);
  if (folded === 'none') return nothing;
  return html`<button
    aria-pressed=${folded === 'yes'}
    data-testid="fold"
    title="Equal blocks in a row are one card; a double click on it opens the first"
    @click=${() => state.fold(folded === 'yes' ? 'never' : 'always')}
  >
    Fold
  </button>`;
}

/** @param {GraphView} view */
export function graphTools(view) {
  const { model } = view;
  const { graph, against } = model.view;
  const drawing = view.state.panes[view.state.active]?.drawing;
  const groups = drawing?.picture.groups ?? [];
  const closed = groups.length > 0 && groups.every((group) => group.collapsed);
  return html`<div class="tools" role="group" aria-label="Tools of the picture">
    ${searchBox(view)}
    <button
      aria-pressed=${graph.panes === 'pair'}
      data-testid="pair"
      title="Before and after, side by side (b)"
      @click=${() => view.setPanes(graph.panes === 'pair' ? 'one' : 'pair')}
    >
      Side by side
    </button>
    <select
      aria-label="Compare with"
      title="Compare with"
      data-testid="graph-against"
      @change=${(/** @type {any} */ event) => model.setView({ against: event.target.value })}
    >
      <option value="input" .selected=${against !== 'previous'}>against input</option>
      <option value="previous" .selected=${against === 'previous'}>against previous</option>
    </select>
    <select
      aria-label="Groups"
      title="Groups beside submodules"
      data-testid="group-by"
      @change=${(/** @type {any} */ { target }) => view.setGraph({ groupBy: target.value, auto: false, collapsed: [] })}
    >
      ${GROUPINGS.map(
        (one) => html`<option value=${one} .selected=${one === graph.groupBy}>${GROUPING_NAMES[one]}</option>`,
      )}
    </select>
    ${
      groups.length > 0
        ? html`<button data-testid="close-all" @click=${() => view.closeAll(!closed)}>
            ${closed ? 'Open all' : 'Close all'}
          </button>`
        : nothing
    }
    ${foldButton(view)} ${view.looks.select()}
    <span class="together">
      <button
        aria-pressed=${graph.outline}
        data-testid="outline"
        title="Show or hide the outline (o)"
        @click=${() => view.setGraph({ outline: !graph.outline })}
      >
        Outline
      </button>
    </span>
  </div>`;
}
