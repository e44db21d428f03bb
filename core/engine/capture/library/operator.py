def operator_itemgetter(*keys):
    return lambda items: items[keys[0]] if len(keys) == 1 else tuple([items[key] for key in keys])


def operator_attrgetter(*names):
    return lambda owner: (
        getattr(owner, names[0]) if len(names) == 1 else tuple([getattr(owner, name) for name in names])
    )


def operator_getitem(owner, key):
    return owner[key]


def operator_setitem(owner, key, value):
    owner[key] = value


def operator_delitem(owner, key):
    del owner[key]


def operator_contains(owner, item):
    return item in owner


def operator_index(value):
    if isinstance(value, int):
        return int(value)
    if not hasattr(value, "__index__"):
        raise TypeError("this object cannot be interpreted as an integer")
    return value.__index__()


def operator_countOf(owner, item):
    return sum([1 if one == item else 0 for one in owner])


def operator_neg(value):
    return -value


def operator_pos(value):
    return +value


def operator_inv(value):
    return ~value


def operator_invert(value):
    return ~value


def operator_abs(value):
    return abs(value)


def operator_not_(value):
    return not value


def operator_truth(value):
    return True if value else False


def operator_is_(first, second):
    return first is second


def operator_is_not(first, second):
    return first is not second


def operator_concat(first, second):
    return first + second


def operator_iconcat(first, second):
    first += second
    return first


def operator_indexOf(owner, item):
    for at, one in enumerate(owner):
        if one is item or one == item:
            return at
    raise ValueError("sequence.index(x): x not in sequence")


def operator_methodcaller(name, *args, **kwargs):
    return lambda owner: getattr(owner, name)(*args, **kwargs)


def operator_call(function, *args, **kwargs):
    return function(*args, **kwargs)
