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


class pytree_TreeSpec:
    def __init__(self, like, num_leaves):
        self.like = like
        self.num_leaves = num_leaves

    def unflatten(self, leaves):
        return pytree_tree_unflatten(leaves, self)


def pytree_tree_flatten(tree, is_leaf=None):
    leaves = pytree_tree_leaves(tree, is_leaf)
    return leaves, pytree_TreeSpec(pytree_tree_map(lambda leaf: 0, tree, is_leaf=is_leaf), len(leaves))


def pytree_tree_unflatten(leaves, treespec):
    left = list(leaves)
    if len(left) != treespec.num_leaves:
        raise ValueError(
            f"treespec.unflatten(leaves): `leaves` has length {len(left)} but the spec refers to a pytree that holds "
            f"{treespec.num_leaves} items."
        )
    return pytree_tree_map(lambda leaf: left.pop(0), treespec.like)


def pytree_tree_structure(tree, is_leaf=None):
    return pytree_tree_flatten(tree, is_leaf)[1]


def pytree_tree_map_only(types, func, tree, is_leaf=None):
    return pytree_tree_map(lambda leaf: func(leaf) if isinstance(leaf, types) else leaf, tree, is_leaf=is_leaf)


def pytree_tree_all(pred, tree, is_leaf=None):
    return all([pred(leaf) for leaf in pytree_tree_leaves(tree, is_leaf)])


def pytree_tree_any(pred, tree, is_leaf=None):
    return any([pred(leaf) for leaf in pytree_tree_leaves(tree, is_leaf)])


def pytree_tree_leaves(tree, is_leaf=None):
    parts = None if is_leaf is not None and is_leaf(tree) else pytree_parts(tree)
    if parts is None:
        return [tree]
    return [leaf for part in parts for leaf in pytree_tree_leaves(part, is_leaf)]
