/**
 * The verdict on a pass as a sentence, with links to the node and the region that it speaks of. Templates, not
 * elements.
 *
 *   verdictSentence({ verdict, cause, fix }, { node, reason, fix, compare })
 */
import { css, html, nothing } from 'lit';
import { regionName } from '../text/verdict.js';

/** @typedef {import('../text/verdict.js').Verdict} Verdict */
/** @typedef {import('../../../wasm/js/index.js').WhyEntry} WhyEntry */
/**
 * @typedef {object} Judged
 * @property {Verdict} verdict
 * @property {WhyEntry | null} cause what the why log says behind a difference
 * @property {number} causedBy the place of the pass that wrote it
 */
/**
 * What can be done from the sentence.
 * @typedef {object} Ways
 * @property {(place: string) => void} node shows the node
 * @property {(entry: WhyEntry) => void} reason shows the region
 * @property {() => void} compare runs the comparison
 * @property {(() => void) | null} fix keeps the region, where an option can
 */

export const verdictStyles = css`
  .verdict {
    margin: var(--s1) 0 0;
    padding: 3px var(--s2);
    border-radius: var(--radius);
    line-height: 1.5;
    overflow-wrap: anywhere;
  }
  .verdict.good {
    color: var(--good);
    background: var(--good-soft);
  }
  .verdict.bad {
    color: var(--text);
    background: var(--error-soft);
    box-shadow: inset 3px 0 var(--error);
    padding-left: var(--s3);
  }
  .verdict.none {
    padding-left: 0;
    color: var(--muted);
  }
  .verdict b {
    font-weight: 650;
  }
  .verdict.bad b,
  .verdict.bad .numbers {
    color: var(--error);
  }
  .verdict .numbers {
    font-weight: 650;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .verdict .link {
    display: inline;
    height: auto;
    padding: 0;
    border: 0;
    border-radius: 2px;
    background: none;
    color: var(--accent);
    font: inherit;
    text-align: left;
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  .verdict .fix {
    display: block;
    margin: var(--s1) 0 2px;
    height: auto;
    min-height: 24px;
    font-size: 12px;
    color: var(--accent);
    border-color: var(--accent);
  }
`;

/** @param {Judged} judged @param {Ways} ways */
function differs({ verdict, cause }, ways) {
  const { short, place, from, to, of, text } = verdict;
  const first = html`${from === '' ? '' : ', '}first at
    <button class="link mono" data-verdict-node @click=${() => ways.node(place)}>${place}</button>`;
  const because = cause
    ? html`, because
        <button class="link" data-verdict-region title=${cause.condition} @click=${() => ways.reason(cause)}>
          ${regionName(cause)}
        </button>
        is ${cause.decision}`
    : nothing;
  const said =
    from !== '' || text === short ? nothing : html`<span class="more">: ${text.slice(text.indexOf(': ') + 2)}</span>`;
  const numbers =
    from === '' ? nothing : html`<span class="numbers">${from} → ${to}</span> <span class="more">${of}</span>`;
  return html`<b>${short}</b> ${numbers}${place === '' ? nothing : first}${because}${cause ? '.' : said}
    ${
      ways.fix
        ? html`<button class="fix" data-testid="keep-region" @click=${ways.fix}>
            Keep the region: <span class="mono">correct=true</span>
          </button>`
        : nothing
    }`;
}

/** @param {Judged} judged @param {Ways} ways */
export function verdictSentence(judged, ways) {
  const { verdict, kind, short, text } = judged.verdict;
  const body =
    verdict === 'differs'
      ? differs(judged, ways)
      : verdict === 'none'
        ? html`<button class="link" @click=${ways.compare}>Compare values and gradients</button>`
        : verdict === 'equal'
          ? short
          : text;
  return html`<p class="verdict ${kind}" data-verdict=${verdict} title=${verdict === 'equal' ? text : nothing}>
    ${body}
  </p>`;
}
