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
