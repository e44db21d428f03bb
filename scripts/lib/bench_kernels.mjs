/**
 * Times tensor kernels in WebAssembly beside TensorFlow.js' WebAssembly backend, both in this process, in turns.
 *
 *   node scripts/lib/bench_kernels.mjs matmul softmax
 *
 * What: cases `matmul`, `elementwise` and `softmax`, in float32; scripts/bench runs them with its own. Results are
 * compared before anything is timed. Medians.
 * Why in one process: a busy machine slows both.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const MILLION = [1024, 1024];

/** @param {number[]} shape @param {number} salt */
function values(shape, salt) {
  const out = new Float32Array(shape.reduce((a, b) => a * b, 1));
  for (let i = 0; i < out.length; i += 1) out[i] = ((i * 7919 + salt * 104729) % 4001) / 1000 - 2;
  return out;
}

/**
 * `least`: how many times as fast as TensorFlow.js it must be.
 * @type {Record<string, { shapes: number[][], least: number, ours: (x: any[]) => any, theirs: (tf: any, x: any[]) =>
 *   any }>}
 */
export const KERNEL_CASES = {
  matmul: {
    shapes: [
      [256, 256],
      [256, 256],
    ],
    least: 0.5,
    ours: ([a, b]) => a.mm(b),
    theirs: (tf, [a, b]) => tf.matMul(a, b),
  },
  // tanh(a * b + a) * sigmoid(b) + exp(a)
  elementwise: {
    shapes: [MILLION, MILLION],
    least: 1,
    ours: ([a, b]) => a.mul(b).add(a).tanh().mul(b.sigmoid()).add(a.exp()),
    theirs: (tf, [a, b]) => tf.add(tf.mul(tf.tanh(tf.add(tf.mul(a, b), a)), tf.sigmoid(b)), tf.exp(a)),
  },
  softmax: { shapes: [MILLION], least: 1, ours: ([a]) => a.softmax(-1), theirs: (tf, [a]) => tf.softmax(a) },
};

/** Seesaw's tensors, with results that are freed at once. */
async function seesaw() {
  const { tensor, Tensor, noGrad } = await import(join(root, 'wasm/js/tensor/index.js'));
  /** @type {any[]} */
  let made = [];
  const names = ['mm', 'mul', 'add', 'tanh', 'sigmoid', 'exp', 'softmax'];
  for (const name of names) {
    const method = Tensor.prototype[name];
    Tensor.prototype[name] = function record(/** @type {any[]} */ ...args) {
      const result = method.apply(this, args);
      made.push(result);
      return result;
    };
  }
  return {
    /** @param {number[]} shape @param {number} salt */
    make: (shape, salt) => tensor(values(shape, salt), { shape, dtype: 'float32' }),
    /** @param {() => any} f */
    run: (f) =>
      noGrad(() => {
        const out = f();
        for (const t of made) if (t !== out) t.dispose();
        made = [];
        return out;
      }),
    /** @param {any} t @returns {Float64Array} */
    read: (t) => t.data(),
  };
}

/** TensorFlow.js on its WebAssembly backend, one thread, with SIMD. */
async function tensorflow() {
  // Of the web package's dev dependencies.
  const require = createRequire(join(root, 'web/package.json'));
  const tf = require('@tensorflow/tfjs-core');
  const wasm = require('@tensorflow/tfjs-backend-wasm');
  const folder = dirname(require.resolve('@tensorflow/tfjs-backend-wasm'));
  wasm.setThreadsCount(1);
  wasm.setWasmPaths(`${folder}/`);
  if (!(await tf.setBackend('wasm'))) throw new Error('TensorFlow.js has no WebAssembly backend here');
  return {
    tf,
    version: JSON.parse(readFileSync(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'), 'utf8')).version,
  };
}

/** @param {number[]} list */
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
function largestDifference(a, b) {
  let most = 0;
  for (let i = 0; i < a.length; i += 1) most = Math.max(most, Math.abs(a[i] - b[i]) / Math.max(1, Math.abs(b[i])));
  return a.length === b.length ? most : Infinity;
}

/** @param {string[]} names @param {number} [runs] */
export async function runKernels(names, runs = 41) {
  if (names.length === 0) return [];
  const own = await seesaw();
  const { tf, version } = await tensorflow();
  const results = [];
  for (const name of names) {
    const c = KERNEL_CASES[name];
    const x = c.shapes.map((shape, i) => own.make(shape, i));
    const y = c.shapes.map((shape, i) => tf.tensor(values(shape, i), shape, 'float32'));
    const ours = () => own.run(() => c.ours(x));
    const theirs = () => tf.tidy(() => c.theirs(tf, y));
    const first = ours();
    const reference = theirs();
    const difference = largestDifference(own.read(first), reference.dataSync());
    if (!(difference < 1e-4)) throw new Error(`${name}: results differ by ${difference}`);
    /** @type {Record<string, number[]>} */
    const times = { ours: [], theirs: [] };
    for (let i = 0; i < runs + 5; i += 1) {
      for (const [who, run] of /** @type {const} */ ([
        ['ours', ours],
        ['theirs', theirs],
      ])) {
        const start = performance.now();
        const out = run();
        const end = performance.now();
        out.dispose();
        if (i >= 5) times[who].push(end - start);
      }
    }
    const mine = median(times.ours);
    const other = median(times.theirs);
    results.push({
      name,
      kernel: true,
      milliseconds: mine,
      tensorflow: other,
      faster: other / mine,
      least: c.least,
      difference,
      version,
    });
  }
  return results;
}

/** @param {any[]} results */
export function kernelTable(results) {
  const lines = [
    `Tensor kernels in wasm, milliseconds, beside TensorFlow.js ${results[0].version} (wasm, one thread).`,
    '',
  ];
  for (const r of results) {
    lines.push(
      `${r.name.padEnd(12)} ${r.milliseconds.toFixed(2).padStart(8)}   tfjs ` +
        `${r.tensorflow.toFixed(2).padStart(8)}   ${r.faster.toFixed(2)} ` +
        `times as fast (asked: ${r.least})`,
    );
  }
  return lines.join('\n');
}

/** @param {any[]} results @returns {string[]} */
export const kernelMisses = (results) =>
  results
    .filter((r) => r.faster < r.least)
    .map((r) => `${r.name}: ${r.faster.toFixed(2)} times as fast as TensorFlow.js (asked: ${r.least})`);

if (argv[1] === fileURLToPath(import.meta.url)) {
  const names = argv.length > 2 ? argv.slice(2) : Object.keys(KERNEL_CASES);
  console.log(kernelTable(await runKernels(names)));
}
