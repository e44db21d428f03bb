/**
 * Runs the benchmark's program and makes the table of scripts/bench.
 *
 *   node scripts/lib/bench.mjs 10k --json
 *
 * Each measurement is a process of its own, native and WebAssembly in turn. Times are medians. `calibration` is a fixed
 * piece of work timed beside: a busy machine shows there. Limits that the project sets itself are checked at the end;
 * exit status 1 if one is missed.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FUZZ_CASES, fuzzMisses, fuzzTable, readFuzz } from './bench_fuzz.mjs';
import { GROWTH_CASES, growthMisses, growthTable, runGrowth } from './bench_growth.mjs';
import { KERNEL_CASES, kernelMisses, kernelTable, runKernels } from './bench_kernels.mjs';
import { PAGE_CASES, pageMisses, pageTable, runPage } from './bench_page.mjs';
import { slowness } from './bench_machine.mjs';
import { runScalarCase, SCALAR_CASES, scalarMisses, scalarTable } from './bench_scalar.mjs';
import { runTracingCase, TRACING_CASES, tracingMisses, tracingTable } from './bench_tracing.mjs';
import { runView, VIEW_CASES, viewMisses, viewTable } from './bench_view.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const PROGRAMS = {
  native: [join(root, 'build/release/tests/bench/seesaw_bench')],
  wasm: [process.execPath, join(root, 'build/wasm/tests/bench/seesaw_bench.cjs')],
};
const pytorch = JSON.parse(readFileSync(join(root, 'tests/bench/pytorch.json'), 'utf8'));

/** @typedef {{ workload: string, nodes: number, period: number, half?: number, least?: number }} Case */
/**
 * `half`: also timed at half the size, for linearity. `least`: how many times faster than PyTorch the pass must be.
 * @type {Record<string, Case>}
 */
const CASES = {
  '1k': { workload: 'graph', nodes: 1000, period: 100 },
  '10k': { workload: 'graph', nodes: 10000, period: 100, least: 1000 },
  '10k-10pct': { workload: 'graph', nodes: 10000, period: 10 },
  '100k': { workload: 'graph', nodes: 100000, period: 100, least: 5000 },
  '1m': { workload: 'graph', nodes: 1000000, period: 100 },
  'linear-100k': { workload: 'graph', nodes: 100000, period: 100, half: 50000 },
  'linear-1m': { workload: 'graph', nodes: 1000000, period: 100, half: 500000 },
  chain: { workload: 'chain', nodes: 100000, period: 0 },
  wide: { workload: 'wide', nodes: 1000000, period: 0 },
};
const LIMITS = { linear: 2.3, wasmToNative: 2, bytesPerNode: 150 };

/** @param {'native' | 'wasm'} kind @param {string[]} args */
function measure(kind, args) {
  const [program, ...first] = PROGRAMS[kind];
  const run = spawnSync(program, [...first, ...args], { encoding: 'utf8', maxBuffer: 1 << 24 });
  if (run.status !== 0)
    throw new Error(`${kind} ${args.join(' ')}: exit status ${run.status ?? run.signal}\n${run.stderr}`);
  return JSON.parse(run.stdout);
}

/** @param {number} nodes */
const runsFor = (nodes) => Math.min(51, Math.max(5, Math.round(600000 / nodes)));

/** Seconds that PyTorch's pass took on this graph, if that was recorded. @param {Case} c */
function pytorchSeconds(c) {
  if (c.workload !== 'graph' || c.period === 0) return undefined;
  const toggles = Math.floor((c.nodes - 1) / c.period);
  return (
    pytorch.set_grad_pass.find((/** @type {any} */ e) => e.nodes === c.nodes + 3 && e.toggles === toggles)?.seconds ??
    undefined
  );
}

/** @param {string} name @param {Case} c */
function runCase(name, c) {
  /** @type {Record<string, any>} */
  const result = { name, ...c };
  const size = [String(c.nodes), String(c.period)];
  for (const kind of /** @type {const} */ (['native', 'wasm'])) {
    const time = measure(kind, ['time', c.workload, ...size, String(runsFor(c.nodes))]);
    const memory = measure(kind, ['memory', c.workload, ...size]);
    result[kind] = { time, memory };
    if (c.half !== undefined) {
      const half = measure(kind, ['time', c.workload, String(c.half), String(c.period), String(runsFor(c.half))]);
      result[kind].growth = {
        whole: time.whole / half.whole,
        pass: time.pass / half.pass,
        parse: time.parse / half.parse,
        calibration: time.calibration / half.calibration,
      };
    }
  }
  result.wasmToNative = Object.fromEntries(
    ['parse', 'pass', 'pipeline', 'print', 'whole', 'calibration'].map((stage) => [
      stage,
      result.wasm.time[stage] / result.native.time[stage],
    ]),
  );
  const seconds = pytorchSeconds(c);
  if (seconds !== undefined)
    result.pytorch = {
      seconds,
      native: (seconds * 1e6) / result.native.time.pass,
      wasm: (seconds * 1e6) / result.wasm.time.pass,
    };
  return result;
}

/** The limits that a result misses. @param {any} r @returns {string[]} */
function misses(r) {
  const out = [];
  for (const kind of ['native', 'wasm']) {
    if (r[kind].growth?.whole >= LIMITS.linear)
      out.push(
        `${r.name}: ${kind} takes ${r[kind].growth.whole.toFixed(2)} times as long at twice the size (limit ` +
          `${LIMITS.linear})`,
      );
  }
  if (r.wasmToNative.whole > LIMITS.wasmToNative)
    out.push(
      `${r.name}: wasm takes ${r.wasmToNative.whole.toFixed(2)} times as long as native (limit ${LIMITS.wasmToNative})`,
    );
  if (r.workload !== 'wide' && bytesPerNode(r.wasm.memory) > LIMITS.bytesPerNode)
    out.push(
      `${r.name}: ${bytesPerNode(r.wasm.memory).toFixed(0)} bytes a node in wasm (limit ${LIMITS.bytesPerNode})`,
    );
  if (r.least !== undefined && r.pytorch.wasm < r.least)
    out.push(
      `${r.name}: the pass in wasm is ${Math.round(r.pytorch.wasm)} times as fast as PyTorch's (asked: ${r.least})`,
    );
  return out;
}

/** @param {any} memory */
const bytesPerNode = (memory) => memory.program / memory.nodes;

const STAGES = ['parse', 'pass', 'pipeline', 'print', 'whole'];
const HEADS = ['case', 'on', ...STAGES, 'ms whole', 'B/node', 'peak MB', 'calib', 'vs PyTorch'];

/** @param {any} r @param {string} kind */
function timesRow(r, kind) {
  const { time, memory } = r[kind];
  return [
    r.name,
    kind,
    ...STAGES.map((stage) => ((time[stage] * 1000) / r.nodes).toFixed(0)),
    (time.whole / 1000).toFixed(2),
    r.workload === 'wide' ? '' : bytesPerNode(memory).toFixed(0),
    (memory.peak / 1e6).toFixed(0),
    time.calibration.toFixed(1),
    r.pytorch === undefined ? '' : `${Math.round(r.pytorch[kind])} x`,
  ];
}

/** @param {any} ratio */
const ratioRow = (ratio) => {
  const stages = STAGES.map((stage) => ratio[stage].toFixed(2));
  return ['', 'wasm/native', ...stages, '', '', '', ratio.calibration.toFixed(2), ''];
};

/** @param {string} kind @param {any} growth */
const growthRow = (kind, growth) => {
  const [parse, pass, whole] = [growth.parse, growth.pass, growth.whole].map((ratio) => ratio.toFixed(2));
  return ['', `${kind} 2n/n`, parse, pass, '', '', whole, '', '', '', growth.calibration.toFixed(2), ''];
};

/** @param {any[]} results */
function table(results) {
  const kinds = ['native', 'wasm'];
  const rows = [
    HEADS,
    ...results.flatMap((r) => [
      ...kinds.map((kind) => timesRow(r, kind)),
      ratioRow(r.wasmToNative),
      ...(r.native.growth === undefined ? [] : kinds.map((kind) => growthRow(kind, r[kind].growth))),
    ]),
  ];
  const widths = HEADS.map((_cell, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const args = process.argv.slice(2);
const json = args.includes('--json');
const names = args.filter((arg) => arg !== '--json');
const all = [
  ...Object.keys(CASES),
  ...TRACING_CASES,
  ...Object.keys(KERNEL_CASES),
  ...SCALAR_CASES,
  ...VIEW_CASES,
  ...PAGE_CASES,
  ...GROWTH_CASES,
  ...FUZZ_CASES,
];
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`there is no benchmark '${unknown[0]}'; there are: ${all.join(', ')}`);
  process.exit(2);
}
/** @param {string[]} cases */
const chosen = (cases) => cases.filter((name) => names.length === 0 || names.includes(name));
/** @template T @param {string[]} cases @param {(name: string) => T} run */
const runAll = (cases, run) =>
  chosen(cases).map((name) => {
    if (!json && process.stderr.isTTY) process.stderr.write(`${name}\n`);
    return run(name);
  });
const results = runAll(Object.keys(CASES), (name) => runCase(name, CASES[name]));
const kernels = await runKernels(chosen(Object.keys(KERNEL_CASES)));
const scalars = runAll(SCALAR_CASES, runScalarCase);
const tracings = runAll(TRACING_CASES, runTracingCase);
const view = await runView(chosen(VIEW_CASES));
const page = await runPage(chosen(PAGE_CASES));
const growth = await runGrowth(chosen(GROWTH_CASES));
const fuzz = readFuzz(chosen(FUZZ_CASES));
const missed = [
  ...fuzzMisses(fuzz),
  ...growthMisses(growth),
  ...pageMisses(page),
  ...viewMisses(view),
  ...results.flatMap(misses),
  ...tracings.flatMap(tracingMisses),
  ...kernelMisses(kernels),
  ...scalars.flatMap(scalarMisses),
];
const timed = names.length === 0 || names.some((name) => ![...FUZZ_CASES, ...GROWTH_CASES].includes(name));
if (json)
  console.log(
    JSON.stringify(
      {
        pytorch: pytorch.torch,
        node: process.version,
        slowness: timed ? slowness() : undefined,
        limits: LIMITS,
        results,
        tracings,
        kernels,
        scalars,
        view,
        page,
        growth,
        fuzz,
        missed,
      },
      null,
      1,
    ),
  );
else {
  if (kernels.length > 0) console.log(`${kernelTable(kernels)}\n`);
  if (scalars.length > 0)
    console.log(
      'Nanoseconds a scalar operation; limits hold for the best run, ratios are to the eager ' +
        `engine.\n\n${scalars.map(scalarTable).join('\n\n')}\n`,
    );
  if (results.length > 0)
    console.log(
      'Nanoseconds a node; medians. "pass" is the pass alone, "pipeline" with copy and verification; "calib" ' +
        `a fixed piece of work beside.\n\n${table(results)}\n`,
    );
  if (tracings.length > 0) console.log(`${tracingTable(tracings)}\n`);
  if (view !== null) console.log(`${viewTable(view)}\n`);
  if (page !== null) console.log(`${pageTable(page)}\n`);
  if (growth !== null) console.log(`${growthTable(growth)}\n`);
  if (fuzz !== null) console.log(`${fuzzTable(fuzz)}\n`);
  for (const miss of missed) console.log(`missed: ${miss}`);
  if (timed)
    console.log(
      `this machine computes plain doubles in ${slowness().toFixed(2)} times the time of the one that the ` +
        'limits were set on',
    );
  if (missed.length === 0) console.log('all limits are kept');
}
process.exitCode = missed.length === 0 ? 0 : 1;
