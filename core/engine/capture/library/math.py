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
