/** What can be done in the graph view. See app/actions.js. */
import { EDIT_ACTIONS } from '../edit/actions.js';
import { chooseAll } from './keys.js';
import { graphView } from './panel.js';

/** @typedef {import('../../app/playground.js').Playground} Playground */
/** @typedef {import('../../app/actions.js').Action} Action */

const GROUP = 'In the graph';

/** @param {Playground} page */
const shown = (page) => graphView(page)?.state !== undefined;

/** The focus is in the view, or nowhere. @param {Playground} page */
function near(page) {
  const { activeElement } = /** @type {ShadowRoot} */ (page.renderRoot);
  return activeElement === null || activeElement.localName === 'seesaw-graph';
}

/**
 * @param {string} id
 * @param {string} title
 * @param {string[]} keys
 * @param {(view: import('./view.js').GraphView) => unknown} run
 * @returns {Action}
 */
const action = (id, title, keys, run) => ({
  id,
  title,
  group: GROUP,
  keys,
  when: shown,
  near,
  run: (page) => {
    const view = graphView(page);
    if (view !== null) run(view);
  },
});

/** In the card there are texts to copy. @param {Playground} page */
function inCard(page) {
  const { activeElement } = /** @type {ShadowRoot} */ (graphView(page)?.renderRoot ?? page.renderRoot);
  return activeElement !== null && activeElement.closest('.card') !== null;
}

/**
 * What editors do with these keys, where the picture has the focus; elsewhere they are the text's.
 * @param {string} id
 * @param {string} title
 * @param {string[]} keys
 * @param {string} edit
 * @returns {Action}
 */
const asElsewhere = (id, title, keys, edit) => ({
  ...action(id, title, keys, ({ page }) => EDIT_ACTIONS.find((one) => one.id === edit)?.run?.(page)),
  near: (page) => near(page) && !inCard(page),
  when: (page) =>
    shown(page) &&
    EDIT_ACTIONS.find((one) => one.id === edit)?.when?.(page) === true &&
    document.getSelection()?.type !== 'Range',
});

/** @type {Action[]} */
export const GRAPH_ACTIONS = [
  {
    id: 'graph',
    title: 'Show the picture of the graph',
    group: GROUP,
    when: (page) => !shown(page),
    run: (page) => page.setView({ tab: 'graph' }, 'show'),
  },
  action('graph-search', 'Search in the graph', ['/'], (view) => view.focusSearch()),
  action('graph-fit', 'All of it on the screen', ['f', '0'], (view) => view.fit()),
  action('graph-afresh', 'Lay the graph out afresh', ['l'], ({ page }) => {
    page.live.afresh();
    page.evaluate(true);
  }),
  action('graph-zoom-in', 'Zoom in', ['+', '='], (view) => view.zoomBy(1.35)),
  action('graph-zoom-out', 'Zoom out', ['-'], (view) => view.zoomBy(1 / 1.35)),
  action('graph-zoom-selection', 'Zoom to what is chosen', ['z'], (view) => view.zoomToSelection()),
  { id: 'graph-walk', title: 'Producer, user, siblings', group: GROUP, keys: ['Up', 'Down', 'Left', 'Right'] },
  {
    id: 'graph-extend',
    title: 'Choose the node that the arrow leads to as well',
    group: GROUP,
    keys: ['Shift+Up', 'Shift+Down', 'Shift+Left', 'Shift+Right'],
  },
  action('graph-all', 'Choose all nodes', ['Ctrl+A'], (view) => chooseAll(view, view.state.active)),
  asElsewhere('graph-copy', 'Copy what is chosen, as statements', ['Ctrl+C'], 'copy-nodes'),
  asElsewhere('graph-delete', 'Delete what is chosen', ['Delete', 'Backspace'], 'delete'),
  { id: 'graph-card', title: 'Open the card of the node', group: GROUP, keys: ['Enter'] },
  action('graph-rewire', 'Give an argument of the node to another: walk, Enter', ['r'], (view) =>
    view.rewiring.begin(),
  ),
  action('graph-collapse', 'Close or open the group of the node', ['c'], (view) => view.toggleChosenGroup()),
  action('next-pass', 'Next pass that changed something', [']'], (view) => view.nextChangedPass(1)),
  action('previous-pass', 'Previous pass that changed something', ['['], (view) => view.nextChangedPass(-1)),
  action('next-rewrite', 'Next single rewrite of the pass', ['.'], (view) => view.stepRewrite(1)),
  action('previous-rewrite', 'Previous single rewrite', [','], (view) => view.stepRewrite(-1)),
  action('graph-pair', 'Before and after, side by side', ['b'], (view) =>
    view.setPanes(view.page.view.graph.panes === 'pair' ? 'one' : 'pair'),
  ),
  action('graph-outline', 'Show or hide the outline', ['o'], (view) =>
    view.setGraph({ outline: !view.page.view.graph.outline }),
  ),
];
