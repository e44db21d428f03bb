class distributions_TransformedDistribution(distributions_Distribution):
    def __init__(self, base_distribution, transforms, validate_args=None):
        if (
            validate_args is None
            and torch.compiler.is_dynamo_compiling()
            and not str(torch.__version__).startswith("2.6")
        ):
            raise RuntimeError("Unsupported: Attempted to call function marked as skipped: is_dependent")
        self.transforms = transforms if isinstance(transforms, list) else [transforms]
        if not all([isinstance(one, distributions_Transform) for one in self.transforms]):
            raise ValueError("transforms must be a Transform or a list of Transforms")
        self.base_dist = base_distribution
        super().__init__(base_distribution.batch_shape, base_distribution.event_shape, validate_args=False)
        self._validate_args = validate_args

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    def sample(self, sample_shape=()):
        with torch.no_grad():  # @@/distributions/transformed_distribution.py:140=150
            x = self.base_dist.sample(sample_shape)  # @@/distributions/transformed_distribution.py:141=151
            for transform in self.transforms:
                x = transform(x)  # @@/distributions/transformed_distribution.py:143=153
            return x

    def rsample(self, sample_shape=()):
        x = self.base_dist.rsample(sample_shape)  # @@/distributions/transformed_distribution.py:153=163
        for transform in self.transforms:
            x = transform(x)  # @@/distributions/transformed_distribution.py:155=165
        return x

    def log_prob(self, value):
        distributions_check(self._validate_args)
        event_dim = len(self.event_shape)
        log_prob = 0.0
        y = value
        for transform in reversed(self.transforms):
            x = transform.inv(y)  # @@/distributions/transformed_distribution.py:169=179
            change = distributions__sum_rightmost(transform.log_abs_det_jacobian(x, y), event_dim)
            log_prob = log_prob - change  # fmt: skip # @@/distributions/transformed_distribution.py:171=181 log_prob = log_prob - _sum_rightmost(
            y = x
        density = distributions__sum_rightmost(self.base_dist.log_prob(y), event_dim - len(self.base_dist.event_shape))
        log_prob = log_prob + density  # fmt: skip # @@/distributions/transformed_distribution.py:177=187 log_prob = log_prob + _sum_rightmost(
        return log_prob
