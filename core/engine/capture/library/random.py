# Numbers that are drawn: that one lies between two bounds is all that is known of it.
class _DrawnNumber:
    def __init__(self, low, high):
        self.low = low
        self.high = high

    def _order(self, other):
        if other <= self.low:
            return False
        if other >= self.high:
            return True
        raise NotImplementedError("what is chosen here depends on a number that Python draws")

    def __lt__(self, other):
        return self._order(other)

    def __le__(self, other):
        return self._order(other)

    def __gt__(self, other):
        return not self._order(other)

    def __ge__(self, other):
        return not self._order(other)


def random_random():
    return _DrawnNumber(0.0, 1.0)


def random_seed(a=None):
    return None


def random_uniform(a, b):
    return _DrawnNumber(min(a, b), max(a, b))
