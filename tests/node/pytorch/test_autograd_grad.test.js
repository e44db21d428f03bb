/**
 * PyTorch 2.6.0's test/test_autograd.py, written anew for the JavaScript surface: grad and backward. The names of the
 * tests are PyTorch's.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { apply, leaf, ops, raises, same, tensor, torch, values, warningsOf } from './support.js';
import { pieces } from '../pieces.js';

const { _C, AutogradFunction, backward, grad, graph } = torch;
const { getGradientEdge } = graph;
const { delayedError } = /** @type {any} */ (await import('../../../wasm/js/tensor/testing.js'));
const one = () => tensor(1, { requiresGrad: true });
const accumulatorOf = (/** @type {any} */ t) => t.clone().gradFn.nextFunctions[0][0];
const nodeOf = (/** @type {any} */ t) => (t.requiresGrad && t.gradFn === null ? accumulatorOf(t) : t.gradFn);

test('test_copy_slices_graph_task_updates', () => {
  const f1 = (/** @type {any} */ x, /** @type {any} */ y) => x.clone().view(-1).add_(y);
  const f2 = (/** @type {any} */ x, /** @type {any} */ y) => {
    const out = x.clone().view(-1);
    const b = out.mul(2);
    return out.add_(y).add(b);
  };
  const [x, y] = [leaf(2), leaf(2)];
  const safe = delayedError(y, 'Boom!');
  for (const f of [f1, f2]) {
    raises(() => f(x, safe).sum().backward(), 'RuntimeError', 'Boom!');
    raises(() => grad(f(x, safe).sum(), y), 'RuntimeError', 'Boom!');
    grad(f(x, safe).sum(), x);
    grad(f(x, safe).sum(), safe);
    grad(f(x, safe).sum(), [x, safe]);
  }
  const out = x.clone().view(-1);
  out.registerHook(() => assert.fail('this node is not to run'));
  const b = out.add(safe);
  out.add_(safe);
  grad(out.add(b).sum(), [b, safe]);
});

test('test_tensor_grad_warnings', () => {
  let dummy = ops.empty([1]).requiresGrad_();
  assert.equal(warningsOf(() => dummy.grad).length, 0);
  dummy = dummy.clone();
  assert.equal(warningsOf(() => dummy.grad).length, 1);
  dummy.retainGrad();
  assert.equal(warningsOf(() => dummy.grad).length, 0);
});

test('test_not_implemented_grad', () => {
  // PyTorch takes nextafter, which has no kernel here.
  const x = leaf(4);
  const into = values(4);
  into.set_(x);
  raises(() => into.sum().backward(), 'RuntimeError', 'derivative for set_ is not implemented');
});

test('test_will_engine_execute_node', () => {
  let count = 0;
  class MyFunction extends AutogradFunction {
    static forward(/** @type {any} */ _ctx, /** @type {any} */ x) {
      return x.mul(2);
    }
    static backward(/** @type {any} */ _ctx, /** @type {any} */ g) {
      return g.mul(2);
    }
  }
  const [a, a2] = [leaf(2, 3, 4), leaf(2, 3, 4)];
  const b = a.mul(a2);
  const b2 = b.cos();
  const c = apply(MyFunction, b);
  let yes = [a, b, c].map(nodeOf);
  let no = [a2, b2].map(nodeOf);
  const look = () => {
    count += 1;
    for (const node of yes) assert.equal(_C._willEngineExecuteNode(node), true);
    for (const node of no) assert.equal(_C._willEngineExecuteNode(node), false);
  };
  b.registerHook(look);
  c.registerHook(look);
  const out = c.sum();
  backward(out, { inputs: [a, b], retainGraph: true });
  assert.equal(count, 2);
  yes = [a, a2, b, c].map(nodeOf);
  no = [b2].map(nodeOf);
  backward(out, { retainGraph: true });
  raises(() => grad(out, [a]), 'RuntimeError', /are currently running autograd\.grad\(\)/);
  const root = leaf(1, 2, 3).mul(2);
  const twice = root.mul(2);
  count = 0;
  twice.registerHook(() => {
    count += 1;
    assert.equal(_C._willEngineExecuteNode(twice.gradFn), true);
  });
  grad(twice.sum(), [root]);
  assert.equal(count, 1);
  raises(
    () => _C._willEngineExecuteNode(out.gradFn),
    'RuntimeError',
    '_get_should_execute_nodes should only be called during the backward pass',
  );
  raises(
    () => _C._willEngineExecuteNode(out),
    'RuntimeError',
    '_will_engine_execute_node expects an grad_fn, but got Tensor',
  );
});

test('test_accumulate_grad', () => {
  const seed = ops.ones([5, 5]);
  for (const createGraph of [false, true]) {
    const x = leaf(5, 5);
    const y = x.add(2);
    y.backward(seed, { retainGraph: true });
    const first = x.grad;
    const copy = first.clone();
    torch.catchWarnings(
      () => {},
      () => y.backward(seed, { createGraph }),
    );
    same(first, createGraph ? copy : copy.mul(2));
  }
});

test('test_accumulate_grad_tensor_reference', () => {
  for (const createGraph of [false, true]) {
    const params = tensor([1.5, 1.5], { requiresGrad: true });
    params.grad = tensor([1.5, 1.5]);
    const before = params.grad;
    torch.catchWarnings(
      () => {},
      () => params.backward(tensor([1.5, 1.5]), { createGraph }),
    );
    assert.equal(before === params.grad, !createGraph);
  }
});

test('test_accumulate_grad_with_zero_numel_grad', () => {
  const [a, b] = [ops.zeros([4, 0]).requiresGrad_(), leaf(4, 1)];
  const c = a.add(b);
  assert.deepEqual(c.shape, [4, 0]);
  c.sum().backward();
  same(b.grad, ops.zeros([4, 1]));
  same(a.grad, ops.zeros([4, 0]));
});

test('test_hessian_vector', () => {
  const [x, y] = [leaf(2, 2), leaf(2, 2)];
  const z = x.pow(2).add(y.mul(x)).add(y.pow(2));
  torch.catchWarnings(
    () => {},
    () => z.backward(ops.ones([2, 2]), { createGraph: true }),
  );
  const [gx, gy] = torch.noGrad(() => [x.mul(2).add(y), x.add(y.mul(2))]);
  same(x.grad, gx);
  same(y.grad, gy);
  x.grad
    .mul(2)
    .add(y.grad)
    .backward(ops.ones([2, 2]));
  same(x.grad, gx.add(5));
  same(y.grad, gy.add(4));
});

test('test_grad', () => {
  const [x, y] = [leaf(2, 2), leaf(2, 2)];
  const z = x.pow(2).add(y.mul(x)).add(y.pow(2));
  torch.catchWarnings(
    () => {},
    () => z.backward(ops.ones([2, 2]), { createGraph: true }),
  );
  const sum = x.grad.mul(2).add(y.grad);
  const [hv] = grad([sum], [x], { gradOutputs: [ops.ones([2, 2])], createGraph: true });
  same(hv, ops.full([2, 2], 5));
  same(x.grad, x.mul(2).add(y));
  raises(
    () => grad([sum], [x], { gradOutputs: [ops.ones([2])] }),
    'RuntimeError',
    'Mismatch in shape: grad_output[0] has a shape of torch.Size([2]) and output[0] has a shape of torch.Size([2, 2]).',
  );
});

test('test_grad_to_node', () => {
  const matches = (/** @type {any} */ out, /** @type {any} */ x) => {
    const [reference] = grad(out.sum(), x, { retainGraph: true });
    same(grad(out.sum(), [getGradientEdge(x)])[0], reference);
  };
  let x = leaf(2);
  matches(x.clone(), x);
  x = x.clone();
  matches(x.clone(), x);
  x = ops.varMean(leaf(2), 0)[1];
  matches(x.clone(), x);
});

test('test_grad_to_node_set', () => {
  const x = leaf(2);
  const edge = getGradientEdge(x);
  const out = x.clone();
  torch.noGrad(() => x.set_(values(2)));
  raises(() => grad(out.sum(), x), 'RuntimeError', /appears to not have been used in the graph/);
  grad(x.clone().sum(), x);
  same(grad(out.clone().sum(), [edge])[0], [1, 1]);
});

test('test_grad_to_node_inplace', () => {
  const x = leaf(2).clone();
  const edge = getGradientEdge(x);
  x.mul_(2);
  const [before, after] = grad(x.sum(), [edge, x]);
  same(before, [2, 2]);
  same(after, [1, 1]);
});

test('test_grad_to_node_multi', () => {
  const [x, y] = [leaf(2).clone(), leaf(2).clone()];
  const out = x.add(y);
  const reference = grad(out.sum(), [x, y], { retainGraph: true });
  const edges = [x, y].map((t) => [t.gradFn, t.outputNr]);
  grad(out.sum(), edges).forEach((/** @type {any} */ g, /** @type {number} */ i) => same(g, reference[i]));
});

test('test_grad_to_node_materialize', () => {
  const [x, y] = [leaf(2).clone(), leaf(2).clone()];
  const [ex, ey] = [getGradientEdge(x), getGradientEdge(y)];
  const out = x.clone();
  grad(out.sum(), [ex, y], { allowUnused: true, materializeGrads: true });
  grad(out.sum(), [x, y], { allowUnused: true, materializeGrads: true });
  grad(out.sum(), [x, ey], { allowUnused: true });
  raises(
    () => grad(out.sum(), [x, ey], { allowUnused: true, materializeGrads: true }),
    'RuntimeError',
    'materialize_grads cannot be used when the given input is a GradientEdge',
  );
});

test('test_backward_to_node', () => {
  const [x, y] = [leaf(2).clone(), leaf(2).clone()];
  const [ex, ey] = [getGradientEdge(x), getGradientEdge(y)];
  const out = x.clone();
  for (const inputs of [
    [ex, y],
    [x, y],
    [x, ey],
    [ex, ey],
  ])
    backward(out.sum(), { inputs });
});

test('test_grad_fn_input_metadata', () => {
  const [x, y] = [leaf(2).to('float32').detach().requiresGrad_(), values(2).to('float32')];
  assert.deepEqual(x.mul(y).gradFn.inputMetadata, [{ dtype: 'float32', shape: [2] }]);
  assert.deepEqual(
    ops.varMean(leaf(3, 3), 0)[0].gradFn.inputMetadata.map((/** @type {any} */ m) => m.shape),
    [[3], [3]],
  );
});

test('test_gradient_edge_output', () => {
  const x = tensor([1, 2], { requiresGrad: true });
  const fn = (reduce = true) => {
    let tmp = x.sin().cos();
    if (reduce) tmp = tmp.sum();
    return [tmp.exp().clone().sin().sum(), getGradientEdge(tmp)];
  };
  const [out, edge] = fn();
  const [middle] = grad(out, [edge]);
  const [gx] = grad([edge], [x], { gradOutputs: [middle] });
  same(gx, grad(fn()[0], [x])[0]);
  raises(() => grad([fn(false)[1]], [x]), 'RuntimeError', 'grad can be implicitly created only for scalar outputs');
  grad([fn()[1]], [x]);
  raises(() => grad([fn()[1]], [x], { gradOutputs: [tensor([1, 2, 3, 4])] }), 'RuntimeError', /^Mismatch in shape/);
});

test('test_grad_nonleaf', () => {
  const start = leaf(2, 2);
  const y = leaf(2, 2);
  const seed = ops.ones([2, 2]);
  const fn = (/** @type {any} */ x) => x.pow(2).add(y.mul(x)).add(y.pow(2));
  let x = start;
  for (let i = 0; i < 5; i += 1) {
    const [gx] = grad(fn(x), x, { gradOutputs: seed, createGraph: true });
    torch.catchWarnings(
      () => {},
      () => assert.deepEqual([y.grad, x.grad], [null, null]),
    );
    same(gx, x.mul(2).add(y));
    x = x.add(gx.mul(0.05));
  }
  assert.ok(fn(x).sum().item() > fn(start).sum().item());
  x.backward(seed);
  assert.ok(y.grad !== null && start.grad !== null);
});

test('test_grad_nonleaf_many_outputs', () => {
  const x = leaf(4, 2);
  const [a, b] = x.chunk(2);
  let called = false;
  x.registerHook(() => {
    called = true;
  });
  const go = values(2, 2);
  const [ga, gb] = grad(a.add(b.mul(2)), [a, b], { gradOutputs: go, createGraph: true });
  same(ga, go);
  same(gb, go.mul(2));
  assert.equal(called, false);
  assert.equal(x.grad, null);
});

test('test_grad_nonleaf_register_hook', () => {
  const x = leaf(5);
  const list = x.unbind();
  let got = /** @type {any} */ (null);
  list[0].registerHook((/** @type {any} */ g) => {
    got = g;
  });
  list[0].backward();
  same(got, 1);
  const expected = [1, 0, 0, 0, 0];
  same(x.grad, expected);
  for (let i = 1; i < 5; i += 1) {
    list[i].backward();
    assert.equal(got, null);
    expected[i] = 1;
    same(x.grad, expected);
  }
});

test('test_grad_materialize_grads', () => {
  const [x, a] = [tensor(0.5, { requiresGrad: true }), one()];
  const y = x.mul(a);
  const first = grad(y, x, { createGraph: true });
  const none = grad(first, x, { createGraph: true, allowUnused: true });
  const second = grad(first, x, { createGraph: true, allowUnused: true, materializeGrads: true });
  const third = grad(second, x, { materializeGrads: true });
  assert.equal(none[0], null);
  assert.deepEqual([second[0].item(), third[0].item()], [0, 0]);
  raises(
    () => grad(y, x, { allowUnused: false, materializeGrads: true }),
    'ValueError',
    /^Expected allow_unused to be True or not passed when/,
  );
});

test('test_grad_batched_grad', () => {
  const x = leaf(2, 2);
  const batched = ops.arange(3).expand(2, 2, 3).transpose(0, 2);
  const [g] = grad(x.clone(), [x], { gradOutputs: [batched], isGradsBatched: true });
  same(g, batched.to('float64'));
  raises(
    () => grad(x.clone(), [x], { gradOutputs: [ops.ones([2, 2])], isGradsBatched: true }),
    'RuntimeError',
    /^If `is_grads_batched=True`, we interpret the first dimension/,
  );
  const [scalar] = grad(x.sum(), [x], { gradOutputs: [ops.arange(3)], isGradsBatched: true });
  same(scalar, batched.to('float64'));
  raises(
    () => grad(x.sum(), [x], { gradOutputs: [ops.ones([2]).unsqueeze(1)], isGradsBatched: true }),
    'RuntimeError',
    pieces(
      /a mismatch was detected: grad_output\[0\] has a shape of torch\.Size\(\[1\]\) and output\[0\] has a /,
      /shape of torch\.Size\(\[\]\)/,
    ),
  );
});

test('test_sharded_grad', () => {
  const leaves = Array.from({ length: 10 }, () => ops.zeros([5, 5]).requiresGrad_());
  const middle = leaves.map((l, i) => l.mul(i).add(l.mul(l)));
  const loss = middle
    .map((v, i) => v.mul(i))
    .reduce((a, b) => a.add(b))
    .sum();
  const grads = [];
  for (let i = 0; i < 10; i += 2) grads.push(...grad(loss, middle.slice(i, i + 2), { retainGraph: true }));
  backward(middle, { gradTensors: grads });
  leaves.forEach((l, i) => same(l.grad, l.add(1).mul(i * i)));
});

test('test_backward_badcalls', () => {
  raises(
    () => ops.ones([1]).backward(),
    'RuntimeError',
    'element 0 of tensors does not require grad and does not have a grad_fn',
  );
});

test('test_grad_badcalls', () => {
  const x = ops.ones([1]);
  const y = x.pow(2);
  raises(() => grad(x, y), 'RuntimeError', 'element 0 of tensors does not require grad and does not have a grad_fn');
  raises(() => grad(y, x), 'RuntimeError', 'element 0 of tensors does not require grad and does not have a grad_fn');
  const w = ops.ones([1]).requiresGrad_();
  grad(w.pow(2), w);
});

test('test_grad_empty_inputs', () => {
  const x = tensor([1], { requiresGrad: true });
  raises(() => grad(x.mul(2), [], { gradOutputs: tensor([1]) }), 'ValueError', 'grad requires non-empty inputs.');
});

test('test_grad_fn_badcalls', () => {
  const x = ops.ones([1]).requiresGrad_();
  const y = x.pow(2);
  raises(() => y.gradFn.call(x.detach(), x.detach()), 'TypeError', 'expected 1 arguments, got 2 instead');
  raises(() => y.gradFn.call(), 'TypeError', 'expected 1 arguments, got 0 instead');
  raises(() => y.gradFn.call(1), 'TypeError', 'argument 0 is not a Variable');
  same(y.gradFn.call(x.detach()), [2]);
  const [g, none] = x.mul(3).gradFn.call(x.detach());
  same(g, [3]);
  assert.equal(none, null);
  // The node that accumulates gives nothing; no hook runs.
  x.registerHook(() => assert.fail('a call of a node runs no hooks'));
  assert.deepEqual(y.gradFn.nextFunctions[0][0].call(tensor([2])), []);
  same(x.grad, [2]);
  assert.deepEqual(y.gradFn.call(null), null);
});

test('test_grad_unreachable', () => {
  const [x, y] = [ops.ones([1]).requiresGrad_(), ops.ones([1]).requiresGrad_()];
  const kept = [x.mul(2), y.mul(2)];
  assert.equal(kept.length, 2);
  for (const other of [y, ops.ones([1]).requiresGrad_()]) {
    const [gx, go] = grad(x.mul(2), [x, other], { allowUnused: true });
    same(gx, [2]);
    assert.equal(go, null);
  }
  raises(() => grad(x.mul(2), [x, y], { allowUnused: false }), 'RuntimeError', /Set allow_unused=True/);
});
