/** What the page makes of inputs that a person writes, and of what the engine tells of a run. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { requestOf, readType } from '../../web/src/model/autograd/choices.js';
import { isOn } from '../../web/src/model/autograd/hooks.js';
import { readLiteral } from '../../web/src/text/literal.js';
import { firstOf, leavesAfter, modelOf } from '../../web/src/model/autograd/differentiation.js';
import { numberText, shortNumbers } from '../../web/src/text/numbers.js';
import { fittingParts, partsText } from '../../web/src/model/autograd/values.js';
import { placeChips } from '../../web/src/ui/canvas/chips.js';
import { asDocument, emptyDocument, sparse } from '../../web/src/model/document.js';
import { asInputs, emptyInputs, renamedInputs } from '../../web/src/model/inputs.js';

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {string} text @param {object} [given] @param {string[]} [hooks] @param {object} [sampleFormulas] */
function model(text, given = {}, hooks = [], sampleFormulas = {}) {
  const { handle } = session.open(text);
  const answer = session.call('gradients', { handle }, JSON.stringify(given)).value;
  session.close(handle);
  return modelOf({ ...answer, sampleFormulas }, hooks);
}

test("literals in Python's and JSON's spelling", () => {
  const good = {
    1: [[], [1]],
    '-2.5e3': [[], [-2500]],
    '[1, 2,]': [[2], [1, 2]],
    '((1, 2), (3, inf))': [
      [2, 2],
      [1, 2, 3, 'inf'],
    ],
    True: [[], [1]],
    '[]': [[0], []],
    '[[], []]': [[2, 0], []],
    "float('nan')": [[], ['nan']],
    'torch.tensor([1., .5])': [[2], [1, 0.5]],
    '1_000': [[], [1000]],
    '[9007199254740993, -3]': [[2], ['9007199254740993', -3]],
    '-math.inf': [[], ['-inf']],
  };
  for (const [text, [shape, data]] of Object.entries(good)) assert.deepEqual(readLiteral(text), { shape, data }, text);
  const bad = {
    '': 'a number or a list is missing (column 1)',
    '[1': "']' is missing (column 3)",
    '1]': "']' closes nothing|behind the end",
    '[1 2]': 'a comma is missing (column 4)',
    '[1, [2]]': 'rows differ in their shape (column 7)',
    '[1,, 2]': 'a comma is not expected (column 4)',
    x: "'x' is no number (column 1)",
    '[1)': "')' closes nothing (column 3)",
    '1e400': "'1e400' is too large: write inf (column 1)",
    '[1, $]': "'$' is not expected (column 5)",
  };
  for (const [text, message] of Object.entries(bad))
    assert.throws(
      () => readLiteral(text),
      (/** @type {Error} */ error) => message.split('|').some((part) => error.message.includes(part)),
      text,
    );
  assert.equal(readLiteral('['.repeat(64) + ']'.repeat(64)).shape.length, 64);
  assert.throws(() => readLiteral('['.repeat(200_000)), /nested too deep/);
  assert.throws(() => readLiteral(`[${'1,'.repeat(600_000)}]`), /too many elements/);
});

test('what the engine is asked, and mistakes by name', () => {
  const wanted = /** @type {import('../../web/src/model/autograd/choices.js').Wanted[]} */ ([
    { name: 'x', kind: 'input', dtype: 'f32', shape: [2] },
    { name: 'y', kind: 'input', known: false },
    { name: 'w', kind: 'parameter', dtype: 'f32', shape: ['s0', 2] },
  ]);
  const ask = (/** @type {Record<string, any>} */ values) => requestOf(wanted, { ...emptyInputs(), seed: 5, values });
  assert.deepEqual(ask({}), { payload: { seed: 5, values: { y: { type: 'f32[3]' } }, hooks: [] }, mistakes: {} });
  assert.deepEqual(
    ask({
      x: { kind: 'constant', text: '2' },
      y: { kind: 'range', value: 0.5, type: 'f64[]' },
      w: { kind: 'constant', text: '[[1, 2]]', grad: false },
    }).payload.values,
    {
      x: { fill: 2 },
      y: { type: 'f64[]', fill: 0.5 },
      w: { requiresGrad: false, value: { dtype: 'f32', shape: [1, 2], data: [1, 2] } },
    },
  );
  assert.deepEqual(ask({ x: { kind: 'constant', text: '[1]' }, y: { kind: 'seed', type: 'f32[?]' } }).mistakes, {
    x: 'the shape is [1], f32[2] asks for [2]',
    y: "'f32[?]' is no type: write it as f32[2, 3]",
  });
  // What is not finite fills, as other numbers do; a slider stays in its bounds.
  for (const [text, fill] of Object.entries({ inf: 'inf', '-inf': '-inf', "float('nan')": 'nan' }))
    assert.deepEqual(ask({ x: { kind: 'constant', text } }).payload.values.x, { fill });
  const range = (/** @type {object} */ source) => ask({ x: { kind: 'range', ...source } }).payload.values.x;
  assert.deepEqual(
    [range({ value: 0.5, low: 10, high: 20 }), range({ value: 0.5, low: 0, high: -1 }), range({ value: 9 })],
    [{ fill: 10 }, { fill: 0 }, { fill: 2 }],
  );
  assert.deepEqual(readType(' f32[ 2,3 ] '), { dtype: 'f32', shape: [2, 3] });
  assert.equal(readType('f32'), null);
});

test('steps know the node that they belong to, also inside of a composite operator', () => {
  const { steps, nodes, byKey } = model(
    'def forward(self, x: "f64[2, 3]", w: "f64[4, 3]"):\n    linear = torch.ops.aten.linear.default(x, w)\n  ' +
      '  sin = torch.ops.aten.sin.default(linear)\n    return (sin,)\n',
  );
  assert.deepEqual(steps.map(({ name, forward }) => `${name.replace('torch::autograd::', '')} ${forward}`).sort(), [
    'AccumulateGrad w',
    'AccumulateGrad x',
    'MmBackward0 linear',
    'SinBackward0 sin',
    'TBackward0 linear',
  ]);
  assert.deepEqual(
    steps[0].gave.map(({ label }) => label),
    ['linear'],
  );
  assert.deepEqual(byKey.get('x')?.grad?.shape, [2, 3]);
  assert.deepEqual(
    nodes.map(({ key }) => key),
    ['x', 'w', 'linear', 'sin'],
  );
});

test('what leaves have so far, what is saved, and the order of hooks', () => {
  const given = { values: { x: { fill: 0 } }, hooks: [{ node: 'sin', kind: 'scale', amount: 4 }] };
  const run = model(
    'def forward(self, x: "f64[2]"):\n    sin = torch.ops.aten.sin.default(x)\n    exp = ' +
      'torch.ops.aten.exp.default(sin)\n    return (exp,)\n',
    given,
    ['the hook'],
    { 'torch.ops.aten.sin.default': 'formula' },
  );
  assert.deepEqual(
    run.moments.map(({ kind, label, step }) => [kind, label.replace('torch::autograd::', ''), step]),
    [
      ['node', 'ExpBackward0', 0],
      ['hook', 'the hook', 1],
      ['node', 'SinBackward0', 1],
      ['node', 'AccumulateGrad', 2],
    ],
  );
  assert.deepEqual(
    run.steps.map(({ formula }) => formula),
    [null, 'formula', null],
  );
  assert.deepEqual(leavesAfter(run, 1), []);
  assert.deepEqual(
    leavesAfter(run, 2).map(({ key, values }) => [key, values?.data]),
    [['x', [4, 4]]],
  );
  assert.deepEqual(
    run.saved.map(({ node, slot, type, bytes, stale, forward }) => [node, slot, type, bytes, stale, forward]),
    [
      ['ExpBackward0', 'result', 'f64[2]', 16, false, 'exp'],
      ['SinBackward0', 'self', 'f64[2]', 16, false, 'sin'],
    ],
  );
  assert.equal(run.savedBytes, 32);
});

test('regions without gradients, in graphs of operators too', () => {
  const run = model(`class M(torch.nn.Module):
    def forward(self, x: "f64[2]"):
        submod = self.submod
        wrap = torch.ops.higher_order.wrap_with_set_grad_enabled(False, submod, x)
        getitem = wrap[0]
        return (getitem,)

    class submod(torch.nn.Module):
        def forward(self, x: "f64[2]"):
            sin = torch.ops.aten.sin.default(x)
            return (sin,)
`);
  assert.deepEqual(
    run.regions.map(({ from, to, graph }) => [run.nodes[from].key, run.nodes[to].key, graph]),
    [['submod.x', 'submod.sin', 'submod']],
  );
  assert.deepEqual(run.steps, []);
});

const CALLED = `class M(torch.nn.Module):
    def forward(self, x: "f64[1]", y: "f64[1]"):
        one = self.sub(x)
        two = self.sub(y)
        return (one, two)

    class sub(torch.nn.Module):
        def forward(self, a: "f64[1]"):
            inner = self.inner(a)
            return inner

        class inner(torch.nn.Module):
            def forward(self, b: "f64[1]"):
                sin = torch.ops.aten.sin.default(b)
                return sin
`;

test('calls of a graph are told apart: keys, callers, gradients, steps', () => {
  const run = model(CALLED, {
    values: { x: { fill: 0 }, y: { fill: 1 } },
    hooks: [{ graph: 'sub.inner', node: 'sin', kind: 'scale', amount: 10, call: 2 }],
  });
  assert.deepEqual(
    run.nodes.map(({ key, caller }) => [key, caller]),
    [
      ['x', ''],
      ['y', ''],
      ['sub.a (call 1)', 'one'],
      ['sub.inner.b (call 1)', 'inner'],
      ['sub.inner.sin (call 1)', 'inner'],
      ['sub.inner (call 1)', 'one'],
      ['one', ''],
      ['sub.a (call 2)', 'two'],
      ['sub.inner.b (call 2)', 'inner'],
      ['sub.inner.sin (call 2)', 'inner'],
      ['sub.inner (call 2)', 'two'],
      ['two', ''],
    ],
  );
  assert.deepEqual(
    ['x', 'y'].map((key) => run.byKey.get(key)?.grad?.data[0]),
    [1, 10 * Math.cos(1)],
  );
  assert.deepEqual(
    run.nodes.filter(({ place }) => place === 'sub.inner.sin').map(({ call, calls }) => [call, calls]),
    [
      [1, 2],
      [2, 2],
    ],
  );
  const isOnCalls = (/** @type {number | undefined} */ call) =>
    run.nodes
      .filter((node) =>
        isOn({ graph: 'sub.inner', node: 'sin', kind: 'log', amount: 1, ...(call ? { call } : {}) }, node),
      )
      .map(({ key }) => key);
  assert.deepEqual([isOnCalls(undefined), isOnCalls(2)], [['sub.inner.sin (call 1)'], ['sub.inner.sin (call 2)']]);
  // Two results: the pass begins at a node that knows them.
  const [first] = run.steps;
  assert.equal(first.root, true);
  assert.deepEqual(
    first.gave.map(({ label }) => label),
    ['sub.inner.sin (call 1)', 'sub.inner.sin (call 2)'],
  );
  assert.deepEqual(
    run.steps.slice(1).map(({ root }) => root),
    run.steps.slice(1).map(() => false),
  );
});

test('a text on a node is cut in each of its parts', () => {
  const text = partsText(['hook × 5', '[0.2296, −0.978, −0.8294]', 'grad [1.25, −2.5, 3.125]']);
  assert.equal(fittingParts(text, 100), text);
  assert.equal(fittingParts(text, 46), 'hook × 5 · [0.2296, …] · grad [1.25, …]');
  for (let letters = 20; letters < 70; letters++) {
    const cut = fittingParts(text, letters);
    assert.ok(cut.length <= letters && cut.split(' · ').length === 3, cut);
    if (letters > 30) assert.match(cut, /gr/);
  }
});

test('texts below boxes have two lines, and give way where both are taken', () => {
  const at = (/** @type {number[][]} */ ...boxes) =>
    placeChips(
      boxes.map(([left, top, width]) => ({ left, top, width })),
      18,
      4,
    ).map(({ line, width }) => [line, width]);
  assert.deepEqual(at([0, 0, 80], [90, 0, 80], [200, 40, 300], [220, 0, 50]), [
    [0, 80],
    [0, 80],
    [0, 300],
    [0, 50],
  ]);
  assert.deepEqual(at([0, 0, 200], [90, 0, 200], [180, 5, 200], [300, 0, 10]), [
    [0, 176],
    [1, 200],
    [0, 200],
    [1, 10],
  ]);
  // In any order; a pile of them has no width below nothing.
  assert.deepEqual(at([90, 0, 200], [0, 0, 200]), [
    [1, 200],
    [0, 200],
  ]);
  const pile = at(...Array.from({ length: 9 }, (_, place) => [place, 0, 100]));
  assert.ok(pile.every(([, width = -1]) => width >= 0) && pile[8][1] === 100);
  assert.equal(fittingParts('[1, 2, 3] · grad [1, 2, 3]', 4), '[1…');
  assert.equal(fittingParts('[1, 2, 3] · grad [1, 2, 3]', 0), '…');
});

test('plain values as Python says them', () => {
  const run = model(
    'def forward(self, x: "f32[2]"):\n    sym_size = torch.ops.aten.sym_size.int(x, 0)\n    ge = sym_size >= ' +
      '3\n    split = torch.ops.aten.split.Tensor(x, 1)\n    getitem = ' +
      'split[0]\n    return (getitem, ge)\n',
  );
  assert.deepEqual(run.nodes.map(({ name, value, several }) => [name, value, several]).slice(1, 4), [
    ['sym_size', '2', false],
    ['ge', 'False', false],
    ['split', '2 values', true],
  ]);
});

test('a renamed node keeps its values and hooks', () => {
  const inputs = asInputs({
    values: { x: { kind: 'constant', text: '3' }, y: { kind: 'seed' } },
    hooks: [
      { node: 'x', kind: 'log' },
      { graph: 'sub', node: 'x', kind: 'zero' },
    ],
  });
  const after = renamedInputs(inputs, { graph: '', node: 'x', name: 'inp', input: true });
  assert.deepEqual(Object.keys(after.values), ['inp', 'y']);
  assert.deepEqual(
    after.hooks.map(({ node }) => node),
    ['inp', 'x'],
  );
  // The name of an attribute stays.
  assert.deepEqual(Object.keys(renamedInputs(inputs, { graph: '', node: 'x', name: 'inp', input: false }).values), [
    'x',
    'y',
  ]);
  assert.equal(renamedInputs(inputs, { graph: '', node: 'z', name: 'inp', input: true }), inputs);
});

test('numbers as a table shows them', () => {
  const truth = { dtype: 'bool', device: 'cpu', shape: [2], data: [0, 1] };
  assert.deepEqual(
    [
      firstOf({ name: 'b', first: truth })?.data,
      firstOf({ name: 'i', first: { ...truth, dtype: 'int64' } })?.data,
      firstOf({ name: 'n' }),
    ],
    [['False', 'True'], [0, 1], null],
  );
  assert.deepEqual([0, 1, -2.5, 1 / 3, 1e-7, -1e-7, 123456, 'nan', '-inf', NaN].map(numberText), [
    '0',
    '1',
    '−2.5',
    '0.3333',
    '1.00e−7',
    '−1.00e−7',
    '1.23e+5',
    'nan',
    '−inf',
    'NaN',
  ]);
  assert.equal(shortNumbers({ shape: [5], data: [1, 2, 3, 4, 5] }), '[1, 2, 3, …]');
  assert.equal(shortNumbers({ shape: [], data: [2] }), '2');
});

test('inputs in a document: kept, checked, and left out where nothing was chosen', () => {
  const doc = {
    ...emptyDocument(),
    text: 'x',
    inputs: {
      seed: 3,
      values: { x: { kind: /** @type {const} */ ('range'), value: 1, low: 0, high: 2 } },
      hooks: [{ graph: '', node: 'sin', kind: /** @type {const} */ ('clip'), amount: 0.5 }],
    },
  };
  assert.deepEqual(asDocument(JSON.parse(JSON.stringify(sparse(doc)))), doc);
  assert.equal('inputs' in sparse({ ...emptyDocument(), text: 'x' }), false);
  assert.deepEqual(
    asInputs({
      seed: 'a',
      values: { x: { kind: 'evil' }, y: 3, z: { kind: 'seed', seed: -4, text: 7 } },
      hooks: [
        null,
        { node: 'a', kind: 'run' },
        { node: 'b', kind: 'zero', at: 'nowhere' },
        { node: 'c', kind: 'log', at: 'saved' },
        { node: 'd', kind: 'clip', amount: -1, call: 2 },
        { node: 'e', kind: 'log', call: 1.5 },
      ],
    }),
    {
      seed: 0,
      values: { z: { kind: 'seed', seed: 0 } },
      hooks: [
        { graph: '', node: 'b', kind: 'zero', amount: 1 },
        { graph: '', node: 'c', kind: 'log', amount: 1, at: 'saved' },
        { graph: '', node: 'd', kind: 'clip', amount: 1, call: 2 },
        { graph: '', node: 'e', kind: 'log', amount: 1 },
      ],
    },
  );
});

test('the loss is chosen: the sum or the mean of all results, or of one', () => {
  const text = `def forward(self, x: "f32[4]"):
    sin = torch.ops.aten.sin.default(x)
    mul = torch.ops.aten.mul.Tensor(x, 3)
    return (sin, mul)
`;
  const gradient = (/** @type {any} */ loss) => {
    const payload = { values: { x: { fill: 0 } }, ...(loss === undefined ? {} : { loss }) };
    const { handle } = session.open(text);
    const answer = session.call('gradients', { handle }, JSON.stringify(payload)).value;
    session.close(handle);
    const model = modelOf(answer);
    assert.deepEqual(model.outputs, ['f32[4]', 'f32[4]']);
    return model.byKey.get('x')?.grad?.data[0];
  };
  assert.equal(gradient(undefined), 4);
  assert.equal(gradient({ output: 0 }), 1);
  assert.equal(gradient({ output: 1 }), 3);
  assert.equal(gradient({ output: -1, mean: true }), 1);
  assert.equal(gradient({ output: 1, mean: true }), 0.75);
  assert.deepEqual(asInputs({ loss: { output: 1, mean: true } }).loss, { output: 1, mean: true });
  assert.deepEqual(asInputs({ loss: { output: -7, mean: 'no' } }).loss, { output: -1, mean: false });
  assert.equal(asInputs({ loss: 'x' }).loss, undefined);
});

test('formulas have the numbers and shapes of the call, also of lists and of what saved nothing of itself', () => {
  const { handle } = session.open(`def forward(self, x: "f32[2, 3]", w: "f32[3, 4]"):
    mm = torch.ops.aten.mm.default(x, w)
    mul = torch.ops.aten.mul.Tensor(mm, 3.5)
    pow_1 = torch.ops.aten.pow.Tensor_Scalar(mul, 5)
    sum_1 = torch.ops.aten.sum.dim_IntList(pow_1, [1])
    cat = torch.ops.aten.cat.default([sum_1, sum_1], 0)
    mul_1 = torch.ops.aten.mul.Tensor(cat, cat)
    return (mul_1,)
`);
  const answer = session.call('gradients', { handle, formulas: true }).value;
  const without = session.call('gradients', { handle }).value;
  session.close(handle);
  const { steps } = modelOf(answer);
  assert.deepEqual(
    steps.filter(({ leaf }) => leaf === null).map(({ formula }) => [formula?.call, ...formulaLines(formula)]),
    [
      ['mul(self: f32[4], other: f32[4])', 'self = grad * other', 'other = grad * self'],
      [
        'cat([tensors[0]: f32[2], tensors[1]: f32[2]], 0)',
        'tensors[0] = narrow(grad, 0, 0, 2)',
        'tensors[1] = narrow(grad, 0, 2, 2)',
      ],
      ['sum(self: f32[2, 4], [1], False)', 'self = expand(unsqueeze(grad, 1), [2, 4])'],
      ['pow(self: f32[2, 4], 5)', 'self = grad * (self ** 4 * 5)'],
      ['mul(self: f32[2, 4], 3.5)', 'self = grad * 3.5'],
      ['mm(self: f32[2, 3], mat2: f32[3, 4])', 'self = mm(grad, t(mat2))', 'mat2 = mm(t(self), grad)'],
    ],
  );
  // They change nothing of the run, and are made on request.
  assert.equal(without.formulas, undefined);
  const gradients = (/** @type {any} */ { events }) => events.map((/** @type {any} */ one) => one.gradInputs);
  assert.deepEqual(gradients(answer), gradients(without));
  assert.ok(steps.every(({ sampled, leaf }) => sampled === (leaf !== null)));
});

test('where the budget ends, the formula of a sample of the operator stands for that of the node', () => {
  const lines = Array.from({ length: 1010 }, (_, i) => `    sin_${i + 1} = torch.ops.aten.sin.default(sin_${i})\n`);
  const { handle } = session.open(`def forward(self, sin_0: "f32[2]"):\n${lines.join('')}    return (sin_1010,)\n`);
  const answer = session.call('gradients', { handle, formulas: true }).value;
  session.close(handle);
  const sines = modelOf(answer).steps.filter(({ op }) => op === 'torch.ops.aten.sin.default');
  assert.deepEqual(
    [sines.length, sines.filter(({ sampled }) => !sampled).length, Object.keys(answer.sampleFormulas)],
    [1010, 1000, ['torch.ops.aten.sin.default']],
  );
  assert.ok(sines.every(({ formula }) => formulaLines(formula)[0] === 'self = grad * cos(self)'));
});

/** @param {import('../../web/src/model/autograd/differentiation.js').Formula | null} formula */
function formulaLines(formula) {
  return (formula?.gradients ?? []).map((one) => [...one.steps, `${one.input} = ${one.formula}`].join('; '));
}

test('what an operator takes as its graph is asked for no value, in a block mask either', () => {
  const { handle } = session.read(`def forward(self, q: "f32[1, 1, 4, 4]"):
    sdpa_score0 = self.sdpa_score0
    sdpa_mask0 = self.sdpa_mask0
    w = self.w
    flex = torch.ops.higher_order.flex_attention(q, q, q, sdpa_score0, (1, 1, w, q, sdpa_mask0), 0.5, {}, (), ())
    return (flex,)
`);
  const wanted = session.call('inputs', { handle }).value;
  session.close(/** @type {number} */ (handle));
  assert.deepEqual(
    wanted.map((/** @type {any} */ one) => one.name),
    ['q', 'w'],
  );
});
