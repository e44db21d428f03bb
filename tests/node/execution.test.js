/** Programs that run: values and gradients, mistakes, and whether a pass kept what a program computes. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Session, SeesawError } from '../../wasm/js/index.js';
import { toProgram } from '../../wasm/js/replay/format.js';
import { CORPUS, readJson, SEESAW } from './support.js';
import { pieces } from './pieces.js';

const folder = mkdtempSync(join(tmpdir(), 'seesaw-exec-'));
after(() => rmSync(folder, { recursive: true }));

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {string} name @param {string} content */
function file(name, content) {
  writeFileSync(join(folder, name), content);
  return name;
}
/** @param {...string} args */
function seesaw(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...SEESAW, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, out: stdout, err: stderr };
}
/** @param {number[]} data @param {number[]} [shape] */
const f32 = (data, shape = [data.length]) => ({ dtype: 'f32', shape, data });

const TANH =
  'def forward(self, x: "f32[2]"):\n    mul = torch.ops.aten.mul.Tensor(x, x);  x = None\n    sum_1 = ' +
  'torch.ops.aten.sum.default(mul);  mul = None\n    return (sum_1,)\n';
// The region is lost: its first value has no other user, and the mode is switched again before it ends.
const REGION = `def forward(self, x: "f32[3]"):
    add = torch.ops.aten.add.Tensor(x, 1);  x = None
    _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None
    sin = torch.ops.aten.sin.default(add);  add = None
    _set_grad_enabled_1 = torch._C._set_grad_enabled(True);  _set_grad_enabled_1 = None
    mul = torch.ops.aten.mul.Tensor(sin, 2);  sin = None
    return (mul,)
`;

/**
 * Elements of the result of a program of one operator; its gradients run too.
 * @param {string} head
 * @param {string} call
 * @param {{ dtype: string, shape: number[], data: number[] }[]} inputs
 */
function ran(head, call, inputs) {
  const { handle } = session.open(`def forward(self, ${head}):\n    y = torch.ops.aten.${call}\n    return (y,)\n`);
  const answer = session.exec(handle, { inputs }, { grad: true, requiresGrad: true });
  session.close(handle);
  return /** @type {any} */ (answer.outputs[0].value).data;
}

test('operators without a kernel of their own run as run_decompositions writes them', () => {
  const close = (/** @type {number[]} */ got, /** @type {number[]} */ want) =>
    assert.ok(
      got.length === want.length && got.every((v, i) => Math.abs(v - want[i]) <= 1e-6 * Math.max(1, Math.abs(want[i]))),
      `${got} is not ${want}`,
    );
  const lerp = ran('a: "f32[3]", b: "f32[3]", c: "f32[3]"', 'lerp.Tensor(a, b, c)', [
    f32([1, 2, 3]),
    f32([4, 5, 7]),
    f32([0.25, 0.5, 2]),
  ]);
  close(lerp, [1.75, 3.5, 11]);
  const prelu = ran('x: "f32[1, 3, 2]", w: "f32[3]"', 'prelu.default(x, w)', [
    f32([-1, 1, -2, 2, -3, 3], [1, 3, 2]),
    f32([0.5, 0.25, 2]),
  ]);
  close(prelu, [-0.5, 1, -0.5, 2, -6, 3]);
  const pool = ran('x: "f32[1, 2, 5]"', 'adaptive_avg_pool1d.default(x, [2])', [
    f32(
      Array.from({ length: 10 }, (_, i) => i),
      [1, 2, 5],
    ),
  ]);
  close(pool, [1, 3, 6, 8]);
  const spread = ran(
    'x: "f32[1, 2, 2, 2]", w: "f32[2, 1, 2, 2]", b: "f32[1]"',
    'conv_transpose2d.input(x, w, b, [2, 2], [1, 1], [1, 1])',
    [
      f32([0, 1, 2, 3, 4, 5, 6, 7], [1, 2, 2, 2]),
      f32(
        [-7, -5, -3, -1, 1, 3, 5, 7].map((v) => v / 7),
        [2, 1, 2, 2],
      ),
      f32([0.5]),
    ],
  );
  close(
    spread,
    [4.5, 3.642857313, 5.357142925, 1.642856836, -1.500000238, 1.357142687, 6.21428585, 4.21428585, 7.071428776],
  );
  assert.throws(() => ran('x: "f32[2]"', 'renorm.default(x, 2, 0, 1.0)', [f32([1, 2])]), SeesawError);
});

test('a loss of torch.nn.functional in a graph expands operands whose sizes differ, or refuses them', () => {
  const graph = (/** @type {string} */ name) =>
    'graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %y : [num_users=1] = placeholder[target=y]\n' +
    `    %l : [num_users=1] = call_function[target=torch.nn.functional.${name}](args = (%x, %y), kwargs = {})\n` +
    '    return (l,)\n';
  const inputs = [
    { dtype: 'f32', shape: [1, 2], data: [1, 2] },
    { dtype: 'f32', shape: [2, 1], data: [0, 3] },
  ];
  const run = (/** @type {string} */ name) =>
    session.exec(session.open(graph(name)).handle, { inputs }, { grad: true, requiresGrad: true });
  const { outputs, gradients } = run('mse_loss');
  assert.deepEqual(/** @type {any} */ (outputs[0].value).data, [2.5]);
  assert.deepEqual(
    gradients?.map((/** @type {any} */ one) => one.data),
    [
      [-0.5, 0.5],
      [-1.5, 1.5],
    ],
  );
  assert.throws(
    () => run('binary_cross_entropy_with_logits'),
    /Target size \(torch\.Size\(\[2, 1\]\)\) must be the same/,
  );
});

test('a program runs forward and backward', () => {
  const { handle } = session.open(TANH);
  const answer = session.exec(handle, { inputs: [f32([1, 3])] }, { grad: true, requiresGrad: true });
  assert.equal(answer.outputs[0].text, 'tensor(10., grad_fn=<SumBackward0>)');
  assert.deepEqual(answer.outputs[0].value, { dtype: 'f32', shape: [], data: [10] });
  assert.deepEqual(answer.gradients, [f32([2, 6])]);
  // Without grad mode nothing is recorded.
  const silent = session.exec(handle, { inputs: [f32([1, 3])] }, { gradMode: false, requiresGrad: true });
  assert.equal(silent.outputs[0].text, 'tensor(10.)');
  session.close(handle);
});

test('inputs that do not fit are told as the module of an exported program tells them', () => {
  const { handle } = session.open(
    'def forward(self, x: "f32[2, s0]", y: "f32[s0]", k: "i64[]"):\n    add = torch.ops.aten.add.Tensor(x, ' +
      'y);  x = y = None\n    return (add,)\n',
  );
  const k = { dtype: 'i64', shape: [], data: [1] };
  const told = (/** @type {any[]} */ ...inputs) => {
    try {
      session.exec(handle, { inputs });
    } catch (error) {
      assert.ok(error instanceof SeesawError);
      return error.diagnostics[0].message;
    }
    return 'runs';
  };
  assert.equal(told(f32([1, 2, 3, 4], [2, 2]), f32([1, 2]), k), 'runs');
  assert.equal(
    told(f32([1, 2, 3], [3, 1]), f32([1]), k),
    'Expected input at *args[0].shape[0] to be equal to 2, but got 3',
  );
  assert.equal(
    told(f32([1, 2, 3, 4], [2, 2]), f32([1, 2, 3]), k),
    'Expected input at *args[1].shape[0] to be equal to 2, but got 3',
  );
  assert.equal(
    told(f32([1, 2]), f32([1]), k),
    'Unexpected number of dimensions in input at *args[0].shape (expected torch.Size([2, s0]), got torch.Size([2]))',
  );
  assert.equal(
    told(f32([1, 2], [2, 1]), f32([1]), 3),
    "Expected input at *args[2] to be a tensor, but got <class 'int'>",
  );
  assert.match(told(f32([1, 2], [2, 1]), f32([1])), /parameter k, but one was not passed in/);
  session.close(handle);
});

test('a region runs without gradients, before and after it becomes an operator', () => {
  const { handle } = session.open(REGION);
  const { handle: wrapped } = session.run(handle, ['replace_set_grad_with_hop_pass']);
  for (const program of [handle, wrapped]) {
    const answer = session.exec(program, { inputs: [f32([0, 1, 2])] }, { grad: true, requiresGrad: true });
    assert.equal(answer.outputs[0].requiresGrad, false);
    assert.deepEqual(answer.gradients, []);
  }
  assert.deepEqual(session.check(handle, wrapped), { verdict: 'equal', results: 1, gradients: 1 });
});

test('what goes wrong has a message and a place', () => {
  const { handle } = session.open(TANH);
  /** @param {() => unknown} f @returns {import('../../wasm/js/index.js').Diagnostic} */
  const refused = (f) => {
    try {
      f();
    } catch (error) {
      assert.ok(error instanceof SeesawError);
      return error.diagnostics[0];
    }
    return assert.fail('nothing was refused');
  };
  assert.match(refused(() => session.exec(handle)).message, /there is no value|Expected positional argument/);
  assert.match(
    refused(() => session.exec(handle, { inputs: [f32([1, 2, 3], [2])] })).message,
    /the shape asks for 2 elements, there are 3/,
  );
  assert.match(
    refused(() => session.exec(handle, { inputs: [{ dtype: 'c32', shape: [1], data: [1] }] })).message,
    /'c32' cannot be computed with/,
  );
  assert.match(
    refused(() => session.exec(handle, { inputs: [f32([1])], state: { w: { same_as: 'v' } } })).message,
    /'v', which has no value/,
  );
  const unknown = session.open('def forward(self, x):\n    y = torch.ops.aten.foo.default(x)\n    return (y,)\n');
  const diagnostic = refused(() => session.exec(unknown.handle, { inputs: [f32([1])] }));
  assert.deepEqual([diagnostic.code, diagnostic.node], ['no-kernel', 'y']);
  const wrong = session.open('def forward(self, x, y):\n    z = torch.ops.aten.mm.default(x, y)\n    return (z,)\n');
  const shapes = refused(() => session.exec(wrong.handle, { inputs: [f32([1, 2], [1, 2]), f32([1, 2, 3], [3, 1])] }));
  assert.equal(shapes.message, 'mat1 and mat2 shapes cannot be multiplied (1x2 and 3x1)');
  assert.equal(shapes.node, 'z');
});

test('graphs in graphs run as deep as they may, and no deeper', () => {
  // Two modules call each other's graphs: here one that calls itself cannot be written, so depth comes from nesting.
  const deep = (/** @type {number} */ n) => {
    /** @type {any} */
    let graph = {
      nodes: [
        { op: 'placeholder', name: 'x', target: 'x' },
        { op: 'output', name: 'output', target: 'output', args: [{ t: ['x'] }] },
      ],
    };
    for (let i = 0; i < n; i += 1) {
      graph = {
        nodes: [
          { op: 'placeholder', name: 'x', target: 'x' },
          { op: 'get_attr', name: 'body', target: 'body' },
          {
            op: 'call_function',
            name: 'wrap',
            target: 'torch.ops.higher_order.wrap_with_set_grad_enabled',
            args: [true, 'body', 'x'],
          },
          { op: 'call_function', name: 'getitem', target: 'operator.getitem', args: ['wrap', 0] },
          { op: 'output', name: 'output', target: 'output', args: [{ t: ['getitem'] }] },
        ],
        children: { body: graph },
      };
    }
    return session.open(toProgram(graph)).handle;
  };
  assert.deepEqual(session.exec(deep(60), { inputs: [f32([7])] }).outputs[0].value, f32([7]));
  assert.throws(() => session.exec(deep(150), { inputs: [f32([7])] }), /nested deeper than 100/);
});

test('a pass keeps what every recorded program computes, or says that it does not', () => {
  const passes = session
    .describe()
    .passes.map((pass) => pass.name)
    .filter((name) => name !== 'verify_export');
  const count = { equal: 0, differs: 0, unknown: 0 };
  for (const id of readdirSync(join(CORPUS, 'cases'))) {
    const data = readJson(`${CORPUS}/cases/${id}/case.json`);
    for (const variant of data.variants ?? []) {
      const stage = variant.stages?.set_grad;
      if (stage?.before?.graph === undefined) continue;
      const { handle } = session.open(
        toProgram(stage.before.graph, { tables: variant.tables, signature: stage.signature_before }),
      );
      for (const pass of passes) {
        const result = session.run(handle, [pass], { ambientGrad: variant.ambient_grad });
        if (!result.succeeded) continue;
        const check = session.check(handle, result.handle, { ambientGrad: variant.ambient_grad, seed: 3 });
        count[check.verdict] += 1;
        const told = result.reports[0].why.some((why) => why.warning);
        if (check.verdict === 'differs') assert.ok(told, `${id} ${variant.mode} ${pass}: ${check.message}`);
        session.close(result.handle);
      }
      session.close(handle);
    }
  }
  assert.ok(count.equal > 200 && count.equal > 3 * count.unknown, JSON.stringify(count));
  assert.ok(count.differs > 0, 'PyTorch loses regions, and that shows');
});

test('the command line runs programs', () => {
  file('square.py', TANH);
  file('values.json', JSON.stringify({ inputs: [f32([1, 3])] }));
  assert.deepEqual(seesaw('exec', 'square.py', '--inputs', 'values.json', '--grad'), {
    status: 0,
    out:
      'output 0: tensor(10., grad_fn=<SumBackward0>)\ngradient of input 0: ' +
      '{"dtype":"f32","shape":[2],"data":[2,6]}\n',
    err: '',
  });
  file('none.json', '[]');
  const missing = seesaw('exec', 'square.py', '--inputs', 'none.json');
  assert.equal(missing.status, 2);
  assert.match(missing.err, /^square\.py/);
  assert.match(seesaw('exec', 'square.py', '--inputs', 'nowhere.json').err, /nowhere\.json cannot be read/);
  file('broken.json', '{');
  assert.match(seesaw('exec', 'square.py', '--inputs', 'broken.json').err, /this is no JSON/);
  file(
    'twice.json',
    '{"inputs": [{"dtype": "f32", "shape": [1], "data": [1]}],\n "state": {"a": 1, "b": {"a": "a"}},\n  "inputs": []}',
  );
  assert.deepEqual(seesaw('exec', 'square.py', '--inputs', 'twice.json'), {
    status: 2,
    out: '',
    err: 'twice.json:3:3: error: the key "inputs" is given twice\n    note: leave one of them out\n',
  });
});

test('values that a program does not take are refused, with their place in the file', () => {
  file('text.txt', 'def forward(self, x):\n    neg = torch.ops.aten.neg.default(x);  x = None\n    return (neg,)\n');
  file('square.py', TANH);
  const refused = (/** @type {string} */ text, program = 'text.txt') => {
    file('odd.json', text);
    const { status, err } = seesaw('exec', program, '--inputs', 'odd.json');
    assert.equal(status, 2, text);
    return err;
  };
  for (const program of ['text.txt', 'square.py']) {
    assert.match(
      refused(JSON.stringify([f32([1, 2]), f32([1, 2])]), program),
      /the program takes 1 input, got 2\n {4}note: give a value for each placeholder/,
    );
  }
  assert.match(
    refused('{"inputs": [],\n "input": []}'),
    /^odd\.json:2:11: error: the values have no 'input'\n(.*\n)*? {4}note: there are "inputs" and "state"/,
  );
  assert.match(
    refused('[{"dtype": "u8", "shape": [2], "data": [3,\n -1]}]'),
    /^odd\.json:2:2: error: -1 is no value of u8\n(.*\n)*? {4}note: write a whole number from 0 to 255/,
  );
  assert.match(
    refused('[{"dtype": "b8", "shape": [1], "data": [2]}]'),
    /^odd\.json:1:41: error: 2 is no value of b8\n(.*\n)*? {4}note: write true or false/,
  );
  for (const [dtype, value] of [
    ['u8', 256],
    ['i8', -129],
    ['i16', 32768],
    ['i32', 2147483648],
    ['i32', 1.5],
    ['i64', 1.5],
    ['i8', '"inf"'],
  ])
    assert.match(refused(`[{"dtype": "${dtype}", "shape": [1], "data": [${value}]}]`), /^odd\.json:1:\d+: error: /);
  file('even.json', '[{"dtype": "u8", "shape": [3], "data": [0, 255, true]}]');
  assert.equal(
    seesaw('exec', 'text.txt', '--inputs', 'even.json').out,
    'output 0: tensor([  0,   1, 255], dtype=torch.uint8)\n',
  );
});

test('the command line captures Python source, and runs it with the values that its __init__ gives', () => {
  const module =
    'class M(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.linear = ' +
    'nn.Linear(2, 1)\n\n    def forward(self, x: "f32[2]"):\n        ' +
    'with torch.no_grad():\n            ' +
    'scale = x.sum()\n        return self.linear(x) * scale\n';
  file('module.py', module);
  file('values.json', JSON.stringify({ inputs: [f32([1, 2])] }));
  const run = seesaw('exec', 'module.py', '--inputs', 'values.json', '--grad');
  // torch.manual_seed(0) gives the weight [-0.0053, 0.3793] and the bias -0.5820.
  assert.match(run.out, /^output 0: tensor\(\[0\.5141\], grad_fn=<MulBackward0>\)\n/);
  assert.match(
    run.out,
    pieces(
      /\ngradient of linear\.weight: \{"dtype":"f32","shape":\[1,2\],"data":\[3,6\]\}\n/,
      /gradient of linear\.bias: .*"data":\[3\]/,
    ),
  );
  file('given.json', JSON.stringify({ inputs: [f32([1, 2])], state: { 'linear.bias': f32([0]) } }));
  assert.match(seesaw('exec', 'module.py', '--inputs', 'given.json').out, /^output 0: tensor\(\[2\.2601\]/);
  assert.match(seesaw('print', 'module.py').out, /torch\.ops\.aten\.linear\.default\(arg2_1, arg0_1, arg1_1\)/);
  const pass = 'replace_set_grad_with_hop_pass';
  assert.equal(
    seesaw('check', 'module.py', '--passes', pass).out,
    `${pass}: equal in 1 result and 3 gradients (seed 0)\n`,
  );
  file(
    'frozen.py',
    module.replace(
      'linear = nn.Linear(2, 1)',
      'linear = nn.Linear(2, 1)\n        self.linear.bias.requires_grad_(False)',
    ),
  );
  assert.match(
    seesaw('exec', 'frozen.py', '--inputs', 'values.json', '--grad').out,
    /\ngradient of linear\.weight: .*\n(?!gradient of linear\.bias)/,
  );
  // What a comment says makes no graph of source.
  // (Without the region, which a graph cannot have, it would also read as one.)
  file(
    'loads.py',
    module
      .replace('with torch.no_grad():\n            ', '')
      .replace('self.linear =', '# torch.load(x);  x = None\n        self.linear ='),
  );
  assert.match(seesaw('print', 'loads.py').out, /torch\.ops\.aten\.linear\.default\(arg2_1, arg0_1, arg1_1\)/);
  // Values that nobody asked for are not worked out.
  file('large.py', module.replaceAll('Linear(2, 1)', 'Linear(200000, 200000)').replace('f32[2]', 'f32[200000]'));
  assert.match(seesaw('print', 'large.py').out, /arg0_1: "f32\[200000, 200000\]"/);
  // Of two refusals, that of the reader which came further.
  file('wrong.py', 'def forward(self, x: "f32[2]"):\n    with torch.no_grad():\n        y = z\n    return x\n');
  assert.match(seesaw('print', 'wrong.py').err, /^wrong\.py:3:13: error: name 'z' is not defined/);
});

test('the command line judges shapes and arguments', () => {
  file('region.py', REGION);
  assert.deepEqual(seesaw('check', 'region.py'), {
    status: 0,
    out: 'nothing wrong with shapes and arguments\n',
    err: '',
  });
  file(
    'wrong.py',
    'def forward(self, x: "f32[2, 3]", y: "f32[3, 2]"):\n    a: "f32[2, 3]" = torch.ops.aten.mm.default(x, ' +
      'y)\n    b = torch.ops.aten.sinn.default(a)\n    c = ' +
      'torch.ops.aten.mm.default(x, x)\n    return (b, c)\n',
  );
  const { status, out, err } = seesaw('check', 'wrong.py');
  assert.equal(status, 1);
  assert.match(out, /^1 error, 2 warnings; not all checked: 2 of 3 calls could be judged/);
  assert.match(err, /^wrong\.py:2:1: warning: the text says f32\[2, 3\], and the call gives f32\[2, 2\]$/m);
  assert.match(
    err,
    /^wrong\.py:3:1: warning: PyTorch 2\.6\.0 has no operator aten\.sinn.*\n.*\n.*\n.*note: did you mean aten\.sin\?$/m,
  );
  assert.match(err, /^wrong\.py:4:1: error: RuntimeError: .*same reduction dim/m);
  assert.deepEqual(
    JSON.parse(seesaw('check', 'wrong.py', '--json').out).files[0].diagnostics.map(
      (/** @type {any} */ one) => one.line,
    ),
    [2, 3, 4],
  );
  file('bare.py', 'def forward(self, x):\n    y = torch.ops.aten.sin.default(x)\n    return (y,)\n');
  assert.match(seesaw('check', 'bare.py').out, /^NOT CHECKED: 0 of 1 call could be judged: annotate inputs/);
  assert.match(seesaw('check', 'bare.py', '--seed', '3').err, /--seed is for passes, and none is named/);
  // Captured source has been judged by its capture; an archive has no lines.
  file(
    'module.py',
    'def forward(self, x: "f32[2]"):\n    y = x + 1\n    with torch.no_grad():\n        return y.sin()\n',
  );
  assert.deepEqual(seesaw('check', 'module.py'), {
    status: 0,
    out: 'nothing wrong with shapes and arguments\n',
    err: '',
  });
});

test('the command line checks passes', () => {
  file('region.py', REGION);
  const pass = 'replace_set_grad_with_hop_pass';
  assert.deepEqual(seesaw('check', 'region.py', '--passes', `${pass},eliminate_dead_code`), {
    status: 0,
    out:
      `${pass}: equal in 1 result and 1 gradient (seed 0)\neliminate_dead_code: equal in 1 result and 1 ` +
      'gradient (seed 0)\n',
    err: '',
  });
  const run = seesaw('run', 'region.py', '--passes', pass, '--check', '--seed', '5');
  assert.equal(run.status, 0);
  assert.match(run.out, /wrap_with_set_grad_enabled/);
  assert.equal(run.err, `${pass}: equal in 1 result and 1 gradient (seed 5)\n`);
  assert.match(seesaw('check', 'region.py', '--passes', pass, '--seed', 'x').err, /--seed is a whole number/);
});
