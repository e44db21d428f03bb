/**
 * Passes over programs of ExecuTorch and of torch.export, held against PyTorch 2.6 with ExecuTorch 0.5:
 * data/python_passes/edge has the pass files, edge.jsonl.gz what PyTorch made (tools/oracle/record_edge_passes.py).
 */
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Session } from '../../wasm/js/index.js';
import { pyodideFolder } from '../../wasm/js/python/host.js';
import { stopPython } from '../../wasm/js/python/pass.js';

const DATA = new URL('../data/python_passes/', import.meta.url);
const rows = gunzipSync(readFileSync(new URL('edge.jsonl.gz', DATA)))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const skip = pyodideFolder() === null ? 'pyodide is not installed: scripts/setup test installs it' : false;

after(stopPython);

/** @param {Session} session @param {any} row */
async function made(session, row) {
  const source = readFileSync(new URL(`edge/${row.pass}.py`, DATA), 'utf8');
  const { handle } = session.open(row.before);
  const answer = await session.pythonPass(source, row.name, { file: `${row.pass}.py` }).run(handle);
  assert.equal(answer.reports[0].diagnostics?.[0]?.message, undefined);
  const print = (/** @type {any} */ format) => session.print(answer.handle, { format });
  return { printed: answer.printed, after: { graph: print('graph'), code: print('code') } };
}

test('passes over edge programs give what PyTorch gives', { skip }, async (context) => {
  const session = await Session.create({ full: true });
  for (const row of rows)
    await context.test(`${row.pass} on ${row.graph}`, async () => {
      assert.deepEqual(await made(session, row), { printed: row.printed, after: row.after });
    });
});
