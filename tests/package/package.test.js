/**
 * The package as its users have it: bundled by four bundlers and run in Chromium, in three test runners, checked by two
 * checkers.
 */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { installed, seen } from './support.js';

/** @type {Awaited<ReturnType<typeof installed>>} */
let project;
before(async () => {
  project = await installed();
});
after(() => project.remove());

/** The page of project/app.js. @param {string} root @param {string} [script] */
async function works(root, script) {
  if (script !== undefined) {
    const html = readFileSync(join(project.folder, 'index.html'), 'utf8');
    writeFileSync(join(project.folder, root, 'index.html'), html.replace('./app.js', script));
  }
  const { said, complaints } = await seen(project, root);
  assert.deepEqual(said, {
    small: true,
    passes: ['def forward(self, x):\n    cos = torch.ops.aten.cos.default(x);  x = None\n    return (cos,)', true],
    grad: 'tensor([2., 4.])',
    onMainThread: false,
  });
  assert.deepEqual(complaints, []);
  const scripts = readdirSync(join(project.folder, root), { recursive: true, encoding: 'utf8' });
  for (const name of scripts.filter((one) => /\.m?js$/.test(one)))
    assert.doesNotMatch(
      readFileSync(join(project.folder, root, name), 'utf8').replace(/\/\*[^]*?\*\//g, ''),
      /\b(?:from|import|require)\s*\(?\s*["'`]node:/,
      name,
    );
}

test('Vite builds it', async () => {
  await project.run('node', [project.tool('vite/bin/vite.js'), 'build', '--outDir', 'out/vite', '--base', './']);
  await works('out/vite');
});

test('webpack 5 builds it', async () => {
  await project.run('node', ['webpack.mjs']);
  await works('out/webpack', './main.js');
});

test('Rollup builds it, with the plugin for addresses of assets', async () => {
  await project.run('node', [project.tool('rollup/dist/bin/rollup'), '-c', '--silent']);
  await works('out/rollup', './app.js');
});

test('esbuild builds it, where it is said where the files are', async () => {
  await project.run('node', ['esbuild.mjs']);
  await works('out/esbuild', './app.js');
});

test('a page without a bundler copies the folder of the element', async () => {
  cpSync(join(project.folder, 'node_modules/seesaw'), join(project.folder, 'out/plain/seesaw'), { recursive: true });
  writeFileSync(
    join(project.folder, 'out/plain/index.html'),
    `<!doctype html><html lang="en"><head><title>Plain</title></head><body>
     <seesaw-playground readonly passes="eliminate_dead_code"><script type="text/plain">
       def forward(self, x):
           dead = torch.ops.aten.sin.default(x)
           return (x,)
     </script></seesaw-playground>
     <script type="module" src="seesaw/element/index.js"></script>
     <script type="module" src="look.js"></script></body></html>`,
  );
  writeFileSync(
    join(project.folder, 'out/plain/look.js'),
    `await customElements.whenDefined('seesaw-playground');
     const { model } = document.querySelector('seesaw-playground');
     while (model.live.good === null) await new Promise((done) => setTimeout(done, 20));
     window.said = model.live.good.nodes;`,
  );
  assert.deepEqual(await seen(project, 'out/plain'), { said: 2, complaints: [] });
});

test('node:test, vitest and Jest run tests of graphs', async () => {
  await project.run('node', ['--test', 'node_runner.mjs']);
  await project.run('node', [project.tool('vitest/vitest.mjs'), 'run', 'vitest.spec.mjs', '--no-color']);
  const jest = [project.tool('jest/bin/jest.js'), '--rootDir', project.folder, '--testMatch'];
  const modules = { NODE_OPTIONS: '--experimental-vm-modules' };
  await project.run('node', [...jest, '**/jest.spec.mjs'], modules);
  await project.run('node', [...jest, '**/jest_required.spec.cjs']);
});

test('require gives the same module as import', async () => {
  const { stdout, stderr } = await project.run('node', ['required.cjs']);
  assert.deepEqual([stdout, stderr], ['true true function 4 3 tensor(3.)\n', '']);
});

test('on a server the element is nothing, and nothing fails', async () => {
  const { stdout } = await project.run('node', [
    '--input-type=module',
    '-e',
    `console.log(Object.keys(await import('seesaw/element')).length)`,
  ]);
  assert.equal(stdout, '0\n');
});

test('TypeScript takes its types, strictly', async () => {
  for (const resolution of ['nodenext', 'bundler'])
    await project.run('node', [
      project.tool('typescript/bin/tsc'),
      ...['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,esnext.disposable,dom', '--jsx', 'preserve'],
      ...['--module', resolution === 'bundler' ? 'esnext' : 'nodenext', '--moduleResolution', resolution],
      ...['--types', '', 'types.tsx'],
    ]);
});

test('TypeScript takes its types without the library dom, and without skipLibCheck', async () => {
  await project.run('node', [
    project.tool('typescript/bin/tsc'),
    ...['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023', '--module', 'nodenext'],
    ...['--types', '', 'types_server.ts'],
  ]);
});

test('what a runner prints of a failed test has the place, the line and the remedy', async () => {
  const failed = async (/** @type {string[]} */ args, /** @type {Record<string, string>} */ env = {}) => {
    const { stdout, stderr } = await project.run('node', args, env).then(
      () => assert.fail('a test of a wrong graph has succeeded'),
      (error) => error,
    );
    return `${stdout}${stderr}`;
  };
  const jest = [project.tool('jest/bin/jest.js'), '--rootDir', project.folder, '--testMatch', '**/jest.wrong.mjs'];
  for (const said of [
    await failed(['--test', 'node.wrong.mjs']),
    await failed([project.tool('vitest/vitest.mjs'), 'run', '--config', 'vitest.wrong.config.mjs', '--no-color']),
    await failed(jest, { NODE_OPTIONS: '--experimental-vm-modules' }),
  ]) {
    assert.match(said, /unknown name 'zz'\n[^]*line 2, column 13\n +return \(zz,\)\n +\^\^\n/);
    assert.match(said, /no pass called 'dead_code'\n +note: did you mean 'eliminate_dead_code'\?/);
  }
});

test('publint finds nothing', async () => {
  const { stdout } = await project.run('node', [project.tool('publint/src/cli.js'), project.tarball, '--strict']);
  assert.match(stdout, /All good!/);
});

test('Are the types wrong? They are not', async () => {
  const attw = [
    project.tool('@arethetypeswrong/cli/dist/index.js'),
    project.tarball,
    '--no-color',
    '--profile',
    'node16',
  ];
  const element = ['element', 'element/jsx', 'element/react', 'vitepress', 'docusaurus'];
  await project.run('node', [...attw, '--exclude-entrypoints', 'element/worker', ...element]);
  // The element is an ES module alone.
  await project.run('node', [...attw, '--ignore-rules', 'cjs-resolves-to-esm', '--entrypoints', ...element]);
});
