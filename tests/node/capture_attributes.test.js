/**
 * Modules that set attributes, or use Python itself, held against what torch.export made or refused of them
 * (data/capture_attributes.json and capture_language.json, recorded by oracle/record_attributes.py).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { Session, SeesawError } from '../../wasm/js/index.js';

const [rows, language] = ['attributes', 'language'].map(
  (name) => JSON.parse(readFileSync(new URL(`../data/capture_${name}.json`, import.meta.url), 'utf8')).rows,
);

/** What is not as PyTorch has it yet, and why. @type {Record<string, string>} */
const NOT_YET = {
  'sub_none, nonstrict': "what a sum with None is answered, in Python's words there",
  'next_default, strict': 'Dynamo does not support a default of next()',
  'setattr, strict': 'told as an assignment here',
  'delbuf, strict': 'buffers are not deleted in forward',
  'no_forward, strict': 'reported as without Dynamo',
  'frg_xa, strict': 'requires_grad of an input',
  'delbuf, nonstrict': 'buffers are not deleted in forward',
  'reg_late_par, nonstrict': 'a parameter that forward makes is none here',
  'rg_t, strict': 'a tensor of a module that requires grad',
};

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/**
 * @param {any} row
 * @param {boolean} strict
 * @returns {{ readable?: string, error?: string, message?: string, line?: number }}
 */
function traced(row, strict) {
  try {
    const { handle } = session.trace(row.source, {
      inputs: row.inputs,
      strict,
      file: `/models/${row.name}.py`,
      module: 'models',
    });
    const readable = session.print(/** @type {number} */ (handle), { format: 'readable' });
    session.close(/** @type {number} */ (handle));
    return { readable };
  } catch (error) {
    if (!(error instanceof SeesawError)) throw error;
    const [first] = error.diagnostics;
    return { error: first.exception, message: first.message, line: first.line };
  }
}

/**
 * Dynamo wraps errors of others, and tells the call beside what it does not support.
 * @param {any} expected
 * @param {ReturnType<typeof traced>} got
 */
function agrees(expected, got) {
  if (expected.readable !== undefined) return got.readable === expected.readable;
  if (got.message === undefined) return false;
  if (['TorchRuntimeError', 'InternalTorchDynamoError'].includes(expected.error)) return true;
  if (expected.error === 'Unsupported')
    return got.error === 'Unsupported' && expected.message.startsWith(got.message.replace(/>$/, ''));
  return (
    got.error === expected.error &&
    (expected.message.split(' (')[0] === got.message.split(' (')[0] ||
      (expected.message === '' && got.message === expected.error))
  );
}

for (const row of [...rows, ...language]) {
  for (const mode of ['nonstrict', 'strict']) {
    test(`${row.name}, ${mode}: the graph or the refusal of PyTorch`, () => {
      const got = traced(row, mode === 'strict');
      const differs = !agrees(row[mode], got);
      assert.equal(differs, `${row.name}, ${mode}` in NOT_YET, JSON.stringify({ expected: row[mode], got }, null, 1));
    });
  }
}

test('what forward does wrong is reported with its line', () => {
  const lines = rows
    .filter(
      (/** @type {any} */ row) =>
        /^(buf|t|list|dict|tuple|new|mod)_/.test(row.name) && row.nonstrict.error !== undefined,
    )
    .map((/** @type {any} */ row) => [row.name, traced(row, false).line]);
  assert.ok(lines.length > 30);
  for (const [name, line] of lines) assert.ok(line >= 12, `${name}: line ${line}`);
});
