/**
 * What callers give, checked: texts, handles, options, lists. Each throws a SeesawError that names the argument.
 *
 *   record(settings, 'the settings').path
 */
import { failure, messageOf } from './error.js';
import { didYouMean } from './nearest.js';

/** What a value is, in words. @param {unknown} value */
function kindOf(value) {
  if (value === null || value === undefined) return String(value);
  try {
    if (Array.isArray(value)) return 'an array';
    if (value instanceof Uint8Array) return value.constructor.name === 'Buffer' ? 'a Buffer' : 'bytes';
    if (value instanceof Promise) return 'a Promise';
  } catch {
    // Proxies throw whatever they are asked.
  }
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** What to write where a string is expected. @param {string} kind of what was given */
function textRemedy(kind) {
  if (kind === 'a Buffer') return "read the file as text: readFile(path, 'utf8')";
  if (kind === 'bytes') return 'make text of the bytes: new TextDecoder().decode(bytes)';
  if (kind === 'a Promise') return 'write await in front of it';
  if (kind === 'a number') return "a handle is no text: print(handle, { format: 'read' }) gives the text of a program";
  return undefined;
}

/** @param {unknown} value @param {string} what @returns {string} */
export function text(value, what) {
  if (typeof value === 'string') return value;
  const kind = kindOf(value);
  throw failure('argument', `${what} must be a string, got ${kind}`, textRemedy(kind));
}

/** @param {unknown} value @returns {number} */
export function handleNumber(value) {
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw failure(
      'argument',
      `a handle must be an integer, got ${kindOf(value)}`,
      kindOf(value) === 'an object' ? 'write program.handle' : 'use the handle that open or run gave',
    );
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
  if (copy === null) throw failure('argument', `${what} must be an object, got ${kindOf(value)}`);
  return copy;
}

/**
 * Settings: an object that has none but these names.
 * @param {unknown} value @param {string} what @param {readonly string[]} known
 * @returns {Record<string, any>}
 */
export function settings(value, what, known) {
  const given = record(value, what);
  for (const name of Object.keys(given)) {
    if (given[name] === undefined || known.includes(name)) continue;
    const meant = didYouMean(name, [...known]);
    throw failure(
      'argument',
      `${what} have no '${name.slice(0, 100)}'`,
      `${meant}${meant === '' ? '' : ' '}there are ${known.join(', ')}`,
    );
  }
  return given;
}

/** @param {unknown} value @param {string} what @param {string} [remedy] */
export function list(value, what, remedy) {
  try {
    if (Array.isArray(value)) return;
  } catch {
    // A revoked proxy cannot even be asked.
  }
  throw failure('argument', `${what} must be an array, got ${kindOf(value)}`, remedy);
}

/** The passes of a run. @param {unknown} value */
export function passList(value) {
  const one = typeof value === 'string' ? JSON.stringify(value.slice(0, 100)).replaceAll('"', "'") : "'cse_pass'";
  list(value, 'the passes', `write a list: [${one}], or [] for none`);
}

/** A text or a handle. @param {unknown} value @param {string} what */
export const rule = (value, what) => (typeof value === 'number' ? handleNumber(value) : text(value, what));
