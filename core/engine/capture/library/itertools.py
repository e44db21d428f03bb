def itertools_chain(*lists):
    for items in lists:
        yield from items


def itertools_chain_from_iterable(lists):
    for items in lists:
        yield from items


def itertools_count(start=0, step=1):
    while True:
        yield start
        start = start + step


def itertools_cycle(items):
    items = list(items)
    while items:
        yield from items


def itertools_takewhile(predicate, items):
    for item in items:
        if not predicate(item):
            return
        yield item


def itertools_dropwhile(predicate, items):
    dropping = True
    for item in items:
        dropping = dropping and predicate(item)
        if not dropping:
            yield item


def itertools_compress(items, selectors):
    for item, chosen in zip(items, selectors):
        if chosen:
            yield item


def itertools_groupby(items, key=None):
    groups = []
    for item in items:
        value = item if key is None else key(item)
        if groups and groups[-1][0] == value:
            groups[-1][1].append(item)
        else:
            groups.append((value, [item]))
    return groups


def itertools_product(*lists, repeat=1):
    out = [()]
    for items in list(lists) * repeat:
        items = list(items)
        out = [row + (item,) for row in out for item in items]
    return out


def itertools_combinations(items, r):
    items = list(items)
    rows = [((), 0)]
    for _ in range(r):
        rows = [(row + (items[i],), i + 1) for row, start in rows for i in range(start, len(items))]
    return [row for row, _ in rows]


def itertools_permutations(items, r=None):
    items = list(items)
    rows = [((), ())]
    for _ in range(len(items) if r is None else r):
        rows = [(row + (items[i],), used + (i,)) for row, used in rows for i in range(len(items)) if i not in used]
    return [row for row, _ in rows]


def itertools_accumulate(items, func=None, *, initial=None):
    items = list(items) if initial is None else [initial, *items]
    out = items[:1]
    for item in items[1:]:
        out.append(out[-1] + item if func is None else func(out[-1], item))
    return out


def itertools_repeat(object, times=None):
    while times is None:
        yield object
    yield from [object] * times


def itertools_starmap(function, items):
    return [function(*item) for item in items]


def itertools_islice(items, *bounds):
    start, stop, step = 0, bounds[0], 1
    if len(bounds) > 1:
        start, stop, step = bounds[0] or 0, bounds[1], (bounds[2] or 1) if len(bounds) > 2 else 1
    at, wanted = 0, start
    if stop is not None and stop <= 0:
        return
    for item in items:
        if at == wanted:
            yield item
            wanted = wanted + step
        at = at + 1
        if stop is not None and at >= stop:
            return


def itertools_pairwise(items):
    items = list(items)
    return [(items[i], items[i + 1]) for i in range(len(items) - 1)]


def itertools_zip_longest(*lists, fillvalue=None):
    lists = [list(items) for items in lists]
    count = max([len(items) for items in lists])
    return [tuple([items[i] if i < len(items) else fillvalue for items in lists]) for i in range(count)]


def _itertools_tee_one(source, held):
    at = 0
    while True:
        if at == len(held):
            try:
                item = next(source)
            except StopIteration:
                return
            held.append(item)
        yield held[at]
        at = at + 1


def itertools_tee(iterable, n=2):
    source, held = iter(iterable), []
    return tuple([_itertools_tee_one(source, held) for _ in range(n)])


def itertools_filterfalse(predicate, items):
    for item in items:
        if not (item if predicate is None else predicate(item)):
            yield item


def itertools_batched(items, n, *, strict=False):
    if n < 1:
        raise ValueError("n must be at least one")
    batch = []
    for item in items:
        batch.append(item)
        if len(batch) == n:
            yield tuple(batch)
            batch = []
    if batch and strict:
        raise ValueError("batched(): incomplete batch")
    if batch:
        yield tuple(batch)


def itertools_combinations_with_replacement(items, r):
    if r < 0:
        raise ValueError("r must be non-negative")
    items = list(items)
    rows = [((), 0)]
    for _ in range(r):
        rows = [(row + (items[i],), i) for row, start in rows for i in range(start, len(items))]
    return [row for row, _ in rows]
