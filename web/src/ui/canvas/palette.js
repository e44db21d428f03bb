/**
 * Colours of the drawing, as the style sheet has them now: a canvas knows no custom properties and no light-dark().
 *
 *   const palette = readPalette(this);               // an element inside of the themed page
 *   context.fillStyle = palette.surface;
 */
import { css } from 'lit';

/** Custom properties of the drawing; the others are those of the page (styles.js). */
export const drawingColours = css`
  :host {
    --edge: light-dark(#9aa2ae, #5d6673);
    --edge-in: light-dark(#0a5f8a, #6cb6e0);
    --edge-out: light-dark(#8a4b00, #f0b060);
    --node: light-dark(#ffffff, #23272e);
    --node-line: light-dark(#aeb5c0, #4a525e);
    --source-node: light-dark(#eef2f7, #1c2027);
    --type: light-dark(#2a612a, #9ccc8f);
    --group: light-dark(#eceff4, #181b20);
    --group-2: light-dark(#e2e7ee, #1f2329);
    --added: light-dark(#1c7a43, #67c98e);
    --added-soft: light-dark(#dff3e5, #193626);
    --removed: light-dark(#b3261e, #ff8f85);
    --removed-soft: light-dark(#fbe4e2, #402021);
    --changed: light-dark(#8f5a00, #f0b860);
    --changed-soft: light-dark(#fdeecd, #3b2e15);
    --renamed: light-dark(#22619a, #7fb9ee);
    --renamed-soft: light-dark(#e2eefa, #1b2f44);
    --moved: light-dark(#7a3e9d, #cf9fe8);
    --moved-soft: light-dark(#f2e6f8, #342041);
    --kind-matrix: light-dark(#1f6fb5, #5aa9e6);
    --kind-pointwise: light-dark(#1f8a5b, #55c596);
    --kind-reduction: light-dark(#b04a12, #f0935c);
    --kind-view: light-dark(#7d8694, #8d97a5);
    --kind-made: light-dark(#a08300, #d9c04a);
    --kind-collective: light-dark(#b0368f, #e583c8);
    --kind-region: light-dark(#6b4fc4, #a892f0);
    --kind-control: light-dark(#00818a, #4cc3cc);
    --heat: light-dark(#f08a1c, #a35410);
    --wrong: light-dark(#e39bf0, #84279b);
  }
`;

const NAMES = /** @type {const} */ ({
  background: '--bg',
  text: '--text',
  muted: '--muted',
  accent: '--accent',
  accentSoft: '--accent-soft',
  line: '--line-strong',
  edge: '--edge',
  edgeIn: '--edge-in',
  edgeOut: '--edge-out',
  node: '--node',
  nodeLine: '--node-line',
  sourceNode: '--source-node',
  type: '--type',
  group: '--group',
  group2: '--group-2',
  added: '--added',
  addedSoft: '--added-soft',
  removed: '--removed',
  removedSoft: '--removed-soft',
  changed: '--changed',
  changedSoft: '--changed-soft',
  renamed: '--renamed',
  renamedSoft: '--renamed-soft',
  moved: '--moved',
  movedSoft: '--moved-soft',
  kindOther: '--node-line',
  kindMatrix: '--kind-matrix',
  kindPointwise: '--kind-pointwise',
  kindReduction: '--kind-reduction',
  kindView: '--kind-view',
  kindMade: '--kind-made',
  kindCollective: '--kind-collective',
  kindRegion: '--kind-region',
  kindControl: '--kind-control',
  heat: '--heat',
  wrong: '--wrong',
});

/** @typedef {Record<keyof typeof NAMES, string> & { font: string, sans: string }} Palette */

/** @param {Element} element @returns {Palette} */
export function readPalette(element) {
  const probe = document.createElement('span');
  probe.hidden = true;
  (element.shadowRoot ?? element).append(probe);
  const style = getComputedStyle(probe);
  const read = (/** @type {string} */ name) => {
    probe.style.color = `var(${name})`;
    return style.color;
  };
  const palette = /** @type {any} */ (
    Object.fromEntries(Object.entries(NAMES).map(([name, property]) => [name, read(property)]))
  );
  palette.font = style.getPropertyValue('--mono').trim() || 'monospace';
  palette.sans = style.getPropertyValue('--sans').trim() || 'sans-serif';
  probe.remove();
  return palette;
}
