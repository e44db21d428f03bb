class _MaxPoolNd(Module):
    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.dilation, self.ceil_mode, self.return_indices = padding, dilation, ceil_mode, return_indices


class MaxPool1d(_MaxPoolNd):
    def forward(self, input):
        return F.max_pool1d(  # @pooling.py:134=144
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.dilation,
            ceil_mode=self.ceil_mode,
            return_indices=self.return_indices,
        )


class MaxPool2d(_MaxPoolNd):
    def forward(self, input):
        return F.max_pool2d(  # @pooling.py:213=224
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.dilation,
            ceil_mode=self.ceil_mode,
            return_indices=self.return_indices,
        )


class MaxPool3d(_MaxPoolNd):
    def forward(self, input):
        return F.max_pool3d(  # @pooling.py:296=308
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.dilation,
            ceil_mode=self.ceil_mode,
            return_indices=self.return_indices,
        )


class _MaxUnpoolNd(Module):
    def __init__(self, kernel_size, stride=None, padding=0):
        n = self.spatial
        self.kernel_size, self.padding = many(kernel_size, n), many(padding, n)
        self.stride = self.kernel_size if stride is None else many(stride, n)


class MaxUnpool1d(_MaxUnpoolNd):
    spatial = 1

    def forward(self, input, indices, output_size=None):
        return F.max_unpool1d(  # @pooling.py:389=402
            input, indices, self.kernel_size, self.stride, self.padding, output_size
        )


class MaxUnpool2d(_MaxUnpoolNd):
    spatial = 2

    def forward(self, input, indices, output_size=None):
        return F.max_unpool2d(  # @pooling.py:484=498
            input, indices, self.kernel_size, self.stride, self.padding, output_size
        )


class MaxUnpool3d(_MaxUnpoolNd):
    spatial = 3

    def forward(self, input, indices, output_size=None):
        return F.max_unpool3d(  # @pooling.py:562=577
            input, indices, self.kernel_size, self.stride, self.padding, output_size
        )


class AvgPool1d(Module):
    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        self.kernel_size, self.stride, self.padding = (
            many(kernel_size, 1),
            many(kernel_size if stride is None else stride, 1),
            many(padding, 1),
        )
        self.ceil_mode, self.count_include_pad = ceil_mode, count_include_pad

    def forward(self, input):
        return F.avg_pool1d(  # @pooling.py:651=670
            input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad
        )


class AvgPool2d(Module):
    def __init__(
        self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
    ):
        self.kernel_size, self.stride, self.padding = kernel_size, kernel_size if stride is None else stride, padding
        self.ceil_mode, self.count_include_pad, self.divisor_override = ceil_mode, count_include_pad, divisor_override

    def forward(self, input):
        return F.avg_pool2d(  # @pooling.py:756=779
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
            self.divisor_override,
        )


class AvgPool3d(AvgPool2d):
    def forward(self, input):
        return F.avg_pool3d(  # @pooling.py:869=896
            input,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
            self.divisor_override,
        )


class _LPPoolNd(Module):
    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        self.norm_type, self.kernel_size, self.stride, self.ceil_mode = norm_type, kernel_size, stride, ceil_mode


class LPPool1d(_LPPoolNd):
    def forward(self, input):
        return F.lp_pool1d(  # @pooling.py:1127=1169
            input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode
        )


class LPPool2d(_LPPoolNd):
    def forward(self, input):
        return F.lp_pool2d(  # @pooling.py:1182=1229
            input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode
        )


class LPPool3d(_LPPoolNd):
    def forward(self, input):
        return F.lp_pool3d(  # @pooling.py:1241=1293
            input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode
        )


class _AdaptiveAvgPoolNd(Module):
    def __init__(self, output_size):
        self.output_size = output_size


class _AdaptiveMaxPoolNd(Module):
    def __init__(self, output_size, return_indices=False):
        self.output_size, self.return_indices = output_size, return_indices


class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    def forward(self, input):
        return F.adaptive_avg_pool1d(input, self.output_size)  # @pooling.py:1416=1474


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    def forward(self, input):
        return F.adaptive_avg_pool2d(input, self.output_size)  # @pooling.py:1455=1514


class AdaptiveAvgPool3d(_AdaptiveAvgPoolNd):
    def forward(self, input):
        return F.adaptive_avg_pool3d(input, self.output_size)  # @pooling.py:1494=1554


class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    def forward(self, input):
        return F.adaptive_max_pool1d(input, self.output_size, self.return_indices)  # @pooling.py:1292=1345


class AdaptiveMaxPool2d(_AdaptiveMaxPoolNd):
    def forward(self, input):
        return F.adaptive_max_pool2d(input, self.output_size, self.return_indices)  # @pooling.py:1334=1388


class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    def forward(self, input):
        return F.adaptive_max_pool3d(input, self.output_size, self.return_indices)  # @pooling.py:1377=1432
