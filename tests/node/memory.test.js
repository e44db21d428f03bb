/**
 * Rounds of opening, running, printing and closing leave the heap as it was; and what is very deep or wide is no
 * trouble.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Session, SeesawError } from '../../wasm/js/index.js';
import { openedUp, recordedTexts } from './support.js';

const PASSES = [
  'replace_set_grad_with_hop_pass',
  'replace_autocast_with_hop_pass',
  'eliminate_dead_code',
  'common_getitem_elimination',
  'inline_submodules',
];

/** Everything that a session does with a text, and back to no program. @param {Session} session @param {string} text */
function round(session, text) {
  const { handle } = session.open(text);
  const result = session.run(handle, PASSES, { snapshots: true, splits: true });
  for (const { name } of session.describe().formats) session.print(result.handle, { format: name });
  const edited = session.edit(
    handle,
    [{ do: 'placeholder', target: 'y' }, { do: 'erase_node', node: 0 }, { do: 'lint' }, { do: 'no such step' }],
    { deepCopy: true, hooks: true },
  ).handle;
  const kept = [
    handle,
    edited,
    result.handle,
    ...result.reports.flatMap((report) => [report.snapshot, ...(report.splits ?? [])]),
  ];
  for (const h of kept) if (h !== undefined) session.close(h);
  // What fails must be freed as well.
  assert.equal(session.read(`${text}\n)`).readable, false);
  for (const broken of [
    () => session.print(handle),
    () => session.run(handle, []),
    () => session.close(handle),
    () => session.edit(handle, []),
  ])
    assert.throws(broken, SeesawError);
}

test('150 rounds do not grow the heap', async () => {
  const { session, memory, restore } = await openedUp();
  restore();
  const texts = recordedTexts()
    .filter((_, i) => i % 12 === 0)
    .map((row) => row.text);
  assert.ok(texts.length >= 20);
  const all = () => texts.forEach((text) => round(session, text));
  for (let i = 0; i < 3; i += 1) all();
  const before = memory().buffer.byteLength;
  let rounds = 0;
  for (; rounds < 150; rounds += 1) round(session, texts[rounds % texts.length]);
  assert.equal(memory().buffer.byteLength, before, `${rounds} rounds`);
  assert.equal(session.call('status').value.programs, 0);
});

test('a large program, again and again, takes the memory of one', async () => {
  const { session, memory, restore } = await openedUp();
  restore();
  const lines = Array.from({ length: 20_000 }, (_, i) => `    a${i + 1} = torch.ops.aten.add.Tensor(a${i}, ${i})`);
  const text = `def forward(self, a0):\n${lines.join('\n')}\n    return (a20000,)\n`;
  const once = () => {
    const { handle } = session.open(text);
    const result = session.run(handle, PASSES);
    for (const h of [handle, result.handle]) session.print(h, { format: 'graph' });
    for (const h of [handle, result.handle]) session.close(h);
  };
  for (let i = 0; i < 3; i += 1) once();
  const before = memory().buffer.byteLength;
  for (let i = 0; i < 15; i += 1) once();
  // One program of these is about 10 MB; a heap may fragment a little.
  assert.ok(memory().buffer.byteLength <= before * 1.05, `${before} -> ${memory().buffer.byteLength}`);
});

test('a handle is good for its program only', async () => {
  const session = await Session.create();
  const other = await Session.create();
  const first = session.open('def forward(self, x):\n    return (x,)\n').handle;
  assert.throws(() => other.print(first), SeesawError, 'handles belong to a session');
  session.close(first);
  const second = session.open('def forward(self, y):\n    return (y,)\n').handle;
  assert.notEqual(second, first, 'numbers are not used again');
  for (const handle of [first, 0, -1, second + 1, second + 2 ** 32, 2 ** 53]) {
    assert.throws(() => session.print(handle), SeesawError, String(handle));
    assert.throws(() => session.close(handle), SeesawError, String(handle));
    assert.throws(() => session.run(handle, ['eliminate_dead_code']), SeesawError, String(handle));
    assert.throws(() => session.edit(handle, []), SeesawError, String(handle));
  }
  assert.match(session.print(second, { format: 'code' }), /def forward\(self, y\)/);
});

/**
 * Opens, runs, prints in every form, reads the text and the JSON back, and frees.
 * @param {string} text
 * @param {number} nodes
 */
async function extreme(text, nodes) {
  const session = await Session.create();
  const program = session.open(text);
  assert.equal(program.nodes, nodes);
  const result = session.run(program.handle, ['replace_set_grad_with_hop_pass', 'eliminate_dead_code'], {
    snapshots: true,
  });
  assert.ok(result.succeeded);
  for (const { name: format, readBack } of session.describe().formats) {
    const printed = session.print(result.handle, { format });
    // What is not read back may leave things out: a picture has one edge for all uses by one node.
    assert.ok(printed.length > (readBack ? text.length / 3 : 100), `${format}: ${printed.length} characters`);
    if (format !== 'graph' && format !== 'json') continue;
    const again = session.open(printed);
    assert.equal(session.print(again.handle, { format }), printed, `${format} read back`);
    session.close(again.handle);
  }
  for (const handle of [program.handle, result.handle, ...result.reports.map((report) => report.snapshot)])
    session.close(/** @type {number} */ (handle));
  assert.equal(session.call('status').value.programs, 0);
}

test('a chain of 100,000 nodes', () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `    a${i + 1} = torch.relu(a${i})`);
  return extreme(`def forward(self, a0):\n${lines.join('\n')}\n    return (a100000,)\n`, 100_002);
});

test('a list of 1,000,000 arguments', () =>
  extreme(`def forward(self, x):\n    a = torch.stack([${'x, '.repeat(1_000_000)}])\n    return (a,)\n`, 3));

test('nesting of 200 is read, deeper is a diagnostic', async () => {
  const session = await Session.create();
  const nested = (/** @type {number} */ depth) =>
    `def forward(self, x):\n    a = torch.f(${'['.repeat(depth)}x${']'.repeat(depth)})\n    return (a,)\n`;
  session.close(session.open(nested(150)).handle);
  for (const depth of [1000, 1_000_000]) {
    const answer = session.read(nested(depth));
    assert.equal(answer.readable, false);
    assert.match(answer.diagnostics[0].message, /nest|deep/);
  }
});
