// Scalars from JavaScript: they stand as cells of the tape until somebody looks, and nobody can tell.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileTape, graph, noGrad, tensor } from '../../wasm/js/tensor/index.js';

/** Methods come from the operator table. @param {number} value @param {boolean} [requiresGrad] @returns {any} */
const leaf = (value, requiresGrad = true) => tensor(value, { requiresGrad });

test('an object is the same before and after it is looked at', () => {
  const x = leaf(2);
  const y = x.mul(x);
  assert.equal(y.isLeaf, false);
  assert.deepEqual(y.shape, []);
  assert.equal(y.gradFn.name(), 'MulBackward0');
  assert.equal(y.gradFn.saved('self'), x);
  /** @type {any[]} */
  const seen = [];
  x.registerPostAccumulateGradHook((/** @type {any} */ t) => {
    seen.push(t);
  });
  y.add(1).backward();
  assert.deepEqual(seen, [x]);
  assert.equal(x.grad, x.grad);
  assert.equal(x.grad?.item(), 4);
});

test('hooks run on what was recorded before them', () => {
  const x = leaf(3);
  const y = x.mul(2);
  const z = y.mul(y);
  let calls = 0;
  y.registerHook((/** @type {any} */ g) => {
    calls += 1;
    return g.mul(10);
  });
  z.add(1).backward();
  assert.equal(calls, 1);
  assert.equal(x.grad?.item(), 240);
});

test('saved-tensor hooks see scalars too', () => {
  const x = leaf(3);
  let packed = 0;
  const y = graph.savedTensorsHooks(
    (t) => {
      packed += 1;
      return t;
    },
    (t) => t,
    () => x.mul(x).exp(),
  );
  assert.equal(packed, 3);
  y.backward();
  assert.ok(Math.abs(Number(x.grad?.item()) - 6 * Math.exp(9)) < 1e-8);
});

test('hooks do not see what was recorded before they were in force', () => {
  const x = leaf(3);
  const y = x.mul(x);
  let packed = 0;
  graph.savedTensorsHooks(
    (t) => {
      packed += 1;
      return t;
    },
    (t) => t,
    () => y.gradFn.name(),
  );
  assert.equal(packed, 0);
});

test('a training loop writes to its leaves', () => {
  const w = leaf(0);
  for (let i = 0; i < 100; i += 1) {
    const error = w.sub(5);
    error.mul(error).backward();
    noGrad(() => w.sub_(w.grad.mul(0.1)));
    assert.equal(w.version, i + 1);
    if (i % 2 === 0) w.grad = null;
    else noGrad(() => w.grad.zero_());
  }
  assert.ok(Math.abs(w.item() - 5) < 1e-6);
  assert.throws(() => w.mul_(2), {
    name: 'RuntimeError',
    message: /a leaf Variable that requires grad is being used in an in-place operation/,
  });
});

test('a leaf that was written to fails the derivative that needs it', () => {
  const x = leaf(2);
  const y = leaf(3);
  const z = x.mul(y);
  noGrad(() => x.add_(1));
  assert.equal(x.item(), 3);
  assert.equal(z.item(), 6);
  assert.throws(() => z.backward(), {
    message:
      /modified by an inplace operation: \[torch.DoubleTensor \[\]\] is at version 1; expected version 0 instead/,
  });
});

test('requiresGrad of a leaf that results know', () => {
  const x = leaf(2, false);
  const before = x.mul(3);
  x.requiresGrad = true;
  assert.equal(before.requiresGrad, false);
  const y = leaf(1);
  const mixed = y.mul(x);
  mixed.backward();
  assert.equal(x.grad?.item(), 1);
});

test('the log tells of scalars', () => {
  const x = leaf(2);
  /** @type {string[]} */
  const names = [];
  graph.logExecution(
    ({ node }) => names.push(String(node?.typeName)),
    () => x.mul(x).exp().backward(),
  );
  assert.deepEqual(names, ['ExpBackward0', 'MulBackward0', 'AccumulateGrad']);
});

test('a disposed scalar is reported', () => {
  const x = leaf(2);
  const y = x.mul(2);
  x.dispose();
  assert.throws(() => x.item(), { message: /disposed/ });
  assert.throws(() => y.mul(x), { message: /disposed/ });
  y.backward();
});

test('a compiled tape gives what recording again gives', () => {
  const x = leaf(0.5);
  const w = leaf(2);
  const program = (/** @type {any} */ a, /** @type {any} */ b) => a.mul(b).tanh().add(a.mul(a)).mul(b);
  const tape = compileTape(program(x, w), [x, w]);
  for (const [a, b] of [
    [1, 2],
    [-0.3, 4],
  ]) {
    const p = leaf(a);
    const q = leaf(b);
    const y = program(p, q);
    y.backward();
    assert.equal(tape.replay([a, b]), y.item());
    assert.deepEqual([...tape.gradients], [p.grad?.item(), q.grad?.item()]);
  }
  assert.throws(() => tape.replay([1]), { message: 'this replay takes 2 values, got 1' });
  assert.throws(() => compileTape(program(x, w), [x.mul(2)]), {
    message:
      'input 0 of the tape must be a leaf, and is the result of MulBackward0. Give the leaves that it is ' +
      'computed from.',
  });
  assert.equal(tape.replay({ 0: 1, 1: 2, length: 2 }), program(leaf(1), leaf(2)).item());
  // Whatever says how long it is, is not taken at its word.
  for (const length of [1e9, 2 ** 53, 3])
    assert.throws(() => tape.replay({ length }), { message: `this replay takes 2 values, got ${length}` });
  for (const length of [-1, 0.5, NaN, '2', undefined])
    assert.throws(() => tape.replay(/** @type {any} */ ({ length })), { name: /TypeError|RuntimeError/ });
  tape.dispose();
  assert.throws(() => tape.replay([1, 2]), { message: /disposed/ });
});

/** What PyTorch does with each. @type {[string, (a: any, y: any) => any, number | RegExp][]} */
const CHANGED = [
  [
    'mul_ behind a product',
    (a, y) => {
      const s = a.sub(y);
      const d = s.mul(2);
      s.mul_(3);
      return d;
    },
    2,
  ],
  [
    'add_ to what a product saved',
    (a) => {
      const b = a.mul(3);
      const c = b.mul(b);
      b.add_(1);
      return c;
    },
    /modified by an inplace operation/,
  ],
  [
    'zero_ of what sin saved',
    (a) => {
      const b = a.mul(3);
      const c = b.sin();
      b.zero_();
      return c;
    },
    /modified by an inplace operation/,
  ],
  [
    'add_ to the result that exp saved',
    (a) => {
      const b = a.exp();
      b.add_(1);
      return b;
    },
    /modified by an inplace operation/,
  ],
  [
    'detach_ of an operand',
    (a) => {
      const b = a.mul(3);
      const d = b.add(1);
      b.detach_();
      return d;
    },
    3,
  ],
  [
    'after somebody looked',
    (a) => {
      const b = a.mul(3);
      b.gradFn.name();
      const d = b.mul(2);
      b.add_(a);
      return d;
    },
    6,
  ],
  [
    'through a view',
    (a) => {
      const b = a.mul(3);
      const d = b.mul(2);
      b.view(1).mul_(5);
      return d;
    },
    6,
  ],
  [
    'through detach',
    (a) => {
      const b = a.mul(3);
      const d = b.mul(b);
      b.detach().add_(5);
      return d;
    },
    /modified by an inplace operation/,
  ],
  [
    'a leaf, written to and cut off',
    (a) => {
      const s = a.sin();
      noGrad(() => a.add_(1));
      a.detach_();
      return s;
    },
    /modified by an inplace operation/,
  ],
];
for (const [what, make, wanted] of CHANGED) {
  test(`what was computed before a change goes on from what was: ${what}`, () => {
    const [a, y] = [leaf(2), leaf(0.5)];
    const root = make(a, y);
    if (wanted instanceof RegExp) {
      assert.throws(() => root.backward(), wanted);
    } else {
      root.backward();
      assert.equal(a.grad.item(), wanted);
    }
  });
}

test('a graph that holds two values of one leaf is not compiled, and wrong arguments are reported', () => {
  const [w, x] = [2, 3].map((value) => tensor(value, { requiresGrad: true }));
  const y = w.add(x);
  noGrad(() => w.fill_(5));
  assert.throws(() => compileTape(y, [x]), /was written to after the graph had used it/);
  const again = compileTape(w.add(x), [x]);
  assert.equal(again.replay([3]), 8);
  assert.throws(() => again.replay(/** @type {any} */ (['a'])), /not one with str at 0/);
  assert.throws(() => again.replay(/** @type {any} */ (undefined)), TypeError);
  assert.throws(() => compileTape(y, /** @type {any} */ ([3])), /must be a list of tensors/);
});
