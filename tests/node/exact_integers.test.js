/**
 * Integers beyond 2**53, which no float64 and no number of JavaScript holds: calls of ATen give what PyTorch gives
 * (tests/tools/oracle/record_integers.py), in inputs, constants of the text, and results. Texts carry them through
 * JSON.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** An element of either side as PyTorch prints it, as text. @param {any} value @returns {any} */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (value?.error !== undefined) return value;
  if (value?.data !== undefined) return value.data.map(plain);
  if (value?.tuple !== undefined) return value.tuple.map(plain);
  if (value?.value !== undefined) return plain(value.value);
  const element = value?.i ?? value?.f ?? value?.b ?? value;
  if (typeof element === 'boolean') return element ? '1' : '0';
  return /^-?\d+$/.test(String(element)) ? String(element) : String(Number(element));
}

/**
 * @param {{ call: string, inputs: { dtype: string, shape: number[], data: any[] }[] }} row
 * @param {'2.6' | '2.14'} version
 */
function computed({ call, inputs }, version) {
  const names = inputs.map(({ dtype, shape }, i) => `t${i}: "${dtype}[${shape.join(', ')}]"`).join(', ');
  const text = `def forward(self, ${names}):\n    y = torch.ops.aten.${call}\n    return (y,)\n`;
  const { handle } = session.open(text, { torch: version });
  try {
    const { outputs } = session.exec(handle, { inputs });
    return plain(/** @type {any[]} */ (outputs)[0]);
  } catch (error) {
    return { error: /** @type {Error} */ (error).message.split('\n')[0].replace(/^\w+Error: /, '') };
  } finally {
    session.close(handle);
  }
}

/** Calls without a kernel, with a limit of Seesaw's, or with another text of the error: they must not give a value. */
const REFUSED = ['gcd', 'lcm', 'unique_dim', 'embedding_bag', 'bincount', 'repeat_interleave', 'take'].flatMap(
  (name) => [`${name}.default`, `${name}.Tensor`],
);

for (const version of /** @type {const} */ (['2.6', '2.14'])) {
  const file = new URL(`../data/exact_integers_${version}.json`, import.meta.url);
  for (const row of JSON.parse(readFileSync(file, 'utf8')).rows) {
    const elements = row.inputs.map((/** @type {any} */ one) => one.data.join(' ')).join('; ');
    test(`${version}: ${row.call} of ${elements}`, () => {
      const got = computed(row, version);
      const ours = REFUSED.includes(row.call.slice(0, row.call.indexOf('('))) && got.error !== undefined;
      if (!ours) assert.deepEqual(got, plain(row.result));
    });
  }
}

test('an integer of a graph stands as text where JavaScript would round it', () => {
  const { handle } = session.open(
    'def forward(self, x: "i64[1]"):\n    y = torch.ops.aten.item.default(x)\n    return (x, y)\n',
  );
  const large = { dtype: 'i64', shape: [1], data: ['9223372036854775807'] };
  const { outputs } = session.exec(handle, { inputs: [large] });
  assert.match(JSON.stringify(outputs), /"data":\["9223372036854775807"\].*"i":"9223372036854775807"/);
  assert.throws(
    () => session.exec(handle, { inputs: [{ ...large, data: ['9223372036854775808'] }] }),
    /a whole number of at most 64 bits/,
  );
  session.close(handle);
});

test('a number of a program is exact, too', () => {
  const { handle } = session.open(
    'def forward(self, x: "i64[1]", n):\n    y = torch.ops.aten.mul.Tensor(x, n)\n    return (y,)\n',
  );
  const inputs = [{ dtype: 'i64', shape: [1], data: [1] }, { i: '9007199254740993' }];
  assert.match(JSON.stringify(session.exec(handle, { inputs }).outputs), /"9007199254740993"/);
  session.close(handle);
});
