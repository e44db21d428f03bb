/**
 * Joint graphs that AOTAutograd made of modules run, and give what PyTorch gave: results, and a gradient for each
 * parameter. Recorded by tests/tools/oracle/record_joint.py, with both versions.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { judge } from '../tools/joint.mjs';
import { Session } from '../../wasm/js/index.js';

const data = (/** @type {string} */ name) => readFileSync(new URL(`../data/${name}`, import.meta.url));
/** Names of graphs that differ or are refused, by version and cause; the lists only become shorter. */
const NOT_YET = JSON.parse(data('joint_not_yet.json').toString());

for (const version of ['2.6', '2.14']) {
  test(`joint graphs of ${version} give PyTorch's results and gradients`, async () => {
    const session = await Session.create({ full: true });
    const rows = gunzipSync(data(`joint_${version}.jsonl.gz`))
      .toString()
      .trim()
      .split('\n');
    assert.ok(rows.length >= 100);
    const left = new Set(Object.values(NOT_YET[version]).flat());
    for (const row of rows.map((line) => JSON.parse(line))) {
      const wrong = judge(session, row);
      if (left.delete(row.name)) assert.notEqual(wrong, null, `${row.name} agrees now: take it off the list`);
      else assert.equal(wrong, null, row.name);
    }
    assert.deepEqual([...left], [], 'names of no recorded graph');
  });
}
