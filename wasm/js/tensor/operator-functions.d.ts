// Made by wasm/tensor_types.mjs from the operator table. Do not edit.
import type { Device, DType, Tensor } from './index.js';

/** The operators as functions: `ops.cat([a, b])`, `ops.sub(1, x)`. */
export interface OperatorFunctions {
  /** adaptive_avg_pool2d, whatever the size. */
  _adaptiveAvgPool2d(self: Tensor | number, outputSize: number | readonly number[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of _adaptive_avg_pool2d: each gradient is shared by what it is the mean of. */
  _adaptiveAvgPool2dBackward(gradOutput: Tensor | number, self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Means over as many windows of a volume as asked for. */
  _adaptiveAvgPool3d(self: Tensor | number, outputSize: number | readonly number[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Each gradient shared by the elements that its mean was of. */
  _adaptiveAvgPool3dBackward(gradOutput: Tensor | number, self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Distances between all pairs of rows of two matrices. */
  _cdistForward(x1: Tensor | number, x2: Tensor | number, p: number, computeMode?: number | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  _cdistForward(x1: Tensor | number, x2: Tensor | number, p: number, options?: { computeMode?: number | null; out?: Tensor | Tensor[] }): Tensor;
  /** Complex conjugates, in PyTorch a view. */
  _conj(self: Tensor | number): Tensor;
  /** Complex conjugates, in memory of their own. */
  _conjPhysical(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** embedding_bag, with what backward needs. */
  _embeddingBag(weight: Tensor | number, indices: Tensor | number, offsets: Tensor | number, scaleGradByFreq?: boolean, mode?: number, sparse?: boolean, perSampleWeights?: Tensor | number | null, includeLastOffset?: boolean, paddingIdx?: number, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor, Tensor];
  _embeddingBag(weight: Tensor | number, indices: Tensor | number, offsets: Tensor | number, options?: { scaleGradByFreq?: boolean; mode?: number; sparse?: boolean; perSampleWeights?: Tensor | number | null; includeLastOffset?: boolean; paddingIdx?: number; out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor, Tensor];
  /** embedding_bag, without what backward needs. */
  _embeddingBagForwardOnly(weight: Tensor | number, indices: Tensor | number, offsets: Tensor | number, scaleGradByFreq?: boolean, mode?: number, sparse?: boolean, perSampleWeights?: Tensor | number | null, includeLastOffset?: boolean, paddingIdx?: number, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor, Tensor];
  _embeddingBagForwardOnly(weight: Tensor | number, indices: Tensor | number, offsets: Tensor | number, options?: { scaleGradByFreq?: boolean; mode?: number; sparse?: boolean; perSampleWeights?: Tensor | number | null; includeLastOffset?: boolean; paddingIdx?: number; out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor, Tensor];
  /** Fourier transform of complex values. */
  _fftC2c(self: Tensor | number, dim: readonly number[], normalization: number, forward: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Inverse Fourier transform to real values. */
  _fftC2r(self: Tensor | number, dim: readonly number[], normalization: number, lastDimSize: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Fourier transform of real values. */
  _fftR2c(self: Tensor | number, dim: readonly number[], normalization: number, onesided: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Determinants, with the factors that they come from. */
  _linalgDet(A: Tensor | number): [Tensor, Tensor, Tensor];
  /** Signs and logarithms of determinants, with the factors that they come from. */
  _linalgSlogdet(A: Tensor | number): [Tensor, Tensor, Tensor, Tensor];
  /** What solves systems of linear equations, with the factors that it comes from. */
  _linalgSolveEx(A: Tensor | number, B: Tensor | number, options?: { left?: boolean; checkErrors?: boolean }): [Tensor, Tensor, Tensor, Tensor];
  /** The logarithm of softmax, exact where that is small. */
  _logSoftmax(self: Tensor | number, dim: number, halfToFloat: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of log_softmax. */
  _logSoftmaxBackwardData(gradOutput: Tensor | number, output: Tensor | number, dim: number, inputDtype: DType, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** native_batch_norm by the statistics of the batch. */
  _nativeBatchNormLegit(input: Tensor | number, weight: Tensor | number | null, bias: Tensor | number | null, training: boolean, momentum: number, eps: number, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor];
  /** native_batch_norm that gives the new running statistics instead of writing them. */
  _nativeBatchNormLegitFunctional(input: Tensor | number, weight: Tensor | number | null, bias: Tensor | number | null, runningMean: Tensor | number, runningVar: Tensor | number, training: boolean, momentum: number, eps: number): [Tensor, Tensor, Tensor, Tensor, Tensor];
  /** native_batch_norm by running statistics. */
  _nativeBatchNormLegitNoTraining(input: Tensor | number, weight: Tensor | number | null, bias: Tensor | number | null, runningMean: Tensor | number, runningVar: Tensor | number, momentum: number, eps: number, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor];
  /** The derivative of _pdist_forward. */
  _pdistBackward(grad: Tensor | number, self: Tensor | number, p: number, pdist: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Distances between all pairs of rows of a matrix. */
  _pdistForward(self: Tensor | number, p?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  _pdistForward(self: Tensor | number, options?: { p?: number; out?: Tensor | Tensor[] }): Tensor;
  /** What reshape makes of a tensor that is not contiguous, where a view is possible. */
  _reshapeAlias(self: Tensor | number, size: readonly number[], stride: readonly number[]): Tensor;
  /** softmax whose rows of nothing but -inf are zeros. */
  _safeSoftmax(self: Tensor | number, dim: number, dtype?: DType | null): Tensor;
  _safeSoftmax(self: Tensor | number, dim: number, options?: { dtype?: DType | null }): Tensor;
  /** exp(self), scaled so that a dimension sums to 1. */
  _softmax(self: Tensor | number, dim: number, halfToFloat: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of softmax. */
  _softmaxBackwardData(gradOutput: Tensor | number, output: Tensor | number, dim: number, inputDtype: DType, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** A copy in another dtype. */
  _toCopy(self: Tensor | number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; nonBlocking?: boolean; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; out?: Tensor | Tensor[] }): Tensor;
  /** Sum over products of three tensors. */
  _trilinear(i1: Tensor | number, i2: Tensor | number, i3: Tensor | number, expand1: readonly number[], expand2: readonly number[], expand3: readonly number[], sumdim: readonly number[], unrollDim?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  _trilinear(i1: Tensor | number, i2: Tensor | number, i3: Tensor | number, expand1: readonly number[], expand2: readonly number[], expand3: readonly number[], sumdim: readonly number[], options?: { unrollDim?: number; out?: Tensor | Tensor[] }): Tensor;
  /** The different elements, in order; where each element is among them, and how often each stands. */
  _unique2(self: Tensor | number, sorted?: boolean, returnInverse?: boolean, returnCounts?: boolean, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor];
  _unique2(self: Tensor | number, options?: { sorted?: boolean; returnInverse?: boolean; returnCounts?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor];
  /** view of a tensor that nobody else has. */
  _unsafeView(self: Tensor | number, size: number | readonly number[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** A tensor given by directions and lengths. */
  _weightNorm(v: Tensor | number, g: Tensor | number, dim?: number): Tensor;
  _weightNorm(v: Tensor | number, g: Tensor | number, options?: { dim?: number }): Tensor;
  /** A tensor given by directions and lengths, and the norms of the directions. */
  _weightNormInterface(v: Tensor | number, g: Tensor | number, dim?: number, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  _weightNormInterface(v: Tensor | number, g: Tensor | number, options?: { dim?: number; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  /** Absolute value. */
  abs(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of abs. */
  absolute(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Inverse cosine. */
  acos(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Inverse hyperbolic cosine. */
  acosh(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Means over as many windows as asked for. */
  adaptiveAvgPool2d(self: Tensor | number, outputSize: number | readonly number[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Means over as many windows of a volume as asked for. */
  adaptiveAvgPool3d(self: Tensor | number, outputSize: number | readonly number[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Maxima over as many windows as asked for, and their places. */
  adaptiveMaxPool2d(self: Tensor | number, outputSize: number | readonly number[], options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  /** Maxima over as many windows of a volume as asked for, and their places. */
  adaptiveMaxPool3d(self: Tensor | number, outputSize: number | readonly number[], options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  /** self + alpha * other, broadcasting. */
  add(self: Tensor | number, other: Tensor | number, options?: { alpha?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** self, scaled by beta, plus alpha times the sum of the products of a batch of matrices. */
  addbmm(self: Tensor | number, batch1: Tensor | number, batch2: Tensor | number, options?: { beta?: number | boolean; alpha?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** self + value * tensor1 / tensor2. */
  addcdiv(self: Tensor | number, tensor1: Tensor | number, tensor2: Tensor | number, options?: { value?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** self + value * tensor1 * tensor2. */
  addcmul(self: Tensor | number, tensor1: Tensor | number, tensor2: Tensor | number, options?: { value?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** beta * self + alpha * mat1 @ mat2. */
  addmm(self: Tensor | number, mat1: Tensor | number, mat2: Tensor | number, options?: { beta?: number | boolean; alpha?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** beta * self + alpha * mat @ vec. */
  addmv(self: Tensor | number, mat: Tensor | number, vec: Tensor | number, options?: { beta?: number | boolean; alpha?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** beta * self + alpha times all products of two vectors. */
  addr(self: Tensor | number, vec1: Tensor | number, vec2: Tensor | number, options?: { beta?: number | boolean; alpha?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The last two dimensions exchanged, conjugated. */
  adjoint(self: Tensor | number): Tensor;
  /** Where an affine map takes the pixels of an image. */
  affineGridGenerator(theta: Tensor | number, size: readonly number[], alignCorners: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The same memory as another tensor. */
  alias(self: Tensor | number): Tensor;
  /** A copy of what alias shows. */
  aliasCopy(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Whether no element is zero. */
  all(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  all(self: Tensor | number, dim: number, keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  all(self: Tensor | number, dim: number, options?: { keepdim?: boolean; out?: Tensor | Tensor[] }): Tensor;
  all(self: Tensor | number, dim?: readonly number[] | null, keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  all(self: Tensor | number, options?: { dim?: readonly number[] | null; keepdim?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Dropout that keeps mean and variance, for SELU networks. */
  alphaDropout(input: Tensor | number, p: number, train: boolean): Tensor;
  /** The largest element over dimensions; equal ones share the gradient. */
  amax(self: Tensor | number, dim?: number | readonly number[], keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  amax(self: Tensor | number, options?: { dim?: number | readonly number[]; keepdim?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The smallest element over dimensions; equal ones share the gradient. */
  amin(self: Tensor | number, dim?: number | readonly number[], keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  amin(self: Tensor | number, options?: { dim?: number | readonly number[]; keepdim?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The angle of complex numbers; 0 or pi of real ones. */
  angle(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Whether an element is not zero. */
  any(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  any(self: Tensor | number, dim: number, keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  any(self: Tensor | number, dim: number, options?: { keepdim?: boolean; out?: Tensor | Tensor[] }): Tensor;
  any(self: Tensor | number, dim?: readonly number[] | null, keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  any(self: Tensor | number, options?: { dim?: readonly number[] | null; keepdim?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The numbers from 0 up to a bound. */
  arange(end: number | boolean, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  arange(start: number | boolean, end: number | boolean, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  arange(start: number | boolean, end: number | boolean, step?: number | boolean, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  arange(start: number | boolean, end: number | boolean, options?: { step?: number | boolean; dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Another name of acos. */
  arccos(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of acosh. */
  arccosh(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of asin. */
  arcsin(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of asinh. */
  arcsinh(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of atan. */
  arctan(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of atan2. */
  arctan2(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of atanh. */
  arctanh(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Where the largest element is: the first of equal ones. */
  argmax(self: Tensor | number, dim?: number | null, keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  argmax(self: Tensor | number, options?: { dim?: number | null; keepdim?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Where the smallest element is: the first of equal ones. */
  argmin(self: Tensor | number, dim?: number | null, keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  argmin(self: Tensor | number, options?: { dim?: number | null; keepdim?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Places of the elements in their order. */
  argsort(self: Tensor | number, dim?: number, descending?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  argsort(self: Tensor | number, options?: { dim?: number; descending?: boolean; out?: Tensor | Tensor[] }): Tensor;
  argsort(self: Tensor | number, options: { stable: boolean; dim?: number; descending?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The places of what is not zero, one in a row. */
  argwhere(self: Tensor | number): Tensor;
  /** The memory with any sizes and strides. */
  asStrided(self: Tensor | number, size: readonly number[], stride: readonly number[], storageOffset?: number | null): Tensor;
  asStrided(self: Tensor | number, size: readonly number[], stride: readonly number[], options?: { storageOffset?: number | null }): Tensor;
  /** A copy of what as_strided shows. */
  asStridedCopy(self: Tensor | number, size: readonly number[], stride: readonly number[], storageOffset?: number | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  asStridedCopy(self: Tensor | number, size: readonly number[], stride: readonly number[], options?: { storageOffset?: number | null; out?: Tensor | Tensor[] }): Tensor;
  /** self with another tensor at strided places of its memory. */
  asStridedScatter(self: Tensor | number, src: Tensor | number, size: readonly number[], stride: readonly number[], storageOffset?: number | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  asStridedScatter(self: Tensor | number, src: Tensor | number, size: readonly number[], stride: readonly number[], options?: { storageOffset?: number | null; out?: Tensor | Tensor[] }): Tensor;
  /** Inverse sine. */
  asin(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Inverse hyperbolic sine. */
  asinh(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Inverse tangent. */
  atan(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The angle of the point (other, self). */
  atan2(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Inverse hyperbolic tangent. */
  atanh(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The tensor, a number as one of 1 dimension. */
  atleast1d(self: Tensor | number): Tensor;
  atleast1d(tensors: readonly Tensor[]): Tensor[];
  /** The tensor with at least 2 dimensions. */
  atleast2d(self: Tensor | number): Tensor;
  atleast2d(tensors: readonly Tensor[]): Tensor[];
  /** The tensor with at least 3 dimensions. */
  atleast3d(self: Tensor | number): Tensor;
  atleast3d(tensors: readonly Tensor[]): Tensor[];
  /** The mean of the elements under each window. */
  avgPool2d(self: Tensor | number, kernelSize: number | readonly number[], stride?: number | readonly number[], padding?: number | readonly number[], ceilMode?: boolean, countIncludePad?: boolean, divisorOverride?: number | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  avgPool2d(self: Tensor | number, kernelSize: number | readonly number[], options?: { stride?: number | readonly number[]; padding?: number | readonly number[]; ceilMode?: boolean; countIncludePad?: boolean; divisorOverride?: number | null; out?: Tensor | Tensor[] }): Tensor;
  /** Each gradient shared by the elements under its window. */
  avgPool2dBackward(gradOutput: Tensor | number, self: Tensor | number, kernelSize: number | readonly number[], stride: number | readonly number[], padding: number | readonly number[], ceilMode: boolean, countIncludePad: boolean, divisorOverride?: number | null): Tensor;
  avgPool2dBackward(gradOutput: Tensor | number, self: Tensor | number, kernelSize: number | readonly number[], stride: number | readonly number[], padding: number | readonly number[], ceilMode: boolean, countIncludePad: boolean, options?: { divisorOverride?: number | null }): Tensor;
  /** Means over windows of a volume. */
  avgPool3d(self: Tensor | number, kernelSize: number | readonly number[], stride?: number | readonly number[], padding?: number | readonly number[], ceilMode?: boolean, countIncludePad?: boolean, divisorOverride?: number | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  avgPool3d(self: Tensor | number, kernelSize: number | readonly number[], options?: { stride?: number | readonly number[]; padding?: number | readonly number[]; ceilMode?: boolean; countIncludePad?: boolean; divisorOverride?: number | null; out?: Tensor | Tensor[] }): Tensor;
  /** Each gradient shared by the elements under its window. */
  avgPool3dBackward(gradOutput: Tensor | number, self: Tensor | number, kernelSize: number | readonly number[], stride: number | readonly number[], padding: number | readonly number[], ceilMode: boolean, countIncludePad: boolean, divisorOverride?: number | null): Tensor;
  avgPool3dBackward(gradOutput: Tensor | number, self: Tensor | number, kernelSize: number | readonly number[], stride: number | readonly number[], padding: number | readonly number[], ceilMode: boolean, countIncludePad: boolean, options?: { divisorOverride?: number | null }): Tensor;
  /** beta * self + alpha * the products of two batches of matrices. */
  baddbmm(self: Tensor | number, batch1: Tensor | number, batch2: Tensor | number, options?: { beta?: number | boolean; alpha?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** A triangular window. */
  bartlettWindow(windowLength: number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  bartlettWindow(windowLength: number, periodic: boolean, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Each channel brought to mean 0 and variance 1 over the batch (or by running statistics), then scaled and shifted. */
  batchNorm(input: Tensor | number, weight: Tensor | number | null, bias: Tensor | number | null, runningMean: Tensor | number | null, runningVar: Tensor | number | null, training: boolean, momentum: number, eps: number, cudnnEnabled: boolean): Tensor;
  /** Bilinear layer of two inputs: x1 A x2 + b. */
  bilinear(input1: Tensor | number, input2: Tensor | number, weight: Tensor | number, bias?: Tensor | number | null): Tensor;
  bilinear(input1: Tensor | number, input2: Tensor | number, weight: Tensor | number, options?: { bias?: Tensor | number | null }): Tensor;
  /** Mean of -(target * log(self) + (1 - target) * log(1 - self)), the logarithms at least -100. */
  binaryCrossEntropy(self: Tensor | number, target: Tensor | number, weight?: Tensor | number | null, reduction?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  binaryCrossEntropy(self: Tensor | number, target: Tensor | number, options?: { weight?: Tensor | number | null; reduction?: number; out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of binary_cross_entropy. */
  binaryCrossEntropyBackward(gradOutput: Tensor | number, self: Tensor | number, target: Tensor | number, weight?: Tensor | number | null, reduction?: number): Tensor;
  binaryCrossEntropyBackward(gradOutput: Tensor | number, self: Tensor | number, target: Tensor | number, options?: { weight?: Tensor | number | null; reduction?: number }): Tensor;
  /** Cross entropy of two classes, from logits. */
  binaryCrossEntropyWithLogits(self: Tensor | number, target: Tensor | number, weight?: Tensor | number | null, posWeight?: Tensor | number | null, reduction?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  binaryCrossEntropyWithLogits(self: Tensor | number, target: Tensor | number, options?: { weight?: Tensor | number | null; posWeight?: Tensor | number | null; reduction?: number; out?: Tensor | Tensor[] }): Tensor;
  /** How often each integer occurs. */
  bincount(self: Tensor | number, weights?: Tensor | number | null, minlength?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  bincount(self: Tensor | number, options?: { weights?: Tensor | number | null; minlength?: number; out?: Tensor | Tensor[] }): Tensor;
  /** And, bit by bit; of truth values, as logic has it. */
  bitwiseAnd(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  bitwiseAnd(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  bitwiseAnd(self: number | boolean, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Every bit turned; of truth values, not. */
  bitwiseNot(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Or, bit by bit; of truth values, as logic has it. */
  bitwiseOr(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  bitwiseOr(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  bitwiseOr(self: number | boolean, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Exclusive or, bit by bit; of truth values, as logic has it. */
  bitwiseXor(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  bitwiseXor(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  bitwiseXor(self: number | boolean, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Blackman's window. */
  blackmanWindow(windowLength: number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  blackmanWindow(windowLength: number, periodic: boolean, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Products of two batches of matrices. */
  bmm(self: Tensor | number, mat2: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Tensors expanded to their common shape. */
  broadcastTensors(tensors: readonly Tensor[]): Tensor[];
  /** The tensor expanded to a shape. */
  broadcastTo(self: Tensor | number, size: number | readonly number[]): Tensor;
  /** Between which boundaries each element lies. */
  bucketize(self: Tensor | number, boundaries: Tensor | number, options?: { outInt32?: boolean; right?: boolean; out?: Tensor | Tensor[] }): Tensor;
  bucketize(self: number | boolean, boundaries: Tensor | number, options?: { outInt32?: boolean; right?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Tensors one behind the other. */
  cat(tensors: readonly Tensor[], dim?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  cat(tensors: readonly Tensor[], options?: { dim?: number; out?: Tensor | Tensor[] }): Tensor;
  /** Distances between all pairs of rows of two matrices. */
  cdist(x1: Tensor | number, x2: Tensor | number, p?: number, computeMode?: number | null): Tensor;
  cdist(x1: Tensor | number, x2: Tensor | number, options?: { p?: number; computeMode?: number | null }): Tensor;
  /** The smallest integer that is not below self. */
  ceil(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self where it is positive, else alpha * (exp(self / alpha) - 1). */
  celu(self: Tensor | number, alpha?: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  celu(self: Tensor | number, options?: { alpha?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The triangular factor of positive definite matrices. */
  cholesky(self: Tensor | number, upper?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  cholesky(self: Tensor | number, options?: { upper?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The inverse of matrices whose triangular factor is given. */
  choleskyInverse(self: Tensor | number, upper?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  choleskyInverse(self: Tensor | number, options?: { upper?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Solves systems whose triangular factor is given. */
  choleskySolve(self: Tensor | number, input2: Tensor | number, upper?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  choleskySolve(self: Tensor | number, input2: Tensor | number, options?: { upper?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** A dimension in so many pieces, or fewer. */
  chunk(self: Tensor | number, chunks: number, dim?: number): Tensor[];
  chunk(self: Tensor | number, chunks: number, options?: { dim?: number }): Tensor[];
  /** self, but at least min and at most max. */
  clamp(self: Tensor | number, min?: number | boolean | null, max?: number | boolean | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  clamp(self: Tensor | number, options?: { min?: number | boolean | null; max?: number | boolean | null; out?: Tensor | Tensor[] }): Tensor;
  clamp(self: Tensor | number, min?: Tensor | number | null, max?: Tensor | number | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  clamp(self: Tensor | number, options?: { min?: Tensor | number | null; max?: Tensor | number | null; out?: Tensor | Tensor[] }): Tensor;
  /** self, but at most a number. */
  clampMax(self: Tensor | number, max: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  clampMax(self: Tensor | number, max: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self, but at least a number. */
  clampMin(self: Tensor | number, min: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  clampMin(self: Tensor | number, min: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of clamp. */
  clip(self: Tensor | number, min?: number | boolean | null, max?: number | boolean | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  clip(self: Tensor | number, options?: { min?: number | boolean | null; max?: number | boolean | null; out?: Tensor | Tensor[] }): Tensor;
  clip(self: Tensor | number, min?: Tensor | number | null, max?: Tensor | number | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  clip(self: Tensor | number, options?: { min?: Tensor | number | null; max?: Tensor | number | null; out?: Tensor | Tensor[] }): Tensor;
  /** A copy in memory of its own. */
  clone(self: Tensor | number, options?: { memoryFormat?: 'contiguous_format' | 'preserve_format' | null; out?: Tensor | Tensor[] }): Tensor;
  /** Columns added back to where their windows lie. */
  col2im(self: Tensor | number, outputSize: number | readonly number[], kernelSize: number | readonly number[], dilation: number | readonly number[], padding: number | readonly number[], stride: number | readonly number[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** A complex tensor from its two parts. */
  complex(real: Tensor | number, imag: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** cat. */
  concat(tensors: readonly Tensor[], dim?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  concat(tensors: readonly Tensor[], options?: { dim?: number; out?: Tensor | Tensor[] }): Tensor;
  /** cat. */
  concatenate(tensors: readonly Tensor[], dim?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  concatenate(tensors: readonly Tensor[], options?: { dim?: number; out?: Tensor | Tensor[] }): Tensor;
  /** Complex conjugates; a real tensor itself. */
  conj(self: Tensor | number): Tensor;
  /** Complex conjugates, in memory of their own; a real tensor itself. */
  conjPhysical(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** A number put around the tensor; negative widths cut off. */
  constantPadNd(self: Tensor | number, pad: readonly number[], value?: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  constantPadNd(self: Tensor | number, pad: readonly number[], options?: { value?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The tensor with its elements in rows; itself if they lie so. */
  contiguous(self: Tensor | number, options?: { memoryFormat?: 'contiguous_format' | 'preserve_format' }): Tensor;
  /** Convolution of a row of numbers, or a batch of them. */
  conv1d(input: Tensor | number, weight: Tensor | number, bias?: Tensor | number | null, stride?: number | readonly number[], padding?: number | readonly number[], dilation?: number | readonly number[], groups?: number): Tensor;
  conv1d(input: Tensor | number, weight: Tensor | number, options?: { bias?: Tensor | number | null; stride?: number | readonly number[]; padding?: number | readonly number[]; dilation?: number | readonly number[]; groups?: number }): Tensor;
  /** Convolution of an image, or a batch of them. */
  conv2d(input: Tensor | number, weight: Tensor | number, bias?: Tensor | number | null, stride?: number | readonly number[], padding?: number | readonly number[], dilation?: number | readonly number[], groups?: number): Tensor;
  conv2d(input: Tensor | number, weight: Tensor | number, options?: { bias?: Tensor | number | null; stride?: number | readonly number[]; padding?: number | readonly number[]; dilation?: number | readonly number[]; groups?: number }): Tensor;
  conv2d(input: Tensor | number, weight: Tensor | number, bias?: Tensor | number | null, stride?: number | readonly number[], padding?: string, dilation?: number | readonly number[], groups?: number): Tensor;
  conv2d(input: Tensor | number, weight: Tensor | number, options?: { bias?: Tensor | number | null; stride?: number | readonly number[]; padding?: string; dilation?: number | readonly number[]; groups?: number }): Tensor;
  /** Convolution over the last dimension of a batch of signals, the last two of a batch of images, or three of volumes. */
  convolution(input: Tensor | number, weight: Tensor | number, bias: Tensor | number | null, stride: readonly number[], padding: readonly number[], dilation: readonly number[], transposed: boolean, outputPadding: readonly number[], groups: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of convolution, for input, weight and bias. */
  convolutionBackward(gradOutput: Tensor | number, input: Tensor | number, weight: Tensor | number, biasSizes: readonly number[] | null, stride: readonly number[], padding: readonly number[], dilation: readonly number[], transposed: boolean, outputPadding: readonly number[], groups: number, outputMask: readonly boolean[], options?: { out?: Tensor | Tensor[] }): [Tensor | null, Tensor | null, Tensor | null];
  /** The values of src in the shape and dtype of self. */
  copy(self: Tensor | number, src: Tensor | number, nonBlocking?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  copy(self: Tensor | number, src: Tensor | number, options?: { nonBlocking?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The magnitude of self with the sign of other. */
  copysign(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  copysign(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Correlations of variables in rows, by their observations in columns. */
  corrcoef(self: Tensor | number): Tensor;
  /** Cosine. */
  cos(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Hyperbolic cosine. */
  cosh(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The cosine of the angle between vectors along a dimension. */
  cosineSimilarity(x1: Tensor | number, x2: Tensor | number, dim?: number, eps?: number): Tensor;
  cosineSimilarity(x1: Tensor | number, x2: Tensor | number, options?: { dim?: number; eps?: number }): Tensor;
  /** How many elements are not zero. */
  countNonzero(self: Tensor | number, dim?: number | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  countNonzero(self: Tensor | number, options?: { dim?: number | null; out?: Tensor | Tensor[] }): Tensor;
  countNonzero(self: Tensor | number, dim: number | readonly number[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Covariances of variables in rows, by their observations in columns. */
  cov(self: Tensor | number, options?: { correction?: number; fweights?: Tensor | number | null; aweights?: Tensor | number | null }): Tensor;
  /** nll_loss of log_softmax; targets are classes or their probabilities. */
  crossEntropyLoss(self: Tensor | number, target: Tensor | number, weight?: Tensor | number | null, reduction?: number, ignoreIndex?: number, labelSmoothing?: number): Tensor;
  crossEntropyLoss(self: Tensor | number, target: Tensor | number, options?: { weight?: Tensor | number | null; reduction?: number; ignoreIndex?: number; labelSmoothing?: number }): Tensor;
  /** The largest element so far along a dimension, and its place. */
  cummax(self: Tensor | number, dim: number, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  /** The smallest element so far along a dimension, and its place. */
  cummin(self: Tensor | number, dim: number, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  /** Products of all elements up to each one, along a dimension. */
  cumprod(self: Tensor | number, dim: number, options?: { dtype?: DType | null; out?: Tensor | Tensor[] }): Tensor;
  /** Sums of all elements up to each one, along a dimension. */
  cumsum(self: Tensor | number, dim: number, options?: { dtype?: DType | null; out?: Tensor | Tensor[] }): Tensor;
  /** Degrees to radians. */
  deg2rad(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The same memory without history. */
  detach(self: Tensor | number): Tensor;
  /** A copy of what detach shows; PyTorch has no derivative of it. */
  detachCopy(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Planes with the last dimension on a diagonal. */
  diagEmbed(self: Tensor | number, offset?: number, dim1?: number, dim2?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  diagEmbed(self: Tensor | number, options?: { offset?: number; dim1?: number; dim2?: number; out?: Tensor | Tensor[] }): Tensor;
  /** A diagonal, as a view. */
  diagonal(self: Tensor | number, offset?: number, dim1?: number, dim2?: number): Tensor;
  diagonal(self: Tensor | number, options?: { offset?: number; dim1?: number; dim2?: number }): Tensor;
  /** Zeros with a gradient on a diagonal. */
  diagonalBackward(gradOutput: Tensor | number, inputSizes: readonly number[], offset: number, dim1: number, dim2: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** A copy of what diagonal shows. */
  diagonalCopy(self: Tensor | number, offset?: number, dim1?: number, dim2?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  diagonalCopy(self: Tensor | number, options?: { offset?: number; dim1?: number; dim2?: number; out?: Tensor | Tensor[] }): Tensor;
  /** self with another tensor on a diagonal. */
  diagonalScatter(self: Tensor | number, src: Tensor | number, offset?: number, dim1?: number, dim2?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  diagonalScatter(self: Tensor | number, src: Tensor | number, options?: { offset?: number; dim1?: number; dim2?: number; out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of lgamma. */
  digamma(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Elementwise quotient, broadcasting; always floating. */
  div(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  div(self: Tensor | number, other: Tensor | number, options?: { roundingMode?: string | null; out?: Tensor | Tensor[] }): Tensor;
  /** Another name of div. */
  divide(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  divide(self: Tensor | number, other: Tensor | number, options?: { roundingMode?: string | null; out?: Tensor | Tensor[] }): Tensor;
  /** Inner product of two vectors. */
  dot(self: Tensor | number, tensor: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Zeroes elements with probability p and scales the others by 1 / (1 - p), in training. */
  dropout(input: Tensor | number, p: number, train: boolean): Tensor;
  /** Products of tensors' elements, summed as an equation of letters says. */
  einsum(equation: string, tensors: readonly Tensor[], options?: { path?: readonly number[] | null }): Tensor;
  /** self where it is positive, else alpha * (exp(self) - 1). */
  elu(self: Tensor | number, alpha?: number | boolean, scale?: number | boolean, inputScale?: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  elu(self: Tensor | number, options?: { alpha?: number | boolean; scale?: number | boolean; inputScale?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of elu. */
  eluBackward(gradOutput: Tensor | number, alpha: number | boolean, scale: number | boolean, inputScale: number | boolean, isResult: boolean, selfOrResult: Tensor | number): Tensor;
  /** Rows of a matrix by their numbers. */
  embedding(weight: Tensor | number, indices: Tensor | number, paddingIdx?: number, scaleGradByFreq?: boolean, sparse?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  embedding(weight: Tensor | number, indices: Tensor | number, options?: { paddingIdx?: number; scaleGradByFreq?: boolean; sparse?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Sums or means of rows of a table, without making the rows. */
  embeddingBag(weight: Tensor | number, indices: Tensor | number, offsets: Tensor | number, scaleGradByFreq: boolean, mode: number, sparse: boolean, perSampleWeights: Tensor | number | null, includeLastOffset: boolean, paddingIdx?: number | null): [Tensor, Tensor, Tensor, Tensor];
  embeddingBag(weight: Tensor | number, indices: Tensor | number, offsets: Tensor | number, scaleGradByFreq: boolean, mode: number, sparse: boolean, perSampleWeights: Tensor | number | null, includeLastOffset: boolean, options?: { paddingIdx?: number | null }): [Tensor, Tensor, Tensor, Tensor];
  /** The derivative of embedding for its table: the rows of a gradient added up by their numbers. */
  embeddingDenseBackward(gradOutput: Tensor | number, indices: Tensor | number, numWeights: number, paddingIdx: number, scaleGradByFreq: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** An uninitialised tensor: the caller must write every element. */
  empty(size: number | readonly number[], options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  empty(...size: number[]): Tensor;
  /** An uninitialised tensor in the layout of self. */
  emptyLike(self: Tensor | number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** self == other. */
  eq(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  eq(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The error function. */
  erf(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** 1 - erf(self). */
  erfc(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Inverse of erf. */
  erfinv(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** e to the power of self. */
  exp(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** 2 to the power of self. */
  exp2(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Dimensions of size 1 repeated, without a copy. */
  expand(self: Tensor | number, size: number | readonly number[], options?: { implicit?: boolean }): Tensor;
  /** expand to the shape of another tensor. */
  expandAs(self: Tensor | number, other: Tensor | number): Tensor;
  /** A copy of what expand shows. */
  expandCopy(self: Tensor | number, size: number | readonly number[], options?: { implicit?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** exp(self) - 1, exact near 0. */
  expm1(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The identity matrix. */
  eye(n: number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  eye(n: number, m: number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** alpha_dropout of whole channels. */
  featureAlphaDropout(input: Tensor | number, p: number, train: boolean): Tensor;
  /** Dropout of whole channels. */
  featureDropout(input: Tensor | number, p: number, train: boolean): Tensor;
  /** The shape of self, filled with a number. */
  fill(self: Tensor | number, value: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  fill(self: Tensor | number, value: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of trunc. */
  fix(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** A range of dimensions made one; a view where that is possible. */
  flatten(self: Tensor | number, startDim?: number, endDim?: number): Tensor;
  flatten(self: Tensor | number, options?: { startDim?: number; endDim?: number }): Tensor;
  /** Dimensions turned around. */
  flip(self: Tensor | number, dims: number | readonly number[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Powers in float64. */
  floatPower(self: Tensor | number, exponent: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  floatPower(self: number | boolean, exponent: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The largest integer that is not above self. */
  floor(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Quotient rounded down. */
  floorDivide(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The larger of two elements; of NaN and a number the number. */
  fmax(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The smaller of two elements; of NaN and a number the number. */
  fmin(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** What a division rounded towards 0 leaves; it has the sign of self. */
  fmod(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  fmod(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The fractional part. */
  frac(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Maxima over windows placed at random, and their places. */
  fractionalMaxPool2d(self: Tensor | number, kernelSize: number | readonly number[], outputSize: number | readonly number[], randomSamples: Tensor | number): [Tensor, Tensor];
  /** self as a mantissa between 1/2 and 1 times a power of two. */
  frexp(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  /** One number everywhere, in the dtype that it has. */
  full(size: readonly number[], fillValue: number | boolean, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** One number in the layout of self. */
  fullLike(self: Tensor | number, fillValue: number | boolean, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** For each element the number along a dimension to take. */
  gather(self: Tensor | number, dim: number, index: Tensor | number, options?: { sparseGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Greatest common divisor. */
  gcd(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self >= other. */
  ge(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  ge(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self times the normal distribution's cumulative function; approximate "tanh" is cheaper. */
  gelu(self: Tensor | number, options?: { approximate?: string; out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of gelu. */
  geluBackward(gradOutput: Tensor | number, self: Tensor | number, options?: { approximate?: string }): Tensor;
  /** Another name of outer. */
  ger(self: Tensor | number, vec2: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** One half times the sigmoid of the other. */
  glu(self: Tensor | number, dim?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  glu(self: Tensor | number, options?: { dim?: number; out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of glu. */
  gluBackward(gradOutput: Tensor | number, self: Tensor | number, dim: number): Tensor;
  /** Another name of gt. */
  greater(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  greater(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of ge. */
  greaterEqual(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  greaterEqual(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Values of an image at the places of a grid, interpolated. */
  gridSampler2d(input: Tensor | number, grid: Tensor | number, interpolationMode: number, paddingMode: number, alignCorners: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The derivatives of grid_sampler_2d. */
  gridSampler2dBackward(gradOutput: Tensor | number, input: Tensor | number, grid: Tensor | number, interpolationMode: number, paddingMode: number, alignCorners: boolean, outputMask: readonly boolean[], options?: { out?: Tensor | Tensor[] }): [Tensor | null, Tensor | null];
  /** Values of a volume at the places of a grid, interpolated. */
  gridSampler3d(input: Tensor | number, grid: Tensor | number, interpolationMode: number, paddingMode: number, alignCorners: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The derivatives of grid_sampler_3d. */
  gridSampler3dBackward(gradOutput: Tensor | number, input: Tensor | number, grid: Tensor | number, interpolationMode: number, paddingMode: number, alignCorners: boolean, outputMask: readonly boolean[], options?: { out?: Tensor | Tensor[] }): [Tensor | null, Tensor | null];
  /** Groups of channels brought to mean 0 and variance 1, then scaled and shifted. */
  groupNorm(input: Tensor | number, numGroups: number, weight?: Tensor | number | null, bias?: Tensor | number | null, eps?: number, cudnnEnabled?: boolean): Tensor;
  groupNorm(input: Tensor | number, numGroups: number, options?: { weight?: Tensor | number | null; bias?: Tensor | number | null; eps?: number; cudnnEnabled?: boolean }): Tensor;
  /** Layers of gated recurrent units over a sequence. */
  gru(input: Tensor | number, hx: Tensor | number, params: readonly Tensor[], hasBiases: boolean, numLayers: number, dropout: number, train: boolean, bidirectional: boolean, batchFirst: boolean): [Tensor, Tensor];
  /** One step of gated recurrent units. */
  gruCell(input: Tensor | number, hx: Tensor | number, wIh: Tensor | number, wHh: Tensor | number, bIh?: Tensor | number | null, bHh?: Tensor | number | null): Tensor;
  gruCell(input: Tensor | number, hx: Tensor | number, wIh: Tensor | number, wHh: Tensor | number, options?: { bIh?: Tensor | number | null; bHh?: Tensor | number | null }): Tensor;
  /** self > other. */
  gt(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  gt(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Hamming's window. */
  hammingWindow(windowLength: number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  hammingWindow(windowLength: number, periodic: boolean, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  hammingWindow(windowLength: number, periodic: boolean, alpha: number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  hammingWindow(windowLength: number, periodic: boolean, alpha: number, beta: number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Hann's window. */
  hannWindow(windowLength: number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  hannWindow(windowLength: number, periodic: boolean, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** self, but 0 where its magnitude is at most lambd. */
  hardshrink(self: Tensor | number, lambd?: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  hardshrink(self: Tensor | number, options?: { lambd?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of hardshrink. */
  hardshrinkBackward(gradOut: Tensor | number, self: Tensor | number, lambd: number | boolean): Tensor;
  /** self / 6 + 1 / 2 between 0 and 1. */
  hardsigmoid(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of hardsigmoid. */
  hardsigmoidBackward(gradOutput: Tensor | number, self: Tensor | number): Tensor;
  /** self * hardsigmoid(self). */
  hardswish(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of hardswish. */
  hardswishBackward(gradOutput: Tensor | number, self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self, but at least min_val and at most max_val. */
  hardtanh(self: Tensor | number, minVal?: number | boolean, maxVal?: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  hardtanh(self: Tensor | number, options?: { minVal?: number | boolean; maxVal?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of hardtanh. */
  hardtanhBackward(gradOutput: Tensor | number, self: Tensor | number, minVal: number | boolean, maxVal: number | boolean): Tensor;
  /** How many elements lie in each of so many equal bins. */
  histc(self: Tensor | number, bins?: number, min?: number | boolean, max?: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  histc(self: Tensor | number, options?: { bins?: number; min?: number | boolean; max?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Tensors beside each other. */
  hstack(tensors: readonly Tensor[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Absolute error, half of its square near 0. */
  huberLoss(self: Tensor | number, target: Tensor | number, reduction?: number, delta?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  huberLoss(self: Tensor | number, target: Tensor | number, options?: { reduction?: number; delta?: number; out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of huber_loss. */
  huberLossBackward(gradOutput: Tensor | number, self: Tensor | number, target: Tensor | number, reduction: number, delta: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** sqrt(self * self + other * other). */
  hypot(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Modified Bessel function of order 0. */
  i0(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The elements under each place of a window, as columns. */
  im2col(self: Tensor | number, kernelSize: number | readonly number[], dilation: number | readonly number[], padding: number | readonly number[], stride: number | readonly number[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Elements at index tensors, one for each dimension; masks count as the places where they are set. */
  index(self: Tensor | number, indices: readonly (Tensor | null)[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self with slices of source added at the numbers given. */
  indexAdd(self: Tensor | number, dim: number, index: Tensor | number, source: Tensor | number, options?: { alpha?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Slices along a dimension filled with a number. */
  indexFill(self: Tensor | number, dim: number, index: Tensor | number, value: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  indexFill(self: Tensor | number, dim: number, index: Tensor | number, value: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self with values at index tensors, or added there. */
  indexPut(self: Tensor | number, indices: readonly (Tensor | null)[], values: Tensor | number, accumulate?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  indexPut(self: Tensor | number, indices: readonly (Tensor | null)[], values: Tensor | number, options?: { accumulate?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Slices combined with those at some places: product, mean, maximum or minimum. */
  indexReduce(self: Tensor | number, dim: number, index: Tensor | number, source: Tensor | number, reduce: string, options?: { includeSelf?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Slices of a dimension by their numbers. */
  indexSelect(self: Tensor | number, dim: number, index: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Each channel of each image brought to mean 0 and variance 1, then scaled and shifted. */
  instanceNorm(input: Tensor | number, weight: Tensor | number | null, bias: Tensor | number | null, runningMean: Tensor | number | null, runningVar: Tensor | number | null, useInputStats: boolean, momentum: number, eps: number, cudnnEnabled: boolean): Tensor;
  /** Another name of linalg_inv. */
  inverse(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Whether elements are neither infinite nor NaN. */
  isfinite(self: Tensor | number): Tensor;
  /** Whether each element is among some others. */
  isin(elements: Tensor | number, testElements: Tensor | number, options?: { assumeUnique?: boolean; invert?: boolean; out?: Tensor | Tensor[] }): Tensor;
  isin(elements: Tensor | number, testElement: number | boolean, options?: { assumeUnique?: boolean; invert?: boolean; out?: Tensor | Tensor[] }): Tensor;
  isin(element: number | boolean, testElements: Tensor | number, options?: { assumeUnique?: boolean; invert?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Which elements are infinite. */
  isinf(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Which elements are not a number. */
  isnan(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Whether elements are negative infinity. */
  isneginf(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Whether elements are positive infinity. */
  isposinf(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Whether elements have no imaginary part. */
  isreal(self: Tensor | number): Tensor;
  /** How far a distribution is from another one, whose logarithm is given. */
  klDiv(self: Tensor | number, target: Tensor | number, reduction?: number, options?: { logTarget?: boolean }): Tensor;
  klDiv(self: Tensor | number, target: Tensor | number, options?: { reduction?: number; logTarget?: boolean }): Tensor;
  /** The k-th smallest element along a dimension, and its place. */
  kthvalue(self: Tensor | number, k: number, dim?: number, keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  kthvalue(self: Tensor | number, k: number, options?: { dim?: number; keepdim?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  /** Absolute error. */
  l1Loss(self: Tensor | number, target: Tensor | number, reduction?: number): Tensor;
  l1Loss(self: Tensor | number, target: Tensor | number, options?: { reduction?: number }): Tensor;
  /** The last dimensions brought to mean 0 and variance 1, then scaled and shifted. */
  layerNorm(input: Tensor | number, normalizedShape: readonly number[], weight?: Tensor | number | null, bias?: Tensor | number | null, eps?: number, cudnnEnable?: boolean): Tensor;
  layerNorm(input: Tensor | number, normalizedShape: readonly number[], options?: { weight?: Tensor | number | null; bias?: Tensor | number | null; eps?: number; cudnnEnable?: boolean }): Tensor;
  /** Least common multiple. */
  lcm(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self <= other. */
  le(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  le(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self where it is positive, else negative_slope * self. */
  leakyRelu(self: Tensor | number, negativeSlope?: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  leakyRelu(self: Tensor | number, options?: { negativeSlope?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of leaky_relu. */
  leakyReluBackward(gradOutput: Tensor | number, self: Tensor | number, negativeSlope: number | boolean, selfIsResult: boolean): Tensor;
  /** From self towards end, as far as weight says. */
  lerp(self: Tensor | number, end: Tensor | number, weight: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  lerp(self: Tensor | number, end: Tensor | number, weight: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of lt. */
  less(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  less(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of le. */
  lessEqual(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  lessEqual(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Logarithm of the gamma function's magnitude. */
  lgamma(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** A copy of a constant that a program holds. */
  liftFreshCopy(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The triangular factor of positive definite matrices. */
  linalgCholesky(self: Tensor | number, options?: { upper?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The triangular factor of positive definite matrices, with LAPACK's codes. */
  linalgCholeskyEx(self: Tensor | number, options?: { upper?: boolean; checkErrors?: boolean }): [Tensor, Tensor];
  /** A diagonal of matrices, as a view. */
  linalgDiagonal(A: Tensor | number, options?: { offset?: number; dim1?: number; dim2?: number }): Tensor;
  /** Inverse matrices. */
  linalgInv(A: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Inverse matrices, with LAPACK's codes. */
  linalgInvEx(A: Tensor | number, options?: { checkErrors?: boolean }): [Tensor, Tensor];
  /** Triangular factors in one matrix, rows that were exchanged, LAPACK's codes. */
  linalgLuFactorEx(A: Tensor | number, options?: { pivot?: boolean; checkErrors?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor];
  /** Another name of matmul. */
  linalgMatmul(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The exponential function of matrices. */
  linalgMatrixExp(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Product of several matrices. */
  linalgMultiDot(tensors: readonly Tensor[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** An orthogonal and an upper triangular factor. */
  linalgQr(A: Tensor | number, mode?: string, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  linalgQr(A: Tensor | number, options?: { mode?: string; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  /** What solves systems of linear equations. */
  linalgSolve(A: Tensor | number, B: Tensor | number, options?: { left?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** What solves triangular systems. */
  linalgSolveTriangular(self: Tensor | number, B: Tensor | number, options: { upper: boolean; left?: boolean; unitriangular?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Powers of each element. */
  linalgVander(x: Tensor | number, options?: { N?: number | null }): Tensor;
  /** Inner products along a dimension. */
  linalgVecdot(x: Tensor | number, y: Tensor | number, options?: { dim?: number; out?: Tensor | Tensor[] }): Tensor;
  /** The sum of |self| ** ord over dimensions, to the power of 1 / ord; the largest or smallest for an infinite ord. */
  linalgVectorNorm(self: Tensor | number, ord?: number | boolean, dim?: number | readonly number[] | null, keepdim?: boolean, options?: { dtype?: DType | null; out?: Tensor | Tensor[] }): Tensor;
  linalgVectorNorm(self: Tensor | number, options?: { ord?: number | boolean; dim?: number | readonly number[] | null; keepdim?: boolean; dtype?: DType | null; out?: Tensor | Tensor[] }): Tensor;
  /** input @ weight.t() + bias. */
  linear(input: Tensor | number, weight: Tensor | number, bias?: Tensor | number | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  linear(input: Tensor | number, weight: Tensor | number, options?: { bias?: Tensor | number | null; out?: Tensor | Tensor[] }): Tensor;
  /** Numbers at equal distances from start to end. */
  linspace(start: number | boolean, end: number | boolean, steps: number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Natural logarithm. */
  log(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Logarithm to the base 10. */
  log10(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** log(1 + self), exact near 0. */
  log1p(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Logarithm to the base 2. */
  log2(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Logarithm of sigmoid. */
  logSigmoid(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Logarithm of sigmoid, and what its derivative needs. */
  logSigmoidForward(self: Tensor | number): [Tensor, Tensor];
  /** The logarithm of softmax. */
  logSoftmax(self: Tensor | number, dim: number, dtype?: DType | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  logSoftmax(self: Tensor | number, dim: number, options?: { dtype?: DType | null; out?: Tensor | Tensor[] }): Tensor;
  /** log(exp(self) + exp(other)). */
  logaddexp(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Logarithm of the running sum of exponentials. */
  logcumsumexp(self: Tensor | number, dim: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Logarithms of determinants. */
  logdet(self: Tensor | number): Tensor;
  /** Whether both are not zero. */
  logicalAnd(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Whether it is zero. */
  logicalNot(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Whether one is not zero. */
  logicalOr(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Whether just one is not zero. */
  logicalXor(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** log(self / (1 - self)). */
  logit(self: Tensor | number, eps?: number | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  logit(self: Tensor | number, options?: { eps?: number | null; out?: Tensor | Tensor[] }): Tensor;
  /** Powers of a base with evenly spaced exponents. */
  logspace(start: number | boolean, end: number | boolean, steps: number, base?: number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  logspace(start: number | boolean, end: number | boolean, steps: number, options?: { base?: number; dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The logarithm of the sum of exp(self) over dimensions, without overflow. */
  logsumexp(self: Tensor | number, dim: number | readonly number[], keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  logsumexp(self: Tensor | number, dim: number | readonly number[], options?: { keepdim?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Layers of long short-term memory over a sequence. */
  lstm(input: Tensor | number, hx: readonly Tensor[], params: readonly Tensor[], hasBiases: boolean, numLayers: number, dropout: number, train: boolean, bidirectional: boolean, batchFirst: boolean): [Tensor, Tensor, Tensor];
  /** One step of long short-term memory. */
  lstmCell(input: Tensor | number, hx: readonly Tensor[], wIh: Tensor | number, wHh: Tensor | number, bIh?: Tensor | number | null, bHh?: Tensor | number | null): [Tensor, Tensor];
  lstmCell(input: Tensor | number, hx: readonly Tensor[], wIh: Tensor | number, wHh: Tensor | number, options?: { bIh?: Tensor | number | null; bHh?: Tensor | number | null }): [Tensor, Tensor];
  /** self < other. */
  lt(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  lt(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The permutation and both triangular factors. */
  luUnpack(LU_data: Tensor | number, LU_pivots: Tensor | number, unpackData?: boolean, unpackPivots?: boolean, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor];
  luUnpack(LU_data: Tensor | number, LU_pivots: Tensor | number, options?: { unpackData?: boolean; unpackPivots?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor];
  /** The last two dimensions exchanged, conjugated. */
  mH(self: Tensor | number): Tensor;
  /** The last two dimensions exchanged. */
  mT(self: Tensor | number): Tensor;
  /** self with the value of a rank 0 tensor where the mask is true. */
  maskedFill(self: Tensor | number, mask: Tensor | number, value: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  maskedFill(self: Tensor | number, mask: Tensor | number, value: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Elements of a source put in order where a mask holds. */
  maskedScatter(self: Tensor | number, mask: Tensor | number, source: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The elements where a mask holds, in one row. */
  maskedSelect(self: Tensor | number, mask: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** dot, mv, mm or bmm, as the ranks say; batches broadcast. */
  matmul(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** A matrix turned, conjugated. */
  matrix_H(self: Tensor | number): Tensor;
  /** The largest of all elements. */
  max(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  max(self: Tensor | number, dim: number, keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  max(self: Tensor | number, dim: number, options?: { keepdim?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  max(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The largest element under each window. */
  maxPool2d(self: Tensor | number, kernelSize: number | readonly number[], stride?: number | readonly number[], padding?: number | readonly number[], dilation?: number | readonly number[], ceilMode?: boolean): Tensor;
  maxPool2d(self: Tensor | number, kernelSize: number | readonly number[], options?: { stride?: number | readonly number[]; padding?: number | readonly number[]; dilation?: number | readonly number[]; ceilMode?: boolean }): Tensor;
  /** The largest element under each window, and its place in the image. */
  maxPool2dWithIndices(self: Tensor | number, kernelSize: number | readonly number[], stride?: number | readonly number[], padding?: number | readonly number[], dilation?: number | readonly number[], ceilMode?: boolean, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  maxPool2dWithIndices(self: Tensor | number, kernelSize: number | readonly number[], options?: { stride?: number | readonly number[]; padding?: number | readonly number[]; dilation?: number | readonly number[]; ceilMode?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  /** The derivative of max_pool2d_with_indices: each gradient goes to where the maximum stood. */
  maxPool2dWithIndicesBackward(gradOutput: Tensor | number, self: Tensor | number, kernelSize: number | readonly number[], stride: number | readonly number[], padding: number | readonly number[], dilation: number | readonly number[], ceilMode: boolean, indices: Tensor | number): Tensor;
  /** Maxima over windows of a volume. */
  maxPool3d(self: Tensor | number, kernelSize: number | readonly number[], stride?: number | readonly number[], padding?: number | readonly number[], dilation?: number | readonly number[], ceilMode?: boolean): Tensor;
  maxPool3d(self: Tensor | number, kernelSize: number | readonly number[], options?: { stride?: number | readonly number[]; padding?: number | readonly number[]; dilation?: number | readonly number[]; ceilMode?: boolean }): Tensor;
  /** Maxima over windows of a volume, and their places. */
  maxPool3dWithIndices(self: Tensor | number, kernelSize: number | readonly number[], stride?: number | readonly number[], padding?: number | readonly number[], dilation?: number | readonly number[], ceilMode?: boolean, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  maxPool3dWithIndices(self: Tensor | number, kernelSize: number | readonly number[], options?: { stride?: number | readonly number[]; padding?: number | readonly number[]; dilation?: number | readonly number[]; ceilMode?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  /** Puts maxima back to their places, zeros elsewhere. */
  maxUnpool2d(self: Tensor | number, indices: Tensor | number, outputSize: number | readonly number[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Puts maxima of a volume back to their places, zeros elsewhere. */
  maxUnpool3d(self: Tensor | number, indices: Tensor | number, outputSize: number | readonly number[], stride: number | readonly number[], padding: number | readonly number[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The larger of two elements; NaN if one is NaN. */
  maximum(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Mean of all elements. */
  mean(self: Tensor | number, options?: { dtype?: DType | null; out?: Tensor | Tensor[] }): Tensor;
  mean(self: Tensor | number, dim?: number | readonly number[] | null, keepdim?: boolean, options?: { dtype?: DType | null; out?: Tensor | Tensor[] }): Tensor;
  mean(self: Tensor | number, options?: { dim?: number | readonly number[] | null; keepdim?: boolean; dtype?: DType | null; out?: Tensor | Tensor[] }): Tensor;
  /** The element in the middle of all; the lower one of two. */
  median(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  median(self: Tensor | number, dim: number, keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  median(self: Tensor | number, dim: number, options?: { keepdim?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  /** The smallest of all elements. */
  min(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  min(self: Tensor | number, dim: number, keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  min(self: Tensor | number, dim: number, options?: { keepdim?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  min(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The smaller of two elements; NaN if one is NaN. */
  minimum(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self * tanh(softplus(self)). */
  mish(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Product of two matrices. */
  mm(self: Tensor | number, mat2: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The most frequent element along a dimension, and its place. */
  mode(self: Tensor | number, dim?: number, keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  mode(self: Tensor | number, options?: { dim?: number; keepdim?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  /** Another name of movedim. */
  moveaxis(self: Tensor | number, source: number, destination: number): Tensor;
  moveaxis(self: Tensor | number, source: readonly number[], destination: readonly number[]): Tensor;
  /** A dimension moved to another place. */
  movedim(self: Tensor | number, source: number, destination: number): Tensor;
  movedim(self: Tensor | number, source: readonly number[], destination: readonly number[]): Tensor;
  /** Mean of the squared differences (reduction: 0 none, 1 mean, 2 sum). */
  mseLoss(self: Tensor | number, target: Tensor | number, reduction?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  mseLoss(self: Tensor | number, target: Tensor | number, options?: { reduction?: number; out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of mse_loss. */
  mseLossBackward(gradOutput: Tensor | number, self: Tensor | number, target: Tensor | number, reduction: number): Tensor;
  /** Columns in order. */
  msort(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Elementwise product, broadcasting. */
  mul(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** By how much other classes come within a margin of the right one. */
  multiMarginLoss(self: Tensor | number, target: Tensor | number, p?: number | boolean, margin?: number | boolean, weight?: Tensor | number | null, reduction?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  multiMarginLoss(self: Tensor | number, target: Tensor | number, options?: { p?: number | boolean; margin?: number | boolean; weight?: Tensor | number | null; reduction?: number; out?: Tensor | Tensor[] }): Tensor;
  /** By how much wrong classes come within a margin of the right ones. */
  multilabelMarginLoss(self: Tensor | number, target: Tensor | number, reduction?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  multilabelMarginLoss(self: Tensor | number, target: Tensor | number, options?: { reduction?: number; out?: Tensor | Tensor[] }): Tensor;
  /** Margin loss of several right classes, and which classes are right. */
  multilabelMarginLossForward(self: Tensor | number, target: Tensor | number, reduction: number): [Tensor, Tensor];
  /** Another name of mul. */
  multiply(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Product of a matrix and a vector. */
  mv(self: Tensor | number, vec: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** NaN and infinities replaced by numbers. */
  nanToNum(self: Tensor | number, nan?: number | null, posinf?: number | null, neginf?: number | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  nanToNum(self: Tensor | number, options?: { nan?: number | null; posinf?: number | null; neginf?: number | null; out?: Tensor | Tensor[] }): Tensor;
  /** median that skips NaN. */
  nanmedian(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  nanmedian(self: Tensor | number, dim: number, keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  nanmedian(self: Tensor | number, dim: number, options?: { keepdim?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  /** A range of a dimension by its length. */
  narrow(self: Tensor | number, dim: number, start: number, length: number): Tensor;
  /** batch_norm, with the mean and the reciprocal standard deviation that it used. */
  nativeBatchNorm(input: Tensor | number, weight: Tensor | number | null, bias: Tensor | number | null, runningMean: Tensor | number | null, runningVar: Tensor | number | null, training: boolean, momentum: number, eps: number, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor];
  /** The derivative of native_batch_norm, for input, weight and bias. */
  nativeBatchNormBackward(gradOut: Tensor | number, input: Tensor | number, weight: Tensor | number | null, runningMean: Tensor | number | null, runningVar: Tensor | number | null, saveMean: Tensor | number | null, saveInvstd: Tensor | number | null, train: boolean, eps: number, outputMask: readonly boolean[], options?: { out?: Tensor | Tensor[] }): [Tensor | null, Tensor | null, Tensor | null];
  /** dropout, with a mask of the elements that stay. */
  nativeDropout(input: Tensor | number, p: number, train?: boolean | null, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  nativeDropout(input: Tensor | number, p: number, options?: { train?: boolean | null; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  /** The derivative of native_dropout. */
  nativeDropoutBackward(gradOutput: Tensor | number, mask: Tensor | number, scale: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** group_norm, with the means and the reciprocal standard deviations that it used. */
  nativeGroupNorm(input: Tensor | number, weight: Tensor | number | null, bias: Tensor | number | null, N: number, C: number, HxW: number, group: number, eps: number, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor];
  /** The derivative of native_group_norm, for input, weight and bias. */
  nativeGroupNormBackward(gradOut: Tensor | number, input: Tensor | number, mean: Tensor | number, rstd: Tensor | number, weight: Tensor | number | null, N: number, C: number, HxW: number, group: number, outputMask: readonly boolean[], options?: { out?: Tensor | Tensor[] }): [Tensor | null, Tensor | null, Tensor | null];
  /** layer_norm, with the mean and the reciprocal standard deviation that it used. */
  nativeLayerNorm(input: Tensor | number, normalizedShape: readonly number[], weight: Tensor | number | null, bias: Tensor | number | null, eps: number, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor];
  /** The derivative of native_layer_norm, for input, weight and bias. */
  nativeLayerNormBackward(gradOut: Tensor | number, input: Tensor | number, normalizedShape: readonly number[], mean: Tensor | number, rstd: Tensor | number, weight: Tensor | number | null, bias: Tensor | number | null, outputMask: readonly boolean[], options?: { out?: Tensor | Tensor[] }): [Tensor | null, Tensor | null, Tensor | null];
  /** self != other. */
  ne(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  ne(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** -self. */
  neg(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of neg. */
  negative(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** An uninitialised tensor in dtype and device of self. */
  newEmpty(self: Tensor | number, size: number | readonly number[], options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** One number in a shape, in dtype and device of self. */
  newFull(self: Tensor | number, size: readonly number[], fillValue: number | boolean, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Ones of a shape, in dtype and device of self. */
  newOnes(self: Tensor | number, size: number | readonly number[], options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Zeros of a shape, in dtype and device of self. */
  newZeros(self: Tensor | number, size: number | readonly number[], options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Mean of -self at the target classes, weighted. */
  nllLoss(self: Tensor | number, target: Tensor | number, weight?: Tensor | number | null, reduction?: number, ignoreIndex?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  nllLoss(self: Tensor | number, target: Tensor | number, options?: { weight?: Tensor | number | null; reduction?: number; ignoreIndex?: number; out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of nll_loss2d. */
  nllLoss2dBackward(gradOutput: Tensor | number, self: Tensor | number, target: Tensor | number, weight: Tensor | number | null, reduction: number, ignoreIndex: number, totalWeight: Tensor | number): Tensor;
  /** nll_loss over images of classes. */
  nllLoss2dForward(self: Tensor | number, target: Tensor | number, weight: Tensor | number | null, reduction: number, ignoreIndex: number): [Tensor, Tensor];
  /** The derivative of nll_loss. */
  nllLossBackward(gradOutput: Tensor | number, self: Tensor | number, target: Tensor | number, weight: Tensor | number | null, reduction: number, ignoreIndex: number, totalWeight: Tensor | number): Tensor;
  /** nll_loss, with the sum of the weights that it divides by. */
  nllLossForward(self: Tensor | number, target: Tensor | number, weight: Tensor | number | null, reduction: number, ignoreIndex: number): [Tensor, Tensor];
  /** nll_loss with classes in dimension 1. */
  nllLossNd(self: Tensor | number, target: Tensor | number, weight?: Tensor | number | null, reduction?: number, ignoreIndex?: number): Tensor;
  nllLossNd(self: Tensor | number, target: Tensor | number, options?: { weight?: Tensor | number | null; reduction?: number; ignoreIndex?: number }): Tensor;
  /** The places of elements that are not zero, one in a row. */
  nonzero(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The places of what is not zero, a tensor for each dimension. */
  nonzeroNumpy(self: Tensor | number): Tensor[];
  /** The places of elements that are not zero: as many as asked for, filled up or cut. */
  nonzeroStatic(self: Tensor | number, options: { size: number; fillValue?: number; out?: Tensor | Tensor[] }): Tensor;
  /** Another name of ne. */
  notEqual(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  notEqual(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Dimensions in the opposite order. */
  numpy_T(self: Tensor | number): Tensor;
  /** Class numbers as vectors with a single 1. */
  oneHot(self: Tensor | number, numClasses?: number): Tensor;
  oneHot(self: Tensor | number, options?: { numClasses?: number }): Tensor;
  /** Ones of a shape. Default dtype: torch.get_default_dtype(). */
  ones(size: number | readonly number[], options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  ones(...size: number[]): Tensor;
  /** Ones in the layout of self. */
  onesLike(self: Tensor | number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** All products of two vectors' elements. */
  outer(self: Tensor | number, vec2: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** A number put around the tensor. */
  pad(self: Tensor | number, pad: readonly number[], mode?: string, value?: number | null): Tensor;
  pad(self: Tensor | number, pad: readonly number[], options?: { mode?: string; value?: number | null }): Tensor;
  /** Sequences of different lengths, padded to the longest, side by side. */
  padSequence(sequences: readonly Tensor[], batchFirst?: boolean, paddingValue?: number, paddingSide?: string): Tensor;
  padSequence(sequences: readonly Tensor[], options?: { batchFirst?: boolean; paddingValue?: number; paddingSide?: string }): Tensor;
  /** Distances between all pairs of rows of a matrix. */
  pdist(self: Tensor | number, p?: number): Tensor;
  pdist(self: Tensor | number, options?: { p?: number }): Tensor;
  /** Dimensions in another order. */
  permute(self: Tensor | number, dims: number | readonly number[]): Tensor;
  /** A copy of what permute shows. */
  permuteCopy(self: Tensor | number, dims: number | readonly number[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Complex numbers by magnitude and angle. */
  polar(abs: Tensor | number, angle: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The n-th derivative of digamma. */
  polygamma(n: number, self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self. */
  positive(self: Tensor | number): Tensor;
  /** self to the power of exponent. */
  pow(self: Tensor | number, exponent: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  pow(self: Tensor | number, exponent: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  pow(self: number | boolean, exponent: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Product of all elements. */
  prod(self: Tensor | number, options?: { dtype?: DType | null; out?: Tensor | Tensor[] }): Tensor;
  prod(self: Tensor | number, dim: number, keepdim?: boolean, options?: { dtype?: DType | null; out?: Tensor | Tensor[] }): Tensor;
  prod(self: Tensor | number, dim: number, options?: { keepdim?: boolean; dtype?: DType | null; out?: Tensor | Tensor[] }): Tensor;
  /** Elements replaced, or added to, by their place in the flattened tensor. */
  put(self: Tensor | number, index: Tensor | number, source: Tensor | number, accumulate?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  put(self: Tensor | number, index: Tensor | number, source: Tensor | number, options?: { accumulate?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Radians to degrees. */
  rad2deg(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Uniform random numbers between 0 and 1. */
  rand(size: number | readonly number[], options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  rand(...size: number[]): Tensor;
  /** Uniform random numbers in the layout of self. */
  randLike(self: Tensor | number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Integers between two bounds, drawn evenly. */
  randint(high: number, size: readonly number[], options?: { dtype?: DType; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  randint(low: number, high: number, size: readonly number[], options?: { dtype?: DType; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Normal random numbers of mean 0 and variance 1. */
  randn(size: number | readonly number[], options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  randn(...size: number[]): Tensor;
  /** Normal random numbers in the layout of self. */
  randnLike(self: Tensor | number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The integers below n in random order. */
  randperm(n: number, options?: { dtype?: DType; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Numbers from start to end, the end included. */
  range(start: number | boolean, end: number | boolean, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  range(start: number | boolean, end: number | boolean, step?: number | boolean, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  range(start: number | boolean, end: number | boolean, options?: { step?: number | boolean; dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** All elements in one dimension. */
  ravel(self: Tensor | number): Tensor;
  /** 1 / self. */
  reciprocal(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self where it is positive, else 0. */
  relu(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self, but at least 0 and at most 6. */
  relu6(self: Tensor | number): Tensor;
  /** What a division rounded down leaves; it has the sign of other. */
  remainder(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  remainder(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  remainder(self: number | boolean, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The tensor so many times in each dimension. */
  repeat(self: Tensor | number, repeats: number | readonly number[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The places of elements, each as often as it is told. */
  repeatInterleave(repeats: Tensor | number, options?: { outputSize?: number | null; out?: Tensor | Tensor[] }): Tensor;
  /** A view in another shape where that is possible, else a copy. */
  reshape(self: Tensor | number, shape: number | readonly number[]): Tensor;
  /** What is a view of conjugates, as a copy; else the tensor itself. */
  resolveConj(self: Tensor | number): Tensor;
  /** What is a view of negated values, as a copy; else the tensor itself. */
  resolveNeg(self: Tensor | number): Tensor;
  /** The last dimensions brought to a mean square of 1, then scaled. */
  rmsNorm(input: Tensor | number, normalizedShape: readonly number[], weight?: Tensor | number | null, eps?: number | null): Tensor;
  rmsNorm(input: Tensor | number, normalizedShape: readonly number[], options?: { weight?: Tensor | number | null; eps?: number | null }): Tensor;
  /** Layers of a recurrent network with ReLU over a sequence. */
  rnnRelu(input: Tensor | number, hx: Tensor | number, params: readonly Tensor[], hasBiases: boolean, numLayers: number, dropout: number, train: boolean, bidirectional: boolean, batchFirst: boolean): [Tensor, Tensor];
  /** One step of a recurrent network with ReLU. */
  rnnReluCell(input: Tensor | number, hx: Tensor | number, wIh: Tensor | number, wHh: Tensor | number, bIh?: Tensor | number | null, bHh?: Tensor | number | null): Tensor;
  rnnReluCell(input: Tensor | number, hx: Tensor | number, wIh: Tensor | number, wHh: Tensor | number, options?: { bIh?: Tensor | number | null; bHh?: Tensor | number | null }): Tensor;
  /** Layers of a recurrent network with tanh over a sequence. */
  rnnTanh(input: Tensor | number, hx: Tensor | number, params: readonly Tensor[], hasBiases: boolean, numLayers: number, dropout: number, train: boolean, bidirectional: boolean, batchFirst: boolean): [Tensor, Tensor];
  /** One step of a recurrent network with tanh. */
  rnnTanhCell(input: Tensor | number, hx: Tensor | number, wIh: Tensor | number, wHh: Tensor | number, bIh?: Tensor | number | null, bHh?: Tensor | number | null): Tensor;
  rnnTanhCell(input: Tensor | number, hx: Tensor | number, wIh: Tensor | number, wHh: Tensor | number, options?: { bIh?: Tensor | number | null; bHh?: Tensor | number | null }): Tensor;
  /** Elements moved along dimensions; what leaves at the end comes in at the beginning. */
  roll(self: Tensor | number, shifts: number | readonly number[], dims?: number | readonly number[], options?: { out?: Tensor | Tensor[] }): Tensor;
  roll(self: Tensor | number, shifts: number | readonly number[], options?: { dims?: number | readonly number[]; out?: Tensor | Tensor[] }): Tensor;
  /** The nearest integer; the even one in the middle. */
  round(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  round(self: Tensor | number, options: { decimals: number; out?: Tensor | Tensor[] }): Tensor;
  /** Another name of vstack. */
  rowStack(tensors: readonly Tensor[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** 1 / sqrt(self). */
  rsqrt(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** other - self. */
  rsub(self: Tensor | number, other: number | boolean, alpha?: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  rsub(self: Tensor | number, other: number | boolean, options?: { alpha?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** A number as a tensor. Default dtype: torch.get_default_dtype(). */
  scalarTensor(s: number | boolean, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** softmax(query @ key.T * scale + mask) @ value. */
  scaledDotProductAttention(query: Tensor | number, key: Tensor | number, value: Tensor | number, attnMask?: Tensor | number | null, dropoutP?: number, isCausal?: boolean, options?: { scale?: number | null; enableGqa?: boolean }): Tensor;
  scaledDotProductAttention(query: Tensor | number, key: Tensor | number, value: Tensor | number, options?: { attnMask?: Tensor | number | null; dropoutP?: number; isCausal?: boolean; scale?: number | null; enableGqa?: boolean }): Tensor;
  /** self with elements of src at the numbers given along a dimension. */
  scatter(self: Tensor | number, dim: number, index: Tensor | number, src: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  scatter(self: Tensor | number, dim: number, index: Tensor | number, value: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  scatter(self: Tensor | number, dim: number, index: Tensor | number, src: Tensor | number, options: { reduce: string; out?: Tensor | Tensor[] }): Tensor;
  scatter(self: Tensor | number, dim: number, index: Tensor | number, value: number | boolean, options: { reduce: string; out?: Tensor | Tensor[] }): Tensor;
  /** self with elements of src added at the numbers given along a dimension. */
  scatterAdd(self: Tensor | number, dim: number, index: Tensor | number, src: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Elements combined with those at some places: sum, product, mean, maximum or minimum. */
  scatterReduce(self: Tensor | number, dim: number, index: Tensor | number, src: Tensor | number, reduce: string, options?: { includeSelf?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Where each value would stand in a sorted row. */
  searchsorted(sortedSequence: Tensor | number, self: Tensor | number, options?: { outInt32?: boolean; right?: boolean; side?: string | null; sorter?: Tensor | number | null; out?: Tensor | Tensor[] }): Tensor;
  searchsorted(sortedSequence: Tensor | number, self: number | boolean, options?: { outInt32?: boolean; right?: boolean; side?: string | null; sorter?: Tensor | number | null; out?: Tensor | Tensor[] }): Tensor;
  /** Successive segments of a dimension, each reduced to one element. */
  segmentReduce(data: Tensor | number, reduce: string, options?: { lengths?: Tensor | number | null; indices?: Tensor | number | null; offsets?: Tensor | number | null; axis?: number; unsafe?: boolean; initial?: number | boolean | null; out?: Tensor | Tensor[] }): Tensor;
  /** One index of a dimension. */
  select(self: Tensor | number, dim: number, index: number): Tensor;
  /** Zeros with a gradient at one index. */
  selectBackward(gradOutput: Tensor | number, inputSizes: readonly number[], dim: number, index: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** A copy of what select shows. */
  selectCopy(self: Tensor | number, dim: number, index: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self with another tensor at one index of a dimension. */
  selectScatter(self: Tensor | number, src: Tensor | number, dim: number, index: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Scaled ELU. */
  selu(self: Tensor | number): Tensor;
  /** -1, 0 or 1; the derivative of abs is written with it. */
  sgn(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** 1 / (1 + exp(-self)). */
  sigmoid(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of sigmoid. */
  sigmoidBackward(gradOutput: Tensor | number, output: Tensor | number): Tensor;
  /** -1, 0 or 1. */
  sign(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Whether the sign is set, also of -0. */
  signbit(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self * sigmoid(self). */
  silu(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of silu. */
  siluBackward(gradOutput: Tensor | number, self: Tensor | number): Tensor;
  /** Sine. */
  sin(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** sin(pi * self) / (pi * self), 1 at 0. */
  sinc(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Hyperbolic sine. */
  sinh(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** A range of a dimension. */
  slice(self: Tensor | number, dim?: number, start?: number | null, end?: number | null, step?: number): Tensor;
  slice(self: Tensor | number, options?: { dim?: number; start?: number | null; end?: number | null; step?: number }): Tensor;
  /** Zeros with a gradient in a range. */
  sliceBackward(gradOutput: Tensor | number, inputSizes: readonly number[], dim: number, start: number, end: number, step: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** A copy of what slice shows. */
  sliceCopy(self: Tensor | number, dim?: number, start?: number | null, end?: number | null, step?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  sliceCopy(self: Tensor | number, options?: { dim?: number; start?: number | null; end?: number | null; step?: number; out?: Tensor | Tensor[] }): Tensor;
  /** self with another tensor in a range of a dimension. */
  sliceScatter(self: Tensor | number, src: Tensor | number, dim?: number, start?: number | null, end?: number | null, step?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  sliceScatter(self: Tensor | number, src: Tensor | number, options?: { dim?: number; start?: number | null; end?: number | null; step?: number; out?: Tensor | Tensor[] }): Tensor;
  /** Absolute error, squared near 0. */
  smoothL1Loss(self: Tensor | number, target: Tensor | number, reduction?: number, beta?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  smoothL1Loss(self: Tensor | number, target: Tensor | number, options?: { reduction?: number; beta?: number; out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of smooth_l1_loss. */
  smoothL1LossBackward(gradOutput: Tensor | number, self: Tensor | number, target: Tensor | number, reduction: number, beta: number): Tensor;
  /** exp(self), scaled so that a dimension sums to 1. */
  softmax(self: Tensor | number, dim: number, dtype?: DType | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  softmax(self: Tensor | number, dim: number, options?: { dtype?: DType | null; out?: Tensor | Tensor[] }): Tensor;
  /** log(1 + exp(beta * self)) / beta, and self itself beyond the threshold. */
  softplus(self: Tensor | number, beta?: number | boolean, threshold?: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  softplus(self: Tensor | number, options?: { beta?: number | boolean; threshold?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of softplus. */
  softplusBackward(gradOutput: Tensor | number, self: Tensor | number, beta: number | boolean, threshold: number | boolean): Tensor;
  /** self moved towards 0 by lambd, as far as 0. */
  softshrink(self: Tensor | number, lambd?: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  softshrink(self: Tensor | number, options?: { lambd?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of softshrink. */
  softshrinkBackward(gradOutput: Tensor | number, self: Tensor | number, lambd: number | boolean): Tensor;
  /** A dimension in order, and where each element was. */
  sort(self: Tensor | number, dim?: number, descending?: boolean): [Tensor, Tensor];
  sort(self: Tensor | number, options?: { dim?: number; descending?: boolean }): [Tensor, Tensor];
  sort(self: Tensor | number, options?: { stable?: boolean | null; dim?: number; descending?: boolean }): [Tensor, Tensor];
  /** Bessel function of the first kind and order 0. */
  specialBesselJ0(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Bessel function of the first kind and order 1. */
  specialBesselJ1(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Chebyshev polynomials of the first kind. */
  specialChebyshevPolynomialT(x: Tensor | number, n: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Chebyshev polynomials of the second kind. */
  specialChebyshevPolynomialU(x: Tensor | number, n: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Chebyshev polynomials of the third kind. */
  specialChebyshevPolynomialV(x: Tensor | number, n: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Chebyshev polynomials of the fourth kind. */
  specialChebyshevPolynomialW(x: Tensor | number, n: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of digamma. */
  specialDigamma(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of erf. */
  specialErf(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of erfc. */
  specialErfc(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** exp(self ** 2) * erfc(self). */
  specialErfcx(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of exp2. */
  specialExp2(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of sigmoid. */
  specialExpit(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of expm1. */
  specialExpm1(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of lgamma. */
  specialGammaln(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Hermite polynomials, with the weight exp(-x ** 2). */
  specialHermitePolynomialH(x: Tensor | number, n: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Hermite polynomials, with the weight exp(-x ** 2 / 2). */
  specialHermitePolynomialHe(x: Tensor | number, n: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** i0, scaled by exp(-|self|). */
  specialI0e(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Modified Bessel function of order 1. */
  specialI1(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** special_i1, scaled by exp(-|self|). */
  specialI1e(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Laguerre polynomials. */
  specialLaguerrePolynomialL(x: Tensor | number, n: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Legendre polynomials. */
  specialLegendrePolynomialP(x: Tensor | number, n: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of log1p. */
  specialLog1p(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The logarithm of special_ndtr. */
  specialLogNdtr(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of log_softmax. */
  specialLogSoftmax(self: Tensor | number, dim: number, options?: { dtype?: DType | null }): Tensor;
  /** Another name of logit. */
  specialLogit(self: Tensor | number, eps?: number | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  specialLogit(self: Tensor | number, options?: { eps?: number | null; out?: Tensor | Tensor[] }): Tensor;
  /** Another name of logsumexp. */
  specialLogsumexp(self: Tensor | number, dim: number | readonly number[], keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  specialLogsumexp(self: Tensor | number, dim: number | readonly number[], options?: { keepdim?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** The area below the normal distribution up to self. */
  specialNdtr(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Inverse of special_ndtr. */
  specialNdtri(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of polygamma. */
  specialPolygamma(n: number, self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of digamma. */
  specialPsi(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** chebyshev_polynomial_t of 2 x - 1. */
  specialShiftedChebyshevPolynomialT(x: Tensor | number, n: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** chebyshev_polynomial_u of 2 x - 1. */
  specialShiftedChebyshevPolynomialU(x: Tensor | number, n: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** chebyshev_polynomial_v of 2 x - 1. */
  specialShiftedChebyshevPolynomialV(x: Tensor | number, n: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** chebyshev_polynomial_w of 2 x - 1. */
  specialShiftedChebyshevPolynomialW(x: Tensor | number, n: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of softmax. */
  specialSoftmax(self: Tensor | number, dim: number, dtype?: DType | null): Tensor;
  specialSoftmax(self: Tensor | number, dim: number, options?: { dtype?: DType | null }): Tensor;
  /** self * log1p(other); 0 where self is 0. */
  specialXlog1py(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Another name of xlogy. */
  specialXlogy(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  specialXlogy(self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  specialXlogy(self: number | boolean, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Pieces of a dimension. */
  split(self: Tensor | number, splitSize: number, dim?: number): Tensor[];
  split(self: Tensor | number, splitSize: number, options?: { dim?: number }): Tensor[];
  split(self: Tensor | number, splitSize: readonly number[], dim?: number): Tensor[];
  split(self: Tensor | number, splitSize: readonly number[], options?: { dim?: number }): Tensor[];
  /** A copy of what split shows. */
  splitCopy(self: Tensor | number, splitSize: number, dim?: number, options?: { out?: Tensor | Tensor[] }): Tensor[];
  splitCopy(self: Tensor | number, splitSize: number, options?: { dim?: number; out?: Tensor | Tensor[] }): Tensor[];
  /** Pieces of a dimension by their sizes. */
  splitWithSizes(self: Tensor | number, splitSizes: readonly number[], dim?: number): Tensor[];
  splitWithSizes(self: Tensor | number, splitSizes: readonly number[], options?: { dim?: number }): Tensor[];
  /** A copy of what split_with_sizes shows. */
  splitWithSizesCopy(self: Tensor | number, splitSizes: readonly number[], dim?: number, options?: { out?: Tensor | Tensor[] }): Tensor[];
  splitWithSizesCopy(self: Tensor | number, splitSizes: readonly number[], options?: { dim?: number; out?: Tensor | Tensor[] }): Tensor[];
  /** Square root. */
  sqrt(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self * self. */
  square(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Dimensions of size 1 left out. */
  squeeze(self: Tensor | number): Tensor;
  squeeze(self: Tensor | number, dim: number): Tensor;
  squeeze(self: Tensor | number, dim: number | readonly number[]): Tensor;
  /** A copy of what squeeze shows. */
  squeezeCopy(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  squeezeCopy(self: Tensor | number, dim: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  squeezeCopy(self: Tensor | number, dim: number | readonly number[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Tensors along a new dimension. */
  stack(tensors: readonly Tensor[], dim?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  stack(tensors: readonly Tensor[], options?: { dim?: number; out?: Tensor | Tensor[] }): Tensor;
  /** Standard deviation over dimensions, unbiased unless a correction is given. */
  std(self: Tensor | number, dim?: number | readonly number[] | null, options?: { correction?: number | boolean | null; keepdim?: boolean; out?: Tensor | Tensor[] }): Tensor;
  std(self: Tensor | number, options?: { dim?: number | readonly number[] | null; correction?: number | boolean | null; keepdim?: boolean; out?: Tensor | Tensor[] }): Tensor;
  std(self: Tensor | number, dim?: number | readonly number[] | null, unbiased?: boolean, keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  std(self: Tensor | number, options?: { dim?: number | readonly number[] | null; unbiased?: boolean; keepdim?: boolean; out?: Tensor | Tensor[] }): Tensor;
  std(self: Tensor | number, unbiased?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  std(self: Tensor | number, options?: { unbiased?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Standard deviation (unbiased unless a correction is given) and mean over dimensions. */
  stdMean(self: Tensor | number, dim?: number | readonly number[] | null, options?: { correction?: number | boolean | null; keepdim?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  stdMean(self: Tensor | number, options?: { dim?: number | readonly number[] | null; correction?: number | boolean | null; keepdim?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  stdMean(self: Tensor | number, dim?: number | readonly number[] | null, unbiased?: boolean, keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  stdMean(self: Tensor | number, options?: { dim?: number | readonly number[] | null; unbiased?: boolean; keepdim?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  stdMean(self: Tensor | number, unbiased?: boolean, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  stdMean(self: Tensor | number, options?: { unbiased?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  /** self - alpha * other, broadcasting. */
  sub(self: Tensor | number, other: Tensor | number, options?: { alpha?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Another name of sub. */
  subtract(self: Tensor | number, other: Tensor | number, options?: { alpha?: number | boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Sum of all elements. */
  sum(self: Tensor | number, options?: { dtype?: DType | null; out?: Tensor | Tensor[] }): Tensor;
  sum(self: Tensor | number, dim?: number | readonly number[] | null, keepdim?: boolean, options?: { dtype?: DType | null; out?: Tensor | Tensor[] }): Tensor;
  sum(self: Tensor | number, options?: { dim?: number | readonly number[] | null; keepdim?: boolean; dtype?: DType | null; out?: Tensor | Tensor[] }): Tensor;
  /** Summed over what a broadcast to its shape would repeat. */
  sumToSize(self: Tensor | number, size: number | readonly number[]): Tensor;
  /** Another name of transpose. */
  swapaxes(self: Tensor | number, axis0: number, axis1: number): Tensor;
  /** Another name of transpose. */
  swapdims(self: Tensor | number, dim0: number, dim1: number): Tensor;
  /** The matrix transposed. */
  t(self: Tensor | number): Tensor;
  /** A copy of what t shows. */
  tCopy(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** gather, with sizes that broadcast. */
  takeAlongDim(self: Tensor | number, indices: Tensor | number, dim?: number | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  takeAlongDim(self: Tensor | number, indices: Tensor | number, options?: { dim?: number | null; out?: Tensor | Tensor[] }): Tensor;
  /** Tangent. */
  tan(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Hyperbolic tangent. */
  tanh(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of tanh. */
  tanhBackward(gradOutput: Tensor | number, output: Tensor | number): Tensor;
  /** self where it is above a threshold, else a value. */
  threshold(self: Tensor | number, threshold: number | boolean, value: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The gradient where self is above a threshold. */
  thresholdBackward(gradOutput: Tensor | number, self: Tensor | number, threshold: number | boolean): Tensor;
  /** The tensor many times, side by side. */
  tile(self: Tensor | number, dims: number | readonly number[]): Tensor;
  /** The tensor in another dtype; itself if it has that dtype. */
  to(self: Tensor | number, dtype: DType, nonBlocking?: boolean, copy?: boolean, memoryFormat?: 'contiguous_format' | 'preserve_format' | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  to(self: Tensor | number, dtype: DType, options?: { nonBlocking?: boolean; copy?: boolean; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; out?: Tensor | Tensor[] }): Tensor;
  to(self: Tensor | number, other: Tensor | number, nonBlocking?: boolean, copy?: boolean, memoryFormat?: 'contiguous_format' | 'preserve_format' | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  to(self: Tensor | number, other: Tensor | number, options?: { nonBlocking?: boolean; copy?: boolean; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; out?: Tensor | Tensor[] }): Tensor;
  to(self: Tensor | number, device: Device, dtype: DType, nonBlocking?: boolean, copy?: boolean, memoryFormat?: 'contiguous_format' | 'preserve_format' | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  to(self: Tensor | number, device: Device, dtype: DType, options?: { nonBlocking?: boolean; copy?: boolean; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; out?: Tensor | Tensor[] }): Tensor;
  to(self: Tensor | number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; nonBlocking?: boolean; copy?: boolean; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; out?: Tensor | Tensor[] }): Tensor;
  /** The largest (or smallest) few of a dimension in order, and where they are. */
  topk(self: Tensor | number, k: number, dim?: number, largest?: boolean, sorted?: boolean): [Tensor, Tensor];
  topk(self: Tensor | number, k: number, options?: { dim?: number; largest?: boolean; sorted?: boolean }): [Tensor, Tensor];
  /** Two dimensions swapped. */
  transpose(self: Tensor | number, dim0: number, dim1: number): Tensor;
  /** A copy of what transpose shows. */
  transposeCopy(self: Tensor | number, dim0: number, dim1: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Zeros above a diagonal of each matrix. */
  tril(self: Tensor | number, diagonal?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  tril(self: Tensor | number, options?: { diagonal?: number; out?: Tensor | Tensor[] }): Tensor;
  /** Zeros below a diagonal of each matrix. */
  triu(self: Tensor | number, diagonal?: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  triu(self: Tensor | number, options?: { diagonal?: number; out?: Tensor | Tensor[] }): Tensor;
  /** Another name of div. */
  trueDivide(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self without its fraction. */
  trunc(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The tensor in the dtype of another one. */
  typeAs(self: Tensor | number, other: Tensor | number): Tensor;
  /** All indices of a dimension. */
  unbind(self: Tensor | number, dim?: number): Tensor[];
  unbind(self: Tensor | number, options?: { dim?: number }): Tensor[];
  /** A copy of what unbind shows. */
  unbindCopy(self: Tensor | number, dim?: number, options?: { out?: Tensor | Tensor[] }): Tensor[];
  unbindCopy(self: Tensor | number, options?: { dim?: number; out?: Tensor | Tensor[] }): Tensor[];
  /** One dimension as several. */
  unflatten(self: Tensor | number, dim: number, sizes: readonly number[]): Tensor;
  /** All windows of a size along a dimension, as a view. */
  unfold(self: Tensor | number, dimension: number, size: number, step: number): Tensor;
  /** Windows' gradients, added where the windows look. */
  unfoldBackward(gradIn: Tensor | number, inputSizes: readonly number[], dim: number, size: number, step: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** A copy of what unfold shows. */
  unfoldCopy(self: Tensor | number, dimension: number, size: number, step: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Elements without repetitions of the one before. */
  uniqueConsecutive(self: Tensor | number, returnInverse?: boolean, returnCounts?: boolean, dim?: number | null, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor];
  uniqueConsecutive(self: Tensor | number, options?: { returnInverse?: boolean; returnCounts?: boolean; dim?: number | null; out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor];
  /** The different slices along a dimension, sorted. */
  uniqueDim(self: Tensor | number, dim: number, sorted?: boolean, returnInverse?: boolean, returnCounts?: boolean, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor];
  uniqueDim(self: Tensor | number, dim: number, options?: { sorted?: boolean; returnInverse?: boolean; returnCounts?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor];
  /** Slices along a dimension without repetitions of the one before. */
  uniqueDimConsecutive(self: Tensor | number, dim: number, returnInverse?: boolean, returnCounts?: boolean, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor];
  uniqueDimConsecutive(self: Tensor | number, dim: number, options?: { returnInverse?: boolean; returnCounts?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor, Tensor];
  /** A dimension of size 1 put in. */
  unsqueeze(self: Tensor | number, dim: number): Tensor;
  /** A copy of what unsqueeze shows. */
  unsqueezeCopy(self: Tensor | number, dim: number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of upsample_bilinear2d: each gradient is shared by the four nearest elements. */
  upsampleBilinear2dBackward(gradOutput: Tensor | number, outputSize: number | readonly number[], inputSize: number | readonly number[], alignCorners: boolean, scalesH?: number | null, scalesW?: number | null): Tensor;
  upsampleBilinear2dBackward(gradOutput: Tensor | number, outputSize: number | readonly number[], inputSize: number | readonly number[], alignCorners: boolean, options?: { scalesH?: number | null; scalesW?: number | null }): Tensor;
  /** Rows of numbers in another size, each element the nearest one. */
  upsampleNearest1d(input: Tensor | number, outputSize?: readonly number[] | null, scaleFactors?: readonly number[] | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  upsampleNearest1d(input: Tensor | number, options?: { outputSize?: readonly number[] | null; scaleFactors?: readonly number[] | null; out?: Tensor | Tensor[] }): Tensor;
  /** An image in another size, each element the nearest one. */
  upsampleNearest2d(input: Tensor | number, outputSize?: readonly number[] | null, scaleFactors?: readonly number[] | null, options?: { out?: Tensor | Tensor[] }): Tensor;
  upsampleNearest2d(input: Tensor | number, options?: { outputSize?: readonly number[] | null; scaleFactors?: readonly number[] | null; out?: Tensor | Tensor[] }): Tensor;
  /** The derivative of upsample_nearest2d: each gradient is added to the element that was nearest. */
  upsampleNearest2dBackward(gradOutput: Tensor | number, outputSize: number | readonly number[], inputSize: number | readonly number[], scalesH?: number | null, scalesW?: number | null): Tensor;
  upsampleNearest2dBackward(gradOutput: Tensor | number, outputSize: number | readonly number[], inputSize: number | readonly number[], options?: { scalesH?: number | null; scalesW?: number | null }): Tensor;
  /** Powers of each element, the highest first. */
  vander(x: Tensor | number, N?: number | null, increasing?: boolean): Tensor;
  vander(x: Tensor | number, options?: { N?: number | null; increasing?: boolean }): Tensor;
  /** Variance over dimensions, unbiased unless a correction is given. */
  var(self: Tensor | number, dim?: number | readonly number[] | null, options?: { correction?: number | boolean | null; keepdim?: boolean; out?: Tensor | Tensor[] }): Tensor;
  var(self: Tensor | number, options?: { dim?: number | readonly number[] | null; correction?: number | boolean | null; keepdim?: boolean; out?: Tensor | Tensor[] }): Tensor;
  var(self: Tensor | number, unbiased?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  var(self: Tensor | number, options?: { unbiased?: boolean; out?: Tensor | Tensor[] }): Tensor;
  var(self: Tensor | number, dim?: number | readonly number[] | null, unbiased?: boolean, keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  var(self: Tensor | number, options?: { dim?: number | readonly number[] | null; unbiased?: boolean; keepdim?: boolean; out?: Tensor | Tensor[] }): Tensor;
  /** Variance (unbiased unless a correction is given) and mean over dimensions. */
  varMean(self: Tensor | number, dim?: number | readonly number[] | null, options?: { correction?: number | boolean | null; keepdim?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  varMean(self: Tensor | number, options?: { dim?: number | readonly number[] | null; correction?: number | boolean | null; keepdim?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  varMean(self: Tensor | number, dim?: number | readonly number[] | null, unbiased?: boolean, keepdim?: boolean, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  varMean(self: Tensor | number, options?: { dim?: number | readonly number[] | null; unbiased?: boolean; keepdim?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  varMean(self: Tensor | number, unbiased?: boolean, options?: { out?: Tensor | Tensor[] }): [Tensor, Tensor];
  varMean(self: Tensor | number, options?: { unbiased?: boolean; out?: Tensor | Tensor[] }): [Tensor, Tensor];
  /** Inner product of two vectors. */
  vdot(self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** The same memory in another shape. */
  view(self: Tensor | number, size: number | readonly number[]): Tensor;
  /** view with the shape of another tensor. */
  viewAs(self: Tensor | number, other: Tensor | number): Tensor;
  /** Pairs of real values as complex ones, in the same memory. */
  viewAsComplex(self: Tensor | number): Tensor;
  /** Complex values as pairs of real ones, in the same memory. */
  viewAsReal(self: Tensor | number): Tensor;
  /** A copy of what view shows. */
  viewCopy(self: Tensor | number, size: number | readonly number[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Tensors below each other. */
  vstack(tensors: readonly Tensor[], options?: { out?: Tensor | Tensor[] }): Tensor;
  /** self where the condition holds, else other. */
  where(condition: Tensor | number, self: Tensor | number, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  where(condition: Tensor | number, self: Tensor | number, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  where(condition: Tensor | number, self: number | boolean, other: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  where(condition: Tensor | number, self: number | boolean, other: number | boolean, options?: { out?: Tensor | Tensor[] }): Tensor;
  where(condition: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor[];
  /** self * log(other); 0 where self is 0. */
  xlogy(self: Tensor | number, other: Tensor | number): Tensor;
  xlogy(self: Tensor | number, other: number | boolean): Tensor;
  xlogy(self: number | boolean, other: Tensor | number): Tensor;
  /** Zeros of the shape of self. */
  zero(self: Tensor | number, options?: { out?: Tensor | Tensor[] }): Tensor;
  /** Zeros of a shape. Default dtype: torch.get_default_dtype(). */
  zeros(size: number | readonly number[], options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
  zeros(...size: number[]): Tensor;
  /** Zeros in the layout of self. */
  zerosLike(self: Tensor | number, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; requiresGrad?: boolean; out?: Tensor | Tensor[] }): Tensor;
}

/** What torch.nn.functional declares in its own way: `functional.crossEntropy(x, target, { reduction: 'sum' })`. */
export interface FunctionalForms {
  /** Dropout that keeps mean and variance, for SELU networks. */
  alphaDropout(input: Tensor | number, p?: number, training?: boolean, inplace?: boolean): Tensor;
  alphaDropout(input: Tensor | number, options?: { p?: number; training?: boolean; inplace?: boolean }): Tensor;
  /** Each channel brought to mean 0 and variance 1 over the batch (or by running statistics), then scaled and shifted. */
  batchNorm(input: Tensor | number, runningMean?: Tensor | number | null, runningVar?: Tensor | number | null, weight?: Tensor | number | null, bias?: Tensor | number | null, training?: boolean, momentum?: number, eps?: number): Tensor;
  batchNorm(input: Tensor | number, options?: { runningMean?: Tensor | number | null; runningVar?: Tensor | number | null; weight?: Tensor | number | null; bias?: Tensor | number | null; training?: boolean; momentum?: number; eps?: number }): Tensor;
  /** Mean of -(target * log(self) + (1 - target) * log(1 - self)), the logarithms at least -100. */
  binaryCrossEntropy(input: Tensor | number, target: Tensor | number, weight?: Tensor | number | null, sizeAverage?: boolean | null, reduce?: boolean | null, reduction?: string): Tensor;
  binaryCrossEntropy(input: Tensor | number, target: Tensor | number, options?: { weight?: Tensor | number | null; sizeAverage?: boolean | null; reduce?: boolean | null; reduction?: string }): Tensor;
  /** Cross entropy of two classes, from logits. */
  binaryCrossEntropyWithLogits(input: Tensor | number, target: Tensor | number, weight?: Tensor | number | null, sizeAverage?: boolean | null, reduce?: boolean | null, reduction?: string, posWeight?: Tensor | number | null): Tensor;
  binaryCrossEntropyWithLogits(input: Tensor | number, target: Tensor | number, options?: { weight?: Tensor | number | null; sizeAverage?: boolean | null; reduce?: boolean | null; reduction?: string; posWeight?: Tensor | number | null }): Tensor;
  /** self where it is positive, else alpha * (exp(self / alpha) - 1). */
  celu(input: Tensor | number, alpha?: number, inplace?: boolean): Tensor;
  celu(input: Tensor | number, options?: { alpha?: number; inplace?: boolean }): Tensor;
  /** Columns added back to where their windows lie. */
  fold(input: Tensor | number, outputSize: number | readonly number[], kernelSize: number | readonly number[], dilation?: number | readonly number[], padding?: number | readonly number[], stride?: number | readonly number[]): Tensor;
  fold(input: Tensor | number, outputSize: number | readonly number[], kernelSize: number | readonly number[], options?: { dilation?: number | readonly number[]; padding?: number | readonly number[]; stride?: number | readonly number[] }): Tensor;
  /** nll_loss of log_softmax; targets are classes or their probabilities. */
  crossEntropy(input: Tensor | number, target: Tensor | number, weight?: Tensor | number | null, sizeAverage?: boolean | null, ignoreIndex?: number, reduce?: boolean | null, reduction?: string, labelSmoothing?: number): Tensor;
  crossEntropy(input: Tensor | number, target: Tensor | number, options?: { weight?: Tensor | number | null; sizeAverage?: boolean | null; ignoreIndex?: number; reduce?: boolean | null; reduction?: string; labelSmoothing?: number }): Tensor;
  /** Zeroes elements with probability p and scales the others by 1 / (1 - p), in training. */
  dropout(input: Tensor | number, p?: number, training?: boolean, inplace?: boolean): Tensor;
  dropout(input: Tensor | number, options?: { p?: number; training?: boolean; inplace?: boolean }): Tensor;
  /** self where it is positive, else alpha * (exp(self) - 1). */
  elu(input: Tensor | number, alpha?: number, inplace?: boolean): Tensor;
  elu(input: Tensor | number, options?: { alpha?: number; inplace?: boolean }): Tensor;
  /** Rows of a matrix by their numbers. */
  embedding(input: Tensor | number, weight: Tensor | number, paddingIdx?: number | null, maxNorm?: number | null, normType?: number, scaleGradByFreq?: boolean, sparse?: boolean): Tensor;
  embedding(input: Tensor | number, weight: Tensor | number, options?: { paddingIdx?: number | null; maxNorm?: number | null; normType?: number; scaleGradByFreq?: boolean; sparse?: boolean }): Tensor;
  /** alpha_dropout of whole channels. */
  featureAlphaDropout(input: Tensor | number, p?: number, training?: boolean, inplace?: boolean): Tensor;
  featureAlphaDropout(input: Tensor | number, options?: { p?: number; training?: boolean; inplace?: boolean }): Tensor;
  /** Groups of channels brought to mean 0 and variance 1, then scaled and shifted. */
  groupNorm(input: Tensor | number, numGroups: number, weight?: Tensor | number | null, bias?: Tensor | number | null, eps?: number): Tensor;
  groupNorm(input: Tensor | number, numGroups: number, options?: { weight?: Tensor | number | null; bias?: Tensor | number | null; eps?: number }): Tensor;
  /** self / 6 + 1 / 2 between 0 and 1. */
  hardsigmoid(input: Tensor | number, inplace?: boolean): Tensor;
  hardsigmoid(input: Tensor | number, options?: { inplace?: boolean }): Tensor;
  /** self * hardsigmoid(self). */
  hardswish(input: Tensor | number, inplace?: boolean): Tensor;
  hardswish(input: Tensor | number, options?: { inplace?: boolean }): Tensor;
  /** self, but at least min_val and at most max_val. */
  hardtanh(input: Tensor | number, minVal?: number, maxVal?: number, inplace?: boolean): Tensor;
  hardtanh(input: Tensor | number, options?: { minVal?: number; maxVal?: number; inplace?: boolean }): Tensor;
  /** Absolute error, half of its square near 0. */
  huberLoss(input: Tensor | number, target: Tensor | number, reduction?: string, delta?: number, weight?: Tensor | number | null): Tensor;
  huberLoss(input: Tensor | number, target: Tensor | number, options?: { reduction?: string; delta?: number; weight?: Tensor | number | null }): Tensor;
  /** The elements under each place of a window, as columns. */
  unfold(input: Tensor | number, kernelSize: number | readonly number[], dilation?: number | readonly number[], padding?: number | readonly number[], stride?: number | readonly number[]): Tensor;
  unfold(input: Tensor | number, kernelSize: number | readonly number[], options?: { dilation?: number | readonly number[]; padding?: number | readonly number[]; stride?: number | readonly number[] }): Tensor;
  /** Each channel of each image brought to mean 0 and variance 1, then scaled and shifted. */
  instanceNorm(input: Tensor | number, runningMean?: Tensor | number | null, runningVar?: Tensor | number | null, weight?: Tensor | number | null, bias?: Tensor | number | null, useInputStats?: boolean, momentum?: number, eps?: number): Tensor;
  instanceNorm(input: Tensor | number, options?: { runningMean?: Tensor | number | null; runningVar?: Tensor | number | null; weight?: Tensor | number | null; bias?: Tensor | number | null; useInputStats?: boolean; momentum?: number; eps?: number }): Tensor;
  /** How far a distribution is from another one, whose logarithm is given. */
  klDiv(input: Tensor | number, target: Tensor | number, sizeAverage?: boolean | null, reduce?: boolean | null, reduction?: string, logTarget?: boolean): Tensor;
  klDiv(input: Tensor | number, target: Tensor | number, options?: { sizeAverage?: boolean | null; reduce?: boolean | null; reduction?: string; logTarget?: boolean }): Tensor;
  /** Absolute error. */
  l1Loss(input: Tensor | number, target: Tensor | number, sizeAverage?: boolean | null, reduce?: boolean | null, reduction?: string, weight?: Tensor | number | null): Tensor;
  l1Loss(input: Tensor | number, target: Tensor | number, options?: { sizeAverage?: boolean | null; reduce?: boolean | null; reduction?: string; weight?: Tensor | number | null }): Tensor;
  /** The last dimensions brought to mean 0 and variance 1, then scaled and shifted. */
  layerNorm(input: Tensor | number, normalizedShape: readonly number[], weight?: Tensor | number | null, bias?: Tensor | number | null, eps?: number): Tensor;
  layerNorm(input: Tensor | number, normalizedShape: readonly number[], options?: { weight?: Tensor | number | null; bias?: Tensor | number | null; eps?: number }): Tensor;
  /** self where it is positive, else negative_slope * self. */
  leakyRelu(input: Tensor | number, negativeSlope?: number, inplace?: boolean): Tensor;
  leakyRelu(input: Tensor | number, options?: { negativeSlope?: number; inplace?: boolean }): Tensor;
  /** Logarithm of sigmoid. */
  logsigmoid(input: Tensor | number): Tensor;
  /** The logarithm of softmax. */
  logSoftmax(input: Tensor | number, dim?: number | null, _stacklevel?: number, dtype?: DType | null): Tensor;
  logSoftmax(input: Tensor | number, options?: { dim?: number | null; _stacklevel?: number; dtype?: DType | null }): Tensor;
  /** self * tanh(softplus(self)). */
  mish(input: Tensor | number, inplace?: boolean): Tensor;
  mish(input: Tensor | number, options?: { inplace?: boolean }): Tensor;
  /** Mean of the squared differences (reduction: 0 none, 1 mean, 2 sum). */
  mseLoss(input: Tensor | number, target: Tensor | number, sizeAverage?: boolean | null, reduce?: boolean | null, reduction?: string, weight?: Tensor | number | null): Tensor;
  mseLoss(input: Tensor | number, target: Tensor | number, options?: { sizeAverage?: boolean | null; reduce?: boolean | null; reduction?: string; weight?: Tensor | number | null }): Tensor;
  /** nll_loss with classes in dimension 1. */
  nllLoss(input: Tensor | number, target: Tensor | number, weight?: Tensor | number | null, sizeAverage?: boolean | null, ignoreIndex?: number, reduce?: boolean | null, reduction?: string): Tensor;
  nllLoss(input: Tensor | number, target: Tensor | number, options?: { weight?: Tensor | number | null; sizeAverage?: boolean | null; ignoreIndex?: number; reduce?: boolean | null; reduction?: string }): Tensor;
  /** self where it is positive, else 0. */
  relu(input: Tensor | number, inplace?: boolean): Tensor;
  relu(input: Tensor | number, options?: { inplace?: boolean }): Tensor;
  /** self, but at least 0 and at most 6. */
  relu6(input: Tensor | number, inplace?: boolean): Tensor;
  relu6(input: Tensor | number, options?: { inplace?: boolean }): Tensor;
  /** Scaled ELU. */
  selu(input: Tensor | number, inplace?: boolean): Tensor;
  selu(input: Tensor | number, options?: { inplace?: boolean }): Tensor;
  /** self * sigmoid(self). */
  silu(input: Tensor | number, inplace?: boolean): Tensor;
  silu(input: Tensor | number, options?: { inplace?: boolean }): Tensor;
  /** Absolute error, squared near 0. */
  smoothL1Loss(input: Tensor | number, target: Tensor | number, sizeAverage?: boolean | null, reduce?: boolean | null, reduction?: string, beta?: number): Tensor;
  smoothL1Loss(input: Tensor | number, target: Tensor | number, options?: { sizeAverage?: boolean | null; reduce?: boolean | null; reduction?: string; beta?: number }): Tensor;
  /** exp(self), scaled so that a dimension sums to 1. */
  softmax(input: Tensor | number, dim?: number | null, _stacklevel?: number, dtype?: DType | null): Tensor;
  softmax(input: Tensor | number, options?: { dim?: number | null; _stacklevel?: number; dtype?: DType | null }): Tensor;
  /** self where it is above a threshold, else a value. */
  threshold(input: Tensor | number, threshold: number, value: number, inplace?: boolean): Tensor;
  threshold(input: Tensor | number, threshold: number, value: number, options?: { inplace?: boolean }): Tensor;
}
