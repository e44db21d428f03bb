/** Links, texts for issues and differences, without a browser: the same code that the page runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asDocument, emptyDocument, sparse } from '../../web/src/model/document.js';
import { leastMissed } from '../../web/src/model/versions.js';
import { fragmentOf, openFragment } from '../../web/src/features/share/link.js';
import { fenced, inline, issueText } from '../../web/src/features/share/markdown.js';
import { lineOfNode } from '../../web/src/text/place.js';
import { unifiedDiff } from '../../web/src/text/unified.js';

const TEXT = 'def forward(self, x):\n    y = torch.ops.aten.asinh.default(x)  # é 🎉 <b>\n    return (y,)\n';
/** A document with something other than the default everywhere. */
const DOC = /** @type {import('../../web/src/model/document.js').Document} */ (
  asDocument({
    seesaw: 1,
    name: 'mine',
    example: 'dead_code',
    text: TEXT,
    pipeline: [
      { name: 'eliminate_dead_code', enabled: true, options: {} },
      { name: 'replace_set_grad_with_hop_pass', enabled: false, options: { correct: true, generation: 'older' } },
    ],
    ambientGrad: false,
    format: 'graph',
    view: {
      tab: 'diff',
      pane: 'output',
      against: 'previous',
      annotations: 'all',
      wrap: true,
      parts: { source: true, passes: null },
      step: 1,
      node: 'submod_1.add & = é',
      intro: false,
    },
  })
);

/** @param {string} hash */
const refusal = (hash) =>
  openFragment(hash).then(
    () => 'opened',
    (error) => `${error.constructor.name}: ${error.message}`,
  );
/** @param {Uint8Array<ArrayBuffer> | string} content */
async function packed(content) {
  const stream = new Blob([content]).stream().pipeThrough(new CompressionStream('deflate'));
  return Buffer.from(await new Response(stream).arrayBuffer()).toString('base64url');
}

test('a document comes back from its link, whatever it holds; the colours stay with the reader', async () => {
  const fragment = await fragmentOf({ ...DOC, view: { ...DOC.view, theme: 'dark' } });
  assert.match(fragment, /^#v1:[\w-]+&step=1&node=[^&]+$/);
  assert.deepEqual(await openFragment(fragment), { doc: DOC, ref: null });
  for (const text of ['', '\0', '\u2028\ufeff"\\', 'x'.repeat(300_000)]) {
    assert.equal((await openFragment(await fragmentOf({ ...emptyDocument(), text })))?.doc?.text, text);
  }
});

test('a link that was made once opens for ever', async () => {
  const link =
    '#v1:eJwVzjsKwzAQBcCrLK-yQU1aXSUORomeYMGWjLT-gNHdg-tp5kYjWzjhXw7Gy-ARmSSVeoYah8YlOblGP2URkU' +
    'rba5bhcuOU4bDpxkUz4d83clgJDy66ag7GOTLE-Vci4VA205Ib_I3K316bHoS3urP3j8OhPB-z8H0GmhJ6_wMfyTVO&step=0';
  const found = await openFragment(link);
  assert.equal(found?.doc?.text, 'def forward(self, x):\n    return (x,)\n');
  assert.equal(found?.doc?.view.step, 0);
});

test('what is as in an empty document takes no room', () => {
  assert.deepEqual(sparse({ ...emptyDocument(), text: 'x' }), { seesaw: 1, text: 'x' });
  assert.deepEqual(asDocument(sparse(DOC)), DOC);
});

test('no fragment asks for nothing, a reference asks for a page of it', async () => {
  for (const hash of ['', '#']) assert.equal(await openFragment(hash), null);
  assert.deepEqual(await openFragment('#ref=pass/cse_pass'), { doc: null, ref: 'pass/cse_pass' });
});

test('links that are foreign, of a later version, empty, cut off or changed are refused in words', async () => {
  assert.match(await refusal('#section-3'), /LinkError: The address ends in #section-3, which is no link/);
  assert.match(await refusal('#v7:abc'), /LinkError: .*newer Seesaw \(v7\)/);
  assert.match(await refusal('#v1:'), /LinkError: .*cut off/);
  assert.match(await refusal('#v1:<script>'), /LinkError: .*damaged/);
  const [whole] = (await fragmentOf(DOC)).split('&');
  for (let length = 5; length < whole.length; length += 7)
    assert.match(await refusal(whole.slice(0, length)), /^LinkError: .*damaged/, `cut at ${length}`);
  for (let at = 4; at < whole.length - 1; at += 5) {
    const other = whole[at] === 'A' ? 'B' : 'A';
    assert.match(
      await refusal(whole.slice(0, at) + other + whole.slice(at + 1)),
      /^LinkError: .*damaged/,
      `changed at ${at}`,
    );
  }
});

test('what is packed and is no document is refused', async () => {
  for (const json of ['null', '[]', '7', '{"seesaw":99,"text":""}', '{"seesaw":1}']) {
    assert.match(await refusal(`#v1:${await packed(json)}`), /LinkError: There is no document/, json);
  }
  assert.match(await refusal(`#v1:${await packed('{"seesaw":1,')}`), /damaged/);
  assert.match(await refusal(`#v1:${await packed(new Uint8Array([0xff, 0xfe]))}`), /damaged/);
});

test('a link that would unfold to much more than it is stops early', async () => {
  const bomb = await packed(new Uint8Array(200_000_000));
  assert.ok(bomb.length < 300_000);
  const before = process.memoryUsage().rss;
  assert.match(await refusal(`#v1:${bomb}`), /LinkError: .*more than 20 MB/);
  assert.ok(process.memoryUsage().rss - before < 150e6, 'it was not unfolded');
});

test('fences and ticks hold what is in them', () => {
  assert.equal(fenced('a\n', 'python'), '```python\na\n```');
  assert.equal(fenced('```\n````', ''), '`````\n```\n````\n`````');
  assert.equal(inline('a'), '`a`');
  assert.equal(inline('``a`'), '``` ``a` ```');
});

test('the text for an issue has link, passes, graph and a small difference; what has no room is named', () => {
  const given = {
    title: 'A *title* <b>',
    link: 'https://example.org/#v1:abc',
    doc: DOC,
    pytorch: '2.6.0',
    diagnostics: [],
    result: { before: 'a\nb\n', after: 'a\nc\n' },
  };
  const { text, left } = issueText(given);
  assert.match(text, /^### A \\\*title\\\* \\<b\\>\n/);
  for (const part of [
    '[Open in Seesaw](<https://example.org/#v1:abc>)',
    '`eliminate_dead_code`',
    'ambient grad off',
    '```python\ndef forward',
    '```diff\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n```',
  ]) {
    assert.ok(text.includes(part), `${part}\n${text}`);
  }
  assert.deepEqual(left, []);
  const long = issueText({
    ...given,
    doc: { ...DOC, text: 'x = 1\n'.repeat(20_000) },
    result: { before: 'a\n', after: 'b\n'.repeat(500) },
  });
  assert.deepEqual(long.left, ['the text']);
  assert.match(long.text, /… and 4\d\d more lines/);
  assert.ok(long.text.length < 65_536, 'GitHub takes it');
  const evil = issueText({ ...given, doc: { ...DOC, text: '```\n</details><script>alert(1)</script>\n' } });
  assert.match(evil.text, /\n````python\n```\n<\/details><script>/);
});

test('a unified difference shows changes with three lines around them', () => {
  const lines = Array.from({ length: 30 }, (_, i) => `l${i}\n`);
  const after = [...lines];
  after.splice(3, 1, 'new\n', 'newer\n');
  after.splice(20, 2);
  const { text, more } = unifiedDiff(lines.join(''), after.join(''));
  assert.deepEqual(
    text.split('\n').filter((line) => line.startsWith('@@')),
    ['@@ -1,7 +1,8 @@', '@@ -17,8 +18,6 @@'],
  );
  assert.deepEqual(
    text.split('\n').filter((line) => /^[-+]/.test(line)),
    ['-l3', '+new', '+newer', '-l19', '-l20'],
  );
  assert.equal(more, 0);
  assert.equal(unifiedDiff('', 'a\n').text, '@@ -0,0 +1,1 @@\n+a\n');
  assert.equal(unifiedDiff('a\n', 'a\n').text, '');
});

test('of many earlier states the least missed goes: never the newest nor, before the others, the oldest', () => {
  const minute = 60_000;
  const now = 1000 * minute;
  assert.equal(
    leastMissed(
      [999, 998.9, 900, 1].map((at) => at * minute),
      now,
    ),
    1,
  );
  assert.equal(
    leastMissed(
      [999, 900, 899, 898, 1].map((at) => at * minute),
      now,
    ),
    3,
  );
  assert.equal(leastMissed([999], now), 0);
});

test('a node is found in the printed forms, in its own graph', () => {
  const text =
    'class GraphModule(torch.nn.Module):\n    def forward(self, x: "f32[2]"):\n        add: "f32[2]" = f(x); ' +
    ' x = None\n\n    class submod_1(torch.nn.Module):\n        def ' +
    'forward(self, y):\n            add = ' +
    'g(y)\n';
  assert.equal(lineOfNode(text, 'add'), 3);
  assert.equal(lineOfNode(text, 'x'), 2);
  assert.equal(lineOfNode(text, 'submod_1.add'), 7);
  assert.equal(lineOfNode(text, 'nothing'), null);
  assert.equal(
    lineOfNode('graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %a.b : [num_users=0]', 'x'),
    2,
  );
  assert.equal(lineOfNode(text, 'a(['), null, 'no pattern of its own');
});
