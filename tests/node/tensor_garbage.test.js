/**
 * Whatever numbers reach the exported functions of tensors, they give a result or an error: never a trap, and the
 * module works as before. Functions come from the module's own list of exports; chance repeats itself (SEESAW_SEED,
 * SEESAW_ROUNDS).
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { random } from './support.js';

/** @type {any} */
const torch = await import('../../wasm/js/tensor/index.js');
/** @type {any} */
const core = await import('../../wasm/js/tensor/core.js');
const { check, native, scratch, writeText } = core;

const SEED = Number(process.env.SEESAW_SEED ?? 20261);
const ROUNDS = Number(process.env.SEESAW_ROUNDS ?? 400);
const ODD = [
  0,
  -1,
  1,
  2,
  3,
  4,
  5,
  7,
  31,
  32,
  33,
  64,
  1000,
  1e6,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 32,
  2 ** 53,
  1e300,
  -1e300,
  NaN,
  Infinity,
  -Infinity,
  0.5,
  -0,
];

/** Texts that mean something somewhere. */
const TEXTS = ['', 'all', 'any', 'self', 'other', 'result', 'x'.repeat(5000), '\0', '\ud800'];

/** A graph whose handles are known, made anew for each round. */
function world() {
  const a = torch.tensor(
    [
      [1, 2],
      [3, 4],
    ],
    { requiresGrad: true },
  );
  const b = torch.tensor([1, -2], { requiresGrad: true });
  const scalar = torch.tensor(2);
  const y = a.mul(b).exp();
  const s = y.sum();
  const gone = a.add(1);
  const stale = gone.handle;
  gone.dispose();
  const tensors = [a, b, scalar, y, s, torch.tensor([1, 0], { dtype: 'int64' }), torch.tensor([true, false])];
  const nodes = [y.gradFn, s.gradFn, torch.gradAccumulator(a)];
  return { keep: [tensors, nodes], tensors: tensors.map((t) => t.handle), nodes: nodes.map((n) => n.handle), stale };
}

/** @param {() => number} next */
const chance = (next) => ({
  below: (/** @type {number} */ n) => next() % n,
  one: (/** @type {any[]} */ list) => list[next() % list.length],
});

/** What is called between: it must give the same each time. */
function works() {
  const x = torch.tensor([1, 2, 3], { requiresGrad: true });
  const y = x.mul(x).sum();
  assert.equal(torch.isGradEnabled(), true);
  y.backward();
  assert.deepEqual(x.grad.tolist(), [2, 4, 6]);
  for (const t of [x, y]) t.dispose();
}

/** Modes may be set by a call; they are put back. */
function settle() {
  for (let mode = 0; mode < 5; mode += 1) native._st_mode(mode, mode === 0 || mode === 4 ? 1 : 0);
  while (native._st_pop_saved_hooks() >= 0);
  while (native._st_log_end() >= 0);
  native._st_disable_saved_hooks(0);
  native._st_listen(0, 0);
  native._st_listen(1, 0);
}

/**
 * These take numbers of JavaScript's functions: a number that stands for nothing is an error of JavaScript when it is
 * called.
 */
const names = Object.keys(native).sort();

test('any numbers to any function', () => {
  assert.ok(names.length >= 50, `${names.length} functions`);
  const next = random(SEED);
  const { below, one } = chance(next);
  const counts = { results: 0, errors: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { keep, tensors, nodes, stale } = world();
    for (const name of names) {
      // These let go of what the world still holds.
      if (name.startsWith('_st_release')) continue;
      const small = () => one([...tensors, ...nodes, stale, ...ODD.slice(0, 12), below(200)]);
      const args = Array.from({ length: native[name].length }, () => (below(4) === 0 ? one(ODD) : small()));
      const filled = below(24);
      const buffer = scratch(4096);
      for (let i = 0; i < filled; i += 1) buffer[i] = below(3) === 0 ? one(ODD) : small();
      writeText(one(TEXTS));
      if (name === '_st_scratch' || name === '_st_text') {
        // Only what a page might ask for: these give memory.
        const at = native[name](one([-1, -(2 ** 31), 0, 8, 2 ** 31 - 1]));
        assert.ok(at >= 0);
        continue;
      }
      try {
        check(native[name](...args) ?? 0);
        counts.results += 1;
      } catch (error) {
        assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError), `${name}(${args}): ${error}`);
        assert.notEqual(error.constructor, RangeError, `${name}(${args}): ${error}`);
        counts.errors += 1;
      }
    }
    settle();
    if (round % 10 === 0) works();
    assert.equal(keep.length, 2);
  }
  works();
  assert.ok(counts.results > ROUNDS && counts.errors > ROUNDS, JSON.stringify(counts));
});

test('releasing what is not there, twice, or of another kind', () => {
  const next = random(SEED + 1);
  const { one } = chance(next);
  const t = torch.tensor([1, 2], { requiresGrad: true });
  const held = torch.tensor([3, 4]);
  const handle = t.registerHook(() => null);
  const page = t.handle >>> 5;
  const free = [0, -1, 2 ** 31 - 1, -(2 ** 31), 1e6, 1e9];
  for (let i = 0; i < 200; i += 1) {
    for (const name of ['_st_release_tensor', '_st_release_page', '_st_release_node', '_st_release_mutation'])
      assert.equal(native[name](one(free)), -1, name);
    assert.equal(native._st_release_hook(one(free), one([0, 1])), -1);
  }
  handle.remove();
  handle.remove();
  const node = t.mul(2).gradFn;
  const number = node.handle;
  node.dispose();
  node.dispose();
  assert.equal(native._st_release_node(number), -1);
  assert.throws(() => node.name(), /disposed/);
  const gone = t.handle;
  t.dispose();
  t.dispose();
  assert.equal(native._st_release_tensor(gone), -1);
  assert.ok(page > 0);
  assert.deepEqual(held.tolist(), [3, 4]);
  works();
});

test('calls of operators with arguments of any kind and number', () => {
  const next = random(SEED + 2);
  const { below, one } = chance(next);
  const sizes = [0, 1, 2, 3, -1, -2, 5, 1000, 2 ** 31, -(2 ** 31), 2 ** 62, -(2 ** 62), NaN];
  let results = 0;
  let errors = 0;
  const count = torch.operators.size * 2 + 40;
  for (let round = 0; round < ROUNDS * 4; round += 1) {
    const { keep, tensors, stale } = world();
    const op = below(count);
    const amount = below(8);
    /** @type {number[]} */
    const out = [];
    for (let i = 0; i < amount; i += 1) {
      const kind = i === 0 && below(4) > 0 ? 1 : below(9);
      if (kind === 0) out.push(0);
      else if (kind === 1) out.push(1, below(12) === 0 ? stale : one(tensors));
      else if (kind === 2) out.push(2, 2, one(tensors), below(9) === 0 ? 0 : one(tensors));
      else if (kind === 6) out.push(6, 2, one(sizes), one(sizes));
      else if (kind === 7) out.push(7, one([0, 1, 2, 3, 4, -1]));
      else if (kind === 8) out.push(one(ODD));
      else out.push(kind, one([...sizes, ...ODD]));
    }
    scratch(4096).set(out);
    try {
      const made = check(native._st_call(op, amount, below(3) === 0 ? 1 : 0));
      // Large results are let go: summing them would take minutes, as it should.
      for (const handle of Array.from(scratch(made).subarray(0, made)))
        if (handle > 0 && !tensors.includes(handle)) native._st_release_tensor(handle);
      results += 1;
    } catch (error) {
      assert.ok(error instanceof core.TorchError, `operator ${op} with ${out}: ${error}`);
      errors += 1;
    }
    if (round % 50 === 0) works();
    assert.equal(keep.length, 2);
  }
  works();
  assert.ok(results > 0 && errors > 0, `${results} results, ${errors} errors`);
});

test('texts and buffers too large for the memory', () => {
  assert.equal(native._st_scratch(-1), 0);
  assert.equal(native._st_scratch(2 ** 31 - 1), 0);
  assert.equal(native._st_text(-1), 0);
  assert.throws(() => torch.tensor(1, { shape: [2 ** 40] }), {
    name: 'RuntimeError',
    message: /DefaultCPUAllocator: can't allocate memory: you tried to allocate 8796093022208 bytes/,
  });
  assert.throws(() => torch.tensor(1, { shape: [-2, -3] }), {
    message: 'Trying to create tensor with negative dimension -2: [-2, -3]',
  });
  assert.throws(() => torch.tensor(1, { shape: [2 ** 40, 2 ** 40] }), /overflow|memory/);
  works();
});
