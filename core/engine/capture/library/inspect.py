import types


class inspect_Parameter:
    def __init__(self, name):
        self.name = name


class inspect_Signature:
    def __init__(self, names):
        self.parameters = {name: inspect_Parameter(name) for name in names}


# Dynamo of 2.6 steps into no function of the module.
def _skipped_by_dynamo(name):
    if torch.compiler.is_dynamo_compiling() and torch.__version__.startswith("2.6"):
        torch._dynamo.unsupported(f"'skip function {name} in file /usr/lib/python3.13/inspect.py'")


def inspect_isfunction(value):
    _skipped_by_dynamo("isfunction")
    return isinstance(value, types.FunctionType)


def inspect_ismethod(value):
    _skipped_by_dynamo("ismethod")
    return isinstance(value, types.MethodType)


def inspect_isclass(value):
    _skipped_by_dynamo("isclass")
    return isinstance(value, type)
