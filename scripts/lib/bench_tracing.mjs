/**
 * Capture, fake propagation and retracing: cases of scripts/bench.
 *
 * What: `trace-1k`, `trace-10k`, `trace-100k` time tests/bench/tracing.cpp native and as WebAssembly, at n and 2n
 * nodes, in nanoseconds a node, beside what PyTorch takes a node for the same graph (pytorch.json).
 * Why: a person types and sees the captured graph at once only if each of the three is linear and fast.
 *
 *   console.log(tracingTable(['trace-10k'].map(runTracingCase)));
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slowness } from './bench_machine.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const PROGRAMS = {
  native: [join(root, 'build/release/tests/bench/seesaw_trace_bench')],
  wasm: [process.execPath, join(root, 'build/wasm/tests/bench/seesaw_trace_bench.cjs')],
};
const STAGES = /** @type {const} */ (['trace', 'propagate', 'retrace']);
const SIZES = /** @type {Record<string, number>} */ ({ 'trace-1k': 1000, 'trace-10k': 10000, 'trace-100k': 100000 });
export const TRACING_CASES = Object.keys(SIZES);
/**
 * How many times as fast as PyTorch in WebAssembly, and how much longer at twice the size.
 * @type {Record<string, number>}
 */
const MIN_FACTOR = { propagate: 50, retrace: 100 };
const LINEAR = 2.3;
const pytorch = JSON.parse(readFileSync(join(root, 'tests/bench/pytorch.json'), 'utf8')).interpreting[0];

/** @param {string[]} command */
function measure(command) {
  const run = spawnSync(command[0], command.slice(1), { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${command.join(' ')}: exit status ${run.status ?? run.signal}\n${run.stderr}`);
  return JSON.parse(run.stdout);
}

/** @param {string} name */
export function runTracingCase(name) {
  const nodes = SIZES[name];
  const runs = String(Math.min(31, Math.max(5, Math.round(200000 / nodes))));
  /** @type {any} */
  const result = { name, tracing: true, nodes };
  for (const kind of /** @type {const} */ (['native', 'wasm'])) {
    const [once, twice] = [nodes, 2 * nodes].map((size) => measure([...PROGRAMS[kind], String(size), runs]));
    result[kind] = {};
    for (const stage of STAGES) {
      const nanoseconds = (once[stage] * 1000) / nodes;
      const theirs = pytorch[stage] === undefined ? undefined : 1e9 / pytorch[stage];
      result[kind][stage] = {
        nanoseconds,
        growth: twice[stage] / once[stage],
        ...(theirs === undefined ? {} : { faster: theirs / nanoseconds }),
      };
    }
  }
  return result;
}

/** @param {any[]} results */
export function tracingTable(results) {
  const lines = [
    'Nanoseconds a node, growth from n to 2n nodes, and how many times as fast as PyTorch; processor time.',
    '',
  ];
  for (const r of results) {
    for (const kind of ['native', 'wasm']) {
      const cells = STAGES.map((stage) => {
        const { nanoseconds, growth, faster } = r[kind][stage];
        return (
          `${stage} ${nanoseconds.toFixed(0).padStart(6)}  2n/n ` +
          `${growth.toFixed(2)}${faster === undefined ? '' : `  ${Math.round(faster)} x`.padEnd(9)}`
        );
      });
      lines.push(`${r.name.padEnd(11)} ${kind.padEnd(7)} ${cells.join('  ')}`);
    }
  }
  return lines.join('\n');
}

/** @param {any} r @returns {string[]} */
export function tracingMisses(r) {
  const out = [];
  for (const kind of ['native', 'wasm']) {
    for (const stage of STAGES) {
      if (r[kind][stage].growth >= LINEAR)
        out.push(
          `${r.name}: ${stage} in ${kind} takes ${r[kind][stage].growth.toFixed(2)} times as long at twice ` +
            `the size (limit ${LINEAR})`,
        );
    }
  }
  for (const [stage, least] of Object.entries(MIN_FACTOR)) {
    const { faster } = r.wasm[stage];
    if (faster < least)
      out.push(
        `${r.name}: ${stage} in wasm is ${Math.round(faster)} times as fast as PyTorch's (asked: ${least}); ` +
          `${Math.round(faster * slowness())} on the machine of PyTorch's ` +
          'figures',
      );
  }
  return out;
}
