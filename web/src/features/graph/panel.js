/** The panel with the picture of the graph; its component is loaded when it is first shown. See app/panels.js. */
import { html } from 'lit';

/** @typedef {import('../../app/panels.js').Panel} Panel */
/** @typedef {import('../../app/playground.js').Playground} Playground */
/** @typedef {import('./view.js').GraphView} GraphView */

/** @type {Promise<unknown> | null} */
let loading = null;

/**
 * Pages that asked for the component, and whether their text chose something since.
 * @type {WeakMap<Playground, boolean>}
 */
const asked = new WeakMap();

/** @param {Event} event */
const chose = ({ currentTarget }) => asked.set(/** @type {Playground} */ (currentTarget), true);

/** @param {Playground} page */
function ask(page) {
  if (asked.has(page)) return;
  asked.set(page, false);
  page.addEventListener('source-lines', chose);
}

/** Whether the text chose something while the component was loaded. @param {Playground} page */
export function choseMeanwhile(page) {
  page.removeEventListener('source-lines', chose);
  const told = asked.get(page) === true;
  asked.set(page, false);
  return told;
}

/** The component where it is on the screen. @param {Playground} page @returns {GraphView | null} */
export const graphView = (page) =>
  page.view.tab === 'graph' ? /** @type {GraphView | null} */ (page.renderRoot.querySelector('seesaw-graph')) : null;

/** @type {Panel} */
export const GRAPH_PANEL = {
  id: 'graph',
  title: 'Graph',
  untold: true,
  pictures: (page) => graphView(page)?.state?.wanted ?? null,
  shown: (page) => graphView(page)?.state?.shown ?? null,
  room: ({ view: { graph } }) => `for-graph ${graph.source ? '' : 'hide-source'} ${graph.passes ? '' : 'hide-passes'}`,
  content(page) {
    ask(page);
    loading ??= import('./view.js').catch((error) => {
      loading = null;
      page.tell(`The picture cannot be shown: ${error.message}`, 'also');
    });
    return html`<seesaw-graph
      .page=${page}
      .good=${page.live.good}
      .doc=${page.doc}
      .step=${page.shownStep}
      .theme=${page.view.theme}
    ></seesaw-graph>`;
  },
};
