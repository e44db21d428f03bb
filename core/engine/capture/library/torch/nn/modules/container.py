class Sequential(Module):
    def __init__(self, *args):
        if len(args) == 1 and isinstance(args[0], dict):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            for i, module in enumerate(args):
                self.add_module(str(i), module)

    def forward(self, input):
        for module in self:
            input = module(input)  # @container.py:250=259
        return input


class ModuleList(Module):
    def __init__(self, modules=None):
        if modules is not None:
            self.extend(modules)


class ParameterList(Module):
    def __init__(self, values=None):
        if values is not None:
            self.extend(values)


class ModuleDict(Module):
    def __init__(self, modules=None):
        if modules is not None:
            self.update(modules)


class ParameterDict(Module):
    def __init__(self, parameters=None):
        if parameters is not None:
            self.update(parameters)
