/**
 * The engine as the page sees it: asynchronous calls that survive a worker that hangs, dies or traps.
 *
 * What: `EngineClient.call(method, argument)` asks the worker. A watchdog counts: a worker that does not take a request,
 * or does not answer it in time, is replaced, and the request is asked once more of the fresh one. Where workers are
 * refused (a sandboxed frame, a strict host page) the same `Workbench` runs on the main thread.
 * Why: the text lives in the page, never in the worker, so nothing that was typed can be lost.
 *
 *   const engine = new EngineClient();
 *   const { passes } = await engine.call('describe');
 */

/** Time to load the module, and to answer, in milliseconds; answers may take longer for longer texts. */
const START_LIMIT = 30_000;
const TAKE_LIMIT = 2_000;
const ANSWER_LIMIT = 8_000;
const LIMIT_FOR_CHARACTER = 0.02;

export class EngineFailure extends Error {}

/** The request was given up because a newer one waits. */
export class Superseded extends Error {}

/**
 * @typedef {object} Pending
 * @property {number} id
 * @property {string} method
 * @property {any} argument
 * @property {number} attempts
 * @property {number} sentAt
 * @property {(value: any) => void} resolve
 * @property {(error: Error) => void} reject
 */

export class EngineClient extends EventTarget {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Promise<any> | null} the workbench on the main thread */
  #local = null;
  /** @type {Pending[]} in order; the first is with the worker */
  #queue = [];
  #next = 1;
  #answered = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #giveUp;
  /** Fresh workers that had to take over. */
  restarts = 0;

  /** @param {string} method @param {any} [argument] @returns {Promise<any>} */
  call(method, argument) {
    return new Promise((resolve, reject) => {
      this.#queue.push({
        id: this.#next++,
        method,
        argument,
        attempts: 0,
        sentAt: 0,
        resolve,
        reject,
      });
      if (this.#queue.length === 1) this.#send();
    });
  }

  /** Whether the engine runs on the page's own thread. */
  get onMainThread() {
    return this.#local !== null;
  }

  /** Gives up the request that the worker has, once it has taken this long: its answer is not wanted any more. @param {number} milliseconds */
  supersede(milliseconds) {
    const first = this.#queue[0];
    if (first === undefined || this.#worker === null || !this.#answered) return;
    clearTimeout(this.#giveUp);
    this.#giveUp = setTimeout(
      () => {
        if (this.#queue[0] !== first) return;
        this.#replace('a newer request waits');
        this.#settle(first, { superseded: true });
      },
      Math.max(0, first.sentAt + milliseconds - performance.now()),
    );
  }

  dispose() {
    clearTimeout(this.#timer);
    clearTimeout(this.#giveUp);
    this.#worker?.terminate();
    this.#worker = null;
    this.#queue = [];
  }

  #start() {
    this.#answered = false;
    try {
      const worker = new Worker(new URL('./worker.js', import.meta.url), {
        type: 'module',
      });
      worker.addEventListener('message', ({ data }) => this.#receive(worker, data));
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        if (worker === this.#worker) this.#fail('the engine stopped');
      });
      this.#worker = worker;
    } catch {
      this.#goLocal();
    }
  }

  #goLocal() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#local ??= Promise.all([import('../../../wasm/js/session.js'), import('./workbench.js')]).then(
      async ([{ Session }, { Workbench }]) => new Workbench(await Session.create()),
    );
  }

  #send() {
    const first = this.#queue[0];
    if (first === undefined) return;
    if (this.#worker === null && this.#local === null) this.#start();
    if (this.#local !== null) {
      this.#runLocally(first);
      return;
    }
    first.attempts++;
    first.sentAt = performance.now();
    this.#worker?.postMessage({
      id: first.id,
      method: first.method,
      argument: first.argument,
    });
    this.#watch(this.#answered ? TAKE_LIMIT : START_LIMIT, 'the engine did not take the request');
  }

  /** @param {number} limit @param {string} what */
  #watch(limit, what) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(what), limit);
  }

  /** @param {Pending} first */
  async #runLocally(first) {
    try {
      const bench = await this.#local;
      this.#settle(first, { value: bench[first.method](first.argument) });
    } catch (error) {
      this.#settle(first, { error: String(error) });
    }
  }

  /** @param {Worker} worker @param {{ id: number, begun?: boolean, value?: any, error?: string }} data */
  #receive(worker, data) {
    const first = this.#queue[0];
    if (worker !== this.#worker || first === undefined || data.id !== first.id) return;
    if (data.begun) {
      const size = typeof first.argument?.text === 'string' ? first.argument.text.length : 0;
      const limit = this.#answered ? ANSWER_LIMIT : START_LIMIT;
      this.#watch(limit + size * LIMIT_FOR_CHARACTER, 'the engine did not answer in time');
      return;
    }
    this.#answered = true;
    const trapped = data.value?.failures?.some((/** @type {any} */ item) => item.code === 'trap');
    if (data.error !== undefined || trapped) this.#fail(data.error ?? data.value.failures[0].message);
    else this.#settle(first, data);
  }

  /** @param {string} reason */
  #replace(reason) {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.restarts++;
    this.dispatchEvent(new CustomEvent('restart', { detail: reason }));
  }

  /** A fresh worker takes over; the request is asked once more. @param {string} reason */
  #fail(reason) {
    const neverAnswered = !this.#answered && this.restarts === 0;
    this.#replace(reason);
    const first = this.#queue[0];
    if (neverAnswered) this.#goLocal();
    if (first !== undefined && first.attempts >= 2 && !neverAnswered) this.#settle(first, { error: reason });
    else this.#send();
  }

  /** @param {Pending} first @param {{ value?: any, error?: string, superseded?: boolean }} data */
  #settle(first, data) {
    clearTimeout(this.#timer);
    clearTimeout(this.#giveUp);
    this.#queue.shift();
    if (data.superseded) first.reject(new Superseded());
    else if (data.error !== undefined) first.reject(new EngineFailure(data.error));
    else first.resolve(data.value);
    this.#send();
  }
}
