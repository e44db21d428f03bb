/**
 * Numbers by name of a node, as people have them: JSON, or lines of a name and a number.
 *
 *   ownData('name,ms\nmm,1.5').values;              // Map { 'mm' => 1.5 }
 *   ownData('mm,fast').said;                        // 'line 1: "fast" is no number'
 */

/** Rows that are read; more than any graph has nodes. */
const MOST = 500_000;

/** @param {number} rows @param {string} said what is wrong so far */
const withDropped = (rows, said) =>
  [said, rows > MOST ? `only the first ${MOST} of ${rows} rows are read` : ''].filter(Boolean).join('; ');

/** How the first column is called, where a line says what the columns are. */
const HEADER = /^(?:#.*|name|node|nodes|op|key|target|label)$/i;

/** @typedef {{ values: Map<string, number>, said: string }} OwnData `said`: what is wrong; empty: nothing */

/** @param {Map<string, number>} values @param {string} said @returns {OwnData} */
const told = (values, said) => ({
  values,
  said: said === '' && values.size === 0 ? 'wants a name and a number for each node' : said,
});

/** @param {any} row @returns {[string, number] | null} */
function ofRow(row) {
  if (Array.isArray(row)) return typeof row[0] === 'string' && typeof row[1] === 'number' ? [row[0], row[1]] : null;
  if (typeof row !== 'object' || row === null) return null;
  const name = row.name ?? row.node ?? Object.values(row).find((one) => typeof one === 'string');
  const value = row.value ?? Object.values(row).find((one) => typeof one === 'number');
  return typeof name === 'string' && typeof value === 'number' ? [name, value] : null;
}

/** @param {string} text @returns {OwnData} */
function fromJson(text) {
  let given;
  try {
    given = JSON.parse(text);
  } catch (error) {
    return told(new Map(), `no JSON: ${/** @type {Error} */ (error).message}`);
  }
  const rows = Array.isArray(given) ? given : Object.entries(given ?? {});
  const values = new Map();
  let said = '';
  for (const [at, row] of rows.slice(0, MOST).entries()) {
    const pair = ofRow(row);
    if (pair !== null) values.set(...pair);
    else if (said === '') said = `entry ${at + 1} has no name and number`;
  }
  return told(values, withDropped(rows.length, said));
}

/** Between the name and the number of a line. @param {string[]} lines */
const separatorOf = (lines) =>
  ['\t', ';', ','].find((one) => lines.slice(0, 20).every((line) => line.includes(one))) ?? ',';

/** @param {string} field */
const unquoted = (field) => field.trim().replace(/^"(.*)"$/s, '$1');

/** @param {string} text @returns {OwnData} */
function fromLines(text) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const separator = separatorOf(lines);
  const values = new Map();
  let said = '';
  for (const [at, line] of lines.slice(0, MOST).entries()) {
    const [name, ...rest] = line.split(separator).map(unquoted);
    // A decimal comma, where a comma does not separate.
    const numbers = rest.map((one) => (separator === ',' || one === '' ? one : one.replace(',', '.')));
    const value = numbers.find((one) => one !== '' && Number.isFinite(Number(one)));
    if (value !== undefined) values.set(name, Number(value));
    else if (said === '' && !(at === 0 && HEADER.test(name)))
      said = `line ${at + 1}: "${numbers[0] ?? line.slice(0, 40)}" is no number`;
  }
  return told(values, withDropped(lines.length, said));
}

/** @param {string} text @returns {OwnData} */
export function ownData(text) {
  const trimmed = text.trim();
  return /^[[{]/.test(trimmed) ? fromJson(trimmed) : fromLines(trimmed);
}
