/**
 * What to look for in a graph, as a person writes it.
 *
 *   const query = parseQuery('op:sin users:>2 /^add_\d+$/');
 *   if (query.error === null) query.test(drawing, node);
 *
 * Words and /patterns/ are looked for in name, operator and type; `name:`, `op:` (operator or opcode), `shape:` (dtype
 * and shape),
 * `change:` and `users:` ask for one thing. All must hold. Quotes and brackets keep spaces together; a minus in front
 * turns a part around.
 */

import { KINDS } from './kinds.js';

/** @typedef {import('./drawing.js').Drawing} Drawing */
/** @typedef {(drawing: Drawing, node: number) => boolean} Test */

/** @param {string} text */
const folded = (text) => text.toLowerCase().replace(/\s+/g, '');

/** @param {string} wanted @returns {(text: string) => boolean} */
function containing(wanted) {
  const needle = folded(wanted);
  return (text) => folded(text).includes(needle);
}

/** @param {string} written `>2`, `>=2`, `2` @returns {((value: number) => boolean) | null} */
function comparison(written) {
  const match = /^(>=|<=|>|<|=)?(\d+)$/.exec(written);
  if (match === null) return null;
  const limit = Number(match[2]);
  /** @type {Record<string, (value: number) => boolean>} */
  const holds = {
    '>': (v) => v > limit,
    '<': (v) => v < limit,
    '>=': (v) => v >= limit,
    '<=': (v) => v <= limit,
    '=': (v) => v === limit,
  };
  return holds[match[1] ?? '='];
}

/** @typedef {{ doc: string, make: (value: string) => Test | null }} Field */

/** @type {Record<string, Field>} */
export const FIELDS = {
  name: {
    doc: 'the name',
    make: (value) =>
      (
        (has) => (drawing, node) =>
          has(drawing.name(node))
      )(containing(value)),
  },
  op: {
    doc: 'operator or opcode',
    make: (value) =>
      (
        (has) => (drawing, node) =>
          has(drawing.target(node)) || has(drawing.title(node)) || has(drawing.op(node))
      )(containing(value)),
  },
  shape: {
    doc: 'dtype and shape',
    make: (value) =>
      (
        (has) => (drawing, node) =>
          has(drawing.type(node))
      )(containing(value)),
  },
  users: {
    doc: 'number of users: users:0, users:>2',
    make: (value) =>
      ((holds) => (holds === null ? null : (drawing, node) => holds(drawing.users(node))))(comparison(value)),
  },
  change: {
    doc: 'added, removed, changed, renamed, moved, same',
    make: (value) => (drawing, node) => drawing.change(node) === value.toLowerCase(),
  },
};

FIELDS.kind = {
  doc: KINDS.slice(1)
    .map(({ id }) => id)
    .join(', '),
  make: (value) => (drawing, node) => KINDS[drawing.look?.kinds[node] ?? 0].id === value.toLowerCase(),
};

/** Everything that a word is looked for in. @param {Drawing} drawing @param {number} node */
const textOf = (drawing, node) =>
  [drawing.name(node), drawing.title(node), drawing.target(node), drawing.type(node), drawing.targetOf(node)].join(' ');

/** Parts between spaces; quotes, brackets and slashes keep theirs. @param {string} query */
const partsOf = (query) => query.match(/-?(?:\w+:)?(?:"[^"]*"?|\/(?:\\.|[^/])+\/i?|(?:\[[^\]]*\]?|[^\s[])+)/g) ?? [];

/**
 * Whether a pattern repeats what is itself repeated or a choice: it could be tried for hours, and nothing can stop it.
 * @param {string} pattern
 */
function isEndless(pattern) {
  const plain = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
  /** For each open bracket, whether there is a repeat or a choice in it. @type {boolean[]} */
  const open = [false];
  for (let at = 0; at < plain.length; at++) {
    if (plain[at] === '(') open.push(false);
    else if (plain[at] === ')') {
      const inner = open.length > 1 && open.pop() === true;
      if (inner && /^(?:[*+]|\{\d+,?)/.test(plain.slice(at + 1))) return true;
      open[open.length - 1] ||= inner;
    } else if (/^(?:[*+|]|\{\d+,)/.test(plain.slice(at, at + 12))) open[open.length - 1] = true;
  }
  return false;
}

/** @param {string} part @returns {Test | string} a test, or what is wrong */
function testOf(part) {
  const pattern = /^\/((?:\\.|[^/])+)\/(i?)$/.exec(part);
  if (pattern !== null) {
    if (isEndless(pattern[1]))
      return 'a repeat of a repeat or of a choice may take forever: repeat one thing, without brackets';
    try {
      const expression = new RegExp(pattern[1], pattern[2]);
      return (drawing, node) =>
        expression.test(drawing.name(node)) ||
        expression.test(drawing.title(node)) ||
        expression.test(drawing.type(node));
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  }
  const [, field, value] = /^(\w+):(.*)$/s.exec(part) ?? [];
  if (field !== undefined && FIELDS[field] !== undefined)
    return FIELDS[field].make(unquoted(value)) ?? `${field}: wants ${FIELDS[field].doc}`;
  const word = containing(unquoted(part));
  return (drawing, node) => word(textOf(drawing, node));
}

/** @param {string} text */
const unquoted = (text) => text.replace(/^"([^"]*)"?$/, '$1');

/** @param {string} query @returns {{ error: string | null, empty: boolean, test: Test }} */
export function parseQuery(query) {
  /** @type {Test[]} */
  const tests = [];
  for (const part of partsOf(query)) {
    const turned = part.length > 1 && part.startsWith('-');
    const test = testOf(turned ? part.slice(1) : part);
    if (typeof test === 'string') return { error: test, empty: false, test: () => false };
    tests.push(turned ? (drawing, node) => !test(drawing, node) : test);
  }
  return {
    error: null,
    empty: tests.length === 0,
    test: (drawing, node) => tests.every((test) => test(drawing, node)),
  };
}

/**
 * Nodes that are meant, in the order of the program; null for no query.
 * @param {Drawing} drawing
 * @param {string} query
 */
export function found(drawing, query) {
  const { error, empty, test } = parseQuery(query);
  if (empty && error === null) return { error, nodes: null };
  /** @type {number[]} */
  const nodes = [];
  for (let node = 0; error === null && node < drawing.count; node++) if (test(drawing, node)) nodes.push(node);
  return { error, nodes };
}
