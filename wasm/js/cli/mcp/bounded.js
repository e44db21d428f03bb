/**
 * Answers of a bounded size: what asks for them reads every character, and pays for it.
 *
 * What: `lines` gives a window of a text and says how to get the rest; `list` the same of rows.
 *
 *   lines(text, { from: 201, count: 100 })       // lines 201 to 300, and "... lines 201-300 of 1204; from=301 goes on"
 */

/** Lines of a text, and rows of a list, that an answer has unless more are asked for. */
export const LINES = 200;
export const ROWS = 50;
/** Characters of an answer at most, and of a line of it. */
export const CHARACTERS = 20_000;
const LINE = 2000;

/** @param {string} line */
const clipped = (line) =>
  line.length > LINE ? `${line.slice(0, LINE)}… (${line.length - LINE} more characters)` : line;

/**
 * @param {string[]} all
 * @param {{ from?: number | undefined, count: number, what: string }} window `from` counts from 1
 */
function windowOf(all, { from = 1, count, what }) {
  const first = Math.min(Math.max(1, from), Math.max(1, all.length));
  /** @type {string[]} */
  const shown = [];
  let size = 0;
  for (const line of all.slice(first - 1, first - 1 + count)) {
    const row = clipped(line);
    if (shown.length > 0 && size + row.length > CHARACTERS) break;
    shown.push(row);
    size += row.length + 1;
  }
  const last = first - 1 + shown.length;
  if (shown.length === all.length) return shown.join('\n');
  const more = last < all.length ? `; from=${last + 1} goes on` : '';
  return [...shown, `... ${what} ${first}-${last} of ${all.length}${more}`].join('\n');
}

/** @param {string} text @param {{ from?: number | undefined, count?: number | undefined }} [window] */
export const lines = (text, { from, count = LINES } = {}) =>
  windowOf(text.replace(/\n$/, '').split('\n'), { from, count, what: 'lines' });

/** @param {string[]} rows @param {{ from?: number | undefined, count?: number | undefined, what?: string }} [window] */
export const list = (rows, { from, count = ROWS, what = 'rows' } = {}) => windowOf(rows, { from, count, what });
