/**
 * The commands inputs, gradients and gradcheck: a program forward and backward with all that can be seen. Numbers are
 * PyTorch 2.6.0's.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Session, SeesawError } from '../../wasm/js/index.js';

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

const REGION = `def forward(self, x: "f64[2, 3]", y: "f64[3]"):
    mul = torch.ops.aten.mul.Tensor(x, y)
    _set_grad_enabled = torch._C._set_grad_enabled(False)
    cos = torch.ops.aten.cos.default(mul)
    _set_grad_enabled_1 = torch._C._set_grad_enabled(True)
    exp = torch.ops.aten.exp.default(mul)
    add = torch.ops.aten.mul.Tensor(exp, cos)
    linear = torch.ops.aten.linear.default(add, x)
    return (linear,)
`;
const VALUES = {
  x: { value: { dtype: 'f64', shape: [2, 3], data: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6] } },
  y: { fill: 0.5 },
};
const HOOKS = [
  { node: 'exp', kind: 'scale', amount: 2 },
  { node: 'cos', kind: 'log' },
  { node: 'nope', kind: 'zero' },
  { node: 'x', kind: 'clip', amount: 0.1 },
];

/** @param {string} text @param {object} given @param {object} [args] */
function gradients(text, given, args = {}) {
  const { handle } = session.open(text);
  try {
    return session.call('gradients', { handle, ...args }, JSON.stringify(given)).value;
  } finally {
    session.close(handle);
  }
}
/** @param {string} text @param {object} [given] */
function gradcheck(text, given = {}) {
  const { handle } = session.open(text);
  const parts = [];
  for (let first = 0, total = 1; first < total;) {
    const part = session.call('gradcheck', { handle, first, milliseconds: 0 }, JSON.stringify(given)).value;
    assert.ok(part.next === first + 1 || part.total === 0);
    parts.push(part);
    ({ next: first, total } = part);
  }
  session.close(handle);
  return parts;
}
/** @param {any} run @param {string} node */
function gradOf(run, node) {
  const [index, nr] = run.nodes.find((/** @type {any} */ one) => one.node === node).edge;
  const event = run.events.find((/** @type {any} */ one) => one.id === run.backward.nodes[index].id);
  return event.gradOutputs[nr].data;
}
/** @param {number[]} actual @param {number[]} expected */
function near(actual, expected) {
  assert.equal(actual.length, expected.length);
  expected.forEach((value, i) => assert.ok(Math.abs(value - actual[i]) < 1e-12, `${actual} is not ${expected}`));
}

test('values and gradients of every node, with hooks', () => {
  const run = gradients(REGION, { values: VALUES, hooks: HOOKS });
  assert.equal(run.error, undefined);
  near(run.outputs[0].first.data, [0.6695620904606423, 1.6590806038544768, 0.7553980495532577, 1.8746181209797876]);
  near(gradOf(run, 'x'), [0.1, 0.1, 0.1, 0.1, 0.1, 0.1]);
  near(gradOf(run, 'y'), [0.5838181366674822, 1.1787776299268922, 2.0130804961138735]);
  near(
    gradOf(run, 'mul'),
    [
      1.0499572812512559, 1.5395095335611728, 2.0678185738178096, 1.1970560213558914, 1.741751446429315,
      2.3212248732808844,
    ],
  );
  near(
    gradOf(run, 'exp'),
    [
      0.9987502603949663, 1.393005831389236, 1.779787940284876, 0.9800665778412416, 1.3564773903949026,
      1.7196056804260906,
    ],
  );
  near(gradOf(run, 'add'), [0.5, 0.7, 0.9, 0.5, 0.7, 0.9]);
  const off = run.nodes.filter((/** @type {any} */ one) => !one.gradMode).map((/** @type {any} */ one) => one.node);
  assert.deepEqual(off, ['cos', '_set_grad_enabled_1']);
  assert.deepEqual(
    run.hookCalls.map((/** @type {any} */ call) => [
      call.hook,
      run.events[call.event].name,
      call.gave[0].data[0] / call.got[0].data[0] === 2,
    ]),
    [
      [0, 'ExpBackward0', true],
      [3, 'torch::autograd::AccumulateGrad', false],
    ],
  );
  assert.deepEqual(run.refusals, [
    '',
    "cannot register a hook on a tensor that doesn't require gradient",
    'the program has no node of this name that runs',
    '',
  ]);
});

test('hooks on nodes of the backward graph and on saved tensors change gradients as in PyTorch, in its order', () => {
  const text =
    'def forward(self, x: "f64[2]"):\n    sin = torch.ops.aten.sin.default(x)\n    exp = ' +
    'torch.ops.aten.exp.default(sin)\n    return (exp,)\n';
  const run = (/** @type {object[]} */ hooks) =>
    gradients(text, { values: { x: { value: { dtype: 'f64', shape: [2], data: [0.5, 1] } } }, hooks });
  const plain = [0.5, 1].map((x) => Math.exp(Math.sin(x)) * Math.cos(x));
  const times = (/** @type {number} */ factor) => plain.map((one) => factor * one);
  near(gradOf(run([{ node: 'sin', kind: 'scale', amount: 3, at: 'prehook' }]), 'x'), times(3));
  near(gradOf(run([{ node: 'sin', kind: 'scale', amount: 3, at: 'posthook' }]), 'x'), times(3));
  near(gradOf(run([{ node: 'exp', kind: 'scale', amount: 2, at: 'saved' }]), 'x'), times(2));
  // What sin saved is its input: the cosine of zero is one.
  near(
    gradOf(run([{ node: 'sin', kind: 'zero', at: 'saved' }]), 'x'),
    [0.5, 1].map((x) => Math.exp(Math.sin(x))),
  );
  const all = run(['posthook', 'prehook', 'tensor', 'saved'].map((at) => ({ node: 'sin', kind: 'log', at })));
  near(gradOf(all, 'x'), plain);
  assert.deepEqual(
    all.hookCalls.map((/** @type {any} */ call) => [
      ['post', 'pre', 'tensor', 'saved'][call.hook],
      call.event,
      call.packs ?? null,
      call.saved ?? null,
    ]),
    [
      ['saved', 0, true, 'self'],
      ['tensor', 1, null, null],
      ['pre', 1, null, null],
      ['saved', 2, false, 'self'],
      ['post', 2, null, null],
    ],
  );
  assert.deepEqual(
    all.hookCalls.map((/** @type {any} */ call) => call.gave),
    [[], [], [], [], []],
  );
  const leaf = run([
    { node: 'x', kind: 'log', at: 'saved' },
    { node: 'x', kind: 'scale', amount: 2, at: 'prehook' },
  ]);
  assert.deepEqual(leaf.refusals, ['its node in the backward graph saved no tensor', '']);
  near(gradOf(leaf, 'x'), times(2));
  assert.throws(() => run([{ node: 'sin', kind: 'log', at: 'nowhere' }]), /hooks are put on no such place/);
});

test('a run that fails tells how far it came', () => {
  const run = gradients(
    'def forward(self, x: "f64[2]", y: "f64[3]"):\n    sin = torch.ops.aten.sin.default(x)\n    add = ' +
      'torch.ops.aten.add.Tensor(sin, y)\n    return (add,)\n',
    {},
  );
  assert.deepEqual(
    run.nodes.map((/** @type {any} */ one) => one.node),
    ['x', 'y', 'sin'],
  );
  assert.match(run.error.message, /size of tensor a \(2\) must match/);
  assert.equal(run.error.node, 'add');
  assert.deepEqual(run.events, []);
});

test("an in-place write to a saved value is PyTorch's error, and the versions tell", () => {
  const run = gradients(
    'def forward(self, x: "f64[2]"):\n    exp = torch.ops.aten.exp.default(x)\n    mul_ = ' +
      'torch.ops.aten.mul_.Tensor(exp, 2)\n    return (mul_,)\n',
    {},
  );
  assert.match(run.error.message, /has been modified by an inplace operation/);
  const saved = run.backward.nodes
    .flatMap((/** @type {any} */ node) => node.saved)
    .find((/** @type {any} */ one) => one.name === 'result');
  assert.deepEqual([saved.savedVersion, saved.version, saved.bytes], [0, 1, 16]);
});

test('what a program takes, and values chosen for it', () => {
  const { handle } = session.open('def forward(self, x, n: "Sym(s0)", y: "i64[2]"):\n    return (x,)\n');
  assert.deepEqual(session.call('inputs', { handle }).value, [
    { name: 'x', kind: 'input', known: false },
    { name: 'n', kind: 'input', known: true },
    { name: 'y', kind: 'input', dtype: 'i64', shape: [2] },
  ]);
  const run = (/** @type {object} */ values) => session.call('gradients', { handle }, JSON.stringify({ values })).value;
  assert.throws(
    () => run({}),
    (error) =>
      error instanceof SeesawError &&
      error.diagnostics[0].node === 'x' &&
      /what the input 'x' takes is not known/.test(error.message),
  );
  const typed = run({ x: { type: 'f32[2, 2]', fill: 3 }, y: { seed: 4 } });
  assert.deepEqual(typed.inputs[0].first.data, [3, 3, 3, 3]);
  assert.deepEqual(
    typed.inputs.map((/** @type {any} */ one) => one.requiresGrad),
    [true, false, false],
  );
  assert.throws(() => run({ x: { type: 'nonsense' } }), /is no type of a value/);
  assert.throws(
    () =>
      session.call(
        'gradients',
        { handle },
        JSON.stringify({ values: { x: { type: 'f32[1]' } }, hooks: [{ node: 'x', kind: 'explode' }] }),
      ),
    /there is no such hook/,
  );
  session.close(handle);
});

test('seeds: the same values again, and others', () => {
  const text = 'def forward(self, x: "f64[3]"):\n    return (x,)\n';
  const data = (/** @type {object} */ given) => gradients(text, given).inputs[0].first.data;
  assert.deepEqual(data({ seed: 3 }), data({ values: { x: { seed: 3 } } }));
  assert.notDeepEqual(data({ seed: 3 }), data({ seed: 4 }));
});

test('gradients held against differences, an element at a time', () => {
  const good = gradcheck(
    'def forward(self, x: "f32[2, 3]", w: "f32[4, 3]"):\n    linear = torch.ops.aten.linear.default(x, w)\n  ' +
      '  tanh = torch.ops.aten.tanh.default(linear)\n    return (tanh,)\n',
  );
  assert.equal(good.length, 18);
  assert.ok(good.every((part) => part.wrong === 0 && part.worst.excess < 0.1));
  // Every element once, and no leaf waits for the other's end.
  assert.equal(new Set(good.map((part) => `${part.worst.input}${part.worst.index}`)).size, 18);
  assert.deepEqual(new Set(good.slice(0, 3).map((part) => part.worst.input)), new Set(['x', 'w']));
  // What goes through a region without gradients is seen by the differences only.
  assert.ok(gradcheck(REGION).some((part) => part.wrong === 1));
  assert.deepEqual(gradcheck('def forward(self, n: "i64[2]"):\n    return (n,)\n'), [
    { total: 0, next: 0, wrong: 0, undefined: 0 },
  ]);
});

const ATTRIBUTES = `def forward(self, x: "f64[2]"):
    w: "f64[2]" = self.w
    linear_weight = self.linear.weight
    mul = torch.ops.aten.mul.Tensor(x, w)
    add = torch.ops.aten.add.Tensor(mul, linear_weight)
    return (add,)
`;

test('attributes of which a text says no more take values by their path', () => {
  const { handle } = session.open(ATTRIBUTES);
  assert.deepEqual(session.call('inputs', { handle }).value.slice(1), [
    { name: 'w', kind: 'attribute', target: 'w', dtype: 'f64', shape: [2] },
    { name: 'linear.weight', kind: 'attribute', target: 'linear.weight', known: false },
  ]);
  session.close(handle);
  const values = { x: { fill: 2 }, w: { fill: 5 }, 'linear.weight': { type: 'f64[2]', fill: 1 } };
  const run = gradients(ATTRIBUTES, { values });
  assert.deepEqual(run.outputs[0].first.data, [11, 11]);
  assert.deepEqual(
    [gradOf(run, 'x'), gradOf(run, 'w'), gradOf(run, 'linear_weight')],
    [
      [5, 5],
      [2, 2],
      [1, 1],
    ],
  );
  assert.deepEqual(
    gradients(ATTRIBUTES, { values: { ...values, w: { fill: 5, requiresGrad: false } } }).inputs.map(
      (/** @type {any} */ one) => one.requiresGrad,
    ),
    [true, false, true],
  );
  assert.deepEqual(
    gradcheck(ATTRIBUTES, { values }).map(({ wrong, total }) => [wrong, total]),
    Array(6).fill([0, 6]),
  );
  assert.throws(
    () => gradients(ATTRIBUTES, {}),
    (error) =>
      error instanceof SeesawError &&
      error.diagnostics[0].node === 'linear.weight' &&
      /the value of the attribute 'linear\.weight' is not known/.test(error.message),
  );
});

test('what is not finite fills a value of a floating dtype, and no other', () => {
  const text = 'def forward(self, x: "f32[2]", n: "i64[2]"):\n    return (x, n)\n';
  for (const fill of ['inf', '-inf', 'nan'])
    assert.deepEqual(gradients(text, { values: { x: { fill } } }).inputs[0].first.data, [fill, fill]);
  assert.throws(() => gradients(text, { values: { n: { fill: 'nan' } } }), /nan is no whole number/);
  assert.throws(() => gradients(text, { values: { x: { fill: 'much' } } }), /an element must be a number/);
});

test('a hook is on one call of a graph that is called twice', () => {
  const body =
    '    class sub(torch.nn.Module):\n        def forward(self, a: "f64[1]"):\n            sin = ' +
    'torch.ops.aten.sin.default(a)\n            return sin\n';
  const text =
    'class M(torch.nn.Module):\n    def forward(self, x: "f64[1]", y: "f64[1]"):\n        one = ' +
    'self.sub(x)\n        two = self.sub(y)\n        add = ' +
    'torch.ops.aten.add.Tensor(one, two)\n  ' +
    `      return (add,)\n\n${body}`;
  const hooked = (/** @type {object} */ more) =>
    gradients(text, {
      values: { x: { fill: 0 }, y: { fill: 0 } },
      hooks: [{ graph: 'sub', node: 'sin', kind: 'scale', amount: 10, ...more }],
    });
  const of = (/** @type {any} */ run) => [gradOf(run, 'x')[0], gradOf(run, 'y')[0], run.refusals[0]];
  assert.deepEqual(of(hooked({})), [10, 1, '']);
  assert.deepEqual(of(hooked({ call: 2 })), [1, 10, '']);
  assert.deepEqual(of(hooked({ call: 3 })), [1, 1, 'its graph runs 2 times']);
});

test('where gradient and difference are nan, nothing was compared', () => {
  // The sum is nan, and so is each difference; the gradient of sqrt(4) is not.
  const parts = gradcheck(
    'def forward(self, x: "f64[2]"):\n    sqrt = torch.ops.aten.sqrt.default(x)\n    return (sqrt,)\n',
    { values: { x: { value: { dtype: 'f64', shape: [2], data: [-1, 4] } } } },
  );
  assert.deepEqual(parts.map(({ wrong, undefined: neither }) => [wrong, neither]).sort(), [
    [0, 1],
    [1, 0],
  ]);
});
