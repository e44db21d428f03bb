/** Twenty-five tasks of strangers, by mouse and keys: each is done, in few (tests/bench/tasks.mjs, TASKS.md). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { MOST, walkTasks } from '../bench/tasks.mjs';
import { openSite } from '../../web/tools/browser.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** By number: what TASKS.md says that a task takes now. */
function written() {
  const text = readFileSync(new URL('TASKS.md', import.meta.url), 'utf8').split('\nMore of them')[0];
  const rows = [...text.matchAll(/^\| (\d+) \|[^|]*\|[^|]*\| (\d+)/gm)];
  return Object.fromEntries(rows.map(([, number, now]) => [number, Number(now)]));
}

test('each of 25 tasks is done in as many clicks and keys as TASKS.md says, and none in more than eight', async () => {
  const rows = await walkTasks(site);
  assert.deepEqual(
    rows.map(({ number }) => number),
    Array.from({ length: 25 }, (_, at) => at + 1),
  );
  const failed = rows.filter((row) => row.failed !== null);
  assert.deepEqual(failed, []);
  const told = written();
  for (const { number, words, now, before: then } of rows) {
    assert.ok(now <= MOST, `${words}: ${now}`);
    assert.equal(now, told[number], `TASKS.md, row ${number}: ${words}`);
    assert.ok(then === null || now <= then, `${words}: ${then} before, ${now} now`);
  }
});
