def distributions_squared_solution(factor, x):
    return torch.linalg.solve_triangular(factor, x, upper=False).pow(2).sum(-2)


def distributions__batch_mv(bmat, bvec):
    return torch.matmul(bmat, bvec.unsqueeze(-1)).squeeze(-1)  # @@/distributions/multivariate_normal.py:25=26


def distributions_log_determinant(factor):
    return factor.diagonal(dim1=-2, dim2=-1).log().sum(-1)


def distributions_gaussian_density(count, m, half_log_det):
    return -0.5 * (count * math.log(2 * math.pi) + m) - half_log_det


def distributions_sum(a, b):
    return a + b


# The square of the Mahalanobis distance for a factored covariance.
def distributions__batch_mahalanobis(factor, x):
    n = x.size(-1)
    x_batch_shape = x.shape[:-1]
    inner = factor.dim() - 2
    outer = len(x_batch_shape) - inner
    shape = tuple(x.shape[:outer])
    for mine, its in zip(factor.shape[:-2], x.shape[outer:-1]):
        shape += (its // mine, mine)
    last = outer + 2 * inner
    order = list(range(outer)) + list(range(outer, last, 2)) + list(range(outer + 1, last, 2)) + [last]
    back = list(range(outer))
    for i in range(inner):
        back += [outer + i, outer + inner + i]
    x = x.reshape(shape + (n,))  # @@/distributions/multivariate_normal.py:51=52 bx = bx.reshape(bx_new_shape)
    x = x.permute(order)  # @@/distributions/multivariate_normal.py:59=60 bx = bx.permute(permute_dims)
    flat_factor = factor.reshape(  # @@/distributions/multivariate_normal.py:61=62 flat_L = bL.reshape(-1, n, n)  # shape = b x n x n
        -1, n, n
    )
    flat_x = x.reshape(  # @@/distributions/multivariate_normal.py:62=63 flat_x = bx.reshape(-1, flat_L.size(0), n)  # shape = c x b x n
        -1, flat_factor.size(0), n
    )
    swapped = flat_x.permute(  # @@/distributions/multivariate_normal.py:63=64 flat_x_swap = flat_x.permute(1, 2, 0)  # shape = b x n x c
        1, 2, 0
    )
    m = distributions_squared_solution(  # @@/distributions/multivariate_normal.py:65=66 torch.linalg.solve_triangular(flat_L, flat_x_swap, upper=False).pow(2).sum(-2)
        flat_factor, swapped
    )
    m = m.t()  # @@/distributions/multivariate_normal.py:67=68 M = M_swap.t()  # shape = c x b
    m = m.reshape(  # @@/distributions/multivariate_normal.py:70=71 permuted_M = M.reshape(bx.shape[:-1])  # shape = (..., 1, j, i, 1)
        x.shape[:-1]
    )
    m = m.permute(  # @@/distributions/multivariate_normal.py:74=75 reshaped_M = permuted_M.permute(permute_inv_dims)  # shape = (..., 1, i, j, 1)
        back
    )
    return m.reshape(  # @@/distributions/multivariate_normal.py:75=76 return reshaped_M.reshape(bx_batch_shape)
        x_batch_shape
    )


class distributions_MultivariateNormal(distributions_Distribution):
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        if (covariance_matrix is not None) + (scale_tril is not None) + (precision_matrix is not None) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        if precision_matrix is not None:
            raise NotImplementedError("precision_matrix is outside of the subset that is captured")
        matrix = covariance_matrix if scale_tril is None else scale_tril
        if matrix.dim() < 2:
            raise ValueError("a matrix must be at least two-dimensional, with optional leading batch dimensions")
        batch_shape = torch_broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        self._scale_tril, self._covariance = None, None
        if scale_tril is not None:
            self._scale_tril = scale_tril.expand(  # @@/distributions/multivariate_normal.py:156=160 self.scale_tril = scale_tril.expand(batch_shape + (-1, -1))
                tuple(batch_shape) + (-1, -1)
            )
        else:
            self._covariance = covariance_matrix.expand(  # @@/distributions/multivariate_normal.py:166=171 self.covariance_matrix = covariance_matrix.expand(batch_shape + (-1, -1))
                tuple(batch_shape) + (-1, -1)
            )
        self.loc = (
            loc.expand(  # @@/distributions/multivariate_normal.py:177=185 self.loc = loc.expand(batch_shape + (-1,))
                tuple(batch_shape) + (-1,)
            )
        )
        super().__init__(batch_shape, self.loc.shape[-1:], validate_args=validate_args)
        if scale_tril is not None:
            self._unbroadcasted_scale_tril = scale_tril
        else:
            self._unbroadcasted_scale_tril = torch.linalg.cholesky(  # @@/distributions/multivariate_normal.py:185=194 self._unbroadcasted_scale_tril = torch.linalg.cholesky(covariance_matrix)
                covariance_matrix
            )

    @property
    def scale_tril(self):
        if self._scale_tril is None:
            with torch.enable_grad():  # @@/distributions/utils.py:148=170
                shape = tuple(self._batch_shape) + tuple(self._event_shape) + tuple(self._event_shape)
                self._scale_tril = self._unbroadcasted_scale_tril.expand(  # @@/distributions/multivariate_normal.py:210=219 return self._unbroadcasted_scale_tril.expand(
                    shape
                )
        return self._scale_tril

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        eps = distributions__standard_normal(  # @@/distributions/multivariate_normal.py:244=253 eps = _standard_normal(shape, dtype=self.loc.dtype, device=self.loc.device)
            shape, self.loc.dtype, self.loc.device
        )
        moved = distributions__batch_mv(  # @@/distributions/multivariate_normal.py:245=254 return self.loc + _batch_mv(self._unbroadcasted_scale_tril, eps)
            self._unbroadcasted_scale_tril, eps
        )
        return distributions_sum(  # @@/distributions/multivariate_normal.py:245=254 return self.loc + _batch_mv(self._unbroadcasted_scale_tril, eps)
            self.loc, moved
        )

    def log_prob(self, value):
        distributions_check(self._validate_args)
        diff = value - self.loc  # @@/distributions/multivariate_normal.py:250=259
        m = distributions__batch_mahalanobis(  # @@/distributions/multivariate_normal.py:251=260 M = _batch_mahalanobis(self._unbroadcasted_scale_tril, diff)
            self._unbroadcasted_scale_tril, diff
        )
        half_log_det = distributions_log_determinant(  # @@/distributions/multivariate_normal.py:253=262 self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
            self._unbroadcasted_scale_tril
        )
        return distributions_gaussian_density(  # @@/distributions/multivariate_normal.py:255=264 return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + M) - half_log_det
            self._event_shape[0], m, half_log_det
        )

    def entropy(self):
        half_log_det = distributions_log_determinant(  # @@/distributions/multivariate_normal.py:259=268 self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
            self._unbroadcasted_scale_tril
        )
        h = distributions_sum(  # @@/distributions/multivariate_normal.py:261=270 H = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + half_log_det
            0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)), half_log_det
        )
        if len(self._batch_shape) == 0:
            return h
        return h.expand(  # @@/distributions/multivariate_normal.py:265=274 return H.expand(self._batch_shape)
            self._batch_shape
        )
