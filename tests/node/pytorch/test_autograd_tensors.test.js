/**
 * PyTorch 2.6.0's test/test_autograd.py, written anew for the JavaScript surface: reentrance, printing, data of
 * tensors. The names of the tests are PyTorch's.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { apply, described, leaf, ops, raises, same, tensor, torch, values, warningsOf } from './support.js';
import { pieces } from '../pieces.js';

const { AutogradFunction, grad } = torch;
const accumulatorOf = (/** @type {any} */ t) => t.clone().gradFn.nextFunctions[0][0];

test('test_inplace_on_view_backward', () => {
  const x = tensor([[[[1, 1]]]], { requiresGrad: true });
  const tmp = x.add(1).viewAs(x);
  const written = tmp.relu_();
  const p = written.sigmoid();
  const [g] = grad(p, x, { gradOutputs: ops.ones([1, 1, 1, 2]), createGraph: true, retainGraph: true });
  g.sum().backward();
  same(x, [[[[1, 1]]]]);
});

test('test_inplace_on_view_weak_grad_fn', () => {
  const a = ops.arange(10).to('float64').requiresGrad_();
  const b = a.narrow(0, 0, 2).clone().view(-1);
  b.relu_();
  const c = b.clone();
  b.dispose();
  const s = c.sum();
  s.backward();
  same(s, 1);
  assert.throws(() => leaf(10).narrow(0, 0, 10).relu_(), { name: 'RuntimeError' });
});

test('test_out_variant_raises_when_inputs_require_grad', () => {
  const message =
    "mul(): functions with out=... arguments don't support automatic differentiation, but one of the " +
    'arguments requires grad.';
  const [a, b] = [leaf(2, 2), leaf(2, 2)];
  const x = ops.zeros([2, 2]);
  raises(() => ops.mul(a, b, { out: x }), 'RuntimeError', message);
  torch.noGrad(() => {
    assert.equal(ops.mul(a, b, { out: x }), x);
    same(x, a.mul(b));
  });
  raises(() => ops.mul(values(2, 2), values(2, 2), { out: leaf(2, 2) }), 'RuntimeError', message);
  // And what `out` does when all is well.
  const into = ops.zeros([2]);
  ops.add(tensor([1, 2]), 1, { out: into });
  assert.deepEqual([into.tolist(), into.version], [[2, 3], 1]);
  raises(
    () => ops.add(tensor([1, 2]), 1, { out: tensor([1, 2], { dtype: 'int64' }) }),
    'RuntimeError',
    "result type Double can't be cast to the desired output type Long",
  );
  const small = tensor([1]);
  assert.match(
    warningsOf(() => ops.add(tensor([1, 2]), 1, { out: small }))[0],
    pieces(
      /^An output with one or more elements was resized since it had shape \[1\], which does not match the /,
      /required output shape \[2\]/,
    ),
  );
  same(small, [2, 3]);
  raises(() => tensor([1]).add(1, { out: into }), 'TypeError', "add() got an unexpected keyword argument 'out'");
});

test('test_version_counter', () => {
  let x = values(1, 2);
  let before = x.version;
  x.add_(1);
  assert.ok(x.version > before);
  before = x.version;
  // What takes the data of another keeps its own count.
  x.data = values(2, 3);
  assert.equal(x.version, before);
  x.add_(1);
  assert.ok(x.version > before);
  before = x.version;
  x.data = values(3, 3);
  assert.equal(x.version, before);
  // A view counts with its base, and so does what is detached.
  x = values(3, 3);
  for (const other of [x.view(9), x.detach()]) {
    other.add_(1);
    assert.equal(other.version, x.version);
  }
  x = leaf(2);
  assert.equal(x.dataTensor.requiresGrad, false);
  x.dataTensor.mul_(2);
  assert.equal(x.version, 0);
});

test('test_set_data_self_requires_grad', () => {
  const a = tensor(1, { requiresGrad: true });
  const b = tensor(2);
  const c = tensor(3, { dtype: 'int64' });
  a.data = b;
  same(a, 2);
  assert.ok(a.requiresGrad && a.isLeaf);
  raises(
    () => {
      a.data = c;
    },
    'RuntimeError',
    'data set to a tensor that requires gradients must be floating point or complex dtype',
  );
});

test('test_deep_reentrant', () => {
  class DeepReentrant extends AutogradFunction {
    static forward(/** @type {any} */ ctx, /** @type {any} */ x) {
      torch.enableGrad(() => {
        ctx.x = x.detach().requiresGrad_();
        ctx.x = ctx.x.sub(1);
      });
      return ctx.x.detach();
    }
    static backward(/** @type {any} */ ctx, /** @type {any} */ g) {
      if (ctx.x.item() < 0) return g;
      torch.enableGrad(() => apply(DeepReentrant, ctx.x).sum().backward());
      return g;
    }
  }
  // PyTorch goes 2,000 deep on threads of its own; here each pass stands on JavaScript's stack.
  const v = tensor(150, { requiresGrad: true });
  apply(DeepReentrant, v).sum().backward();
});

test('test_reentrant_priority', () => {
  const order = /** @type {string[]} */ ([]);
  class MyFunction extends AutogradFunction {
    static forward(/** @type {any} */ _ctx, /** @type {any} */ x) {
      return x;
    }
    static backward(/** @type {any} */ _ctx, /** @type {any} */ g) {
      order.push('MyFunction');
      return g;
    }
  }
  class Reentrant extends AutogradFunction {
    static forward(/** @type {any} */ ctx, /** @type {any} */ x) {
      torch.enableGrad(() => {
        ctx.x = x.detach().requiresGrad_().sub(1);
      });
      return ctx.x.detach();
    }
    static backward(/** @type {any} */ ctx, /** @type {any} */ g) {
      order.push('Reentrant');
      if (ctx.x.item() < 0) return g;
      torch.enableGrad(() => apply(Reentrant, ctx.x).backward());
      return g;
    }
  }
  const a = apply(MyFunction, tensor(6, { requiresGrad: true }));
  const b = apply(Reentrant, tensor(9, { requiresGrad: true }));
  a.mul(b).backward();
  assert.equal(order.length, 11);
  assert.equal(order.filter((name) => name === 'Reentrant').length, 10);
  assert.equal(order[10], 'MyFunction');
});

test('test_callback_adds_callback', () => {
  const called = [0];
  const last = () => {
    called[0] += 1;
  };
  const first = () => {
    called[0] += 1;
    torch.queueCallback(last);
  };
  class MyFunc extends AutogradFunction {
    static forward(/** @type {any} */ _ctx, /** @type {any} */ x) {
      return x;
    }
    static backward(/** @type {any} */ _ctx, /** @type {any} */ g) {
      torch.queueCallback(first);
      return g;
    }
  }
  apply(MyFunc, leaf(3)).sum().backward();
  assert.deepEqual(called, [2]);
});

for (const [name, depths] of /** @type {[string, number[]][]} */ ([
  ['test_reentrant_with_callbacks_depth_0', [0]],
  ['test_reentrant_with_callbacks_depth_1', [1]],
  ['test_reentrant_with_callbacks_both_depths', [0, 1]],
])) {
  test(name, () => {
    const counter = { inner: 0, outer: 0 };
    class MyFunc extends AutogradFunction {
      static forward(/** @type {any} */ _ctx, /** @type {any} */ x) {
        return x;
      }
      static backward(/** @type {any} */ _ctx, /** @type {any} */ g) {
        if (depths.includes(1)) torch.queueCallback(() => void (counter.inner += 1));
        return g;
      }
    }
    class Reentrant extends AutogradFunction {
      static forward(/** @type {any} */ ctx, /** @type {any} */ x) {
        torch.enableGrad(() => {
          ctx.output = x.detach().requiresGrad_().mul(x);
        });
        return ctx.output.detach();
      }
      static backward(/** @type {any} */ ctx, /** @type {any} */ g) {
        if (depths.includes(0)) torch.queueCallback(() => void (counter.outer += 1));
        torch.enableGrad(() => apply(MyFunc, ctx.output).sum().backward());
        return g;
      }
    }
    apply(Reentrant, leaf(3)).sum().backward();
    assert.deepEqual(counter, { inner: depths.includes(1) ? 1 : 0, outer: depths.includes(0) ? 1 : 0 });
  });
}

test('test_reentrant_with_leaf_variable_hook', () => {
  const param = leaf(10);
  const handle = param.registerHook((/** @type {any} */ g) => {
    handle.remove();
    param.grad = null;
    const own = g.detach().requiresGrad_();
    torch.enableGrad(() => own.mul(2).add(param.detach().requiresGrad_()).sum().backward());
    param.grad = g;
    return own.grad.add(g);
  });
  param.mul(param).sum().backward();
  assert.notEqual(param.grad, null);
});

test('test_reentrant_with_non_leaf_variable_hook', () => {
  const param = leaf(10);
  const tmp = param.mul(param);
  const handle = tmp.registerHook((/** @type {any} */ g) => {
    handle.remove();
    const own = g.detach().requiresGrad_();
    torch.enableGrad(() => own.mul(2).add(5).sum().backward());
    return own.grad.add(g);
  });
  tmp.sum().backward();
  same(param.grad, param.mul(6));
});

test('test_inplace_not_requires_grad', () => {
  class MyFn extends AutogradFunction {
    static forward(/** @type {any} */ _ctx, /** @type {any} */ x) {
      return x.viewAs(x);
    }
    static backward(/** @type {any} */ _ctx, /** @type {any} */ g) {
      return g;
    }
  }
  const a = values(1, 2);
  const view = apply(MyFn, a);
  const c = leaf(1, 2);
  raises(() => view.add_(c), 'RuntimeError', /^A view was created in no_grad mode and is being modified inplace/);
});

test('test_autograd_inplace_views_creation_meta', () => {
  const noGradView = (/** @type {any} */ x) => torch.noGrad(() => x.view(-1));
  const base = leaf(2, 3).clone();
  raises(
    () => noGradView(base).mul_(2),
    'RuntimeError',
    /^A view was created in no_grad mode and is being modified inplace with grad mode enabled/,
  );
  const parts = leaf(2, 3).clone().unbind();
  raises(
    () => parts[0].mul_(2),
    'RuntimeError',
    pieces(
      /^Output 0 of UnbindBackward0 is a view and is being modified inplace\. This view is the output of a /,
      /function that returns multiple views/,
    ),
  );
  // A stale view raises whenever its history is asked for, and is printed as invalid.
  const stale = noGradView(base);
  base.mul_(2);
  for (let i = 0; i < 2; i += 1)
    raises(
      () => stale.gradFn,
      'RuntimeError',
      /^A view was created in no_grad mode and its base or another view of its base has been modified inplace/,
    );
  assert.match(`${stale}`, /grad_fn=<Invalid>\)$/);
});

test('test_autograd_print_tensor', () => {
  const a = ops.ones([1]).requiresGrad_();
  assert.equal(`${a}`, 'tensor([1.], requires_grad=True)');
  assert.equal(`${a.clone()}`, 'tensor([1.], grad_fn=<CloneBackward0>)');
  const b = a.view(-1);
  torch.noGrad(() => a.zero_());
  assert.equal(`${b}`, 'tensor([0.], grad_fn=<AsStridedBackward0>)');
  class Func extends AutogradFunction {
    static forward(/** @type {any} */ _ctx, /** @type {any} */ x) {
      return x;
    }
    static backward(/** @type {any} */ _ctx, /** @type {any} */ x) {
      return x;
    }
  }
  assert.equal(`${apply(Func, a)}`, 'tensor([0.], grad_fn=<FuncBackward>)');
});

test('test_autograd_inplace_view_of_view', () => {
  for (const outer of [torch.noGrad, torch.inferenceMode]) {
    const x = ops.zeros([2]);
    const y = outer(() => x.view(2));
    const z = y.view(2);
    raises(
      () => z.div_(leaf(1)),
      'RuntimeError',
      outer === torch.noGrad ? /^A view was created in no_grad mode/ : /^A view was created in inference mode/,
    );
  }
});

test('test_grad_mode_restored_reentrant', () => {
  class MyFunction extends AutogradFunction {
    static forward(/** @type {any} */ _ctx, /** @type {any} */ x) {
      return x.clone();
    }
    static backward(/** @type {any} */ _ctx, /** @type {any} */ g) {
      const before = torch.isGradEnabled();
      const inner = torch.enableGrad(() => {
        const own = leaf(2).clone();
        return grad(own.sum(), own)[0];
      });
      assert.equal(inner.requiresGrad, false);
      assert.equal(torch.isGradEnabled(), before);
      return g;
    }
  }
  const x = leaf(2);
  apply(MyFunction, x).sum().backward();
  torch.catchWarnings(
    () => {},
    () => apply(MyFunction, x).sum().backward(undefined, { createGraph: true }),
  );
});

test('test_power_function', () => {
  const a = tensor([0, 0, 0]);
  const b = tensor([-1, 0, 1], { requiresGrad: true });
  a.pow(b).sum().backward();
  same(b.grad, [-Infinity, 0, 0]);
  const s = ops.pow(tensor(0), b);
  b.grad = null;
  s.sum().backward();
  same(b.grad, [-Infinity, 0, 0]);
});

test('test_input_buffer_accum', () => {
  const x = leaf(5, 2);
  const index = tensor(
    [
      [0, 1],
      [2, 3],
    ],
    { dtype: 'int64' },
  );
  const out = x.gather(0, index);
  const out2 = x.narrow(0, 0, 2);
  out.add(out2).sum().backward();
  assert.deepEqual(x.grad.shape, [5, 2]);
});

test('test_backward_hook_relative_ordering, tensor hooks before those of nodes before accumulation', () => {
  const order = /** @type {string[]} */ ([]);
  const x = leaf(3);
  const accumulator = accumulatorOf(x);
  x.registerPostAccumulateGradHook(() => void order.push('post_acc_grad_hook'));
  accumulator.registerHook(() => void order.push('post_hook'));
  accumulator.registerPrehook(() => void order.push('pre_hook'));
  x.registerHook(() => void order.push('tensor_pre_hook'));
  x.mul(2).sum().backward();
  assert.deepEqual(order, ['tensor_pre_hook', 'pre_hook', 'post_acc_grad_hook', 'post_hook']);
});

test('test_resize_version_bump, test_parameter_resize', () => {
  const x = values(1, 2);
  const y = values(1, 2).clone();
  x.resize_([1, 2]);
  assert.equal(x.version, 0);
  x.resize_(2, 1);
  assert.deepEqual([x.shape, x.version], [[2, 1], 0]);
  x.resizeAs_(y);
  assert.deepEqual(x.shape, [1, 2]);
  raises(() => leaf(2).resize_(1), 'RuntimeError', 'cannot resize variables that require grad');
  assert.deepEqual(tensor([1, 2]).resize_(4).shape, [4]);
  assert.deepEqual(tensor([1, 2, 3]).resize_(2).tolist(), [1, 2]);
});

test('described graphs name nodes as PyTorch does', () => {
  const x = leaf(2);
  assert.equal(described(x.mul(2).add(1).gradFn), 'AddBackward0(MulBackward0(AccumulateGrad(), None), None)');
});
