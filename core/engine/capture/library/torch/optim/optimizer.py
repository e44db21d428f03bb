# What a module or a script makes of its parameters. Steps are not followed: they change values that no graph shows.
class optim_Optimizer:
    def __init__(self, params, lr=1e-3, *rest, **defaults):
        groups = list(params)
        if len(groups) == 0:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        self.defaults = dict(defaults, lr=lr)
        self.param_groups = [dict(self.defaults, **group) for group in groups]
        self.state = {}

    def zero_grad(self, set_to_none=True):
        pass

    def step(self, closure=None):
        raise NotImplementedError("the step of an optimizer is outside of the subset that is captured")


class optim_ASGD(optim_Optimizer):
    pass


class optim_Adadelta(optim_Optimizer):
    pass


class optim_Adagrad(optim_Optimizer):
    pass


class optim_Adam(optim_Optimizer):
    pass


class optim_AdamW(optim_Optimizer):
    pass


class optim_Adamax(optim_Optimizer):
    pass


class optim_NAdam(optim_Optimizer):
    pass


class optim_RAdam(optim_Optimizer):
    pass


class optim_RMSprop(optim_Optimizer):
    pass


class optim_Rprop(optim_Optimizer):
    pass


class optim_SGD(optim_Optimizer):
    pass
