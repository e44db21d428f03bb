/**
 * Keys of JSON that are given twice.
 *
 * What: `repeatedKey` gives the first key that an object of a text has twice, with its place.
 * Why: JSON.parse takes the last of them and says nothing, so a value that somebody wrote would be lost in silence.
 *
 *     repeatedKey('{"inputs": [],\n "inputs": []}')      // { key: 'inputs', line: 2, column: 2 }
 *
 * The text has been parsed: it is JSON.
 */

/** @param {string} text @returns {{ key: string, line: number, column: number } | null} */
export function repeatedKey(text) {
  /** Keys of the objects that are open; null for a list. @type {(Set<string> | null)[]} */
  const open = [];
  let keyNext = false;
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
    const at = token[0];
    const keys = open[open.length - 1];
    if (at === '{' || at === '[') open.push(at === '{' ? new Set() : null);
    else if (at === '}' || at === ']') open.pop();
    else if (at !== ',' && keyNext && keys) {
      const key = JSON.parse(at);
      if (keys.has(key)) return { key, ...placeOf(text, token.index) };
      keys.add(key);
    }
    keyNext = at === '{' || at === ',';
  }
  return null;
}

/** @param {string} text @param {number} offset */
function placeOf(text, offset) {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before[before.length - 1].length + 1 };
}
