/**
 * The card of a node: everything that is known of it, each argument and user a link. Template; engine/details.js has
 * what is in it.
 */
import { css, html, nothing } from 'lit';
import { BETWEEN } from '../../model/autograd/values.js';
import './card_field.js';

/** @typedef {import('../../engine/details.js').NodeDetails} NodeDetails */
/** @typedef {import('../../engine/details.js').Piece} Piece */

export const cardStyles = css`
  .card {
    display: flex;
    flex-direction: column;
    min-height: 0;
    font-size: 12px;
    background: var(--surface);
  }
  .card .head {
    display: flex;
    align-items: start;
    gap: var(--s2);
    padding: var(--s2) var(--s3);
    border-bottom: 1px solid var(--line);
  }
  .card h2 {
    margin: 0;
    font: 600 14px var(--mono);
    color: var(--text);
    overflow-wrap: anywhere;
    flex: 1;
  }
  .card .body {
    display: block;
    overflow: auto;
    padding: var(--s2) var(--s3) var(--s3);
    min-height: 0;
  }
  .card dl {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: var(--s1) var(--s3);
    margin: 0;
  }
  .card dt {
    color: var(--muted);
  }
  .card dd {
    margin: 0;
    font-family: var(--mono);
    overflow-wrap: anywhere;
  }
  .card a,
  .card .link {
    display: inline;
    height: auto;
    padding: 0;
    border: 0;
    background: none;
    font: inherit;
    color: var(--accent);
    text-decoration: underline;
    text-underline-offset: 2px;
    cursor: pointer;
  }
  .card h3 {
    margin: var(--s3) 0 var(--s1);
    font-size: 12px;
    color: var(--muted);
  }
  .card pre {
    margin: 0;
    padding: var(--s2);
    overflow: auto;
    background: var(--surface-2);
    border-radius: var(--radius);
    font: 11px/1.45 var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .card .class {
    display: inline-block;
    padding: 0 6px;
    border-radius: 8px;
    border: 1px solid currentColor;
    font: 600 11px var(--sans);
  }
  .card .class.added {
    color: var(--added);
  }
  .card .class.removed {
    color: var(--removed);
    border-style: dashed;
  }
  .card .class.changed {
    color: var(--changed);
  }
  .card .class.renamed {
    color: var(--renamed);
    border-style: dotted;
  }
  .card .class.moved {
    color: var(--moved);
    border-style: double;
    border-width: 3px;
  }
`;

/** @param {string} name of an argument: positional ones have numbers */
const isNumber = (name) => /^\d+$/.test(name);
/** @param {string} name */
const argumentName = (name) => (isNumber(name) ? `arg ${name}` : name);

/** Nodes whose types stand beside them; of more they are shown when one is pointed at. */
const TYPED = 3;

/** @param {Piece[]} pieces @param {(name: string) => void} go @param {(name: string) => string} typeOf */
function linked(pieces, go, typeOf) {
  const few = pieces.filter(({ node }) => node !== undefined).length <= TYPED;
  return pieces.map(({ node, text }) => {
    if (node === undefined) return text;
    const type = typeOf(node);
    const beside = few && type !== '' ? html` <span class="muted">${type}</span>` : nothing;
    return html`<button class="link" data-goto=${node} title=${type || nothing} @click=${() => go(node)}>${text}</button
      >${beside}`;
  });
}

/** What ran: value and gradient, each in a row. @param {string} value @param {() => void} run */
function ran(value, run) {
  if (value === '')
    return html`<dt>value</dt>
      <dd><button class="link" data-testid="card-run" @click=${run}>run forward and backward</button></dd>`;
  const parts = value.split(BETWEEN);
  const grad = parts.findIndex((part) => part.startsWith('grad '));
  const own = parts.filter((_, at) => at !== grad).join(BETWEEN);
  return html`<dt>value</dt>
    <dd data-testid="card-value">${own}</dd>
    ${
      grad < 0
        ? nothing
        : html`<dt>gradient</dt>
            <dd data-testid="card-gradient">${parts[grad].slice('grad '.length)}</dd>`
    }`;
}

/**
 * @param {{ details: NodeDetails | null, type: string, change: string, name: string, schema: string, typeOf: (name:
 *   string) => string, value: string | null }} node `details` null: still being asked for; `value` null: nothing ran;
 *   `schema` '' for what has none
 * @param {{ go: (name: string) => void, line: (line: number) => void, close: () => void, edit: (() => void) | null,
 *   explain: (() => void) | null, menu: () => void, run: () => void, model: import('../contract.js').Model }} links
 *   `edit`, `explain`:
 *   null where there is nothing to
 */
export function nodeCard(node, { go, line, close, edit, menu, explain, run, model }) {
  const { details, type, change, name, schema, typeOf, value } = node;
  const users = details?.users ?? [];
  return html`<section class="card" aria-label="Node ${name}" data-testid="node-card">
    <div class="head">
      <h2>${name}</h2>
      ${change === 'same' ? nothing : html`<span class="class ${change}">${change}</span>`}
      ${
        edit === null
          ? nothing
          : html`<button
              class="small"
              data-testid="card-edit"
              title="Change target and arguments (Alt+A)"
              @click=${edit}
            >
              Edit…
            </button>`
      }
      ${
        edit === null
          ? nothing
          : html`<button
              class="icon small"
              data-testid="card-menu"
              aria-label="All edits of ${name}"
              title="All edits (right click)"
              @click=${menu}
            >
              ⋯
            </button>`
      }
      <button class="icon quiet small" aria-label="Close the card" title="Close (Escape)" @click=${close}>×</button>
    </div>
    <div class="body" tabindex="0" role="group" aria-label="Details of ${name}">
      ${
        details === null
          ? html`<p class="muted">Asking…</p>`
          : facts(details, {
              type,
              value,
              users,
              schema,
              typeOf,
              go,
              line,
              explain,
              run,
              model: edit === null ? null : model,
            })
      }
    </div>
  </section>`;
}

/**
 * @param {NodeDetails} details
 * @param {{ type: string, value: string | null, users: string[], schema: string, typeOf: (name: string) => string, go:
 *   (name: string) => void, line: (line: number) => void, explain: (() => void) | null, run: () => void, model:
 *   import('../contract.js').Model | null }} more `model`: null where nothing is changed
 */
function facts(details, { type, value, users, schema, typeOf, go, line, explain, run, model }) {
  const field = (
    /** @type {number | string | null} */ place,
    /** @type {string} */ label,
    /** @type {unknown} */ shown,
  ) =>
    html`<seesaw-card-field
      .model=${model}
      .place=${place}
      node=${model?.edits.node ?? details.name}
      label=${label}
      ?editable=${model !== null && details.op.startsWith('call_')}
      ><span>${shown}</span></seesaw-card-field
    >`;
  return html`<dl>
      <dt>target</dt>
      <dd>
        ${field(
          null,
          'target',
          explain === null
            ? details.target
            : html`<button class="link" data-testid="card-explain" title="What this operator does" @click=${explain}>
                ${details.target}
              </button>`,
        )}
      </dd>
      <dt>op</dt>
      <dd>${details.op}</dd>
      ${
        type === ''
          ? nothing
          : html`<dt>type</dt>
              <dd data-testid="card-type">${type}</dd>`
      }
      ${
        schema === ''
          ? nothing
          : html`<dt>schema</dt>
              <dd data-testid="card-schema">${schema}</dd>`
      }
      ${ran(value ?? '', run)}
      ${
        details.path === ''
          ? nothing
          : html`<dt>graph</dt>
              <dd>${details.path}</dd>`
      }
      ${details.args.map(
        (arg) =>
          html`<dt>${argumentName(arg.name)}</dt>
            <dd>
              ${field(
                isNumber(arg.name) ? Number(arg.name) : arg.name,
                argumentName(arg.name),
                linked(arg.pieces, go, typeOf),
              )}
            </dd>`,
      )}
      <dt>users</dt>
      <dd>
        ${
          users.length === 0
            ? 'none'
            : users.map(
                (user, index) =>
                  html`${index > 0 ? ', ' : ''}<button class="link" data-goto=${user} @click=${() => go(user)}>
                      ${user}
                    </button>`,
              )
        }
      </dd>
      ${
        details.line === null
          ? nothing
          : html`<dt>source</dt>
              <dd>
                <button class="link" data-testid="card-line" @click=${() => line(details.line ?? 1)}>
                  line ${details.line}
                </button>
              </dd>`
      }
    </dl>
    ${
      details.stackTrace === null
        ? nothing
        : html`<h3>stack_trace</h3>
            <pre>${details.stackTrace.trimEnd()}</pre>`
    }
    ${details.meta.map(
      ({ key, text }) =>
        html`<h3>${key}</h3>
          <pre>${text}</pre>`,
    )}`;
}
