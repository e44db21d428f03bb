/**
 * Files that end in a script: what they export or call is captured, held against what torch.export made of it
 * (data/scripts.json, recorded by oracle/record_scripts.py).
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Session, SeesawError } from '../../wasm/js/index.js';
import { readProgram } from '../../wasm/js/source.js';

const { captured, refused } = JSON.parse(readFileSync(new URL('../data/scripts.json', import.meta.url), 'utf8'));

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {any} row @param {any} expected @param {import('../../wasm/js/index.js').TraceSettings} settings */
function compare(row, expected, settings) {
  const { handle, diagnostics } = session.trace(row.source, { file: `/models/${row.name}.py`, ...settings });
  assert.deepEqual(diagnostics, []);
  assert.equal(session.print(/** @type {number} */ (handle), { format: 'graph' }), expected.str);
  assert.equal(session.print(/** @type {number} */ (handle), { format: 'readable' }), expected.readable);
  session.close(/** @type {number} */ (handle));
}

for (const row of captured) {
  if (row.says_strict !== undefined) {
    test(`${row.name}: as the source says, ${row.says_strict ? 'strict' : 'not strict'}`, () =>
      compare(row, row[row.says_strict ? 'strict' : 'nonstrict'], {}));
    continue;
  }
  for (const mode of ['nonstrict', 'strict'])
    test(`${row.name}: ${mode}, as told`, () => compare(row, row[mode], { strict: mode === 'strict' }));
  const exported = !row.name.startsWith('called');
  test(`${row.name}: ${exported ? 'strict, as export is' : 'not strict'}, where nobody says`, () =>
    compare(row, row[exported ? 'strict' : 'nonstrict'], {}));
}

for (const { name, source, message } of refused) {
  test(`${name}: refused in PyTorch's words`, () => {
    const said = message.split('\n')[0].split(' For more information')[0];
    assert.throws(
      () => session.trace(source),
      (error) =>
        error instanceof SeesawError &&
        error.diagnostics[0].message.startsWith(said) &&
        (error.diagnostics[0].line ?? 0) > 1,
    );
  });
}

test('a file without a module takes no function for forward, unless it is called so, annotated alone or named', () => {
  const two = 'import torch\n\ndef double(x):\n    return x * 2\n\ndef half(x):\n    return x / 2\n';
  assert.throws(
    () => session.trace(two, { inputs: ['f32[3]'] }),
    (error) =>
      error instanceof SeesawError &&
      /no module to capture/.test(error.diagnostics[0].message) &&
      /--function double/.test(JSON.stringify(error.diagnostics[0])),
  );
  const code = (/** @type {string} */ text, /** @type {any} */ settings = {}) =>
    session.print(/** @type {number} */ (session.trace(text, settings).handle), { format: 'code' });
  assert.match(code(two, { inputs: ['f32[3]'], function: 'half' }), /aten\.div\.Tensor/);
  assert.match(code(two.replace('half(x)', 'half(x: "f32[3]")')), /aten\.div\.Tensor/);
  assert.match(code(two.replace('half(x)', 'forward(x)'), { inputs: ['f32[3]'] }), /aten\.div\.Tensor/);
  assert.throws(() => session.trace(two, { function: 'third' }), /there is no function called third/);
});

test('of several exports the last is captured', () => {
  const text = captured[0].source.replace(
    /\nmodel = [^]*/,
    '\nsmall = torch.export.export(Net(4, 2), (torch.randn(1, 4),))\nlarge = torch.export.export(Net(8, 2), ' +
      '(torch.randn(1, 8),))\n',
  );
  const { handle } = session.trace(text);
  assert.match(session.print(/** @type {number} */ (handle), { format: 'readable' }), /arg2_1: "f32\[1, 8\]"/);
});

test('a module that holds itself ends in the error of PyTorch', () => {
  const text =
    'import torch\nfrom torch import nn\n\nclass M(nn.Module):\n    def __init__(self):\n        ' +
    'super().__init__()\n        self.me = self\n        ' +
    'self.apply(lambda m: None)\n    def forward(self, ' +
    'x: "f32[2]"):\n        return x + 1\n';
  for (const source of [text, text.replace(/.*apply.*\n/, '')])
    assert.throws(() => session.trace(source), /maximum recursion depth exceeded/);
});

test('inputs that are given hold instead of those of the script', () => {
  const [row] = captured;
  const { handle } = session.trace(row.source, { inputs: ['f32[7, 16]'], strict: false });
  assert.match(session.print(/** @type {number} */ (handle), { format: 'readable' }), /arg2_1: "f32\[7, 16\]"/);
});

test('what keeps a script from being followed is reported: in place of the error, or beside what is captured', () => {
  const source =
    'import torch\nfrom torch import nn\n\nclass Net(nn.Module):\n    def __init__(self, n):\n        ' +
    'super().__init__()\n        self.l = nn.Linear(n, 2)\n    def ' +
    'forward(self, x):\n        return ' +
    'self.l(x)\n\nmodel = Net(settings.size)\ntorch.export.export(model, ' +
    '(torch.randn(1, 4),))\n';
  assert.throws(
    () => session.trace(source),
    (error) =>
      error instanceof SeesawError &&
      /name 'settings' is not defined/.test(error.diagnostics[0].message) &&
      error.diagnostics[0].line === 11,
  );
  // An export that cannot be followed is reported, though the module could be captured otherwise.
  assert.throws(
    () => session.trace(source.replace('self, n)', 'self, n=4)').replace('self, x)', 'self, x: "f32[1, 4]")')),
    /name 'settings' is not defined/,
  );
  const { diagnostics } = session.trace(
    source
      .replace('self, n)', 'self, n=4)')
      .replace('self, x)', 'self, x: "f32[1, 4]")')
      .replace(/torch.export.export.*/, ''),
  );
  assert.match(diagnostics[0].message, /the script behind the module is not followed: name 'settings' is not defined/);
});

test('a method that would change the module, and cannot be followed, is reported', () => {
  const source =
    'import torch\nfrom torch import nn\n\nclass Net(nn.Module):\n    def __init__(self):\n        ' +
    'super().__init__()\n        self.l = nn.Linear(3, 2)\n    def ' +
    'forward(self, x):\n        return ' +
    'self.l(x)\n    def fuse(self):\n        self.l = ' +
    'fused(self.l)\n\nmodel = ' +
    'Net()\nmodel.fuse()\nmodel(torch.randn(1, 3))\n';
  assert.throws(() => session.trace(source), /name 'fused' is not defined/);
});

test('readProgram captures a script, and tells the error of the capture, not of the reader of graphs', () => {
  const plain =
    'import torch\n\nmodel = torch.nn.ReLU()\ntorch.export.export(model, (torch.randn(2),), strict=False)\n';
  assert.equal(readProgram(session, plain).captured, true);
  const wrong = readProgram(
    session,
    'import torch\n\ndef forward(self, x):\n    return [unknown(y) for y in x if y.any()]\n',
  );
  assert.equal(wrong.handle, null);
  assert.match(wrong.diagnostics[0].message, /what 'x' is, is not known/);
});

test('seesaw exec takes --input and --function, as trace does', () => {
  const run = (/** @type {string[]} */ ...args) =>
    spawnSync(process.execPath, [fileURLToPath(new URL('../../wasm/js/cli/main.js', import.meta.url)), ...args], {
      encoding: 'utf8',
      input: 'import torch\n\ndef double(x):\n    return x * 2\n',
    });
  const values = new URL('../data/scripts_values.json', import.meta.url);
  const { status, stdout, stderr } = run(
    'exec',
    '-',
    '--function',
    'double',
    '--input',
    'f32[2]',
    '--inputs',
    fileURLToPath(values),
  );
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /output 0: tensor\(\[2\., 4\.\]\)/);
  const graph = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../../wasm/js/cli/main.js', import.meta.url)), 'exec', '-', '--input', 'f32[2]'],
    {
      encoding: 'utf8',
      input:
        'def forward(self, x: "f32[2]"):\n    sin: "f32[2]" = torch.ops.aten.sin.default(x);  x = None\n    ' +
        'return (sin,)\n',
    },
  );
  assert.match(graph.stderr, /--input is for Python source/);
});
