class Upsample(Module):
    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None):
        self.name = type(self).__name__
        self.size, self.mode, self.align_corners, self.recompute_scale_factor = (
            size,
            mode,
            align_corners,
            recompute_scale_factor,
        )
        self.scale_factor = (
            None
            if scale_factor is None
            else tuple([float(f) for f in scale_factor])
            if isinstance(scale_factor, (tuple, list))
            else float(scale_factor)
        )

    def forward(self, input):
        return F.interpolate(  # @upsampling.py:172=174
            input, self.size, self.scale_factor, self.mode, self.align_corners, self.recompute_scale_factor
        )


class UpsamplingNearest2d(Upsample):
    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, "nearest")


class UpsamplingBilinear2d(Upsample):
    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, "bilinear", True)
