def math_gcd(*numbers):
    out = 0
    for number in numbers:
        number = abs(number)
        while number != 0:
            out, number = number, out % number
    return out


def math_lcm(*numbers):
    out = 1
    for number in numbers:
        if number == 0:
            return 0
        out = abs(out * number) // math_gcd(out, number)
    return out


def math_comb(n, k):
    out = 1
    for i in range(min(k, n - k)):
        out = out * (n - i) // (i + 1)
    return out if k <= n else 0


def math_hypot(*coordinates):
    return math.sqrt(sum([x * x for x in coordinates]))


def math_trunc(x):
    return int(x)


def math_isqrt(n):
    root = int(math.sqrt(n))
    while root * root > n:
        root = root - 1
    while (root + 1) * (root + 1) <= n:
        root = root + 1
    return root


def math_perm(n, k=None):
    out = 1
    for i in range(n if k is None else k):
        out = out * (n - i)
    return out


def math_degrees(x):
    return x * (180.0 / math.pi)


def math_copysign(x, y):
    return -abs(float(x)) if str(float(y)).startswith("-") else abs(float(x))


def math_dist(p, q):
    return math.sqrt(sum([(a - b) * (a - b) for a, b in zip(p, q)]))
