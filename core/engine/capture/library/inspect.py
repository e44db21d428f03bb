import types


class inspect_Parameter:
    def __init__(self, name):
        self.name = name


class inspect_Signature:
    def __init__(self, names):
        self.parameters = {name: inspect_Parameter(name) for name in names}


def inspect_isfunction(value):
    return isinstance(value, types.FunctionType)


def inspect_ismethod(value):
    return isinstance(value, types.MethodType)


def inspect_isclass(value):
    return isinstance(value, type)
