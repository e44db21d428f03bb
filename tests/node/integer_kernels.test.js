/**
 * Operators on integers and booleans, and with other numbers in the places of numbers: a value where PyTorch has one,
 * an error where it has no kernel, or where a number does not fit (tests/tools/oracle/record_integer_kernels.py). The
 * same on half precision and float32, with numbers that these do not hold (data/float_numbers_*, of the same script).
 * Never a value in the place of an error.
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

/** @typedef {{ call: string, inputs: { dtype: string, shape: number[], data: any[] }[], out: any }} Row */

/**
 * Operators that differ from a version of PyTorch, with the reason: `value` (another value), `gives` (a value where
 * PyTorch has an error), `refused` (an error where PyTorch has a value), `text` (another text of the error).
 * @param {string} name @returns {Record<string, Record<string, string[]>>}
 */
const listed = (name) => JSON.parse(readFileSync(new URL(`../data/${name}_not_yet.json`, import.meta.url), 'utf8'));

/** The elements of a result, in one list. @param {any} value @returns {number[]} */
function elements(value) {
  if (Array.isArray(value)) return value.flatMap(elements);
  if (value === null || value === undefined) return [];
  const inner = value.data ?? value.tuple ?? value.value ?? value.i ?? value.f ?? value.b;
  if (inner !== undefined) return elements(inner);
  const named = { nan: NaN, inf: Infinity, '-inf': -Infinity };
  return [Number(named[/** @type {keyof typeof named} */ (value)] ?? value)];
}

/** @param {Row} row @param {'2.6' | '2.14'} version */
function computed({ call, inputs }, version) {
  const names = inputs.map(({ dtype, shape }, i) => `t${i}: "${dtype}[${shape.join(', ')}]"`).join(', ');
  const text = `def forward(self, ${names}):\n    y = torch.ops.aten.${call}\n    return (y,)\n`;
  const { handle } = session.open(text, { torch: version });
  try {
    const { outputs } = /** @type {any} */ (session.exec(handle, { inputs }));
    return outputs[0]?.error === undefined ? { value: elements(outputs[0]) } : { error: outputs[0].error };
  } catch (error) {
    return { error: /** @type {Error} */ (error).message };
  } finally {
    session.close(handle);
  }
}

/** Sums in another order, and in float32 or less. @param {number} a @param {number} b @param {number} tolerance */
const near = (a, b, tolerance) => Object.is(a, b) || a === b || Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b));

/** What differs between a row and what was computed, if anything. @param {Row} row @param {'2.6' | '2.14'} version */
function difference(row, version) {
  const got = computed(row, version);
  if (row.out.error !== undefined) {
    if (got.error === undefined) return 'gives';
    const said = got.error.split('\n')[0].replace(/^\w+Error: /, '');
    return said.includes(row.out.error) || row.out.error.includes(said) ? undefined : 'text';
  }
  if (got.error !== undefined) return 'refused';
  const wanted = elements(row.out);
  const { value = [] } = got;
  const tolerance = row.inputs.some(({ dtype }) => dtype === 'bf16') ? 2e-2 : 2e-3;
  const same = wanted.length === value.length && wanted.every((one, i) => near(value[i], one, tolerance));
  return same ? undefined : 'value';
}

/** @type {[string, '2.6' | '2.14'][]} */
const SETS = [
  ['integer_kernels', '2.6'],
  ['integer_kernels', '2.14'],
  ['float_numbers', '2.6'],
  ['float_numbers', '2.14'],
];
for (const [set, version] of SETS) {
  const NOT_YET = listed(set);
  const file = new URL(`../data/${set}_${version}.jsonl.gz`, import.meta.url);
  /** @type {Map<string, Row[]>} */
  const rows = new Map();
  for (const line of gunzipSync(readFileSync(file)).toString().trim().split('\n')) {
    /** @type {Row} */
    const row = JSON.parse(line);
    const name = row.call.slice(0, row.call.indexOf('('));
    rows.set(name, [...(rows.get(name) ?? []), row]);
  }
  for (const [name, of] of rows) {
    test(`${set}, ${version}: ${name}, ${of.length} calls`, () => {
      const found = new Set();
      for (const row of of) {
        const kind = difference(row, version);
        if (kind === undefined) continue;
        found.add(kind);
        if (NOT_YET[version][name]?.includes(kind)) continue;
        assert.fail(`${kind}: ${row.call} of ${JSON.stringify(row.inputs)}: ${JSON.stringify(row.out)}`);
      }
      // What agrees now leaves the list.
      assert.deepEqual([...found].sort(), NOT_YET[version][name] ?? []);
    });
  }
}
