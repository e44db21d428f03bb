/**
 * The scalar workload of mlp.h, in JavaScript: against the tensor surface, against closures, in plain numbers.
 *
 *   node tests/bench/mlp.mjs tensor 9          # one line of JSON, as seesaw_scalar_bench's
 */
import { pathToFileURL } from 'node:url';
import { setImmediate as tick } from 'node:timers/promises';
import { Value } from './closures.mjs';

const SAMPLES = 500;
const WIDTH = 16;
const WEIGHTS = WIDTH * 3 + WIDTH * (WIDTH + 1) + WIDTH + 1;
const OPERATIONS = SAMPLES * (WIDTH * 5 + WIDTH * (2 * WIDTH + 1) + 2 * WIDTH + 3);

/** @param {number} i */
function spread(i) {
  const x = i * 0.6180339887498949;
  return x - Math.floor(x) - 0.5;
}
const numbers = Array.from({ length: WEIGHTS }, (_, i) => spread(i + 1));

/**
 * In anything that has add, sub, mul and tanh.
 * @param {any[]} weights
 * @param {any} zero
 */
function mlpLoss(weights, zero) {
  let loss = zero;
  const neuron = (/** @type {number} */ at, /** @type {any[]} */ inputs) => {
    let sum = weights[at + WIDTH];
    for (let i = 0; i < WIDTH; i += 1) sum = sum.add(weights[at + i].mul(inputs[i]));
    return sum;
  };
  for (let s = 0; s < SAMPLES; s += 1) {
    const x = spread(3 * s);
    const y = spread(7 * s);
    const first = [];
    const second = [];
    let at = 0;
    for (let i = 0; i < WIDTH; i += 1, at += 3)
      first.push(
        weights[at]
          .mul(x)
          .add(weights[at + 1].mul(y))
          .add(weights[at + 2])
          .tanh(),
      );
    for (let i = 0; i < WIDTH; i += 1, at += WIDTH + 1) second.push(neuron(at, first).tanh());
    const error = neuron(at, second).sub(x * y);
    loss = loss.add(error.mul(error));
  }
  return loss;
}

/** @returns {Promise<{ run: () => { loss: number, slope: number }, heap: () => number }>} */
async function tensorEngine() {
  const { heapBytes, tensor } = await import('../../wasm/js/tensor/index.js');
  const weights = numbers.map((w) => tensor(w, { requiresGrad: true }));
  return {
    heap: heapBytes,
    run() {
      const loss = mlpLoss(weights, tensor(0));
      loss.backward();
      let slope = 0;
      for (const w of weights) {
        slope += Number(w.grad?.item());
        w.grad = null;
      }
      return { loss: Number(loss.item()), slope };
    },
  };
}

function closureEngine() {
  return {
    heap: () => 0,
    run() {
      const weights = numbers.map((w) => new Value(w));
      const loss = mlpLoss(weights, new Value(0));
      loss.backward();
      return { loss: loss.data, slope: weights.reduce((sum, w) => sum + w.grad, 0) };
    },
  };
}

/** @param {string} mode @param {number} runs */
export async function measure(mode, runs) {
  const engine = mode === 'tensor' ? await tensorEngine() : closureEngine();
  const times = [];
  let last = { loss: 0, slope: 0 };
  for (let i = 0; i < runs + 2; i += 1) {
    const begin = performance.now();
    last = engine.run();
    if (i >= 2) times.push(performance.now() - begin);
    await tick(); // finalizers run between jobs
  }
  times.sort((a, b) => a - b);
  const scale = 1e6 / OPERATIONS;
  return {
    operations: OPERATIONS,
    ...last,
    ns: times[times.length >> 1] * scale,
    best: times[0] * scale,
    heap: engine.heap(),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(JSON.stringify(await measure(process.argv[2] ?? 'tensor', Number(process.argv[3] ?? 9))));
