class distributions_Uniform(distributions_Distribution):
    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = (
            distributions_broadcast_all(  # @@/distributions/uniform.py:55=63 self.low, self.high = broadcast_all(low, high)
                low, high
            )
        )
        numbers = isinstance(low, (int, float)) and isinstance(high, (int, float))
        super().__init__(torch.Size() if numbers else self.low.size(), validate_args=validate_args)
        if not torch.compiler.is_compiling() and not bool(torch.lt(self.low, self.high).all()):
            raise ValueError("Uniform is not defined when low>= high")

    @property
    def mean(self):
        return (self.high + self.low) / 2  # @@/distributions/uniform.py:40=43

    @property
    def stddev(self):
        return (self.high - self.low) / 12**0.5  # @@/distributions/uniform.py:48=51

    @property
    def variance(self):
        return (self.high - self.low).pow(2) / 12  # @@/distributions/uniform.py:52=55

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        rand = torch.rand(shape, dtype=self.low.dtype, device=self.low.device)  # @@/distributions/uniform.py:81=87
        return self.low + rand * (self.high - self.low)  # @@/distributions/uniform.py:82=88

    def log_prob(self, value):
        distributions_check(self._validate_args)
        lb = self.low.le(value).type_as(self.low)  # @@/distributions/uniform.py:87=93
        ub = self.high.gt(value).type_as(self.low)  # @@/distributions/uniform.py:88=94
        return torch.log(lb.mul(ub)) - torch.log(self.high - self.low)  # @@/distributions/uniform.py:89=95

    def entropy(self):
        return torch.log(self.high - self.low)  # @@/distributions/uniform.py:102=108
