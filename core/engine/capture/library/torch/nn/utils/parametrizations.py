class _WeightNorm(Module):
    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g, weight_v):
        return torch._weight_norm(weight_v, weight_g, self.dim)  # @/nn/utils/parametrizations.py:325=327

    def right_inverse(self, weight):
        return weight_norm_size(weight, self.dim), weight


def utils_parametrizations_weight_norm(module, name="weight", dim=0):
    return utils_parametrize_register_parametrization(module, name, _WeightNorm(dim), True)


class _SpectralNorm(Module):
    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        ndim = weight.dim()
        if dim >= ndim or dim < -ndim:
            raise IndexError("Dimension out of range")
        if n_power_iterations <= 0:
            raise ValueError("Expected n_power_iterations to be positive")
        self.dim = dim if dim >= 0 else dim + ndim
        self.eps = eps
        if ndim > 1:
            self.n_power_iterations = n_power_iterations
            matrix = self._reshape_weight_to_matrix(weight.detach())
            u, v = spectral_start(matrix.size(0), eps), spectral_start(matrix.size(1), eps)
            self.register_buffer("_u", u)
            self.register_buffer("_v", v)
            self._power_method(matrix, 15)

    def _reshape_weight_to_matrix(self, weight):
        if self.dim != 0:
            weight = weight.permute(self.dim, *[d for d in range(weight.dim()) if d != self.dim])
        return weight.flatten(1)

    def _power_method(self, matrix, n_power_iterations):
        spectral_refuse()
        if torch.compiler.is_compiling():
            return self._write_power_method(matrix, n_power_iterations)
        for _ in range(n_power_iterations):
            self._u = F.normalize(torch.mv(matrix, self._v), dim=0, eps=self.eps)
            self._v = F.normalize(torch.mv(matrix.t(), self._u), dim=0, eps=self.eps)

    @torch.no_grad()
    def _write_power_method(self, matrix, n_power_iterations):
        for _ in range(n_power_iterations):
            self._u = F.normalize(torch.mv(matrix, self._v), dim=0, eps=self.eps, out=self._u)
            self._v = F.normalize(torch.mv(matrix.t(), self._u), dim=0, eps=self.eps, out=self._v)

    def forward(self, weight):
        if weight.dim() == 1:
            return F.normalize(weight, dim=0, eps=self.eps)  # @/nn/utils/parametrizations.py:507=515
        weight_mat = self._reshape_weight_to_matrix(weight)  # @/nn/utils/parametrizations.py:509=517
        if self.training:
            self._power_method(weight_mat.detach(), self.n_power_iterations)
        u = self._u.clone(memory_format=torch.contiguous_format)  # @/nn/utils/parametrizations.py:513=521
        v = self._v.clone(memory_format=torch.contiguous_format)  # @/nn/utils/parametrizations.py:514=522
        sigma = torch.vdot(u, torch.mv(weight_mat, v))  # @/nn/utils/parametrizations.py:518=526
        return weight / sigma  # @/nn/utils/parametrizations.py:519=527

    def right_inverse(self, value):
        return value


def spectral_start(size, eps):
    start = torch.empty(size)
    seesaw_draw("normal_", start, 0.0, 1.0)
    return F.normalize(start, dim=0, eps=eps)


# The vectors of a module in training are written to in forward, which torch.export of 2.6 refuses.
def spectral_refuse():
    if torch.compiler.is_compiling() and str(torch.__version__).startswith("2.6"):
        raise RuntimeError(
            "div(): functions with out=... arguments don't support automatic differentiation, "
            "but one of the arguments requires grad."
        )


def spectral_dim(module, dim):
    if dim is not None:
        return dim
    return 1 if isinstance(module, (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d)) else 0


def utils_parametrizations_spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    part = _SpectralNorm(getattr(module, name), n_power_iterations, spectral_dim(module, dim), eps)
    return utils_parametrize_register_parametrization(module, name, part)


class _Orthogonal(Module):
    def __init__(self, weight, orthogonal_map, use_trivialization):
        super().__init__()
        self.orthogonal_map = orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, X):
        n, k = X.size(-2), X.size(-1)
        transposed = n < k
        if transposed:
            X = X.mT  # @/nn/utils/parametrizations.py:75=74
            n, k = k, n
        if self.orthogonal_map != "householder":
            X = X.tril()  # @/nn/utils/parametrizations.py:83=82
            if n != k:
                X = torch.cat([X, X.new_zeros(n, n - k).expand(*X.shape[:-2], -1, -1)], dim=-1)  # fmt: skip # @/nn/utils/parametrizations.py:87=86 [X, X.new_zeros(n, n - k).expand(*X.shape[:-2], -1, -1)], dim=-1
            A = X - X.mH  # @/nn/utils/parametrizations.py:89=88
            if self.orthogonal_map == "matrix_exp":
                Q = torch.matrix_exp(A)  # @/nn/utils/parametrizations.py:92=91
            else:
                Id = torch.eye(n, dtype=A.dtype, device=A.device)  # @/nn/utils/parametrizations.py:95=94
                left, right = torch.add(Id, A, alpha=-0.5), torch.add(Id, A, alpha=0.5)  # fmt: skip # @/nn/utils/parametrizations.py:97=96 torch.add(Id, A, alpha=-0.5), torch.add(Id, A, alpha=0.5)
                Q = torch.linalg.solve(left, right)  # @/nn/utils/parametrizations.py:96=95 Q = torch.linalg.solve(
            if n != k:
                Q = Q[..., :k]  # @/nn/utils/parametrizations.py:101
        else:
            A = X.tril(diagonal=-1)  # @/nn/utils/parametrizations.py:105
            tau = 2.0 / (1.0 + (A * A).sum(dim=-2))  # @/nn/utils/parametrizations.py:106
            Q = torch.linalg.householder_product(A, tau)  # @/nn/utils/parametrizations.py:107
            Q = Q * X.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)  # @/nn/utils/parametrizations.py:110
        if hasattr(self, "base"):
            Q = self.base @ Q  # @/nn/utils/parametrizations.py:113=114
        if transposed:
            Q = Q.mT  # @/nn/utils/parametrizations.py:115=117
        return Q

    def right_inverse(self, Q):
        if not hasattr(self, "base"):
            if self.orthogonal_map != "householder":
                raise NotImplementedError(
                    "It is not possible to assign to the matrix exponential or the Cayley parametrizations "
                    "when use_trivialization=False."
                )
            return Q
        start = torch.zeros_like(Q)
        start.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
        wide = Q.mT if Q.size(-2) < Q.size(-1) else Q
        n, k = wide.size(-2), wide.size(-1)
        if n != k:
            more = torch.empty(*wide.shape[:-2], n, n - k)
            seesaw_draw("normal_", more, 0.0, 1.0)
            wide = torch.cat([wide, more], dim=-1)
        self.base = orthogonal_factor(wide)
        return start


# The orthogonal factor with a positive diagonal of the other.
def orthogonal_factor(matrix):
    q, r = torch.linalg.qr(matrix)
    return q * r.diagonal(dim1=-2, dim2=-1).sign().unsqueeze(-2)


def utils_parametrizations_orthogonal(module, name="weight", orthogonal_map=None, *, use_trivialization=True):
    weight = getattr(module, name)
    if weight.dim() < 2:
        raise ValueError("Expected a matrix or batch of matrices.")
    if orthogonal_map is None:
        orthogonal_map = "matrix_exp" if weight.size(-2) == weight.size(-1) or weight.is_complex() else "householder"
    if orthogonal_map not in ("matrix_exp", "cayley", "householder"):
        raise ValueError('orthogonal_map has to be one of "matrix_exp", "cayley", "householder".')
    part = _Orthogonal(weight, orthogonal_map, use_trivialization)
    return utils_parametrize_register_parametrization(module, name, part, True)
