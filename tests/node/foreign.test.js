/** Texts and files of other kinds: what they are, and what to do instead, at their place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { foreignBytes } from '../../wasm/js/foreign.js';
import { readProgram } from '../../wasm/js/source.js';

const TEXTS = /** @type {[string, string, RegExp][]} */ ([
  [
    'TorchScript',
    'graph(%self : __torch__.M,\n      %x.1 : Tensor):\n  %4 : Tensor = aten::add(%x.1, %x.1, %2)\n  return (%4)\n',
    /a graph of TorchScript/,
  ],
  ['a part of it', '%4 : Tensor = aten::relu(%x.1)\n', /a graph of TorchScript/],
  ['ONNX', 'ir_version: 8\nproducer_name: "pytorch"\ngraph {\n}\n', /an ONNX model as text/],
  [
    'ONNX as it is printed',
    'graph main_graph (\n  %x[FLOAT, 2x3]\n) {\n  %y = Relu(%x)\n  return %y\n}\n',
    /an ONNX model as text/,
  ],
  ['MLIR', 'module {\n  func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {\n', /MLIR/],
]);

for (const [name, text, message] of TEXTS)
  test(`${name} is named`, async () => {
    const { handle, diagnostics } = readProgram(await Session.create(), text);
    assert.equal(handle, null);
    assert.match(diagnostics[0].message, message);
    assert.match(String(diagnostics[0].notes?.[0].message), /torch\.export/);
    assert.equal(diagnostics[0].line, 1);
  });

test('a traceback is named, whatever code its frames show; a graph behind one is read', async () => {
  const session = await Session.create({ full: true });
  const frames =
    'Traceback (most recent call last):\n  File "/app/net.py", line 7, in forward\n' +
    '    def __init__(self, x): return torch.sinn(x)\nAttributeError: no\n';
  for (const text of [frames, `\n[rank0]: ${frames}`]) {
    const { handle, diagnostics } = readProgram(session, text);
    assert.equal(handle, null);
    assert.deepEqual(
      diagnostics.map(({ message, line }) => [message, line]),
      [["this is a traceback of Python's, not a graph", text.indexOf('Trace') > 1 ? 2 : 1]],
    );
    assert.match(String(diagnostics[0].notes?.[0].message), /paste the code/);
  }
  const graph = 'class M(torch.nn.Module):\n    def forward(self, x):\n        return (x,)\n';
  const log = graph.replace(/^/gm, 'V1121 19:41:13.102000 4242 torch/a.py:910] [1/0] [__post_grad_graphs] ');
  const forms = [
    log,
    'graph():\n    %x : [num_users=1] = placeholder[target=x]\n    return x\n',
    '    def forward(self, x: "f32[2]"):\n        return (x,)\n',
    ` /usr/lib/torch/fx/_lazy_graph_module.py ${graph}`,
    `${'  File "/app/net.py", line 7, in forward\n    y = self.body(x)\n'.repeat(400)}KeyError: 1\n${graph}`,
  ];
  for (const behind of [graph, ...forms])
    assert.doesNotMatch(JSON.stringify(readProgram(session, `${frames}\n${behind}`)), /is a traceback/);
});

test('functions inside of forward are Python, whatever operators it calls', async () => {
  const session = await Session.create({ full: true });
  const body = (/** @type {string} */ input) =>
    `class M(torch.nn.Module):\n    def forward(self, ${input}):\n` +
    '        def cond_fn(i, x):\n            return i < 4\n' +
    '        return torch.ops.higher_order.while_loop(cond_fn, cond_fn, (0, x), ())\n';
  const [unknown] = readProgram(session, body('x')).diagnostics;
  assert.match(unknown.message, /what 'x' is, is not known/);
  const [bare] = readProgram(session, body('x: "f32[3]"'), { trace: { strict: false } }).diagnostics;
  assert.match(bare.message, /the operator 'torch.ops.higher_order.while_loop' itself is captured with strict only/);
});

test('the table of print_tabular() is named, with what to print instead', async () => {
  const session = await Session.create();
  const { handle } = session.open('def forward(self, x):\n    return (x,)\n');
  const { diagnostics } = readProgram(session, session.print(handle, { format: 'tabular' }));
  assert.match(diagnostics[0].message, /the table that print_tabular\(\) prints/);
  assert.match(String(diagnostics[0].notes?.[0].message), /print_readable\(\)/);
});

test('files that are no text', () => {
  assert.match(String(foreignBytes('m.onnx', Buffer.from('x'))?.message), /ONNX/);
  assert.match(String(foreignBytes('m', Buffer.from([8, 8, 0x12, 7, 112]))?.message), /ONNX/);
  assert.match(String(foreignBytes('m.tflite', Buffer.from([0, 1]))?.message), /\.tflite file/);
  assert.equal(foreignBytes('m.txt', Buffer.from('def')), null);
});
