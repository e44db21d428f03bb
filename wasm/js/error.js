/**
 * The one error class of the package: what went wrong as diagnostics, never as a bare text.
 *
 * What: `message` is that of the first diagnostic; where the package is used from programs, `stack` also has its place,
 * the line and the notes (guidance.js).
 *
 *   try { session.open(text); } catch (error) { if (error instanceof SeesawError) console.log(error.diagnostics); }
 */
import { guide } from './guide.js';

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

export class SeesawError extends Error {
  /** @param {Diagnostic[]} diagnostics @param {string} [source] the text that they are about */
  constructor(diagnostics, source) {
    const known = diagnosticsOf(diagnostics);
    const { exception, message } = known[0];
    super(exception ? `${exception}: ${message}` : message);
    this.name = 'SeesawError';
    this.diagnostics = known;
    guide.complete(this, typeof source === 'string' ? source : undefined);
  }
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
