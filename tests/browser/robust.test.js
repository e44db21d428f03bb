/** Nothing is lost and nothing breaks: reload, bad storage, a worker that dies or hangs, refused workers, huge pastes. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  openSite,
  resultWith,
  settled,
  type,
} from "../../web/tools/browser.js";

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

const SIN =
  "def forward(self, x):\n    y = torch.ops.aten.sin.default(x)\n    return (y,)\n";
const COS = SIN.replace("sin", "cos");

test("a reload keeps text, passes, options, ambient mode, format and view; undo works", async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await type(page, SIN);
  await resultWith(page, "aten.sin");
  await page.locator("[data-option=correct]").first().check();
  await page.getByTestId("ambient").uncheck();
  await page.getByTestId("add-pass").selectOption("eliminate_dead_code");
  await page.getByTestId("format").selectOption("graph");
  await page.reload();
  await settled(page);
  await resultWith(page, /^graph\(\):/);
  assert.match(await page.getByTestId("source").innerText(), /aten\.sin/);
  assert.equal(await page.locator("seesaw-pipeline li").count(), 2);
  assert.ok(await page.locator("[data-option=correct]").first().isChecked());
  assert.ok(!(await page.getByTestId("ambient").isChecked()));
  await type(page, COS);
  await resultWith(page, "aten.cos");
  await page.keyboard.press("Control+z");
  await resultWith(page, "aten.sin");
  assert.deepEqual(complaints, []);
});

for (const garbage of [
  "{",
  "null",
  "[]",
  '{"seesaw":1,"text":7}',
  '{"seesaw":99}',
  '{"seesaw":1,"text":"","pipeline":[{"name":"nope","options":[1]},3],"format":"x","view":{"tab":[]}}',
]) {
  test(`a stored ${garbage.slice(0, 24)} does not break the page`, async () => {
    const { page, complaints } = await site.page({
      prepare: `localStorage.setItem('seesaw.document', ${JSON.stringify(garbage)})`,
    });
    await settled(page, /./);
    await page.getByTestId("examples").selectOption("dead_code");
    await page.getByTestId("format").selectOption("readable");
    await resultWith(page, "return");
    assert.deepEqual(complaints, []);
  });
}

for (const [what, harm] of [
  ["dies", "self.close()"],
  ["hangs", "setTimeout(() => { for (;;); })"],
]) {
  test(`a worker that ${what} is replaced, and the text stays`, async () => {
    const { page } = await site.page();
    await settled(page);
    await page
      .workers()[0]
      .evaluate(harm)
      .catch(() => {});
    await type(page, COS);
    await resultWith(page, "aten.cos");
    assert.match(await page.getByTestId("source").innerText(), /aten\.cos/);
  });
}

test("where workers are refused, the engine runs on the main thread", async () => {
  const { page, complaints } = await site.page({
    prepare: "delete window.Worker",
  });
  await settled(page);
  await resultWith(page, "wrap_with_set_grad_enabled");
  assert.deepEqual(complaints, []);
});

test("a paste of a megabyte does not freeze the page", async () => {
  const { page } = await site.page();
  await settled(page);
  const lines = Array.from(
    { length: 16000 },
    (_, i) =>
      `    v${i + 1} = torch.ops.aten.add.Tensor(v${i}, ${i});  v${i} = None`,
  );
  await page.evaluate(`window.longest = 0; let last = performance.now();
    setInterval(() => { const now = performance.now(); window.longest = Math.max(window.longest, now - last); last = now; }, 10);`);
  await type(
    page,
    `def forward(self, v0):\n${lines.join("\n")}\n    return (v16000,)\n`,
  );
  await settled(page, /1600\d nodes/);
  const longest = await page.evaluate("window.longest");
  assert.ok(Number(longest) < 1500, `the page stood still for ${longest} ms`);
});
