class _ConstantPadNd(Module):
    def __init__(self, padding, value):
        self.padding, self.value = padding, value


class _PadNd(Module):
    def __init__(self, padding):
        self.padding, self.value = padding, 0.0


class ConstantPad1d(_ConstantPadNd):
    def forward(self, input):
        return F.pad(  # @padding.py:215=221 return F.pad(input, self.padding, "constant", self.value)
            input, many(self.padding, 2), "constant", self.value
        )


class ZeroPad1d(ConstantPad1d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)


class ConstantPad2d(_ConstantPadNd):
    def forward(self, input):
        return F.pad(  # @padding.py:215=221 return F.pad(input, self.padding, "constant", self.value)
            input, many(self.padding, 4), "constant", self.value
        )


class ZeroPad2d(ConstantPad2d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)


class ConstantPad3d(_ConstantPadNd):
    def forward(self, input):
        return F.pad(  # @padding.py:215=221 return F.pad(input, self.padding, "constant", self.value)
            input, many(self.padding, 6), "constant", self.value
        )


class ZeroPad3d(ConstantPad3d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)


class ReflectionPad1d(_PadNd):
    def forward(self, input):
        return F.pad(  # @padding.py:368=377 return F.pad(input, self.padding, "reflect")
            input, many(self.padding, 2), "reflect"
        )


class ReflectionPad2d(_PadNd):
    def forward(self, input):
        return F.pad(  # @padding.py:368=377 return F.pad(input, self.padding, "reflect")
            input, many(self.padding, 4), "reflect"
        )


class ReflectionPad3d(_PadNd):
    def forward(self, input):
        return F.pad(  # @padding.py:368=377 return F.pad(input, self.padding, "reflect")
            input, many(self.padding, 6), "reflect"
        )


class ReplicationPad1d(_PadNd):
    def forward(self, input):
        return F.pad(  # @padding.py:527=541 return F.pad(input, self.padding, "replicate")
            input, many(self.padding, 2), "replicate"
        )


class ReplicationPad2d(_PadNd):
    def forward(self, input):
        return F.pad(  # @padding.py:527=541 return F.pad(input, self.padding, "replicate")
            input, many(self.padding, 4), "replicate"
        )


class ReplicationPad3d(_PadNd):
    def forward(self, input):
        return F.pad(  # @padding.py:527=541 return F.pad(input, self.padding, "replicate")
            input, many(self.padding, 6), "replicate"
        )


class CircularPad1d(_PadNd):
    def forward(self, input):
        if input.dim() != 2 and input.dim() != 3:
            raise ValueError("expected 2D or 3D input (got " + str(input.dim()) + "D input)")
        return F.pad(  # @padding.py:42 return F.pad(input, self.padding, "circular")
            input, many(self.padding, 2), "circular"
        )


class CircularPad2d(_PadNd):
    def forward(self, input):
        if input.dim() != 3 and input.dim() != 4:
            raise ValueError("expected 3D or 4D input (got " + str(input.dim()) + "D input)")
        return F.pad(  # @padding.py:42 return F.pad(input, self.padding, "circular")
            input, many(self.padding, 4), "circular"
        )


class CircularPad3d(_PadNd):
    def forward(self, input):
        if input.dim() != 4 and input.dim() != 5:
            raise ValueError("expected 4D or 5D input (got " + str(input.dim()) + "D input)")
        return F.pad(  # @padding.py:42 return F.pad(input, self.padding, "circular")
            input, many(self.padding, 6), "circular"
        )
