/**
 * PyTorch's operator schemas, read.
 *
 * What: `parseSchema("sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False) -> Tensor")` gives names, types and
 * defaults;
 * `bind` puts a caller's arguments in their places.
 * Why: methods, their optional arguments and overloads all come from the one table in the core.
 *
 *   bind(parsed, [x, 0, { keepdim: true }], accepts)      // [x, 0, true], or null if they do not fit
 */

/**
 * `single`: a list that may be one number in place of it.
 * @typedef {{ name: string, type: string, single: boolean, optional: boolean, keyword: boolean, fallback: unknown }}
 *   Parameter
 */
/** @typedef {{ name: string, overload: string, parameters: Parameter[], returns: string, many: boolean }} Schema */

/** @param {string} name @returns {string} */
export const camelCase = (name) =>
  name
    .replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter) => letter.toUpperCase())
    .replace(/^_([a-z])/, (_, letter) => `_${letter}`);

/** @param {string} text @returns {unknown} */
function defaultValue(text) {
  if (text === 'None') return null;
  if (text === 'True' || text === 'False') return text === 'True';
  if (text.startsWith('[')) return text.slice(1, -1).split(',').filter(Boolean).map(Number);
  return Number.isNaN(Number(text)) ? text.replace(/^(['"])(.*)\1$/, '$2') : Number(text);
}

/** @param {string} text @returns {string[]} */
function splitParameters(text) {
  const out = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i <= text.length; i += 1) {
    if ('(['.includes(text[i] ?? ' ')) depth += 1;
    if (')]'.includes(text[i] ?? ' ')) depth -= 1;
    if (i < text.length && (text[i] !== ',' || depth > 0)) continue;
    out.push(text.slice(from, i).trim());
    from = i + 1;
  }
  return out.filter(Boolean);
}

/** @param {string} text @returns {Schema} */
export function parseSchema(text) {
  const arrow = text.lastIndexOf(' -> ');
  const open = text.indexOf('(');
  const [name, overload = ''] = text.slice(0, open).split('.');
  let keyword = false;
  /** @type {Parameter[]} */
  const parameters = [];
  for (const part of splitParameters(text.slice(open + 1, text.lastIndexOf(')', arrow)))) {
    if (part === '*') {
      keyword = true;
      continue;
    }
    const [declared, written] = part.split('=');
    const cut = declared.lastIndexOf(' ');
    const type = declared
      .slice(0, cut)
      .replace(/\([a-z][^)]*\)/, '')
      .replace(/\[\d+\]/, '[]');
    const optional = written !== undefined || type.endsWith('?');
    const fallback = written === undefined ? null : defaultValue(written);
    parameters.push({
      name: declared.slice(cut + 1),
      type: type.replace(/\?$/, ''),
      single: /\[\d+\]/.test(declared),
      optional,
      keyword,
      fallback,
    });
  }
  // view(6) is view([6]).
  const places = parameters.filter((p) => !p.keyword && p.name !== 'self');
  if (places.length === 1 && places[0].type.endsWith('[]')) places[0].single = true;
  const returns = text.slice(arrow + 4);
  return { name, overload, parameters, returns, many: returns.startsWith('(') || returns.endsWith('[]') };
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isOptions = (value) =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * @param {Schema} schema
 * @param {readonly unknown[]} given an object behind the others holds named arguments
 * @param {(parameter: Parameter, value: unknown) => boolean} accepts
 * @returns {unknown[] | null} a value for each parameter
 */
export function bind(schema, given, accepts) {
  const last = given[given.length - 1];
  const named = isOptions(last) ? last : {};
  let positional = isOptions(last) ? given.slice(0, -1) : given;
  const places = schema.parameters.filter((parameter) => !parameter.keyword);
  // view(2, 3) is view([2, 3]).
  const list = places.length - 1;
  const spread = positional.length > places.length && list >= 0 && /^(Sym)?[Ii]nt\[\]$/.test(places[list].type);
  if (spread) positional = [...positional.slice(0, list), positional.slice(list)];
  if (positional.length > places.length) return null;
  let used = 0;
  const out = schema.parameters.map((parameter, i) => {
    const name = camelCase(parameter.name);
    // PyTorch's functions call it so.
    const other = parameter.name === 'self' && parameter.type === 'Tensor' ? 'input' : parameter.name;
    const key = [name, parameter.name, other].find((one) => one in named) ?? null;
    // One that is given twice is left over.
    if (key !== null && (parameter.keyword || i >= positional.length)) used += 1;
    const value = key !== null ? named[key] : !parameter.keyword && i < positional.length ? positional[i] : undefined;
    return value === undefined && parameter.optional ? parameter.fallback : value;
  });
  const fits = schema.parameters.every(
    (parameter, i) => (out[i] === null && parameter.optional) || accepts(parameter, out[i]),
  );
  return fits && used === Object.keys(named).length ? out : null;
}
