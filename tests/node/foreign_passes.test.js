/**
 * Pass files of other projects. data/foreign_passes.json lists those that were run as they are, and what came of each.
 * For each cause why one did not run there is a small file of our own: data/python_passes/causes, held against what
 * PyTorch 2.6 made of it (causes.jsonl; tools/oracle/record_pass_causes.py), and some against what 2.14 made of it
 * (causes_newest.jsonl).
 */
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { Session } from '../../wasm/js/index.js';
import { pyodideFolder } from '../../wasm/js/python/host.js';
import { stopPython } from '../../wasm/js/python/pass.js';

const DATA = new URL('../data/python_passes/', import.meta.url);
const list = JSON.parse(readFileSync(new URL('../data/foreign_passes.json', import.meta.url), 'utf8'));
/** @param {string} name */
const rowsOf = (name) =>
  readFileSync(new URL(name, DATA), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const rows = rowsOf('causes.jsonl');
const skip = pyodideFolder() === null ? 'pyodide is not installed: scripts/setup test installs it' : false;

after(stopPython);

/** @param {string} name */
const sourceOf = (name) => readFileSync(new URL(`causes/${name}.py`, DATA), 'utf8');

test('files that show why a pass of somebody did not run give what PyTorch gives', { skip }, async (context) => {
  const session = await Session.create({ full: true });
  for (const row of [...rows, ...rowsOf('causes_newest.jsonl')])
    await context.test(`${row.pass} on ${row.graph}`, async () => {
      const { handle } = session.open(row.before);
      const settings = { file: `${row.pass}.py`, module: row.pass };
      const answer = await session.pythonPass(sourceOf(row.pass), row.name, settings).run(handle);
      assert.equal(answer.succeeded ? '' : answer.reports[0].diagnostics[0].message, '');
      const print = (/** @type {any} */ format) => session.print(answer.handle, { format });
      const made = { readable: print('readable'), code: print('code'), graph: print('graph') };
      assert.deepEqual({ printed: answer.printed, after: made }, { printed: row.printed, after: row.after });
    });
});

const OF_SIZES = `
import math
import torch

def sizes(gm):
    n = next(iter(gm.graph.nodes)).meta["val"].shape[0]
    print(n - 1, 1 - n, 2 * n * n, -n, n // 2, n % 3, n / 2, 2**n, n > 0, n > 5, math.prod((n, 4)), torch.sym_max(n, 3))
    print(n + 1.5, n * 1.5 + 1, 2 - n * 1.0, (n / 2) * 3, (n / 2) > 1)
    view = torch.ops.aten.view.default(next(iter(gm.graph.nodes)).meta["val"], [n * 2, 2])
    print(view.shape, view.stride())
    return gm

def decides(gm):
    if next(iter(gm.graph.nodes)).meta["val"].shape[0] > 5:
        return gm
`;
const DYNAMIC = `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s77, 4]"):
        relu: "f32[s77, 4]" = torch.ops.aten.relu.default(x);  x = None
        return (relu,)
`;

test('sizes that are symbols know arithmetic, as PyTorch 2.14.1 prints it, and no number', { skip }, async () => {
  const session = await Session.create({ full: true });
  const { handle } = session.open(DYNAMIC);
  const { printed } = await session.pythonPass(OF_SIZES, 'sizes', { file: 'a.py' }).run(handle);
  assert.deepEqual(printed.trim().split('\n'), [
    's77 - 1 1 - s77 2*s77**2 -s77 (s77//2) Mod(s77, 3) IntTrueDiv(s77, 2) PowByNatural(2, s77) True s77 > 5 4*s77 ' +
      'Max(3, s77)',
    'ToFloat(s77) + 1.5 1.5*ToFloat(s77) + 1.0 2.0 - 1.0*ToFloat(s77) 3.0*(IntTrueDiv(s77, 2)) ' +
      '(IntTrueDiv(s77, 2)) > 1.0',
    'torch.Size([2*s77, 2]) (2, 1)',
  ]);
  const refused = await session.pythonPass(OF_SIZES, 'decides', { file: 'a.py' }).run(handle);
  assert.match(refused.reports[0].diagnostics[0].message, /s77 > 5 is a symbol: which number it is is not known/);
});

test('what is traced again has symbols whose numbers no text tells: a report says it', { skip }, async () => {
  const session = await Session.create({ full: true });
  const source = 'from torch._export.pass_base import _ExportPassBaseDeprecatedDoNotUse as P\nclass A(P): pass\n';
  const { handle } = session.open(DYNAMIC.replaceAll('f32[s77, 4]', 'f32[4]'));
  const plain = await session.pythonPass(source, 'A', { file: 'a.py' }).run(handle);
  assert.deepEqual(plain.reports[0].diagnostics, []);
  const other = session.open(`class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4]"):
        nonzero: "i64[u0, 1]" = torch.ops.aten.nonzero.default(x);  x = None
        return (nonzero,)
`);
  const { reports } = await session.pythonPass(source, 'A', { file: 'a.py' }).run(other.handle);
  assert.deepEqual(
    reports[0].diagnostics.map(({ severity }) => severity),
    ['warning'],
  );
  assert.match(reports[0].diagnostics[0].message, /the numbers may differ/);
});

test('a statement for what is absent is passed over, and told', { skip }, async () => {
  const session = await Session.create({ full: true });
  const { handle } = session.open(rows[0].before);
  const { reports } = await session.pythonPass(sourceOf('absent_statements'), 'doubled', { file: 'a.py' }).run(handle);
  const told = reports[0].diagnostics.map(({ severity, line }) => [severity, line]);
  assert.deepEqual(
    told,
    [9, 10, 11, 12].map((line) => ['warning', line]),
  );
});

test('what is made of absent names is absent: its use is refused', { skip }, async () => {
  const session = await Session.create({ full: true });
  const { handle } = session.open(rows[0].before);
  const head = sourceOf('absent_decorators').split('class Shorten')[0];
  for (const [use, said] of [
    ['unused(gm)', /unused is not in Seesaw/],
    ['Unused()', /Unused is not in Seesaw/],
    ['gm.meta["n"] = LIMIT + 1', /LIMIT is not in Seesaw/],
    ['cast(gm)', /cast is not in Seesaw/],
    ['backend.version', /a_package_of_a_backend.version is not in Seesaw/],
    ['gm.meta["n"] = f"{LIMIT}"', /LIMIT is not in Seesaw/],
    ['gm.meta["n"] = str(WIDTH)', /WIDTH is not in Seesaw/],
  ]) {
    const pass = session.pythonPass(`${head}def run(gm):\n    ${use}\n    return gm\n`, 'run', { file: 'a.py' });
    const answer = await pass.run(handle);
    assert.equal(answer.succeeded, false, String(use));
    assert.match(answer.reports[0].diagnostics[0].message, /** @type {RegExp} */ (said));
  }
});

test('a module that shares the graph of its holder is refused: its text would be another', { skip }, async () => {
  const session = await Session.create({ full: true });
  const { handle } = session.open(rows[0].before);
  const source = `from torch.fx import GraphModule
def run(gm):
    other = GraphModule(gm, gm.graph)
    other.inner = gm
    return other
`;
  const answer = await session.pythonPass(source, 'run', { file: 'a.py' }).run(handle);
  assert.equal(answer.succeeded, false);
  assert.match(answer.reports[0].diagnostics[0].message, /shares the graph of its holder/);
});

test(
  'a function that a file says is impure keeps its nodes: where there is one, nothing is removed',
  { skip },
  async () => {
    const session = await Session.create({ full: true });
    const { handle } = session.open(rows[0].before);
    const source = (/** @type {string} */ op) => `import torch
from torch.fx.node import _side_effectful_functions, has_side_effect
has_side_effect(torch.ops.aten.${op}.default)
_side_effectful_functions.add(torch.ops.aten.tan.default)
def run(gm):
    gm.graph.eliminate_dead_code()
    return gm
`;
    const [none, some] = await Promise.all(
      ['sin', 'relu'].map((op) => session.pythonPass(source(op), 'run', { file: 'a.py' }).run(handle)),
    );
    assert.deepEqual([none?.succeeded, some?.succeeded], [true, false]);
    assert.match(some?.reports[0].diagnostics[0].message ?? '', /impure/);
  },
);

test(
  'what the text of a graph does not say is refused, and no guess, also where the file catches it',
  { skip },
  async () => {
    const session = await Session.create({ full: true });
    const { handle } = session.open(rows[0].before);
    const made = rows.find((/** @type {any} */ row) => row.graph === 'module');
    const layers = session.open(made.before.replace('(left): Linear(', '(left): SomebodysLinear(')).handle;
    for (const [of, use, said] of [
      [
        handle,
        'gm.graph.output_node().prev.meta.get("from_node")',
        /does not say whether '\w+' has the metadata 'from_node'/,
      ],
      [handle, '"torch_fn" in gm.graph.output_node().prev.meta', /metadata 'torch_fn'/],
      [handle, 'gm.graph.output_node().prev.meta["seq_nr"]', /metadata 'seq_nr'/],
      [layers, 'gm.norm.training', /does not say whether the module norm: BatchNorm2d\(.*\) trains/],
      [layers, 'gm.left.in_features', /does not say whether the module left: SomebodysLinear has 'in_features'/],
      [layers, 'hasattr(gm.left, "weight")', /has 'weight'/],
      [layers, 'gm.first.weight.sum().item()', /no elements/],
    ]) {
      const caught = 'except NotImplementedError:\n        pass';
      const source = `def run(gm):\n    try:\n        ${use}\n    ${caught}\n    return gm\n`;
      const answer = await session.pythonPass(source, 'run', { file: 'a.py' }).run(Number(of));
      assert.equal(answer.succeeded, false, String(use));
      assert.match(answer.reports[0].diagnostics[0].message, /** @type {RegExp} */ (said));
    }
    const metas = '[node.meta for node in gm.graph.nodes if node.op == "call_function"]';
    const known = `all(one.get("val") is not None and "mine" not in one for one in ${metas})`;
    const source = `def run(gm):\n    print(${known})\n    return gm\n`;
    const { printed } = await session.pythonPass(source, 'run', { file: 'a.py' }).run(handle);
    assert.equal(printed, 'True\n');
  },
);

test('a refusal that the file catches while it runs ends the run: it would go another way', { skip }, async () => {
  const session = await Session.create({ full: true });
  const { handle } = session.open(rows[0].before);
  const source = (/** @type {string} */ use) => `import torch
import a_package_of_a_backend as backend
from torch._decomp import get_decompositions
relu = torch.ops.aten.relu.default
def mine():
    raise NotImplementedError("not in Seesaw")
def run(gm):
    try:
        ${use}
    except Exception:
        gm.meta["caught"] = True
    return gm
`;
  for (const [use, said] of [
    ['get_decompositions([relu])[relu](gm)', /as a function is not in Seesaw/],
    ['backend.convert(gm)', /backend.convert is not in Seesaw/],
    ['bool(gm.graph.find_nodes(op="placeholder")[0].meta["val"].sum())', /no elements/],
    ['[gm.graph.call_function(lambda x: x, (1,)) for _ in range(2)]', /two lambdas/],
    ['mine()', null],
    ['gm.no_such_attribute', null],
  ]) {
    const answer = await session.pythonPass(source(String(use)), 'run', { file: 'a.py' }).run(handle);
    assert.equal(answer.succeeded, said === null, String(use));
    if (said) assert.match(answer.reports[0].diagnostics[0].message, /** @type {RegExp} */ (said));
  }
});

test('a call of the file’s own that absent names stop is no statement to pass over', { skip }, async () => {
  const session = await Session.create({ full: true });
  const { handle } = session.open(rows[0].before);
  const source = `import a_package_of_a_backend as backend
TABLE = {}
def add(name, value):
    TABLE[value] = name
add("relu", backend.relu)
def run(gm):
    return gm
`;
  const answer = await session.pythonPass(source, 'run', { file: 'a.py' }).run(handle);
  assert.equal(answer.succeeded, false);
});

test(
  'a graph of edge operators: values of calls that give nothing, sizes as nodes, memory of results',
  { skip },
  async () => {
    const session = await Session.create({ full: true });
    const edge = 'executorch_exir_dialects_edge__ops_aten';
    const text = `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s77, 4]", y: "f32[2, 3]", i: "i64[]"):
        item: "Sym(u5)" = torch.ops.aten._local_scalar_dense.default(i);  i = None
        sym_constrain_range_for_size = torch.ops.aten.sym_constrain_range_for_size.default(item);  item = None
        aten_mul_tensor: "f32[2, 3]" = ${edge}_mul_Tensor(y, y);  y = None
        return (x, aten_mul_tensor)
`;
    const { handle } = session.open(text);
    const source = `from executorch.exir.passes import ToOutVarPass
def calls(gm):
    return [node for node in gm.graph.nodes if node.op == "call_function"]
def ask(gm):
    x, y, i, item, constrained, product, _ = gm.graph.nodes
    print(constrained.meta["val"], "val" in constrained.meta, x.meta["val"].numel(), x.meta["val"].stride())
    with gm.graph.inserting_before(product):
        print(gm.graph.materialize_symints([3, item.meta["val"], x.meta["val"].shape[0]]))
    print(calls(gm)[2].format_node())
    return gm
class Out(ToOutVarPass):
    def call(self, gm):
        gm.graph.erase_node(calls(gm)[1])
        gm.graph.erase_node(calls(gm)[0])
        return super().call(gm)
class Sized(ToOutVarPass):
    def call(self, gm):
        product = calls(gm)[2]
        product.args = (product.graph.find_nodes(op="placeholder")[0], 2)
        product.meta["val"] = product.args[0].meta["val"]
        return super().call(gm)
`;
    const run = (/** @type {string} */ name) => session.pythonPass(source, name, { file: 'a.py' }).run(handle);
    const asked = await run('ask');
    assert.equal(asked.reports[0].diagnostics.length, 0, asked.reports[0].diagnostics[0]?.message);
    assert.deepEqual(asked.printed.trim().split('\n'), [
      'None True 4*s77 (4, 1)',
      '[3, item, sym_size_int]',
      '%sym_size_int : [num_users=0] = call_function[target=torch.ops.aten.sym_size.int](args = (%x, 0), kwargs = {})',
    ]);
    const made = await run('Out');
    assert.equal(made.reports[0].diagnostics.length, 0, made.reports[0].diagnostics[0]?.message);
    const lines = session.print(made.handle, { format: 'code' }).trim().split('\n').slice(1, 3);
    assert.deepEqual(lines, [
      '    alloc = executorch_exir_memory_alloc(((2, 3), torch.float32))',
      '    aten_mul_tensor = torch.ops.aten.mul.out(y, y, out = alloc);  y = alloc = None',
    ]);
    const sized = await run('Sized');
    assert.match(sized.reports[0].diagnostics[0].message, /bounds are not known/);
  },
);

test('each cause has a recorded file, and the list of pass files counts what it says', () => {
  const files = readdirSync(new URL('causes/', DATA)).map((name) => name.replace('.py', ''));
  assert.deepEqual([...new Set(rows.map((row) => row.pass))], files.sort());
  const results = list.passes.flatMap((/** @type {any} */ one) => one.results);
  assert.deepEqual(list.now, [results.filter((/** @type {string} */ one) => one === 'same').length, results.length]);
  const named = new Set();
  for (const one of list.passes) {
    assert.deepEqual(Object.keys(one), ['name', 'repository', 'commit', 'path', 'graphs', 'results']);
    assert.equal(one.graphs.length, one.results.length);
    for (const result of one.results) assert.match(result, /^(same|different|refused)$/);
    named.add(`${one.repository}:${one.path}:${one.name}`);
  }
  assert.equal(named.size, list.passes.length);
});
