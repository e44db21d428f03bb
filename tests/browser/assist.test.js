/** Help while typing: completion, descriptions, folding, definitions and uses. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes, openSite, pageWith } from '../../web/tools/browser.js';

/** @typedef {import('playwright-core').Page} Page */

const TEXT = `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3]"):
        sin: "f32[2, 3]" = torch.ops.aten.sin.default(x)
        submod_1 = self.submod_1(sin)
        add: "f32[2, 3]" = torch.ops.aten.add.Tensor(sin, submod_1)
        return (add,)

    class submod_1(torch.nn.Module):
        def forward(self, sin: "f32[2, 3]"):
            cos: "f32[2, 3]" = torch.ops.aten.cos.default(sin)
            return cos
`;

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

async function open() {
  const { page, complaints } = await pageWith(site, TEXT);
  // The full module has told of all operators.
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('seesaw-playground')).model.description?.ops.length > 300,
    undefined,
    {
      timeout: 20000,
    },
  );
  return { page, complaints };
}

/**
 * Puts the cursor behind the nth occurrence of a text.
 * @param {Page} page
 * @param {string} part
 * @param {number} [nth]
 */
async function cursorBehind(page, part, nth = 0) {
  await page.getByTestId('source').focus();
  await page.evaluate(
    ([wanted, count]) => {
      const { editor } = /** @type {any} */ (document.querySelector('seesaw-playground'));
      let at = -1;
      for (let i = 0; i <= Number(count); i++) at = editor.text.indexOf(wanted, at + 1);
      editor.select(at + String(wanted).length);
    },
    [part, nth],
  );
}

/** What is selected, and the line of it. @param {Page} page */
const selected = (page) =>
  page.evaluate(() => {
    const { state } = /** @type {any} */ (document.querySelector('seesaw-playground')).editor;
    const { from, to } = state.selection.main;
    return [state.sliceDoc(from, to), state.doc.lineAt(from).number];
  });

test('operators are completed with their signatures, and names of the graph before the cursor', async () => {
  const { page, complaints } = await open();
  await cursorBehind(page, 'sin, submod_1)\n');
  await page.keyboard.type('        y = torch.ops.aten.rel');
  const options = page.locator('.cm-tooltip-autocomplete li');
  const relu = options.filter({ hasText: /^aten\.relu\.default/ });
  await relu.waitFor();
  assert.match(await relu.innerText(), /\(Tensor self\) -> Tensor/);
  await page.waitForTimeout(150);
  while (!(await relu.getAttribute('aria-selected'))) await page.keyboard.press('ArrowDown');
  await page.locator('.cm-completionInfo .operator-card').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('(subm');
  await options.filter({ hasText: 'submod_1' }).waitFor();
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
  await page.keyboard.type(')');
  const text = await page.evaluate(() => /** @type {any} */ (document.querySelector('seesaw-playground')).text);
  assert.ok(text.includes('        y = torch.ops.aten.relu.default(submod_1)'), text);
  assert.deepEqual(complaints, []);
});

test('an operator under the pointer tells its schema and doc', async () => {
  const { page } = await open();
  const card = page.locator('.cm-tooltip-hover .operator-card');
  // Help is loaded after the first result: who finds nothing under the pointer moves it again.
  for (let tries = 0; tries < 10 && !(await card.isVisible()); tries++) {
    await page.mouse.move(2, 2);
    await page.locator('[data-testid=source] .cm-line', { hasText: 'add.Tensor' }).getByText('Tensor').last().hover();
    await card.waitFor({ timeout: 3000 }).catch(() => {});
  }
  assert.match(
    await card.innerText(),
    /add\.Tensor\(Tensor self, Tensor other, \*, Scalar alpha=1\) -> Tensor\n+self \+ alpha \* other/,
  );
});

test('definitions and uses belong to their graph; a submodule is where its class is', async () => {
  const { page } = await open();
  await cursorBehind(page, 'add.Tensor(sin');
  assert.equal(await page.locator('.cm-name-use').count(), 3);
  await page.keyboard.press('F12');
  await becomes(() => selected(page), ['sin', 3]);
  await page.keyboard.press('Shift+F12');
  await becomes(() => selected(page), ['sin', 4]);
  await cursorBehind(page, 'cos.default(sin');
  await page.keyboard.press('F12');
  await becomes(() => selected(page), ['sin', 9]);
  await cursorBehind(page, 'self.submod');
  await page.keyboard.press('F12');
  await becomes(async () => (await selected(page))[1], 9);
  // The same with the mouse.
  const place = await page.locator('[data-testid=source] .cm-line', { hasText: 'return (add' }).evaluate((line) => {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    let node = walker.nextNode();
    while (node && !node.textContent?.includes('add')) node = walker.nextNode();
    const range = document.createRange();
    range.setStart(/** @type {Text} */ (node), /** @type {Text} */ (node).data.indexOf('add') + 1);
    const { x, y, height } = range.getBoundingClientRect();
    return { x: x + 2, y: y + height / 2 };
  });
  await page.keyboard.down('Control');
  await page.mouse.click(place.x, place.y);
  await page.keyboard.up('Control');
  await becomes(() => selected(page), ['add', 5]);
});

test('a submodule folds and unfolds', async () => {
  const { page } = await open();
  await cursorBehind(page, 'class submod_1');
  await page.keyboard.press('Control+Shift+BracketLeft');
  await page.locator('.cm-foldPlaceholder').waitFor();
  assert.equal(await page.locator('[data-testid=source] .cm-line', { hasText: 'cos.default' }).count(), 0);
  await page.keyboard.press('Control+Shift+BracketRight');
  await page.locator('[data-testid=source] .cm-line', { hasText: 'cos.default' }).waitFor();
});
