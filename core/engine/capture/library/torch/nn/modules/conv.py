class _ConvNd(Module):
    def declare(
        self,
        dims,
        transposed,
        in_channels,
        out_channels,
        kernel_size,
        stride,
        padding,
        dilation,
        groups,
        bias,
        padding_mode,
    ):
        if padding_mode not in ("zeros", "reflect", "replicate", "circular"):
            names = "zeros, reflect, replicate and circular"
            raise ValueError(f"padding_mode must be one of {names}, but got padding_mode='{padding_mode}'")
        if transposed and padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for ConvTranspose{dims}d')
        if isinstance(padding, str) and padding != "same" and padding != "valid":
            raise ValueError("a padding is numbers, same or valid")
        if padding == "same" and any([one != 1 for one in many(stride, dims)]):
            raise ValueError("the padding same is not supported for strided convolutions")
        if in_channels % groups != 0 or out_channels % groups != 0:
            raise ValueError("in_channels and out_channels must be divisible by groups")
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups
        self.kernel_size, self.stride, self.dilation = many(kernel_size, dims), many(stride, dims), many(dilation, dims)
        self.padding = padding if isinstance(padding, str) else many(padding, dims)
        self.transposed, self.padding_mode = transposed, padding_mode
        self._reversed_padding_repeated_twice = []
        for i in range(dims - 1, -1, -1):
            total = self.dilation[i] * (self.kernel_size[i] - 1)
            low, high = (
                (total // 2, total - total // 2)
                if padding == "same"
                else (0, 0)
                if padding == "valid"
                else (self.padding[i], self.padding[i])
            )
            self._reversed_padding_repeated_twice += [low, high]
        sizes = (in_channels, out_channels // groups) if transposed else (out_channels, in_channels // groups)
        self.weight = Parameter(torch.empty(sizes + self.kernel_size))
        self.bias = Parameter(torch.empty(out_channels)) if bias else None
        self.reset_parameters()

    def reset_parameters(self):
        kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in = fans(self.weight)[0]
            if fan_in != 0:
                bound = 1 / math.sqrt(fan_in)
                uniform_(self.bias, -bound, bound)

    # What a transposed convolution adds at the end, for a size that its result is told to have.
    def _output_padding(self, input, output_size, dims):
        if output_size is None:
            return self.output_padding
        sizes = list(output_size)
        first = input.dim() - dims
        if len(sizes) == input.dim():
            sizes = sizes[first:]
        if len(sizes) != dims:
            raise ValueError(f"ConvTranspose{dims}d: output_size has one size for each of the {dims} dimensions")
        # Each step is one of PyTorch's: of symbolic sizes it is a node.
        smallest = []
        largest = []
        for d in range(dims):
            size = (input.size(d + first) - 1) * self.stride[d] - 2 * self.padding[d]
            size = size + self.dilation[d] * (self.kernel_size[d] - 1) + 1
            smallest.append(size)
            largest.append(size + self.stride[d] - 1)
        for size, low, high in zip(sizes, smallest, largest):
            if size < low or size > high:
                raise ValueError(f"requested an output size of {sizes}, which stride and padding do not reach")
        return [size - low for size, low in zip(sizes, smallest)]

    def padded(self, input):
        return (
            input
            if self.padding_mode == "zeros"
            else F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
        )

    # A padding that is set later holds, too.
    def padded_by(self):
        return self.padding if self.padding_mode == "zeros" else many(0, len(self.kernel_size))


class Conv1d(_ConvNd):
    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        self.output_padding = many(0, 1)
        self.declare(
            1, False, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode
        )

    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)  # @conv.py:375=385

    def _conv_forward(self, input, weight, bias):
        return F.conv1d(self.padded(input), weight, bias, self.stride, self.padded_by(), self.dilation, self.groups)


class Conv2d(_ConvNd):
    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        self.output_padding = many(0, 2)
        self.declare(
            2, False, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode
        )

    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)  # @conv.py:554=565

    def _conv_forward(self, input, weight, bias):
        return F.conv2d(self.padded(input), weight, bias, self.stride, self.padded_by(), self.dilation, self.groups)


class Conv3d(_ConvNd):
    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        self.output_padding = many(0, 3)
        self.declare(
            3, False, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode
        )

    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)  # @conv.py:725=735

    def _conv_forward(self, input, weight, bias):
        return F.conv3d(self.padded(input), weight, bias, self.stride, self.padded_by(), self.dilation, self.groups)


class ConvTranspose1d(_ConvNd):
    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        groups=1,
        bias=True,
        dilation=1,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        self.output_padding = many(output_padding, 1)
        self.declare(
            1, True, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode
        )

    def forward(self, input, output_size=None):
        output_padding = self._output_padding(  # @conv.py:965=991
            input, output_size, 1
        )
        return F.conv_transpose1d(  # @conv.py:974=1000
            input, self.weight, self.bias, self.stride, self.padding, output_padding, self.groups, self.dilation
        )


class ConvTranspose2d(_ConvNd):
    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        groups=1,
        bias=True,
        dilation=1,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        self.output_padding = many(output_padding, 2)
        self.declare(
            2, True, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode
        )

    def forward(self, input, output_size=None):
        output_padding = self._output_padding(  # @conv.py:1152=1188
            input, output_size, 2
        )
        return F.conv_transpose2d(  # @conv.py:1162=1198
            input, self.weight, self.bias, self.stride, self.padding, output_padding, self.groups, self.dilation
        )


class ConvTranspose3d(_ConvNd):
    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        groups=1,
        bias=True,
        dilation=1,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        self.output_padding = many(output_padding, 3)
        self.declare(
            3, True, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode
        )

    def forward(self, input, output_size=None):
        output_padding = self._output_padding(  # @conv.py:1337=1372
            input, output_size, 3
        )
        return F.conv_transpose3d(  # @conv.py:1347=1382
            input, self.weight, self.bias, self.stride, self.padding, output_padding, self.groups, self.dilation
        )
