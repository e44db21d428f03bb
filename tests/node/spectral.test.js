/**
 * Factors whose signs are free give the matrix back: singular values and eigenvectors, real and complex.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Session } from '../../wasm/js/index.js';

const SOURCE = `import torch


class Call(torch.nn.Module):
    def forward(self, x):
        u, s, vh = torch.linalg.svd(x, full_matrices=False)
        w, _, wh = torch.linalg.svd(x)
        h = x @ x.mH
        values, vectors = torch.linalg.eigh(h)
        again = (vectors * values.to(vectors.dtype).unsqueeze(-2)) @ vectors.mH
        return (u * s.to(u.dtype).unsqueeze(-2)) @ vh - x, again - h, w @ w.mH, wh @ wh.mH, s, values
`;

/** @param {any} data @returns {number[]} */
const flat = (data) => data.flat(Infinity);

for (const dtype of ['f32', 'c64']) {
  for (const shape of [
    [3, 5],
    [5, 3],
    [2, 4, 4],
  ]) {
    test(`factors of ${dtype}[${shape}] give it back`, async () => {
      const session = await Session.create({ full: true });
      const count = shape.reduce((a, b) => a * b) * (dtype === 'c64' ? 2 : 1);
      const numbers = Array.from({ length: count }, (_, i) => Math.sin(3 * i + 1) * 2);
      /** @type {any} */
      const data = dtype === 'f32' ? numbers : numbers.flatMap((v, i) => (i % 2 ? [] : [[v, numbers[i + 1]]]));
      const { handle } = /** @type {any} */ (session.trace(SOURCE, { inputs: [`${dtype}[${shape.join(', ')}]`] }));
      const { outputs } = /** @type {any} */ (session.exec(handle, { inputs: [{ dtype, shape, data }] }));
      const [svd, eigh, left, right, singular, values] = outputs.map((/** @type {any} */ o) => o.value);
      for (const rest of [svd, eigh]) for (const v of flat(rest.data)) assert.ok(Math.abs(v) < 2e-5, String(v));
      for (const square of [left, right]) {
        const n = square.shape.at(-1);
        const parts = flat(square.data).filter((_, i) => dtype === 'f32' || i % 2 === 0);
        parts.forEach((v, i) => assert.ok(Math.abs(v - ((i % (n * n)) % (n + 1) === 0 ? 1 : 0)) < 2e-5, String(v)));
      }
      const k = singular.shape.at(-1);
      const fall = flat(singular.data),
        rise = flat(values.data),
        n = values.shape.at(-1);
      fall.forEach((v, i) => assert.ok(i % k === 0 || v <= fall[i - 1]));
      fall.slice(0, k).forEach((v, i) => assert.ok(Math.abs(v * v - rise[n - 1 - i]) < 1e-4, String(v)));
      assert.deepEqual([singular.dtype, values.dtype], ['f32', 'f32']);
    });
  }
}
