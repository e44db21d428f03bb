/** For everyone: axe-core in every state, keyboard alone, light and dark, a phone's width, less motion. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  accessibilityFindings as findings,
  becomes,
  focusOn,
  openExample,
  openSite,
  settled,
  type,
} from '../../web/tools/browser.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @typedef {import('playwright-core').Page} Page */
/** Goes to a part of the page, where they are shown one at a time. @param {Page} page @param {string} pane */
async function goTo(page, pane) {
  const button = page.locator(`[data-pane=${pane}]`);
  if (await button.isVisible()) await button.click();
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const width of [1440, 400]) {
    test(`axe-core finds nothing: ${colorScheme}, ${width} pixels, in every state`, async () => {
      const { page, complaints } = await site.page({
        colorScheme,
        viewport: { width, height: 800 },
      });
      await settled(page);
      const check = async (/** @type {string} */ state) => assert.deepEqual(await findings(page), [], state);
      for (const [key, dialog] of [
        ['F1', 'Help'],
        ['Control+e', 'Open an example'],
        ['Control+k', 'Do anything'],
        ['Control+Shift+s', 'Share'],
        ['Control+Shift+o', 'Your documents'],
      ]) {
        await page.keyboard.press(key);
        await page.getByRole('dialog', { name: dialog }).waitFor();
        await check(dialog);
        await page.keyboard.press('Escape');
      }
      await page.keyboard.press('Shift+F1');
      await page.locator('[data-place="op/torch.ops.aten.mul.Tensor"], [data-place^="op/"]').first().waitFor();
      await check('contents of the reference');
      await page.locator('[data-place^="pass/"]').first().click();
      await page.getByTestId('try-pass').waitFor();
      await check('a pass in the reference');
      await page.getByTestId('close-reference').click();
      await goTo(page, 'text');
      await page.getByTestId('offer-tour').click();
      for (let stop = 0; stop < 5; stop++) {
        await page.getByRole('dialog', { name: `${stop + 1} of 5` }).waitFor();
        await check(`stop ${stop} of the tour`);
        await page.getByTestId('tour-next').click();
      }
      await openExample(page, 'lost_region');
      await goTo(page, 'passes');
      await page.locator('.why li.lost').waitFor();
      await page.getByTestId('add-pass').click();
      await page.locator('seesaw-pipeline details summary').first().click();
      await check('passes, with everything open');
      await goTo(page, 'output');
      await page.locator('[data-tab=diff]').click();
      await page.locator('seesaw-output .cm-changedLine').first().waitFor();
      await check('diff');
      await page.locator('[data-tab=graph]').click();
      await check('place of the graph');
      await page.locator('[data-tab=result]').click();
      await goTo(page, 'text');
      await type(page, 'def forward(self, x):\n    return (nothing,)\n');
      await settled(page, /error/);
      await check('errors');
      await goTo(page, 'output');
      await check('stale result');
      await goTo(page, 'text');
      await type(page, ' ');
      await settled(page, /Empty/);
      await check('empty');
      assert.deepEqual(complaints, []);
    });
  }
}

test('at 400 pixels nothing is cut off sideways, and every part can be reached', async () => {
  const { page } = await site.page({
    viewport: { width: 400, height: 800 },
    hasTouch: true,
  });
  await settled(page);
  const cutOff = () =>
    page
      .locator(
        '.bar:visible button:visible, .bar:visible select:visible, seesaw-pipeline button:visible, dialog ' +
          'button:visible',
      )
      .evaluateAll((all) =>
        all
          .filter((one) => !one.closest('.step-list') && one.getBoundingClientRect().right > innerWidth)
          .map((one) => one.outerHTML),
      );
  for (const pane of ['text', 'passes', 'output']) {
    await page.locator(`[data-pane=${pane}]`).click();
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), pane);
    assert.deepEqual(await cutOff(), []);
  }
  await page.locator('[data-tab=diff]').click();
  await page.locator('seesaw-output .cm-changedLine').first().waitFor();
  assert.equal(await page.locator('seesaw-output .cm-content').count(), 1, 'one column');
  assert.deepEqual(await cutOff(), []);
  await page.getByTestId('examples').click();
  await page.locator('[data-example]').first().waitFor();
  assert.deepEqual(await cutOff(), []);
  await page.keyboard.press('Escape');
  await page.locator('[data-pane=passes]').click();
  await page.locator('.why li button').first().click();
  await page.locator('seesaw-editor .cm-content').waitFor();
  await page.getByTestId('wrap').click();
  const scroller = page.locator('seesaw-editor .cm-scroller');
  assert.ok(await scroller.evaluate((node) => node.scrollWidth <= node.clientWidth), 'long lines are broken on demand');
});

for (const width of [320, 360, 400])
  for (const hasTouch of [false, true])
    test(
      `at ${width} pixels${hasTouch ? ', for fingers,' : ''} the head shows all of its buttons, and all ` +
        'that stands on them',
      async () => {
        const { page } = await site.page({ viewport: { width, height: 700 }, hasTouch, isMobile: hasTouch });
        await settled(page);
        const buttons = page.locator('.bar.head > button:visible, .bar.panes > button:visible');
        const bad = await buttons.evaluateAll((all) =>
          all
            .filter(
              (one) =>
                one.getBoundingClientRect().right > innerWidth ||
                (!one.matches('.doc-name') && one.scrollWidth > one.clientWidth),
            )
            .map((one) => one.outerHTML),
        );
        assert.deepEqual(bad, []);
        for (const id of ['undo', 'redo', 'examples', 'share', 'palette', 'help', 'documents'])
          assert.ok(await page.getByTestId(id).isVisible(), id);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      },
    );

test('a text put over one that was scrolled sideways is seen from its left edge', async () => {
  const { page } = await site.page();
  await settled(page);
  const scroller = page.locator('seesaw-editor .cm-scroller');
  // The editor scrolls in a frame of its own.
  const scrolledTo = async (/** @type {(left: number) => boolean} */ fits, /** @type {string} */ what) => {
    const left = () => scroller.evaluate((node) => node.scrollLeft);
    for (let i = 0; i < 50 && !fits(await left()); ++i) await page.waitForTimeout(20);
    assert.ok(fits(await left()), `${what}: ${await left()}`);
  };
  const atLeftEdge = () => scrolledTo((left) => left === 0, 'the left edge is seen');
  await page.getByTestId('source').click();
  await scroller.evaluate((node) => (node.scrollLeft = 60));
  await page.keyboard.press('Control+a');
  const wide = `# ${'far to the right '.repeat(20)}`;
  await page.keyboard.insertText(`def forward(self, x):  ${wide}\n    return (x,)\n`);
  await settled(page);
  // The browser first scrolls to where it put the text, the editor back in its next frame.
  await atLeftEdge();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('End');
  await scrolledTo((left) => left > 100, 'the cursor is followed to the right');
  await page.keyboard.press('Home');
  await atLeftEdge();
  await scroller.evaluate((node) => (node.scrollLeft = 60));
  const { x, y } = /** @type {{ x: number, y: number }} */ (
    await page.locator('seesaw-editor .cm-line').nth(1).boundingBox()
  );
  await page.mouse.click(Math.max(x, 0) + 150, y + 8);
  assert.equal(await scroller.evaluate((node) => node.scrollLeft), 60, 'what is clicked stays under the pointer');
  assert.equal(await page.locator('seesaw-editor .cm-selectionBackground').count(), 0, 'and nothing is selected');
});

test('light and dark follow the system, and the button overrules it and is remembered', async () => {
  const { page } = await site.page({ colorScheme: 'dark' });
  await settled(page);
  const shade = () => page.locator('.page').evaluate((node) => getComputedStyle(node).backgroundColor);
  const dark = await shade();
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await shade();
  assert.notEqual(dark, light);
  await page.getByTestId('theme').click();
  await page.getByTestId('theme').click();
  await becomes(() => shade(), dark);
  await page.reload();
  await settled(page);
  assert.equal(await shade(), dark);
});

/** Where the focus is, through shadow roots, and whether it can be seen. */
const FOCUS = `(() => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  if (!node || node === document.body) return null;
  const style = getComputedStyle(node);
  const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
  const ring = outlined || node.closest('.cm-editor.cm-focused') !== null;
  return { name: node.dataset.testid ?? node.getAttribute('aria-label') ?? node.textContent.trim(), ring };
})()`;

test('the keyboard is enough: controls in order, each with a visible focus; tabs follow arrows', async () => {
  const { page } = await site.page();
  await settled(page);
  /** @type {string[]} */
  const seen = [];
  // Until the last of the controls below; a page that loses the focus ends it, too.
  for (let i = 0; i < 100 && !seen.includes('save'); i++) {
    await page.keyboard.press('Tab');
    let focus = /** @type {any} */ (await page.evaluate(FOCUS));
    if (focus === null) break;
    // The editor takes a moment to show its focus.
    for (let wait = 0; !focus.ring && wait < 20; wait++) {
      await page.waitForTimeout(50);
      focus = await page.evaluate(FOCUS);
    }
    assert.ok(focus.ring, `no visible focus on ${focus.name}`);
    seen.push(focus.name);
    if (focus.name === 'source') await page.keyboard.press('Escape');
  }
  const wanted = [
    'documents',
    'examples',
    'open',
    'share',
    'palette',
    'theme',
    'help',
    'wrap',
    'close-intro',
    'source',
    'ambient',
    'add-pass',
    'annotations',
    'format',
    'copy',
    'save',
  ];
  assert.deepEqual(
    seen.filter((name) => wanted.includes(name)),
    wanted,
    String(seen),
  );
  await page.locator('[data-tab=result]').focus();
  const tabs = () =>
    page.locator('[data-tab]').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x)));
  const places = await tabs();
  await page.keyboard.press('ArrowRight');
  await becomes(() => page.locator('[data-tab=diff]').getAttribute('aria-selected'), 'true');
  await page.locator('.cm-changedLine').first().waitFor();
  for (const part of ['seesaw-canvas', 'seesaw-film', '[data-testid=autograd]', '[role=tabpanel]']) {
    await page.keyboard.press('ArrowRight');
    await page.locator(part).first().waitFor();
    assert.deepEqual(await tabs(), places, 'a tab stays where it is, however wide its panel');
  }
});

test('Tab indents in the editor until Escape gives it back; F6 goes from part to part', async () => {
  const { page } = await site.page();
  await settled(page);
  await type(page, 'x');
  await page.keyboard.press('Home');
  await page.keyboard.press('Tab');
  await becomes(() => page.locator('seesaw-editor .cm-line').first().innerText(), '    x');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(2500);
  await page.keyboard.press('Tab');
  assert.notEqual(/** @type {any} */ (await page.evaluate(FOCUS)).name, 'source', 'however long one waits');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('y');
  await page.keyboard.press('Tab');
  await focusOn(page, 'source'); // typing takes Tab again
  await page.keyboard.press('F6');
  await focusOn(page, 'Passes');
  await page.keyboard.press('F6');
  await focusOn(page, 'Result');
  await page.keyboard.press('Shift+F6');
  await focusOn(page, 'Passes');
});

test('whoever goes through the page with Tab changes no text', async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  const text = () => page.evaluate(() => /** @type {any} */ (document.querySelector('seesaw-playground')).text);
  const before = await text();
  await page.getByTestId('torch').focus();
  const seen = [];
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab');
    seen.push(/** @type {any} */ (await page.evaluate(FOCUS))?.name);
    if (seen.includes('source') && seen.at(-1) !== 'source') break;
  }
  assert.ok(seen.includes('source') && seen.at(-1) !== 'source', `through the source and on: ${seen.join(', ')}`);
  assert.equal(await text(), before);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('y');
  assert.notEqual(await text(), before);
  await page.keyboard.press('Tab');
  await focusOn(page, 'source');
  assert.deepEqual(complaints, []);
});

test('help lists the shortcuts, opens by key, and gives the focus back', async () => {
  const { page } = await site.page();
  await settled(page);
  await page.getByTestId('source').click();
  await page.keyboard.press('F1');
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.waitFor();
  for (const key of ['F1', 'Ctrl+O', 'Ctrl+E', 'Ctrl+S', 'F6', 'F8', 'Alt+Up', 'F7'])
    await help.getByText(key, { exact: true }).first().waitFor();
  await page.keyboard.press('Escape');
  await focusOn(page, 'source');
  await page.keyboard.press('Control+e');
  await page.getByRole('dialog', { name: 'Open an example' }).waitFor();
});

test('those who asked for less motion get none', async () => {
  const { page } = await site.page({ reducedMotion: 'reduce' });
  await settled(page);
  await page.getByTestId('source').click();
  const moving = await page.evaluate(`(() => {
    const found = [];
    const walk = (root) => {
      for (const node of root.querySelectorAll('*')) {
        const style = getComputedStyle(node);
        const seconds = (text) => Math.max(...text.split(',').map(parseFloat));
        if (seconds(style.animationDuration) > 0 && style.animationName !== 'none') found.push(node.className);
        if (seconds(style.transitionDuration) > 0) found.push(node.className);
        if (node.shadowRoot) walk(node.shadowRoot);
      }
    };
    walk(document);
    return found;
  })()`);
  assert.deepEqual(moving, []);
});
