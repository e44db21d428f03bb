/**
 * Builds a small site with VitePress and one with Docusaurus from the package as npm packs it, and looks at both in
 * Chromium, light and dark, also after a way inside of the site. Not among the tests: it loads 300 MB and Docusaurus
 * takes minutes.
 *
 *   node tests/tools/docs_sites.mjs [vitepress] [docusaurus]
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSite } from '../../web/tools/browser.js';

const WASM = fileURLToPath(new URL('../../wasm', import.meta.url));
const FENCE = '```';
const MODEL = `def forward(self, x: "f32[3]"):
    sin = torch.ops.aten.sin.default(x);  x = None
    dead = torch.ops.aten.sin.default(sin)
    add = torch.ops.aten.add.Tensor(sin, 1)
    return (add,)
`;
const FIRST = `# Figures

${FENCE}seesaw file=model.txt passes=eliminate_dead_code tab=diff caption="What the pass makes"
${FENCE}

`;
const DEEP = `# Deep

${FENCE}seesaw tab=graph compact
def forward(self, x: "f32[3]"):
    cos = torch.ops.aten.cos.default(x)

    return (cos,)
${FENCE}
`;

const TOOLS = {
  vitepress: {
    packages: ['vitepress@1.6.4', 'vue@3'],
    build: ['vitepress', 'build', 'docs'],
    out: 'docs/.vitepress/dist',
    link: 'a[href*="deep/page"]',
    dark: 'rgb(20, 22, 26)',
    files: {
      'docs/.vitepress/config.js': `import { seesaw } from 'seesaw/vitepress';
const markdown = { config: (md) => md.use(seesaw) };
export default { base: '/sub/', markdown, vite: { build: { target: 'es2022' } } };
`,
      'docs/.vitepress/theme/index.js': `import DefaultTheme from 'vitepress/theme';
export default { ...DefaultTheme, enhanceApp: () => import.meta.env.SSR || import('seesaw/element') };
`,
      'docs/index.md': `${FIRST}[deep](./deep/page.md)\n`,
      'docs/deep/page.md': DEEP,
      'docs/model.txt': MODEL,
    },
  },
  docusaurus: {
    packages: ['@docusaurus/core@3', '@docusaurus/preset-classic@3', 'react@19', 'react-dom@19'],
    build: ['docusaurus', 'build'],
    out: 'build',
    link: 'article a[href*="deep"]',
    dark: 'rgb(20, 22, 26)',
    files: {
      'docusaurus.config.mjs': `import seesaw, { remarkSeesaw } from 'seesaw/docusaurus';
export default { title: 'Figures', url: 'https://example.com', baseUrl: '/sub/', plugins: [seesaw],
  themeConfig: { colorMode: { respectPrefersColorScheme: true } },
  presets: [['classic', { docs: { routeBasePath: '/', remarkPlugins: [remarkSeesaw] }, blog: false }]] };\n`,
      'docs/index.md': `---\nslug: /\n---\n${FIRST}[deep](./deep.md)\n`,
      'docs/deep.md': DEEP,
      'docs/model.txt': MODEL,
    },
  },
};

/**
 * Nodes and the colour of the first figure of a page.
 * @param {import('playwright-core').Page} page
 * @param {number} nodes
 */
async function figure(page, nodes) {
  await page.waitForFunction(
    (wanted) => /** @type {any} */ (document.querySelector('seesaw-playground'))?.model?.live.good?.nodes === wanted,
    nodes,
    { timeout: 60_000 },
  );
  return page
    .locator('seesaw-playground .page')
    .first()
    .evaluate((one) => getComputedStyle(one).backgroundColor);
}

/** @param {string} name @param {(typeof TOOLS)['vitepress']} tool @param {string} tarball */
async function tried(name, { packages, build, out, link, dark, files }, tarball) {
  const folder = mkdtempSync(join(tmpdir(), `seesaw-${name}-`));
  const npm = (/** @type {string[]} */ ...args) =>
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    npm('install', '--no-audit', '--no-fund', ...packages, tarball);
    const begun = Date.now();
    execFileSync('npx', build, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const seconds = Math.round((Date.now() - begun) / 1000);
    cpSync(join(folder, out), join(folder, 'served/sub'), { recursive: true });
    const site = await openSite({ root: `${join(folder, 'served')}/` });
    try {
      for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
        const { page, complaints } = await site.page({ path: 'sub/', colorScheme, bypassCSP: true });
        const background = colorScheme === 'dark' ? dark : 'rgb(246, 247, 249)';
        assert.equal(await figure(page, 4), background);
        await page.click(link);
        assert.equal(await figure(page, 3), background);
        assert.deepEqual(complaints, []);
      }
    } finally {
      await site.close();
    }
    process.stdout.write(
      `${name}: built in ${seconds} s; figures live, light and dark, and after a way inside of the site\n`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(TOOLS);
const place = mkdtempSync(join(tmpdir(), 'seesaw-docs-'));
try {
  const packed = execFileSync('npm', ['pack', WASM, '--pack-destination', place, '--silent'], { encoding: 'utf8' });
  const tarball = join(place, packed.trim().split('\n').at(-1) ?? '');
  for (const name of wanted) await tried(name, /** @type {any} */ (TOOLS)[name], tarball);
} finally {
  rmSync(place, { recursive: true });
}
