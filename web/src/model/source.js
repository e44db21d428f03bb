/**
 * The text as the model knows it: the editor of the page, or, before there is one and in tests, a text alone.
 *
 *   const source = new DetachedSource('def forward(self, x): ...');
 *   model.attach(editor);
 */

/** @typedef {import('../../../wasm/js/index.js').Diagnostic} Diagnostic */
/** @typedef {import('../../../wasm/js/index.js').WhyEntry} WhyEntry */
/** @typedef {import('./document.js').Setup} Setup */
/**
 * @typedef {object} TextSource
 * @property {string} text
 * @property {string} head its beginning, for names
 * @property {number} length
 * @property {boolean} isBlank
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {unknown} history what a reload keeps
 * @property {import('@codemirror/state').EditorState} state
 * @property {{ first: number, last: number }} lines those that the selection is on, from 1
 * @property {{ done: string[], undone: string[] }} edits titles of the entries of the history
 * @property {(given: { text: string, setup: Setup, history?: unknown }) => void} restore
 * @property {(text: string, setup?: Setup, title?: string) => void} replace
 * @property {(text: string, title: string, setup?: Setup) => void} rewrite
 * @property {(setup: Setup, joined?: boolean) => void} changeSetup `joined`: one change with that before it
 * @property {(items: Diagnostic[]) => void} showDiagnostics
 * @property {(items: Diagnostic[]) => void} showRemarks
 * @property {(why: WhyEntry[]) => void} showRegions
 * @property {(entry: WhyEntry | null) => void} choose
 * @property {(line: number | null) => void} follow
 * @property {(from: number) => void} select
 * @property {(steps: number) => void} travel
 * @property {() => void} focus
 */

/** What names.js and the edits ask of an editor's document. */
class Lines {
  #text;
  #ends;

  /** @param {string} text */
  constructor(text) {
    this.#text = text;
    this.#ends = [...text.matchAll(/\n|$/g)].map(({ index }) => index);
  }

  get lines() {
    return this.#ends.length;
  }

  /** @param {number} number from 1 */
  line(number) {
    return { number, from: number > 1 ? this.#ends[number - 2] + 1 : 0, to: this.#ends[number - 1] };
  }

  /** @param {number} place */
  lineAt(place) {
    return this.line(this.#ends.findIndex((end) => end >= place) + 1);
  }

  toString() {
    return this.#text;
  }
}

/** @implements {TextSource} */
export class DetachedSource {
  canUndo = false;
  canRedo = false;
  history = undefined;
  lines = { first: 1, last: 1 };
  edits = { done: /** @type {string[]} */ ([]), undone: /** @type {string[]} */ ([]) };

  /** @param {string} [text] */
  constructor(text = '') {
    this.text = text;
  }

  get head() {
    return this.text.slice(0, 4000);
  }

  get length() {
    return this.text.length;
  }

  get isBlank() {
    return this.text.trim() === '';
  }

  /** The cursor is at the beginning. */
  get state() {
    const selection = { main: { from: 0, to: 0, empty: true } };
    return /** @type {import('@codemirror/state').EditorState} */ (
      /** @type {unknown} */ ({ doc: new Lines(this.text), selection })
    );
  }

  /** @param {{ text: string }} given */
  restore({ text }) {
    this.text = text;
  }

  /** @param {string} text */
  replace(text) {
    this.text = text;
  }

  /** @param {string} text */
  rewrite(text) {
    this.text = text;
  }

  changeSetup() {}
  showDiagnostics() {}
  showRemarks() {}
  showRegions() {}
  choose() {}
  follow() {}
  select() {}
  travel() {}
  focus() {}
}
