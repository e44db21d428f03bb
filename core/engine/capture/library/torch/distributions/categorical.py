def distributions_drawn(probs, count):
    return torch.multinomial(probs, count, True).T


def distributions_normalized(probs):
    return probs / probs.sum(-1, keepdim=True)


def distributions_normalized_logits(logits):
    return logits - logits.logsumexp(dim=-1, keepdim=True)


class distributions_Categorical(distributions_Distribution):
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        self._probs, self._logits = None, None
        if probs is not None:
            if probs.dim() < 1:
                raise ValueError("`probs` parameter must be at least one-dimensional.")
            self._probs = distributions_normalized(  # @@/distributions/categorical.py:61=70 self.probs = probs / probs.sum(-1, keepdim=True)
                probs
            )
        else:
            if logits.dim() < 1:
                raise ValueError("`logits` parameter must be at least one-dimensional.")
            self._logits = distributions_normalized_logits(  # @@/distributions/categorical.py:66=78 self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)
                logits
            )
        self._param = self._probs if probs is not None else self._logits
        self._num_events = self._param.size()[-1]
        super().__init__(self._param.size()[:-1], validate_args=validate_args)

    @property
    def logits(self):
        if self._logits is None:
            with torch.enable_grad():  # @@/distributions/utils.py:148=170
                self._logits = distributions_probs_to_logits(  # @@/distributions/categorical.py:98=112 return probs_to_logits(self.probs)
                    self._probs
                )
        return self._logits

    @property
    def probs(self):
        if self._probs is None:
            with torch.enable_grad():  # @@/distributions/utils.py:148=170
                self._probs = distributions_logits_to_probs(  # @@/distributions/categorical.py:102=116 return logits_to_probs(self.logits)
                    self._logits
                )
        return self._probs

    @property
    def param_shape(self):
        return self._param.size()

    @property
    def mode(self):
        return self.probs.argmax(  # @@/distributions/categorical.py:119=133 return self.probs.argmax(axis=-1) || return self.probs.argmax(dim=-1)
            axis=-1
        )

    def sample(self, sample_shape=()):
        count = 1
        for size in sample_shape:
            count = count * size
        probs_2d = self.probs.reshape(-1, self._num_events)  # @@/distributions/categorical.py:133=147
        samples_2d = distributions_drawn(  # @@/distributions/categorical.py:134=148 samples_2d = torch.multinomial(probs_2d, sample_shape.numel(), True).T
            probs_2d, count
        )
        return samples_2d.reshape(self._extended_shape(sample_shape))  # @@/distributions/categorical.py:135=149

    def log_prob(self, value):
        distributions_check(self._validate_args)
        value = value.long().unsqueeze(-1)  # @@/distributions/categorical.py:140=154
        value, log_pmf = torch.broadcast_tensors(value, self.logits)  # @@/distributions/categorical.py:141=155
        value = value[..., :1]  # @@/distributions/categorical.py:142=156
        return log_pmf.gather(-1, value).squeeze(-1)  # @@/distributions/categorical.py:143=157

    def entropy(self):
        min_real = torch.finfo(self.logits.dtype).min
        logits = torch.clamp(self.logits, min=min_real)  # @@/distributions/categorical.py:147=161
        p_log_p = logits * self.probs  # @@/distributions/categorical.py:148=162
        return -p_log_p.sum(-1)  # @@/distributions/categorical.py:149=163
