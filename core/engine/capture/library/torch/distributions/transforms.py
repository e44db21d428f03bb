# Transforms of single elements, whose domain and codomain have no dimensions of their own.
class distributions_Interval:
    def __init__(self, lower_bound, upper_bound):
        self.lower_bound, self.upper_bound = lower_bound, upper_bound


def distributions_interval(lower_bound, upper_bound):
    return distributions_Interval(lower_bound, upper_bound)


class distributions_InverseTransform:
    def __init__(self, transform):
        self._inv = transform

    def __call__(self, x):
        return self._inv._inv_call(x)  # @@/distributions/transforms.py:264=272

    def log_abs_det_jacobian(self, x, y):
        return -self._inv.log_abs_det_jacobian(y, x)


class distributions_Transform:
    bijective = False

    def __init__(self, cache_size=0):
        if cache_size not in (0, 1):
            raise ValueError("cache_size must be 0 or 1")
        self._cache_size = cache_size
        self._cached_x_y = None, None

    @property
    def inv(self):
        return distributions_InverseTransform(self)

    def __call__(self, x):
        if self._cache_size == 0:
            return self._call(x)  # @@/distributions/transforms.py:158=157
        x_old, y_old = self._cached_x_y
        if x is x_old:
            return y_old
        y = self._call(x)  # @@/distributions/transforms.py:162=161
        self._cached_x_y = x, y
        return y

    def _inv_call(self, y):
        if self._cache_size == 0:
            return self._inverse(y)  # @@/distributions/transforms.py:171=170
        x_old, y_old = self._cached_x_y
        if y is y_old:
            return x_old
        x = self._inverse(y)  # @@/distributions/transforms.py:175=174
        self._cached_x_y = x, y
        return x


class distributions_TanhTransform(distributions_Transform):
    bijective = True
    sign = 1

    def _call(self, x):
        return x.tanh()  # @@/distributions/transforms.py:679=723

    def _inverse(self, y):
        return torch.atanh(y)  # @@/distributions/transforms.py:684=728

    def log_abs_det_jacobian(self, x, y):
        return 2.0 * (math.log(2.0) - x - F.softplus(-2.0 * x))  # fmt: skip # @@/distributions/transforms.py:689=733 return 2.0 * (math.log(2.0) - x - softplus(-2.0 * x))


class distributions_ExpTransform(distributions_Transform):
    bijective = True
    sign = 1

    def _call(self, x):
        return x.exp()  # @@/distributions/transforms.py:553=585

    def _inverse(self, y):
        return y.log()  # @@/distributions/transforms.py:556=588

    def log_abs_det_jacobian(self, x, y):
        return x
