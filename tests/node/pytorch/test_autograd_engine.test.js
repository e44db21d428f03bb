/**
 * PyTorch 2.6.0's test/test_autograd.py, written anew for the JavaScript surface: the engine. The names of the tests
 * are PyTorch's.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { apply, gradcheck, leaf, ops, raises, same, tensor, torch, values } from './support.js';

const { _C, AutogradFunction, grad, graph } = torch;
const one = () => tensor(1, { requiresGrad: true });
const accumulatorOf = (/** @type {any} */ t) => t.clone().gradFn.nextFunctions[0][0];
const nodeOf = (/** @type {any} */ t) => (t.requiresGrad && t.gradFn === null ? accumulatorOf(t) : t.gradFn);

test('test_setitem', () => {
  const x = ops.ones([5, 5]).requiresGrad_();
  const y = x.add(2);
  const version = y.version;
  y.select(0, 1).fill_(2);
  assert.notEqual(y.version, version);
  y.backward(ops.ones([5, 5]));
  const expected = ops.ones([5, 5]);
  expected.select(0, 1).zero_();
  same(x.grad, expected);
  const wide = leaf(4);
  const into = ops.zeros([2, 3, 4]);
  into.select(0, 1).copy_(wide);
  into.backward(values(2, 3, 4));
  assert.deepEqual(wide.grad.shape, [4]);
});

test('test_setitem_mask', () => {
  const x = ops.ones([5, 5]).requiresGrad_();
  const y = x.add(2);
  const mask = values(5, 5).gt(0);
  y.maskedFill_(mask, 2);
  y.sum().backward();
  same(x.grad, mask.logicalNot().to('float64'));
});

test('test_select_sum', () => {
  gradcheck((x) => x.select(0, 1).sum(), [leaf(10)]);
  gradcheck((x) => grad(x.select(0, 1).pow(3).sum(), x, { createGraph: true })[0], [leaf(10)]);
});

test('test_diagonal_expanded_v', () => {
  const value = leaf(1);
  ops.diagEmbed(value.expand(10)).diagonal().sum().backward();
  same(value.grad, [10]);
});

test('test_select_expanded_v', () => {
  const v = values(10).expand(10, 10);
  const x = leaf(10, 10, 10);
  x.select(0, 1).backward(v);
  const expected = ops.zeros([10, 10, 10]);
  expected.select(0, 1).copy_(v);
  same(x.grad, expected);
});

test('test_slice_expanded_v', () => {
  const v = values(10, 1).expand(2, 10, 10);
  const x = leaf(10, 10, 10);
  x.slice(0, 3, 5).backward(v);
  const expected = ops.zeros([10, 10, 10]);
  expected.slice(0, 3, 5).copy_(v);
  same(x.grad, expected);
});

test('test_unused_output', () => {
  const x = leaf(10, 10);
  x.chunk(5)[2].mul(4).add(2).sum().backward();
  const expected = ops.zeros([10, 10]);
  expected.slice(0, 4, 6).fill_(4);
  same(x.grad, expected);
  torch.noGrad(() => x.grad.zero_());
  const go = values(2, 10);
  x.chunk(5)[0].backward(go);
  const other = ops.zeros([10, 10]);
  other.slice(0, 0, 2).copy_(go);
  same(x.grad, other);
});

test('test_detach', () => {
  const x = leaf(10, 10);
  assert.equal(x.add(2).detach().mul(4).add(2).requiresGrad, false);
  const y = x.mul(2).detach();
  assert.equal(y.gradFn, null);
  x.add(y).sum().backward();
  same(x.grad, ops.ones([10, 10]));
  const [p, q] = [leaf(10, 10), leaf(10, 10)];
  const a = p.mul(2);
  q.add(a).sum().backward(undefined, { retainGraph: true });
  a.detach_();
  assert.equal(a.requiresGrad, false);
  q.add(a).sum().backward();
  same(p.grad, ops.full([10, 10], 2));
  same(q.grad, ops.full([10, 10], 2));
  raises(() => p.narrow(0, 1, 4).detach_(), 'RuntimeError', /^Can't detach views in-place/);
});

test('test_detach_base', () => {
  const x = leaf(10, 10);
  const view = x.narrow(0, 1, 4);
  x.detach_();
  assert.deepEqual([x.requiresGrad, view.requiresGrad, view.gradFn.name()], [false, true, 'SliceBackward0']);
});

test('test_detach_then_inplace_raises_in_autograd', () => {
  const x = tensor(1.5, { requiresGrad: true });
  const y = x.pow(2);
  x.detach().zero_();
  raises(() => y.backward(), 'RuntimeError', /has been modified by an inplace/);
});

test('test_type_conversions', () => {
  const x = values(5, 5);
  for (const dtype of ['float32', 'float64', 'int64', 'int32', 'int16', 'int8', 'uint8', 'float16', 'bool'])
    assert.equal(x.to(dtype).dtype, dtype);
  for (const [from, to] of [
    ['float32', 'float64'],
    ['float64', 'float32'],
  ]) {
    const v = values(5, 5).to(from).requiresGrad_();
    v.to(to).sum().backward();
    assert.equal(v.grad.dtype, from);
    same(v.grad, ops.ones([5, 5]));
  }
});

test('test_isolated_node', () => {
  const a = leaf(5, 5).add(leaf(5, 5));
  const b = a.max(1, true)[1].repeat(1, 5).to('float64');
  b.add(a).sum().backward();
});

test('test_shape', () => {
  assert.deepEqual(values(3, 4).shape, [3, 4]);
});

test('test_leaf_assignment', () => {
  const x = values(5, 5);
  const [y, z] = [leaf(5), leaf(5)];
  x.select(0, 0).copy_(y);
  x.select(0, 1).copy_(z.mul(2));
  assert.ok(x.requiresGrad && x.gradFn !== null);
  x.sum().backward();
  same(y.grad, ops.ones([5]));
  same(z.grad, ops.full([5], 2));
});

test('test_no_grad_assignment', () => {
  const x = leaf(5, 5);
  torch.noGrad(() => x.select(0, 0).copy_(values(5)));
  assert.ok(x.requiresGrad);
  assert.equal(x.gradFn, null);
});

test('test_no_grad_modifies_version', () => {
  const [x, y] = [leaf(5), leaf(5)];
  const z = x.mul(y).sum();
  torch.noGrad(() => x.mul_(2));
  raises(() => z.backward(), 'RuntimeError', /modified by an inplace operation/);
});

test('test_increment_version', () => {
  for (const a of [leaf(5), ops.zeros([5], { dtype: 'int32' })]) {
    const v = a.version;
    graph.incrementVersion(a);
    assert.equal(a.version, v + 1);
  }
  const inner = torch.inferenceMode(() => {
    const a = values(5);
    graph.incrementVersion(a);
    return a;
  });
  graph.incrementVersion(inner);
});

test('test_backward_copy', () => {
  const [x, y] = [ops.ones([5, 5]).requiresGrad_(), ops.ones([5, 5]).requiresGrad_()];
  let [a, b, c] = [x.add(2), y.add(2), x.add(2)];
  const sum = a.add(b).add(c);
  for (let i = 0; i < 4; i += 1) [a, b, c] = [a.mul(2), b.mul(2), c.mul(2)];
  sum.add(a.add(b).add(c)).backward(ops.ones([5, 5]));
  same(x.grad, ops.full([5, 5], 34));
  same(y.grad, ops.full([5, 5], 17));
});

test('test_dep_nograd', () => {
  class F1 extends AutogradFunction {
    static forward(/** @type {any} */ ctx, /** @type {any} */ input) {
      const out = values(...input.shape);
      ctx.markNonDifferentiable(out);
      return [input, out];
    }
    static backward(/** @type {any} */ _ctx, /** @type {any} */ g) {
      return g;
    }
  }
  class F2 extends AutogradFunction {
    static forward(/** @type {any} */ _ctx, /** @type {any} */ input) {
      return input;
    }
    static backward(/** @type {any} */ _ctx, /** @type {any} */ g) {
      return [g, null];
    }
  }
  const x = leaf(5);
  const [a, b] = apply(F1, x);
  assert.equal(apply(F2, b.add(1), b).requiresGrad, false);
  const d = apply(F2, a.add(1), b);
  d.backward(ops.ones([5]));
});

test('test_set_grad_enabled', () => {
  const x = leaf(1);
  assert.equal(torch.setGradEnabled(false, () => x.mul(2)).requiresGrad, false);
  assert.equal(torch.setGradEnabled(true, () => x.mul(2)).requiresGrad, true);
  torch.setGradEnabled(false, () => {
    torch.setGradEnabled(true);
    assert.ok(x.mul(2).requiresGrad);
  });
  assert.ok(torch.isGradEnabled());
});

test('test_var_mean_differentiable', () => {
  const x = leaf(2, 2, 3, 2, 2);
  const [v1, m1] = ops.varMean(x, [2, 4], { keepdim: false });
  const [v2, m2] = [x.var([2, 4], { keepdim: false }), x.mean([2, 4], { keepdim: false })];
  const [g1] = grad(v1.mul(m1).sum(), x);
  same(g1, grad(v2.mul(m2).sum(), x)[0]);
});

test('test_pow_zero_tensor_gradient', () => {
  for (const [shape, exponent] of [
    [[10], ops.zeros([10])],
    [[10, 10], ops.zeros([10, 10])],
    [[10], 0],
  ]) {
    const x = ops.zeros(shape).requiresGrad_();
    x.pow(exponent).sum().backward();
    same(x.grad.abs().sum(), 0);
  }
});

test('test_current_graph_task_id', () => {
  let id = -1;
  const t = one().clone();
  t.registerHook(() => {
    id = _C._currentGraphTaskId();
  });
  const keep = { retainGraph: true };
  t.backward(undefined, keep);
  const first = id;
  t.backward(undefined, keep);
  assert.equal(id - first, 1);
  t.backward(undefined, keep);
  assert.equal(id - first, 2);
  assert.equal(_C._currentGraphTaskId(), -1);
});

test('test_current_graph_task_execution_order', () => {
  let order = /** @type {any[]} */ ([]);
  const look = () => {
    order = _C._currentGraphTaskExecutionOrder();
  };
  const names = () => order.map((node) => node.name()).join(', ');
  const t = one().clone().sin().exp();
  t.registerHook(look);
  t.backward();
  assert.equal(names(), 'ExpBackward0, SinBackward0, CloneBackward0, torch::autograd::AccumulateGrad');
  /** @type {any[]} */
  let actual = [];
  const log = (/** @type {any[]} */ ...tensors) =>
    tensors.forEach((one_) => one_.registerHook(() => void actual.push(one_)));
  const compare = (/** @type {any} */ out, /** @type {any[]} */ ...others) => {
    actual = [];
    log(...others, out);
    out.registerHook(look);
    out.backward();
    assert.deepEqual(order, actual.map(nodeOf));
  };
  let [a, b] = [one(), tensor(2, { requiresGrad: true })];
  let [c, d] = [b.sin(), a.cos()];
  compare(c.mul(d), a, b, c, d);
  a = one();
  [c, d] = [a.sin(), a.cos()];
  compare(c.mul(d), a, c, d);
  a = one();
  b = a.mul(2);
  const [out, out2, out3] = [b.sin(), b.cos(), b.cos()];
  out3.registerHook(look);
  grad([out, out3, out2], [a]);
  assert.equal(names(), 'CosBackward0, CosBackward0, SinBackward0, MulBackward0, torch::autograd::AccumulateGrad');
  a = one();
  b = a.mul(2);
  compare(b.sin(), a, b);
  for (const inputs of [2, 1]) {
    a = one();
    b = inputs === 2 ? a.mul(2) : a.mul(one());
    const last = b.sin();
    last.registerHook(look);
    grad([last], inputs === 2 ? [a, b] : [a]);
    assert.equal(names(), 'SinBackward0, MulBackward0, torch::autograd::AccumulateGrad');
  }
  raises(() => _C._currentGraphTaskExecutionOrder(), 'RuntimeError', /should only be called during the backward pass/);
});

test('test_current_node', () => {
  const seen = /** @type {any[]} */ ([]);
  const x = leaf(3);
  const out = x.sin();
  const sum = out.sum();
  out.registerHook(() => void seen.push(_C._currentAutogradNode().name()));
  sum.gradFn.registerPrehook(() => void seen.push(_C._currentAutogradNode().name()));
  sum.backward();
  assert.deepEqual(seen, ['SumBackward0', 'SinBackward0']);
  assert.equal(_C._currentAutogradNode(), null);
});

test('test_set_sequence_nr', () => {
  const x = leaf(3);
  const next = _C._getSequenceNr();
  const node = x.mul(2).gradFn;
  assert.equal(node.sequenceNr, next);
  assert.equal(_C._getSequenceNr(), next + 1);
  // The node with the larger number runs first.
  const [a, b] = [x.sin(), x.cos()];
  const order = /** @type {string[]} */ ([]);
  a.gradFn.registerPrehook(() => void order.push('sin'));
  b.gradFn.registerPrehook(() => void order.push('cos'));
  a.gradFn.sequenceNr = b.gradFn.sequenceNr + 100;
  a.add(b).sum().backward();
  assert.deepEqual(order, ['sin', 'cos']);
});

test('test_is_retain_graph', () => {
  for (const retainGraph of [false, true]) {
    const seen = /** @type {boolean[]} */ ([]);
    const y = one().clone();
    y.registerHook(() => void seen.push(_C._getCurrentGraphTaskKeepGraph()));
    y.backward(undefined, { retainGraph });
    assert.deepEqual(seen, [retainGraph]);
  }
});

test('test_inplace_on_view_leaf_errors', () => {
  const x = ops.zeros([1]).requiresGrad_();
  raises(
    () => x.viewAs(x).add_(1),
    'RuntimeError',
    'a view of a leaf Variable that requires grad is being used in an in-place operation.',
  );
});
