/**
 * The engine as the page sees it: asynchronous calls that survive a worker that hangs, dies or traps.
 *
 * What: `EngineClient.call(method, argument)` asks the worker. A watchdog counts: a worker that does not take a
 * request, or does not answer it in time, is replaced, and the request is asked once more of the fresh one. Where
 * workers are refused (a sandboxed frame, a strict host page) the same `Workbench` runs on the main thread. Requests
 * that only the full module can answer wait aside until it is loaded (events `rest`, property `rest`); the others go
 * on.
 * Why: the text lives in the page, never in the worker, so nothing that was typed can be lost.
 *
 *   const engine = new EngineClient();
 *   const { passes } = await engine.call('describe');
 * engine.addEventListener('rest', () => engine.rest === 'ready' && ...);      // more passes are there: describe again
 * engine.addEventListener('slow', () => engine.slow?.method);                 // it has been at this for a while; null:
 * no more
 */

import { takeWorker } from './begin.js';

/** Time to load the module, and to answer, in milliseconds; answers may take longer for longer texts. */
const START_LIMIT = 30_000;
const TAKE_LIMIT = 2_000;
const ANSWER_LIMIT = 8_000;
const LIMIT_FOR_CHARACTER = 0.02;

export class EngineFailure extends Error {}

/** Milliseconds after which the page says that the engine works. */
const SLOW = 200;

/** The request was given up, because a newer one waits or because somebody stopped it. */
export class Superseded extends Error {
  /** @param {boolean} byHand */
  constructor(byHand) {
    super(byHand ? 'It was stopped' : 'It was given up for something newer');
    this.byHand = byHand;
  }
}

/**
 * @typedef {object} Pending
 * @property {number} id
 * @property {string} method
 * @property {any} argument
 * @property {number} patience milliseconds more than usual that it may take
 * @property {number} attempts
 * @property {number} sentAt
 * @property {(value: any) => void} resolve
 * @property {(error: Error) => void} reject
 */

/** The same mailbox on the page's own thread. */
class LocalPort extends EventTarget {
  #host = import('./host.js').then(({ Host }) => new Host((data) => this.#send(data)));

  /** @param {any} data */
  #send(data) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  /** @param {import('./host.js').Request} request */
  async postMessage(request) {
    this.#send({ id: request.id, begun: true });
    this.#send(
      await this.#host
        .then((host) => host.answer(request))
        .catch((error) => ({ id: request.id, error: String(error) })),
    );
  }

  terminate() {}
}

export class EngineClient extends EventTarget {
  /** @type {Worker | LocalPort | null} */
  #worker = null;
  #local = false;
  /** @type {Pending[]} in order; the first is with the worker */
  #queue = [];
  /** Those that the full module will answer. @type {Pending[]} */
  #aside = [];
  /** Characters of the longest text that the engine holds: what it does with it may take longer. */
  #size = 0;
  /** How far the full module is. @type {'none' | 'loading' | 'ready' | 'failed'} */
  rest = 'none';
  #next = 1;
  #answered = false;
  /** Whether the worker has begun with the first request. */
  #taken = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #giveUp;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #slowTimer;
  /** What the engine has been at for a while. @type {{ method: string, argument: any } | null} */
  slow = null;
  /** Fresh workers that had to take over. */
  restarts = 0;
  /** Nobody waits for answers any more: what is still asked starts no worker. */
  #ended = false;

  /**
   * @param {string} method
   * @param {any} [argument]
   * @param {number} [patience] milliseconds more than usual that it may take
   * @returns {Promise<any>}
   */
  call(method, argument, patience = 0) {
    return new Promise((resolve, reject) => {
      if (this.#ended) return;
      this.#queue.push({
        id: this.#next++,
        method,
        argument,
        patience,
        attempts: 0,
        sentAt: 0,
        resolve,
        reject,
      });
      if (this.#queue.length === 1) this.#send();
    });
  }

  /** Loads the module, before anybody asks for something. */
  begin() {
    this.#ended = false;
    if (this.#worker === null) this.#start();
  }

  /** Whether the engine runs on the page's own thread. */
  get onMainThread() {
    return this.#local;
  }

  /**
   * Gives up the request that the worker has, once it has taken this long: its answer is not wanted any more. A worker
   * that has not answered yet may still be loading the module: only a person ends it.
   * @param {number} milliseconds 0: somebody stopped it
   */
  supersede(milliseconds) {
    const first = this.#queue[0];
    const byHand = milliseconds === 0;
    if (first === undefined || this.#local || (!this.#answered && !byHand)) return;
    clearTimeout(this.#giveUp);
    this.#giveUp = setTimeout(
      () => {
        if (this.#queue[0] !== first) return;
        this.#replace('a newer request waits');
        this.#settle(first, { superseded: true, byHand });
      },
      Math.max(0, first.sentAt + milliseconds - performance.now()),
    );
  }

  /**
   * Ends the worker. What was asked is given up; what is asked before `begin` is called again stays without an answer.
   */
  dispose() {
    this.#ended = true;
    const waiting = [...this.#queue, ...this.#aside];
    this.#notSlow();
    clearTimeout(this.#timer);
    clearTimeout(this.#giveUp);
    this.#worker?.terminate();
    this.#worker = null;
    this.#queue = [];
    this.#aside = [];
    this.rest = 'none';
    for (const one of waiting) one.reject(new Superseded(false));
  }

  #start() {
    this.#answered = false;
    try {
      const worker = this.#local ? new LocalPort() : takeWorker();
      worker.addEventListener('message', (event) => this.#receive(worker, /** @type {MessageEvent} */ (event).data));
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        if (worker === this.#worker) this.#fail('the engine stopped', true);
      });
      this.#worker = worker;
    } catch {
      this.#local = true;
      this.#start();
    }
  }

  #send() {
    const first = this.#queue[0];
    if (first === undefined) return;
    if (this.#worker === null) this.#start();
    first.attempts++;
    first.sentAt = performance.now();
    this.#slowTimer ??= setTimeout(() => this.#tellSlow(), SLOW);
    if (typeof first.argument?.text === 'string') this.#size = first.argument.text.length;
    this.#watchTaking();
    this.#worker?.postMessage({ id: first.id, method: first.method, argument: first.argument });
  }

  /** A worker that loads the rest of the engine is busy for longer than one that has it all. */
  #watchTaking() {
    const limit = this.rest === 'loading' ? ANSWER_LIMIT : TAKE_LIMIT;
    this.#watch(this.#answered ? limit : START_LIMIT, 'the engine did not take the request', true);
    this.#taken = false;
  }

  #tellSlow() {
    this.slow = this.#queue[0] ?? null;
    this.dispatchEvent(new Event('slow'));
  }

  #notSlow() {
    clearTimeout(this.#slowTimer);
    this.#slowTimer = undefined;
    if (this.slow === null) return;
    this.slow = null;
    this.dispatchEvent(new Event('slow'));
  }

  /**
   * Nobody can replace the page's own thread: there it waits.
   * @param {number} limit
   * @param {string} what
   * @param {boolean} [absent] a worker that lets this time go by may not work here at all
   */
  #watch(limit, what, absent = false) {
    clearTimeout(this.#timer);
    if (!this.#local) this.#timer = setTimeout(() => this.#fail(what, absent), limit);
  }

  /**
   * What is no message of a `Host` is passed over.
   * @param {object} worker
   * @param {(import('./host.js').Answer & { begun?: boolean } & Partial<import('./host.js').LoadState>) | null} data
   */
  #receive(worker, data) {
    if (worker !== this.#worker || typeof data !== 'object' || data === null) return;
    if (data.rest !== undefined) {
      this.#heard(data.rest, data.message);
      return;
    }
    const first = this.#queue[0];
    if (first === undefined || data.id !== first.id) return;
    if (data.begun) {
      this.#taken = true;
      const limit = this.#answered ? ANSWER_LIMIT : START_LIMIT;
      this.#watch(limit + first.patience + this.#size * LIMIT_FOR_CHARACTER, 'the engine did not answer in time');
      return;
    }
    this.#answered = true;
    if (data.later) {
      this.#setAside(first);
      return;
    }
    const all = [...(data.value?.failures ?? []), ...(data.value?.diagnostics ?? [])];
    const trap = all.find((/** @type {any} */ item) => item.code === 'trap');
    if (data.error !== undefined || trap) this.#fail(data.error ?? trap.message);
    else this.#settle(first, data);
  }

  /** @param {Pending} first */
  #setAside(first) {
    clearTimeout(this.#timer);
    this.#notSlow();
    this.#queue.shift();
    first.attempts = 0;
    if (this.rest === 'ready') this.#queue.push(first);
    else this.#aside.push(first);
    this.#send();
  }

  /** @param {'none' | 'loading' | 'ready' | 'failed'} rest @param {string} [message] */
  #heard(rest, message) {
    this.rest = rest;
    const waiting = rest === 'loading' ? [] : this.#aside.splice(0);
    // A request that was sent just before waits for what the worker does now.
    if (rest === 'loading' && this.#queue.length > 0 && !this.#taken) this.#watchTaking();
    if (rest === 'failed') {
      for (const one of waiting)
        one.reject(new EngineFailure(`the rest of the engine could not be loaded: ${message}`));
    } else if (waiting.length > 0) {
      this.#queue.push(...waiting);
      if (this.#queue.length === waiting.length) this.#send();
    }
    this.dispatchEvent(new CustomEvent('rest', { detail: message }));
  }

  /** @param {string} reason */
  #replace(reason) {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.restarts++;
    this.rest = 'none';
    this.#queue.push(...this.#aside.splice(0));
    this.dispatchEvent(new CustomEvent('restart', { detail: reason }));
  }

  /**
   * A fresh worker takes over; the request is asked once more. Where the first worker is not there at all, the page's
   * own thread does its work: never that of one which began and did not end.
   * @param {string} reason @param {boolean} [absent] the worker may not work here at all
   */
  #fail(reason, absent = false) {
    const neverThere = absent && !this.#answered && this.restarts === 0;
    this.#replace(reason);
    const first = this.#queue[0];
    if (neverThere) this.#local = true;
    if (first !== undefined && first.attempts >= 2 && !neverThere) this.#settle(first, { error: reason });
    else this.#send();
  }

  /** @param {Pending} first @param {{ value?: any, error?: string, superseded?: boolean, byHand?: boolean }} data */
  #settle(first, data) {
    clearTimeout(this.#timer);
    this.#notSlow();
    clearTimeout(this.#giveUp);
    this.#queue.shift();
    if (data.superseded) first.reject(new Superseded(data.byHand === true));
    else if (data.error !== undefined) first.reject(new EngineFailure(data.error));
    else first.resolve(data.value);
    this.#send();
  }
}
