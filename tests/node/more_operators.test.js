/**
 * Operators of less common use, each captured from one call, run with gradients and decomposed, beside what both
 * versions of PyTorch give: data/more_operators_*.json.gz (tools/oracle/record_more_operators.py).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Session } from '../../wasm/js/index.js';

/** @typedef {{ dtype?: string, shape: number[], data: any[] }} Plain */
/**
 * @typedef {{
 *   call: string, inputs: string[], results?: any, error?: string, message?: string, gradients?: any,
 *   decomposed?: string[] | string
 * }} Row
 */
/** @param {string} torch @returns {{ inputs: Record<string, Plain & { dtype: string }>, rows: Row[] }} */
const recorded = (torch) =>
  JSON.parse(
    gunzipSync(readFileSync(new URL(`../data/more_operators_${torch}.json.gz`, import.meta.url))).toString('utf8'),
  );

const WORDS = /** @type {Record<string, number>} */ ({ nan: NaN, inf: Infinity, '-inf': -Infinity });
/** @param {any} value @returns {any} */
const number = (value) => WORDS[value] ?? (typeof value === 'boolean' ? Number(value) : value);
/** @param {any} value @returns {any[]} */
const flat = (value) => (Array.isArray(value) ? value.flat(Infinity) : [value]);

/** Complex numbers as PyTorch's view_as_real gives them. @param {any} tensor @returns {Plain} */
const plain = (tensor) =>
  /^c/.test(tensor.dtype)
    ? { shape: [...tensor.shape, 2], data: flat(tensor.data) }
    : { shape: tensor.shape, data: flat(tensor.data) };

const SHORT = /** @type {Record<string, string>} */ ({
  float16: 'f16',
  bfloat16: 'bf16',
  float32: 'f32',
  float64: 'f64',
  complex64: 'c64',
  complex128: 'c128',
  uint8: 'u8',
  int8: 'i8',
  int16: 'i16',
  int32: 'i32',
  int64: 'i64',
  bool: 'b8',
});

/** @param {Plain} want @param {any} got @param {string} what */
function near(want, got, what) {
  assert.ok(got, `${what} is missing`);
  const have = plain(got);
  assert.deepEqual(have.shape, want.shape, what);
  if (want.dtype) assert.equal(got.dtype, SHORT[want.dtype], what);
  const scale = Math.max(1, ...want.data.map(number).filter(Number.isFinite).map(Math.abs));
  want.data.forEach((one, i) => {
    const [a, b] = [number(one), number(have.data[i])];
    const same = Object.is(a, b) || a === b || String(a) === String(b) || Math.abs(a - b) <= 2e-5 * scale;
    assert.ok(same, `${what}, element ${i}: ${b} for ${a}`);
  });
}

/** @param {any} value @returns {any[]} */
const listed = (value) => (value === undefined ? [] : value.tuple ? value.tuple.flatMap(listed) : [value]);

/** @param {Row} row */
const sourceOf = (row) => `import torch


class Call(torch.nn.Module):
    def forward(self, ${row.inputs.join(', ')}):
        return torch.ops.aten.${row.call}
`;

/** Decompositions that differ. 2.14 keeps the check of LAPACK's codes as an effect. */
/** @type {Record<string, string[]>} */
const NOT_YET = { 2.6: [], 2.14: ['linalg_lu_factor.default(s)'] };

for (const torch of /** @type {const} */ (['2.6', '2.14'])) {
  test(`results, gradients and decompositions of operators as ${torch} has them`, async (t) => {
    const { inputs, rows } = recorded(torch);
    const session = await Session.create({ full: true });
    for (const row of rows) {
      await t.test(row.call, () => {
        const given = row.inputs.map((name) => `${inputs[name].dtype}[${inputs[name].shape.join(', ')}]`);
        const run = () => {
          const traced = /** @type {any} */ (session.trace(sourceOf(row), { torch, strict: false, inputs: given }));
          const values = row.inputs.map((name) => inputs[name]);
          const settings = { requiresGrad: true, grad: row.gradients !== null };
          return { traced, answer: session.exec(traced.handle, { inputs: values }, settings) };
        };
        if (row.error || row.gradients?.error) {
          assert.throws(run, (/** @type {any} */ error) =>
            error.message.includes(row.message ?? row.gradients.message),
          );
          return;
        }
        if (row.decomposed === 'DataDependentOutputException') {
          assert.throws(run, /DataDependentOutputException/);
          return;
        }
        const { traced, answer } = run();
        const wanted = Array.isArray(row.results) ? row.results : [row.results];
        wanted.forEach((want, i) => near(want, answer.outputs.flatMap(({ value }) => listed(value))[i], `result ${i}`));
        for (const [name, want] of Object.entries(row.gradients ?? {})) {
          const got = answer.gradients?.[row.inputs.indexOf(name)];
          if (want) near(want, got, `gradient of ${name}`);
        }
        if (!Array.isArray(row.decomposed)) return;
        const after = session.run(traced.handle, ['run_decompositions']);
        const lines = session
          .print(after.handle, { format: 'code' })
          .split('\n')
          .filter((line) => / = |return /.test(line))
          .map((line) => line.trim().replace(/; {2}.*/, ''));
        const same = lines.join('\n') === row.decomposed.join('\n');
        if (!NOT_YET[torch].includes(row.call)) assert.deepEqual(lines, row.decomposed);
        else assert.ok(!same, 'it is as recorded now: the list gets shorter');
      });
    }
  });
}
