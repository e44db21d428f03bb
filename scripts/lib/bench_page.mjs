/**
 * The page in Chromium: what the first load takes, how long it is from navigation to the first rewritten graph on the
 * screen, from a key to the painted picture, and from frame to frame while a large picture is moved
 * (tests/bench/page.mjs).
 *
 *   const page = await runPage(['page']); pageMisses(page); pageTable(page);
 *
 * Cold: every run has a browser context of its own, so that nothing is kept from the one before. The clock is the
 * page's own, from the begin of the navigation to the frame that shows the result; other work on the machine counts in.
 */

import { overLimit } from './bench_machine.mjs';

export const PAGE_CASES = ['page'];
const RUNS = 15;
/** Milliseconds, and bytes gzipped. */
const LIMITS = { firstResult: 500, firstLoad: 250_000 };

/** Notes when the rewritten graph is on the screen: polled before each frame, taken after the next one. */
const WATCH = `(() => {
  const look = () => {
    const output = document.querySelector('seesaw-playground')?.shadowRoot?.querySelector('seesaw-output')?.shadowRoot;
    const text = output?.querySelector('.cm-content')?.textContent ?? '';
    if (!text.includes('wrap_with_set_grad_enabled')) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => (window.firstResult = performance.now())));
  };
  requestAnimationFrame(look);
})()`;

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** @param {Awaited<ReturnType<typeof import('../../web/tools/browser.js')['openSite']>>} site */
async function once(site) {
  const { page } = await site.page({ prepare: WATCH });
  await page.waitForFunction(() => /** @type {any} */ (window).firstResult !== undefined, undefined, {
    timeout: 60_000,
  });
  const milliseconds = Number(await page.evaluate('window.firstResult'));
  await page.context().close();
  return milliseconds;
}

/** @param {string[]} cases */
export async function runPage(cases) {
  if (cases.length === 0) return null;
  const { openSite } = await import('../../web/tools/browser.js');
  const { sizes } = await import('../../web/tools/sizes.js');
  const site = await openSite({ whole: true });
  /** @type {number[]} */
  const runs = [];
  await once(site);
  for (let run = 0; run < RUNS; run++) runs.push(await once(site));
  await site.close();
  const { measurePage } = await import('../../tests/bench/page.mjs');
  const moving = await measurePage(['key', 'frames']);
  return {
    firstResult: median(runs),
    best: Math.min(...runs),
    worst: Math.max(...runs),
    runs: RUNS,
    firstLoad: sizes().first,
    moving,
    limits: LIMITS,
  };
}

/** @param {any} r @returns {string[]} */
export function pageMisses(r) {
  if (r === null) return [];
  /** @type {(string | undefined)[]} */
  const out = [];
  out.push(overLimit('page: navigation to the first result, median', r.firstResult, LIMITS.firstResult, 'ms'));
  if (r.firstLoad > LIMITS.firstLoad)
    out.push(`page: the first load is ${(r.firstLoad / 1000).toFixed(1)} kB (limit ${LIMITS.firstLoad / 1000})`);
  for (const { what, value, limit } of r.moving)
    if (limit !== null) out.push(overLimit(`page: ${what}`, value, limit, 'ms'));
  return /** @type {string[]} */ (out.filter((miss) => miss !== undefined));
}

/** @param {any} r @returns {string} */
export function pageTable(r) {
  const ms = (/** @type {number} */ value) => `${Math.round(value)} ms`;
  return [
    `page: from navigation to the first rewritten graph on the screen, median of ${r.runs}: ` +
      `${ms(r.firstResult)} (best ${ms(r.best)}, worst ${ms(r.worst)})`,
    `page: first load without the module, gzip: ${(r.firstLoad / 1000).toFixed(1)} kB`,
    ...r.moving.map(
      (/** @type {any} */ { what, value, limit }) =>
        `page: ${what}: ${value.toFixed(1)} ms${limit === null ? '' : ` (limit ${limit})`}`,
    ),
  ].join('\n');
}
