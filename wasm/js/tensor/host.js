/**
 * What C++ calls: hooks, pack and unpack, backward of user-defined functions.
 *
 * What: `keep(value)` gives a number that represents a value in C++ until C++ lets it go; `dispatch` runs the function
 * of a number with the arguments in the scratch buffer, and hands its result over.
 * Why: an error must come out of `backward` as it was thrown, and the engine must clean up on the way: so the error
 * waits here while C++ unwinds, and goes on at the boundary.
 *
 *   native._st_hook(HOOK.tensor, t.handle, keep((grad) => grad.mul(2)))
 */
import { check, native, hostSide, putBackModes, readText, scratch, writeText } from './core.js';
import { loosenSoon, wrapOrNull } from './handles.js';
import { isList } from './lists.js';
import { typeName } from './names.js';
import { Tensor } from './tensor.js';

export const HOOK = { tensor: 0, pre: 1, post: 2, accumulate: 3 };
const RESULT = { threw: -1, nothing: 0, tensor: 1, list: 2, other: 3, object: 4, otherInList: 5 };

/** Stands where C++ holds nothing. */
const FREE = Symbol('free');
/** Values that C++ holds, by number; the first is never used. @type {unknown[]} */
const kept = [FREE];
/** @type {number[]} */
const spare = [];

/**
 * Who hears warnings and the log.
 * @type {{ warning: ((category: string, message: string) => void) | null, log: ((message: string, node: number, grads:
 *   (Tensor | null)[]) => void) | null }}
 */
export const listeners = { warning: null, log: null };

/**
 * A warning of what is written in JavaScript, heard by who hears PyTorch's.
 * @param {string} message
 * @param {string} [category]
 */
export function emitWarning(message, category = 'UserWarning') {
  listeners.warning?.(category, message);
}

/** @param {unknown} value @returns {number} */
export function keep(value) {
  loosenSoon();
  const id = spare.pop() ?? kept.length;
  kept[id] = value;
  return id;
}

/** @param {number} id @returns {any} */
export const keptValue = (id) => kept[id];

/** How many values C++ holds. */
export const keptCount = () => kept.length - 1 - spare.length;

/** Values that nobody needs once C++ has taken the result: see `releaseAfterCall`. @type {(() => void)[]} */
let afterwards = [];

/** Runs `release` when the result of the running hook has been handed over. @param {() => void} release */
export function releaseAfterCall(release) {
  afterwards.push(release);
}

/** @param {Tensor | null} value */
const give = (value) => check(native._st_give(value === null ? 0 : value.handle || -1));

/** Arrays that hooks return are Python's tuples. @param {unknown} value */
const resultType = (value) => (Array.isArray(value) ? 'tuple' : typeName(value));

/** @param {unknown} value @returns {number} */
function giveHook(value) {
  if (value === undefined || value === null) return RESULT.nothing;
  if (value instanceof Tensor) {
    give(value);
    return RESULT.tensor;
  }
  const odd = isList(value)
    ? value.find((item) => item !== null && item !== undefined && !(item instanceof Tensor))
    : value;
  if (odd !== undefined) {
    // How many values there are is said before what is odd among them.
    if (Array.isArray(value)) for (const item of value) give(item instanceof Tensor ? item : null);
    writeText(resultType(odd));
    return Array.isArray(value) ? RESULT.otherInList : RESULT.other;
  }
  for (const item of /** @type {(Tensor | null | undefined)[]} */ (value)) give(item ?? null);
  return RESULT.list;
}

/** @param {unknown} value @returns {number} */
function givePacked(value) {
  if (value instanceof Tensor) return giveHook(value);
  native._st_give_object(keep(value));
  return RESULT.object;
}

/** @param {unknown} value @returns {number} */
function giveUnpacked(value) {
  if (value instanceof Tensor) return giveHook(value);
  writeText(resultType(value));
  return RESULT.other;
}

/** @param {number} from @param {number} to */
const numbers = (from, to) => Array.from(scratch(to).subarray(from, to));

/**
 * Lists of tensors that stand one behind the other.
 * @param {number} at
 * @param {number} count
 * @returns {(Tensor | null)[][]}
 */
function lists(at, count) {
  const raw = numbers(at, count);
  const out = [];
  for (let i = 0; i < raw.length; i += raw[i] + 1) out.push(raw.slice(i + 1, i + 1 + raw[i]).map(wrapOrNull));
  return out;
}

/** An error that knows so many frames: the module's own come first. @param {number} frames */
function stackOf(frames) {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = frames;
  const error = new Error();
  Error.stackTraceLimit = before;
  return error;
}

/** Where the surface was called from, the innermost call last. @param {Error} error */
function callersOf({ stack = '' }) {
  const lines = stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !/wasm:|\/js\/tensor\/|seesaw-full\.mjs/.test(line));
  return lines
    .reverse()
    .map((line) => `${line}\n`)
    .join('');
}

/** By number of `Call` in tensor_boundary.h. @type {((fn: any, count: number, id: number) => number)[]} */
const calls = [
  (fn) => giveHook(fn(wrapOrNull(scratch()[0]))),
  (fn, count) => giveHook(fn(lists(0, count)[0])),
  (fn, count) => {
    const [inputs, outputs] = lists(0, count);
    return giveHook(fn(inputs, outputs));
  },
  (fn) => giveHook(fn(wrapOrNull(scratch()[0]))),
  (fn, count) => {
    fn(lists(0, count)[0]);
    return RESULT.nothing;
  },
  (fn) => givePacked(fn(wrapOrNull(scratch()[0]))),
  (fn) => {
    const [handle, id] = numbers(0, 2);
    return giveUnpacked(fn(handle === 0 ? kept[id] : wrapOrNull(handle)));
  },
  (fn) => {
    fn();
    return RESULT.nothing;
  },
  (fn, count) => {
    const node = scratch()[0];
    return giveHook(fn(node, lists(1, count)[0]));
  },
  (_fn, _count, id) => {
    if (id <= 0 || id >= kept.length || kept[id] === FREE) return RESULT.nothing;
    kept[id] = FREE;
    spare.push(id);
    return RESULT.nothing;
  },
  () => {
    const whole = readText();
    const cut = whole.indexOf('\n');
    listeners.warning?.(whole.slice(0, cut), whole.slice(cut + 1));
    return RESULT.nothing;
  },
  (_fn, count) => {
    const message = readText();
    const node = scratch()[0];
    listeners.log?.(message, node, lists(1, count)[0]);
    return RESULT.nothing;
  },
  () => depth - 1,
  () => {
    putBackModes();
    return RESULT.nothing;
  },
  () => {
    writeText(callersOf(stackOf(80)));
    return RESULT.nothing;
  },
  (fn) => giveHook(fn(scratch()[0])),
];

/** How many calls of C++ are under way. */
let depth = 0;

hostSide.dispatch = (kind, id, count) => {
  const before = afterwards;
  depth += 1;
  afterwards = [];
  try {
    return calls[kind](kept[id], count, id);
  } catch (error) {
    hostSide.error = error;
    hostSide.failed = true;
    return RESULT.threw;
  } finally {
    depth -= 1;
    const releases = afterwards;
    afterwards = before;
    for (let i = 0; i < releases.length; i += 1) releases[i]();
  }
};
