/**
 * Strides of results, of operands that lie in memory in other orders: as PyTorch 2.6.0 has them
 * (data/ops/strides.jsonl.gz, oracle: tools/oracle/record_strides.py).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { run } from '../../wasm/js/tensor/operators.js';
import { OPERATORS, valuesOf } from './laid_calls.js';

/** @typedef {{ path: string, args: any[], out: [number[], number[]][] }} Row */
/** @type {Row[]} */
const ROWS = gunzipSync(
  readFileSync(process.env.SEESAW_STRIDES ?? new URL('../data/ops/strides.jsonl.gz', import.meta.url)),
)
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** What differs, and why. */
const NOT_YET = new Map([
  [
    'torch.ops.aten.adaptive_avg_pool2d.default',
    'a mean over a whole channels-last image is a mean here, which PyTorch looks at with other strides',
  ],
]);

/** @param {Row} row @returns {string | null} */
function difference(row) {
  const operator = OPERATORS.get(row.path);
  // Of arithmetic with numbers, whose overloads JavaScript has no call for.
  if (operator === undefined)
    return /\.(add|sub|mul|div|multiply|subtract|divide|true_divide)\.Scalar$/.test(row.path) ? null : 'no operator';
  const values = valuesOf(operator, row);
  let results;
  try {
    results = run(/** @type {any} */ (operator), values, false);
  } catch (error) {
    return `refused: ${/** @type {Error} */ (error).message.slice(0, 100)}`;
  }
  const got = JSON.stringify((Array.isArray(results) ? results : [results]).map((t) => [t.shape, t.stride()]));
  return got === JSON.stringify(row.out) ? null : `expected ${JSON.stringify(row.out)}, got ${got}`;
}

test("strides of results are PyTorch's", () => {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const row of ROWS) {
    const text = difference(row);
    if (text === null || NOT_YET.has(row.path)) continue;
    const operands = JSON.stringify(
      row.args.map((arg) =>
        arg && ('t' in arg || 'ts' in arg) ? [arg.t ?? arg.ts].flat().map((t) => t && [t.shape, t.strides]) : arg,
      ),
    );
    found.set(row.path, [...(found.get(row.path) ?? []), `${row.path} ${operands}: ${text}`]);
  }
  if (process.env.SEESAW_DETAILS)
    for (const [path, texts] of found)
      console.log(`${texts.length} ${path}\n   ${texts.slice(0, Number(process.env.SEESAW_DETAILS)).join('\n   ')}`);
  assert.deepEqual([...found.keys()], []);
});
