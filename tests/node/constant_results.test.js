/**
 * Results that PyTorch 2.6.0 declares as not differentiable (statistics, factors, weights of a loss) never require
 * grad, though their elements are floating.
 */
import assert from 'node:assert/strict';
import test from 'node:test';

/** @type {any} */
const torch = await import('../../wasm/js/tensor/index.js');
const { ops, tensor } = torch;
const ones = () => tensor([1, 1]);
const zeros = () => tensor([0, 0]);

const leaf = () => tensor([[4, 1], [1, 3]], { requiresGrad: true }); // prettier-ignore
const indices = () => tensor([0, 1], { dtype: 'int64' });
const weights = () => [tensor([1, 1], { requiresGrad: true }), tensor([0, 0], { requiresGrad: true })];

/** What PyTorch says of each result. @type {[string, () => any[], boolean[]][]} */
const RESULTS = [
  ['native_layer_norm', () => ops.nativeLayerNorm(leaf(), [2], ...weights(), 1e-5), [true, false, false]],
  [
    'native_batch_norm',
    () => ops.nativeBatchNorm(leaf(), ...weights(), zeros(), ones(), true, 0.1, 1e-5),
    [true, false, false],
  ],
  [
    '_native_batch_norm_legit_functional',
    () => ops._nativeBatchNormLegitFunctional(leaf(), ...weights(), zeros(), ones(), true, 0.1, 1e-5),
    [true, false, false, false, false],
  ],
  ['native_group_norm', () => ops.nativeGroupNorm(leaf(), ...weights(), 2, 2, 1, 1, 1e-5), [true, true, true]],
  ['nll_loss_forward', () => ops.nllLossForward(leaf(), indices(), null, 1, -100), [true, false]],
  ['log_sigmoid_forward', () => ops.logSigmoidForward(leaf()), [true, false]],
  ['_linalg_det', () => ops._linalgDet(leaf()), [true, false, false]],
  ['_linalg_slogdet', () => ops._linalgSlogdet(leaf()), [true, true, false, false]],
  ['_linalg_solve_ex', () => ops._linalgSolveEx(leaf(), leaf()), [true, false, false, false]],
  ['linalg_qr', () => ops.linalgQr(leaf()), [true, true]],
];
for (const [name, run, expected] of RESULTS) {
  test(name, () =>
    assert.deepEqual(
      run().map((t) => t.requiresGrad),
      expected,
    ),
  );
}
