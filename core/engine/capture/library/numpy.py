def numpy_ceil(x):
    return float(math.ceil(x))


def numpy_floor(x):
    return float(math.floor(x))
