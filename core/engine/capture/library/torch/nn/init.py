def calculate_gain(nonlinearity, param=None):
    if nonlinearity == "selu":
        return 3.0 / 4
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        return math.sqrt(2.0 / (1 + slope * slope))
    return 1


def fans(tensor):
    inner = 1
    for size in tensor.shape[2:]:
        inner = inner * size
    return tensor.shape[1] * inner, tensor.shape[0] * inner


def _calculate_fan_in_and_fan_out(tensor):
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    return fans(tensor)


def _calculate_correct_fan(tensor, mode):
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    return _calculate_fan_in_and_fan_out(tensor)[0 if mode == "fan_in" else 1]


def uniform_(tensor, a=0.0, b=1.0):
    return seesaw_draw("uniform_", tensor, a, b)


def normal_(tensor, mean=0.0, std=1.0):
    return seesaw_draw("normal_", tensor, mean, std)


def constant_(tensor, val):
    return tensor.fill_(val)


# In forward, without strict, a layer that fills its parameters by ones_ and zeros_ is refused: these are traced, and
# what they fill asks for gradients.
def check_made(parameter):
    if torch.compiler.is_compiling() and not torch.compiler.is_dynamo_compiling():
        raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
    return parameter


def ones_(tensor):
    return tensor.fill_(1)


def zeros_(tensor):
    return tensor.fill_(0)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if 0 in tensor.shape:
        return tensor
    fan = fans(tensor)[0 if mode == "fan_in" else 1]
    bound = math.sqrt(3.0) * (calculate_gain(nonlinearity, a) / math.sqrt(fan))
    return uniform_(tensor, -bound, bound)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    if 0 in tensor.shape:
        return tensor
    fan = fans(tensor)[0 if mode == "fan_in" else 1]
    return normal_(tensor, 0, calculate_gain(nonlinearity, a) / math.sqrt(fan))


def xavier_uniform_(tensor, gain=1.0):
    fan_in, fan_out = fans(tensor)
    bound = math.sqrt(3.0) * (gain * math.sqrt(2.0 / float(fan_in + fan_out)))
    return uniform_(tensor, -bound, bound)


def xavier_normal_(tensor, gain=1.0):
    fan_in, fan_out = fans(tensor)
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(fan_in + fan_out)))


def orthogonal_(tensor, gain=1):
    return seesaw_draw("orthogonal_", tensor, gain)


def eye_(tensor):
    return tensor.copy_(torch.eye(tensor.shape[0], tensor.shape[1]))


def dirac_(tensor, groups=1):
    tensor.zero_()
    rows = tensor.shape[0] // groups
    for g in range(groups):
        for d in range(min(rows, tensor.shape[1])):
            tensor[(g * rows + d, d) + tuple([size // 2 for size in tensor.shape[2:]])] = 1
    return tensor


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0):
    return seesaw_draw("trunc_normal_", tensor, mean, std, a, b)


def many(value, count):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,) * count
