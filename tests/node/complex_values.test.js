/**
 * What has no complex kernel is a diagnostic, never a value made of real parts alone; complex.test.js has what is
 * computed.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SeesawError, Session } from '../../wasm/js/index.js';

const CALLS = [
  'torch.ops.prims.convert_element_type.default(x, torch.complex64)',
  'torch.ops.aten.scalar_tensor.default(2j)',
  'torch.ops.prims.fft_r2c.default(x, dim=[1], onesided=True)',
  'torch.ops.aten.arange.default(3, dtype=torch.complex64)',
  'torch.ops.aten.linalg_eig.default(x)',
  'torch.ops.aten.view.dtype(x, torch.complex64)',
  'torch.ops.aten.where.ScalarOther(x, x, 1j)',
  'torch.ops.aten.fill.Scalar(x, 1j)',
  'torch.ops.aten.masked_fill.Scalar(x, x, 1j)',
];
const OF_COMPLEX = ['sort.default(c)', 'clamp.default(c, 0)', 'logsumexp.default(c, [0])'];

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {string} text @param {any} inputs @param {{ grad?: boolean }} [options] */
function told(text, inputs, options) {
  const { handle } = session.open(text);
  try {
    session.exec(handle, { inputs }, options);
    return '';
  } catch (error) {
    assert.ok(error instanceof SeesawError, String(error));
    assert.notEqual(error.diagnostics[0].code, 'trap', error.message);
    return error.diagnostics[0].message;
  } finally {
    session.close(handle);
  }
}

for (const call of CALLS) {
  test(`${call} has no value`, () => {
    assert.notEqual(
      told(`def forward(self, x: "f32[2, 2]"):\n    out = ${call}\n    return (out,)\n`, [
        { dtype: 'f32', shape: [2, 2], data: [1, 2, 3, 4] },
      ]),
      '',
    );
  });
}

for (const call of OF_COMPLEX) {
  test(`aten.${call} of a complex input has no value`, () => {
    assert.notEqual(
      told(`def forward(self, c: "c64[2, 2]"):\n    out = torch.ops.aten.${call}\n    return (out,)\n`, [
        { dtype: 'c64', shape: [2, 2], data: [1, 2, 3, 4] },
      ]),
      '',
    );
  });
}
