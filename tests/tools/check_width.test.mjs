// The width check can fail: a line that a formatter cannot break is reported in each kind of file.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'scripts', 'check_width');
/** @type {string} */
let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'width-'));
});
after(() => rmSync(folder, { recursive: true }));

const WIDE = 'x'.repeat(121);
const SOUND = {
  '.prettierignore': '*.json\nwasm/js/made.d.ts\n',
  'CMakeLists.txt': `# ${'x'.repeat(118)}\n`,
  'core/a.cpp': `// ${'ä'.repeat(117)}\n`,
  'wasm/js/made.d.ts': WIDE,
  'web/node_modules/a.js': WIDE,
  'wasm/element/a.js': WIDE,
  'core/engine/ops/table/torch_names.inc': WIDE,
  'tests/fuzz/regressions/a.js': WIDE,
  'scripts/test': '',
  'tests/data/a.js': WIDE,
  'tests/README.md': WIDE,
};

/** @param {Record<string, string>} changes @returns {{ status: number | null, output: string }} */
function check(changes) {
  const root = mkdtempSync(join(folder, 'tree-'));
  for (const [path, text] of Object.entries({ ...SOUND, ...changes })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const run = spawnSync(script, [root], { encoding: 'utf8' });
  return { status: run.status, output: run.stdout + run.stderr };
}

test('lines of 120 columns, files of tools, recordings and prose pass', () =>
  assert.deepEqual(check({}), { status: 0, output: 'no line is too wide\n' }));

const PATHS = [
  'CMakeLists.txt',
  'core/a.cpp',
  'core/b/a.h',
  'core/b/a.inc',
  'core/data/a.cpp',
  'web/src/element/a.js',
  'web/src/build/a.js',
  'wasm/js/a.cts',
  'wasm/js/a.mts',
  'web/a.html',
  'tests/a.yml',
  'core/list.cmake',
  'scripts/test',
  'scripts/lib/common.sh',
  'scripts/lib/a.mjs',
  'tests/CMakeLists.txt',
  'tests/node/a.test.js',
  'wasm/js/index.d.ts',
  'web/src/ui/a.css',
];
for (const path of PATHS)
  test(`a wide line is reported: ${path}`, () => {
    const { status, output } = check({ [path]: `\n${WIDE}\n` });
    assert.equal(status, 1);
    assert.match(output, new RegExp(`^${path}:2: 121 columns; 120 is the limit$`, 'm'));
  });
