/**
 * What is chosen in the text is chosen in the picture: the nodes of the lines that the cursor or the selection is on.
 *
 *   const lines = new SourceLines(view);
 *   lines.listen(); lines.stop();
 *   lines.again();                                  // the same lines of another text, if it was the text that chose
 *   lines.catchUp();                                // what was chosen while there was no picture yet
 */
import { choseMeanwhile } from './early_lines.js';

/** @typedef {import('./view.js').GraphView} GraphView */

/** Milliseconds after a result: somebody may be typing. */
const PAUSE = 200;

export class SourceLines {
  #view;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Which lineage stands in which line of the source. @type {{ good: unknown, pairs: number[] }} */
  #known = { good: null, pairs: [] };
  /** Lines were chosen that no picture could show yet. */
  #owed = false;
  /** How often lines were chosen. */
  #count = 0;

  /** @param {GraphView} view */
  constructor(view) {
    this.#view = view;
  }

  listen() {
    this.#view.model.addEventListener('source-lines', this.#heard);
    this.#owed = choseMeanwhile(this.#view.model);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#view.model.removeEventListener('source-lines', this.#heard);
  }

  #heard = (/** @type {Event} */ event) => this.#choose(/** @type {CustomEvent} */ (event).detail);

  /** @param {boolean} [opened] groups are opened that may hold them */
  again(opened = false) {
    clearTimeout(this.#timer);
    if (opened) this.#owed = true;
    const { state, model } = this.#view;
    if (!state.fromText || opened) return;
    this.#timer = setTimeout(() => {
      if (state.fromText && !state.loading) this.#choose(model.source.lines);
    }, PAUSE);
  }

  catchUp() {
    const { state, model, good } = this.#view;
    if (!this.#owed || state.loading || good === null || !state.panes.some(({ drawing }) => drawing)) return;
    this.#owed = false;
    queueMicrotask(() => this.#choose(model.source.lines));
  }

  /** @param {{ first: number, last: number }} lines from 1 */
  async #choose({ first, last }) {
    const { model, good, state } = this.#view;
    const [count, picks] = [++this.#count, state.picks];
    this.#owed = good === null || state.loading;
    if (model.live.stale || this.#owed) return;
    if (this.#known.good !== good) {
      const { value } = await model.live.ask('lines', { step: 0 }).catch(() => ({ value: null }));
      this.#known = { good, pairs: value ?? [] };
      // What was chosen meanwhile is newer, in the text or in the picture.
      if (count !== this.#count || picks !== state.picks) return;
    }
    const { pairs } = this.#known;
    const lineages = new Set(
      pairs.filter((_, index) => index % 2 === 0 && pairs[index + 1] >= first && pairs[index + 1] <= last),
    );
    if (lineages.size === 0) state.pick(state.active, [], false, false);
    else if (state.choose({ lineages, step: 0 })) this.#view.revealChosen(true);
  }
}
