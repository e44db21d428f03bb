/**
 * What is more than a limit allows is refused in words, with the limit and what to do: documents of the page, and what
 * the command line is given.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LIMITS, LimitError } from '../../wasm/js/limits.js';
import { asDocument, emptyDocument } from '../../web/src/model/document.js';

const MAIN = fileURLToPath(new URL('../../wasm/js/cli/main.js', import.meta.url));
/** @param {string[]} args */
const seesaw = (args, input = '') =>
  spawnSync(process.execPath, [MAIN, ...args], { input, encoding: 'utf8', timeout: 60_000 });

/** @param {number} count */
const text = (count) => 'x'.repeat(count);
/** @param {number} count @param {unknown} one */
const many = (count, one) => Array.from({ length: count }, () => one);
/** @param {number} count @param {unknown} value */
const members = (count, value) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));

/** By limit: a document with so many. @type {Record<string, (count: number) => object>} */
const DOCUMENTS = {
  passes: (count) => ({ pipeline: many(count, { name: 'cse_pass' }) }),
  options: (count) => ({ pipeline: [{ name: 'cse_pass', options: members(count, true) }] }),
  optionText: (count) => ({ pipeline: [{ name: 'cse_pass', options: { pattern: text(count) } }] }),
  text: (count) => ({ text: text(count) }),
  stages: (count) => ({ view: { graph: { stages: many(count, 1) } } }),
  groups: (count) => ({ view: { graph: { collapsed: many(count, 'graph:a') } } }),
  name: (count) => ({ pipeline: [{ name: text(count) }] }),
  values: (count) => ({ inputs: { values: members(count, { kind: 'seed' }) } }),
  hooks: (count) => ({ inputs: { hooks: many(count, { kind: 'log', node: 'y' }) } }),
  literal: (count) => ({ inputs: { values: { x: { kind: 'constant', text: text(count) } } } }),
  scenario: (count) => ({ scenario: { id: 'a', text: text(count) } }),
};

for (const [name, make] of Object.entries(DOCUMENTS)) {
  test(`a document may have as much as the limit "${name}" says, and no more`, () => {
    const { most, remedy } = LIMITS[/** @type {keyof typeof LIMITS} */ (name)];
    const document = (/** @type {number} */ count) => asDocument({ seesaw: 1, text: '', ...make(count) });
    assert.ok(document(most));
    assert.throws(
      () => document(most + 1),
      (error) =>
        error instanceof LimitError && error.message.includes(most.toLocaleString('en-US')) && error.remedy === remedy,
    );
  });
}

test('every limit of a document has its row here', () => {
  const outside = ['unpacked', 'link', 'download', 'input'];
  assert.deepEqual(
    Object.keys(LIMITS)
      .filter((name) => !outside.includes(name))
      .sort(),
    Object.keys(DOCUMENTS).sort(),
  );
  assert.ok(asDocument(emptyDocument()));
});

test('the command line refuses more passes than the limit, and files that are too long or have no end', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seesaw-limits-'));
  try {
    const program = 'def forward(self, x):\n    return x\n';
    const passes = seesaw(['run', '-', '--passes', many(501, 'cse_pass').join(',')], program);
    assert.equal(passes.status, 2);
    assert.match(passes.stderr, /501 passes are more than the 500 .*\n.*run them in several/);
    assert.equal(seesaw(['run', '-', '--passes', many(500, 'cse_pass').join(',')], program).status, 0);
    const large = join(folder, 'large.txt');
    writeFileSync(large, '');
    truncateSync(large, LIMITS.input.most + 1);
    for (const path of [large, '/dev/zero']) {
      const { status, stderr } = seesaw(['print', path]);
      assert.equal(status, 2);
      assert.match(stderr, /bytes are more than the 400,000,000 .*\n.*give a part of it/);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
