/**
 * Operators that draw numbers, one after the other from the seed that PyTorch begins with: data/random_operators.json
 * (tools/oracle/record_random_operators.py), the same with both versions; of half precision, data/random_half_*.json.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Session } from '../../wasm/js/index.js';

/** @typedef {{ dtype: string, shape: number[], data: any[], call: string, out: number[] }} Row */
const recorded = (/** @type {string} */ name) =>
  /** @type {Row[]} */ (JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), 'utf8')));
const ROWS = recorded('random_operators');

/** @param {Session} session @param {Row} row @param {any} [options] @returns {number[]} */
function drawn(session, { dtype, shape, data, call }, options) {
  const lines = [`def forward(self, t0: "${dtype}[${shape.join(', ')}]"):`];
  if (call.includes('(u')) lines.push('    u = torch.ops.aten.t.default(t0)');
  if (call.includes('(v')) lines.push('    v = torch.ops.aten.slice.Tensor(t0, 1, 0, -1)');
  lines.push(`    y = torch.ops.aten.${call}`, '    return (y,)', '');
  const { handle } = session.open(lines.join('\n'), options);
  const { outputs } = /** @type {any} */ (session.exec(handle, { inputs: [{ dtype, shape, data }] }));
  session.close(handle);
  const { value } = outputs[0];
  return (value.tuple?.[0] ?? value).data.flat(Infinity);
}

test('operators draw the numbers of PyTorch, and as many', async () => {
  const session = await Session.create({ full: true });
  for (const row of ROWS) {
    const got = drawn(session, row);
    const near = (/** @type {number} */ a, /** @type {number} */ b) =>
      Math.abs(a - b) <= 2e-5 * Math.max(1, Math.abs(b));
    const same = got.length === row.out.length && got.every((one, i) => near(one, row.out[i]));
    assert.ok(
      same,
      `${row.call} of ${row.dtype}[${row.shape.join(', ')}]: ${got.slice(0, 6)} for ${row.out.slice(0, 6)}`,
    );
  }
});

for (const torch of ['2.6', '2.14']) {
  test(`numbers of half precision are those of PyTorch ${torch}`, async () => {
    const session = await Session.create({ full: true });
    for (const row of recorded(`random_half_${torch}`)) {
      const got = drawn(session, row, { torch });
      // The logarithms of float32 differ in the last place, and round to a neighbour now and then.
      const step = row.call.includes('float16') || row.dtype === 'f16' ? 2 ** -10 : 2 ** -7;
      const room = /norm|randn/.test(row.call) && torch === '2.14' ? step : 0;
      const near = (/** @type {number} */ a, /** @type {number} */ b) =>
        Math.abs(a - b) <=
        Math.max(room, row.call.startsWith('normal.float_float') ? 2e-5 : 0) * Math.max(1, Math.abs(b));
      const same = got.length === row.out.length && got.every((one, i) => near(Number(one), Number(row.out[i])));
      assert.ok(
        same,
        `${row.call} of ${row.dtype}[${row.shape.join(', ')}]: ${got.slice(0, 6)} for ${row.out.slice(0, 6)}`,
      );
    }
  });
}

test('what is drawn over has no gradient, also through a view', async () => {
  const session = await Session.create({ full: true });
  const inputs = [{ dtype: 'f32', shape: [2, 2], data: [1, 2, 3, 4] }];
  for (const call of ['normal_.default(v)', 'bernoulli_.float(v)', 'bernoulli_.Tensor(v, p)', 'uniform_.default(v)']) {
    const text = `def forward(self, t0: "f32[2, 2]"):
    c = torch.ops.aten.clone.default(t0)
    p = torch.ops.aten.full.default([1, 2], 0.5)
    v = torch.ops.aten.slice.Tensor(c, 0, 0, 1)
    w = torch.ops.aten.${call}
    return (c,)
`;
    const { handle } = session.open(text);
    const { gradients } = /** @type {any} */ (session.exec(handle, { inputs }, { requiresGrad: true, grad: true }));
    assert.deepEqual(gradients[0].data.flat(Infinity), [0, 0, 1, 1], call);
    session.close(handle);
  }
});

test('their names in torch and as methods are captured, also where __init__ draws a parameter', async () => {
  const session = await Session.create({ full: true });
  for (const [body, call] of [
    ['self.w * x', 'mul.Tensor(p_w, x)'],
    ['x.new_empty(2, 3).normal_()', 'normal_.default(new_empty)'],
    ['torch.bernoulli(x)', 'bernoulli.default(x)'],
    ['x.bernoulli(0.3)', 'bernoulli.p(x, 0.3)'],
    ['x.clone().bernoulli_(x)', 'bernoulli_.Tensor(clone, x)'],
    ['x.clone().bernoulli_(0.3)', 'bernoulli_.float(clone, 0.3)'],
    ['x.clone().uniform_(-1, 1)', 'uniform_.default(clone, -1.0)'],
    ['x.clone().exponential_()', 'exponential_.default(clone)'],
  ]) {
    const source = `import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.empty(3).normal_(0, 0.02))

    def forward(self, x):
        return ${body}

torch.export.export(M(), (torch.rand(2, 3),))
`;
    const { handle } = session.trace(source, { torch: '2.14' });
    assert.ok(session.print(/** @type {number} */ (handle), { format: 'program' }).includes(`aten.${call}`), body);
    session.close(/** @type {number} */ (handle));
  }
});
