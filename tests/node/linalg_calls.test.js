/**
 * Overloads that functions of linear algebra call, which depend on the order in which Python tries them, and values of
 * matrices with and without elements: data/linalg_calls_*.json (tools/oracle/record_linalg_calls.py).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { readJson } from './support.js';

/** @typedef {{ shape: number[], data: (number | string)[], error?: string[] }} Recorded */
/** @typedef {{ call: string, targets?: string[], error?: string[], values: Record<string, Recorded> }} Row */

/** @param {string} call @param {number[]} shape */
const source = (call, shape) => `import torch


class Call(torch.nn.Module):
    def forward(self, x: "f32[${shape.join(', ')}]", t: "f32[]"):
        return torch.linalg.${call}
`;
/** @param {number[]} shape */
const filled = (shape) =>
  Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => (((i * i * 5 + 3) % 13) - 6) / 4);

/** @param {() => any} run @returns {any} */
function tried(run) {
  try {
    return run();
  } catch (error) {
    return { error: /** @type {Error} */ (error).message.split('\n')[0] };
  }
}

for (const torch of /** @type {('2.6' | '2.14')[]} */ (['2.6', '2.14'])) {
  /** @type {Row[]} */
  const rows = readJson(new URL(`../data/linalg_calls_${torch}.json`, import.meta.url).pathname);
  test(`overloads are those of PyTorch ${torch}`, async () => {
    const session = await Session.create({ full: true });
    for (const { call, targets, error } of rows) {
      for (const strict of [false, true]) {
        const got = tried(() => session.trace(source(call, [3, 3]), { strict, torch }));
        if (error) {
          assert.ok(got.error?.includes(error[1]), `${call}: ${JSON.stringify(got.error)} for ${error[1]}`);
          continue;
        }
        assert.equal(got.error, undefined, call);
        const text = session.print(got.handle, { format: 'graph' });
        const found = [...text.matchAll(/target=torch\.ops\.([\w.]+)\]/g)].map((one) => one[1]);
        assert.deepEqual(found, targets, call);
      }
    }
  });

  test(`values are those of PyTorch ${torch}`, async () => {
    const session = await Session.create({ full: true });
    /** @type {string[]} */
    const wrong = [];
    for (const { call, values } of rows) {
      for (const [sizes, want] of Object.entries(values)) {
        const shape = JSON.parse(sizes);
        const got = tried(() => {
          const { handle } = /** @type {any} */ (session.trace(source(call, shape), { torch }));
          const inputs = [
            { dtype: 'f32', shape, data: filled(shape) },
            { dtype: 'f32', shape: [], data: [0.25] },
          ];
          return /** @type {any} */ (session.exec(handle, { inputs })).outputs[0].value;
        });
        const what = `${call} of ${sizes}: ${JSON.stringify(got)} for ${JSON.stringify(want)}`;
        if (want.error || got.error) {
          if (!want.error || !got.error?.includes(want.error[1])) wrong.push(what);
          continue;
        }
        const most = Math.max(1, ...want.data.map(Number).filter(Number.isFinite).map(Math.abs));
        const near = (/** @type {any} */ a, /** @type {any} */ b) => a === b || Math.abs(Number(a) - b) < 1e-4 * most;
        const found = got.data.flat(Infinity);
        const same = found.every((/** @type {any} */ v, /** @type {number} */ i) => near(v, want.data[i]));
        if (`${got.shape}` !== `${want.shape}` || !same) wrong.push(what);
      }
    }
    assert.deepEqual(wrong, []);
  });
}
