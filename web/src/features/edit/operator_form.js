/**
 * The operator palette, and the form that a schema makes: to insert a call, or to change the one that is there.
 * Templates.
 */
import { html, nothing } from 'lit';
import { labelled, submit } from './forms.js';
import { callOf, callText, parametersOf, search, shortName, valuesOf, valueOf } from '../../model/edits/operators.js';

/** @typedef {import('./dialog.js').EditDialog} EditDialog */
/** @typedef {import('./dialog.js').MakeChanges} MakeChanges */
/** @typedef {import('../../model/edits/operators.js').OpDescription} OpDescription */

/** Operators that a person calls. @param {EditDialog} dialog @returns {OpDescription[]} */
const callable = ({ ops }) => ops.filter((op) => op.schema !== undefined);

/** A schema whose arrow is not broken in two. @param {string} schema */
const schemaText = (schema) =>
  schema.split('->').map((part, index) => (index === 0 ? part : html`<span class="arrow">-></span>${part}`));

/** @param {EditDialog} dialog */
export function insert(dialog) {
  return dialog.op === null ? palette(dialog) : operatorForm(dialog, dialog.op);
}

/** @param {EditDialog} dialog */
function palette(dialog) {
  const { edits, query, marked } = dialog;
  const found = search(callable(dialog), query);
  const own = query.includes('(');
  /** @param {string} text @returns {import('../../model/edits/edits.js').Change[]} */
  const call = (text) => [{ do: 'insert', text, ...dialog.place }];
  const key = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      dialog.marked = Math.min(Math.max(marked + step, 0), found.length - 1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (own) dialog.done(edits.apply(call(query), dialog.path));
      else if (found[marked]) dialog.takeOperator(found[marked]);
    }
  };
  return html`<label class="field">
      <span>Operator, or a whole call <small class="muted">torch.relu(${dialog.subject ?? 'x'})</small></span>
      <input
        class="mono"
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls="operators"
        aria-activedescendant=${found.length > 0 && !own ? `operator-${marked}` : nothing}
        data-testid="operator-search"
        autocomplete="off"
        spellcheck="false"
        autofocus
        .value=${query}
        @input=${(/** @type {any} */ { target: { value } }) => {
          dialog.look(value);
          dialog.consider(() => (value.trim().endsWith(')') ? call(value) : []));
        }}
        @keydown=${key}
      />
    </label>
    <ul id="operators" class="operators" role="listbox" aria-label="Operators">
      ${
        own
          ? html`<li class="muted hint">Enter inserts this call.</li>`
          : found.map((op, index) => operator(dialog, op, index))
      }
    </ul>
    ${
      !own && found.length === 0
        ? html`<p class="muted">
            ${
              dialog.partial
                ? 'Operators are still being loaded.'
                : 'No operator fits. A whole call can be typed: name(arguments).'
            }
          </p>`
        : nothing
    }`;
}

/** @param {EditDialog} dialog @param {OpDescription} op @param {number} index */
function operator(dialog, op, index) {
  const name = shortName(op.path);
  return html`<li
    role="option"
    id="operator-${index}"
    data-operator=${op.path}
    aria-selected=${index === dialog.marked}
    @click=${() => dialog.takeOperator(op)}
  >
    <b class="mono">${name}</b>
    <span class="mono muted">${schemaText(op.schema?.slice(op.schema.indexOf('(')) ?? '')}</span>
    ${op.doc ? html`<span class="doc">${op.doc}</span>` : nothing}
  </li>`;
}

/** Of the fields of a form those that are parameters. @param {Record<string, string>} values */
const argumentsOf = (values) =>
  new Map(Object.entries(values).map(([key, value]) => [key.replace(/^arg:/, ''), value]));

/** @param {EditDialog} dialog @param {OpDescription} op */
function operatorForm(dialog, op) {
  const node = dialog.subject;
  const parameters = parametersOf(op.schema) ?? [];
  /** @type {MakeChanges} */
  const make = (values) => {
    const text = callText(op, argumentsOf(values));
    return [{ do: 'insert', text, name: values.name || undefined, ...dialog.place }];
  };
  return html`<form @submit=${dialog.sent(make)} @input=${dialog.typed(make)}>
    <p class="mono signature">${schemaText(op.schema ?? '')}</p>
    ${op.doc ? html`<p>${op.doc}</p>` : nothing} ${fields(dialog, parameters, firstValues(parameters, node))}
    ${labelled(
      'Name of the new value',
      'chosen unless given',
      html`<input class="mono" name="name" autocomplete="off" spellcheck="false" />`,
    )}
    ${
      node !== null && node !== 'output' && dialog.edge === null
        ? html`<label class="check"
            ><input
              type="checkbox"
              .checked=${dialog.users}
              @change=${(/** @type {any} */ event) => (dialog.users = event.target.checked)}
            />
            Users of <span class="mono">${node}</span> take the new value</label
          >`
        : nothing
    }
    <div class="buttons">
      <button type="button" @click=${() => dialog.takeOperator(null)}>Another operator</button>
      <button type="submit" class="primary">Insert</button>
    </div>
  </form>`;
}

/**
 * The chosen node is the first tensor.
 * @param {import('../../model/edits/operators.js').Parameter[]} parameters
 * @param {string | null} node
 */
function firstValues(parameters, node) {
  const first = parameters.find(({ type }) => type.startsWith('Tensor'));
  return new Map(
    first && node && node !== 'output' ? [[first.name, first.type.includes('[]') ? `[${node}]` : node]] : [],
  );
}

/**
 * A field for each parameter.
 * @param {EditDialog} dialog
 * @param {import('../../model/edits/operators.js').Parameter[]} parameters
 * @param {Map<string, string>} values
 */
function fields(dialog, parameters, values) {
  const first = parameters.findIndex(({ name }) => !values.has(name));
  return html`<datalist id="nodes">${dialog.scope.map((name) => html`<option value=${name}></option>`)}</datalist>
    ${parameters.map(({ name, type, fallback, keyword }, index) =>
      labelled(
        name,
        `${type}${keyword ? ', by keyword' : ''}`,
        html`<input
          class="mono"
          name="arg:${name}"
          autocomplete="off"
          spellcheck="false"
          list=${type.startsWith('Tensor') ? 'nodes' : nothing}
          ?required=${fallback === null && !type.endsWith('?')}
          ?autofocus=${index === Math.max(first, 0)}
          placeholder=${fallback ?? (type.endsWith('?') ? 'None' : '')}
          .value=${values.get(name) ?? ''}
        />`,
      ),
    )}`;
}

/** Target and arguments of the chosen node. @param {EditDialog} dialog */
export function change(dialog) {
  const { edits, statement } = dialog;
  const node = edits.node ?? '';
  if (node === 'output') return html`<p>What the graph returns is changed in the text.</p>`;
  if (statement === '') return html`<p class="muted">${edits.refusal === null ? 'Asking…' : edits.refusal.message}</p>`;
  const call = callOf(statement);
  if (call === null) return freeForm(dialog, valueOf(statement));
  const wanted = dialog.target ?? call.callee;
  const op = dialog.ops.find(({ path }) => path === wanted);
  const parameters = parametersOf(op?.schema);
  const values = valuesOf(parameters ?? [], call.args);
  // What another operator does not take is left out.
  const known =
    parameters !== null &&
    (dialog.target !== null || [...values.keys()].every((key) => parameters.some(({ name }) => name === key)));
  /** @type {MakeChanges} */
  const make = ({ target, text, ...rest }) => {
    const args = known ? callText({ path: '', schema: op?.schema }, argumentsOf(rest)).slice(1, -1) : text;
    const change = /** @type {const} */ ({ do: 'arguments', node, text: args });
    return target === call.callee ? [change] : [{ do: 'target', node, target }, change];
  };
  return html`<form @submit=${dialog.sent(make)} @input=${dialog.typed(make)}>
    ${labelled(
      'Target',
      '',
      html`<input
        class="mono"
        name="target"
        required
        list="targets"
        autocomplete="off"
        spellcheck="false"
        .value=${call.callee}
        @change=${(/** @type {any} */ event) => dialog.takeTarget(event.target.value.trim())}
      />`,
    )}
    <datalist id="targets">${callable(dialog).map(({ path }) => html`<option value=${path}></option>`)}</datalist>
    ${op?.schema ? html`<p class="mono signature">${schemaText(op.schema)}</p>` : nothing}
    ${op?.doc ? html`<p>${op.doc}</p>` : nothing}
    ${
      known
        ? fields(dialog, parameters, values)
        : labelled(
            'Arguments',
            'as in Python',
            html`<textarea
              class="mono"
              name="text"
              rows="3"
              autofocus
              spellcheck="false"
              .value=${call.args.map(({ key, text }) => (key === null ? text : `${key} = ${text}`)).join(', ')}
            ></textarea>`,
          )
    }
    ${submit('Change')}
  </form>`;
}

/** An operation that is written as Python writes it: x + 1, x[0]. @param {EditDialog} dialog @param {string} value */
function freeForm(dialog, value) {
  return html`<p>
      This operation is written as <span class="mono">${value}</span>: change it in the text, or insert another one and
      delete this.
    </p>
    <div class="buttons">
      <button type="button" autofocus @click=${() => dialog.fire('edit-asked', 'insert')}>
        Insert another operator
      </button>
    </div>`;
}
