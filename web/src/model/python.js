/**
 * Passes of one's own in Python: whose run, what they gave, and which one is being written.
 *
 * What: `make(wanted)` runs a pass of a pipeline, if it may run; null if nobody has allowed it. What was typed here
 * may; what came with a document from elsewhere is allowed by a click (`allow`), its text and nothing else. Allowed
 * texts are kept in this browser, so that one's own document runs again after a reload; a document cannot carry a
 * permission. Python itself is loaded with the first pass that runs (engine/python/client.js).
 *
 *   const python = new PythonPasses({ changed: () => notify(), remember: () => 'seesaw' });
 *   python.allow(source); const made = await python.make(wanted); python.stop();
 */
import { leftOf } from '../../../wasm/js/python/report.js';
import { Superseded } from '../engine/client.js';
import { FILE, PYTHON, TRACED, isPython, passOf, sameWanted, sourceOf } from '../engine/python/own.js';

/** @typedef {import('../engine/python/own.js').Wanted} Wanted */
/** @typedef {import('../engine/python/own.js').Made} Made */
/** @typedef {import('./document.js').Step} Step */

/** Texts that are kept as allowed: the newest, and no more characters than this. */
const MOST = 50;
const MOST_CHARACTERS = 400_000;
/** What Python gave before is not asked again: so many answers are held. */
const ANSWERS = 12;

export class PythonPasses {
  #changed;
  #remember;
  /** Texts that may run, oldest first; read from the browser when first asked. @type {Set<string> | null} */
  #allowed = null;
  /** @type {import('../engine/python/client.js').PythonClient | null} */
  #client = null;
  /** @type {Made[]} */
  #made = [];
  /** What CPython captured. @type {import('../engine/python/own.js').Traced[]} */
  #traced = [];
  /** Texts that somebody passed through while typing: they are not kept. @type {Set<string>} */
  #passing = new Set();
  /** The step that stands in the editor, and its place. @type {{ at: number, step: Step } | null} */
  #opened = null;
  /** The step, from 0, that Python has or waits for. @type {number | null} */
  current = null;

  /** @param {{ changed: () => void, remember: () => string | null }} ports */
  constructor({ changed, remember }) {
    this.#changed = changed;
    this.#remember = remember;
  }

  /** @returns {'none' | 'loading' | 'ready' | 'running'} */
  get state() {
    return this.#client?.state ?? 'none';
  }

  /** How much of Python is loaded, from 0 to 1. */
  get progress() {
    return this.#client?.progress ?? 0;
  }

  get #key() {
    const name = this.#remember();
    return name === null ? null : `${name}.python`;
  }

  #texts() {
    if (this.#allowed !== null) return this.#allowed;
    /** @type {unknown} */
    let kept = null;
    try {
      kept = this.#key === null ? null : JSON.parse(localStorage.getItem(this.#key) ?? '[]');
    } catch {
      // It keeps nothing, or something else: then it is asked again.
    }
    const texts = Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
    return (this.#allowed = new Set(texts));
  }

  #keep() {
    if (this.#key === null) return;
    /** @type {string[]} */
    const texts = [];
    let left = MOST_CHARACTERS;
    const kept = [...this.#texts()].reverse().filter((text) => !this.#passing.has(text));
    for (const text of kept.slice(0, MOST)) if ((left -= text.length) > 0) texts.unshift(text);
    try {
      localStorage.setItem(this.#key, JSON.stringify(texts));
    } catch {
      // It is asked again after a reload.
    }
  }

  /** @param {string} source */
  isAllowed(source) {
    return this.#texts().has(source);
  }

  /**
   * Somebody here wrote this text, or said that it may run.
   * @param {string} source @param {string} [before] the text that it was typed over
   */
  allow(source, before) {
    const texts = this.#texts();
    if (before !== undefined) this.#passing.add(before);
    this.#passing.delete(source);
    texts.delete(source);
    texts.add(source);
    this.#keep();
  }

  /** The editor shows a step; null closes it. @param {{ at: number, step: Step } | null} opened */
  open(opened) {
    this.#opened = opened;
    this.#changed();
  }

  /**
   * The place of the step in the editor, which may have moved, or have changed; null: none.
   * @param {Step[]} pipeline
   */
  openedIn(pipeline) {
    if (this.#opened === null) return null;
    const moved = pipeline.indexOf(this.#opened.step);
    const at = moved >= 0 ? moved : this.#opened.at;
    const step = pipeline[at];
    this.#opened = step !== undefined && isPython(step) ? { at, step } : null;
    return this.#opened === null ? null : at;
  }

  /** Steps of a pipeline that wait for a click, from 0. @param {Step[]} pipeline */
  waiting(pipeline) {
    return pipeline.flatMap((step, at) =>
      isPython(step) && step.enabled && !this.isAllowed(sourceOf(step)) ? [at] : [],
    );
  }

  /** What a request to the engine has with it. */
  get answers() {
    return [...this.#made];
  }

  async #python() {
    const { PythonClient } = await import('../engine/python/client.js');
    return (this.#client ??= new PythonClient(this.#changed));
  }

  /**
   * Runs a pass; null if it may not run. Throws what `PythonClient.run` throws when it was given up.
   * @param {Wanted} wanted
   * @returns {Promise<Made | null>}
   */
  async make(wanted) {
    if (!this.isAllowed(wanted.source)) return null;
    const began = performance.now();
    this.current = wanted.step;
    try {
      const python = await this.#python();
      const { source, pass, program, ambientGrad } = wanted;
      const files = [{ name: FILE, module: 'seesaw_pass', text: source }];
      await python.begin();
      const begun = performance.now();
      const answer = await python.run({ program, files, entry: 'seesaw_pass', pass, options: {}, ambientGrad });
      return this.#known({ ...wanted, answer, microseconds: Math.round((performance.now() - begun) * 1000) });
    } catch (error) {
      if (error instanceof Superseded) throw error;
      const microseconds = Math.round((performance.now() - began) * 1000);
      // Not kept: the next run may do better.
      return { ...wanted, answer: { diagnostic: { message: /** @type {Error} */ (error).message } }, microseconds };
    } finally {
      this.current = null;
    }
  }

  /**
   * What a pass does to another text, in numbers. Throws what `PythonClient.run` throws.
   * @param {Step} step @param {string} program any text @param {boolean} ambientGrad
   * @returns {Promise<import('../../../wasm/js/python/runtime.js').Counted>}
   */
  async over(step, program, ambientGrad) {
    const files = [{ name: FILE, module: 'seesaw_pass', text: sourceOf(step) }];
    const python = await this.#python();
    return python.run({
      program,
      files,
      entry: 'seesaw_pass',
      pass: passOf(step),
      options: {},
      ambientGrad,
      over: true,
    });
  }

  /**
   * What CPython captured of a text with this grad mode, if it was asked; null else.
   * @param {string} text @param {boolean} ambientGrad @returns {import('../engine/python/own.js').Traced | null}
   */
  traced(text, ambientGrad) {
    return this.#traced.find((one) => one.text === text && one.ambientGrad === ambientGrad) ?? null;
  }

  /**
   * Captures a text by CPython: whoever asks allows that it runs. Throws what `PythonClient.run` throws.
   * @param {string} text @param {{ ambientGrad: boolean }} settings
   */
  async trace(text, settings) {
    const python = await this.#python();
    const files = [{ name: TRACED, module: 'seesaw_source', text }];
    const answer = await python.run({
      program: '',
      files,
      entry: 'seesaw_source',
      pass: null,
      options: {},
      trace: settings,
    });
    const { program, diagnostic, printed = '', left = [], traced = {} } = answer;
    const diagnostics = [...(traced.diagnostics ?? []), ...leftOf({ left })];
    const made = { text, ...settings, program, diagnostic, printed, diagnostics };
    const others = this.#traced.filter((one) => one.text !== text || one.ambientGrad !== settings.ambientGrad);
    this.#traced = [made, ...others].slice(0, ANSWERS);
  }

  /** @param {Made} made */
  #known(made) {
    this.#made = [...this.#made.filter((one) => !sameWanted(one, made)), made].slice(-ANSWERS);
    return made;
  }

  /** What the pass has printed, of those that were run. @param {Step} step */
  printed(step) {
    const [source, pass] = [sourceOf(step), passOf(step)];
    return this.#made.findLast((one) => one.source === source && one.pass === pass)?.answer.printed ?? '';
  }

  overtaken() {
    this.#client?.overtaken();
  }

  stop() {
    this.#client?.stop();
  }

  dispose() {
    this.#client?.dispose();
  }

  /** A step with a source. @param {string} source @returns {Step} */
  step = (source) => ({ name: PYTHON, enabled: true, options: { source } });
}
