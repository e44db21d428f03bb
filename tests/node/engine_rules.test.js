/** Rules of the engine that no recorded scenario shows. Expected values and orders are PyTorch 2.6.0's. */
import assert from 'node:assert/strict';
import test from 'node:test';

/** @type {any} */
const torch = await import('../../wasm/js/tensor/index.js');
const { graph, ops, tensor } = torch;

test('pack runs without recording', () => {
  const x = tensor(2, { requiresGrad: true });
  /** @type {boolean[]} */
  const seen = [];
  const pack = (/** @type {any} */ t) => {
    seen.push(torch.isGradEnabled(), t.mul(2).requiresGrad);
    return t;
  };
  graph.savedTensorsHooks(
    pack,
    (/** @type {any} */ t) => t,
    () => x.mul(x),
  );
  assert.deepEqual(seen, [false, false, false, false]);
});

test('anomaly mode tells which function gave nan, unless told not to look', () => {
  const x = tensor(0, { requiresGrad: true });
  const run = () => x.sqrt().mul(0).backward();
  torch.catchWarnings(
    () => {},
    () => {
      assert.throws(() => torch.detectAnomaly(run), {
        name: 'RuntimeError',
        message: "Function 'SqrtBackward0' returned nan values in its 0th output.",
      });
      assert.equal(x.grad, null);
      torch.detectAnomaly(run, { checkNan: false });
    },
  );
  assert.equal(`${x.grad}`, 'tensor(nan)');
});

test("leaves that are ready at the same time come in the order of PyTorch's heap", () => {
  const leaves = Array.from({ length: 6 }, (_, i) => tensor(i, { requiresGrad: true }));
  /** @type {number[]} */
  let order = [];
  leaves.forEach((leaf, i) => leaf.registerPostAccumulateGradHook(() => void order.push(i)));
  const orderOf = (/** @type {() => void} */ run) => {
    order = [];
    run();
    return order;
  };
  assert.deepEqual(
    orderOf(() => ops.stack(leaves).sum().backward()),
    [0, 2, 5, 4, 1, 3],
  );
  assert.deepEqual(
    orderOf(() => torch.backward(leaves, { gradTensors: leaves.map(() => tensor(1)) })),
    [0, 2, 5, 4, 1, 3],
  );
  assert.deepEqual(
    orderOf(() => torch.backward(leaves.map((leaf) => leaf.mul(1)))),
    [5, 4, 3, 2, 1, 0],
  );
});

test('a tensor that gets other data goes on counting versions with its former views', () => {
  const [x, y] = [tensor([1, 2]), tensor([3, 4])];
  const former = x.view([1, 2]);
  y.add_(1);
  x.data = y;
  const versions = () => [x, former, y].map((t) => t.version);
  assert.deepEqual(versions(), [0, 0, 1]);
  x.add_(1);
  assert.deepEqual(versions(), [1, 1, 1]);
  former.add_(1);
  const view = x.view([2, 1]);
  y.add_(1);
  assert.deepEqual([...versions(), view.version], [2, 2, 2, 2]);
  view.add_(1);
  assert.deepEqual([...versions(), view.version], [3, 3, 2, 3]);
  const a = tensor(1);
  const b = a.view([1]);
  a.set_(tensor(2));
  b.add_(1);
  assert.deepEqual([a.version, b.version], [2, 2]);
});

test('a hook on a view that may not be looked at is refused once', () => {
  const base = tensor([1, 2], { requiresGrad: true }).mul(2);
  const view = torch.noGrad(() => base.view([1, 2]));
  base.mul_(2);
  assert.throws(() => view.registerHook(() => {}), {
    name: 'RuntimeError',
    message: /^A view was created in no_grad mode and its base or another view of its base/,
  });
  view.registerHook(() => {}).remove();
  for (let i = 0; i < 2; i += 1) assert.throws(() => view.gradFn, { name: 'RuntimeError' });
});

test('relu6 and selu have forms in place', () => {
  const { functional: F } = torch;
  const leaf = tensor([-8, -0.5, 0.5, 7], { requiresGrad: true });
  const rounded = (/** @type {any} */ t) => t.tolist().map((/** @type {number} */ v) => Math.round(v * 1e6) / 1e6 + 0);
  for (const [write, node, values, slopes] of /** @type {[(x: any) => any, string, number[], number[]][]} */ ([
    [(x) => F.relu6(x, true), 'HardtanhBackward0', [0, 0, 0.5, 6], [0, 0, 1, 0]],
    [
      (x) => x.selu_(),
      'EluBackward1',
      [-1.75751, -0.691758, 0.52535, 7.354907],
      [0.00059, 1.066341, 1.050701, 1.050701],
    ],
  ])) {
    const x = leaf.clone();
    assert.equal(write(x), x);
    assert.equal(x.gradFn.name(), node);
    assert.deepEqual(rounded(x), values);
    assert.deepEqual(rounded(torch.grad(x.sum(), leaf)[0]), slopes);
  }
});
