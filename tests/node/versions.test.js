/** What differs between versions of PyTorch: the table, and why a text is taken for one of them. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

const NEWER = `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2]"):
        # File: m.py:3 in forward, code: a = x.sin()
        sin: "f32[2]" = torch.ops.aten.sin.default(x);  x = None

        # Annotation: {'stage': 0} File: m.py:4 in forward, code: b = a.cos()
        cos: "f32[2]" = torch.ops.aten.cos.default(sin);  sin = None
        return (cos,)
`;

test('the table has a row for each difference, with the version that brought it', () => {
  const rows = session.describe().dialect ?? [];
  const ids = rows.map((row) => row.id);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ['flush_comments', 'node_names', 'symbol_names', 'strict_default']) assert.ok(ids.includes(id), id);
  for (const row of rows) {
    assert.match(row.since, /^2\.\d+$/, row.id);
    assert.ok(row.older !== '' && row.newer !== '' && row.older !== row.newer, row.id);
    assert.ok(
      ['printing', 'names', 'capture', 'passes', 'archive', 'autograd', 'operators'].includes(row.kind),
      row.id,
    );
  }
});

test('open says which signs it saw, and where', () => {
  const { dialect, why } = session.open(NEWER);
  assert.equal(dialect?.torch, '2.14');
  assert.deepEqual(why, [
    { id: 'flush_comments', newer: true, line: 3 },
    { id: 'comment_lines', newer: true, line: 6 },
  ]);
});

test('signs of the older way have lines too', () => {
  const older = NEWER.replaceAll('        # File', '         # File').replace(/\n\n.*Annotation.*\n/, '\n        \n');
  const { dialect, why } = session.open(older);
  assert.equal(dialect?.torch, '2.6');
  assert.deepEqual(why, [{ id: 'flush_comments', newer: false, line: 3 }]);
});

test('what was chosen, or shows nothing, has no signs', () => {
  assert.equal(session.open(NEWER, { torch: '2.6' }).why, undefined);
  assert.equal(session.open('def forward(self, x):\n    return x.sin()\n').why, undefined);
});

test('print says which version it printed as', () => {
  const { handle } = session.open(NEWER);
  assert.equal(session.call('print', { handle }).value.dialect.torch, '2.14');
  assert.equal(session.call('print', { handle, torch: '2.6' }).value.dialect.torch, '2.6');
});

const CLOSES_OVER = `import torch


class Branching(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda t: t * self.scale, lambda t: t - self.scale, (x,))


torch.export.export(Branching(), (torch.randn(3),))
`;

test('a branch that uses parameters has them as operands, as both versions do', () => {
  for (const torch of /** @type {const} */ (['2.6', '2.14'])) {
    const { handle } = session.trace(CLOSES_OVER, { torch, strict: false });
    assert.match(session.print(/** @type {number} */ (handle), { format: 'graph' }), /higher_order\.cond/);
  }
});
