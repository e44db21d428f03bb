/**
 * What only tests and replays of recordings need.
 *
 *   undefinedGrad(x)                 // an identity whose gradient does not arrive
 *   delayedError(x, 'not again')     // an identity whose backward raises RuntimeError
 */
import { check, native, writeText } from './core.js';
import { dtypeNumber } from './tensor.js';
import { wrapTensor } from './handles.js';

/** @param {import('./tensor.js').Tensor} t */
export const undefinedGrad = (t) => wrapTensor(check(native._st_test_node(t.handle, 0)));

/**
 * Results of integers, and factories, in another dtype; `tensor(2)` and texts keep float64.
 * @param {string} dtype
 * @param {() => void} fn
 */
export function withDefaultDtype(dtype, fn) {
  check(native._st_set_default_dtype(dtypeNumber(dtype)));
  try {
    fn();
  } finally {
    native._st_set_default_dtype(dtypeNumber('float64'));
  }
}

/** @param {import('./tensor.js').Tensor} t @param {string} message */
export function delayedError(t, message) {
  writeText(message);
  return wrapTensor(check(native._st_test_node(t.handle, 1)));
}
