/**
 * Functions that PyTorch writes in Python around an operator, in exec: tensors one by one instead of a list, one result
 * instead of the operator's tuple; Python's own functions of numbers; what a tensor tells of itself; and edges that
 * were once told in wrong words.
 *
 * data/python_forms.json is recorded by oracle/record_python_forms.py with PyTorch 2.6.0.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { SeesawError, Session } from '../../wasm/js/index.js';

/** @typedef {{ dtype: string, shape: number[], data: string[] }} Recorded */
/** @type {{ inputs: Record<string, Recorded>, rows: { call: string, result?: any, error?: [string, string] }[] }} */
const { inputs, rows } = JSON.parse(readFileSync(new URL('../data/python_forms.json', import.meta.url), 'utf8'));
/** @type {Record<string, string>} */
const SHORT = { float32: 'f32', int64: 'i64', bool: 'b8' };
const HEAD = Object.entries(inputs)
  .map(([name, { dtype, shape }]) => `${name}: "${SHORT[dtype]}[${shape.join(', ')}]"`)
  .join(', ');
const values = () => ({
  inputs: Object.values(inputs).map(({ dtype, shape, data }) => ({
    dtype: SHORT[dtype],
    shape,
    data: data.map(Number),
  })),
});

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {string} expression @param {object} [given] */
function run(expression, given = values()) {
  const { handle } = session.open(`def forward(self, ${HEAD}):\n    out = ${expression}\n    return (out,)\n`);
  try {
    return { value: session.exec(handle, given).outputs[0].value, told: null };
  } catch (error) {
    assert.ok(error instanceof SeesawError, String(error));
    return { value: undefined, told: error.diagnostics[0] };
  } finally {
    session.close(handle);
  }
}

/** @param {any} v @returns {any} */
const plain = (v) =>
  (v?.tuple ?? (Array.isArray(v) ? v : null))?.map(plain) ??
  (v?.dtype
    ? { dtype: v.dtype, shape: v.shape, data: v.data.map(Number) }
    : v?.b !== undefined
      ? v.b
        ? 'True'
        : 'False'
      : v?.i !== undefined
        ? String(v.i)
        : v?.f !== undefined
          ? String(v.f)
          : v);
/** @param {any} r @returns {any} */
const recorded = (r) =>
  Array.isArray(r)
    ? r.map(recorded)
    : r?.dtype
      ? {
          dtype: SHORT[r.dtype],
          shape: r.shape,
          data: r.data.map((/** @type {string} */ s) => Number(s === 'True' ? 1 : s === 'False' ? 0 : s)),
        }
      : r.startsWith('torch.Size')
        ? JSON.parse(r.slice(11, -1)).map(String)
        : r;
/** Rounded as float32 is printed. @param {any} v @returns {any} */
const rounded = (v) => JSON.parse(JSON.stringify(v, (_, x) => (typeof x === 'number' ? Number(x.toPrecision(5)) : x)));
/** @param {string} text */
const number = (text) => (typeof text === 'string' && /^-?\d+\.0$/.test(text) ? text.slice(0, -2) : text);

for (const { call, result, error } of rows) {
  test(`${call} in exec is as in PyTorch`, () => {
    const { value, told } = run(call.replace(/\bF\./g, 'torch.nn.functional.').replace(/\baten\./g, 'torch.ops.aten.'));
    if (error) {
      assert.ok(told, 'it gives a value');
      return assert.equal(told.message.split('\n')[0], error[1].split('\n')[0]);
    }
    assert.equal(told?.message, undefined);
    return assert.deepEqual(
      rounded(typeof result === 'string' ? plain(value) : plain(value)),
      rounded(typeof result === 'string' ? number(recorded(result)) : recorded(result)),
    );
  });
}

test('a write to memory that holds several of its elements is refused, a constant is written', () => {
  for (const [call, fits] of /** @type {[string, boolean][]} */ ([
    ['torch.as_strided(x, (2, 3), (1, 1)).add_(1)', false],
    ['torch.as_strided(x, (2, 2), (1, 1)).mul_(2)', false],
    ['torch.as_strided(x, (2, 3), (1, 1)).fill_(7)', true],
    ['torch.as_strided(x, (2, 2), (2, 1)).add_(1)', true],
    ['torch.as_strided(x, (2, 2), (2, 3)).add_(1)', false],
  ])) {
    const { told } = run(call);
    if (call.includes('(2, 3)).add_') && told?.message.includes('out of bounds')) continue;
    assert.equal(told === null, fits, `${call}: ${told?.message}`);
  }
});

test('inputs that PyTorch does not make are refused', () => {
  const given = values();
  const own = /** @type {any} */ (
    given.inputs.map((one, i) => (Object.keys(inputs)[i] === 'i' ? { ...one, requires_grad: true } : one))
  );
  assert.equal(
    run('x + 1', { inputs: own }).told?.message,
    'Only Tensors of floating point and complex dtype can require gradients',
  );
  const count = Object.keys(inputs).length;
  assert.equal(
    run('x + 1', { inputs: [...given.inputs, 1] }).told?.message,
    `forward() takes ${count + 1} positional arguments but ${count + 2} were given`,
  );
});
