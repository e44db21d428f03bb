// Made by wasm/tensor_types.mjs from the operator table. Do not edit.
import type { Device, DType, Tensor } from './index.js';

/** The operators as methods of a tensor; those with an underscore write to it. */
export interface OperatorMethods {
  /** adaptive_avg_pool2d, whatever the size. */
  _adaptiveAvgPool2d(outputSize: number | readonly number[]): Tensor;
  _adaptiveAvgPool2d(...outputSize: number[]): Tensor;
  /** The derivative of _adaptive_avg_pool2d: each gradient is shared by what it is the mean of. */
  _adaptiveAvgPool2dBackward(gradOutput: Tensor | number): Tensor;
  /** Means over as many windows of a volume as asked for. */
  _adaptiveAvgPool3d(outputSize: number | readonly number[]): Tensor;
  _adaptiveAvgPool3d(...outputSize: number[]): Tensor;
  /** Each gradient shared by the elements that its mean was of. */
  _adaptiveAvgPool3dBackward(gradOutput: Tensor | number): Tensor;
  /** Distances between all pairs of rows of two matrices. */
  _cdistForward(x2: Tensor | number, p: number, computeMode?: number | null): Tensor;
  _cdistForward(x2: Tensor | number, p: number, options?: { computeMode?: number | null }): Tensor;
  /** Complex conjugates, in PyTorch a view. */
  _conj(): Tensor;
  /** Complex conjugates, in memory of their own. */
  _conjPhysical(): Tensor;
  _conjPhysical_(): this;
  /** embedding_bag, with what backward needs. */
  _embeddingBag(indices: Tensor | number, offsets: Tensor | number, scaleGradByFreq?: boolean, mode?: number, sparse?: boolean, perSampleWeights?: Tensor | number | null, includeLastOffset?: boolean, paddingIdx?: number): [Tensor, Tensor, Tensor, Tensor];
  _embeddingBag(indices: Tensor | number, offsets: Tensor | number, options?: { scaleGradByFreq?: boolean; mode?: number; sparse?: boolean; perSampleWeights?: Tensor | number | null; includeLastOffset?: boolean; paddingIdx?: number }): [Tensor, Tensor, Tensor, Tensor];
  /** embedding_bag, without what backward needs. */
  _embeddingBagForwardOnly(indices: Tensor | number, offsets: Tensor | number, scaleGradByFreq?: boolean, mode?: number, sparse?: boolean, perSampleWeights?: Tensor | number | null, includeLastOffset?: boolean, paddingIdx?: number): [Tensor, Tensor, Tensor, Tensor];
  _embeddingBagForwardOnly(indices: Tensor | number, offsets: Tensor | number, options?: { scaleGradByFreq?: boolean; mode?: number; sparse?: boolean; perSampleWeights?: Tensor | number | null; includeLastOffset?: boolean; paddingIdx?: number }): [Tensor, Tensor, Tensor, Tensor];
  /** Fourier transform of complex values. */
  _fftC2c(dim: readonly number[], normalization: number, forward: boolean): Tensor;
  /** Inverse Fourier transform to real values. */
  _fftC2r(dim: readonly number[], normalization: number, lastDimSize: number): Tensor;
  /** Fourier transform of real values. */
  _fftR2c(dim: readonly number[], normalization: number, onesided: boolean): Tensor;
  /** Determinants, with the factors that they come from. */
  _linalgDet(): [Tensor, Tensor, Tensor];
  /** Signs and logarithms of determinants, with the factors that they come from. */
  _linalgSlogdet(): [Tensor, Tensor, Tensor, Tensor];
  /** What solves systems of linear equations, with the factors that it comes from. */
  _linalgSolveEx(B: Tensor | number, options?: { left?: boolean; checkErrors?: boolean }): [Tensor, Tensor, Tensor, Tensor];
  /** The logarithm of softmax, exact where that is small. */
  _logSoftmax(dim: number, halfToFloat: boolean): Tensor;
  /** The derivative of log_softmax. */
  _logSoftmaxBackwardData(output: Tensor | number, dim: number, inputDtype: DType): Tensor;
  /** native_batch_norm by the statistics of the batch. */
  _nativeBatchNormLegit(weight: Tensor | number | null, bias: Tensor | number | null, training: boolean, momentum: number, eps: number): [Tensor, Tensor, Tensor];
  /** native_batch_norm that gives the new running statistics instead of writing them. */
  _nativeBatchNormLegitFunctional(weight: Tensor | number | null, bias: Tensor | number | null, runningMean: Tensor | number, runningVar: Tensor | number, training: boolean, momentum: number, eps: number): [Tensor, Tensor, Tensor, Tensor, Tensor];
  /** native_batch_norm by running statistics. */
  _nativeBatchNormLegitNoTraining(weight: Tensor | number | null, bias: Tensor | number | null, runningMean: Tensor | number, runningVar: Tensor | number, momentum: number, eps: number): [Tensor, Tensor, Tensor];
  /** The derivative of _pdist_forward. */
  _pdistBackward(grad: Tensor | number, p: number, pdist: Tensor | number): Tensor;
  /** Distances between all pairs of rows of a matrix. */
  _pdistForward(p?: number): Tensor;
  _pdistForward(options?: { p?: number }): Tensor;
  /** What reshape makes of a tensor that is not contiguous, where a view is possible. */
  _reshapeAlias(size: readonly number[], stride: readonly number[]): Tensor;
  /** softmax whose rows of nothing but -inf are zeros. */
  _safeSoftmax(dim: number, dtype?: DType | null): Tensor;
  _safeSoftmax(dim: number, options?: { dtype?: DType | null }): Tensor;
  /** exp(self), scaled so that a dimension sums to 1. */
  _softmax(dim: number, halfToFloat: boolean): Tensor;
  /** The derivative of softmax. */
  _softmaxBackwardData(output: Tensor | number, dim: number, inputDtype: DType): Tensor;
  /** A copy in another dtype. */
  _toCopy(options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; nonBlocking?: boolean; memoryFormat?: 'contiguous_format' | 'preserve_format' | null }): Tensor;
  /** Sum over products of three tensors. */
  _trilinear(i2: Tensor | number, i3: Tensor | number, expand1: readonly number[], expand2: readonly number[], expand3: readonly number[], sumdim: readonly number[], unrollDim?: number): Tensor;
  _trilinear(i2: Tensor | number, i3: Tensor | number, expand1: readonly number[], expand2: readonly number[], expand3: readonly number[], sumdim: readonly number[], options?: { unrollDim?: number }): Tensor;
  /** The different elements, in order; where each element is among them, and how often each stands. */
  _unique2(sorted?: boolean, returnInverse?: boolean, returnCounts?: boolean): [Tensor, Tensor, Tensor];
  _unique2(options?: { sorted?: boolean; returnInverse?: boolean; returnCounts?: boolean }): [Tensor, Tensor, Tensor];
  /** view of a tensor that nobody else has. */
  _unsafeView(size: number | readonly number[]): Tensor;
  _unsafeView(...size: number[]): Tensor;
  /** A tensor given by directions and lengths. */
  _weightNorm(g: Tensor | number, dim?: number): Tensor;
  _weightNorm(g: Tensor | number, options?: { dim?: number }): Tensor;
  /** A tensor given by directions and lengths, and the norms of the directions. */
  _weightNormInterface(g: Tensor | number, dim?: number): [Tensor, Tensor];
  _weightNormInterface(g: Tensor | number, options?: { dim?: number }): [Tensor, Tensor];
  /** Absolute value. */
  abs(): Tensor;
  abs_(): this;
  /** Another name of abs. */
  absolute(): Tensor;
  absolute_(): this;
  /** Inverse cosine. */
  acos(): Tensor;
  acos_(): this;
  /** Inverse hyperbolic cosine. */
  acosh(): Tensor;
  acosh_(): this;
  /** Means over as many windows as asked for. */
  adaptiveAvgPool2d(outputSize: number | readonly number[]): Tensor;
  adaptiveAvgPool2d(...outputSize: number[]): Tensor;
  /** Means over as many windows of a volume as asked for. */
  adaptiveAvgPool3d(outputSize: number | readonly number[]): Tensor;
  adaptiveAvgPool3d(...outputSize: number[]): Tensor;
  /** Maxima over as many windows as asked for, and their places. */
  adaptiveMaxPool2d(outputSize: number | readonly number[]): [Tensor, Tensor];
  adaptiveMaxPool2d(...outputSize: number[]): [Tensor, Tensor];
  /** Maxima over as many windows of a volume as asked for, and their places. */
  adaptiveMaxPool3d(outputSize: number | readonly number[]): [Tensor, Tensor];
  adaptiveMaxPool3d(...outputSize: number[]): [Tensor, Tensor];
  /** self + alpha * other, broadcasting. */
  add(other: Tensor | number, options?: { alpha?: number | boolean }): Tensor;
  add_(other: Tensor | number, options?: { alpha?: number | boolean }): this;
  /** self, scaled by beta, plus alpha times the sum of the products of a batch of matrices. */
  addbmm(batch1: Tensor | number, batch2: Tensor | number, options?: { beta?: number | boolean; alpha?: number | boolean }): Tensor;
  addbmm_(batch1: Tensor | number, batch2: Tensor | number, options?: { beta?: number | boolean; alpha?: number | boolean }): this;
  /** self + value * tensor1 / tensor2. */
  addcdiv(tensor1: Tensor | number, tensor2: Tensor | number, options?: { value?: number | boolean }): Tensor;
  addcdiv_(tensor1: Tensor | number, tensor2: Tensor | number, options?: { value?: number | boolean }): this;
  /** self + value * tensor1 * tensor2. */
  addcmul(tensor1: Tensor | number, tensor2: Tensor | number, options?: { value?: number | boolean }): Tensor;
  addcmul_(tensor1: Tensor | number, tensor2: Tensor | number, options?: { value?: number | boolean }): this;
  /** beta * self + alpha * mat1 @ mat2. */
  addmm(mat1: Tensor | number, mat2: Tensor | number, options?: { beta?: number | boolean; alpha?: number | boolean }): Tensor;
  addmm_(mat1: Tensor | number, mat2: Tensor | number, options?: { beta?: number | boolean; alpha?: number | boolean }): this;
  /** beta * self + alpha * mat @ vec. */
  addmv(mat: Tensor | number, vec: Tensor | number, options?: { beta?: number | boolean; alpha?: number | boolean }): Tensor;
  addmv_(mat: Tensor | number, vec: Tensor | number, options?: { beta?: number | boolean; alpha?: number | boolean }): this;
  /** beta * self + alpha times all products of two vectors. */
  addr(vec1: Tensor | number, vec2: Tensor | number, options?: { beta?: number | boolean; alpha?: number | boolean }): Tensor;
  addr_(vec1: Tensor | number, vec2: Tensor | number, options?: { beta?: number | boolean; alpha?: number | boolean }): this;
  /** The last two dimensions exchanged, conjugated. */
  adjoint(): Tensor;
  /** Where an affine map takes the pixels of an image. */
  affineGridGenerator(size: readonly number[], alignCorners: boolean): Tensor;
  /** The same memory as another tensor. */
  alias(): Tensor;
  /** A copy of what alias shows. */
  aliasCopy(): Tensor;
  /** Whether no element is zero. */
  all(): Tensor;
  all(dim: number, keepdim?: boolean): Tensor;
  all(dim: number, options?: { keepdim?: boolean }): Tensor;
  all(dim?: readonly number[] | null, keepdim?: boolean): Tensor;
  all(options?: { dim?: readonly number[] | null; keepdim?: boolean }): Tensor;
  /** Dropout that keeps mean and variance, for SELU networks. */
  alphaDropout(p: number, train: boolean): Tensor;
  alphaDropout_(p: number, train: boolean): this;
  /** The largest element over dimensions; equal ones share the gradient. */
  amax(dim?: number | readonly number[], keepdim?: boolean): Tensor;
  amax(options?: { dim?: number | readonly number[]; keepdim?: boolean }): Tensor;
  /** The smallest element over dimensions; equal ones share the gradient. */
  amin(dim?: number | readonly number[], keepdim?: boolean): Tensor;
  amin(options?: { dim?: number | readonly number[]; keepdim?: boolean }): Tensor;
  /** The angle of complex numbers; 0 or pi of real ones. */
  angle(): Tensor;
  /** Whether an element is not zero. */
  any(): Tensor;
  any(dim: number, keepdim?: boolean): Tensor;
  any(dim: number, options?: { keepdim?: boolean }): Tensor;
  any(dim?: readonly number[] | null, keepdim?: boolean): Tensor;
  any(options?: { dim?: readonly number[] | null; keepdim?: boolean }): Tensor;
  /** Another name of acos. */
  arccos(): Tensor;
  arccos_(): this;
  /** Another name of acosh. */
  arccosh(): Tensor;
  arccosh_(): this;
  /** Another name of asin. */
  arcsin(): Tensor;
  arcsin_(): this;
  /** Another name of asinh. */
  arcsinh(): Tensor;
  arcsinh_(): this;
  /** Another name of atan. */
  arctan(): Tensor;
  arctan_(): this;
  /** Another name of atan2. */
  arctan2(other: Tensor | number): Tensor;
  arctan2_(other: Tensor | number): this;
  /** Another name of atanh. */
  arctanh(): Tensor;
  arctanh_(): this;
  /** Where the largest element is: the first of equal ones. */
  argmax(dim?: number | null, keepdim?: boolean): Tensor;
  argmax(options?: { dim?: number | null; keepdim?: boolean }): Tensor;
  /** Where the smallest element is: the first of equal ones. */
  argmin(dim?: number | null, keepdim?: boolean): Tensor;
  argmin(options?: { dim?: number | null; keepdim?: boolean }): Tensor;
  /** Places of the elements in their order. */
  argsort(dim?: number, descending?: boolean): Tensor;
  argsort(options?: { dim?: number; descending?: boolean }): Tensor;
  argsort(options: { stable: boolean; dim?: number; descending?: boolean }): Tensor;
  /** The places of what is not zero, one in a row. */
  argwhere(): Tensor;
  /** The memory with any sizes and strides. */
  asStrided(size: readonly number[], stride: readonly number[], storageOffset?: number | null): Tensor;
  asStrided(size: readonly number[], stride: readonly number[], options?: { storageOffset?: number | null }): Tensor;
  asStrided_(size: readonly number[], stride: readonly number[], storageOffset?: number | null): this;
  asStrided_(size: readonly number[], stride: readonly number[], options?: { storageOffset?: number | null }): this;
  /** A copy of what as_strided shows. */
  asStridedCopy(size: readonly number[], stride: readonly number[], storageOffset?: number | null): Tensor;
  asStridedCopy(size: readonly number[], stride: readonly number[], options?: { storageOffset?: number | null }): Tensor;
  /** self with another tensor at strided places of its memory. */
  asStridedScatter(src: Tensor | number, size: readonly number[], stride: readonly number[], storageOffset?: number | null): Tensor;
  asStridedScatter(src: Tensor | number, size: readonly number[], stride: readonly number[], options?: { storageOffset?: number | null }): Tensor;
  /** Inverse sine. */
  asin(): Tensor;
  asin_(): this;
  /** Inverse hyperbolic sine. */
  asinh(): Tensor;
  asinh_(): this;
  /** Inverse tangent. */
  atan(): Tensor;
  atan_(): this;
  /** The angle of the point (other, self). */
  atan2(other: Tensor | number): Tensor;
  atan2_(other: Tensor | number): this;
  /** Inverse hyperbolic tangent. */
  atanh(): Tensor;
  atanh_(): this;
  /** The tensor, a number as one of 1 dimension. */
  atleast1d(): Tensor;
  /** The tensor with at least 2 dimensions. */
  atleast2d(): Tensor;
  /** The tensor with at least 3 dimensions. */
  atleast3d(): Tensor;
  /** The mean of the elements under each window. */
  avgPool2d(kernelSize: number | readonly number[], stride?: number | readonly number[], padding?: number | readonly number[], ceilMode?: boolean, countIncludePad?: boolean, divisorOverride?: number | null): Tensor;
  avgPool2d(kernelSize: number | readonly number[], options?: { stride?: number | readonly number[]; padding?: number | readonly number[]; ceilMode?: boolean; countIncludePad?: boolean; divisorOverride?: number | null }): Tensor;
  /** Each gradient shared by the elements under its window. */
  avgPool2dBackward(gradOutput: Tensor | number, kernelSize: number | readonly number[], stride: number | readonly number[], padding: number | readonly number[], ceilMode: boolean, countIncludePad: boolean, divisorOverride?: number | null): Tensor;
  avgPool2dBackward(gradOutput: Tensor | number, kernelSize: number | readonly number[], stride: number | readonly number[], padding: number | readonly number[], ceilMode: boolean, countIncludePad: boolean, options?: { divisorOverride?: number | null }): Tensor;
  /** Means over windows of a volume. */
  avgPool3d(kernelSize: number | readonly number[], stride?: number | readonly number[], padding?: number | readonly number[], ceilMode?: boolean, countIncludePad?: boolean, divisorOverride?: number | null): Tensor;
  avgPool3d(kernelSize: number | readonly number[], options?: { stride?: number | readonly number[]; padding?: number | readonly number[]; ceilMode?: boolean; countIncludePad?: boolean; divisorOverride?: number | null }): Tensor;
  /** Each gradient shared by the elements under its window. */
  avgPool3dBackward(gradOutput: Tensor | number, kernelSize: number | readonly number[], stride: number | readonly number[], padding: number | readonly number[], ceilMode: boolean, countIncludePad: boolean, divisorOverride?: number | null): Tensor;
  avgPool3dBackward(gradOutput: Tensor | number, kernelSize: number | readonly number[], stride: number | readonly number[], padding: number | readonly number[], ceilMode: boolean, countIncludePad: boolean, options?: { divisorOverride?: number | null }): Tensor;
  /** beta * self + alpha * the products of two batches of matrices. */
  baddbmm(batch1: Tensor | number, batch2: Tensor | number, options?: { beta?: number | boolean; alpha?: number | boolean }): Tensor;
  baddbmm_(batch1: Tensor | number, batch2: Tensor | number, options?: { beta?: number | boolean; alpha?: number | boolean }): this;
  /** Each channel brought to mean 0 and variance 1 over the batch (or by running statistics), then scaled and shifted. */
  batchNorm(weight: Tensor | number | null, bias: Tensor | number | null, runningMean: Tensor | number | null, runningVar: Tensor | number | null, training: boolean, momentum: number, eps: number, cudnnEnabled: boolean): Tensor;
  /** Bilinear layer of two inputs: x1 A x2 + b. */
  bilinear(input2: Tensor | number, weight: Tensor | number, bias?: Tensor | number | null): Tensor;
  bilinear(input2: Tensor | number, weight: Tensor | number, options?: { bias?: Tensor | number | null }): Tensor;
  /** Mean of -(target * log(self) + (1 - target) * log(1 - self)), the logarithms at least -100. */
  binaryCrossEntropy(target: Tensor | number, weight?: Tensor | number | null, reduction?: number): Tensor;
  binaryCrossEntropy(target: Tensor | number, options?: { weight?: Tensor | number | null; reduction?: number }): Tensor;
  /** The derivative of binary_cross_entropy. */
  binaryCrossEntropyBackward(gradOutput: Tensor | number, target: Tensor | number, weight?: Tensor | number | null, reduction?: number): Tensor;
  binaryCrossEntropyBackward(gradOutput: Tensor | number, target: Tensor | number, options?: { weight?: Tensor | number | null; reduction?: number }): Tensor;
  /** Cross entropy of two classes, from logits. */
  binaryCrossEntropyWithLogits(target: Tensor | number, weight?: Tensor | number | null, posWeight?: Tensor | number | null, reduction?: number): Tensor;
  binaryCrossEntropyWithLogits(target: Tensor | number, options?: { weight?: Tensor | number | null; posWeight?: Tensor | number | null; reduction?: number }): Tensor;
  /** How often each integer occurs. */
  bincount(weights?: Tensor | number | null, minlength?: number): Tensor;
  bincount(options?: { weights?: Tensor | number | null; minlength?: number }): Tensor;
  /** And, bit by bit; of truth values, as logic has it. */
  bitwiseAnd(other: Tensor | number): Tensor;
  bitwiseAnd(other: number | boolean): Tensor;
  bitwiseAnd_(other: Tensor | number): this;
  bitwiseAnd_(other: number | boolean): this;
  /** Every bit turned; of truth values, not. */
  bitwiseNot(): Tensor;
  bitwiseNot_(): this;
  /** Or, bit by bit; of truth values, as logic has it. */
  bitwiseOr(other: Tensor | number): Tensor;
  bitwiseOr(other: number | boolean): Tensor;
  bitwiseOr_(other: Tensor | number): this;
  bitwiseOr_(other: number | boolean): this;
  /** Exclusive or, bit by bit; of truth values, as logic has it. */
  bitwiseXor(other: Tensor | number): Tensor;
  bitwiseXor(other: number | boolean): Tensor;
  bitwiseXor_(other: Tensor | number): this;
  bitwiseXor_(other: number | boolean): this;
  /** Products of two batches of matrices. */
  bmm(mat2: Tensor | number): Tensor;
  /** The tensor expanded to a shape. */
  broadcastTo(size: number | readonly number[]): Tensor;
  broadcastTo(...size: number[]): Tensor;
  /** Between which boundaries each element lies. */
  bucketize(boundaries: Tensor | number, options?: { outInt32?: boolean; right?: boolean }): Tensor;
  /** Distances between all pairs of rows of two matrices. */
  cdist(x2: Tensor | number, p?: number, computeMode?: number | null): Tensor;
  cdist(x2: Tensor | number, options?: { p?: number; computeMode?: number | null }): Tensor;
  /** The smallest integer that is not below self. */
  ceil(): Tensor;
  ceil_(): this;
  /** self where it is positive, else alpha * (exp(self / alpha) - 1). */
  celu(alpha?: number | boolean): Tensor;
  celu(options?: { alpha?: number | boolean }): Tensor;
  celu_(alpha?: number | boolean): this;
  celu_(options?: { alpha?: number | boolean }): this;
  /** The triangular factor of positive definite matrices. */
  cholesky(upper?: boolean): Tensor;
  cholesky(options?: { upper?: boolean }): Tensor;
  /** The inverse of matrices whose triangular factor is given. */
  choleskyInverse(upper?: boolean): Tensor;
  choleskyInverse(options?: { upper?: boolean }): Tensor;
  /** Solves systems whose triangular factor is given. */
  choleskySolve(input2: Tensor | number, upper?: boolean): Tensor;
  choleskySolve(input2: Tensor | number, options?: { upper?: boolean }): Tensor;
  /** A dimension in so many pieces, or fewer. */
  chunk(chunks: number, dim?: number): Tensor[];
  chunk(chunks: number, options?: { dim?: number }): Tensor[];
  /** self, but at least min and at most max. */
  clamp(min?: number | boolean | null, max?: number | boolean | null): Tensor;
  clamp(options?: { min?: number | boolean | null; max?: number | boolean | null }): Tensor;
  clamp(min?: Tensor | number | null, max?: Tensor | number | null): Tensor;
  clamp(options?: { min?: Tensor | number | null; max?: Tensor | number | null }): Tensor;
  clamp_(min?: number | boolean | null, max?: number | boolean | null): this;
  clamp_(options?: { min?: number | boolean | null; max?: number | boolean | null }): this;
  clamp_(min?: Tensor | number | null, max?: Tensor | number | null): this;
  clamp_(options?: { min?: Tensor | number | null; max?: Tensor | number | null }): this;
  /** self, but at most a number. */
  clampMax(max: number | boolean): Tensor;
  clampMax(max: Tensor | number): Tensor;
  clampMax_(max: number | boolean): this;
  clampMax_(max: Tensor | number): this;
  /** self, but at least a number. */
  clampMin(min: number | boolean): Tensor;
  clampMin(min: Tensor | number): Tensor;
  clampMin_(min: number | boolean): this;
  clampMin_(min: Tensor | number): this;
  /** Another name of clamp. */
  clip(min?: number | boolean | null, max?: number | boolean | null): Tensor;
  clip(options?: { min?: number | boolean | null; max?: number | boolean | null }): Tensor;
  clip(min?: Tensor | number | null, max?: Tensor | number | null): Tensor;
  clip(options?: { min?: Tensor | number | null; max?: Tensor | number | null }): Tensor;
  clip_(min?: number | boolean | null, max?: number | boolean | null): this;
  clip_(options?: { min?: number | boolean | null; max?: number | boolean | null }): this;
  clip_(min?: Tensor | number | null, max?: Tensor | number | null): this;
  clip_(options?: { min?: Tensor | number | null; max?: Tensor | number | null }): this;
  /** A copy in memory of its own. */
  clone(options?: { memoryFormat?: 'contiguous_format' | 'preserve_format' | null }): Tensor;
  /** Columns added back to where their windows lie. */
  col2im(outputSize: number | readonly number[], kernelSize: number | readonly number[], dilation: number | readonly number[], padding: number | readonly number[], stride: number | readonly number[]): Tensor;
  /** A complex tensor from its two parts. */
  complex(imag: Tensor | number): Tensor;
  /** Complex conjugates; a real tensor itself. */
  conj(): Tensor;
  /** Complex conjugates, in memory of their own; a real tensor itself. */
  conjPhysical(): Tensor;
  conjPhysical_(): this;
  /** A number put around the tensor; negative widths cut off. */
  constantPadNd(pad: readonly number[], value?: number | boolean): Tensor;
  constantPadNd(pad: readonly number[], options?: { value?: number | boolean }): Tensor;
  /** The tensor with its elements in rows; itself if they lie so. */
  contiguous(options?: { memoryFormat?: 'contiguous_format' | 'preserve_format' }): Tensor;
  /** Convolution of a row of numbers, or a batch of them. */
  conv1d(weight: Tensor | number, bias?: Tensor | number | null, stride?: number | readonly number[], padding?: number | readonly number[], dilation?: number | readonly number[], groups?: number): Tensor;
  conv1d(weight: Tensor | number, options?: { bias?: Tensor | number | null; stride?: number | readonly number[]; padding?: number | readonly number[]; dilation?: number | readonly number[]; groups?: number }): Tensor;
  /** Convolution of an image, or a batch of them. */
  conv2d(weight: Tensor | number, bias?: Tensor | number | null, stride?: number | readonly number[], padding?: number | readonly number[], dilation?: number | readonly number[], groups?: number): Tensor;
  conv2d(weight: Tensor | number, options?: { bias?: Tensor | number | null; stride?: number | readonly number[]; padding?: number | readonly number[]; dilation?: number | readonly number[]; groups?: number }): Tensor;
  conv2d(weight: Tensor | number, bias?: Tensor | number | null, stride?: number | readonly number[], padding?: string, dilation?: number | readonly number[], groups?: number): Tensor;
  conv2d(weight: Tensor | number, options?: { bias?: Tensor | number | null; stride?: number | readonly number[]; padding?: string; dilation?: number | readonly number[]; groups?: number }): Tensor;
  /** Convolution over the last dimension of a batch of signals, the last two of a batch of images, or three of volumes. */
  convolution(weight: Tensor | number, bias: Tensor | number | null, stride: readonly number[], padding: readonly number[], dilation: readonly number[], transposed: boolean, outputPadding: readonly number[], groups: number): Tensor;
  /** The derivative of convolution, for input, weight and bias. */
  convolutionBackward(input: Tensor | number, weight: Tensor | number, biasSizes: readonly number[] | null, stride: readonly number[], padding: readonly number[], dilation: readonly number[], transposed: boolean, outputPadding: readonly number[], groups: number, outputMask: readonly boolean[]): [Tensor | null, Tensor | null, Tensor | null];
  /** The values of src in the shape and dtype of self. */
  copy(src: Tensor | number, nonBlocking?: boolean): Tensor;
  copy(src: Tensor | number, options?: { nonBlocking?: boolean }): Tensor;
  copy_(src: Tensor | number, nonBlocking?: boolean): this;
  copy_(src: Tensor | number, options?: { nonBlocking?: boolean }): this;
  /** The magnitude of self with the sign of other. */
  copysign(other: Tensor | number): Tensor;
  copysign(other: number | boolean): Tensor;
  copysign_(other: Tensor | number): this;
  copysign_(other: number | boolean): this;
  /** Correlations of variables in rows, by their observations in columns. */
  corrcoef(): Tensor;
  /** Cosine. */
  cos(): Tensor;
  cos_(): this;
  /** Hyperbolic cosine. */
  cosh(): Tensor;
  cosh_(): this;
  /** The cosine of the angle between vectors along a dimension. */
  cosineSimilarity(x2: Tensor | number, dim?: number, eps?: number): Tensor;
  cosineSimilarity(x2: Tensor | number, options?: { dim?: number; eps?: number }): Tensor;
  /** How many elements are not zero. */
  countNonzero(dim?: number | null): Tensor;
  countNonzero(options?: { dim?: number | null }): Tensor;
  countNonzero(dim: number | readonly number[]): Tensor;
  countNonzero(...dim: number[]): Tensor;
  /** Covariances of variables in rows, by their observations in columns. */
  cov(options?: { correction?: number; fweights?: Tensor | number | null; aweights?: Tensor | number | null }): Tensor;
  /** nll_loss of log_softmax; targets are classes or their probabilities. */
  crossEntropyLoss(target: Tensor | number, weight?: Tensor | number | null, reduction?: number, ignoreIndex?: number, labelSmoothing?: number): Tensor;
  crossEntropyLoss(target: Tensor | number, options?: { weight?: Tensor | number | null; reduction?: number; ignoreIndex?: number; labelSmoothing?: number }): Tensor;
  /** The largest element so far along a dimension, and its place. */
  cummax(dim: number): [Tensor, Tensor];
  /** The smallest element so far along a dimension, and its place. */
  cummin(dim: number): [Tensor, Tensor];
  /** Products of all elements up to each one, along a dimension. */
  cumprod(dim: number, options?: { dtype?: DType | null }): Tensor;
  cumprod_(dim: number, options?: { dtype?: DType | null }): this;
  /** Sums of all elements up to each one, along a dimension. */
  cumsum(dim: number, options?: { dtype?: DType | null }): Tensor;
  cumsum_(dim: number, options?: { dtype?: DType | null }): this;
  /** Degrees to radians. */
  deg2rad(): Tensor;
  deg2rad_(): this;
  /** The same memory without history. */
  detach(): Tensor;
  /** A copy of what detach shows; PyTorch has no derivative of it. */
  detachCopy(): Tensor;
  /** Planes with the last dimension on a diagonal. */
  diagEmbed(offset?: number, dim1?: number, dim2?: number): Tensor;
  diagEmbed(options?: { offset?: number; dim1?: number; dim2?: number }): Tensor;
  /** A diagonal, as a view. */
  diagonal(offset?: number, dim1?: number, dim2?: number): Tensor;
  diagonal(options?: { offset?: number; dim1?: number; dim2?: number }): Tensor;
  /** Zeros with a gradient on a diagonal. */
  diagonalBackward(inputSizes: readonly number[], offset: number, dim1: number, dim2: number): Tensor;
  /** A copy of what diagonal shows. */
  diagonalCopy(offset?: number, dim1?: number, dim2?: number): Tensor;
  diagonalCopy(options?: { offset?: number; dim1?: number; dim2?: number }): Tensor;
  /** self with another tensor on a diagonal. */
  diagonalScatter(src: Tensor | number, offset?: number, dim1?: number, dim2?: number): Tensor;
  diagonalScatter(src: Tensor | number, options?: { offset?: number; dim1?: number; dim2?: number }): Tensor;
  /** The derivative of lgamma. */
  digamma(): Tensor;
  digamma_(): this;
  /** Elementwise quotient, broadcasting; always floating. */
  div(other: Tensor | number): Tensor;
  div(other: Tensor | number, options?: { roundingMode?: string | null }): Tensor;
  div_(other: Tensor | number): this;
  div_(other: Tensor | number, options?: { roundingMode?: string | null }): this;
  /** Another name of div. */
  divide(other: Tensor | number): Tensor;
  divide(other: Tensor | number, options?: { roundingMode?: string | null }): Tensor;
  divide_(other: Tensor | number): this;
  divide_(other: Tensor | number, options?: { roundingMode?: string | null }): this;
  /** Inner product of two vectors. */
  dot(tensor: Tensor | number): Tensor;
  /** Zeroes elements with probability p and scales the others by 1 / (1 - p), in training. */
  dropout(p: number, train: boolean): Tensor;
  dropout_(p: number, train: boolean): this;
  /** self where it is positive, else alpha * (exp(self) - 1). */
  elu(alpha?: number | boolean, scale?: number | boolean, inputScale?: number | boolean): Tensor;
  elu(options?: { alpha?: number | boolean; scale?: number | boolean; inputScale?: number | boolean }): Tensor;
  elu_(alpha?: number | boolean, scale?: number | boolean, inputScale?: number | boolean): this;
  elu_(options?: { alpha?: number | boolean; scale?: number | boolean; inputScale?: number | boolean }): this;
  /** The derivative of elu. */
  eluBackward(alpha: number | boolean, scale: number | boolean, inputScale: number | boolean, isResult: boolean, selfOrResult: Tensor | number): Tensor;
  /** Rows of a matrix by their numbers. */
  embedding(indices: Tensor | number, paddingIdx?: number, scaleGradByFreq?: boolean, sparse?: boolean): Tensor;
  embedding(indices: Tensor | number, options?: { paddingIdx?: number; scaleGradByFreq?: boolean; sparse?: boolean }): Tensor;
  /** Sums or means of rows of a table, without making the rows. */
  embeddingBag(indices: Tensor | number, offsets: Tensor | number, scaleGradByFreq: boolean, mode: number, sparse: boolean, perSampleWeights: Tensor | number | null, includeLastOffset: boolean, paddingIdx?: number | null): [Tensor, Tensor, Tensor, Tensor];
  embeddingBag(indices: Tensor | number, offsets: Tensor | number, scaleGradByFreq: boolean, mode: number, sparse: boolean, perSampleWeights: Tensor | number | null, includeLastOffset: boolean, options?: { paddingIdx?: number | null }): [Tensor, Tensor, Tensor, Tensor];
  /** The derivative of embedding for its table: the rows of a gradient added up by their numbers. */
  embeddingDenseBackward(indices: Tensor | number, numWeights: number, paddingIdx: number, scaleGradByFreq: boolean): Tensor;
  /** An uninitialised tensor in the layout of self. */
  emptyLike(options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; requiresGrad?: boolean }): Tensor;
  /** self == other. */
  eq(other: Tensor | number): Tensor;
  eq(other: number | boolean): Tensor;
  eq_(other: Tensor | number): this;
  eq_(other: number | boolean): this;
  /** The error function. */
  erf(): Tensor;
  erf_(): this;
  /** 1 - erf(self). */
  erfc(): Tensor;
  erfc_(): this;
  /** Inverse of erf. */
  erfinv(): Tensor;
  erfinv_(): this;
  /** e to the power of self. */
  exp(): Tensor;
  exp_(): this;
  /** 2 to the power of self. */
  exp2(): Tensor;
  exp2_(): this;
  /** Dimensions of size 1 repeated, without a copy. */
  expand(size: number | readonly number[], options?: { implicit?: boolean }): Tensor;
  expand(...size: number[]): Tensor;
  /** expand to the shape of another tensor. */
  expandAs(other: Tensor | number): Tensor;
  /** A copy of what expand shows. */
  expandCopy(size: number | readonly number[], options?: { implicit?: boolean }): Tensor;
  expandCopy(...size: number[]): Tensor;
  /** exp(self) - 1, exact near 0. */
  expm1(): Tensor;
  expm1_(): this;
  /** alpha_dropout of whole channels. */
  featureAlphaDropout(p: number, train: boolean): Tensor;
  featureAlphaDropout_(p: number, train: boolean): this;
  /** Dropout of whole channels. */
  featureDropout(p: number, train: boolean): Tensor;
  featureDropout_(p: number, train: boolean): this;
  /** The shape of self, filled with a number. */
  fill(value: number | boolean): Tensor;
  fill(value: Tensor | number): Tensor;
  fill_(value: number | boolean): this;
  fill_(value: Tensor | number): this;
  /** Another name of trunc. */
  fix(): Tensor;
  fix_(): this;
  /** A range of dimensions made one; a view where that is possible. */
  flatten(startDim?: number, endDim?: number): Tensor;
  flatten(options?: { startDim?: number; endDim?: number }): Tensor;
  /** Dimensions turned around. */
  flip(dims: number | readonly number[]): Tensor;
  flip(...dims: number[]): Tensor;
  /** Powers in float64. */
  floatPower(exponent: Tensor | number): Tensor;
  /** The largest integer that is not above self. */
  floor(): Tensor;
  floor_(): this;
  /** Quotient rounded down. */
  floorDivide(other: Tensor | number): Tensor;
  floorDivide_(other: Tensor | number): this;
  /** The larger of two elements; of NaN and a number the number. */
  fmax(other: Tensor | number): Tensor;
  /** The smaller of two elements; of NaN and a number the number. */
  fmin(other: Tensor | number): Tensor;
  /** What a division rounded towards 0 leaves; it has the sign of self. */
  fmod(other: Tensor | number): Tensor;
  fmod(other: number | boolean): Tensor;
  fmod_(other: Tensor | number): this;
  fmod_(other: number | boolean): this;
  /** The fractional part. */
  frac(): Tensor;
  frac_(): this;
  /** Maxima over windows placed at random, and their places. */
  fractionalMaxPool2d(kernelSize: number | readonly number[], outputSize: number | readonly number[], randomSamples: Tensor | number): [Tensor, Tensor];
  /** self as a mantissa between 1/2 and 1 times a power of two. */
  frexp(): [Tensor, Tensor];
  /** One number in the layout of self. */
  fullLike(fillValue: number | boolean, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; requiresGrad?: boolean }): Tensor;
  /** For each element the number along a dimension to take. */
  gather(dim: number, index: Tensor | number, options?: { sparseGrad?: boolean }): Tensor;
  /** Greatest common divisor. */
  gcd(other: Tensor | number): Tensor;
  gcd_(other: Tensor | number): this;
  /** self >= other. */
  ge(other: Tensor | number): Tensor;
  ge(other: number | boolean): Tensor;
  ge_(other: Tensor | number): this;
  ge_(other: number | boolean): this;
  /** self times the normal distribution's cumulative function; approximate "tanh" is cheaper. */
  gelu(options?: { approximate?: string }): Tensor;
  gelu_(options?: { approximate?: string }): this;
  /** The derivative of gelu. */
  geluBackward(gradOutput: Tensor | number, options?: { approximate?: string }): Tensor;
  /** Another name of outer. */
  ger(vec2: Tensor | number): Tensor;
  /** One half times the sigmoid of the other. */
  glu(dim?: number): Tensor;
  glu(options?: { dim?: number }): Tensor;
  /** The derivative of glu. */
  gluBackward(gradOutput: Tensor | number, dim: number): Tensor;
  /** Another name of gt. */
  greater(other: Tensor | number): Tensor;
  greater(other: number | boolean): Tensor;
  greater_(other: Tensor | number): this;
  greater_(other: number | boolean): this;
  /** Another name of ge. */
  greaterEqual(other: Tensor | number): Tensor;
  greaterEqual(other: number | boolean): Tensor;
  greaterEqual_(other: Tensor | number): this;
  greaterEqual_(other: number | boolean): this;
  /** Values of an image at the places of a grid, interpolated. */
  gridSampler2d(grid: Tensor | number, interpolationMode: number, paddingMode: number, alignCorners: boolean): Tensor;
  /** The derivatives of grid_sampler_2d. */
  gridSampler2dBackward(input: Tensor | number, grid: Tensor | number, interpolationMode: number, paddingMode: number, alignCorners: boolean, outputMask: readonly boolean[]): [Tensor | null, Tensor | null];
  /** Values of a volume at the places of a grid, interpolated. */
  gridSampler3d(grid: Tensor | number, interpolationMode: number, paddingMode: number, alignCorners: boolean): Tensor;
  /** The derivatives of grid_sampler_3d. */
  gridSampler3dBackward(input: Tensor | number, grid: Tensor | number, interpolationMode: number, paddingMode: number, alignCorners: boolean, outputMask: readonly boolean[]): [Tensor | null, Tensor | null];
  /** Groups of channels brought to mean 0 and variance 1, then scaled and shifted. */
  groupNorm(numGroups: number, weight?: Tensor | number | null, bias?: Tensor | number | null, eps?: number, cudnnEnabled?: boolean): Tensor;
  groupNorm(numGroups: number, options?: { weight?: Tensor | number | null; bias?: Tensor | number | null; eps?: number; cudnnEnabled?: boolean }): Tensor;
  /** Layers of gated recurrent units over a sequence. */
  gru(hx: Tensor | number, params: readonly Tensor[], hasBiases: boolean, numLayers: number, dropout: number, train: boolean, bidirectional: boolean, batchFirst: boolean): [Tensor, Tensor];
  /** One step of gated recurrent units. */
  gruCell(hx: Tensor | number, wIh: Tensor | number, wHh: Tensor | number, bIh?: Tensor | number | null, bHh?: Tensor | number | null): Tensor;
  gruCell(hx: Tensor | number, wIh: Tensor | number, wHh: Tensor | number, options?: { bIh?: Tensor | number | null; bHh?: Tensor | number | null }): Tensor;
  /** self > other. */
  gt(other: Tensor | number): Tensor;
  gt(other: number | boolean): Tensor;
  gt_(other: Tensor | number): this;
  gt_(other: number | boolean): this;
  /** self, but 0 where its magnitude is at most lambd. */
  hardshrink(lambd?: number | boolean): Tensor;
  hardshrink(options?: { lambd?: number | boolean }): Tensor;
  /** The derivative of hardshrink. */
  hardshrinkBackward(gradOut: Tensor | number, lambd: number | boolean): Tensor;
  /** self / 6 + 1 / 2 between 0 and 1. */
  hardsigmoid(): Tensor;
  hardsigmoid_(): this;
  /** The derivative of hardsigmoid. */
  hardsigmoidBackward(gradOutput: Tensor | number): Tensor;
  /** self * hardsigmoid(self). */
  hardswish(): Tensor;
  hardswish_(): this;
  /** The derivative of hardswish. */
  hardswishBackward(gradOutput: Tensor | number): Tensor;
  /** self, but at least min_val and at most max_val. */
  hardtanh(minVal?: number | boolean, maxVal?: number | boolean): Tensor;
  hardtanh(options?: { minVal?: number | boolean; maxVal?: number | boolean }): Tensor;
  hardtanh_(minVal?: number | boolean, maxVal?: number | boolean): this;
  hardtanh_(options?: { minVal?: number | boolean; maxVal?: number | boolean }): this;
  /** The derivative of hardtanh. */
  hardtanhBackward(gradOutput: Tensor | number, minVal: number | boolean, maxVal: number | boolean): Tensor;
  /** How many elements lie in each of so many equal bins. */
  histc(bins?: number, min?: number | boolean, max?: number | boolean): Tensor;
  histc(options?: { bins?: number; min?: number | boolean; max?: number | boolean }): Tensor;
  /** Absolute error, half of its square near 0. */
  huberLoss(target: Tensor | number, reduction?: number, delta?: number): Tensor;
  huberLoss(target: Tensor | number, options?: { reduction?: number; delta?: number }): Tensor;
  /** The derivative of huber_loss. */
  huberLossBackward(gradOutput: Tensor | number, target: Tensor | number, reduction: number, delta: number): Tensor;
  /** sqrt(self * self + other * other). */
  hypot(other: Tensor | number): Tensor;
  hypot_(other: Tensor | number): this;
  /** Modified Bessel function of order 0. */
  i0(): Tensor;
  i0_(): this;
  /** The elements under each place of a window, as columns. */
  im2col(kernelSize: number | readonly number[], dilation: number | readonly number[], padding: number | readonly number[], stride: number | readonly number[]): Tensor;
  /** Elements at index tensors, one for each dimension; masks count as the places where they are set. */
  index(indices: readonly (Tensor | null)[]): Tensor;
  /** self with slices of source added at the numbers given. */
  indexAdd(dim: number, index: Tensor | number, source: Tensor | number, options?: { alpha?: number | boolean }): Tensor;
  indexAdd_(dim: number, index: Tensor | number, source: Tensor | number, options?: { alpha?: number | boolean }): this;
  /** Slices along a dimension filled with a number. */
  indexFill(dim: number, index: Tensor | number, value: number | boolean): Tensor;
  indexFill(dim: number, index: Tensor | number, value: Tensor | number): Tensor;
  indexFill_(dim: number, index: Tensor | number, value: number | boolean): this;
  indexFill_(dim: number, index: Tensor | number, value: Tensor | number): this;
  /** self with values at index tensors, or added there. */
  indexPut(indices: readonly (Tensor | null)[], values: Tensor | number, accumulate?: boolean): Tensor;
  indexPut(indices: readonly (Tensor | null)[], values: Tensor | number, options?: { accumulate?: boolean }): Tensor;
  indexPut_(indices: readonly (Tensor | null)[], values: Tensor | number, accumulate?: boolean): this;
  indexPut_(indices: readonly (Tensor | null)[], values: Tensor | number, options?: { accumulate?: boolean }): this;
  /** Slices combined with those at some places: product, mean, maximum or minimum. */
  indexReduce(dim: number, index: Tensor | number, source: Tensor | number, reduce: string, options?: { includeSelf?: boolean }): Tensor;
  indexReduce_(dim: number, index: Tensor | number, source: Tensor | number, reduce: string, options?: { includeSelf?: boolean }): this;
  /** Slices of a dimension by their numbers. */
  indexSelect(dim: number, index: Tensor | number): Tensor;
  /** Each channel of each image brought to mean 0 and variance 1, then scaled and shifted. */
  instanceNorm(weight: Tensor | number | null, bias: Tensor | number | null, runningMean: Tensor | number | null, runningVar: Tensor | number | null, useInputStats: boolean, momentum: number, eps: number, cudnnEnabled: boolean): Tensor;
  /** Another name of linalg_inv. */
  inverse(): Tensor;
  /** Whether elements are neither infinite nor NaN. */
  isfinite(): Tensor;
  /** Whether each element is among some others. */
  isin(testElements: Tensor | number, options?: { assumeUnique?: boolean; invert?: boolean }): Tensor;
  isin(testElement: number | boolean, options?: { assumeUnique?: boolean; invert?: boolean }): Tensor;
  /** Which elements are infinite. */
  isinf(): Tensor;
  /** Which elements are not a number. */
  isnan(): Tensor;
  /** Whether elements are negative infinity. */
  isneginf(): Tensor;
  /** Whether elements are positive infinity. */
  isposinf(): Tensor;
  /** Whether elements have no imaginary part. */
  isreal(): Tensor;
  /** How far a distribution is from another one, whose logarithm is given. */
  klDiv(target: Tensor | number, reduction?: number, options?: { logTarget?: boolean }): Tensor;
  klDiv(target: Tensor | number, options?: { reduction?: number; logTarget?: boolean }): Tensor;
  /** The k-th smallest element along a dimension, and its place. */
  kthvalue(k: number, dim?: number, keepdim?: boolean): [Tensor, Tensor];
  kthvalue(k: number, options?: { dim?: number; keepdim?: boolean }): [Tensor, Tensor];
  /** Absolute error. */
  l1Loss(target: Tensor | number, reduction?: number): Tensor;
  l1Loss(target: Tensor | number, options?: { reduction?: number }): Tensor;
  /** The last dimensions brought to mean 0 and variance 1, then scaled and shifted. */
  layerNorm(normalizedShape: readonly number[], weight?: Tensor | number | null, bias?: Tensor | number | null, eps?: number, cudnnEnable?: boolean): Tensor;
  layerNorm(normalizedShape: readonly number[], options?: { weight?: Tensor | number | null; bias?: Tensor | number | null; eps?: number; cudnnEnable?: boolean }): Tensor;
  /** Least common multiple. */
  lcm(other: Tensor | number): Tensor;
  lcm_(other: Tensor | number): this;
  /** self <= other. */
  le(other: Tensor | number): Tensor;
  le(other: number | boolean): Tensor;
  le_(other: Tensor | number): this;
  le_(other: number | boolean): this;
  /** self where it is positive, else negative_slope * self. */
  leakyRelu(negativeSlope?: number | boolean): Tensor;
  leakyRelu(options?: { negativeSlope?: number | boolean }): Tensor;
  leakyRelu_(negativeSlope?: number | boolean): this;
  leakyRelu_(options?: { negativeSlope?: number | boolean }): this;
  /** The derivative of leaky_relu. */
  leakyReluBackward(gradOutput: Tensor | number, negativeSlope: number | boolean, selfIsResult: boolean): Tensor;
  /** From self towards end, as far as weight says. */
  lerp(end: Tensor | number, weight: number | boolean): Tensor;
  lerp(end: Tensor | number, weight: Tensor | number): Tensor;
  lerp_(end: Tensor | number, weight: number | boolean): this;
  lerp_(end: Tensor | number, weight: Tensor | number): this;
  /** Another name of lt. */
  less(other: Tensor | number): Tensor;
  less(other: number | boolean): Tensor;
  less_(other: Tensor | number): this;
  less_(other: number | boolean): this;
  /** Another name of le. */
  lessEqual(other: Tensor | number): Tensor;
  lessEqual(other: number | boolean): Tensor;
  lessEqual_(other: Tensor | number): this;
  lessEqual_(other: number | boolean): this;
  /** Logarithm of the gamma function's magnitude. */
  lgamma(): Tensor;
  lgamma_(): this;
  /** A copy of a constant that a program holds. */
  liftFreshCopy(): Tensor;
  /** The triangular factor of positive definite matrices. */
  linalgCholesky(options?: { upper?: boolean }): Tensor;
  /** The triangular factor of positive definite matrices, with LAPACK's codes. */
  linalgCholeskyEx(options?: { upper?: boolean; checkErrors?: boolean }): [Tensor, Tensor];
  /** A diagonal of matrices, as a view. */
  linalgDiagonal(options?: { offset?: number; dim1?: number; dim2?: number }): Tensor;
  /** Inverse matrices. */
  linalgInv(): Tensor;
  /** Inverse matrices, with LAPACK's codes. */
  linalgInvEx(options?: { checkErrors?: boolean }): [Tensor, Tensor];
  /** Triangular factors in one matrix, rows that were exchanged, LAPACK's codes. */
  linalgLuFactorEx(options?: { pivot?: boolean; checkErrors?: boolean }): [Tensor, Tensor, Tensor];
  /** Another name of matmul. */
  linalgMatmul(other: Tensor | number): Tensor;
  /** The exponential function of matrices. */
  linalgMatrixExp(): Tensor;
  /** An orthogonal and an upper triangular factor. */
  linalgQr(mode?: string): [Tensor, Tensor];
  linalgQr(options?: { mode?: string }): [Tensor, Tensor];
  /** What solves systems of linear equations. */
  linalgSolve(B: Tensor | number, options?: { left?: boolean }): Tensor;
  /** What solves triangular systems. */
  linalgSolveTriangular(B: Tensor | number, options: { upper: boolean; left?: boolean; unitriangular?: boolean }): Tensor;
  /** Powers of each element. */
  linalgVander(options?: { N?: number | null }): Tensor;
  /** Inner products along a dimension. */
  linalgVecdot(y: Tensor | number, options?: { dim?: number }): Tensor;
  /** The sum of |self| ** ord over dimensions, to the power of 1 / ord; the largest or smallest for an infinite ord. */
  linalgVectorNorm(ord?: number | boolean, dim?: number | readonly number[] | null, keepdim?: boolean, options?: { dtype?: DType | null }): Tensor;
  linalgVectorNorm(options?: { ord?: number | boolean; dim?: number | readonly number[] | null; keepdim?: boolean; dtype?: DType | null }): Tensor;
  /** input @ weight.t() + bias. */
  linear(weight: Tensor | number, bias?: Tensor | number | null): Tensor;
  linear(weight: Tensor | number, options?: { bias?: Tensor | number | null }): Tensor;
  /** Natural logarithm. */
  log(): Tensor;
  log_(): this;
  /** Logarithm to the base 10. */
  log10(): Tensor;
  log10_(): this;
  /** log(1 + self), exact near 0. */
  log1p(): Tensor;
  log1p_(): this;
  /** Logarithm to the base 2. */
  log2(): Tensor;
  log2_(): this;
  /** Logarithm of sigmoid. */
  logSigmoid(): Tensor;
  /** Logarithm of sigmoid, and what its derivative needs. */
  logSigmoidForward(): [Tensor, Tensor];
  /** The logarithm of softmax. */
  logSoftmax(dim: number, dtype?: DType | null): Tensor;
  logSoftmax(dim: number, options?: { dtype?: DType | null }): Tensor;
  /** log(exp(self) + exp(other)). */
  logaddexp(other: Tensor | number): Tensor;
  /** Logarithm of the running sum of exponentials. */
  logcumsumexp(dim: number): Tensor;
  /** Logarithms of determinants. */
  logdet(): Tensor;
  /** Whether both are not zero. */
  logicalAnd(other: Tensor | number): Tensor;
  logicalAnd_(other: Tensor | number): this;
  /** Whether it is zero. */
  logicalNot(): Tensor;
  logicalNot_(): this;
  /** Whether one is not zero. */
  logicalOr(other: Tensor | number): Tensor;
  logicalOr_(other: Tensor | number): this;
  /** Whether just one is not zero. */
  logicalXor(other: Tensor | number): Tensor;
  logicalXor_(other: Tensor | number): this;
  /** log(self / (1 - self)). */
  logit(eps?: number | null): Tensor;
  logit(options?: { eps?: number | null }): Tensor;
  logit_(eps?: number | null): this;
  logit_(options?: { eps?: number | null }): this;
  /** The logarithm of the sum of exp(self) over dimensions, without overflow. */
  logsumexp(dim: number | readonly number[], keepdim?: boolean): Tensor;
  logsumexp(dim: number | readonly number[], options?: { keepdim?: boolean }): Tensor;
  /** Layers of long short-term memory over a sequence. */
  lstm(hx: readonly Tensor[], params: readonly Tensor[], hasBiases: boolean, numLayers: number, dropout: number, train: boolean, bidirectional: boolean, batchFirst: boolean): [Tensor, Tensor, Tensor];
  /** One step of long short-term memory. */
  lstmCell(hx: readonly Tensor[], wIh: Tensor | number, wHh: Tensor | number, bIh?: Tensor | number | null, bHh?: Tensor | number | null): [Tensor, Tensor];
  lstmCell(hx: readonly Tensor[], wIh: Tensor | number, wHh: Tensor | number, options?: { bIh?: Tensor | number | null; bHh?: Tensor | number | null }): [Tensor, Tensor];
  /** self < other. */
  lt(other: Tensor | number): Tensor;
  lt(other: number | boolean): Tensor;
  lt_(other: Tensor | number): this;
  lt_(other: number | boolean): this;
  /** The permutation and both triangular factors. */
  luUnpack(LU_pivots: Tensor | number, unpackData?: boolean, unpackPivots?: boolean): [Tensor, Tensor, Tensor];
  luUnpack(LU_pivots: Tensor | number, options?: { unpackData?: boolean; unpackPivots?: boolean }): [Tensor, Tensor, Tensor];
  /** The last two dimensions exchanged, conjugated. */
  mH(): Tensor;
  /** The last two dimensions exchanged. */
  mT(): Tensor;
  /** self with the value of a rank 0 tensor where the mask is true. */
  maskedFill(mask: Tensor | number, value: Tensor | number): Tensor;
  maskedFill(mask: Tensor | number, value: number | boolean): Tensor;
  maskedFill_(mask: Tensor | number, value: Tensor | number): this;
  maskedFill_(mask: Tensor | number, value: number | boolean): this;
  /** Elements of a source put in order where a mask holds. */
  maskedScatter(mask: Tensor | number, source: Tensor | number): Tensor;
  maskedScatter_(mask: Tensor | number, source: Tensor | number): this;
  /** The elements where a mask holds, in one row. */
  maskedSelect(mask: Tensor | number): Tensor;
  /** dot, mv, mm or bmm, as the ranks say; batches broadcast. */
  matmul(other: Tensor | number): Tensor;
  /** A matrix turned, conjugated. */
  matrix_H(): Tensor;
  /** The largest of all elements. */
  max(): Tensor;
  max(dim: number, keepdim?: boolean): [Tensor, Tensor];
  max(dim: number, options?: { keepdim?: boolean }): [Tensor, Tensor];
  max(other: Tensor | number): Tensor;
  /** The largest element under each window. */
  maxPool2d(kernelSize: number | readonly number[], stride?: number | readonly number[], padding?: number | readonly number[], dilation?: number | readonly number[], ceilMode?: boolean): Tensor;
  maxPool2d(kernelSize: number | readonly number[], options?: { stride?: number | readonly number[]; padding?: number | readonly number[]; dilation?: number | readonly number[]; ceilMode?: boolean }): Tensor;
  /** The largest element under each window, and its place in the image. */
  maxPool2dWithIndices(kernelSize: number | readonly number[], stride?: number | readonly number[], padding?: number | readonly number[], dilation?: number | readonly number[], ceilMode?: boolean): [Tensor, Tensor];
  maxPool2dWithIndices(kernelSize: number | readonly number[], options?: { stride?: number | readonly number[]; padding?: number | readonly number[]; dilation?: number | readonly number[]; ceilMode?: boolean }): [Tensor, Tensor];
  /** The derivative of max_pool2d_with_indices: each gradient goes to where the maximum stood. */
  maxPool2dWithIndicesBackward(gradOutput: Tensor | number, kernelSize: number | readonly number[], stride: number | readonly number[], padding: number | readonly number[], dilation: number | readonly number[], ceilMode: boolean, indices: Tensor | number): Tensor;
  /** Maxima over windows of a volume. */
  maxPool3d(kernelSize: number | readonly number[], stride?: number | readonly number[], padding?: number | readonly number[], dilation?: number | readonly number[], ceilMode?: boolean): Tensor;
  maxPool3d(kernelSize: number | readonly number[], options?: { stride?: number | readonly number[]; padding?: number | readonly number[]; dilation?: number | readonly number[]; ceilMode?: boolean }): Tensor;
  /** Maxima over windows of a volume, and their places. */
  maxPool3dWithIndices(kernelSize: number | readonly number[], stride?: number | readonly number[], padding?: number | readonly number[], dilation?: number | readonly number[], ceilMode?: boolean): [Tensor, Tensor];
  maxPool3dWithIndices(kernelSize: number | readonly number[], options?: { stride?: number | readonly number[]; padding?: number | readonly number[]; dilation?: number | readonly number[]; ceilMode?: boolean }): [Tensor, Tensor];
  /** Puts maxima back to their places, zeros elsewhere. */
  maxUnpool2d(indices: Tensor | number, outputSize: number | readonly number[]): Tensor;
  /** Puts maxima of a volume back to their places, zeros elsewhere. */
  maxUnpool3d(indices: Tensor | number, outputSize: number | readonly number[], stride: number | readonly number[], padding: number | readonly number[]): Tensor;
  /** The larger of two elements; NaN if one is NaN. */
  maximum(other: Tensor | number): Tensor;
  /** Mean of all elements. */
  mean(options?: { dtype?: DType | null }): Tensor;
  mean(dim?: number | readonly number[] | null, keepdim?: boolean, options?: { dtype?: DType | null }): Tensor;
  mean(options?: { dim?: number | readonly number[] | null; keepdim?: boolean; dtype?: DType | null }): Tensor;
  /** The element in the middle of all; the lower one of two. */
  median(): Tensor;
  median(dim: number, keepdim?: boolean): [Tensor, Tensor];
  median(dim: number, options?: { keepdim?: boolean }): [Tensor, Tensor];
  /** The smallest of all elements. */
  min(): Tensor;
  min(dim: number, keepdim?: boolean): [Tensor, Tensor];
  min(dim: number, options?: { keepdim?: boolean }): [Tensor, Tensor];
  min(other: Tensor | number): Tensor;
  /** The smaller of two elements; NaN if one is NaN. */
  minimum(other: Tensor | number): Tensor;
  /** self * tanh(softplus(self)). */
  mish(): Tensor;
  mish_(): this;
  /** Product of two matrices. */
  mm(mat2: Tensor | number): Tensor;
  /** The most frequent element along a dimension, and its place. */
  mode(dim?: number, keepdim?: boolean): [Tensor, Tensor];
  mode(options?: { dim?: number; keepdim?: boolean }): [Tensor, Tensor];
  /** Another name of movedim. */
  moveaxis(source: number, destination: number): Tensor;
  moveaxis(source: readonly number[], destination: readonly number[]): Tensor;
  /** A dimension moved to another place. */
  movedim(source: number, destination: number): Tensor;
  movedim(source: readonly number[], destination: readonly number[]): Tensor;
  /** Mean of the squared differences (reduction: 0 none, 1 mean, 2 sum). */
  mseLoss(target: Tensor | number, reduction?: number): Tensor;
  mseLoss(target: Tensor | number, options?: { reduction?: number }): Tensor;
  /** The derivative of mse_loss. */
  mseLossBackward(gradOutput: Tensor | number, target: Tensor | number, reduction: number): Tensor;
  /** Columns in order. */
  msort(): Tensor;
  /** Elementwise product, broadcasting. */
  mul(other: Tensor | number): Tensor;
  mul_(other: Tensor | number): this;
  /** By how much other classes come within a margin of the right one. */
  multiMarginLoss(target: Tensor | number, p?: number | boolean, margin?: number | boolean, weight?: Tensor | number | null, reduction?: number): Tensor;
  multiMarginLoss(target: Tensor | number, options?: { p?: number | boolean; margin?: number | boolean; weight?: Tensor | number | null; reduction?: number }): Tensor;
  /** By how much wrong classes come within a margin of the right ones. */
  multilabelMarginLoss(target: Tensor | number, reduction?: number): Tensor;
  multilabelMarginLoss(target: Tensor | number, options?: { reduction?: number }): Tensor;
  /** Margin loss of several right classes, and which classes are right. */
  multilabelMarginLossForward(target: Tensor | number, reduction: number): [Tensor, Tensor];
  /** Another name of mul. */
  multiply(other: Tensor | number): Tensor;
  multiply_(other: Tensor | number): this;
  /** Product of a matrix and a vector. */
  mv(vec: Tensor | number): Tensor;
  /** NaN and infinities replaced by numbers. */
  nanToNum(nan?: number | null, posinf?: number | null, neginf?: number | null): Tensor;
  nanToNum(options?: { nan?: number | null; posinf?: number | null; neginf?: number | null }): Tensor;
  nanToNum_(nan?: number | null, posinf?: number | null, neginf?: number | null): this;
  nanToNum_(options?: { nan?: number | null; posinf?: number | null; neginf?: number | null }): this;
  /** median that skips NaN. */
  nanmedian(): Tensor;
  nanmedian(dim: number, keepdim?: boolean): [Tensor, Tensor];
  nanmedian(dim: number, options?: { keepdim?: boolean }): [Tensor, Tensor];
  /** A range of a dimension by its length. */
  narrow(dim: number, start: number, length: number): Tensor;
  /** batch_norm, with the mean and the reciprocal standard deviation that it used. */
  nativeBatchNorm(weight: Tensor | number | null, bias: Tensor | number | null, runningMean: Tensor | number | null, runningVar: Tensor | number | null, training: boolean, momentum: number, eps: number): [Tensor, Tensor, Tensor];
  /** The derivative of native_batch_norm, for input, weight and bias. */
  nativeBatchNormBackward(input: Tensor | number, weight: Tensor | number | null, runningMean: Tensor | number | null, runningVar: Tensor | number | null, saveMean: Tensor | number | null, saveInvstd: Tensor | number | null, train: boolean, eps: number, outputMask: readonly boolean[]): [Tensor | null, Tensor | null, Tensor | null];
  /** dropout, with a mask of the elements that stay. */
  nativeDropout(p: number, train?: boolean | null): [Tensor, Tensor];
  nativeDropout(p: number, options?: { train?: boolean | null }): [Tensor, Tensor];
  /** The derivative of native_dropout. */
  nativeDropoutBackward(mask: Tensor | number, scale: number): Tensor;
  /** group_norm, with the means and the reciprocal standard deviations that it used. */
  nativeGroupNorm(weight: Tensor | number | null, bias: Tensor | number | null, N: number, C: number, HxW: number, group: number, eps: number): [Tensor, Tensor, Tensor];
  /** The derivative of native_group_norm, for input, weight and bias. */
  nativeGroupNormBackward(input: Tensor | number, mean: Tensor | number, rstd: Tensor | number, weight: Tensor | number | null, N: number, C: number, HxW: number, group: number, outputMask: readonly boolean[]): [Tensor | null, Tensor | null, Tensor | null];
  /** layer_norm, with the mean and the reciprocal standard deviation that it used. */
  nativeLayerNorm(normalizedShape: readonly number[], weight: Tensor | number | null, bias: Tensor | number | null, eps: number): [Tensor, Tensor, Tensor];
  /** The derivative of native_layer_norm, for input, weight and bias. */
  nativeLayerNormBackward(input: Tensor | number, normalizedShape: readonly number[], mean: Tensor | number, rstd: Tensor | number, weight: Tensor | number | null, bias: Tensor | number | null, outputMask: readonly boolean[]): [Tensor | null, Tensor | null, Tensor | null];
  /** self != other. */
  ne(other: Tensor | number): Tensor;
  ne(other: number | boolean): Tensor;
  ne_(other: Tensor | number): this;
  ne_(other: number | boolean): this;
  /** -self. */
  neg(): Tensor;
  neg_(): this;
  /** Another name of neg. */
  negative(): Tensor;
  negative_(): this;
  /** An uninitialised tensor in dtype and device of self. */
  newEmpty(size: number | readonly number[], options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean }): Tensor;
  newEmpty(...size: number[]): Tensor;
  /** One number in a shape, in dtype and device of self. */
  newFull(size: readonly number[], fillValue: number | boolean, options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean }): Tensor;
  /** Ones of a shape, in dtype and device of self. */
  newOnes(size: number | readonly number[], options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean }): Tensor;
  newOnes(...size: number[]): Tensor;
  /** Zeros of a shape, in dtype and device of self. */
  newZeros(size: number | readonly number[], options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; requiresGrad?: boolean }): Tensor;
  newZeros(...size: number[]): Tensor;
  /** Mean of -self at the target classes, weighted. */
  nllLoss(target: Tensor | number, weight?: Tensor | number | null, reduction?: number, ignoreIndex?: number): Tensor;
  nllLoss(target: Tensor | number, options?: { weight?: Tensor | number | null; reduction?: number; ignoreIndex?: number }): Tensor;
  /** The derivative of nll_loss2d. */
  nllLoss2dBackward(gradOutput: Tensor | number, target: Tensor | number, weight: Tensor | number | null, reduction: number, ignoreIndex: number, totalWeight: Tensor | number): Tensor;
  /** nll_loss over images of classes. */
  nllLoss2dForward(target: Tensor | number, weight: Tensor | number | null, reduction: number, ignoreIndex: number): [Tensor, Tensor];
  /** The derivative of nll_loss. */
  nllLossBackward(gradOutput: Tensor | number, target: Tensor | number, weight: Tensor | number | null, reduction: number, ignoreIndex: number, totalWeight: Tensor | number): Tensor;
  /** nll_loss, with the sum of the weights that it divides by. */
  nllLossForward(target: Tensor | number, weight: Tensor | number | null, reduction: number, ignoreIndex: number): [Tensor, Tensor];
  /** nll_loss with classes in dimension 1. */
  nllLossNd(target: Tensor | number, weight?: Tensor | number | null, reduction?: number, ignoreIndex?: number): Tensor;
  nllLossNd(target: Tensor | number, options?: { weight?: Tensor | number | null; reduction?: number; ignoreIndex?: number }): Tensor;
  /** The places of elements that are not zero, one in a row. */
  nonzero(): Tensor;
  /** The places of what is not zero, a tensor for each dimension. */
  nonzeroNumpy(): Tensor[];
  /** The places of elements that are not zero: as many as asked for, filled up or cut. */
  nonzeroStatic(options: { size: number; fillValue?: number }): Tensor;
  /** Another name of ne. */
  notEqual(other: Tensor | number): Tensor;
  notEqual(other: number | boolean): Tensor;
  notEqual_(other: Tensor | number): this;
  notEqual_(other: number | boolean): this;
  /** Dimensions in the opposite order. */
  numpy_T(): Tensor;
  /** Class numbers as vectors with a single 1. */
  oneHot(numClasses?: number): Tensor;
  oneHot(options?: { numClasses?: number }): Tensor;
  /** Ones in the layout of self. */
  onesLike(options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; requiresGrad?: boolean }): Tensor;
  /** All products of two vectors' elements. */
  outer(vec2: Tensor | number): Tensor;
  /** A number put around the tensor. */
  pad(pad: readonly number[], mode?: string, value?: number | null): Tensor;
  pad(pad: readonly number[], options?: { mode?: string; value?: number | null }): Tensor;
  /** Distances between all pairs of rows of a matrix. */
  pdist(p?: number): Tensor;
  pdist(options?: { p?: number }): Tensor;
  /** Dimensions in another order. */
  permute(dims: number | readonly number[]): Tensor;
  permute(...dims: number[]): Tensor;
  /** A copy of what permute shows. */
  permuteCopy(dims: number | readonly number[]): Tensor;
  permuteCopy(...dims: number[]): Tensor;
  /** Complex numbers by magnitude and angle. */
  polar(angle: Tensor | number): Tensor;
  /** The n-th derivative of digamma. */
  polygamma(n: number): Tensor;
  /** self. */
  positive(): Tensor;
  /** self to the power of exponent. */
  pow(exponent: Tensor | number): Tensor;
  pow(exponent: number | boolean): Tensor;
  pow_(exponent: Tensor | number): this;
  pow_(exponent: number | boolean): this;
  /** Product of all elements. */
  prod(options?: { dtype?: DType | null }): Tensor;
  prod(dim: number, keepdim?: boolean, options?: { dtype?: DType | null }): Tensor;
  prod(dim: number, options?: { keepdim?: boolean; dtype?: DType | null }): Tensor;
  /** Elements replaced, or added to, by their place in the flattened tensor. */
  put(index: Tensor | number, source: Tensor | number, accumulate?: boolean): Tensor;
  put(index: Tensor | number, source: Tensor | number, options?: { accumulate?: boolean }): Tensor;
  put_(index: Tensor | number, source: Tensor | number, accumulate?: boolean): this;
  put_(index: Tensor | number, source: Tensor | number, options?: { accumulate?: boolean }): this;
  /** Radians to degrees. */
  rad2deg(): Tensor;
  rad2deg_(): this;
  /** Uniform random numbers in the layout of self. */
  randLike(options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; requiresGrad?: boolean }): Tensor;
  /** Normal random numbers in the layout of self. */
  randnLike(options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; requiresGrad?: boolean }): Tensor;
  /** All elements in one dimension. */
  ravel(): Tensor;
  /** 1 / self. */
  reciprocal(): Tensor;
  reciprocal_(): this;
  /** self where it is positive, else 0. */
  relu(): Tensor;
  relu_(): this;
  /** self, but at least 0 and at most 6. */
  relu6(): Tensor;
  relu6_(): this;
  /** What a division rounded down leaves; it has the sign of other. */
  remainder(other: Tensor | number): Tensor;
  remainder(other: number | boolean): Tensor;
  remainder_(other: Tensor | number): this;
  remainder_(other: number | boolean): this;
  /** The tensor so many times in each dimension. */
  repeat(repeats: number | readonly number[]): Tensor;
  repeat(...repeats: number[]): Tensor;
  /** The places of elements, each as often as it is told. */
  repeatInterleave(options?: { outputSize?: number | null }): Tensor;
  /** A view in another shape where that is possible, else a copy. */
  reshape(shape: number | readonly number[]): Tensor;
  reshape(...shape: number[]): Tensor;
  /** What is a view of conjugates, as a copy; else the tensor itself. */
  resolveConj(): Tensor;
  /** What is a view of negated values, as a copy; else the tensor itself. */
  resolveNeg(): Tensor;
  /** The last dimensions brought to a mean square of 1, then scaled. */
  rmsNorm(normalizedShape: readonly number[], weight?: Tensor | number | null, eps?: number | null): Tensor;
  rmsNorm(normalizedShape: readonly number[], options?: { weight?: Tensor | number | null; eps?: number | null }): Tensor;
  /** Layers of a recurrent network with ReLU over a sequence. */
  rnnRelu(hx: Tensor | number, params: readonly Tensor[], hasBiases: boolean, numLayers: number, dropout: number, train: boolean, bidirectional: boolean, batchFirst: boolean): [Tensor, Tensor];
  /** One step of a recurrent network with ReLU. */
  rnnReluCell(hx: Tensor | number, wIh: Tensor | number, wHh: Tensor | number, bIh?: Tensor | number | null, bHh?: Tensor | number | null): Tensor;
  rnnReluCell(hx: Tensor | number, wIh: Tensor | number, wHh: Tensor | number, options?: { bIh?: Tensor | number | null; bHh?: Tensor | number | null }): Tensor;
  /** Layers of a recurrent network with tanh over a sequence. */
  rnnTanh(hx: Tensor | number, params: readonly Tensor[], hasBiases: boolean, numLayers: number, dropout: number, train: boolean, bidirectional: boolean, batchFirst: boolean): [Tensor, Tensor];
  /** One step of a recurrent network with tanh. */
  rnnTanhCell(hx: Tensor | number, wIh: Tensor | number, wHh: Tensor | number, bIh?: Tensor | number | null, bHh?: Tensor | number | null): Tensor;
  rnnTanhCell(hx: Tensor | number, wIh: Tensor | number, wHh: Tensor | number, options?: { bIh?: Tensor | number | null; bHh?: Tensor | number | null }): Tensor;
  /** Elements moved along dimensions; what leaves at the end comes in at the beginning. */
  roll(shifts: number | readonly number[], dims?: number | readonly number[]): Tensor;
  roll(shifts: number | readonly number[], options?: { dims?: number | readonly number[] }): Tensor;
  /** The nearest integer; the even one in the middle. */
  round(): Tensor;
  round(options: { decimals: number }): Tensor;
  round_(): this;
  round_(options: { decimals: number }): this;
  /** 1 / sqrt(self). */
  rsqrt(): Tensor;
  rsqrt_(): this;
  /** other - self. */
  rsub(other: number | boolean, alpha?: number | boolean): Tensor;
  rsub(other: number | boolean, options?: { alpha?: number | boolean }): Tensor;
  /** softmax(query @ key.T * scale + mask) @ value. */
  scaledDotProductAttention(key: Tensor | number, value: Tensor | number, attnMask?: Tensor | number | null, dropoutP?: number, isCausal?: boolean, options?: { scale?: number | null; enableGqa?: boolean }): Tensor;
  scaledDotProductAttention(key: Tensor | number, value: Tensor | number, options?: { attnMask?: Tensor | number | null; dropoutP?: number; isCausal?: boolean; scale?: number | null; enableGqa?: boolean }): Tensor;
  /** self with elements of src at the numbers given along a dimension. */
  scatter(dim: number, index: Tensor | number, src: Tensor | number): Tensor;
  scatter(dim: number, index: Tensor | number, value: number | boolean): Tensor;
  scatter(dim: number, index: Tensor | number, src: Tensor | number, options: { reduce: string }): Tensor;
  scatter(dim: number, index: Tensor | number, value: number | boolean, options: { reduce: string }): Tensor;
  scatter_(dim: number, index: Tensor | number, src: Tensor | number): this;
  scatter_(dim: number, index: Tensor | number, value: number | boolean): this;
  scatter_(dim: number, index: Tensor | number, src: Tensor | number, options: { reduce: string }): this;
  scatter_(dim: number, index: Tensor | number, value: number | boolean, options: { reduce: string }): this;
  /** self with elements of src added at the numbers given along a dimension. */
  scatterAdd(dim: number, index: Tensor | number, src: Tensor | number): Tensor;
  scatterAdd_(dim: number, index: Tensor | number, src: Tensor | number): this;
  /** Elements combined with those at some places: sum, product, mean, maximum or minimum. */
  scatterReduce(dim: number, index: Tensor | number, src: Tensor | number, reduce: string, options?: { includeSelf?: boolean }): Tensor;
  scatterReduce_(dim: number, index: Tensor | number, src: Tensor | number, reduce: string, options?: { includeSelf?: boolean }): this;
  /** Where each value would stand in a sorted row. */
  searchsorted(sortedSequence: Tensor | number, options?: { outInt32?: boolean; right?: boolean; side?: string | null; sorter?: Tensor | number | null }): Tensor;
  /** Successive segments of a dimension, each reduced to one element. */
  segmentReduce(reduce: string, options?: { lengths?: Tensor | number | null; indices?: Tensor | number | null; offsets?: Tensor | number | null; axis?: number; unsafe?: boolean; initial?: number | boolean | null }): Tensor;
  /** One index of a dimension. */
  select(dim: number, index: number): Tensor;
  /** Zeros with a gradient at one index. */
  selectBackward(inputSizes: readonly number[], dim: number, index: number): Tensor;
  /** A copy of what select shows. */
  selectCopy(dim: number, index: number): Tensor;
  /** self with another tensor at one index of a dimension. */
  selectScatter(src: Tensor | number, dim: number, index: number): Tensor;
  /** Scaled ELU. */
  selu(): Tensor;
  selu_(): this;
  /** -1, 0 or 1; the derivative of abs is written with it. */
  sgn(): Tensor;
  sgn_(): this;
  /** 1 / (1 + exp(-self)). */
  sigmoid(): Tensor;
  sigmoid_(): this;
  /** The derivative of sigmoid. */
  sigmoidBackward(output: Tensor | number): Tensor;
  /** -1, 0 or 1. */
  sign(): Tensor;
  sign_(): this;
  /** Whether the sign is set, also of -0. */
  signbit(): Tensor;
  /** self * sigmoid(self). */
  silu(): Tensor;
  silu_(): this;
  /** The derivative of silu. */
  siluBackward(gradOutput: Tensor | number): Tensor;
  /** Sine. */
  sin(): Tensor;
  sin_(): this;
  /** sin(pi * self) / (pi * self), 1 at 0. */
  sinc(): Tensor;
  sinc_(): this;
  /** Hyperbolic sine. */
  sinh(): Tensor;
  sinh_(): this;
  /** A range of a dimension. */
  slice(dim?: number, start?: number | null, end?: number | null, step?: number): Tensor;
  slice(options?: { dim?: number; start?: number | null; end?: number | null; step?: number }): Tensor;
  /** Zeros with a gradient in a range. */
  sliceBackward(inputSizes: readonly number[], dim: number, start: number, end: number, step: number): Tensor;
  /** A copy of what slice shows. */
  sliceCopy(dim?: number, start?: number | null, end?: number | null, step?: number): Tensor;
  sliceCopy(options?: { dim?: number; start?: number | null; end?: number | null; step?: number }): Tensor;
  /** self with another tensor in a range of a dimension. */
  sliceScatter(src: Tensor | number, dim?: number, start?: number | null, end?: number | null, step?: number): Tensor;
  sliceScatter(src: Tensor | number, options?: { dim?: number; start?: number | null; end?: number | null; step?: number }): Tensor;
  /** Absolute error, squared near 0. */
  smoothL1Loss(target: Tensor | number, reduction?: number, beta?: number): Tensor;
  smoothL1Loss(target: Tensor | number, options?: { reduction?: number; beta?: number }): Tensor;
  /** The derivative of smooth_l1_loss. */
  smoothL1LossBackward(gradOutput: Tensor | number, target: Tensor | number, reduction: number, beta: number): Tensor;
  /** exp(self), scaled so that a dimension sums to 1. */
  softmax(dim: number, dtype?: DType | null): Tensor;
  softmax(dim: number, options?: { dtype?: DType | null }): Tensor;
  /** log(1 + exp(beta * self)) / beta, and self itself beyond the threshold. */
  softplus(beta?: number | boolean, threshold?: number | boolean): Tensor;
  softplus(options?: { beta?: number | boolean; threshold?: number | boolean }): Tensor;
  /** The derivative of softplus. */
  softplusBackward(gradOutput: Tensor | number, beta: number | boolean, threshold: number | boolean): Tensor;
  /** self moved towards 0 by lambd, as far as 0. */
  softshrink(lambd?: number | boolean): Tensor;
  softshrink(options?: { lambd?: number | boolean }): Tensor;
  /** The derivative of softshrink. */
  softshrinkBackward(gradOutput: Tensor | number, lambd: number | boolean): Tensor;
  /** A dimension in order, and where each element was. */
  sort(dim?: number, descending?: boolean): [Tensor, Tensor];
  sort(options?: { dim?: number; descending?: boolean }): [Tensor, Tensor];
  sort(options?: { stable?: boolean | null; dim?: number; descending?: boolean }): [Tensor, Tensor];
  /** Bessel function of the first kind and order 0. */
  specialBesselJ0(): Tensor;
  /** Bessel function of the first kind and order 1. */
  specialBesselJ1(): Tensor;
  /** Chebyshev polynomials of the first kind. */
  specialChebyshevPolynomialT(n: Tensor | number): Tensor;
  /** Chebyshev polynomials of the second kind. */
  specialChebyshevPolynomialU(n: Tensor | number): Tensor;
  /** Chebyshev polynomials of the third kind. */
  specialChebyshevPolynomialV(n: Tensor | number): Tensor;
  /** Chebyshev polynomials of the fourth kind. */
  specialChebyshevPolynomialW(n: Tensor | number): Tensor;
  /** Another name of digamma. */
  specialDigamma(): Tensor;
  /** Another name of erf. */
  specialErf(): Tensor;
  /** Another name of erfc. */
  specialErfc(): Tensor;
  /** exp(self ** 2) * erfc(self). */
  specialErfcx(): Tensor;
  /** Another name of exp2. */
  specialExp2(): Tensor;
  /** Another name of sigmoid. */
  specialExpit(): Tensor;
  /** Another name of expm1. */
  specialExpm1(): Tensor;
  /** Another name of lgamma. */
  specialGammaln(): Tensor;
  /** Hermite polynomials, with the weight exp(-x ** 2). */
  specialHermitePolynomialH(n: Tensor | number): Tensor;
  /** Hermite polynomials, with the weight exp(-x ** 2 / 2). */
  specialHermitePolynomialHe(n: Tensor | number): Tensor;
  /** i0, scaled by exp(-|self|). */
  specialI0e(): Tensor;
  /** Modified Bessel function of order 1. */
  specialI1(): Tensor;
  /** special_i1, scaled by exp(-|self|). */
  specialI1e(): Tensor;
  /** Laguerre polynomials. */
  specialLaguerrePolynomialL(n: Tensor | number): Tensor;
  /** Legendre polynomials. */
  specialLegendrePolynomialP(n: Tensor | number): Tensor;
  /** Another name of log1p. */
  specialLog1p(): Tensor;
  /** The logarithm of special_ndtr. */
  specialLogNdtr(): Tensor;
  /** Another name of log_softmax. */
  specialLogSoftmax(dim: number, options?: { dtype?: DType | null }): Tensor;
  /** Another name of logit. */
  specialLogit(eps?: number | null): Tensor;
  specialLogit(options?: { eps?: number | null }): Tensor;
  /** Another name of logsumexp. */
  specialLogsumexp(dim: number | readonly number[], keepdim?: boolean): Tensor;
  specialLogsumexp(dim: number | readonly number[], options?: { keepdim?: boolean }): Tensor;
  /** The area below the normal distribution up to self. */
  specialNdtr(): Tensor;
  /** Inverse of special_ndtr. */
  specialNdtri(): Tensor;
  /** Another name of polygamma. */
  specialPolygamma(n: number): Tensor;
  /** Another name of digamma. */
  specialPsi(): Tensor;
  /** chebyshev_polynomial_t of 2 x - 1. */
  specialShiftedChebyshevPolynomialT(n: Tensor | number): Tensor;
  /** chebyshev_polynomial_u of 2 x - 1. */
  specialShiftedChebyshevPolynomialU(n: Tensor | number): Tensor;
  /** chebyshev_polynomial_v of 2 x - 1. */
  specialShiftedChebyshevPolynomialV(n: Tensor | number): Tensor;
  /** chebyshev_polynomial_w of 2 x - 1. */
  specialShiftedChebyshevPolynomialW(n: Tensor | number): Tensor;
  /** Another name of softmax. */
  specialSoftmax(dim: number, dtype?: DType | null): Tensor;
  specialSoftmax(dim: number, options?: { dtype?: DType | null }): Tensor;
  /** self * log1p(other); 0 where self is 0. */
  specialXlog1py(other: Tensor | number): Tensor;
  /** Another name of xlogy. */
  specialXlogy(other: Tensor | number): Tensor;
  specialXlogy(other: number | boolean): Tensor;
  /** Pieces of a dimension. */
  split(splitSize: number, dim?: number): Tensor[];
  split(splitSize: number, options?: { dim?: number }): Tensor[];
  split(splitSize: readonly number[], dim?: number): Tensor[];
  split(splitSize: readonly number[], options?: { dim?: number }): Tensor[];
  /** A copy of what split shows. */
  splitCopy(splitSize: number, dim?: number): Tensor[];
  splitCopy(splitSize: number, options?: { dim?: number }): Tensor[];
  /** Pieces of a dimension by their sizes. */
  splitWithSizes(splitSizes: readonly number[], dim?: number): Tensor[];
  splitWithSizes(splitSizes: readonly number[], options?: { dim?: number }): Tensor[];
  /** A copy of what split_with_sizes shows. */
  splitWithSizesCopy(splitSizes: readonly number[], dim?: number): Tensor[];
  splitWithSizesCopy(splitSizes: readonly number[], options?: { dim?: number }): Tensor[];
  /** Square root. */
  sqrt(): Tensor;
  sqrt_(): this;
  /** self * self. */
  square(): Tensor;
  square_(): this;
  /** Dimensions of size 1 left out. */
  squeeze(): Tensor;
  squeeze(dim: number): Tensor;
  squeeze(dim: number | readonly number[]): Tensor;
  squeeze(...dim: number[]): Tensor;
  squeeze_(): this;
  squeeze_(dim: number): this;
  squeeze_(dim: number | readonly number[]): this;
  squeeze_(...dim: number[]): this;
  /** A copy of what squeeze shows. */
  squeezeCopy(): Tensor;
  squeezeCopy(dim: number): Tensor;
  squeezeCopy(dim: number | readonly number[]): Tensor;
  squeezeCopy(...dim: number[]): Tensor;
  /** Standard deviation over dimensions, unbiased unless a correction is given. */
  std(dim?: number | readonly number[] | null, options?: { correction?: number | boolean | null; keepdim?: boolean }): Tensor;
  std(options?: { dim?: number | readonly number[] | null; correction?: number | boolean | null; keepdim?: boolean }): Tensor;
  std(...dim: number[]): Tensor;
  std(dim?: number | readonly number[] | null, unbiased?: boolean, keepdim?: boolean): Tensor;
  std(options?: { dim?: number | readonly number[] | null; unbiased?: boolean; keepdim?: boolean }): Tensor;
  std(unbiased?: boolean): Tensor;
  std(options?: { unbiased?: boolean }): Tensor;
  /** Standard deviation (unbiased unless a correction is given) and mean over dimensions. */
  stdMean(dim?: number | readonly number[] | null, options?: { correction?: number | boolean | null; keepdim?: boolean }): [Tensor, Tensor];
  stdMean(options?: { dim?: number | readonly number[] | null; correction?: number | boolean | null; keepdim?: boolean }): [Tensor, Tensor];
  stdMean(...dim: number[]): [Tensor, Tensor];
  stdMean(dim?: number | readonly number[] | null, unbiased?: boolean, keepdim?: boolean): [Tensor, Tensor];
  stdMean(options?: { dim?: number | readonly number[] | null; unbiased?: boolean; keepdim?: boolean }): [Tensor, Tensor];
  stdMean(unbiased?: boolean): [Tensor, Tensor];
  stdMean(options?: { unbiased?: boolean }): [Tensor, Tensor];
  /** self - alpha * other, broadcasting. */
  sub(other: Tensor | number, options?: { alpha?: number | boolean }): Tensor;
  sub_(other: Tensor | number, options?: { alpha?: number | boolean }): this;
  /** Another name of sub. */
  subtract(other: Tensor | number, options?: { alpha?: number | boolean }): Tensor;
  subtract_(other: Tensor | number, options?: { alpha?: number | boolean }): this;
  /** Sum of all elements. */
  sum(options?: { dtype?: DType | null }): Tensor;
  sum(dim?: number | readonly number[] | null, keepdim?: boolean, options?: { dtype?: DType | null }): Tensor;
  sum(options?: { dim?: number | readonly number[] | null; keepdim?: boolean; dtype?: DType | null }): Tensor;
  /** Summed over what a broadcast to its shape would repeat. */
  sumToSize(size: number | readonly number[]): Tensor;
  sumToSize(...size: number[]): Tensor;
  /** Another name of transpose. */
  swapaxes(axis0: number, axis1: number): Tensor;
  swapaxes_(axis0: number, axis1: number): this;
  /** Another name of transpose. */
  swapdims(dim0: number, dim1: number): Tensor;
  swapdims_(dim0: number, dim1: number): this;
  /** The matrix transposed. */
  t(): Tensor;
  t_(): this;
  /** A copy of what t shows. */
  tCopy(): Tensor;
  /** gather, with sizes that broadcast. */
  takeAlongDim(indices: Tensor | number, dim?: number | null): Tensor;
  takeAlongDim(indices: Tensor | number, options?: { dim?: number | null }): Tensor;
  /** Tangent. */
  tan(): Tensor;
  tan_(): this;
  /** Hyperbolic tangent. */
  tanh(): Tensor;
  tanh_(): this;
  /** The derivative of tanh. */
  tanhBackward(output: Tensor | number): Tensor;
  /** self where it is above a threshold, else a value. */
  threshold(threshold: number | boolean, value: number | boolean): Tensor;
  threshold_(threshold: number | boolean, value: number | boolean): this;
  /** The gradient where self is above a threshold. */
  thresholdBackward(gradOutput: Tensor | number, threshold: number | boolean): Tensor;
  /** The tensor many times, side by side. */
  tile(dims: number | readonly number[]): Tensor;
  tile(...dims: number[]): Tensor;
  /** The largest (or smallest) few of a dimension in order, and where they are. */
  topk(k: number, dim?: number, largest?: boolean, sorted?: boolean): [Tensor, Tensor];
  topk(k: number, options?: { dim?: number; largest?: boolean; sorted?: boolean }): [Tensor, Tensor];
  /** Two dimensions swapped. */
  transpose(dim0: number, dim1: number): Tensor;
  transpose_(dim0: number, dim1: number): this;
  /** A copy of what transpose shows. */
  transposeCopy(dim0: number, dim1: number): Tensor;
  /** Zeros above a diagonal of each matrix. */
  tril(diagonal?: number): Tensor;
  tril(options?: { diagonal?: number }): Tensor;
  tril_(diagonal?: number): this;
  tril_(options?: { diagonal?: number }): this;
  /** Zeros below a diagonal of each matrix. */
  triu(diagonal?: number): Tensor;
  triu(options?: { diagonal?: number }): Tensor;
  triu_(diagonal?: number): this;
  triu_(options?: { diagonal?: number }): this;
  /** Another name of div. */
  trueDivide(other: Tensor | number): Tensor;
  trueDivide_(other: Tensor | number): this;
  /** self without its fraction. */
  trunc(): Tensor;
  trunc_(): this;
  /** The tensor in the dtype of another one. */
  typeAs(other: Tensor | number): Tensor;
  /** All indices of a dimension. */
  unbind(dim?: number): Tensor[];
  unbind(options?: { dim?: number }): Tensor[];
  /** A copy of what unbind shows. */
  unbindCopy(dim?: number): Tensor[];
  unbindCopy(options?: { dim?: number }): Tensor[];
  /** One dimension as several. */
  unflatten(dim: number, sizes: readonly number[]): Tensor;
  /** All windows of a size along a dimension, as a view. */
  unfold(dimension: number, size: number, step: number): Tensor;
  /** Windows' gradients, added where the windows look. */
  unfoldBackward(inputSizes: readonly number[], dim: number, size: number, step: number): Tensor;
  /** A copy of what unfold shows. */
  unfoldCopy(dimension: number, size: number, step: number): Tensor;
  /** Elements without repetitions of the one before. */
  uniqueConsecutive(returnInverse?: boolean, returnCounts?: boolean, dim?: number | null): [Tensor, Tensor, Tensor];
  uniqueConsecutive(options?: { returnInverse?: boolean; returnCounts?: boolean; dim?: number | null }): [Tensor, Tensor, Tensor];
  /** The different slices along a dimension, sorted. */
  uniqueDim(dim: number, sorted?: boolean, returnInverse?: boolean, returnCounts?: boolean): [Tensor, Tensor, Tensor];
  uniqueDim(dim: number, options?: { sorted?: boolean; returnInverse?: boolean; returnCounts?: boolean }): [Tensor, Tensor, Tensor];
  /** Slices along a dimension without repetitions of the one before. */
  uniqueDimConsecutive(dim: number, returnInverse?: boolean, returnCounts?: boolean): [Tensor, Tensor, Tensor];
  uniqueDimConsecutive(dim: number, options?: { returnInverse?: boolean; returnCounts?: boolean }): [Tensor, Tensor, Tensor];
  /** A dimension of size 1 put in. */
  unsqueeze(dim: number): Tensor;
  unsqueeze_(dim: number): this;
  /** A copy of what unsqueeze shows. */
  unsqueezeCopy(dim: number): Tensor;
  /** The derivative of upsample_bilinear2d: each gradient is shared by the four nearest elements. */
  upsampleBilinear2dBackward(outputSize: number | readonly number[], inputSize: number | readonly number[], alignCorners: boolean, scalesH?: number | null, scalesW?: number | null): Tensor;
  upsampleBilinear2dBackward(outputSize: number | readonly number[], inputSize: number | readonly number[], alignCorners: boolean, options?: { scalesH?: number | null; scalesW?: number | null }): Tensor;
  /** Rows of numbers in another size, each element the nearest one. */
  upsampleNearest1d(outputSize?: readonly number[] | null, scaleFactors?: readonly number[] | null): Tensor;
  upsampleNearest1d(options?: { outputSize?: readonly number[] | null; scaleFactors?: readonly number[] | null }): Tensor;
  /** An image in another size, each element the nearest one. */
  upsampleNearest2d(outputSize?: readonly number[] | null, scaleFactors?: readonly number[] | null): Tensor;
  upsampleNearest2d(options?: { outputSize?: readonly number[] | null; scaleFactors?: readonly number[] | null }): Tensor;
  /** The derivative of upsample_nearest2d: each gradient is added to the element that was nearest. */
  upsampleNearest2dBackward(outputSize: number | readonly number[], inputSize: number | readonly number[], scalesH?: number | null, scalesW?: number | null): Tensor;
  upsampleNearest2dBackward(outputSize: number | readonly number[], inputSize: number | readonly number[], options?: { scalesH?: number | null; scalesW?: number | null }): Tensor;
  /** Powers of each element, the highest first. */
  vander(N?: number | null, increasing?: boolean): Tensor;
  vander(options?: { N?: number | null; increasing?: boolean }): Tensor;
  /** Variance over dimensions, unbiased unless a correction is given. */
  var(dim?: number | readonly number[] | null, options?: { correction?: number | boolean | null; keepdim?: boolean }): Tensor;
  var(options?: { dim?: number | readonly number[] | null; correction?: number | boolean | null; keepdim?: boolean }): Tensor;
  var(...dim: number[]): Tensor;
  var(unbiased?: boolean): Tensor;
  var(options?: { unbiased?: boolean }): Tensor;
  var(dim?: number | readonly number[] | null, unbiased?: boolean, keepdim?: boolean): Tensor;
  var(options?: { dim?: number | readonly number[] | null; unbiased?: boolean; keepdim?: boolean }): Tensor;
  /** Variance (unbiased unless a correction is given) and mean over dimensions. */
  varMean(dim?: number | readonly number[] | null, options?: { correction?: number | boolean | null; keepdim?: boolean }): [Tensor, Tensor];
  varMean(options?: { dim?: number | readonly number[] | null; correction?: number | boolean | null; keepdim?: boolean }): [Tensor, Tensor];
  varMean(...dim: number[]): [Tensor, Tensor];
  varMean(dim?: number | readonly number[] | null, unbiased?: boolean, keepdim?: boolean): [Tensor, Tensor];
  varMean(options?: { dim?: number | readonly number[] | null; unbiased?: boolean; keepdim?: boolean }): [Tensor, Tensor];
  varMean(unbiased?: boolean): [Tensor, Tensor];
  varMean(options?: { unbiased?: boolean }): [Tensor, Tensor];
  /** Inner product of two vectors. */
  vdot(other: Tensor | number): Tensor;
  /** The same memory in another shape. */
  view(size: number | readonly number[]): Tensor;
  view(...size: number[]): Tensor;
  /** view with the shape of another tensor. */
  viewAs(other: Tensor | number): Tensor;
  /** Pairs of real values as complex ones, in the same memory. */
  viewAsComplex(): Tensor;
  /** Complex values as pairs of real ones, in the same memory. */
  viewAsReal(): Tensor;
  /** A copy of what view shows. */
  viewCopy(size: number | readonly number[]): Tensor;
  viewCopy(...size: number[]): Tensor;
  /** self where the condition holds, else other. */
  where(condition: Tensor | number, other: Tensor | number): Tensor;
  where(condition: Tensor | number, other: number | boolean): Tensor;
  where(): Tensor[];
  /** self * log(other); 0 where self is 0. */
  xlogy(other: Tensor | number): Tensor;
  xlogy(other: number | boolean): Tensor;
  xlogy_(other: Tensor | number): this;
  xlogy_(other: number | boolean): this;
  /** Zeros of the shape of self. */
  zero(): Tensor;
  zero_(): this;
  /** Zeros in the layout of self. */
  zerosLike(options?: { dtype?: DType | null; device?: Device | null; pinMemory?: boolean | null; memoryFormat?: 'contiguous_format' | 'preserve_format' | null; requiresGrad?: boolean }): Tensor;
}
