/**
 * The sign of results for zeros of both signs, as PyTorch 2.6.0 has it (data/ops/zero_signs.json, oracle:
 * tools/oracle/record_zero_signs.py).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { functional as F, ops, tensor } from '../../wasm/js/tensor/index.js';

/** @type {[string, string, number, boolean, string][]} */
const ROWS = JSON.parse(readFileSync(new URL('../data/ops/zero_signs.json', import.meta.url), 'utf8'));

/** @type {Record<string, (x: any) => any>} */
const FUNCTIONS = {
  relu: (x) => x.relu(),
  relu_: (x) => x.clone().relu_(),
  'clamp(0)': (x) => x.clamp(0),
  'clamp(0, 0)': (x) => x.clamp(0, 0),
  'clamp(-1, 0)': (x) => x.clamp(-1, 0),
  'clamp_max(0)': (x) => x.clampMax(0),
  relu6: (x) => F.relu6(x),
  'maximum(x, 0)': (x) => ops.maximum(x, ops.zerosLike(x)),
  'maximum(0, x)': (x) => ops.maximum(ops.zerosLike(x), x),
  'minimum(x, 0)': (x) => ops.minimum(x, ops.zerosLike(x)),
  'minimum(0, x)': (x) => ops.minimum(ops.zerosLike(x), x),
  leaky_relu: (x) => F.leakyRelu(x),
  elu: (x) => F.elu(x),
  selu: (x) => F.selu(x),
  celu: (x) => F.celu(x),
  threshold: (x) => F.threshold(x, 0, 0),
  hardswish: (x) => F.hardswish(x),
  hardsigmoid: (x) => F.hardsigmoid(x),
  softshrink: (x) => F.softshrink(x),
  hardshrink: (x) => F.hardshrink(x),
  sum: (x) => x.sum(0, true),
  mean: (x) => x.mean(0, true),
  cumsum: (x) => x.cumsum(0),
  prod: (x) => x.prod(0, true),
  amax: (x) => x.amax(0, true),
  silu: (x) => F.silu(x),
  gelu: (x) => F.gelu(x),
  nan_to_num: (x) => x.nanToNum(),
  logsigmoid: (x) => F.logsigmoid(x),
  fmod: (x) => x.fmod(2),
  remainder: (x) => x.remainder(2),
  floor_divide: (x) => ops.floorDivide(x, 2),
  lerp: (x) => ops.lerp(x, x, 0.3),
  addcmul: (x) => ops.addcmul(x, x, x),
};

test('zeros keep or lose their sign as in PyTorch', () => {
  const differing = [];
  for (const [name, dtype, count, turns, signs] of ROWS) {
    const data = Array.from({ length: Math.max(count, 1) }, (_, i) => (turns && i % 2 === 0 ? 0 : -0));
    const x = tensor(data, { shape: count > 0 ? [count] : [], dtype: /** @type {any} */ (dtype) });
    const made = name in FUNCTIONS ? FUNCTIONS[name](x) : /** @type {any} */ (x)[name]();
    const got = Array.from(made.data(), (v) => (Object.is(v, -0) || Number(v) < 0 ? '-' : '+')).join('');
    if (got !== signs)
      differing.push(`${name} ${dtype} ${count}${turns ? ' in turns' : ''}: expected ${signs}, got ${got}`);
  }
  assert.deepEqual(differing, []);
});
