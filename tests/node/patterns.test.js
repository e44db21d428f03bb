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
  const options = {
    pattern: row.pattern,
    replacement: row.replacement,
    ...(row.ignore_literals ? { ignore_literals: 'true' } : {}),
  };
  const result = session.run(handle, [{ name: 'replace_pattern', options }]);
  try {
    const error = result.reports[0].diagnostics.find((/** @type {any} */ d) => d.severity === 'error');
    return error === undefined
      ? { after: session.print(result.handle, { format: 'graph' }), changed: result.reports[0].changed }
      : { error: { type: error.exception, message: error.message } };
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
  assert.ok(
    ROWS.length > 90 &&
      ROWS.filter((row) => row.matches?.length > 0).length > 60 &&
      ROWS.filter((row) => row.matches?.length === 0).length > 5,
  );
});

/** @type {{ calls: { source: string, graph: string }[] }} */
const TRACED = JSON.parse(readFileSync(new URL('../data/passes/traced_functions.json', import.meta.url), 'utf8'));

test('functions of torch.nn.functional and torch.functional are what symbolic_trace records of them', () => {
  assert.ok(TRACED.calls.length > 150);
  for (const { source, graph } of TRACED.calls) {
    const { handle } = session.symbolicTrace(source);
    assert.equal(session.print(handle, { format: 'graph' }), graph, source);
    session.close(handle);
  }
});

test("a function that symbolic_trace could not call is refused in Python's words", () => {
  const message = (/** @type {string} */ source) => {
    try {
      session.symbolicTrace(source);
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
    return 'taken';
  };
  assert.match(
    message('lambda x: torch.nn.functional.relu(x, slope=2)'),
    /^TypeError: relu\(\) got an unexpected keyword argument 'slope'$/,
  );
  assert.match(
    message('lambda x: torch.nn.functional.relu(x, True, 3)'),
    /relu\(\) takes 2 positional arguments but 3 were given/,
  );
  assert.match(message('lambda x: torch.nn.functional.dropout(x, 0.5, p=0.5)'), /multiple values for argument 'p'/);
  assert.match(
    message('lambda x: torch.nn.functional.layer_norm(x)'),
    /layer_norm\(\) missing 1 required positional argument: 'normalized_shape'/,
  );
});

test('calls are alike however they are written: positions, keywords, defaults', () => {
  const { handle } = session.open(
    'def forward(self, x, w):\n    a = torch.nn.functional.linear(x, w)\n    b = ' +
      'torch.nn.functional.relu(a)\n    c = torch.nn.functional.relu(b, ' +
      'inplace = False)\n    return (c,)\n',
  );
  const { handle: after, replaced } = session.replacePattern(
    handle,
    'lambda x, w: F.relu(F.relu(F.linear(x, w)))',
    'lambda x, w: torch.mm(x, w)',
  );
  assert.equal(replaced.length, 1);
  assert.deepEqual(
    session.nodes(after).map(({ name }) => name),
    ['x', 'w', 'mm', 'output'],
  );
});

test('a rule that cannot be read says where', () => {
  const { handle } = session.open('def forward(self, x):\n    return (x,)\n');
  const run = (/** @type {Record<string, string>} */ options) =>
    session.run(handle, [{ name: 'replace_pattern', options }]).reports[0].diagnostics[0].message;
  assert.match(run({}), /^the option pattern is missing$/);
  assert.match(run({ pattern: 'def pattern(x):\n    return torch.relu(x' }), /^in the option pattern, line 2: /);
  assert.match(run({ pattern: 'def pattern(x):\n    return torch.relu(x)' }), /^the option replacement is missing$/);
});

test('new nodes come from those they stand for', () => {
  const { handle } = session.open(
    'def forward(self, x):\n    a = torch.relu(x)\n    b = torch.neg(a)\n    return (b,)\n',
  );
  const options = {
    pattern: 'def pattern(x):\n    return torch.neg(torch.relu(x))',
    replacement: 'def replacement(x):\n    return torch.sin(x)',
  };
  const { reports } = session.run(handle, [{ name: 'replace_pattern', options }]);
  assert.equal(reports[0].provenance.length, 2);
});

test('four times the graph takes about four times the time', () => {
  const time = (/** @type {number} */ n) => {
    const lines = Array.from(
      { length: n },
      (_, i) =>
        `    v${i + 1} = torch.ops.aten.relu.default(v${i})\n    w${i + 1} = torch.ops.aten.sin.default(v${i})\n`,
    ).join('');
    const { handle } = session.open(
      `def forward(self, v0):\n${lines}    return (v${n}, ` +
        `${Array.from({ length: n }, (_, i) => `w${i + 1}`).join(', ')})\n`,
    );
    const options = {
      pattern: 'def pattern(x):\n    return torch.ops.aten.relu.default(x), torch.ops.aten.sin.default(x)',
      replacement: 'def replacement(x):\n    a = torch.ops.aten.cos.default(x)\n    return a, a.neg()',
    };
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
