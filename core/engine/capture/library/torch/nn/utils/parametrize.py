# What a tensor of a module is computed from: the module loses the tensor and computes it when it is read.
class ParametrizationList(ModuleList):
    def __init__(self, modules, original, unsafe=False):
        super().__init__(modules)
        self.unsafe = unsafe
        new = original
        for module in reversed(modules):
            if hasattr(module, "right_inverse"):
                try:
                    new = module.right_inverse(new)
                except NotImplementedError:
                    pass
        self.is_tensor = isinstance(new, torch.Tensor)
        self.ntensors = 1 if self.is_tensor else len(new)
        grown = isinstance(original, Parameter)
        if self.is_tensor:
            if new is not original and grown:
                new = Parameter(new, original.requires_grad)
            parametrize_hold(self, "original", new, grown)
        else:
            for i in range(self.ntensors):
                part = Parameter(new[i], original.requires_grad) if grown else new[i]
                parametrize_hold(self, "original" + str(i), part, grown)
        if not unsafe:
            self()

    def forward(self):
        if self.is_tensor:
            x = getattr(self, "0")(self.original)  # @/nn/utils/parametrize.py:300=331 x = self[0](self.original)
        else:
            originals = [getattr(self, "original" + str(i)) for i in range(self.ntensors)]
            x = getattr(self, "0")(*originals)  # @/nn/utils/parametrize.py:303=334 x = self[0](*originals)
        at = 1
        while hasattr(self, str(at)):
            x = getattr(self, str(at))(x)  # @/nn/utils/parametrize.py:308=339 x = self[curr_idx](x)
            at += 1
        return x


def parametrize_hold(module, name, value, grown):
    if grown:
        module.register_parameter(name, value)
    else:
        module.register_buffer(name, value)


def utils_parametrize_is_parametrized(module, tensor_name=None):
    held = getattr(module, "parametrizations", None)
    if held is None or not isinstance(held, ModuleDict):
        return False
    return len(held) > 0 if tensor_name is None else tensor_name in held


def utils_parametrize_register_parametrization(module, tensor_name, parametrization, unsafe=False):
    parametrization.train(module.training)
    if utils_parametrize_is_parametrized(module, tensor_name):
        held = module.parametrizations[tensor_name]
        held.add_module(str(len(held._modules)), parametrization)
        if not unsafe:
            getattr(module, tensor_name)
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        parts = ParametrizationList([parametrization], getattr(module, tensor_name), unsafe)
        delattr(module, tensor_name)
        if not utils_parametrize_is_parametrized(module):
            module.parametrizations = ModuleDict()
        module.seesaw_compute(tensor_name)
        module.parametrizations[tensor_name] = parts
    else:
        raise ValueError("the module has no parameter, no buffer and no parametrized tensor of this name")
    return module


def utils_parametrize_remove_parametrizations(module, tensor_name, leave_parametrized=True):
    if not utils_parametrize_is_parametrized(module, tensor_name):
        raise ValueError("the module has no parametrization of this name")
    parts = module.parametrizations[tensor_name]
    if not parts.is_tensor and not leave_parametrized:
        raise ValueError(
            "Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized "
            "in terms of a sequence of tensors."
        )
    original = getattr(parts, "original" if parts.is_tensor else "original0")
    grown = isinstance(original, Parameter)
    value = getattr(module, tensor_name).detach() if leave_parametrized else original
    if grown and leave_parametrized:
        value = Parameter(value, original.requires_grad)
    module.seesaw_hold(tensor_name)
    del module.parametrizations[tensor_name]
    parametrize_hold(module, tensor_name, value, grown)
    if not utils_parametrize_is_parametrized(module):
        delattr(module, "parametrizations")
    return module
