/**
 * The compact form of the element (attribute `compact`): one view, a caption, and a way to the whole of it. Its height
 * is that of what it shows. Nothing is loaded that this view does not need: neither the larger module nor dialogs.
 */
import { css, html } from 'lit';

export const compactStyles = css`
  :host([compact]) {
    height: auto;
  }
  :host([compact]) .page,
  :host([compact]) .main,
  :host([compact]) .output {
    display: block;
    height: auto;
  }
  :host([compact]) .page > .bar.head,
  :host([compact]) .panes,
  :host([compact]) .source,
  :host([compact]) .passes,
  :host([compact]) .output > .bar,
  :host([compact]) .view .tools,
  :host([compact]) .view .steps {
    display: none;
  }
  :host([compact]) .pane.output {
    border: 0;
  }
  :host([compact]) .view {
    --picture-tools: none;
    max-height: min(40rem, 80vh);
    min-height: 3rem;
  }
  :host([compact]) .view > * {
    flex: none;
  }
  :host([compact]) .view > seesaw-graph,
  :host([compact]) .graph-place {
    height: 22rem;
  }
  .foot {
    display: none;
  }
  :host([compact]) .foot {
    display: flex;
    align-items: center;
    gap: var(--s2);
    padding: var(--s1) var(--s3);
    border-top: 1px solid var(--line);
    background: var(--surface);
    font-size: 12px;
  }
`;

/** What passes made of it, in a line. @param {import('../model/model.js').Model} model */
function summary({ live: { good }, errors }) {
  if (errors > 0) return errors === 1 ? '1 error' : `${errors} errors`;
  if (good === null) return '';
  const passes = good.reports.map(({ pass }) => pass).join(', ');
  const [first] = good.reports;
  return passes === ''
    ? `${good.nodes} nodes`
    : `${passes}: ${first.nodesBefore} → ${good.reports.at(-1)?.nodesAfter} nodes`;
}

/** @param {import('./playground.js').Playground} page */
export const foot = (page) =>
  html`<div class="foot">
    <span class="muted">${page.caption ?? summary(page.model)}</span>
    <span class="grow"></span>
    <button class="quiet small" data-testid="expand" @click=${() => (page.compact = false)}>Open in Seesaw</button>
  </div>`;
