class _InstanceNorm(_NormBase):
    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None
    ):
        super().__init__(num_features, eps, momentum, affine, track_running_stats)

    def _check_input_dim(self, input):
        if input.dim() != self.ranks[0] and input.dim() != self.ranks[1]:
            raise ValueError("this layer takes inputs of another rank")

    def forward(self, input):
        self._check_input_dim(input)
        if input.size(input.dim() - self.ranks[0]) != self.num_features and self.affine:
            raise ValueError("the input has another number of channels than num_features")
        if input.dim() == self.ranks[0]:
            input = input.unsqueeze(  # @instancenorm.py:122=131 return self._handle_no_batch_input(input)
                0
            )
            out = F.instance_norm(  # @instancenorm.py:122=131 return self._handle_no_batch_input(input)
                input,
                self.running_mean,
                self.running_var,
                self.weight,
                self.bias,
                self.training or not self.track_running_stats,
                self.momentum if self.momentum is not None else 0.0,
                self.eps,
            )
            return out.squeeze(0)  # @instancenorm.py:122=131 return self._handle_no_batch_input(input)
        return F.instance_norm(  # @instancenorm.py:124=133 return self._apply_instance_norm(input)
            input,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            self.training or not self.track_running_stats,
            self.momentum if self.momentum is not None else 0.0,
            self.eps,
        )


class InstanceNorm1d(_InstanceNorm):
    ranks = (2, 3)


class InstanceNorm2d(_InstanceNorm):
    ranks = (3, 4)


class InstanceNorm3d(_InstanceNorm):
    ranks = (4, 5)
