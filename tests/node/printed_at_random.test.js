/**
 * Texts that PyTorch 2.14.1 printed of programs made by chance (data/printed_at_random.jsonl.gz: those that differed
 * once, and a sample; tools/oracle/printed_at_random.py makes and runs the programs): all are read, and all are printed
 * back as they were but those that tell PyTorch's own count of users, which is not that of the graph.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Session } from '../../wasm/js/index.js';
import { judged, recordedTexts } from '../tools/printed_texts.mjs';

const FILE = fileURLToPath(new URL('../data/printed_at_random.jsonl.gz', import.meta.url));

test('texts of programs made by chance are read, and printed back', async () => {
  const rows = judged(await Session.create(), recordedTexts(FILE));
  assert.ok(rows.length > 200);
  assert.deepEqual(
    rows.filter(({ verdict }) => verdict === 'unread').map(({ form, test: name }) => [form, name]),
    [],
  );
  const users = (/** @type {string} */ text) => text.replace(/\[num_users=\d+\]/g, '[num_users]');
  const differ = rows.filter(({ verdict, form, text, printed }) =>
    form === 'graph' ? users(text) !== users(printed) : verdict !== 'identical',
  );
  assert.deepEqual(
    differ.map(({ form, test: name }) => [form, name]),
    [],
  );
});

test('a signature alone tells that its graph is missing', async () => {
  const session = await Session.create();
  const text = "\n# inputs\np_w: PARAMETER target='w'\nx: USER_INPUT\n\n# outputs\nadd: USER_OUTPUT\n";
  const { handle, diagnostics } = session.read(text);
  assert.equal(session.print(/** @type {number} */ (handle), { format: 'read' }), text);
  assert.match(diagnostics[0].message, /without its graph/);
});
