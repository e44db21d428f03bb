#include "core/capture/layers.h"

#include <functional>
#include <map>
#include <string>

#include "core/support/cat.h"

namespace seesaw {

namespace {

constexpr std::string_view kMark = "# @";

constexpr std::string_view kLayers = R"PY(
from torch.nn import Parameter

class Module:
    pass

# ---- torch.nn.init ----
def calculate_gain(nonlinearity, param=None):
    if nonlinearity == 'tanh':
        return 5.0 / 3
    if nonlinearity == 'relu':
        return math.sqrt(2.0)
    if nonlinearity == 'leaky_relu':
        slope = 0.01 if param is None else param
        return math.sqrt(2.0 / (1 + slope * slope))
    return 1

def fans(tensor):
    inner = 1
    for size in tensor.shape[2:]:
        inner = inner * size
    return tensor.shape[1] * inner, tensor.shape[0] * inner

def uniform_(tensor, a=0.0, b=1.0):
    return seesaw_draw('uniform_', tensor, a, b)

def normal_(tensor, mean=0.0, std=1.0):
    return seesaw_draw('normal_', tensor, mean, std)

def constant_(tensor, val):
    return tensor.fill_(val)

def ones_(tensor):
    return tensor.fill_(1)

def zeros_(tensor):
    return tensor.fill_(0)

def kaiming_uniform_(tensor, a=0, mode='fan_in', nonlinearity='leaky_relu'):
    fan = fans(tensor)[0 if mode == 'fan_in' else 1]
    bound = math.sqrt(3.0) * (calculate_gain(nonlinearity, a) / math.sqrt(fan))
    return uniform_(tensor, -bound, bound)

def kaiming_normal_(tensor, a=0, mode='fan_in', nonlinearity='leaky_relu'):
    fan = fans(tensor)[0 if mode == 'fan_in' else 1]
    return normal_(tensor, 0, calculate_gain(nonlinearity, a) / math.sqrt(fan))

def xavier_uniform_(tensor, gain=1.0):
    fan_in, fan_out = fans(tensor)
    bound = math.sqrt(3.0) * (gain * math.sqrt(2.0 / float(fan_in + fan_out)))
    return uniform_(tensor, -bound, bound)

def xavier_normal_(tensor, gain=1.0):
    fan_in, fan_out = fans(tensor)
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(fan_in + fan_out)))

def orthogonal_(tensor, gain=1):
    return seesaw_draw('orthogonal_', tensor, gain)

def eye_(tensor):
    return tensor.copy_(torch.eye(tensor.shape[0], tensor.shape[1]))

def dirac_(tensor, groups=1):
    tensor.zero_()
    rows = tensor.shape[0] // groups
    for g in range(groups):
        for d in range(min(rows, tensor.shape[1])):
            tensor[(g * rows + d, d) + tuple([size // 2 for size in tensor.shape[2:]])] = 1
    return tensor

def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0):
    return seesaw_draw('trunc_normal_', tensor, mean, std, a, b)

def many(value, count):
    return value if isinstance(value, (tuple, list)) else (value,) * count

# ---- linear.py ----
class Identity(Module):
    def __init__(self, *args, **kwargs):
        pass
    def forward(self, input):
        return input

class Linear(Module):
    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        self.in_features, self.out_features = in_features, out_features
        self.weight = Parameter(torch.empty((out_features, in_features)))
        self.bias = Parameter(torch.empty(out_features)) if bias else None
        kaiming_uniform_(self.weight, a=math.sqrt(5))
        if bias:
            bound = 1 / math.sqrt(in_features) if in_features > 0 else 0
            uniform_(self.bias, -bound, bound)
    def forward(self, input):
        return F.linear(input, self.weight, self.bias)  # @linear.py:125

class Bilinear(Module):
    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        self.weight = Parameter(torch.empty((out_features, in1_features, in2_features)))
        self.bias = Parameter(torch.empty(out_features)) if bias else None
        bound = 1 / math.sqrt(in1_features)
        uniform_(self.weight, -bound, bound)
        if bias:
            uniform_(self.bias, -bound, bound)
    def forward(self, input1, input2):
        return F.bilinear(input1, input2, self.weight, self.bias)  # @linear.py:225

# ---- conv.py ----
class _ConvNd(Module):
    def declare(self, dims, transposed, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode):
        if padding_mode not in ('zeros', 'reflect', 'replicate', 'circular'):
            raise ValueError(f"padding_mode must be one of zeros, reflect, replicate and circular, but got padding_mode='{padding_mode}'")
        if transposed and padding_mode != 'zeros':
            raise ValueError(f'Only "zeros" padding mode is supported for ConvTranspose{dims}d')
        if isinstance(padding, str) and padding != 'same' and padding != 'valid':
            raise ValueError('a padding is numbers, same or valid')
        if padding == 'same' and any([one != 1 for one in many(stride, dims)]):
            raise ValueError('the padding same is not supported for strided convolutions')
        if in_channels % groups != 0 or out_channels % groups != 0:
            raise ValueError('in_channels and out_channels must be divisible by groups')
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups
        self.kernel_size, self.stride, self.dilation = many(kernel_size, dims), many(stride, dims), many(dilation, dims)
        self.padding = padding if isinstance(padding, str) else many(padding, dims)
        self.padding_mode, self.padded_by = padding_mode, self.padding
        if padding_mode != 'zeros':
            self.sides = []
            for i in range(dims - 1, -1, -1):
                total = self.dilation[i] * (self.kernel_size[i] - 1)
                low, high = (total // 2, total - total // 2) if padding == 'same' else (0, 0) if padding == 'valid' else (self.padding[i], self.padding[i])
                self.sides += [low, high]
            self.padded_by = many(0, dims)
        sizes = (in_channels, out_channels // groups) if transposed else (out_channels, in_channels // groups)
        self.weight = Parameter(torch.empty(sizes + self.kernel_size))
        self.bias = Parameter(torch.empty(out_channels)) if bias else None
        kaiming_uniform_(self.weight, a=math.sqrt(5))
        if bias:
            bound = 1 / math.sqrt(fans(self.weight)[0])
            uniform_(self.bias, -bound, bound)
    def padded(self, input):
        return input if self.padding_mode == 'zeros' else F.pad(input, self.sides, mode=self.padding_mode)

class Conv1d(_ConvNd):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode='zeros', device=None, dtype=None):
        self.declare(1, False, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode)
    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)  # @conv.py:375
    def _conv_forward(self, input, weight, bias):
        return F.conv1d(self.padded(input), weight, bias, self.stride, self.padded_by, self.dilation, self.groups)

class Conv2d(_ConvNd):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode='zeros', device=None, dtype=None):
        self.declare(2, False, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode)
    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)  # @conv.py:554
    def _conv_forward(self, input, weight, bias):
        return F.conv2d(self.padded(input), weight, bias, self.stride, self.padded_by, self.dilation, self.groups)

class Conv3d(_ConvNd):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode='zeros', device=None, dtype=None):
        self.declare(3, False, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode)
    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)  # @conv.py:725
    def _conv_forward(self, input, weight, bias):
        return F.conv3d(self.padded(input), weight, bias, self.stride, self.padded_by, self.dilation, self.groups)

class ConvTranspose1d(_ConvNd):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1, padding_mode='zeros', device=None, dtype=None):
        self.output_padding = many(output_padding, 1)
        self.declare(1, True, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode)
    def forward(self, input):
        return F.conv_transpose1d(input, self.weight, self.bias, self.stride, self.padding, self.output_padding, self.groups, self.dilation)  # @conv.py:974 return F.conv_transpose1d(

class ConvTranspose2d(_ConvNd):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1, padding_mode='zeros', device=None, dtype=None):
        self.output_padding = many(output_padding, 2)
        self.declare(2, True, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode)
    def forward(self, input):
        return F.conv_transpose2d(input, self.weight, self.bias, self.stride, self.padding, self.output_padding, self.groups, self.dilation)  # @conv.py:1162 return F.conv_transpose2d(

class ConvTranspose3d(_ConvNd):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1, padding_mode='zeros', device=None, dtype=None):
        self.output_padding = many(output_padding, 3)
        self.declare(3, True, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode)
    def forward(self, input):
        return F.conv_transpose3d(input, self.weight, self.bias, self.stride, self.padding, self.output_padding, self.groups, self.dilation)  # @conv.py:1347 return F.conv_transpose3d(

# ---- batchnorm.py ----
class _NormBase(Module):
    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None):
        self.eps, self.momentum, self.track_running_stats = eps, momentum, track_running_stats
        self.weight = Parameter(torch.ones(num_features)) if affine else None
        self.bias = Parameter(torch.zeros(num_features)) if affine else None
        self.register_buffer('running_mean', torch.zeros(num_features) if track_running_stats else None)
        self.register_buffer('running_var', torch.ones(num_features) if track_running_stats else None)
        self.register_buffer('num_batches_tracked', torch.tensor(0, dtype=torch.int64) if track_running_stats else None)

class _BatchNorm(_NormBase):
    def forward(self, input):
        if input.dim() != self.ranks[0] and input.dim() != self.ranks[1]:
            raise ValueError('this layer takes inputs of another rank')
        if self.momentum is None and self.training and self.track_running_stats:
            raise ValueError('without momentum the average depends on a count that only a run tells')
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(1)  # @batchnorm.py:173 self.num_batches_tracked.add_(1)  # type: ignore[has-type]
        training = self.training or self.running_mean is None
        used = not self.training or self.track_running_stats
        return F.batch_norm(input, self.running_mean if used else None, self.running_var if used else None, self.weight, self.bias, training, momentum, self.eps)  # @batchnorm.py:193 return F.batch_norm(

class BatchNorm1d(_BatchNorm):
    ranks = (2, 3)

class BatchNorm2d(_BatchNorm):
    ranks = (4, 4)

class BatchNorm3d(_BatchNorm):
    ranks = (5, 5)

# ---- instancenorm.py ----
class _InstanceNorm(_NormBase):
    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None):
        super().__init__(num_features, eps, momentum, affine, track_running_stats)
    def forward(self, input):
        return F.instance_norm(input, self.running_mean, self.running_var, self.weight, self.bias, self.training or not self.track_running_stats, self.momentum if self.momentum is not None else 0.0, self.eps)  # @instancenorm.py:124 return self._apply_instance_norm(input)

class InstanceNorm1d(_InstanceNorm):
    pass

class InstanceNorm2d(_InstanceNorm):
    pass

class InstanceNorm3d(_InstanceNorm):
    pass

# ---- normalization.py ----
class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        self.normalized_shape, self.eps = many(normalized_shape, 1), eps
        self.weight = Parameter(torch.ones(self.normalized_shape)) if elementwise_affine else None
        self.bias = Parameter(torch.zeros(self.normalized_shape)) if elementwise_affine and bias else None
    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)  # @normalization.py:217 return F.layer_norm(

class GroupNorm(Module):
    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None):
        self.num_groups, self.eps = num_groups, eps
        self.weight = Parameter(torch.ones(num_channels)) if affine else None
        self.bias = Parameter(torch.zeros(num_channels)) if affine else None
    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)  # @normalization.py:313

class RMSNorm(Module):
    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        self.normalized_shape, self.eps = many(normalized_shape, 1), eps
        self.weight = Parameter(torch.ones(self.normalized_shape)) if elementwise_affine else None
    def forward(self, x):
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)  # @normalization.py:401

# ---- sparse.py ----
class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False, _weight=None, _freeze=False, device=None, dtype=None):
        self.padding_idx = row_within(padding_idx, num_embeddings)
        self.scale_grad_by_freq, self.sparse, self.max_norm, self.norm_type = scale_grad_by_freq, sparse, max_norm, norm_type
        if _weight is None:
            self.weight = Parameter(torch.empty((num_embeddings, embedding_dim)))
            normal_(self.weight)
            if padding_idx is not None:
                self.weight[self.padding_idx].fill_(0)
        else:
            self.weight = Parameter(_weight)
        self.weight.requires_grad_(not _freeze)
    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
        rows, columns = embeddings.shape
        return cls(rows, columns, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse, embeddings, freeze)
    def forward(self, input):
        return F.embedding(input, self.weight, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse)  # @sparse.py:190 return F.embedding(

class EmbeddingBag(Module):
    def __init__(self, num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, mode="mean", sparse=False, _weight=None, include_last_offset=False, padding_idx=None, device=None, dtype=None):
        self.padding_idx = row_within(padding_idx, num_embeddings)
        self.scale_grad_by_freq, self.mode, self.sparse, self.include_last_offset = scale_grad_by_freq, mode, sparse, include_last_offset
        self.max_norm, self.norm_type = max_norm, norm_type
        self.weight = Parameter(torch.empty((num_embeddings, embedding_dim)))
        normal_(self.weight)
        if padding_idx is not None:
            self.weight[self.padding_idx].fill_(0)
    def forward(self, input, offsets=None, per_sample_weights=None):
        return F.embedding_bag(input, self.weight, offsets, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.mode, self.sparse, per_sample_weights, self.include_last_offset, self.padding_idx)  # @sparse.py:463 return F.embedding_bag(

# ---- fold.py ----
class Unfold(Module):
    def __init__(self, kernel_size, dilation=1, padding=0, stride=1):
        self.kernel_size, self.dilation, self.padding, self.stride = kernel_size, dilation, padding, stride
    def forward(self, input):
        return F.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)  # @fold.py:307 return F.unfold(

class Fold(Module):
    def __init__(self, output_size, kernel_size, dilation=1, padding=0, stride=1):
        self.output_size, self.kernel_size, self.dilation, self.padding, self.stride = output_size, kernel_size, dilation, padding, stride
    def forward(self, input):
        return F.fold(input, self.output_size, self.kernel_size, self.dilation, self.padding, self.stride)  # @fold.py:146 return F.fold(

# ---- dropout.py ----
class _DropoutNd(Module):
    def __init__(self, p=0.5, inplace=False):
        check_rate(p)
        self.p, self.inplace = p, inplace

class Dropout(_DropoutNd):
    def forward(self, input):
        return F.dropout(input, self.p, self.training, self.inplace)  # @dropout.py:70

class Dropout1d(_DropoutNd):
    def forward(self, input):
        return F.dropout1d(input, self.p, self.training, self.inplace)  # @dropout.py:115

class Dropout2d(_DropoutNd):
    def forward(self, input):
        return F.dropout2d(input, self.p, self.training, self.inplace)  # @dropout.py:167

class Dropout3d(_DropoutNd):
    def forward(self, input):
        return F.dropout3d(input, self.p, self.training, self.inplace)  # @dropout.py:212

class AlphaDropout(_DropoutNd):
    def forward(self, input):
        return F.alpha_dropout(input, self.p, self.training)  # @dropout.py:254

class FeatureAlphaDropout(_DropoutNd):
    def forward(self, input):
        return F.feature_alpha_dropout(input, self.p, self.training)  # @dropout.py:305
)PY";

const std::string& text() {
  static const std::string joined = cat(
      {kLayers, functional_layers(), plain_layers(), loss_layers(), deep_layers(), python_library()});
  return joined;
}

}  // namespace

std::string_view layers_source() { return text(); }

std::string library_place(std::string_view line, std::string_view function) {
  std::size_t mark = line.find(kMark);
  std::string_view code = line.substr(0, mark), where = "module.py:1";
  if (mark != std::string_view::npos) {
    where = line.substr(mark + kMark.size());
    std::size_t blank = where.find(' ');
    if (blank != std::string_view::npos) code = where.substr(blank + 1);
    where = where.substr(0, blank);
  }
  while (code.ends_with(' ')) code.remove_suffix(1);
  bool elsewhere = where.starts_with("/");  // not in torch/nn/modules
  return cat({"File: ",
              kTorchFolder,
              elsewhere ? "" : "nn/modules/",
              elsewhere ? where.substr(1) : where,
              " in ",
              function,
              ", code: ",
              code});
}

namespace {

// The comment in front of a class names its file: "# ---- linear.py ----".
std::string found_layer_path(std::string_view name) {
  std::size_t at = text().find(cat({"\nclass ", name, "(Module)"}));
  if (at == std::string_view::npos) at = text().find(cat({"\nclass ", name, "("}));
  std::size_t mark = text().rfind("# ---- ", at);
  if (at == std::string_view::npos || mark == std::string_view::npos) return cat({"torch.nn.", name});
  std::string_view file = std::string_view(text()).substr(mark + 7);
  return cat({"torch.nn.modules.", file.substr(0, file.find(".py")), ".", name});
}

}  // namespace

std::string layer_path(std::string_view name) {
  static std::map<std::string, std::string, std::less<>>
      known;  // as many as there are layers, and what a person's text takes for one
  auto found = known.find(name);
  if (found != known.end()) return found->second;
  std::string path = found_layer_path(name);
  return known.size() < 1000 ? known.emplace(name, std::move(path)).first->second : path;
}

}  // namespace seesaw
