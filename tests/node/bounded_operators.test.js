/**
 * Sizes that nobody means, in each place of each operator: an answer or a diagnostic within a second, and a session
 * that goes on.
 *
 * The calls are made from the recorded samples (bounded_operators.js); `SEESAW_HUGE=3000000,100000000` takes other
 * numbers, and all samples.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SeesawError } from '../../wasm/js/index.js';
import { hugeCalls, wrongTensors } from './bounded_operators.js';
import { openedUp } from './support.js';

const OTHERS = process.env.SEESAW_HUGE?.split(',');
/** Of the processor; on a busy machine as on an idle one. */
const MAX_MILLISECONDS = 1000;
const FIXED = 'def forward(self, x: "f32[3]"):\n    sin = torch.ops.aten.sin.default(x)\n    return (sin,)\n';
const GIVEN = { inputs: [{ dtype: 'f32', shape: [3], data: [1, 2, 3] }] };

/** @type {Awaited<ReturnType<typeof openedUp>>} */
let open;
/** @type {number} */
let fixed;
/** @type {string} */
let bits;
before(async () => {
  open = await openedUp({ full: true });
  open.restore();
  fixed = open.session.open(FIXED).handle;
  bits = JSON.stringify(open.session.exec(fixed, GIVEN));
});

/** @param {string} way @param {string} text @param {() => unknown} run */
function bounded(way, text, run) {
  const begin = process.cpuUsage();
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof SeesawError, String(error));
    assert.notEqual(error.diagnostics[0].code, 'trap', `${way} of ${text}: ${error.message}`);
  }
  const { user, system } = process.cpuUsage(begin);
  assert.ok((user + system) / 1000 < MAX_MILLISECONDS, `${way} of ${text}: ${(user + system) / 1000} ms`);
}

/** @type {Map<string, { text: string, values: object }[]>} */
const byPath = new Map();
for (const call of hugeCalls(OTHERS, OTHERS ? 3 : 1)) byPath.set(call.path, [...(byPath.get(call.path) ?? []), call]);

test('there are calls', () => assert.ok(byPath.size > 200, `${byPath.size} operators`));
for (const [path, calls] of byPath) {
  test(path, () => {
    const { session } = open;
    for (const { text, values } of calls) {
      const { handle } = session.open(text);
      const inputs = JSON.stringify(values);
      bounded('exec', text, () => session.exec(handle, values));
      bounded('check_values', text, () => session.checkValues(handle));
      bounded('shape_prop', text, () => session.close(session.run(handle, ['shape_prop']).handle));
      bounded('run_decompositions', text, () => session.close(session.run(handle, ['run_decompositions']).handle));
      bounded('gradients', text, () => session.call('gradients', { handle }, inputs));
      bounded('gradcheck', text, () => session.call('gradcheck', { handle, first: 0, milliseconds: 0 }, inputs));
      bounded('capture', text, () => session.close(/** @type {number} */ (session.trace(text).handle)));
      session.close(handle);
    }
    assert.equal(JSON.stringify(open.session.exec(fixed, GIVEN)), bits);
  });
}

test('tensors of other shapes and dtypes, zeros and negative numbers in place of what is meant break nothing', () => {
  const { session } = open;
  let count = 0;
  for (const calls of [wrongTensors(), hugeCalls(['0', '-1'], 2)]) {
    for (const { text, values } of calls) {
      const { handle } = session.open(text);
      bounded('exec', text, () => session.exec(handle, values));
      bounded('shape_prop', text, () => session.close(session.run(handle, ['shape_prop']).handle));
      session.close(handle);
      // What writes outside of its memory changes what another computes.
      assert.equal(JSON.stringify(open.session.exec(fixed, GIVEN)), bits, text);
      count += 1;
    }
  }
  assert.ok(count > 4000, `${count} calls`);
});
