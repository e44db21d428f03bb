# Module.load_state_dict: values by dotted names are copied into what a module holds. Every module of the tree is
# looked at under each of its names, parents first; messages are gathered, and raised together.
class LoadedKeys:
    def __init__(self, missing_keys, unexpected_keys):
        self.missing_keys = missing_keys
        self.unexpected_keys = unexpected_keys

    def __iter__(self):
        return iter([self.missing_keys, self.unexpected_keys])

    def __len__(self):
        return 2

    def __getitem__(self, index):
        return [self.missing_keys, self.unexpected_keys][index]

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return f"_IncompatibleKeys(missing_keys={self.missing_keys}, unexpected_keys={self.unexpected_keys})"


def module_load_state_dict(module, state_dict, strict=True, assign=False):
    if not isinstance(state_dict, dict):
        raise TypeError(f"Expected state_dict to be dict-like, got <class '{type(state_dict).__name__}'>.")
    missing, unexpected, errors = [], [], []
    # Modules to come, with their prefix and the names behind it that the state has, each with its whole key.
    open_modules = [(module, "", [(key, key) for key in state_dict])]
    while open_modules:
        at, prefix, names = open_modules.pop()
        held = module_load_held(at)
        for name in held:
            if prefix + name in state_dict:
                module_load_tensor(at, name, held[name], prefix + name, state_dict[prefix + name], assign, errors)
            elif name != "num_batches_tracked" or not isinstance(at, _NormBase):  # states of old have no count
                missing.append(prefix + name)
        below = {name: [] for name in at._modules}
        for name, key in names:
            first, dot, rest = name.partition(".")
            if dot and first in below:
                below[first].append((rest, key))
            if first not in (below if dot else held):
                unexpected.append(key)
        children = [
            (child, prefix + name + ".", below[name]) for name, child in at._modules.items() if child is not None
        ]
        open_modules.extend(reversed(children))
    if strict and unexpected:
        errors.insert(0, "Unexpected key(s) in state_dict: " + module_load_quoted(unexpected))
    if strict and missing:
        errors.insert(0, "Missing key(s) in state_dict: " + module_load_quoted(missing))
    if errors:
        kind = type(module).__name__
        raise RuntimeError("Error(s) in loading state_dict for " + kind + ":\n\t" + "\n\t".join(errors))
    return LoadedKeys(missing, unexpected)


def module_load_held(module):
    held = {name: value for name, value in module._parameters.items() if value is not None}
    for name, value in module._buffers.items():
        if value is not None and name not in module._non_persistent_buffers_set:
            held[name] = value
    return held


def module_load_quoted(keys):
    return ", ".join('"' + key + '"' for key in keys) + ". "


def module_load_tensor(module, name, own, key, value, assign, errors):
    if not isinstance(value, torch.Tensor):
        errors.append(
            f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object from checkpoint '
            f"but received <class '{type(value).__name__}'>"
        )
        return
    if len(own.shape) == 0 and len(value.shape) == 1:  # states of old
        value = value[0]
    if value.shape != own.shape:
        errors.append(
            f"size mismatch for {key}: copying a param with shape torch.Size({list(value.shape)}) from checkpoint, "
            f"the shape in current model is torch.Size({list(own.shape)})."
        )
    elif not assign:
        with torch.no_grad():
            own.copy_(value)
    elif isinstance(own, Parameter) and not isinstance(value, Parameter):
        setattr(module, name, Parameter(value, requires_grad=own.requires_grad))
    else:
        if isinstance(own, Parameter):
            value.requires_grad_(own.requires_grad)
        setattr(module, name, value)
