/**
 * PyTorch 2.6.0's test/test_autograd.py, written anew for the JavaScript surface: recording, writing in place,
 * versions. The names of the tests are PyTorch's.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { apply, leaf, ops, raises, same, tensor, torch, values, warningsOf } from './support.js';

const { AutogradFunction, backward, grad } = torch;
const saved = (/** @type {any} */ b) =>
  ops
    .zeros([3])
    .indexPut(
      [tensor([1, 2], { dtype: 'int64' })],
      b.indexSelect(0, tensor([1, 1], { dtype: 'int64' })).mul(b.select(0, 0)),
    );

test('test_grad_unreachable_discovery', () => {
  class MyFunc extends AutogradFunction {
    static forward(/** @type {any} */ _ctx, /** @type {any} */ x) {
      return x;
    }
    static backward() {
      assert.fail('This node should not be executed!');
    }
  }
  const made = () => apply(MyFunc, leaf(1).mul(2));
  const [y, z] = [leaf(1), leaf(1)];
  assert.deepEqual(grad(made(), [y], { allowUnused: true }), [null]);
  const [gy, gz] = grad(made().add(z), [y, z], { allowUnused: true });
  assert.ok(gy === null && gz !== null);
  backward(made(), { inputs: [y] });
  assert.equal(y.grad, null);
});

test('test_backward', () => {
  const [v, x, z] = [leaf(5, 5), leaf(5, 5), leaf(5, 5)];
  const y = values(5, 5).abs().add(0.1).requiresGrad_();
  const go = values(5, 5).mul(0.5);
  v.backward(go);
  same(v.grad, go);
  x.add(y.mul(z)).add(z.pow(2).mul(4).mul(x).div(y)).backward(go);
  same(x.grad, z.pow(2).mul(4).div(y).add(1).mul(go));
  same(y.grad, z.sub(x.mul(4).mul(z.pow(2)).div(y.pow(2))).mul(go));
  same(z.grad, x.mul(8).mul(z).div(y).add(y).mul(go));
});

test('test_multi_backward', () => {
  const [x, y, q, a, b] = Array.from({ length: 5 }, () => leaf(5, 5));
  const q2 = q.mul(2);
  const [gz, gc] = [values(5, 5), values(5, 5).mul(3)];
  backward([x.add(y).add(q2), a.mul(b).add(q2)], { gradTensors: [gz, gc] });
  same(x.grad, gz);
  same(y.grad, gz);
  same(a.grad, gc.mul(b));
  same(b.grad, gc.mul(a));
  same(q.grad, gc.add(gz).mul(2));
});

test('test_multi_backward_no_grad', () => {
  const [x, y] = [leaf(5, 5), values(5, 5)];
  const seeds = [ops.ones([5, 5]), ops.ones([5, 5])];
  raises(
    () => backward([x.add(y), y.mul(2)], { gradTensors: seeds }),
    'RuntimeError',
    'element 1 of tensors does not require grad and does not have a grad_fn',
  );
});

test('test_backward_with_inputs', () => {
  const [x, y] = [leaf(2, 2), leaf(2, 2)];
  const fn = () => x.pow(2).add(y.mul(x)).add(y.pow(2));
  const seed = ops.ones([2, 2]);
  const [gx, gy] = torch.noGrad(() => [x.mul(2).add(y), x.add(y.mul(2))]);
  const reset = () => {
    x.grad = null;
    y.grad = null;
  };
  backward(fn(), { gradTensors: seed, inputs: [x, y] });
  same(x.grad, gx);
  same(y.grad, gy);
  reset();
  backward(fn(), { gradTensors: seed, inputs: [x] });
  same(x.grad, gx);
  assert.equal(y.grad, null);
  reset();
  backward(fn(), { gradTensors: seed, inputs: [y] });
  same(y.grad, gy);
  assert.equal(x.grad, null);
  reset();
  backward(fn(), { gradTensors: seed, inputs: y });
  same(y.grad, gy);
  raises(
    () => backward(fn(), { gradTensors: seed, inputs: [] }),
    'RuntimeError',
    '`inputs` argument to `backward()` cannot be empty.',
  );
});

test('test_backward_with_nonleaf_inputs', () => {
  const x = leaf(2, 2);
  const nonleaf = x.mul(1);
  const y = leaf(2, 2);
  const out = nonleaf.pow(2).add(y.mul(nonleaf)).add(y.pow(2));
  out.backward(ops.ones([2, 2]), { createGraph: false, retainGraph: true, inputs: [x, y, nonleaf] });
  const gx = torch.noGrad(() => nonleaf.mul(2).add(y));
  same(
    y.grad,
    torch.noGrad(() => nonleaf.add(y.mul(2))),
  );
  same(x.grad, gx);
  same(nonleaf.grad, gx);
  raises(
    () => out.backward(ops.ones([2, 2]), { inputs: [values(2, 2)] }),
    'RuntimeError',
    "can't retain_grad on Tensor that has requires_grad=False",
  );
});

test('test_dependent_backward', () => {
  const x = leaf(10);
  const y = x.pow(2);
  const z = y.pow(3);
  const [gy, gz] = [values(10), values(10).mul(2)];
  backward([y, z], { gradTensors: [gy, gz] });
  same(x.grad, x.mul(2).mul(gy).add(x.pow(5).mul(6).mul(gz)));
});

test('test_save_output_nr', () => {
  class MultiOutputFn extends AutogradFunction {
    static forward(/** @type {any} */ _ctx, /** @type {any} */ x) {
      return [x.narrow(0, 0, 5), x.narrow(0, 5, 5)];
    }
    static backward(/** @type {any} */ _ctx, /** @type {any[]} */ ...g) {
      return ops.cat(g);
    }
  }
  class TestFn extends AutogradFunction {
    static forward(/** @type {any} */ ctx, /** @type {any} */ b) {
      ctx.saveForBackward(b);
      return b.clone();
    }
    static backward(/** @type {any} */ ctx, /** @type {any} */ g) {
      assert.equal(ctx.savedTensors[0].outputNr, 1);
      return g;
    }
  }
  const [, b] = apply(MultiOutputFn, leaf(10));
  assert.equal(b.outputNr, 1);
  apply(TestFn, b).sum().backward();
});

test('test_first_grad_fn_access_in_no_grad_mode', () => {
  const a = ops.complex === undefined ? leaf(2) : leaf(2);
  const b = a.view(2).view(2);
  torch.noGrad(() => a.zero_());
  assert.equal(
    torch.noGrad(() => b.gradFn.name()),
    'AsStridedBackward0',
  );
});

for (const [name, length] of /** @type {[string, number][]} */ ([
  ['test_free_deep_graph', 150000],
  ['test_free_deep_graph_complicated', 40000],
])) {
  test(name, () => {
    const x = leaf(1);
    let y = x.clone();
    let previous = x;
    for (let i = 0; i < length; i += 1) {
      const next = name.endsWith('complicated') && i % 3 === 0 ? y.add(previous) : y.add(1e-9);
      previous = y;
      y = next;
    }
    assert.ok(y.requiresGrad);
    y.dispose();
  });
}

test('test_free_deep_graph_pyfunction', () => {
  class MyOp extends AutogradFunction {
    static forward(/** @type {any} */ _ctx, /** @type {any} */ a, /** @type {any} */ b) {
      return a.add(b);
    }
    static backward(/** @type {any} */ _ctx, /** @type {any} */ g) {
      return [g, g];
    }
  }
  const x = leaf(1);
  let y = x.clone();
  for (let i = 0; i < 5000; i += 1) y = apply(MyOp, y, y);
  y.dispose();
});

test('test_no_unnecessary_save', () => {
  const mu = ops.ones([1]).requiresGrad_();
  const x = ops.empty([1]);
  const loss = tensor([0]);
  let total = loss;
  for (let i = 0; i < 3; i += 1) {
    x.detach_();
    x.copy_(mu.add(i));
    total = total.add(x.mul(tensor([i])).sum());
  }
  total.backward();
  same(mu.grad, [3]);
});

test('test_no_grad', () => {
  const x = ops.ones([5, 5]).requiresGrad_();
  const y = ops.full([5, 5], 4);
  const w = torch.noGrad(() => x.add(y));
  assert.equal(w.requiresGrad, false);
  assert.equal(w.gradFn, null);
  raises(
    () => w.backward(ops.ones([5, 5])),
    'RuntimeError',
    'element 0 of tensors does not require grad and does not have a grad_fn',
  );
  const nested = torch.noGrad(() => torch.enableGrad(() => x.mul(2)));
  assert.ok(nested.requiresGrad);
});

test('test_no_grad_python_function', () => {
  const seen = /** @type {boolean[]} */ ([]);
  class MyOp extends AutogradFunction {
    static forward(/** @type {any} */ _ctx, /** @type {any} */ x) {
      seen.push(torch.isGradEnabled());
      return x.add(1);
    }
    static backward(/** @type {any} */ _ctx, /** @type {any} */ g) {
      return g;
    }
  }
  const x = ops.ones([5, 5]).requiresGrad_();
  const y = torch.noGrad(() => apply(MyOp, x));
  assert.deepEqual([y.requiresGrad, ...seen], [false, false]);
});

test('test_indexing_duplicates', () => {
  const y = ops.arange(1, 17).to('float64').view(4, 4).requiresGrad_();
  y.indexSelect(0, tensor([1, 1, 3, 2, 1, 2], { dtype: 'int64' }))
    .sum()
    .backward();
  same(y.grad, [
    [0, 0, 0, 0],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 1, 1, 1],
  ]);
});

test('test_requires_grad', () => {
  const [x, y, z] = [values(5, 5), values(5, 5), leaf(5, 5)];
  const a = x.add(y);
  assert.equal(a.requiresGrad, false);
  const b = a.add(z);
  assert.equal(b.requiresGrad, true);
  b.backward(ops.ones([5, 5]));
});

test('test_requires_grad_', () => {
  const [x, y] = [values(5, 5), leaf(5, 5)];
  for (const t of [x, y]) {
    assert.equal(t.requiresGrad_(), t);
    assert.equal(t.requiresGrad_(true), t);
    assert.ok(t.requiresGrad);
  }
  const z = x.mul(y);
  assert.throws(() => z.requiresGrad_(false), { name: 'RuntimeError' });
  assert.equal(z.requiresGrad_(), z);
  assert.equal(x.requiresGrad_(false).requiresGrad, false);
});

test('test_requires_grad_inplace', () => {
  for (const a of [values(5, 5), values(5, 5).add(0)]) {
    a.add_(leaf(5, 5));
    assert.ok(a.requiresGrad);
  }
});

test('test_no_requires_grad_inplace', () => {
  const a = values(2, 3);
  a.add_(5);
  a.requiresGrad = true;
  a.sum().backward();
  same(a.grad, ops.ones([2, 3]));
  const c = values(2, 3);
  c.slice(0).add_(5);
  c.requiresGrad = true;
  c.sum().backward();
  same(c.grad, ops.ones([2, 3]));
  const d = values(2, 3);
  const view = d.slice(0);
  d.requiresGrad = true;
  raises(() => d.add_(5), 'RuntimeError', 'a leaf Variable that requires grad is being used in an in-place operation.');
  raises(
    () => view.add_(5),
    'RuntimeError',
    'a view of a leaf Variable that requires grad is being used in an in-place operation.',
  );
});

test('test_attribute_deletion', () => {
  const x = leaf(5, 5);
  x.grad = null;
  assert.equal(x.grad, null);
  raises(
    () => {
      x.data = null;
    },
    'TypeError',
    'Variable data has to be a tensor, but got NoneType',
  );
});

test('test_duplicate_backward_root', () => {
  const [a, b] = [leaf(5, 5), leaf(5, 5)];
  const x = a.mul(b);
  const go = values(5, 5).mul(2);
  backward([x, x], { gradTensors: [go, go] });
  same(a.grad, b.mul(go).mul(2));
  same(b.grad, a.mul(go).mul(2));
});

test('test_backward_no_grad', () => {
  raises(
    () => backward([leaf(5, 5).add(2)], { gradTensors: [null] }),
    'RuntimeError',
    'grad can be implicitly created only for scalar outputs',
  );
});

test('test_backward_twice_with_saved_values', () => {
  const c = saved(leaf(3));
  c.backward(ops.ones([3]));
  raises(() => c.backward(ops.ones([3])), 'RuntimeError', /Specify retain_graph=True/);
});

test('test_backward_twice_retained_graph_with_saved_values', () => {
  const c = saved(leaf(3));
  c.backward(ops.ones([3]), { retainGraph: true });
  c.backward(ops.ones([3]));
});

test('test_backward_twice_without_saved_values', () => {
  const c = leaf(3).add(1);
  c.backward(ops.ones([3]));
  c.backward(ops.ones([3]));
});

test('test_backward_twice_retained_graph_without_saved_values', () => {
  const c = leaf(3).add(1);
  c.backward(ops.ones([3]), { retainGraph: true });
  c.backward(ops.ones([3]));
});

test('test_backward_create_graph_warns', () => {
  const b = leaf(3);
  const c = b.mul(b);
  assert.match(
    warningsOf(() => c.backward(ops.ones([3]), { createGraph: true }))[0],
    /^Using backward\(\) with create_graph=True/,
  );
  b.grad = null;
  assert.deepEqual(
    warningsOf(() => grad(c, b, { gradOutputs: ops.ones([3]), createGraph: true })),
    [],
  );
});

test('test_next_functions', () => {
  const [x, y] = [leaf(5, 5), leaf(5, 5)];
  const a = x.add(y);
  const next = a.gradFn.nextFunctions;
  assert.deepEqual(
    next.map((/** @type {any[]} */ [node, nr]) => [node.name(), nr]),
    [
      ['torch::autograd::AccumulateGrad', 0],
      ['torch::autograd::AccumulateGrad', 0],
    ],
  );
  const b = a.add(5).gradFn.nextFunctions;
  assert.equal(b[0][0], a.gradFn);
  assert.equal(b[1][0], null);
});

test('test_inplace', () => {
  const [x, y] = [ops.ones([5, 5]).requiresGrad_(), ops.ones([5, 5]).mul(4).requiresGrad_()];
  const go = ops.ones([5, 5]);
  const keep = { retainGraph: true };
  let z = x.mul(y);
  let q = z.add(y);
  let w = z.mul(y);
  z.add_(2);
  q.backward(go, keep);
  assert.throws(() => w.backward(go), { name: 'RuntimeError' });
  z = x.mul(y);
  q = z.mul(y);
  let r = z.add(y);
  w = z.add_(y);
  w.backward(go, keep);
  r.backward(go, keep);
  assert.throws(() => q.backward(go), { name: 'RuntimeError' });
  torch.noGrad(() => x.grad.zero_());
  z = x.div(2).add(y.div(8));
  q = z.mul(y);
  r = z.add(y);
  const before = z.version;
  w = z.exp_();
  assert.notEqual(z.version, before);
  r.backward(go, keep);
  same(x.grad, ops.full([5, 5], 0.5));
  w.backward(go, keep);
  same(x.grad, ops.full([5, 5], (1 + Math.E) / 2));
  assert.throws(() => q.backward(go), { name: 'RuntimeError' });
  const base = ops.ones([5, 5]).requiresGrad_();
  const copy = base.clone();
  copy.add_(10);
  same(copy, ops.full([5, 5], 11));
  const after = copy.add(2);
  after.backward(go);
  same(base.grad, go);
  z = copy.mul(after);
  copy.add_(2);
  assert.throws(() => z.backward(go), { name: 'RuntimeError' });
});
