class distributions_Bernoulli(distributions_Distribution):
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        self._probs, self._logits = None, None
        if probs is not None:
            (self._probs,) = (
                distributions_broadcast_all(  # @@/distributions/bernoulli.py:51=60 (self.probs,) = broadcast_all(probs)
                    probs
                )
            )
        else:
            (self._logits,) = (
                distributions_broadcast_all(  # @@/distributions/bernoulli.py:54=66 (self.logits,) = broadcast_all(logits)
                    logits
                )
            )
        self._param = self._probs if probs is not None else self._logits
        super().__init__(self._param.size(), validate_args=validate_args)

    @property
    def logits(self):
        if self._logits is None:
            with torch.enable_grad():  # @@/distributions/utils.py:148=170
                self._logits = distributions_probs_to_logits(  # @@/distributions/bernoulli.py:94=106 return probs_to_logits(self.probs, is_binary=True)
                    self._probs, is_binary=True
                )
        return self._logits

    @property
    def probs(self):
        if self._probs is None:
            with torch.enable_grad():  # @@/distributions/utils.py:148=170
                self._probs = distributions_logits_to_probs(  # @@/distributions/bernoulli.py:98=110 return logits_to_probs(self.logits, is_binary=True)
                    self._logits, is_binary=True
                )
        return self._probs

    @property
    def mean(self):
        return self.probs

    @property
    def variance(self):
        return self.probs * (1 - self.probs)  # @@/distributions/bernoulli.py:90=102

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():  # @@/distributions/bernoulli.py:106=118
            return torch.bernoulli(self.probs.expand(shape))  # @@/distributions/bernoulli.py:107=119

    def log_prob(self, value):
        distributions_check(self._validate_args)
        logits, value = (
            distributions_broadcast_all(  # @@/distributions/bernoulli.py:112=124 logits, value = broadcast_all(self.logits, value)
                self.logits, value
            )
        )
        return -F.binary_cross_entropy_with_logits(  # @@/distributions/bernoulli.py:113=125 return -binary_cross_entropy_with_logits(logits, value, reduction="none")
            logits, value, reduction="none"
        )

    def entropy(self):
        return F.binary_cross_entropy_with_logits(  # @@/distributions/bernoulli.py:116=128 return binary_cross_entropy_with_logits(
            self.logits, self.probs, reduction="none"
        )
