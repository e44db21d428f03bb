/**
 * A constant as a person writes it: a number, or nested lists in Python's or JSON's spelling.
 *
 *   readLiteral('[[1, 2], [3, inf]]')        // { shape: [2, 2], data: [1, 2, 3, 'inf'] }
 *   readLiteral('True')                      // { shape: [], data: [1] }
 *
 * Throws a LiteralMistake with the column. Iterative: how deep lists nest is up to whoever writes them.
 */

export class LiteralMistake extends Error {
  /** @param {string} message @param {number} column from 1 */
  constructor(message, column) {
    super(`${message} (column ${column})`);
    this.column = column;
  }
}

/** An integer beyond 2**53 is a text of digits. @typedef {number | string} Element */

/** @type {Record<string, Element>} */
const WORDS = { true: 1, false: 0, inf: 'inf', infinity: 'inf', '-inf': '-inf', '-infinity': '-inf', nan: 'nan' };
const NUMBER = String.raw`["']?[-+]?(?:\d[\d_]*\.?\d*|\.\d+|[A-Za-z.]+)(?:[eE][-+]?\d+)?["']?`;
const TOKEN = new RegExp(String.raw`\s*(?:(float\(\s*${NUMBER}\s*\))|(${NUMBER})|([[\](),]))\s*`, 'y');
const MAX_ELEMENTS = 1_000_000;
/** Tensors have no more dimensions. */
const MAX_DEPTH = 64;

/** @param {string} word @param {number} column @returns {Element} */
function element(word, column) {
  const bare = word.replace(/^float\(\s*|\s*\)$|["'_]/g, '').replace(/^\+/, '');
  const known = WORDS[bare.replace(/^(-?)(?:float|torch|math|np)\./, '$1').toLowerCase()];
  if (known !== undefined) return known;
  const value = Number(bare);
  if (bare === '' || Number.isNaN(value)) throw new LiteralMistake(`'${word}' is no number`, column);
  // An integer that no number of JavaScript holds stays a text.
  if (/^-?\d+$/.test(bare) && !Number.isSafeInteger(value)) return bare;
  if (!Number.isFinite(value)) throw new LiteralMistake(`'${word}' is too large: write inf`, column);
  return value;
}

/** @param {string} text @returns {{ word: string, column: number }[]} */
function tokens(text) {
  const out = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (found === null) throw new LiteralMistake(`'${text[from]}' is not expected`, from + 1);
    out.push({
      word: found[1] ?? found[2] ?? found[3],
      column: from + (found[0].length - found[0].trimStart().length) + 1,
    });
    if (out.length > MAX_ELEMENTS) throw new LiteralMistake('too many elements', from + 1);
  }
  return out;
}

/** @typedef {{ close: string, items: number, inner: number[] | null, comma: boolean }} OpenList */

/**
 * An item of a list ended; its shape must be that of the others.
 * @param {OpenList | undefined} list
 * @param {number[]} shape
 * @param {number} column
 */
function added(list, shape, column) {
  if (list === undefined) return;
  if (list.items > 0 && !list.comma) throw new LiteralMistake('a comma is missing', column);
  if (list.inner !== null && list.inner.join() !== shape.join())
    throw new LiteralMistake('rows differ in their shape', column);
  list.inner = shape;
  list.items++;
  list.comma = false;
}

/** @param {string} text @returns {{ shape: number[], data: Element[] }} */
export function readLiteral(text) {
  const all = tokens(text.trim().replace(/^torch\.tensor\((.*)\)$/s, '$1'));
  if (all.length === 0) throw new LiteralMistake('a number or a list is missing', 1);
  /** @type {Element[]} */
  const data = [];
  /** @type {OpenList[]} */
  const open = [];
  /** @type {number[] | null} */
  let shape = null;
  for (const { word, column } of all) {
    if (shape !== null) throw new LiteralMistake(`'${word}' behind the end`, column);
    const list = open.at(-1);
    if (open.length >= MAX_DEPTH && (word === '[' || word === '('))
      throw new LiteralMistake('lists are nested too deep', column);
    if (word === '[' || word === '(')
      open.push({ close: word === '[' ? ']' : ')', items: 0, inner: null, comma: false });
    else if (word === ',') {
      if (list === undefined || list.items === 0 || list.comma)
        throw new LiteralMistake('a comma is not expected', column);
      list.comma = true;
    } else {
      let inner = /** @type {number[]} */ ([]);
      if (word === ']' || word === ')') {
        if (list === undefined || list.close !== word) throw new LiteralMistake(`'${word}' closes nothing`, column);
        open.pop();
        inner = [list.items, ...(list.inner ?? [])];
      } else data.push(element(word, column));
      added(open.at(-1), inner, column);
      if (open.length === 0) shape = inner;
    }
  }
  if (shape === null) throw new LiteralMistake(`'${open.at(-1)?.close ?? ']'}' is missing`, text.length + 1);
  return { shape, data };
}
