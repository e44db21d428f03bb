/**
 * How the tensor surface takes arguments and answers wrong ones. Expected values and texts are PyTorch 2.6.0's, with
 * float64 as default dtype.
 */
import assert from 'node:assert/strict';
import test from 'node:test';

/** @type {any} */
const torch = await import('../../wasm/js/tensor/index.js');
const { AutogradFunction, grad, ops, tensor, Tensor } = torch;

/** @param {() => unknown} fn @param {string} name @param {string} message */
const raises = (fn, name, message) =>
  assert.throws(fn, (/** @type {any} */ error) => error.name === name && error.message === message, message);
const leaf = () => tensor([1, 2], { requiresGrad: true });

test('numbers are tensors where PyTorch takes them, and a method puts its tensor where the schema says self', () => {
  const x = tensor([1, 3]);
  raises(() => ops.maximum(x, 2), 'TypeError', "maximum(): argument 'other' (position 2) must be Tensor, not int");
  raises(() => ops.minimum(x, true), 'TypeError', "minimum(): argument 'other' (position 2) must be Tensor, not bool");
  assert.throws(() => ops.clamp(x, x, 2), TypeError);
  assert.deepEqual(tensor([0, 0]).copy_(2).tolist(), [2, 2]);
  const condition = tensor([false, false]);
  assert.deepEqual(
    tensor([true, false])
      .where(condition, tensor([true, true]))
      .tolist(),
    [true, true],
  );
  assert.deepEqual(x.where(x.gt(2), 0).tolist(), [0, 3]);
});

test('texts and lists go across', () => {
  const x = tensor([-1, 0.5, 2]);
  assert.equal(`${x.gelu()}`, 'tensor([-0.1587,  0.3457,  1.9545])');
  assert.equal(`${x.gelu({ approximate: 'tanh' })}`, 'tensor([-0.1588,  0.3457,  1.9546])');
  assert.deepEqual(x.div(tensor([2, 2, 3]), { roundingMode: 'floor' }).tolist(), [-1, 0, 0]);
  raises(
    () => x.div(x, { roundingMode: 'up' }),
    'RuntimeError',
    "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found 'up'",
  );
  const turned = tensor([
    [1, 2],
    [3, 4],
  ]).t();
  assert.ok(!turned.isContiguous() && turned.contiguous().isContiguous());
  assert.deepEqual(ops.conv2d(ops.ones([1, 1, 3, 3]), ops.ones([1, 1, 3, 3]), null, 1, 'same').tolist(), [
    [
      [
        [4, 6, 4],
        [6, 9, 6],
        [4, 6, 4],
      ],
    ],
  ]);
  assert.deepEqual(ops.einsum('ij,jk->ik', [turned, turned]).tolist(), [
    [7, 15],
    [10, 22],
  ]);
  assert.throws(() => x.gelu({ approximate: 3 }), TypeError);
  assert.throws(() => ops.zeros([2], { dtype: 'complex64' }), TypeError);
  assert.throws(() => ops.zeros([2], { device: 'moon' }), TypeError);
});

test('numbers beyond 64 bits are floats, and -0 keeps its sign', () => {
  const x = tensor([1, 2]);
  assert.deepEqual(x.maskedFill(tensor([true, false]), -1e20).tolist(), [-1e20, 2]);
  assert.deepEqual(x.clamp(-1e30, 1e30).tolist(), [1, 2]);
  assert.deepEqual(ops.full([2], 1e300).tolist(), [1e300, 1e300]);
  assert.deepEqual(torch.where(tensor([true, false]), 1e30, x).tolist(), [1e30, 2]);
  assert.deepEqual(x.mul(2 ** 63).tolist(), [2 ** 63, 2 ** 64]);
  assert.equal(ops.full([1], -0).dtype, 'float64');
  assert.ok(Object.is(ops.full([1], -0).tolist()[0], -0));
  assert.ok(Object.is(tensor([1]).mul(-0).tolist()[0], -0));
  assert.ok(Object.is(tensor(1).mul(-0).item(), -0));
  assert.equal(tensor([1], { dtype: 'int64' }).add(2).dtype, 'int64');
  assert.throws(() => x.sum(1e20));
});

test('the default dtype is float64', () => {
  const whole = tensor([1, 2], { dtype: 'int64' });
  for (const t of [
    ops.zeros([2]),
    ops.ones([2]),
    ops.eye(2),
    ops.eye(2, 3),
    ops.full([2], 0.5),
    ops.arange(0.5),
    whole.div(2),
    whole.sin(),
    whole.mul(2.5),
    whole.logsumexp(0),
    ops.where(tensor([true]), 0.5, 2.5),
  ]) {
    assert.equal(t.dtype, 'float64');
    assert.doesNotMatch(`${t}`, /dtype/);
  }
  assert.equal(`${whole.mul(2.5)}`, 'tensor([2.5000, 5.0000])');
  assert.equal(ops.full([2], 3).dtype, 'int64');
  assert.equal(tensor([1], { dtype: 'float32' }).mul(2.5).dtype, 'float32');
  raises(() => whole.add_(0.5), 'RuntimeError', "result type Double can't be cast to the desired output type Long");
});

test('an overflow of the stack leaves the modes as they were', async () => {
  for (const x of [
    tensor(1.5, { requiresGrad: true }),
    tensor(
      [
        [1.5, 2],
        [3, 4],
      ],
      { requiresGrad: true },
    ),
  ]) {
    for (let i = 0; i < 20; i += 1) {
      const deep = () => {
        torch.noGrad(() => x.exp().mul(2));
        x.exp().mul(2);
        deep();
      };
      assert.throws(deep, RangeError);
      assert.ok(torch.isGradEnabled());
      const y = x.exp().mul(2).sum();
      assert.equal(y.gradFn?.name().replace(/^Sum|^Mul/, ''), 'Backward0');
      await null;
    }
    const [dx] = grad(x.mul(2).sum(), [x]);
    assert.deepEqual(
      dx.tolist(),
      x.ndim === 0
        ? 2
        : [
            [2, 2],
            [2, 2],
          ],
    );
  }
});

test('an overflow of the stack inside of backward and of hooks does not stop later passes', async () => {
  const x = leaf();
  const deep = () => {
    const y = x.mul(2).softmax(0);
    y.registerHook((/** @type {any} */ g) => g.mul(2).softmax(0));
    y.sum().backward();
    deep();
  };
  const nested = () => {
    const y = x.mul(2);
    y.registerHook(nested);
    y.sum().backward();
  };
  for (let i = 0; i < 10; i += 1) {
    assert.throws(deep, RangeError);
    assert.throws(nested);
    assert.equal(torch.graph.currentGraphTaskId?.() ?? -1, -1);
    const [dx] = grad(x.mul(3).sum(), [x]);
    assert.deepEqual(dx.tolist(), [3, 3]);
    assert.equal(x.mul(2).requiresGrad, true);
    await null;
  }
});

test('errors of use are those of PyTorch', () => {
  const x = leaf();
  const loss = () => x.mul(2).sum();
  raises(
    () => {
      x.grad = 3;
    },
    'TypeError',
    'assigned grad expected to be a Tensor or None but got grad of type int',
  );
  raises(
    () => {
      x.grad = 'a';
    },
    'TypeError',
    'assigned grad expected to be a Tensor or None but got grad of type str',
  );
  raises(() => tensor(), 'TypeError', 'tensor() missing 1 required positional arguments: "data"');
  raises(() => tensor('abc'), 'TypeError', "new(): invalid data type 'str'");
  raises(() => tensor(null), 'RuntimeError', 'Could not infer dtype of NoneType');
  raises(() => tensor([1, null]), 'RuntimeError', 'Could not infer dtype of NoneType');
  raises(() => tensor(['a']), 'ValueError', "too many dimensions 'str'");
  raises(() => tensor({}), 'RuntimeError', 'Could not infer dtype of dict');
  raises(() => loss().backward(3), 'TypeError', "'int' object is not iterable");
  raises(() => x.mul(2).backward('a'), 'TypeError', 'gradients can be either Tensors or None, but got str');
  raises(() => grad(loss(), [x], { gradOutputs: 2 }), 'TypeError', "'int' object is not iterable");
  raises(
    () => grad(loss(), [x], { gradOutputs: [2] }),
    'TypeError',
    'gradients can be either Tensors or None, but got int',
  );
  raises(() => grad(3, [x]), 'TypeError', "'int' object is not iterable");
  raises(() => grad(loss(), 3), 'TypeError', "'int' object is not iterable");
  raises(() => grad(loss(), [3]), 'RuntimeError', 'all inputs have to be Tensors or GradientEdges, but got int');
  raises(
    () => loss().backward(undefined, { inputs: [3] }),
    'RuntimeError',
    'all inputs have to be Tensors or GradientEdges, but got int',
  );
  raises(
    () => loss().backward(undefined, { inputs: [] }),
    'RuntimeError',
    '`inputs` argument to `backward()` cannot be empty.',
  );
  for (const wrong of [
    () => loss().backward(undefined, { retainGrph: true }),
    () => torch.backward(loss(), { foo: 1 }),
    () => grad(loss(), [x], { foo: 1 }),
    () => tensor(1, { requires_grad: true }),
  ]) {
    assert.throws(wrong, { name: 'TypeError', message: /got an unexpected keyword argument/ });
  }
  for (const [result, name, message] of [
    [3, 'TypeError', "expected Variable, but hook returned 'int'"],
    [x, 'RuntimeError', 'Tensor post accumulate grad hooks should return None.'],
  ]) {
    const y = leaf();
    y.registerPostAccumulateGradHook(() => result);
    raises(() => y.sum().backward(), name, message);
  }
  assert.equal(JSON.stringify({ x, s: tensor(2), on: tensor([true]) }), '{"x":[1,2],"s":2,"on":[true]}');
  torch.inferenceMode(() =>
    assert.ok(tensor([1]).isInference && tensor(1).isInference && tensor(1, { requiresGrad: true }).isInference),
  );
});

test('user-defined functions: other outputs, non-differentiable ones, what is missing', () => {
  /** @type {any[]} */
  const seen = [];
  class Mixed extends AutogradFunction {
    static forward(/** @type {any} */ ctx, /** @type {any} */ x) {
      const large = x.gt(1);
      const cos = x.cos();
      ctx.markNonDifferentiable(large, cos);
      return [x.mul(2), large, 3, 'k', cos, null];
    }
    static backward(/** @type {any} */ _ctx, /** @type {any[]} */ ...grads) {
      seen.push(grads.map((g) => g?.tolist() ?? null));
      return grads[0];
    }
  }
  const x = leaf();
  const [y, large, three, k, cos, nothing] = /** @type {any} */ (Mixed).apply(x);
  assert.deepEqual(
    [large.tolist(), three, k, nothing, cos.requiresGrad, large.requiresGrad],
    [[false, true], 3, 'k', null, false, false],
  );
  y.sum().backward();
  assert.deepEqual(x.grad.tolist(), [1, 1]);
  assert.deepEqual(seen, [[[1, 1], [false, false], null, null, [0, 0], null]]);

  class NoBackward extends AutogradFunction {
    static forward(/** @type {any} */ _ctx, /** @type {any} */ t) {
      return t.mul(2);
    }
  }
  raises(
    () => /** @type {any} */ (NoBackward).apply(leaf()).sum().backward(),
    'NotImplementedError',
    'You must implement either the backward or vjp method for your custom autograd.Function to use it with ' +
      'backward mode AD.',
  );
  raises(
    () => class extends AutogradFunction {}.apply(leaf()),
    'NotImplementedError',
    'You must implement the forward function for custom autograd.Function.',
  );
  class Dirty extends AutogradFunction {
    static forward(/** @type {any} */ ctx, /** @type {any} */ t) {
      ctx.markDirty(t);
      return t.mul(2);
    }
  }
  for (const t of [leaf().clone(), tensor([1])]) {
    raises(
      () => Dirty.apply(t),
      'RuntimeError',
      'Some elements marked as dirty during the forward method were not returned as output. The inputs that ' +
        'are modified inplace must all be outputs of the Function.',
    );
  }
  class Number3 extends AutogradFunction {
    static forward() {
      return 3;
    }
  }
  assert.equal(Number3.apply(leaf()), 3);
  class Saves extends AutogradFunction {
    static forward(/** @type {any} */ ctx, /** @type {any} */ t) {
      ctx.saveForBackward(3);
      return t;
    }
  }
  raises(
    () => Saves.apply(leaf()),
    'TypeError',
    'save_for_backward can only save variables, but argument 0 is of type int',
  );
});

test('factories take options, names of PyTorch have their overloads, seeds repeat', () => {
  const made = ops.zeros([2], { dtype: 'float32', device: 'sim', requiresGrad: true });
  assert.deepEqual([made.dtype, made.device, made.requiresGrad, made.isLeaf], ['float32', 'sim', true, true]);
  assert.ok(ops.onesLike(leaf(), { requiresGrad: true }).requiresGrad);
  assert.equal(ops.onesLike(leaf()).requiresGrad, false);
  assert.deepEqual(
    tensor([1, 2, 3])
      .split([1, 2])
      .map((/** @type {any} */ t) => t.tolist()),
    [[1], [2, 3]],
  );
  assert.deepEqual(tensor([1, 2, 3]).split(2).length, 2);
  assert.deepEqual(
    tensor([1, 5])
      .max(tensor([3, 4]))
      .tolist(),
    [3, 5],
  );
  assert.deepEqual(ops.min(tensor([1, 5]), tensor([3, 4])).tolist(), [1, 4]);
  assert.equal(tensor([1, 5]).max().item(), 5);
  assert.deepEqual(
    tensor([[1, 5]])
      .max(1)
      .map((/** @type {any} */ t) => t.tolist()),
    [[5], [1]],
  );
  assert.equal(Tensor.prototype.max_, undefined);
  const drawn = () => {
    torch.manualSeed(7);
    return ops.dropout(ops.ones([8]), 0.5, true).tolist();
  };
  assert.deepEqual(drawn(), [2, 2, 0, 0, 0, 0, 2, 0]);
  assert.deepEqual(drawn(), drawn());
});

test('functions of torch.autograd.graph, and those that take a function, say what is wrong with arguments', () => {
  const x = leaf();
  const { graph } = torch;
  const run = () => x.sum();
  raises(() => graph.getGradientEdge(1), 'AttributeError', "'int' object has no attribute 'requires_grad'");
  raises(() => graph.getGradientEdge(null), 'AttributeError', "'NoneType' object has no attribute 'requires_grad'");
  raises(() => graph.incrementVersion(1), 'RuntimeError', 'increment_version expect a Iterable[Tensor] as input');
  raises(
    () => graph.incrementVersion([1]),
    'RuntimeError',
    'increment_version expects each element of the iterable to be a tensor',
  );
  raises(
    () => graph.savedTensorsHooks(run, 2, run),
    'TypeError',
    "savedTensorsHooks(): argument 'unpack' (position 2) must be a function, not int",
  );
  raises(
    () => graph.savedTensorsHooks(run, run),
    'TypeError',
    "savedTensorsHooks(): argument 'fn' (position 3) must be a function, not NoneType",
  );
  raises(
    () => graph.saveOnCpu(run, { pin: true }),
    'TypeError',
    "saveOnCpu() got an unexpected keyword argument 'pin'. It knows pinMemory",
  );
  raises(
    () => graph.disableSavedTensorsHooks(1, run),
    'TypeError',
    "disableSavedTensorsHooks(): argument 'message' (position 1) must be str, not int",
  );
  raises(() => graph.registerMultiGradHook(1, run), 'TypeError', "'int' object is not iterable");
  raises(
    () => graph.registerMultiGradHook([1], run),
    'AttributeError',
    "'int' object has no attribute 'requires_grad'",
  );
  raises(
    () => graph.registerMultiGradHook([x], run, { mod: 'any' }),
    'TypeError',
    "registerMultiGradHook() got an unexpected keyword argument 'mod'. It knows mode",
  );
  raises(
    () => graph.registerMultiGradHook([x], run, { mode: 'x' }),
    'ValueError',
    "Expects mode to be one of ('all', 'any') but got x",
  );
  raises(() => torch.noGrad(1), 'TypeError', "noGrad(): argument 'fn' (position 1) must be a function, not int");
  raises(
    () => torch.setGradEnabled('a'),
    'TypeError',
    "set_grad_enabled(): argument 'enabled' (position 1) must be bool, not str",
  );
  raises(
    () => torch.detectAnomaly(run, { check: 1 }),
    'TypeError',
    "detectAnomaly() got an unexpected keyword argument 'check'. It knows checkNan",
  );
  assert.ok(torch.isGradEnabled());
  // Nothing of a refused call is left over: no pair of hooks is in force, no mode was switched.
  x.mul(x).sum().backward();
  assert.deepEqual(x.grad.tolist(), [2, 4]);
});

test('backward takes its options alone', () => {
  const x = leaf();
  const y = x.mul(x);
  y.backward({ gradient: tensor([1, 10]), retainGraph: true });
  assert.deepEqual(x.grad.tolist(), [2, 40]);
  y.sum().backward({ retainGraph: true });
  assert.deepEqual(x.grad.tolist(), [4, 44]);
  raises(
    () => y.backward({ retainGrph: true }),
    'TypeError',
    "backward() got an unexpected keyword argument 'retainGrph'. It knows inputs, retainGraph, createGraph",
  );
});

test('to takes what PyTorch takes: dtype, device and dtype, another tensor, names; a copy only where asked for', () => {
  const x = tensor([1, 2]);
  assert.equal(x.to('float64'), x);
  assert.equal(x.to({}), x);
  assert.equal(x.to('cpu', 'float64'), x);
  assert.notEqual(x.to('float64', false, true), x);
  assert.notEqual(x.to({ copy: true }), x);
  assert.deepEqual(
    [x.to('sim', 'float32')].map(({ device, dtype }) => [device, dtype]),
    [['sim', 'float32']],
  );
  assert.deepEqual(
    [x.to(x.to('sim').to('int64'), { copy: true })].map(({ device, dtype }) => [device, dtype]),
    [['sim', 'int64']],
  );
  assert.deepEqual(
    [x.to({ dtype: 'bool', device: null })].map(({ device, dtype }) => [device, dtype]),
    [['cpu', 'bool']],
  );
  for (const wrong of [
    ['float31'],
    ['float64', 1],
    ['float64', 'float32'],
    [1],
    [{ kind: 'x' }],
    ['cpu', 'float64', true, true, true],
  ])
    assert.throws(() => x.to(...wrong), TypeError);
});

test('lists are counted before they are read: what says that it is long, is, or has no end', () => {
  const x = leaf();
  const started = Date.now();
  const refused = (/** @type {() => unknown} */ run) =>
    assert.throws(
      run,
      (/** @type {any} */ error) =>
        ['RangeError', 'TypeError', 'ValueError', 'RuntimeError'].includes(error.name) && error.message.length > 0,
      String(run),
    );
  const hollow = Array(2 ** 32 - 1);
  const self = /** @type {any[]} */ ([]);
  self.push(self);
  function* endless() {
    for (;;) yield x;
  }
  for (const data of [
    { length: 1e9 },
    { length: 2 ** 53 },
    { length: -1 },
    { length: 'a' },
    hollow,
    new DataView(new ArrayBuffer(8)),
  ]) {
    refused(() => tensor(data, { shape: [2] }));
    refused(() => tensor([1, 2], { shape: data }));
    refused(() => torch.compileTape(x.sum(), data));
    refused(() => ops.cat(data));
    refused(() => ops.sum(x, data));
    refused(() => x.reshape(data));
    refused(() => torch.backward(data));
    refused(() => grad(x.sum(), data));
    refused(() => torch.backward(x, { gradTensors: data }));
    refused(() => torch.registerMultiGradHook(data, () => {}));
  }
  for (const data of [hollow, self, [hollow], [[1], hollow]]) refused(() => tensor(data));
  refused(() => torch.backward(endless()));
  refused(() => torch.backward(x, { gradTensors: endless() }));
  x.registerHook(() => hollow);
  refused(() => x.mul(2).sum().backward());
  assert.ok(Date.now() - started < 20_000, 'nothing was gone over to its end');
  assert.deepEqual(
    tensor([
      [1, 2],
      [3, 4],
    ]).tolist(),
    [
      [1, 2],
      [3, 4],
    ],
  );
  assert.deepEqual(tensor([[], []]).shape, [2, 0]);
  assert.deepEqual(tensor({ length: 2, 0: 5, 1: 6 }, { shape: [2] }).tolist(), [5, 6]);
});

test('sort and argsort with and without stable, forms in place of square and swapaxes', () => {
  const x = torch.tensor([3, 1, 2]);
  const list = (/** @type {any} */ t) => Array.from(t.data(), Number);
  assert.deepEqual(list(x.argsort()), [1, 2, 0]);
  assert.deepEqual(list(x.argsort(0, true)), [0, 2, 1]);
  assert.deepEqual(list(x.argsort({ stable: true, dim: 0, descending: true })), [0, 2, 1]);
  assert.deepEqual(x.sort({ stable: true, descending: true }).map(list), [
    [3, 2, 1],
    [0, 2, 1],
  ]);
  const leaf = torch.tensor([3, -2], { requiresGrad: true });
  const squared = /** @type {any} */ (leaf.mul(1));
  squared.square_();
  squared.sum().backward();
  assert.equal(squared.gradFn.name(), 'PowBackward0');
  assert.deepEqual(list(leaf.grad), [6, -4]);
  const turned = /** @type {any} */ (torch.tensor([[1, 2, 3]]));
  assert.deepEqual(turned.swapaxes_(0, 1).shape, [3, 1]);
  assert.deepEqual(turned.swapdims_(0, 1).shape, [1, 3]);
});
