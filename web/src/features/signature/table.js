/**
 * `<seesaw-signature>`: what each input and output of an exported program is, the ranges of its symbols, and
 * what the passes up to the step that is shown changed of it.
 *
 *   <seesaw-signature .model=${model} .commands=${commands} .good=${model.live.good} .step=${model.shownStep}>
 *   </seesaw-signature>
 */
import { LitElement, css, html, nothing } from 'lit';
import { breakable } from '../../ui/pipeline.js';
import { shared } from '../../ui/styles.js';
import { compared, signatureRows } from './rows.js';
import { define } from '../../ui/define.js';

/** @typedef {import('./rows.js').ComparedRow} ComparedRow */

const PARTS = /** @type {const} */ ([
  ['input', 'Inputs', ['Kind', 'Name', 'Target', '']],
  ['output', 'Outputs', ['Kind', 'Name', 'Target', '']],
  ['range', 'Range constraints', ['Range', 'Symbol', '', '']],
]);
const SIGNS = { same: '', added: '+', removed: '−', changed: '≠' };

export class SignatureTable extends LitElement {
  static properties = {
    model: { attribute: false },
    commands: { attribute: false },
    good: { attribute: false },
    step: { type: Number },
    rows: { state: true },
  };

  static styles = [
    shared,
    css`
      :host {
        display: block;
        height: 100%;
        padding: var(--s3);
        overflow: auto;
      }
      table {
        width: 100%;
        margin-bottom: var(--s4);
        border-collapse: collapse;
        font-size: 12px;
      }
      caption {
        padding-bottom: var(--s1);
        font-weight: 600;
        text-align: left;
      }
      th,
      td {
        padding: 3px var(--s2);
        border-bottom: 1px solid var(--line);
        text-align: left;
        vertical-align: top;
        /* Words stay whole: columns are as wide as their longest one, and names are broken at their dots. */
        overflow-wrap: break-word;
      }
      th {
        color: var(--muted);
        font-weight: 600;
      }
      td {
        font-family: var(--mono);
      }
      th:nth-child(2) {
        width: 22%;
      }
      th:nth-child(3),
      th:nth-child(4) {
        width: 34%;
      }
      td:nth-child(2) {
        white-space: nowrap;
      }
      .sign {
        width: 26px;
      }
      .added {
        background: var(--good-soft);
      }
      .removed {
        background: var(--error-soft);
      }
      .changed {
        background: var(--warn-soft);
      }
      del {
        color: var(--muted);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import('../contract.js').Model} */
    this.model = /** @type {any} */ (null);
    /** @type {import('../contract.js').Commands} */
    this.commands = /** @type {any} */ (null);
    /** @type {import('../../engine/protocol.js').EvaluateAnswer | null} */
    this.good = null;
    this.step = 0;
    /** @type {ComparedRow[] | null} */
    this.rows = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('good') || changed.has('step')) this.#load(this.step);
  }

  /** @param {number} step */
  async #load(step) {
    const { good } = this;
    const ask = async (/** @type {number} */ of) => {
      const { text } = await this.model.live.show({ step: of, format: 'json', annotations: 'given' });
      return text === '' ? null : signatureRows(JSON.parse(text));
    };
    const now = await ask(step).catch(() => null);
    const before = step === 0 ? null : await ask(0).catch(() => null);
    if (good === this.good && step === this.step && now !== null) this.rows = compared(now, before);
  }

  /** @param {string} value @param {string | undefined} before */
  #cell(value, before) {
    return html`<td>
      ${before !== undefined && before !== value ? html`<del>${breakable(before)}</del> ` : nothing}${breakable(value)}
    </td>`;
  }

  /** @param {ComparedRow} row */
  #row(row) {
    const was = row.change === 'changed' ? row.was : null;
    return html`<tr class=${row.change}>
      <td class="sign">
        <span aria-hidden="true">${SIGNS[row.change]}</span><span class="hidden-label">${row.change}</span>
      </td>
      ${this.#cell(row.kind, was?.kind)} ${this.#cell(row.name, was?.name)} ${this.#cell(row.target, was?.target)}
      ${this.#cell(row.more, was?.more)}
    </tr>`;
  }

  render() {
    const { rows } = this;
    if (rows === null) return html`<p class="muted">Reading…</p>`;
    if (rows.length === 0)
      return html`<p class="muted">
        This text has no signature. What <span class="mono">print(exported_program)</span> shows has one: its inputs,
        outputs and range constraints.
      </p>`;
    return PARTS.map(([part, title, heads]) => {
      const own = rows.filter((row) => row.part === part);
      if (own.length === 0) return nothing;
      return html`<table data-part=${part}>
        <caption>
          ${title}
        </caption>
        <thead>
          <tr>
            <th class="sign"><span class="hidden-label">Change</span></th>
            ${heads.map((head) => (head === '' ? html`<td></td>` : html`<th scope="col">${head}</th>`))}
          </tr>
        </thead>
        <tbody>
          ${own.map((row) => this.#row(row))}
        </tbody>
      </table>`;
    });
  }
}

define('seesaw-signature', SignatureTable);
