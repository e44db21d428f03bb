/** What the page makes of inputs that a person writes, and of what the engine tells of a run. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { requestOf, readType } from '../../web/src/autograd/choices.js';
import { readLiteral } from '../../web/src/autograd/literal.js';
import { leavesAfter, modelOf } from '../../web/src/autograd/model.js';
import { numberText, shortNumbers } from '../../web/src/autograd/numbers.js';
import { asDocument, emptyDocument, sparse } from '../../web/src/document.js';
import { asInputs, emptyInputs } from '../../web/src/inputs.js';

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {string} text @param {object} [given] @param {Map<string, any>} [formulas] @param {string[]} [hooks] */
function model(text, given = {}, formulas = new Map(), hooks = []) {
  const { handle } = session.open(text);
  const answer = session.call('gradients', { handle }, JSON.stringify(given)).value;
  session.close(handle);
  return modelOf(answer, formulas, hooks);
}

test('literals in Python\'s and JSON\'s spelling', () => {
  const good = {
    '1': [[], [1]], '-2.5e3': [[], [-2500]], '[1, 2,]': [[2], [1, 2]], '((1, 2), (3, inf))': [[2, 2], [1, 2, 3, 'inf']], True: [[], [1]], '[]': [[0], []],
    '[[], []]': [[2, 0], []], "float('nan')": [[], ['nan']], 'torch.tensor([1., .5])': [[2], [1, 0.5]], '1_000': [[], [1000]], '-math.inf': [[], ['-inf']],
  };
  for (const [text, [shape, data]] of Object.entries(good)) assert.deepEqual(readLiteral(text), { shape, data }, text);
  const bad = {
    '': 'a number or a list is missing (column 1)', '[1': "']' is missing (column 3)", '1]': "']' closes nothing|behind the end", '[1 2]': 'a comma is missing (column 4)',
    '[1, [2]]': 'rows differ in their shape (column 7)', '[1,, 2]': 'a comma is not expected (column 4)', 'x': "'x' is no number (column 1)", '[1)': "')' closes nothing (column 3)", '[1, $]': "'$' is not expected (column 5)",
  };
  for (const [text, message] of Object.entries(bad)) assert.throws(() => readLiteral(text), (/** @type {Error} */ error) => message.split('|').some((part) => error.message.includes(part)), text);
  assert.equal(readLiteral('['.repeat(64) + ']'.repeat(64)).shape.length, 64);
  assert.throws(() => readLiteral('['.repeat(200_000)), /nested too deep/);
  assert.throws(() => readLiteral(`[${'1,'.repeat(600_000)}]`), /too many elements/);
});

test('what the engine is asked, and mistakes by name', () => {
  const wanted = /** @type {import('../../web/src/autograd/choices.js').Wanted[]} */ ([
    { name: 'x', kind: 'input', dtype: 'f32', shape: [2] },
    { name: 'y', kind: 'input', known: false },
    { name: 'w', kind: 'parameter', dtype: 'f32', shape: ['s0', 2] },
  ]);
  const ask = (/** @type {Record<string, any>} */ values) => requestOf(wanted, { ...emptyInputs(), seed: 5, values });
  assert.deepEqual(ask({}), { payload: { seed: 5, values: { y: { type: 'f32[3]' } }, hooks: [] }, mistakes: {} });
  assert.deepEqual(ask({ x: { kind: 'constant', text: '2' }, y: { kind: 'range', value: 0.5, type: 'f64[]' }, w: { kind: 'constant', text: '[[1, 2]]', grad: false } }).payload.values, {
    x: { fill: 2 },
    y: { type: 'f64[]', fill: 0.5 },
    w: { requiresGrad: false, value: { dtype: 'f32', shape: [1, 2], data: [1, 2] } },
  });
  assert.deepEqual(ask({ x: { kind: 'constant', text: '[1]' }, y: { kind: 'seed', type: 'f32[?]' } }).mistakes, {
    x: 'the shape is [1], f32[2] asks for [2]',
    y: "'f32[?]' is no type: write it as f32[2, 3]",
  });
  assert.deepEqual(readType(' f32[ 2,3 ] '), { dtype: 'f32', shape: [2, 3] });
  assert.equal(readType('f32'), null);
});

test('steps know the node that they belong to, also inside of a composite operator', () => {
  const { steps, nodes, byKey } = model('def forward(self, x: "f64[2, 3]", w: "f64[4, 3]"):\n    linear = torch.ops.aten.linear.default(x, w)\n    sin = torch.ops.aten.sin.default(linear)\n    return (sin,)\n');
  assert.deepEqual(steps.map(({ name, forward }) => `${name.replace('torch::autograd::', '')} ${forward}`).sort(), [
    'AccumulateGrad w', 'AccumulateGrad x', 'MmBackward0 linear', 'SinBackward0 sin', 'TBackward0 linear',
  ]);
  assert.deepEqual(steps[0].gave.map(({ label }) => label), ['linear']);
  assert.deepEqual(byKey.get('x')?.grad?.shape, [2, 3]);
  assert.deepEqual(nodes.map(({ key }) => key), ['x', 'w', 'linear', 'sin']);
});

test('what leaves have so far, what is saved, and the order of hooks', () => {
  const given = { values: { x: { fill: 0 } }, hooks: [{ node: 'sin', kind: 'scale', amount: 4 }] };
  const run = model('def forward(self, x: "f64[2]"):\n    sin = torch.ops.aten.sin.default(x)\n    exp = torch.ops.aten.exp.default(sin)\n    return (exp,)\n', given, new Map([['torch.ops.aten.sin.default', /** @type {any} */ ('formula')]]), ['the hook']);
  assert.deepEqual(run.moments.map(({ kind, label, step }) => [kind, label.replace('torch::autograd::', ''), step]), [
    ['node', 'ExpBackward0', 0], ['hook', 'the hook', 1], ['node', 'SinBackward0', 1], ['node', 'AccumulateGrad', 2],
  ]);
  assert.deepEqual(run.steps.map(({ formula }) => formula), [null, 'formula', null]);
  assert.deepEqual(leavesAfter(run, 1), []);
  assert.deepEqual(leavesAfter(run, 2).map(({ key, values }) => [key, values?.data]), [['x', [4, 4]]]);
  assert.deepEqual(run.saved.map(({ node, slot, type, bytes, stale, forward }) => [node, slot, type, bytes, stale, forward]), [
    ['ExpBackward0', 'result', 'f64[2]', 16, false, 'exp'], ['SinBackward0', 'self', 'f64[2]', 16, false, 'sin'],
  ]);
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
  assert.deepEqual(run.regions.map(({ from, to, graph }) => [run.nodes[from].key, run.nodes[to].key, graph]), [['submod.x', 'submod.sin', 'submod']]);
  assert.deepEqual(run.steps, []);
});

test('numbers as a table shows them', () => {
  assert.deepEqual([0, 1, -2.5, 1 / 3, 1e-7, 123456, 'nan', NaN].map(numberText), ['0', '1', '−2.5', '0.3333', '1.00e−7', '1.23e+5', 'nan', 'NaN']);
  assert.equal(shortNumbers({ shape: [5], data: [1, 2, 3, 4, 5] }), '[1, 2, 3, …]');
  assert.equal(shortNumbers({ shape: [], data: [2] }), '2');
});

test('inputs in a document: kept, checked, and left out where nothing was chosen', () => {
  const doc = { ...emptyDocument(), text: 'x', inputs: { seed: 3, values: { x: { kind: /** @type {const} */ ('range'), value: 1, low: 0, high: 2 } }, hooks: [{ graph: '', node: 'sin', kind: /** @type {const} */ ('clip'), amount: 0.5 }] } };
  assert.deepEqual(asDocument(JSON.parse(JSON.stringify(sparse(doc)))), doc);
  assert.equal('inputs' in sparse({ ...emptyDocument(), text: 'x' }), false);
  assert.deepEqual(asInputs({ seed: 'a', values: { x: { kind: 'evil' }, y: 3, z: { kind: 'seed', seed: -4, text: 7 } }, hooks: [null, { node: 'a', kind: 'run' }, { node: 'b', kind: 'zero', at: 'nowhere' }, { node: 'c', kind: 'log', at: 'saved' }] }), {
    seed: 0,
    values: { z: { kind: 'seed', seed: 0 } },
    hooks: [
      { graph: '', node: 'b', kind: 'zero', amount: 1 },
      { graph: '', node: 'c', kind: 'log', amount: 1, at: 'saved' },
    ],
  });
});
