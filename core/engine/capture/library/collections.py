class collections_deque:
    def __init__(self, iterable=(), maxlen=None):
        self.items = []
        self.maxlen = maxlen
        self.extend(iterable)

    def append(self, item):
        self.items.append(item)
        if self.maxlen is not None and len(self.items) > self.maxlen:
            self.items.pop(0)

    def appendleft(self, item):
        self.items.insert(0, item)
        if self.maxlen is not None and len(self.items) > self.maxlen:
            self.items.pop()

    def extend(self, iterable):
        for item in iterable:
            self.append(item)

    def extendleft(self, iterable):
        for item in iterable:
            self.appendleft(item)

    def pop(self):
        if not self.items:
            raise IndexError("pop from an empty deque")
        return self.items.pop()

    def popleft(self):
        if not self.items:
            raise IndexError("pop from an empty deque")
        return self.items.pop(0)

    def clear(self):
        self.items.clear()

    def copy(self):
        return collections_deque(self.items, self.maxlen)

    def count(self, item):
        return self.items.count(item)

    def index(self, item, *bounds):
        return self.items.index(item, *bounds)

    def insert(self, index, item):
        if self.maxlen is not None and len(self.items) >= self.maxlen:
            raise IndexError("deque already at its maximum size")
        self.items.insert(index, item)

    def remove(self, item):
        self.items.remove(item)

    def reverse(self):
        self.items.reverse()

    def rotate(self, n=1):
        count = len(self.items)
        if count:
            n = n % count
            self.items = self.items[count - n :] + self.items[: count - n]

    def __eq__(self, other):
        return isinstance(other, collections_deque) and self.items == other.items

    def __contains__(self, item):
        return item in self.items

    def __add__(self, other):
        if not isinstance(other, collections_deque):
            raise TypeError(f'can only concatenate deque (not "{type(other).__name__}") to deque')
        out = self.copy()
        out.extend(other)
        return out

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        held, count = self.items, len(self.items)
        for item in held:
            yield item
            if self.items is not held or len(held) != count:
                raise RuntimeError("deque mutated during iteration")

    def __getitem__(self, index):
        return self.items[index]

    def __setitem__(self, index, value):
        self.items[index] = value


class collections_defaultdict(dict):
    def __init__(self, default_factory=None, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value


class collections_Counter(dict):
    def __init__(self, iterable=(), **counts):
        super().__init__()
        self.update(iterable, **counts)

    def _add(self, iterable, sign):
        if isinstance(iterable, dict):
            for item, count in iterable.items():
                self[item] = self[item] + sign * count
        else:
            for item in iterable:
                self[item] = self[item] + sign

    def update(self, iterable=(), **counts):
        self._add(iterable, 1)
        self._add(counts, 1)

    def subtract(self, iterable=(), **counts):
        self._add(iterable, -1)
        self._add(counts, -1)

    def copy(self):
        return collections_Counter(self)

    # Operators keep what is there more than no times.
    def _with(self, other, combine):
        out = collections_Counter()
        for item in [*self, *[item for item in other if item not in self]]:
            count = combine(self[item], other[item])
            if count > 0:
                out[item] = count
        return out

    def __add__(self, other):
        return self._with(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._with(other, lambda a, b: a - b)

    def __and__(self, other):
        return self._with(other, lambda a, b: min(a, b))

    def __or__(self, other):
        return self._with(other, lambda a, b: max(a, b))

    def __missing__(self, key):
        return 0

    def most_common(self, n=None):
        pairs = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return pairs if n is None else pairs[:n]

    def elements(self):
        return [key for key, count in self.items() for _ in range(count)]

    def total(self):
        return sum(self.values())
