// Layers without parameters of their own; see layers.h.
#include "core/capture/layers.h"

namespace seesaw {

std::string_view plain_layers() {
  return R"PY(
# ---- activation.py ----
class _Inplace(Module):
    def __init__(self, inplace=False):
        self.inplace = inplace

class ReLU(_Inplace):
    def forward(self, input):
        return F.relu(input, inplace=self.inplace)  # @activation.py:133

class ReLU6(_Inplace):
    def forward(self, input):
        return F.hardtanh(input, 0.0, 6.0, self.inplace)  # @activation.py:269 return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

class SiLU(_Inplace):
    def forward(self, input):
        return F.silu(input, inplace=self.inplace)  # @activation.py:432

class Mish(_Inplace):
    def forward(self, input):
        return F.mish(input, inplace=self.inplace)  # @activation.py:471

class SELU(_Inplace):
    def forward(self, input):
        return F.selu(input, self.inplace)  # @activation.py:656

class Hardsigmoid(_Inplace):
    def forward(self, input):
        return F.hardsigmoid(input, self.inplace)  # @activation.py:367

class Hardswish(_Inplace):
    def forward(self, input):
        return F.hardswish(input, self.inplace)  # @activation.py:517

class Hardtanh(Module):
    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None):
        self.min_val, self.max_val, self.inplace = min_val if min_value is None else min_value, max_val if max_value is None else max_value, inplace
        if self.max_val <= self.min_val:
            raise AssertionError('max_val must be above min_val')
    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)  # @activation.py:269

class ELU(Module):
    def __init__(self, alpha=1.0, inplace=False):
        self.alpha, self.inplace = alpha, inplace
    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)  # @activation.py:561

class CELU(ELU):
    def forward(self, input):
        return F.celu(input, self.alpha, self.inplace)  # @activation.py:606

class GELU(Module):
    def __init__(self, approximate='none'):
        self.approximate = approximate
    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)  # @activation.py:734

class GLU(Module):
    def __init__(self, dim=-1):
        self.dim = dim
    def forward(self, input):
        return F.glu(input, self.dim)  # @activation.py:692

class LeakyReLU(Module):
    def __init__(self, negative_slope=1e-2, inplace=False):
        self.negative_slope, self.inplace = negative_slope, inplace
    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)  # @activation.py:828

class PReLU(Module):
    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        self.weight = Parameter(torch.full((num_parameters,), init))
    def forward(self, input):
        return F.prelu(input, self.weight)  # @activation.py:1517

class Softplus(Module):
    def __init__(self, beta=1.0, threshold=20.0):
        self.beta, self.threshold = beta, threshold
    def forward(self, input):
        return F.softplus(input, self.beta, self.threshold)  # @activation.py:897

class Hardshrink(Module):
    def __init__(self, lambd=0.5):
        self.lambd = lambd
    def forward(self, input):
        return F.hardshrink(input, self.lambd)  # @activation.py:777

class Softshrink(Hardshrink):
    def forward(self, input):
        if self.lambd < 0:
            raise RuntimeError('lambd of Softshrink must not be less than zero')
        return F.softshrink(input, self.lambd)  # @activation.py:938

class Threshold(Module):
    def __init__(self, threshold, value, inplace=False):
        self.threshold, self.value, self.inplace = threshold, value, inplace
    def forward(self, input):
        return F.threshold(input, self.threshold, self.value, self.inplace)  # @activation.py:90

class RReLU(Module):
    def __init__(self, lower=0.125, upper=0.3333333333333333, inplace=False):
        self.lower, self.upper, self.inplace = lower, upper, inplace
    def forward(self, input):
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)  # @activation.py:193

class Sigmoid(Module):
    def forward(self, input):
        return torch.sigmoid(input)  # @activation.py:327

class Tanh(Module):
    def forward(self, input):
        return torch.tanh(input)  # @activation.py:392

class LogSigmoid(Module):
    def forward(self, input):
        return F.logsigmoid(input)  # @activation.py:855

class Softsign(Module):
    def forward(self, input):
        return F.softsign(input)  # @activation.py:1543

class Tanhshrink(Module):
    def forward(self, input):
        return F.tanhshrink(input)  # @activation.py:1566

class Softmin(Module):
    def __init__(self, dim=None):
        self.dim = dim
    def forward(self, input):
        return F.softmin(input, self.dim, _stacklevel=5)  # @activation.py:1613

class Softmax(Softmin):
    def forward(self, input):
        return F.softmax(input, self.dim, _stacklevel=5)  # @activation.py:1672

class LogSoftmax(Softmin):
    def forward(self, input):
        return F.log_softmax(input, self.dim, _stacklevel=5)  # @activation.py:1748

class Softmax2d(Module):
    def forward(self, input):
        return F.softmax(input, -3, _stacklevel=5)  # @activation.py:1705

# ---- pooling.py ----
class _MaxPoolNd(Module):
    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.dilation, self.ceil_mode, self.return_indices = padding, dilation, ceil_mode, return_indices

class MaxPool1d(_MaxPoolNd):
    def forward(self, input):
        return F.max_pool1d(input, self.kernel_size, self.stride, self.padding, self.dilation, ceil_mode=self.ceil_mode, return_indices=self.return_indices)  # @pooling.py:134 return F.max_pool1d(

class MaxPool2d(_MaxPoolNd):
    def forward(self, input):
        return F.max_pool2d(input, self.kernel_size, self.stride, self.padding, self.dilation, ceil_mode=self.ceil_mode, return_indices=self.return_indices)  # @pooling.py:213 return F.max_pool2d(

class MaxPool3d(_MaxPoolNd):
    def forward(self, input):
        return F.max_pool3d(input, self.kernel_size, self.stride, self.padding, self.dilation, ceil_mode=self.ceil_mode, return_indices=self.return_indices)  # @pooling.py:296 return F.max_pool3d(

class AvgPool1d(Module):
    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        self.kernel_size, self.stride, self.padding = many(kernel_size, 1), many(kernel_size if stride is None else stride, 1), many(padding, 1)
        self.ceil_mode, self.count_include_pad = ceil_mode, count_include_pad
    def forward(self, input):
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad)  # @pooling.py:651 return F.avg_pool1d(

class AvgPool2d(Module):
    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
        self.kernel_size, self.stride, self.padding = kernel_size, kernel_size if stride is None else stride, padding
        self.ceil_mode, self.count_include_pad, self.divisor_override = ceil_mode, count_include_pad, divisor_override
    def forward(self, input):
        return F.avg_pool2d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad, self.divisor_override)  # @pooling.py:756 return F.avg_pool2d(

class AvgPool3d(AvgPool2d):
    def forward(self, input):
        return F.avg_pool3d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad, self.divisor_override)  # @pooling.py:869 return F.avg_pool3d(

class _LPPoolNd(Module):
    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        self.norm_type, self.kernel_size, self.stride, self.ceil_mode = norm_type, kernel_size, stride, ceil_mode

class LPPool1d(_LPPoolNd):
    def forward(self, input):
        return F.lp_pool1d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)  # @pooling.py:1127 return F.lp_pool1d(

class LPPool2d(_LPPoolNd):
    def forward(self, input):
        return F.lp_pool2d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)  # @pooling.py:1182 return F.lp_pool2d(

class LPPool3d(_LPPoolNd):
    def forward(self, input):
        return F.lp_pool3d(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)  # @pooling.py:1241 return F.lp_pool3d(

class _AdaptiveAvgPoolNd(Module):
    def __init__(self, output_size):
        self.output_size = output_size

class _AdaptiveMaxPoolNd(Module):
    def __init__(self, output_size, return_indices=False):
        self.output_size, self.return_indices = output_size, return_indices

class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    def forward(self, input):
        return F.adaptive_avg_pool1d(input, self.output_size)  # @pooling.py:1416

class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    def forward(self, input):
        return F.adaptive_avg_pool2d(input, self.output_size)  # @pooling.py:1455

class AdaptiveAvgPool3d(_AdaptiveAvgPoolNd):
    def forward(self, input):
        return F.adaptive_avg_pool3d(input, self.output_size)  # @pooling.py:1494

class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    def forward(self, input):
        return F.adaptive_max_pool1d(input, self.output_size, self.return_indices)  # @pooling.py:1292

class AdaptiveMaxPool2d(_AdaptiveMaxPoolNd):
    def forward(self, input):
        return F.adaptive_max_pool2d(input, self.output_size, self.return_indices)  # @pooling.py:1334

class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    def forward(self, input):
        return F.adaptive_max_pool3d(input, self.output_size, self.return_indices)  # @pooling.py:1377

# ---- flatten.py ----
class Flatten(Module):
    def __init__(self, start_dim=1, end_dim=-1):
        self.start_dim, self.end_dim = start_dim, end_dim
    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)  # @flatten.py:53

class Unflatten(Module):
    def __init__(self, dim, unflattened_size):
        self.dim, self.unflattened_size = dim, unflattened_size
    def forward(self, input):
        return input.unflatten(self.dim, self.unflattened_size)  # @flatten.py:155

# ---- padding.py ----
class _ConstantPadNd(Module):
    def __init__(self, padding, value):
        self.padding, self.value = padding, value

class _PadNd(Module):
    def __init__(self, padding):
        self.padding, self.value = padding, 0.0

class ConstantPad1d(_ConstantPadNd):
    def forward(self, input):
        return F.pad(input, many(self.padding, 2), "constant", self.value)  # @padding.py:215 return F.pad(input, self.padding, "constant", self.value)

class ZeroPad1d(ConstantPad1d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

class ConstantPad2d(_ConstantPadNd):
    def forward(self, input):
        return F.pad(input, many(self.padding, 4), "constant", self.value)  # @padding.py:215 return F.pad(input, self.padding, "constant", self.value)

class ZeroPad2d(ConstantPad2d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

class ConstantPad3d(_ConstantPadNd):
    def forward(self, input):
        return F.pad(input, many(self.padding, 6), "constant", self.value)  # @padding.py:215 return F.pad(input, self.padding, "constant", self.value)

class ZeroPad3d(ConstantPad3d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

class ReflectionPad1d(_PadNd):
    def forward(self, input):
        return F.pad(input, many(self.padding, 2), "reflect")  # @padding.py:368 return F.pad(input, self.padding, "reflect")

class ReflectionPad2d(_PadNd):
    def forward(self, input):
        return F.pad(input, many(self.padding, 4), "reflect")  # @padding.py:368 return F.pad(input, self.padding, "reflect")

class ReflectionPad3d(_PadNd):
    def forward(self, input):
        return F.pad(input, many(self.padding, 6), "reflect")  # @padding.py:368 return F.pad(input, self.padding, "reflect")

class ReplicationPad1d(_PadNd):
    def forward(self, input):
        return F.pad(input, many(self.padding, 2), "replicate")  # @padding.py:527 return F.pad(input, self.padding, "replicate")

class ReplicationPad2d(_PadNd):
    def forward(self, input):
        return F.pad(input, many(self.padding, 4), "replicate")  # @padding.py:527 return F.pad(input, self.padding, "replicate")

class ReplicationPad3d(_PadNd):
    def forward(self, input):
        return F.pad(input, many(self.padding, 6), "replicate")  # @padding.py:527 return F.pad(input, self.padding, "replicate")

class CircularPad1d(_PadNd):
    def forward(self, input):
        if input.dim() != 2 and input.dim() != 3:
            raise ValueError('expected 2D or 3D input (got ' + str(input.dim()) + 'D input)')
        return F.pad(input, many(self.padding, 2), "circular")  # @padding.py:42 return F.pad(input, self.padding, "circular")

class CircularPad2d(_PadNd):
    def forward(self, input):
        if input.dim() != 3 and input.dim() != 4:
            raise ValueError('expected 3D or 4D input (got ' + str(input.dim()) + 'D input)')
        return F.pad(input, many(self.padding, 4), "circular")  # @padding.py:42 return F.pad(input, self.padding, "circular")

class CircularPad3d(_PadNd):
    def forward(self, input):
        if input.dim() != 4 and input.dim() != 5:
            raise ValueError('expected 4D or 5D input (got ' + str(input.dim()) + 'D input)')
        return F.pad(input, many(self.padding, 6), "circular")  # @padding.py:42 return F.pad(input, self.padding, "circular")

# ---- pixelshuffle.py ----
class PixelShuffle(Module):
    def __init__(self, upscale_factor):
        self.upscale_factor = upscale_factor
    def forward(self, input):
        return F.pixel_shuffle(input, self.upscale_factor)  # @pixelshuffle.py:59

class PixelUnshuffle(Module):
    def __init__(self, downscale_factor):
        self.downscale_factor = downscale_factor
    def forward(self, input):
        return F.pixel_unshuffle(input, self.downscale_factor)  # @pixelshuffle.py:112

# ---- channelshuffle.py ----
class ChannelShuffle(Module):
    def __init__(self, groups):
        self.groups = groups
    def forward(self, input):
        return F.channel_shuffle(input, self.groups)  # @channelshuffle.py:53

# ---- normalization.py ----
class LocalResponseNorm(Module):
    def __init__(self, size, alpha=1e-4, beta=0.75, k=1.0):
        self.size, self.alpha, self.beta, self.k = size, alpha, beta, k
    def forward(self, input):
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)  # @normalization.py:63

# ---- distance.py ----
class CosineSimilarity(Module):
    def __init__(self, dim=1, eps=1e-8):
        self.dim, self.eps = dim, eps
    def forward(self, x1, x2):
        return F.cosine_similarity(x1, x2, self.dim, self.eps)  # @distance.py:93

class PairwiseDistance(Module):
    def __init__(self, p=2.0, eps=1e-6, keepdim=False):
        self.norm, self.eps, self.keepdim = p, eps, keepdim
    def forward(self, x1, x2):
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)  # @distance.py:58

# ---- container.py ----
class Sequential(Module):
    def __init__(self, *args):
        if len(args) == 1 and isinstance(args[0], dict):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            for i, module in enumerate(args):
                self.add_module(str(i), module)
    def forward(self, input):
        for module in self:
            input = module(input)  # @container.py:250
        return input

class ModuleList(Module):
    def __init__(self, modules=None):
        if modules is not None:
            self.extend(modules)

class ParameterList(Module):
    def __init__(self, values=None):
        if values is not None:
            self.extend(values)

class ModuleDict(Module):
    def __init__(self, modules=None):
        if modules is not None:
            self.update(modules)

class ParameterDict(Module):
    def __init__(self, parameters=None):
        if parameters is not None:
            self.update(parameters)
)PY";
}

}  // namespace seesaw
