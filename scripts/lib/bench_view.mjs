/**
 * Pictures: time native and as WebAssembly, stability, and crossings beside dagre and ELK.
 *
 *   const view = await runView(['view']); viewMisses(view); viewTable(view);
 *
 * Native times are processor time of the layout alone; those of WebAssembly are what a page waits for: layout, columns
 * and all. Crossings are counted on the drawn polylines, between lines that have no node in common, in the same way for
 * all three.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Session } from '../../wasm/js/index.js';
import { overLimit } from './bench_machine.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const require = createRequire(join(root, 'web/package.json'));
const PROGRAM = join(root, 'build/release/tests/bench/seesaw_view_bench');
export const VIEW_CASES = ['view'];
const KINDS = ['transformer', 'wide'];
/** Milliseconds by nodes, in WebAssembly. */
const LIMITS = { 1000: 5, 10000: 40, 50000: 200 };
const STABILITY = { transformer: 0, wide: 0.05 };

/** @param {string[]} args */
function ask(...args) {
  const run = spawnSync(PROGRAM, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(`${args.join(' ')}: exit status ${run.status ?? run.signal}\n${run.stderr}`);
  return run.stdout;
}

/** @param {number[]} values */
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** @typedef {{ from: number, to: number, points: [number, number][] }} Line */

/** Pairs of lines that cross, each place once. @param {Line[]} lines */
export function countCrossings(lines) {
  const pieces = lines.flatMap(({ from, to, points }) =>
    points.slice(1).map(([x2, y2], i) => {
      const [x1, y1] = points[i];
      return y1 <= y2 ? { from, to, x1, y1, x2, y2 } : { from, to, x1: x2, y1: y2, x2: x1, y2: y1 };
    }),
  );
  pieces.sort((a, b) => a.y1 - b.y1);
  const side = (/** @type {any} */ p, /** @type {number} */ x, /** @type {number} */ y) =>
    Math.sign((p.x2 - p.x1) * (y - p.y1) - (p.y2 - p.y1) * (x - p.x1));
  let crossings = 0;
  for (const [i, a] of pieces.entries()) {
    for (let j = i + 1; j < pieces.length && pieces[j].y1 < a.y2; ++j) {
      const b = pieces[j];
      if (a.from === b.from || a.to === b.to || a.from === b.to || a.to === b.from) continue;
      if (side(a, b.x1, b.y1) * side(a, b.x2, b.y2) < 0 && side(b, a.x1, a.y1) * side(b, a.x2, a.y2) < 0) ++crossings;
    }
  }
  return crossings;
}

/** @param {any} drawn @returns {Line[]} */
function ourLines({ from, to, start, points }) {
  return from.map((/** @type {number} */ one, /** @type {number} */ e) => ({
    from: one,
    to: to[e],
    points: Array.from({ length: start[e + 1] - start[e] }, (_, i) => [
      points[2 * (start[e] + i)],
      points[2 * (start[e] + i) + 1],
    ]),
  }));
}

/** @param {any} drawn @returns {Line[]} */
function dagreLines({ box, from, to }) {
  const dagre = require('@dagrejs/dagre');
  const graph = new dagre.graphlib.Graph({ multigraph: true })
    .setGraph({ ranksep: 62, nodesep: 20, edgesep: 10 })
    .setDefaultEdgeLabel(() => ({}));
  for (let i = 0; i < box.length / 4; ++i) graph.setNode(String(i), { width: box[4 * i + 2], height: box[4 * i + 3] });
  from.forEach((/** @type {number} */ one, /** @type {number} */ e) =>
    graph.setEdge(String(one), String(to[e]), {}, String(e)),
  );
  dagre.layout(graph);
  return graph.edges().map((/** @type {any} */ edge) => ({
    from: Number(edge.v),
    to: Number(edge.w),
    points: graph.edge(edge).points.map((/** @type {any} */ p) => [p.x, p.y]),
  }));
}

/** @param {any} drawn @returns {Promise<Line[]>} */
async function elkLines({ box, from, to }) {
  const Elk = require('elkjs');
  const children = Array.from({ length: box.length / 4 }, (_, i) => ({
    id: String(i),
    width: box[4 * i + 2],
    height: box[4 * i + 3],
  }));
  const edges = from.map((/** @type {number} */ one, /** @type {number} */ e) => ({
    id: `e${e}`,
    sources: [String(one)],
    targets: [String(to[e])],
  }));
  const layoutOptions = { 'elk.algorithm': 'layered', 'elk.direction': 'DOWN', 'elk.edgeRouting': 'POLYLINE' };
  const laid = await new Elk().layout({ id: 'root', layoutOptions, children, edges });
  return laid.edges.map((/** @type {any} */ edge) => {
    const [{ startPoint, bendPoints = [], endPoint }] = edge.sections;
    return {
      from: Number(edge.sources[0]),
      to: Number(edge.targets[0]),
      points: [startPoint, ...bendPoints, endPoint].map((/** @type {any} */ p) => [p.x, p.y]),
    };
  });
}

/** @param {string} kind @param {number} nodes @param {number} seed */
async function compareCrossings(kind, nodes, seed) {
  const drawn = JSON.parse(ask('drawn', kind, String(nodes), String(seed)));
  return {
    kind,
    nodes,
    seed,
    seesaw: countCrossings(ourLines(drawn)),
    dagre: countCrossings(dagreLines(drawn)),
    elk: countCrossings(await elkLines(drawn)),
  };
}

/**
 * Milliseconds that a page waits for a picture: the first one in a new module, and the median once its code is
 * compiled.
 * @param {string} kind
 * @param {number} nodes
 */
async function timeInModule(kind, nodes) {
  const session = await Session.create({ full: true });
  const { handle } = session.open(ask('text', kind, String(nodes), '1'));
  const times = Array.from({ length: nodes > 20000 ? 12 : 40 }, () => {
    const begin = performance.now();
    session.picture(handle);
    return performance.now() - begin;
  });
  return { first: times[0], wasm: median(times.slice(times.length / 4)) };
}

/** @param {string[]} cases */
export async function runView(cases) {
  if (cases.length === 0) return null;
  const times = [];
  for (const kind of KINDS) {
    for (const nodes of Object.keys(LIMITS).map(Number)) {
      const [half, whole] = [nodes / 2, nodes].map((n) => JSON.parse(ask('time', kind, String(n), '9')));
      times.push({ kind, nodes, native: whole.ms, growth: whole.ms / half.ms, ...(await timeInModule(kind, nodes)) });
    }
  }
  const stability = KINDS.map((kind) => ({ kind, ...JSON.parse(ask('stability', kind, '500', '60')) }));
  const crossings = [];
  for (const [kind, nodes, seeds] of /** @type {const} */ ([
    ['transformer', 500, 1],
    ['wide', 100, 5],
    ['wide', 300, 5],
    ['wide', 500, 3],
  ])) {
    for (let seed = 0; seed < seeds; ++seed) crossings.push(await compareCrossings(kind, nodes, seed));
  }
  return { times, stability, crossings };
}

/** @param {Awaited<ReturnType<typeof runView>>} result @returns {string[]} */
export function viewMisses(result) {
  if (result === null) return [];
  const { times, stability, crossings } = result;
  const out = [];
  for (const { kind, nodes, wasm } of times) {
    const over = overLimit(
      `${kind} ${nodes}, in WebAssembly`,
      wasm,
      LIMITS[/** @type {keyof typeof LIMITS} */ (nodes)],
      'ms',
    );
    if (over !== undefined) out.push(over);
  }
  for (const { kind, mean } of stability) {
    if (mean > STABILITY[/** @type {keyof typeof STABILITY} */ (kind)])
      out.push(`${kind}: ${(100 * mean).toFixed(2)} % of the nodes move`);
  }
  for (const { kind, nodes, seed, seesaw, dagre } of crossings) {
    if (seesaw > dagre) out.push(`${kind} ${nodes} #${seed}: ${seesaw} crossings, dagre has ${dagre}`);
  }
  return out;
}

/** @param {NonNullable<Awaited<ReturnType<typeof runView>>>} result */
export function viewTable({ times, stability, crossings }) {
  return [
    'picture              native ms   growth of 2n   wasm ms   first',
    ...times.map(
      (row) =>
        `${`${row.kind} ${row.nodes}`.padEnd(20)} ${row.native.toFixed(1).padStart(9)}   ` +
        `${row.growth.toFixed(2).padStart(12)}   ` +
        `${row.wasm.toFixed(1).padStart(7)} ` +
        `${row.first.toFixed(1).padStart(7)}`,
    ),
    '',
    ...stability.map(
      (row) =>
        `${row.kind}: one operator more moves ${(100 * row.mean).toFixed(2)} % of the nodes, at most ` +
        `${(100 * row.worst).toFixed(2)} % (${row.runs} runs)`,
    ),
    '',
    'crossings            seesaw    dagre      elk',
    ...crossings.map(
      (row) =>
        `${`${row.kind} ${row.nodes} #${row.seed}`.padEnd(18)} ${String(row.seesaw).padStart(8)} ` +
        `${String(row.dagre).padStart(8)} ${String(row.elk).padStart(8)}`,
    ),
  ].join('\n');
}
