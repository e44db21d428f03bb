/** The reference of operators: all from the records, in `describe` and on the command line. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { SEESAW } from './support.js';

const seesaw = (/** @type {string[]} */ ...args) =>
  spawnSync(process.execPath, [...SEESAW, ...args], { encoding: 'utf8', maxBuffer: 1e8 });

/** @type {Session} */
let session;
/** @type {Map<string, import('../../wasm/js/index.js').OpDescription>} */
let ops;
before(async () => {
  session = await Session.create({ full: true });
  ops = new Map(session.describe().ops.map((op) => [op.path, op]));
});
const aten = (/** @type {string} */ name) => ops.get(`torch.ops.aten.${name}`) ?? assert.fail(name);

test('every operator stands once, with a doc; those of ATen have a schema', () => {
  assert.equal(ops.size, session.describe().ops.length);
  const undocumented = [...ops.values()].filter((op) => !op.doc).map((op) => op.path);
  assert.deepEqual(undocumented, []);
  const unknown = [...ops.values()]
    .filter((op) => op.namespace === 'torch.ops.aten' && !op.schema)
    .map((op) => op.path);
  assert.deepEqual(unknown, []);
});

test('describe leaves out what is not wanted: operators, or the formulas of their derivatives', () => {
  const { ops: none, passes } = session.describe({ operators: false });
  assert.deepEqual(none, []);
  assert.ok(passes.length > 0);
  const plain = session.describe({ formulas: false }).ops;
  assert.ok(plain.every((op) => op.formula === undefined));
  assert.deepEqual(
    plain,
    [...ops.values()].map(({ formula: _, ...rest }) => rest),
  );
});

test('operators of the graph side have what it knows of them, also where another record has their rule', async () => {
  assert.deepEqual((await Session.create()).describe().ops, []);
  const legit = aten('_native_batch_norm_legit.default');
  assert.match(/** @type {string} */ (legit.schema), /running_mean.*-> \(Tensor, Tensor, Tensor\)$/);
  assert.deepEqual([legit.shapeRule, legit.traits], [true, ['mutates']]);
  assert.deepEqual(
    [aten('_assert_scalar.default').sideEffect, aten('_assert_scalar.default').traits],
    [true, ['side_effect']],
  );
  assert.equal(/** @type {any} */ (ops.get('operator.add')).doc, 'a + b');
  assert.equal(/** @type {any} */ (ops.get('operator.neg')).doc, '-a');
});

test('a path is told in its parts, with traits, rules and other names', () => {
  const add = aten('add.Tensor');
  assert.deepEqual([add.namespace, add.name, add.overload], ['torch.ops.aten', 'add', 'Tensor']);
  assert.deepEqual(add.aliases, ['torch.ops.aten.add_.Tensor']);
  assert.deepEqual([add.kernel, add.shapeRule, add.derivative, add.gradFn], [true, true, true, 'AddBackward0']);
  const cond = /** @type {any} */ (ops.get('torch.ops.higher_order.cond'));
  assert.deepEqual(
    [cond.namespace, cond.name, cond.overload, cond.traits],
    ['torch.ops.higher_order', 'cond', undefined, ['higher_order']],
  );
  assert.deepEqual(aten('view.default').traits, ['view']);
  assert.deepEqual(aten('softmax.int').traits, ['composite']);
  assert.equal(aten('mm.default').autocast, 'lower');
  assert.deepEqual([aten('nuclear_norm.dim').kernel, aten('argmax.default').derivative], [false, false]);
});

test('every operator that PyTorch tags as core has a schema and a shape rule', () => {
  const core = JSON.parse(readFileSync(new URL('../data/core_ops.json', import.meta.url), 'utf8')).ops;
  assert.equal(core.length, 189);
  const without = core.filter((/** @type {string} */ path) => !ops.get(path)?.schema || !ops.get(path)?.shapeRule);
  assert.deepEqual(without, []);
});

test('derivatives are formulas that come from what runs', () => {
  /** @type {[string, string[]][]} */
  const expected = [
    ['sin.default', ['self: grad * cos(self)']],
    ['mul.Tensor', ['self: grad * other', 'other: grad * self']],
    ['div.Tensor', ['self: grad / other', 'other: -grad * (self / other / other)']],
    ['exp.default', ['self: grad * result']],
    ['mm.default', ['self: mm(grad, t(mat2))', 'mat2: mm(t(self), grad)']],
    ['glu.default', ['self: glu_backward(grad, self, -1)']],
    ['cat.default', ['tensors[0]: narrow(grad, 0, 0, 2)', 'tensors[1]: narrow(grad, 0, 2, 2)']],
  ];
  for (const [name, rows] of expected)
    assert.deepEqual(
      aten(name).formula?.gradients.map((row) => `${row.input}: ${row.formula}`),
      rows,
      name,
    );
  assert.equal(aten('sin.default').formula?.call, 'sin(self: f64[2, 3])');
  const steps = aten('native_group_norm.default').formula?.gradients[0].steps ?? [];
  assert.deepEqual(steps.slice(0, 3), [
    't0 = reshape(input, [2, 2, 6])',
    't1 = mean(t0, [2], True)',
    't2 = rsqrt(mean((t0 - t1) * (t0 - t1), [2], True) + 1e-05)',
  ]);
  // Prims have a node that refuses, and no formula; formulas are traced with real samples.
  const ofComplex =
    /aten\.(view_as_(real|complex)|complex|polar|angle|_?conj|_?conj_physical|resolve_(conj|neg)|_fft_[cr]2[cr])\./;
  // Numbers that are drawn have no samples; their gradient is zero.
  const drawn = /aten\.(bernoulli|cauchy|exponential|geometric|log_normal|uniform)\.default$/;
  // Without samples: PyTorch has no formula for an input of these, or lays their results otherwise; the formula of
  // _ctc_loss holds for normalised inputs alone; slopes are drawn.
  const names = [
    ...['nextafter', 'special_zeta', 'igamma', 'igammac', 'unique_dim', 'unique_dim_consecutive', '_ctc_loss'],
    ...['fractional_max_pool3d', 'rrelu_with_noise_functional', '_scaled_dot_product_flash_attention_for_cpu'],
  ];
  const unsampled = new RegExp(`aten\\.(${names.join('|')})\\.(default|Tensor)$`);
  // Products of matrices that are no operators here: the derivatives are held against recorded calls.
  const spectral = /aten\.(_linalg_svd\.default|_linalg_eigh\.default|linalg_pinv\.atol_rtol_tensor)$/;
  const silent = [...ops.values()]
    .filter(
      (op) =>
        op.gradFn &&
        op.gradFn !== 'torch::autograd::NotImplemented' &&
        !op.path.startsWith('torch.ops.prims.') &&
        !ofComplex.test(op.path) &&
        !drawn.test(op.path) &&
        !unsampled.test(op.path) &&
        !spectral.test(op.path) &&
        op.derivative &&
        !op.formula,
    )
    .map((op) => op.path);
  assert.deepEqual(silent, []);
});

test('seesaw ops lists all, and tells all about those named', () => {
  const all = seesaw('ops');
  assert.equal(all.status, 0);
  assert.equal(all.stdout.trimEnd().split('\n').length, ops.size);
  assert.match(all.stdout, /^ksd {2}aten\.sin\.default +Sine\.$/m);
  assert.match(all.stdout, /^-s- {2}aten\.adaptive_avg_pool1d\.default /m);
  assert.match(seesaw('ops', 'sin').stdout, /^torch\.ops\.prims\.sin\.default$/m);
  for (const word of ['add_', 'aten.add_.Tensor', 'torch.ops.aten.add.Tensor', '+'])
    assert.match(seesaw('ops', word).stdout, /add/, word);
  assert.equal(
    seesaw('ops', 'aten.sin.default').stdout,
    `torch.ops.aten.sin.default
    Sine.
    sin(Tensor self) -> Tensor
    also: torch.ops.aten.sin_.default
    kernel: yes, shape rule: yes, derivative: SinBackward0
    gradients of sin(self: f64[2, 3])
        self  grad * cos(self)
`,
  );
  assert.deepEqual(JSON.parse(seesaw('ops', 'aten.sin.default', '--json').stdout), [aten('sin.default')]);
  const wrong = seesaw('ops', 'siin');
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /there is no operator called 'siin'[^]*did you mean/);
});
