/**
 * Names of nodes behind views of tensors of symbolic sizes, as PyTorch 2.6.0 and 2.14.1 decompose the programs
 * (data/shape_names_2.6.json.gz and shape_names_2.14.json.gz, recorded by oracle/record_shape_names.py).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Session } from '../../wasm/js/index.js';

/**
 * A size that is inferred and has symbols: its node stands where PyTorch first computes the number, not where it is
 * used; and of an input a text does not tell the strides.
 */
const NOT_YET = ['flat_columns', 'flatten_columns', 'asked_then_flat', 'viewable', 'repeated', 'strided'];

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {string} program @param {'2.6' | '2.14'} torch */
function decomposed(program, torch) {
  const { handle } = session.open(program, { torch });
  const result = session.run(/** @type {number} */ (handle), [
    { name: 'run_decompositions', options: { table: 'empty' } },
  ]);
  return session.print(result.handle, { format: 'program' });
}

for (const torch of /** @type {const} */ (['2.6', '2.14']))
  test(`${torch}: names behind contiguous, reshape and flatten`, () => {
    const bytes = readFileSync(new URL(`../data/shape_names_${torch}.json.gz`, import.meta.url));
    /** @type {{ name: string, program: string, decomposed: string }[]} */
    const rows = JSON.parse(gunzipSync(bytes).toString('utf8'));
    assert.ok(rows.length >= 25);
    /** @param {string} text */
    const graph = (text) => text.split('\nGraph signature')[0];
    const differ = rows.filter((row) => graph(decomposed(row.program, torch)) !== graph(row.decomposed));
    assert.deepEqual(
      differ.map(({ name }) => name),
      NOT_YET,
    );
  });
