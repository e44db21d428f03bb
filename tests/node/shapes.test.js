// Shape rules against what PyTorch says of tensors without elements (data/shapes.json, oracle/record_shapes.py), and
// that every operator tagged core has one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Session } from '../../wasm/js/index.js';

/** @type {{ op: string, args: any[], kwargs?: Record<string, any>, result: any }[]} */
const ROWS = JSON.parse(readFileSync(new URL('../data/shapes.json', import.meta.url), 'utf8'));
const DTYPES = {
  f32: 'float32',
  f64: 'float64',
  f16: 'float16',
  bf16: 'bfloat16',
  i64: 'int64',
  i32: 'int32',
  i16: 'int16',
  i8: 'int8',
  u8: 'uint8',
  b8: 'bool',
  c64: 'complex64',
};
const SHORT = Object.fromEntries(
  [...Object.entries(DTYPES), ['c128', 'complex128']].map(([short, long]) => [long, short]),
);

/** A graph of one operator; tensors among its arguments are inputs. @param {(typeof ROWS)[0]} row */
function programOf({ op, args, kwargs }) {
  /** @type {any[]} */
  const nodes = [];
  /** @type {any[]} */
  const metas = [];
  /** @param {any} arg @returns {any} */
  const convert = (arg) => {
    if (Array.isArray(arg)) return arg.map(convert);
    const tensor = typeof arg === 'string' && /^(\w+)\[([\d,]*)\](:t)?$/.exec(arg);
    if (!tensor) return arg;
    const shape = tensor[2].split(',').filter(Boolean).map(Number);
    const stride = shape.map((_, i) => shape.slice(i + 1).reduce((a, b) => a * b, 1));
    if (tensor[3] !== undefined) for (const list of [shape, stride]) list.splice(-2, 2, ...list.slice(-2).reverse());
    metas.push([
      ['val', { tensor_meta: { dtype: DTYPES[/** @type {keyof typeof DTYPES} */ (tensor[1])], shape, stride } }],
    ]);
    nodes.push({
      id: nodes.length,
      op: 'placeholder',
      name: `x${nodes.length}`,
      target: `x${nodes.length}`,
      meta: metas.length - 1,
    });
    return { n: nodes.length - 1 };
  };
  const given = args.map(convert);
  const named = kwargs && Object.fromEntries(Object.entries(kwargs).map(([key, value]) => [key, convert(value)]));
  const id = nodes.length;
  nodes.push({ id, op: 'call_function', name: 'result', target: op, args: given, ...(named ? { kwargs: named } : {}) });
  nodes.push({ id: id + 1, op: 'output', name: 'output', target: 'output', args: [{ t: [{ n: id }] }] });
  return JSON.stringify({ format: 'seesaw.program', version: 1, metas, modules: [{ class: 'GraphModule', nodes }] });
}

/** @param {any} val @returns {any} */
function told(val) {
  if (val?.tensor_meta)
    return { t: SHORT[val.tensor_meta.dtype], s: val.tensor_meta.shape, st: val.tensor_meta.stride };
  const list = Array.isArray(val) ? val : val?.t;
  return Array.isArray(list) ? list.map(told) : val;
}

test('shape rules say what PyTorch says', async () => {
  const session = await Session.create({ full: true });
  /** @type {string[]} */
  const wrong = [];
  for (const row of ROWS) {
    const { handle } = session.open(programOf(row));
    const result = session.run(handle, ['shape_prop'], { verify: false });
    const what = `${row.op}(${JSON.stringify(row.args)})`;
    if (!result.reports[0].ran) {
      wrong.push(`${what}: ${result.reports[0].diagnostics[0].message}`);
      continue;
    }
    const program = JSON.parse(session.print(result.handle, { format: 'json' }));
    const node = program.modules[0].nodes.find((/** @type {any} */ one) => one.name === 'result');
    const val = program.metas[node.meta]?.find((/** @type {any[]} */ entry) => entry[0] === 'val')?.[1];
    try {
      assert.deepEqual(told(val), row.result);
    } catch {
      wrong.push(`${what}: expected ${JSON.stringify(row.result)}, got ${JSON.stringify(told(val))}`);
    }
    session.close(handle);
    session.close(result.handle);
  }
  assert.deepEqual(wrong, []);
  assert.ok(ROWS.length > 100);
});

// What PyTorch 2.6 and 2.14 say of fake tensors.
const REFUSED = [
  [
    'embedding_bag.padding_idx',
    ['i64[10,3]', 'i64[6]', 'i64[2]'],
    'expected weight to be floating point type, got torch.int64',
  ],
  [
    '_embedding_bag.default',
    ['b8[10,3]', 'i64[6]', 'i64[2]'],
    'expected weight to be floating point type, got torch.bool',
  ],
  [
    '_embedding_bag.default',
    ['c64[10,3]', 'i64[6]', 'i64[2]'],
    'expected weight to be floating point type, got torch.complex64',
  ],
  [
    '_embedding_bag_forward_only.default',
    ['i32[10,3]', 'i64[6]', 'i64[2]'],
    'expected weight to be floating point type, got torch.int32',
  ],
  ['_embedding_bag.default', ['f32[10,3]', 'b8[6]', 'i64[2]'], 'expected indices to be long or int, got torch.bool'],
  [
    '_embedding_bag.default',
    ['f32[10,3]', 'i64[6]', 'f32[2]'],
    'expected offsets to be long or int, got torch.float32',
  ],
];
test('bags of integers are refused without elements, as with them', async () => {
  const session = await Session.create({ full: true });
  for (const [op, tensors, said] of REFUSED) {
    const rest = String(op).endsWith('padding_idx') ? [false, 0, false, null, false, 1] : [];
    const args = [.../** @type {string[]} */ (tensors), ...rest];
    const { handle } = session.open(programOf({ op: `torch.ops.aten.${op}`, args, result: null }));
    const { reports } = session.run(handle, ['shape_prop'], { verify: false });
    assert.match(reports[0].diagnostics[0]?.message ?? '', new RegExp(String(said)), String(op));
  }
});
