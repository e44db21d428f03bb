/**
 * Passes in Python, held against PyTorch 2.6: data/python_passes has the pass files, and what PyTorch made of them on
 * three graphs (tools/oracle/record_python_passes.py): texts, prints, errors.
 */
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Session } from '../../wasm/js/index.js';
import { pyodideFolder } from '../../wasm/js/python/host.js';
import { stopPython } from '../../wasm/js/python/pass.js';
import { passOf } from '../../web/src/engine/python/own.js';
import { TEMPLATES } from '../../web/src/features/python/templates.js';

const DATA = new URL('../data/python_passes/', import.meta.url);
/** @param {string} name */
const rowsOf = (name) =>
  readFileSync(new URL(name, DATA), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const rows = rowsOf('recorded.jsonl');
const skip = pyodideFolder() === null ? 'pyodide is not installed: scripts/setup test installs it' : false;

after(stopPython);

/** @param {any} row */
const sourceOfFile = (row) => readFileSync(new URL(`passes/${row.pass}.py`, DATA), 'utf8');

/**
 * What Python gives, in the form of a row.
 * @param {Session} session @param {any} row @param {string} [source]
 */
async function made(session, row, source = sourceOfFile(row)) {
  const { handle } = session.open(row.before);
  const answer = await session.pythonPass(source, row.name, { file: `${row.pass}.py` }).run(handle);
  const out = { printed: answer.printed };
  if (!answer.succeeded) return { ...out, error: answer.reports[0].diagnostics[0].message };
  const print = (/** @type {any} */ format) => session.print(answer.handle, { format });
  return { ...out, after: { readable: print('readable'), code: print('code'), graph: print('graph') } };
}

test('passes in Python give what PyTorch gives', { skip }, async (context) => {
  const session = await Session.create({ full: true });
  for (const row of rows) {
    await context.test(`${row.pass} on ${row.graph}`, async () => {
      const got = await made(session, row);
      const { printed, error, after } = row;
      assert.deepEqual(got, {
        printed,
        ...(error === undefined ? { after } : { error: error.trimEnd().replace(/:$/, '') }),
      });
    });
  }
});

test('what a pass of one’s own begins as in the page gives what PyTorch gives', { skip }, async (context) => {
  const session = await Session.create({ full: true });
  for (const row of rowsOf('templates.jsonl')) {
    const { source = '' } = TEMPLATES.find(({ id }) => id === row.pass) ?? {};
    await context.test(`${row.pass} on ${row.graph}`, async () => {
      const { printed, after } = row;
      assert.deepEqual(await made(session, row, source), { printed, after });
      assert.equal(row.name, passOf({ options: { source } }));
    });
  }
});
