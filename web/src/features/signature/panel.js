/**
 * The panel with the signature and the range constraints as a table, and what the passes changed in them. See
 * app/panels.js.
 */
import { html } from 'lit';

/** @typedef {import('../../app/panels.js').Panel} Panel */

/** @type {Panel} */
export const SIGNATURE_PANEL = {
  id: 'signature',
  title: 'Signature',
  content: (page) => {
    import('./table.js');
    return html`<seesaw-signature .page=${page} .good=${page.live.good} .step=${page.shownStep}></seesaw-signature>`;
  },
};
