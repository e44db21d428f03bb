/**
 * Forms for one edit each: rename, delete, extract, paste, the list of edits. Templates; dialog.js holds their state.
 */
import { html, nothing } from 'lit';
import { keyName } from '../../ui/keys.js';
import { namesOf } from '../../text/names.js';

/** @typedef {import('./dialog.js').EditDialog} EditDialog */
/** @typedef {import('./dialog.js').MakeChanges} MakeChanges */

/** @param {string} label @param {unknown} hint @param {unknown} field */
export const labelled = (label, hint, field) =>
  html`<label class="field"
    ><span>${label} ${hint ? html`<small class="muted">${hint}</small>` : nothing}</span>${field}</label
  >`;

/** @param {string} text @param {boolean} [disabled] */
export const submit = (text, disabled = false) =>
  html`<div class="buttons"><button type="submit" class="primary" ?disabled=${disabled}>${text}</button></div>`;

/** @param {EditDialog} dialog */
export function rename(dialog) {
  const { edits } = dialog;
  const node = edits.node ?? '';
  /** @type {MakeChanges} */
  const make = ({ name }) => [{ do: 'rename', node, name }];
  return html`<form @submit=${dialog.sent(make)} @input=${dialog.typed(make)}>
    ${labelled(
      'New name',
      'letters, digits and underscores',
      html`<input class="mono" name="name" required .value=${node} autofocus autocomplete="off" spellcheck="false" />`,
    )}
    ${submit('Rename everywhere')}
  </form>`;
}

/** Nodes that a statement uses. @param {EditDialog} dialog @param {string} statement */
function inputsOf(dialog, statement) {
  const names = namesOf(dialog.source.state.doc);
  const graph = names.graphs.find(({ path }) => path === dialog.edits.selection.path);
  const value = statement.slice(statement.indexOf('=') + 1);
  const words = value.match(/(?<![.\w])[A-Za-z_]\w*(?!\s*=[^=])/g) ?? [];
  return [...new Set(words)].filter((word) => graph?.definitions.has(word));
}

/** @param {EditDialog} dialog */
export function remove(dialog) {
  const { edits, statement } = dialog;
  const { names } = edits.selection;
  const inputs = names.length === 1 ? inputsOf(dialog, statement) : [];
  const go = (/** @type {string | undefined} */ input) =>
    dialog.done(edits.apply({ do: 'delete', nodes: names, input }));
  return html`<p>
      What should take the place of
      ${names.length === 1 ? html`<b class="mono">${names[0]}</b>` : `the ${names.length} nodes`} where it is used?
    </p>
    <div class="buttons">
      ${inputs.map(
        (input, index) =>
          html`<button type="button" data-input=${input} ?autofocus=${index === 0} @click=${() => go(input)}>
            Users take <span class="mono">${input}</span>
          </button>`,
      )}
      ${
        names.length > 1
          ? html`<button type="button" data-input="first" @click=${() => go('first')}>
              The first argument of each
            </button>`
          : nothing
      }
      <button type="button" data-input="" @click=${() => go(undefined)}>Nothing: it is not used</button>
    </div>`;
}

/** @param {EditDialog} dialog */
export function extract(dialog) {
  const { edits } = dialog;
  /** @type {MakeChanges} */
  const make = ({ name }) => [{ do: 'extract', nodes: edits.selection.names, name: name || undefined }];
  return html`<form @submit=${dialog.sent(make)} @input=${dialog.typed(make)}>
    <p>${edits.selection.names.join(', ')} become a graph of their own, which is called in their place.</p>
    ${labelled(
      'Name of the submodule',
      'submod_1 and so on unless given',
      html`<input class="mono" name="name" autofocus autocomplete="off" spellcheck="false" />`,
    )}
    ${submit('Extract')}
  </form>`;
}

/** @param {EditDialog} dialog */
export function paste(dialog) {
  const { edits } = dialog;
  const after = edits.node ?? undefined;
  /** @type {MakeChanges} */
  const make = ({ text }) => [{ do: 'insert', text, after }];
  return html`<form @submit=${dialog.sent(make)} @input=${dialog.typed(make)}>
    ${labelled(
      'Statements',
      after ? html`go behind <span class="mono">${after}</span>` : 'go in front of the return',
      html`<textarea
        class="mono"
        name="text"
        rows="8"
        autofocus
        spellcheck="false"
        .value=${edits.copied}
        placeholder="relu = torch.ops.aten.relu.default(x)"
      ></textarea>`,
    )}
    ${submit('Insert')}
  </form>`;
}

/** @param {EditDialog} dialog */
export function history(dialog) {
  const { done, undone } = dialog.source.edits;
  const entry = (/** @type {string} */ title, /** @type {number} */ steps, /** @type {boolean} */ ahead) =>
    html`<li>
      <button
        type="button"
        data-steps=${steps}
        class=${ahead ? 'ahead' : ''}
        aria-current=${steps === 0 ? 'true' : nothing}
        ?autofocus=${steps === 0}
        @click=${() => dialog.source.travel(steps)}
      >
        ${title}${ahead ? html` <small>(undone)</small>` : nothing}
      </button>
    </li>`;
  return html`<ol class="history" aria-label="Edits, the oldest first">
    ${entry('Opened', -done.length, false)} ${done.map((title, index) => entry(title, index + 1 - done.length, false))}
    ${undone.map((title, index) => entry(title, index + 1, true))}
  </ol>`;
}

/** What can be done with the chosen nodes. @param {EditDialog} dialog */
export function menu(dialog) {
  return html`<ul class="menu" aria-label="Edits">
    ${dialog.actions.map(
      ({ id, title, key, disabled }, index) =>
        html`<li>
          <button
            type="button"
            data-menu=${id}
            ?autofocus=${index === 0}
            ?disabled=${disabled}
            @click=${() => {
              dialog.close();
              dialog.fire('action-chosen', id);
            }}
          >
            ${title} ${key === undefined ? nothing : html`<kbd>${keyName(key)}</kbd>`}
          </button>
        </li>`,
    )}
  </ul>`;
}
