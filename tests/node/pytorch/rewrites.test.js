/**
 * torch.fx.subgraph_rewriter on programs, patterns and replacements made by chance, and what torch.fx.symbolic_trace
 * makes of Python's own functions. PyTorch 2.6.0's answers are in tests/data/pytorch: rewrites.json
 * (tests/tools/oracle/record_rewrites.py), python_calls.json (oracle/record_python_calls.py).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Session } from '../../../wasm/js/index.js';

/** @param {string} name @returns {any[]} */
const rowsOf = (name) =>
  JSON.parse(readFileSync(new URL(`../../data/pytorch/${name}.json`, import.meta.url), 'utf8')).rows;
const session = await Session.create({ full: true });

/** The first line of what is thrown, or what comes out. @param {() => unknown} run */
function outcome(run) {
  try {
    return run();
  } catch (error) {
    return { error: /** @type {Error} */ (error).message.split('\n')[0] };
  }
}

test('patterns made by chance are found and replaced as PyTorch does it', () => {
  const rows = rowsOf('rewrites');
  assert.ok(rows.length >= 150);
  assert.ok(rows.filter(({ replaced }) => replaced?.length > 0).length >= 70);
  for (const row of rows) {
    const { handle } = session.symbolicTrace(row.source);
    assert.equal(session.print(handle, { format: 'graph' }), row.traced, row.source);
    const got = outcome(() => {
      const result = session.replacePattern(handle, row.pattern, row.replacement, {
        ignoreLiterals: row.ignoreLiterals,
      });
      const after = session.print(result.handle, { format: 'graph' });
      session.close(result.handle);
      return {
        after,
        replaced: result.replaced.map(({ anchor, replacements }) => [anchor, replacements.map(({ name }) => name)]),
      };
    });
    session.close(handle);
    assert.deepEqual(
      got,
      row.error === undefined ? { after: row.after, replaced: row.replaced } : { error: row.error },
      `${row.source}\n${row.pattern}\n${row.replacement}`,
    );
  }
});

test("what a traced value makes of Python's functions and operators, and what it refuses", () => {
  const rows = rowsOf('python_calls');
  assert.ok(rows.length >= 60);
  for (const row of rows) {
    const got = outcome(() => {
      const { handle } = session.symbolicTrace(row.source);
      const graph = session.print(handle, { format: 'graph' });
      session.close(handle);
      return { graph };
    });
    assert.deepEqual(
      got,
      row.error === undefined ? { graph: row.graph } : { error: row.error.split('\n')[0] },
      row.source,
    );
  }
});
