# A function f of torch that PyTorch has in Python is torch_f here.
def torch_broadcast_shapes(*shapes):
    shapes = [(shape,) if isinstance(shape, int) else tuple(shape) for shape in shapes]
    rank = max([len(shape) for shape in shapes], default=0)
    result = [1] * rank
    for shape in shapes:
        for i, size in enumerate(shape, rank - len(shape)):
            if size == 1 or size == result[i]:
                continue
            if result[i] != 1:
                raise RuntimeError("Shape mismatch: objects cannot be broadcast to a single shape")
            result[i] = size
    return torch.Size(result)


def _of_unique(values, inverse, counts, return_inverse, return_counts):
    if return_inverse and return_counts:
        return values, inverse, counts
    if return_inverse:
        return values, inverse
    if return_counts:
        return values, counts
    return values


def torch_unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is None:
        all = torch._unique2(input, sorted, return_inverse, return_counts)
    else:
        all = torch.unique_dim(input, dim, sorted, return_inverse, return_counts)
    return _of_unique(all[0], all[1], all[2], return_inverse, return_counts)


def torch_unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    all = torch.ops.aten.unique_consecutive(input, return_inverse, return_counts, dim)
    return _of_unique(all[0], all[1], all[2], return_inverse, return_counts)


def torch_stft(
    input,
    n_fft,
    hop_length=None,
    win_length=None,
    window=None,
    center=True,
    pad_mode="reflect",
    normalized=False,
    onesided=None,
    return_complex=None,
):
    if center:
        rank, pad = input.dim(), int(n_fft // 2)
        input = torch.ops.aten.pad(input.view([1] * (3 - rank) + list(input.size())), [pad, pad], pad_mode)
        input = input.view(input.shape[-rank:])
    return torch.ops.aten.stft(input, n_fft, hop_length, win_length, window, normalized, onesided, return_complex)
