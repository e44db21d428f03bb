/**
 * Which step of the pipeline the result shows, and its text.
 *
 *   const showing = new Showing(page.live, () => page.view, () => page.requestUpdate());
 *   showing.index;                                   // of the view's step, which is null for the last one
 *   await showing.show(page.doc);
 *   showing.shown.text;
 */

/** @typedef {import('../engine/workbench.js').ShowAnswer} ShowAnswer */

const NOTHING = /** @type {ShowAnswer} */ ({ text: '', before: null, changes: [], places: 0, diagnostics: [] });

export class Showing {
  #live;
  #view;
  #changed;
  #ticket = 0;
  shown = NOTHING;

  /** @param {import('./controller.js').LiveResult} live @param {() => import('../document.js').View} view @param {() => void} changed */
  constructor(live, view, changed) {
    this.#live = live;
    this.#view = view;
    this.#changed = changed;
  }

  get last() {
    return this.#live.good?.reports.length ?? 0;
  }

  /** The step that is shown, as a number. */
  get index() {
    return Math.min(this.#view().step ?? this.last, this.last);
  }

  /** Prints what the document's view asks for; an older request that ends later is dropped. @param {import('../document.js').Document} doc */
  async show({ format, view }) {
    if (this.#live.good === null) return;
    const ticket = ++this.#ticket;
    const step = this.index;
    const against = view.tab !== 'diff' ? undefined : view.against === 'input' ? 0 : Math.max(0, step - 1);
    const shown = await this.#live.show({ step, against, format, annotations: view.annotations }).catch((error) => ({
      ...NOTHING,
      diagnostics: [{ severity: /** @type {const} */ ('error'), code: 'engine', message: String(error.message ?? error) }],
    }));
    if (ticket !== this.#ticket) return;
    this.shown = shown;
    this.#changed();
  }
}
