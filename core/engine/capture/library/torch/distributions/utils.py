def distributions_broadcast_all(*values):
    if not all([isinstance(value, torch.Tensor) for value in values]):
        dtype, device = torch.get_default_dtype(), None
        for value in values:
            if isinstance(value, torch.Tensor):
                dtype, device = value.dtype, value.device
                break
        values = [
            (
                value
                if isinstance(value, torch.Tensor)
                else distributions_number(  # @@/distributions/utils.py:52=56 v if is_tensor_like(v) else torch.tensor(v, **options) for v in values
                    value, dtype, device
                )
            )
            for value in values
        ]
        return torch.broadcast_tensors(  # @@/distributions/utils.py:54=58 return torch.broadcast_tensors(*new_values)
            *values
        )
    return torch.broadcast_tensors(*values)  # @@/distributions/utils.py:55=59


def distributions_number(value, dtype, device):
    return torch.tensor(value, dtype=dtype) if device is None else torch.tensor(value, dtype=dtype, device=device)


def distributions__standard_normal(shape, dtype, device):
    return torch.empty(shape, dtype=dtype, device=device).normal_()  # @@/distributions/utils.py:65=73


def distributions__sum_rightmost(value, dim):
    if dim == 0:
        return value
    required_shape = tuple(value.shape[:-dim]) + (-1,)
    return value.reshape(required_shape).sum(-1)  # @@/distributions/utils.py:79=87


def distributions_logits_to_probs(logits, is_binary=False):
    if is_binary:
        return torch.sigmoid(logits)  # @@/distributions/utils.py:90=98
    return F.softmax(logits, dim=-1)  # @@/distributions/utils.py:91=99


def distributions_clamp_probs(probs):
    eps = torch.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)  # @@/distributions/utils.py:117=125


def distributions_probs_to_logits(probs, is_binary=False):
    ps_clamped = distributions_clamp_probs(probs)  # @@/distributions/utils.py:127=135 ps_clamped = clamp_probs(probs)
    if is_binary:
        return torch.log(ps_clamped) - torch.log1p(-ps_clamped)  # @@/distributions/utils.py:129=137
    return torch.log(ps_clamped)  # @@/distributions/utils.py:130=138
