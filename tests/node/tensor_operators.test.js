/**
 * Every operator of the table through JavaScript, with its record's own examples: as a function, as a method, in place.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { operators, samplesOf } from '../../wasm/js/tensor/operators.js';
import { camelCase } from '../../wasm/js/tensor/schema.js';
import { pieces } from './pieces.js';

/** @type {any} */
const torch = await import('../../wasm/js/tensor/index.js');
const { ops, Tensor } = torch;

/** As a caller writes them: what is behind the star by name. @param {any} operator @param {any[]} values */
function written(operator, values) {
  const positional = values.filter((_, i) => !operator.parameters[i].keyword);
  const named = values.flatMap((value, i) =>
    operator.parameters[i].keyword && value !== null ? [[camelCase(operator.parameters[i].name), value]] : [],
  );
  return named.length > 0 ? [...positional, Object.fromEntries(named)] : positional;
}

/** @param {any} result @returns {string} */
const text = (result) => (Array.isArray(result) ? result.map(text).join() : `${result}`);

/** Names that no PyTorch program calls with a tensor of its own in front. */
const random = new Set(['dropout', 'nativeDropout']);

/** Between real and complex tensors: complex.test.js runs them. */
const ofComplex =
  /^(viewAs(Real|Complex)|complex|polar|angle|_?conj|_?conjPhysical|resolve(Conj|Neg)|_fft[A-Z]2[a-z])$/;

test('every operator runs as a function and as a method', () => {
  let calls = 0;
  /** @type {string[]} */
  const without = [];
  for (const [name, overloads] of operators) {
    for (const operator of overloads) {
      const samples = samplesOf(operator);
      if (samples.length === 0 && !ofComplex.test(name)) without.push(name);
      for (const values of samples) {
        const args = written(operator, values);
        const again = () => {
          torch.manualSeed(3);
          return text(ops[name](...args));
        };
        const first = again();
        assert.match(first, /^tensor\(/, name);
        calls += 1;
        const self = Math.max(
          0,
          operator.parameters.findIndex((parameter) => parameter.name === 'self' && !parameter.keyword),
        );
        if (!(args[self] instanceof Tensor)) continue;
        torch.manualSeed(3);
        assert.equal(text(args[self][name](...args.filter((_, i) => i !== self))), first, `${name}(${args})`);
        if (!operator.inplace || random.has(name)) continue;
        const target = args[0].clone();
        let found;
        torch.manualSeed(3);
        try {
          found = text(target[`${name}_`](...args.slice(1)));
        } catch (error) {
          // A result of another shape or dtype does not go in.
          assert.match(
            /** @type {Error} */ (error).message,
            /doesn't match the broadcast shape|can't be cast|Bad in-place call/,
            `${name}_(${args})`,
          );
          continue;
        }
        torch.manualSeed(3);
        assert.deepEqual(
          target.data(),
          ops[name](...args)
            .to(target.dtype)
            .data(),
          `${name}_`,
        );
        assert.equal(found, `${target}`);
      }
    }
  }
  assert.deepEqual(without, []);
  assert.ok(calls > 600, `${calls} calls`);
});

/**
 * Gradients of the sum of squares of an operator's results, for the operands at `places`; null where there is none.
 * @param {string} name
 * @param {any} operator
 * @param {any[]} values
 * @param {number[][]} places position of each, and its place in a list there
 */
function gradients(name, operator, values, places) {
  torch.manualSeed(3);
  const copy = values.map((value) =>
    value instanceof Tensor ? value.clone() : Array.isArray(value) ? [...value] : value,
  );
  const leaves = places.map(([at, item]) => {
    const leaf = (item === undefined ? copy[at] : copy[at][item]).clone();
    leaf.requiresGrad = true;
    if (item === undefined) copy[at] = leaf;
    else copy[at][item] = leaf;
    return leaf;
  });
  const results = [ops[name](...written(operator, copy))]
    .flat()
    .filter((result) => result instanceof Tensor && result.requiresGrad);
  if (results.length === 0) return null;
  results
    .map((result) => result.mul(result).sum())
    .reduce((sum, one) => sum.add(one))
    .backward();
  return leaves.map((leaf) => leaf.grad?.toString() ?? null);
}

test('the gradient of an operand is the same whether others need theirs or not', () => {
  let compared = 0;
  const floating = (/** @type {any} */ value) =>
    value instanceof Tensor && /** @type {any} */ (value).dtype.startsWith('float');
  for (const [name, overloads] of operators) {
    for (const operator of overloads) {
      for (const values of samplesOf(operator)) {
        const places = values.flatMap((value, i) =>
          floating(value)
            ? [[i]]
            : Array.isArray(value)
              ? value.flatMap((item, k) => (floating(item) ? [[i, k]] : []))
              : [],
        );
        if (places.length < 2) continue;
        let all;
        try {
          all = gradients(name, operator, values, places);
        } catch (error) {
          assert.match(
            /** @type {Error} */ (error).message,
            pieces(
              /derivative for .* is not implemented|only supports floating|not differentiable|does not require /,
              /grad|leaf Variable/,
            ),
            name,
          );
        }
        if (!all) continue;
        for (const [at, place] of places.entries()) {
          if (all[at] === null) continue;
          assert.deepEqual(gradients(name, operator, values, [place]), [all[at]], `${name}, operand ${place}`);
          compared += 1;
        }
      }
    }
  }
  assert.ok(compared > 500, `${compared} gradients`);
});
