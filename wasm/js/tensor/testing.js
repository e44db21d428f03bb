/**
 * What only tests need.
 *
 *   undefinedGrad(x)                 // an identity whose gradient does not arrive
 *   delayedError(x, 'not again')     // an identity whose backward raises RuntimeError
 */
import { check, native, writeText } from './core.js';
import { wrapTensor } from './handles.js';

/** @param {import('./tensor.js').Tensor} t */
export const undefinedGrad = (t) => wrapTensor(check(native._st_test_node(t.handle, 0)));

/** @param {import('./tensor.js').Tensor} t @param {string} message */
export function delayedError(t, message) {
  writeText(message);
  return wrapTensor(check(native._st_test_node(t.handle, 1)));
}
