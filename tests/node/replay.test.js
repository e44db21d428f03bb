/** The recordings of PyTorch in tests/data/corpus, replayed: none may fail, and none may quietly stop being checked. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { replay } from '../../wasm/js/replay/index.js';
import { Session } from '../../wasm/js/index.js';
import { CASES } from '../data/make_subset.js';

const CORPUS = fileURLToPath(new URL('../data/corpus', import.meta.url));

/** What passed and was skipped when the subset was made; the first may only grow, the second only shrink. */
const PASSED = 11501;
const SKIPPED = 81;

test('the subset holds the cases its script names', () => {
  assert.deepEqual(readdirSync(`${CORPUS}/cases`).sort(), [...CASES].sort());
});

test('recorded data replays without a failure', async () => {
  /** @type {string[]} */
  const lines = [];
  const recorder = await replay(await Session.create({ archives: true }), [CORPUS], (line) => lines.push(line));
  assert.equal(recorder.failed, 0, lines.slice(0, 20).join('\n'));
  assert.ok(recorder.passed >= PASSED, `${recorder.summary()}: at least ${PASSED} passed before`);
  assert.ok(recorder.skipped <= SKIPPED, `${recorder.summary()}: at most ${SKIPPED} were skipped before`);
});

test('a folder without recordings is a failure', async () => {
  const recorder = await replay(await Session.create({ archives: true }), [fileURLToPath(new URL('.', import.meta.url))], () => {});
  assert.equal(recorder.failed, 1);
});

// The whole of the recordings, where they lie beside the repository.
const WHOLE = fileURLToPath(new URL('../../../shared/corpus', import.meta.url));
test('the whole recordings replay', { skip: existsSync(WHOLE) ? false : 'no ../shared/corpus beside the repository' }, async () => {
  /** @type {string[]} */
  const lines = [];
  const recorder = await replay(await Session.create({ archives: true }), [WHOLE], (line) => lines.push(line));
  assert.equal(recorder.failed, 0, lines.slice(0, 20).join('\n'));
});
