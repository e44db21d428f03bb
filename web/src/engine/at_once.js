/**
 * Answers in the frame of the key: small graphs are run on the page's own thread, beside the worker.
 *
 * What: `AtOnce.answer(request, held, good)` evaluates as the worker does, or gives null: the graph is large or slow,
 * the text is source to capture, a pass or a call has no bound, a first picture is yet to come from the worker, or
 * something else than a little of the text has changed since the worker's last good answer.
 * `prepare()` loads the module when the page is idle; it is compiled already, for the worker.
 * Why: a browser hands a worker's message over only when the frame that shows the key is done, so its answer is a frame
 * late. Nothing depends on it: the worker runs the same text a moment later, takes over the pictures as they were laid
 * out, and answers everything else that is asked of the result.
 *
 *   const atOnce = new AtOnce(() => picturesOnTheScreen);
 *   atOnce.prepare();                                     // somebody types
 *   const answer = atOnce.answer(request, held, good);    // null: ask the worker
 */
import { isPython } from './python/own.js';

/** @typedef {import('./protocol.js').EvaluateRequest} EvaluateRequest */
/** @typedef {import('./protocol.js').EvaluateAnswer} EvaluateAnswer */

/** Of the last good answer: nodes, and milliseconds that it took. */
const MAX_NODES = 1500;
const MAX_MILLISECONDS = 8;
/** Milliseconds that may be spent on one key, pictures and text included. */
const BUDGET = 20;
/** Keys that the worker has for itself after one that took longer: at first, and at most. */
const FIRST_REST = 4;
const MAX_REST = 1024;
/** Characters of the text that was quick that may be others, and passes that may run over it. */
const MAX_CHANGED = 1000;
const MAX_PASSES = 20;
/** Numbers of so many digits are left to the worker: what counts up to them does not end soon. */
const LONG_NUMBER = /(?<![\w.])\d{8,}/;

/**
 * @type {Promise<{ session: import('../../../wasm/js/session.js').Session, Workbench: typeof
 *   import('./workbench.js').Workbench }> | null}
 */
let loading = null;

/** One module for all playgrounds of a page: each has a workbench of its own. */
async function load() {
  const [{ Session }, { Workbench }] = await Promise.all([
    import('../../../wasm/js/session.js'),
    import('./workbench.js'),
  ]);
  const session = await Session.create({ full: true });
  new Workbench(session, true).warmed();
  return { session, Workbench };
}

/** @param {import('../../../wasm/js/index.js').Description} description */
const unboundedOf = ({ passes }) => passes.flatMap(({ name, unbounded }) => (unbounded ? [name] : []));

/**
 * Calls of operators that give as many results as a number says: a digit more, and there are millions.
 * @param {import('../../../wasm/js/index.js').Description} description @returns {RegExp}
 */
function listsOf({ ops }) {
  const lists = ops.filter(({ schema = '' }) => /-> .*\[\]/.test(schema)).map(({ path }) => path.split('.').at(-2));
  return new RegExp(`\\b(?:${[...new Set(lists)].join('|')})\\b`);
}

/**
 * How many characters of a text are others than in an earlier one: from the first that differs to the last.
 * @param {string} text
 * @param {string} before
 */
function changedCharacters(text, before) {
  const most = Math.min(text.length, before.length);
  let first = 0;
  while (first < most && text.charCodeAt(first) === before.charCodeAt(first)) first++;
  let last = 0;
  while (last < most - first && text.charCodeAt(text.length - 1 - last) === before.charCodeAt(before.length - 1 - last))
    last++;
  return Math.max(text.length, before.length) - first - last;
}

/** @param {() => void} action */
const whenIdle = (action) =>
  typeof requestIdleCallback === 'function' ? requestIdleCallback(action, { timeout: 2000 }) : setTimeout(action, 200);

export class AtOnce {
  #shown;
  #asked = false;
  /** @type {import('./workbench.js').Workbench | null} */
  #bench = null;
  /** Passes that are left to the worker. @type {Set<string>} */
  #unbounded = new Set();
  /** Calls that are left to the worker. */
  #lists = /(?!)/;
  /** Keys that are left to the worker after one that took too long, and how many it will be after the next. */
  #resting = 0;
  #rest = FIRST_REST;

  /**
   * @param {() => import('./protocol.js').Laid | null | undefined} [shown] pictures on the screen: the next ones are
   *   anchored to them
   */
  constructor(shown = () => null) {
    this.#shown = shown;
  }

  /** Somebody types into a graph that is small. Where it cannot be loaded, the worker answers as ever. */
  prepare() {
    if (this.#asked) return;
    this.#asked = true;
    whenIdle(async () => {
      loading ??= load();
      const loaded = await loading.catch(() => null);
      if (loaded === null) return;
      const description = loaded.session.describe({ formulas: false });
      this.#unbounded = new Set(unboundedOf(description));
      this.#lists = listsOf(description);
      this.#bench = new loaded.Workbench(loaded.session, true, false);
    });
  }

  /** The module is there. */
  get ready() {
    return this.#bench !== null;
  }

  /** Such a graph could be answered at once. @param {EvaluateAnswer | null} good the last good answer */
  suits(good) {
    return good !== null && !good.captured && good.nodes <= MAX_NODES && good.milliseconds <= MAX_MILLISECONDS;
  }

  /**
   * @param {EvaluateRequest} request
   * @param {EvaluateRequest | null} held what the last good answer was asked with
   * @param {EvaluateAnswer | null} good
   * @returns {EvaluateAnswer | null}
   */
  answer(request, held, good) {
    if (this.#bench === null || held === null || !this.suits(good) || request.fresh || request.capture === 'always')
      return null;
    const { text, passes, ambientGrad } = request;
    if (
      passes !== held.passes ||
      ambientGrad !== held.ambientGrad ||
      request.torch !== held.torch ||
      passes.some((pass) => isPython(pass) || this.#unbounded.has(pass.name.replaceAll('-', '_')))
    )
      return null;
    if (passes.length > MAX_PASSES || !this.#bounded(text, held.text)) return null;
    const shown = this.#shown() ?? new Map();
    if (request.pictures?.requests.some(({ pane, beside = pane }) => !shown.has(pane) && !shown.has(beside)))
      return null;
    if (this.#resting > 0) {
      this.#resting--;
      return null;
    }
    const started = performance.now();
    const answer = this.#evaluate(this.#bench, { ...request, laid: shown });
    this.#took(performance.now() - started);
    return answer;
  }

  /**
   * A key that took too long is followed by keys for the worker, each time twice as many: the text may be slow, or the
   * machine was busy for a moment.
   * @param {number} milliseconds
   */
  #took(milliseconds) {
    if (milliseconds <= BUDGET) this.#rest = FIRST_REST;
    else {
      this.#resting = this.#rest;
      this.#rest = Math.min(MAX_REST, 2 * this.#rest);
    }
  }

  /**
   * Nothing in a text takes longer than the text is long, as far as can be known before it is read.
   * @param {string} text
   * @param {string} before one that was quick
   */
  #bounded(text, before) {
    return changedCharacters(text, before) <= MAX_CHANGED && !LONG_NUMBER.test(text) && !this.#lists.test(text);
  }

  /** @param {import('./workbench.js').Workbench} bench @param {EvaluateRequest} request */
  #evaluate(bench, request) {
    try {
      const answer = bench.evaluate(request);
      const trapped = [...answer.diagnostics, ...answer.failures].some((one) => one.code === 'trap');
      if (!trapped) return answer.undecided ? null : answer;
    } catch {
      // The worker will say what is wrong.
    }
    this.#bench = null;
    return null;
  }
}
