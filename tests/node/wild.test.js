/** Graphs from other people's logs, where they lie beside the repository: what is read is printed back. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { beside } from './support.js';

const WILD = beside('wild');

/**
 * Without what a round trip need not keep: trailing white space, blank lines, a space before `# File:`.
 * @param {string} text
 */
function essence(text) {
  return text
    .split('\n')
    .map((line) => line.trimEnd().replace(/^\s+(?=# File:)/, (s) => s.slice(0, s.length - (s.length % 2))))
    .filter((line) => line !== '')
    .join('\n');
}

test(
  'wild graphs print back',
  { skip: WILD === null ? 'no ../shared/wild beside the repository' : false },
  async (t) => {
    const session = await Session.create();
    const files = readdirSync(/** @type {string} */ (WILD)).filter((name) => name.endsWith('.txt'));
    assert.ok(files.length >= 30);
    for (const file of files) {
      await t.test(file, () => {
        const text = readFileSync(`${WILD}/${file}`, 'utf8');
        const program = session.open(text);
        assert.equal(essence(session.print(program.handle, { format: 'readable' })), essence(text));
        session.close(program.handle);
      });
    }
  },
);
