/**
 * The tensor surface's side of the boundary.
 *
 * What: `native` holds the exported functions; `scratch` and `text` carry lists of numbers and texts across; `check`
 * turns a failed call into a thrown error.
 * Why: integers and one shared buffer cost little. An error of the engine becomes an `Error` with PyTorch's exception
 * type as its name and PyTorch's text; an error that a hook threw comes out as it went in.
 *
 *   const handle = check(native._st_unary(op, self.handle));
 *
 * One instance for a program, as in PyTorch: `await load()` first.
 */
import create from '../../dist/seesaw-full.mjs';
import { compileEngine, compileEngineNow, instantiateEngine, instantiateEngineNow } from '../engine.js';
import { fullModule } from '../places.js';

/** @typedef {Record<string, (...args: number[]) => number>} Native */

/** The exported functions, all named `_st_...`. @type {Native} */
export let native = /** @type {any} */ (null);
/** @type {any} */
let engine = null;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
let doubles = new Float64Array(0);
let doublesAt = 0;

/**
 * The function that C++ calls; host.js sets it.
 * @type {{ dispatch: (kind: number, id: number, count: number) => number, error: unknown, failed: boolean }}
 */
export const hostSide = { dispatch: () => 0, error: undefined, failed: false };

/** An error that PyTorch raises too: `name` is its exception type, `message` its text. */
export class TorchError extends Error {
  /** @param {string} type @param {string} message @param {string} code */
  constructor(type, message, code) {
    super(message);
    this.name = type;
    this.code = code;
  }
}

/** @param {{ wasm?: import('../locate.js').Place }} [options] */
export async function load({ wasm = fullModule() } = {}) {
  if (engine !== null) return;
  const compiled = await compileEngine(wasm);
  begin(await instantiateEngine(compiled, create));
}

/** The same at once, in Node. */
export function loadNow() {
  if (engine === null) begin(instantiateEngineNow(compileEngineNow(fullModule()), create));
}

/** @param {any} fresh an instance of the larger module */
function begin(fresh) {
  if (engine !== null) return;
  fresh.host = (/** @type {number} */ kind, /** @type {number} */ id, /** @type {number} */ count) =>
    hostSide.dispatch(kind, id, count);
  // The functions themselves: the glue's own names for them go through one more call.
  const raw = fresh.asm ?? {};
  native = Object.fromEntries(
    Object.keys(fresh)
      .filter((name) => name.startsWith('_st_'))
      .map((name) => [name, raw[name.slice(1)] ?? fresh[name]]),
  );
  engine = fresh;
  native._st_mark_stack();
  modesAt = native._st_modes();
  lostAt = native._st_lost();
  check(native._st_set_default_dtype(0));
}

/** Where the modes stand, and whether a call was lost in an overflow of JavaScript's stack. */
let modesAt = 0;
let lostAt = 0;
/** Modes to put back when the engine has recovered: -1 for those that it knows better. */
const pending = [-1, -1, -1, -1, -1];

/**
 * Without any call: at the end of its stack JavaScript could not make one.
 * @param {number} which @param {number} value
 */
export function putBackMode(which, value) {
  if (engine.HEAPU8[lostAt] !== 0) pending[which] = value;
  else engine.HEAPU8[modesAt + which] = value;
}
/** The engine put back the modes of the lost call; what JavaScript left since is left. */
export function putBackModes() {
  for (let which = 0; which < pending.length; which += 1) {
    if (pending[which] >= 0) engine.HEAPU8[modesAt + which] = pending[which];
    pending[which] = -1;
  }
  restoreStackSoon();
}
/**
 * A call was lost in an overflow of the stack: its part of the module's own stack is free when nothing runs any more.
 */
const restoreStackSoon = () => queueMicrotask(() => native._st_restore_stack());

/**
 * The scratch buffer with room for `count` numbers. Get it again after each call.
 * @param {number} [count]
 * @returns {Float64Array}
 */
export function scratch(count = 0) {
  const at = native._st_scratch(count);
  if (at === 0) throw new RangeError('not enough memory for this');
  if (at !== doublesAt || doubles.length < count || doubles.buffer !== engine.HEAPU8.buffer) {
    doublesAt = at;
    doubles = new Float64Array(engine.HEAPU8.buffer, at, Math.max(4096, count));
  }
  return doubles;
}

/** @param {string} value */
export const utf8 = (value) => encoder.encode(value);

/** @param {string} value */
export function writeText(value) {
  const bytes = utf8(value);
  const at = native._st_text(bytes.length);
  if (at === 0 && bytes.length > 0) throw new RangeError('not enough memory for this');
  engine.HEAPU8.set(bytes, at);
}

/** @returns {string} */
export function readText() {
  const at = native._st_text_data();
  return decoder.decode(engine.HEAPU8.subarray(at, at + native._st_text_size()));
}

/** @returns {unknown} */
function lastError() {
  native._st_error();
  const whole = readText();
  const first = whole.indexOf('\n');
  const second = whole.indexOf('\n', first + 1);
  const code = whole.slice(first + 1, second);
  if (code === 'host' && hostSide.failed) {
    const error = hostSide.error;
    hostSide.failed = false;
    hostSide.error = undefined;
    return error;
  }
  return new TorchError(whole.slice(0, first) || 'Error', whole.slice(second + 1), code);
}

/** Gives a result back, or throws if it says that the call failed. @param {number} result @returns {number} */
export function check(result) {
  if (result < 0) throw lastError();
  return result;
}

/** Bytes that the engine's memory has grown to. It never shrinks. */
export const heapBytes = () => engine.HEAPU8.length;
