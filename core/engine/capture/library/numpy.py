def numpy_ceil(x):
    return _numpy_scalar(float(math.ceil(x))) if isinstance(x, (int, float)) else _numpy_made(_numpy_real(x).ceil())


def numpy_floor(x):
    return _numpy_scalar(float(math.floor(x))) if isinstance(x, (int, float)) else _numpy_made(_numpy_real(x).floor())


# Arrays: a tensor whose value is known. All of this runs outside of what is captured; torch.from_numpy and torch.tensor
# bring an array into the graph as a constant.
def _numpy_dtype(dtype):
    if dtype is None or isinstance(dtype, torch.dtype):
        return dtype
    if dtype is float:
        return torch.float64
    if dtype is int:
        return torch.int64
    if dtype is bool:
        return torch.bool
    names = {"float": torch.float64, "int": torch.int64, "bool": torch.bool}
    for name in ("float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8"):
        names[name] = getattr(torch, name)
    for name, like in (("float_", "float64"), ("double", "float64"), ("single", "float32"), ("half", "float16")):
        names[name] = names[like]
    for name, like in (("int_", "int64"), ("long", "int64"), ("bool_", "bool")):
        names[name] = names[like]
    return names[str(dtype).replace("numpy.", "")]


def numpy_finfo(dtype):
    return torch.finfo(_numpy_dtype(dtype))


def numpy_iinfo(type):
    return torch.iinfo(_numpy_dtype(type))


def _numpy_dtype_or(dtype, otherwise):
    dtype = _numpy_dtype(dtype)
    return otherwise if dtype is None else dtype


# x.astype(int) of a number that stands for one of NumPy's.
def numpy__number_as(x, dtype):
    return _numpy_made(_numpy_tensor(x, dtype))


# A number that NumPy made: it computes as Python's do, and Dynamo takes it for an array.
def _numpy_scalar(number):
    return torch._numpy.scalar(number)


# A number of one of Python's own dtypes is one of Python; others stay arrays without dimensions, which round alike.
def _numpy_made(tensor):
    plain = tensor.dtype in (torch.float64, torch.int64, torch.bool)
    return _numpy_scalar(tensor.item()) if tensor.dim() == 0 and plain else numpy_ndarray(tensor)


def _numpy_is_part(value):
    return isinstance(value, (list, tuple)) or isinstance(value, (numpy_ndarray, torch.Tensor))


# A tensor of what stands for an array: an array, a list of numbers or of arrays, a number.
def _numpy_tensor(value, dtype=None):
    dtype = _numpy_dtype(dtype)
    if isinstance(value, numpy_ndarray):
        out = value.tensor
    elif isinstance(value, torch.Tensor):
        out = torch.tensor(value.tolist(), dtype=value.dtype)
    elif isinstance(value, (list, tuple)) and any([_numpy_is_part(one) for one in value]):
        out = torch.stack(_numpy_promote_all([_numpy_tensor(one) for one in value]))
    else:
        out = torch.tensor(value)
        if out.dtype is torch.float32:
            out = torch.tensor(value, dtype=torch.float64)
    return out if dtype is None or out.dtype is dtype else out.to(dtype)


def _numpy_as_real(tensor):
    return tensor if tensor.dtype.is_floating_point else tensor.to(torch.float64)


def _numpy_real(value):
    return _numpy_as_real(_numpy_tensor(value))


# What two arrays are computed in: a bool takes the other's dtype, and a real one holds whole numbers of half its size.
def _numpy_promoted(a, b):
    if a is b or b is torch.bool:
        return a
    if a is torch.bool:
        return b
    if a.is_floating_point == b.is_floating_point:
        mixed = torch.uint8 in (a, b) and torch.int8 in (a, b)
        return torch.int16 if mixed else a if a.itemsize > b.itemsize else b
    real, whole = (a, b) if a.is_floating_point else (b, a)
    if real.itemsize >= 2 * whole.itemsize or real is torch.float64:
        return real
    return torch.float32 if whole.itemsize <= 2 else torch.float64


def _numpy_promote_all(tensors):
    dtype = tensors[0].dtype
    for one in tensors[1:]:
        dtype = _numpy_promoted(dtype, one.dtype)
    return [one if one.dtype is dtype else one.to(dtype) for one in tensors]


# Whether a number takes the dtype of the array beside it, as Python's own do; numbers of NumPy have a dtype.
def _numpy_is_weak(value):
    return isinstance(value, (int, float, bool)) and not torch._numpy.is_scalar(value)


def _numpy_pair(a, b):
    left, right = _numpy_tensor(a), _numpy_tensor(b)
    if left.dtype is torch.bool and isinstance(b, int) and not isinstance(b, bool):
        left = left.to(torch.int64)
    if right.dtype is torch.bool and isinstance(a, int) and not isinstance(a, bool):
        right = right.to(torch.int64)
    whole = not left.dtype.is_floating_point and not right.dtype.is_floating_point
    # A Python number takes the dtype of an array of real numbers; of whole numbers and a real one float64 is made.
    if _numpy_is_weak(b) and (whole or left.dtype.is_floating_point):
        right = right.to(left.dtype) if left.dtype.is_floating_point or isinstance(b, int) else right
    elif _numpy_is_weak(a) and (whole or right.dtype.is_floating_point):
        left = left.to(right.dtype) if right.dtype.is_floating_point or isinstance(a, int) else left
    elif (isinstance(a, float) and _numpy_is_weak(a)) or (isinstance(b, float) and _numpy_is_weak(b)):
        left, right = left.to(torch.float64), right.to(torch.float64)
    elif left.dtype is not right.dtype:
        left, right = _numpy_promote_all([left, right])
    return left, right


# bool, int, float
def _numpy_rank(dtype):
    return 0 if dtype is torch.bool else 2 if dtype.is_floating_point else 1


def _numpy_shape(shape):
    return [shape] if isinstance(shape, int) else list(shape)


class numpy_ndarray:
    def __init__(self, tensor):
        self.tensor = tensor

    @property
    def shape(self):
        return tuple(self.tensor.shape)

    @property
    def dtype(self):
        return self.tensor.dtype

    @property
    def ndim(self):
        return self.tensor.dim()

    @property
    def size(self):
        return self.tensor.numel()

    @property
    def T(self):
        return numpy_ndarray(self.tensor.permute(list(range(self.tensor.dim()))[::-1]))

    def __len__(self):
        return self.tensor.shape[0]

    def __iter__(self):
        return iter([_numpy_made(self.tensor[i]) for i in range(self.tensor.shape[0])])

    def __getitem__(self, key):
        tensor, key = _numpy_forwards(self.tensor, key)
        return _numpy_made(tensor[_numpy_key(key)])

    def __setitem__(self, key, value):
        if any([_numpy_is_backwards(one) for one in (key if isinstance(key, tuple) else (key,))]):
            raise NotImplementedError("items of an array are not set by a slice that goes backwards")
        self.tensor[_numpy_key(key)] = _numpy_tensor(value).to(self.tensor.dtype)

    def _set(self, result):
        result = _numpy_tensor(result)
        if _numpy_rank(result.dtype) > _numpy_rank(self.tensor.dtype):
            raise TypeError(f"Cannot cast ufunc output from {result.dtype} to {self.tensor.dtype}")
        self.tensor.copy_(result)
        return self

    def __iadd__(self, other):
        return self._set(self + other)

    def __isub__(self, other):
        return self._set(self - other)

    def __imul__(self, other):
        return self._set(self * other)

    def __itruediv__(self, other):
        return self._set(self / other)

    def __neg__(self):
        return numpy_ndarray(-self.tensor)

    def __abs__(self):
        return numpy_ndarray(self.tensor.abs())

    def __add__(self, other):
        a, b = _numpy_pair(self, other)
        return _numpy_made(a + b)

    def __radd__(self, other):
        if isinstance(other, torch.Tensor) and self.tensor.dim() == 0:
            return other + self.item()
        a, b = _numpy_pair(other, self)
        return _numpy_made(a + b)

    def __sub__(self, other):
        a, b = _numpy_pair(self, other)
        return _numpy_made(a - b)

    def __rsub__(self, other):
        if isinstance(other, torch.Tensor) and self.tensor.dim() == 0:
            return other - self.item()
        a, b = _numpy_pair(other, self)
        return _numpy_made(a - b)

    def __mul__(self, other):
        a, b = _numpy_pair(self, other)
        return _numpy_made(a * b)

    def __rmul__(self, other):
        if isinstance(other, torch.Tensor) and self.tensor.dim() == 0:
            return other * self.item()
        a, b = _numpy_pair(other, self)
        return _numpy_made(a * b)

    def __truediv__(self, other):
        a, b = _numpy_pair(self, other)
        return _numpy_made(_numpy_as_real(a) / _numpy_as_real(b))

    def __rtruediv__(self, other):
        if isinstance(other, torch.Tensor) and self.tensor.dim() == 0:
            return other / self.item()
        a, b = _numpy_pair(other, self)
        return _numpy_made(_numpy_as_real(a) / _numpy_as_real(b))

    def __floordiv__(self, other):
        a, b = _numpy_pair(self, other)
        return _numpy_made(a // b)

    def __mod__(self, other):
        a, b = _numpy_pair(self, other)
        return _numpy_made(a % b)

    def __pow__(self, other):
        a, b = _numpy_pair(self, other)
        return _numpy_made(a**b)

    def __rpow__(self, other):
        a, b = _numpy_pair(other, self)
        return _numpy_made(a**b)

    def __matmul__(self, other):
        a, b = _numpy_pair(self, other)
        return _numpy_made(a @ b)

    def __lt__(self, other):
        return _numpy_made(self.tensor < _numpy_tensor(other))

    def __le__(self, other):
        return _numpy_made(self.tensor <= _numpy_tensor(other))

    def __gt__(self, other):
        return _numpy_made(self.tensor > _numpy_tensor(other))

    def __ge__(self, other):
        return _numpy_made(self.tensor >= _numpy_tensor(other))

    def __eq__(self, other):
        return _numpy_made(self.tensor == _numpy_tensor(other))

    def __ne__(self, other):
        return _numpy_made(self.tensor != _numpy_tensor(other))

    def __bool__(self):
        if self.tensor.numel() != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous")
        return bool(self.tensor.item())

    def __int__(self):
        return int(self.tensor.item())

    def __float__(self):
        return float(self.tensor.item())

    def item(self):
        return self.tensor.item()

    def tolist(self):
        return self.tensor.tolist()

    def astype(self, dtype):
        return numpy_ndarray(self.tensor.clone().to(_numpy_dtype(dtype)))

    def copy(self):
        return numpy_ndarray(self.tensor.clone())

    def reshape(self, *shape):
        return numpy_ndarray(self.tensor.reshape(list(shape[0]) if not isinstance(shape[0], int) else list(shape)))

    def flatten(self):
        return numpy_ndarray(self.tensor.reshape(-1).clone())

    def ravel(self):
        return numpy_ndarray(self.tensor.reshape(-1))

    def squeeze(self, axis=None):
        return numpy_ndarray(self.tensor.squeeze() if axis is None else self.tensor.squeeze(axis))

    def transpose(self, *axes):
        axes = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes
        return numpy_ndarray(self.tensor.permute(list(axes) if axes else list(range(self.tensor.dim()))[::-1]))

    def repeat(self, repeats, axis=None):
        return numpy_repeat(self, repeats, axis)

    def sum(self, axis=None, keepdims=False):
        return numpy_sum(self, axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        return numpy_mean(self, axis, keepdims=keepdims)

    def prod(self, axis=None):
        return _numpy_made(self.tensor.prod() if axis is None else self.tensor.prod(axis))

    def max(self, axis=None):
        return numpy_max(self, axis)

    def min(self, axis=None):
        return numpy_min(self, axis)

    def cumsum(self, axis=None):
        return numpy_cumsum(self, axis)

    def argmax(self, axis=None):
        return numpy_argmax(self, axis)

    def argmin(self, axis=None):
        return numpy_argmin(self, axis)

    def any(self):
        return _numpy_scalar(bool(self.tensor.any().item()))

    def all(self):
        return _numpy_scalar(bool(self.tensor.all().item()))

    def dot(self, other):
        return self @ other

    def round(self, decimals=0):
        return numpy_round(self, decimals)

    def std(self, axis=None):
        return numpy_std(self, axis)

    def var(self, axis=None):
        return numpy_var(self, axis)

    def clip(self, min=None, max=None):
        return numpy_clip(self, min, max)

    def argsort(self, axis=-1):
        return numpy_argsort(self, axis)

    def cumprod(self, axis=None):
        return numpy_cumprod(self, axis)

    def nonzero(self):
        return numpy_nonzero(self)

    def fill(self, value):
        self.tensor.fill_(value)


def _numpy_is_backwards(key):
    return isinstance(key, slice) and key.step is not None and key.step < 0


# Slices that go backwards take their places one by one, for tensors have no such slices; what is left of the key.
def _numpy_forwards(tensor, key):
    keys = list(key) if isinstance(key, tuple) else [key]
    if not any([_numpy_is_backwards(one) for one in keys]):
        return tensor, key
    if any([isinstance(one, numpy_ndarray) and one.ndim > 1 for one in keys]):
        raise NotImplementedError("an array of several dimensions beside a slice that goes backwards")
    taken = len([one for one in keys if one is not None and one is not Ellipsis])
    dim = 0
    for i, one in enumerate(keys):
        if _numpy_is_backwards(one):
            places = list(range(tensor.shape[dim]))[one]
            tensor = tensor.index_select(dim, torch.tensor(places, dtype=torch.int64))
            keys[i] = slice(None)
        dim += 0 if one is None else tensor.dim() - taken if one is Ellipsis else 1
    return tensor, tuple(keys)


def _numpy_key(key):
    if isinstance(key, tuple):
        return tuple([_numpy_key(one) for one in key])
    return key.tensor if isinstance(key, numpy_ndarray) else key


def numpy_array(object, dtype=None):
    return numpy_ndarray(_numpy_tensor(object, dtype).clone())


def numpy_asarray(a, dtype=None):
    return numpy_ndarray(_numpy_tensor(a, dtype))


def numpy_zeros(shape, dtype=None):
    return numpy_ndarray(torch.zeros(_numpy_shape(shape), dtype=_numpy_dtype_or(dtype, torch.float64)))


def numpy_ones(shape, dtype=None):
    return numpy_ndarray(torch.ones(_numpy_shape(shape), dtype=_numpy_dtype_or(dtype, torch.float64)))


def numpy_full(shape, fill_value, dtype=None):
    kind = torch.bool if isinstance(fill_value, bool) else torch.int64 if isinstance(fill_value, int) else torch.float64
    dtype = _numpy_dtype_or(dtype, kind)
    return numpy_ndarray(torch.full(_numpy_shape(shape), fill_value, dtype=dtype))


def numpy_indices(dimensions, dtype=None):
    grids = torch.meshgrid([torch.arange(size) for size in dimensions], indexing="ij")
    return numpy_ndarray(torch.stack(grids).to(_numpy_dtype_or(dtype, torch.int64)))


def numpy_empty(shape, dtype=None):
    return numpy_zeros(shape, dtype)


def numpy_empty_like(prototype, dtype=None):
    return numpy_zeros_like(prototype, dtype)


def numpy_zeros_like(a, dtype=None):
    return numpy_ndarray(torch.zeros_like(_numpy_tensor(a, dtype)))


def numpy_ones_like(a, dtype=None):
    return numpy_ndarray(torch.ones_like(_numpy_tensor(a, dtype)))


def numpy_full_like(a, fill_value, dtype=None):
    return numpy_ndarray(torch.full_like(_numpy_tensor(a, dtype), fill_value))


def numpy_eye(N, M=None, dtype=None):
    return numpy_ndarray(torch.eye(N, N if M is None else M, dtype=_numpy_dtype_or(dtype, torch.float64)))


def numpy_identity(n, dtype=None):
    return numpy_eye(n, None, dtype)


def numpy_arange(*bounds, dtype=None):
    if not any([isinstance(bound, float) for bound in bounds]):
        return numpy_ndarray(torch.arange(*bounds, dtype=_numpy_dtype_or(dtype, torch.int64)))
    start, stop, step = 0, bounds[0], 1
    if len(bounds) > 1:
        start, stop, step = bounds[0], bounds[1], bounds[2] if len(bounds) > 2 else 1
    count = max(math.ceil((stop - start) / step), 0)
    delta = (start + step) - start
    out = torch.arange(count, dtype=torch.float64) * delta + start
    return numpy_ndarray(out.to(_numpy_dtype_or(dtype, torch.float64)))


def numpy_linspace(start, stop, num=50, endpoint=True, dtype=None):
    parts = num - 1 if endpoint else num
    step = (stop - start) / parts if parts > 0 else 0.0
    out = torch.arange(num, dtype=torch.float64) * step + start
    if endpoint and num > 1:
        out[-1] = float(stop)
    return numpy_ndarray(out if dtype is None else out.to(_numpy_dtype(dtype)))


def numpy_concatenate(arrays, axis=0):
    tensors = _numpy_promote_all([_numpy_tensor(one) for one in arrays])
    return numpy_ndarray(torch.cat([one.reshape(-1) for one in tensors] if axis is None else tensors, axis or 0))


def numpy_append(arr, values, axis=None):
    tensors = [_numpy_tensor(arr), _numpy_tensor(values)]
    if axis is None:
        tensors = [one.reshape(-1) for one in tensors]
    return numpy_concatenate([numpy_ndarray(one) for one in tensors], axis or 0)


def numpy_diff(a, n=1, axis=-1):
    tensor = _numpy_tensor(a)
    for _ in range(n):
        count = tensor.shape[axis] - 1
        head, tail = tensor.narrow(axis, 0, count), tensor.narrow(axis, 1, count)
        tensor = head != tail if tensor.dtype is torch.bool else tail - head
    return numpy_ndarray(tensor)


def numpy_stack(arrays, axis=0):
    return numpy_ndarray(torch.stack(_numpy_promote_all([_numpy_tensor(one) for one in arrays]), axis))


def numpy_vstack(tup):
    rows = [_numpy_tensor(one) for one in tup]
    return numpy_ndarray(torch.cat([row.unsqueeze(0) if row.dim() == 1 else row for row in rows], 0))


def numpy_hstack(tup):
    rows = [_numpy_tensor(one) for one in tup]
    return numpy_ndarray(torch.cat(rows, 0 if rows[0].dim() == 1 else 1))


def numpy_expand_dims(a, axis):
    return numpy_ndarray(_numpy_tensor(a).unsqueeze(axis))


def numpy_squeeze(a, axis=None):
    return numpy_ndarray(_numpy_tensor(a)).squeeze(axis)


def numpy_reshape(a, newshape):
    return numpy_ndarray(_numpy_tensor(a).reshape(_numpy_shape(newshape)))


def numpy_transpose(a, axes=None):
    tensor = _numpy_tensor(a)
    return numpy_ndarray(tensor.permute(list(range(tensor.dim()))[::-1] if axes is None else list(axes)))


def numpy_swapaxes(a, axis1, axis2):
    return numpy_ndarray(_numpy_tensor(a).transpose(axis1, axis2))


def numpy_moveaxis(a, source, destination):
    return numpy_ndarray(torch.movedim(_numpy_tensor(a), source, destination))


# A number, a pair for all axes or a pair for each of them.
def _numpy_pairs(value, dims):
    if isinstance(value, numpy_ndarray):
        value = value.tolist()
    if not isinstance(value, (list, tuple)):
        return [(value, value)] * dims
    if not isinstance(value[0], (list, tuple)):
        return [(value[0], value[0]) if len(value) == 1 else (value[0], value[1])] * dims
    pairs = [(one[0], one[0]) if len(one) == 1 else (one[0], one[1]) for one in value]
    return pairs * dims if len(pairs) == 1 else pairs


def numpy_pad(array, pad_width, mode="constant", constant_values=0):
    if mode not in ("constant", "edge"):
        raise NotImplementedError("pad() of another mode than constant and edge is outside of the subset")
    tensor = _numpy_tensor(array)
    widths = _numpy_pairs(pad_width, tensor.dim())
    values = _numpy_pairs(constant_values, tensor.dim())
    for axis in range(tensor.dim()):
        parts = []
        for at, width in enumerate(widths[axis]):
            sizes = list(tensor.shape)
            sizes[axis] = width
            if mode == "edge":
                parts.append(tensor.narrow(axis, 0 if at == 0 else tensor.shape[axis] - 1, 1).expand(sizes))
            else:
                parts.append(torch.full(sizes, values[axis][at]).to(tensor.dtype))
        tensor = torch.cat([parts[0], tensor, parts[1]], axis)
    return numpy_ndarray(tensor)


def numpy_repeat(a, repeats, axis=None):
    tensor = _numpy_tensor(a)
    return numpy_ndarray(torch.repeat_interleave(tensor.reshape(-1) if axis is None else tensor, repeats, axis or 0))


def numpy_tile(A, reps):
    return numpy_ndarray(torch.tile(_numpy_tensor(A), _numpy_shape(reps)))


def numpy_meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    if sparse:
        raise NotImplementedError("meshgrid(sparse=True) is outside of the subset that is captured")
    return [numpy_ndarray(one) for one in torch.meshgrid([_numpy_tensor(x) for x in xi], indexing=indexing)]


def numpy_flip(m, axis=None):
    tensor = _numpy_tensor(m)
    return numpy_ndarray(torch.flip(tensor, list(range(tensor.dim())) if axis is None else _numpy_shape(axis)))


def numpy_cumsum(a, axis=None):
    tensor = _numpy_tensor(a)
    return numpy_ndarray(tensor.reshape(-1).cumsum(0) if axis is None else tensor.cumsum(axis))


def numpy_cumprod(a, axis=None):
    tensor = _numpy_tensor(a)
    return numpy_ndarray(tensor.reshape(-1).cumprod(0) if axis is None else tensor.cumprod(axis))


def numpy_sum(a, axis=None, keepdims=False):
    tensor = _numpy_tensor(a)
    return _numpy_made(tensor.sum() if axis is None else tensor.sum(_numpy_shape(axis), keepdims))


def numpy_mean(a, axis=None, dtype=None, keepdims=False):
    tensor = _numpy_real(a) if dtype is None else _numpy_tensor(a, dtype)
    return _numpy_made(tensor.mean() if axis is None else tensor.mean(_numpy_shape(axis), keepdims))


def numpy_max(a, axis=None):
    tensor = _numpy_tensor(a)
    return _numpy_made(tensor.max() if axis is None else tensor.amax(axis))


def numpy_min(a, axis=None):
    tensor = _numpy_tensor(a)
    return _numpy_made(tensor.min() if axis is None else tensor.amin(axis))


def numpy_argmax(a, axis=None):
    return _numpy_made(_numpy_tensor(a).argmax() if axis is None else _numpy_tensor(a).argmax(axis))


def numpy_argmin(a, axis=None):
    return _numpy_made(_numpy_tensor(a).argmin() if axis is None else _numpy_tensor(a).argmin(axis))


def numpy_abs(x):
    return _numpy_scalar(abs(x)) if isinstance(x, (int, float)) else _numpy_made(_numpy_tensor(x).abs())


def numpy_sqrt(x):
    return _numpy_made(_numpy_real(x).sqrt())


def numpy_exp(x):
    return _numpy_made(_numpy_real(x).exp())


def numpy_log(x):
    return _numpy_made(_numpy_real(x).log())


def numpy_log2(x):
    return _numpy_made(_numpy_real(x).log2())


def numpy_log10(x):
    return _numpy_made(_numpy_real(x).log10())


def numpy_log1p(x):
    return _numpy_made(_numpy_real(x).log1p())


def numpy_sin(x):
    return _numpy_made(_numpy_real(x).sin())


def numpy_cos(x):
    return _numpy_made(_numpy_real(x).cos())


def numpy_sinc(x):
    y = math.pi * torch.where(_numpy_real(x) == 0, 1.0e-20, _numpy_real(x))
    return _numpy_made(y.sin() / y)


def numpy_tanh(x):
    return _numpy_made(_numpy_real(x).tanh())


def numpy_prod(a, axis=None):
    tensor = _numpy_tensor(a)
    return _numpy_made(tensor.prod() if axis is None else tensor.prod(axis))


def numpy_power(x1, x2):
    if isinstance(x1, (int, float)) and isinstance(x2, (int, float)):
        return _numpy_scalar(x1**x2)
    a, b = _numpy_pair(x1, x2)
    return _numpy_made(a**b)


def numpy_round(a, decimals=0):
    if isinstance(a, (int, float)):
        return _numpy_scalar(round(a, decimals))
    a = _numpy_tensor(a)
    scale = 10**decimals
    return _numpy_made(a.round() if decimals == 0 else (a * scale).round() / scale)


def numpy_maximum(x1, x2):
    a, b = _numpy_pair(x1, x2)
    return _numpy_made(torch.maximum(a, b))


def numpy_minimum(x1, x2):
    a, b = _numpy_pair(x1, x2)
    return _numpy_made(torch.minimum(a, b))


def numpy_clip(a, a_min, a_max):
    return _numpy_made(_numpy_tensor(a).clamp(a_min, a_max))


def numpy_where(condition, x, y):
    a, b = _numpy_pair(x, y)
    return _numpy_made(torch.where(_numpy_tensor(condition), a, b))


def numpy_dot(a, b):
    left, right = _numpy_pair(a, b)
    return _numpy_made(left * right if left.dim() == 0 or right.dim() == 0 else left @ right)


def numpy_matmul(x1, x2):
    left, right = _numpy_pair(x1, x2)
    return _numpy_made(left @ right)


def numpy_outer(a, b):
    left, right = _numpy_pair(a, b)
    return numpy_ndarray(torch.outer(left.reshape(-1), right.reshape(-1)))


def numpy_einsum(subscripts, *operands):
    tensors = [_numpy_tensor(one) for one in operands]
    widest = torch.zeros(1, dtype=tensors[0].dtype)
    for one in tensors[1:]:
        widest = widest + torch.zeros(1, dtype=one.dtype)
    return _numpy_made(torch.einsum(subscripts, *[one.to(widest.dtype) for one in tensors]))


def numpy_triu(m, k=0):
    return numpy_ndarray(_numpy_tensor(m).triu(k))


def numpy_tril_indices(n, k=0, m=None):
    columns = n if m is None else m
    places = [(i, j) for i in range(n) for j in range(columns) if j <= i + k]
    return tuple([numpy_array([place[d] for place in places], dtype=torch.int64) for d in range(2)])


def numpy_triu_indices(n, k=0, m=None):
    columns = n if m is None else m
    places = [(i, j) for i in range(n) for j in range(columns) if j >= i + k]
    return tuple([numpy_array([place[d] for place in places], dtype=torch.int64) for d in range(2)])


def numpy_tril(m, k=0):
    return numpy_ndarray(_numpy_tensor(m).tril(k))


def numpy_diag(v, k=0):
    return numpy_ndarray(torch.diag(_numpy_tensor(v), k))


def numpy_isscalar(element):
    return isinstance(element, (int, float, bool, str))


def numpy_ndim(a):
    return 0 if isinstance(a, (int, float, bool)) else _numpy_tensor(a).dim()


def numpy_sign(x):
    return _numpy_made(_numpy_tensor(x).sign())


def numpy_square(x):
    return _numpy_scalar(x * x) if isinstance(x, (int, float)) else _numpy_made(_numpy_tensor(x) ** 2)


def numpy_ravel(a):
    return numpy_ndarray(_numpy_tensor(a).reshape(-1))


def numpy_argsort(a, axis=-1, kind=None):
    return numpy_ndarray(torch.argsort(_numpy_tensor(a), dim=axis, stable=True))


def numpy_sort(a, axis=-1):
    return numpy_ndarray(torch.sort(_numpy_tensor(a), dim=axis).values)


def numpy_unique(ar):
    return numpy_array(sorted(set(_numpy_tensor(ar).reshape(-1).tolist())))


def numpy_nonzero(a):
    found = _numpy_tensor(a)
    places = [place for place in itertools_product(*[range(n) for n in found.shape]) if found[place].item()]
    return tuple([numpy_array([place[d] for place in places], dtype=torch.int64) for d in range(found.dim())])


def numpy_flatnonzero(a):
    return numpy_nonzero(numpy_ravel(a))[0]


def numpy_floor_divide(x1, x2):
    left, right = _numpy_pair(x1, x2)
    return _numpy_made(left // right)


def numpy_mod(x1, x2):
    left, right = _numpy_pair(x1, x2)
    return _numpy_made(left % right)


def _numpy_compared(compare, x1, x2):
    left, right = _numpy_pair(x1, x2)
    return _numpy_made(compare(left, right))


def numpy_equal(x1, x2):
    return _numpy_compared(torch.eq, x1, x2)


def numpy_not_equal(x1, x2):
    return _numpy_compared(torch.ne, x1, x2)


def numpy_less(x1, x2):
    return _numpy_compared(torch.lt, x1, x2)


def numpy_less_equal(x1, x2):
    return _numpy_compared(torch.le, x1, x2)


def numpy_greater(x1, x2):
    return _numpy_compared(torch.gt, x1, x2)


def numpy_greater_equal(x1, x2):
    return _numpy_compared(torch.ge, x1, x2)


def numpy_logical_and(x1, x2):
    return _numpy_made(torch.logical_and(_numpy_tensor(x1), _numpy_tensor(x2)))


def numpy_logical_or(x1, x2):
    return _numpy_made(torch.logical_or(_numpy_tensor(x1), _numpy_tensor(x2)))


def numpy_logical_xor(x1, x2):
    return _numpy_made(torch.logical_xor(_numpy_tensor(x1), _numpy_tensor(x2)))


def numpy_logical_not(x):
    return _numpy_made(torch.logical_not(_numpy_tensor(x)))


def numpy_isnan(x):
    return _numpy_made(torch.isnan(_numpy_tensor(x)))


def numpy_isinf(x):
    return _numpy_made(torch.isinf(_numpy_tensor(x)))


def numpy_isfinite(x):
    return _numpy_made(torch.isfinite(_numpy_tensor(x)))


def numpy_add(x1, x2):
    left, right = _numpy_pair(x1, x2)
    return _numpy_made(left + right)


def numpy_subtract(x1, x2):
    left, right = _numpy_pair(x1, x2)
    return _numpy_made(left - right)


def numpy_multiply(x1, x2):
    left, right = _numpy_pair(x1, x2)
    return _numpy_made(left * right)


def numpy_divide(x1, x2):
    left, right = _numpy_pair(x1, x2)
    return _numpy_made(_numpy_as_real(left) / _numpy_as_real(right))


def numpy_array_equal(a1, a2):
    left, right = _numpy_tensor(a1), _numpy_tensor(a2)
    return tuple(left.shape) == tuple(right.shape) and bool((left == right).all().item())


def numpy_all(a):
    return _numpy_scalar(bool(_numpy_tensor(a).all().item()))


def numpy_any(a):
    return _numpy_scalar(bool(_numpy_tensor(a).any().item()))


def numpy_std(a, axis=None):
    a = _numpy_real(a)
    return _numpy_made(a.std(unbiased=False) if axis is None else a.std(axis, unbiased=False))


def numpy_var(a, axis=None):
    a = _numpy_real(a)
    return _numpy_made(a.var(unbiased=False) if axis is None else a.var(axis, unbiased=False))


def numpy_deg2rad(x):
    return (
        _numpy_scalar(x * (math.pi / 180))
        if isinstance(x, (int, float))
        else _numpy_made(_numpy_real(x) * (math.pi / 180))
    )


def numpy_logspace(start, stop, num=50, endpoint=True, base=10.0):
    return base ** numpy_linspace(start, stop, num, endpoint)


def numpy_geomspace(start, stop, num=50):
    return 10.0 ** numpy_linspace(math.log10(start), math.log10(stop), num)


def numpy_hanning(M):
    n = numpy_arange(1 - M, M, 2)
    return 0.5 + 0.5 * numpy_cos(math.pi * n / (M - 1))


def numpy_hamming(M):
    n = numpy_arange(1 - M, M, 2)
    return 0.54 + 0.46 * numpy_cos(math.pi * n / (M - 1))


def numpy_fill_diagonal(a, val):
    for i in range(min(a.tensor.shape)):
        a.tensor[i, i] = val


def numpy_linalg_inv(a):
    return numpy_ndarray(torch.linalg.inv(_numpy_real(a)))


def numpy_linalg_qr(a):
    q, r = torch.linalg.qr(_numpy_real(a))
    return numpy_ndarray(q), numpy_ndarray(r)


def numpy_linalg_cholesky(a):
    return numpy_ndarray(torch.linalg.cholesky(_numpy_real(a)))


def numpy_linalg_solve(a, b):
    return numpy_ndarray(torch.linalg.solve(_numpy_real(a), _numpy_real(b)))


def numpy_linalg_det(a):
    return _numpy_made(torch.linalg.det(_numpy_real(a)))


def numpy_linalg_norm(x, ord=None, axis=None, keepdims=False):
    if ord is not None and ord != 2:
        raise NotImplementedError("norms of an array are those of the second order")
    squares = _numpy_real(x) ** 2
    return _numpy_made((squares.sum() if axis is None else squares.sum(axis, keepdims)).sqrt())


def numpy_float16(x):
    return numpy_ndarray(_numpy_tensor(x, torch.float16))


def numpy_float32(x):
    return numpy_ndarray(_numpy_tensor(x, torch.float32))


def _numpy_whole(x, dtype):
    if isinstance(x, int) and not torch.iinfo(dtype).min <= x <= torch.iinfo(dtype).max:
        raise OverflowError("Python integer " + str(x) + " out of bounds for " + str(dtype).replace("torch.", ""))
    return numpy_ndarray(_numpy_tensor(x, dtype))


def numpy_uint8(x):
    return _numpy_whole(x, torch.uint8)


def numpy_int8(x):
    return _numpy_whole(x, torch.int8)


def numpy_int16(x):
    return _numpy_whole(x, torch.int16)


def numpy_int32(x):
    return _numpy_whole(x, torch.int32)


def numpy_bool_(x):
    return _numpy_scalar(bool(x))


def _numpy_unsigned(x):
    if int(x) < 0:
        raise OverflowError("Python integer " + str(int(x)) + " out of bounds for uint64")
    return _numpy_scalar(int(x))


def numpy_uint(x):
    return _numpy_unsigned(x)


def numpy_uint64(x):
    return _numpy_unsigned(x)


def numpy_float64(x):
    return _numpy_scalar(float(x))


def numpy_int64(x):
    return _numpy_scalar(int(x))


# Drawn numbers: of a size, as an array whose values are not known, and which no condition can ask.
def _numpy_drawn(tensor, size):
    if size is None or size == ():
        raise NotImplementedError("a number that NumPy draws is not known")
    return numpy_ndarray(tensor)


def _numpy_drawn_size(size):
    return () if size is None else _numpy_shape(size)


def numpy_random_seed(seed=None):
    del seed


def numpy_random_uniform(low=0.0, high=1.0, size=None):
    return _numpy_drawn(torch.rand(_numpy_drawn_size(size), dtype=torch.float64) * (high - low) + low, size)


def numpy_random_normal(loc=0.0, scale=1.0, size=None):
    return _numpy_drawn(torch.randn(_numpy_drawn_size(size), dtype=torch.float64) * scale + loc, size)


def numpy_random_rand(*sizes):
    return numpy_random_uniform(size=sizes)


def numpy_random_randn(*sizes):
    return numpy_random_normal(size=sizes)


def numpy_random_random(size=None):
    return numpy_random_uniform(size=size)


def numpy_random_random_sample(size=None):
    return numpy_random_uniform(size=size)


def numpy_random_standard_normal(size=None):
    return numpy_random_normal(size=size)


def numpy_random_randint(low, high=None, size=None):
    low, high = (0, low) if high is None else (low, high)
    known = type(low) is int and type(high) is int
    if known and low >= high:
        raise ValueError("low >= high")
    low, high = (low, high) if known else (0, 2)  # a bound that was drawn
    return _numpy_drawn(torch.randint(low, high, _numpy_drawn_size(size)), size)


def numpy_random_binomial(n, p, size=None):
    del p
    return _numpy_drawn(torch.randint(0, n + 1, _numpy_drawn_size(size)), size)


def numpy_random_permutation(x):
    if not isinstance(x, int):
        raise NotImplementedError("a permutation of an array is outside of the subset that is captured")
    return _numpy_drawn(torch.randperm(x), (x,))


class numpy_random_RandomState:
    def __init__(self, seed=None):
        self._seed = seed

    def seed(self, seed=None):
        self._seed = seed

    def rand(self, *sizes):
        return numpy_random_uniform(size=sizes)

    def randn(self, *sizes):
        return numpy_random_normal(size=sizes)

    def uniform(self, low=0.0, high=1.0, size=None):
        return numpy_random_uniform(low, high, size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        return numpy_random_normal(loc, scale, size)

    def randint(self, low, high=None, size=None):
        return numpy_random_randint(low, high, size)

    def permutation(self, x):
        return numpy_random_permutation(x)


numpy_absolute = numpy_abs
numpy_amax = numpy_max
numpy_amin = numpy_min
numpy_around = numpy_round
numpy_concat = numpy_concatenate
numpy_remainder = numpy_mod


def numpy_negative(x):
    return -x if isinstance(x, (int, float)) else _numpy_made(-_numpy_tensor(x))


def numpy_positive(x):
    return x if isinstance(x, (int, float)) else _numpy_made(_numpy_tensor(x).clone())


def numpy_tan(x):
    return _numpy_made(_numpy_real(x).tan())


def numpy_sinh(x):
    return _numpy_made(_numpy_real(x).sinh())


def numpy_cosh(x):
    return _numpy_made(_numpy_real(x).cosh())


def numpy_arcsin(x):
    return _numpy_made(_numpy_real(x).asin())


def numpy_arccos(x):
    return _numpy_made(_numpy_real(x).acos())


def numpy_arctan(x):
    return _numpy_made(_numpy_real(x).atan())


def numpy_arctan2(x1, x2):
    a, b = _numpy_pair(x1, x2)
    return _numpy_made(torch.atan2(_numpy_as_real(a), _numpy_as_real(b)))


def numpy_hypot(x1, x2):
    a, b = _numpy_pair(x1, x2)
    return _numpy_made(torch.hypot(_numpy_as_real(a), _numpy_as_real(b)))


def numpy_expm1(x):
    return _numpy_made(_numpy_real(x).expm1())


def numpy_exp2(x):
    return _numpy_made(_numpy_real(x).exp2())


def numpy_fmod(x1, x2):
    a, b = _numpy_pair(x1, x2)
    return _numpy_made(torch.fmod(a, b))


def numpy_trunc(x):
    return _numpy_made(_numpy_real(x).trunc())


def numpy_rint(x):
    return _numpy_made(_numpy_real(x).round())


def numpy_count_nonzero(a, axis=None):
    tensor = _numpy_tensor(a) != 0
    return _numpy_made(tensor.sum() if axis is None else tensor.sum(axis))


def numpy_ptp(a, axis=None):
    return numpy_max(a, axis) - numpy_min(a, axis)


def numpy_size(a, axis=None):
    tensor = _numpy_tensor(a)
    return tensor.numel() if axis is None else tensor.shape[axis]


def numpy_diagonal(a, offset=0):
    return numpy_ndarray(torch.diagonal(_numpy_tensor(a), offset))


def numpy_tri(N, M=None, k=0, dtype=None):
    ones = torch.ones(N, N if M is None else M, dtype=_numpy_dtype_or(dtype, torch.float64))
    return numpy_ndarray(torch.tril(ones, k))


def numpy_inner(a, b):
    left, right = _numpy_pair(a, b)
    return _numpy_made(torch.inner(left, right))


def numpy_kron(a, b):
    left, right = _numpy_pair(a, b)
    return numpy_ndarray(torch.kron(left, right))


def numpy_broadcast_to(array, shape):
    return numpy_ndarray(_numpy_tensor(array).expand(_numpy_shape(shape)))


def numpy_ascontiguousarray(a, dtype=None):
    return numpy_ndarray(_numpy_tensor(a, dtype).contiguous())


def numpy_column_stack(tup):
    columns = _numpy_promote_all([_numpy_tensor(one) for one in tup])
    return numpy_ndarray(torch.cat([one.unsqueeze(1) if one.dim() == 1 else one for one in columns], 1))


def numpy_roll(a, shift, axis=None):
    tensor = _numpy_tensor(a)
    return numpy_ndarray(torch.roll(tensor, shift) if axis is None else torch.roll(tensor, shift, axis))


# A number of equal parts, or the places where parts begin.
def numpy_split(ary, indices_or_sections, axis=0):
    tensor = _numpy_tensor(ary)
    size = tensor.shape[axis]
    if isinstance(indices_or_sections, int):
        if size % indices_or_sections != 0:
            raise ValueError("array split does not result in an equal division")
        each = size // indices_or_sections
        return [numpy_ndarray(tensor.narrow(axis, i * each, each)) for i in range(indices_or_sections)]
    ends = [0] + [min(max(int(one), 0), size) for one in indices_or_sections] + [size]
    parts = [(ends[i], max(ends[i + 1] - ends[i], 0)) for i in range(len(ends) - 1)]
    return [numpy_ndarray(tensor.narrow(axis, start, length)) for start, length in parts]
