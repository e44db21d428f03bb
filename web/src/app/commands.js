/**
 * What the page does with its screen: the commands that features and actions get beside the model.
 *
 *   const commands = new PageCommands(page, model);
 *   commands.openDialog('examples'); await commands.goTo(12);
 */
import { openEdit } from '../features/edit/open.js';
import { copy, fileName, save } from '../ui/files.js';
import { ACTIONS, available, grouped } from './actions.js';
import { Dialogs } from './dialogs.js';
import { DocumentOpener } from './open_document.js';
import { nextPart } from './parts.js';
import { partsOf } from './room.js';

/** @typedef {import('./playground.js').Playground} Playground */
/** @typedef {import('../features/contract.js').Commands} Commands */
/** @typedef {import('../model/model.js').Model} Model */
/** @typedef {import('../../../wasm/js/index.js').WhyEntry} WhyEntry */

/** Milliseconds for which a button shows that it has copied. */
const DONE = 1500;

/** @implements {Commands} */
export class PageCommands {
  #page;
  #model;

  /** @param {Playground} page @param {Model} model */
  constructor(page, model) {
    this.#page = page;
    this.#model = model;
    this.open = new DocumentOpener({ model, commands: this });
    this.dialogs = new Dialogs({ model, commands: this });
  }

  get #context() {
    return { model: this.#model, commands: this };
  }

  get #editor() {
    return this.#page.editor;
  }

  get root() {
    return this.#page.renderRoot;
  }

  get focused() {
    return /** @type {ShadowRoot} */ (this.root).activeElement;
  }

  async updated() {
    await this.#page.updateComplete;
  }

  /** @param {string} id */
  action = (id) => ACTIONS.find((one) => one.id === id);
  availableActions = () => available(this.#context);
  actionGroups = grouped;

  /** @param {import('../features/contract.js').DialogId} id @param {string} [argument] */
  openDialog(id, argument) {
    return this.dialogs.open(id, argument);
  }

  closeDialog() {
    this.dialogs.close();
  }

  /** @param {string} kind @param {any} [edge] */
  openEdit(kind, edge) {
    return openEdit(this.#context, kind, edge);
  }

  /** @param {string | null} place */
  openReference(place) {
    if (place !== null) {
      import('../features/learn/reference.js').catch(() =>
        this.#model.tell('The reference could not be loaded. Is there a network?'),
      );
      this.#model.setView({ pane: 'passes' });
      this.#page.describeFormulas();
    }
    this.#model.setReference(place);
  }

  async startTour() {
    this.closeDialog();
    const loaded = await import('../features/learn/tour.js').catch(() =>
      this.#model.tell('The tour could not be loaded. Is there a network?', 'also'),
    );
    if (loaded) this.#page.tour = 0;
  }

  undo = () => this.#editor.undo();
  redo = () => this.#editor.redo();

  copyResult = async () => {
    await this.#model.result.show(this.#model.doc);
    const copied = await copy(this.#model.shown.text);
    this.#model.tell(copied ? '' : 'The browser refused to copy. Select the text and press Ctrl+C.');
    const button = /** @type {HTMLElement | null} */ (this.root.querySelector('[data-testid=copy]'));
    if (!copied || button === null) return;
    button.classList.add('done');
    setTimeout(() => button.classList.remove('done'), DONE);
    this.#model.say('Copied');
  };

  saveResult = async () => {
    const { model } = this.#context;
    await model.result.show(model.doc);
    if (model.live.good !== null) save(fileName(model.form, model.shownStep), model.shown.text);
  };

  /** @param {1 | -1} direction */
  nextChange(direction) {
    const output = /** @type {import('../ui/output.js').Output | null} */ (this.root.querySelector('seesaw-output'));
    output?.nextChange(direction);
  }

  /** @param {1 | -1} direction */
  nextPart(direction) {
    return nextPart(this.#context, direction);
  }

  /** The source is there, whatever view it is beside. */
  #showSource() {
    const { parts } = this.#model.view;
    const source = partsOf(this.#model).source ? parts.source : true;
    this.#model.setView({ pane: 'text', parts: { ...parts, source } });
  }

  /** @type {import('../features/contract.js').Commands['goTo']} */
  goTo = async (line, column, endLine) => {
    this.#showSource();
    await this.updated();
    this.#editor.goTo(line, column, endLine);
    this.#editor.focus();
  };

  /** The source shows lines; the focus stays, but where what has it is hidden by them. @param {WhyEntry} entry */
  async #showLines({ line, endLine }) {
    this.#showSource();
    await this.updated();
    this.#editor.goTo(line ?? 1, 1, endLine);
    if (this.focused === null || !this.focused.checkVisibility()) this.#editor.focus();
  }

  /** @param {WhyEntry} entry */
  pickReason = async (entry) => {
    this.#model.setChosen(entry);
    await this.#showLines(entry);
    this.#editor.choose(entry);
  };

  /**
   * The cursor went into a region, or a sign beside it was clicked: its reason is marked.
   * @param {WhyEntry | null} entry
   * @param {boolean} [go]
   */
  async markReason(entry, go = false) {
    this.#model.setChosen(entry);
    this.#editor.choose(entry);
    if (go) this.#model.setView({ pane: 'passes' });
    await this.updated();
    const marked = this.root.querySelector('.why [aria-current=true]');
    marked?.scrollIntoView({ block: 'nearest' });
    if (go) /** @type {HTMLElement | null} */ (marked)?.focus();
  }
}
