class _ConstantPadNd(Module):
    def __init__(self, padding, value):
        self.padding, self.value = _on_all_sides(padding, self.sides), value


class _PadNd(Module):
    def __init__(self, padding):
        self.padding, self.value = _on_all_sides(padding, self.sides), 0.0


def _on_all_sides(padding, sides):
    return tuple(many(padding, sides))


class ConstantPad1d(_ConstantPadNd):
    sides = 2

    def forward(self, input):
        return F.pad(  # @padding.py:215=221 return F.pad(input, self.padding, "constant", self.value)
            input, self.padding, "constant", self.value
        )


class ZeroPad1d(ConstantPad1d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)


class ConstantPad2d(_ConstantPadNd):
    sides = 4

    def forward(self, input):
        return F.pad(  # @padding.py:215=221 return F.pad(input, self.padding, "constant", self.value)
            input, self.padding, "constant", self.value
        )


class ZeroPad2d(ConstantPad2d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)


class ConstantPad3d(_ConstantPadNd):
    sides = 6

    def forward(self, input):
        return F.pad(  # @padding.py:215=221 return F.pad(input, self.padding, "constant", self.value)
            input, self.padding, "constant", self.value
        )


class ZeroPad3d(ConstantPad3d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)


class ReflectionPad1d(_PadNd):
    sides = 2

    def forward(self, input):
        return F.pad(  # @padding.py:368=377 return F.pad(input, self.padding, "reflect")
            input, self.padding, "reflect"
        )


class ReflectionPad2d(_PadNd):
    sides = 4

    def forward(self, input):
        return F.pad(  # @padding.py:368=377 return F.pad(input, self.padding, "reflect")
            input, self.padding, "reflect"
        )


class ReflectionPad3d(_PadNd):
    sides = 6

    def forward(self, input):
        return F.pad(  # @padding.py:368=377 return F.pad(input, self.padding, "reflect")
            input, self.padding, "reflect"
        )


class ReplicationPad1d(_PadNd):
    sides = 2

    def forward(self, input):
        return F.pad(  # @padding.py:527=541 return F.pad(input, self.padding, "replicate")
            input, self.padding, "replicate"
        )


class ReplicationPad2d(_PadNd):
    sides = 4

    def forward(self, input):
        return F.pad(  # @padding.py:527=541 return F.pad(input, self.padding, "replicate")
            input, self.padding, "replicate"
        )


class ReplicationPad3d(_PadNd):
    sides = 6

    def forward(self, input):
        return F.pad(  # @padding.py:527=541 return F.pad(input, self.padding, "replicate")
            input, self.padding, "replicate"
        )


class CircularPad1d(_PadNd):
    sides = 2

    def forward(self, input):
        if input.dim() != 2 and input.dim() != 3:
            raise ValueError("expected 2D or 3D input (got " + str(input.dim()) + "D input)")
        return F.pad(  # @padding.py:42 return F.pad(input, self.padding, "circular")
            input, self.padding, "circular"
        )


class CircularPad2d(_PadNd):
    sides = 4

    def forward(self, input):
        if input.dim() != 3 and input.dim() != 4:
            raise ValueError("expected 3D or 4D input (got " + str(input.dim()) + "D input)")
        return F.pad(  # @padding.py:42 return F.pad(input, self.padding, "circular")
            input, self.padding, "circular"
        )


class CircularPad3d(_PadNd):
    sides = 6

    def forward(self, input):
        if input.dim() != 4 and input.dim() != 5:
            raise ValueError("expected 4D or 5D input (got " + str(input.dim()) + "D input)")
        return F.pad(  # @padding.py:42 return F.pad(input, self.padding, "circular")
            input, self.padding, "circular"
        )
