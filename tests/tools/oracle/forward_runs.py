"""What torch.export captures of a forward function before its passes, and what that graph gives; for
random_forwards.py."""

import torch
import torch._export.passes.replace_set_grad_with_hop_pass as set_grad_pass
import torch.export._trace as export_trace

SHORT = {
    torch.float64: "f64",
    torch.float32: "f32",
    torch.int64: "i64",
    torch.bool: "b8",
    torch.int32: "i32",
    torch.int16: "i16",
    torch.int8: "i8",
    torch.uint8: "u8",
    torch.float16: "f16",
    torch.bfloat16: "bf16",
}
FLOATS = (torch.float32, torch.float64)


class Captured(Exception):
    pass


def before_passes(module, inputs, strict):
    """The graph module that export has before replace_set_grad_with_hop_pass, and the constants that are its first
    inputs."""
    found, constants = [], []

    def lift(*arguments):
        lifted = real_lift(*arguments)
        constants.extend(lifted.values())
        return lifted

    def stop(gm, signature):
        found.append(gm)
        raise Captured

    real, real_lift = set_grad_pass.replace_set_grad_with_hop_pass, export_trace.lift_constants_pass
    set_grad_pass.replace_set_grad_with_hop_pass, export_trace.lift_constants_pass = stop, lift
    try:
        torch.export.export(module, inputs, strict=strict)
    except Captured:
        pass
    finally:
        set_grad_pass.replace_set_grad_with_hop_pass, export_trace.lift_constants_pass = real, real_lift
    return found[0], constants


def plain(value):
    if isinstance(value, torch.Tensor):
        return {
            "dtype": SHORT.get(value.dtype, str(value.dtype)),
            "shape": list(value.shape),
            "data": [number(v) for v in value.detach().reshape(-1).double().tolist()]
            if value.dtype.is_floating_point
            else value.reshape(-1).tolist(),
        }
    return value if value is None or isinstance(value, (bool, int)) else {"f": repr(value)}


def number(v):
    return v if isinstance(v, (bool, int)) else float(f"{v:.8g}") if v == v and abs(v) != float("inf") else repr(v)


def flat(value):
    return [x for item in value for x in flat(item)] if isinstance(value, (tuple, list)) else [value]


def run(gm, inputs):
    """What the captured graph gives, and the gradients of the sum of its results."""
    given = [t.clone().requires_grad_(t.dtype in FLOATS) for t in inputs]
    with torch.enable_grad():
        torch.manual_seed(0)
        results = flat(gm(*given))
    torch._C._set_grad_enabled(True)
    out = {
        "outputs": [plain(v) for v in results],
        "requires_grad": [isinstance(v, torch.Tensor) and v.requires_grad for v in results],
    }
    sums = [v.sum() for v in results if isinstance(v, torch.Tensor) and v.requires_grad]
    leaves = [t for t in given if t.requires_grad]
    if sums and leaves:
        try:
            grads = torch.autograd.grad(sum(sums[1:], sums[0]), leaves, allow_unused=True)
            out["gradients"] = [None if g is None else plain(g) for g in grads]
        except RuntimeError as error:
            out["backward_error"] = str(error)
    return out


def tensor_of(d):
    dtype = next(t for t, short in SHORT.items() if short == d["dtype"])
    return torch.tensor([float(v) if dtype.is_floating_point else v for v in d["data"]], dtype=dtype).reshape(
        d["shape"]
    )
