def itertools_chain(*lists):
    out = []
    for items in lists:
        out.extend(items)
    return out


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


def itertools_repeat(object, times):
    return [object] * times


def itertools_starmap(function, items):
    return [function(*item) for item in items]


def itertools_islice(items, *bounds):
    return list(items)[slice(*bounds)]


def itertools_pairwise(items):
    items = list(items)
    return [(items[i], items[i + 1]) for i in range(len(items) - 1)]


def itertools_zip_longest(*lists, fillvalue=None):
    lists = [list(items) for items in lists]
    count = max([len(items) for items in lists])
    return [tuple([items[i] if i < len(items) else fillvalue for items in lists]) for i in range(count)]
