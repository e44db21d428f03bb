/**
 * What embeds weigh: requests and bytes (gzip) until the first result, and with all that follows, of the page, of an
 * element to read, of its compact form, of a page with ten elements below the fold, and of a live file.
 *
 *   # the page and the element must be built: npm --prefix web run build, run element
 *   scripts/bench embeds
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { openSite } from '../../web/tools/browser.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SEESAW = join(ROOT, 'wasm/js/cli/main.js');
const GRAPH = `def forward(self, x: "f32[3]"):
    dead = torch.ops.aten.sin.default(x)
    cos = torch.ops.aten.cos.default(x)
    return (cos,)
`;
const element = (/** @type {string} */ attributes) =>
  `<seesaw-playground readonly passes="eliminate_dead_code" ${attributes}><pre>\n${GRAPH}</pre></seesaw-playground>`;
const html = (/** @type {string} */ body) =>
  '<!doctype html><meta charset="utf-8"><title>t</title>' +
  `<script type="module" src="seesaw/element/index.js"></script>${body}`;
const padded = (/** @type {number} */ value, /** @type {number} */ width) => String(value).padStart(width);
/** Milliseconds after the first result in which nothing more is asked for. */
const QUIET = 4000;

for (const built of ['web/dist/index.html', 'wasm/element/index.js'])
  if (!existsSync(join(ROOT, built)))
    throw new Error(`${built} is missing: npm --prefix web run build && npm --prefix web run element`);
const folder = mkdtempSync(join(tmpdir(), 'seesaw-embeds-'));
cpSync(join(ROOT, 'web/dist'), join(folder, 'page'), { recursive: true });
execFileSync(process.execPath, [SEESAW, 'embed', '--element', '-o', folder]);
writeFileSync(join(folder, 'graph.txt'), GRAPH);
for (const [name, more] of /** @type {[string, string[]][]} */ ([
  ['live', []],
  ['small', ['--small']],
]))
  execFileSync(
    process.execPath,
    [SEESAW, 'report', 'graph.txt', '--passes', 'eliminate_dead_code', ...more, '-o', `${name}.html`],
    { cwd: folder },
  );
writeFileSync(join(folder, 'read.html'), html(element('tab="diff"')));
writeFileSync(join(folder, 'compact.html'), html(element('compact tab="diff"')));
writeFileSync(join(folder, 'picture.html'), html(element('compact tab="graph"')));
writeFileSync(
  join(folder, 'ten.html'),
  html(`<p>Words</p><div style="height:4000px"></div>${element('compact').repeat(10)}`),
);

const site = await openSite({ root: `${folder}/` });

/** @param {string} path @param {boolean} shown whether a result is waited for */
async function weighed(path, shown) {
  const { page } = await site.page({ path: 'graph.txt', bypassCSP: true });
  /** @type {Map<string, number>} */
  const sizes = new Map();
  page.context().on('response', async (response) => {
    if (!response.url().startsWith('http')) return;
    const body = await response.body().catch(() => Buffer.alloc(0));
    sizes.set(response.url(), gzipSync(body).length);
  });
  const begun = performance.now();
  await page.goto(`${site.url}${path}`);
  const sum = () => ({ requests: sizes.size, kB: Math.round([...sizes.values()].reduce((a, b) => a + b, 0) / 1000) });
  if (shown)
    await page.waitForFunction(
      () => /** @type {any} */ (document.querySelector('seesaw-playground'))?.model?.live.good,
      undefined,
      { timeout: 60_000 },
    );
  const milliseconds = Math.round(performance.now() - begun);
  await page.waitForTimeout(100);
  const first = sum();
  await page.waitForTimeout(QUIET);
  await page.context().close();
  return { first, all: sum(), milliseconds };
}

const json = process.argv.includes('--json');
/** @type {Record<string, Awaited<ReturnType<typeof weighed>>>} */
const figures = {};
try {
  for (const [name, path, shown] of /** @type {[string, string, boolean][]} */ ([
    ['page', 'page/index.html', true],
    ['element to read', 'read.html', true],
    ['compact, text', 'compact.html', true],
    ['compact, picture', 'picture.html', true],
    ['ten below the fold', 'ten.html', false],
    ['live file', 'live.html', true],
    ['live file, small', 'small.html', true],
  ]))
    figures[name] = await weighed(path, shown);
} finally {
  await site.close();
  rmSync(folder, { recursive: true });
}
if (json) process.stdout.write(`${JSON.stringify(figures, null, 1)}\n`);
else
  for (const [name, { first, all, milliseconds }] of Object.entries(figures))
    process.stdout.write(
      `${name.padEnd(20)} first ${padded(first.kB, 5)} kB in ${padded(first.requests, 2)} requests, ` +
        `${padded(milliseconds, 5)} ms;  all ${padded(all.kB, 5)} kB in ${padded(all.requests, 2)}\n`,
    );
