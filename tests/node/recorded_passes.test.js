/** Passes against what PyTorch did on programs that the corpus does not have (tests/node/oracle/record_passes.py). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Session } from '../../wasm/js/index.js';

/** @type {any[]} */
const ROWS = JSON.parse(readFileSync(new URL('../data/passes/passes.json', import.meta.url), 'utf8'));
const session = await Session.create({ full: true });

for (const row of ROWS) {
  test(`${row.pass}: ${row.title}`, () => {
    const { handle } = session.open(row.before);
    const result = session.run(handle, [{ name: row.pass, options: row.options }]);
    const error = result.reports[0].diagnostics.find((/** @type {any} */ d) => d.severity === 'error');
    assert.deepEqual(error && { type: error.exception, message: error.message }, row.error);
    if (row.error === undefined) {
      assert.equal(session.print(result.handle, { format: 'graph' }), row.after);
      if (row.modified !== undefined) assert.equal(result.reports[0].changed, row.modified);
      if (row.readable !== undefined)
        assert.equal(session.print(result.handle, { format: 'readable', plain: true }), row.readable);
    }
    session.close(handle);
    session.close(result.handle);
  });
}

test('cse_pass, safe: what is random, writes or lies behind a write is not merged; -1 and -2 are two numbers', () => {
  const { handle } = session.open(`def forward(self, x, y):
    a = torch.ops.aten.sin.default(x)
    b = torch.ops.aten.sin.default(x)
    r = torch.ops.aten.rand_like.default(x)
    s = torch.ops.aten.rand_like.default(x)
    i = torch.ops.aten.add.Tensor(x, 1)
    f = torch.ops.aten.add.Tensor(x, 1.0)
    m = torch.ops.aten.sum.dim_IntList(x, [-1])
    n = torch.ops.aten.sum.dim_IntList(x, [-2])
    o = torch.ops.aten.sum.dim_IntList(x, [-2])
    w = torch.ops.aten.add_.Tensor(y, 1)
    c = torch.ops.aten.sin.default(x)
    return (a, b, r, s, i, f, m, n, o, w, c)
`);
  const result = session.run(handle, [{ name: 'cse_pass' }]);
  assert.match(session.print(result.handle, { format: 'graph' }), /return \(a, a, r, s, i, f, m, n, n, w, c\)$/m);
});

/** @type {any[]} */
const TRACEPOINTS = JSON.parse(readFileSync(new URL('../data/passes/tracepoints.json', import.meta.url), 'utf8'));
for (const row of TRACEPOINTS) {
  test(`collect_tracepoints: ${row.title}`, () => {
    const { handle } = session.open(JSON.stringify(row.before));
    const result = session.run(handle, [{ name: 'collect_tracepoints' }]);
    assert.equal(session.print(result.handle, { format: 'graph' }), row.after);
    const program = JSON.parse(session.print(result.handle, { format: 'json' }));
    const stacks = program.modules[0].nodes
      .filter((/** @type {any} */ node) => node.op === 'call_function')
      .map((/** @type {any} */ node) => {
        const stack =
          program.metas[node.meta].find((/** @type {any} */ [key]) => key === 'nn_module_stack')?.[1].d ?? [];
        return [node.name, stack.map((/** @type {any} */ [key, value]) => [key, value.t])];
      });
    assert.deepEqual(Object.fromEntries(stacks), row.stacks);
    assert.deepEqual(
      program.signature.output_specs.map((/** @type {any} */ spec) => spec.arg.name),
      row.outputs,
    );
    const told = result.reports[0].diagnostics
      .filter((/** @type {any} */ d) => d.code === 'module-call')
      .map((/** @type {any} */ d) => d.message);
    assert.deepEqual(
      told.sort(),
      Object.entries(row.calls)
        .map(([path, [inputs, outputs]]) => `${path}(${inputs}) -> (${outputs})`)
        .sort(),
    );
    session.close(handle);
    session.close(result.handle);
  });
}
