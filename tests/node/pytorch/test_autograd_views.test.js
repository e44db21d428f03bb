/**
 * PyTorch 2.6.0's test/test_autograd.py, written anew for the JavaScript surface: inference mode, views, leaves,
 * checkpoints. The names of the tests are PyTorch's.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { leaf, ops, raises, same, tensor, torch } from './support.js';

const { grad, graph } = torch;
const { allowMutationOnSavedTensors } = graph;
const changed = /variables needed for gradient computation has been modified by an inplace/;
const { inferenceMode } = torch;
const ones = (/** @type {boolean} */ requiresGrad = false) => ops.ones([1, 2, 3], { requiresGrad });
/** @param {(requiresGrad: boolean) => void} fn */
const both = (fn) => [true, false].forEach(fn);
const writes = [(/** @type {any} */ x) => x.add_(2), (/** @type {any} */ x) => x.transpose_(0, 1)];

test('test_views (TestAllowMutationOnSaved)', () => {
  const fn = (/** @type {any} */ a) => {
    const b = a.clone();
    const c = b.viewAs(b);
    const out = b.pow(2).sum();
    c.sin_();
    out.backward();
    return a.grad;
  };
  raises(() => fn(leaf(2, 3)), 'RuntimeError', changed);
  const a = leaf(2, 3);
  allowMutationOnSavedTensors(() => same(fn(a), a.mul(2)));
});

test('test_save_base_and_modify_view', () => {
  const a = leaf(2, 3);
  allowMutationOnSavedTensors(() => {
    const b = a.clone();
    const c = b.slice(0, 0, 1);
    const out = b.pow(2);
    c.mul_(10);
    out.sum().backward();
  });
  same(a.grad, a.mul(2));
});

test('test_save_view_modify_base', () => {
  const a = leaf(2, 3);
  allowMutationOnSavedTensors(() => {
    const b = a.clone();
    const out = b.slice(0).pow(2).sum();
    b.mul_(2);
    out.backward();
  });
  same(a.grad, a.mul(2));
});

test('test_double_backward (TestAllowMutationOnSaved)', () => {
  const a = leaf(2, 3);
  allowMutationOnSavedTensors(() => {
    const b = a.clone();
    const out = b.pow(2).sum();
    b.sin_();
    grad(out, a, { createGraph: true });
    const [da] = grad(out, a, { createGraph: true });
    same(grad(da.sum(), a)[0], ops.full([2, 3], 2));
  });
});

test('test_saved_but_not_anymore', () => {
  allowMutationOnSavedTensors((/** @type {any} */ ctx) => {
    const a = leaf(2, 3).clone();
    const out = a.pow(2).sum();
    assert.deepEqual([ctx.counts().tidToWeakhandle, ctx.counts().cloned], [1, 0]);
    out.backward();
    a.sin_();
    assert.equal(ctx.counts().cloned, 0);
  });
});

test('test_saved_same_tensor_many_times', () => {
  allowMutationOnSavedTensors((/** @type {any} */ ctx) => {
    const a = leaf(2, 3).clone();
    const both = [a.pow(2), a.pow(2)];
    a.sin_();
    assert.equal(ctx.counts().cloned, 1);
    both.forEach((t) => t.dispose());
  });
});

test('test_saved_same_tensor_different_versions', () => {
  allowMutationOnSavedTensors((/** @type {any} */ ctx) => {
    const a = leaf(2, 3).clone();
    const b = a.pow(2);
    a.sin_();
    const c = a.pow(2);
    a.sin_();
    assert.equal(ctx.counts().cloned, 2);
    assert.ok(b.requiresGrad && c.requiresGrad);
  });
});

test('test_with_out_variant', () => {
  allowMutationOnSavedTensors((/** @type {any} */ ctx) => {
    const a = tensor([1], { requiresGrad: true });
    const [b, c] = [tensor([1]), tensor([2])];
    const out = a.mul(b);
    assert.equal(ctx.counts().tidToWeakhandle, 1);
    ops.sin(c, { out: b });
    assert.equal(ctx.counts().cloned, 1);
    out.backward();
    same(a.grad, [1]);
  });
});

test('test_backward_out_of_context', () => {
  const message = /^Trying to backward outside of the 'allow_mutation_on_saved_tensors' context/;
  const made = () => allowMutationOnSavedTensors(() => leaf(2, 3).pow(2).sum());
  raises(() => made().backward(), 'AssertionError', message);
  const out = made();
  allowMutationOnSavedTensors(() => raises(() => out.backward(), 'AssertionError', message));
});

test('test_disallow_nesting', () => {
  allowMutationOnSavedTensors(() =>
    raises(
      () => allowMutationOnSavedTensors(() => {}),
      'RuntimeError',
      'allow_mutation_on_saved_tensors contexts cannot be nested',
    ),
  );
});

test('test_inference_mode_context_manager', () => {
  const on = torch.isInferenceModeEnabled;
  assert.equal(on(), false);
  inferenceMode(() => {
    assert.equal(on(), true);
    inferenceMode(() => assert.equal(on(), false), false);
    assert.equal(on(), true);
  });
  assert.equal(on(), false);
});

test('test_inference_mode_decorator', () => {
  for (const mode of [true, false]) {
    both((requiresGrad) => {
      const c = ones(requiresGrad);
      const d = inferenceMode(() => c.mul(c), mode);
      assert.equal(d.isInference, mode);
      assert.equal(d.requiresGrad, requiresGrad && !mode);
    });
  }
});

test('test_inference_mode_tensor_creation', () => {
  inferenceMode(() => {
    const rows = [
      [ones(), false],
      [ones(true), true],
      [ones().requiresGrad_(false), false],
    ];
    for (const [t, wanted] of rows) assert.deepEqual([t.isInference, t.requiresGrad], [true, wanted]);
    raises(() => ones().version, 'RuntimeError', /^Inference tensors do not track version counter/);
  });
});

test('test_inference_mode_existing_autograd_session', () => {
  const a = ones(true).clone();
  const out = a.mul(a);
  inferenceMode(() => a.add_(2));
  assert.equal(a.isInference, false);
  raises(
    () => out.backward(ones()),
    'RuntimeError',
    /^one of the variables needed for gradient computation has been modified by an inplace operation/,
  );
});

test('test_inference_mode_inf_tensor_in_inf_mode_functional_op', () => {
  inferenceMode(() =>
    both((requiresGrad) => {
      const c = ones(requiresGrad);
      const out = c.mul(c);
      assert.deepEqual([out.isInference, out.requiresGrad], [true, false]);
    }),
  );
});

test('test_inference_mode_inf_tensor_in_inf_mode_inplace_op', () => {
  const more = [...writes, (/** @type {any} */ x) => x.copy_(ones())];
  inferenceMode(() =>
    more.forEach((fn) =>
      both((requiresGrad) => {
        const c = ones(requiresGrad);
        fn(c);
        assert.deepEqual([c.isInference, c.requiresGrad], [true, requiresGrad]);
      }),
    ),
  );
  inferenceMode(() => {
    const c = ones();
    assert.deepEqual(c.resize_(1, 2).shape, [1, 2]);
    assert.ok(c.isInference);
  });
});

test('test_inference_mode_inf_tensor_in_inf_mode_view_op', () => {
  inferenceMode(() =>
    both((requiresGrad) => {
      const out = ones(requiresGrad).view(-1);
      assert.deepEqual([out.isInference, out.requiresGrad], [true, false]);
    }),
  );
});

test('test_inference_mode_inf_tensor_in_normal_mode_functional_op', () => {
  const c = inferenceMode(() => ones());
  const out = c.mul(c);
  assert.deepEqual([out.isInference, out.requiresGrad, out.isLeaf], [false, false, true]);
});

test('test_inference_mode_inf_tensor_in_normal_mode_inplace_op', () => {
  for (const fn of writes) {
    const c = inferenceMode(() => ones());
    raises(() => fn(c), 'RuntimeError', /^Inplace update to inference tensor outside InferenceMode is not allowed/);
  }
});

test('test_inference_mode_inf_tensor_in_normal_mode_view_op', () => {
  both((requiresGrad) => {
    const c = inferenceMode(() => ones(requiresGrad));
    const out = c.view(-1);
    assert.deepEqual([out.isInference, out.requiresGrad, out.isView, out.isLeaf], [true, false, false, true]);
  });
});

test('test_normal_tensor_inplace_output_in_inference_mode', () => {
  for (const fn of writes) {
    both((requiresGrad) => {
      const a = ones(requiresGrad).clone();
      inferenceMode(() => {
        for (let i = 0; i < 2; i += 1) {
          fn(a);
          assert.deepEqual([a.isInference, a.requiresGrad], [false, requiresGrad]);
        }
        const view = a.view(-1);
        assert.deepEqual([view.isInference, view.requiresGrad], [false, requiresGrad]);
      });
    });
  }
});

test('test_normal_tensor_inplace_output_in_normal_mode', () => {
  for (const fn of writes) {
    both((requiresGrad) => {
      const a = ones(requiresGrad).clone();
      inferenceMode(() => fn(a));
      for (let i = 0; i < 2; i += 1) {
        fn(a);
        assert.deepEqual([a.isInference, a.requiresGrad], [false, requiresGrad]);
      }
      const view = a.view(-1);
      assert.deepEqual([view.isInference, view.requiresGrad], [false, requiresGrad]);
    });
  }
});

test('test_normal_tensor_view_output_in_inference_mode', () => {
  both((requiresGrad) => {
    const a = ones(requiresGrad).clone();
    inferenceMode(() => {
      const out = a.view(-1);
      assert.deepEqual([out.isInference, out.requiresGrad, out.isView], [false, requiresGrad, true]);
      const tmp = out.view(-1);
      assert.deepEqual([tmp.isInference, tmp.requiresGrad, tmp.isView, tmp.isLeaf], [false, requiresGrad, true, true]);
      tmp.add_(2);
      assert.deepEqual([tmp.isInference, tmp.requiresGrad, tmp.version], [false, requiresGrad, a.version]);
    });
  });
});

test('test_normal_tensor_view_output_in_normal_mode', () => {
  both((requiresGrad) => {
    const a = ones(requiresGrad).clone();
    const out = inferenceMode(() => a.view(-1));
    assert.deepEqual([out.isInference, out.requiresGrad, out.isView, out.isLeaf], [false, requiresGrad, true, true]);
    const product = out.mul(out);
    assert.deepEqual([product.isInference, product.requiresGrad], [false, requiresGrad]);
    if (requiresGrad)
      raises(() => out.add_(2), 'RuntimeError', /^A view was created in inference mode and is being modified inplace/);
    else out.add_(2);
    const tmp = out.view(2, 3);
    assert.deepEqual([tmp.isInference, tmp.requiresGrad], [false, requiresGrad]);
  });
});

test('test_mix_inference_and_normal_tensor_functional_op', () => {
  both((requiresGrad) => {
    const s = ones(requiresGrad);
    const c = inferenceMode(() => ones(requiresGrad));
    const out = c.add(s);
    assert.deepEqual([out.isInference, out.requiresGrad], [false, requiresGrad]);
    if (!requiresGrad) return;
    out.backward(ones());
    same(c.grad, ones());
    raises(() => c.mul(s), 'RuntimeError', /^Inference tensors cannot be saved for backward/);
  });
});

test('test_mix_inference_and_normal_tensor_inplace_op', () => {
  both((requiresGrad) => {
    const s = ones(requiresGrad);
    const a = s.clone();
    const c = inferenceMode(() => ones());
    assert.ok(c.isInference);
    if (requiresGrad) {
      raises(() => a.mul_(c), 'RuntimeError', /^Inference tensors cannot be saved for backward/);
      raises(
        () => ops.mul(s, s, { out: c }),
        'RuntimeError',
        /out=\.\.\. arguments don't support automatic differentiation, but one of the arguments requires grad/,
      );
    } else {
      a.mul_(c);
      raises(
        () => ops.mul(s, s, { out: c }),
        'RuntimeError',
        /^Inplace update to inference tensor outside InferenceMode is not allowed/,
      );
    }
  });
});

test('test_mix_inference_and_normal_tensor_view_op', () => {
  both((requiresGrad) => {
    const s = ones(requiresGrad);
    const c = inferenceMode(() => ones());
    const [a, b] = [c.viewAs(s), s.viewAs(c)];
    assert.deepEqual(
      [a.isInference, a.requiresGrad, b.isInference, b.requiresGrad],
      [true, false, false, requiresGrad],
    );
  });
});

test('test_inference_mode_handle_direct_view_on_rebase', () => {
  for (const fn of writes) {
    both((requiresGrad) => {
      const a = ones(requiresGrad).clone();
      const view = inferenceMode(() => a.viewAs(a));
      if (requiresGrad)
        raises(() => fn(view), 'RuntimeError', /^A view was created in inference mode and is being modified inplace/);
      else fn(view);
    });
  }
});

test('test_inference_mode_handle_indirect_view_on_rebase', () => {
  for (const fn of writes) {
    both((requiresGrad) => {
      const a = ones(requiresGrad).clone();
      const view = inferenceMode(() => a.view(-1));
      fn(a);
      if (requiresGrad)
        raises(
          () => view.gradFn,
          'RuntimeError',
          /^A view was created in inference mode and its base or another view /,
        );
      else assert.equal(view.gradFn, null);
    });
  }
});

test('test_inplace_on_view_backprop_base', () => {
  const root = leaf(2, 2);
  const x = root.clone();
  const v1 = x.narrow(0, 0, 1);
  v1.mul_(2);
  x.sum().backward();
  same(root.grad, [
    [2, 2],
    [1, 1],
  ]);
});

test('test_inplace_on_view_backprop_view_of_view', () => {
  const root = leaf(2, 2);
  const x = root.clone();
  const v1 = x.narrow(0, 0, 1);
  const v2 = x.narrow(0, 0, 1);
  v1.mul_(2);
  v2.sum().backward();
  same(root.grad, [
    [2, 2],
    [0, 0],
  ]);
});

test('test_inplace_on_view_of_view', () => {
  const root = leaf(2, 2);
  const x = root.clone();
  x.narrow(0, 0, 1).narrow(1, 1, 1).mul_(2);
  x.sum().backward();
  same(root.grad, [
    [1, 2],
    [1, 1],
  ]);
});
