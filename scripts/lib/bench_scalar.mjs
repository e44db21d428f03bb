/**
 * The scalar engine's cases of scripts/bench.
 *
 * What: `mlp` is the perceptron of tests/bench/mlp.h on each engine, beside ADOL-C, closures in JavaScript and plain
 * doubles; all must find the same loss and gradients. `scalar-chain` is a million operations in a row.
 * Why: nanoseconds an operation (recording, backward and freeing) depend on the machine and its load; ratios between
 * programs timed in the same run, and instructions as callgrind counts them, depend on it less.
 *
 *   const result = runScalarCase('mlp');
 *   console.log(scalarTable(result));
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { overLimit } from './bench_machine.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const native = join(root, 'build/release/tests/bench/seesaw_scalar_bench');
const wasm = join(root, 'build/wasm/tests/bench/seesaw_scalar_bench.cjs');
const adolc = join(root, 'build/release/tests/bench/seesaw_adolc_bench');
const script = join(root, 'tests/bench/mlp.mjs');
const RUNS = '31';
/** Engines take turns: what slows the machine for seconds meets all of them alike. */
const ROUNDS = 5;

/**
 * Nanoseconds an operation; above `most` the engine is not done.
 * @type {Record<string, { target: number, most: number }>}
 */
const TARGETS = {
  'eager native': { target: 10, most: 25 },
  'eager wasm': { target: 15, most: 40 },
  'replay native': { target: 2.5, most: 2.5 },
  'replay wasm': { target: 4, most: 4 },
  'JavaScript, tensors': { target: 300, most: 300 },
};
const BYTES = 100;
export const SCALAR_CASES = ['mlp', 'scalar-chain'];

/** @param {string[]} command */
function measure(command) {
  const run = spawnSync(command[0], command.slice(1), { encoding: 'utf8', maxBuffer: 1 << 24 });
  if (run.status !== 0) throw new Error(`${command.join(' ')}: exit status ${run.status ?? run.signal}\n${run.stderr}`);
  return JSON.parse(run.stdout);
}

/**
 * Instructions an operation, from runs of two lengths; undefined without valgrind.
 * @param {string} mode
 * @param {number} operations
 */
function instructions(mode, operations) {
  mkdirSync(join(root, 'build'), { recursive: true });
  const count = (/** @type {number} */ runs) => {
    const run = spawnSync(
      'valgrind',
      ['--tool=callgrind', `--callgrind-out-file=${join(root, 'build/callgrind.out')}`, native, mode, String(runs)],
      { encoding: 'utf8' },
    );
    const found = /Collected : (\d+)/.exec(run.stderr ?? '');
    return found === null ? undefined : Number(found[1]);
  };
  const short = count(1);
  const long = count(3);
  return short === undefined || long === undefined ? undefined : (long - short) / (2 * operations);
}

/**
 * Of several measurements of an engine the one with the best run, and the median of their medians.
 * @param {any[]} rounds
 */
function together(rounds) {
  const quickest = rounds.reduce((one, other) => ((other.best ?? other.ns) < (one.best ?? one.ns) ? other : one));
  const medians = rounds.map(({ ns }) => ns).sort((one, other) => one - other);
  return { ...quickest, ns: medians[Math.floor(medians.length / 2)] };
}

function runMlp() {
  /** @type {Record<string, string[]>} */
  const commands = {
    'plain doubles, forward': [native, 'doubles', RUNS],
    'eager native': [native, 'eager', RUNS],
    'eager wasm': [process.execPath, wasm, 'eager', RUNS],
    'replay native': [native, 'replay', RUNS],
    'replay wasm': [process.execPath, wasm, 'replay', RUNS],
    'JavaScript, tensors': [process.execPath, script, 'tensor', '9'],
    'JavaScript, closures': [process.execPath, script, 'closures', '9'],
  };
  if (existsSync(adolc)) commands['ADOL-C'] = [adolc, '9'];
  /** @type {Record<string, any[]>} */
  const measured = Object.fromEntries(Object.keys(commands).map((engine) => [engine, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [engine, command] of Object.entries(commands)) measured[engine].push(measure(command));
  }
  /** @type {Record<string, any>} */
  const engines = Object.fromEntries(Object.entries(measured).map(([engine, rounds]) => [engine, together(rounds)]));
  if (engines['ADOL-C'] !== undefined)
    engines['ADOL-C, tape again'] = {
      ...engines['ADOL-C'],
      ns: engines['ADOL-C'].replay,
      best: engines['ADOL-C'].best_replay,
    };
  const { operations } = engines['eager native'];
  for (const mode of ['eager', 'replay']) engines[`${mode} native`].instructions = instructions(mode, operations);
  return { name: 'mlp', operations, engines };
}

/** @param {string} name @returns {any} */
export function runScalarCase(name) {
  if (name === 'mlp') return runMlp();
  const chain = ['chain', '1000000'];
  return {
    name,
    engines: { 'chain native': measure([native, ...chain]), 'chain wasm': measure([process.execPath, wasm, ...chain]) },
  };
}

/** @param {number} a @param {number} b */
const differs = (a, b) => Math.abs(a - b) > 1e-9 * Math.max(Math.abs(a), Math.abs(b));

/** What is missed, or wrong. @param {any} r @returns {string[]} */
export function scalarMisses(r) {
  const out = [];
  for (const [engine, e] of Object.entries(/** @type {Record<string, any>} */ (r.engines))) {
    const limit = TARGETS[engine];
    const over =
      limit === undefined
        ? undefined
        : overLimit(
            `${r.name}: ${engine}${e.best > limit.most ? ` (not done above ${limit.most})` : ''}`,
            e.best,
            limit.target,
            'ns an operation',
          );
    if (over !== undefined) out.push(over);
    if (r.name === 'mlp') {
      const want = r.engines['ADOL-C'] ?? r.engines['JavaScript, closures'];
      if (differs(e.loss, want.loss) || (e.slope !== 0 && differs(e.slope, want.slope)))
        out.push(`${r.name}: ${engine} finds another result`);
    } else if (e.bytes > BYTES || (engine.endsWith('wasm') && e.peak > BYTES)) {
      out.push(
        `${r.name}: ${engine} takes ${Math.max(e.bytes, e.peak).toFixed(0)} bytes an operation (target ${BYTES})`,
      );
    }
  }
  const { 'JavaScript, tensors': tensors, 'JavaScript, closures': closures } = r.engines;
  if (tensors !== undefined && tensors.ns > closures.ns)
    out.push(`${r.name}: tensors from JavaScript are slower than closures`);
  return out;
}

/** @param {any} r @returns {string} */
export function scalarTable(r) {
  const number = (/** @type {number | undefined} */ value, digits = 1) =>
    value === undefined ? '' : value.toFixed(digits);
  const base = (r.engines['eager native'] ?? r.engines['chain native']).best ?? r.engines['chain native'].ns;
  const rows = [[r.name, 'median', 'best', 'record', 'backward', 'free', 'B/op', 'instr/op', 'ratio']];
  for (const [engine, e] of Object.entries(/** @type {Record<string, any>} */ (r.engines))) {
    rows.push([
      engine,
      number(e.ns),
      number(e.best),
      e.backward ? number(e.record) : '',
      e.backward ? number(e.backward) : '',
      e.backward ? number(e.free) : '',
      number(e.peak ?? (e.bytes || undefined), 0),
      number(e.instructions),
      `${number((e.best ?? e.ns) / base, 2)} x`,
    ]);
  }
  const widths = rows[0].map((_cell, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd(),
  );
  if (r.name === 'mlp' && r.engines['eager native'].instructions === undefined)
    lines.push('instructions are not counted: valgrind is missing');
  if (r.name === 'mlp' && r.engines['ADOL-C'] === undefined) lines.push('not compared with ADOL-C: it is missing');
  return lines.join('\n');
}
