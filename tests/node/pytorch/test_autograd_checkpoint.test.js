/**
 * PyTorch 2.6.0's test/test_autograd.py, written anew for the JavaScript surface: anomaly mode, checkpoints. The names
 * of the tests are PyTorch's.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { apply, leaf, ops, raises, same, tensor, torch, values, warningsOf } from './support.js';
import { pieces } from '../pieces.js';

const { AutogradFunction, checkpoint, grad } = torch;
const one = () => tensor(1, { requiresGrad: true });

test('test_inplace_on_view_then_no_grad', () => {
  const a = ops.ones([3, 1], { requiresGrad: true }).mul(1);
  const b = a.expand(3, 2).clone();
  const view = a.view(-1);
  view.mul_(2);
  b.sum().backward();
  torch.noGrad(() => a.add(1));
});

test('test_inplace_on_view_multiple_outputs', () => {
  const root = ops.arange(9).to('float64').reshape(3, 3).requiresGrad_();
  const [v1] = root.clone().unbind();
  raises(() => v1.mul_(2), 'RuntimeError', /^Output 0 of UnbindBackward0 is a view and is being modified inplace/);
});

test('test_inplace_on_view_of_multiple_output_view', () => {
  const a = leaf(10).clone();
  const c = a.unbind(0)[0].viewAs(a.select(0, 0));
  raises(() => c.mul_(2), 'RuntimeError', /^Output 0 of ViewBackward0 is a view and is being modified inplace/);
});

test('test_inplace_multiple_output_view_of_view', () => {
  const a = leaf(10).clone();
  const c = a.viewAs(a).unbind(0);
  raises(() => c[0].mul_(2), 'RuntimeError', /^Output 0 of UnbindBackward0 is a view and is being modified inplace/);
});

test('test_inplace_on_view_makes_base_require_grad', () => {
  const a = leaf(4, 4);
  const b = values(4, 2);
  const view = b.narrow(1, 0, 2);
  assert.equal(b.requiresGrad, false);
  view.add_(a.narrow(1, 0, 2));
  assert.ok(b.requiresGrad && view.requiresGrad);
  b.sum().backward();
  same(a.grad, [
    [1, 1, 0, 0],
    [1, 1, 0, 0],
    [1, 1, 0, 0],
    [1, 1, 0, 0],
  ]);
});

test('test_inplace_on_view_backprop_view', () => {
  const [a, b] = [tensor([2, 5]), tensor([3], { requiresGrad: true })];
  const res = a.narrow(0, 1, 1).mul_(b);
  res.sum().backward();
  same(b.grad, [5]);
  assert.equal(a.grad, null);
});

test('test_inplace_on_view_modify_base', () => {
  const r = leaf(1);
  const x = values(5);
  const v = x.select(0, 4);
  v.retainGrad === undefined || assert.equal(v.requiresGrad, false);
  x.add_(r);
  assert.ok(v.requiresGrad);
  v.sum().backward();
  same(r.grad, [1]);
});

test('test_inplace_on_view_non_contig', () => {
  const root = ops.ones([2, 3, 2], { requiresGrad: true });
  const x = root.select(2, 1).t().clone();
  const v = x.narrow(0, 0, 1).narrow(1, 1, 1);
  v.mul_(2);
  x.sum().backward();
  assert.deepEqual(root.grad.sum(0).sum(0).tolist(), [0, 7]);
});

test('test_inplace_on_view_undefined_grad_output', () => {
  const a = tensor([1], { requiresGrad: true });
  const c = a.clone();
  const v = c.slice(0);
  const b = tensor(1, { requiresGrad: true });
  class InplaceFunc extends AutogradFunction {
    static forward(/** @type {any} */ ctx, /** @type {any} */ x, /** @type {any} */ other) {
      ctx.markDirty(x);
      return x.mul_(2).add_(other.mul(0));
    }
    static backward(/** @type {any} */ _ctx, /** @type {any} */ g) {
      return [g.mul(2), null];
    }
  }
  const out = apply(InplaceFunc, v, b);
  out.backward();
  assert.equal(b.grad, null);
  assert.equal(a.grad.item(), 2);
});

test('test_grad_assignment', () => {
  const x = leaf(5, 5);
  raises(
    () => {
      x.grad = values(2, 2);
    },
    'RuntimeError',
    "attempting to assign a gradient of size '[2, 2]' to a tensor of size '[5, 5]'. Please ensure that the " +
      'gradient and the tensor are the same size',
  );
  raises(
    () => {
      x.grad = values(5, 5).to('int64');
    },
    'RuntimeError',
    /^attempting to assign a gradient with dtype 'long int' to a tensor with dtype 'double'/,
  );
  raises(
    () => {
      x.grad = x;
    },
    'RuntimeError',
    "can't assign Variable as its own grad",
  );
  raises(
    () => {
      x.grad = 0;
    },
    'TypeError',
    'assigned grad expected to be a Tensor or None but got grad of type int',
  );
});

test('test_strided_leaf_grad_layout', () => {
  for (const layout of [(/** @type {any} */ t) => t, (/** @type {any} */ t) => t.transpose(0, 1)]) {
    const base = layout(values(3, 4)).detach().requiresGrad_();
    const z = base.mul(1.5).sum();
    z.backward();
    assert.deepEqual(base.grad.stride(), base.stride());
  }
});

test('test_min_max_median_backprops_to_all_values', () => {
  for (const f of ['min', 'max', 'median']) {
    for (const list of [
      [0.5, 0.5, 0.5],
      [1, 2, 2],
      [1, 1, 2],
    ]) {
      const x = tensor(list, { requiresGrad: true });
      x[f]().backward();
      same(x.grad.sum(), 1);
      const places = [...x.grad.data()].filter((value) => value > 0);
      assert.equal(places.length * places[0], 1);
    }
  }
});

test('test_where_functional, test_where_scalar', () => {
  const [x, y] = [leaf(5, 5), leaf(5, 5)];
  const condition = values(5, 5).gt(0);
  torch.where(condition, x, y).sum().backward();
  same(x.grad, condition.to('float64'));
  same(y.grad, condition.logicalNot().to('float64'));
  x.grad = null;
  torch.where(condition, x, 4.5).sum().backward();
  same(x.grad, condition.to('float64'));
});

test('test_mv_grad_stride_0', () => {
  const mat = values(2, 2);
  const vec = leaf(1);
  mat.mv(vec.expand(2)).sum().backward();
  same(vec.grad, [mat.sum().item()]);
});

test('test_requires_grad_factory', () => {
  for (const requiresGrad of [true, false])
    for (const t of [
      ops.zeros([2], { requiresGrad }),
      ops.ones([2], { requiresGrad }),
      ops.full([2], 1.5, { requiresGrad }),
    ])
      assert.equal(t.requiresGrad, requiresGrad);
});

test('test_set_requires_grad_only_for_floats', () => {
  for (const dtype of ['int64', 'bool', 'uint8']) {
    const a = ops.ones([1], { dtype });
    assert.throws(() => a.requiresGrad_(), { name: 'RuntimeError' });
    a.requiresGrad_(false);
  }
  ops.ones([1], { dtype: 'float16' }).requiresGrad_();
});

test('test_anomaly_detect_nan', () => {
  class MyFunc extends AutogradFunction {
    static forward(/** @type {any} */ ctx, /** @type {any} */ x, /** @type {any} */ y, /** @type {boolean} */ fail0) {
      ctx.fail0 = fail0;
      return x.sum(0, { keepdim: true });
    }
    static backward(/** @type {any} */ ctx, /** @type {any} */ g) {
      const out = g.clone().expand(10);
      const bad = out.clone().mul(NaN);
      return ctx.fail0 ? [bad, null, null] : [out, bad, null];
    }
  }
  const run = (/** @type {boolean} */ fail0) => {
    const [x, y] = [leaf(10), leaf(10)];
    const out = apply(MyFunc, x, y, fail0);
    out.backward(undefined);
  };
  torch.catchWarnings(
    () => {},
    () => {
      raises(
        () => torch.detectAnomaly(() => run(true)),
        'RuntimeError',
        "Function 'MyFuncBackward' returned nan values in its 0th output.",
      );
      raises(
        () => torch.detectAnomaly(() => run(false)),
        'RuntimeError',
        "Function 'MyFuncBackward' returned nan values in its 1th output.",
      );
    },
  );
});

test('test_anomaly_mode_no_check_nan', () => {
  const x = tensor([0], { requiresGrad: true });
  torch.catchWarnings(
    () => {},
    () => torch.detectAnomaly(() => x.sqrt().mul(0).sum().backward(), { checkNan: false }),
  );
  assert.ok(Number.isNaN(x.grad.item()));
});

for (const useReentrant of [true, false]) {
  const way = useReentrant ? 'with' : 'without';
  test(`test_checkpointing ${way} reentrance`, () => {
    const w = leaf(3);
    const x = leaf(3);
    let runs = 0;
    const fn = (/** @type {any} */ t) => {
      runs += 1;
      return t.mul(w).sin().exp();
    };
    const plain = grad(fn(x).sum(), [x])[0];
    runs = 0;
    const y = checkpoint(fn, [x], { useReentrant });
    assert.equal(runs, 1);
    assert.equal(y.gradFn.name(), useReentrant ? 'CheckpointFunctionBackward' : 'ExpBackward0');
    y.sum().backward();
    assert.equal(runs, 2);
    same(x.grad, plain);
    assert.notEqual(w.grad, null);
  });
}

test('test_checkpoint_warns_if_use_reentrant_not_passed_explcitly', () => {
  const a = leaf(1);
  assert.deepEqual(
    warningsOf(() => checkpoint((/** @type {any} */ x) => x, [a], { useReentrant: false })),
    [],
  );
  assert.match(
    warningsOf(() => checkpoint((/** @type {any} */ x) => x, [a]))[0],
    /^torch\.utils\.checkpoint: the use_reentrant parameter should be passed explicitly/,
  );
});

test('test_checkpoint_detects_non_determinism', () => {
  const fn = (/** @type {number} */ extra) => {
    let calls = 0;
    return (/** @type {any} */ x) => {
      calls += 1;
      let y = x.sin();
      if (calls > 1 === extra > 0) y = y.exp();
      return y.cos();
    };
  };
  const run = (/** @type {any} */ f, options = {}) =>
    checkpoint(f, [leaf(3)], { useReentrant: false, ...options })
      .sum()
      .backward();
  raises(
    () => run(fn(-1)),
    'CheckpointError',
    pieces(
      /A different number of tensors was saved during the original forward and recomputation\.\n/,
      /Number of tensors saved during forward: 3\nNumber of tensors saved during recomputation: 2/,
    ),
  );
  raises(
    () => run(fn(1), { earlyStop: false }),
    'CheckpointError',
    'torch.utils.checkpoint: trying to save more tensors during recomputation than during the original forward pass.',
  );
  let first = true;
  const shapes = (/** @type {any} */ x) => {
    const y = first ? x : x.slice(0, 0, 2);
    first = false;
    return y.sin();
  };
  raises(
    () => run(shapes),
    'CheckpointError',
    pieces(
      /Recomputed values for the following tensors have different metadata than during the forward pass\.\n/,
      /tensor at position 0:\n/,
      /saved metadata: \{'shape': torch\.Size\(\[3\]\), 'dtype': torch\.float64, 'device': /,
      /device\(type='cpu'\)\}\nrecomputed metadata: \{'shape': torch\.Size\(\[2\]\)/,
    ),
  );
});

test('test_checkpointing_without_reentrant_detached_tensor', () => {
  const fn = (/** @type {any} */ t) => t.sin().detach().mul(t).cos();
  const x = leaf(3);
  const [plain] = grad(fn(x).sum(), x);
  checkpoint(fn, [x], { useReentrant: false }).sum().backward();
  same(x.grad, plain);
});

test('test_checkpointing_without_reentrant_correct_grad', () => {
  const a = leaf(2, 2);
  const b = checkpoint((/** @type {any} */ x) => x.exp(), [a], { useReentrant: false }).sum();
  b.backward();
  const first = a.grad.clone();
  a.grad = null;
  a.exp().sum().backward();
  same(first, a.grad);
});

test('test_checkpointing_without_reentrant_custom_function_works', () => {
  class MyFunc extends AutogradFunction {
    static forward(/** @type {any} */ ctx, /** @type {any} */ x, /** @type {any} */ y) {
      ctx.saveForBackward(x, y, x.mul(y));
      return x.mul(y);
    }
    static backward(/** @type {any} */ ctx, /** @type {any} */ g) {
      const [x, y, z] = ctx.savedTensors;
      same(z, x.mul(y));
      return [g.mul(y), g.mul(x)];
    }
  }
  const [x, y] = [one(), tensor(2, { requiresGrad: true })];
  checkpoint((/** @type {any} */ a, /** @type {any} */ b) => apply(MyFunc, a, b), [x, y], {
    useReentrant: false,
  }).backward();
  same(x.grad, 2);
  same(y.grad, 1);
});

test('test_checkpoint_valid_reset_on_error', () => {
  const a = leaf(2, 2);
  const b = checkpoint((/** @type {any} */ x) => x.exp(), [a], { useReentrant: false }).sum();
  const c = checkpoint((/** @type {any} */ x) => x.exp(), [a], { useReentrant: false }).sum();
  b.backward();
  c.backward();
  same(a.grad, a.exp().mul(2));
});

test('test_checkpointing_without_reentrant_with_context_fn', () => {
  const log = /** @type {string[]} */ ([]);
  const block = (/** @type {string} */ name) => (/** @type {() => any} */ fn) => {
    log.push(name);
    return fn();
  };
  const x = leaf(3);
  checkpoint((/** @type {any} */ t) => t.exp().sin(), [x], {
    useReentrant: false,
    contextFn: () => [block('forward'), block('again')],
  })
    .sum()
    .backward();
  assert.deepEqual(log, ['forward', 'again']);
});

test('test_nested_checkpoint', () => {
  const g = (/** @type {any} */ x) => x.sin().exp().sin();
  const f = (/** @type {any} */ x) =>
    checkpoint(g, [checkpoint(g, [x], { useReentrant: false })], { useReentrant: false });
  const x = leaf(3);
  const [plain] = grad(g(g(x)).sum(), x);
  checkpoint(f, [x], { useReentrant: false }).sum().backward();
  same(x.grad, plain);
});

test('test_nested_checkpoint_non_tensor_inputs_and_outputs', () => {
  const fn = (/** @type {number} */ k, /** @type {any} */ x, /** @type {string} */ name) => [x.mul(k).exp(), name, k];
  const x = leaf(3);
  const [y, name, k] = checkpoint(fn, [3, x, 'name'], { useReentrant: false });
  assert.deepEqual([name, k], ['name', 3]);
  y.sum().backward();
  same(x.grad, x.mul(3).exp().mul(3));
});

test('test_access_saved_tensor_twice_without_recomputation_works', () => {
  let count = 0;
  const x = leaf(3);
  const out = checkpoint(
    (/** @type {any} */ t) => {
      count += 1;
      return t.sin().exp();
    },
    [x],
    { useReentrant: false },
  );
  out.gradFn.saved('result');
  assert.equal(count, 2);
  out.gradFn.saved('result');
  assert.equal(count, 3);
  out.sum().backward();
  assert.equal(count, 4);
});

test('checkpointSequential runs all parts, the last without a checkpoint', () => {
  const parts = [
    (/** @type {any} */ t) => t.sin(),
    (/** @type {any} */ t) => t.exp(),
    (/** @type {any} */ t) => t.cos(),
    (/** @type {any} */ t) => t.mul(2),
  ];
  const x = leaf(3);
  const [plain] = grad(parts.reduce((t, part) => part(t), x).sum(), x);
  torch.checkpointSequential(parts, 2, x, { useReentrant: false }).sum().backward();
  same(x.grad, plain);
});

test('nodes without edges run without a derivative', () => {
  const x = leaf(3);
  const view = torch.noGrad(() => x.viewAs(x));
  const mask = tensor([true, false, false]);
  const places = tensor([0], { dtype: 'int64' });
  for (const f of [
    (/** @type {any} */ v) => v.maskedFill(mask, 0),
    (/** @type {any} */ v) => v.max(),
    (/** @type {any} */ v) => v.max(0)[0],
    (/** @type {any} */ v) => v.sort()[0],
    (/** @type {any} */ v) => v.indexSelect(0, places),
    (/** @type {any} */ v) => v.gather(0, places),
    (/** @type {any} */ v) => v.topk(1)[0],
    (/** @type {any} */ v) => v.kthvalue(1)[0],
  ]) {
    const y = f(view);
    assert.ok(y.requiresGrad);
    assert.equal(y.gradFn.nextFunctions[0][0], null);
    y.sum().backward();
  }
  assert.equal(x.grad, null);
});

test('of zeros of both signs the first is taken', () => {
  const signs = (/** @type {any} */ t) => [...t.data()].map((v) => Object.is(v, -0));
  const [minus, plus] = [tensor([-0]), tensor([0])];
  const rows = [
    minus.relu(),
    minus.clone().relu_(),
    minus.clamp({ min: 0 }),
    minus.clamp(0, 1),
    minus.maximum(plus),
    plus.maximum(minus),
    minus.minimum(plus),
    plus.minimum(minus),
    torch.functional.hardtanh(minus, 0, 1),
    torch.functional.relu6(minus),
    tensor(-0).relu(),
  ];
  assert.deepEqual(
    rows.map((t) => signs(t)[0]),
    [true, true, true, true, true, false, true, false, true, true, true],
  );
});

test('test_anomaly_grad_warnings, test_nested_anomaly_detect_nan: what failed is reported, and what made it', () => {
  const x = tensor([0], { requiresGrad: true });
  const told = (/** @type {() => void} */ run) => warningsOf(() => assert.throws(run)).slice(1);
  const outside = x.sqrt().mul(0).sum();
  assert.deepEqual(
    told(() => torch.detectAnomaly(() => outside.backward())),
    [
      'Error detected in SqrtBackward0. No forward pass information available. Enable detect anomaly during ' +
        'forward pass for more information.',
    ],
  );
  const [inside] = told(() => torch.detectAnomaly(() => x.sqrt().mul(0).sum().backward()));
  assert.match(
    inside,
    pieces(
      /^Error detected in SqrtBackward0\. Traceback of forward call that caused the error:\n/,
      /(.*\n)*.*test_autograd_checkpoint\.test\.js/,
    ),
  );
  const both = told(() =>
    torch.detectAnomaly(() => {
      const z = tensor([1], { requiresGrad: true });
      const [h] = grad(z.mul(z).mul(z).sum(), z, { createGraph: true });
      h.registerHook(() => {
        throw new Error('mine');
      });
      h.sum().backward();
    }),
  );
  assert.equal(both.length, 2);
  assert.match(both[0], /^Error detected in AddBackward0\. Traceback of forward call that caused the error:\n/);
  assert.match(
    both[1],
    pieces(
      /^\n\n/,
      /Previous calculation was induced by MulBackward0\. Traceback of forward call that induced the previous /,
      /calculation:\n/,
    ),
  );
});
