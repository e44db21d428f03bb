/** What can be done in the graph view. See app/actions.js. */
import { chooseAll } from './keys.js';
import { graphView } from './panel.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('../contract.js').Action} Action */

const GROUP = 'In the graph';

/** @param {Context} context */
const shown = (context) => graphView(context)?.state !== undefined;

/** The focus is in the view, or nowhere. @param {Context} context */
function near({ commands }) {
  const { activeElement } = /** @type {ShadowRoot} */ (commands.root);
  return activeElement === null || activeElement.localName === 'seesaw-graph';
}

/**
 * @param {string} id
 * @param {string} title
 * @param {string[]} keys
 * @param {(view: import('./view.js').GraphView, context: Context) => unknown} run
 * @returns {Action}
 */
const action = (id, title, keys, run) => ({
  id,
  title,
  group: GROUP,
  keys,
  when: shown,
  near,
  run: (context) => {
    const view = graphView(context);
    if (view !== null) run(view, context);
  },
});

/** In the card there are texts to copy. @param {Context} context */
function inCard(context) {
  const { activeElement } = /** @type {ShadowRoot} */ (graphView(context)?.renderRoot ?? context.commands.root);
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
  ...action(id, title, keys, (_view, context) => context.commands.action(edit)?.run?.(context)),
  near: (context) => near(context) && !inCard(context),
  when: (context) =>
    shown(context) &&
    context.commands.action(edit)?.when?.(context) === true &&
    document.getSelection()?.type !== 'Range',
});

/** @type {Action[]} */
export const GRAPH_ACTIONS = [
  {
    id: 'graph',
    title: 'Show the picture of the graph',
    group: GROUP,
    when: (context) => !shown(context),
    run: ({ model }) => model.setView({ tab: 'graph' }, 'show'),
  },
  action('graph-search', 'Search in the graph', ['/'], (view) => view.focusSearch()),
  action('graph-fit', 'All of it on the screen', ['f', '0'], (view) => view.fit()),
  action('graph-afresh', 'Lay the graph out afresh', ['l'], ({ model }) => {
    model.live.afresh();
    model.evaluate(true);
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
    view.setPanes(view.model.view.graph.panes === 'pair' ? 'one' : 'pair'),
  ),
  action('graph-outline', 'Show or hide the outline', ['o'], (view) =>
    view.setGraph({ outline: !view.model.view.graph.outline }),
  ),
];
