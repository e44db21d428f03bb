/**
 * The panel with the signature and the range constraints as a table, and what the passes changed in them. See
 * app/panels.js.
 */
import { html } from 'lit';

/** @typedef {import('../contract.js').Panel} Panel */

/** @type {Panel} */
export const SIGNATURE_PANEL = {
  id: 'signature',
  title: 'Signature',
  content: ({ model, commands }) => {
    import('./table.js');
    return html`<seesaw-signature
      .model=${model}
      .commands=${commands}
      .good=${model.live.good}
      .step=${model.shownStep}
    ></seesaw-signature>`;
  },
};
