/**
 * PyTorch 2.6.0's test/test_autograd.py, written anew for the JavaScript surface: hooks. The names of the tests are
 * PyTorch's.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { apply, leaf, ops, raises, same, tensor, torch } from './support.js';

const { AutogradFunction, grad, graph } = torch;
const { savedTensorsHooks } = graph;
const itself = (/** @type {any} */ t) => t;
const one = () => tensor(1, { requiresGrad: true });
class Mul2 extends AutogradFunction {
  static forward(/** @type {any} */ _ctx, /** @type {any} */ x) {
    return x.mul(2);
  }
  static backward(/** @type {any} */ _ctx, /** @type {any} */ g) {
    return g.mul(2);
  }
}
const twoWays = [(/** @type {any} */ x) => apply(Mul2, x), (/** @type {any} */ x) => x.mul(2)];
class DoubleMul extends AutogradFunction {
  static forward(/** @type {any} */ _ctx, /** @type {any} */ x) {
    return [x.mul(2), x.mul(3)];
  }
  static backward(/** @type {any} */ _ctx, /** @type {any} */ a, /** @type {any} */ b) {
    return a.mul(2).add(b.mul(3));
  }
}
const twoResults = [(/** @type {any} */ x) => apply(DoubleMul, x), (/** @type {any} */ x) => ops.varMean(x, 0)];

test('test_post_accumulate_grad_hook_on_non_leaf', () => {
  raises(
    () =>
      leaf(3)
        .mul(2)
        .registerPostAccumulateGradHook(() => {}),
    'RuntimeError',
    'post accumulate grad hooks cannot be registered on non-leaf tensors',
  );
});

test('test_post_accumulate_grad_hook_multiple_hooks', () => {
  const t = leaf(3);
  const before = t.detach().clone();
  t.registerPostAccumulateGradHook((/** @type {any} */ p) => void torch.noGrad(() => p.sub_(p.grad)));
  t.registerPostAccumulateGradHook((/** @type {any} */ p) => void torch.noGrad(() => p.mul_(4)));
  t.sum().backward();
  same(t, before.sub(1).mul(4));
});

test('test_post_accumulate_grad_hook_multiple_tensors', () => {
  const hook = (/** @type {any} */ p) => void p.sub_(p.grad);
  for (const t of [leaf(3), leaf(5)]) {
    const before = t.detach().clone();
    t.registerPostAccumulateGradHook(hook);
    t.sum().backward();
    same(t, before.sub(1));
  }
});

test('test_post_accumulate_grad_hook_returns_not_None', () => {
  const t = leaf(2, 3);
  t.registerPostAccumulateGradHook((/** @type {any} */ p) => p.grad);
  raises(() => t.sum().backward(), 'RuntimeError', 'Tensor post accumulate grad hooks should return None.');
});

test('test_post_accumulate_grad_hook_e2e', () => {
  const [w, v] = [leaf(3), leaf(3)];
  const step = (/** @type {any} */ p) => {
    p.sub_(p.grad.mul(0.1));
    p.grad = null;
  };
  const handle = w.registerPostAccumulateGradHook(step);
  for (let i = 0; i < 5; i += 1) {
    w.pow(2).sum().backward();
    v.pow(2).sum().backward();
    torch.noGrad(() => step(v));
  }
  same(w, v);
  handle.remove();
  const before = w.tolist();
  w.pow(2).sum().backward();
  assert.deepEqual(w.tolist(), before);
});

test('test_post_accumulate_grad_hook_ordering', () => {
  const t = leaf(3);
  const node = t.viewAs(t).gradFn.nextFunctions[0][0];
  t.registerHook((/** @type {any} */ g) => g.sub(2));
  node.registerPrehook((/** @type {any[]} */ [g]) => [g.div(5)]);
  t.registerPostAccumulateGradHook((/** @type {any} */ p) => void p.grad.add_(0.5));
  node.registerHook((/** @type {any} */ _inputs, /** @type {any[]} */ [g]) => {
    t.grad = g.mul(10);
  });
  t.sum().backward();
  same(t.grad, [-2, -2, -2]);
});

test('test_hook_with_no_name', () => {
  const x = leaf(5).clone();
  x.registerHook(
    (
      () => (/** @type {any} */ g) =>
        g.clone()
    )(),
  );
  x.sum().backward();
});

test('test_prehook_ordering', () => {
  let log = /** @type {number[]} */ ([]);
  const hook1 = (/** @type {any} */ g) => (log.push(1), g.mul(3));
  const hook2 = (/** @type {any[]} */ gs) => (log.push(2), gs.map((g) => g.mul(2)));
  const a = one();
  const b = a.clone();
  b.gradFn.registerPrehook(hook2);
  b.registerHook(hook1);
  b.gradFn.registerPrehook(hook2);
  const acc = b.gradFn.nextFunctions[0][0];
  a.registerHook(hook1);
  acc.registerPrehook(hook2);
  a.registerHook(hook1);
  b.sum().backward(undefined, { retainGraph: true });
  assert.deepEqual(log, [1, 2, 2, 1, 1, 2]);
  log = [];
  grad(b.sum(), [a], { retainGraph: true });
  assert.deepEqual(log, [1, 2, 2, 1, 1]);
  log = [];
  b.sum().backward({ inputs: [b] });
  assert.deepEqual(log, [1, 2, 2]);
  assert.equal(b.grad.item(), 3);
});

test('test_retains_grad_can_always_observe_tensor_prehook', () => {
  for (const both of [true, false]) {
    const b = one().clone();
    if (both) b.registerHook((/** @type {any} */ g) => g.mul(2));
    b.retainGrad();
    b.registerHook((/** @type {any} */ g) => g.mul(2));
    b.clone().backward();
    assert.equal(b.grad.item(), both ? 4 : 2);
  }
});

test('test_accumulate_grad_posthooks_can_observe_tensor_prehook', () => {
  const a = one();
  const b = a.clone();
  const acc = b.gradFn.nextFunctions[0][0];
  const seen = /** @type {any[]} */ ([]);
  acc.registerHook((/** @type {any[]} */ inputs, /** @type {any[]} */ [g]) => void seen.push(inputs.length, g.item()));
  acc.registerPrehook((/** @type {any[]} */ gs) => void seen.push(gs.length, gs[0].item()));
  a.registerHook((/** @type {any} */ g) => g.mul(2));
  b.backward();
  assert.deepEqual(seen, [1, 2, 0, 2]);
});

test('test_accumulate_grad_posthooks_should_not_execute', () => {
  const [a, b] = [one(), one()];
  a.registerHook(() => assert.fail('no'));
  const c = a.clone();
  c.gradFn.nextFunctions[0][0].registerHook(() => assert.fail('no'));
  a.add(b)
    .add(c)
    .sum()
    .backward({ inputs: [b] });
});

test('test_hook_edge_case_when_called_with_grad', () => {
  const a = one();
  const b = a.mul(2);
  const c = b.mul(2);
  let counts = { tensor: 0, pre: 0, post: 0 };
  const count = (/** @type {'tensor' | 'pre' | 'post'} */ kind) => () => void (counts[kind] += 1);
  a.registerHook(count('tensor'));
  b.registerHook(count('tensor'));
  const acc = b.gradFn.nextFunctions[0][0];
  for (const node of [acc, b.gradFn]) {
    node.registerHook(count('post'));
    node.registerPrehook(count('pre'));
  }
  const after = (/** @type {() => unknown} */ run) => {
    counts = { tensor: 0, pre: 0, post: 0 };
    run();
    return counts;
  };
  const keep = { retainGraph: true };
  assert.deepEqual(
    after(() => grad(c, [b], keep)),
    { tensor: 1, pre: 0, post: 0 },
  );
  assert.deepEqual(
    after(() => grad(c, [a, b], keep)),
    { tensor: 2, pre: 1, post: 1 },
  );
  assert.deepEqual(
    after(() => c.backward(undefined, keep)),
    { tensor: 2, pre: 2, post: 2 },
  );
  assert.deepEqual(
    after(() => c.backward({ inputs: [a, b], ...keep })),
    { tensor: 2, pre: 2, post: 2 },
  );
});

test('test_hooks', () => {
  const [x, y] = [ops.ones([5, 5]).requiresGrad_(), ops.ones([5, 5]).mul(4).requiresGrad_()];
  let count = 0;
  const adds = (/** @type {number} */ by) => () => void (count += by);
  const z = x.pow(2).add(x.mul(2)).add(x.mul(y)).add(y);
  const run = () => z.backward(ops.ones([5, 5]), { retainGraph: true });
  x.registerHook(adds(0));
  const first = z.registerHook(adds(1));
  run();
  assert.equal(count, 1);
  const second = z.registerHook(adds(2));
  run();
  assert.equal(count, 4);
  second.remove();
  run();
  assert.equal(count, 5);
  first.remove();
  z.registerHook((/** @type {any} */ g) => g.mul(2));
  torch.noGrad(() => y.grad.zero_());
  run();
  same(y.grad, x.add(1).mul(2));
  y.registerHook((/** @type {any} */ g) => g.mul(2));
  torch.noGrad(() => y.grad.zero_());
  run();
  same(y.grad, x.add(1).mul(4));
});

test('test_grad_fn_prehooks', () => {
  for (const mul2 of twoWays) {
    const a = tensor([1], { requiresGrad: true });
    const b = mul2(a);
    let [pre, post] = [0, 0];
    const posthook = (/** @type {any[]} */ inputs, /** @type {any[]} */ outputs) => {
      assert.equal(pre, 3);
      same(outputs[0], [8]);
      same(inputs[0], [16]);
      post += 1;
      return inputs;
    };
    const prehook = (/** @type {any[]} */ [g]) => {
      pre += 1;
      return [g.mul(2)];
    };
    b.gradFn.registerHook(posthook);
    b.gradFn.registerHook(posthook);
    for (const hook of [prehook, () => null, prehook, prehook, itself, () => undefined]) b.gradFn.registerPrehook(hook);
    b.sum().backward();
    assert.deepEqual([pre, post], [3, 2]);
    const c = leaf(3, 3);
    const d = mul2(c);
    d.gradFn.registerPrehook(() => null);
    d.sum().backward();
    same(c.grad, ops.full([3, 3], 2));
  }
});

test('test_grad_fn_prehooks_multiple_outputs', () => {
  const b = leaf(3, 3);
  let [v, m] = ops.varMean(b, 0);
  v.add(m).sum().backward();
  const a = b.detach().requiresGrad_();
  [v, m] = ops.varMean(a, 0);
  m.gradFn.registerPrehook((/** @type {any[]} */ [gv, gm]) => [gv.mul(2), gm.mul(2)]);
  v.add(m).sum().backward();
  same(a.grad, b.grad.mul(2));
  class DoubleMul2 extends AutogradFunction {
    static forward(/** @type {any} */ ctx, /** @type {any} */ x, /** @type {number} */ k, /** @type {any} */ y) {
      ctx.k = k;
      return [x.mul(k * 2), k, y.mul(k * 2)];
    }
    static backward(/** @type {any} */ ctx, /** @type {any} */ p, /** @type {any} */ none, /** @type {any} */ q) {
      assert.equal(none, null);
      return [p.mul(ctx.k * 2), null, q.mul(ctx.k * 2)];
    }
  }
  const [x, y] = [leaf(3, 3), leaf(3, 3)];
  const [c, , d] = apply(DoubleMul2, x, 3, y);
  c.gradFn.registerPrehook((/** @type {any[]} */ [p, none, q]) => {
    assert.equal(none, null);
    return [p.mul(2), null, q.mul(2)];
  });
  c.add(d).sum().backward();
  same(x.grad, ops.full([3, 3], 12));
  same(y.grad, ops.full([3, 3], 12));
});

test('test_grad_fn_prehooks_remove_hooks', () => {
  for (const mul2 of twoWays) {
    let count = 0;
    const counts = () => void (count += 1);
    const b = mul2(leaf(3, 3));
    const handle = b.gradFn.registerPrehook(counts);
    b.gradFn.registerPrehook(counts);
    handle.remove();
    b.sum().backward();
    assert.equal(count, 1);
    // What is removed while hooks run still runs in this pass.
    const d = mul2(leaf(3, 3));
    count = 0;
    /** @type {any[]} */
    const handles = [];
    d.gradFn.registerPrehook(() => void handles.forEach((h) => h.remove()));
    handles.push(d.gradFn.registerPrehook(counts), d.gradFn.registerPrehook(counts));
    handles[1].remove();
    d.sum().backward();
    assert.equal(count, 1);
  }
});

test('test_node_post_hook_registered_during_unpack_hook', () => {
  const a = leaf(3, 3);
  const model = () => {
    const [v, m] = ops.varMean(a, 0);
    v.add(m).sum().backward();
  };
  model();
  const reference = a.grad.clone();
  const unpack = (/** @type {any} */ t) => {
    torch.currentNode().registerHook((/** @type {any[]} */ outputs, /** @type {any[]} */ inputs) => {
      assert.ok(inputs.every((g) => g === null));
      return outputs.map((g) => (g === null ? null : g.div(2)));
    });
    return t;
  };
  savedTensorsHooks(itself, unpack, model);
  same(a.grad, reference.div(2).add(reference));
});

test('test_retain_grad', () => {
  const input = leaf(1, 3);
  const h1 = input.mul(3);
  const out = h1.mul(h1).sum();
  h1.retainGrad();
  h1.retainGrad();
  const keep = { retainGraph: true };
  out.backward(undefined, keep);
  same(h1.grad, h1.mul(2));
  out.backward(undefined, keep);
  same(h1.grad, h1.mul(4));
  torch.noGrad(() => input.grad.zero_());
  input.retainGrad();
  out.backward();
  same(input.grad, input.mul(18));
});

test('test_retain_grad_inplace', () => {
  for (const times of [1, 2]) {
    const a = tensor([1], { requiresGrad: true }).clone();
    a.retainGrad();
    for (let i = 0; i < times; i += 1) a.mul_(2);
    a.sum().backward();
    same(a.grad, [1]);
  }
  const x = tensor([1], { requiresGrad: true }).clone();
  x.retainGrad();
  x.slice(0).mul_(2);
  x.mul_(2);
  x.sum().backward();
  same(x.grad, [1]);
  ops.zeros([4]).view(2, 2).add_(leaf(2, 2));
});

test('test_retains_grad_inplace_multiple_outputs', () => {
  for (const fn of twoResults) {
    const b = leaf(3, 3);
    const [v, m] = fn(b);
    v.retainGrad();
    m.retainGrad();
    v.mul_(2);
    v.add(m).sum().backward();
    const [v2, m2] = fn(b.detach().requiresGrad_());
    v2.mul_(2);
    const [gv, gm] = grad(v2.add(m2).sum(), [v2, m2]);
    same(v.grad, gv);
    same(m.grad, gm);
  }
});

test('test_retain_grad_inplace_over_view', () => {
  const base = tensor([1], { requiresGrad: true }).clone();
  const [view, view2] = [base.slice(0), base.slice(0)];
  view.retainGrad();
  view2.retainGrad();
  view.mul_(2);
  view.add(view2).sum().backward();
  same(view.grad, [1]);
  same(view2.grad, [1]);
});

test('test_tensor_hooks_inplace', () => {
  const counts = [0, 0];
  const a = tensor([1], { requiresGrad: true });
  const b = a.clone();
  b.registerHook((/** @type {any} */ g) => {
    counts[0] += 1;
    same(g, [4]);
    return g.mul(2);
  });
  b.mul_(2);
  b.registerHook((/** @type {any} */ g) => {
    counts[1] += 1;
    same(g, [1]);
    return g.mul(2);
  });
  b.sum().backward();
  assert.deepEqual(counts, [1, 1]);
  same(a.grad, [8]);
  const c = tensor([1], { requiresGrad: true });
  const d = c.clone();
  d.registerHook((/** @type {any} */ g) => {
    same(g, [4]);
    return g.mul(2);
  });
  d.mul_(2);
  d.mul_(2);
  d.sum().backward();
  same(c.grad, [8]);
});
