/**
 * Everything that is public of the tensors, as it is before the engine is loaded. index.js and in_node.js load it.
 */
import { ops } from './operators.js';

export { heapBytes, TorchError } from './core.js';
export { DEVICES, deviceBytes, DTYPES, Tensor, tensor } from './tensor.js';
export { operators, ops } from './operators.js';
export { functional } from './functional.js';
export { float } from './names.js';
export { Node, RemovableHandle, currentNode, gradAccumulator } from './node.js';
export { backward, grad, queueCallback } from './autograd.js';
export { AutogradFunction, FunctionContext, onceDifferentiable } from './function.js';
export {
  catchWarnings,
  detectAnomaly,
  enableGrad,
  inferenceMode,
  isGradEnabled,
  isInferenceModeEnabled,
  manualSeed,
  noGrad,
  setGradEnabled,
} from './modes.js';
export { setTorchVersion, torchVersion } from './version.js';
export { CompiledTape, compileTape } from './replay.js';
export { checkpoint, checkpointSequential, setCheckpointEarlyStop } from './checkpoint.js';
export * as graph from './graph.js';
export * as _C from './internals.js';

/**
 * @param {readonly import('./tensor.js').Tensor[]} tensors
 * @param {number} [dim]
 * @returns {import('./tensor.js').Tensor}
 */
export const cat = (tensors, dim = 0) => ops.cat(tensors, dim);
/**
 * @param {readonly import('./tensor.js').Tensor[]} tensors
 * @param {number} [dim]
 * @returns {import('./tensor.js').Tensor}
 */
export const stack = (tensors, dim = 0) => ops.stack(tensors, dim);
/** @param {any} condition @param {any} self @param {any} other @returns {import('./tensor.js').Tensor} */
export const where = (condition, self, other) => ops.where(condition, self, other);
