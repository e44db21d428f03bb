/**
 * Operators as methods and functions, made from the core's table when the module is loaded.
 *
 * What: every operator becomes a method of `Tensor` (`a.mul(b)`, `a.sum(0, { keepdim: true })`), its in-place form one
 * with an underscore (`a.mul_(b)`), and a function (`ops.cat([a, b])`).
 * Why: there is no list of operators in JavaScript. One tensor, or a tensor and a tensor or number, go straight to a
 * call of two integers; everything else through the scratch buffer.
 *
 *   installOperators(); tensor(2).pow(3).item()        // 8
 */
import { INTEGER, INTEGERS, isNumber, isOnTensor, loose, refuse, selfIn, strict } from './arguments.js';
import { check, native, readText, scratch, TorchError, utf8 } from './core.js';
import { wrapOrNull, wrapTensor } from './handles.js';
import { isGradEnabled, noGrad } from './modes.js';
import { checkFlag, typeName } from './names.js';
import { bind, camelCase, isOptions, parseSchema } from './schema.js';
import { dtypeNumber, DTYPES, resize, Tensor, tensor } from './tensor.js';

/**
 * `numbers`: sets of parameters, as bits, that may be numbers in place of tensors; `functional`: how
 * torch.nn.functional declares it; `sizes`: what that function makes of an input and a target whose sizes differ
 * (OperandSizes in the core); `out`: whether a result may be written into a tensor; `places`: which of those parameters
 * each of the operator's is, -1: none.
 * @typedef {import('./schema.js').Schema & { index: number, inplace: boolean, out: boolean, doc: string, numbers:
 *   number[], functional: import('./schema.js').Schema | null, sizes: number, places: number[] }} Operator
 */

const TAG = {
  none: 0,
  tensor: 1,
  tensors: 2,
  boolean: 3,
  integer: 4,
  floating: 5,
  ints: 6,
  dtype: 7,
  text: 8,
  reals: 9,
};
/** 0 bool, 1 int, 2 float. @param {number | boolean} value */
// a Float is no integer to Number.isInteger
const numberKind = (value) => (typeof value === 'boolean' ? 0 : Number.isInteger(value) ? 1 : 2);

/**
 * Whether the numbers among these arguments stand where an overload has numbers.
 * @param {Operator} operator
 * @param {unknown[]} values
 */
function numbersFit({ parameters, numbers }, values) {
  const given = parameters.reduce(
    (bits, { type }, i) => (type === 'Tensor' && isNumber(values[i]) ? bits | (1 << i) : bits),
    0,
  );
  return given === 0 || numbers.includes(given);
}

/** The arguments of an operator's own examples. @param {Operator} operator @returns {any[][]} */
export function samplesOf(operator) {
  const out = [];
  for (let i = 0; ; i += 1) {
    const count = check(native._st_sample(operator.index, i));
    if (count === 0) return out;
    // A list of bools is one of integers to the core.
    const values = readValues(Array.from(scratch(count).subarray(0, count)));
    out.push(values.map((value, at) => (operator.parameters[at].type === 'bool[]' ? value.map(Boolean) : value)));
  }
}

/** @param {number[]} from what C++'s `write_value` wrote @returns {any[]} */
function readValues(from) {
  const out = [];
  let at = 0;
  const list = () => from.slice(at + 1, (at += 1 + from[at]));
  while (at < from.length) {
    const tag = from[at++];
    if (tag === TAG.none) out.push(null);
    else if (tag === TAG.tensors) out.push(list().map(wrapOrNull));
    else if (tag === TAG.ints || tag === TAG.reals) out.push(list());
    else if (tag === TAG.text) out.push(String.fromCharCode(...list()));
    else if (tag === TAG.tensor) out.push(wrapTensor(from[at++]));
    else if (tag === TAG.boolean) out.push(from[at++] !== 0);
    else if (tag === TAG.dtype) out.push(DTYPES[from[at++]]);
    else out.push(from[at++]);
  }
  return out;
}

/** @param {string} value @param {number[]} out */
function writeText(value, out) {
  const bytes = utf8(value);
  out.push(TAG.text, bytes.length, ...bytes);
}

/** @param {string} type @param {any} value @param {number[]} out */
function writeValue(type, value, out) {
  if (value === null || value === undefined) out.push(TAG.none);
  else if (value instanceof Tensor) out.push(TAG.tensor, value.handle);
  else if (type === 'Tensor[]' || type === 'Tensor?[]')
    out.push(
      TAG.tensors,
      value.length,
      ...value.map((/** @type {Tensor | null} */ item) => (item === null ? 0 : item.handle || -1)),
    );
  else if (INTEGERS.test(type)) out.push(TAG.ints, ...(Array.isArray(value) ? [value.length, ...value] : [1, value]));
  else if (type === 'bool[]') out.push(TAG.ints, value.length, ...value.map(Number));
  else if (type === 'float[]') out.push(TAG.reals, value.length, ...value);
  else if (type === 'ScalarType') out.push(TAG.dtype, typeof value === 'string' ? dtypeNumber(value) : value);
  else if (type === 'MemoryFormat')
    writeText(`torch.${value === 0 ? 'contiguous_format' : value.replace('torch.', '')}`, out);
  else if (type === 'str') writeText(value, out);
  // The surface itself puts results on a device; there is one layout.
  else if (type === 'Layout' || type === 'Device') out.push(TAG.none);
  else if (type === 'float') out.push(TAG.floating, value);
  else out.push([TAG.boolean, TAG.integer, TAG.floating][numberKind(value)], Number(value));
}

/** @param {Operator} operator @param {unknown[]} values @param {boolean} inplace @returns {any} */
export function run(operator, values, inplace) {
  /** @type {number[]} */
  const encoded = [];
  values.forEach((value, i) => writeValue(operator.parameters[i].type, value, encoded));
  scratch(encoded.length).set(encoded);
  const count = check(native._st_call(operator.index, values.length, Number(inplace)));
  const results = Array.from(scratch(count).subarray(0, count), wrapOrNull);
  return operator.many && !inplace ? results : results[0];
}

/** Makes a tensor of its own somewhere: takes `requiresGrad`, as in PyTorch. @param {Operator} operator */
export const isFactory = ({ name, parameters }) =>
  name !== '_to_copy' && name !== 'to' && parameters.some(({ type }) => type === 'Device');

/** @param {Operator} operator @param {unknown[]} values @param {boolean} inplace @returns {any} */
function runOn(operator, values, inplace) {
  const device = values[operator.parameters.findIndex(({ type }) => type === 'Device')];
  const result = run(operator, values, inplace);
  return typeof device === 'string' ? result.to(device) : result;
}

/**
 * @param {Operator[]} overloads
 * @param {unknown[]} given
 * @param {boolean} inplace
 * @param {boolean} isMethod
 * @returns {any}
 */
function callGeneric(overloads, given, inplace, isMethod) {
  const options = /** @type {any} */ (given[given.length - 1]);
  if (!isOptions(options) || !('requiresGrad' in options) || !isFactory(overloads[0]))
    return callBound(overloads, given, inplace, isMethod);
  const { requiresGrad, ...others } = options;
  checkFlag(`${overloads[0].name}(): argument 'requires_grad'`, requiresGrad ?? false);
  const result = callBound(overloads, [...given.slice(0, -1), others], inplace, isMethod);
  return requiresGrad ? result.requiresGrad_() : result;
}

/**
 * @param {Operator[]} overloads
 * @param {unknown[]} values
 * @param {boolean} inplace
 * @param {boolean} isMethod
 * @returns {any}
 */
function callBound(overloads, values, inplace, isMethod) {
  for (const accepts of [strict, loose]) {
    for (const operator of overloads) {
      const bound = bind(operator, values, accepts);
      if (bound !== null && numbersFit(operator, bound)) return runOn(operator, bound, inplace);
    }
  }
  const [{ name }] = overloads;
  return refuse(inplace ? `${name}_` : name, overloads, values, isMethod);
}

/**
 * Whether a number behind the tensor may be more than a small tensor: `x.max(1)`, `x.clamp(0)`.
 * @param {Operator[]} overloads
 */
const takesNumber = (overloads) =>
  overloads.some(
    ({ parameters: [, second] }) => second !== undefined && (INTEGER.test(second.type) || second.type === 'Scalar'),
  );

/**
 * The overload that takes the tensor alone, a tensor beside it, a number beside it: their indices, or -1.
 * @param {Operator[]} overloads
 */
function shortForms(overloads) {
  const plain = (/** @type {Operator} */ op, /** @type {number} */ count) =>
    op.parameters[0]?.type === 'Tensor' &&
    selfIn([op]) === 0 &&
    !op.many &&
    op.parameters.slice(count).every((parameter) => parameter.optional);
  const first = (/** @type {(op: Operator) => boolean} */ test) => overloads.find(test)?.index ?? -1;
  const number = first((op) => plain(op, 2) && op.parameters[1]?.type === 'Scalar' && !op.parameters[1].optional);
  return {
    alone: first((op) => plain(op, 1) && op.parameters.length === 1),
    tensor: first((op) => plain(op, 2) && op.parameters[1]?.type === 'Tensor' && op.parameters[2]?.type !== 'Tensor'),
    number:
      number >= 0 || takesNumber(overloads)
        ? number
        : first((op) => plain(op, 2) && op.parameters[1]?.type === 'Tensor' && op.numbers.includes(2)),
  };
}

/**
 * @param {Operator[]} overloads
 * @param {boolean} isMethod or a function whose first argument is the tensor
 * @returns {(this: Tensor, ...args: any[]) => any}
 */
function method(overloads, isMethod) {
  const { alone, tensor, number } = shortForms(overloads);
  const self = selfIn(overloads);
  const unary = native._st_unary;
  const binary = native._st_binary;
  const binaryNumber = native._st_binary_number;
  // No list of arguments is made for the calls that matter.
  return function (/** @type {any} */ other = undefined, ...rest) {
    if (rest.length === 0) {
      if (tensor >= 0 && other instanceof Tensor) return wrapTensor(check(binary(tensor, this.handle, other.handle)));
      if (number >= 0 && typeof other === 'number')
        return wrapTensor(check(binaryNumber(number, this.handle, other, Number.isInteger(other) ? 1 : 2)));
      if (other === undefined && alone >= 0) return wrapTensor(check(unary(alone, this.handle)));
    }
    const given = other === undefined && rest.length === 0 ? [] : [other, ...rest];
    given.splice(self, 0, this);
    return callGeneric(overloads, given, false, isMethod);
  };
}

/** @param {Operator[]} overloads @returns {(this: Tensor, ...args: any[]) => any} */
function inplaceMethod(overloads) {
  const { alone, tensor, number } = shortForms(overloads);
  return function (...args) {
    if (args.length === 0 && alone >= 0) check(native._st_unary_inplace(alone, this.handle));
    else if (args.length === 1 && tensor >= 0 && args[0] instanceof Tensor)
      check(native._st_binary_inplace(tensor, this.handle, args[0].handle));
    else if (args.length === 1 && number >= 0 && typeof args[0] === 'number')
      check(native._st_number_inplace(number, this.handle, args[0], numberKind(args[0])));
    else callGeneric(overloads, [this, ...args], true, true);
    return this;
  };
}

/** Operators by their names in JavaScript. @type {Map<string, Operator[]>} */
export const operators = new Map();
/** Operators as functions: `ops.cat([a, b])`, `ops.sub(1, x)`. @type {Record<string, (...args: any[]) => any>} */
export const ops = {};

/** A number on the left. @type {Record<string, (left: number, right: Tensor) => Tensor>} */
const reflected = {
  add: (left, right) => /** @type {any} */ (right).add(left),
  mul: (left, right) => /** @type {any} */ (right).mul(left),
  sub: (left, right) => /** @type {any} */ (right).rsub(left),
  div: (left, right) => /** @type {any} */ (right).reciprocal().mul(left),
  gt: (left, right) => /** @type {any} */ (right).lt(left),
  lt: (left, right) => /** @type {any} */ (right).gt(left),
  ge: (left, right) => /** @type {any} */ (right).le(left),
  le: (left, right) => /** @type {any} */ (right).ge(left),
  eq: (left, right) => /** @type {any} */ (right).eq(left),
  ne: (left, right) => /** @type {any} */ (right).ne(left),
};

/** PyTorch's names of dtypes in errors about casts. @type {Record<string, [string, number]>} */
const SCALAR_TYPES = {
  bool: ['Bool', 0],
  uint8: ['Byte', 1],
  int8: ['Char', 1],
  int16: ['Short', 1],
  int32: ['Int', 1],
  int64: ['Long', 1],
  float16: ['Half', 2],
  bfloat16: ['BFloat16', 2],
  float32: ['Float', 2],
  float64: ['Double', 2],
};

/**
 * `torch.add(a, b, out=c)`: the result is written into tensors.
 * @param {string} name
 * @param {(...args: any[]) => any} fn
 * @param {any[]} args the last has `out`
 */
function intoOut(name, fn, args) {
  const { out, ...others } = args[args.length - 1];
  /** @type {Tensor[]} */
  const targets = Array.isArray(out) ? out : [out];
  const odd = targets.findIndex((t) => !(t instanceof Tensor));
  if (odd >= 0)
    throw new TypeError(
      `${name}(): argument 'out' must be ${Array.isArray(out) ? 'tuple of Tensors' : 'Tensor'}, not ` +
        `${typeName(targets[odd])}`,
    );
  const given = [...args.slice(0, -1), ...(Object.keys(others).length > 0 ? [others] : [])];
  const wanted = [...given, ...Object.values(others), ...targets]
    .flat()
    .some((t) => t instanceof Tensor && t.requiresGrad);
  if (wanted && isGradEnabled()) {
    throw new TorchError(
      'RuntimeError',
      `${name}(): functions with out=... arguments don't support automatic differentiation, but one of the ` +
        'arguments requires grad.',
      'argument',
    );
  }
  noGrad(() => {
    const results = [fn(...given)].flat();
    if (results.length !== targets.length)
      throw new TypeError(
        `${name}(): argument 'out' must be ${results.length === 1 ? 'Tensor' : `a list of ${results.length} tensors`}`,
      );
    results.forEach((result, i) => {
      const [from, kind] = SCALAR_TYPES[result.dtype];
      const [to, room] = SCALAR_TYPES[targets[i].dtype];
      if (kind > room)
        throw new TorchError(
          'RuntimeError',
          `result type ${from} can't be cast to the desired output type ${to}`,
          'argument',
        );
      resize(targets[i], result.shape, true);
      /** @type {any} */ (targets[i]).copy_(result);
    });
  });
  return out;
}

const DTYPE_OF = ['bool', 'int64', 'float64'];

/**
 * Whether numbers may take the place of both tensors, as in `ops.add(2, 3)`: where PyTorch has no overload for numbers.
 * @param {Operator[]} overloads
 */
const standForTensors = (overloads) =>
  overloads.every(
    ({ numbers, parameters }) =>
      parameters[0].type === 'Tensor' && parameters[1]?.type === 'Tensor' && numbers.includes(2),
  );

export function installOperators() {
  if (operators.size > 0) return;
  check(native._st_operators());
  JSON.parse(readText()).forEach(
    (
      /**
       * @type {{ schema: string, doc: string, functional: string, sizes: number, places: number[], out: boolean,
       *   inplace: boolean, numbers: number[] }}
       */
      row,
      /** @type {number} */ index,
    ) => {
      if (row.schema === '' || /^[^(.]*_[(.]/.test(row.schema)) return;
      // Python's arithmetic never chooses these: there a number is a tensor.
      if (/^(add|sub|mul|div|multiply|subtract|divide|true_divide)\.Scalar(_mode)?\(/.test(row.schema)) return;
      const operator = {
        ...parseSchema(row.schema),
        index,
        inplace: row.inplace,
        out: row.out,
        numbers: row.numbers,
        doc: row.doc,
        functional: row.functional === '' ? null : parseSchema(`${row.functional} -> Tensor`),
        sizes: row.sizes,
        places: row.places,
      };
      const name = camelCase(operator.name);
      operators.set(name, [...(operators.get(name) ?? []), operator]);
    },
  );
  const prototype = /** @type {any} */ (Tensor.prototype);
  for (const [name, overloads] of operators) {
    const define = (/** @type {string} */ key, /** @type {unknown} */ value) => {
      if (!(key in prototype)) Object.defineProperty(prototype, key, { value, writable: true, configurable: true });
    };
    if (overloads.some(isOnTensor)) define(name, method(overloads, true));
    const writing = overloads.filter((operator) => operator.inplace);
    if (writing.length > 0) define(`${name}_`, inplaceMethod(writing));
    const onTensor = name in prototype && selfIn(overloads) === 0 ? method(overloads, false) : null;
    const takesOut = overloads.some((operator) => operator.out);
    ops[name] = (...args) => {
      const last = args[args.length - 1];
      if (takesOut && isOptions(last) && last.out !== undefined && last.out !== null)
        return intoOut(overloads[0].name, ops[name], args);
      if (args[0] instanceof Tensor && onTensor !== null) return onTensor.apply(args[0], args.slice(1));
      if (isNumber(args[0]) && args[1] instanceof Tensor && name in reflected) return reflected[name](args[0], args[1]);
      if (isNumber(args[0]) && isNumber(args[1]) && standForTensors(overloads))
        return ops[name](tensor(args[0], { dtype: DTYPE_OF[numberKind(args[0])] }), ...args.slice(1));
      return callGeneric(overloads, args, false, false);
    };
  }
}
