/** `seesaw check` and `run --check` where scripts rely on them: what could not be checked is no success. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SEESAW } from './support.js';

const folder = mkdtempSync(join(tmpdir(), 'seesaw-cli-check-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args */
function seesaw(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...SEESAW, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, out: stdout, err: stderr };
}

const GRAPH = (/** @type {string} */ annotation, op = 'sin') =>
  `def forward(self, x${annotation}):\n    y = torch.ops.aten.${op}.default(x)\n    return (y,)\n`;
const FILES = {
  'good.py': GRAPH(': "f32[3]"'),
  'bare.py': GRAPH(''),
  'part.py': GRAPH(': "f32[3]"').replace('return (y,)', 'z = torch.ops.mine.op.default(y)\n    return (z,)'),
  'wrong.py': 'def forward(self, x: "f32[2, 3]"):\n    y = torch.ops.aten.mm.default(x, x)\n    return (y,)\n',
  'odd.py': 'def forward(self, x):\n    return (zz,)\n',
  'random.py':
    'def forward(self, x: "f32[64]"):\n    y = torch.ops.aten.dropout.default(x, 0.5, True)\n    return (y,)\n',
};
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);

test('the exit status says whether everything was checked', () => {
  const status = (/** @type {string[]} */ ...args) => seesaw(...args).status;
  assert.equal(status('check', 'good.py'), 0);
  assert.equal(status('check', 'wrong.py'), 1);
  assert.equal(status('check', 'odd.py'), 2);
  for (const name of ['bare.py', 'part.py']) {
    assert.equal(status('check', name), 3, name);
    assert.equal(status('check', name, '--allow-unknown'), 0, name);
  }
  assert.equal(status('check', 'wrong.py', '--allow-unknown'), 1, 'what fails is no unknown');
  assert.equal(status('check', 'good.py', '--passes', 'cse_pass'), 0);
  assert.equal(status('check', 'bare.py', '--passes', 'cse_pass'), 3);
  assert.equal(status('check', 'bare.py', '--passes', 'cse_pass', '--allow-unknown'), 0);
  assert.equal(status('run', 'bare.py', '--passes', 'cse_pass', '--check'), 3);
  assert.equal(status('run', 'bare.py', '--passes', 'cse_pass', '--check', '--allow-unknown'), 0);
  assert.equal(status('run', 'bare.py', '--passes', 'cse_pass'), 0, 'nobody asked for a check');
});

test('several files are one call: each is checked, and the worst decides', () => {
  const { status, out, err } = seesaw('check', 'good.py', 'bare.py', 'wrong.py');
  assert.equal(status, 1);
  assert.match(
    out,
    /^good\.py: nothing wrong with shapes and arguments\nbare\.py: NOT CHECKED: 0 of 1 call.*\nwrong\.py: 1 error/,
  );
  assert.match(err, /^wrong\.py:2:1: error: /);
  assert.equal(seesaw('check', 'good.py', 'bare.py').status, 3);
  const missing = seesaw('check', 'gone.py', 'good.py');
  assert.equal(missing.status, 2);
  assert.match(missing.err, /^gone\.py: error: there is no such file/);
  assert.match(missing.out, /^good\.py: nothing wrong/, 'the others are checked all the same');
  assert.equal(seesaw('check').status, 2);
  assert.match(
    seesaw('check', 'good.py', 'odd.py', '--passes', 'gone_pass').err,
    /there is no pass called 'gone_pass'/,
  );
});

test('--json has a version, the verdict of each file, what is wrong with unreadable ones, and no times', () => {
  const args = ['check', 'good.py', 'part.py', 'odd.py', 'gone.py', '--json'];
  const { status, out } = seesaw(...args);
  assert.equal(status, 2);
  const { format, verdict, files } = JSON.parse(out);
  assert.deepEqual([format, verdict], [1, 'unreadable']);
  assert.deepEqual(
    files.map((/** @type {any} */ one) => [one.file, one.verdict, one.calls, one.judged]),
    [
      ['good.py', 'ok', 1, 1],
      ['part.py', 'unknown', 2, 1],
      ['odd.py', 'unreadable', undefined, undefined],
      ['gone.py', 'unreadable', undefined, undefined],
    ],
  );
  assert.deepEqual([files[2].diagnostics[0].line, files[2].diagnostics[0].severity], [2, 'error']);
  assert.equal(files[3].diagnostics[0].message, 'there is no such file');
  assert.equal(seesaw(...args).out, out, 'the same each time');

  const passes = JSON.parse(seesaw('check', 'good.py', 'bare.py', '--passes', 'cse_pass', '--json').out);
  assert.deepEqual(
    passes.files.map((/** @type {any} */ one) => [one.verdict, one.passes[0].pass, one.passes[0].verdict]),
    [
      ['ok', 'cse_pass', 'equal'],
      ['unknown', 'cse_pass', 'unknown'],
    ],
  );
});

test('run --json is the same each time, unless times are asked for', () => {
  const args = ['run', 'good.py', '--passes', 'cse_pass', '--check', '--json'];
  const { out } = seesaw(...args);
  assert.equal(seesaw(...args).out, out);
  const { format, verdict, reports } = JSON.parse(out);
  assert.deepEqual([format, verdict, 'microseconds' in reports[0], 'snapshot' in reports[0]], [1, 'ok', false, false]);
  assert.ok(JSON.parse(seesaw(...args, '--times').out).reports[0].microseconds > 0);
});
