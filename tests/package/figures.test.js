/**
 * Figures for other people's pages, made by the installed package: `seesaw embed`, `seesaw report`, extensions of
 * documentation tools.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openSite } from '../../web/tools/browser.js';
import { installed } from './support.js';

const MODEL = `def forward(self, x: "f32[3]"):
    sin = torch.ops.aten.sin.default(x);  x = None
    _set_grad_enabled = torch._C._set_grad_enabled(False)
    cos = torch.ops.aten.cos.default(sin)
    _set_grad_enabled_1 = torch._C._set_grad_enabled(True)
    dead = torch.ops.aten.sin.default(cos)
    add = torch.ops.aten.add.Tensor(cos, 1)
    return (add,)
`;
const PASSES = 'replace_set_grad_with_hop_pass:correct=true,eliminate_dead_code';

/** @type {Awaited<ReturnType<typeof installed>>} */
let project;
/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  project = await installed();
  writeFileSync(join(project.folder, 'model.txt'), MODEL);
  writeFileSync(join(project.folder, 'bad.txt'), 'def forward(self, x):\n    return (zz,)\n');
  writeFileSync(join(project.folder, 'odd.txt'), 'def forward(self, x):\n    return (x + "</script><b>",)\n');
  site = await openSite({ root: `${project.folder}/` });
});
after(async () => {
  await site?.close();
  project?.remove();
});

/** @param {string[]} args */
function seesaw(...args) {
  const bin = join(project.folder, 'node_modules/seesaw/js/cli/main.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: project.folder,
    encoding: 'utf8',
  });
  return { status, out: stdout, err: stderr };
}

const RUN = [
  '--passes',
  'replace_set_grad_with_hop_pass,eliminate_dead_code',
  '--option',
  'replace_set_grad_with_hop_pass.correct=true',
];

/** What an element of a page shows, once it has run. @param {import('playwright-core').Page} page */
async function shown(page, nth = 0) {
  await page.waitForFunction(
    (at) => {
      const { live } = /** @type {any} */ (document.querySelectorAll('seesaw-playground')[at])?.model ?? {};
      return live !== undefined && !live.pending && live.good !== null;
    },
    nth,
    { timeout: 30_000 },
  );
  return page.evaluate((at) => {
    const { model, engine, readonly } = /** @type {any} */ (document.querySelectorAll('seesaw-playground')[at]);
    const passes = model.doc.pipeline.map((/** @type {any} */ { name }) => name);
    return { nodes: model.live.good.nodes, passes, onMainThread: engine.onMainThread, readonly, notice: model.notice };
  }, nth);
}

/** A page without JavaScript, from a disk. @param {string} path */
async function still(path) {
  const context = await site.browser.newContext({ javaScriptEnabled: false, offline: true });
  const page = await context.newPage();
  await page.goto(pathToFileURL(join(project.folder, path)).href);
  return page;
}

test('embed writes a figure that lives in a page, and is read without JavaScript', async () => {
  const { status, out, err } = seesaw(
    'embed',
    'model.txt',
    ...RUN,
    '--tab',
    'diff',
    '--caption',
    'One <figure>',
    '-o',
    'site',
  );
  assert.deepEqual([status, err], [0, '']);
  const names = ['model.html', 'model.txt', 'model.svg', 'seesaw/element/index.js', 'model.json'];
  assert.equal(out, names.map((name) => `${join('site', name)}\n`).join(''));
  const record = JSON.parse(readFileSync(join(project.folder, 'site/model.json'), 'utf8'));
  assert.deepEqual([record.format, record.nodes, record.passes], [1, [8, 10], PASSES]);
  assert.equal(record.source, MODEL);
  assert.match(record.why, /wrapped: grad mode is disabled/);
  const { page, complaints } = await site.page({ path: 'site/model.html' });
  const { notice, ...said } = await shown(page);
  assert.deepEqual(said, {
    nodes: 10,
    passes: ['replace_set_grad_with_hop_pass', 'eliminate_dead_code'],
    onMainThread: false,
    readonly: true,
  });
  assert.equal(notice, '');
  // The policy of this server has no images; those of the page are for the time until the element is there.
  assert.deepEqual(
    complaints.filter((one) => !one.includes('model.svg')),
    [],
  );
  assert.equal(await page.locator('figcaption').innerText(), 'One <figure>');
  const quiet = await still('site/model.html');
  assert.match(await quiet.locator('.seesaw-result').innerText(), /wrap_with_set_grad_enabled/);
  assert.ok(
    (await quiet.locator('img').evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth)) > 50,
  );
});

test('an embed beside another copies nothing twice, and what is wrong is said', () => {
  const script = join(project.folder, 'site/seesaw/element/index.js');
  const before = statSync(script).ino;
  assert.equal(seesaw('embed', 'model.txt', '--name', 'second', '-o', 'site').status, 0);
  assert.equal(statSync(script).ino, before);
  assert.ok(existsSync(join(project.folder, 'site/second.html')));
  assert.equal(seesaw('embed', 'model.txt', '--no-element', '-o', 'bare').status, 0);
  assert.deepEqual(readdirSync(join(project.folder, 'bare')).sort(), [
    'model.html',
    'model.json',
    'model.svg',
    'model.txt',
  ]);
  for (const [args, said] of /** @type {[string[], RegExp][]} */ ([
    [['embed', 'model.txt'], /the folder is missing/],
    [['embed', 'bad.txt', '-o', 'site'], /bad\.txt:2:13: error: unknown name 'zz'/],
    [['embed', 'model.txt', '--tab', 'nope', '-o', 'site'], /there is no tab 'nope'/],
    [['embed', 'model.txt', '--name', '../up', '-o', 'site'], /--name is a name for files/],
    [['embed', 'model.txt', '--passes', 'nope', '-o', 'site'], /there is no pass called 'nope'/],
    [['report', 'model.txt'], /the file to write is missing/],
  ])) {
    const { status, err } = seesaw(...args);
    assert.equal(status, 2, args.join(' '));
    assert.match(err, said);
  }
});

test('a report opens from file://, without a network, with its engine in a worker', async () => {
  const { status, err } = seesaw('report', 'model.txt', 'bad.txt', 'odd.txt', ...RUN, '--check', '-o', 'report.html');
  assert.equal(status, 2, 'a file could not be read');
  assert.match(err, /^bad\.txt:2:13: error: unknown name 'zz'/);
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const context = await site.browser.newContext({ offline: true, colorScheme });
    const page = await context.newPage();
    /** @type {string[]} */
    const complaints = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!/^(file:.*\/report\.html|blob:.*)$/.test(request.url())) complaints.push(request.url().slice(0, 100));
    });
    await page.goto(pathToFileURL(join(project.folder, 'report.html')).href);
    const { nodes, onMainThread } = await shown(page);
    assert.deepEqual({ nodes, onMainThread }, { nodes: 10, onMainThread: false });
    const dark = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    assert.equal(dark, colorScheme === 'dark' ? 'rgb(26, 29, 34)' : 'rgb(255, 255, 255)');
    // The larger module is in it, too: pictures.
    await page.locator('[data-tab=graph]').click();
    await page.locator('seesaw-canvas').waitFor({ timeout: 30_000 });
    assert.deepEqual(complaints, []);
    if (colorScheme === 'dark') continue;
    await page.locator('[data-graph="2"]').click();
    await page.waitForFunction(() =>
      /** @type {any} */ (document.querySelector('seesaw-playground')).text.includes('<b>'),
    );
    assert.equal(await page.evaluate(() => document.querySelectorAll('b').length), 0, 'what a graph says is no HTML');
  }
  const quiet = await still('report.html');
  assert.match(await quiet.locator('#graph-0').innerText(), /equal in 1 result and 1 gradient/);
  assert.match(await quiet.locator('#graph-1').innerText(), /unreadable[^]*unknown name 'zz'/);
  assert.match(await quiet.locator('#graph-0').innerText(), /_set_grad_enabled.*wrapped: grad mode is disabled/);
  assert.ok(await quiet.locator('#graph-0 svg').isVisible());
});

test('a small report weighs less and says what it cannot do', async () => {
  assert.equal(seesaw('report', 'model.txt', ...RUN, '-o', 'whole.html').status, 0);
  assert.equal(seesaw('report', 'model.txt', ...RUN, '--small', '-o', 'small.html').status, 0);
  const size = (/** @type {string} */ name) => statSync(join(project.folder, name)).size;
  assert.ok(size('whole.html') < 6.85e6, `${size('whole.html')}`);
  assert.ok(size('small.html') < 2.2e6, `${size('small.html')}`);
  const page = await (await site.browser.newContext({ offline: true })).newPage();
  await page.goto(pathToFileURL(join(project.folder, 'small.html')).href);
  assert.equal((await shown(page)).nodes, 10);
});

/** Debian's Python, which has the tools that scripts/setup installs. */
const PYTHON = '/usr/bin/python3';

/** @param {string[]} args @param {string} folder */
function python(args, folder) {
  const { status, stdout, stderr } = spawnSync(PYTHON, ['-B', ...args], {
    cwd: join(project.folder, folder),
    encoding: 'utf8',
    env: { ...process.env, SEESAW_CACHE: join(project.folder, 'figures-cache') },
  });
  return { status, said: stdout + stderr };
}

/** Files of a project of a documentation tool. @param {string} folder @param {Record<string, string>} files */
function written(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    const path = join(project.folder, folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

const COSINE = `def forward(self, x: "f32[3]"):
    cos = torch.ops.aten.cos.default(x)

    return (cos,)
`;
const indented = (/** @type {string} */ text) => text.replace(/^(?=.)/gm, '   ');

/**
 * A page of a site: its figures live, nothing is complained of, and the colours are those of the reader.
 * @param {string} path @param {object} wanted of each figure @param {string} [prepare]
 */
async function lives(path, wanted, prepare) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    // Documentation has its own policy, or none: that of the server here is for Seesaw's page.
    const { page, complaints } = await site.page({
      path,
      colorScheme,
      bypassCSP: true,
      ...(prepare ? { prepare } : {}),
    });
    for (const [nth, one] of Object.entries(wanted)) {
      const { nodes, passes, onMainThread } = await shown(page, Number(nth));
      assert.deepEqual({ nodes, passes, onMainThread }, { onMainThread: false, ...one }, `${path} ${nth}`);
    }
    assert.deepEqual(complaints, [], path);
    const place = process.env.SEESAW_SCREENSHOTS;
    if (place)
      await page.screenshot({ path: join(place, `${path.replaceAll('/', '-')}-${colorScheme}.png`), fullPage: true });
    await page.context().close();
  }
}

test('Sphinx: a directive with a file or a graph; live in HTML, text elsewhere', async () => {
  written('sphinx', {
    'conf.py': `import os, sys
sys.path.insert(0, os.path.abspath("../node_modules/seesaw/docs-plugins/python"))
extensions = ["seesaw_sphinx"]
project = "Figures"
`,
    'graphs/model.txt': MODEL,
    'index.rst': `Figures\n=======\n\n.. seesaw:: graphs/model.txt
   :passes: replace_set_grad_with_hop_pass, eliminate_dead_code
   :option: replace_set_grad_with_hop_pass.correct=true\n   :tab: diff\n   :caption: What <two> passes make of it\n
.. toctree::\n\n   deep/page\n`,
    'deep/page.rst': `Deep\n====\n\n.. seesaw::\n   :tab: graph\n   :name: cosine\n\n${indented(COSINE)}`,
  });
  for (const builder of ['html', 'text', 'latex']) {
    const quiet = ['-D', 'suppress_warnings=seesaw.picture'];
    const { status, said } = python(
      ['-m', 'sphinx', '-q', '-W', ...quiet, '-b', builder, '.', `out/${builder}`],
      'sphinx',
    );
    assert.deepEqual([status, said], [0, ''], builder);
  }
  const passes = ['replace_set_grad_with_hop_pass', 'eliminate_dead_code'];
  await lives('sphinx/out/html/index.html', [{ nodes: 10, passes }]);
  await lives('sphinx/out/html/deep/page.html', [{ nodes: 3, passes: [] }]);
  const html = readFileSync(join(project.folder, 'sphinx/out/html/index.html'), 'utf8');
  assert.match(html, /<figcaption>What &lt;two&gt; passes make of it<\/figcaption>/);
  assert.doesNotMatch(html, new RegExp(project.folder), 'nothing of the machine is in it');
  const text = readFileSync(join(project.folder, 'sphinx/out/text/index.txt'), 'utf8');
  assert.match(
    text,
    /\*\*What <two> passes make of it\*\*[^]*wrap_with_set_grad_enabled\(False[^]*wrapped: grad mode is disabled/,
  );
  const tex = readFileSync(join(project.folder, 'sphinx/out/latex/figures.tex'), 'utf8');
  assert.match(tex, /wrap\\PYGZus\{\}with\\PYGZus\{\}set\\PYGZus\{\}grad/);
  const quiet = await still('sphinx/out/html/deep/page.html');
  assert.ok(await quiet.locator('.seesaw-figure img').isVisible());
});

/** A project of Sphinx with one page. @param {string} folder @param {string[]} figures @param {string} [conf] */
function sphinx(folder, figures, conf = '') {
  written(folder, {
    'conf.py': readFileSync(join(project.folder, 'sphinx/conf.py'), 'utf8') + conf,
    'index.rst': `Bad\n===\n\n${figures.join('\n')}`,
    'graph.txt': MODEL,
  });
  return (/** @type {string} */ builder, /** @type {string[]} */ ...more) =>
    python(['-m', 'sphinx', '-q', ...more, '-b', builder, '.', `out/${builder}`], folder);
}

test('Sphinx: what is wrong with a figure is logged with its place, and stands in the page', () => {
  const graph = '\n   def forward(self, x):\n       return (zz,)\n';
  const wrong = /** @type {[string, RegExp][]} */ ([
    [`.. seesaw::\n${graph}`, /index\.rst:4: ERROR: index\.rst:7:16: error: unknown name 'zz'/],
    ['.. seesaw:: gone.txt\n', /ERROR: there is no file 'gone\.txt': paths are relative to the document/],
    ['.. seesaw::\n', /ERROR: .*neither: write the name of a file, or the graph after a blank line:\n\n\.\. seesaw::/],
    [`.. seesaw:: graph.txt\n${graph}`, /ERROR: a graph is given as a file or as content, not both/],
    ['.. seesaw::\n   def forward(self, x):\n       return (x,)\n', /ERROR: a graph begins after a blank line/],
    ['.. seesaw:: graph.txt\n   :theme: drak\n', /no theme 'drak'\n +note: themes are system, light, dark/],
    ['.. seesaw:: graph.txt\n   :thme: dark\n', /no option 'thme'; it has passes, /],
    ['.. seesaw:: graph.txt\n   :compact: yes\n', /the option 'compact' has no value/],
    ['.. seesaw:: graph.txt\n   :passes: nope\n', /there is no pass called 'nope'/],
  ]);
  const build = sphinx(
    'sphinx-bad',
    wrong.map(([text]) => text),
  );
  const { status, said } = build('html');
  assert.equal(status, 0, said);
  const html = readFileSync(join(project.folder, 'sphinx-bad/out/html/index.html'), 'utf8');
  assert.equal(html.split('This figure could not be made').length, 1 + wrong.length);
  assert.match(html, /class="admonition error"[^]*unknown name/);
  for (const [text, expected] of wrong) assert.match(said, expected, text);
  assert.notEqual(build('html', '-E', '-W').status, 0, 'an error of a build that takes warnings for errors');
});

test('Sphinx: without the live element there is the difference, and a PDF without pictures is told of once', () => {
  const one = '.. seesaw:: graph.txt\n   :passes: eliminate_dead_code\n   :tab: diff\n';
  const build = sphinx('sphinx-static', [one, one]);
  assert.equal(build('text').said, '');
  const text = readFileSync(join(project.folder, 'sphinx-static/out/text/index.txt'), 'utf8');
  assert.match(text, /^ *- %dead : .*torch\.ops\.aten\.sin/m);
  assert.match(text, /8 -> 7 nodes/);
  const { said } = build('latex');
  const drawn = spawnSync('rsvg-convert', ['--version']).status === 0;
  assert.equal(said.split('rsvg-convert makes it').length, drawn ? 1 : 2, said);
  const quiet = sphinx('sphinx-quiet', [one], 'suppress_warnings = ["seesaw.picture"]\n');
  assert.deepEqual(quiet('latex', '-W'), { status: 0, said: '' });
});

test('MkDocs: a fenced block with a graph, or with the name of a file', async () => {
  const fence = '```';
  const model =
    'seesaw file=model.txt passes="replace_set_grad_with_hop_pass,eliminate_dead_code" ' +
    'option=replace_set_grad_with_hop_pass.correct=true tab=diff caption="What the passes make"';
  written('mkdocs', {
    'mkdocs.yml': [
      'site_name: Figures',
      'theme: {name: mkdocs, highlightjs: false}',
      'hooks: [../node_modules/seesaw/docs-plugins/python/seesaw_mkdocs.py]',
      'plugins: []\n',
    ].join('\n'),
    'docs/index.md': `# Figures\n\n${fence}${model}\n${fence}\n\nText.\n`,
    'docs/model.txt': MODEL,
    'docs/deep/page.md': [
      `# Deep\n\n${fence}seesaw tab=graph\n${COSINE}${fence}\n`,
      `${fence}python\nx = 1\n${fence}\n`,
      `${fence}${fence[0]}text\n${fence}seesaw\nshown as it is\n${fence}\n${fence}${fence[0]}\n`,
    ].join('\n'),
  });
  const { status, said } = python(['-m', 'mkdocs', 'build', '-q', '--strict'], 'mkdocs');
  assert.deepEqual([status, said], [0, '']);
  const passes = ['replace_set_grad_with_hop_pass', 'eliminate_dead_code'];
  await lives('mkdocs/site/index.html', [{ nodes: 10, passes }]);
  await lives('mkdocs/site/deep/page/index.html', [{ nodes: 3, passes: [] }]);
  const html = readFileSync(join(project.folder, 'mkdocs/site/deep/page/index.html'), 'utf8');
  assert.equal(html.split('<seesaw-playground').length, 2, 'a block in a block is shown as it is');
  assert.match(html, /shown as it is/);
  written('mkdocs', { 'docs/bad.md': `# Bad\n\n${fence}seesaw colour=red\n${COSINE}${fence}\n` });
  const bad = python(['-m', 'mkdocs', 'build', '-q'], 'mkdocs');
  assert.notEqual(bad.status, 0);
  assert.match(bad.said, /bad\.md: a seesaw block has no 'colour'/);
  const pages = /** @type {[string, RegExp][]} */ ([
    ['seesaw\ndef forward(self, x):\n    return (zz,)\n', /bad\.md:7: bad\.md:9:13: error: unknown name 'zz'/],
    ['seesaw file=gone.txt\n', /bad\.md:7: there is no file 'gone\.txt'; paths are relative to the page/],
    ['seesaw theme=drak file=model.txt\n', /no theme 'drak'\n +note: themes are system, light, dark/],
    ['seesaw\n', /bad\.md:7: a seesaw block holds a graph, or names a file, one of them: ```seesaw passes=/],
  ]);
  for (const [block, expected] of pages) {
    written('mkdocs', { 'docs/bad.md': `---\ntitle: T\n---\n# Bad\n\nText.\n${fence}${block}${fence}\n` });
    assert.match(python(['-m', 'mkdocs', 'build', '-q'], 'mkdocs').said, expected);
  }
});

/** The action of .github/actions on these files. @param {Record<string, string>} given */
function action(given) {
  const env = {
    ...process.env,
    GITHUB_OUTPUT: join(project.folder, 'output'),
    GITHUB_STEP_SUMMARY: join(project.folder, 'summary'),
  };
  const script = fileURLToPath(new URL('../../.github/actions/check-graphs/check.mjs', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [script], {
    cwd: project.folder,
    encoding: 'utf8',
    env: { ...env, SEESAW_COMMAND: 'node node_modules/seesaw/js/cli/main.js', ...given },
  });
  return { status, out: stdout };
}

test('the action checks a folder, tells what is wrong beside its lines, and writes the report', () => {
  written('graphs', { 'a.txt': MODEL, 'deep/b.txt': COSINE, 'notes.md': 'no graph' });
  const passes = 'eliminate_dead_code';
  const good = action({ SEESAW_FILES: 'graphs', SEESAW_PASSES: passes, SEESAW_REPORT: 'action.html' });
  assert.equal(good.status, 0, good.out);
  assert.match(good.out, /\| graphs\/a\.txt \| ok \|[^]*\| graphs\/deep\/b\.txt \| ok \|/);
  assert.doesNotMatch(good.out, /notes/);
  assert.ok(statSync(join(project.folder, 'action.html')).size > 1e6);
  assert.equal(readFileSync(join(project.folder, 'output'), 'utf8'), 'verdict=ok\n');
  const bad = action({ SEESAW_FILES: 'graphs\nbad.txt\n' });
  assert.equal(bad.status, 2);
  assert.match(bad.out, /^::error file=bad\.txt,line=2,col=13::unknown name 'zz'%0Adefine it above/m);
  assert.match(readFileSync(join(project.folder, 'summary'), 'utf8'), /### Graphs: unreadable/);
  assert.equal(action({ SEESAW_FILES: 'site/seesaw/js' }).status, 2, 'nothing to check is no success');
});
