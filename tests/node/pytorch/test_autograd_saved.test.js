/**
 * PyTorch 2.6.0's test/test_autograd.py, written anew for the JavaScript surface: saved tensors, mutation of what is
 * saved, inference mode. The names of the tests are PyTorch's.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { apply, leaf, ops, raises, same, tensor, torch, values } from './support.js';

const { AutogradFunction, grad, graph } = torch;
const { allowMutationOnSavedTensors, disableSavedTensorsHooks, registerMultiGradHook, savedTensorsHooks } = graph;
const { undefinedGrad } = /** @type {any} */ (await import('../../../wasm/js/tensor/testing.js'));
const itself = (/** @type {any} */ t) => t;
const one = () => tensor(1, { requiresGrad: true });
class DoubleMul extends AutogradFunction {
  static forward(/** @type {any} */ _ctx, /** @type {any} */ x) {
    return [x.mul(2), x.mul(3)];
  }
  static backward(/** @type {any} */ _ctx, /** @type {any} */ a, /** @type {any} */ b) {
    return a.mul(2).add(b.mul(3));
  }
}
const twoResults = [(/** @type {any} */ x) => apply(DoubleMul, x), (/** @type {any} */ x) => ops.varMean(x, 0)];
const changed = /variables needed for gradient computation has been modified by an inplace/;

test('test_tensor_hooks_inplace_multiple_outputs', () => {
  for (const fn of twoResults) {
    const counts = [0, 0, 0];
    const expects = (/** @type {number} */ which, /** @type {number} */ value) => (/** @type {any} */ g) => {
      counts[which] += 1;
      same(g, ops.ones(g.shape).mul(value));
    };
    const [out1, out2] = fn(leaf(3, 3));
    out1.registerHook(expects(0, 2));
    out2.registerHook(expects(1, 3));
    out1.mul_(2);
    out1.registerHook(expects(2, 1));
    out1.add(out2.mul(3)).sum().backward();
    assert.deepEqual(counts, [1, 1, 1]);
  }
});

test('test_tensor_hooks_inplace_over_view', () => {
  const base = tensor([1], { requiresGrad: true }).clone();
  const [view, view2] = [base.slice(0), base.slice(0)];
  let count = 0;
  view.registerHook(() => assert.fail('no'));
  view2.registerHook(() => assert.fail('no'));
  view.mul_(2);
  assert.equal(view2.gradFn.name(), 'AsStridedBackward0');
  view2.registerHook((/** @type {any} */ g) => {
    count += 1;
    same(g, [1]);
  });
  view.add(view2).sum().backward();
  assert.equal(count, 1);
});

test('test_multi_grad_all_hooks', () => {
  class Foo extends AutogradFunction {
    static forward(/** @type {any} */ _ctx, /** @type {any} */ a) {
      return a.clone();
    }
    static backward(/** @type {any} */ _ctx, /** @type {any} */ g) {
      return g;
    }
  }
  const [t1, t2, t3, t4] = [leaf(2).mul(2), apply(Foo, leaf(2)), undefinedGrad(leaf(2)), leaf(2).clone()];
  let [count, got] = [0, /** @type {boolean[]} */ ([])];
  const handle = registerMultiGradHook([t1, t2, t3, t4], (/** @type {any[]} */ grads) => {
    count += 1;
    got = grads.map((g) => g !== null);
  });
  const out = t2.mul(t3);
  const run = (/** @type {any} */ root, /** @type {any[]} */ ...inputs) =>
    root.sum().backward({ inputs, retainGraph: true });
  run(out, t2, t3);
  assert.deepEqual([count, got], [1, [false, true, true, false]]);
  run(out, t1, t4);
  assert.equal(count, 1);
  run(out, t1, t3);
  assert.deepEqual([count, got], [2, [false, false, true, false]]);
  class Func extends AutogradFunction {
    static forward(/** @type {any} */ _ctx, /** @type {any} */ x) {
      return x;
    }
    static backward() {
      throw new Error('error message');
    }
  }
  const failing = apply(Func, t2).mul(t3);
  assert.throws(() => run(failing, t2, t3), /error message/);
  assert.equal(count, 2);
  handle.remove();
  run(out, t1, t3);
  assert.equal(count, 2);
});

test('test_multi_grad_any_hooks', () => {
  for (const removed of [false, true]) {
    const order = /** @type {number[]} */ ([]);
    const handles = /** @type {any[]} */ ([]);
    let id = 0;
    const module = (/** @type {any} */ x) => {
      const z = x.mul(leaf(2, 3));
      const outs = [z.sin(), z.cos()];
      const [own, any] = [id, id + 1];
      id += 2;
      z.registerHook(() => void order.push(own));
      handles.push(registerMultiGradHook(outs, () => void order.push(any), { mode: 'any' }));
      return outs;
    };
    const y = module(values(2, 3));
    const out = module(y[0].add(y[1]));
    if (removed) handles.forEach((h) => h.remove());
    out[0].add(out[1]).sum().backward();
    assert.deepEqual(order, removed ? [2, 0] : [3, 2, 1, 0]);
  }
});

test('test_multi_grad_hooks_invalid_mode', () => {
  raises(
    () => registerMultiGradHook([leaf(2), leaf(2)], () => {}, { mode: 'foo' }),
    'ValueError',
    "Expects mode to be one of ('all', 'any') but got foo",
  );
});

test('test_saved_variable_version_counter', () => {
  const b = leaf(2).exp();
  const unpacked = b.gradFn.saved('result');
  same(unpacked, b);
  assert.equal(unpacked.version, b.version);
  torch.noGrad(() => b.add_(1));
  same(unpacked, b);
  assert.equal(unpacked.version, b.version);
});

test('test_saved_variable_packing_unpacking_saved_original_with_hooks', () => {
  const double = (/** @type {any} */ t) => t.mul(2);
  for (const [make, isLeaf] of /** @type {[() => any, boolean][]} */ ([
    [() => leaf(5), true],
    [() => leaf(5).add(1), false],
  ])) {
    for (const [unpack, back, factor] of /** @type {[any, number, number][]} */ ([
      [(/** @type {any} */ t) => t.div(2), 1, 2],
      [itself, 2, 3],
    ])) {
      const a = make();
      const node = a.gradFn;
      const y = a.mul(a);
      y.gradFn.registerSavedHooks('self', double, unpack);
      same(y.gradFn.saved('self'), a.mul(back));
      if (!isLeaf) assert.equal(y.gradFn.saved('self').gradFn, node);
      y.sum().backward();
      if (isLeaf) same(a.grad, a.mul(factor));
    }
    const a = make();
    const y = a.pow(3);
    y.gradFn.registerSavedHooks('self', itself, itself);
    const [g] = grad(y.sum(), [a], { createGraph: true });
    g.sum().backward();
    if (isLeaf) same(a.grad, a.mul(6));
    const z = make().pow(2);
    z.gradFn.registerSavedHooks('self', itself, () => 1);
    raises(() => z.gradFn.saved('self'), 'TypeError', /^Output of saved tensor unpack_hook expected to be a Tensor/);
    const t = make().pow(2);
    raises(
      () => t.gradFn.registerSavedHooks('self', (/** @type {any} */ x) => torch.noGrad(() => x.mul_(2)), itself),
      'RuntimeError',
      /^A saved tensor pack hook is modifying its input in place\./,
    );
  }
});

test('test_saved_variable_saved_original_inplace_detach', () => {
  const a = one().clone();
  const b = a.sin();
  a.detach_();
  raises(() => b.backward(), 'RuntimeError', /^Trying to use a saved tensor that has been detached in-place/);
  const c = one().clone();
  const d = c.exp();
  c.detach_();
  d.backward();
});

test('test_saved_variable_packing_unpacking_did_not_save_original_with_hooks', () => {
  const a = leaf(5);
  const y = a.exp();
  y.gradFn.registerSavedHooks('result', itself, itself);
  same(y.gradFn.saved('result'), y);
  assert.equal(y.gradFn.saved('result').gradFn, y.gradFn);
  y.sum().backward();
  same(a.grad, y);
});

test('test_saved_variable_packing_unpacking_saved_original_with_default_hooks', () => {
  const doubling = (/** @type {() => any} */ fn) =>
    savedTensorsHooks(
      (/** @type {any} */ t) => t.mul(2),
      (/** @type {any} */ t) => t.div(2),
      fn,
    );
  const a = ops.ones([5]).requiresGrad_();
  const y = savedTensorsHooks(itself, itself, () => a.mul(a));
  same(y.gradFn.saved('self'), a);
  const z = doubling(() => a.mul(a));
  same(z.gradFn.saved('self'), a);
  z.sum().backward();
  same(a.grad, a.mul(2));
  raises(
    () => z.gradFn.registerSavedHooks('self', itself, itself),
    'RuntimeError',
    /^Calling register_hooks on a saved tensor/,
  );
  const w = savedTensorsHooks(
    itself,
    () => 1,
    () => a.mul(a),
  );
  raises(() => w.gradFn.saved('self'), 'TypeError', /^Output of saved tensor unpack_hook expected to be a Tensor/);
});

test('test_saved_variable_packing_unpacking_did_not_save_original_with_default_hooks', () => {
  savedTensorsHooks(itself, itself, () => {
    const a = leaf(5);
    const y = a.exp();
    same(y.gradFn.saved('result'), y);
    y.sum().backward();
    same(a.grad, y);
  });
});

test('test_setting_default_saved_variable_hooks_twice_should_not_fail', () => {
  savedTensorsHooks(itself, itself, () => savedTensorsHooks(itself, itself, () => {}));
});

test('test_setting_default_saved_variable_hooks_twice_should_use_inner', () => {
  const by = (/** @type {number} */ k) => (/** @type {any} */ t) => t.mul(k);
  const [a, b] = [leaf(5), leaf(5)];
  const [y, z] = savedTensorsHooks(by(3), by(3), () => [savedTensorsHooks(by(5), by(5), () => a.mul(a)), b.mul(b)]);
  y.sum().backward();
  z.sum().backward();
  same(a.grad, a.mul(50));
  same(b.grad, b.mul(18));
});

test('test_disabling_saved_tensor_hooks', () => {
  disableSavedTensorsHooks('error message', () =>
    raises(() => savedTensorsHooks(itself, itself, () => {}), 'RuntimeError', 'error message'),
  );
  assert.equal(graph.savedTensorsHooksDisabled(), null);
  savedTensorsHooks(itself, itself, () =>
    raises(() => disableSavedTensorsHooks('error message', () => {}), 'RuntimeError', 'error message'),
  );
  assert.equal(graph.savedTensorsHooksDisabled(), null);
});

test('test_disabling_saved_tensor_hooks_nested', () => {
  disableSavedTensorsHooks('outer', () => {
    disableSavedTensorsHooks('inner', () =>
      raises(() => savedTensorsHooks(itself, itself, () => {}), 'RuntimeError', 'inner'),
    );
    assert.equal(graph.savedTensorsHooksDisabled(), 'outer');
  });
  assert.equal(graph.savedTensorsHooksDisabled(), null);
});

test('test_saved_tensor_hooks_custom_error_propagation', () => {
  class CustomError extends Error {}
  const fails = (/** @type {string} */ text) => () => {
    throw new CustomError(text);
  };
  const a = one();
  assert.throws(() => savedTensorsHooks(fails('pack'), itself, () => a.sin()), CustomError);
  savedTensorsHooks(itself, fails('unpack'), () => {
    const out = a.sin();
    assert.throws(() => out.backward(), CustomError);
  });
});

test('test_saved_tensor_hooks_custom_function_intermediates', () => {
  class Func extends AutogradFunction {
    static forward(/** @type {any} */ ctx, /** @type {any} */ x) {
      ctx.saveForBackward(x.exp().clone().detach_().requiresGrad_(true));
      return x.exp();
    }
    static backward(/** @type {any} */ ctx, /** @type {any} */ g) {
      return g.mul(ctx.savedTensors[0]);
    }
  }
  const a = one();
  savedTensorsHooks(itself, itself, () => apply(Func, a)).backward();
  same(a.grad, Math.E);
});

test('test_unpack_hooks_exec_count', () => {
  const counts = [0, 0];
  const [x, y] = [ops.ones([4]).requiresGrad_(), ops.ones([4])];
  savedTensorsHooks(
    (/** @type {any} */ t) => ((counts[0] += 1), t),
    (/** @type {any} */ t) => ((counts[1] += 1), t),
    () => {
      const out = x.mul(y);
      assert.deepEqual(counts, [1, 0]);
      out.sum().backward();
      assert.deepEqual(counts, [1, 1]);
    },
  );
});

test('test_saved_tensors_hook_version_counter_not_shared', () => {
  const a = one();
  const replacement = a.clone();
  class Test extends AutogradFunction {
    static forward(/** @type {any} */ ctx, /** @type {any} */ x) {
      ctx.saveForBackward(x);
      return x.sin();
    }
    static backward(/** @type {any} */ ctx, /** @type {any} */ g) {
      const [x] = ctx.savedTensors;
      const before = a.version;
      x.add_(1);
      assert.equal(a.version, before);
      return g;
    }
  }
  savedTensorsHooks(
    () => replacement,
    itself,
    () => apply(Test, a),
  ).backward();
});

test('test_pack_hook_with_inplace_modification_should_fail', () => {
  const a = leaf(5);
  const inc = (/** @type {any} */ t) => t.add_(1);
  const message = /^A saved tensor pack hook is modifying its input in place\./;
  savedTensorsHooks(inc, itself, () => raises(() => a.exp(), 'RuntimeError', message));
  const y = a.exp();
  raises(() => y.gradFn.registerSavedHooks('result', inc, itself), 'RuntimeError', message);
});

test('test_default_saved_tensors_hooks_double_backward', () => {
  const twice = (/** @type {any} */ t) => t.mul(2);
  const first = (/** @type {any} */ a) => a.pow(3).sum();
  const second = (/** @type {any} */ s, /** @type {any} */ a) =>
    grad(s, [a], { createGraph: true })[0].sum().backward();
  const inHooks = (/** @type {(t: any) => any} */ pack, /** @type {() => any} */ fn) =>
    savedTensorsHooks(pack, itself, fn);
  for (const [around, factor] of /** @type {[(a: any) => void, number][]} */ ([
    [(a) => inHooks(itself, () => second(first(a), a)), 1],
    [
      (a) =>
        second(
          inHooks(twice, () => first(a)),
          a,
        ),
      2,
    ],
    [
      (a) => {
        const s = first(a);
        inHooks(twice, () => second(s, a));
      },
      4,
    ],
    [(a) => inHooks(twice, () => second(first(a), a)), 8],
  ])) {
    const a = leaf(5);
    around(a);
    same(a.grad, a.mul(6 * factor));
  }
});

test('test_wrapped_number_saved_tensors_hooks', () => {
  const refuse = () => assert.fail('this hook should not be called');
  savedTensorsHooks(refuse, refuse, () => {
    const a = leaf(5);
    grad(a.mul(3).sum(), [a]);
  });
});

test('test_graph_save_on_cpu', () => {
  for (const pinMemory of [false, true]) {
    graph.saveOnCpu(
      () => {
        const a = leaf(5);
        const y = a.mul(a);
        same(y.gradFn.saved('self'), a);
        y.sum().backward();
        same(a.grad, a.mul(2));
      },
      { pinMemory },
    );
  }
});

test('test_basic (TestAllowMutationOnSaved)', () => {
  const fn = (/** @type {any} */ a) => {
    const b = a.clone();
    const out = b.pow(2).sum();
    b.sin_();
    out.backward();
    return a.grad;
  };
  raises(() => fn(leaf(2, 3)), 'RuntimeError', changed);
  const a = leaf(2, 3);
  allowMutationOnSavedTensors((/** @type {any} */ ctx) => {
    same(fn(a), a.mul(2));
    assert.equal(ctx.counts().cloned, 0);
  });
});
