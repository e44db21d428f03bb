/** replace_pattern against what PyTorch did: rules by hand and random ones (tests/node/oracle/record_patterns.py). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Session } from '../../wasm/js/index.js';

/** @type {any[]} */
const ROWS = JSON.parse(readFileSync(new URL('../data/passes/patterns.json', import.meta.url), 'utf8'));
const session = await Session.create({ full: true });

/** What Seesaw does with a row: the graph, or the error. @param {any} row */
function rewritten(row) {
  const { handle } = session.open(row.before);
  const options = { pattern: row.pattern, replacement: row.replacement, ...(row.ignore_literals ? { ignore_literals: 'true' } : {}) };
  const result = session.run(handle, [{ name: 'replace_pattern', options }]);
  try {
    const error = result.reports[0].diagnostics.find((/** @type {any} */ d) => d.severity === 'error');
    return error === undefined ? { after: session.print(result.handle, { format: 'graph' }), changed: result.reports[0].changed } : { error: { type: error.exception, message: error.message } };
  } finally {
    session.close(handle);
    session.close(result.handle);
  }
}

for (const row of ROWS) {
  // A lambda may have a list where PyTorch's tracer asks for tensors: it never came to the rewriting.
  const untraceable = row.error?.type === 'TypeError';
  test(`replace_pattern: ${row.title}`, { skip: untraceable && 'PyTorch could not trace the pattern' }, () => {
    const found = rewritten(row);
    if (row.error !== undefined) assert.deepEqual(found, { error: row.error });
    else assert.deepEqual(found, { after: row.after, changed: row.matches.length > 0 });
  });
}

test('the recordings are many, and some of each kind', () => {
  assert.ok(ROWS.length > 90 && ROWS.filter((row) => row.matches?.length > 0).length > 60 && ROWS.filter((row) => row.matches?.length === 0).length > 5);
});

test('a rule that cannot be read says where', () => {
  const { handle } = session.open('def forward(self, x):\n    return (x,)\n');
  const run = (/** @type {Record<string, string>} */ options) => session.run(handle, [{ name: 'replace_pattern', options }]).reports[0].diagnostics[0].message;
  assert.match(run({}), /^the option pattern is missing$/);
  assert.match(run({ pattern: 'def pattern(x):\n    return torch.relu(x' }), /^in the option pattern, line 2: /);
  assert.match(run({ pattern: 'def pattern(x):\n    return torch.relu(x)' }), /^the option replacement is missing$/);
});

test('new nodes come from those they stand for', () => {
  const { handle } = session.open('def forward(self, x):\n    a = torch.relu(x)\n    b = torch.neg(a)\n    return (b,)\n');
  const options = { pattern: 'def pattern(x):\n    return torch.neg(torch.relu(x))', replacement: 'def replacement(x):\n    return torch.sin(x)' };
  const { reports } = session.run(handle, [{ name: 'replace_pattern', options }]);
  assert.equal(reports[0].provenance.length, 2);
});

test('four times the graph takes about four times the time', () => {
  const time = (/** @type {number} */ n) => {
    const lines = Array.from({ length: n }, (_, i) => `    v${i + 1} = torch.ops.aten.relu.default(v${i})\n    w${i + 1} = torch.ops.aten.sin.default(v${i})\n`).join('');
    const { handle } = session.open(`def forward(self, v0):\n${lines}    return (v${n}, ${Array.from({ length: n }, (_, i) => `w${i + 1}`).join(', ')})\n`);
    const options = { pattern: 'def pattern(x):\n    return torch.ops.aten.relu.default(x), torch.ops.aten.sin.default(x)', replacement: 'def replacement(x):\n    a = torch.ops.aten.cos.default(x)\n    return a, a.neg()' };
    // Time of this process: others do not count.
    const once = () => {
      const before = process.cpuUsage();
      session.close(session.run(handle, [{ name: 'replace_pattern', options }]).handle);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const best = Math.min(once(), once(), once());
    session.close(handle);
    return best;
  };
  const [once, more] = [time(3000), time(12000)];
  assert.ok(more < once * 10, `${once} µs, then ${more} µs`);
});
