/** Capturing a forward function: what comes out, what is refused and where, and that no source stops the engine. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Session, SeesawError } from '../../wasm/js/index.js';
import { CORPUS, random, readJson, SEESAW } from './support.js';

const folder = mkdtempSync(join(tmpdir(), 'seesaw-capture-'));
after(() => rmSync(folder, { recursive: true }));

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/**
 * The code of a captured body.
 * @param {string} body
 * @param {import('../../wasm/js/index.js').TraceSettings} [settings]
 */
function code(body, settings = {}) {
  const source = `def forward(self, x: "f32[2, 3]", y: "f32[3]"):\n${body
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}\n`;
  const { handle, diagnostics } = session.trace(source, settings);
  const text = session.print(/** @type {number} */ (handle), { format: 'code' });
  session.close(/** @type {number} */ (handle));
  return {
    lines: text
      .split('\n')
      .map((line) => line.trim().replace(/; {2}.*/, ''))
      .filter((line) => line.includes('torch.') || line.startsWith('return')),
    diagnostics,
  };
}

/** @param {string} source @param {import('../../wasm/js/index.js').TraceSettings} [settings] */
function refused(source, settings) {
  try {
    session.trace(source, settings);
  } catch (error) {
    assert.ok(error instanceof SeesawError);
    return error.diagnostics[0];
  }
  return assert.fail(`not refused: ${source}`);
}

test('operators, methods and functions become ATen operators with their names', () => {
  assert.deepEqual(code('z = F.relu(x @ x.t()) * 2\nv, i = z.max(dim=1)\nreturn v - y.sum(), x[:, 0], 1 - y').lines, [
    't = torch.ops.aten.t.default(arg0_1)',
    'matmul = torch.ops.aten.matmul.default(arg0_1, t)',
    'relu = torch.ops.aten.relu.default(matmul)',
    'mul = torch.ops.aten.mul.Tensor(relu, 2)',
    'max_1 = torch.ops.aten.max.dim(mul, 1)',
    'sum_1 = torch.ops.aten.sum.default(arg1_1)',
    'sub = torch.ops.aten.sub.Tensor(getitem, sum_1)',
    'slice_1 = torch.ops.aten.slice.Tensor(arg0_1, 0, 0, 9223372036854775807)',
    'select = torch.ops.aten.select.int(slice_1, 1, 0)',
    'rsub = torch.ops.aten.rsub.Scalar(arg1_1, 1)',
    'return (sub, select, rsub)',
  ]);
});

test('a tensor that is written to is known by the node of the last write, under all its names', () => {
  assert.deepEqual(code('a = y.clone()\nb = a\na.add_(1)\na *= 2\nreturn b').lines, [
    'clone = torch.ops.aten.clone.default(arg1_1)',
    'add_ = torch.ops.aten.add_.Tensor(clone, 1)',
    'mul_ = torch.ops.aten.mul_.Tensor(add_, 2)',
    'return (mul_,)',
  ]);
});

test('a region in a region restores the mode of the whole, with a warning', () => {
  const { lines, diagnostics } = code(
    'with torch.no_grad():\n    a = y.sin()\n    with torch.enable_grad():\n        b = a.cos()\n    c = ' +
      'b.tan()\nreturn c',
  );
  assert.deepEqual(
    lines.filter((line) => line.includes('_set_grad_enabled')).map((line) => /\((\w+)\)/.exec(line)?.[1]),
    ['False', 'True', 'True', 'True'],
  );
  assert.equal(diagnostics.length, 1);
  assert.deepEqual([diagnostics[0].severity, diagnostics[0].line], ['warning', 4]);
  const off = code('with torch.enable_grad():\n    a = y.sin()\nreturn a', { ambientGrad: false });
  assert.deepEqual(
    off.lines.filter((line) => line.includes('_set_grad_enabled')).map((line) => /\((\w+)\)/.exec(line)?.[1]),
    ['True', 'False'],
  );
});

test("parameters, buffers and literals are inputs in torch.export's order", () => {
  const source =
    'class M(nn.Module):\n    def forward(self, x: "f32[2]"):\n        return x * self.w + self.sub.b + ' +
    'torch.tensor([1.0, 2.0])\n';
  const { handle } = session.trace(source, {
    state: [
      { name: 'w', annotation: 'f32[2]' },
      { name: 'sub.b', annotation: 'f32[2]', kind: 'buffer' },
    ],
  });
  const text = session.print(/** @type {number} */ (handle), { format: 'readable' });
  assert.match(
    text,
    /def forward\(self, arg0_1: "f32\[2\]", arg1_1: "f32\[2\]", lifted_tensor_0: "f32\[2\]", arg2_1: "f32\[2\]"\)/,
  );
});

test('what is outside of the subset is refused with a place and a remedy', () => {
  /** @type {[string, RegExp, number, number][]} */
  const cases = [
    [
      'def forward(self, x: "f32[2]"):\n    if x.sum() > 0:\n        return x\n    return -x\n',
      /what is chosen here depends on data/,
      2,
      8,
    ],
    ['def forward(self, x: "f32[2]"):\n    try:\n        return x\n', /expected 'except' or 'finally' block/, 4, 1],
    ['def forward(self, x: "f32[2]"):\n    async with x:\n        pass\n    return x\n', /'async' is outside/, 2, 5],
    // What is not captured is no error of the program, and none of its handlers sees it.
    [
      'def forward(self, x: "f32[2]"):\n    try:\n        y = x.frobnicate()\n    except Exception:\n        ' +
        'y = x\n    return y\n',
      /'frobnicate' is not a function/,
      3,
      13,
    ],
    ['def forward(self, x: "f32[2]"):\n    return y\n', /name 'y' is not defined/, 2, 12],
    ['def forward(self, x):\n    return x\n', /what 'x' is, is not known/, 1, 19],
    ['def forward(self, x: "f32[2]"):\n    return x.frobnicate()\n', /'frobnicate' is not a function/, 2, 12],
    [
      'def forward(self, x: "f32[2]", y: "f32[3]"):\n    z = x * 2\n    return z + y\n',
      /The size of tensor a \(2\) must match the size of tensor b \(3\)/,
      3,
      12,
    ],
    [
      'def forward(self, x: "f32[2]"):\n    return x.transpose("a", 1)\n',
      /invalid combination of arguments - got \(str, int\)/,
      2,
      12,
    ],
    ['def forward(self, x: "f32[2]"):\n    return (x\n', /expected '\)'|was expected/, 3, 1],
    ['def forward(self, x: "f32[2]"):\n  a = x\n    b = a\n', /was not expected/, 3, 1],
    [
      'class A:\n    pass\nclass B(A):\n    pass\nclass M(A, B, nn.Module):\n    def forward(self, x: ' +
        '"f32[2]"):\n        return x\n',
      /consistent method resolution order \(MRO\) for the bases of 'M'/,
      5,
      9,
    ],
    ['x = 1\n', /no function to capture/, 1, 1],
    ['', /no function to capture/, 1, 1],
    ['def forward(self, x: "f32[2]"):\n    a, b = x.sum(), \n    return a\n', /not enough values to unpack/, 2, 5],
  ];
  for (const [source, message, line, column] of cases) {
    const diagnostic = refused(source);
    assert.match(diagnostic.message, message, source);
    assert.deepEqual([diagnostic.line, diagnostic.column], [line, column], `${source} ${diagnostic.message}`);
  }
});

test('errors of the program reach its handlers, those of PyTorch among them', () => {
  const body =
    'd = {}\ntry:\n    z = x + torch.ones(7)\nexcept (KeyError, RuntimeError) as error:\n    d["wrong"] = ' +
    'x.sin()\nelse:\n    d["right"] = x\nfinally:\n    d["last"] = ' +
    'y.cos()\ntry:\n    raise ' +
    'ValueError("no")\nexcept ValueError as error:\n    d["text"] = 1 if ' +
    'str(error) == "no" and error.args == ("no",) else 2\nreturn d';
  const { lines } = code(body);
  assert.ok(
    lines.some((line) => line.startsWith('sin = ')) && lines.some((line) => line.startsWith('cos = ')),
    lines.join('\n'),
  );
  assert.match(String(lines.at(-1)), /^return \(sin, cos, 1\)$/);
  const missed = refused(
    'def forward(self, x: "f32[2]"):\n    try:\n        raise KeyError("a")\n    except ValueError:\n      ' +
      '  pass\n    return x\n',
  );
  assert.deepEqual([missed.exception, missed.message, missed.line], ['KeyError', "'a'", 3]);
});

test('branches on sizes are taken where their bounds decide, and refused where they do not', () => {
  const source =
    'def forward(self, x: "f32[s0, 3]"):\n    n = x.shape[0]\n    if n > 1 and n % 4 < 4 and 2 * n + 1 != ' +
    '3:\n        x = x.sin()\n    if n < 100:\n        x = x.cos()\n    ' +
    'return x\n';
  assert.match(refused(source).message, /depends on a symbolic size: s0 < 100/);
  for (const [high, count] of /** @type {[number, number][]} */ ([
    [99, 2],
    [64, 2],
  ])) {
    const { handle } = session.trace(source, { sizes: { s0: { low: 2, high } } });
    assert.equal(
      [...session.print(/** @type {number} */ (handle), { format: 'graph' }).matchAll(/aten\.(sin|cos)\.default/g)]
        .length,
      count,
    );
    session.close(/** @type {number} */ (handle));
  }
  const { handle } = session.trace(source, { sizes: { s0: { low: 100, high: null } } });
  assert.doesNotMatch(session.print(/** @type {number} */ (handle), { format: 'graph' }), /aten\.cos/);
  session.close(/** @type {number} */ (handle));
});

test('what __init__ computes is known to Python: numbers, conditions, lists', () => {
  const source = `class M(nn.Module):
    def __init__(self):
        super().__init__()
        t = torch.linspace(0, 1, 3)
        t[1] *= 2
        self.rates = [r.item() for r in t] + t.tolist()
        self.big = 1 if t.sum() > 1.5 else 0
        self.n = int(t.argmax()) + int('2')
    def forward(self, x):
        return x * self.rates[1] + self.big, x + self.n, x * self.rates[5]
`;
  const { handle } = session.trace(source, { inputs: ['f32[2]'] });
  const text = session.print(/** @type {number} */ (handle), { format: 'graph' });
  session.close(/** @type {number} */ (handle));
  assert.match(text, /mul\.Tensor\]\(args = \(%arg0_1, 1\.0\)/);
  assert.match(text, /add\.Tensor\]\(args = \(%arg0_1, 3\)/);
});

test('deep and long sources are refused or captured, never fatal', () => {
  const deep = (/** @type {string} */ text) => `def forward(self, x: "f32[2]"):\n    return ${text}\n`;
  assert.match(refused(deep(`${'('.repeat(1000)}x${')'.repeat(1000)}`)).message, /nested deeper than/);
  assert.match(refused(deep(`x${' + 1'.repeat(5000)}`)).message, /deeper than/);
  assert.match(refused(deep(`${'-'.repeat(5000)}x`)).message, /nested deeper than/);
  const tries = (/** @type {number} */ from) =>
    Array.from({ length: 400 }, (_, i) => `${' '.repeat(i + from)}try:\n`).join('');
  assert.match(refused(`${tries(0)}${' '.repeat(400)}x = 1\n`).message, /nested too deep|no function/);
  assert.match(
    refused(`def forward(self, x: "f32[2]"):\n${tries(1)}${' '.repeat(401)}return x\n`).message,
    /nested deeper than/,
  );
  const long = `def forward(self, x: "f32[2]"):\n${'    x = x.sin() + 1\n'.repeat(5000)}    return x\n`;
  const { handle } = session.trace(long);
  assert.match(
    session.print(/** @type {number} */ (handle), { format: 'code' }),
    /add_4999 = torch\.ops\.aten\.add\.Tensor\(sin_4999, 1\)/,
  );
  session.close(/** @type {number} */ (handle));
});

test('changed sources are captured or refused, and the engine goes on', () => {
  const pick = random(11);
  const pieces = [
    '(',
    ')',
    '[',
    ']',
    ':',
    ',',
    '.',
    'x',
    'torch.',
    'F.',
    '*',
    '**',
    '-',
    '=',
    '\n',
    '    ',
    'with ',
    'return ',
    '1',
    '1.5',
    '"',
    "'",
    'None',
    '...',
    '@',
    'self',
    '\\',
    '\u00e9',
    '{',
    '}',
  ];
  const cases = readdirSync(join(CORPUS, 'cases'))
    .map((id) => readJson(`${CORPUS}/cases/${id}/case.json`))
    .filter((data) => data.simple_subset && data.forward.length < 2000);
  let captured = 0;
  for (const { forward } of cases.slice(0, 20)) {
    for (let i = 0; i < 40; i += 1) {
      const at = pick() % forward.length;
      const source = forward.slice(0, at) + pieces[pick() % pieces.length] + forward.slice(at + (pick() % 4));
      try {
        session.close(
          /** @type {number} */ (session.trace(source, { inputs: ['f32[3, 3]', 'f32[3, 3]', 'f32[3, 3]'] }).handle),
        );
        captured += 1;
      } catch (error) {
        assert.ok(error instanceof SeesawError, String(error));
        assert.notEqual(error.diagnostics[0].code, 'trap', source);
      }
    }
  }
  assert.ok(captured > 5, `${captured} captured`);
});

test('the command line captures', () => {
  writeFileSync(join(folder, 'model.py'), 'def forward(self, x, y: "f32[3]"):\n    return x + y\n');
  const run = (/** @type {string[]} */ ...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...SEESAW, 'trace', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, out: stdout, err: stderr };
  };
  const good = run('model.py', '--input', 'f32[2, 3]', '--format', 'code');
  assert.equal(good.status, 0, good.err);
  assert.match(good.out, /add = torch\.ops\.aten\.add\.Tensor\(arg0_1, arg1_1\)/);
  const bad = run('model.py');
  assert.equal(bad.status, 2);
  assert.match(bad.err, /^model\.py:1:19: error: what 'x' is, is not known/);
});

// Asked from PyTorch 2.6.0: export_for_training of this module, and its values.
const SCAN = `from torch._higher_order_ops.scan import scan
from torch import nn
class M(nn.Module):
    def forward(self, init: "f32[3]", xs: "f32[3, 2]"):
        def step(carry, x):
            a, b = carry
            y = a + x
            return [y.clone(), b * 2], {"y": y * 2}

        c, ys = scan(step, [init, init + 1], xs, dim=1, reverse=True)
        return c[0] + c[1], ys["y"]
`;

test("scan over the second dimension from its end, with trees, gives PyTorch's graph and values", () => {
  for (const strict of [false, true]) {
    const handle = /** @type {number} */ (session.trace(SCAN, { strict }).handle);
    assert.equal(
      session.print(handle, { format: 'code' }).trim(),
      `def forward(self, arg0_1, arg1_1):
    add = torch.ops.aten.add.Tensor(arg0_1, 1)
    select = torch.ops.aten.select.int(arg1_1, 1, 0)
    add_1 = torch.ops.aten.add.Tensor(arg0_1, select);  select = None
    clone = torch.ops.aten.clone.default(add_1);  clone = None
    mul = torch.ops.aten.mul.Tensor(add, 2);  mul = None
    mul_1 = torch.ops.aten.mul.Tensor(add_1, 2);  add_1 = mul_1 = None
    scan_combine_graph_0 = self.scan_combine_graph_0
    scan = torch.ops.higher_order.scan(scan_combine_graph_0, [arg0_1, add], [arg1_1], 1, True, \
[]);  scan_combine_graph_0 = arg0_1 = add = arg1_1 = None
    getitem = scan[0]
    getitem_1 = scan[1]
    getitem_2 = scan[2];  scan = None
    add_2 = torch.ops.aten.add.Tensor(getitem, getitem_1);  getitem = getitem_1 = None
    return (add_2, getitem_2)`,
    );
    assert.equal(
      session.print(handle, { format: 'code', path: 'scan_combine_graph_0' }).trim(),
      `def forward(self, arg0_1, arg1_1, arg2_1):
    add = torch.ops.aten.add.Tensor(arg0_1, arg2_1);  arg0_1 = arg2_1 = None
    clone = torch.ops.aten.clone.default(add)
    mul = torch.ops.aten.mul.Tensor(arg1_1, 2);  arg1_1 = None
    mul_1 = torch.ops.aten.mul.Tensor(add, 2);  add = None
    return [clone, mul, mul_1]`,
    );
    const { outputs } = session.exec(handle, {
      inputs: [
        { dtype: 'f32', shape: [3], data: [1, 2, 3] },
        { dtype: 'f32', shape: [3, 2], data: [0, 1, 2, 3, 4, 5] },
      ],
    });
    assert.deepEqual(
      outputs.map((output) => /** @type {any} */ (output.value).data),
      [
        [10, 19, 28],
        [4, 14, 24, 4, 10, 16],
      ],
    );
    session.close(handle);
  }
});

test('scan refuses what PyTorch refuses, with a place', () => {
  const wrong = (/** @type {string} */ from, /** @type {string} */ to) => {
    assert.ok(SCAN.includes(from));
    const diagnostic = refused(SCAN.replace(from, to));
    assert.ok(Number(diagnostic.line) > 0, JSON.stringify(diagnostic));
    return diagnostic.message;
  };
  assert.match(
    wrong('return [y.clone(), b * 2], {', 'return [y.clone()], {'),
    /gives 1 tensors as the next carry; it begins with 2/,
  );
  assert.match(wrong(', {"y": y * 2}', ''), /next carry, and what is stacked|carry/);
  assert.match(wrong('dim=1', 'dim=2'), /dimension/i);
  assert.match(wrong('dim=1', 'dims=1'), /scan has no argument 'dims'/);
  assert.match(wrong('[init, init + 1]', '[3]'), /tensors/);
});

test('names that PyTorch has not are refused, and told where they are', () => {
  /** @param {string} call */
  const told = (call) => {
    const { message, notes = [] } = refused(`def forward(self, x: "f32[2, 3]"):\n    return ${call}\n`);
    return `${message} | ${notes.map(({ message: note }) => note).join()}`;
  };
  const attribute = (/** @type {string} */ owner, /** @type {string} */ name, /** @type {string} */ where) =>
    `${owner} has no attribute '${name}' | ${where}`;
  const cases = {
    'torch.gelu(x)': attribute("module 'torch'", 'gelu', 'it is torch.nn.functional.gelu'),
    'x.gelu()': attribute("'Tensor' object", 'gelu', 'it is torch.nn.functional.gelu'),
    'F.sin(x)': attribute("module 'torch.nn.functional'", 'sin', 'call it on the tensor: x.sin(...)'),
    'torch.view(x, (3, 2))': attribute("module 'torch'", 'view', 'call it on the tensor: x.view(...)'),
    'x.arange(3)': attribute("'Tensor' object", 'arange', 'it is torch.arange'),
    'torch.mT(x)': attribute("module 'torch'", 'mT', 'it is an attribute: x.mT'),
    'x.mT()': attribute("'Tensor' object", 'mT', 'it is an attribute: x.mT'),
    'torch.numpy_T(x)': attribute("module 'torch'", 'numpy_T', 'the operator can be called as torch.ops.aten.numpy_T'),
    'torch.solve(x, x)': "'solve' is not a function that is known here | `seesaw ops` lists those that are",
    'torch.linalg.tensordot(x, x)':
      "'torch.linalg.tensordot' is not a function that is known here | `seesaw ops` lists those that are",
    'torch.jit.relu(x)': "'torch.jit.relu' is not a function that is known here | `seesaw ops` lists those that are",
  };
  for (const [call, expected] of Object.entries(cases)) assert.equal(told(call), expected);
  for (const call of [
    'F.gelu(x)',
    'x.sin()',
    'torch.sin(x)',
    'torch.relu_(x.clone())',
    'F.relu_(x.clone())',
    'x.zero_()',
    'torch.zero_(x)',
    'torch.linalg.norm(x)',
    'torch.special.expit(x)',
    'torch.functional.norm(x)',
    'torch.Tensor.add(x, x)',
    'torch.ops.aten.gelu(x)',
  ]) {
    assert.match(code(`return ${call}`).lines[0], /torch\.ops\.aten/, call);
  }
});

test('what PyTorch refuses while it captures is refused, in its words', () => {
  const rows = [
    [
      'with torch.autocast("tpu"):\n    y = x @ x.t()\nreturn y',
      {},
      /^Expected one of cpu, cuda, ipu.* device type at start of device string: tpu$/,
    ],
    [
      'u = y.sum().long().item()\ntorch._check(u == 5)\ntorch._check(u == 6)\nreturn x + u',
      {},
      /^Expected cond to be True, but got False/,
    ],
    [
      'return torch._higher_order_ops.map(lambda a: a * 2, x[:0])',
      {},
      /^Leading dimensions of mapped xs cannot be 0\.$/,
    ],
    ['return x.detach().requires_grad_() * 2', { strict: true }, /Tensor\.requires_grad_/],
    ['return F.instance_norm(x)', {}, /Expected more than 1 spatial element when training/],
    [
      'return x.contiguous(memory_format=torch.channels_last)',
      {},
      /^required rank 4 tensor to use channels_last format$/,
    ],
  ];
  for (const [
    body,
    settings,
    message,
  ] of /** @type {[string, import('../../wasm/js/index.js').TraceSettings, RegExp][]} */ (rows)) {
    const source = `def forward(self, x: "f32[2, 3]", y: "f32[3]"):\n${body
      .split('\n')
      .map((line) => `    ${line}`)
      .join('\n')}\n`;
    const diagnostic = refused(source, settings);
    assert.match(diagnostic.message, message, body);
    assert.ok((diagnostic.line ?? 0) > 1, body);
  }
  assert.equal(
    code('u = y.sum().long().item()\ntorch._check(u == 5)\ntorch._check(u == 5)\nreturn x + u').lines.length > 0,
    true,
  );
  assert.deepEqual(code('return x.detach().requires_grad_()').lines, [
    'detach = torch.ops.aten.detach.default(arg0_1)',
    'return (detach,)',
  ]);
  assert.deepEqual(code('return F.instance_norm(x.unsqueeze(0))').lines.length, 3);
});
