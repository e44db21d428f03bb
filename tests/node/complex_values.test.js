/**
 * Complex numbers are read, printed and have shapes; nothing computes with them: each way to one is a diagnostic, never
 * a value.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SeesawError, Session } from '../../wasm/js/index.js';

const CALLS = [
  'torch.ops.aten.complex.default(x, x)',
  'torch.ops.aten.polar.default(x, x)',
  'torch.ops.aten.view_as_complex.default(x)',
  'torch.ops.aten._to_copy.default(x, dtype=torch.complex64)',
  'torch.ops.aten.to.dtype(x, torch.complex128)',
  'torch.ops.prims.convert_element_type.default(x, torch.complex64)',
  'torch.ops.aten.full.default([2], 1j)',
  'torch.ops.aten.full.default([2], 1, dtype=torch.complex64)',
  'torch.ops.aten.zeros.default([2], dtype=torch.complex64)',
  'torch.ops.aten.scalar_tensor.default(2j)',
  'torch.ops.aten.add.Tensor(x, 1j)',
  'torch.ops.aten.mul.Tensor(x, 2j)',
  'torch.ops.aten.mul.Scalar(x, 2j)',
  'torch.ops.aten.pow.Tensor_Scalar(x, 1j)',
  'torch.ops.aten.fft_fft.default(x)',
  'torch.ops.aten.fft_rfft.default(x)',
  'torch.ops.aten._fft_r2c.default(x, [1], 0, True)',
  'torch.ops.prims.fft_r2c.default(x, dim=[1], onesided=True)',
  'torch.ops.aten.empty.memory_format([2], dtype=torch.complex64)',
  'torch.ops.aten.ones_like.default(x, dtype=torch.complex64)',
  'torch.ops.aten.arange.default(3, dtype=torch.complex64)',
  'torch.ops.aten.linalg_eig.default(x)',
  'torch.ops.aten.sum.default(x, dtype=torch.complex64)',
  'torch.ops.aten.view.dtype(x, torch.complex64)',
  'torch.ops.aten.where.ScalarOther(x, x, 1j)',
  'torch.ops.aten.fill.Scalar(x, 1j)',
  'torch.ops.aten.masked_fill.Scalar(x, x, 1j)',
  'torch.full((2,), 1j)',
  'x + 1j',
  'torch.complex(x, x)',
];
const OF_COMPLEX = [
  'add.Tensor(c, c)',
  'mul.Tensor(c, c)',
  'conj.default(c)',
  '_conj.default(c)',
  'real.default(c)',
  'imag.default(c)',
  'view_as_real.default(c)',
  'abs.default(c)',
  'angle.default(c)',
  'exp.default(c)',
  'mm.default(c, c)',
  'matmul.default(c, c)',
  'clone.default(c)',
  'neg.default(c)',
  'resolve_conj.default(c)',
  'sum.default(c)',
];

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
