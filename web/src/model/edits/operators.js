/**
 * Operators as a person looks for them and calls them: their schemas decomposed, search, calls as text.
 *
 * What: everything here comes from `describe().ops`; there is no list of operators in the page.
 *
 *   search(ops, 'add tens');                         // aten.add.Tensor before what fits less well
 * parametersOf(op.schema);                         // [{ name: 'self', type: 'Tensor', fallback: null, keyword: false
 * }, ...]
 *   callText(op, new Map([['self', 'x'], ['alpha', '2']]));      // torch.ops.aten.add.Tensor(x, alpha = 2)
 * argumentsIn('torch.ops.aten.add.Tensor(x, alpha = 2)');      // { callee: ..., args: [{ key: null, text: 'x' }, {
 * key: 'alpha', text: '2' }] }
 */

import { ranked } from '../../text/fuzzy.js';

/** @typedef {import('../../../../wasm/js/index.js').OpDescription} OpDescription */
/** @typedef {{ name: string, type: string, fallback: string | null, keyword: boolean }} Parameter */

/** Splits at commas outside of brackets and strings. @param {string} text @returns {string[]} */
export function splitTop(text) {
  const parts = [];
  let depth = 0;
  let begin = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[([{]|[)\]}]|,/g)) {
    if ('([{'.includes(token)) depth++;
    else if (')]}'.includes(token)) depth--;
    else if (token === ',' && depth === 0) {
      parts.push(text.slice(begin, index).trim());
      begin = index + 1;
    }
  }
  parts.push(text.slice(begin).trim());
  return parts.filter((part) => part !== '');
}

/**
 * @param {string | undefined} schema "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"
 * @returns {Parameter[] | null} null without a schema
 */
export function parametersOf(schema) {
  const open = schema?.indexOf('(') ?? -1;
  const close = schema?.lastIndexOf(') ->') ?? -1;
  if (schema === undefined || open < 0 || close < 0) return null;
  const out = [];
  let keyword = false;
  for (const part of splitTop(schema.slice(open + 1, close))) {
    if (part === '*') {
      keyword = true;
      continue;
    }
    const [, type, name, fallback] = /^(.+?)\s+(\w+)(?:=(.*))?$/.exec(part) ?? [];
    if (name !== undefined) out.push({ name, type, fallback: fallback ?? null, keyword });
  }
  return out;
}

/** `torch.ops.aten.add.Tensor` as people say it: `aten.add.Tensor`. @param {string} path */
export const shortName = (path) => path.replace(/^torch\.ops\./, '');

/** Words of a query, of a path as well: dots and underscores part them. @param {string} query */
const spaced = (query) => query.replace(/[._]+/g, ' ');

/**
 * The operators that fit best, by name and then by doc.
 * @param {OpDescription[]} ops
 * @param {string} query
 * @param {number} [most]
 */
export const search = (ops, query, most = 60) =>
  ranked(ops, spaced(query), (op) => [shortName(op.path), op.doc ?? '']).slice(0, most);

/**
 * The call with these values; what is empty is left to its default.
 * @param {{ path: string, schema?: string }} op @param {Map<string, string>} values by parameter
 */
export function callText(op, values) {
  let named = false;
  const args = (parametersOf(op.schema) ?? []).flatMap(({ name, keyword, fallback }) => {
    const value = values.get(name)?.trim() ?? '';
    named ||= keyword;
    if (value === '' || (value === fallback && (named || keyword))) {
      named = true;
      return [];
    }
    return [named ? `${name} = ${value}` : value];
  });
  return `${op.path}(${args.join(', ')})`;
}

/** The callee and the arguments of a call, as written; null if it is none. @param {string} text */
export function argumentsIn(text) {
  const open = text.indexOf('(');
  if (open < 0 || !text.trimEnd().endsWith(')')) return null;
  const args = splitTop(text.slice(open + 1, text.trimEnd().length - 1)).map((part) => {
    const [, key, value] = /^(\w+)\s*=(?!=)\s*([^]*)$/.exec(part) ?? [];
    return key === undefined ? { key: null, text: part } : { key, text: value };
  });
  return { callee: text.slice(0, open).trim(), args };
}

/**
 * Values of parameters in a call that is there.
 * @param {Parameter[]} parameters
 * @param {{ key: string | null, text: string }[]} args
 */
export function valuesOf(parameters, args) {
  /** @type {Map<string, string>} */
  const values = new Map();
  args.forEach(({ key, text }, index) => values.set(key ?? parameters[index]?.name ?? `${index}`, text));
  return values;
}

/** The value of a statement: what follows its name. @param {string} statement */
export const valueOf = (statement) =>
  /^\s*\w+(?:\s*:[^=]*)?\s*=(?!=)\s*([^]*)$/.exec(statement)?.[1].trim() ?? statement.trim();

/** The parts of the call of a statement. @param {string} statement */
export const callOf = (statement) => argumentsIn(valueOf(statement));
