/** The lists beside the editor: diagnostics, and what the passes decided for each region. Templates, not elements. */
import { css, html, nothing } from 'lit';
import { remediesOf } from '../text/remedies.js';
import { regionTitle } from '../../../wasm/js/cause.js';
import { nodesText } from '../text/plural.js';

/** @typedef {import('../../../wasm/js/index.js').Diagnostic} Diagnostic */
/** @typedef {import('../../../wasm/js/index.js').PassReport} PassReport */
/** @typedef {import('../../../wasm/js/index.js').WhyEntry} WhyEntry */
/** @typedef {(line: number, column?: number, endLine?: number) => void} GoTo */
/** @typedef {{ chosen: WhyEntry | null, pick: (entry: WhyEntry) => void }} Choice */

export const listStyles = css`
  .list {
    list-style: none;
    margin: 0;
    padding: 0;
    font-size: 12px;
    line-height: 1.45;
  }
  .list li {
    border-bottom: 1px solid var(--line);
  }
  .list button,
  .list .entry {
    display: block;
    width: 100%;
    height: auto;
    text-align: left;
    border: 0;
    border-radius: 0;
    background: transparent;
    padding: var(--s2) var(--s3);
    overflow-wrap: anywhere;
  }
  .list button:hover {
    background: var(--surface-2);
  }
  .list button:focus-visible {
    outline-offset: -2px;
  }
  .list button.remedy {
    width: auto;
    margin: 0 var(--s3) var(--s2);
    padding: 3px var(--s2);
    border: 1px solid var(--accent);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--accent);
  }
  .tag {
    display: inline-block;
    font-weight: 600;
    margin-right: var(--s1);
  }
  .error .tag {
    color: var(--error);
  }
  .warning .tag {
    color: var(--warn);
  }
  .wrapped .tag {
    color: var(--good);
  }
  .inlined .tag {
    color: var(--accent);
  }
  .why .warning {
    background: var(--warn-soft);
  }
  .why li {
    box-shadow: inset 3px 0 var(--line-strong);
  }
  .why li.wrapped {
    box-shadow: inset 3px 0 var(--good);
  }
  .why li.inlined {
    box-shadow: inset 3px 0 var(--accent);
  }
  .why li.warning {
    box-shadow: inset 3px 0 var(--warn);
  }
  .why li.warning .tag {
    color: var(--warn);
  }
  .why button[aria-current='true'] {
    background: var(--accent-soft);
  }
  .why summary {
    padding: var(--s1) var(--s3);
    color: var(--muted);
    cursor: pointer;
  }
  .pass-name {
    padding: var(--s2) var(--s3) var(--s1);
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  .note {
    display: block;
    color: var(--muted);
  }
  .place {
    float: right;
    margin-left: var(--s2);
    color: var(--muted);
    font-family: var(--mono);
    font-size: 11px;
  }
`;

/** @typedef {(item: Diagnostic) => { title: string, run: () => void } | null} Remedy what mends it in a click */

/** @param {Diagnostic} item @param {GoTo | null} goTo @param {Remedy} [remedy] */
function diagnostic(item, goTo, remedy) {
  const fix = remedy?.(item) ?? null;
  const body = html`${item.line ? html`<span class="place">${item.line}:${item.column ?? 1}</span>` : nothing}
    <span class="tag">${item.severity}</span>${item.exception ? `${item.exception}: ` : ''}${item.message}
    ${item.node ? html`<span class="note">at ${item.node}</span>` : nothing}
    ${remediesOf(item).map((remedy) => html`<span class="note">${remedy}</span>`)}`;
  const line = item.line;
  return html`<li class=${item.severity}>
    ${
      line && goTo !== null
        ? html`<button @click=${() => goTo(line, item.column)}>${body}</button>`
        : html`<div class="entry">${body}</div>`
    }
    ${
      fix === null ? nothing : html`<button class="remedy" data-testid="remedy" @click=${fix.run}>${fix.title}</button>`
    }
  </li>`;
}

/**
 * @param {Diagnostic[]} items
 * @param {GoTo | null} goTo null where no source is shown
 * @param {number} [more] how many are left out
 * @param {Remedy} [remedy]
 */
export function diagnosticList(items, goTo, more = 0, remedy = undefined) {
  return html`<ul class="list diagnostics" aria-label="Diagnostics">
    ${items.map((item) => diagnostic(item, goTo, remedy))}
    ${more > 0 ? html`<li><div class="entry muted">and ${more} more</div></li>` : nothing}
  </ul>`;
}

/** More entries than this are not listed: a person does not read them, and the page must stay quick. */
const MAX_ROWS = 200;

/** @param {WhyEntry} entry @param {Choice} choice */
function reason(entry, choice) {
  const lines = entry.endLine && entry.endLine !== entry.line ? `${entry.line}–${entry.endLine}` : `${entry.line}`;
  const body = html`${entry.line ? html`<span class="place">${lines}</span>` : nothing}
    <span class="tag">${entry.decision}</span
    ><span class="mono">${entry.graph ? `${entry.graph}.` : ''}${regionTitle(entry)}</span>
    <span class="note">${entry.condition}</span>
    ${
      entry.warning || entry.rule
        ? html`<span class="note">${nodesText(entry.nodes)}${entry.rule ? ` · rule ${entry.rule}` : ''}</span>`
        : nothing
    }`;
  return html`<li class="${entry.decision} ${entry.warning ? 'warning' : ''}">
    <button aria-current=${entry === choice.chosen ? 'true' : 'false'} @click=${() => choice.pick(entry)}>
      ${body}
    </button>
  </li>`;
}

/** So many entries are read one by one; of more, those that are alike are one with the others behind it. */
const FEW = 8;

/**
 * Entries by what was decided and why, and whether it is a warning, in the order in which each comes first.
 * @param {WhyEntry[]} all
 */
export function alike(all) {
  /** @type {Map<string, WhyEntry[]>} */
  const groups = new Map();
  for (const entry of all) {
    const key = `${entry.decision} ${entry.warning} ${entry.condition}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()];
}

/** @param {WhyEntry[]} all @param {Choice} choice */
function reasons(all, choice) {
  if (all.length <= FEW) return all.map((entry) => reason(entry, choice));
  return alike(all).map((group) => {
    const [first, ...others] = group;
    if (others.length < 2) return group.map((entry) => reason(entry, choice));
    const shown = others.slice(0, MAX_ROWS);
    // The entry that the cursor is in is shown wherever it is.
    const marked = choice.chosen !== null && others.includes(choice.chosen) ? choice.chosen : null;
    if (marked !== null && !shown.includes(marked)) shown.push(marked);
    const left = others.length - shown.length;
    return html`${reason(first, choice)}
      <li class="${first.decision} more">
        <details ?open=${marked !== null}>
          <summary>${others.length} more ${first.decision} for the same reason</summary>
          <ul class="list">
            ${shown.map((entry) => reason(entry, choice))}
            ${left > 0 ? html`<li><div class="entry muted">and ${left} more</div></li>` : nothing}
          </ul>
        </details>
      </li>`;
  });
}

/** @param {import('../../../wasm/js/index.js').Difference} item */
function difference(item) {
  return html`<li class="warning differs">
    <div class="entry">
      <span class="tag">differs</span><span class="mono">${item.graph ? `${item.graph}.` : ''}${item.node}</span>
      <span class="note">PyTorch: ${item.pytorch}</span>
      <span class="note">Seesaw: ${item.seesaw}</span>
      <span class="note mono">${item.kind}</span>
    </div>
  </li>`;
}

/**
 * What a pass that wraps regions does not find, for it has run already: in words; '' if that is not so.
 * @param {PassReport[]} reports @param {() => string} text
 */
function wrappedBefore(reports, text) {
  if (!reports.some(({ pass }) => pass.includes('_with_hop'))) return '';
  const source = text();
  const [call, name] = /\b(wrap_with_\w+)\(/.exec(source) ?? [];
  if (call === undefined) return '';
  const line = source.slice(0, source.indexOf(call)).split('\n').length;
  return (
    ` PyTorch has wrapped those of this text already: line ${line} calls ${name}. Paste the Python source, or the ` +
    'graph from before, to see what is decided and why.'
  );
}

/** @param {PassReport[]} reports @param {Choice} choice @param {() => string} [text] the source */
export function whyList(reports, choice, text = () => '') {
  const judged = reports.filter((report) => report.why.length + report.differences.length > 0);
  if (judged.length === 0)
    return html`<p class="empty muted">No pass found a region to judge.${wrappedBefore(reports, text)}</p>`;
  return html`<ul class="list why" aria-label="Why: what was decided for each region">
    ${judged.map((report) => [
      judged.length > 1 ? html`<li class="pass-name mono">${report.pass}</li>` : nothing,
      reasons(report.why, choice),
      report.differences.slice(0, MAX_ROWS).map(difference),
    ])}
  </ul>`;
}
