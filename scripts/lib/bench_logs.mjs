/**
 * Logs of torch.compile: how many graphs are listed and open, how many stages are aligned with the one before, and what
 * a log
 * of a gigabyte takes.
 *
 *   node scripts/lib/bench_logs.mjs                 # the recorded logs
 *   node scripts/lib/bench_logs.mjs FOLDER          # logs of a folder, such as the samples of tlparse
 *
 * Exit status 1 if a graph does not open, or if the large log takes more memory than it may.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { align } from '../../wasm/js/diff/align.js';
import { Session } from '../../wasm/js/index.js';
import { openLogs } from '../../wasm/js/logs/index.js';
import { readProgram } from '../../wasm/js/source.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const LARGE = 1e9;
/** Megabytes that a log of a gigabyte may take. */
const LIMIT = 400;

/** @param {Uint8Array} bytes */
const sourceOf = (bytes) => ({
  size: bytes.length,
  read: async (/** @type {number} */ from, /** @type {number} */ length) => bytes.subarray(from, from + length),
});

/** @param {string} folder */
function logsOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(log|txt|log\.gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => statSync(path).size > 0 && !path.includes('/repro/'))
    .sort()
    .map((path) => ({
      name: path.slice(folder.length + 1),
      bytes: path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path),
    }));
}

/** @param {Session} session @param {string} text @returns {any} the program as JSON, or null */
function programOf(session, text) {
  const { handle } = readProgram(session, text, { capture: 'never' });
  if (handle === null) return null;
  const json = JSON.parse(session.print(handle, { format: 'json' }));
  session.close(handle);
  return json;
}

/** @param {{ name: string, bytes: Uint8Array }[]} files */
async function opened(files) {
  const session = await Session.create();
  const sum = { logs: 0, graphs: 0, opened: 0, counted: 0, pairs: 0, same: 0, scan: 0, read: 0, align: 0 };
  const timed = async (/** @type {'scan' | 'read' | 'align'} */ what, /** @type {() => any} */ run) => {
    const begin = performance.now();
    const result = await run();
    sum[what] += performance.now() - begin;
    return result;
  };
  for (const { name, bytes } of files) {
    const logs = await timed('scan', () => openLogs([{ name, source: sourceOf(bytes) }]));
    sum.logs += logs.graphs.length > 0 ? 1 : 0;
    sum.graphs += logs.graphs.length;
    const programs = [];
    for (const graph of logs.graphs) {
      const program = await timed('read', async () => programOf(session, await logs.text(graph)));
      programs.push(program);
      if (program === null) console.log(`${name}#${graph.pick} does not open`);
      else {
        sum.opened += 1;
        const nodes = program.modules.reduce(
          (/** @type {number} */ n, /** @type {any} */ one) => n + (one.nodes?.length ?? 0),
          0,
        );
        sum.counted += nodes === graph.nodes ? 1 : 0;
      }
    }
    for (const graph of logs.graphs) {
      if (graph.before === null || programs[graph.before] === null || programs[graph.index] === null) continue;
      const { differences } = await timed('align', () => align(programs[graph.before ?? 0], programs[graph.index]));
      sum.pairs += 1;
      sum.same += differences.length === 0 ? 1 : 0;
    }
  }
  return sum;
}

/**
 * Seconds and megabytes of `seesaw graphs` on a log of a gigabyte.
 * @param {{ bytes: Uint8Array }[]} files
 * @param {string} folder
 */
function large(files, folder) {
  const path = join(folder, 'large.log');
  writeFileSync(path, '');
  let size = 0;
  const all = Buffer.concat(files.flatMap(({ bytes }) => [bytes, Buffer.from('\n')]));
  while (size < LARGE) {
    appendFileSync(path, all);
    size += all.length;
  }
  const script = `import { readLogs } from ${JSON.stringify(join(root, 'wasm/js/cli/logs.js'))};
    const logs = await readLogs(process.argv[1]);
    await logs.text(logs.graphs.at(-1));
    const megabytes = process.resourceUsage().maxRSS / 1024;
    console.log(JSON.stringify({ graphs: logs.graphs.length, lines: logs.logs[0].lines, megabytes }));`;
  const begin = performance.now();
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script, path], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return { size, seconds: (performance.now() - begin) / 1e3, ...JSON.parse(run.stdout) };
}

const folder = process.argv[2] ?? join(root, 'tests/data/logs');
const files = logsOf(folder);
const sum = await opened(files);
const ms = (/** @type {number} */ value) => `${Math.round(value)} ms`;
console.log(
  `logs ${files.length}, with graphs ${sum.logs}; graphs ${sum.graphs}, opened ${sum.opened}, ` +
    `nodes as listed ${sum.counted}`,
);
console.log(`stages with one before ${sum.pairs}, aligned ${sum.pairs}, the same ${sum.same}`);
console.log(`listing ${ms(sum.scan)}, reading ${ms(sum.read)}, aligning ${ms(sum.align)}`);
const scratch = mkdtempSync(join(tmpdir(), 'seesaw-bench-'));
let memory = 0;
try {
  const figures = large(files, scratch);
  memory = figures.megabytes;
  console.log(
    `a log of ${(figures.size / 1e9).toFixed(2)} GB: ${figures.lines.toLocaleString('en-US')} lines, ` +
      `${figures.graphs} graphs, ${figures.seconds.toFixed(1)} s, ${Math.round(memory)} MB (limit ${LIMIT})`,
  );
} finally {
  rmSync(scratch, { recursive: true });
}
process.exitCode = sum.opened === sum.graphs && memory <= LIMIT ? 0 : 1;
