/**
 * Nothing stays behind in the module: hooks, graphs that were kept, freed and broken off, functions of JavaScript. The
 * collector is called by hand, so that what is forgotten goes at a known time.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** @type {any} */
const torch = await import('../../wasm/js/tensor/index.js');
/** @type {any} */
const { keptCount } = await import('../../wasm/js/tensor/host.js');
const { tensor, graph } = torch;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** What is alive, once everything that nobody holds is gone: the collector reports when it likes. */
async function alive() {
  const now = () => ({ cpu: torch.deviceBytes('cpu'), sim: torch.deviceBytes('sim'), functions: keptCount() });
  let found = now();
  for (let same = 0, i = 0; same < 6 && i < 90; i += 1) {
    collect();
    await sleep(3 + i);
    const next = now();
    same = JSON.stringify(next) === JSON.stringify(found) ? same + 1 : 0;
    found = next;
  }
  return found;
}

/** Large enough that it shows at once if one stays behind. */
const SIZE = 1100;
const leaf = () => tensor(new Float64Array(SIZE).fill(2), { requiresGrad: true });

// Not inside of a round: V8 lets all functions of one call share what any of them captures.
const fail = () => {
  throw new Error('no');
};

/** By what they leave behind if something is wrong. @type {Record<string, () => void>} */
const rounds = {
  'graphs that run, are kept, or never run': () => {
    const a = leaf();
    const loss = a.mul(a).exp().sum();
    loss.backward(undefined, { retainGraph: true });
    loss.backward();
    a.exp().mul(a);
  },
  'hooks that nobody removes': () => {
    const a = leaf();
    const y = a.mul(a);
    const big = new Array(100).fill(0);
    y.registerHook(() => void big.length);
    a.registerHook((/** @type {any} */ g) => g.mul(2));
    y.gradFn.registerHook(() => void big.length);
    y.gradFn.registerPrehook(() => void big.length);
    a.registerPostAccumulateGradHook(() => void big.length);
    for (const mode of ['all', 'any']) graph.registerMultiGradHook([a, y], () => void big.length, { mode });
    y.gradFn.metadata.note = big;
    y.retainGrad();
    y.sum().backward();
  },
  'cycles that are broken': () => {
    const a = leaf();
    const y = a.mul(a);
    const own = y.registerHook((/** @type {any} */ g) => g.mul(y.detach()));
    const node = y.gradFn.registerPrehook(() => void y.shape);
    y.sum().backward();
    own.remove();
    node.dispose();
    torch.catchWarnings(
      () => {},
      () => a.mul(a).mul(a).sum().backward(undefined, { createGraph: true }),
    );
    a.grad = null;
  },
  'saved tensors that were packed': () => {
    const a = leaf();
    const pack = (/** @type {any} */ t) => ({ t: t.clone() });
    const y = graph.savedTensorsHooks(
      pack,
      (/** @type {any} */ p) => p.t,
      () => a.mul(a).exp(),
    );
    y.sum().backward();
    graph.savedTensorsHooks(
      pack,
      (/** @type {any} */ p) => p.t,
      () => a.mul(a).exp(),
    );
    graph.saveOnCpu(() => tensor([1, 2], { device: 'sim', requiresGrad: true }).exp().sum()).backward();
    graph.allowMutationOnSavedTensors(() => {
      const b = a.clone();
      const out = b.mul(b).sum();
      b.sin_();
      out.backward();
    });
  },
  'errors on the way': () => {
    const a = leaf();
    const y = a.mul(a);
    y.registerHook(fail);
    assert.throws(() => y.sum().backward(), /^Error: no$/);
    assert.throws(() => y.sum().backward(), /^Error: no$/);
    assert.throws(
      () =>
        graph.savedTensorsHooks(
          fail,
          (/** @type {any} */ t) => t,
          () => a.mul(a),
        ),
      /no/,
    );
    assert.throws(() => a.mul(tensor([1, 2])));
    assert.throws(() => graph.registerMultiGradHook([a], () => {}, { mode: 'some' }));
    assert.throws(() => graph.registerMultiGradHook([tensor(1)], () => {}));
    assert.throws(() => tensor(1).registerHook(() => {}));
    assert.throws(
      () =>
        graph.disableSavedTensorsHooks('no', () =>
          graph.savedTensorsHooks(
            () => 1,
            () => a,
            () => 1,
          ),
        ),
      /no/,
    );
  },
  'functions of our own': () => {
    class Square extends torch.AutogradFunction {
      static forward(/** @type {any} */ ctx, /** @type {any} */ x) {
        const y = x.mul(x);
        ctx.saveForBackward(x, y);
        return y;
      }
      static backward(/** @type {any} */ ctx, /** @type {any} */ g) {
        return g.mul(ctx.savedTensors[0]).mul(2);
      }
    }
    const a = leaf();
    /** @type {any} */ (Square).apply(a).sum().backward();
    /** @type {any} */ (Square).apply(a);
    /** @type {any} */ (Square).apply(a.detach());
    assert.equal(a.grad.data()[0], 4);
  },
  'views, passes inside of passes, higher orders': () => {
    const a = leaf();
    const base = a.mul(1);
    base.view([SIZE, 1]).mul_(2);
    base.view([1, SIZE]).sum().backward();
    const y = a.mul(a);
    y.registerHook(() => torch.enableGrad(() => a.exp().sum().backward()));
    y.sum().backward();
    const [first] = torch.grad(a.mul(a).mul(a).sum(), a, { createGraph: true });
    torch.grad(first.sum(), a);
  },
  'looking inside': () => {
    const a = leaf();
    const loss = a.exp().sum();
    graph.inspect(loss, { nodes: true }).nodes.map((/** @type {any} */ entry) => entry.node.metadata);
    graph.recordExecution(() => loss.backward());
    graph.logExecution(
      () => {},
      () => a.mul(2).sum().backward(),
    );
    graph.recordExecution(() => assert.fail());
  },
};

for (const [what, round] of Object.entries(rounds)) {
  test(`after 100 rounds: ${what}`, async () => {
    for (let i = 0; i < 10; i += 1) round();
    const before = await alive();
    const heap = torch.heapBytes();
    for (let i = 0; i < 100; i += 1) {
      round();
      if (i % 10 === 9) await alive();
    }
    const after = await alive();
    // A page of numbers may wait for the last of them.
    assert.ok(
      after.cpu <= before.cpu + 2 * 8 * SIZE && after.sim <= before.sim + 512,
      `${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
    );
    assert.ok(after.functions <= before.functions + 8, `${before.functions} -> ${after.functions} functions`);
    assert.ok(torch.heapBytes() <= heap * 1.1, `${heap} -> ${torch.heapBytes()} bytes`);
    // The counts are not blind: something that is held does show.
    const held = Array.from({ length: 20 }, leaf);
    const more = await alive();
    assert.ok(more.cpu >= before.cpu + 10 * 8 * SIZE, `${JSON.stringify(before)} -> ${JSON.stringify(more)}`);
    assert.equal(held.length, 20);
  });
}

test('a hook that holds a passing tensor is no cycle', async () => {
  const round = () => {
    const a = tensor(2, { requiresGrad: true });
    const early = a.mul(2);
    const y = early.mul(3);
    y.registerHook(() => void early.shape);
    y.exp();
  };
  round();
  const before = (await alive()).functions;
  for (let i = 0; i < 500; i += 1) round();
  assert.ok((await alive()).functions <= before + 20, `${before} -> ${keptCount()}`);
});

test('dispose lets go at once, without the collector', () => {
  const before = { cpu: torch.deviceBytes('cpu'), functions: keptCount() };
  for (let i = 0; i < 1000; i += 1) {
    const a = tensor(new Float64Array(1000), { requiresGrad: true });
    const y = a.mul(a);
    const fn = y.gradFn;
    const handle = fn.registerHook(() => {});
    handle.dispose();
    fn.dispose();
    y.dispose();
    a.dispose();
  }
  assert.deepEqual({ cpu: torch.deviceBytes('cpu'), functions: keptCount() }, before);
});

test('a hook whose function holds its own tensor goes with its handle', async () => {
  const before = await alive();
  const y = leaf().mul(2);
  const handle = y.registerHook(() => void y.shape);
  assert.ok((await alive()).functions === before.functions + 1);
  handle.remove();
  assert.equal((await alive()).functions, before.functions);
  assert.deepEqual(y.shape, [SIZE]);
});
