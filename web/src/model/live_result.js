/**
 * What keeps the answer in step with the document: one evaluation at a time, the newest wanted one next.
 *
 *   const live = new LiveResult(engine, () => this.requestUpdate());
 *   live.want(() => ({ text, passes, ambientGrad }));      // any number of times, while typing
 *   live.diagnostics; live.good?.reports; live.stale
 *
 * The request is made when it is sent, not at each keystroke. While keys keep coming it is sent all the same, now and
 * then; an evaluation that a newer one has overtaken is given up if it takes long.
 * What is small is answered on this thread before the worker (at_once.js); the worker follows, and what is asked of the
 * result waits for it.
 */
import { Superseded } from '../engine/client.js';
import { isPython } from '../engine/python/own.js';

/** @typedef {import('../engine/protocol.js').EvaluateAnswer} EvaluateAnswer */
/** @typedef {import('../engine/protocol.js').EvaluateRequest} EvaluateRequest */
/** @typedef {import('../engine/protocol.js').ShowRequest} ShowRequest */
/** @typedef {import('../engine/protocol.js').ShowAnswer} ShowAnswer */
/** @typedef {import('../../../wasm/js/index.js').Diagnostic} Diagnostic */

/** Milliseconds without a key before the text is run, and how long keys may put that off. */
const PAUSE = 120;
const MAX_PAUSE = 1000;
/** An evaluation that takes less than this is not put off: keys that come meanwhile wait for its end anyway. */
const QUICK = 150;
const PATIENCE = 3;
/** An overtaken evaluation may go on for this long. */
const OVERTAKEN = 700;

/**
 * A request of which the pictures have been laid out already.
 * @param {EvaluateRequest} request @param {EvaluateAnswer} answer @returns {EvaluateRequest}
 */
function withLaid(request, { pictures }) {
  if (!pictures) return request;
  const panes = request.pictures?.requests ?? [];
  const laid = new Map(pictures.answers.flatMap(({ value }, at) => (value === null ? [] : [[panes[at].pane, value]])));
  return { ...request, pictures: null, laid };
}

export class LiveResult {
  #engine;
  #changed;
  #atOnce;
  #ownPasses;
  /** @type {import('./python.js').PythonPasses | null} */
  #python = null;
  /** What was answered on this thread, and the worker has still to run. @type {EvaluateRequest | null} */
  #behind = null;
  /** Who waits until the worker has run it. @type {(() => void)[]} */
  #following = [];
  /** @type {(() => EvaluateRequest) | null} */
  #wanted = null;
  /**
   * The request behind the programs that the engine holds, to make them again in a fresh one.
   * @type {EvaluateRequest | null}
   */
  #held = null;
  /** The full module was there when it was answered. */
  #fully = false;
  #lost = false;
  #busy = false;
  #waitingSince = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** How many texts were opened. */
  opened = 0;
  /** How many of them have had a result. */
  answered = 0;
  /** The last good answer. @type {EvaluateAnswer | null} */
  good = null;
  /** Diagnostics of the newest text. @type {Diagnostic[]} */
  diagnostics = [];
  /** Diagnostics without a place in the text. @type {Diagnostic[]} */
  failures = [];
  /**
   * Reports of the newest run, if a pass failed in it: the last one's.
   * @type {import('../../../wasm/js/index.js').PassReport[] | null}
   */
  failed = null;
  /** How many more diagnostics there are. */
  suppressed = 0;
  /** The good answer belongs to an older text. */
  stale = false;
  /** The good answer ends before the pass that failed. */
  partly = false;
  pending = false;
  /** The step, from 0, that nobody has allowed to run: the good answer ends before it. @type {number | null} */
  refused = null;
  /** Of the newest request. */
  #serial = 0;
  /** Who waits for the answer to the newest request. @type {(() => void)[]} */
  #waiting = [];
  /**
   * An answer that the full module may better, once it is loaded.
   * @type {{ answer: EvaluateAnswer, request: EvaluateRequest } | null}
   */
  undecided = null;

  #fresh = false;

  /**
   * @param {import('../engine/client.js').EngineClient} engine
   * @param {() => void} changed
   * @param {import('../engine/at_once.js').AtOnce | null} [atOnce]
   * @param {() => Promise<import('./python.js').PythonPasses>} [ownPasses] what runs passes of one's own
   */
  constructor(engine, changed, atOnce = null, ownPasses = undefined) {
    this.#engine = engine;
    this.#atOnce = atOnce;
    this.#ownPasses = ownPasses;
    this.#changed = () => {
      changed();
      if (!this.pending && this.undecided === null) for (const go of this.#waiting.splice(0)) go();
    };
    engine.addEventListener('restart', () => (this.#lost = true));
    engine.addEventListener('rest', () => this.#restHeard());
  }

  /** The full module is there, or will not come: what waited for it is decided. */
  #restHeard() {
    const { undecided } = this;
    if (undecided === null || this.#engine.rest === 'loading') return;
    this.undecided = null;
    // What was asked since then has an answer of its own.
    if (undecided.request.serial !== this.#serial) return;
    this.#fresh ||= undecided.request.fresh === true;
    if (this.#engine.rest === 'failed') this.#take({ ...undecided.answer, undecided: false }, undecided.request);
    else if (this.#wanted === null) this.want(() => undecided.request, true);
    this.#changed();
  }

  /** @param {() => EvaluateRequest} request @param {boolean} [now] without waiting for a pause in typing */
  want(request, now = false) {
    if (this.#wanted === null) this.#waitingSince = performance.now();
    this.#wanted = request;
    this.pending = true;
    clearTimeout(this.#timer);
    const last = this.good?.milliseconds ?? PAUSE;
    if (!now && this.#engine.rest === 'ready' && this.#atOnce?.suits(this.good)) this.#atOnce.prepare();
    // What is quick follows each key: the engine begins while the page still shows the key.
    if (now || last < QUICK) {
      queueMicrotask(() => this.#work());
      return;
    }
    const pause = Math.min(MAX_PAUSE, Math.max(PAUSE, last * 2));
    const left = this.#waitingSince + pause * PATIENCE - performance.now();
    this.#timer = setTimeout(() => this.#work(), Math.max(0, Math.min(pause, left)));
  }

  /** The next key can be answered on this thread. */
  get readyAtOnce() {
    return this.#atOnce !== null && this.#atOnce.ready && !this.#lost && this.#atOnce.suits(this.good);
  }

  /** Once the newest text has its answer. @returns {Promise<void>} */
  decided() {
    return !this.pending && this.undecided === null
      ? Promise.resolve()
      : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** There is nothing to run: forgets the result. */
  clear() {
    clearTimeout(this.#timer);
    this.#wanted = this.#behind = this.#held = this.good = this.failed = null;
    this.diagnostics = this.failures = [];
    this.suppressed = 0;
    this.stale = this.partly = this.pending = false;
    this.undecided = this.refused = null;
    this.#changed();
  }

  /** Somebody gave up the run, and nothing ran since. */
  get stopped() {
    return this.failures.some((one) => one.code === 'stopped');
  }

  /** Gives up the run that goes on; the last good result stays. */
  stop() {
    if (!this.pending) return;
    clearTimeout(this.#timer);
    this.#wanted = null;
    this.pending = false;
    this.diagnostics = [];
    this.suppressed = 0;
    if (this.#fresh) this.#forget();
    this.failures = [
      {
        severity: 'warning',
        code: 'stopped',
        message: 'the run was stopped',
        notes: [{ message: 'the next change runs again' }],
      },
    ];
    this.stale = this.good !== null;
    this.#engine.supersede(0);
    this.#python?.stop();
    this.#changed();
  }

  /**
   * The text is another program: its result is laid out as if nothing had been on the screen, and where it has none,
   * that of the one before goes.
   */
  afresh() {
    this.opened++;
    this.#fresh = true;
  }

  /** The run takes a while: what is shown meanwhile is said to be of the text before. */
  takesLong() {
    if (this.pending && this.#fresh && this.good !== null) this.stale = true;
  }

  /** The good answer is that of another program. */
  #forget() {
    this.good = this.#held = null;
    this.stale = this.partly = false;
  }

  /** Before the engine is disposed: its programs are gone with it. */
  dispose() {
    clearTimeout(this.#timer);
    this.#wanted = this.#behind = null;
    this.#lost = true;
    this.#python?.dispose();
  }

  async #work() {
    if (this.#wanted === null || this.#answeredAtOnce(this.#wanted)) return;
    if (this.#busy) {
      this.#engine.supersede(OVERTAKEN);
      this.#python?.overtaken();
      return;
    }
    this.#busy = true;
    const wanted = this.#wanted;
    const { opened } = this;
    this.#wanted = null;
    try {
      const asked = { ...wanted(), serial: ++this.#serial, fresh: this.#fresh };
      const { request, answer, refused } = await this.#evaluated(asked);
      // Another text may have been opened meanwhile.
      if (opened === this.opened) this.#fresh = false;
      // What was answered on this thread meanwhile is newer.
      if (this.pending && this.#behind === null) {
        this.refused = refused;
        this.#take(answer, answer.undecided ? asked : request);
        await this.#beforeFailure(request);
      }
    } catch (error) {
      if (!(error instanceof Superseded)) this.#failed(/** @type {Error} */ (error));
    }
    await this.#follow();
    this.#busy = false;
    this.pending = this.#wanted !== null;
    this.#changed();
    if (this.#wanted !== null) this.#work();
  }

  /**
   * Asks the engine, and Python for what it wants: a pass after the other. Where one may not run, the result is that of
   * the passes before it.
   * @param {EvaluateRequest} asked
   * @returns {Promise<{ request: EvaluateRequest, answer: EvaluateAnswer, refused: number | null }>}
   */
  async #evaluated(asked) {
    if (!asked.passes.some(isPython))
      return { request: asked, answer: await this.#engine.call('evaluate', asked), refused: null };
    const own = (await this.#ownPasses?.()) ?? null;
    this.#python = own;
    let request = { ...asked, python: own?.answers ?? [] };
    /** @type {number | null} */
    let refused = null;
    // Each round knows one pass more.
    for (let round = 0; round <= asked.passes.length + 1; round++) {
      const answer = await this.#engine.call('evaluate', request);
      if (answer.wanted === undefined) return { request, answer, refused };
      const made = (await own?.make(answer.wanted)) ?? null;
      if (made === null) {
        const { step } = answer.wanted;
        refused = step;
        request = { ...request, passes: request.passes.slice(0, step) };
      } else request = { ...request, python: [...request.python, made] };
    }
    throw new Error('the program before a pass in Python is another one each time');
  }

  /**
   * Where nothing was good before: the program as the passes left it up to the one that failed.
   * @param {EvaluateRequest} request
   */
  async #beforeFailure(request) {
    if (this.failed === null || this.good !== null || this.#wanted !== null) return;
    const before = {
      ...request,
      passes: request.passes.slice(0, this.failed.length - 1),
      pictures: null,
      show: null,
      fresh: false,
    };
    const answer = await this.#engine.call('evaluate', before);
    if (!answer.ok || !this.pending) return;
    this.good = answer;
    this.answered++;
    this.#held = before;
    this.#fully = this.#engine.rest === 'ready';
    this.#lost = false;
    this.partly = this.stale = true;
  }

  /** @param {() => EvaluateRequest} wanted */
  #answeredAtOnce(wanted) {
    if (this.#atOnce === null || this.#lost || this.#fresh || this.undecided !== null || !this.#atOnce.suits(this.good))
      return false;
    const request = { ...wanted(), serial: this.#serial + 1 };
    const answer = this.#atOnce.answer(request, this.#held, this.good);
    if (answer === null) return false;
    this.#serial++;
    this.#wanted = null;
    this.#take(answer, request);
    this.#behind = withLaid(request, answer);
    this.pending = false;
    this.#changed();
    this.#catchUp();
    return true;
  }

  /** The worker, where it has nothing else to do, runs what was answered without it. */
  async #catchUp() {
    if (this.#busy) return;
    this.#busy = true;
    await this.#follow();
    this.#busy = false;
    if (this.#wanted !== null) this.#work();
  }

  /** Its answer is the one that there is already. Where it fails, the next question makes the programs again. */
  async #follow() {
    while (this.#behind !== null) {
      const request = this.#behind;
      this.#behind = null;
      await this.#engine.call('evaluate', request).catch(() => (this.#lost = true));
    }
    for (const go of this.#following.splice(0)) go();
  }

  /** @param {Error} error */
  #failed(error) {
    if (this.#fresh) this.#forget();
    this.failed = null;
    const notes = [{ message: 'nothing that was typed is lost; the next change runs again' }];
    this.failures = [
      {
        severity: 'error',
        code: 'engine',
        message: `${error.message}; a fresh engine took over`,
        notes,
      },
    ];
    this.stale = this.good !== null;
  }

  /** @param {EvaluateAnswer} answer @param {EvaluateRequest} request */
  #take(answer, request) {
    const waits = answer.undecided && this.#engine.rest !== 'failed';
    this.undecided = waits ? { answer, request } : null;
    if (waits) {
      // What is shown meanwhile is no result of another text.
      if (request.fresh) this.#forget();
      this.diagnostics = this.failures = [];
      this.suppressed = 0;
      this.stale = this.good !== null;
      if (this.#engine.rest === 'ready') this.#restHeard();
      return;
    }
    if (!answer.ok && request.fresh) this.#forget();
    this.diagnostics = answer.diagnostics;
    this.failures = answer.failures;
    this.failed = !answer.ok && answer.reports.length > 0 ? answer.reports : null;
    this.suppressed = answer.suppressed;
    if (answer.ok) {
      this.good = answer;
      if (request.fresh) this.answered++;
      this.partly = false;
      this.#held = { ...request, pictures: null, show: null, fresh: false };
      this.#fully = this.#engine.rest === 'ready';
      this.#lost = false;
    }
    this.stale = !answer.ok && this.good !== null;
  }

  /**
   * Prints a step of the last good result, or compares two.
   * @param {ShowRequest} request
   * @returns {Promise<ShowAnswer>}
   */
  show(request) {
    return this.ask('show', request);
  }

  /**
   * The same text and passes with another PyTorch, as a difference.
   * @param {import('../../../wasm/js/index.js').TorchVersion} torch
   * @param {import('../engine/protocol.js').ShowRequest} request
   * @returns {Promise<import('../engine/protocol.js').ShowAnswer>}
   */
  otherVersion(torch, request) {
    return this.ask('otherVersion', { ...this.#held, ...request, torch });
  }

  /**
   * Asks something of the programs of the last good result; a fresh engine makes them again first.
   * @param {string} method
   * @param {any} [request]
   * @returns {Promise<any>}
   */
  async ask(method, request) {
    for (let attempt = 0; ; attempt++) {
      if (this.#behind !== null)
        await new Promise((/** @type {(value?: unknown) => void} */ resolve) => this.#following.push(resolve));
      if (this.#lost && this.#held !== null) {
        this.#lost = false;
        await this.#engine.call(this.#fully ? 'restore' : 'evaluate', this.#held);
      }
      const answer = await this.#engine.call(method, request);
      if (!this.#lost || attempt > 1) return answer;
    }
  }
}
