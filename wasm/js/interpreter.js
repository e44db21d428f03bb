/**
 * torch.fx.Interpreter and torch.fx.Transformer: classes to derive from.
 *
 * What: `Interpreter` runs a program node by node, on values; `Transformer` makes a new program so. What a node of each
 * kind does is a method; a method that a class overrides is called here, the others stay in the core.
 * `super.callFunction(...)` is what it is in Python.
 * Why: to watch a graph run, to swap operators, to run a part, in ten lines.
 *
 *   class Swap extends Interpreter {
 *     callFunction(target, args, kwargs) {
 *       return super.callFunction(target === 'torch.sigmoid' ? 'torch.neg' : target, args, kwargs);
 *     }
 *   }
 *   new Swap(session, handle).run([{ dtype: 'f32', shape: [1], data: [3] }]).outputs[0]
 *
 * Tensors are GraphValues; lists are arrays; tuples { t: [...] }, floats { f: 0.5 }, and what else there is as in
 * Seesaw's JSON.
 */
import { failure, messageOf, SeesawError } from './error.js';
import { handleNumber, record } from './given.js';

/** Lists in lists, as deep as the core reads them. */
const MAX_DEPTH = 1000;

/** @param {unknown} value @param {string} what */
function jsonText(value, what) {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // Getters, proxies and toJSON run the caller's code here; BigInt and cycles have no text.
    throw failure('argument', `${what} cannot be written as JSON: ${messageOf(error)}`);
  }
}

/** @param {{ id: unknown }} value */
function numberOf({ id }) {
  if (typeof id !== 'number' || !Number.isInteger(id))
    throw failure('argument', 'the id of a GraphValue is an integer', 'use the values that a run gives');
  return id;
}

/** A tensor while an interpreter runs, or a node of the graph that a transformer makes. */
export class GraphValue {
  #ask;
  /** @param {number} id @param {(request: object) => any} ask @param {string} [name] */
  constructor(id, ask, name) {
    this.id = id;
    /** Of the new node, where a transformer made it. */
    this.name = name;
    this.#ask = ask;
  }

  /** Its elements, { dtype, shape, data }, while the interpreter runs. */
  get value() {
    if (typeof this.#ask !== 'function')
      throw failure('argument', 'only a run makes values that can be asked for their elements');
    const id = numberOf(this);
    return this.#ask({ do: 'value', of: { n: id } }).value;
  }
}

/** Methods that can be overridden, as the core names them. */
const METHODS = ['runNode', 'placeholder', 'getAttr', 'callFunction', 'callMethod', 'callModule', 'output'];
/** Where the session gives a command that calls back. */
export const HOSTED = Symbol('hosted');

/** One run: what crosses, both ways. */
class Run {
  /**
   * @type {{ write: (which: number, value: string) => void, read: (which: number) => string, forward: () => void } |
   *   null}
   */
  engine = null;
  /** What a method threw, to be thrown again behind the core. @type {unknown} */
  thrown = undefined;
  /** Errors that the core threw in super's method: it throws them on. @type {WeakSet<object>} */
  fromCore = new WeakSet();
  frame = 0;

  /** @param {any} owner */
  constructor(owner) {
    this.owner = owner;
  }

  /** @param {unknown} error */
  isFromCore(error) {
    return error instanceof SeesawError && this.fromCore.has(error);
  }

  /** @param {any} json @returns {any} */
  decode(json) {
    if (Array.isArray(json)) return json.map((one) => this.decode(one));
    if (json === null || typeof json !== 'object') return json;
    if (typeof json.n === 'number') return new GraphValue(json.n, (request) => this.ask(request));
    if (typeof json.i === 'number') return json.i;
    if (typeof json.i === 'string') return BigInt(json.i);
    return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, this.decode(value)]));
  }

  /** @param {any} value @returns {any} */
  encode(value) {
    try {
      return this.encoded(value, 0);
    } catch (error) {
      if (error instanceof SeesawError) throw error;
      throw failure('argument', `a value of a method cannot be read: ${messageOf(error)}`);
    }
  }

  /** @param {any} value @param {number} depth @returns {any} */
  encoded(value, depth) {
    if (depth > MAX_DEPTH) throw failure('argument', `values of a method are at most ${MAX_DEPTH} lists deep`);
    if (value instanceof GraphValue) return { n: numberOf(value) };
    if (Array.isArray(value)) return Array.from(value, (one) => this.encoded(one, depth + 1));
    if (typeof value === 'bigint') return { i: String(value) };
    if (typeof value === 'number')
      return Number.isSafeInteger(value)
        ? value
        : { f: Number.isFinite(value) ? String(value) : Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf' };
    if (value === undefined || value === null) return null;
    if (typeof value !== 'object' || ArrayBuffer.isView(value) || 'data' in value || 'f' in value) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.encoded(inner, depth + 1)]));
  }

  /** One method that the core asks for. 0 if it gave a value. @returns {number} */
  answer() {
    const engine = /** @type {NonNullable<Run['engine']>} */ (this.engine);
    const outer = this.frame;
    try {
      const asked = JSON.parse(engine.read(2));
      this.frame = asked.frame;
      const { callback, node } = asked;
      const given =
        callback === 'runNode' ? [node] : [asked.target, this.decode(asked.args), this.decode(asked.kwargs), node];
      const value = this.owner[callback](...given);
      engine.write(3, jsonText(value === undefined ? {} : { value: this.encode(value) }, 'the value of a method'));
      return 0;
    } catch (error) {
      this.thrown = error;
      engine.write(3, this.isFromCore(error) ? '' : messageOf(error));
      return 1;
    } finally {
      this.frame = outer;
    }
  }

  /** @param {object} request @returns {any} */
  ask(request) {
    if (this.engine === null) throw failure('callback', 'the run has ended', 'what is in env and outputs stays');
    this.engine.write(3, jsonText({ ...request, frame: this.frame }, 'what a method is given'));
    this.engine.forward();
    const answer = JSON.parse(this.engine.read(2));
    if (answer.ok) return answer;
    const error = new SeesawError(answer.diagnostics);
    this.fromCore.add(error);
    throw error;
  }

  /** @param {string} method @param {string} target @param {any} args @param {any} kwargs */
  original(method, target, args, kwargs) {
    const answer = this.ask({ do: method, target, args: this.encode(args ?? []), kwargs: this.encode(kwargs ?? {}) });
    const value = this.decode(answer.value);
    if (value instanceof GraphValue) value.name = answer.name;
    return value;
  }
}

/** @param {any} value */
function isSession(value) {
  try {
    return value !== null && typeof value === 'object' && typeof value[HOSTED] === 'function';
  } catch {
    return false; // a proxy
  }
}

export class Interpreter {
  /** @type {Run | null} */
  #run = null;
  /** @type {Map<string, any>} */
  env = new Map();

  /** @param {any} session a full one @param {number} handle @param {{ garbageCollectValues?: boolean }} [settings] */
  constructor(session, handle, settings = {}) {
    if (!isSession(session)) throw failure('argument', 'the first argument must be a Session');
    this.session = session;
    this.handle = handleNumber(handle);
    this.garbageCollectValues = record(settings, 'the settings').garbageCollectValues ?? true;
  }

  /**
   * @param {any[]} [inputs]
   * @param {{ state?: Record<string, any>, initialEnv?: Record<string, any>, grad?: boolean, requiresGrad?: boolean,
   *   gradMode?: boolean }} [settings]
   */
  run(inputs = [], settings = {}) {
    const { state, initialEnv, ...rest } = record(settings, 'the settings');
    const values = jsonText(
      { inputs, ...(state === undefined ? {} : { state }), ...(initialEnv === undefined ? {} : { initialEnv }) },
      'the inputs',
    );
    const args = { ...rest, handle: this.handle, garbageCollectValues: this.garbageCollectValues };
    const answer = this.hosted('exec', args, values).value;
    this.env = new Map(Object.entries(answer.env));
    return answer;
  }

  /** @param {string} command @param {object} args @param {string} payload */
  hosted(command, args, payload) {
    if (this.#run !== null) throw failure('busy', 'this one runs already', 'make another');
    const given = record(args, 'the arguments');
    const run = new Run(this);
    const callbacks = METHODS.filter(
      (name) => /** @type {any} */ (this)[name] !== /** @type {any} */ (Interpreter.prototype)[name],
    );
    this.#run = run;
    try {
      return this.session[HOSTED](command, { ...given, callbacks }, payload, run);
    } finally {
      this.#run = null;
      run.engine = null;
    }
  }

  /** @param {string} method @param {string} target @param {any} args @param {any} kwargs */
  #original(method, target, args, kwargs) {
    if (this.#run === null) throw failure('callback', `${method} is called while a program runs`, 'call run()');
    return this.#run.original(method, target, args, kwargs);
  }

  /** @param {{ id: number, name: string, op: string, target: string, text: string }} node */
  runNode(node) {
    if (this.#run === null) throw failure('callback', 'runNode is called while a program runs', 'call run()');
    const answer = this.#run.ask({ do: 'runNode', node: record(node, 'the node').id });
    return this.#run.decode(answer.value);
  }
  /** @param {string} target @param {any[]} args @param {Record<string, any>} kwargs */
  placeholder(target, args, kwargs) {
    return this.#original('placeholder', target, args, kwargs);
  }
  /** @param {string} target @param {any[]} args @param {Record<string, any>} kwargs */
  getAttr(target, args, kwargs) {
    return this.#original('getAttr', target, args, kwargs);
  }
  /** @param {string} target @param {any[]} args @param {Record<string, any>} kwargs */
  callFunction(target, args, kwargs) {
    return this.#original('callFunction', target, args, kwargs);
  }
  /** @param {string} target @param {any[]} args @param {Record<string, any>} kwargs */
  callMethod(target, args, kwargs) {
    return this.#original('callMethod', target, args, kwargs);
  }
  /** @param {string} target @param {any[]} args @param {Record<string, any>} kwargs */
  callModule(target, args, kwargs) {
    return this.#original('callModule', target, args, kwargs);
  }
  /** @param {string} target @param {any[]} args @param {Record<string, any>} kwargs */
  output(target, args, kwargs) {
    return this.#original('output', target, args, kwargs);
  }
}

export class Transformer extends Interpreter {
  /** A new program. @param {{ path?: string }} [settings] */
  transform(settings = {}) {
    return this.hosted('transform', { ...record(settings, 'the settings'), handle: this.handle }, '').value;
  }

  run() {
    throw failure('argument', 'a Transformer makes a program', 'call transform(), then session.exec of its handle');
  }
}
