/** data/foreign_passes.json: pass files of other projects that were run as they are, and what came of each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFileSync } from 'node:fs';

const list = JSON.parse(readFileSync(new URL('../data/foreign_passes.json', import.meta.url), 'utf8'));

test('the list of pass files says what was run, and counts what it says', () => {
  const results = list.passes.flatMap((/** @type {any} */ one) => one.results);
  assert.ok(list.passes.length >= 100);
  assert.deepEqual(list.now, [results.filter((/** @type {string} */ one) => one === 'same').length, results.length]);
  const named = new Set();
  for (const one of list.passes) {
    assert.deepEqual(Object.keys(one), ['name', 'repository', 'commit', 'path', 'graphs', 'results']);
    assert.equal(one.graphs.length, one.results.length);
    for (const result of one.results) assert.match(result, /^(same|different|refused)$/);
    named.add(`${one.path}:${one.name}`);
  }
  assert.equal(named.size, list.passes.length);
});
