def operator_itemgetter(*keys):
    return lambda items: items[keys[0]] if len(keys) == 1 else tuple([items[key] for key in keys])


def operator_attrgetter(*names):
    return lambda owner: (
        getattr(owner, names[0]) if len(names) == 1 else tuple([getattr(owner, name) for name in names])
    )
