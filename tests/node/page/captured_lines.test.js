/** Regions of captured Python have the lines of their source. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Session } from '../../../wasm/js/index.js';
import { lineOfTrace, linesOfCaptured, placeReasons } from '../../../web/src/engine/captured_lines.js';
import { exampleBody } from '../../../web/src/model/example_record.js';

test('the innermost frame in the source tells the line', () => {
  const library = '  File "torch/nn/modules/linear.py", line 125, in forward\n    return F.linear()\n';
  const own = (/** @type {number} */ line) => `  File "source.py", line ${line}, in forward\n    x\n`;
  assert.equal(lineOfTrace(own(4) + own(9) + library), 9);
  assert.equal(lineOfTrace(library), null);
  assert.equal(lineOfTrace(null), null);
});

test('a region begins at its with, and what comes behind does not', async () => {
  const session = await Session.create({ full: true });
  const text = readFileSync(new URL('../../../web/examples/lost_gradients.py', import.meta.url), 'utf8');
  const handle = session.trace(exampleBody(text)).handle ?? assert.fail();
  const { reports } = session.run(handle, ['replace_set_grad_with_hop_pass']);
  const lines = linesOfCaptured(/** @type {any} */ (session), handle);
  placeReasons(reports, () => lines);
  assert.deepEqual(
    reports[0].why.map(({ decision, line, endLine }) => [decision, line, endLine]),
    [
      ['lost', 6, 8],
      ['inlined', 10, 10],
    ],
  );
});

test('the lines of all nodes are asked for at once, and a long region has those of all its nodes', async () => {
  const session = await Session.create({ full: true });
  const text = `import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x: "f32[2, 3]"):
        with torch.no_grad():
            for i in range(3000):
                x = x.sin()
                x = x + i
        return x
`;
  const handle = session.trace(text).handle ?? assert.fail();
  const { reports } = session.run(handle, ['replace_set_grad_with_hop_pass']);
  let calls = 0;
  const counted = {
    call: (/** @type {string} */ method, /** @type {object} */ argument) => (calls++, session.call(method, argument)),
  };
  const lines = linesOfCaptured(/** @type {any} */ (counted), handle);
  placeReasons(reports, () => lines);
  assert.equal(calls, 1);
  assert.ok(lines.size >= 6000, `${lines.size} nodes have lines`);
  const [region] = reports[0].why;
  assert.deepEqual([region.line, region.endLine], [6, 9]);
});
