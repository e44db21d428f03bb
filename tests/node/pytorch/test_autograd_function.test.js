/**
 * PyTorch 2.6.0's test/test_autograd.py, written anew for the JavaScript surface: user-defined functions. The names of
 * the tests are PyTorch's.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { described, gradcheck, leaf, ops, raises, same, Tensor, tensor, torch, values, warningsOf } from './support.js';
import { pieces } from '../pieces.js';

const { AutogradFunction, backward, grad, onceDifferentiable } = torch;
const { undefinedGrad } = /** @type {any} */ (await import('../../../wasm/js/tensor/testing.js'));
/** A class with these static functions. @param {string} name @param {Record<string, any>} members @returns {any} */
function define(name, members) {
  const made = class extends AutogradFunction {};
  Object.defineProperty(made, 'name', { value: name });
  for (const [key, value] of Object.entries(members)) Object.defineProperty(made, key, { value });
  return made;
}
/** @param {any} fn */
function functionTest(fn) {
  const x = leaf(5, 5);
  const y = values(5, 5).mul(0.5).requiresGrad_();
  fn.apply(x, 2, y)
    .sum()
    .backward(tensor(1, { requiresGrad: true }), { createGraph: true });
  same(x.grad, y.add(1));
  same(y.grad, x.add(2));
  assert.notEqual(x.grad.gradFn, null);
  return [x, y];
}
const mixed = (/** @type {any} */ ctx, /** @type {any} */ a, /** @type {number} */ k, /** @type {any} */ b) => {
  ctx.k = k;
  ctx.saveForBackward(a, b);
  return a.add(b.mul(k)).add(a.mul(b));
};
const mixedBackward = (/** @type {any} */ ctx, /** @type {any} */ g) => {
  const [a, b] = ctx.savedTensors;
  return [g.add(g.mul(b)), null, g.mul(ctx.k).add(g.mul(a))];
};

test('test_function', () => {
  const [x, y] = functionTest(define('MyFunction', { forward: mixed, backward: mixedBackward }));
  assert.equal(
    described(x.grad.gradFn),
    'CopyBackwards(None, AddBackward0(ExpandBackward0(AccumulateGrad()), ' +
      'MulBackward0(ExpandBackward0(AccumulateGrad()), AccumulateGrad())))',
  );
  assert.equal(
    described(y.grad.gradFn),
    'CopyBackwards(None, AddBackward0(MulBackward0(ExpandBackward0(AccumulateGrad()), None), ' +
      'MulBackward0(ExpandBackward0(AccumulateGrad()), AccumulateGrad())))',
  );
});

test('test_once_differentiable', () => {
  const once = onceDifferentiable((/** @type {any} */ ctx, /** @type {any} */ g) => {
    assert.equal(torch.isGradEnabled(), false);
    return mixedBackward(ctx, g);
  });
  const [x, y] = functionTest(define('MyFunction', { forward: mixed, backward: once }));
  for (const t of [x, y])
    assert.equal(described(t.grad.gradFn), 'CopyBackwards(None, Error(AccumulateGrad(), None, AccumulateGrad()))');
  raises(
    () => x.grad.sum().backward(),
    'RuntimeError',
    'trying to differentiate twice a function that was marked with @once_differentiable',
  );
});

test('test_function_returns_input', () => {
  const fn = define('MyFunction', {
    forward: (/** @type {any} */ _ctx, /** @type {any} */ x) => x,
    backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => g.mul(2),
  });
  for (const shape of [[1], []]) {
    const v = ops.ones(shape).requiresGrad_();
    fn.apply(v).backward();
    same(v.grad, ops.full(shape, 2));
    torch.noGrad(() => v.grad.zero_());
    fn.apply(v.clone()).backward();
    same(v.grad, ops.full(shape, 2));
  }
});

test('test_function_returns_undefined_tensor', () => {
  const fn = define('MyFunction', {
    forward: (/** @type {any} */ _ctx, /** @type {any} */ x) => x.mul(2),
    backward: () => null,
  });
  const x = ops.ones([1]).requiresGrad_();
  fn.apply(x).backward();
  assert.equal(x.grad, null);
  fn.apply(x.pow(2)).backward();
  assert.equal(x.grad, null);
  fn.apply(x).sum().backward();
  assert.equal(x.grad, null);
  assert.deepEqual(grad(fn.apply(x), x, { allowUnused: true }), [null]);
});

test('test_materialize_grads', () => {
  const seen = /** @type {any[]} */ ([]);
  const fn = define('MyFunction', {
    forward: (/** @type {any} */ _ctx, /** @type {any} */ x) => x,
    backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => (seen.push(g.tolist()), g),
  });
  undefinedGrad(fn.apply(ops.ones([1]).requiresGrad_())).backward();
  assert.deepEqual(seen, [[0]]);
});

test('test_dont_materialize_grads', () => {
  const seen = /** @type {any[]} */ ([]);
  const fn = define('MyFunction', {
    forward(/** @type {any} */ ctx, /** @type {any} */ x) {
      ctx.setMaterializeGrads(false);
      return x;
    },
    backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => (seen.push(g), g),
  });
  undefinedGrad(fn.apply(ops.ones([1]).requiresGrad_())).backward();
  assert.deepEqual(seen, [null]);
});

test('test_set_materialize_non_diff_grads', () => {
  for (const [switched, want] of [
    [false, null],
    [true, 0],
  ]) {
    const seen = /** @type {any[]} */ ([]);
    const fn = define('Func', {
      forward(/** @type {any} */ ctx, /** @type {any} */ x) {
        const [a, b] = [x.clone(), x.clone()];
        ctx.markNonDifferentiable(b);
        ctx._materializeNonDiffGrads = switched;
        return [a, b];
      },
      backward: (/** @type {any} */ _ctx, /** @type {any} */ a, /** @type {any} */ b) => (
        seen.push(b === null ? null : b.item()),
        a
      ),
    });
    fn.apply(tensor(1, { requiresGrad: true }))[0].backward();
    assert.deepEqual(seen, [want]);
  }
});

test('test_legacy_function_deprecation_exception', () => {
  const Made = define('MyFunction', {});
  raises(() => new Made(), 'RuntimeError', /^Legacy autograd function with non-static forward method is deprecated/);
});

test('test_custom_function_exception', () => {
  const thrown = new Error('Simulate error on backward pass');
  const fn = define('SimulateBackwardError', {
    forward: (/** @type {any} */ _ctx, /** @type {any} */ x) => x.clone(),
    backward: onceDifferentiable(() => {
      throw thrown;
    }),
  });
  const sum = leaf(3, 3).add(leaf(3, 3));
  assert.throws(
    () => fn.apply(sum.mul(sum)).sum().backward(),
    (error) => error === thrown,
  );
});

test('test_custom_function_non_tensor_inputs_outputs', () => {
  /** @type {any[][]} */
  const seen = [];
  const fn = define('MyFunction', {
    forward(
      /** @type {any} */ ctx,
      /** @type {any} */ a,
      /** @type {any} */ b,
      /** @type {number} */ scale,
      /** @type {any} */ c,
    ) {
      ctx.scale = scale;
      ctx.saveForBackward(a, b, c);
      return [scale, a.add(b.mul(c)).mul_(scale), null, true, a.mul(b).add(c).mul_(scale), 'bar', a];
    },
    backward: onceDifferentiable((/** @type {any} */ ctx, /** @type {any[]} */ ...g) => {
      seen.push(g);
      const [a, b, c] = ctx.savedTensors;
      const s = ctx.scale;
      return [
        g[1].mul(s).add(g[4].mul(b).mul(s)).add(g[6]),
        g[1].mul(c).mul(s).add(g[4].mul(a).mul(s)),
        null,
        g[1].mul(b).mul(s).add(g[4].mul(s)),
      ];
    }),
  });
  const [a, b, c] = [leaf(10), values(10).add(0.25).requiresGrad_(), values(10).mul(2)];
  const result = fn.apply(a, b, 7, c);
  assert.deepEqual([result[0], result[2], result[3], result[5]], [7, null, true, 'bar']);
  same(result[1], a.add(b.mul(c)).mul(7));
  same(result[6], a);
  // A result that is no tensor counts among the outputs.
  assert.deepEqual([result[1].outputNr, result[4].outputNr, result[6].outputNr], [1, 4, 6]);
  assert.deepEqual(
    result[1].gradFn.inputMetadata.map((/** @type {any} */ one) => one.shape),
    [[], [10], [], [], [10], [], [10]],
  );
  backward([result[1].sum(), result[4].sum(), result[6].sum()]);
  assert.deepEqual(
    seen[0].map((g) => g instanceof Tensor),
    [false, true, false, false, true, false, true],
  );
  assert.ok(a.grad !== null && b.grad !== null && c.grad === null);
  gradcheck(
    (x, y, z) => {
      const out = fn.apply(x, y, 7, z);
      return [out[1], out[4], out[6]];
    },
    [leaf(3), values(3).add(1).requiresGrad_(), values(3)],
  );
});

test('test_custom_function_no_tensors', () => {
  const fn = define('MyFunction', {
    forward: (/** @type {any} */ _ctx, /** @type {number} */ a, /** @type {number} */ b) => [
      a * b,
      null,
      true,
      'bar',
      a,
    ],
  });
  assert.deepEqual(fn.apply(2, 3), [6, null, true, 'bar', 2]);
});

test('test_invalid_gradients', () => {
  const fn = define('MyFunction', {
    forward: (/** @type {any} */ _ctx, /** @type {any} */ x) => x.mul(2),
    backward: () => values(10),
  });
  raises(
    () => fn.apply(leaf(5, 5)).sum().backward(),
    'RuntimeError',
    'Function MyFunctionBackward returned an invalid gradient at index 0 - got [10] but expected shape ' +
      'compatible with [5, 5]',
  );
});

test('test_custom_function_setup_context_simple', () => {
  const fn = define('MySquare', {
    forward: (/** @type {any} */ x) => x.pow(2),
    setupContext(/** @type {any} */ ctx, /** @type {any[]} */ [x]) {
      ctx.saveForBackward(x);
    },
    backward: (/** @type {any} */ ctx, /** @type {any} */ g) => g.mul(2).mul(ctx.savedTensors[0]),
  });
  const x = tensor(1.5, { requiresGrad: true });
  same(grad(fn.apply(x), x)[0], 3);
});

test('test_custom_function_setup_context_multi_output', () => {
  const fn = define('MySquare', {
    forward: (/** @type {any} */ x) => [x.pow(2), x.item() * 2],
    setupContext(/** @type {any} */ ctx, /** @type {any[]} */ _inputs, /** @type {any[]} */ [, twice]) {
      ctx.twice = twice;
    },
    backward: onceDifferentiable((/** @type {any} */ ctx, /** @type {any} */ g) => g.mul(ctx.twice)),
  });
  const x = tensor(1.5, { requiresGrad: true });
  const [y, twice] = fn.apply(x);
  assert.equal(twice, 3);
  same(grad(y, x)[0], 3);
});

test('test_custom_function_setup_context_multi_input', () => {
  const members = {
    backward: (/** @type {any} */ ctx, /** @type {any} */ g) => [g.reshape(ctx.shape).mul(ctx.scale), null, null, null],
  };
  const separate = define('MyReshape', {
    ...members,
    forward: (/** @type {any} */ x, /** @type {number[]} */ shape, /** @type {number} */ k) => x.reshape(shape).mul(k),
    setupContext(/** @type {any} */ ctx, /** @type {any[]} */ [x, , , scale]) {
      Object.assign(ctx, { scale, shape: x.shape });
    },
  });
  const whole = define('MyReshapeRef', {
    ...members,
    forward(
      /** @type {any} */ ctx,
      /** @type {any} */ x,
      /** @type {number[]} */ shape,
      /** @type {number} */ k,
      /** @type {number} */ scale,
    ) {
      Object.assign(ctx, { scale, shape: x.shape });
      return x.reshape(shape).mul(k);
    },
  });
  for (const [x, ...rest] of [
    [leaf(24), [3, 8], 7, 11],
    [leaf(2, 3, 4), [6, 4], -1, 2],
  ]) {
    const [a, b] = [separate, whole].map((fn) => fn.apply(x, ...rest).sum());
    same(a, b);
    same(grad(a, x)[0], grad(b, x)[0]);
  }
});

test('an input that is returned as it is may not be saved by setup_context', () => {
  const fn = define('Same', {
    forward: (/** @type {any} */ x) => x,
    setupContext: (/** @type {any} */ ctx, /** @type {any[]} */ [x]) => ctx.saveForBackward(x),
    backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => g,
  });
  raises(
    () => fn.apply(leaf(2)),
    'RuntimeError',
    /^A input that has been returned as-is as output is being saved for backward/,
  );
});

test('test_mark_non_differentiable', () => {
  const fn = define('MyFunction', {
    forward(/** @type {any} */ ctx, /** @type {any} */ x) {
      const out = x.gt(0);
      ctx.markNonDifferentiable(out);
      return out;
    },
    backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => g.mul(0).to('float64'),
  });
  const x = leaf(5, 5);
  const mask = fn.apply(x);
  assert.equal(mask.requiresGrad, false);
  x.maskedFill(mask, 0).sum().backward();
  same(x.grad, x.le(0).to('float64'));
});

test('test_mark_non_differentiable_mixed', () => {
  const fn = define('MyFunction', {
    forward(/** @type {any} */ ctx, /** @type {any} */ x) {
      const [a, b] = [x.add(1), x.add(2)];
      ctx.markNonDifferentiable(a);
      return [a, b];
    },
    backward(/** @type {any} */ _ctx, /** @type {any} */ a, /** @type {any} */ b) {
      same(a, ops.zeros([5, 5]));
      same(b, ops.ones([5, 5]));
      return b;
    },
  });
  const x = leaf(5, 5);
  const [a, b] = fn.apply(x);
  assert.deepEqual([a.requiresGrad, b.requiresGrad, b.outputNr], [false, true, 1]);
  b.sum().backward();
  same(x.grad, ops.ones([5, 5]));
});

test('test_mark_non_differentiable_none', () => {
  const fn = define('MyFunction', {
    forward(/** @type {any} */ ctx, /** @type {any} */ x) {
      const out = x.clone();
      ctx.markNonDifferentiable(out);
      return out;
    },
    backward: () => null,
  });
  const x = leaf(5, 5);
  fn.apply(x.mul(x)).mul(x).sum().backward();
  same(x.grad, x.mul(x));
});

test('test_return_duplicate', () => {
  const fn = define('DoubleDuplicate', {
    forward(/** @type {any} */ _ctx, /** @type {any} */ x) {
      const out = x.mul(2);
      return [out, out];
    },
    backward: (/** @type {any} */ _ctx, /** @type {any} */ a, /** @type {any} */ b) => a.mul(2).add(b.mul(2)),
  });
  gradcheck(
    (x) => {
      const [a, b] = fn.apply(x);
      assert.equal(a, b);
      return a.add(b);
    },
    [leaf(2, 3)],
  );
});

test('test_return_duplicate_inplace', () => {
  const fn = define('DoubleInplace', {
    forward(/** @type {any} */ ctx, /** @type {any} */ x) {
      x.mul_(2);
      ctx.markDirty(x);
      return [x, x];
    },
    backward: (/** @type {any} */ _ctx, /** @type {any} */ a, /** @type {any} */ b) => a.mul(2).add(b.mul(2)),
  });
  const twice = (/** @type {any} */ x) => {
    const [a, b] = fn.apply(x.clone());
    assert.equal(a, b);
    return a.add(b);
  };
  const x = leaf(2, 3);
  gradcheck(twice, [x]);
  raises(
    () => fn.apply(x),
    'RuntimeError',
    'a leaf Variable that requires grad has been used in an in-place operation.',
  );
  raises(
    () => fn.apply(x.clone().select(0, 0)),
    'RuntimeError',
    pieces(
      /^If your Function modifies inplace an input that is a view of another Tensor, your Function cannot /,
      /return more than one Tensor/,
    ),
  );
});

test('mark_dirty of what is no input warns, and of what is not returned raises', () => {
  const fn = define('Fresh', {
    forward(/** @type {any} */ ctx, /** @type {any} */ x) {
      const out = x.mul(2);
      ctx.markDirty(out);
      return out;
    },
    backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => g.mul(2),
  });
  const x = leaf(2);
  assert.deepEqual(
    warningsOf(() => fn.apply(x).sum().backward()),
    [
      'Only input Tensors should be given to ctx.mark_dirty(). If a Tensor is not an input, there is no need ' +
        'to pass it to mark_dirty().',
    ],
  );
  same(x.grad, [2, 2]);
  const lost = define('Lost', {
    forward: (/** @type {any} */ ctx, /** @type {any} */ y) => (ctx.markDirty(y), y.mul(2)),
    backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => g,
  });
  raises(
    () => lost.apply(leaf(2).clone()),
    'RuntimeError',
    'Some elements marked as dirty during the forward method were not returned as output. The inputs that ' +
      'are modified inplace must all be outputs of the Function.',
  );
});

test('test_naughty_autograd_function_stashing_ctx', async () => {
  const kept = /** @type {any[]} */ ([]);
  const fn = define('Id', {
    forward: (/** @type {any} */ ctx, /** @type {any} */ x) => (ctx.saveForBackward(x), x),
    backward: (/** @type {any} */ ctx) => (kept.push(ctx), ctx.savedTensors),
  });
  const p = tensor([0], { requiresGrad: true });
  const loss = fn.apply(p);
  loss.backward(undefined, { retainGraph: true });
  same(kept[0].savedTensors[0], [0]);
  loss.dispose();
  await new Promise((done) => setTimeout(done, 0));
});

test('test_custom_function_saved_tensors', () => {
  const fn = define('MyFn', {
    forward(/** @type {any} */ ctx, /** @type {any} */ x, /** @type {boolean} */ save = true) {
      assert.deepEqual(ctx.savedTensors, []);
      if (save) ctx.saveForBackward(x, null);
      else ctx.k = 5;
      assert.deepEqual(ctx.savedTensors, []);
      return x;
    },
    backward: (/** @type {any} */ _ctx, /** @type {any} */ g) => [g, null],
  });
  const x = leaf(2);
  const y = fn.apply(x, true);
  const node = y.gradFn;
  assert.deepEqual(node.savedNames, ['0', '1']);
  assert.equal(node.savedTensors[0], x);
  assert.equal(node.savedTensors[1], null);
  assert.equal(node.saved('0'), x);
  assert.equal(node.saved('1'), null);
  raises(
    () =>
      node.registerSavedHooks(
        '1',
        (/** @type {any} */ t) => t,
        (/** @type {any} */ t) => t,
      ),
    'RuntimeError',
    'Calling register_hooks on a saved tensor with value None is forbidden',
  );
  const seen = /** @type {string[]} */ ([]);
  node.registerSavedHooks(
    '0',
    (/** @type {any} */ t) => (seen.push('pack'), t),
    (/** @type {any} */ t) => (seen.push('unpack'), t),
  );
  node.savedTensors;
  assert.deepEqual(seen, ['pack', 'unpack']);
  y.sum().backward();
  const freed = pieces(
    /^Trying to backward through the graph a second time \(or directly access saved tensors after they have /,
    /already been freed\)/,
  );
  raises(() => node.savedTensors, 'RuntimeError', freed);
  raises(() => node.saved('0'), 'RuntimeError', freed);
  const plain = fn.apply(x, false).gradFn;
  assert.deepEqual(plain.savedTensors, []);
  assert.equal(plain.ctx.k, 5);
  assert.equal(x.mul(2).gradFn.savedTensors, undefined);
});
