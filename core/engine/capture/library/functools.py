def functools_reduce(function, items, *initial):
    items = [*initial, *items]
    out = items[0]
    for item in items[1:]:
        out = function(out, item)
    return out
