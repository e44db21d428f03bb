/** The panel with the picture of the graph; its component is loaded when it is first shown. See app/panels.js. */
import { html } from 'lit';
import { watchLines } from './early_lines.js';

/** @typedef {import('../contract.js').Panel} Panel */
/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('./view.js').GraphView} GraphView */

/** @type {Promise<unknown> | null} */
let loading = null;

/** The component where it is on the screen. @param {Context} context @returns {GraphView | null} */
export const graphView = ({ model, commands }) =>
  model.view.tab === 'graph' ? /** @type {GraphView | null} */ (commands.root.querySelector('seesaw-graph')) : null;

/** @type {Panel} */
export const GRAPH_PANEL = {
  id: 'graph',
  title: 'Graph',
  withoutText: true,
  withPictures: true,
  room: () => ({ wide: true, passes: false }),
  content({ model, commands }) {
    watchLines(model);
    loading ??= import('./view.js').catch((error) => {
      loading = null;
      model.tell(`The picture cannot be shown: ${error.message}`, 'also');
    });
    return html`<seesaw-graph
      .model=${model}
      .good=${model.live.good}
      .doc=${model.doc}
      .step=${model.shownStep}
      .theme=${model.view.theme}
      .comparisons=${model.checks.changes}
      @line-asked=${(/** @type {CustomEvent} */ { detail }) => commands.goTo(detail.line, detail.column)}
      @edit-asked=${(/** @type {CustomEvent} */ { detail }) => commands.openEdit(detail)}
      @reference-asked=${(/** @type {CustomEvent} */ { detail }) => commands.openReference(detail)}
    ></seesaw-graph>`;
  },
};
