/** The package as npm ships it: packed, installed from the tarball into an empty folder without a network, and used. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { printedExamples } from './support.js';
import { pieces } from './pieces.js';

const run = promisify(execFile);
/** What the package may hold. */
const PUBLISHED = [
  /^js\/[\w/-]+\.(c?js|d\.c?ts)$/,
  /^element\/([\w-]+\.js|licences\.txt)$/,
  /^dist\/seesaw(-full)?\.(mjs|wasm)$/,
  /^schema\/[\w.-]+\.json$/,
  /^docs-plugins\/(\w+\.(js|d\.ts)|README\.md|python\/\w+\.py)$/,
  /^(python\/[\w/]+|harness\/\w+)\.py$/,
  /^(README\.md|LICENSE|NOTICES\.txt|package\.json)$/,
];
const WASM = fileURLToPath(new URL('../../wasm', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'seesaw-package-'));
after(() => rmSync(folder, { recursive: true }));
const installed = join(folder, 'node_modules/seesaw');
const quiet = ['--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];

/** @type {string[]} */
let files;
before(async () => {
  const { stdout } = await run('npm', ['pack', WASM, '--json', '--pack-destination', folder, ...quiet], {
    cwd: folder,
    maxBuffer: 1 << 26,
  });
  // What the script of the package says goes before.
  const [packed] = JSON.parse(stdout.slice(stdout.search(/^\[/m)));
  files = packed.files.map((/** @type {{ path: string }} */ file) => file.path);
  writeFileSync(join(folder, 'package.json'), '{"type": "module", "private": true}');
  await run('npm', ['install', join(folder, packed.filename), ...quiet], { cwd: folder });
});

test('it holds what it needs and nothing else', () => {
  for (const path of [
    'js/index.js',
    'js/index.d.ts',
    'js/tensor/index.js',
    'js/tensor/index.d.ts',
    'js/tensor/operator-methods.d.ts',
    'js/tensor/operator-functions.d.ts',
    'js/cli/main.js',
    'js/index.cjs',
    'js/passes.d.ts',
    'js/element.d.ts',
    'element/index.js',
    'element/worker.js',
    'element/licences.txt',
    'dist/seesaw.mjs',
    'dist/seesaw.wasm',
    'dist/seesaw-full.mjs',
    'dist/seesaw-full.wasm',
    'schema/seesaw-program-1.schema.json',
    'README.md',
    'LICENSE',
    'NOTICES.txt',
    'package.json',
  ]) {
    assert.ok(files.includes(path), `${path} is missing`);
  }
  assert.deepEqual(
    files.filter((path) => !PUBLISHED.some((pattern) => pattern.test(path))),
    [],
  );
  assert.equal(readFileSync(join(WASM, 'LICENSE'), 'utf8'), readFileSync(join(WASM, '../LICENSE'), 'utf8'));
});

test('its examples print what its README says', async () => {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const examples = printedExamples(readme);
  assert.equal(examples.length, readme.split('```js\n').length - 1, 'each example shows what it prints');
  assert.ok(examples.length >= 12);
  for (const [i, { code, printed }] of examples.entries()) {
    writeFileSync(join(folder, `example${i}.js`), code);
    const { stdout, stderr } = await run(process.execPath, [`example${i}.js`], { cwd: folder });
    assert.equal(stderr, '');
    assert.equal(stdout.trim(), printed.trim());
  }
});

test('its README names every method and export', async () => {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const seesaw = await import(join(installed, 'js/index.js'));
  for (const name of [
    ...Object.keys(seesaw),
    ...Object.getOwnPropertyNames(seesaw.Session.prototype).filter((method) => method !== 'constructor'),
  ]) {
    assert.match(readme, new RegExp(`\\b${name}\\b`));
  }
});

test('its README names every export of the tensors, and all of torch.autograd.graph', async () => {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const torch = await import(join(installed, 'js/tensor/index.js'));
  const types = readFileSync(join(installed, 'js/tensor/index.d.ts'), 'utf8');
  const elsewhere = [...types.matchAll(/^export (?:class|const|function) (\w+)/gm)].map((m) => m[1]);
  for (const name of Object.keys(torch)) {
    assert.ok(elsewhere.includes(name), `${name} is declared`);
    assert.match(readme, new RegExp(`\\b${name}\\b`));
  }
  const ofPyTorch = [
    'Node',
    'getGradientEdge',
    'incrementVersion',
    'savedTensorsHooks',
    'saveOnCpu',
    'disableSavedTensorsHooks',
    'registerMultiGradHook',
    'allowMutationOnSavedTensors',
  ];
  const members = ['name', 'nextFunctions', 'metadata', 'registerHook', 'registerPrehook'];
  for (const name of ofPyTorch) assert.match(readme, new RegExp(`graph\\.${name}\\b`));
  for (const name of members) assert.match(readme, new RegExp(`gradFn\\.${name}\\b`));
});

test('what is not installed with it is said to be missing, with the version that is wanted', async () => {
  const bin = join(folder, 'node_modules/.bin/seesaw');
  const { status, stderr } = spawnSync(bin, ['mcp'], { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 2);
  assert.match(
    stderr,
    pieces(
      /^seesaw: error: the package @modelcontextprotocol\/server is not installed.*\n/,
      / {4}note: npm install @modelcontextprotocol\/server@\d/,
    ),
  );
  const { devDependencies } = JSON.parse(readFileSync(join(WASM, '../web/package.json'), 'utf8'));
  const { peerDependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  for (const [name, version] of Object.entries(peerDependencies)) assert.equal(devDependencies[name], version, name);
});

test('its command runs', async () => {
  const bin = join(folder, 'node_modules/.bin/seesaw');
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.equal((await run(bin, ['version'])).stdout, `${version}\n`);
  writeFileSync(
    join(folder, 'ok.py'),
    'def forward(self, x):\n    add = torch.add(x, 1);  x = None\n    return (add,)\n',
  );
  const { stdout } = await run('npx', [...quiet, 'seesaw', 'print', 'ok.py', '--format', 'code'], { cwd: folder });
  assert.equal(stdout.trim(), readFileSync(join(folder, 'ok.py'), 'utf8').trim());
  writeFileSync(join(folder, 'scenario.json'), '{"program": [{"op": "leaf", "out": "a", "shape": [], "data": [2]}]}');
  assert.equal((await run(bin, ['autograd', join(folder, 'scenario.json')])).stdout, 'a = tensor(2.)\n');
  // The replay is part of it, and needs nothing of the checkout.
  const corpus = fileURLToPath(new URL('../data/corpus/cases/a_empty', import.meta.url));
  assert.match((await run(bin, ['replay', corpus])).stdout, /(^|\n)[1-9]\d* passed, 0 failed, \d+ skipped\n$/);
});

test('what it exports can be reached, and nothing else', async () => {
  writeFileSync(
    join(folder, 'exports.js'),
    `
    import schema from 'seesaw/schema/seesaw-program-1.schema.json' with { type: 'json' };
    import about from 'seesaw/package.json' with { type: 'json' };
    import { Session } from 'seesaw';
    const session = await Session.create({ wasm: new URL(import.meta.resolve('seesaw/dist/seesaw.wasm')) });
    const inside = await import('seesaw/js/replay/index.js').catch((error) => error.code);
    console.log(schema.title, '|', about.name, '|', session.describe().version === about.version, '|', inside);
  `,
  );
  const { stdout } = await run(process.execPath, ['--no-warnings', 'exports.js'], { cwd: folder });
  assert.equal(stdout, 'Seesaw program, version 1 | seesaw | true | ERR_PACKAGE_PATH_NOT_EXPORTED\n');
});
