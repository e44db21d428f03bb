/**
 * Means and scales of layer_norm and group_norm as PyTorch rounds them, to the last bit: of near-equal elements the
 * largest hangs on it.
 *
 * Recorded by oracle/record_row_moments.py with PyTorch 2.6.0 on AVX2.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { readJson } from './support.js';

const ROWS = 6;
/** @typedef {{ mean: number[], scale: number[], places: number[], largest: number }} Norm */
/** @type {{ cases: { n: number, near: boolean, dtype: string, layer: Norm, group: Norm }[] }} */
const { cases } = readJson(new URL('../data/row_moments.json', import.meta.url).pathname);
const NORMS = {
  layer: (/** @type {number} */ n) => `torch.ops.aten.native_layer_norm.default(x, [${n}], None, None, 1e-05)`,
  group: (/** @type {number} */ n) =>
    `torch.ops.aten.native_group_norm.default(x, None, None, 1, ${ROWS}, ${n}, ${ROWS}, 1e-05)`,
};

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {number} n @param {boolean} near */
const elements = (n, near) =>
  Array.from({ length: ROWS * n }, (_, at) => {
    const i = at % n;
    const row = Math.floor(at / n);
    return near ? 1.5 + ((i * 31 + row * 17) % 5) * 2 ** -20 : (((i * 7919 + row * 104729) % 2003) - 1001) / 256;
  });

for (const [norm, call] of Object.entries(NORMS)) {
  for (const { n, near, dtype, ...recorded } of cases) {
    test(`${norm} norm of ${ROWS} rows of ${n} ${near ? 'nearly equal ' : ''}elements of ${dtype}`, () => {
      const want = recorded[/** @type {'layer' | 'group'} */ (norm)];
      const short = dtype === 'float32' ? 'f32' : 'f64';
      const shape = norm === 'layer' ? [ROWS, n] : [1, ROWS, n];
      const { handle } = session.open(`def forward(self, x: "${short}[${shape.join(', ')}]"):
    norm = ${call(n)}
    y = norm[0]
    mean = norm[1]
    scale = norm[2]
    places = torch.ops.aten.argmax.default(y, ${norm === 'layer' ? 0 : 1})
    largest = torch.ops.aten.argmax.default(y)
    return (mean, scale, places, largest)
`);
      const [mean, scale, places, largest] = session
        .exec(handle, { inputs: [{ dtype: short, shape, data: elements(n, near) }] })
        .outputs.map((/** @type {any} */ out) => out.value.data);
      session.close(handle);
      assert.deepEqual(
        { mean, scale, places, largest: largest[0] },
        { mean: want.mean, scale: want.scale, places: want.places, largest: want.largest },
      );
    });
  }
}
