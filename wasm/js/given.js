/**
 * What callers give, checked: texts, handles, options, lists. Each throws a SeesawError that names the argument.
 *
 *   record(settings, 'the settings').path
 */
import { failure, messageOf } from './error.js';
import { guide } from './guide.js';

/** @param {unknown} value @param {string} what @returns {string} */
export function text(value, what) {
  if (typeof value === 'string') return value;
  throw failure('argument', `${what} must be a string, got ${guide.kindOf(value)}`, guide.remedy('text', value));
}

/** @param {unknown} value @returns {number} */
export function handleNumber(value) {
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw failure('argument', `a handle must be an integer, got ${guide.kindOf(value)}`, guide.remedy('handle', value));
  return value;
}

/** A program by its handle, or by its text. @param {unknown} program @param {string} [source] */
export function programGiven(program, source = '') {
  return typeof program === 'string'
    ? { args: {}, payload: program }
    : { args: { handle: handleNumber(program) }, payload: source };
}

/** @param {unknown} value @param {string} what @returns {Record<string, unknown>} */
export function record(value, what) {
  if (value === undefined || value === null) return {};
  /** @type {Record<string, unknown> | null} */
  let copy = null;
  try {
    // Getters and proxies run the caller's code here, and may throw.
    if (typeof value === 'object' && !Array.isArray(value)) copy = { ...value };
  } catch (error) {
    throw failure('argument', `${what} cannot be read: ${messageOf(error)}`);
  }
  if (copy === null) throw failure('argument', `${what} must be an object, got ${guide.kindOf(value)}`);
  return copy;
}

/**
 * Settings: an object that has none but the names of a table of settings.js.
 * @param {unknown} value @param {string} what @param {import('./guide.js').SettingsName} table
 * @returns {Record<string, any>}
 */
export function settings(value, what, table) {
  const given = record(value, what);
  guide.checkSettings(given, what, table);
  return given;
}

/** @param {unknown} value @param {string} what @param {string} [remedy] */
export function list(value, what, remedy) {
  try {
    if (Array.isArray(value)) return;
  } catch {
    // A revoked proxy cannot even be asked.
  }
  throw failure('argument', `${what} must be an array, got ${guide.kindOf(value)}`, remedy);
}

/** The passes of a run. @param {unknown} value */
export const passList = (value) => list(value, 'the passes', guide.remedy('passes', value));

/** A text or a handle. @param {unknown} value @param {string} what */
export const rule = (value, what) => (typeof value === 'number' ? handleNumber(value) : text(value, what));
