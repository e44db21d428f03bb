import { test } from 'vitest';
import { runPasses } from 'seesaw/passes';

test('a graph that cannot be read', async () => {
  await runPasses('def forward(self, x):\n    return (zz,)\n', ['cse_pass']);
});

test('a pass that is not there', async () => {
  await runPasses('def forward(self, x):\n    return (x,)\n', ['dead_code']);
});
