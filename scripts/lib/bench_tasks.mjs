/**
 * Clicks and keys that twenty-five tasks of strangers take on the page, and those that they took before
 * (tests/bench/tasks.mjs).
 *
 *   scripts/bench tasks          # the page must be built: npm --prefix web run build
 */
import { MOST, walkTasks } from '../../tests/bench/tasks.mjs';
import { openSite } from '../../web/tools/browser.js';

const site = await openSite();
const rows = await walkTasks(site);
await site.close();
console.log('clicks and keys: before  now  seconds  task');
for (const { number, words, before, now, seconds, failed } of rows)
  console.log(
    `${String(before ?? '?').padStart(23)}  ${String(now).padStart(3)}  ${seconds.toFixed(1).padStart(7)}  ` +
      `${number}. ${words}${failed === null ? '' : `  NOT DONE: ${failed}`}`,
  );
const sum = (/** @type {number[]} */ all) => all.reduce((one, other) => one + other, 0);
const known = rows.filter(({ before }) => before !== null);
console.log(
  `${rows.length} tasks, none above ${Math.max(...rows.map(({ now }) => now))} (limit ${MOST}); of the ` +
    `${known.length} that could be done before: ${sum(known.map(({ before }) => before ?? 0))} then, ` +
    `${sum(known.map(({ now }) => now))} now`,
);
if (rows.some(({ now, failed }) => failed !== null || now > MOST)) process.exitCode = 1;
