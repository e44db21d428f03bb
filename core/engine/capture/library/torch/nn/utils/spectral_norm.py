# Dynamo steps into these functions.
# One step of the power iteration, as a part of compute_weight.
def compute_weight(self, weight_mat, u, v):
    w = weight_mat.t()  # @@/nn/utils/spectral_norm.py:103=104 torch.mv(weight_mat.t(), u), dim=0, eps=self.eps, out=v
    w = torch.mv(w, u)  # @@/nn/utils/spectral_norm.py:103=104 torch.mv(weight_mat.t(), u), dim=0, eps=self.eps, out=v
    v = F.normalize(w, dim=0, eps=self.eps, out=v)  # @@/nn/utils/spectral_norm.py:102=103 v = F.normalize(
    u = F.normalize(torch.mv(weight_mat, v), dim=0, eps=self.eps, out=u)  # @@/nn/utils/spectral_norm.py:105=106
    return u, v


def spectral_step():
    return compute_weight


def utils_spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    dim = spectral_dim(module, dim)
    if n_power_iterations <= 0:
        raise ValueError("Expected n_power_iterations to be positive")

    def reshape_weight_to_matrix(weight):
        weight_mat = weight
        if dim != 0:
            weight_mat = weight_mat.permute(  # @@/nn/utils/spectral_norm.py:55=56 weight_mat = weight_mat.permute(
                dim, *[d for d in range(weight_mat.dim()) if d != dim]
            )
        return weight_mat.reshape(  # @@/nn/utils/spectral_norm.py:59=60 return weight_mat.reshape(height, -1)
            weight_mat.size(0), -1
        )

    step = spectral_step()

    def settings():
        return None

    settings.eps = eps

    def compute_weight(module):
        weight, u, v = getattr(module, name + "_orig"), getattr(module, name + "_u"), getattr(module, name + "_v")
        weight_mat = reshape_weight_to_matrix(weight)
        if module.training:
            spectral_refuse()
            with torch.no_grad():
                for _ in range(n_power_iterations):
                    u, v = step(settings, weight_mat, u, v)
                u = u.clone(memory_format=torch.contiguous_format)  # @@/nn/utils/spectral_norm.py:108=109
                v = v.clone(memory_format=torch.contiguous_format)  # @@/nn/utils/spectral_norm.py:109=110
        sigma = torch.dot(u, torch.mv(weight_mat, v))  # @@/nn/utils/spectral_norm.py:111=112
        weight = weight / sigma  # @@/nn/utils/spectral_norm.py:112=113
        return weight

    def computed(module, inputs):
        setattr(module, name, compute_weight(module))

    weight = getattr(module, name)
    matrix = reshape_weight_to_matrix(weight.detach())
    u, v = spectral_start(matrix.size(0), eps), spectral_start(matrix.size(1), eps)
    delattr(module, name)
    module.register_parameter(name + "_orig", weight)
    setattr(module, name, weight.detach())
    module.register_buffer(name + "_u", u)
    module.register_buffer(name + "_v", v)
    module.register_forward_pre_hook(computed)
    module.seesaw_spectral_norms = [name]
    return module


def utils_remove_spectral_norm(module, name="weight"):
    if name not in getattr(module, "seesaw_spectral_norms", []):
        raise ValueError("spectral_norm of '" + name + "' not found in this module")
    weight = getattr(module, name + "_orig").detach()
    matrix = weight.reshape(weight.size(0), -1)
    weight = weight / torch.dot(getattr(module, name + "_u"), torch.mv(matrix, getattr(module, name + "_v")))
    for part in ["", "_u", "_v", "_orig"]:
        delattr(module, name + part)
    module.register_parameter(name, Parameter(weight))
    module.seesaw_spectral_norms = []
    module.seesaw_without_hooks(None)
    return module
