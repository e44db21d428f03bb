/**
 * Passes over programs of ExecuTorch and of torch.export, held against PyTorch 2.6 with ExecuTorch 0.5:
 * data/python_passes/edge has the pass files, edge.jsonl.gz what PyTorch made (tools/oracle/record_edge_passes.py).
 * data/python_passes/newest and newest.jsonl.gz are the same of PyTorch 2.14 with ExecuTorch of August 2026.
 */
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Session } from '../../wasm/js/index.js';
import { pyodideFolder } from '../../wasm/js/python/host.js';
import { stopPython } from '../../wasm/js/python/pass.js';

const DATA = new URL('../data/python_passes/', import.meta.url);
/** @param {string} name */
const rowsOf = (name) =>
  gunzipSync(readFileSync(new URL(name, DATA)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const rows = rowsOf('edge.jsonl.gz');
const skip = pyodideFolder() === null ? 'pyodide is not installed: scripts/setup test installs it' : false;

after(stopPython);

/** @param {string} text of a program @returns the text of its graph module */
const ofModule = (text) =>
  text
    .split('\nGraph signature')[0]
    .replace(/^ExportedProgram:\n/, '')
    .replace(/^ {4}/gm, '');

/** @param {Session} session @param {any} row @param {string} [folder] */
async function made(session, row, folder = 'edge') {
  const source = readFileSync(new URL(`${folder}/${row.pass}.py`, DATA), 'utf8');
  const { handle } = session.open(row.before);
  const answer = await session.pythonPass(source, row.name, { file: `${row.pass}.py`, module: row.pass }).run(handle);
  // Numbers of symbols that are made anew are warned of: one recorded program has them.
  const said = answer.reports[0].diagnostics.filter(({ message }) => !message.includes('the numbers may differ'));
  assert.deepEqual(said, []);
  const print = (/** @type {any} */ format) => session.print(answer.handle, { format });
  const after = { graph: print('graph'), code: print('code') };
  if (row.after.readable === undefined) return { printed: answer.printed, after };
  return { printed: answer.printed, after: { ...after, readable: ofModule(print('readable')).trimEnd() } };
}

test('passes over edge programs give what PyTorch gives', { skip }, async (context) => {
  const session = await Session.create({ full: true });
  for (const row of rows)
    await context.test(`${row.pass} on ${row.graph}`, async () => {
      assert.deepEqual(await made(session, row), { printed: row.printed, after: row.after });
    });
});

test('the same with the newest PyTorch and ExecuTorch', { skip }, async (context) => {
  const session = await Session.create({ full: true });
  for (const row of rowsOf('newest.jsonl.gz'))
    await context.test(`${row.pass} on ${row.graph}`, async () => {
      const after = { ...row.after, readable: row.after.readable.trimEnd() };
      assert.deepEqual(await made(session, row, 'newest'), { printed: row.printed, after });
    });
});
