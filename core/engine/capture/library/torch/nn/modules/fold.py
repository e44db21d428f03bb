class Unfold(Module):
    def __init__(self, kernel_size, dilation=1, padding=0, stride=1):
        self.kernel_size, self.dilation, self.padding, self.stride = kernel_size, dilation, padding, stride

    def forward(self, input):
        return F.unfold(  # @fold.py:307=324
            input, self.kernel_size, self.dilation, self.padding, self.stride
        )


class Fold(Module):
    def __init__(self, output_size, kernel_size, dilation=1, padding=0, stride=1):
        self.output_size, self.kernel_size, self.dilation, self.padding, self.stride = (
            output_size,
            kernel_size,
            dilation,
            padding,
            stride,
        )

    def forward(self, input):
        return F.fold(  # @fold.py:146=153
            input, self.output_size, self.kernel_size, self.dilation, self.padding, self.stride
        )
