/**
 * Texts that PyTorch 2.14.1 printed of programs of one kind each (data/printed_kinds.jsonl.gz;
 * tools/oracle/printed_kinds.py makes and runs them: complex numbers, float8, nested higher-order operators, regions,
 * effects, sizes that are symbols; exported, joint, partitioned, by Dynamo, make_fx, compiled autograd and before
 * Inductor's code; all options of print_readable): all are read, and printed back as they were.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Session } from '../../wasm/js/index.js';
import { counted, judged, recordedTexts } from '../tools/printed_texts.mjs';

const FILE = fileURLToPath(new URL('../data/printed_kinds.jsonl.gz', import.meta.url));

test('texts of programs of many kinds are read, and printed back byte for byte', async (t) => {
  const rows = judged(await Session.create(), recordedTexts(FILE));
  assert.ok(new Set(rows.map((row) => row.test)).size >= 300);
  for (const [form, row] of Object.entries(counted(rows))) t.diagnostic(`${form}: ${JSON.stringify(row)}`);
  assert.deepEqual(
    rows.filter(({ verdict }) => verdict !== 'identical').map(({ form, test: name }) => [form, name]),
    [],
  );
});

test('code of compiled autograd has comments, but no types', async () => {
  const session = await Session.create();
  const text = [
    'def forward(self, inputs, sizes):',
    '    # No stacktrace found for following nodes',
    '    getitem = inputs[0];  inputs = None',
    '    ',
    '    # File: m.py:3 in forward, code: y = x.sin()',
    '    sin = torch.sin(getitem);  getitem = None',
    '    return sin',
    '',
  ].join('\n');
  const { handle } = session.open(text);
  assert.equal(session.print(handle, { format: 'read' }), text);
});
