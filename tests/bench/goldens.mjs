/**
 * Compares the generated graphs, and what the pass makes of them, with what PyTorch 2.6.0 printed for the same graphs.
 *
 *   node tests/bench/goldens.mjs build/release/tests/bench/seesaw_bench      # or seesaw_bench.cjs, the WebAssembly one
 *
 * tests/data/perf holds the recorded texts as graph_<nodes>_p<period>.<what>.txt.gz.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'data', 'perf');
const program = process.argv[2];
const command = program.endsWith('.cjs') ? [process.execPath, program] : [program];

/** @param {string[]} args */
function output(args) {
  const scratch = mkdtempSync(join(tmpdir(), 'seesaw-'));
  try {
    const path = join(scratch, 'text');
    const run = spawnSync(command[0], [...command.slice(1), ...args, path], { encoding: 'utf8' });
    return { status: run.status, stderr: run.stderr, text: run.status === 0 ? readFileSync(path, 'utf8') : '' };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** @param {string} file @returns {string} empty if the text is the recorded one, else what differs */
function compare(file) {
  const [, nodes, period, what] = /^graph_(\d+)_p(\d+)\.(.+)\.txt\.gz$/.exec(file) ?? [];
  const want = gunzipSync(readFileSync(join(folder, file))).toString();
  const { status, stderr, text } = output(['text', what, nodes, period]);
  if (status !== 0) return `${file}: exit status ${status}: ${stderr}`;
  if (text === want) return '';
  const [got, wanted] = [text.split('\n'), want.split('\n')];
  const line = wanted.findIndex((text, index) => text !== got[index]);
  return `${file}:${line + 1}:\n- ${wanted[line]}\n+ ${got[line]}`;
}

const files = readdirSync(folder).filter((name) => name.endsWith('.txt.gz'));
const failures = files.map(compare).filter((text) => text !== '');
for (const failure of failures) console.log(failure);
console.log(`${files.length - failures.length} of ${files.length} texts are as recorded`);
process.exitCode = failures.length === 0 && files.length > 0 ? 0 : 1;
