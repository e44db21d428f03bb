/**
 * The README's examples of tensors in Chromium: the package's own files, no bundler, and the same output as in Node.
 */
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openSite } from '../../web/tools/browser.js';
import { printedExamples } from '../node/support.js';

const WASM = fileURLToPath(new URL('../../wasm/', import.meta.url));
/** @type {string} */
let root;
/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
/** @type {{ code: string, printed: string }[]} */
let examples;

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'seesaw-tensor-'));
  for (const folder of ['js', 'dist']) await cp(join(WASM, folder), join(root, folder), { recursive: true });
  examples = printedExamples(await readFile(join(WASM, 'README.md'), 'utf8')).filter(({ code }) =>
    code.includes("'seesaw/tensor'"),
  );
  for (const [i, { code }] of examples.entries()) {
    await writeFile(
      join(root, `example${i}.js`),
      `${code.replaceAll("'seesaw/tensor'", "'./js/tensor/index.js'")}\nconsole.log('the end');\n`,
    );
    await writeFile(
      join(root, `example${i}.html`),
      `<!doctype html><html lang="en"><title>example</title><script type="module" src="example${i}.js"></script>`,
    );
  }
  await writeFile(join(root, 'empty.html'), '<!doctype html><html lang="en"><title>empty</title>');
  site = await openSite({ root });
});
after(async () => {
  await site.close();
  await rm(root, { recursive: true });
});

test('the examples print what the README says', async () => {
  assert.ok(examples.length >= 10);
  for (const [i, { printed }] of examples.entries()) {
    const { page, complaints } = await site.page({ path: 'empty.html' });
    /** @type {string[]} */
    const lines = [];
    const end = new Promise((resolve) => {
      page.on('console', (message) => (message.text() === 'the end' ? resolve(null) : lines.push(message.text())));
      page.on('pageerror', resolve);
    });
    await page.goto(`${site.url}example${i}.html`);
    await end;
    assert.deepEqual(complaints, [], `example ${i}`);
    assert.equal(lines.join('\n').trim(), printed.trim(), `example ${i}`);
    await page.context().close();
  }
});

test('a throwing hook surfaces as that same error, and `using` has what it needs', async () => {
  const { page } = await site.page({ path: 'empty.html' });
  const found = await page.evaluate(async () => {
    const torch = await import(/** @type {any} */ ('./js/tensor/index.js'));
    const a = torch.tensor(2, { requiresGrad: true });
    const y = a.mul(3);
    const error = new RangeError('mine');
    y.registerHook(() => {
      throw error;
    });
    let same = false;
    try {
      y.backward();
    } catch (caught) {
      same = caught === error;
    }
    y.dispose();
    return {
      same,
      grad: torch.grad(a.mul(5), a)[0].item(),
      disposable: typeof Symbol.dispose !== 'symbol' || typeof a[Symbol.dispose] === 'function',
    };
  });
  assert.deepEqual(found, { same: true, grad: 5, disposable: true });
});
