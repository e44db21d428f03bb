/**
 * `<seesaw-edit-dialog>`: one edit, asked for in a dialog. Loaded when the first is opened.
 *
 *   dialog.edits = model.edits; dialog.source = model.source; dialog.ops = ops;      // open.js
 *   dialog.show('insert');             // or arguments, rename, delete, extract, paste, history
 *
 * A form that is sent waits for the engine: the dialog closes when the edit was done, and says why when it was not.
 *
 * Events: `edit-done` (it has closed after an edit), `edit-asked` (detail: the kind of another dialog), `action-chosen`
 * (detail: the id of an action of the menu).
 */
import { LitElement, css, html, nothing } from 'lit';
import { dialogStyles } from '../../ui/dialog_styles.js';
import { namesOf } from '../../text/names.js';
import { remediesOf } from '../../text/remedies.js';
import { shared } from '../../ui/styles.js';
import { extract, history, menu, paste, remove, rename } from './forms.js';
import { change, insert } from './operator_form.js';
import { define } from '../../ui/define.js';

/** @typedef {import('../../model/edits/operators.js').OpDescription} OpDescription */
/** @typedef {{ id: string, title: string, key?: string, disabled: boolean }} MenuEntry */
/** @typedef {'insert' | 'arguments' | 'rename' | 'delete' | 'extract' | 'paste' | 'history' | 'menu'} Kind */
/**
 * @typedef {{ node: string, path: string, slot: number, from: string }} Edge an argument: the nth node that `node` uses
 */

/**
 * @typedef {(values: Record<string, string>) => import('../../model/edits/edits.js').Change[]} MakeChanges what is
 *   filled in, by field, as edits
 */

/** Milliseconds without a key before it is looked what a form would come to. */
const PAUSE = 150;

/** @param {HTMLFormElement} form */
const valuesIn = (form) =>
  Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, String(value).trim()]));

/**
 * @type {Record<Kind, { title: string, form: (dialog: EditDialog) => unknown, asks?: boolean }>} `asks`: for the
 *   statement of the chosen node
 */
const FORMS = {
  insert: { title: 'Insert an operator', form: insert },
  arguments: { title: 'Target and arguments', form: change, asks: true },
  rename: { title: 'Rename', form: rename },
  delete: { title: 'Delete', form: remove, asks: true },
  extract: { title: 'Extract into a submodule', form: extract },
  paste: { title: 'Paste statements', form: paste },
  history: { title: 'Edits', form: history },
  menu: { title: 'Edit', form: menu },
};

export class EditDialog extends LitElement {
  static properties = {
    edits: { attribute: false },
    source: { attribute: false },
    ops: { attribute: false },
    partial: { type: Boolean },
    actions: { attribute: false },
    kind: { state: true },
    query: { state: true },
    marked: { state: true },
    op: { state: true },
    users: { state: true },
    edge: { state: true },
    statement: { state: true },
    target: { state: true },
    preview: { state: true },
  };

  static styles = [
    shared,
    dialogStyles,
    css`
      dialog {
        width: min(560px, calc(100% - 24px));
      }
      .dialog-body {
        display: grid;
        gap: var(--s3);
        padding: var(--s3);
      }
      form,
      .field {
        display: grid;
        gap: var(--s1);
      }
      form {
        gap: var(--s3);
      }
      p {
        margin: 0;
        overflow-wrap: anywhere;
      }
      input:not([type='checkbox']),
      textarea {
        width: 100%;
        min-height: 28px;
        padding: 3px var(--s2);
        border: 1px solid var(--line-strong);
        border-radius: var(--radius);
        background: var(--surface);
        color: var(--text);
        font-family: var(--mono);
        resize: vertical;
      }
      .check {
        display: flex;
        align-items: center;
        gap: var(--s2);
      }
      .buttons {
        display: flex;
        flex-wrap: wrap;
        justify-content: flex-end;
        gap: var(--s2);
      }
      .primary {
        background: var(--accent);
        border-color: var(--accent);
        color: var(--on-accent);
      }
      .arrow {
        white-space: nowrap;
      }
      .signature {
        padding: var(--s2);
        background: var(--surface-2);
        border-radius: var(--radius);
      }
      .operators,
      .history {
        max-height: 46vh;
        margin: 0;
        padding: 0;
        overflow: auto;
        list-style: none;
      }
      .operators li {
        padding: var(--s1) var(--s2);
        border-radius: var(--radius);
        cursor: pointer;
        overflow-wrap: anywhere;
      }
      .operators li[aria-selected='true'] {
        background: var(--accent-soft);
      }
      .operators li[aria-selected='true'] .muted {
        color: var(--text);
      }
      .operators .doc {
        display: block;
      }
      .operators .hint {
        cursor: default;
      }
      .history button {
        width: 100%;
        border: 0;
        text-align: left;
      }
      .history button:focus-visible,
      .menu button:focus-visible {
        outline-offset: -2px;
      }
      .history button[aria-current] {
        background: var(--accent-soft);
        color: var(--accent);
      }
      .menu {
        display: grid;
        gap: var(--s1);
        margin: 0;
        padding: 0;
        list-style: none;
      }
      .menu button {
        display: flex;
        justify-content: space-between;
        width: 100%;
        border: 0;
        text-align: left;
      }
      .history .ahead {
        color: var(--muted);
      }
      .refused {
        padding: var(--s2);
        border-radius: var(--radius);
        background: var(--error-soft);
        color: var(--error);
      }
      .refused span {
        white-space: pre-wrap;
      }
      .preview {
        min-height: 2.8em;
        padding: var(--s2);
        border-radius: var(--radius);
        background: var(--surface-2);
        font-size: 12px;
      }
      .preview .bad {
        color: var(--error);
        white-space: pre-wrap;
      }
    `,
  ];

  constructor() {
    super();
    /** What is chosen, and what can be done with it. @type {import('../../model/edits/edits.js').Edits} */
    this.edits = /** @type {any} */ (null);
    /** The text. @type {import('../../model/source.js').TextSource} */
    this.source = /** @type {any} */ (null);
    /** All operators that are known. @type {OpDescription[]} */
    this.ops = [];
    /** More operators are being loaded. */
    this.partial = false;
    /** Entries of the menu. @type {MenuEntry[]} */
    this.actions = [];
    /** @type {Kind} */
    this.kind = 'insert';
    this.query = '';
    this.marked = 0;
    /** @type {import('../../model/edits/operators.js').OpDescription | null} */
    this.op = null;
    this.users = true;
    /** What an insertion goes onto. @type {Edge | null} */
    this.edge = null;
    /** Of the chosen node, where a form asks for it. */
    this.statement = '';
    /** The operator that a call is changed to, once somebody said. @type {string | null} */
    this.target = null;
    /** What the form as it is would come to. @type {import('../../model/edits/edits.js').Preview | null} */
    this.preview = null;
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #looking;

  /** @param {string} name @param {string} [detail] */
  fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  get #dialog() {
    return /** @type {HTMLDialogElement} */ (this.renderRoot.querySelector('dialog'));
  }

  /** The node that an insertion is about. */
  get subject() {
    return this.edge?.from ?? this.edits.node;
  }

  /** Where an insertion goes. */
  get place() {
    const { edge, subject } = this;
    if (edge !== null) return { into: { node: edge.node, slot: edge.slot } };
    return subject === null || subject === 'output' ? {} : { after: subject, users: this.users };
  }

  /** Names of values that an argument can be. */
  get scope() {
    const graph = namesOf(this.source.state.doc).graphs.find(({ path }) => path === this.path);
    return [...(graph?.definitions.keys() ?? [])].slice(0, 2000);
  }

  /** @param {Kind} kind @param {Edge | null} edge */
  async show(kind, edge) {
    this.edits.forgive();
    this.edge = edge;
    [this.kind, this.query, this.marked, this.op, this.users, this.statement, this.target] = [
      kind,
      '',
      0,
      null,
      true,
      '',
      null,
    ];
    this.#forget();
    await this.updateComplete;
    if (!this.#dialog.open) this.#dialog.showModal();
    this.edits.asking = this.#dialog;
    if (FORMS[kind].asks) this.statement = (await this.edits.statements()) ?? '';
    this.#focus();
  }

  async #focus() {
    await this.updateComplete;
    const field = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('[autofocus]'));
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  }

  close() {
    this.#dialog.close();
  }

  /** @param {string} query */
  look(query) {
    [this.query, this.marked] = [query, 0];
  }

  /** @param {import('../../model/edits/operators.js').OpDescription | null} op */
  takeOperator(op) {
    this.op = op;
    this.#forget();
    this.#focus();
  }

  /** Another operator in place of the one that is called: its parameters are asked for. @param {string} target */
  takeTarget(target) {
    this.target = target;
  }

  #forget() {
    clearTimeout(this.#looking);
    this.#looking = undefined;
    this.preview = null;
  }

  /** Closes when the edit was done. @param {Promise<boolean>} edit */
  async done(edit) {
    if (!(await edit)) return;
    this.close();
    this.fire('edit-done');
  }

  /** The graph that is edited. */
  get path() {
    return this.edge?.path ?? this.edits.selection.path;
  }

  /** Takes what a form sends. @param {MakeChanges} make */
  sent(make) {
    return (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.done(this.edits.apply(make(valuesIn(/** @type {HTMLFormElement} */ (event.target))), this.path));
    };
  }

  /** While a form is filled: what it would come to, once all that it needs is there. @param {MakeChanges} make */
  typed(make) {
    return (/** @type {Event} */ event) => {
      const form = /** @type {HTMLFormElement} */ (event.currentTarget);
      this.consider(() => (form.checkValidity() ? make(valuesIn(form)) : []));
    };
  }

  /** @param {() => import('../../model/edits/edits.js').Change[]} make none: there is nothing to tell */
  consider(make) {
    this.edits.forgive();
    clearTimeout(this.#looking);
    const look = async () => {
      const changes = make();
      const preview = changes.length === 0 ? null : await this.edits.preview(changes, this.path);
      if (this.#looking === timer) this.preview = preview;
    };
    const timer = setTimeout(look, PAUSE);
    this.#looking = timer;
  }

  #preview() {
    if (this.preview === null) return nothing;
    const { statement, problems } = this.preview;
    const said = problems.map(({ node, message }) => `${node ? `${node}: ` : ''}${message}`).join('\n');
    return html`<div class="preview mono" role="status" data-testid="preview">
      ${statement}${said === '' ? nothing : html`<p class="bad">${said}</p>`}
    </div>`;
  }

  updated() {
    this.renderRoot.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }

  render() {
    const { title, form } = FORMS[this.kind];
    const { refusal } = this.edits;
    const node =
      this.kind === 'menu' && this.edits.selection.names.length > 1
        ? `${this.edits.selection.names.length} nodes`
        : this.subject;
    return html`<dialog
      aria-labelledby="title"
      data-testid="edit-dialog"
      @close=${() => this.edits.forgive()}
      @keydown=${(/** @type {KeyboardEvent} */ event) => event.stopPropagation()}
      @click=${(/** @type {any} */ event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div class="dialog-head">
        <h2 id="title">
          ${title}${node !== null && this.kind !== 'history' ? html`: <span class="mono">${node}</span>` : nothing}
        </h2>
        <button class="quiet" @click=${() => this.close()}>Close</button>
      </div>
      <div class="dialog-body">
        ${form(this)} ${refusal === null ? this.#preview() : nothing}
        ${
          refusal === null
            ? nothing
            : html`<p class="refused" role="alert" data-testid="refused">
                <span>${[refusal.message, ...remediesOf(refusal)].join('\n')}</span>
              </p>`
        }
      </div>
    </dialog>`;
  }
}

define('seesaw-edit-dialog', EditDialog);
