/**
 * PyTorch's tests of test/export (test_export.py, test_serialize.py, test_passes.py, test_pass_infra.py,
 * test_verifier.py, test_lift_unlift.py, test_unflatten.py), under their names, with modules of our own about the same
 * (oracle/export_sources.py). PyTorch 2.6.0's answers are in tests/data/pytorch/export_tests.json
 * (oracle/record_export_tests.py): what is captured, the exported program, the same decomposed, unlifted, retraced and
 * with copies of views, and values.
 *
 * `MISSING` names what is not as PyTorch has it, and why; what is right by now must leave the list.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Session } from '../../../wasm/js/index.js';

/** @type {Record<string, any>} */
const ROWS = JSON.parse(readFileSync(new URL('../../data/pytorch/export_tests.json', import.meta.url), 'utf8')).rows;
const session = await Session.create({ full: true });

/** @type {Record<string, string>} test and step -> the missing feature */
const MISSING = {
  'test_nonzero_2, retraced':
    'a fake tensor of PyTorch remembers its nonzero, so that of an input keeps its symbol when it is traced again',
  'test_nonzero_2, copied': 'the same',
  'test_run_decomposition_supports_user_input_mutation, decomposed':
    'PyTorch refuses to write what requires gradients to an input',
  'test_run_decomposition_supports_user_input_mutation, retraced': 'the same',
  'test_run_decomposition_supports_user_input_mutation, copied': 'the same',
};

/** @param {any} value */
const numberOf = (value) => (typeof value === 'string' ? Number(value.replace('inf', 'Infinity')) : Number(value));

/** @param {any} got @param {any} wanted @param {string} what */
function sameValue(got, wanted, what) {
  if (wanted === null || typeof wanted !== 'object') {
    const plain =
      typeof wanted === 'number'
        ? { [Number.isInteger(wanted) ? 'i' : 'f']: wanted }
        : typeof wanted === 'string'
          ? { str: wanted }
          : wanted;
    return assert.deepEqual(got, plain, what);
  }
  assert.deepEqual([got.dtype, got.shape], [wanted.dtype, wanted.shape], what);
  // Half precision inside may round either way.
  const most = wanted.dtype === 'bf16' || what.includes('autocast') ? 0.02 : 1e-5;
  wanted.data.forEach((/** @type {any} */ one, /** @type {number} */ k) => {
    const [a, b] = [numberOf(got.data[k]), numberOf(one)];
    assert.ok(Object.is(a, b) || Math.abs(a - b) <= most * Math.max(1, Math.abs(b)), `${what}: ${a}, ${b}`);
  });
}

/**
 * A program through one pass, as text; or the first line of what is said.
 * @param {any} row
 * @param {string} pass
 * @param {'program' | 'graph'} format
 */
function passed(row, pass, format) {
  const { handle } = session.open(row.program);
  const result = session.run(handle, [pass]);
  const text = result.succeeded
    ? session.print(result.handle, { format })
    : { error: result.reports[0].diagnostics[0].message.split('\n')[0] };
  session.close(handle);
  return text;
}

/**
 * PyTorch numbers the code that it makes as it runs, and names it in comments: such a text is compared without its
 * comments.
 * @param {string} text @param {string} wanted
 */
const comparable = (text, wanted) =>
  wanted.includes('<eval_with_key>')
    ? text
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
        .join('\n')
    : text;

/** What PyTorch wraps in words of its own is an error here too. @param {any} got @param {any} wanted */
function same(got, wanted) {
  if (typeof wanted === 'object') assert.ok(typeof got === 'object' && got.error.length > 0, 'PyTorch refuses this');
  else assert.equal(typeof got === 'string' ? comparable(got, wanted) : got, comparable(wanted, wanted));
}

/** @type {Record<string, (row: any, name: string) => void>} */
const STEPS = {
  captured(row, name) {
    const { handle } = session.trace(row.source, { inputs: row.inputs, file: `/models/${name}.py`, module: 'models' });
    assert.equal(session.print(/** @type {number} */ (handle), { format: 'graph' }), row.captured);
  },
  program(row) {
    const { handle } = session.open(row.program);
    assert.equal(session.print(handle, { format: 'program' }), row.program);
    const { succeeded, reports } = session.run(handle, [{ name: 'verify_export' }]);
    assert.ok(succeeded, reports[0].diagnostics[0]?.message);
  },
  unlifted: (row) => same(passed(row, 'unlift_module', 'graph'), row.unlifted),
  decomposed: (row) => same(passed(row, 'run_decompositions', 'program'), row.decomposed),
  retraced: (row) => same(passed(row, 'identity_retrace', 'program'), row.retraced),
  copied: (row) => same(passed(row, 'replace_view_ops_with_view_copy_ops', 'program'), row.copied),
  outputs(row, name) {
    const { handle } = session.open(row.program);
    const { outputs } = session.call('exec', { handle, inputs: row.given, state: row.state }).value;
    assert.equal(outputs.length, row.outputs.length);
    row.outputs.forEach((/** @type {any} */ wanted, /** @type {number} */ i) =>
      sameValue(outputs[i].value, wanted, name),
    );
  },
};

test('there are as many as were recorded', () => assert.ok(Object.keys(ROWS).length >= 100));

for (const [name, row] of Object.entries(ROWS)) {
  for (const [step, run] of Object.entries(STEPS)) {
    if (row[step] === undefined || row[step] === null) continue;
    const missing = MISSING[`${name}, ${step}`];
    if (missing === undefined) test(`${name}, ${step}`, () => run(row, name));
    else test(`${name}, ${step}: not yet (${missing})`, () => assert.throws(() => run(row, name)));
  }
}
