/**
 * Strides of fake tensors: what torch.export of PyTorch 2.6.0 has for each node (data/export_strides.jsonl.gz, oracle:
 * tools/oracle/record_export_strides.py).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Session } from '../../wasm/js/index.js';

/**
 * @typedef {{ text: string, source: string, inputs: string[], nodes?: [string, [number[], number[]][]][], error?:
 *   string[] }} Row
 */
/** @type {Row[]} */
const ROWS = gunzipSync(
  readFileSync(process.env.SEESAW_STRIDES ?? new URL('../data/export_strides.jsonl.gz', import.meta.url)),
)
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** What differs, and why. @type {Map<string, string>} */
const NOT_YET = new Map([
  ['torch.chain_matmul(x, y.t(), x)', 'refused here'],
  ['torch.special.i0(x)', 'refused here'],
  ['torch.poisson(x.abs())', 'refused here'],
  ['torch.fake_quantize_per_tensor_affine(x, 0.1, 0, 0, 255)', 'refused here'],
  ['x.view(torch.int32)', 'refused here'],
  ['torch.special.multigammaln(x.abs() + 3, 2)', 'refused here'],
  ['F.conv_transpose1d(x, torch.ones(4, 3, 2))', 'refused here'],
  ['nn.MultiheadAttention(6, 2, batch_first=True)(x, y, y)', 'strides of a dimension of size 1'],
  ['F.fractional_max_pool2d(x, 2, output_size=(3, 3))', 'refused here'],
  ['F.interpolate(x, scale_factor=0.5)', 'refused here'],
  ['torch.gradient(x)[0]', 'strides of one result'],
]);

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** Shape and strides of each tensor in a value. @param {any} value @returns {[number[], number[]][]} */
function tensors(value) {
  if (value?.tensor_meta) return [[value.tensor_meta.shape, value.tensor_meta.stride]];
  const items = value?.t ?? value?.l ?? (Array.isArray(value) ? value : []);
  return items.flatMap(tensors);
}

/** @param {Row} row @returns {string | null} */
function difference(row) {
  let program;
  try {
    const { handle } = session.trace(row.source, { inputs: row.inputs, details: true });
    program = JSON.parse(session.print(/** @type {number} */ (handle), { format: 'json' }));
    session.close(/** @type {number} */ (handle));
  } catch (error) {
    return row.error ? null : `refused: ${/** @type {Error} */ (error).message.split('\n')[0]}`;
  }
  if (row.error) return `accepted, where PyTorch says ${row.error}`;
  const nodes = program.modules[0].nodes.filter((/** @type {any} */ node) => node.op === 'call_function');
  const got = nodes.map((/** @type {any} */ node) => [
    node.name,
    (program.metas[node.meta] ?? [])
      .filter((/** @type {[string, any]} */ entry) => entry[0] === 'val')
      .flatMap((/** @type {[string, any]} */ entry) => tensors(entry[1])),
  ]);
  const expected = row.nodes ?? [];
  const at = expected.findIndex((node, i) => JSON.stringify(node) !== JSON.stringify(got[i]));
  if (at < 0 && got.length === expected.length) return null;
  return `expected ${JSON.stringify(expected[at])}, got ${JSON.stringify(got[at])}`;
}

test('strides of fake tensors are those of torch.export', () => {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const open = new Set();
  for (const row of ROWS) {
    const text = difference(row);
    if (text !== null && NOT_YET.has(row.text)) open.add(row.text);
    if (text === null || NOT_YET.has(row.text)) continue;
    found.set(row.text, [...(found.get(row.text) ?? []), `${row.inputs[0]}: ${text}`]);
  }
  if (process.env.SEESAW_DETAILS) {
    console.log(`${[...found.values()].flat().length} of ${ROWS.length} differ`);
    for (const [path, texts] of found)
      console.log(`${texts.length} ${path}\n   ${texts.slice(0, Number(process.env.SEESAW_DETAILS)).join('\n   ')}`);
  }
  assert.deepEqual([...found.keys()], []);
  assert.deepEqual(
    [...NOT_YET.keys()].filter((one) => !open.has(one)),
    [],
    'right by now: take it from the list',
  );
});
