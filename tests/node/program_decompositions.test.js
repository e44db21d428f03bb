/**
 * run_decompositions of whole programs, exported strictly and not, against PyTorch's: names and order of parameters,
 * constants that nothing uses (data/program_decompositions.jsonl.gz, recorded by
 * oracle/record_program_decompositions.py).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Session } from '../../wasm/js/index.js';

const rows = gunzipSync(readFileSync(new URL('../data/program_decompositions.jsonl.gz', import.meta.url)))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

test('there are as many as were recorded', () => assert.equal(rows.length, 38));

for (const row of rows) {
  for (const table of ['empty', 'core']) {
    test(`${row.name}, ${row.strict ? 'strict' : 'non-strict'}, ${table} table`, () => {
      const { handle } = session.open(row.ep);
      const result = session.run(handle, [{ name: 'run_decompositions', options: { table } }], {});
      assert.equal(session.print(result.handle, { format: 'graph' }), row[`${table}_graph`]);
      session.close(handle);
      session.close(result.handle);
    });
  }
}
