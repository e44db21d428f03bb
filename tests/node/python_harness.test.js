/**
 * People's own passes in their own tests, without PyTorch: under node:test, and under pytest through the command line.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runPythonPass, stopPython } from '../../wasm/js/passes.js';
import { pyodideFolder } from '../../wasm/js/python/host.js';

const skip = pyodideFolder() === null ? 'pyodide is not installed: scripts/setup test installs it' : false;
const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const graph = `def forward(self, x: "f32[2, 3]"):
    silu: "f32[2, 3]" = torch.ops.aten.silu.default(x)
    return (silu,)
`;
const source = readFileSync(at('../data/python_passes/passes/decompose_silu.py'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'seesaw-harness-'));
after(async () => {
  rmSync(folder, { recursive: true });
  await stopPython();
});

test('three lines under node:test', { skip }, async () => {
  const { output, report, check } = await runPythonPass(graph, source, 'DecomposeSilu');
  assert.match(output, /aten\.sigmoid[^]*aten\.mul/);
  assert.deepEqual([report.changed, report.nodesAfter, check.verdict], [true, 4, 'equal']);
});

test('a pass that fails throws at its line; a wrong name says which there are', { skip }, async () => {
  await assert.rejects(
    runPythonPass(graph, 'def p(gm):\n    gm.nowhere\n', 'p', { file: 'p.py' }),
    /p\.py:2: AttributeError/,
  );
  await assert.rejects(runPythonPass(graph, source, 'Nothing'), /has no pass 'Nothing'/);
});

test('three lines of Python, through the command line', { skip }, () => {
  writeFileSync(join(folder, 'mine.py'), source);
  const lines = [
    'from seesaw_passes import PassFailed, run',
    `result = run(${JSON.stringify(graph)}, "mine.py:DecomposeSilu", "eliminate_dead_code")`,
    'assert "aten.sigmoid" in result.text and result.verdict == "equal" and result.changed, result',
    'assert result.nodes == (3, 4), result',
    `try: run(${JSON.stringify(graph)}, "mine.py:Nothing")`,
    'except PassFailed as error: assert "has no pass" in str(error), error',
    'else: raise AssertionError("nothing was raised")',
  ];
  const env = {
    ...process.env,
    PYTHONPATH: at('../../wasm/harness'),
    PYTHONDONTWRITEBYTECODE: '1',
    SEESAW: at('../../scripts/seesaw'),
  };
  const done = spawnSync('python3', ['-c', lines.join('\n')], { cwd: folder, env, encoding: 'utf8' });
  assert.deepEqual([done.stderr, done.status], ['', 0]);
});
