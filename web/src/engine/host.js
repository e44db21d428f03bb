/**
 * Both engines behind one mailbox: the small module answers at once, the full one takes over when it is there.
 *
 * What: `Host.answer({id, method, argument})` gives the message to send back. After the first evaluation the full
 * module is loaded in the background; `tell` hears `{rest: 'loading' | 'ready' | 'failed'}`. Programs do not move
 * between the two: the last evaluation runs again when the full module is first asked for something.
 * Why: a page shows its first result after 250 kB, not after 1.5 MB; worker and main thread use the same class.
 *
 *   const host = new Host((message) => self.postMessage(message));
 *   self.postMessage(await host.answer({ id: 1, method: 'describe' }));
 *
 * An answer is {id, value}, {id, error}, or {id, later: true}: the request needs the full module, ask again when it is
 * ready.
 * `transferable(answer)` are the parts of it that need not be copied on their way.
 */
import { Session } from '../../../wasm/js/session.js';
import { FULL_METHODS, Workbench } from './workbench.js';

/** @typedef {{ id: number, method: string, argument?: any }} Request */
/** @typedef {{ id: number, value?: any, error?: string, later?: boolean }} Answer */
/** @typedef {{ rest: 'loading' | 'ready' | 'failed', message?: string }} LoadState */

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** Milliseconds from the first answer to what comes after it. */
const PAINTED = 200;

/** What the workbench keeps of a picture, to anchor the next one to. */
const KEPT = new Set(['lineage', 'key', 'box', 'groupBox', 'groupKey']);

/** Buffers of the pictures in an answer. @param {Answer} answer @returns {ArrayBuffer[]} */
export function transferable({ value }) {
  const pictures = value?.pictures?.answers.map((/** @type {any} */ one) => one.value) ?? [
    value?.value?.picture ?? value?.value,
  ];
  return pictures.flatMap((/** @type {any} */ picture) => {
    if (!picture?.nodes || !(picture.points instanceof Float32Array)) return [];
    const columns = Object.entries({ ...picture.nodes, ...picture.edges, points: picture.points });
    return columns
      .filter(([name, column]) => ArrayBuffer.isView(column) && !KEPT.has(name))
      .map(([, column]) => column.buffer);
  });
}

export class Host {
  #tell;
  /** The workbench that has the programs. @type {Promise<Workbench>} */
  #bench;
  /** The full one, until it has taken over. @type {Workbench | null} */
  #next = null;
  /** @type {'none' | 'loading' | 'ready' | 'failed'} */
  #rest = 'none';
  /** The last good evaluation. @type {import('./protocol.js').EvaluateRequest | null} */
  #last = null;

  /** @param {(state: LoadState) => void} tell */
  constructor(tell) {
    this.#tell = tell;
    this.#bench = Session.create().then((session) => new Workbench(session).warmed());
    // Whoever asks hears why.
    this.#bench.catch(() => {});
  }

  async #load() {
    if (this.#rest === 'loading' || this.#rest === 'ready') return;
    this.#rest = 'loading';
    this.#tell({ rest: 'loading' });
    try {
      this.#next = new Workbench(await Session.create({ full: true }), true).warmed();
      this.#rest = 'ready';
      this.#tell({ rest: 'ready' });
    } catch (error) {
      this.#rest = 'failed';
      this.#tell({ rest: 'failed', message: messageOf(error) });
    }
  }

  /**
   * The full workbench takes over, with the programs of the last good evaluation where they are still wanted.
   * @param {string} method
   * @param {any} argument
   */
  #takeOver(method, argument) {
    if (this.#next === null) return;
    const next = this.#next;
    this.#next = null;
    this.#bench = Promise.resolve(next);
    const replaced = method === 'evaluate' && (argument?.serial ?? 0) >= (this.#last?.serial ?? 0);
    if (!replaced && this.#last !== null) next.evaluate(this.#last);
  }

  /** @param {Request} request @returns {Promise<Answer>} */
  async answer({ id, method, argument }) {
    try {
      if (FULL_METHODS.has(method) && this.#rest !== 'ready') {
        this.#load();
        return { id, later: true };
      }
      this.#takeOver(method, argument);
      const bench = /** @type {Record<string, any>} */ (await this.#bench);
      if (typeof bench[method] !== 'function') throw new Error(`the engine has no method '${method}'`);
      const value = await bench[method](argument);
      if (method === 'evaluate') this.#evaluated(argument, value);
      return { id, value };
    } catch (error) {
      return { id, error: messageOf(error) };
    }
  }

  /**
   * @param {import('./protocol.js').EvaluateRequest} request
   * @param {import('./protocol.js').EvaluateAnswer} answer
   */
  #evaluated(request, answer) {
    if (answer.ok) this.#last = { ...request, pictures: null, show: null };
    // The page paints first: to compile the module takes all processors.
    // What is shown alone may never need the rest.
    if (this.#rest === 'none' && (answer.undecided || request.alone !== true))
      setTimeout(() => this.#load(), answer.undecided ? 0 : PAINTED);
  }
}
