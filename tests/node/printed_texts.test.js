/**
 * Texts that PyTorch 2.14.1 printed while programs ran, most of them of its own tests: read, and printed as they were.
 * `node tests/tools/printed_texts.mjs --details 10` shows what differs.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { counted, judged, recordedTexts } from '../tools/printed_texts.mjs';

const session = await Session.create();
const texts = recordedTexts();

test('every graph is read, and printed back byte for byte in the form that it had', (t) => {
  const table = counted(judged(session, texts));
  for (const [form, row] of Object.entries(table)) t.diagnostic(`${form}: ${JSON.stringify(row)}`);
  const { all } = table;
  assert.ok(texts.length >= 4000);
  assert.equal(all.unread, 0);
  assert.equal(all.comments, 0);
  assert.ok(all.identical >= texts.length - 5, JSON.stringify(all));
});

const ANNOTATED = `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2]"):
        # Annotation: {'stage': 0} recompute: MUST_SAVE File: m.py:3 in forward, code: a = x.sin()
        sin: "f32[2]" = torch.ops.aten.sin.default(x);  x = None

        # No stacktrace found for following nodes
        cos: "f32[2]" = torch.ops.aten.cos.default(sin);  sin = None
        return (cos,)
`;

test('what a comment states is metadata of its nodes, through JSON and passes', () => {
  const { handle, dialect } = session.open(ANNOTATED);
  assert.deepEqual(dialect, { torch: '2.14', signs: ['flush_comments', 'comment_lines'] });
  const json = session.print(handle, { format: 'json' });
  assert.match(json, /\["custom",\{"d":\[\["stage",0\]\]\}\]|"custom"/);
  assert.match(json, /"recompute"/);
  const again = session.open(json);
  assert.deepEqual(again.dialect, dialect);
  assert.equal(session.print(again.handle, { format: 'read' }), ANNOTATED);
  const { handle: result } = session.run(handle, ['eliminate_dead_code']);
  assert.equal(session.print(result), ANNOTATED);
});

test('another version prints it in its way', () => {
  const { handle } = session.open(ANNOTATED);
  const old = session.print(handle, { torch: '2.6' });
  assert.match(old, /\n {9}# File: m\.py:3 in forward, code: a = x\.sin\(\)\n/);
  assert.doesNotMatch(old, /Annotation/);
  const { handle: chosen, dialect } = session.open(old, { torch: '2.14' });
  assert.deepEqual(dialect?.torch, '2.14');
  assert.match(session.print(chosen), /\n {8}# File: m\.py:3/);
  assert.throws(() => session.print(handle, { torch: /** @type {any} */ ('2.5') }), /2\.6/);
});

test('a text without a sign is of no version, and keeps its white space', () => {
  const text = '\n  def forward(self, x):\n      y = torch.sin(x);  x = None\n      return y\n\n';
  const { handle, dialect } = session.open(text);
  assert.equal(dialect, undefined);
  assert.equal(session.print(handle, { format: 'read' }), text);
});

test('empty lines that a test left where it took comments out stay', () => {
  const text = ANNOTATED.replaceAll(/^ *#.*\n/gm, '');
  assert.equal(session.print(session.open(text).handle, { format: 'read' }), text);
});

test('a margin that would make a text of gigabytes is refused', () => {
  const calls = Array.from({ length: 300 }, (_, i) => `    %a${i} : [num_users=0] = call_function[target=torch.sin]`);
  const lines = ['graph():', '    %x : [num_users=1] = placeholder[target=x]'];
  const text = [...lines, ...calls.map((call) => `${call}(args = (%x,), kwargs = {})`), '    return x'].join('\n');
  const { handle } = session.open(' '.repeat(3_000_000) + text);
  assert.throws(() => session.print(handle, { format: 'read' }), /longer than 400 MB/);
});
