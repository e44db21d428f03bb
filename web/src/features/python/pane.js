/** The editor of a pass of one's own, below the source. Templates; its element is loaded when it is first opened. */
import { html, nothing } from 'lit';
import { titleOf } from '../../engine/python/own.js';

/** @typedef {import('../contract.js').Context} Context */

/** @param {Context} context */
export function pythonPane(context) {
  const { model } = context;
  const at = model.python?.openedIn(model.doc.pipeline);
  if (at === undefined || at === null) return nothing;
  const step = model.doc.pipeline[at];
  const report = (model.live.failed ?? model.live.good?.reports)?.[at];
  return html`<seesaw-python-pass
    .context=${context}
    .at=${at}
    .step=${step}
    .report=${report?.pass === titleOf(step) ? report : null}
    .now=${{}}
  ></seesaw-python-pass>`;
}
