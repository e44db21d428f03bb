# Numbers that are drawn: that one lies between two bounds is all that is known of it.
class _DrawnNumber:
    def __init__(self, low, high, reaches_high):
        self.low = low
        self.high = high
        self.reaches_high = reaches_high

    def __lt__(self, other):
        if other <= self.low:
            return False
        if other > self.high or (other == self.high and not self.reaches_high):
            return True
        raise NotImplementedError("what is chosen here depends on a number that Python draws")

    def __le__(self, other):
        if other >= self.high:
            return True
        if other < self.low:
            return False
        raise NotImplementedError("what is chosen here depends on a number that Python draws")

    def __gt__(self, other):
        return not self <= other

    def __ge__(self, other):
        return not self < other

    def __eq__(self, other):
        raise NotImplementedError("what is chosen here depends on a number that Python draws")

    def __ne__(self, other):
        raise NotImplementedError("what is chosen here depends on a number that Python draws")


def random_random():
    return _DrawnNumber(0.0, 1.0, False)


def random_seed(a=None):
    return None


def random_uniform(a, b):
    return _DrawnNumber(min(a, b), max(a, b), True)


class random_Random:
    def __init__(self, x=None):
        self._seed = x

    def seed(self, a=None):
        self._seed = a

    def random(self):
        return random.random()

    def uniform(self, a, b):
        return random.uniform(a, b)

    def __getattr__(self, name):
        raise NotImplementedError(f"random.Random has {name}, which is outside of the subset that is captured")
