/**
 * Recorded calls of operators whose operands lie in memory in any order: data/ops/recorded.json and strides.jsonl.gz.
 */
import { operators, ops, tensor } from '../../wasm/js/tensor/index.js';
import { Float } from '../../wasm/js/tensor/names.js';

/** @typedef {{ path: string, args: any[] }} Call */
export const OPERATORS = new Map(
  [...operators.values()].flat().map((op) => [`torch.ops.aten.${op.name}.${op.overload || 'default'}`, op]),
);

/** @param {any} value */
export function laid({ dtype, shape, strides, data }) {
  const whole = tensor(data.map(Number), { shape, dtype });
  if (strides === undefined) return whole;
  const last = shape.reduce(
    (/** @type {number} */ sum, /** @type {number} */ size, /** @type {number} */ d) => sum + (size - 1) * strides[d],
    0,
  );
  if (data.length === 0) return ops.asStrided(tensor([0], { dtype }), shape, strides, 0);
  const out = ops.asStrided(ops.zeros([last + 1], { dtype }), shape, strides, 0);
  // Repeated elements are the same in each place.
  const places = shape.map((/** @type {number} */ size, /** @type {number} */ d) =>
    strides[d] === 0 && size > 1 ? 1 : size,
  );
  const once = ops.asStrided(out, places, strides, 0);
  once.copy_(
    places.reduce(
      (/** @type {any} */ from, /** @type {number} */ size, /** @type {number} */ d) => from.narrow(d, 0, size),
      whole,
    ),
  );
  return out;
}

/** @param {any} arg @param {(value: any) => any} [make] what makes a tensor */
export function valueOf(arg, make = laid) {
  if (arg === null) return null;
  const [[kind, value]] = Object.entries(arg);
  if (kind === 't') return make(value);
  if (kind === 'ts') return value.map((/** @type {any} */ item) => (item === null ? null : make(item)));
  return kind === 'f' ? new Float(Number(`${value}`.replace('inf', 'Infinity'))) : value;
}

/**
 * A call's values, those at the end that the recording leaves out among them.
 * @param {any} operator @param {Call} call @param {(value: any) => any} [make]
 */
export function valuesOf(operator, call, make) {
  const given = call.args.map((arg) => valueOf(arg, make));
  return operator.parameters.map((/** @type {any} */ parameter, /** @type {number} */ i) =>
    i < given.length ? given[i] : parameter.fallback,
  );
}
