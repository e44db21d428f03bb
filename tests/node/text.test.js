/** The text cases of tests/text, each file a test, and what must have one. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { test } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { TEXT, casesBelow, mistakesOf, readCase, writeCase } from '../tools/text_cases.mjs';

const session = await Session.create({ full: true });
const files = casesBelow(TEXT);

for (const path of files) {
  test(`text: ${relative(TEXT, path)}`, () => {
    const mistakes = mistakesOf(session, path);
    assert.ok(mistakes.length === 0, mistakes.join('\n\n'));
  });
}

test('a text case is laid out as it would be written, says what it is about, and states a result', () => {
  for (const path of files) {
    const text = readFileSync(path, 'utf8');
    const read = readCase(text);
    assert.equal(writeCase(read), text, path);
    assert.match(read.about, /^\S.*[.:?]$/ms, `${path}: the first line says what the case is about`);
    assert.ok(!['input', 'options', 'settings', 'values', 'command'].includes(read.sections.at(-1)?.name ?? ''), path);
  }
});

test('each pass has a folder of its name, and each folder a pass', () => {
  const passes = session
    .describe()
    .passes.map((pass) => pass.name)
    .sort();
  const folders = readdirSync(`${TEXT}/passes`).filter((name) => name !== 'pipeline');
  assert.deepEqual(folders.sort(), passes);
  for (const pass of passes)
    assert.ok(existsSync(`${TEXT}/passes/${pass}`) && casesBelow(`${TEXT}/passes/${pass}`).length > 0);
});
