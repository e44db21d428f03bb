# Trees: lists, tuples, named tuples and dicts; everything else, None too, is a leaf.
def pytree_parts(tree):
    if isinstance(tree, dict):
        return list(tree.values())
    return list(tree) if isinstance(tree, (list, tuple)) else None


def pytree_made(like, parts):
    if isinstance(like, dict):
        return dict(zip(like.keys(), parts))
    if hasattr(like, "_fields"):
        return type(like)(*parts)
    return tuple(parts) if isinstance(like, tuple) else parts


def pytree_tree_map(func, tree, *rests, is_leaf=None):
    parts = None if is_leaf is not None and is_leaf(tree) else pytree_parts(tree)
    if parts is None:
        return func(tree, *rests)
    others = [pytree_parts(rest) for rest in rests]
    for other in others:
        if other is None or len(other) != len(parts):
            raise ValueError(f"Node arity mismatch; expected {len(parts)}.")
    made = []
    for i in range(len(parts)):
        made.append(pytree_tree_map(func, parts[i], *[other[i] for other in others], is_leaf=is_leaf))
    return pytree_made(tree, made)


def pytree_tree_leaves(tree, is_leaf=None):
    parts = None if is_leaf is not None and is_leaf(tree) else pytree_parts(tree)
    if parts is None:
        return [tree]
    return [leaf for part in parts for leaf in pytree_tree_leaves(part, is_leaf)]
