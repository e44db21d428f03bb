/**
 * The one error class of the package: what went wrong as diagnostics, never as a bare text.
 *
 * What: `message` is that of the first diagnostic; `stack`, which Node and most test runners print, also has its place,
 * the line and the notes. Some runners print `message` alone: `inFull` puts all of it there, for functions that tests
 * call.
 *
 *   try { session.open(text); } catch (error) { if (error instanceof SeesawError) console.log(error.diagnostics); }
 */
import { excerpt, lineOf } from './excerpt.js';

/** @typedef {import('./index.js').Diagnostic} Diagnostic */

/** @param {unknown} value @returns {Diagnostic[]} */
function diagnosticsOf(value) {
  const unknown = [{ severity: /** @type {const} */ ('error'), code: 'unknown', message: 'unknown error' }];
  try {
    return Array.isArray(value) &&
      value.length > 0 &&
      Array.from(value).every((item) => typeof item?.message === 'string')
      ? value
      : unknown;
  } catch {
    // Proxies and getters may throw whatever they are asked.
    return unknown;
  }
}

/** What is shown of an error: so many diagnostics, so many notes of each, so many characters of a note. */
const SHOWN = { diagnostics: 3, notes: 3, characters: 500 };

/** @param {Diagnostic | import('./index.js').DiagnosticNote} item */
function placeOf({ line, column, node, graph }) {
  if (line) return `line ${line}, column ${column ?? 1}`;
  const inGraph = graph ? `graph '${graph}'` : '';
  return node ? `node '${node}'${graph ? ` of ${inGraph}` : ''}` : inGraph;
}

/** @param {string} text */
const short = (text) => (text.length > SHOWN.characters ? `${text.slice(0, SHOWN.characters)}...` : text);

/**
 * Lines about diagnostics: place, line of the text, notes; the message of the first stands elsewhere.
 * @param {Diagnostic[]} diagnostics @param {string} [source]
 */
function detailsOf(diagnostics, source) {
  let out = '';
  for (const [index, item] of diagnostics.slice(0, SHOWN.diagnostics).entries()) {
    const place = placeOf(item);
    if (index > 0) out += `\n    ${place ? `${place}: ` : ''}${short(item.message)}`;
    else if (place) out += `\n    ${place}`;
    const line = source === undefined || !item.line ? undefined : lineOf(source, item.line);
    if (line !== undefined) out += `\n${excerpt(item, line).replace(/\n$/, '')}`;
    for (const note of (Array.isArray(item.notes) ? item.notes : []).slice(0, SHOWN.notes)) {
      const where = placeOf(note);
      out += `\n    note: ${where ? `${where}: ` : ''}${short(String(note.message))}`;
    }
  }
  const more = diagnostics.length - SHOWN.diagnostics;
  return more > 0 ? `${out}\n    and ${more} more` : out;
}

/** Nothing if the diagnostics are not what they seem. @param {Diagnostic[]} diagnostics @param {string} [source] */
function detailsIfAny(diagnostics, source) {
  try {
    return detailsOf(diagnostics, source);
  } catch {
    return '';
  }
}

/** @param {Error} error @param {string} key @param {string} value */
const hidden = (error, key, value) =>
  Object.defineProperty(error, key, { value, writable: true, configurable: true, enumerable: false });

/** What the message of an error lacks of its diagnostics. @type {WeakMap<Error, string>} */
const lacking = new WeakMap();

export class SeesawError extends Error {
  /** @param {Diagnostic[]} diagnostics @param {string} [source] the text that they are about */
  constructor(diagnostics, source) {
    const known = diagnosticsOf(diagnostics);
    const { exception, message } = known[0];
    super(exception ? `${exception}: ${message}` : message);
    this.name = 'SeesawError';
    this.diagnostics = known;
    const details = detailsIfAny(known, typeof source === 'string' ? source : undefined);
    if (details === '') return;
    lacking.set(this, details);
    const { stack } = this;
    if (typeof stack !== 'string') return;
    // V8 puts the class and the message before the calls, other engines do not.
    const at = stack.indexOf(this.message);
    const headed = at >= 0 && ['Error: ', 'SeesawError: '].includes(stack.slice(0, at));
    const calls = headed ? stack.slice(at + this.message.length) : `\n${stack}`;
    hidden(this, 'stack', `SeesawError: ${this.message}${details}${calls}`);
  }
}

/**
 * The same error with all of it in the message: for functions that tests call, since some runners print no more.
 * @template T @param {T} error @returns {T}
 */
export function inFull(error) {
  if (!(error instanceof SeesawError)) return error;
  hidden(error, 'message', `${error.message}${lacking.get(error) ?? ''}`);
  lacking.delete(error);
  return error;
}

/** An error of one diagnostic. @param {string} code @param {string} message @param {string} [remedy] */
export function failure(code, message, remedy) {
  return new SeesawError([
    { severity: 'error', code, message, notes: remedy === undefined ? [] : [{ message: remedy }] },
  ]);
}

/** Anything can be thrown; this is what it says. @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : 'something that is not an Error was thrown';
}
