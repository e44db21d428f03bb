/** The film: every single rewrite of the pipeline, played, stepped, saved and opened again. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import {
  accessibilityFindings,
  becomes,
  judged,
  openSite,
  settled,
  sourceWith,
  still,
} from '../../web/tools/browser.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @typedef {import('playwright-core').Page} Page */

/** @param {object} [context] */
async function openFilm(context = {}) {
  const opened = await site.page({ stranger: true, ...context });
  opened.page.setDefaultTimeout(30_000);
  await opened.page.getByTestId('start-verdict').filter({ hasText: 'gradients changed' }).waitFor();
  await opened.page.locator('[data-tab=film]').click();
  await opened.page.getByTestId('film-count').filter({ hasText: '0 of 4' }).waitFor();
  return opened;
}

/** @param {Page} page @param {string} text */
const counted = (page, text) => page.getByTestId('film-count').filter({ hasText: text }).waitFor();

test('arrows step, each rewrite says its reason; the one that loses the region is where gradients change', async () => {
  const { page, complaints } = await openFilm();
  await page.getByTestId('film-track').focus();
  await page.keyboard.press('ArrowRight');
  await counted(page, '1 of 4');
  await page.getByTestId('film-subtitle').filter({ hasText: 'the graph is split into 3 submodules' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByTestId('film-verdict').filter({ hasText: 'equal in values and gradients' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByTestId('film-subtitle').filter({ hasText: 'submod_1 lost: the first node of the region' }).waitFor();
  await page
    .getByTestId('film-verdict')
    .filter({ hasText: /gradients differ 0\.8417 → 0\.6968/ })
    .waitFor();
  await page.getByTestId('film-text').filter({ hasText: 'submod_1' }).waitFor();
  await still(page);
  const shown = await page.locator('seesaw-canvas').evaluate((/** @type {any} */ canvas) => ({
    moved: canvas.drawing.changeCounts.moved,
    ringed: canvas.flash.size,
  }));
  assert.equal(shown.moved, 12);
  assert.ok(shown.ringed > 0);
  await page.keyboard.press('ArrowLeft');
  await counted(page, '2 of 4');
  await page.keyboard.press('End');
  await counted(page, '4 of 4');
  await page.keyboard.press('Home');
  await counted(page, '0 of 4');
  assert.deepEqual(complaints, []);
});

test('space plays to the end and stops there; a key on the way stops it', async () => {
  const { page, complaints } = await openFilm();
  await page.getByTestId('film-track').focus();
  await page.keyboard.press(' ');
  await page.getByTestId('film-play').filter({ hasText: 'Stop' }).waitFor();
  await counted(page, '1 of 4');
  await page.keyboard.press(' ');
  await page.getByTestId('film-play').filter({ hasText: 'Play' }).waitFor();
  await page.getByTestId('film-play').click();
  await counted(page, '4 of 4');
  await page.getByTestId('film-play').filter({ hasText: 'Play' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a saved film is a picture that moves, and opens again as the document that it was', async () => {
  const { page, complaints } = await openFilm();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('film-save').click()]);
  assert.match(download.suggestedFilename(), /\.film\.svg$/);
  const svg = readFileSync(await download.path(), 'utf8');
  assert.match(svg, /@keyframes/);
  assert.match(svg, /submod_1 lost/);
  const fresh = await site.page();
  await fresh.page.setContent(svg);
  assert.equal(await fresh.page.locator('svg g text').first().isVisible(), true);
  const again = await site.page();
  await settled(again.page);
  await again.page.evaluate(
    (text) =>
      /** @type {any} */ (document.querySelector('seesaw-playground')).commands.open.file(
        new File([text], 'a.film.svg', { type: 'image/svg+xml' }),
      ),
    svg,
  );
  await sourceWith(again.page, 'torch.no_grad()');
  await counted(again.page, 'of 4');
  assert.deepEqual([...complaints, ...again.complaints], []);
});

test('a change of the source makes another film; a program without rewrites says so', async () => {
  const { page, complaints } = await openFilm();
  await page.getByTestId('film-track').focus();
  await page.keyboard.press('End');
  await counted(page, '4 of 4');
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('seesaw-playground')).commands.open.text(
      'def forward(self, x: "f32[4]"):\n    return (x.sin(),)\n',
    ),
  );
  await page.locator('[data-tab=film]').click();
  await page.getByTestId('film-subtitle').filter({ hasText: 'No pass changes this program' }).waitFor();
  assert.equal(await page.getByTestId('film-play').isDisabled(), true);
  assert.deepEqual(complaints, []);
});

test('a node of a shot, chosen: the source shows its line', async () => {
  const { page, complaints } = await openFilm();
  await page.getByTestId('film-track').focus();
  await page.keyboard.press('End');
  await counted(page, '4 of 4');
  await judged(page);
  await still(page);
  await page.locator('seesaw-canvas').evaluate((/** @type {any} */ canvas) => {
    const node = canvas.drawing.find('\nsum_1');
    canvas.dispatchEvent(new CustomEvent('node-pick', { detail: { node, add: false } }));
  });
  await becomes(
    () => page.evaluate(() => /** @type {any} */ (document.querySelector('seesaw-playground')).model.view.node),
    'sum_1',
  );
  assert.deepEqual(complaints, []);
});

for (const [width, colorScheme] of /** @type {const} */ ([
  [1440, 'light'],
  [1024, 'dark'],
  [400, 'light'],
  [400, 'dark'],
]))
  test(`nothing is wrong with it at ${width} pixels, ${colorScheme}: no overflow, axe finds nothing`, async () => {
    const { page } = await openFilm({ viewport: { width, height: 850 }, colorScheme });
    await page.getByTestId('film-next').click();
    await counted(page, '1 of 4');
    await still(page);
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    assert.deepEqual(await accessibilityFindings(page), []);
  });
