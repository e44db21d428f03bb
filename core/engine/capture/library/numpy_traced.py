# NumPy as Dynamo traces it: strict capture computes NumPy's functions with tensors, in the graph. An array is a tensor;
# a number becomes a tensor of int64 or float64, and what a function gives is an array, also without dimensions. An
# operator of an array and a tensor is the tensor's. The names of these functions are those of numpy, after `traced_`.
#
#   x / np.sqrt(4)    # lift_fresh_copy of an int64 constant, to.dtype(float64), sqrt, div.Tensor(x, sqrt)


def _traced_refuse(message):
    return torch._dynamo.unsupported(message)


# A list of numbers that a tensor is made of: real numbers are float64.
def _traced_has_real(obj):
    if isinstance(obj, (list, tuple)):
        return any([_traced_has_real(one) for one in obj])
    return isinstance(obj, float)


def _traced_listed(obj):
    out = []
    for one in obj:
        if isinstance(one, (list, tuple)):
            out.append(_traced_listed(one))
        else:
            out.append(one.tensor.tolist() if isinstance(one, traced_ndarray) else one)
    return out


def _traced_is_tensor(value):
    return isinstance(value, (traced_ndarray, torch.Tensor))


def _traced_array(obj):
    if isinstance(obj, traced_ndarray):
        return obj
    if isinstance(obj, torch.Tensor):
        return traced_ndarray(obj)
    if isinstance(obj, (list, tuple)):
        if len(obj) > 0 and all([_traced_is_tensor(one) for one in obj]):
            return traced_ndarray(torch.stack([_traced_tensor(one) for one in obj]))
        obj = _traced_listed(obj)
    if not isinstance(obj, (list, tuple, int, float, bool)):
        _traced_refuse("an array of this value")
    dtype = torch.float64 if _traced_has_real(obj) else None
    return traced_ndarray(_traced_literal(obj, dtype), numpy__constant(_traced_literal, (obj, dtype)))


def _traced_tensor(obj):
    return _traced_array(obj).tensor


def _traced_literal(obj, dtype):
    return torch.as_tensor(obj) if dtype is None else torch.as_tensor(obj, dtype=dtype)


# The elements of an array are known where it is made of one known element: of a number, or of such arrays. Runs outside
# of what is captured.
def numpy__constant(function, operands):
    tensor = function(*operands)
    return tensor if tensor.numel() <= 1 else None


def numpy__number(constant):
    return constant.item()


# What a function gives for arrays and numbers, with its known element.
def _traced_apply(function, *operands):
    arrays = [one for one in operands if isinstance(one, traced_ndarray)]
    constant = None
    if all([one.constant is not None for one in arrays]):
        known = [one.constant if isinstance(one, traced_ndarray) else one for one in operands]
        constant = numpy__constant(function, known)
    tensor = function(*[one.tensor if isinstance(one, traced_ndarray) else one for one in operands])
    return traced_ndarray(tensor, constant)


def _traced_operand(value):
    return value if isinstance(value, (int, float, bool)) else _traced_array(value)


def _traced_dtype(dtype):
    return _numpy_dtype(dtype)


def _traced_cast(tensor, dtype):
    return tensor if dtype is None or tensor.dtype is dtype else tensor.to(dtype)


def _traced_real(tensor):
    return tensor if tensor.dtype.is_floating_point or tensor.dtype.is_complex else tensor.to(torch.float64)


def _traced_promoted(tensors):
    dtype = tensors[0].dtype
    for one in tensors[1:]:
        dtype = _numpy_promoted(dtype, one.dtype)
    return [_traced_cast(one, dtype) for one in tensors]


def _traced_type_of(number):
    return torch.bool if isinstance(number, bool) else torch.int64 if isinstance(number, int) else torch.float64


_TRACED_TENSORS_ONLY = (
    "minimum maximum logaddexp logaddexp2 lcm gcd hypot heaviside fmod fmin fmax copysign arctan2"
).split()
_TRACED_WEAK = (
    _TRACED_TENSORS_ONLY
    + (
        "add subtract multiply floor_divide true_divide divide remainder bitwise_and bitwise_or bitwise_xor "
        "bitwise_left_shift bitwise_right_shift pow"
    ).split()
)


# The two operands of a function: a number beside an array takes part in its dtype (NEP 50), as a number if it has that
# dtype already.
def _traced_operands(a, b, name):
    numbers = [not isinstance(one, torch.Tensor) for one in (a, b)]
    if not numbers[0] and not numbers[1]:
        return _traced_promoted([a, b])
    if numbers[0] and numbers[1] or name not in _TRACED_WEAK:
        left = _traced_literal(a, _traced_type_of(a)) if numbers[0] else a
        return [left, _traced_literal(b, _traced_type_of(b)) if numbers[1] else b]
    number, tensor = (a, b) if numbers[0] else (b, a)
    own = _traced_type_of(number)
    wanted = tensor.dtype if _numpy_rank(own) <= _numpy_rank(tensor.dtype) else None
    if own is not wanted or name in _TRACED_TENSORS_ONLY:
        number = _traced_literal(number, own if wanted is None else wanted)
    return [number, tensor] if numbers[0] else [tensor, number]


# A write leaves nothing known of its array. Functions of elements broadcast to it.
def _traced_into(out, array, broadcast=False):
    if out is None:
        return array
    result = array.tensor
    if broadcast and _numpy_rank(result.dtype) > _numpy_rank(out.tensor.dtype):
        _traced_refuse(f"Cannot cast array data from {result.dtype} to {out.tensor.dtype} according to 'same_kind'")
    if broadcast:
        result = torch.broadcast_to(_traced_cast(result, out.tensor.dtype), out.tensor.shape)
    out.tensor.copy_(result)
    out.constant = None
    return out


def _traced_binary(function, name, a, b, out=None, dtype=None):
    if dtype is not None:
        _traced_refuse("dtype= of a function of NumPy's with two operands")

    def both(left, right):
        return function(*_traced_operands(left, right, name))

    return _traced_into(out, _traced_apply(both, _traced_operand(a), _traced_operand(b)), True)


# a += b: with a tensor it is the operator of tensors.
def _traced_in_place(array, other, of_tensors, of_arrays):
    if not isinstance(other, torch.Tensor):
        return of_arrays(array, other, array)
    array.constant = None
    return of_tensors(array.tensor, other)


def _traced_unary(function, x, real, out, dtype):
    dtype = _traced_dtype(dtype)

    def whole(tensor):
        tensor = _traced_cast(tensor, dtype)
        return function(_traced_real(tensor) if real else tensor)

    return _traced_into(out, _traced_apply(whole, _traced_array(x)), True)


class traced_ndarray(numpy_ndarray):
    def __init__(self, tensor, constant=None):
        self.tensor = tensor
        self.__argument__ = tensor
        self.constant = constant

    # shape, strides and sizes are numbers that tracing knows.
    @property
    def shape(self):
        return tuple(self.tensor.shape)

    @property
    def ndim(self):
        return self.tensor.dim()

    @property
    def size(self):
        return self.tensor.numel()

    @property
    def itemsize(self):
        return self.tensor.element_size()

    @property
    def T(self):
        return traced_transpose(self)

    @property
    def real(self):
        return traced_ndarray(torch.real(self.tensor))

    @property
    def dtype(self):
        _traced_refuse("strict capture does not trace dtype of an array: give its name")

    def __len__(self):
        return self.tensor.shape[0]

    def __iter__(self):
        return iter([traced_ndarray(one) for one in self.tensor])

    # A slice that goes backwards is one of the array in the other direction.
    def __getitem__(self, key):
        tensor, keys = self.tensor, list(key) if isinstance(key, tuple) else [key]
        for i, one in enumerate(keys):
            if not _numpy_is_backwards(one):
                continue
            tensor = torch.flip(tensor, (i,))
            start, stop = one.stop + 1 if one.stop else None, one.start + 1 if one.start else None
            keys[i] = slice(start, stop) if one.step == -1 else slice(start, stop, -one.step)
        turned = tensor is not self.tensor
        return traced_ndarray(tensor[_traced_key(tuple(keys) if turned or isinstance(key, tuple) else keys[0])])

    def __setitem__(self, key, value):
        if _traced_is_tensor(value) or isinstance(value, (list, tuple)):
            value = _traced_cast(_traced_tensor(value), self.tensor.dtype)
        self.tensor[_traced_key(key)] = value
        self.constant = None

    # Dynamo has no branches on arrays, not even on known ones.
    def __bool__(self):
        _traced_refuse("Data-dependent branching on an array of NumPy")

    def __int__(self):
        return int(self.item())

    def __float__(self):
        return float(self.item())

    def __index__(self):
        return int(self.item())

    def __ifloordiv__(self, other):
        return _traced_in_place(self, other, torch.Tensor.floor_divide_, traced_floor_divide)

    def __imod__(self, other):
        return _traced_in_place(self, other, torch.Tensor.remainder_, traced_remainder)

    def __ipow__(self, other):
        return _traced_in_place(self, other, torch.Tensor.pow_, traced_power)

    def __iand__(self, other):
        return _traced_in_place(self, other, torch.Tensor.bitwise_and_, traced_bitwise_and)

    def __ior__(self, other):
        return _traced_in_place(self, other, torch.Tensor.bitwise_or_, traced_bitwise_or)

    def __ixor__(self, other):
        return _traced_in_place(self, other, torch.Tensor.bitwise_xor_, traced_bitwise_xor)

    def __ilshift__(self, other):
        _traced_refuse("<<= of an array of NumPy")

    def __irshift__(self, other):
        _traced_refuse(">>= of an array of NumPy")

    def __imatmul__(self, other):
        _traced_refuse("@= of an array of NumPy")

    def __neg__(self):
        return traced_negative(self)

    def __pos__(self):
        return traced_positive(self)

    def __abs__(self):
        older = torch.__version__.startswith("2.6")
        return traced_absolute(self) if older else _traced_apply(torch.abs, self)

    def __invert__(self):
        return traced_invert(self)

    # max(a, b) and min(a, b)
    def __clamp__(self, other, most):
        if isinstance(other, traced_ndarray):
            return traced_maximum(self, other) if most else traced_minimum(self, other)
        return traced_clip(self, min=other) if most else traced_clip(self, max=other)

    def __add__(self, other):
        return self.tensor + other if isinstance(other, torch.Tensor) else traced_add(self, other)

    def __radd__(self, other):
        return other + self.tensor if isinstance(other, torch.Tensor) else traced_add(other, self)

    def __iadd__(self, other):
        return _traced_in_place(self, other, torch.Tensor.add_, traced_add)

    def __sub__(self, other):
        return self.tensor - other if isinstance(other, torch.Tensor) else traced_subtract(self, other)

    def __rsub__(self, other):
        return other - self.tensor if isinstance(other, torch.Tensor) else traced_subtract(other, self)

    def __isub__(self, other):
        return _traced_in_place(self, other, torch.Tensor.sub_, traced_subtract)

    def __mul__(self, other):
        return self.tensor * other if isinstance(other, torch.Tensor) else traced_multiply(self, other)

    def __rmul__(self, other):
        return other * self.tensor if isinstance(other, torch.Tensor) else traced_multiply(other, self)

    def __imul__(self, other):
        return _traced_in_place(self, other, torch.Tensor.mul_, traced_multiply)

    def __truediv__(self, other):
        return self.tensor / other if isinstance(other, torch.Tensor) else traced_divide(self, other)

    def __rtruediv__(self, other):
        return other / self.tensor if isinstance(other, torch.Tensor) else traced_divide(other, self)

    def __itruediv__(self, other):
        return _traced_in_place(self, other, torch.Tensor.div_, traced_divide)

    def __floordiv__(self, other):
        return self.tensor // other if isinstance(other, torch.Tensor) else traced_floor_divide(self, other)

    def __rfloordiv__(self, other):
        return other // self.tensor if isinstance(other, torch.Tensor) else traced_floor_divide(other, self)

    def __mod__(self, other):
        return self.tensor % other if isinstance(other, torch.Tensor) else traced_remainder(self, other)

    def __rmod__(self, other):
        return other % self.tensor if isinstance(other, torch.Tensor) else traced_remainder(other, self)

    def __pow__(self, other):
        return self.tensor**other if isinstance(other, torch.Tensor) else traced_power(self, other)

    def __rpow__(self, other):
        return other**self.tensor if isinstance(other, torch.Tensor) else traced_power(other, self)

    def __matmul__(self, other):
        return self.tensor @ other if isinstance(other, torch.Tensor) else traced_matmul(self, other)

    def __rmatmul__(self, other):
        return other @ self.tensor if isinstance(other, torch.Tensor) else traced_matmul(other, self)

    def __and__(self, other):
        return self.tensor & other if isinstance(other, torch.Tensor) else traced_bitwise_and(self, other)

    def __or__(self, other):
        return self.tensor | other if isinstance(other, torch.Tensor) else traced_bitwise_or(self, other)

    def __lt__(self, other):
        return self.tensor < other if isinstance(other, torch.Tensor) else traced_less(self, other)

    def __le__(self, other):
        return self.tensor <= other if isinstance(other, torch.Tensor) else traced_less_equal(self, other)

    def __gt__(self, other):
        return self.tensor > other if isinstance(other, torch.Tensor) else traced_greater(self, other)

    def __ge__(self, other):
        return self.tensor >= other if isinstance(other, torch.Tensor) else traced_greater_equal(self, other)

    def __eq__(self, other):
        return self.tensor == other if isinstance(other, torch.Tensor) else traced_equal(self, other)

    def __ne__(self, other):
        return self.tensor != other if isinstance(other, torch.Tensor) else traced_invert(traced_equal(self, other))

    # A known real number is a constant; Dynamo does not take a known integer that a method gives.
    def item(self):
        if self.constant is None:
            return self.tensor.item()
        number = numpy__number(self.constant)
        if not isinstance(number, float):
            _traced_refuse("torch.* op returned non-Tensor int call_function <Wrapped method <original item>>")
        return number

    def tolist(self):
        _traced_refuse("numbers of an array of NumPy in strict capture")

    def astype(self, dtype):
        return _traced_apply(lambda tensor: tensor.to(_traced_dtype(dtype)), self)

    def copy(self):
        return _traced_apply(lambda tensor: tensor.clone(), self)

    def fill(self, value):
        self.tensor.fill_(_traced_tensor(value))
        self.constant = None

    def flatten(self):
        return traced_ndarray(torch.flatten(self.tensor))

    def ravel(self):
        return traced_ravel(self)

    def reshape(self, *shape):
        return traced_ndarray(self.tensor.reshape(shape[0] if len(shape) == 1 else shape))

    def transpose(self, *axes):
        return traced_transpose(self, axes if len(axes) != 1 else axes[0])

    def squeeze(self, axis=None):
        return traced_squeeze(self, axis)

    def swapaxes(self, axis1, axis2):
        return traced_swapaxes(self, axis1, axis2)

    def repeat(self, repeats, axis=None):
        return traced_repeat(self, repeats, axis)

    def clip(self, min=None, max=None):
        return traced_clip(self, min, max)

    def round(self, decimals=0):
        return traced_round(self, decimals)

    def dot(self, b):
        return traced_dot(self, b)

    def diagonal(self, offset=0, axis1=0, axis2=1):
        return traced_diagonal(self, offset, axis1, axis2)

    def argsort(self, axis=-1, kind=None):
        return traced_argsort(self, axis, kind)

    def nonzero(self):
        return traced_nonzero(self)

    def argmax(self, axis=None, out=None, keepdims=False):
        return traced_argmax(self, axis, out, keepdims)

    def argmin(self, axis=None, out=None, keepdims=False):
        return traced_argmin(self, axis, out, keepdims)

    def any(self, axis=None, out=None, keepdims=False):
        return traced_any(self, axis, out, keepdims)

    def all(self, axis=None, out=None, keepdims=False):
        return traced_all(self, axis, out, keepdims)

    def max(self, axis=None, out=None, keepdims=False):
        return traced_amax(self, axis, out, keepdims)

    def min(self, axis=None, out=None, keepdims=False):
        return traced_amin(self, axis, out, keepdims)

    def sum(self, axis=None, dtype=None, out=None, keepdims=False):
        return traced_sum(self, axis, dtype, out, keepdims)

    def prod(self, axis=None, dtype=None, out=None, keepdims=False):
        return traced_prod(self, axis, dtype, out, keepdims)

    def mean(self, axis=None, dtype=None, out=None, keepdims=False):
        return traced_mean(self, axis, dtype, out, keepdims)

    def std(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
        return traced_std(self, axis, dtype, out, ddof, keepdims)

    def var(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
        return traced_var(self, axis, dtype, out, ddof, keepdims)

    def cumsum(self, axis=None, dtype=None, out=None):
        return traced_cumsum(self, axis, dtype, out)

    def cumprod(self, axis=None, dtype=None, out=None):
        return traced_cumprod(self, axis, dtype, out)


def _traced_key(key):
    if isinstance(key, tuple):
        return tuple([_traced_key(one) for one in key])
    if not isinstance(key, traced_ndarray):
        return key
    tensor = key.tensor
    return tensor.to(torch.int64) if tensor.dtype in (torch.int8, torch.int16, torch.int32, torch.uint8) else tensor


# --- functions of one array ---


def _traced_of_reals(function):
    def traced(x, out=None, dtype=None):
        return _traced_unary(function, x, True, out, dtype)

    return traced


def _traced_of_any(function):
    def traced(x, out=None, dtype=None):
        return _traced_unary(function, x, False, out, dtype)

    return traced


traced_arccos = _traced_of_reals(torch.arccos)
traced_arccosh = _traced_of_reals(torch.arccosh)
traced_arcsin = _traced_of_reals(torch.arcsin)
traced_arcsinh = _traced_of_reals(torch.arcsinh)
traced_arctan = _traced_of_reals(torch.arctan)
traced_arctanh = _traced_of_reals(torch.arctanh)
traced_cbrt = _traced_of_reals(lambda x: torch.pow(x, 1 / 3))
traced_cos = _traced_of_reals(torch.cos)
traced_cosh = _traced_of_reals(torch.cosh)
traced_deg2rad = _traced_of_reals(torch.deg2rad)
traced_radians = _traced_of_reals(torch.deg2rad)
traced_rad2deg = _traced_of_reals(torch.rad2deg)
traced_degrees = _traced_of_reals(torch.rad2deg)
traced_exp = _traced_of_reals(torch.exp)
traced_exp2 = _traced_of_reals(torch.exp2)
traced_expm1 = _traced_of_reals(torch.expm1)
traced_log = _traced_of_reals(torch.log)
traced_log10 = _traced_of_reals(torch.log10)
traced_log1p = _traced_of_reals(torch.log1p)
traced_log2 = _traced_of_reals(torch.log2)
traced_reciprocal = _traced_of_reals(torch.reciprocal)
traced_sin = _traced_of_reals(torch.sin)
traced_sinh = _traced_of_reals(torch.sinh)
traced_sqrt = _traced_of_reals(torch.sqrt)
traced_square = _traced_of_reals(torch.square)
traced_tan = _traced_of_reals(torch.tan)
traced_tanh = _traced_of_reals(torch.tanh)
traced_trunc = _traced_of_reals(torch.trunc)
traced_absolute = _traced_of_any(lambda x: x if x.dtype is torch.bool else torch.absolute(x))
traced_abs = traced_absolute
traced_fabs = traced_absolute
traced_bitwise_not = _traced_of_any(torch.bitwise_not)
traced_invert = traced_bitwise_not
traced_ceil = _traced_of_any(torch.ceil)
traced_floor = _traced_of_any(torch.floor)
traced_rint = _traced_of_any(torch.round)
traced_fix = traced_rint
traced_isfinite = _traced_of_any(torch.isfinite)
traced_isinf = _traced_of_any(torch.isinf)
traced_isnan = _traced_of_any(torch.isnan)
traced_logical_not = _traced_of_any(torch.logical_not)
traced_negative = _traced_of_any(torch.negative)
traced_positive = _traced_of_any(lambda x: +x)
traced_sign = _traced_of_any(torch.sign)
traced_signbit = _traced_of_any(torch.signbit)


def traced_round(a, decimals=0, out=None):
    array = _traced_array(a)
    if decimals != 0 and array.constant is not None:
        _traced_refuse("np.round() of a known number with decimals")
    tensor = torch.ops.aten.round.decimals(_traced_real(array.tensor), decimals=decimals)
    constant = None if array.constant is None else numpy__constant(_traced_rounded, (array.constant,))
    return _traced_into(out, traced_ndarray(tensor, constant))


def _traced_rounded(tensor):
    return _traced_real(tensor).round()


traced_around = traced_round


# --- functions of two arrays ---


def _traced_of_two(function, name):
    def traced(x1, x2, out=None, dtype=None):
        return _traced_binary(function, name, x1, x2, out, dtype)

    return traced


traced_add = _traced_of_two(torch.add, "add")
traced_arctan2 = _traced_of_two(torch.arctan2, "arctan2")
traced_bitwise_and = _traced_of_two(torch.bitwise_and, "bitwise_and")
traced_bitwise_or = _traced_of_two(torch.bitwise_or, "bitwise_or")
traced_bitwise_xor = _traced_of_two(torch.bitwise_xor, "bitwise_xor")
traced_copysign = _traced_of_two(torch.copysign, "copysign")
traced_divide = _traced_of_two(torch.divide, "divide")
traced_equal = _traced_of_two(torch.eq, "eq")
traced_float_power = _traced_of_two(torch.float_power, "float_power")
traced_floor_divide = _traced_of_two(torch.floor_divide, "floor_divide")
traced_fmax = _traced_of_two(torch.fmax, "fmax")
traced_fmin = _traced_of_two(torch.fmin, "fmin")
traced_fmod = _traced_of_two(torch.fmod, "fmod")
traced_gcd = _traced_of_two(torch.gcd, "gcd")
traced_greater = _traced_of_two(torch.greater, "greater")
traced_greater_equal = _traced_of_two(torch.greater_equal, "greater_equal")
traced_hypot = _traced_of_two(torch.hypot, "hypot")
traced_lcm = _traced_of_two(torch.lcm, "lcm")
traced_less = _traced_of_two(torch.less, "less")
traced_less_equal = _traced_of_two(torch.less_equal, "less_equal")
traced_logaddexp = _traced_of_two(torch.logaddexp, "logaddexp")
traced_logical_and = _traced_of_two(torch.logical_and, "logical_and")
traced_logical_or = _traced_of_two(torch.logical_or, "logical_or")
traced_logical_xor = _traced_of_two(torch.logical_xor, "logical_xor")
traced_maximum = _traced_of_two(torch.maximum, "maximum")
traced_minimum = _traced_of_two(torch.minimum, "minimum")
traced_mod = _traced_of_two(torch.remainder, "remainder")
traced_multiply = _traced_of_two(torch.multiply, "multiply")
traced_not_equal = _traced_of_two(torch.not_equal, "not_equal")
traced_power = _traced_of_two(torch.pow, "pow")
traced_remainder = traced_mod
traced_subtract = _traced_of_two(torch.subtract, "subtract")
traced_true_divide = _traced_of_two(torch.true_divide, "true_divide")


def traced_matmul(x1, x2):
    left, right = _traced_promoted([_traced_tensor(x1), _traced_tensor(x2)])
    return traced_ndarray(torch.matmul(left, right))


def traced_dot(a, b):
    left, right = _traced_promoted([_traced_tensor(a), _traced_tensor(b)])
    flat = left.dim() == 0 or right.dim() == 0
    return traced_ndarray(left * right if flat else torch.matmul(left, right))


def traced_inner(a, b):
    left, right = _traced_promoted([_traced_tensor(a), _traced_tensor(b)])
    return traced_ndarray(torch.inner(left, right))


def traced_outer(a, b):
    return traced_ndarray(torch.outer(_traced_tensor(a), _traced_tensor(b)))


def traced_kron(a, b):
    return traced_ndarray(torch.kron(_traced_tensor(a), _traced_tensor(b)))


def traced_einsum(subscripts, *operands):
    if not isinstance(subscripts, str):
        _traced_refuse("einsum without a text")
    tensors = _traced_promoted([_traced_tensor(one) for one in operands])
    return traced_ndarray(torch.einsum(subscripts, *tensors))


# --- reductions ---


def _traced_axes(axis, ndim):
    axes = []
    for one in list(axis) if isinstance(axis, (list, tuple)) else [axis]:
        if one < -ndim or one >= ndim:
            _traced_refuse(f"axis {one} is out of bounds for array of dimension {ndim}")
        axes.append(one + ndim if one < 0 else one)
    return tuple(axes)


# The result of a reduction: `reduce` takes the tensor and the axes, which are None for all.
def _traced_reduced(reduce, a, axis, out, keepdims):
    def whole(tensor):
        axes = None if axis is None else _traced_axes(axis, tensor.dim())
        result = reduce(tensor, axes)
        if keepdims and axes is None:
            return result.expand((1,) * tensor.dim()).contiguous()
        if keepdims:
            return result.reshape([1 if i in axes else size for i, size in enumerate(tensor.shape)])
        return result

    return _traced_into(out, _traced_apply(whole, _traced_array(a)))


def _traced_single(axes):
    if axes is not None and len(axes) != 1:
        _traced_refuse("does not handle tuple axis")
    return None if axes is None else axes[0]


def _traced_place(function):
    def reduce(tensor, axes):
        return function(tensor.to(torch.uint8) if tensor.dtype is torch.bool else tensor, _traced_single(axes))

    def traced(a, axis=None, out=None, keepdims=False):
        return _traced_reduced(reduce, a, axis, out, keepdims)

    return traced


traced_argmax = _traced_place(torch.argmax)
traced_argmin = _traced_place(torch.argmin)


def _traced_truth(function):
    def reduce(tensor, axes):
        return function(tensor) if axes is None else function(tensor, dim=_traced_single(axes))

    def traced(a, axis=None, out=None, keepdims=False):
        return _traced_reduced(reduce, a, axis, out, keepdims)

    return traced


traced_any = _traced_truth(torch.any)
traced_all = _traced_truth(torch.all)


def traced_amax(a, axis=None, out=None, keepdims=False):
    def reduce(tensor, axes):
        return tensor.amax() if axes is None else tensor.amax(axes)

    return _traced_reduced(reduce, a, axis, out, keepdims)


def traced_amin(a, axis=None, out=None, keepdims=False):
    def reduce(tensor, axes):
        return tensor.amin() if axes is None else tensor.amin(axes)

    return _traced_reduced(reduce, a, axis, out, keepdims)


traced_max = traced_amax
traced_min = traced_amin


def traced_ptp(a, axis=None):
    return traced_ndarray(traced_amax(a, axis).tensor - traced_amin(a, axis).tensor)


def traced_sum(a, axis=None, dtype=None, out=None, keepdims=False):
    dtype = _traced_dtype(dtype)

    def reduce(tensor, axes):
        return tensor.sum(dtype=dtype) if axes is None else tensor.sum(dtype=dtype, dim=axes)

    return _traced_reduced(reduce, a, axis, out, keepdims)


def traced_prod(a, axis=None, dtype=None, out=None, keepdims=False):
    dtype = _traced_dtype(dtype)

    def reduce(tensor, axes):
        return tensor.prod(dtype=dtype) if axes is None else tensor.prod(dtype=dtype, dim=_traced_single(axes))

    return _traced_reduced(reduce, a, axis, out, keepdims)


def _traced_real_dtype(dtype, tensor):
    dtype = tensor.dtype if dtype is None else dtype
    return dtype if dtype.is_floating_point or dtype.is_complex else torch.float64


def traced_mean(a, axis=None, dtype=None, out=None, keepdims=False):
    dtype = _traced_dtype(dtype)

    def reduce(tensor, axes):
        real = _traced_real_dtype(dtype, tensor)
        return tensor.mean(dtype=real) if axes is None else tensor.mean(dtype=real, dim=axes)

    return _traced_reduced(reduce, a, axis, out, keepdims)


def _traced_spread(name, a, axis, dtype, out, ddof, keepdims):
    dtype = _traced_dtype(dtype)

    def reduce(tensor, axes):
        whole = _traced_cast(tensor, _traced_real_dtype(dtype, tensor))
        spread = whole.std if name == "std" else whole.var
        return _traced_cast(spread(dim=axes, correction=ddof), dtype)

    return _traced_reduced(reduce, a, axis, out, keepdims)


def traced_std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return _traced_spread("std", a, axis, dtype, out, ddof, keepdims)


def traced_var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return _traced_spread("var", a, axis, dtype, out, ddof, keepdims)


def traced_count_nonzero(a, axis=None):
    return _traced_reduced(lambda tensor, axes: tensor.count_nonzero(axes), a, axis, None, False)


# Of the flat array, if no axis is given.
def _traced_flat(tensor, axis):
    return (tensor.flatten(), 0) if axis is None else (tensor, _traced_axes(axis, tensor.dim())[0])


def traced_cumsum(a, axis=None, dtype=None, out=None):
    tensor, dim = _traced_flat(_traced_tensor(a), axis)
    dtype = tensor.dtype if dtype is None else _traced_dtype(dtype)
    return _traced_into(out, traced_ndarray(tensor.cumsum(dim, dtype=dtype)))


def traced_cumprod(a, axis=None, dtype=None, out=None):
    tensor, dim = _traced_flat(_traced_tensor(a), axis)
    dtype = tensor.dtype if dtype is None else _traced_dtype(dtype)
    return _traced_into(out, traced_ndarray(tensor.cumprod(dim, dtype=dtype)))


# --- making arrays ---


def traced_array(obj, dtype=None, copy=True, ndmin=0):
    if isinstance(obj, traced_ndarray) and not copy and dtype is None:
        return obj
    tensor = _traced_cast(_traced_tensor(obj), _traced_dtype(dtype))
    if ndmin > tensor.dim():
        tensor = tensor.view((1,) * (ndmin - tensor.dim()) + tuple(tensor.shape))
    return traced_ndarray(tensor.clone() if copy else tensor)


def traced_asarray(a, dtype=None):
    return traced_array(a, dtype, False)


def traced_ascontiguousarray(a, dtype=None):
    tensor = traced_asarray(a, dtype).tensor
    return traced_ndarray(tensor if tensor.is_contiguous() else tensor.contiguous())


def _traced_shape(shape):
    if isinstance(shape, traced_ndarray):
        shape = shape.tolist()
    return (shape,) if isinstance(shape, int) else tuple([int(one) for one in shape])


def traced_zeros(shape, dtype=None):
    return traced_ndarray(torch.zeros(_traced_shape(shape), dtype=_numpy_dtype_or(dtype, torch.float64)))


def traced_ones(shape, dtype=None):
    return traced_ndarray(torch.ones(_traced_shape(shape), dtype=_numpy_dtype_or(dtype, torch.float64)))


def traced_empty(shape, dtype=None):
    return traced_ndarray(torch.empty(_traced_shape(shape), dtype=_numpy_dtype_or(dtype, torch.float64)))


# What fills an array is a known number for torch.full; PyTorch 2.6 fills with the tensor of a float that is written.
def traced_full(shape, fill_value, dtype=None):
    shape, older = _traced_shape(shape), torch.__version__.startswith("2.6")
    if isinstance(fill_value, (int, float, bool)) and not older:
        dtype = _numpy_dtype_or(dtype, _traced_type_of(fill_value))
        return traced_ndarray(torch.full(shape, fill_value, dtype=dtype))
    array = _traced_array(fill_value)
    if array.constant is None:
        _traced_refuse("PendingUnbackedSymbolNotFound: Pending unbacked symbols of an array that fills another")
    value = array.tensor if isinstance(fill_value, float) else numpy__number(array.constant)
    return traced_ndarray(torch.full(shape, value, dtype=_numpy_dtype_or(dtype, array.tensor.dtype)))


def traced_zeros_like(a, dtype=None):
    return traced_ndarray(torch.zeros_like(_traced_tensor(a), dtype=_traced_dtype(dtype)))


def traced_ones_like(a, dtype=None):
    return traced_ndarray(torch.ones_like(_traced_tensor(a), dtype=_traced_dtype(dtype)))


def traced_empty_like(prototype, dtype=None):
    return traced_ndarray(torch.empty_like(_traced_tensor(prototype), dtype=_traced_dtype(dtype)))


def traced_full_like(a, fill_value, dtype=None):
    return traced_ndarray(torch.full_like(_traced_tensor(a), fill_value, dtype=_traced_dtype(dtype)))


def _traced_is_real(value):
    if _traced_is_tensor(value):
        return _traced_tensor(value).dtype.is_floating_point
    return isinstance(value, float)


def traced_arange(start=None, stop=None, step=1, dtype=None):
    if stop is None:
        start, stop = 0, start
    real = any([_traced_is_real(one) for one in (start, stop, step)])
    dtype = _numpy_dtype_or(dtype, torch.float64 if real else torch.int64)
    if (step > 0 and start > stop) or (step < 0 and start < stop):
        return traced_ndarray(torch.empty(0, dtype=dtype))
    start, stop, step = [one.item() if isinstance(one, traced_ndarray) else one for one in (start, stop, step)]
    return traced_ndarray(torch.arange(start, stop, step, dtype=dtype))


def traced_linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    if axis != 0 or retstep or not endpoint:
        _traced_refuse("linspace with these arguments")
    dtype = _numpy_dtype_or(dtype, torch.float64)
    return traced_ndarray(torch.linspace(_traced_tensor(start), _traced_tensor(stop), num, dtype=dtype))


def traced_logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    if axis != 0 or not endpoint:
        _traced_refuse("logspace with these arguments")
    return traced_ndarray(torch.logspace(start, stop, num, base=base, dtype=_traced_dtype(dtype)))


def traced_eye(N, M=None, k=0, dtype=None):
    zeros = torch.zeros(N, N if M is None else M, dtype=_numpy_dtype_or(dtype, torch.float64))
    zeros.diagonal(k).fill_(1)
    return traced_ndarray(zeros)


def traced_identity(n, dtype=None):
    return traced_ndarray(torch.eye(n, dtype=_traced_dtype(dtype)))


def traced_tri(N, M=None, k=0, dtype=None):
    return traced_ndarray(torch.tril(torch.ones((N, N if M is None else M), dtype=_traced_dtype(dtype)), diagonal=k))


def traced_tril(m, k=0):
    return traced_ndarray(torch.tril(_traced_tensor(m), k))


def traced_triu(m, k=0):
    return traced_ndarray(torch.triu(_traced_tensor(m), k))


def traced_diag(v, k=0):
    return traced_ndarray(torch.diag(_traced_tensor(v), k))


def traced_diagonal(a, offset=0, axis1=0, axis2=1):
    return traced_ndarray(torch.diagonal(_traced_tensor(a), offset, axis1, axis2))


def traced_meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    if len(xi) > 32:
        _traced_refuse("np.meshgrid() of more than 32 arrays")
    ones = (1,) * len(xi)
    out = [_traced_tensor(x).reshape(ones[:i] + (-1,) + ones[i + 1 :]) for i, x in enumerate(xi)]
    if indexing == "xy" and len(xi) > 1:
        out[0] = out[0].reshape((1, -1) + ones[2:])
        out[1] = out[1].reshape((-1, 1) + ones[2:])
    if not sparse:
        out = list(torch.broadcast_tensors(*out))
    return [traced_ndarray(x.clone() if copy else x) for x in out]


# np.float32(x) and its like.
def _traced_scalar(dtype):
    def traced(x=0):
        return _traced_apply(lambda tensor: _traced_cast(tensor, dtype), _traced_array(x))

    return traced


traced_float16 = _traced_scalar(torch.float16)
traced_float32 = _traced_scalar(torch.float32)
traced_float64 = _traced_scalar(torch.float64)
traced_int8 = _traced_scalar(torch.int8)
traced_int16 = _traced_scalar(torch.int16)
traced_int32 = _traced_scalar(torch.int32)
traced_int64 = _traced_scalar(torch.int64)
traced_uint8 = _traced_scalar(torch.uint8)
traced_bool_ = _traced_scalar(torch.bool)


# --- joining and forming ---


def traced_concatenate(arrays, axis=0, dtype=None):
    tensors = [_traced_tensor(one) for one in arrays]
    if axis is None:
        tensors, axis = [one.flatten() for one in tensors], 0
    dtype = _traced_dtype(dtype)
    tensors = _traced_promoted(tensors) if dtype is None else [_traced_cast(one, dtype) for one in tensors]
    return traced_ndarray(torch.cat(tensors, axis))


traced_concat = traced_concatenate


def traced_stack(arrays, axis=0, dtype=None):
    tensors = _traced_promoted([_traced_tensor(one) for one in arrays])
    return traced_ndarray(torch.stack(tensors, _traced_axes(axis, tensors[0].dim() + 1)[0]))


def traced_vstack(tup):
    return traced_ndarray(torch.vstack(_traced_promoted([_traced_tensor(one) for one in tup])))


def traced_hstack(tup):
    return traced_ndarray(torch.hstack(_traced_promoted([_traced_tensor(one) for one in tup])))


def traced_column_stack(tup):
    return traced_ndarray(torch.column_stack(_traced_promoted([_traced_tensor(one) for one in tup])))


def traced_split(ary, indices_or_sections, axis=0):
    tensor = _traced_tensor(ary)
    axis = _traced_axes(axis, tensor.dim())[0]
    size = tensor.shape[axis]
    if isinstance(indices_or_sections, int):
        if size % indices_or_sections != 0:
            _traced_refuse("array split does not result in an equal division")
        parts = [size // indices_or_sections] * indices_or_sections
    else:
        ends = [0] + list(indices_or_sections) + [size]
        parts = [ends[i + 1] - ends[i] for i in range(len(ends) - 1)]
    return [traced_ndarray(one) for one in torch.split(tensor, parts, axis)]


def traced_expand_dims(a, axis):
    tensor = _traced_tensor(a)
    count = len(axis) if isinstance(axis, (list, tuple)) else 1
    axes = _traced_axes(axis, tensor.dim() + count)
    sizes = iter(tensor.shape)
    return traced_ndarray(tensor.view([1 if i in axes else next(sizes) for i in range(tensor.dim() + count)]))


def traced_squeeze(a, axis=None):
    tensor = _traced_tensor(a)
    if axis is None:
        return traced_ndarray(tensor.squeeze())
    if isinstance(axis, tuple):
        _traced_refuse("squeeze of several axes")
    return traced_ndarray(tensor.squeeze(axis))


def traced_reshape(a, newshape):
    if isinstance(newshape, int):
        _traced_refuse("object of type 'int' has no len()")
    return traced_ndarray(_traced_tensor(a).reshape(newshape))


def traced_transpose(a, axes=None):
    tensor = _traced_tensor(a)
    if axes is None or len(axes) == 0:
        axes = tuple(range(tensor.dim()))[::-1]
    return traced_ndarray(tensor.permute(axes))


def traced_swapaxes(a, axis1, axis2):
    tensor = _traced_tensor(a)
    return traced_ndarray(torch.swapaxes(tensor, *_traced_axes((axis1, axis2), tensor.dim())))


def traced_moveaxis(a, source, destination):
    tensor = _traced_tensor(a)
    here, there = _traced_axes(source, tensor.dim()), _traced_axes(destination, tensor.dim())
    return traced_ndarray(torch.moveaxis(tensor, here, there))


def traced_ravel(a):
    return traced_ndarray(torch.flatten(_traced_tensor(a)))


def traced_flip(m, axis=None):
    tensor = _traced_tensor(m)
    axes = tuple(range(tensor.dim())) if axis is None else _traced_axes(axis, tensor.dim())
    return traced_ndarray(torch.flip(tensor, axes))


def traced_roll(a, shift, axis=None):
    tensor = _traced_tensor(a)
    if axis is None:
        return traced_ndarray(torch.roll(tensor, shift))
    axes = _traced_axes(axis, tensor.dim())
    return traced_ndarray(torch.roll(tensor, shift if isinstance(shift, tuple) else (shift,) * len(axes), axes))


def traced_tile(A, reps):
    return traced_ndarray(torch.tile(_traced_tensor(A), (reps,) if isinstance(reps, int) else reps))


def traced_repeat(a, repeats, axis=None):
    repeats = _traced_tensor(repeats) if _traced_is_tensor(repeats) or isinstance(repeats, (list, tuple)) else repeats
    return traced_ndarray(torch.repeat_interleave(_traced_tensor(a), repeats, axis))


def traced_broadcast_to(array, shape):
    return traced_ndarray(torch.broadcast_to(_traced_tensor(array), shape))


# --- choosing ---


def _traced_or_number(value):
    return _traced_tensor(value) if _traced_is_tensor(value) or isinstance(value, (list, tuple)) else value


def traced_where(condition, x=None, y=None):
    mask = _traced_cast(_traced_tensor(condition), torch.bool)
    if x is None and y is None:
        return tuple([traced_ndarray(one) for one in torch.where(mask)])
    return traced_ndarray(torch.where(mask, _traced_or_number(x), _traced_or_number(y)))


def traced_clip(a, min=None, max=None, a_min=None, a_max=None):
    low, high = min if a_min is None else a_min, max if a_max is None else a_max
    array = _traced_array(a)
    low = None if low is None else _traced_array(low)
    high = None if high is None else _traced_array(high)
    return _traced_apply(lambda tensor, low, high: torch.clamp(tensor, low, high), array, low, high)


def traced_nonzero(a):
    return tuple([traced_ndarray(one) for one in torch.nonzero(_traced_tensor(a), as_tuple=True)])


def traced_sort(a, axis=-1, kind=None):
    tensor, dim = _traced_flat(_traced_tensor(a), axis)
    return traced_ndarray(torch.sort(tensor, dim=dim, stable=kind == "stable").values)


def traced_argsort(a, axis=-1, kind=None):
    tensor, dim = _traced_flat(_traced_tensor(a), axis)
    return traced_ndarray(torch.argsort(tensor, dim=dim, stable=kind == "stable"))


def traced_diff(a, n=1, axis=-1):
    tensor = _traced_tensor(a)
    return traced_ndarray(torch.diff(tensor, n, _traced_axes(axis, tensor.dim())[0]))


def traced_isclose(a, b, rtol=1.0e-5, atol=1.0e-8, equal_nan=False):
    left, right = _traced_promoted([_traced_tensor(a), _traced_tensor(b)])
    return traced_ndarray(torch.isclose(left, right, rtol=rtol, atol=atol, equal_nan=equal_nan))


def traced_nan_to_num(x, nan=0.0, posinf=None, neginf=None):
    return traced_ndarray(torch.nan_to_num(_traced_tensor(x), nan=nan, posinf=posinf, neginf=neginf))


def traced_searchsorted(a, v, side="left"):
    return traced_ndarray(torch.searchsorted(_traced_tensor(a), _traced_tensor(v), side=side))


def traced_bincount(x, weights=None, minlength=0):
    tensor = _traced_cast(_traced_tensor(x), torch.int64)
    return traced_ndarray(torch.bincount(tensor, weights if weights is None else _traced_tensor(weights), minlength))


def traced_size(a, axis=None):
    tensor = _traced_tensor(a)
    return tensor.numel() if axis is None else tensor.shape[axis]
