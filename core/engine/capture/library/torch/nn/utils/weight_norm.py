def weight_norm_size(weight, dim):
    if dim == -1:
        return torch.linalg.vector_norm(weight, 2)
    if weight.dim() == 1:
        return weight.abs()
    return torch.linalg.vector_norm(weight, 2, [d for d in range(weight.dim()) if d != dim], True)


def utils_weight_norm(module, name="weight", dim=0):
    weight = getattr(module, name).detach()
    dim = -1 if dim is None else dim
    size = weight_norm_size(weight, dim)
    delattr(module, name)
    setattr(module, name + "_g", Parameter(size))
    setattr(module, name + "_v", Parameter(weight))

    def computed(module, inputs):
        size = getattr(module, name + "_g")
        setattr(module, name, torch._weight_norm(getattr(module, name + "_v"), size, dim))

    computed(module, None)
    module.register_forward_pre_hook(computed)
    module.seesaw_weight_norms = [name]
    return module


def utils_remove_weight_norm(module, name="weight"):
    if name not in getattr(module, "seesaw_weight_norms", []):
        raise ValueError("weight_norm of '" + name + "' not found in this module")
    weight = getattr(module, name).detach()
    delattr(module, name)
    delattr(module, name + "_g")
    delattr(module, name + "_v")
    setattr(module, name, Parameter(weight))
    module.seesaw_weight_norms = []
    module.seesaw_without_hooks(None)
    return module


def utils_weight_norm_weight_norm(module, name="weight", dim=0):
    return utils_weight_norm(module, name, dim)


# What the class does gives an object of its own, which nobody takes.
def utils_weight_norm_WeightNorm_apply(module, name, dim):
    utils_weight_norm(module, name, dim)
