/**
 * What an operator's parameters take, and what PyTorch says of arguments that do not fit.
 *
 * What: `strict` and `loose` tell whether a value fits a type of a schema; `refuse` throws the TypeError that PyTorch's
 * argument parser makes of a call that fits no overload.
 * Why: the texts follow from the schemas, as they do in PyTorch. A method has no self there, which shows in the
 * positions and in the signatures; where the number of arguments leaves one overload, the first thing wrong with it is
 * told, else all are shown.
 *
 *   refuse('mm', overloads, [x, 1], true)      // TypeError: mm(): argument 'mat2' (position 1) must be Tensor, not int
 */
import { isList } from './lists.js';
import { Float, typeName } from './names.js';
import { camelCase, isOptions } from './schema.js';
import { DEVICES, DTYPES, Tensor } from './tensor.js';

/** @typedef {import('./schema.js').Parameter} Parameter */
/** @typedef {import('./operators.js').Operator} Operator */
/**
 * As PyTorch's parser knows an overload.
 * @typedef {{ parameters: (Parameter & { number: boolean })[], least: number, places: number, spread: boolean }}
 *   Signature
 */

/** Memory is always dense; these say only in which order; 0 is the first in a schema's default. */
const MEMORY_FORMAT = /^(torch\.)?(contiguous_format|preserve_format)$/;
export const INTEGER = /^(Sym)?[Ii]nt$/;
export const INTEGERS = /^(Sym)?[Ii]nt\[\]$/;

/** Types of schemas, in the words of PyTorch's errors. @type {Record<string, string>} */
const WORDS = {
  'Tensor[]': 'tuple of Tensors',
  'Tensor?[]': 'tuple of Tensors',
  Scalar: 'Number',
  SymInt: 'int',
  'int[]': 'tuple of ints',
  'SymInt[]': 'tuple of ints',
  'float[]': 'tuple of floats',
  'bool[]': 'tuple of bools',
  ScalarType: 'torch.dtype',
  Layout: 'torch.layout',
  Device: 'torch.device',
  MemoryFormat: 'torch.memory_format',
};
/** @param {string} type */
const wordsOf = (type) => WORDS[type] ?? type;

/** @param {unknown} value @returns {value is number} */
export const isNumber = (value) => typeof value === 'number' || typeof value === 'boolean' || value instanceof Float;

/** @param {Parameter} parameter @param {any} value @returns {boolean} */
export function strict({ type, single }, value) {
  if (type === 'Tensor') return value instanceof Tensor;
  if (type === 'Tensor[]') return isList(value) && value.every((item) => item instanceof Tensor);
  if (type === 'Tensor?[]') return isList(value) && value.every((item) => item === null || item instanceof Tensor);
  if (type === 'Scalar' || type === 'float') return isNumber(value);
  if (INTEGER.test(type)) return Number.isInteger(value);
  if (INTEGERS.test(type))
    return (single && Number.isInteger(value)) || (isList(value) && value.every((item) => Number.isInteger(item)));
  if (type === 'float[]') return isList(value) && value.every((item) => isNumber(item) && typeof item !== 'boolean');
  if (type === 'bool[]') return isList(value) && value.every((item) => typeof item === 'boolean');
  if (type === 'bool') return typeof value === 'boolean';
  if (type === 'ScalarType')
    return DTYPES.includes(value) || (Number.isInteger(value) && value >= 0 && value < DTYPES.length);
  if (type === 'str') return typeof value === 'string';
  if (type === 'MemoryFormat') return value === 0 || MEMORY_FORMAT.test(value);
  if (type === 'Layout') return value === 'strided' || value === 'torch.strided';
  if (type === 'Device') return DEVICES.includes(value);
  return false;
}
/** Numbers count as tensors. @param {Parameter} parameter @param {any} value */
export const loose = (parameter, value) => (parameter.type === 'Tensor' && isNumber(value)) || strict(parameter, value);

/** Where the tensor stands whose method is called: `x.where(condition, other)`. @param {Operator[]} overloads */
export const selfIn = ([{ parameters }]) =>
  Math.max(
    0,
    parameters.findIndex(({ name, keyword }) => name === 'self' && !keyword),
  );

/** Whether it is a method of tensors. @param {Operator} operator */
export const isOnTensor = (operator) => operator.parameters[selfIn([operator])]?.type === 'Tensor';

/** @param {Operator} operator @param {boolean} isMethod @returns {Signature} */
function signatureOf(operator, isMethod) {
  const self = isMethod ? selfIn([operator]) : -1;
  const number = (/** @type {number} */ i) => operator.numbers.some((form) => (form & (1 << i)) !== 0);
  const parameters = operator.parameters
    .map((p, i) => ({ ...p, name: p.name === 'self' && p.type === 'Tensor' ? 'input' : p.name, number: number(i) }))
    .filter((_, i) => i !== self);
  const places = parameters.filter((p) => !p.keyword).length;
  return {
    parameters,
    least: parameters.filter((p) => !p.optional).length,
    places,
    spread: places === 1 && INTEGERS.test(parameters[0].type),
  };
}

/** @param {string} name @param {Signature} signature @param {number} count @returns {never} */
function tooMany(name, { least, places }, count) {
  if (least !== places)
    throw new TypeError(`${name}() takes from ${least} to ${places} positional arguments but ${count} were given`);
  throw new TypeError(
    `${name}() takes ${places} positional argument${places === 1 ? '' : 's'} but ${count} ` +
      `${count === 1 ? 'was' : 'were'} given`,
  );
}

/**
 * @param {string} name
 * @param {Parameter} parameter
 * @param {any} value
 * @param {number} at -1: it was given by name
 * @param {unknown[]} positional
 * @returns {never}
 */
function wrongType(name, parameter, value, at, positional) {
  const what = `${name}(): argument '${parameter.name}'`;
  const wanted = `must be ${wordsOf(parameter.type)}`;
  if (at < 0) throw new TypeError(`${what} ${wanted}, not ${typeName(value)}`);
  const list = Array.isArray(value) ? value : positional;
  const spread = parameter.single && !Array.isArray(value) && at === 0;
  if (INTEGERS.test(parameter.type) && (Array.isArray(value) || spread)) {
    const odd = Math.max(
      0,
      list.findIndex((item) => !Number.isInteger(item)),
    );
    if (odd > 0)
      throw new TypeError(
        `${what} failed to unpack the object at pos ${odd + 1} with error "type ${wanted},but got ` +
          `${typeName(list[odd])}"`,
      );
    throw new TypeError(
      `${what} (position ${at + 1}) ${wanted}, but found element of type ${typeName(list[odd])} at pos ${odd}`,
    );
  }
  throw new TypeError(`${what} (position ${at + 1}) ${wanted}, not ${typeName(value)}`);
}

/**
 * Throws the first thing that is wrong with a call of one overload.
 * @param {string} name
 * @param {Signature} signature
 * @param {unknown[]} positional
 * @param {Record<string, unknown>} named
 */
function judge(name, signature, positional, named) {
  const { parameters, places, spread } = signature;
  if (positional.length > places && !spread) tooMany(name, signature, positional.length);
  let left = Object.keys(named).length;
  for (const [i, parameter] of parameters.entries()) {
    const at = i < places && i < positional.length ? i : -1;
    const key = [camelCase(parameter.name), parameter.name].find((one) => one in named);
    if (at < 0 && key !== undefined) left -= 1;
    const value = at >= 0 ? positional[i] : key === undefined ? undefined : named[key];
    if ((value === undefined || value === null) && parameter.optional) continue;
    if (value === undefined) {
      const missing = parameters.slice(i).filter((p) => !p.optional);
      throw new TypeError(
        `${name}() missing ${missing.length} required positional argument${missing.length === 1 ? 's' : ''}: ` +
          `${missing.map((p) => `"${p.name}"`).join(', ')}`,
      );
    }
    if (parameter.type === 'Tensor[]' && Array.isArray(value)) {
      const odd = value.findIndex((item) => !(item instanceof Tensor));
      if (odd >= 0)
        throw new TypeError(`expected Tensor as element ${odd} in argument ${i}, but got ${typeName(value[odd])}`);
    }
    const fits =
      strict(parameter, value) ||
      (parameter.number && isNumber(value)) ||
      (spread && at === 0 && positional.every((item) => Number.isInteger(item)));
    if (!fits) wrongType(name, parameter, value, at, positional);
  }
  if (left === 0) return;
  const known = (/** @type {string} */ key) => parameters.findIndex((p) => p.name === key || camelCase(p.name) === key);
  for (const key of Object.keys(named)) {
    if (known(key) < 0) throw new TypeError(`${name}() got an unexpected keyword argument '${key}'`);
    if (known(key) < positional.length)
      throw new TypeError(`${name}() got multiple values for argument '${parameters[known(key)].name}'`);
  }
}

/** @param {unknown} value */
const written = (value) =>
  typeof value === 'boolean'
    ? value
      ? 'True'
      : 'False'
    : value === null
      ? 'None'
      : typeof value === 'string'
        ? `"${value}"`
        : Array.isArray(value) && new Set(value).size === 1
          ? `${value[0]}`
          : `${Array.isArray(value) ? `{${value.join(', ')}}` : value}`;

/** `Tensor input, *, Number alpha = 1`, in parts. @param {Signature} signature */
function parts({ parameters, places }) {
  const out = parameters.map((p) => `${wordsOf(p.type)} ${p.name}${p.optional ? ` = ${written(p.fallback)}` : ''}`);
  return places < out.length ? [...out.slice(0, places), '*', ...out.slice(places)] : out;
}

/**
 * What PyTorch's text calls the types of arguments; of what does not match between exclamation marks.
 * @param {Signature} signature
 * @param {unknown[]} positional
 * @param {Record<string, unknown>} named
 */
function compared({ parameters }, positional, named) {
  const matches = (/** @type {Parameter | undefined} */ p, /** @type {string} */ type) =>
    p !== undefined && (wordsOf(p.type) === type || (p.type === 'float' && type === 'int'));
  const nameOf = (/** @type {unknown} */ value) =>
    Array.isArray(value) ? `list of [${value.map(typeName).join(', ')}]` : typeName(value);
  const mark = (/** @type {boolean} */ fits, /** @type {string} */ text) => (fits ? text : `!${text}!`);
  const all = positional.map((value, i) => mark(matches(parameters[i], typeName(value)), nameOf(value)));
  for (const [key, value] of Object.entries(named)) {
    const type = nameOf(value);
    all.push(
      mark(
        matches(
          parameters.find((p) => p.name === key || camelCase(p.name) === key),
          type,
        ),
        `${key}=${type}`,
      ),
    );
  }
  return `(${all.join(', ')})`;
}

/** PyTorch tries an overload for a tensor before one for a number. @param {Operator} a @param {Operator} b */
function tensorsFirst(a, b) {
  const i = a.parameters.findIndex(({ type }, at) => type !== b.parameters[at]?.type);
  return Number(a.parameters[i]?.type === 'Scalar') - Number(i >= 0 && b.parameters[i]?.type === 'Scalar');
}

/**
 * Throws what PyTorch says of a call that fits no overload.
 * @param {string} name as Python spells it
 * @param {Operator[]} overloads
 * @param {readonly unknown[]} given with the tensor whose method it is, and an object of named arguments behind the
 *   others
 * @param {boolean} isMethod
 * @returns {never}
 */
export function refuse(name, overloads, given, isMethod) {
  const last = given[given.length - 1];
  const named = isOptions(last) ? last : {};
  const self = isMethod ? selfIn(overloads) : -1;
  const positional = given.filter((value, i) => i !== self && !(i === given.length - 1 && isOptions(value)));
  const seen = isMethod ? overloads.filter(isOnTensor) : [...overloads];
  seen.sort(tensorsFirst);
  const signatures = seen.map((operator) => signatureOf(operator, isMethod));
  const count = positional.length + Object.keys(named).length;
  if (isMethod && signatures.every(({ parameters }) => parameters.length === 0))
    throw new TypeError(
      `TensorBase.${name}() takes no ` +
        `${positional.length > 0 ? '' : 'keyword '}arguments${
          positional.length > 0 ? ` (${positional.length} given)` : ''
        }`,
    );
  const plausible =
    signatures.length === 1
      ? signatures
      : signatures.filter(({ parameters, least }) => least <= count && count <= parameters.length);
  if (plausible.length === 1) judge(name, plausible[0], positional, named);
  const kinds = [
    ...positional.map(typeName),
    ...Object.entries(named).map(([key, value]) => `${key}=${typeName(value)}`),
  ];
  const start = `${name}() received an invalid combination of arguments - got `;
  if (signatures.length === 1)
    throw new TypeError(`${start}(${kinds.join(', ')}), but expected (${parts(signatures[0]).join(', ')})`);
  const lines = signatures.map((signature) => {
    const line = ` * (${parts(signature).join(', ')})\n`;
    if (parts(signature).length !== count || count === 0) return line;
    const unknown = Object.keys(named).filter(
      (key) => !signature.parameters.some((p) => p.name === key || camelCase(p.name) === key),
    );
    return (
      `${line}      didn't match because some of the ` +
      `${
        unknown.length > 0
          ? `keywords were incorrect: ${unknown.join(', ')}`
          : 'arguments have invalid types: ' + `${compared(signature, positional, named)}`
      }\n`
    );
  });
  throw new TypeError(`${start}(${kinds.join(', ')}), but expected one of:\n${lines.join('')}`);
}
