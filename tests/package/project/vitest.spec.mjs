import { expect, test } from 'vitest';
import { runPasses } from 'seesaw/passes';
import { tensor } from 'seesaw/tensor';
import { GRAPH } from './graph.js';

test('a snapshot of a rewritten graph', async () => {
  expect((await runPasses(GRAPH, ['eliminate_dead_code'])).output.trim()).toMatchInlineSnapshot(`
    "def forward(self, x):
        cos = torch.ops.aten.cos.default(x);  x = None
        return (cos,)"
  `);
  expect(String(tensor([1, 2]).sum())).toBe('tensor(3.)');
});
