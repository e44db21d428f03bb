/**
 * Expressions on complex tensors: values, texts, gradients and refusals are PyTorch's, or a diagnostic says that an
 * operator is not computed.
 *
 * data/complex.json.gz is recorded by oracle/record_complex.py with PyTorch 2.6.0.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { SeesawError, Session } from '../../wasm/js/index.js';

/** @typedef {{ dtype: string, shape: number[], data: string[], text: string }} Recorded */
/** @typedef {Recorded | string | Result[]} Result */
/**
 * @typedef {{ call: string, result?: any, error?: [string, string], gradients?: Record<string, Recorded> | null,
 *   gradients_error?: string }} Row
 */

/** @type {{ inputs: Record<string, Recorded>, rows: Row[] }} */
const { inputs, rows } = JSON.parse(
  gunzipSync(readFileSync(new URL('../data/complex.json.gz', import.meta.url))).toString(),
);
/** @type {Record<string, string>} */
const SHORT = {
  float64: 'f64',
  float32: 'f32',
  complex64: 'c64',
  complex128: 'c128',
  int64: 'i64',
  int32: 'i32',
  bool: 'b8',
};
const HEAD = Object.entries(inputs)
  .map(([name, { dtype, shape }]) => `${name}: "${SHORT[dtype]}[${shape.join(', ')}]"`)
  .join(', ');

/** @param {string} text */
const number = (text) =>
  text === 'True' || text === 'true'
    ? 1
    : text === 'False' || text === 'false'
      ? 0
      : text === 'inf'
        ? Infinity
        : text === '-inf'
          ? -Infinity
          : text === 'nan'
            ? NaN
            : Number(text);
/** @param {number} v */
const json = (v) => (Number.isFinite(v) ? v : String(v).replace('Infinity', 'inf').replace('NaN', 'nan'));
/** @param {Recorded} t */
const elements = ({ dtype, data }) => {
  const all = data.map((text) => json(number(text)));
  return dtype.startsWith('complex')
    ? Array.from({ length: all.length / 2 }, (_, i) => [all[2 * i], all[2 * i + 1]])
    : all;
};
const values = () => ({
  inputs: Object.values(inputs).map((t) => ({ dtype: SHORT[t.dtype], shape: t.shape, data: elements(t) })),
});

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {any} want @param {any} got @param {number} tolerance @returns {string} what differs, or nothing */
function difference(want, got, tolerance = 1e-5) {
  if (Array.isArray(want)) {
    const items = got?.tuple ?? got;
    if (!Array.isArray(items) || items.length !== want.length)
      return `${JSON.stringify(got)}, not ${want.length} values`;
    return want.map((one, i) => difference(one, items[i], tolerance)).find(Boolean) ?? '';
  }
  if (typeof want === 'string') return python(got) === want ? '' : `${python(got)}, not ${want}`;
  if (got?.dtype !== SHORT[want.dtype] || JSON.stringify(got.shape) !== JSON.stringify(want.shape))
    return `${got?.dtype}[${got?.shape}], not ${want.dtype}[${want.shape}]`;
  const flat = got.data.flat();
  for (const [i, text] of want.data.entries()) {
    const [a, b] = [number(String(flat[i])), number(text)];
    if (!(Object.is(a, b) || a === b || Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b))))
      return `${flat[i]} at ${i}, not ${text}`;
  }
  return '';
}
/** A number as Python shows it. @param {any} v */
const python = (v) =>
  v?.c ??
  (v?.b !== undefined
    ? v.b
      ? 'True'
      : 'False'
    : v?.i !== undefined
      ? String(v.i)
      : v?.f !== undefined
        ? String(v.f)
        : JSON.stringify(v));

/** @param {string} call */
const spelled = (call) => call.replace(/\bF\./g, 'torch.nn.functional.');
/** @param {string[]} lines @param {string} out */
const program = (lines, out = 'out') =>
  `def forward(self, ${HEAD}):\n    ${lines.join('\n    ')}\n    return (${out},)\n`;
/** @param {string} text @param {object} settings */
function run(text, settings = {}) {
  const { handle } = session.open(text);
  try {
    return { value: session.exec(handle, /** @type {any} */ (values()), settings) };
  } catch (error) {
    assert.ok(error instanceof SeesawError, String(error));
    return { told: error.diagnostics[0] };
  } finally {
    session.close(handle);
  }
}
const NO_KERNEL = ['no-kernel', 'operator', 'no-value'];

/** @param {Row} row */
function told(row) {
  const { value, told } = run(program([`out = ${spelled(row.call)}`]));
  if (!value) return { told };
  const got = value.outputs[0];
  return {
    found: difference(row.result, got.value),
    text: row.result.text && got.text !== row.result.text ? `${got.text}, not ${row.result.text}` : '',
  };
}

/** The gradient of the sum of the squares of all real numbers of the results. @param {Row} row */
function squares(row) {
  const lines = [`out = ${spelled(row.call)}`];
  const many = Array.isArray(row.result);
  const sums = (many ? row.result : [row.result])
    .map((/** @type {any} */ one, /** @type {number} */ i) => {
      if (!one.dtype || !/float|complex/.test(one.dtype)) return '';
      const name = many ? `out[${i}]` : 'out';
      const real = one.dtype.startsWith('complex') ? `torch.view_as_real(torch.resolve_conj(${name}))` : name;
      lines.push(
        `r${i}_ = ${real}`,
        `q${i}_ = torch.pow(r${i}_, 2)`,
        `w${i}_ = q${i}_.double()`,
        `s${i}_ = torch.sum(w${i}_)`,
      );
      return `s${i}_`;
    })
    .filter(Boolean);
  return program(lines, sums.join(', '));
}

/**
 * Rows that say nothing of PyTorch: the recorder's BLAS gives 0 for inner products of complex vectors, and empty memory
 * holds anything. 1 / x multiplies by 1 after the reciprocal, which makes NaN of infinities.
 */
const UNSAID = /^torch\.(v?dot\(|empty_like\(x)|^x @ y$|^1 \/ o$/;
/** The recording's BLAS gives 0 for inner products; the signs of singular vectors are free. */
const UNCOMPARED = ['torch.linalg.vecdot(x, y)', 'torch.linalg.svd(z)'];
const good = rows.filter((row) => row.result !== undefined && !UNSAID.test(row.call) && !UNCOMPARED.includes(row.call));
/** Told in other words: Python's operator asks before the operator does. */
const OTHER_WORDS = /^~x$/;
/** @type {string[]} */
const lacking = [];

test('values and texts are those of PyTorch, or it is reported that there is no kernel', () => {
  const wrong = good.flatMap((row) => {
    const { told: error, found, text } = told(row);
    if (error && NO_KERNEL.includes(error.code)) lacking.push(row.call);
    if (error && process.env.SEESAW_LACKING) console.log(row.call, '|', error.message);
    if (error) return NO_KERNEL.includes(error.code) ? [] : [`${row.call}: ${error.message}`];
    return found || text ? [`${row.call}: ${found || text}`] : [];
  });
  if (process.env.SEESAW_LACKING) console.log(lacking.join('\n'));
  assert.deepEqual(wrong, []);
});

test('gradients are those of PyTorch, or it is reported that there are none', () => {
  let ran = 0;
  const wrong = good
    .filter((row) => row.gradients && !lacking.includes(row.call))
    .flatMap((row) => {
      const { value, told: error } = run(squares(row), { requiresGrad: true, grad: true });
      if (error)
        return NO_KERNEL.includes(error.code)
          ? process.env.SEESAW_LACKING
            ? [`${row.call}: ${error.message}`]
            : []
          : [`${row.call}: ${error.message}`];
      ran += 1;
      return Object.keys(inputs).flatMap((name, i) => {
        const want = row.gradients?.[name],
          got = /** @type {any} */ (value).gradients[i];
        if (!want)
          return !got || got.data.flat().every((/** @type {any} */ v) => v === 0)
            ? []
            : [`${row.call}: a gradient of ${name}`];
        const found = difference(want, got, 2e-5);
        return found ? [`${row.call}, ${name}: ${found}`] : [];
      });
    });
  if (process.env.SEESAW_LACKING) console.log(ran);
  assert.deepEqual(wrong, []);
});

test('what PyTorch refuses is refused, in its words where the operator has them', () => {
  const silent = rows
    .filter((row) => row.error)
    .flatMap((row) => {
      const { value, told: error } = run(program([`out = ${spelled(row.call)}`]));
      if (value) return [`${row.call}: gives a value, not ${row.error?.[1].split('\n')[0]}`];
      if (NO_KERNEL.includes(error.code))
        return process.env.SEESAW_LACKING
          ? [`${row.call}: ${error.message} INSTEAD OF ${row.error?.[1].split('\n')[0]}`]
          : [];
      const [said, want] = [error.message, /** @type {any} */ (row.error)[1]].map((text) =>
        text
          .split('\n')[0]
          .replace(/, but expected .*| received an invalid combination.*/, '')
          .trim(),
      );
      return said === want || OTHER_WORDS.test(row.call) ? [] : [`${row.call}: '${said}', not '${want}'`];
    });
  assert.deepEqual(silent, []);
});
