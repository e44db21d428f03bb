/**
 * Capture by CPython where a script does harm or fails: what it changes in Python is put back, exports that fail or are
 * too many are told, and so is each statement that was passed over.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SeesawError, Session } from '../../wasm/js/index.js';
import { pyodideFolder } from '../../wasm/js/python/host.js';
import { stopPython } from '../../wasm/js/python/pass.js';

const skip = pyodideFolder() === null ? 'pyodide is not installed: scripts/setup test installs it' : false;

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});
after(stopPython);

/** @param {string[]} body @param {string} [layer] @param {string} [input] */
const net = (body, layer = 'nn.Linear(4, 2)', input = 'f32[3, 4]') => `import torch, math
import torch.nn.functional as F
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = ${layer}

    def forward(self, x: "${input}"):
${body.map((line) => `        ${line}\n`).join('')}`;

const PLAIN = net(['return F.relu(torch.sin(self.layer(x))) * math.pi * max(1, 2)']);
const EXPORT = 'torch.export.export(Net(), (torch.randn(3, 4),))';

/** @param {string} source */
async function captured(source) {
  const answer = await session.tracePython(source);
  const graph = session.print(answer.handle, { format: 'graph' });
  const readable = session.print(answer.handle, { format: 'readable' });
  session.close(answer.handle);
  return { ...answer, graph, readable };
}

test('what a script changes in Python is put back before the next one', { skip }, async () => {
  const usual = await captured(PLAIN);
  const changes = `import builtins, sys, textwrap
nn.Linear.forward = lambda self, x: x
nn.Linear.added = 1
torch.sin = torch.cos
F.relu = torch.neg
math.pi = 3
__builtins__['max'] = min
textwrap.dedent = None
sys.path.clear()
`;
  await captured(PLAIN.replace('class Net', `${changes}\nclass Net`));
  assert.equal((await captured(PLAIN)).readable, usual.readable);
  // These end the script, and the driver goes on.
  const ends = `import json, builtins\nbuiltins.len = lambda one: 0\njson.loads = json.dumps = None\n`;
  await captured(`${ends}${PLAIN}`).catch(() => {});
  assert.equal((await captured(PLAIN)).readable, usual.readable);
  const rest = `import textwrap, decimal\nprint(hasattr(nn.Linear, 'added'), textwrap.dedent(' a'), len('ab'))\n`;
  assert.equal((await captured(PLAIN + rest)).printed, 'False a 2\n');
});

test('a script that changes builtins changes its own', { skip }, async () => {
  const usual = await captured(PLAIN);
  const own = `import builtins
builtins.len = builtins.isinstance = lambda *of: 7
print(len([1]), builtins.len is len)
`;
  const changed = await captured(PLAIN.replace('class Net', `${own}\nclass Net`));
  assert.deepEqual([changed.graph, changed.printed], [usual.graph, '7 True\n']);
  const everybody = `import sys\nsys.modules['builtins'].len = lambda one: 7\n`;
  await captured(`${everybody}${PLAIN}`).catch((error) => assert.ok(error instanceof SeesawError));
  assert.equal((await captured(PLAIN)).readable, usual.readable);
});

test('an export that fails and is caught ends with what it said', { skip }, async () => {
  const failing = net(['return torch.cat([x, 1])']);
  const caught = `${failing}\ntry:\n    ${EXPORT}\nexcept Exception as e:\n    print(e)\n`;
  await assert.rejects(captured(caught), /cat/);
  const second = `${caught}\nclass Other(nn.Module):\n    def forward(self, x):\n        return x + 1\n`;
  const { graph } = await captured(`${second}\n${EXPORT.replace('Net', 'Other')}\n`);
  assert.match(graph, /aten\.add\.Tensor/);
});

test('more exports than Seesaw runs are refused', { skip }, async () => {
  const many = (/** @type {number} */ count) => `${PLAIN}\nfor _ in range(${count}):\n    ${EXPORT}\n`;
  await captured(many(8));
  await assert.rejects(captured(many(9)), /exports more than 8 times/);
});

test('layers have the dtype that they are given, or say that it is not captured', { skip }, async () => {
  const layers = [
    ['nn.Embedding(3, 4, dtype=torch.float64)', 'i64[2]'],
    ['nn.Linear(4, 2, True, None, dtype=torch.float64)', 'f64[3, 4]'],
    ['nn.LayerNorm(4, dtype=torch.float64)', 'f64[3, 4]'],
    ['nn.TransformerEncoderLayer(4, 2, 8, dtype=torch.float64)', 'f64[3, 4]'],
  ];
  for (const [layer, input] of layers) {
    const source = net(['return self.layer(x)'], layer, input);
    const { handle } = session.trace(source);
    assert.equal((await captured(source)).readable, session.print(Number(handle), { format: 'readable' }), layer);
    session.close(Number(handle));
  }
  const positional = net(['return self.layer(x)'], 'nn.Linear(4, 2, False, None, torch.float64)', 'f64[3, 4]');
  assert.match((await captured(positional)).readable, /"f64\[2, 4\]"/);
  const gru = net(['return self.layer(x)[0]'], 'nn.GRU(4, 2, dtype=torch.float64)', 'f64[3, 4]');
  await assert.rejects(captured(gru), /the argument 'dtype' of nn\.GRU is not captured yet/);
});

test('each statement that fails is told at its line', { skip }, async () => {
  const { diagnostics } = await captured(`${PLAIN}\nno_name.step()\nother_name()\n${EXPORT}\n`);
  const lines = PLAIN.split('\n').length;
  const said = diagnostics.map(({ severity, line, message }) => [severity, line, message]);
  const passed = 'this statement failed and was passed over: NameError: name';
  assert.deepEqual(said, [
    ['warning', lines + 1, `${passed} 'no_name' is not defined`],
    ['warning', lines + 2, `${passed} 'other_name' is not defined`],
  ]);
});

test('a branch that ends the script is an error, and the next request runs', { skip }, async () => {
  const branches = ['def leave(x):', '    raise SystemExit(1)', 'return torch.cond(x.sum() > 0, leave, leave, (x,))'];
  await assert.rejects(captured(net(branches)), /SystemExit/);
  await captured(PLAIN);
});

test('switches of the mode are recorded each, at the end of forward too', { skip }, async () => {
  const bodies = [
    ['y = x.sin()', 'torch.set_grad_enabled(False)', 'return y'],
    ['y = x.sin()', 'torch.set_grad_enabled(False)', 'torch.set_grad_enabled(True)', 'return y.cos()'],
  ];
  for (const body of bodies) {
    const { handle } = session.trace(net(body));
    const { graph } = await captured(net(body));
    assert.equal(graph, session.print(Number(handle), { format: 'graph' }), body.join('; '));
    assert.match(graph, /set_grad_enabled/);
    session.close(Number(handle));
  }
});
