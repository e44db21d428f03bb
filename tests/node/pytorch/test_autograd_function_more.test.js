/**
 * PyTorch 2.6.0's test/test_autograd.py, written anew for the JavaScript surface: user-defined functions, the rest. The
 * names of the tests are PyTorch's.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { gradcheck, leaf, ops, raises, same, tensor, torch, values } from './support.js';
import { pieces } from '../pieces.js';

const { AutogradFunction, grad, graph } = torch;
/** A class with these static functions. @param {string} name @param {Record<string, any>} members @returns {any} */
function define(name, members) {
  const made = class extends AutogradFunction {};
  Object.defineProperty(made, 'name', { value: name });
  for (const [key, value] of Object.entries(members)) Object.defineProperty(made, key, { value });
  return made;
}

test('test_save_none_for_backward', () => {
  const fn = define('MyFn', {
    forward: (/** @type {any} */ ctx, /** @type {any} */ x) => (ctx.saveForBackward(null, x, null), x.mul(x)),
    backward(/** @type {any} */ ctx, /** @type {any} */ g) {
      const [a, x, b] = ctx.savedTensors;
      assert.deepEqual([a, b], [null, null]);
      return x.mul(2).mul(g);
    },
  });
  const x = leaf(5, 5);
  fn.apply(x).sum().backward();
  same(x.grad, x.mul(2));
});

test('test_too_many_grads', () => {
  const fn = define('MyFn', {
    forward: (/** @type {any} */ _ctx, /** @type {any} */ x) => x,
    backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => [g, null, null],
  });
  const x = leaf(5, 5);
  fn.apply(x).sum().backward();
  same(x.grad, ops.ones([5, 5]));
});

test('test_return_leaf', () => {
  const fn = define('Identity', {
    forward: (/** @type {any} */ _ctx, /** @type {any} */ a, /** @type {any} */ b) => [a, a.add(b)],
    backward: (/** @type {any} */ _ctx, /** @type {any} */ p, /** @type {any} */ q) => [p.add(q), q],
  });
  const [x, y] = [leaf(5, 5), leaf(5, 5)];
  const [q, p] = fn.apply(x, y);
  let called = 0;
  q.registerHook((/** @type {any} */ g) => {
    called += 1;
    same(g, ops.ones([5, 5]));
  });
  q.add(p).add(x).sum().backward();
  same(x.grad, ops.full([5, 5], 3));
  same(y.grad, ops.ones([5, 5]));
  assert.equal(called, 1);
});

test('test_return_leaf_inplace', () => {
  const fn = define('Inplace', {
    forward: (/** @type {any} */ ctx, /** @type {any} */ a, /** @type {any} */ b) => (
      ctx.markDirty(a),
      [a.add_(b), b.add(2)]
    ),
    backward: (/** @type {any} */ _ctx, /** @type {any} */ p, /** @type {any} */ q) => [p, p.add(q)],
  });
  const [x, y] = [values(5, 5), leaf(5, 5)];
  const [q] = fn.apply(x, y);
  assert.equal(q, x);
  assert.equal(q.gradFn.name(), 'InplaceBackward');
  assert.ok(q.requiresGrad);
  q.sum().backward();
  same(y.grad, ops.ones([5, 5]));
});

test('test_no_grad_input', () => {
  const fn = define('MyFunction', {
    forward: (/** @type {any} */ _ctx, /** @type {any} */ x) => x,
    backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => g,
  });
  const x = leaf(5);
  const y = torch.noGrad(() => fn.apply(x));
  assert.ok(x.requiresGrad);
  assert.equal(y.gradFn, null);
});

test('test_hook_none', () => {
  const fn = define('NoneGradientFunction', {
    forward(/** @type {any} */ ctx, /** @type {any} */ x, /** @type {any} */ y) {
      assert.deepEqual(ctx.needsInputGrad, [true, false]);
      return [x, y];
    },
    backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => [g, null],
  });
  let called = 0;
  const hook = (/** @type {any} */ g) => {
    assert.notEqual(g, null);
    called += 1;
  };
  const [rx, ry] = fn.apply(leaf(5, 5), values(5, 5));
  rx.registerHook(hook);
  ry.registerHook(hook);
  rx.add(ry).sum().backward();
  assert.ok(called > 0);
});

test('test_custom_function_mark_dirty_not_differentiable', () => {
  for (const returned of ['both', 'one']) {
    const fn = define('MyFn', {
      forward(/** @type {any} */ ctx, /** @type {any} */ x) {
        const out = x.clone();
        const mask = x.mul_(1);
        ctx.markDirty(x);
        ctx.markNonDifferentiable(x);
        return returned === 'both' ? [out, mask] : x;
      },
      backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => g,
    });
    const a = leaf(3).clone();
    const result = fn.apply(a);
    const written = returned === 'both' ? result[1] : result;
    assert.equal(written.requiresGrad, false);
  }
});

test('test_custom_function_return_view_in_nograd', () => {
  const fn = define('Alias', {
    forward: (/** @type {any} */ _ctx, /** @type {any} */ x) => x.slice(0, 0, 100),
    backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => g,
  });
  const inp = leaf(2);
  const output = torch.noGrad(() => fn.apply(inp));
  const expected = torch.noGrad(() => inp.slice(0, 0, 100));
  assert.equal(output.requiresGrad, expected.requiresGrad);
  raises(() => torch.enableGrad(() => output.zero_()), 'RuntimeError', /^A view was created in no_grad mode/);
});

test('test_custom_function_error', () => {
  const x = ops.ones([1]).requiresGrad_();
  const backwardOnly = define('BadFw', { backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => g });
  raises(
    () => backwardOnly.apply(x),
    'NotImplementedError',
    'You must implement the forward function for custom autograd.Function.',
  );
  const forwardOnly = define('BadBw', { forward: (/** @type {any} */ _ctx, /** @type {any} */ y) => y.clone() });
  raises(
    () => forwardOnly.apply(x).backward(),
    'NotImplementedError',
    'You must implement either the backward or vjp method for your custom autograd.Function to use it with ' +
      'backward mode AD.',
  );
  const one = (/** @type {any} */ _ctx, /** @type {any} */ g) => g.mul(3);
  const both = define('BadBw2', {
    forward: (/** @type {any} */ _ctx, /** @type {any} */ y) => y.clone(),
    backward: one,
    vjp: one,
  });
  raises(
    () => both.apply(x).backward(),
    'RuntimeError',
    "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement " +
      'one of them.',
  );
  const vjp = define('Vjp', { forward: (/** @type {any} */ _ctx, /** @type {any} */ y) => y.clone(), vjp: one });
  vjp.apply(x).backward();
  same(x.grad, [3]);
});

test('test_autograd_python_custom_function_inplace', () => {
  const forward = (/** @type {any} */ ctx, /** @type {any} */ a, /** @type {any} */ b) => {
    a.add_(b);
    ctx.markDirty(a);
    return a;
  };
  const backwardCalls = [0];
  const add = define('MyAdder', {
    forward,
    backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => ((backwardCalls[0] += 1), [g, g]),
  });
  const [a, b] = [leaf(2), leaf(2)];
  const c = add.apply(a.clone(), b);
  c.sum().backward();
  assert.equal(backwardCalls[0], 1);
  const written = add.apply(a.clone(), b).add_(2);
  written.sum().backward();
  assert.equal(backwardCalls[0], 2);
  // Of a view of what requires grad.
  const clone = a.clone();
  const view = clone.view(-1);
  add.apply(view, b).sum().backward(undefined, { retainGraph: true });
  clone.sum().backward();
  assert.equal(clone.gradFn.name(), 'torch::autograd::CopySlices');
  // Not marked: the result is another tensor, which may not be written to.
  const plain = define('MyAdderBad', {
    forward: (/** @type {any} */ _ctx, /** @type {any} */ x, /** @type {any} */ y) => x.add_(y),
    backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => [g, g],
  });
  const out = plain.apply(a.clone(), b);
  raises(
    () => out.add_(2),
    'RuntimeError',
    pieces(
      /^Output 0 of MyAdderBadBackward is a view and is being modified inplace\. This view was created inside /,
      /a custom Function/,
    ),
  );
});

test('test_custom_function_cycle', () => {
  const fn = define('MyFn', {
    forward(/** @type {any} */ ctx, /** @type {any} */ x, /** @type {any} */ metadata) {
      const out = x.clone();
      ctx.meta = metadata;
      ctx.saveForBackward(x, out);
      return out;
    },
    backward(/** @type {any} */ ctx) {
      const [x, y] = ctx.savedTensors;
      same(x, 3.14);
      assert.equal(ctx.meta.foo, 3.14);
      return [x.mul(y), null];
    },
  });
  const x = tensor(3.14, { requiresGrad: true });
  const y = fn.apply(x, { foo: 3.14 });
  y.backward(undefined, { retainGraph: true });
  same(x.grad, 3.14 * 3.14);
});

test('test_simple_reentrant', () => {
  const data = values(2, 2);
  const fn = define('Reenter', {
    forward(/** @type {any} */ ctx, /** @type {any} */ x) {
      torch.enableGrad(() => {
        ctx.x = x.detach().requiresGrad_();
        ctx.output = ctx.x.mul(data.detach().requiresGrad_());
      });
      return ctx.output.detach();
    },
    backward(/** @type {any} */ ctx, /** @type {any} */ g) {
      torch.enableGrad(() => ctx.output.sum().backward());
      return ctx.x.grad.mul(g);
    },
  });
  const x = leaf(2, 2);
  fn.apply(x).sum().backward();
  same(x.grad, data);
});

test('test_reentrant_child_error', () => {
  const failing = define('SimulateBackwardError', {
    forward: (/** @type {any} */ _ctx, /** @type {any} */ x) => x.clone(),
    backward() {
      throw new Error('Simulate error on backward pass');
    },
  });
  const b = leaf(3, 3);
  const inner = failing.apply(b.mul(b)).sum();
  const outer = define('ReentrantFunc', {
    forward: (/** @type {any} */ _ctx, /** @type {any} */ x) => x.clone(),
    backward(/** @type {any} */ _ctx, /** @type {any} */ g) {
      inner.backward();
      return g;
    },
  });
  const a = leaf(3, 3);
  assert.throws(() => outer.apply(a.mul(a)).sum().backward(), /Simulate error/);
  assert.equal(graph.currentGraphTaskId(), -1);
});

test('test_custom_autograd_repeated_grad_grad', () => {
  const product = (/** @type {any} */ x) => x.prod(-1).prod(-1);
  const fn = define('Mult', {
    forward(/** @type {any} */ ctx, /** @type {any} */ x) {
      const y = product(x);
      ctx.saveForBackward(x, y);
      return y;
    },
    backward(/** @type {any} */ ctx, /** @type {any} */ g) {
      const [x, y] = ctx.savedTensors;
      return g.mul(y).unsqueeze(1).unsqueeze(2).div(x);
    },
  });
  const x = ops.ones([2, 4, 4]).requiresGrad_();
  const at = (/** @type {any} */ t, /** @type {number[]} */ ...places) =>
    places.reduce((one, place) => one.select(0, place), t);
  for (const y of [product(x), fn.apply(x)]) {
    const second = () => {
      const [gy] = grad(at(y, 0), x, { createGraph: true });
      return at(grad(at(gy, 0, 0, 0), x, { retainGraph: true })[0], 0, 0, 1);
    };
    same(second(), second());
  }
});

test('test_custom_autograd_no_early_free', () => {
  const forward = (/** @type {any} */ ctx, /** @type {any} */ x) => {
    const y = x.pow(2);
    ctx.saveForBackward(x, y);
    return y;
  };
  const double = define('Double', {
    forward,
    backward: (/** @type {any} */ ctx, /** @type {any} */ g) => g.mul(2).mul(ctx.savedTensors[0]),
  });
  const double2 = define('Double2', {
    forward,
    backward(/** @type {any} */ ctx, /** @type {any} */ g) {
      const [x, y] = ctx.savedTensors;
      return g.mul(2).mul(y).div(x);
    },
  });
  const x = tensor(2, { requiresGrad: true });
  for (const fn of [double, double2]) {
    gradcheck((v) => fn.apply(v), [x]);
    gradcheck((v) => grad(fn.apply(v), v, { createGraph: true })[0], [x]);
    const y = fn.apply(x);
    grad(y, x, { createGraph: true });
    grad(y, x);
  }
});

test('test_node_ordering_when_none_returned', () => {
  const executed = /** @type {string[]} */ ([]);
  const hooked = define('HookFunction', {
    forward: (/** @type {any} */ _ctx, /** @type {any} */ x) => x,
    backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => (executed.push('A'), g),
  });
  const matmul = define('Matmul', {
    forward: (/** @type {any} */ ctx, /** @type {any} */ x, /** @type {any} */ w) => (
      ctx.saveForBackward(x, w),
      x.mm(w)
    ),
    backward: (/** @type {any} */ ctx, /** @type {any} */ g) => [g.mm(ctx.savedTensors[1].t()), null],
  });
  const x = hooked.apply(leaf(3, 3));
  const w = leaf(3, 3);
  w.registerHook(() => void executed.push('B'));
  matmul.apply(x, w).sum().backward();
  assert.deepEqual(executed, ['B', 'A']);
});

test('test_materialize_grads of a function that PyTorch calls by its node', () => {
  const fn = define('F', {
    forward: (/** @type {any} */ _ctx, /** @type {any} */ x) => x.clone(),
    backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => g,
  });
  raises(() => fn.apply(leaf(2)).gradFn.call(values(2)), 'TypeError', "'FBackward' object is not callable");
});

test('test_integer_outputs', () => {
  const fn = define('Places', {
    forward: (/** @type {any} */ _ctx, /** @type {any} */ x) => [x.argmax(), x.mul(2)],
    backward: (/** @type {any} */ _ctx, /** @type {any} */ a, /** @type {any} */ b) => (
      assert.equal(a.dtype, 'int64'),
      b
    ),
  });
  const x = leaf(4);
  const [place, twice] = fn.apply(x);
  assert.deepEqual([place.requiresGrad, twice.requiresGrad], [false, true]);
  twice.sum().backward();
  same(x.grad, ops.full([4], 1));
  for (const one of [
    x.argmax(),
    x.argmin(),
    x.argsort({ stable: true }),
    x.sort()[1],
    x.max(0)[1],
    x.topk(2)[1],
    x.ne(0).nonzero(),
  ])
    assert.equal(one.requiresGrad, false);
});
