/**
 * What people do most, in Firefox: start, paste, passes and their verdict, values, a link, keys, a phone. Every other
 * file of this folder runs there with SEESAW_BROWSER=firefox.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  accessibilityFindings,
  focusOn,
  kept,
  openExample,
  openSite,
  pageWith,
  resultWith,
  settled,
  type,
} from '../../web/tools/browser.js';
import { firefoxIsThere } from '../../web/tools/firefox.js';

const GRAPH = `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3]"):
        sin: "f32[3]" = torch.ops.aten.sin.default(x);  x = None
        mul: "f32[3]" = torch.ops.aten.mul.Tensor(sin, sin);  sin = None
        return (mul,)
`;
const MODEL = `class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 2)

    def forward(self, x: "f32[4, 3]"):
        return torch.relu(self.linear(x))
`;

const there = { skip: firefoxIsThere ? false : 'there is no firefox-esr' };
/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  if (firefoxIsThere) site = await openSite({ firefox: true });
});
after(() => site?.close());

test('the start proves what it says', there, async () => {
  const { page, complaints } = await site.page({ stranger: true });
  const found = page.getByTestId('start-verdict');
  await found.filter({ hasText: /gradients changed: −?[\d.]+ → −?[\d.]+/ }).waitFor();
  await page.getByTestId('start-fix').click();
  await found.filter({ hasText: 'equal in values and gradients' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a pasted graph and a model, a pass that is added, and its verdict', there, async () => {
  const { page, complaints } = await pageWith(site, GRAPH);
  await page.getByTestId('add-pass').click();
  await page.locator('[data-add=cse_pass]').click();
  await page.locator('[data-pass=cse_pass]').waitFor();
  await resultWith(page, 'aten.mul.Tensor');
  await type(page, MODEL);
  await settled(page, /^captured/);
  await resultWith(page, 'aten.relu.default');
  await openExample(page, 'lost_region');
  await page
    .locator('[data-pass] .verdict')
    .filter({ hasText: /gradients differ/ })
    .first()
    .waitFor();
  await page.keyboard.press('Control+z');
  assert.deepEqual(complaints, []);
});

test('a copied link opens the same document', there, async () => {
  const { page, complaints } = await pageWith(site, GRAPH);
  await kept(page);
  await page.keyboard.press('Control+Shift+s');
  await page.getByTestId('copy-link').click();
  await page.getByRole('status').filter({ hasText: 'The link is copied' }).waitFor();
  const link = /** @type {string} */ (await page.evaluate('navigator.clipboard.readText()'));
  const { page: other } = await site.page();
  await other.goto('about:blank');
  await other.goto(link);
  await settled(other);
  assert.equal(await other.evaluate("document.querySelector('seesaw-playground').text"), GRAPH);
  assert.deepEqual(complaints, []);
});

test('keys open help and give the focus back; nothing is wrong with it', there, async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await page.getByTestId('examples').focus();
  await page.keyboard.press('F1');
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  assert.deepEqual(await accessibilityFindings(page), []);
  await page.keyboard.press('Escape');
  await focusOn(page, 'examples');
  assert.deepEqual(complaints, []);
});

test('on a phone nothing is cut off sideways', there, async () => {
  const { page } = await site.page({ viewport: { width: 400, height: 850 }, colorScheme: 'dark' });
  await settled(page);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await accessibilityFindings(page), []);
});
