/**
 * Operators in half precision whose kernels round each of their steps, to the last bit: data/half_steps_*.json
 * (tools/oracle/record_half_steps.py).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { readJson } from './support.js';

/** @typedef {{ shape: number[], data: (number | string)[] }} Input */
/** @typedef {{ dtype: string, count: number, call: string, out?: (number | string)[], error?: string }} Row */

for (const torch of /** @type {('2.6' | '2.14')[]} */ (['2.6', '2.14'])) {
  test(`half precision is rounded as PyTorch ${torch} rounds it`, async () => {
    /** @type {{ inputs: Record<string, Record<string, Input>>, rows: Row[] }} */
    const { inputs, rows } = readJson(new URL(`../data/half_steps_${torch}.json`, import.meta.url).pathname);
    const session = await Session.create({ full: true });
    /** @type {string[]} */
    const wrong = [];
    for (const { dtype, count, call, out, error } of rows) {
      const given = inputs[`${dtype} ${count}`];
      const names = Object.keys(given);
      const parameters = names.map((name) => `${name}: "${dtype}[${given[name].shape.join(', ')}]"`).join(', ');
      const text = `def forward(self, ${parameters}):\n    y_1 = torch.ops.aten.${call}\n    return (y_1,)\n`;
      const what = `${call} of ${count} ${dtype}`;
      try {
        const { handle } = session.open(text, { torch });
        const result = /** @type {any} */ (
          session.exec(handle, { inputs: names.map((name) => /** @type {any} */ ({ dtype, ...given[name] })) })
        );
        session.close(handle);
        const got = result.outputs[0].value.data.flat(Infinity).map(Number);
        const want = (out ?? []).map(Number);
        const off = want.findIndex((v, i) => !Object.is(v, got[i]) && v !== got[i]);
        if (error) wrong.push(`${what}: no error, PyTorch says ${error}`);
        else if (off >= 0 || got.length !== want.length)
          wrong.push(`${what}[${off}]: ${got[off]}, PyTorch has ${want[off]}`);
      } catch (thrown) {
        const message = /** @type {Error} */ (thrown).message;
        if (!error || !message.includes(error)) wrong.push(`${what}: ${message}, PyTorch has ${error ?? 'a value'}`);
      }
    }
    assert.deepEqual(wrong, []);
  });
}
