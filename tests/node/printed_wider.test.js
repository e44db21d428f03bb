/**
 * Texts that PyTorch 2.14.1 printed where printed_kinds does not look (data/printed_wider.jsonl.gz, of
 * tools/oracle/printed_wider.py): logs, flex_attention, distributed tensors, collectives, sparse layouts,
 * other devices, optimizers, hooks, torch.fx alone, freezing, exports of related sizes.
 * All are read, and printed back as they were.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Session } from '../../wasm/js/index.js';
import { counted, judged, recordedTexts } from '../tools/printed_texts.mjs';

/** Lines of torch.fx.wrap() in front of forward are left out. */
const WRAPPED = /^ *torch\.fx\._symbolic_trace\.wrap\(/m;

const FILE = fileURLToPath(new URL('../data/printed_wider.jsonl.gz', import.meta.url));

test('texts of logs, devices, collectives and torch.fx are read, and printed back byte for byte', async (t) => {
  const rows = judged(await Session.create(), recordedTexts(FILE));
  assert.ok(rows.length >= 300);
  for (const [form, row] of Object.entries(counted(rows))) t.diagnostic(`${form}: ${JSON.stringify(row)}`);
  const differ = rows.filter(({ verdict, text }) => verdict !== 'identical' && !WRAPPED.test(text));
  assert.deepEqual(
    differ.map(({ form, test: name }) => [form, name]),
    [],
  );
  assert.equal(rows.filter(({ verdict }) => verdict === 'unread').length, 0);
});

test('defaults of parameters are values, as code and as str(graph) write them', async () => {
  const session = await Session.create();
  const code = [
    'def forward(self, a, e : __main___Color = __main___Color.RED, c : complex = complex(0.0, 1.0)):',
    '    neg = a.neg();  a = None',
    '    return neg',
    '    ',
  ].join('\n');
  const graph = [
    'graph():',
    '    %a : [num_users=1] = placeholder[target=a]',
    '    %s : str [num_users=0] = placeholder[target=s](default=a word)',
    '    return a',
  ].join('\n');
  for (const text of [code, graph]) {
    const { handle } = session.open(text);
    assert.equal(session.print(handle, { format: 'read' }), text);
  }
});
