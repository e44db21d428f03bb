class EinopsError(RuntimeError):
    pass


# One side of a pattern: of each dimension the names of its axes, or "..."; a number is a name of its own.
def _einops_side(text, side):
    if text.count("(") != text.count(")"):
        raise EinopsError(f'Imbalanced parentheses in expression: "{text}"')
    groups, group, seen = [], None, []
    for token in text.replace("(", " ( ").replace(")", " ) ").split():
        if token == "(":
            if group is not None:
                raise EinopsError("Axis composition is one-level (brackets inside brackets not allowed)")
            group = []
        elif token == ")":
            if group is None:
                raise EinopsError("Brackets are not balanced")
            groups.append(group)
            group = None
        else:
            axis = f"{token} {side}{len(seen)}" if token.isdigit() else token
            if axis in seen:
                raise EinopsError(f'Indexing expression contains duplicate dimension "{token}"')
            if token != "1":
                seen.append(axis)
            axes = [] if token == "1" else [axis]
            if group is None:
                groups.append("..." if token == "..." else axes)
            else:
                group.extend(axes)
    return groups


def _einops_unfold(groups, dots):
    out = []
    for group in groups:
        if isinstance(group, str):
            out.extend([[axis] for axis in dots])
        else:
            out.append([name for axis in group for name in (dots if axis == "..." else [axis])])
    return out


def _einops_axes(groups):
    return [axis for group in groups if not isinstance(group, str) for axis in group]


def _einops_length(axis, sizes):
    return int(axis.split()[0]) if " " in axis else sizes.get(axis)


def _einops_check(operation, sizes, left, right):
    only_right = [axis for axis in right if axis not in left]
    only_left = [axis for axis in left if axis not in right]
    if operation == "rearrange":
        if any([" " in axis for axis in left + right]):
            raise EinopsError("Non-unitary anonymous axes are not supported in rearrange (exception is length 1)")
        if only_left or only_right:
            named = ", ".join([f"'{axis}'" for axis in only_left + only_right])
            raise EinopsError(f"Identifiers only on one side of expression (should be on both): {{{named}}}")
    elif operation == "repeat":
        if only_left:
            named = ", ".join([f"'{axis}'" for axis in only_left])
            raise EinopsError(f"Unexpected identifiers on the left side of repeat: {{{named}}}")
        unsized = [f"'{axis}'" for axis in only_right if " " not in axis and axis not in sizes]
        if unsized:
            raise EinopsError(f"Specify sizes for new axes in repeat: {{{', '.join(unsized)}}}")
    else:
        if isinstance(operation, str) and operation not in ("min", "max", "sum", "mean", "prod", "any", "all"):
            raise EinopsError(f"Unknown reduction {operation}. Expect one of min, max, sum, mean, prod, any, all.")
        if only_right:
            named = ", ".join([f"'{axis}'" for axis in only_right])
            raise EinopsError(f"Unexpected identifiers on the right side of reduce {operation}: {{{named}}}")
    for axis in sizes:
        if axis not in left and axis not in right:
            raise EinopsError(f"Axis {axis} is not used in transform")


# The lengths of the axes on the left, by their names; what is not given follows from the shape.
def _einops_lengths(shape, left, sizes):
    lengths = {}
    for group, length in zip(left, shape):
        known = 1
        open_axis = None
        for axis in group:
            given = _einops_length(axis, sizes)
            if given is None:
                if open_axis is not None:
                    raise EinopsError(f"Could not infer sizes for {{'{open_axis}', '{axis}'}}")
                open_axis = axis
            else:
                known = known * given
                lengths[axis] = given
        plain = isinstance(length, int) and isinstance(known, int)
        if open_axis is None:
            if plain and length != known:
                raise EinopsError(f"Shape mismatch, {length} != {known}")
        elif len(group) == 1:
            lengths[open_axis] = length
        else:
            if plain and length % known != 0:
                raise EinopsError(f"Shape mismatch, can't divide axis of length {length} in chunks of {known}")
            lengths[open_axis] = length // known
    return lengths


# What is to be done: the shape before, the order of axes, how many of the last are reduced, new axes, the shape behind.
def _einops_plan(shape, pattern, operation, sizes):
    if pattern.count("->") != 1:
        raise EinopsError(f"the pattern '{pattern}' has no ->")
    left, right = pattern.split("->")
    left, right = _einops_side(left, "l"), _einops_side(right, "r")
    dots = []
    if "..." in left:
        if len(shape) < len(left) - 1:
            raise EinopsError(f"Wrong shape: expected >={len(left) - 1} dims. Received {len(shape)}-dim tensor.")
        dots = [f"...{i}" for i in range(len(shape) - len(left) + 1)]
    elif "..." in right or "..." in _einops_axes(right):
        raise EinopsError(f"Ellipsis found in right side, but not left side of a pattern {pattern}")
    elif len(shape) != len(left):
        raise EinopsError(f"Wrong shape: expected {len(left)} dims. Received {len(shape)}-dim tensor.")
    if "..." in _einops_axes(left):
        raise EinopsError(f"Ellipsis inside parenthesis in the left side is not allowed: {pattern}")
    left, right = _einops_unfold(left, dots), _einops_unfold(right, dots)
    before, behind = _einops_axes(left), _einops_axes(right)
    _einops_check(operation, sizes, before, behind)
    lengths = _einops_lengths(shape, left, sizes)
    reduced = [axis for axis in before if axis not in behind]
    order = [before.index(axis) for axis in [axis for axis in behind if axis in before] + reduced]
    added = {}
    for i, axis in enumerate(behind):
        if axis not in before:
            lengths[axis] = _einops_length(axis, sizes)
            added[i] = lengths[axis]
    first = [lengths[axis] for axis in before] if any([len(group) != 1 for group in left]) else None
    last = None
    if any([len(group) != 1 for group in right]):
        last = []
        for group in right:
            length = 1
            for axis in group:
                length = length * lengths[axis]
            last.append(length)
    return first, None if order == list(range(len(order))) else order, len(before), len(reduced), added, last


def _einops_reduce(x, operation, axes):
    if not isinstance(operation, str):
        return operation(x, tuple(axes))
    if operation == "min":
        return x.amin(dim=axes)
    if operation == "max":
        return x.amax(dim=axes)
    if operation == "sum":
        return x.sum(dim=axes)
    if operation == "mean":
        if not x.is_floating_point():
            raise NotImplementedError("reduce_mean is not available for non-floating tensors")
        return x.mean(dim=axes)
    for axis in axes[::-1]:
        x = x.prod(dim=axis) if operation == "prod" else x.any(dim=axis) if operation == "any" else x.all(dim=axis)
    return x


def _einops_run(x, pattern, operation, sizes):
    if isinstance(x, (list, tuple)):
        x = torch.stack(x)
    first, order, count, reduced, added, last = _einops_plan(x.shape, pattern, operation, sizes)
    if first is not None:
        x = x.reshape(first)
    if order is not None:
        x = x.permute(order)
    if reduced > 0:
        x = _einops_reduce(x, operation, list(range(count - reduced, count)))
    if added:
        shape = [-1] * (count + len(added))
        for at, length in added.items():
            x = torch.unsqueeze(x, at)
            shape[at] = length
        x = x.expand(shape)
    return x if last is None else x.reshape(last)


def einops_rearrange(tensor, pattern, **axes_lengths):
    return _einops_run(tensor, pattern, "rearrange", axes_lengths)


def einops_reduce(tensor, pattern, reduction, **axes_lengths):
    return _einops_run(tensor, pattern, reduction, axes_lengths)


def einops_repeat(tensor, pattern, **axes_lengths):
    return _einops_run(tensor, pattern, "repeat", axes_lengths)


def einops_parse_shape(x, pattern):
    names = pattern.split()
    if "..." in names:
        at = names.index("...")
        names = names[:at] + ["_"] * (len(x.shape) - len(names) + 1) + names[at + 1 :]
    if len(names) != len(x.shape):
        raise RuntimeError(f"Can't parse shape with different number of dimensions: {pattern} {x.shape}")
    return {name: length for name, length in zip(names, x.shape) if name != "_" and not name.isdigit()}


def einops_einsum(*tensors_and_pattern):
    pattern = tensors_and_pattern[-1]
    if len(tensors_and_pattern) <= 1 or not isinstance(pattern, str):
        raise ValueError(
            "The last argument passed to `einops.einsum` must be a string, representing the einsum pattern."
        )
    if "->" not in pattern:
        raise ValueError("Einsum pattern must contain '->'.")
    letters, known, text = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", {}, ""
    for name in pattern.replace("->", " -> ").replace(",", " , ").split():
        if name in ("->", ",", "..."):
            text += name
        else:
            if name not in known:
                if "->" in text:
                    raise EinopsError(f"Unknown axis {name} on right side of einsum {pattern}.")
                known[name] = letters[len(known) : len(known) + 1]
            text += known[name]
    return torch.einsum(text, *tensors_and_pattern[:-1])
