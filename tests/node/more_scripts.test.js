/**
 * Scripts in more forms, conditions on sizes, and what was found on other people's code: captured as torch.export
 * captured them, or refused where it refuses (data/more_scripts.jsonl.gz, foreign_scripts.jsonl.gz and
 * python_scripts.jsonl.gz, recorded by oracle/record_more_scripts.py from its own list, oracle/foreign_sources.py and
 * oracle/python_sources.py).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Session, SeesawError } from '../../wasm/js/index.js';
import { REFUSED_SOURCES } from './refused_sources.js';

const rows = ['more_scripts', 'foreign_scripts', 'python_scripts'].flatMap((name) =>
  gunzipSync(readFileSync(new URL(`../data/${name}.jsonl.gz`, import.meta.url)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)),
);

/**
 * What is refused here though PyTorch captures it: each with its cause. A row that is right by now must leave the list.
 */
const REFUSED_HERE = new Map([
  ['py_cached_property, nonstrict', "PyTorch finds what the script's own call kept; without that call it refuses"],
  ['py_cached_property, strict', "PyTorch finds what the script's own call kept; without that call it refuses"],
  ['scr_dyn_derived2, strict', 'PyTorch asserts what follows from 2*n'],
  ['py_nums, nonstrict', 'hash of a number'],
  ['py_bytes_length, nonstrict', 'bytes'],
  ['py_bytes_length, strict', 'the same'],
  ['py_lstsq, nonstrict', 'torch.linalg.lstsq'],
  ['py_lstsq, strict', 'the same'],
  ['py_re_split, nonstrict', 'patterns of the module re'],
  ['py_re_split, strict', 'the same'],
  ['py_lstm_projected, nonstrict', 'proj_size'],
  ['py_lstm_projected, strict', 'the same'],
  ['py_attention_extras, nonstrict', 'add_bias_kv, add_zero_attn'],
  ['py_attention_extras, strict', 'the same'],
  ['size_of_a_run_outside, nonstrict', 'sizes that depend on data, outside of forward'],
  ['size_of_a_run_outside, strict', 'the same'],
  ['cls_root_call, nonstrict', 'a root module with a __call__ of its own'],
  ['cls_root_call, strict', 'the same'],
  ['cls_forward_as_attribute, strict', 'a forward that __init__ of a module within assigns'],
  ['cls_functional_call_names, strict', 'Dynamo of 2.6 passes over the tensors that functional_call gets'],
  ...REFUSED_SOURCES,
  ['py_reversed_once, strict', "Dynamo's sum() takes nothing from an iterator, and counts what next() took"],
]);

/**
 * What is captured here though PyTorch refuses it: it asks that n - 3 be at most the greatest integer, of an n without
 * a bound; and Dynamo does not follow what einops does with a function or a text.
 */
const CAPTURED_HERE = new Set([
  'sym_max_slice_from_lo4, nonstrict',
  'sym_max_slice_from_lo4, strict',
  'einops_reduce_function, strict',
  'einops_parse_shape, strict',
  // Python that Dynamo does not follow, or takes for a break of the graph; without strict PyTorch captures the same.
  'py_op_add, strict',
  'py_op_radd, strict',
  'py_getitem_iter, strict',
  'py_enum_auto, strict',
  'py_deque, strict',
  'py_sets, strict',
  'py_dicts, strict',
  'py_slots, strict',
  'py_int_float, strict',
  'py_dataclass, strict',
  'py_namespace, strict',
  'py_zip_star, strict',
  'py_globals_fn, strict',
  'py_asdict, strict',
  'py_enum_alias, strict',
  'py_cache_kept, strict',
  'py_packaging_version, strict',
]);

/** What differs, with its cause. A row that is right by now must leave the list. */
/** @type {Map<string, string>} */
const NOT_YET = new Map([
  ['py_number_keys, strict', 'Dynamo keeps the keys 1, 1.0 and True apart'],
  ['py_zip_itself, strict', "Dynamo's zip() takes nothing from an iterator: both sides give the same items"],
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

test('there are as many as were recorded', () => assert.ok(rows.length >= 198, String(rows.length)));

test('what the lists above name is recorded, and stands in one of them', () => {
  const named = [...REFUSED_HERE.keys(), ...CAPTURED_HERE, ...NOT_YET.keys()];
  assert.equal(new Set(named).size, named.length);
  const kinds = new Map();
  for (const row of rows) {
    for (const mode of ['nonstrict', 'strict'])
      if (row[mode] !== undefined || row[`${mode}_error`] !== undefined)
        kinds.set(`${row.name}, ${mode}`, row[mode] === undefined);
  }
  for (const what of named) assert.equal(kinds.get(what), CAPTURED_HERE.has(what), what);
});

for (const row of rows) {
  for (const mode of ['nonstrict', 'strict']) {
    const what = `${row.name}, ${mode}`;
    if (row[mode] === undefined && row[`${mode}_error`] === undefined) continue;
    if (CAPTURED_HERE.has(what)) {
      test(`${what}: captured`, () =>
        session.close(/** @type {number} */ (session.trace(row.source, settings(row, mode)).handle)));
      continue;
    }
    if (row[mode] === undefined || REFUSED_HERE.has(what)) {
      test(`${what}: refused`, () => assert.throws(() => session.trace(row.source, settings(row, mode)), SeesawError));
    } else if (NOT_YET.has(what)) {
      test(`${what}: not yet as PyTorch has it`, () => assert.throws(() => compare(row, mode)));
    } else {
      test(`${what}: as PyTorch has it`, () => compare(row, mode));
    }
  }
}
