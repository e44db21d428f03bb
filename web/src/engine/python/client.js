/**
 * Python as the page sees it: one request at a time, and an end at any moment.
 *
 *   const python = new PythonClient(() => redraw());
 *   const answer = await python.run({ program, files, entry: 'pass', pass: '', options: {} });
 *   python.state; python.progress;                  // 'loading', 0.4
 *   python.stop();                                  // what runs is given up; the next request begins a fresh worker
 *
 * The worker never has more than the program that it is given as a text: a killed one loses nothing.
 */
import { Superseded } from '../client.js';

/** Seconds that one pass may take, and the start. */
const SECONDS = 60;
const START_SECONDS = 180;
/** Milliseconds that a pass may go on which a newer one has overtaken: to begin Python again takes as long. */
const OVERTAKEN = 3000;

/** Python ended, or never began: in words. */
export class PythonFailure extends Error {}

/** @typedef {{ id: number, resolve: (answer: any) => void, reject: (error: Error) => void, sentAt: number }} Running */

export class PythonClient {
  #changed;
  /** @type {Worker | null} */
  #worker = null;
  /** @type {MessagePort | null} */
  #port = null;
  /** @type {Promise<void> | null} */
  #ready = null;
  /** @type {((error: Error) => void) | null} */
  #refuseStart = null;
  /** @type {Running | null} */
  #running = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #giveUp;
  #queue = Promise.resolve();
  #sent = 0;
  #bytes = 1;
  #loaded = 0;
  /** @type {'none' | 'loading' | 'ready' | 'running'} */
  state = 'none';

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** How much of Python is there, from 0 to 1. */
  get progress() {
    return Math.min(1, this.#loaded / this.#bytes);
  }

  /** @param {typeof this.state} state */
  #is(state) {
    this.state = state;
    this.#changed();
  }

  /** Loads Python, before anybody asks for something. */
  begin() {
    this.#ready ??= this.#start();
    return this.#ready;
  }

  async #start() {
    this.#loaded = 0;
    this.#is('loading');
    /** @type {Promise<void>} */
    const ready = new Promise((resolve, reject) => {
      this.#refuseStart = reject;
      import('./begin.js')
        .then(({ beginPython }) => {
          const begun = beginPython();
          if (begun === null) throw new PythonFailure('this Seesaw has no Python with it: open the graph in the page');
          this.#listen(begun, resolve);
        })
        .catch((error) => this.#fail(new PythonFailure(`Python could not be started: ${error.message}`)));
    });
    this.#watch(START_SECONDS, `Python did not start within ${START_SECONDS} seconds`);
    await ready;
    clearTimeout(this.#timer);
    this.#refuseStart = null;
    this.#is('ready');
  }

  /** @param {{ worker: Worker, folder: string, bytes: number }} begun @param {() => void} ready */
  #listen({ worker, folder, bytes }, ready) {
    const { port1, port2 } = new MessageChannel();
    this.#bytes = bytes;
    this.#worker = worker;
    this.#port = port1;
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#fail(new PythonFailure(`Python failed: ${event.message || 'it ended'}`));
    });
    port1.onmessage = ({ data }) => {
      if (worker !== this.#worker || typeof data !== 'object' || data === null) return;
      if (data.loaded !== undefined) {
        this.#loaded = Number(data.loaded);
        this.#changed();
      } else if (data.ready === true) ready();
      else this.#answered(data);
    };
    worker.postMessage({ port: port2, folder }, [port2]);
  }

  /** @param {{ id?: number, answer?: any, failed?: string }} data */
  #answered({ id, answer, failed }) {
    if (failed !== undefined && (id === undefined || id === this.#running?.id))
      return this.#fail(new PythonFailure(`Python failed: ${failed}`));
    const running = this.#running;
    if (running === null || id !== running.id) return;
    this.#settled();
    running.resolve(answer);
  }

  #settled() {
    clearTimeout(this.#timer);
    clearTimeout(this.#giveUp);
    this.#running = null;
    this.#is(this.#worker === null ? 'none' : 'ready');
  }

  /** @param {number} seconds @param {string} what */
  #watch(seconds, what) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(new PythonFailure(what)), seconds * 1000);
  }

  /** The worker ends; what waits for it hears why. @param {Error} error */
  #fail(error) {
    this.#worker?.terminate();
    this.#port?.close();
    this.#worker = this.#port = this.#ready = null;
    const running = this.#running;
    const refuse = this.#refuseStart;
    this.#refuseStart = null;
    this.#settled();
    refuse?.(error);
    running?.reject(error);
  }

  /**
   * Runs a pass, after those that were asked for before.
   * @param {import('../../../../wasm/js/python/runtime.js').PythonRequest} request
   * @returns {Promise<any>}
   */
  run(request) {
    const answer = this.#queue.then(() => this.#run(request));
    this.#queue = answer.then(
      () => {},
      () => {},
    );
    return answer;
  }

  /** @param {import('../../../../wasm/js/python/runtime.js').PythonRequest} request */
  async #run(request) {
    await this.begin();
    const id = (this.#sent += 1);
    /** @type {Promise<any>} */
    const answer = new Promise((resolve, reject) => {
      this.#running = { id, resolve, reject, sentAt: performance.now() };
    });
    this.#is('running');
    this.#watch(SECONDS, `the pass did not end within ${SECONDS} seconds: see that every loop of it comes to an end`);
    this.#port?.postMessage({ id, request });
    return answer;
  }

  /** A newer request waits: what runs may go on for a moment. Python that is still being loaded is wanted by both. */
  overtaken() {
    const running = this.#running;
    if (running === null) return;
    clearTimeout(this.#giveUp);
    this.#giveUp = setTimeout(
      () => {
        if (this.#running !== running) return;
        this.#fail(new Superseded(false));
        this.begin().catch(() => {});
      },
      Math.max(0, running.sentAt + OVERTAKEN - performance.now()),
    );
  }

  /** Ends Python at once. */
  stop() {
    if (this.state !== 'none' && this.state !== 'ready') this.#fail(new Superseded(true));
  }

  /** Nobody needs it any more. */
  dispose() {
    this.#fail(new Superseded(false));
  }
}
