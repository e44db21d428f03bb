/**
 * `seesaw run` with passes in Python: order, options, printed lines, places of errors, names that are not there, and
 * what is said where Python is not installed.
 */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Session } from '../../wasm/js/index.js';
import { pyodideFolder } from '../../wasm/js/python/host.js';
import { stopPython } from '../../wasm/js/python/pass.js';
import { SEESAW } from './support.js';

const skip = pyodideFolder() === null ? 'pyodide is not installed: scripts/setup test installs it' : false;
const CASES = fileURLToPath(new URL('../data/python_passes/cases/', import.meta.url));
const PASSES = fileURLToPath(new URL('../data/python_passes/passes/', import.meta.url));
const GRAPH = `def forward(self, x: "f32[3, 4]"):
    sin: "f32[3, 4]" = torch.ops.aten.sin.default(x);  x = None
    silu: "f32[3, 4]" = torch.ops.aten.silu.default(sin)
    unused: "f32[3, 4]" = torch.ops.aten.neg.default(sin);  sin = None
    return (silu,)
`;

/** @param {string[]} args @param {Record<string, string>} [env] */
function seesaw(args, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'seesaw-python-'));
  try {
    const file = join(folder, 'graph.txt');
    writeFileSync(file, GRAPH);
    const options = { encoding: /** @type {const} */ ('utf8'), env: { ...process.env, ...env } };
    return spawnSync(process.execPath, [...SEESAW, 'run', file, ...args], options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('passes in Python and built-in ones run in the order of the command line', { skip }, () => {
  const python = `${PASSES}decompose_silu.py:DecomposeSilu`;
  const args = ['--pass', python, '--passes', 'eliminate_dead_code', '--python', `${CASES}script.py`];
  const { stdout, stderr, status } = seesaw([...args, '--format', 'code', '--why']);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /cos\.default\(x\)[^]*sigmoid\.default\(sin\)[^]*mul\.Tensor\(sin, /);
  assert.doesNotMatch(stdout, /neg/);
  assert.match(stderr, /^done\n/);
  assert.match(
    stderr,
    /DecomposeSilu: changed the graph, 5 -> 6 nodes[^]*eliminate_dead_code: changed[^]*script\.py: changed/,
  );
});

test('--check compares before and after a pass in Python', { skip }, () => {
  const { stderr, status } = seesaw(['--pass', `${PASSES}decompose_silu.py`, '--check']);
  assert.equal(status, 0, stderr);
  assert.match(stderr, /decompose_silu\.py: equal in 1 result/);
});

test('without Python a pass of it is a diagnostic with a remedy, and the rest works', () => {
  const bare = { SEESAW_PYODIDE: '/nowhere' };
  const { stderr, status } = seesaw(['--pass', `${PASSES}decompose_silu.py`], bare);
  assert.equal(status, 2);
  assert.match(stderr, /a pass in Python needs CPython, which is not installed\n.*npm install pyodide@/);
  assert.equal(seesaw(['--passes', 'eliminate_dead_code'], bare).status, 0);
});

test('a wrong --pass says how it is written', () => {
  const { stderr, status } = seesaw(['--pass', 'decompose']);
  assert.equal(status, 2);
  assert.match(stderr, /'decompose' is no pass in Python\n.*write --pass FILE\.py:NAME/);
  assert.match(seesaw(['--pass', 'no_such.py:P']).stderr, /no_such\.py: error: there is no such file/);
});

test('faults are diagnostics at the line of the file', { skip }, async (context) => {
  const { readFileSync } = await import('node:fs');
  const session = await Session.create({ full: true });
  const source = readFileSync(`${CASES}faults.py`, 'utf8');
  const { handle } = session.open(GRAPH);
  /** @param {string} name @param {any} [options] @param {string} [text] @returns {Promise<any>} */
  const fault = async (name, options = {}, text = source) => {
    const answer = await session.pythonPass(text, name, { file: 'faults.py', options }).run(handle);
    return answer.succeeded ? answer : answer.reports[0].diagnostics[0];
  };
  await context.test('the innermost line of the file, and who called it', async () => {
    const { message, line, notes } = await fault('traceback');
    assert.match(message, /^AttributeError: .*no_such_field/);
    assert.equal(line, 7);
    assert.deepEqual(notes, [{ message: 'called from faults.py:12, in traceback' }]);
  });
  await context.test('a missing operator names those that are near', async () => {
    assert.match((await fault('missing')).message, /'reluu' in Seesaw; did you mean relu/);
    assert.match(
      (await fault('missing_overload')).message,
      /has no overload name 'Tensr'; in Seesaw there is .*Tensor/,
    );
    assert.match((await fault('missing_name')).message, /torch has no attribute 'utils_of_mine' in Seesaw; /);
  });
  await context.test('what a pass may give, its name, its options', async () => {
    assert.match((await fault('no_graph')).message, /the pass gave a object/);
    assert.match((await fault('nothing')).message, /the file has no pass 'nothing'/);
    assert.match((await fault('options', { size: 3 })).notes[0].message, /its options are count, name, flag/);
    assert.equal((await fault('options', { count: 3, name: '4', flag: true })).printed, "3 '4' True\n");
  });
  await context.test('a file that is no Python', async () => {
    const { message, line } = await fault('f', {}, 'def f(gm):\n    return gm +\n');
    assert.match(message, /^SyntaxError: /);
    assert.equal(line, 2);
  });
  await stopPython();
});
