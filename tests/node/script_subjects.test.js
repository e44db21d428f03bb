/**
 * Scripts with one subject each - sizes that are symbols, weights that are computed, statements of Python, examples
 * with strides - captured as torch.export captured them, or refused where it refuses (data/script_subjects.jsonl.gz,
 * recorded by oracle/record_more_scripts.py from oracle/subject_sources.py).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Session, SeesawError } from '../../wasm/js/index.js';

const rows = gunzipSync(readFileSync(new URL('../data/script_subjects.jsonl.gz', import.meta.url)))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** What is refused here though PyTorch captures it, with its cause. A row that is right by now must leave the list. */
const REFUSED_HERE = new Map([
  ['weight_pz_is, nonstrict', 'parametrize.cached()'],
  ['strided_slice_dyn1, strict', 'a size that dynamic_shapes tells is asked for the layout of a part of a tensor'],
]);

/**
 * What is captured here though PyTorch refuses it: bounds that dynamic_shapes tells and a condition on a size breaks.
 */
const CAPTURED_HERE = new Set(['size_reshape_heads, nonstrict', 'size_reshape_heads, strict']);

/** What differs, with its cause. A row that is right by now must leave the list. */
const NOT_YET = new Map([
  ['size_arange_two, nonstrict', 'sizes of what is computed from a fresh tensor take names of their own'],
  ['size_arange_two, strict', 'sizes of what is computed from a fresh tensor take names of their own'],
  ['size_expand_token, nonstrict', 'where a size that is returned is computed'],
  ['size_expand_token, strict', 'where a size that is returned is computed'],
  ['size_cat_self, nonstrict', 'a size that is returned has no line'],
  ['size_cumsum, nonstrict', 'sizes of what is computed from a fresh tensor take names of their own'],
  ['size_cumsum, strict', 'sizes of what is computed from a fresh tensor take names of their own'],
  ['size_windows, strict', 'where a size that is used later is computed'],
  ['size_of_numel_part, nonstrict', 'the number of elements of a part keeps its part'],
]);

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {any} row @param {string} mode */
function settings(row, mode) {
  const said = /strict\s*=\s*(True|False)/.test(row.source);
  return { file: `/models/${row.name}.py`, ...(said ? {} : { strict: mode === 'strict' }) };
}

/** @param {any} row @param {string} mode */
function compare(row, mode) {
  const { handle } = session.trace(row.source, settings(row, mode));
  assert.equal(session.print(/** @type {number} */ (handle), { format: 'graph' }), row[mode].str);
  assert.equal(session.print(/** @type {number} */ (handle), { format: 'readable' }), row[mode].readable);
  session.close(/** @type {number} */ (handle));
}

test('there are as many as were recorded', () => assert.ok(rows.length >= 180, String(rows.length)));

for (const row of rows) {
  for (const mode of ['nonstrict', 'strict']) {
    const what = `${row.name}, ${mode}`;
    if (row[mode] === undefined && row[`${mode}_error`] === undefined) continue;
    if (CAPTURED_HERE.has(what)) {
      test(`${what}: captured`, () =>
        session.close(/** @type {number} */ (session.trace(row.source, settings(row, mode)).handle)));
    } else if (row[mode] === undefined || REFUSED_HERE.has(what)) {
      test(`${what}: refused`, () => assert.throws(() => session.trace(row.source, settings(row, mode)), SeesawError));
    } else if (NOT_YET.has(what)) {
      test(`${what}: not yet as PyTorch has it`, () => assert.throws(() => compare(row, mode)));
    } else {
      test(`${what}: as PyTorch has it`, () => compare(row, mode));
    }
  }
}
