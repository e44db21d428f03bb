/**
 * Retracing passes in JavaScript: PyTorch's ExportPass as an object with callbacks.
 *
 * What: `RetraceCallbacks` carries what the core asks while it traces a program again to the caller's functions, and
 * their answers back; `next` is what Python's super() is.
 * Why: a pass is ten lines, and names, metadata and shapes are the core's business.
 *
 *   session.retrace(handle, {
 *     callOperator(op, args, kwargs, meta, next) {
 *       return op === 'torch.ops.aten.sin.default' ? next('torch.ops.aten.cos.default', args) : next();
 *     },
 *   });
 *
 * Values are RetraceValues; lists are arrays; what else arguments hold is as in Seesaw's JSON ({"t": [...]} a tuple,
 * {"dtype": ...}).
 */
import { failure, messageOf, SeesawError } from './error.js';

/** @typedef {import('./engine-types.js').Engine} Engine @typedef {import('./index.js').RetracePass} RetracePass */

/** A value of the graph that is recorded. */
export class RetraceValue {
  /** @param {number} id @param {{ name?: string, annotation?: string, val?: any }} [known] */
  constructor(id, known = {}) {
    this.id = id;
    /** Of the node that makes it; known of what next() gave. */
    this.name = known.name;
    /** "f32[3, 4][4, 1]" */
    this.annotation = known.annotation;
    /** What is known of it, as in Seesaw's JSON. */
    this.val = known.val;
  }
}

/** @param {any} json @returns {any} */
function decode(json) {
  if (Array.isArray(json)) return json.map(decode);
  if (json === null || typeof json !== 'object') return json;
  if (typeof json.n === 'number') return new RetraceValue(json.n);
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, decode(value)]));
}

/** @param {any} value @returns {any} */
function encode(value) {
  if (value instanceof RetraceValue) return { n: value.id };
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value === 'number')
    return Number.isSafeInteger(value)
      ? value
      : { f: Number.isFinite(value) ? String(value) : Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf' };
  if (value === undefined) return null;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === 'f' ? inner : encode(inner)]));
}

/**
 * How each callback is called, and what `next` takes: names of the members of a request.
 * @type {Record<string, { given: (asked: any) => any[], next: string[] }>}
 */
const FORMS = {
  onAttr: { given: (asked) => [decode(asked.attr)], next: [] },
  placeholder: { given: (asked) => [asked.name, asked.val], next: ['name'] },
  callOperator: {
    given: (asked) => [asked.op, decode(asked.args), decode(asked.kwargs)],
    next: ['op', 'args', 'kwargs'],
  },
  callSym: { given: (asked) => [asked.op, decode(asked.args)], next: ['op', 'args'] },
  callGetitem: { given: (asked) => decode(asked.args), next: ['0', '1'] },
  callCond: { given: (asked) => decode(asked.args), next: ['0', '1'] },
  callMap: { given: (asked) => decode(asked.args), next: ['0', '1'] },
  output: { given: (asked) => decode(asked.args), next: ['0'] },
  callSubmodule: { given: (asked) => [asked.inputs], next: [] },
};
export const CALLBACKS = Object.keys(FORMS);

/** Metadata of the node that is walked. `set` adds to what the new node gets. */
class RetraceMeta {
  /** @param {Record<string, any>} data @param {string} node */
  constructor(data, node) {
    this.data = data;
    /** The line of str(graph) of the node that is walked. */
    this.node = node;
    /** @type {Record<string, any>} */
    this.added = {};
  }
  /** @param {string} key */
  get(key) {
    return this.added[key] ?? this.data[key];
  }
  /** @param {string} key @param {any} value */
  set(key, value) {
    this.added[key] = value;
  }
}

/** What crosses while a program is traced. */
export class RetraceCallbacks {
  /** Set by the session while the command runs. @type {any} */
  engine = null;

  /** @param {RetracePass} pass */
  constructor(pass) {
    this.pass = pass;
    /** What a callback threw, to be thrown again behind the core. @type {unknown} */
    this.thrown = undefined;
    /** Errors that next() threw: the core throws them on. @type {WeakSet<object>} */
    this.fromCore = new WeakSet();
  }

  names() {
    try {
      return CALLBACKS.filter((name) => typeof (/** @type {any} */ (this.pass)[name]) === 'function');
    } catch (error) {
      // Getters and proxies run the caller's code here, and may throw.
      throw failure('argument', `the callbacks cannot be read: ${messageOf(error)}`);
    }
  }

  /** @param {unknown} error */
  isFromCore(error) {
    return error instanceof SeesawError && this.fromCore.has(error);
  }

  /** One callback. 0 if it gave a value. @returns {number} */
  answer() {
    try {
      const asked = JSON.parse(this.engine.read(2));
      const form = FORMS[asked.callback];
      const meta = new RetraceMeta(decode(asked.meta), asked.node);
      const next = (/** @type {any[]} */ ...given) => this.#next(asked, meta, asked.callback, form.next, given);
      // Another operator from any callback: what super().call_operator is in Python.
      next.callOperator = (/** @type {any[]} */ ...given) =>
        this.#next(asked, meta, 'callOperator', FORMS.callOperator.next, given);
      const value = /** @type {any} */ (this.pass)[asked.callback](...form.given(asked), meta, next);
      this.engine.write(3, JSON.stringify(value === undefined ? {} : { value: encode(value) }));
      return 0;
    } catch (error) {
      this.thrown = error;
      this.engine.write(3, this.isFromCore(error) ? '' : messageOf(error));
      return 1;
    }
  }

  /**
   * @param {any} asked
   * @param {RetraceMeta} meta
   * @param {string} wanted
   * @param {string[]} members
   * @param {any[]} given
   */
  #next(asked, meta, wanted, members, given) {
    /** @type {any} */
    const request = { frame: asked.frame, do: wanted };
    if (members[0] === '0' && given.length > 0) {
      request.args = members.map((_, i) => encode(i in given ? given[i] : decode(asked.args[i])));
    } else {
      given.forEach((value, i) => {
        if (members[i] !== undefined && value !== undefined) request[members[i]] = encode(value);
      });
    }
    if (Object.keys(meta.added).length > 0) request.meta = encode(meta.added);
    this.engine.write(3, JSON.stringify(request));
    this.engine.forward();
    const answer = JSON.parse(this.engine.read(2));
    if (!answer.ok) {
      const error = new SeesawError(answer.diagnostics);
      this.fromCore.add(error);
      throw error;
    }
    return answer.value === undefined ? undefined : new RetraceValue(answer.value.n, answer);
  }
}

/** @param {unknown} pass @returns {RetracePass} */
export function checkedPass(pass) {
  if (pass === null || typeof pass !== 'object')
    throw failure(
      'argument',
      'a retracing pass must be an object with callbacks',
      `it may have: ${CALLBACKS.join(', ')}`,
    );
  return /** @type {RetracePass} */ (pass);
}
