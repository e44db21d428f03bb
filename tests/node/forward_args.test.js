/**
 * unlift_module names the arguments of forward as their author did: of a source that is captured, and of an archive
 * (data/forward_args.json, recorded by oracle/record_forward_args.py).
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { SEESAW } from './support.js';

const rows = JSON.parse(readFileSync(new URL('../data/forward_args.json', import.meta.url), 'utf8'));

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** What is called, and with what: names of inputs are those that capture gives. @param {string[]} code */
const calling = ([head, flatten]) => [head, flatten.slice(flatten.indexOf(' = '))];

for (const row of rows) {
  test(`${row.name}: arguments of forward`, () => {
    if (row.archive !== undefined) {
      const file = fileURLToPath(new URL(`../data/archives/${row.archive}`, import.meta.url));
      const args = ['run', file, '--passes', 'unlift_module', '--format', 'code'];
      const text = execFileSync(process.execPath, [...SEESAW, ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      assert.deepEqual(text.trimStart().split('\n').slice(0, 2), row.code);
      return;
    }
    const { handle } = session.trace(row.source, { file: 'source.py' });
    const result = session.run(/** @type {number} */ (handle), ['unlift_module']);
    const lines = session.print(result.handle, { format: 'code' }).trimStart().split('\n');
    assert.deepEqual(calling(lines), calling(row.code));
    session.close(result.handle);
    session.close(/** @type {number} */ (handle));
  });
}

test('a pass before it keeps them, and its own options hold instead', () => {
  const { handle } = session.trace(rows[0].source, { file: 'source.py' });
  const first = session.run(/** @type {number} */ (handle), ['eliminate_dead_code']);
  const second = session.run(first.handle, ['unlift_module']);
  assert.match(session.print(second.handle, { format: 'code' }), /def forward\(self, inputX, Mask\):/);
  const told = session.run(first.handle, [{ name: 'unlift_module', options: { forward_args: 'a,b' } }]);
  assert.match(session.print(told.handle, { format: 'code' }), /def forward\(self, a, b\):/);
});
