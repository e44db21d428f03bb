/** torch.nn.functional as its users type it. Expected texts are PyTorch 2.6.0's, with float64 as default dtype. */
import assert from 'node:assert/strict';
import test from 'node:test';

/** @type {any} */
const torch = await import('../../wasm/js/tensor/index.js');
const { functional: F, ops, tensor } = torch;

const m = ops.arange(6, { dtype: 'float64' }).reshape(2, 3);
const target = tensor([0, 2], { dtype: 'int64' });
const at = tensor([1, 0], { dtype: 'int64' });
const zeros = () => ops.zeros([3]);
const ones = () => ops.ones([3]);
/** @param {any} result */
const text = (result) => `${result}`.replaceAll(/\s*\n\s*/g, ' ');
/** @param {() => unknown} fn @param {string} name @param {string} message */
const raises = (fn, name, message) =>
  assert.throws(fn, (/** @type {any} */ error) => error.name === name && error.message === message, message);

test('losses, with a reduction by name', () => {
  assert.equal(text(F.crossEntropy(m, target)), 'tensor(1.4076)');
  assert.equal(text(F.crossEntropy(m, target, { reduction: 'none' })), 'tensor([2.4076, 0.4076])');
  assert.equal(text(F.crossEntropy(m, target, { weight: tensor([1, 2, 3]), reduction: 'sum' })), 'tensor(3.6304)');
  assert.equal(text(F.crossEntropy(m, target, { labelSmoothing: 0.1 })), 'tensor(1.4076)');
  assert.equal(text(F.crossEntropy(m, tensor([0, -100], { dtype: 'int64' }), { ignoreIndex: -100 })), 'tensor(2.4076)');
  assert.equal(text(F.nllLoss(m, target, { reduction: 'sum' })), 'tensor(-5.)');
  assert.equal(text(F.nllLoss(m, target, tensor([1, 2, 3]))), 'tensor(-3.7500)');
  assert.equal(text(F.mseLoss(m, m.add(1))), 'tensor(1.)');
  assert.equal(text(F.mseLoss(m, m.add(1), { reduction: 'sum' })), 'tensor(6.)');
  assert.equal(text(F.mseLoss(m, m.add(1), { reduction: 'none' })), 'tensor([[1., 1., 1.], [1., 1., 1.]])');
  assert.equal(text(F.binaryCrossEntropy(tensor([0.2, 0.5]), tensor([0, 1]), { reduction: 'sum' })), 'tensor(0.9163)');
  raises(() => F.crossEntropy(m, target, { reduction: 'avg' }), 'ValueError', 'avg is not a valid value for reduction');
  raises(
    () => F.crossEntropy(m, 1),
    'TypeError',
    "cross_entropy_loss(): argument 'target' (position 2) must be Tensor, not int",
  );
  raises(
    () => F.mseLoss(m, m, { sizeAverage: false }),
    'TypeError',
    "mse_loss(): argument 'size_average' is not supported; leave it out and give reduction",
  );
});

test('layers, in the order of torch.nn.functional and with its defaults', () => {
  assert.equal(text(F.embedding(at, m)), 'tensor([[3., 4., 5.], [0., 1., 2.]])');
  assert.equal(text(F.embedding(at, m, { paddingIdx: -1 })), 'tensor([[3., 4., 5.], [0., 1., 2.]])');
  raises(() => F.embedding(at, m, -3), 'AssertionError', 'Padding_idx must be within num_embeddings');
  raises(
    () => F.embedding(at, m, { maxNorm: 1 }),
    'TypeError',
    "embedding(): argument 'max_norm' is not supported; leave it out",
  );
  assert.equal(text(F.batchNorm(m, zeros(), ones())), 'tensor([[0.0000, 1.0000, 2.0000], [3.0000, 4.0000, 5.0000]])');
  assert.equal(
    text(F.batchNorm(m, null, null, { training: true })),
    'tensor([[-1.0000, -1.0000, -1.0000], [ 1.0000,  1.0000,  1.0000]])',
  );
  assert.equal(
    text(F.batchNorm(m, zeros(), ones(), ones().mul(2), ones(), false, 0.1, 1e-3)),
    'tensor([[ 1.0000,  2.9990,  4.9980], [ 6.9970,  8.9960, 10.9950]])',
  );
  assert.equal(text(F.layerNorm(m, [3])), 'tensor([[-1.2247,  0.0000,  1.2247], [-1.2247,  0.0000,  1.2247]])');
  assert.equal(
    text(F.layerNorm(m, [3], { weight: ones().mul(2), eps: 0.1 })),
    'tensor([[-2.2842,  0.0000,  2.2842], [-2.2842,  0.0000,  2.2842]])',
  );
  assert.equal(
    text(F.instanceNorm(m.reshape(1, 2, 3), { eps: 0.1 })),
    'tensor([[[-1.1421,  0.0000,  1.1421], [-1.1421,  0.0000,  1.1421]]])',
  );
  assert.equal(text(F.groupNorm(m, 3)), 'tensor([[0., 0., 0.], [0., 0., 0.]])');
  assert.equal(
    text(F.gelu(m, { approximate: 'tanh' })),
    'tensor([[0.0000, 0.8412, 1.9546], [2.9964, 3.9999, 5.0000]])',
  );
  assert.equal(text(F.softmax(m, { dim: 1 })), 'tensor([[0.0900, 0.2447, 0.6652], [0.0900, 0.2447, 0.6652]])');
  assert.equal(text(F.softmax(m, 0)), 'tensor([[0.0474, 0.0474, 0.0474], [0.9526, 0.9526, 0.9526]])');
  assert.equal(
    text(F.logSoftmax(m, { dim: -1 })),
    'tensor([[-2.4076, -1.4076, -0.4076], [-2.4076, -1.4076, -0.4076]])',
  );
  assert.equal(text(F.relu(m.sub(3))), 'tensor([[0., 0., 0.], [0., 1., 2.]])');
});

test('dropout drops in training only', () => {
  assert.equal(text(F.dropout(m, { training: false })), text(m));
  assert.equal(text(F.dropout(m, 0.5, false)), text(m));
  torch.manualSeed(1);
  const dropped = text(F.dropout(m));
  torch.manualSeed(1);
  assert.equal(text(ops.dropout(m, 0.5, true)), dropped);
  const own = m.clone();
  torch.manualSeed(1);
  assert.equal(F.dropout(own, { inplace: true }), own);
  assert.equal(text(own), dropped);
});

test('gradients of padding are not kept', () => {
  const weight = ops.ones([2, 3]).requiresGrad_();
  F.embedding(at, weight, { paddingIdx: -1 }).sum().backward();
  assert.deepEqual(weight.grad.tolist(), [
    [1, 1, 1],
    [0, 0, 0],
  ]);
});

test('numbers alone are tensors where PyTorch takes them for some; input is the name of the first argument', () => {
  assert.equal(text(ops.add(2, 3)), 'tensor(5)');
  assert.equal(text(ops.add(2.5, 3)), 'tensor(5.5000)');
  assert.equal(text(ops.add(true, 3)), 'tensor(4)');
  assert.equal(text(ops.add(2, 3, { alpha: 2 })), 'tensor(8)');
  assert.equal(text(ops.sub(2, 3)), 'tensor(-1)');
  assert.equal(text(ops.mul(2, true)), 'tensor(2)');
  assert.equal(text(ops.div(2, 3)), 'tensor(0.6667)');
  assert.equal(text(ops.sum({ input: m })), 'tensor(15.)');
  raises(() => ops.maximum(2, 3), 'TypeError', "maximum(): argument 'input' (position 1) must be Tensor, not int");
  assert.throws(() => ops.eq(2, 3), TypeError);
});

test('losses expand an input and a target whose sizes differ, with a warning, or refuse them', () => {
  const expected = {
    mseLoss: [2.5, [[[-0.5, 0.5]], [[-1.5], [1.5]]]],
    l1Loss: [1.5, [[[0, 0]], [[-0.5], [0.5]]]],
    smoothL1Loss: [1, [[[0, 0]], [[-0.5], [0.5]]]],
    huberLoss: [1, [[[0, 0]], [[-0.5], [0.5]]]],
  };
  for (const [name, [value, gradients]] of Object.entries(expected)) {
    const a = tensor([[1, 2]], { requiresGrad: true });
    const b = tensor([[0], [3]], { requiresGrad: true });
    /** @type {string[]} */
    const told = [];
    const loss = torch.catchWarnings(
      (/** @type {string} */ _kind, /** @type {string} */ message) => told.push(message),
      () => F[name](a, b),
    );
    assert.equal(loss.item(), value, name);
    assert.deepEqual(
      torch.grad(loss, [a, b]).map((/** @type {any} */ one) => one.tolist()),
      gradients,
      name,
    );
    assert.match(told.join('\n'), /^Using a target size \(torch\.Size\(\[2, 1\]\)\) that is different/, name);
  }
  raises(
    () => F.binaryCrossEntropyWithLogits(tensor([1, 2]), tensor(1)),
    'ValueError',
    'Target size (torch.Size([])) must be the same as input size (torch.Size([2]))',
  );
  raises(
    () => F.binaryCrossEntropy(tensor([0.5, 0.2]), tensor(1)),
    'ValueError',
    'Using a target size (torch.Size([])) that is different to the input size (torch.Size([2])) is deprecated. ' +
      'Please ensure they have the same size.',
  );
});
