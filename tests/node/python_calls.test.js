/**
 * Calls as Python writes them (torch.*, Tensor.*, torch.nn.functional.*): `check` finds nothing wrong in what PyTorch
 * printed, running them gives what PyTorch gives, and what PyTorch refuses is refused, in its words.
 *
 * data/python_calls.json.gz is recorded by oracle/record_python_calls.py with PyTorch 2.6.0.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { SeesawError, Session } from '../../wasm/js/index.js';
import { pieces } from './pieces.js';

/** @typedef {{ dtype: string, shape: number[], data: string[] }} Recorded */
/** @typedef {{ tensor?: Recorded, items?: Result[], value?: string }} Result */
/** @typedef {{ call: string, result?: Result, error?: [string, string], traced?: string, compiled?: string }} Row */

/** @type {{ inputs: Record<string, Recorded>, rows: Row[] }} */
const { inputs, rows } = JSON.parse(
  gunzipSync(readFileSync(new URL('../data/python_calls.json.gz', import.meta.url))).toString(),
);
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
};
const HEAD = Object.entries(inputs)
  .map(([name, { dtype, shape }]) => `${name}: "${SHORT[dtype]}[${shape.join(', ')}]"`)
  .join(', ');

/** Refusals that are reported in other words, and why. @type {[RegExp, string][]} */
const OTHER_WORDS = [
  [
    /^torch\.(sum|softmax)\(x, 'a'\)|^torch\.full\(2, 3\)|^F\.softmax\(x, dim='a'\)/,
    'names of dimensions are not known',
  ],
  [
    /^torch\.(zeros|ones)\(('a'|2\.5|2, \(3,\))\)|^x\.view\(3, '2'\)|^torch\.cat\(\[x, 1\]\)/,
    'what is wrong within a list is told of the whole list',
  ],
  [
    /^torch\.where\(condition=b, self=x|^torch\.clamp\(x, min=0, max=v\)/,
    'PyTorch lists arguments by name in another order',
  ],
  [
    pieces(
      /^torch\.(mm\(x, x\)|meshgrid\(v, k)|/,
      /^F\.(gelu\(x, 'tanh'\)|linear\(x(, 2)?\)|dropout\(x, p=2\.0\)|pad\(m, \(1, 1\), mode='circular'\)|relu\('a'\))/,
    ),
    'told by the operator behind the function, as shapes or torch.ops tell it',
  ],
  [/^torch\.remainder\(7, i\)|^x\[/, 'only running it tells'],
];

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

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
const values = () => ({
  inputs: Object.values(inputs).map(({ dtype, shape, data }) => ({
    dtype: SHORT[dtype],
    shape,
    data: data.map(number),
  })),
});

/** @param {Result} result @returns {(Recorded | null)[]} */
const flat = (result) => (result.items ? result.items.flatMap(flat) : [result.tensor ?? null]);

/** @param {Recorded} want @param {any} got @returns {string} what differs, or nothing */
function difference(want, got) {
  if (got?.dtype !== SHORT[want.dtype] || JSON.stringify(got.shape) !== JSON.stringify(want.shape))
    return `${got?.dtype}[${got?.shape}], not ${want.dtype}[${want.shape}]`;
  for (const [i, text] of want.data.entries()) {
    const [a, b] = [number(String(got.data[i])), number(text)];
    if (!(Object.is(a, b) || a === b || Math.abs(a - b) <= 1e-5 * Math.max(1, Math.abs(b))))
      return `${got.data[i]} at ${i}, not ${text}`;
  }
  return '';
}

/** @param {Row} row @returns {[string, string][]} */
function printed({ traced, compiled }) {
  /** @type {[string, string][]} */
  const texts = [];
  if (traced) texts.push(['torch.fx', traced.replace(/def forward\(self, [^)]*\)/, `def forward(self, ${HEAD})`)]);
  if (compiled) texts.push(['torch.compile', compiled]);
  return texts;
}

const good = rows.filter((row) => row.result);
const refused = rows.filter((row) => row.error);

test(`check finds nothing wrong in what PyTorch printed of ${good.length} calls`, () => {
  const found = good.flatMap((row) =>
    printed(row).flatMap(([by, text]) => {
      const { handle } = session.open(text);
      const told = session.checkValues(handle).filter((one) => one.severity !== 'info');
      session.close(handle);
      return told.map((one) => `${row.call}, ${by}: ${one.message}`);
    }),
  );
  assert.deepEqual(found, []);
});

test('what torch.fx printed of them runs as PyTorch runs it, or is told to have no kernel', () => {
  let ran = 0;
  const wrong = good
    .filter((row) => row.traced && !row.traced.includes('_tensor_constant'))
    .flatMap((row) => {
      const { handle } = session.open(printed(row)[0][1]);
      try {
        const got = session.exec(handle, values()).outputs.map((/** @type {any} */ one) => one.value);
        ran += 1;
        const told = flat(/** @type {Result} */ (row.result))
          .map((want, i) => (want === null ? '' : difference(want, got[i])))
          .filter(Boolean);
        return told.map((one) => `${row.call}: ${one}`);
      } catch (error) {
        assert.ok(error instanceof SeesawError, String(error));
        return ['no-kernel', 'operator'].includes(error.diagnostics[0].code) ? [] : [`${row.call}: ${error.message}`];
      } finally {
        session.close(handle);
      }
    });
  assert.deepEqual(wrong, []);
  assert.ok(ran > 550, String(ran));
});

/** Without the list of forms, which PyTorch adds. @param {string} message */
const first = (message) =>
  message
    .split('\n')[0]
    .replace(/, but expected (one of:|\(.*)$/, '')
    .trim();

for (const { call, error } of refused) {
  const reason = OTHER_WORDS.find(([pattern]) => pattern.test(call))?.[1];
  test(`${call} is refused${reason ? ` (${reason})` : ''}`, () => {
    const { handle } = session.open(
      `def forward(self, ${HEAD}):\n    out = ${call.replace(/\bF\./g, 'torch.nn.functional.')}\n    return (out,)\n`,
    );
    const checked = session.checkValues(handle).find((one) => one.severity !== 'info');
    let said = '';
    try {
      session.exec(handle, values());
    } catch (thrown) {
      assert.ok(thrown instanceof SeesawError, String(thrown));
      said = thrown.diagnostics[0].message;
    }
    session.close(handle);
    assert.notEqual(said, '', 'it gives a value');
    if (reason) return;
    const want = first(/** @type {[string, string]} */ (error)[1]);
    assert.equal(first(checked?.message ?? ''), want);
    assert.equal(first(said), want);
  });
}
