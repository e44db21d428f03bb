# Dynamo of 2.6 switches off for its process that distributions look at what they are given. Later ones follow no
# constraint, and without strict 2.14 fails where a condition on a tensor is asked for.
def distributions_check(wanted):
    if wanted:
        raise NotImplementedError("validate_args=True is outside of the subset that is captured")
    looks = wanted is None and torch.compiler.is_compiling() and not str(torch.__version__).startswith("2.6")
    if looks and torch.compiler.is_dynamo_compiling():
        raise RuntimeError(
            "Unsupported: Attempted to call function marked as skipped: is_dependent; make the distribution with "
            + "validate_args=False"
        )
    if looks:
        raise RuntimeError(
            "Could not guard on data-dependent expression Eq(u0, 1): the distribution looks at what it is given; "
            + "make it with validate_args=False"
        )


def distributions_check_scale(scale):
    if not torch.compiler.is_compiling() and not bool((scale > 0).all()):
        raise ValueError("Expected parameter scale to satisfy the constraint GreaterThan(lower_bound=0.0)")


class distributions_Distribution:
    has_rsample = False
    has_enumerate_support = False

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        distributions_check(validate_args)
        self._validate_args = validate_args
        self._batch_shape = torch.Size(batch_shape)
        self._event_shape = torch.Size(event_shape)

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def stddev(self):
        return self.variance.sqrt()  # @@/distributions/distribution.py:159=165

    def sample(self, sample_shape=()):
        with torch.no_grad():  # @@/distributions/distribution.py:166=172
            return self.rsample(sample_shape)  # @@/distributions/distribution.py:167=173

    def perplexity(self):
        return torch.exp(self.entropy())  # @@/distributions/distribution.py:258=264

    def _extended_shape(self, sample_shape=()):
        return torch.Size(tuple(sample_shape) + tuple(self._batch_shape) + tuple(self._event_shape))
