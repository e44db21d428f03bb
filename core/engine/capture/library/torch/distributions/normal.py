# Functions without a place of their own stand where they are called.
def distributions_normal_density(value, loc, var, log_scale):
    return -((value - loc) ** 2) / (2 * var) - log_scale - math.log(math.sqrt(2 * math.pi))


def distributions_normal_shifted(value, loc, scale):
    return 1 + torch.erf((value - loc) * scale.reciprocal() / math.sqrt(2))


class distributions_Normal(distributions_Distribution):
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = (
            distributions_broadcast_all(  # @@/distributions/normal.py:54=61 self.loc, self.scale = broadcast_all(loc, scale)
                loc, scale
            )
        )
        distributions_check_scale(self.scale)
        numbers = isinstance(loc, (int, float)) and isinstance(scale, (int, float))
        super().__init__(torch.Size() if numbers else self.loc.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)  # @@/distributions/normal.py:51=53

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():  # @@/distributions/normal.py:72=79
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))  # @@/distributions/normal.py:73=80

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        eps = distributions__standard_normal(  # @@/distributions/normal.py:77=84 eps = _standard_normal(shape, dtype=self.loc.dtype, device=self.loc.device)
            shape, self.loc.dtype, self.loc.device
        )
        return self.loc + eps * self.scale  # @@/distributions/normal.py:78=85

    def log_prob(self, value):
        distributions_check(self._validate_args)
        var = self.scale**2  # @@/distributions/normal.py:84=91
        log_scale = self.scale.log()  # @@/distributions/normal.py:86=95 math.log(self.scale) if isinstance(self.scale, Real) else self.scale.log() || else self.scale.log()
        return distributions_normal_density(  # @@/distributions/normal.py:89=98 -((value - self.loc) ** 2) / (2 * var)
            value, self.loc, var, log_scale
        )

    def cdf(self, value):
        distributions_check(self._validate_args)
        shifted = distributions_normal_shifted(  # @@/distributions/normal.py:98=107 1 + torch.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2))
            value, self.loc, self.scale
        )
        return 0.5 * shifted  # @@/distributions/normal.py:97=106 return 0.5 * (

    def icdf(self, value):
        return self.loc + self.scale * torch.erfinv(2 * value - 1) * math.sqrt(2)  # @@/distributions/normal.py:102=111

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)  # @@/distributions/normal.py:105=114
