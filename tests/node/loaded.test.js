/**
 * Programs that were saved and loaded again: what PyTorch 2.6.0 and 2.14.1 decompose them to, and their modules
 * (data/loaded_2.6.jsonl.gz and loaded_2.14.jsonl.gz, recorded by oracle/record_loaded.py). A program that was loaded
 * has no fake tensors that remember anything: in 2.6 its symbols take new numbers. The list of what differs
 * (data/loaded_not_yet.json) may only become shorter.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Session } from '../../wasm/js/index.js';

/** @typedef {Record<'name' | 'torch' | 'archive' | 'program' | 'core' | 'empty' | 'module', string>} Row */

/** @type {Record<string, string[]>} */
const NOT_YET = JSON.parse(readFileSync(new URL('../data/loaded_not_yet.json', import.meta.url), 'utf8'));

/** @param {string} torch @returns {Row[]} */
const rowsOf = (torch) =>
  gunzipSync(readFileSync(new URL(`../data/loaded_${torch}.jsonl.gz`, import.meta.url)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** Graphs that Dynamo made have numbers of the process. @param {string} text */
const compared = (text) => text.replace(/<eval_with_key>\.\d+/g, '<eval_with_key>.N').trimEnd();

/** @param {Row} row @param {'program' | 'core' | 'empty' | 'module'} what */
function made({ archive }, what) {
  const { handle } = session.openArchive(archive);
  if (what === 'program') return session.print(handle, { format: 'program' });
  const pass = what === 'module' ? 'unlift_module' : { name: 'run_decompositions', options: { table: what } };
  const result = session.run(handle, [pass]);
  const format = what === 'module' ? 'readable' : 'program';
  const text = session.print(result.handle, { format, plain: what === 'module' });
  session.close(handle);
  if (result.handle !== handle) session.close(result.handle);
  return text;
}

for (const torch of ['2.6', '2.14']) {
  test(`${torch}: what a loaded program is decomposed to, and its module`, () => {
    const rows = rowsOf(torch);
    assert.ok(rows.length >= 40);
    const differ = rows.flatMap((row) =>
      /** @type {const} */ (['program', 'core', 'empty', 'module'])
        .filter((what) => !/^\w+(Error|Exception): /.test(row[what]))
        .filter((what) => {
          try {
            return compared(made(row, what)) !== compared(row[what]);
          } catch {
            return true;
          }
        })
        .map((what) => `${row.name} ${what}`),
    );
    assert.deepEqual(differ, NOT_YET[torch]);
  });
}
