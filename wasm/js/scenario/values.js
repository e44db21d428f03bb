/**
 * Values of events: how they are written, and when two traces agree.
 *
 *   encode(t)                              // { shape: [2], data: [1, 2] }
 *   traceDifference(expected, actual, {})  // null if they agree
 */
import { Node, Tensor } from '../tensor/index.js';
import { Float } from '../tensor/names.js';

/** @param {number} value */
const encodeNumber = (value) =>
  Number.isNaN(value) ? 'nan' : value === Infinity ? 'inf' : value === -Infinity ? '-inf' : value;

/** @param {any} value @returns {any} */
export function encode(value) {
  if (value instanceof Tensor) {
    const dtype = value.dtype;
    const data = Array.from(value.data(), (item) => (dtype === 'bool' ? item !== 0 : encodeNumber(item)));
    return { shape: value.shape, data, ...(dtype === 'float64' ? {} : { dtype }) };
  }
  if (value instanceof Node) return { node: value.name() };
  if (Array.isArray(value)) {
    if (value[0] instanceof Node && typeof value[1] === 'number') return { edge: [encode(value[0]), value[1]] };
    return value.map(encode);
  }
  if (typeof value === 'number' || value instanceof Float) return encodeNumber(Number(value));
  if (value === undefined || value === null) return null;
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item)]));
  return value;
}

/** @typedef {{ rel?: number, abs?: number }} Tolerance */

/** @param {any} value */
const asNumber = (value) => (value === 'nan' ? NaN : value === 'inf' ? Infinity : value === '-inf' ? -Infinity : value);

/** @param {any} expected @param {any} actual @param {Required<Tolerance>} tolerance */
function sameNumber(expected, actual, tolerance) {
  const a = asNumber(expected);
  const b = asNumber(actual);
  if (typeof a !== 'number' || typeof b !== 'number') return Object.is(expected, actual);
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) && Number.isNaN(b);
  if (a === b) return true;
  return Math.abs(a - b) <= tolerance.abs + tolerance.rel * Math.abs(a);
}

/** @param {unknown} value */
const shown = (value) => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
};

/**
 * The first place where two values differ, or null.
 * @param {any} expected @param {any} actual @param {Required<Tolerance>} tolerance @param {string} path
 * @returns {string | null}
 */
function difference(expected, actual, tolerance, path) {
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null) {
    return sameNumber(expected, actual, tolerance)
      ? null
      : `${path}: expected ${shown(expected)}, got ${shown(actual)}`;
  }
  if (Array.isArray(expected) !== Array.isArray(actual))
    return `${path}: expected ${shown(expected)}, got ${shown(actual)}`;
  const single = expected.dtype === 'float32';
  const inner = single ? { rel: Math.max(tolerance.rel, 1e-5), abs: Math.max(tolerance.abs, 1e-6) } : tolerance;
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    if (!(key in expected) || !(key in actual)) return `${path}: expected ${shown(expected)}, got ${shown(actual)}`;
    const found = difference(expected[key], actual[key], inner, `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

/** @param {any} expected @param {any} actual @param {Required<Tolerance>} tolerance @returns {string | null} */
function eventDifference(expected, actual, tolerance) {
  if (expected.match === undefined) return difference(expected, actual, tolerance, expected.ev);
  const { match, message, ...rest } = expected;
  const { message: got, ...others } = actual;
  const text = typeof got === 'string' ? got : '';
  if (match === 'prefix' ? !text.startsWith(message) : !text.includes(message))
    return `error: expected ${match} ${shown(message)}, got ${shown(got)}`;
  return difference(rest, others, tolerance, expected.ev);
}

/**
 * @param {any[]} expected @param {any[]} actual @param {Tolerance} [given]
 * @returns {string | null}
 */
export function traceDifference(expected, actual, given = {}) {
  const tolerance = { rel: given.rel ?? 1e-9, abs: given.abs ?? 1e-12 };
  for (let i = 0; i < Math.max(expected.length, actual.length); i += 1) {
    if (i >= expected.length) return `event ${i}: expected the end, got ${shown(actual[i])}`;
    if (i >= actual.length) return `event ${i}: expected ${shown(expected[i])}, got the end`;
    const found = eventDifference(expected[i], actual[i], tolerance);
    if (found !== null)
      return `event ${i} (${expected[i].what ?? expected[i].label ?? ''} ${expected[i].of ?? ''}): ${found}`;
  }
  return null;
}
