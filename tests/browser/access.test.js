/** For everyone, everywhere: axe-core, keyboard alone, light and dark, a phone's width, and a bare HTML file. */
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  openSite,
  resultWith,
  settled,
  type,
} from "../../web/tools/browser.js";

const WEB = fileURLToPath(new URL("../../web/", import.meta.url));

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
/** @type {string} */
let axe;
before(async () => {
  site = await openSite();
  axe = await readFile(join(WEB, "node_modules/axe-core/axe.min.js"), "utf8");
});
after(() => site.close());

/** What axe-core finds, as "rule: place". @param {import('playwright-core').Page} page */
async function findings(page) {
  await page.evaluate(axe);
  const { violations } = /** @type {any} */ (await page.evaluate("axe.run()"));
  return violations.flatMap((/** @type {any} */ one) =>
    one.nodes.map((/** @type {any} */ node) =>
      `${one.id}: ${node.target.join(" ")} ${node.failureSummary}`.replace(
        /\s+/g,
        " ",
      ),
    ),
  );
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const width of [1440, 400]) {
    test(`axe-core finds nothing: ${colorScheme}, ${width} pixels, with reasons, diff and errors`, async () => {
      const { page, complaints } = await site.page({
        colorScheme,
        viewport: { width, height: 800 },
      });
      await settled(page);
      if (width > 1000)
        await page.getByTestId("examples").selectOption("lost_region");
      assert.deepEqual(await findings(page), []);
      if (width < 1000) {
        await page.locator("[data-pane=passes]").click();
        assert.deepEqual(await findings(page), []);
        await page.locator("[data-pane=output]").click();
      }
      await page.locator("[data-tab=diff]").click();
      await page.locator("seesaw-output .cm-changedLine").first().waitFor();
      assert.deepEqual(await findings(page), []);
      await page.locator("[data-tab=graph]").click();
      if (width < 1000) await page.locator("[data-pane=text]").click();
      await type(page, "def forward(self, x):\n    return (nothing,)\n");
      await settled(page, /error/);
      assert.deepEqual(await findings(page), []);
      assert.deepEqual(complaints, []);
    });
  }
}

test("at 400 pixels nothing scrolls sideways, and every part can be reached", async () => {
  const { page } = await site.page({ viewport: { width: 400, height: 800 } });
  await settled(page);
  for (const pane of ["text", "passes", "output"]) {
    await page.locator(`[data-pane=${pane}]`).click();
    assert.ok(
      await page.evaluate("document.documentElement.scrollWidth <= innerWidth"),
      pane,
    );
    const cut = await page
      .locator(".bar:visible button:visible, .bar:visible select:visible")
      .evaluateAll((all) =>
        all
          .filter(
            (one) =>
              !one.closest(".steps") &&
              one.getBoundingClientRect().right > innerWidth,
          )
          .map((one) => one.outerHTML),
      );
    assert.deepEqual(cut, []);
  }
  await page.locator("[data-tab=diff]").click();
  await page.locator("seesaw-output .cm-changedLine").first().waitFor();
  assert.equal(
    await page.locator("seesaw-output .cm-content").count(),
    1,
    "one column",
  );
  const right = await page
    .getByTestId("format")
    .evaluate((select) => select.getBoundingClientRect().right);
  assert.ok(right <= 400);
});

test("light and dark follow the system, and the button overrules it and is remembered", async () => {
  const { page } = await site.page({ colorScheme: "dark" });
  await settled(page);
  const shade = () =>
    page
      .locator(".page")
      .evaluate((node) => getComputedStyle(node).backgroundColor);
  const dark = await shade();
  await page.emulateMedia({ colorScheme: "light" });
  const light = await shade();
  assert.notEqual(dark, light);
  await page.getByTestId("theme").click();
  await page.getByTestId("theme").click();
  assert.equal(await shade(), dark);
  await page.reload();
  assert.equal(await shade(), dark);
});

test("the keyboard is enough: every control shows its focus, Tab leaves the editor, tabs follow arrows", async () => {
  const { page } = await site.page();
  await settled(page);
  const seen = new Set();
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    await page.waitForTimeout(30);
    const focus = await page.evaluate(`(() => {
      let node = document.activeElement;
      while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
      if (!node || node === document.body) return null;
      const style = getComputedStyle(node);
      const ring = style.outlineStyle !== 'none' || node.closest('.cm-editor.cm-focused') !== null;
      return { name: node.dataset.testid ?? node.getAttribute('aria-label') ?? node.textContent.trim(), ring };
    })()`);
    if (focus === null) break;
    const { name, ring } = /** @type {any} */ (focus);
    assert.ok(ring, `no visible focus on ${name}`);
    seen.add(name);
  }
  for (const name of [
    "examples",
    "theme",
    "source",
    "ambient",
    "add-pass",
    "format",
  ])
    assert.ok(seen.has(name), `${name} not reached: ${[...seen]}`);
  await page.locator("[data-tab=result]").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(
    await page.locator("[data-tab=diff]").getAttribute("aria-selected"),
    "true",
  );
  await page.locator(".cm-changedLine").first().waitFor();
});

test("hovering over a squiggle tells what is wrong", async () => {
  const { page, complaints } = await site.page();
  await settled(page);
  await type(page, "def forward(self, x):\n    return (nothing,)\n");
  await page.locator(".cm-lintRange-error").first().hover();
  await page.locator(".cm-tooltip", { hasText: "nothing" }).waitFor();
  assert.deepEqual(complaints, []);
});

test("a bare HTML file needs the element and one script", async () => {
  const root = await mkdtemp(join(tmpdir(), "seesaw-bare-"));
  await cp(join(WEB, "dist"), root, { recursive: true });
  await writeFile(
    join(root, "bare.html"),
    '<!doctype html><title>bare</title><script type="module" src="seesaw-playground.js"></script><seesaw-playground></seesaw-playground>',
  );
  const bare = await openSite({ root });
  try {
    const { page, complaints } = await bare.page({ path: "bare.html" });
    await settled(page);
    await resultWith(page, "wrap_with_set_grad_enabled");
    assert.deepEqual(complaints, []);
  } finally {
    await bare.close();
    await rm(root, { recursive: true });
  }
});
