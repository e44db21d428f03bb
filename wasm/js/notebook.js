/**
 * Python source as it stands in a notebook: with lines that are commands of the notebook, not Python.
 *
 * What: `traced` captures a text; where Python's grammar ends at such a line, again with `pass` in its place.
 * Why: cells are pasted whole, `!pip install` and `%timeit` among them. Whether a line is a command only the parser
 * knows: `%b` may go on an expression, and a text in quotes may begin so.
 *
 *   traced(session, '!pip install x\nimport torch\n...', {});      // session.trace, and a warning about line 1
 */
import { SeesawError } from './error.js';

/** @typedef {import('./index.js').Diagnostic} Diagnostic */

const COMMAND = /^[ \t]*(?:!|%{1,2}[A-Za-z]|\?{1,2}[\w.]|[\w.]+\?{1,2}\s*$)/;
/** Each takes a run of the parser. */
const MOST = 64;
/** So many are said by their numbers. */
const NAMED = 8;

/**
 * The line of a command that the parser ends at; 0 if none.
 * @param {Diagnostic[]} diagnostics @param {string[]} lines
 */
const commandIn = (diagnostics, lines) =>
  diagnostics.find(
    ({ code, exception, line = 0 }) => code === 'python' && !exception && COMMAND.test(lines[line - 1] ?? ''),
  )?.line ?? 0;

/** What is said of commands. @param {number[]} left their lines @param {string} text @returns {Diagnostic[]} */
function said(left, text) {
  if (left.length === 0) return [];
  const [line] = left.sort((a, b) => a - b);
  const more = left.length > NAMED ? ` and ${left.length - NAMED} more` : '';
  const which =
    left.length === 1 ? 'this line is a command' : `lines ${left.slice(0, NAMED).join(', ')}${more} are commands`;
  const place = { line, column: 1, endLine: line, endColumn: text.split('\n')[line - 1].trimEnd().length + 1 };
  return [{ severity: 'warning', code: 'left-out', message: `${which} of a notebook, not Python: left out`, ...place }];
}

/**
 * @param {Pick<import('./index.js').Session, 'trace'>} session
 * @param {string} text
 * @param {import('./index.js').TraceSettings} settings
 * @returns {import('./index.js').TraceAnswer | SeesawError}
 */
function tried(session, text, settings) {
  try {
    return session.trace(text, settings);
  } catch (error) {
    if (error instanceof SeesawError) return error;
    throw error;
  }
}

/**
 * @param {Pick<import('./index.js').Session, 'trace' | 'close'>} session
 * @param {string} text
 * @param {import('./index.js').TraceSettings} settings
 * @returns {import('./index.js').TraceAnswer} throws a SeesawError; either says what was left out
 */
export function traced(session, text, settings) {
  const lines = text.split('\n');
  /** @type {number[]} */
  const left = [];
  for (;;) {
    const answer = tried(session, lines.join('\n'), settings);
    const line = left.length < MOST ? commandIn(answer.diagnostics, lines) : 0;
    const failed = answer instanceof SeesawError;
    if (line === 0) {
      const commands = said(left, text);
      if (!failed) return { ...answer, diagnostics: [...commands, ...answer.diagnostics] };
      throw left.length === 0 ? answer : new SeesawError([...answer.diagnostics, ...commands]);
    }
    if (!failed) session.close(/** @type {number} */ (answer.handle));
    left.push(line);
    lines[line - 1] = `${/^[ \t]*/.exec(lines[line - 1])}pass`;
  }
}
