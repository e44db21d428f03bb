/**
 * The line of a text that a diagnostic speaks of, with a caret below the place.
 *
 *   excerpt({ message: "unknown name 'y'", line: 2, column: 5 }, 'z = y')   // '    z = y\n        ^\n'
 */

const WIDTH = 120;

/** Characters that would move the cursor or stop a terminal, one for one. @param {string} line */
const visible = (line) =>
  // eslint-disable-next-line no-control-regex
  line.replace(/[\0-\x08\x0b-\x1f\x7f]/g, (c) =>
    c === '\x7f' ? '\u2421' : String.fromCharCode(0x2400 + c.charCodeAt(0)),
  );

/**
 * The source line with a caret below the place, cut to a window.
 * @param {string} line
 * @param {number} column
 * @param {number} width
 */
function sourceLines(line, column, width) {
  let from = 0;
  if (column > WIDTH / 2) from = column - WIDTH / 2;
  const shown = line.slice(from, from + WIDTH);
  const head = from > 0 ? '...' : '';
  const pad = [...line.slice(from, column - 1)].map((c) => (c === '\t' ? '\t' : ' ')).join('');
  const carets = '^'.repeat(Math.max(1, Math.min(width, from + shown.length - column + 1)));
  return (
    `    ${head}${shown}${from + shown.length < line.length ? '...' : ''}\n    ` +
    `${' '.repeat(head.length)}${pad}${carets}\n`
  );
}

/**
 * The line of a diagnostic with a caret below its place.
 * @param {import('./index.js').DiagnosticNote} item
 * @param {string} text of its line
 */
export function excerpt({ line, column = 1, endLine, endColumn }, text) {
  const width = endLine === line && endColumn ? endColumn - column : 1;
  return sourceLines(visible(text.replace(/\r$/, '')), column, Math.max(1, width));
}

/** A line of a text, from 1; undefined: it has no such. @param {string} text @param {number} line */
export function lineOf(text, line) {
  let from = 0;
  for (let at = 1; at < line; at += 1) {
    from = text.indexOf('\n', from) + 1;
    if (from === 0) return undefined;
  }
  const end = text.indexOf('\n', from);
  return text.slice(from, end === -1 ? undefined : end);
}
