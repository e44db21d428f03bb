/** Mistakes that a click mends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { readProgram } from '../../wasm/js/source.js';
import { fixOf } from '../../web/src/text/fixes.js';

/** @param {string} body @param {string} [parameters] @param {string} [init] */
const source = (body, parameters = 'x', init = 'pass') =>
  'import torch\nclass M(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n' +
  `        ${init}\n    def forward(self, ${parameters}):\n        return ${body}\n`;

test('an unknown input is annotated with what the text says of it, and the text is captured then', async () => {
  const session = await Session.create({ full: true });
  /** @param {string} text */
  const fixed = (text) => {
    const read = readProgram(session, text, { capture: 'auto', trace: {} });
    assert.equal(read.handle, null, 'it was refused');
    const fix = read.diagnostics.map((one) => fixOf(one, text)).find((one) => one !== null);
    return fix ?? assert.fail(JSON.stringify(read.diagnostics));
  };
  for (const [text, type] of [
    [source('self.c(x)', 'x', 'self.c = torch.nn.Conv2d(3, 8, 3)'), 'f32[1, 3, 32, 32]'],
    [source('self.c(x)', 'x: torch.Tensor', 'self.c = torch.nn.Linear(5, 8)'), 'f32[1, 5]'],
    [source('self.c(x)', 'x', 'self.c = torch.nn.Embedding(10, 8)'), 'i64[1, 8]'],
    [source('x.sin()'), 'f32[2, 3]'],
    [`${source('x.sin()')}x = torch.zeros(4, 5)\n`, 'f32[4, 5]'],
  ]) {
    const fix = fixed(text);
    assert.ok(fix.title.includes(type), fix.title);
    assert.ok(fix.text.includes(`def forward(self, x: "${type}"):`), fix.text);
    assert.notEqual(readProgram(session, fix.text, { capture: 'auto', trace: {} }).handle, null, fix.text);
  }
  const two = fixed(source('x.sin() + y', 'x, y: torch.Tensor'));
  assert.match(two.text, /forward\(self, x: "f32\[2, 3\]", y: torch\.Tensor\)/);
});

test('a name that nobody defined is written as one of the text or of PyTorch, or imported', async () => {
  const session = await Session.create({ full: true });
  const functions = session.describe().ops.map(({ name = '' }) => name);
  /** @param {string} body @param {string} [head] @param {string} [init] */
  const net = (body, head = 'import torch\nfrom torch import nn\nimport torch.nn.functional as F', init = 'pass') =>
    `${head}\nclass Net(nn.Module):\n    def __init__(self, dim=3):\n        super().__init__()\n        ${init}\n` +
    `    def split_heads(self, t):\n        return t.relu()\n    def forward(self, x: "f32[2, 3]"):\n        ${body}\n`;
  for (const [text, title, line] of /** @type {[string, string, number][]} */ ([
    [net('return self.split_heds(x)'), 'Write split_heads', 11],
    [net('return self.porj(x)', undefined, 'self.proj = nn.Linear(3, 3)'), 'Write proj', 11],
    [net('hidden = x + 1\n        return hiden'), 'Write hidden', 12],
    [net('return x', undefined, 'self.size = dmi'), 'Write dim', 7],
    [net('return F.rellu(x)'), 'Write relu', 11],
    [net('return x.sofmax(0)'), 'Write softmax', 11],
    [net('return F.relu(x)', 'import torch\nfrom torch import nn'), 'Add import torch.nn.functional as F', 3],
    [net('return torch.relu(x)', 'from __future__ import annotations\nimport torch.nn as nn'), 'Add import torch', 3],
  ])) {
    const [mistake] = readProgram(session, text).diagnostics;
    const fix = fixOf(mistake, text, () => functions);
    assert.deepEqual([fix?.title, fix?.line], [title, line], mistake.message);
    assert.notEqual(readProgram(session, fix?.text ?? '').handle, null, fix?.text);
  }
  for (const text of [net('return x * qqq'), net('return self.unheard(x)'), net('return x', undefined, 'nn.Liner(3)')])
    assert.equal(
      fixOf(readProgram(session, text).diagnostics[0], text, () => functions),
      null,
      'nothing is near',
    );
});

test('what names no annotation, or no place in the text, is left alone', () => {
  const notes = [{ message: 'annotate it: x: "f32[2, 3]"' }];
  assert.equal(fixOf({ line: 1, notes: [{ message: 'say it otherwise' }] }, 'def f(x):'), null);
  assert.equal(fixOf({ line: 9, notes }, 'def f(x):'), null);
  assert.equal(fixOf({ notes }, 'def f(x):'), null);
  assert.equal(fixOf({ line: 1, notes }, 'def f(max):'), null);
});

test('of two graphs in a text the other one is opened in a click', async () => {
  const { Session } = await import('../../wasm/js/index.js');
  const session = await Session.create();
  const graph = (/** @type {string} */ op) =>
    `def forward(self, x: "f32[2]"):\n    y = torch.ops.aten.${op}.default(x)\n    return (y,)\n`;
  const text = `${graph('sin')}\n${graph('cos')}`;
  const [warning] = session.open(text).diagnostics;
  assert.match(warning.message, /another graph, which is left out/);
  const fix = fixOf(warning, text);
  assert.deepEqual([fix?.title, fix?.text, fix?.line], ['Open that graph instead', graph('cos'), 1]);
  assert.equal(
    fixOf({ code: 'left-out', line: 3, notes: [{ message: 'what a graph needs belongs into forward' }] }, text),
    null,
  );
});
