/**
 * Tensors.
 *
 * What: `Tensor` with PyTorch's attributes in camelCase; operators are added as methods when the module is loaded
 * (ops.js).
 * Why: an object holds a handle and its page, nothing else, so that making one costs little.
 *
 *   const a = tensor([1, 2, 3], { requiresGrad: true });
 *   a.mul(2).sum().backward();
 *   a.grad.tolist()          // [2, 2, 2]
 *
 * `dispose()` (or `using`) frees at once what the garbage collector would free later.
 */
import { check, native, readText, scratch, TorchError } from './core.js';
import { MAX_ELEMENTS, lengthOf, tooLong } from './lists.js';
import { Float, checkFlag, checkOptions, typeName } from './names.js';
import { isOptions } from './schema.js';
import { releaseTensor, setTensorConstructor, wrapOrNull, wrapTensor } from './handles.js';

export const DTYPES = ['float64', 'float32', 'int64', 'bool', 'int32', 'int16', 'int8', 'uint8', 'float16', 'bfloat16'];
export const DEVICES = ['cpu', 'sim'];

const ATTRIBUTE = {
  requiresGrad: 0,
  isLeaf: 1,
  retainsGrad: 2,
  version: 3,
  outputNr: 4,
  isView: 5,
  isInference: 6,
  dtype: 7,
  rank: 8,
  numel: 9,
  contiguous: 10,
  device: 11,
  storage: 12,
};

/** @param {string} dtype @returns {number} */
export function dtypeNumber(dtype) {
  const number = DTYPES.indexOf(dtype);
  if (number < 0) throw new TypeError(`there is no dtype '${dtype}' here: ${DTYPES.join(', ')}`);
  return number;
}

/** @param {string} device @returns {number} */
function deviceNumber(device) {
  const number = DEVICES.indexOf(device);
  if (number < 0) throw new TypeError(`there is no device '${device}' here: ${DEVICES.join(', ')}`);
  return number;
}

/** @typedef {{ dtype?: string | null, device?: string | null, nonBlocking?: boolean, copy?: boolean }} ToOptions */

/**
 * What a call of `to` asks for: `(device, dtype?)`, `(dtype)` or `(other)`, each with non_blocking and copy behind it,
 * or all by name.
 * @param {any} target @param {any[]} rest @returns {{ device?: string, dtype?: string, copy: boolean }}
 */
function wantedOf(target, rest) {
  const given = [target, ...rest];
  const last = given.at(-1);
  if (isOptions(last)) checkOptions('to', last, ['dtype', 'device', 'nonBlocking', 'copy']);
  const { dtype, device, nonBlocking = false, copy = false } = isOptions(last) ? given.pop() : {};
  /** @type {{ device?: string, dtype?: string, copy: boolean }} */
  const wanted = { device: device ?? undefined, dtype: dtype ?? undefined, copy };
  if (given[0] instanceof Tensor) Object.assign(wanted, { device: given[0].device, dtype: given.shift().dtype });
  else if (DEVICES.includes(given[0])) wanted.device = given.shift();
  if (typeof given[0] === 'string') wanted.dtype = given.shift();
  const [waits = nonBlocking, copies = copy, ...more] = given;
  if (more.length > 0 || typeof waits !== 'boolean' || typeof copies !== 'boolean') {
    throw new TypeError(
      'to() takes (dtype), (device, dtype) or (other), then non_blocking and copy, or all of these by name',
    );
  }
  return { ...wanted, copy: copies };
}

/** Bytes of memory that tensors hold on a device. @param {string} device */
export const deviceBytes = (device) => check(native._st_device_bytes(deviceNumber(device)));

/** `using` releases what has `dispose`, where the runtime knows it. @param {{ prototype: { dispose(): void } }} type */
export function disposable({ prototype }) {
  if (typeof Symbol.dispose !== 'symbol') return;
  Object.defineProperty(prototype, Symbol.dispose, { value: prototype.dispose, writable: true, configurable: true });
}

/** All elements in row-major order. @this {Tensor} @returns {Float64Array} */
function readAll() {
  const count = check(native._st_data(this.handle));
  return scratch(count).slice(0, count);
}

/** @param {Tensor} t @param {number[]} sizes @param {boolean} ofResult it is to take a result */
export function resize(t, sizes, ofResult) {
  scratch(1 + sizes.length).set([sizes.length, ...sizes]);
  check(native._st_resize(t.handle, Number(ofResult)));
}

export class Tensor {
  /** Only handles.js makes tensors. @param {number} handle @param {import('./handles.js').Page} page */
  constructor(handle, page) {
    this.handle = handle;
    this.page = page;
  }

  /** @param {number} which */
  #ask(which) {
    return check(native._st_attribute(this.handle, which));
  }

  get shape() {
    return Array.from(scratch().subarray(0, check(native._st_sizes(this.handle, 0))));
  }
  stride() {
    return Array.from(scratch().subarray(0, check(native._st_sizes(this.handle, 1))));
  }
  get ndim() {
    return this.#ask(ATTRIBUTE.rank);
  }
  get dtype() {
    return DTYPES[this.#ask(ATTRIBUTE.dtype)];
  }
  get device() {
    return DEVICES[this.#ask(ATTRIBUTE.device)];
  }
  numel() {
    return this.#ask(ATTRIBUTE.numel);
  }
  isContiguous() {
    return this.#ask(ATTRIBUTE.contiguous) === 1;
  }
  /** Address of the first element. */
  dataPtr() {
    return this.#ask(ATTRIBUTE.storage);
  }

  /** The only element. */
  item() {
    check(native._st_item(this.handle));
    const value = scratch()[0];
    return this.#ask(ATTRIBUTE.dtype) === 3 ? value !== 0 : value;
  }
  /**
   * `t.data = other` takes the other's elements, shape and dtype; history, version and gradient stay. Reading it is the
   * method `data()`; what PyTorch reads there, a tensor of the same memory without history, is `dataTensor`.
   */
  set data(value) {
    if (!(/** @type {unknown} */ (value) instanceof Tensor))
      throw new TypeError(`Variable data has to be a tensor, but got ${typeName(value)}`);
    check(native._st_set_data(this.handle, /** @type {any} */ (value).handle || -1));
  }
  /** @returns {() => Float64Array} */
  get data() {
    return readAll;
  }
  /** The same memory without history, with versions of its own. */
  get dataTensor() {
    return wrapTensor(check(native._st_get_data(this.handle)));
  }
  /** Looks at the memory of another tensor from now on. @param {Tensor} [source] nothing: no elements */
  set_(source) {
    if (source !== undefined && !(source instanceof Tensor))
      throw new TypeError(`set_(): argument 'source' (position 1) must be Tensor, not ${typeName(source)}`);
    check(native._st_set_source(this.handle, source === undefined ? 0 : source.handle || -1));
    return this;
  }
  /**
   * In another shape: more elements are zeros, fewer are left out.
   * @param {...(number | number[])} shape
   * @returns {this}
   */
  resize_(...shape) {
    const sizes = /** @type {unknown[]} */ (shape.length === 1 && Array.isArray(shape[0]) ? shape[0] : shape);
    const odd = sizes.findIndex((size) => !Number.isInteger(size));
    if (odd >= 0)
      throw new TypeError(
        `resize_(): argument 'size' must be tuple of ints, but found element of type ${typeName(sizes[odd])} ` +
          `at pos ${odd}`,
      );
    resize(this, /** @type {number[]} */ (sizes), false);
    return this;
  }
  /** @param {Tensor} other @returns {this} */
  resizeAs_(other) {
    if (!(/** @type {unknown} */ (other) instanceof Tensor))
      throw new TypeError(`resize_as_(): argument 'the_template' (position 1) must be Tensor, not ${typeName(other)}`);
    return this.resize_(other.shape);
  }

  /** Nested arrays. @returns {any} */
  tolist() {
    const bool = this.dtype === 'bool';
    /** @type {any[]} */
    let rows = Array.from(readAll.call(this), (value) => (bool ? value !== 0 : value));
    const shape = this.shape;
    for (let d = shape.length - 1; d > 0; d -= 1) {
      const width = shape[d];
      const count = shape.slice(0, d).reduce((a, b) => a * b, 1);
      rows = Array.from({ length: count }, (_, i) => rows.slice(i * width, (i + 1) * width));
    }
    return shape.length === 0 ? rows[0] : rows;
  }

  get requiresGrad() {
    return this.#ask(ATTRIBUTE.requiresGrad) === 1;
  }
  set requiresGrad(value) {
    if (typeof value !== 'boolean') throw new TorchError('RuntimeError', 'requires_grad must be a bool', 'argument');
    check(native._st_set_requires_grad(this.handle, Number(value), 0));
  }
  requiresGrad_(value = true) {
    checkFlag("requires_grad_(): argument 'requires_grad' (position 1)", value);
    check(native._st_set_requires_grad(this.handle, Number(value), 1));
    return this;
  }
  get isLeaf() {
    return this.#ask(ATTRIBUTE.isLeaf) === 1;
  }
  get retainsGrad() {
    return this.#ask(ATTRIBUTE.retainsGrad) === 1;
  }
  get outputNr() {
    return this.#ask(ATTRIBUTE.outputNr);
  }
  get isView() {
    return this.#ask(ATTRIBUTE.isView) === 1;
  }
  get isInference() {
    return this.#ask(ATTRIBUTE.isInference) === 1;
  }
  get version() {
    return this.#ask(ATTRIBUTE.version);
  }
  /** @returns {Tensor | null} */
  get grad() {
    return wrapOrNull(check(native._st_grad(this.handle)));
  }
  set grad(value) {
    if (value !== null && value !== undefined && !(value instanceof Tensor)) {
      throw new TypeError(`assigned grad expected to be a Tensor or None but got grad of type ${typeName(value)}`);
    }
    check(native._st_set_grad(this.handle, value ? value.handle || -1 : 0));
  }
  retainGrad() {
    check(native._st_retain_grad(this.handle));
  }
  /** Removes the history of this tensor itself. */
  detach_() {
    check(native._st_detach_inplace(this.handle));
    return this;
  }

  /**
   * In another dtype, on another device, or as another tensor is; itself if that is what it has, unless a copy is asked
   * for.
   * @param {string | Tensor | ToOptions} target
   * @param {...(string | boolean | ToOptions)} rest a dtype behind a device; non_blocking, which means nothing here;
   *   copy
   * @returns {Tensor}
   */
  to(target, ...rest) {
    const { device, dtype, copy = false } = wantedOf(target, rest);
    /** @type {Tensor} */
    let result = this;
    if (device !== undefined && device !== this.device)
      result = wrapTensor(check(native._st_to_device(this.handle, deviceNumber(device))));
    if (dtype !== undefined && dtype !== result.dtype)
      result = /** @type {any} */ (result)._toCopy({ dtype: dtypeNumber(dtype) });
    return copy && result === this ? /** @type {any} */ (this).clone() : result;
  }

  /** As PyTorch prints it, with float64 as the default dtype. */
  toString() {
    check(native._st_tensor_text(this.handle));
    return readText();
  }
  /** Nested arrays, so that `JSON.stringify` works. */
  toJSON() {
    return this.tolist();
  }
  /** What `console.log` of Node shows. */
  [Symbol.for('nodejs.util.inspect.custom')]() {
    return this.handle === 0 ? 'tensor(disposed)' : this.toString();
  }

  dispose() {
    if (this.handle === 0) return;
    const handle = this.handle;
    this.handle = 0;
    releaseTensor(handle, this.page);
  }
}
disposable(Tensor);

setTensorConstructor((handle, page) => new Tensor(handle, page));

/**
 * PyTorch's exceptions for what is no number.
 * @param {unknown} value
 * @param {number} depth how many lists it stands in
 */
function checkElement(value, depth) {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' || value instanceof Float)
    return;
  if (value instanceof Tensor && value.numel() === 1) return;
  if (typeof value !== 'string')
    throw new TorchError('RuntimeError', `Could not infer dtype of ${typeName(value)}`, 'argument');
  if (depth === 0) throw new TypeError("new(): invalid data type 'str'");
  throw new TorchError('ValueError', "too many dimensions 'str'", 'argument');
}

/** Of nested lists, as in PyTorch; a list may hold itself. */
const MAX_DIMENSIONS = 128;

/** @param {any} data @param {number[]} shape @param {number[]} out */
function flatten(data, shape, out) {
  /** Lists that are open, and the next item of each. @type {{ list: any, next: number }[]} */
  const open = [];
  for (let value = data; ;) {
    const depth = open.length;
    if (!Array.isArray(value) && !ArrayBuffer.isView(value)) {
      checkElement(value, depth);
      if (depth !== shape.length && shape.length > 0)
        throw new RangeError(`expected sequence of length ${shape[depth] ?? 0} at dim ${depth}`);
      if (out.length === MAX_ELEMENTS) tooLong("tensor(): argument 'data'", Infinity, MAX_ELEMENTS);
      out.push(value instanceof Tensor ? Number(value.item()) : Number(value));
    } else {
      if (depth > MAX_DIMENSIONS)
        throw new TorchError('ValueError', `too many dimensions '${typeName(value)}'`, 'argument');
      const length = lengthOf("tensor(): argument 'data'", value, MAX_ELEMENTS);
      if (out.length === 0 && shape.length === depth) shape.push(length);
      if (shape[depth] !== length)
        throw new RangeError(`expected sequence of length ${shape[depth] ?? 0} at dim ${depth} (got ${length})`);
      open.push({ list: value, next: 0 });
    }
    while (open.length > 0 && open[open.length - 1].next === open[open.length - 1].list.length) open.pop();
    if (open.length === 0) return;
    const top = open[open.length - 1];
    value = top.list[top.next++];
  }
}

/** @param {any} data @returns {string} */
function dtypeOf(data) {
  let first = data;
  while (Array.isArray(first) && first.length > 0) first = first[0];
  return typeof first === 'boolean' ? 'bool' : data instanceof Float32Array ? 'float32' : 'float64';
}

/** @type {{ requiresGrad?: boolean, dtype?: string, device?: string, shape?: number[] }} */
const NO_OPTIONS = {};
const TENSOR_OPTIONS = ['requiresGrad', 'dtype', 'device', 'shape'];

/**
 * A leaf. Numbers are float64 by default; booleans are bool.
 * @param {any} data a number, nested arrays or a typed array
 * @param {{ requiresGrad?: boolean, dtype?: string, device?: string, shape?: number[] }} [options] `shape`: of flat
 *   data
 * @returns {Tensor}
 */
export function tensor(data, options = NO_OPTIONS) {
  if (data === undefined) throw new TypeError('tensor() missing 1 required positional arguments: "data"');
  if (options !== NO_OPTIONS) {
    checkOptions('tensor', options, TENSOR_OPTIONS);
    checkFlag("tensor(): argument 'requires_grad'", options.requiresGrad === undefined ? false : options.requiresGrad);
  }
  if (
    typeof data === 'number' &&
    options.dtype === undefined &&
    options.device === undefined &&
    options.shape === undefined
  ) {
    return wrapTensor(check(native._st_scalar(data, Number(options.requiresGrad ?? false))));
  }
  /** @type {number[]} */
  let shape = [];
  /** @type {ArrayLike<number>} */
  let values;
  if (options.shape !== undefined || ArrayBuffer.isView(data)) {
    values = typeof data === 'number' ? [data] : data;
    const count = lengthOf("tensor(): argument 'data'", values, MAX_ELEMENTS);
    shape = options.shape ?? [count];
    lengthOf("tensor(): argument 'shape'", shape, MAX_DIMENSIONS);
  } else {
    const out = /** @type {number[]} */ ([]);
    flatten(data, shape, out);
    values = out;
  }
  const buffer = scratch(1 + shape.length + values.length);
  buffer[0] = shape.length;
  buffer.set(shape, 1);
  for (let i = 0; i < values.length; i += 1) buffer[1 + shape.length + i] = Number(values[i]);
  const dtype = dtypeNumber(options.dtype ?? dtypeOf(data));
  return wrapTensor(
    check(
      native._st_tensor(
        dtype,
        deviceNumber(options.device ?? 'cpu'),
        values.length,
        Number(options.requiresGrad ?? false),
      ),
    ),
  );
}
