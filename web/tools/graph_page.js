/**
 * What the browser tests of the graph view share: a page that shows a picture, and what is on it.
 *
 *   const { page } = await openGraph(site, 'nested_regions');
 *   const { x, y } = await placeOf(page, 'sub');
 *   await colour(page, { x, y });
 */
import { openExample, settled, still } from './browser.js';

/** @typedef {import('playwright-core').Page} Page */
/**
 * An example, seen as a picture.
 * @param {Awaited<ReturnType<typeof import('./browser.js')['openSite']>>} site
 * @param {string} example
 * @param {import('playwright-core').BrowserContextOptions & { prepare?: string }} [context]
 */
export async function openGraph(site, example, context = {}) {
  const { page, complaints } = await site.page({ reducedMotion: 'reduce', ...context });
  await settled(page);
  await openExample(page, example);
  await settled(page);
  if (await page.locator('[data-pane=output]').isVisible()) await page.locator('[data-pane=output]').click();
  await page.locator('[data-tab=graph]').click();
  await page.locator('seesaw-outline [role=treeitem]').first().waitFor({ timeout: 20_000 });
  await page.getByTestId('fit').click();
  await still(page);
  return { page, complaints };
}

/** @param {Page} page */
export const canvas = (page, index = 0) => page.locator('seesaw-canvas').nth(index);

/**
 * Where a node is on the screen, from the canvas's own state, once it stands still.
 * @param {Page} page
 * @param {string} name
 * @param {number} [index]
 */
export async function placeOf(page, name, index = 0) {
  for (let tries = 0; tries < 50; tries++) {
    await still(page);
    const place = await canvas(page, index).evaluate((/** @type {any} */ element, name) => {
      const { drawing, camera } = element;
      const node = drawing.picture.nodes.name.indexOf(name);
      if (node < 0) return null;
      const [x, y, width, height] = drawing.box.subarray(4 * node, 4 * node + 4);
      const at = camera.toScreen(x + width / 2, y + height / 2);
      const { left, top } = element.getBoundingClientRect();
      return { x: left + at.x, y: top + at.y, scale: camera.scale };
    }, name);
    if (place !== null) return place;
  }
  throw new Error(`${name} is not drawn`);
}

/** Names of the chosen nodes. @param {Page} page @param {number} [index] */
export const selected = (page, index = 0) =>
  canvas(page, index).evaluate((/** @type {any} */ element) =>
    [...element.selected].map((node) => element.drawing.name(node)).sort(),
  );

/** What the last frame showed. @param {Page} page @returns {Promise<string[]>} */
export const drawn = (page) =>
  canvas(page).evaluate((/** @type {any} */ element) =>
    element.drawn.nodes.map((/** @type {number} */ node) => element.drawing.name(node)),
  );

/** @param {Page} page */
export const camera = (page) => canvas(page).evaluate((/** @type {any} */ element) => element.camera.state);

/** The colour of the screen at a point. @param {Page} page @param {{ x: number, y: number }} at */
export const colour = (page, { x, y }) =>
  canvas(page).evaluate(
    (/** @type {any} */ element, [x, y]) => {
      const screen = element.shadowRoot.querySelector('.screen');
      const { left, top } = screen.getBoundingClientRect();
      const copy = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
        willReadFrequently: true,
      });
      copy?.drawImage(screen, (x - left) * devicePixelRatio, (y - top) * devicePixelRatio, 1, 1, 0, 0, 1, 1);
      return [...(copy?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
    },
    [x, y],
  );

/** @param {Page} page @param {RegExp} what */
export const said = (page, what) =>
  page.getByTestId('graph-said').filter({ hasText: what }).waitFor({ state: 'attached' });
