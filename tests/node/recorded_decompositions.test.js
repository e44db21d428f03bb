/**
 * run_decompositions on an operator each, held against what PyTorch made of it (data/decompositions.json, recorded by
 * oracle/record_decompositions.py).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';

const { rows } = JSON.parse(readFileSync(new URL('../data/decompositions.json', import.meta.url), 'utf8'));
/** What is taken apart otherwise, or not, so far: as "form (table)". @type {Set<string>} */
const NOT_YET = new Set(
  JSON.parse(readFileSync(new URL('../data/decompositions_not_yet.json', import.meta.url), 'utf8')),
);

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {string} program @param {string} table */
function decomposed(program, table) {
  const { handle } = session.open(program);
  const result = session.run(handle, [{ name: 'run_decompositions', options: { table } }], {});
  const refused = result.reports[0].diagnostics.find((/** @type {any} */ d) => d.severity === 'error');
  const graph =
    refused === undefined ? session.print(result.handle, { format: 'graph' }) : `refused: ${refused.message}`;
  session.close(handle);
  return graph;
}

const regions = JSON.parse(readFileSync(new URL('../data/decompositions_regions.json', import.meta.url), 'utf8'));

for (const row of regions) {
  for (const table of ['core', 'empty']) {
    test(`${row.name}: regions and bodies as PyTorch leaves them, table ${table}`, () => {
      const { handle } = session.open(row.program);
      const result = session.run(handle, [{ name: 'run_decompositions', options: { table } }], {});
      assert.deepEqual(
        result.reports[0].diagnostics.filter((/** @type {any} */ d) => d.severity === 'error'),
        [],
      );
      for (const [path, graph] of Object.entries(row[table]))
        assert.equal(session.print(result.handle, { format: 'graph', path }), graph, path);
      session.close(result.handle);
      session.close(handle);
    });
  }
}

for (const table of ['core', 'empty']) {
  test(`operators become PyTorch's, table ${table}`, () => {
    let same = 0;
    for (const row of rows) {
      if (row[table] === undefined) continue;
      const graph = decomposed(row.program, table).trim();
      const name = `${row.form} (${table})`;
      if (NOT_YET.has(name)) assert.notEqual(graph, row[table].trim(), `${name} is right by now: take it off the list`);
      else assert.equal(graph, row[table].trim(), name);
      same += NOT_YET.has(name) ? 0 : 1;
    }
    assert.ok(same > 400, `${same} operators`);
  });
}
