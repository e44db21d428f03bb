/**
 * Operators on integers and booleans without elements, as a capture asks of them: dtype and sizes where PyTorch has
 * them for fake tensors, an error where it has one (tests/tools/oracle/record_fake_integers.py).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Session } from '../../wasm/js/index.js';

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @typedef {{ call: string, inputs: { dtype: string, shape: number[] }[], out: any }} Row */

/**
 * Operators that differ from a version of PyTorch: `value` (another dtype or other sizes), `gives` (a result where
 * PyTorch has an error), `refused` (an error where PyTorch has a result).
 * @type {Record<string, Record<string, string[]>>}
 */
const NOT_YET = JSON.parse(readFileSync(new URL('../data/fake_integers_not_yet.json', import.meta.url), 'utf8'));
/** @type {Record<string, string>} */
const SHORT = { float32: 'f32', float64: 'f64', float16: 'f16', bfloat16: 'bf16', int64: 'i64', int32: 'i32' };
Object.assign(SHORT, { int16: 'i16', int8: 'i8', uint8: 'u8', bool: 'b8', complex64: 'c64', complex128: 'c128' });

/** @param {any} val @returns {any} */
function told(val) {
  if (val?.tensor_meta) return { dtype: SHORT[val.tensor_meta.dtype], shape: val.tensor_meta.shape };
  const list = Array.isArray(val) ? val : (val?.t ?? val?.l);
  return Array.isArray(list) ? list.map(told) : val;
}

/** @param {Row} row @param {'2.6' | '2.14'} version */
function shaped({ call, inputs }, version) {
  const names = inputs.map(({ dtype, shape }, i) => `t${i}: "${dtype}[${shape.join(', ')}]"`).join(', ');
  const text = `def forward(self, ${names}):\n    y = torch.ops.aten.${call}\n    return (y,)\n`;
  const { handle } = session.open(text, { torch: version });
  const { reports, handle: made } = session.run(handle, ['shape_prop'], { verify: false });
  session.close(handle);
  if (!reports[0].ran) return { error: reports[0].diagnostics[0].message };
  const program = JSON.parse(session.print(made, { format: 'json' }));
  session.close(made);
  const node = program.modules[0].nodes.find((/** @type {any} */ one) => one.op === 'call_function');
  return told(program.metas[node.meta]?.find((/** @type {any[]} */ entry) => entry[0] === 'val')?.[1]);
}

/** What differs between a row and what was said, if anything. @param {Row} row @param {'2.6' | '2.14'} version */
function difference(row, version) {
  const got = shaped(row, version);
  if (row.out.error !== undefined) return got?.error === undefined ? 'gives' : undefined;
  if (got?.error !== undefined) return 'refused';
  const wanted = JSON.stringify(row.out.length === 1 ? row.out[0] : row.out);
  return wanted.includes('?') || wanted === JSON.stringify(got) ? undefined : 'value';
}

for (const version of /** @type {const} */ (['2.6', '2.14'])) {
  const file = new URL(`../data/fake_integers_${version}.jsonl.gz`, import.meta.url);
  /** @type {Map<string, Row[]>} */
  const rows = new Map();
  for (const line of gunzipSync(readFileSync(file)).toString().trim().split('\n')) {
    /** @type {Row} */
    const row = JSON.parse(line);
    const name = row.call.slice(0, row.call.indexOf('('));
    rows.set(name, [...(rows.get(name) ?? []), row]);
  }
  for (const [name, of] of rows) {
    test(`${version}: ${name}, ${of.length} calls`, () => {
      const found = new Set(of.map((row) => difference(row, version)).filter((kind) => kind !== undefined));
      // What agrees now leaves the list.
      assert.deepEqual([...found].sort(), NOT_YET[version][name] ?? []);
    });
  }
}
