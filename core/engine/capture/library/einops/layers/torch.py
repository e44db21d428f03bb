class _EinopsTorch:
    @staticmethod
    def reduce(x, operation, axes):
        if operation == "min":
            return x.amin(dim=axes)  # @@//einops/_torch_specific.py:29 return x.amin(dim=reduced_axes)
        if operation == "max":
            return x.amax(dim=axes)  # @@//einops/_torch_specific.py:31 return x.amax(dim=reduced_axes)
        if operation == "sum":
            return x.sum(dim=axes)  # @@//einops/_torch_specific.py:33 return x.sum(dim=reduced_axes)
        if operation == "mean":
            return x.mean(dim=axes)  # @@//einops/_torch_specific.py:35 return x.mean(dim=reduced_axes)
        if operation != "prod":
            raise NotImplementedError("Unknown reduction ", operation)
        for i in axes[::-1]:
            x = x.prod(dim=i)  # @@//einops/_torch_specific.py:38
        return x

    @staticmethod
    def transpose(x, axes):
        return x.permute(axes)  # @@//einops/_torch_specific.py:45

    @staticmethod
    def reshape(x, shape):
        return x.reshape(shape)  # @@//einops/_torch_specific.py:73

    @staticmethod
    def apply_for_scriptable_torch(x, pattern, operation, sizes):
        first, order, count, reduced, _, last = _einops_plan(x.shape, pattern, operation, sizes)
        if first is not None:
            x = _EinopsTorch.reshape(  # @@//einops/_torch_specific.py:90 tensor = backend.reshape(tensor, init_shapes)
                x, first
            )
        if order is not None:
            x = _EinopsTorch.transpose(  # @@//einops/_torch_specific.py:92 tensor = backend.transpose(tensor, axes_reordering)
                x, order
            )
        if reduced > 0:
            axes = list(range(count - reduced, count))
            x = _EinopsTorch.reduce(  # @@//einops/_torch_specific.py:94 tensor = backend.reduce(tensor, operation=reduction_type, reduced_axes=reduced_axes)
                x, operation, axes
            )
        if last is not None:
            x = _EinopsTorch.reshape(  # @@//einops/_torch_specific.py:98 tensor = backend.reshape(tensor, final_shapes)
                x, last
            )
        return x


class Rearrange(Module):
    def __init__(self, pattern, **axes_lengths):
        self.pattern = pattern
        self.axes_lengths = axes_lengths

    def forward(self, input):
        return _EinopsTorch.apply_for_scriptable_torch(  # @@//einops/layers/torch.py:15 return apply_for_scriptable_torch(recipe, input, reduction_type="rearrange", axes_dims=self._axes_lengths)
            input, self.pattern, "rearrange", self.axes_lengths
        )


class Reduce(Module):
    def __init__(self, pattern, reduction, **axes_lengths):
        self.pattern = pattern
        self.reduction = reduction
        self.axes_lengths = axes_lengths

    def forward(self, input):
        return _EinopsTorch.apply_for_scriptable_torch(  # @@//einops/layers/torch.py:25 return apply_for_scriptable_torch(recipe, input, reduction_type=self.reduction, axes_dims=self._axes_lengths)
            input, self.pattern, self.reduction, self.axes_lengths
        )
