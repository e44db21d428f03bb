def _einops_star(pattern, name):
    axes = pattern.split()
    if "*" not in axes:
        raise EinopsError(f'No *-axis in {name}(..., "{pattern}")')
    if len(set(axes)) != len(axes):
        raise EinopsError(f'Duplicates in axes names in {name}(..., "{pattern}")')
    return axes.index("*"), len(axes) - axes.index("*") - 1


def einops_pack(tensors, pattern):
    before, behind = _einops_star(pattern, "pack")
    flat, shapes = [], []
    for i, tensor in enumerate(tensors):
        shape = tensor.shape
        if len(shape) < before + behind:
            raise EinopsError(
                f"packed tensor #{i} (enumeration starts with 0) has shape {shape}, "
                f"while pattern {pattern} assumes at least {before + behind} axes"
            )
        shapes.append(shape[before : len(shape) - behind])
        flat.append(tensor.reshape((*shape[:before], -1, *shape[len(shape) - behind :])))
    return torch.cat(flat, dim=before), shapes


def einops_unpack(tensor, packed_shapes, pattern):
    before, behind = _einops_star(pattern, "unpack")
    shape = tensor.shape
    if len(shape) != before + 1 + behind:
        raise EinopsError(f"unpack(..., {pattern}) received input of wrong dim with shape {shape}")
    lengths = []
    for packed in packed_shapes:
        length = 1
        for size in packed:
            length = length * size
        lengths.append(-1 if -1 in list(packed) else length)
    if lengths.count(-1) > 1:
        raise EinopsError(
            f"unpack(..., {pattern}) received more than one -1 in {packed_shapes} and can't infer dimensions"
        )
    ends = [0] * len(lengths) + [shape[before]]
    last = lengths.index(-1) if -1 in lengths else len(lengths) - 1
    for i in range(last):
        ends[i + 1] = ends[i] + lengths[i]
    for i in range(len(lengths) - 1, last, -1):
        ends[i] = ends[i + 1] - lengths[i]
    whole = (slice(None, None),) * before
    return [
        tensor[(*whole, slice(ends[i], ends[i + 1]))].reshape((*shape[:before], *packed, *shape[before + 1 :]))
        for i, packed in enumerate(packed_shapes)
    ]
