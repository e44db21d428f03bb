/**
 * What the package adds to its messages for people who write programs. Here nothing is added: the page, which loads
 * session.js alone, shows diagnostics itself. guidance.js, which the public modules load, fills this in.
 *
 *   guide.complete(error, text)      // its stack has place, line and notes
 */

export const guide = {
  /**
   * Completes the stack of an error. @type {(error: import('./error.js').SeesawError, source?: string) => void}
   */
  complete: () => {},
  /**
   * Throws for a setting that does not exist.
   * @type {(given: Record<string, unknown>, what: string, table: SettingsName) => void}
   */
  checkSettings: () => {},
  /**
   * The same error; of an unknown pass, what was meant and who has it.
   * @type {(error: unknown, passes: (string | import('./index.js').PassRequest)[], ofFull: string) => unknown}
   */
  errorOfPasses: (error) => error,
  /** What a value is, in words. @type {(value: unknown) => string} */
  kindOf: (value) => (value === null ? 'null' : typeof value),
  /**
   * What to write where a text, a handle or a list of passes is expected.
   * @type {(wanted: 'text' | 'handle' | 'passes', value: unknown) => string | undefined}
   */
  remedy: (wanted) => (wanted === 'handle' ? 'use the handle that open or run gave' : undefined),
};

/**
 * @typedef {keyof typeof import('./settings.js').SETTINGS} SettingsName
 */
