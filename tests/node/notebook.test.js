/**
 * Python source as people paste it: with commands of a notebook, with helpers of their own. What is no Python is left
 * out with a word; a name that nobody defined is a mistake, though a graph could have it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { readProgram } from '../../wasm/js/source.js';

const session = await Session.create({ full: true });

const NET =
  'import torch\nclass Net(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n' +
  '    def forward(self, x: "f32[2]"):\n        return x.sin()\n';

/** Lines of what was said, with its severity. @param {string} text */
function said(text) {
  const { handle, captured, diagnostics } = readProgram(session, text);
  return {
    captured,
    read: handle !== null,
    said: diagnostics.map((one) => `${one.line} ${one.severity} ${one.message}`),
  };
}

const ONE = 'this line is a command of a notebook, not Python: left out';

test('commands of a notebook are left out with a warning, wherever Python has no place for them', () => {
  for (const [text, line] of /** @type {[string, number][]} */ ([
    [`!pip install -q torch\n${NET}`, 1],
    [`${NET}!nvidia-smi\n`, 7],
    [`if True:\n    !ls\n${NET}`, 2],
    [`${NET}net = Net()\n%timeit net\ntorch.export.export(net, (torch.ones(7),))\n`, 8],
    [`${NET}net = Net()\nnet?\n`, 8],
  ]))
    assert.deepEqual(said(text), { captured: true, read: true, said: [`${line} warning ${ONE}`] }, text);
  const script = `${NET}net = Net()\n%timeit net\ntorch.export.export(net, (torch.ones(7),))\n`;
  const { handle } = readProgram(session, script);
  assert.match(session.print(/** @type {number} */ (handle), { format: 'readable' }), /f32\[7\]/, 'what follows runs');
  assert.deepEqual(said(`!a\n!b\n${NET}`).said, [
    '1 warning lines 1, 2 are commands of a notebook, not Python: left out',
  ]);
});

test('what only looks like a command of a notebook stays as it is', () => {
  const quoted = `TEXT = """\n!pip install\n"""\nn = (7\n  %3)\n${NET}`;
  assert.deepEqual(said(quoted), { captured: true, read: true, said: [] });
  const { diagnostics } = readProgram(session, NET.replace('return', 'y = !ls\n        return'));
  assert.match(diagnostics[0].message, /'!' is not Python/);
});

test('a mistake is told at its line, and the commands that were left out before it too', () => {
  assert.deepEqual(said(`!pip install torch\n${NET.replace('x.sin()', 'y.sin()')}`), {
    captured: false,
    read: false,
    said: ["7 error name 'y' is not defined", `1 warning ${ONE}`],
  });
  const many = said(`${'!a\n'.repeat(80)}${NET}`);
  assert.equal(many.said[0], "65 error '!' is not Python", 'the parser runs a bounded number of times');
  assert.match(many.said[1], /^1 warning lines 1, 2, 3, 4, 5, 6, 7, 8 and 56 more are commands/);
});

/** @param {string} body @param {string} [input] */
const withHelper = (body, input = 'x: "f32[2, 3]"') =>
  'class Net(torch.nn.Module):\n    def helper(self, x):\n        return x.relu()\n\n' +
  `    def forward(self, ${input}):\n        y = ${body}\n        return y + 1\n`;

test('a class with helpers of its own is captured: a helper that is misspelled is what Python says of it', () => {
  assert.deepEqual(said(withHelper('self.helper(x)')), { captured: true, read: true, said: [] });
  assert.deepEqual(said(withHelper('self.helpr(x)')), {
    captured: false,
    read: false,
    said: ["6 error 'Net' object has no attribute 'helpr'"],
  });
  const outside = `def helper(x):\n    return x.relu()\n\n${withHelper('helpr(x)')}`;
  assert.deepEqual(said(outside).said, ["9 error name 'helpr' is not defined"]);
});

test('one that cannot be captured for want of types is a graph still, and that is said', () => {
  const { read, captured, said: lines } = said(withHelper('self.helper(x)', 'x'));
  assert.deepEqual([read, captured], [true, false]);
  assert.deepEqual(lines, [
    "2 warning the function 'helper' is left out",
    "5 warning read as a graph, for it is not captured: what 'x' is, is not known",
  ]);
  // What calls none of them is a graph with what was left out, and so is what PyTorch prints.
  for (const body of ['torch.tanh(x)', 'torch.ops.aten.tanh.default(x)'])
    assert.equal(said(withHelper(body, 'x')).said[0], "2 warning the function 'helper' is left out", body);
});
