/** What a call with wrong arguments is answered: PyTorch's words. Recorded by oracle/record_wrong_calls.py. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { ops, tensor } from '../../wasm/js/tensor/index.js';

const recorded = JSON.parse(readFileSync(new URL('../data/wrong_calls.json', import.meta.url), 'utf8'));
const x = tensor([1, 2, 3]);
const m = ops.ones([2, 3]);

for (const { call, error, message } of recorded.calls) {
  test(call, () => {
    const run = new Function('x', 'm', 'ops', `return ${call}`);
    assert.throws(
      () => run(x, m, ops),
      (/** @type {any} */ thrown) => {
        assert.equal(`${thrown.name}: ${thrown.message}`, `${error}: ${message}`);
        return true;
      },
    );
  });
}
