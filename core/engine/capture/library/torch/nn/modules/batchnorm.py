class _NormBase(Module):
    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None
    ):
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        self.weight = check_made(Parameter(torch.ones(num_features))) if affine else None
        self.bias = Parameter(torch.zeros(num_features)) if affine else None
        self.register_buffer("running_mean", torch.zeros(num_features) if track_running_stats else None)
        self.register_buffer("running_var", torch.ones(num_features) if track_running_stats else None)
        self.register_buffer("num_batches_tracked", torch.tensor(0, dtype=torch.int64) if track_running_stats else None)
        if type(self).reset_parameters is not _NormBase.reset_parameters:
            self.reset_parameters()

    def reset_running_stats(self):
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        self.reset_running_stats()
        if self.affine:
            ones_(self.weight)
            zeros_(self.bias)


class _BatchNorm(_NormBase):
    def _check_input_dim(self, input):
        if input.dim() != self.ranks[0] and input.dim() != self.ranks[1]:
            raise ValueError("this layer takes inputs of another rank")

    def forward(self, input):
        self._check_input_dim(input)
        if self.momentum is None and self.training and self.track_running_stats:
            raise ValueError("without momentum the average depends on a count that only a run tells")
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(  # @batchnorm.py:173=190 self.num_batches_tracked.add_(1)  # type: ignore[has-type]
                1
            )
        training = self.training or self.running_mean is None
        used = not self.training or self.track_running_stats
        return F.batch_norm(  # @batchnorm.py:193=210
            input,
            self.running_mean if used else None,
            self.running_var if used else None,
            self.weight,
            self.bias,
            training,
            momentum,
            self.eps,
        )


class BatchNorm1d(_BatchNorm):
    ranks = (2, 3)


class BatchNorm2d(_BatchNorm):
    ranks = (4, 4)


class BatchNorm3d(_BatchNorm):
    ranks = (5, 5)


# In one process it is what the others are.
class SyncBatchNorm(_BatchNorm):
    def __init__(
        self,
        num_features,
        eps=1e-5,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        process_group=None,
        device=None,
        dtype=None,
    ):
        super().__init__(num_features, eps, momentum, affine, track_running_stats)
        self.process_group = process_group

    @classmethod
    def convert_sync_batchnorm(cls, module, process_group=None):
        made = module
        if isinstance(module, _BatchNorm):
            made = SyncBatchNorm(
                module.num_features,
                module.eps,
                module.momentum,
                module.affine,
                module.track_running_stats,
                process_group,
            )
            made.weight, made.bias, made.training = module.weight, module.bias, module.training
            made.running_mean, made.running_var = module.running_mean, module.running_var
            made.num_batches_tracked = module.num_batches_tracked
        for name, child in module.named_children():
            made.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return made

    def forward(self, input):
        if input.dim() < 2:
            raise ValueError(f"expected at least 2D input (got {input.dim()}D input)")
        if input.size(1) == 0:
            raise ValueError("SyncBatchNorm number of input channels should be non-zero")
        if self.momentum is None and self.training and self.track_running_stats:
            raise ValueError("without momentum the average depends on a count that only a run tells")
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(1)  # @batchnorm.py:744=808
        training = self.training or self.running_mean is None
        used = not self.training or self.track_running_stats
        return F.batch_norm(  # @batchnorm.py:798=864
            input,
            self.running_mean if used else None,
            self.running_var if used else None,
            self.weight,
            self.bias,
            training,
            momentum,
            self.eps,
        )
