/** What tests that follow PyTorch's own share. */
import assert from 'node:assert/strict';

/** @type {any} */
export const torch = await import('../../../wasm/js/tensor/index.js');
export const { ops, tensor, Tensor } = torch;

/** A list of the same numbers each time, between -1.5 and 1.5. @param {...number} shape */
export function values(...shape) {
  const count = shape.reduce((a, b) => a * b, 1);
  return tensor(
    Array.from({ length: count }, (_, i) => ((i * 7 + shape.length * 3) % 13) / 4 - 1.375),
    { shape },
  );
}
/** The same, as a leaf that requires grad. @param {...number} shape */
export const leaf = (...shape) => values(...shape).requiresGrad_();

/**
 * Equal in shape and, but for rounding, in every element.
 * @param {any} actual
 * @param {any} expected a tensor, number or list
 */
export function same(actual, expected) {
  const want = expected instanceof Tensor ? expected : tensor(expected);
  if (!(actual instanceof Tensor)) {
    assert.equal(actual, expected);
    return;
  }
  assert.deepEqual(actual.shape, want.shape);
  const [a, b] = [actual.data(), want.data()];
  a.forEach((/** @type {number} */ value, /** @type {number} */ i) => {
    if (Object.is(value, b[i])) return;
    assert.ok(Math.abs(value - b[i]) <= 1e-9 + 1e-7 * Math.abs(b[i]), `element ${i}: ${value}, not ${b[i]}`);
  });
}

/** @param {() => unknown} fn @param {string} name @param {RegExp | string} message */
export const raises = (fn, name, message) =>
  assert.throws(fn, (/** @type {any} */ error) => {
    assert.equal(error.name, name, error.stack);
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
    return true;
  });

/**
 * Names of the graph behind a node, as PyTorch's tests write it: `AddBackward0(AccumulateGrad(), None)`.
 * @param {any} node
 * @returns {string}
 */
export function described(node) {
  if (node === null) return 'None';
  return `${node.typeName}(${node.nextFunctions.map((/** @type {any[]} */ [next]) => described(next)).join(', ')})`;
}

/**
 * Numeric derivatives beside those of a pass, of one function of leaves.
 * @param {(...xs: any[]) => any} fn
 * @param {any[]} inputs
 */
export function gradcheck(fn, inputs) {
  const sum = (/** @type {any[]} */ xs) => {
    const out = fn(...xs);
    return (Array.isArray(out) ? out : [out]).map((t, i) => t.mul(i + 1).sum()).reduce((a, b) => a.add(b));
  };
  const wanted = inputs.filter((x) => x.requiresGrad);
  const grads = torch.grad(sum(inputs), wanted, { allowUnused: true, materializeGrads: true });
  wanted.forEach((x, k) => {
    const flat = [...x.data()];
    const numeric = flat.map((_, i) => {
      const moved = (/** @type {number} */ by) => {
        const other = tensor(
          flat.map((value, j) => (j === i ? value + by : value)),
          { shape: x.shape },
        );
        return sum(inputs.map((one) => (one === x ? other.requiresGrad_() : one))).item();
      };
      return (moved(1e-6) - moved(-1e-6)) / 2e-6;
    });
    grads[k]
      .data()
      .forEach((/** @type {number} */ value, /** @type {number} */ i) =>
        assert.ok(
          Math.abs(value - numeric[i]) < 1e-4 * (1 + Math.abs(value)),
          `gradient ${k}, element ${i}: ${value}, not ${numeric[i]}`,
        ),
      );
  });
  return true;
}

/** A user-defined function. @param {any} fn @param {...any} args @returns {any} */
export const apply = (fn, ...args) => fn.apply(...args);

/** Warnings while a function runs. @param {() => unknown} fn @returns {string[]} */
export function warningsOf(fn) {
  /** @type {string[]} */
  const out = [];
  torch.catchWarnings((/** @type {string} */ _category, /** @type {string} */ message) => out.push(message), fn);
  return out;
}
