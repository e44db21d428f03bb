/** The tabs that the command line and the declarations know are those of the page: one record each. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TABS } from '../../wasm/js/tabs.js';
import { SEESAW } from './support.js';

const run = promisify(execFile);
const seesaw = (/** @type {string[]} */ ...args) => run(process.execPath, [...SEESAW, ...args]);
const folder = mkdtempSync(join(tmpdir(), 'seesaw-tabs-'));
after(() => rmSync(folder, { recursive: true }));

test('the list is made from the records of the page', async () => {
  const tool = fileURLToPath(new URL('../../web/tools/tabs.js', import.meta.url));
  await run(process.execPath, [tool, '--check']).catch((error) => assert.fail(error.stderr));
});

test('embed takes each tab of the page, and says which there are', async () => {
  const file = join(folder, 'model.txt');
  writeFileSync(file, 'def forward(self, x):\n    return (x,)\n');
  for (const tab of TABS) {
    await seesaw('embed', file, '--tab', tab, '--name', tab, '--no-element', '-o', folder);
    assert.match(readFileSync(join(folder, `${tab}.html`), 'utf8'), new RegExp(` tab="${tab}"`));
  }
  await assert.rejects(seesaw('embed', file, '--tab', 'cinema', '--no-element', '-o', join(folder, 'none')), {
    stderr: `seesaw: error: there is no tab 'cinema'\n    note: tabs are ${TABS.join(', ')}\n`,
  });
  assert.equal(existsSync(join(folder, 'none')), false);
  const { stdout: help } = await seesaw('help', 'embed');
  assert.ok(help.replaceAll(/\s+/g, ' ').includes(`TAB is one of ${TABS.join(', ')}`));
  const { stdout: completed } = await seesaw('completion', 'bash');
  assert.ok(completed.includes(`--tab) words="${TABS.join(' ')}"`));
});
