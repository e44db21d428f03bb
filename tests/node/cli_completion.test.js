/** `seesaw completion`: what bash completes is run in bash; the others are held against the table of commands. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { COMMANDS } from '../../wasm/js/cli/commands.js';
import { SEESAW } from './support.js';

const seesaw = (/** @type {string[]} */ ...args) =>
  spawnSync(process.execPath, [...SEESAW, ...args], { encoding: 'utf8' });
const bash = seesaw('completion', 'bash').stdout;

/** What bash makes of the last word. @param {string[]} words */
function completed(...words) {
  const script = `${bash}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _seesaw; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' });
  assert.equal(stderr, '');
  return stdout.split('\n').filter((one) => one !== '');
}

test('bash completes commands, options, formats and lists of passes', () => {
  assert.deepEqual(completed('seesaw', 'pr'), ['print']);
  assert.ok(completed('seesaw', '').includes('help'));
  assert.deepEqual(completed('seesaw', 'print', '--fo'), ['--format']);
  assert.deepEqual(completed('seesaw', 'print', '--format', 'co'), ['code']);
  assert.deepEqual(completed('seesaw', 'run', 'x.txt', '--passes', 'cse'), ['cse_pass']);
  assert.deepEqual(completed('seesaw', 'run', 'x.txt', '--passes', 'cse_pass,elim'), ['cse_pass,eliminate_dead_code']);
  assert.deepEqual(completed('seesaw', 'run', '--ambient-grad', ''), ['on', 'off']);
  assert.deepEqual(completed('seesaw', 'help', 'gra'), ['graphs']);
  assert.deepEqual(completed('seesaw', 'print', ''), [], 'files are completed by the shell');
});

test('each shell knows each command and each of its options', () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { status, stdout } = seesaw('completion', shell);
    assert.equal(status, 0);
    for (const [name, { options }] of Object.entries(COMMANDS)) {
      assert.match(stdout, new RegExp(`\\b${name}\\b`));
      for (const option of Object.keys(options))
        assert.match(stdout, new RegExp(shell === 'fish' ? `-l ${option}\\b` : `--${option}\\b`));
    }
  }
  const { status, stderr } = seesaw('completion', 'tcsh');
  assert.equal(status, 2);
  assert.match(stderr, /there is no completion for 'tcsh'\n {4}note: write seesaw completion bash, zsh or fish/);
});
