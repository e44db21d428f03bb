/** What a text is called where its owner gave it no name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameIn } from '../../web/src/text/title.js';

test('a model is called after its outermost class, not after one of its blocks', () => {
  const blocks = 'class Block(nn.Module):\n    def __init__(self):\n        self.a = nn.Linear(2, 2)\n\n';
  const net = 'class GPT(nn.Module):\n    def __init__(self):\n        self.blocks = [Block() for _ in range(2)]\n';
  assert.equal(nameIn(`import torch\n\n${blocks}${net}`), 'GPT');
  assert.equal(nameIn(`${blocks}${net}\ntorch.export.export(GPT(), (x,))\n`), 'GPT');
  assert.equal(nameIn(`${net}\n${blocks}`), 'GPT');
  assert.equal(nameIn(blocks), 'Block');
});

test('printed graphs, functions and anything else keep their names', () => {
  const printed =
    'class GraphModule(torch.nn.Module):\n    def forward(self, x):\n        submod_1 = self.submod_1(x)\n' +
    '    class submod_1(torch.nn.Module):\n        def forward(self, x):\n            return x\n';
  assert.equal(nameIn(printed), 'GraphModule');
  assert.equal(nameIn('# File: /app/nets.py:7 in forward, code: x\nclass A(B):\n    pass\n'), 'nets.py');
  assert.equal(nameIn('def forward(self, x):\n    return x\n'), 'forward');
  assert.equal(nameIn('class A:\n  A()\nclass B:\n  B()\n'), 'A');
  assert.equal(nameIn('hello\nworld'), 'hello');
  assert.equal(nameIn(''), 'empty');
});

test('a traceback is called after its error, whatever functions its lines show', () => {
  const frames = 'Traceback (most recent call last):\n  File "/app/a.py", line 3, in f\n    def f(x): return x\n';
  assert.equal(nameIn(`${frames}torch._dynamo.exc.Unsupported: no\n`), 'traceback: Unsupported');
  assert.equal(nameIn(`${frames}RuntimeError: sizes differ\n`), 'traceback: RuntimeError');
  assert.equal(nameIn(`\n[rank0]: ${frames}[rank0]: torch.OutOfMemoryError: CUDA\n`), 'traceback: OutOfMemoryError');
  assert.equal(nameIn(frames), 'traceback');
});
