/**
 * Numbers that a dtype does not hold, calls that lack an argument, graphs called with the wrong values: PyTorch's
 * result or its words. Recorded by oracle/record_refused_values.py.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { SeesawError } from '../../wasm/js/index.js';
import { openedUp } from './support.js';

/**
 * @typedef {{ dtype: string, sizes: number[], values: (number | string | boolean)[], error?: string, message?: string
 *   }} Answer
 */

const recorded = JSON.parse(readFileSync(new URL('../data/refused_values.json', import.meta.url), 'utf8'));
const INPUTS = {
  x: ['f32[2, 3]', [1, 2, 3, 4, 5, 6]],
  d: ['f64[2]', [1, 2]],
  l: ['i64[2]', [1, 2]],
  i: ['i32[2]', [1, 2]],
  u: ['u8[2]', [1, 2]],
  b: ['b8[2]', [true, false]],
  r: ['i64[1]', [0]],
  v: ['f32[2]', [1, 2]],
};
const HEAD = Object.entries(INPUTS)
  .map(([name, [type]]) => `${name}: "${type}"`)
  .join(', ');

/** @type {Awaited<ReturnType<typeof openedUp>>} */
let open;
before(async () => {
  open = await openedUp({ full: true });
  open.restore();
});

/** The first result of a program on the inputs, or the message of its error. @param {string} text */
function answer(text) {
  const { session } = open;
  const { handle } = session.open(text);
  const inputs = Object.values(INPUTS).map(([type, data]) => {
    const [, dtype, sizes] = /** @type {RegExpMatchArray} */ (/** @type {string} */ (type).match(/(\w+)\[(.*)\]/));
    return { dtype, shape: sizes.split(',').map(Number), data };
  });
  try {
    return { value: /** @type {any} */ (session.exec(handle, /** @type {any} */ ({ inputs }))).outputs[0].value };
  } catch (error) {
    if (!(error instanceof SeesawError)) throw error;
    const { exception, message } = error.diagnostics[0];
    return { message: exception ? `${exception}: ${message}` : message };
  } finally {
    session.close(handle);
  }
}

const DTYPES = {
  f64: 'torch.float64',
  f32: 'torch.float32',
  i64: 'torch.int64',
  i32: 'torch.int32',
  i16: 'torch.int16',
  i8: 'torch.int8',
  u8: 'torch.uint8',
  b8: 'torch.bool',
};

/** Powers near the end of float32 have an error of a few units. @param {unknown} a @param {unknown} b */
const near = (a, b) =>
  a === b || (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= 1e-5 * Math.abs(b));

/** @param {string} text @param {Answer} expected */
function differs(text, expected) {
  const { value, message } = answer(text);
  const wanted = expected.error ? `${expected.error}: ${expected.message}` : undefined;
  if (message !== undefined || wanted !== undefined)
    return message === wanted
      ? ''
      : `${message ?? JSON.stringify(value)} and not ${wanted ?? JSON.stringify(expected)}`;
  const here = [DTYPES[/** @type {keyof typeof DTYPES} */ (value.dtype)], ...value.shape, ...value.data];
  const there = [expected.dtype, ...expected.sizes, ...expected.values];
  return here.length === there.length && here.every((one, i) => near(one, there[i])) ? '' : `${here} and not ${there}`;
}

/** @param {(Answer & { call?: string })[]} rows @param {(row: any) => string} text */
function all(rows, text) {
  const wrong = rows.map((row) => [text(row), differs(text(row), row)]).filter(([, how]) => how !== '');
  assert.deepEqual(
    wrong.map(([program, how]) => `${program}: ${how}`),
    [],
  );
}

test('numbers that do not fit, and calls that are refused late', () => {
  all(recorded.calls, ({ call }) => `def forward(self, ${HEAD}):\n    y = torch.ops.aten.${call}\n    return (y,)\n`);
});

test('map on tensors that do not go together, graphs called with too few or too many values', () => {
  all(recorded.regions, ({ operator, function: code, args }) => {
    const [, names, results] = code.match(/^lambda (.*): \((.*),\)$/);
    return `class Module(torch.nn.Module):
    def forward(self, ${HEAD}):
        body = self.body
        out = torch.ops.higher_order.${operator}(body, ${args.join(', ')})
        y = out[0]
        return (y,)

    class body(torch.nn.Module):
        def forward(self, ${names}):
            z = ${results}
            return (z,)
`;
  });
});

test('a text where map takes a tensor, and integers beyond 64 bits', () => {
  const body = (/** @type {string} */ call) => `def forward(self, ${HEAD}):\n    y = ${call}\n    return (y,)\n`;
  for (const call of [
    'operator.pow(2, 100)',
    'operator.mul(9223372036854775807, 2)',
    'operator.add(9223372036854775807, 1)',
    'operator.sub(-9223372036854775807, 2)',
    'operator.lshift(1, 63)',
    'operator.neg(operator.sub(-9223372036854775807, 1))',
  ]) {
    assert.match(answer(body(call)).message ?? '', /does not fit 64 bits$/, call);
  }
  assert.deepEqual(answer(body('operator.pow(-2, 63)')).value, { i: '-9223372036854775808' });
  assert.match(
    answer(body('torch.ops.aten.bincount.default(torch.ops.aten.full.default([1], 9223372036854775806))')).message ??
      '',
    /^bincount lists more elements than the limit of/,
  );
  assert.match(answer(body('operator.lshift(1, -1)')).message ?? '', /^ValueError: negative shift count$/);
});

test('a loop whose condition stays true ends within seconds, with the limit', () => {
  const text = `class Module(torch.nn.Module):
    def forward(self, ${HEAD}):
        cond = self.cond
        body = self.body
        out = torch.ops.higher_order.while_loop(cond, body, (v,), ())
        y = out[0]
        return (y,)

    class cond(torch.nn.Module):
        def forward(self, p):
            z = torch.ops.aten.ones.default([], dtype=torch.bool)
            return z

    class body(torch.nn.Module):
        def forward(self, p):
            z = torch.ops.aten.add.Tensor(p, 1)
            return (z,)
`;
  const begin = process.cpuUsage().user;
  assert.match(answer(text).message ?? '', /^while_loop calls its graph more often than the limit of 20000$/);
  assert.ok(process.cpuUsage().user - begin < 5e6);
});
