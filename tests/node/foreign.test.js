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
