/**
 * `<seesaw-log>`: the graphs of a log by compilation, each to be opened, and each to be compared with the stage before.
 *
 *   <seesaw-log .log=${model.log} .current=${model.log.current} .pair=${model.log.pair}></seesaw-log>
 */
import { LitElement, css, html, nothing } from 'lit';
import { define } from '../../ui/define.js';
import { shared } from '../../ui/styles.js';

/** @typedef {import('./open.js').OpenLog} OpenLog */
/** @typedef {import('./open.js').Reading} Reading */
/** @typedef {import('../../../../wasm/js/logs/tree.js').CompileRow} CompileRow */
/** @typedef {import('../../../../wasm/js/logs/tree.js').GraphRow} GraphRow */

/** Compilations that are listed before somebody asks for more. */
const ROWS = 100;
/** Of so many none is folded. */
const UNFOLDED = 12;

/** @param {number} seconds */
const time = (seconds) => (seconds < 0.0995 ? `${Math.round(1e3 * seconds)} ms` : `${seconds.toFixed(2)} s`);
/** @param {number} count @param {string} what */
const counted = (count, what) => `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;

/** What a compilation is called, and where its frame stands. @param {CompileRow} row */
const nameOf = ({ scope, id, run }) => `${scope}${id}${run === 1 ? '' : `~${run}`}`;

class LogTree extends LitElement {
  static properties = {
    log: { attribute: false },
    current: { attribute: false },
    pair: { attribute: false },
    done: { attribute: false },
    query: { state: true },
    rows: { state: true },
  };

  static styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
        flex: 0 1 auto;
        min-height: 72px;
        max-height: 45%;
        border-bottom: 1px solid var(--line);
        background: var(--surface);
        font-size: 12px;
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 2px var(--s2);
        padding: var(--s1) var(--s3);
      }
      .head > .muted {
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .head b {
        max-width: 24ch;
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .grow {
        flex: 1;
      }
      .head > .icon {
        margin-left: auto;
      }
      input {
        flex: 1 1 190px;
        max-width: 260px;
        min-width: 80px;
        height: 26px;
        padding: 0 var(--s2);
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
        background: var(--bg);
        font-size: 12px;
      }
      progress {
        flex: 1;
        accent-color: var(--accent);
      }
      .list {
        flex: 1;
        min-height: 0;
        overflow: auto;
        padding: 0 var(--s3) var(--s2);
      }
      summary {
        padding: 3px 0;
        cursor: pointer;
      }
      summary .id {
        font-weight: 600;
      }
      ul {
        margin: 0;
        padding: 0 0 var(--s1) var(--s3);
        list-style: none;
      }
      .graph {
        display: flex;
        align-items: center;
        gap: var(--s1);
        padding: 1px 0;
      }
      .graph button {
        height: 24px;
        min-height: 24px;
        padding-block: 0;
        align-items: center;
        font-size: 12px;
      }
      .graph .open {
        display: flex;
        flex: 1;
        gap: var(--s2);
        min-width: 0;
        padding: 0 var(--s2);
        border-color: transparent;
        background: none;
        text-align: left;
      }
      .graph .open:hover {
        background: var(--surface-2);
      }
      .graph .open[aria-current='true'] {
        background: var(--accent-soft);
        color: var(--accent);
      }
      .graph .stage {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .reason {
        margin: 0;
        padding-left: var(--s3);
        color: var(--muted);
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .reason.bad {
        color: var(--error);
      }
      @media (pointer: coarse) {
        .graph button {
          min-height: 36px;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {OpenLog | Reading} */
    this.log = /** @type {any} */ (null);
    /** @type {number | null} */
    this.current = null;
    /** @type {OpenLog['pair']} */
    this.pair = null;
    this.done = 0;
    this.query = '';
    this.rows = ROWS;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('log')) [this.query, this.rows] = ['', ROWS];
  }

  /** @param {Reading} log */
  #reading(log) {
    const part = log.total > 0 ? log.done / log.total : null;
    const size = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)}`;
    return html`<div class="head">
      <b>${log.name}</b>
      <progress aria-label="Reading ${log.name}" max="1" .value=${part ?? nothing}></progress>
      <span role="status" data-testid="log-progress"
        >${part === null ? 'Reading…' : `${size(log.done)} of ${size(log.total)} MB`}</span
      >
      <button class="small" data-testid="log-stop" @click=${() => log.stop.abort()}>Stop</button>
    </div>`;
  }

  /** @param {OpenLog} log @param {GraphRow} graph */
  #graph(log, graph) {
    const earlier = graph.before === null ? null : log.logs.graphs[graph.before];
    const nodes = `${counted(graph.nodes, 'node')}${graph.whole ? '' : ', not whole'}`;
    return html`<li class="graph">
      <button
        class="open"
        data-graph=${graph.pick}
        aria-current=${this.current === graph.index ? 'true' : 'false'}
        title="${graph.pick}, line ${graph.line}"
        @click=${() => log.open(graph)}
      >
        <span class="stage mono">${graph.stage}</span> <span class="muted">${nodes}</span>
      </button>
      ${
        earlier === null
          ? nothing
          : html`<button
              class="small"
              data-pair=${graph.pick}
              aria-pressed=${this.pair?.graph === graph}
              aria-label="What ${graph.stage} changed in ${earlier.stage} of ${earlier.pick}"
              title="Compare with ${earlier.pick}"
              @click=${() => log.compare(graph)}
            >
              ↔ ${earlier.stage}
            </button>`
      }
    </li>`;
  }

  /** @param {CompileRow} row */
  #reasons(row) {
    const told = (/** @type {'recompiled' | 'breaks' | 'restarts'} */ kind, /** @type {string} */ word) => {
      const left = row.omitted[kind];
      const more = row[kind].length - 3 + (left ?? 0);
      const first = (/** @type {string} */ reason) =>
        html`<p class="reason" title=${reason}>${word}: ${reason.split('\n')[0]}</p>`;
      return html`${row[kind].slice(0, 3).map(first)}
      ${row[kind].length > 3 || left ? html`<p class="reason">and ${more} more</p>` : nothing}`;
    };
    return html`${told('recompiled', 'recompiled')} ${told('breaks', 'graph break')} ${told('restarts', 'restarted')}
    ${
      row.failure === null
        ? nothing
        : html`<p class="reason bad" title=${row.failure}>failed: ${row.failure.split('\n')[0]}</p>`
    }`;
  }

  /** @param {OpenLog} log @param {CompileRow} row @param {boolean} open */
  #compile(log, row, open) {
    const { frame, seconds, attempts, graphs } = row;
    const facts = [
      counted(graphs.length, 'graph'),
      ...(seconds.total === undefined ? [] : [time(seconds.total)]),
      ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ];
    return html`<details ?open=${open} data-compile=${nameOf(row)}>
      <summary>
        <span class="id mono">${nameOf(row)}</span>
        ${
          frame === null
            ? nothing
            : html`${frame.name} <span class="muted">${frame.file.replace(/^.*\//, '')}:${frame.line}</span>`
        }
        <span class="muted">· ${facts.join(' · ')}</span>
      </summary>
      ${this.#reasons(row)}
      <ul>
        ${graphs.map((graph) => this.#graph(log, graph))}
      </ul>
    </details>`;
  }

  /** All words are in the compilation or one of its graphs. @param {CompileRow} row @param {string[]} words */
  #matches(row, words) {
    const { frame, graphs } = row;
    const text = [nameOf(row), frame?.name, frame?.file, ...graphs.map(({ pick, name }) => `${pick} ${name}`)];
    const all = text.join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  }

  /** @param {OpenLog} log */
  #tree(log) {
    const { compiles, graphs, diagnostics, suppressed } = log.logs;
    const words = this.query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = compiles
      .filter((row) => row.graphs.length > 0 || row.failure !== null)
      .filter((row) => this.#matches(row, words));
    const shown = found.slice(0, this.rows);
    return html`<div class="head">
        <b title=${log.name}>${log.name}</b>
        <span class="muted" data-testid="log-count"
          >${counted(graphs.length, 'graph')}, ${counted(compiles.length, 'compilation')}</span
        >
        <span class="grow"></span>
        ${
          compiles.length > 3
            ? html`<input
                type="search"
                aria-label="Search the log"
                placeholder="Search: 0/0, joint, forward"
                .value=${this.query}
                @input=${(/** @type {any} */ event) => (this.query = event.target.value)}
              />`
            : nothing
        }
        <button class="icon quiet small" aria-label="Close the log" title="Close the log" @click=${() => log.close()}>
          ×
        </button>
      </div>
      <div class="list" tabindex="0" role="group" aria-label="Graphs of ${log.name}">
        ${shown.map((row, at) => this.#compile(log, row, found.length <= UNFOLDED || at === 0 || words.length > 0))}
        ${
          found.length > shown.length
            ? html`<button @click=${() => (this.rows += ROWS)}>Show more of ${found.length}</button>`
            : nothing
        }
        ${found.length === 0 ? html`<p class="muted">Nothing in the log has all these words.</p>` : nothing}
        ${
          diagnostics.length === 0
            ? nothing
            : html`<details class="remarks">
                <summary>${counted(diagnostics.length + suppressed, 'remark')} on the log</summary>
                ${diagnostics.map(
                  ({ message, line }) => html`<p class="reason">${line ? `line ${line}: ` : ''}${message}</p>`,
                )}
              </details>`
        }
      </div>`;
  }

  render() {
    if (this.log === null) return nothing;
    return 'logs' in this.log ? this.#tree(this.log) : this.#reading(this.log);
  }
}

define('seesaw-log', LogTree);
