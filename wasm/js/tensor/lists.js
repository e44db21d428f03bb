/**
 * Lists that a caller gives, counted before they are read.
 *
 * What: `isList` recognises an array and refuses one that is longer than any list of arguments; `lengthOf` gives the
 * length of what is indexed like a list, `itemsOf` the items of what can be iterated.
 * Why: `{ length: 1e9 }`, `Array(2 ** 32 - 1)` and a generator without an end cost nothing to write; who goes over them
 * ends the process or does not end.
 *
 *   lengthOf("tensor(): argument 'data'", data, MAX_ELEMENTS)      // RangeError if there are more
 */
import { typeName } from './names.js';

/** Of a list of tensors, sizes or numbers that a function takes. */
export const MAX_ITEMS = 1_000_000;
/** Of the data of a tensor: 512 MB as doubles. */
export const MAX_ELEMENTS = 2 ** 26;

/** @param {string} what @param {number} count @param {number} most @returns {never} */
export function tooLong(what, count, most) {
  throw new RangeError(
    `${what} has ${count < Infinity ? count : `more than ${most}`} items; at most ${most} are taken`,
  );
}

/** @param {unknown} value @returns {value is any[]} */
export function isList(value) {
  if (!Array.isArray(value)) return false;
  if (value.length > MAX_ITEMS) tooLong('a list', value.length, MAX_ITEMS);
  return true;
}

/** @param {string} what @param {any} value @param {number} [most] */
export function lengthOf(what, value, most = MAX_ITEMS) {
  const length = value?.length;
  if (!Number.isInteger(length) || length < 0)
    throw new TypeError(`${what} must be a list of numbers, not ${typeName(value)}`);
  if (length > most) tooLong(what, length, most);
  return /** @type {number} */ (length);
}

/** @template T @param {Iterable<T>} value @returns {T[]} */
export function itemsOf(value) {
  if (isList(value)) return [...value];
  const out = [];
  for (const item of value) {
    if (out.length === MAX_ITEMS) tooLong('what is iterated', Infinity, MAX_ITEMS);
    out.push(item);
  }
  return out;
}
