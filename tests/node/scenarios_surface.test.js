/** The tensor surface in JavaScript: identity, errors that pass through, release. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/** @type {any} */
const torch = await import('../../wasm/js/tensor/index.js');
const { readScenarioText } = await import('../../wasm/js/scenario/read.js');
const { runScenario } = await import('../../wasm/js/scenario/run.js');

test('the docstring of Node.register_hook', () => {
  const a = torch.tensor([0, 0, 0], { requiresGrad: true });
  const b = a.clone();
  assert.equal(b.gradFn.name(), 'CloneBackward0');
  const handle = b.gradFn.registerHook((/** @type {any[]} */ gradInputs) => [gradInputs[0].mul(2)]);
  b.sum().backward(undefined, { retainGraph: true });
  assert.deepEqual(a.grad.tolist(), [2, 2, 2]);
  handle.remove();
  handle.remove();
  a.grad = null;
  b.sum().backward(undefined, { retainGraph: true });
  assert.deepEqual(a.grad.tolist(), [1, 1, 1]);
});

test('the same object of C++ is the same object of JavaScript', () => {
  const a = torch.tensor([1, 2], { requiresGrad: true });
  const y = a.mul(a);
  assert.equal(y.gradFn, y.gradFn);
  assert.equal(y.gradFn.nextFunctions[0][0], y.gradFn.nextFunctions[1][0]);
  assert.equal(a.to('float64'), a);
  assert.equal(y.add_(1), y);
  y.sum().backward();
  assert.equal(a.grad, a.grad);
  /** @type {any} */
  let leaf = null;
  a.registerPostAccumulateGradHook((/** @type {any} */ t) => {
    leaf = t;
  });
  a.sum().backward();
  assert.equal(leaf, a);
  torch.graph.savedTensorsHooks(
    (/** @type {any} */ t) => (assert.equal(t, a), t),
    (/** @type {any} */ t) => t,
    () => a.sin(),
  );
  y.gradFn.metadata.key = a;
  assert.equal(y.gradFn.metadata.key, a);
});

test('what a hook throws comes out as it was, and the engine goes on', () => {
  class Mine extends RangeError {}
  const error = new Mine('mine');
  const fail = () => {
    throw error;
  };
  const thrown = (/** @type {() => void} */ run) => {
    try {
      run();
    } catch (caught) {
      return caught;
    }
    return null;
  };
  const a = torch.tensor(2, { requiresGrad: true });
  for (const place of ['tensor', 'pre', 'post', 'leaf', 'multi', 'callback', 'pack', 'unpack', 'inner']) {
    const y = a.mul(3);
    if (place === 'tensor') y.registerHook(fail);
    if (place === 'pre') y.gradFn.registerPrehook(fail);
    if (place === 'post') y.gradFn.registerHook(fail);
    const handle =
      place === 'leaf'
        ? a.registerPostAccumulateGradHook(fail)
        : place === 'multi'
          ? torch.graph.registerMultiGradHook([y], fail, { mode: 'any' })
          : null;
    if (place === 'callback') y.registerHook(() => torch.queueCallback(fail));
    if (place === 'inner') {
      y.registerHook(() => {
        const inner = torch.enableGrad(() => a.add(1));
        inner.registerHook(fail);
        inner.backward();
      });
    }
    const run = () => {
      if (place === 'pack')
        torch.graph.savedTensorsHooks(
          fail,
          (/** @type {any} */ t) => t,
          () => a.mul(a),
        );
      else if (place === 'unpack')
        torch.graph
          .savedTensorsHooks(
            (/** @type {any} */ t) => t,
            fail,
            () => a.mul(a),
          )
          .backward();
      else y.backward();
    };
    assert.equal(thrown(run), error, place);
    handle?.remove();
    assert.equal(torch.isGradEnabled(), true);
    assert.equal(torch.graph.currentGraphTaskId(), -1);
    assert.equal(torch.currentNode(), null);
    assert.deepEqual(torch.grad(a.mul(5), a)[0].tolist(), 5);
  }
});

test("errors carry PyTorch's type and text", () => {
  const a = torch.tensor([1, 2], { requiresGrad: true });
  assert.throws(() => a.backward(), {
    name: 'RuntimeError',
    message: 'grad can be implicitly created only for scalar outputs',
  });
  assert.throws(() => a.sum(3), { name: 'IndexError' });
  assert.throws(() => a.mul('x'), TypeError);
  const b = a.mul(2);
  b.dispose();
  assert.throws(() => b.sum(), /disposed/);
  assert.throws(() => b.tolist(), /disposed/);
  assert.throws(() => torch.cat([a, b]), /disposed/);
  assert.throws(() => torch.backward(b), /disposed/);
  b.dispose();
});

test('a million tensors, made and disposed of, leave nothing behind', () => {
  const a = torch.tensor(1.5, { requiresGrad: true });
  const round = () => {
    for (let i = 0; i < 100000; i += 1) a.mul(2).dispose();
  };
  round();
  const before = torch.heapBytes();
  for (let i = 0; i < 9; i += 1) round();
  assert.equal(torch.heapBytes(), before);
});

test('a million tensors, made and dropped, stay within bounds', async () => {
  const a = torch.tensor(1.5, { requiresGrad: true });
  let bytes = 0;
  for (let i = 0; i < 200; i += 1) {
    for (let k = 0; k < 5000; k += 1) a.mul(2);
    // The collector reports between tasks only.
    if (i % 4 === 3) await sleep(1);
    if (i === 100) bytes = torch.heapBytes();
  }
  assert.ok(torch.heapBytes() <= Math.max(64e6, bytes * 2), `${torch.heapBytes()} bytes`);
});

test("float(2) is Python's 2.0: a float where it meets integers", () => {
  const i = torch.tensor([1, 2], { dtype: 'int64' });
  const { float, ops } = torch;
  const dtypes = [
    i.mul(float(2)),
    i.mul(2),
    ops.full([2], float(2)),
    ops.full([2], 2),
    ops.where(i.gt(1), float(2), float(1)),
    i.clamp(float(1)),
    i.pow(float(2)),
    ops.sub(float(2), i),
    i.gt(float(1)),
  ].map((t) => t.dtype);
  assert.deepEqual(dtypes, [
    'float64',
    'int64',
    'float64',
    'int64',
    'float64',
    'float64',
    'float64',
    'float64',
    'bool',
  ]);
  assert.deepEqual(i.mul(float(2)).tolist(), [2, 4]);
  assert.equal(`${torch.tensor(float(2))} ${torch.tensor([float(2), 0.5])}`, 'tensor(2.) tensor([2.0000, 0.5000])');
  assert.throws(() => float(/** @type {any} */ ('2')), {
    name: 'TypeError',
    message: "float() argument must be a real number, not 'str'",
  });
  assert.throws(() => i.mul_(float(2)), {
    name: 'RuntimeError',
    message: "result type Double can't be cast to the desired output type Long",
  });
  assert.throws(() => i.sum(float(0)), /sum\(\) received an invalid combination of arguments - got \(float\)/);
  assert.throws(() => torch.tensor([1]).mm(float(2)), {
    name: 'TypeError',
    message: "mm(): argument 'mat2' (position 1) must be Tensor, not float",
  });
});

test('the text of a scenario keeps whole floats among what functions are given', () => {
  const text =
    '{"program": [{"op": "call", "args": ["x\\"[", 2.0, [1e1, 3, -0.5]], "kwargs": {"alpha": 2.0, "args": ' +
    '1}, "data": [2.0]}, {"args": [{"float": 4.0}]}], "expect": [1.0]}';
  assert.deepEqual(readScenarioText(text), {
    program: [
      {
        op: 'call',
        args: ['x"[', { float: 2 }, [{ float: 10 }, 3, -0.5]],
        kwargs: { alpha: { float: 2 }, args: 1 },
        data: [2],
      },
      { args: [{ float: 4 }] },
    ],
    expect: [1],
  });
  assert.throws(() => readScenarioText('{"args": [2.0'), SyntaxError);
  const program = readScenarioText(
    '[{"op": "call", "fn": "full", "args": [[1], 2.0], "out": "x"}, {"op": "emit", "label": "l", "values": ["x"]}]',
  );
  assert.deepEqual(runScenario(program), [
    { ev: 'emit', label: 'l', values: [{ shape: [1], data: [2], dtype: 'float32' }] },
  ]);
});
