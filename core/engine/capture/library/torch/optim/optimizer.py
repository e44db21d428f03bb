# What a module or a script makes of its parameters. Steps are not followed: they change values that no graph shows.
class optim_Optimizer:
    usual_lr = 1e-3

    def __init__(self, params, lr=None, *rest, **defaults):
        if lr is None:
            lr = self.usual_lr
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: {lr}")
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
    usual_lr = 1e-2


class optim_Adadelta(optim_Optimizer):
    usual_lr = 1.0


class optim_Adagrad(optim_Optimizer):
    usual_lr = 1e-2


class optim_Adam(optim_Optimizer):
    pass


class optim_AdamW(optim_Optimizer):
    pass


class optim_Adamax(optim_Optimizer):
    usual_lr = 2e-3


class optim_NAdam(optim_Optimizer):
    usual_lr = 2e-3


class optim_RAdam(optim_Optimizer):
    pass


class optim_RMSprop(optim_Optimizer):
    usual_lr = 1e-2


class optim_Rprop(optim_Optimizer):
    usual_lr = 1e-2


class optim_SGD(optim_Optimizer):
    pass
