/**
 * PyTorch's tests test/fx/test_subgraph_rewriter.py, test_cse_pass.py, test_dce_pass.py and test_common_passes.py,
 * written anew under their names. What PyTorch 2.6.0 gives is in tests/data/pytorch/graph_tests.json;
 * oracle/record_graph_tests.py records it.
 *
 * Left out, for what Seesaw has not:
 * - test_subgraph_rewriter_annotations_int: RewritingTracer and annotate, which rewrite Python's syntax tree;
 * - test_random, test_banned_list (test_cse_pass): graphs of random length, and a list of banned operators of one's
 *   own;
 * - test_keep_module_with_side_effects: modules whose class says `_is_impure`; test_impure_custom is in fx.test.js;
 * - test_correctness_CSEPass_MutationMetadata_cpu: make_fx of `resize_`;
 * - test_fx_const_fold, test_fx_split, test_partitioner_order, test_source_matcher_utils, test_z3_gradual_types,
 *   test_gradual_type:
 *   FoldedGraphModule, splitters, CapabilityBasedPartitioner, get_source_partitions and gradual types.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Session } from '../../../wasm/js/index.js';

/** @type {any} */
const RECORDED = JSON.parse(readFileSync(new URL('../../data/pytorch/graph_tests.json', import.meta.url), 'utf8'));
const session = await Session.create({ full: true });
const graph = (/** @type {number} */ handle) => session.print(handle, { format: 'graph' });

for (const [name, row] of Object.entries(RECORDED.rewrites)) {
  test(`test_subgraph_rewriter: ${name}`, () => {
    const { handle } = session.symbolicTrace(row.source);
    assert.equal(graph(handle), row.traced);
    const result = session.replacePattern(handle, row.pattern, row.replacement);
    assert.equal(graph(result.handle), row.after);
    assert.equal(graph(handle), row.traced, 'the program given stays');
    const replaced = result.replaced.map(({ anchor, replacements }) => ({
      anchor,
      replacements: replacements.map((node) => node.name),
    }));
    assert.deepEqual(replaced, row.replaced);
    const modules = session
      .namedModules(result.handle)
      .map(({ path }) => path)
      .filter((path) => path !== '');
    assert.deepEqual(modules, row.modules);
  });
}

for (const [name, row] of Object.entries(RECORDED.cse)) {
  test(`test_cse_pass: ${name}`, () => {
    const { handle } = session.open(row.before);
    const { handle: after, reports } = session.run(handle, ['cse_pass']);
    assert.deepEqual({ after: graph(after), changed: reports[0].changed }, { after: row.after, changed: row.changed });
    const again = session.run(after, ['cse_pass']);
    assert.equal(again.reports[0].changed, false, 'a second pass finds nothing');
  });
}

for (const [name, row] of Object.entries(RECORDED.dce)) {
  test(`test_dce_pass: ${name}`, () => {
    const { handle } = session.symbolicTrace(row.source);
    assert.equal(graph(handle), row.before);
    const { handle: after, reports } = session.run(handle, ['eliminate_dead_code']);
    assert.deepEqual({ after: graph(after), changed: reports[0].changed }, { after: row.after, changed: row.changed });
  });
}

test('test_subgraph_rewriter: test_replace_pattern_with_filters', () => {
  const source =
    'def f(x, scale, zero):\n    x = torch.add(x.dequantize(), 2).relu()\n    y = x + 1\n    x = ' +
    'torch.add(x.dequantize(), y).relu()\n    return x * scale + zero\n';
  const pattern = 'lambda x, n: torch.add(x.dequantize(), n).relu()';
  const { handle } = session.symbolicTrace(source);
  assert.equal(session.replacePattern(handle, pattern, 'lambda x, n: torch.mul(x, n)').replaced.length, 2);
  const scalar = (/** @type {any} */ match) => typeof match.nodesMap.get('n') === 'number';
  const { handle: after, replaced } = session.replacePattern(handle, pattern, 'lambda x, n: torch.mul(x, n)', {
    matchFilters: [scalar],
  });
  const muls = session.nodes(after).filter(({ target }) => target === 'torch.mul');
  assert.deepEqual(
    replaced.flatMap(({ replacements }) => replacements.map((node) => node.name)),
    muls.map((node) => node.name),
  );
  assert.equal(muls.length, 1);
});

test('test_subgraph_rewriter: test_replace_pattern_with_callback', () => {
  const { handle } = session.symbolicTrace('lambda x, y: torch.add(torch.add(x, y), 1)');
  /** @type {string[]} */
  const seen = [];
  const { handle: after } = session.replacePattern(handle, 'lambda a, b: torch.add(a, b)', null, {
    replacementCallback(match) {
      seen.push(match.returningNodes[0].name);
      return seen.length === 1 ? 'lambda a, b: torch.sub(torch.mul(a, b), b)' : 'lambda a, b: torch.div(a, b)';
    },
  });
  assert.deepEqual(seen, ['add', 'add_1']);
  assert.deepEqual(
    session.nodes(after).map(({ name }) => name),
    ['x', 'y', 'mul', 'sub', 'div', 'output'],
  );
});
