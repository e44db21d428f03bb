/**
 * Calls of PyTorch's prims, which Inductor and decompositions print: results, shapes, strides, refusals and nodes of
 * autograd as PyTorch has them.
 *
 * data/prims.json.gz is recorded by oracle/record_prims.py with PyTorch 2.6.0.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Session, SeesawError } from '../../wasm/js/index.js';

/** @typedef {{ dtype: string, shape: number[], stride: number[], data: string[] }} Recorded */
/** @typedef {{ tensors?: Recorded[], several?: boolean, value?: string, error?: string, message?: string }} Outcome */
/**
 * @typedef {{ code: string, inputs: Record<string, Recorded>, real: Outcome, fake: Outcome, grad: string | [string,
 *   string] }} Row
 */

/** @type {{ rows: Row[] }} */
const { rows } = JSON.parse(gunzipSync(readFileSync(new URL('../data/prims.json.gz', import.meta.url))).toString());

/** @type {Record<string, string>} */
const SHORT = {
  float64: 'f64',
  float32: 'f32',
  float16: 'f16',
  bfloat16: 'bf16',
  int64: 'i64',
  int32: 'i32',
  int8: 'i8',
  uint8: 'u8',
  bool: 'b8',
  complex64: 'c64',
};
/** Values that nobody can foretell: drawn ones, and memory that nothing was written to. */
const UNFORESEEN = /^(inductor_(seed|seeds|random|randint)|uniform|normal|empty|empty_strided|empty_permuted)\./;

/** What differs from PyTorch, and why; a pattern of calls each. @type {[RegExp, string][]} */
const NOT_YET = [
  [
    /^\w+\.default\((2\.5, x|x, 2)\)$/,
    'a number in place of a tensor is one of rank 0 here; kernels of PyTorch that take none refuse it as ' +
      'their Python functions do',
  ],
  [
    /^var\.default\(\w, (\[[^\]]*\]|None)(, output_dtype=.*)?\)$/,
    'the schema has defaults that the Python function behind it has not',
  ],
  [/^scalar_tensor\.default\(2, dtype=torch\.float32\)$/, 'a device is the CPU unless told'],
  [/^convert_element_type\.default\(2,/, 'PyTorch asserts that it is a tensor'],
  [/^(squeeze|rev)\.default\(\w, \[0, 0\]\)$/, 'only running it refuses what is given twice'],
  [
    /^inductor_lookup_seed\.default\(e, 1\)$/,
    'PyTorch refuses a result that shares memory, which Inductor never runs so',
  ],
];

/** @param {Row} row */
const program = ({ code, inputs }) => {
  const turned = Object.entries(inputs).filter(([, { shape, stride }]) => shape.length === 2 && stride[0] < stride[1]);
  const heads = Object.entries(inputs).map(([name, { dtype, shape }]) => {
    const own = turned.some(([other]) => other === name);
    return `${own ? `${name}_` : name}: "${SHORT[dtype]}[${(own ? [...shape].reverse() : shape).join(', ')}]"`;
  });
  const lines = turned.map(([name]) => `    ${name} = torch.ops.aten.t.default(${name}_)\n`);
  return (
    `def forward(self${heads.map((head) => `, ${head}`).join('')}):\n${lines.join('')}    out = ` +
    `torch.ops.prims.${code}\n    return (out,)\n`
  );
};

/** @param {string} text */
const number = (text) =>
  text === 'True'
    ? 1
    : text === 'False'
      ? 0
      : text === 'inf'
        ? Infinity
        : text === '-inf'
          ? -Infinity
          : text === 'nan'
            ? NaN
            : Number(text);

/** @param {Row} row */
const values = ({ inputs }) => ({
  inputs: Object.values(inputs).map(({ dtype, shape, stride, data }) => {
    const numbers = data.map(number);
    const own = shape.length === 2 && stride[0] < stride[1];
    const [rows, columns] = shape;
    return {
      dtype: SHORT[dtype],
      shape: own ? [columns, rows] : shape,
      data: own ? numbers.map((_, i) => numbers[(i % rows) * columns + Math.floor(i / rows)]) : numbers,
    };
  }),
});

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {() => any} run @returns {{ value?: any, error?: string, code?: string }} */
function outcome(run) {
  try {
    return { value: run() };
  } catch (error) {
    assert.ok(error instanceof SeesawError, String(error));
    return { error: error.diagnostics[0].message, code: error.diagnostics[0].code };
  }
}

/** @param {Row} row @returns {Recorded[]} */
const tensors = (row) => row.real.tensors ?? [];
const nameOf = (/** @type {Row} */ row) => row.code.split('.')[0];

/** @param {Row} row */
const excused = (row) => NOT_YET.some(([pattern]) => pattern.test(row.code));

/** What is wrong with the values of a call. @param {Row} row @param {number} handle @returns {string | null} */
function wrongValues(row, handle) {
  const { value, error, code } = outcome(() => session.exec(handle, values(row)));
  if (code === 'no-kernel' || code === 'operator') return null;
  if (row.real.error) return error === undefined ? `gives a value, and PyTorch says ${row.real.message}` : null;
  if (error !== undefined) return `says ${error}`;
  if (row.real.value !== undefined) return null;
  const got = value.outputs.flatMap((/** @type {any} */ out) => out.value.tuple ?? [out.value]);
  for (const [i, want] of tensors(row).entries()) {
    const one = got[i];
    if (one?.dtype !== SHORT[want.dtype]) return `gives ${JSON.stringify(one)}, not ${want.dtype}`;
    if (JSON.stringify(one.shape) !== JSON.stringify(want.shape))
      return `has the shape ${one.shape}, not ${want.shape}`;
    if (UNFORESEEN.test(row.code)) continue;
    for (const [k, text] of want.data.entries()) {
      const a = number(String(one.data[k]));
      const b = number(text);
      const fine = Object.is(a, b) || a === b || Math.abs(a - b) <= 3e-6 * Math.max(1, Math.abs(b));
      if (!fine) return `has ${one.data[k]} at ${k}, not ${text}`;
    }
  }
  return null;
}

for (const name of new Set(rows.map(nameOf))) {
  const own = rows.filter((row) => nameOf(row) === name);
  test(`prims.${name}: values of ${own.length} calls`, () => {
    const wrong = own
      .filter((row) => !excused(row))
      .map((row) => {
        const { handle } = session.open(program(row));
        const told = wrongValues(row, handle);
        session.close(handle);
        return told && `${row.code} ${told}`;
      });
    assert.deepEqual(wrong.filter(Boolean), []);
  });
}
