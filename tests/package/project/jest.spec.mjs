import { expect, test } from '@jest/globals';
import { runPasses } from 'seesaw/passes';
import { tensor } from 'seesaw/tensor';
import { GRAPH } from './graph.js';

test('a graph without its dead code, in Jest', async () => {
  const { output } = await runPasses(GRAPH, ['eliminate_dead_code']);
  expect(output).not.toContain('dead');
  expect(String(tensor([1, 2]).sum())).toBe('tensor(3.)');
});
