/**
 * Which step of the pipeline the result shows, and its text.
 *
 *   const result = new ResultText(live, () => model.view, () => model.notify());
 *   result.index;                                   // of the view's step, which is null for the last one
 *   await result.show(model.doc);
 *   result.shown.text;
 */

import { TORCHES } from './document.js';

/** @typedef {import('./document.js').Document} Document */
/** @typedef {import('../engine/protocol.js').ShowRequest} ShowRequest */
/** @typedef {import('../engine/protocol.js').ShowAnswer} ShowAnswer */

const NOTHING = /** @type {ShowAnswer} */ ({ text: '', before: null, changes: [], places: 0, diagnostics: [] });

/**
 * The step that another is compared with; undefined where it is not, or with what another PyTorch gives.
 * @param {import('./document.js').View} view @param {number} step
 */
function againstOf({ tab, against }, step) {
  if (tab !== 'diff' || against === 'version') return undefined;
  return against === 'input' ? 0 : Math.max(0, step - 1);
}

export class ResultText {
  #live;
  #view;
  #changed;
  #ticket = 0;
  shown = NOTHING;

  /**
   * @param {import('./live_result.js').LiveResult} live
   * @param {() => import('./document.js').View} view
   * @param {() => void} changed
   */
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

  /** The step that it is compared with. */
  get against() {
    return againstOf(this.#view(), this.index) ?? null;
  }

  /** The PyTorch that the text is not of, the newest of several. */
  get other() {
    const now = this.#live.good?.dialect?.torch ?? TORCHES[1];
    return /** @type {import('../../../wasm/js/index.js').TorchVersion} */ (TORCHES.findLast((one) => one !== now));
  }

  /**
   * What the document's view asks for, of a result with so many steps.
   * @param {Document} doc
   * @param {number} last
   * @returns {ShowRequest}
   */
  #request({ format, view }, last) {
    const step = Math.min(view.step ?? last, last);
    return { step, against: againstOf(view, step), format, annotations: view.annotations };
  }

  /** What will be asked for once the document has run. @param {Document} doc */
  wanted(doc) {
    return this.#request(doc, doc.pipeline.length);
  }

  /**
   * Prints what the document's view asks for; an older request that ends later is dropped. It may have come with the
   * result.
   * @param {Document} doc
   */
  async show(doc) {
    const { good } = this.#live;
    const ticket = ++this.#ticket;
    if (good === null) {
      this.shown = NOTHING;
      return;
    }
    const request = this.#request(doc, this.last);
    const beside = doc.view.tab === 'diff' && doc.view.against === 'version';
    if (!beside && good.shown !== undefined && JSON.stringify(good.shown.request) === JSON.stringify(request)) {
      this.shown = good.shown.answer;
      this.#changed();
      return;
    }
    const asked = beside ? this.#live.otherVersion(this.other, request) : this.#live.show(request);
    const shown = await asked.catch((error) => ({
      ...NOTHING,
      diagnostics: [
        { severity: /** @type {const} */ ('error'), code: 'engine', message: String(error.message ?? error) },
      ],
    }));
    if (ticket !== this.#ticket) return;
    this.shown = shown;
    this.#changed();
  }
}
