/** Regions of captured Python have the lines of their source. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Session } from '../../../wasm/js/index.js';
import { lineOfTrace, placeReasons } from '../../../web/src/engine/captured_lines.js';
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
  placeReasons(/** @type {any} */ (session), handle, reports);
  assert.deepEqual(
    reports[0].why.map(({ decision, line, endLine }) => [decision, line, endLine]),
    [
      ['lost', 6, 8],
      ['inlined', 10, 10],
    ],
  );
});
