from torch.nn import Parameter  # noqa: F401 (all files share it)


class Module:
    pass
