// Installing a linked module: whole files take the place of whole files, and nothing else is left behind.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../wasm/install.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'install-'));
after(() => rmSync(folder, { recursive: true }));
const [build, dist] = [join(folder, 'build'), join(folder, 'some/dist')];
mkdirSync(build);

/** @param {string} text */
function link(text) {
  for (const name of ['seesaw.mjs', 'seesaw.wasm']) writeFileSync(join(build, name), `${text} ${name}`);
}
const pair = () => ['seesaw.mjs', 'seesaw.wasm'].map((name) => readFileSync(join(dist, name), 'utf8'));

test('a pair comes to its place, also where nothing is yet', () => {
  link('one');
  execFileSync(process.execPath, [script, build, dist, 'seesaw']);
  assert.deepEqual(pair(), ['one seesaw.mjs', 'one seesaw.wasm']);
  assert.deepEqual(readdirSync(dist).sort(), ['seesaw.mjs', 'seesaw.wasm']);
});

test('who has a file open keeps the old one whole', () => {
  const open = openSync(join(dist, 'seesaw.wasm'), 'r');
  link('another, longer');
  execFileSync(process.execPath, [script, build, dist, 'seesaw']);
  assert.equal(readFileSync(open, 'utf8'), 'one seesaw.wasm');
  closeSync(open);
  assert.deepEqual(pair(), ['another, longer seesaw.mjs', 'another, longer seesaw.wasm']);
});

test('while half a pair is linked the installed one stays', () => {
  rmSync(join(build, 'seesaw.wasm'));
  writeFileSync(join(build, 'seesaw.mjs'), 'half');
  assert.notEqual(spawnSync(process.execPath, [script, build, dist, 'seesaw']).status, 0);
  assert.deepEqual(pair(), ['another, longer seesaw.mjs', 'another, longer seesaw.wasm']);
  assert.deepEqual(readdirSync(dist).sort(), ['seesaw.mjs', 'seesaw.wasm']);
});

test('the build links nowhere else than in its own folder', () => {
  const rules = readFileSync(fileURLToPath(new URL('../../wasm/emscripten.cmake', import.meta.url)), 'utf8');
  assert.doesNotMatch(rules, /RUNTIME_OUTPUT_DIRECTORY/);
  assert.match(rules, /COMMAND \$\{SEESAW_NODE\} \$\{CMAKE_SOURCE_DIR\}\/wasm\/install\.mjs/);
});
