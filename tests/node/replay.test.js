/** The recordings of PyTorch in tests/data/corpus, replayed: none may fail, and none may quietly stop being checked. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { inEagerModes } from '../../wasm/js/replay/grad_modes.js';
import { replay } from '../../wasm/js/replay/index.js';
import { Session } from '../../wasm/js/index.js';
import { CASES } from '../data/make_subset.js';

const CORPUS = fileURLToPath(new URL('../data/corpus', import.meta.url));

/** What passed when the subset was made: it may only grow. Nothing is skipped. */
const PASSED = 13904;

test('the subset holds the cases its script names', () => {
  assert.deepEqual(readdirSync(`${CORPUS}/cases`).sort(), [...CASES].sort());
});

test('recorded data replays without a failure', async () => {
  /** @type {string[]} */
  const lines = [];
  const recorder = await replay(await Session.create({ archives: true }), [CORPUS], (line) => lines.push(line));
  assert.equal(recorder.failed, 0, lines.slice(0, 20).join('\n'));
  assert.ok(recorder.passed >= PASSED, `${recorder.summary()}: at least ${PASSED} passed before`);
  assert.equal(recorder.skipped, 0, [...recorder.reasons.keys()].join('\n'));
});

test('a folder without recordings is a failure', async () => {
  const recorder = await replay(
    await Session.create({ archives: true }),
    [fileURLToPath(new URL('.', import.meta.url))],
    () => {},
  );
  assert.equal(recorder.failed, 1);
});

/**
 * A corpus of two cases of which the first is changed.
 * @param {(text: string) => string} change
 * @returns {Promise<{ recorder: any, lines: string[] }>}
 */
async function replayChanged(change) {
  const folder = mkdtempSync(join(tmpdir(), 'seesaw-replay-'));
  try {
    for (const id of ['a_empty', 'h_whole'])
      cpSync(`${CORPUS}/cases/${id}`, `${folder}/cases/${id}`, { recursive: true });
    const file = `${folder}/cases/a_empty/case.json`;
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    /** @type {string[]} */
    const lines = [];
    const recorder = await replay(await Session.create({ archives: true }), [folder], (line) => lines.push(line));
    return { recorder, lines };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a file that ends too early, or holds no recording, is one failure with its place; the rest goes on', async () => {
  const whole = await replayChanged((text) => text);
  assert.equal(whole.recorder.failed, 0, whole.lines.join('\n'));
  for (const [change, told] of /** @type {[(text: string) => string, RegExp][]} */ ([
    [(text) => text.slice(0, 1000), /^FAIL .*a_empty.case\.json:1:1001: /],
    [(text) => `{\n "id": oops${text}`, /^FAIL .*a_empty.case\.json:2:\d+: /],
    [() => '', /^FAIL .*a_empty.case\.json:1:1: /],
    [() => '[]', /^FAIL .*a_empty.case\.json: this is no recording/],
    [() => 'null', /^FAIL .*a_empty.case\.json: this is no recording/],
  ])) {
    const { recorder, lines } = await replayChanged(change);
    assert.equal(recorder.failed, 1, lines.join('\n'));
    assert.match(lines[0], told);
    assert.ok(recorder.passed > 100, 'the other case');
  }
});

test('parts that are not known are counted; parts that are missing are reported, and the rest goes on', async () => {
  const whole = await replayChanged((text) => text);
  const changed = (/** @type {(data: any) => void} */ change) =>
    replayChanged((text) => {
      const data = JSON.parse(text);
      change(data);
      return JSON.stringify(data);
    });
  const more = await changed((data) => Object.assign(data, { weather: 'fine' }));
  assert.deepEqual([...more.recorder.reasons.keys()], ["part 'weather' of a case is not known"]);
  assert.equal(more.recorder.passed, whole.recorder.passed);
  for (const optional of ['title', 'io', 'pt2', 'seconds', 'simple_subset']) {
    const { recorder, lines } = await changed((data) => delete data[optional]);
    assert.equal(recorder.failed, 0, `${optional}: ${lines.join('\n')}`);
  }
  const broken = await changed((data) => delete data.variants[0].stages.set_grad.before);
  assert.ok(broken.recorder.failed > 0);
  assert.ok(
    broken.lines.every((line) => line.startsWith('FAIL a_empty/')),
    broken.lines.join('\n'),
  );
  assert.ok(broken.recorder.passed > 100, 'the other case');
  const none = await changed((data) => (data.variants[0] = null));
  assert.ok(
    none.lines.some((line) => line.startsWith('FAIL a_empty')),
    none.lines.join('\n'),
  );
  assert.ok(none.recorder.passed > 100, 'the other case');
});

test('a captured graph runs in the modes of the eager module', () => {
  const lines = [
    'File: m.py:2 in forward, code: with torch.no_grad():',
    'File: m.py:3 in forward, code: with torch.set_grad_enabled(True):',
    'File: m.py:9 in forward, code: torch._C._set_grad_enabled(False)',
  ];
  const toggle = (/** @type {number} */ st, /** @type {boolean} */ mode) => ({
    op: 'call_function',
    name: `t${st}`,
    target: 'torch._C._set_grad_enabled',
    args: [mode],
    st,
  });
  const modes = (/** @type {any[]} */ nodes, more = {}) =>
    inEagerModes({ nodes }, { strict: false, ambient_grad: true, tables: { stack_traces: lines }, ...more })?.nodes.map(
      (/** @type {any} */ node) => node.args[0],
    );
  // with no_grad: with set_grad_enabled(True): ..., where the inner region restores what is around it
  const nested = [toggle(0, false), toggle(1, true), toggle(1, true), toggle(1, true), toggle(0, true)];
  assert.deepEqual(modes(nested), [false, true, true, false, true]);
  assert.deepEqual(modes(nested, { strict: true }), [false, true, true, true, true]);
  assert.deepEqual(modes([toggle(2, false), toggle(0, false), toggle(0, true)]), [false, false, false]);
  assert.equal(modes([toggle(0, false)]), undefined);
});

// The whole of the recordings, where they lie beside the repository.
const WHOLE = fileURLToPath(new URL('../../../shared/corpus', import.meta.url));
test(
  'the whole recordings replay',
  { skip: existsSync(WHOLE) ? false : 'no ../shared/corpus beside the repository' },
  async () => {
    /** @type {string[]} */
    const lines = [];
    const recorder = await replay(await Session.create({ archives: true }), [WHOLE], (line) => lines.push(line));
    assert.equal(recorder.failed, 0, lines.slice(0, 20).join('\n'));
    assert.equal(recorder.skipped, 0, [...recorder.reasons.keys()].join('\n'));
  },
);
