class distributions_Independent(distributions_Distribution):
    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        if reinterpreted_batch_ndims > len(base_distribution.batch_shape):
            raise ValueError(
                "Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual "
                + f"{reinterpreted_batch_ndims} vs {len(base_distribution.batch_shape)}"
            )
        shape = tuple(base_distribution.batch_shape) + tuple(base_distribution.event_shape)
        outer = len(shape) - reinterpreted_batch_ndims - len(base_distribution.event_shape)
        self.base_dist = base_distribution
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        super().__init__(
            torch.Size(shape[:outer]), torch.Size(shape[outer:]), validate_args=False
        )  # it constrains nothing
        self._validate_args = validate_args

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    @property
    def mean(self):
        return self.base_dist.mean

    @property
    def mode(self):
        return self.base_dist.mode

    @property
    def variance(self):
        return self.base_dist.variance

    def sample(self, sample_shape=()):
        return self.base_dist.sample(sample_shape)  # @@/distributions/independent.py:104=115

    def rsample(self, sample_shape=()):
        return self.base_dist.rsample(sample_shape)  # @@/distributions/independent.py:107=118

    def log_prob(self, value):
        log_prob = self.base_dist.log_prob(value)  # @@/distributions/independent.py:110=121
        return distributions__sum_rightmost(  # @@/distributions/independent.py:111=122 return _sum_rightmost(log_prob, self.reinterpreted_batch_ndims)
            log_prob, self.reinterpreted_batch_ndims
        )

    def entropy(self):
        entropy = self.base_dist.entropy()  # @@/distributions/independent.py:114=125
        return distributions__sum_rightmost(  # @@/distributions/independent.py:115=126 return _sum_rightmost(entropy, self.reinterpreted_batch_ndims)
            entropy, self.reinterpreted_batch_ndims
        )
