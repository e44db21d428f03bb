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


def math_isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError("tolerances must be non-negative")
    if a == b:
        return True
    if abs(a) == math.inf or abs(b) == math.inf:
        return False
    distance = abs(b - a)
    return distance <= abs(rel_tol * b) or distance <= abs(rel_tol * a) or distance <= abs_tol


def math_modf(x):
    if abs(x) == math.inf:
        return math.copysign(0.0, x), float(x)
    if x != x:
        return float(x), float(x)
    whole = float(int(x))
    return math.copysign(x - whole, x), math.copysign(whole, x)


def math_frexp(x):
    x, exponent = float(x), 0
    if x == 0.0 or abs(x) == math.inf or x != x:
        return x, 0
    while abs(x) >= 1.0:
        x, exponent = x / 2.0, exponent + 1
    while abs(x) < 0.5:
        x, exponent = x * 2.0, exponent - 1
    return x, exponent


# The sum with one rounding: parts that do not overlap are kept, and added from the largest on; where that is exactly
# between two numbers, the next part says which.
def math_fsum(numbers):
    parts, special = [], 0.0
    for x in numbers:
        x, kept = float(x), []
        if abs(x) == math.inf or x != x:
            special = special + x
            continue
        for y in parts:
            if abs(x) < abs(y):
                x, y = y, x
            high = x + y
            low = y - (high - x)
            if low:
                kept.append(low)
            x = high
        parts = kept + [x]
    if special != 0.0:
        return special
    if len(parts) == 0:
        return 0.0
    high, low, at = parts[-1], 0.0, len(parts) - 1
    while at > 0 and not low:
        at = at - 1
        x, y = high, parts[at]
        high = x + y
        low = y - (high - x)
    if at > 0 and ((low < 0.0 and parts[at - 1] < 0.0) or (low > 0.0 and parts[at - 1] > 0.0)):
        y = low * 2.0
        x = high + y
        if y == x - high:
            high = x
    return high
