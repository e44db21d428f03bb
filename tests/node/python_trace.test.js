/**
 * Capture by CPython: every recorded source that our own evaluator captures without strict gives the same text, or
 * stands here with its cause; and what `seesaw trace` says where CPython takes what the evaluator refuses.
 *
 * The sources are those that PyTorch was recorded on (data/*_scripts.jsonl.gz, script_subjects, repository_captures).
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Session, SeesawError } from '../../wasm/js/index.js';
import { pyodideFolder } from '../../wasm/js/python/host.js';
import { stopPython } from '../../wasm/js/python/pass.js';

const skip = pyodideFolder() === null ? 'pyodide is not installed: scripts/setup test installs it' : false;
const MAIN = fileURLToPath(new URL('../../wasm/js/cli/main.js', import.meta.url));

const rows = [
  'python_scripts',
  'more_scripts',
  'foreign_scripts',
  'script_subjects',
  'repository_captures',
  'cpython_scripts',
].flatMap((name) =>
  gunzipSync(readFileSync(new URL(`../data/${name}.jsonl.gz`, import.meta.url)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line)),
);

/** What CPython does not capture as PyTorch does yet: each with its cause. A row that is right must leave the list. */
const NOT_YET = new Map(
  Object.entries(JSON.parse(readFileSync(new URL('../data/python_trace_not_yet.json', import.meta.url), 'utf8'))),
);

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});
after(stopPython);

/** @param {any} row */
async function captured(row) {
  const given = row.inputs === undefined ? {} : { inputs: row.inputs, sizes: row.sizes ?? {}, module: 'models' };
  const { handle } = await session.tracePython(row.source, { file: `/models/${row.name}.py`, ...given });
  try {
    return ['graph', 'readable'].map((format) => session.print(handle, { format: /** @type {any} */ (format) }));
  } finally {
    session.close(handle);
  }
}

/**
 * Recordings that PyTorch printed with graphs of branches by the key of their code have other lines between.
 * @param {string} text @param {any} row
 */
const comparable = (text, row) =>
  row.nonstrict.readable.includes('<eval_with_key>')
    ? text
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
        .join('\n')
    : text;

const wanted = rows.filter((row) => row.nonstrict !== undefined && !/strict\s*=\s*True/.test(row.source));

test('what is not yet as PyTorch has it is recorded', () => {
  const names = new Set(wanted.map(({ name }) => name));
  for (const name of NOT_YET.keys()) assert.ok(names.has(name), name);
  assert.ok(wanted.length >= 600, String(wanted.length));
});

test(
  'every recorded source is captured by CPython as PyTorch captured it, but for those that are listed',
  { skip },
  async () => {
    const wrong = [];
    for (const row of wanted) {
      let right = false;
      let said = 'another text';
      try {
        const [graph, readable] = await captured(row);
        right = graph === row.nonstrict.str && comparable(readable, row) === comparable(row.nonstrict.readable, row);
      } catch (error) {
        if (!(error instanceof SeesawError)) throw error;
        said = error.message;
      }
      if (right === NOT_YET.has(row.name)) wrong.push(`${row.name}: ${right ? 'right by now' : said}`);
    }
    assert.deepEqual(wrong, []);
  },
);

/** @param {string} source @param {string[]} args */
function trace(source, ...args) {
  const folder = mkdtempSync(join(tmpdir(), 'seesaw-trace-'));
  try {
    const file = join(folder, 'model.py');
    writeFileSync(file, source);
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'trace', file, ...args], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr: stderr.replaceAll(folder, '') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const PLAIN = `import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 2)

    def forward(self, x: "f32[3, 4]"):
        return self.linear(x).relu()
`;

test('seesaw trace --python gives what seesaw trace gives, and what was printed beside it', { skip }, () => {
  const source = `${PLAIN}\nprint("made")\n`;
  const [ours, theirs] = [trace(source, '--format', 'graph'), trace(source, '--format', 'graph', '--python')];
  assert.equal(ours.status, 0, ours.stderr);
  assert.equal(theirs.stdout, ours.stdout);
  assert.match(theirs.stderr, /^made$/m);
});

test('what the evaluator does not know CPython takes, and it is said', { skip }, () => {
  const source = `import textwrap\n${PLAIN.replace('.relu()', ' * len(textwrap.dedent("  ab"))')}`;
  const { status, stdout, stderr } = trace(source, '--format', 'graph');
  assert.equal(status, 0, stderr);
  assert.match(stderr, /captured by CPython: the built-in evaluator says/);
  assert.match(stdout, /torch\.ops\.aten\.mul\.Tensor\]\(args = \(%linear, 2\)/);
});

test('what Python calls by itself our own evaluator calls, too, or refuses, instead of another value', () => {
  const { source } = rows.find((row) => row.name === 'cpy_metaclass');
  assert.throws(() => session.trace(source), /is outside of the subset that is captured/);
  const called = rows.find((row) => row.name === 'cpy_init_subclass');
  assert.equal(
    session.print(/** @type {number} */ (session.trace(called.source).handle), { format: 'graph' }),
    called.nonstrict.str,
  );
});

test(
  'an exception that left a module and that forward catches is refused, as PyTorch refuses it',
  { skip },
  async () => {
    for (const name of ['left_a_module', 'left_two_modules']) {
      const { source, nonstrict_error: error } = rows.find((row) => row.name === `py_exception_${name}`);
      const said = error.slice(error.indexOf('Unexpected key')).split('\n')[0];
      await assert.rejects(
        () => session.tracePython(source.replace('(2, 4),)', '(2, 4),), strict=False')),
        (/** @type {any} */ found) => found.diagnostics[0].message.includes(said),
        name,
      );
    }
  },
);

test('strict is refused, and so is a name that torch here does not have, with its line', { skip }, async () => {
  await assert.rejects(() => session.tracePython(PLAIN, { strict: true }), /strict capture decides/);
  const source = PLAIN.replace('self.linear(x).relu()', 'torch.no_such_function(x)');
  await assert.rejects(
    () => session.tracePython(source),
    (error) => {
      assert.ok(error instanceof SeesawError);
      assert.match(error.diagnostics[0].message, /has no attribute 'no_such_function'/);
      assert.equal(error.diagnostics[0].line, 9);
      return true;
    },
  );
});
