/**
 * The one error class of the package: what went wrong as diagnostics, never as a bare text.
 *
 *   try { session.open(text); } catch (error) { if (error instanceof SeesawError) console.log(error.diagnostics); }
 */

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
  /** @param {Diagnostic[]} diagnostics */
  constructor(diagnostics) {
    const known = diagnosticsOf(diagnostics);
    const { exception, message } = known[0];
    super(exception ? `${exception}: ${message}` : message);
    this.name = 'SeesawError';
    this.diagnostics = known;
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
