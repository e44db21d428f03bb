import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPasses, printGraph, runPasses } from 'seesaw/passes';
import { GRAPH } from './graph.js';

test('a graph without its dead code', async () => {
  const { output, reports } = await runPasses(GRAPH, ['eliminate_dead_code']);
  assert.doesNotMatch(output, /dead/);
  assert.deepEqual(await runPasses(GRAPH, ['eliminate_dead_code']), { output, reports }, 'the same each time');
  assert.match(await printGraph(GRAPH, { format: 'graph' }), /num_users=0/);
  assert.deepEqual(await checkPasses(GRAPH, ['eliminate_dead_code']), [
    { pass: 'eliminate_dead_code', verdict: 'equal' },
  ]);
});
