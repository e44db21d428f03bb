def modules_utils__repeated(x, n):
    return tuple(x) if isinstance(x, (list, tuple, str, dict)) else (x,) * n


def modules_utils__single(x):
    return modules_utils__repeated(x, 1)


def modules_utils__pair(x):
    return modules_utils__repeated(x, 2)


def modules_utils__triple(x):
    return modules_utils__repeated(x, 3)


def modules_utils__quadruple(x):
    return modules_utils__repeated(x, 4)


def modules_utils__ntuple(n, name="parse"):
    return lambda x: modules_utils__repeated(x, n)


def modules_utils__reverse_repeat_tuple(t, n):
    return tuple(x for x in reversed(t) for _ in range(n))
