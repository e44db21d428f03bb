# What a module or a script makes of its parameters. Steps are not followed: they change values that no graph shows.
def optim_is_newer():
    return not torch.__version__.startswith("2.6.")


class optim_Optimizer:
    # Of a class that a program derives from it.
    def __init__(self, params, defaults):
        groups = list(params)
        if len(groups) == 0:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        self.defaults = defaults
        self.param_groups = []
        for group in groups:
            own = dict(group)
            own["params"] = list(own["params"]) if isinstance(own["params"], (list, tuple)) else [own["params"]]
            self.param_groups.append({**own, **{name: own.get(name, value) for name, value in defaults.items()}})
        self.state = {}

    def zero_grad(self, set_to_none=True):
        pass

    def step(self, closure=None):
        raise NotImplementedError("the step of an optimizer is outside of the subset that is captured")


class optim_Known(optim_Optimizer):
    # `takes` names the arguments behind params and what they are if nothing is given; `groups` names those that a group
    # of parameters has, in its order.
    def __init__(self, params, *args, **kwargs):
        kind, takes = type(self).__name__, self.takes()
        names = list(takes)
        if len(args) > len(names):
            raise TypeError(f"{kind}.__init__() takes at most {len(names) + 2} positional arguments")
        given = dict(zip(names, args))
        for name, value in kwargs.items():
            if name not in takes:
                raise TypeError(f"{kind}.__init__() got an unexpected keyword argument '{name}'")
            if name in given:
                raise TypeError(f"{kind}.__init__() got multiple values for argument '{name}'")
            given[name] = value
        values = {**takes, **given}
        if not 0.0 <= values["lr"]:
            raise ValueError(f"Invalid learning rate: {values['lr']}")
        self.complete(values)
        optim_Optimizer.__init__(self, params, {name: values[name] for name in self.groups().split()})

    # Of arguments that others decide.
    def complete(self, values):
        pass


class optim_ASGD(optim_Known):
    def takes(self):
        return {
            "lr": 1e-2,
            "lambd": 1e-4,
            "alpha": 0.75,
            "t0": 1e6,
            "weight_decay": 0,
            "foreach": None,
            "maximize": False,
            "differentiable": False,
            "capturable": False,
        }

    def groups(self):
        return "lr lambd alpha t0 weight_decay foreach maximize differentiable capturable"


class optim_Adadelta(optim_Known):
    def takes(self):
        return {
            "lr": 1.0,
            "rho": 0.9,
            "eps": 1e-6,
            "weight_decay": 0,
            "foreach": None,
            "capturable": False,
            "maximize": False,
            "differentiable": False,
        }

    def groups(self):
        return "lr rho eps weight_decay maximize capturable foreach differentiable"


class optim_Adafactor(optim_Known):
    def takes(self):
        return {
            "lr": 1e-2,
            "beta2_decay": -0.8,
            "eps": (None, 1e-3),
            "d": 1.0,
            "weight_decay": 0.0,
            "foreach": None,
            "maximize": False,
        }

    def groups(self):
        return "lr beta2_decay eps d weight_decay foreach maximize"


class optim_Adagrad(optim_Known):
    def takes(self):
        return {
            "lr": 1e-2,
            "lr_decay": 0,
            "weight_decay": 0,
            "initial_accumulator_value": 0,
            "eps": 1e-10,
            "foreach": None,
            "maximize": False,
            "differentiable": False,
            "fused": None,
        }

    def groups(self):
        return "lr lr_decay eps weight_decay initial_accumulator_value foreach maximize differentiable fused"


class optim_Adam(optim_Known):
    def takes(self):
        return {
            "lr": 1e-3,
            "betas": (0.9, 0.999),
            "eps": 1e-8,
            "weight_decay": 0,
            "amsgrad": False,
            "foreach": None,
            "maximize": False,
            "capturable": False,
            "differentiable": False,
            "fused": None,
            "decoupled_weight_decay": False,
        }

    def groups(self):
        return (
            "lr betas eps weight_decay amsgrad maximize foreach capturable differentiable fused decoupled_weight_decay"
            if optim_is_newer()
            else "lr betas eps weight_decay amsgrad maximize foreach capturable differentiable fused"
        )


class optim_AdamW(optim_Known):
    def takes(self):
        return {
            "lr": 1e-3,
            "betas": (0.9, 0.999),
            "eps": 1e-8,
            "weight_decay": 1e-2,
            "amsgrad": False,
            "maximize": False,
            "foreach": None,
            "capturable": False,
            "differentiable": False,
            "fused": None,
        }

    def groups(self):
        return (
            "lr betas eps weight_decay amsgrad maximize foreach capturable differentiable fused decoupled_weight_decay"
            if optim_is_newer()
            else "lr betas eps weight_decay amsgrad foreach maximize capturable differentiable fused"
        )

    def complete(self, values):
        values["decoupled_weight_decay"] = True


class optim_Adamax(optim_Known):
    def takes(self):
        return {
            "lr": 2e-3,
            "betas": (0.9, 0.999),
            "eps": 1e-8,
            "weight_decay": 0,
            "foreach": None,
            "maximize": False,
            "differentiable": False,
            "capturable": False,
        }

    def groups(self):
        return "lr betas eps weight_decay foreach maximize differentiable capturable"


class optim_LBFGS(optim_Known):
    def takes(self):
        return {
            "lr": 1,
            "max_iter": 20,
            "max_eval": None,
            "tolerance_grad": 1e-7,
            "tolerance_change": 1e-9,
            "history_size": 100,
            "line_search_fn": None,
            "maximize": False,
        }

    def groups(self):
        return "lr max_iter max_eval tolerance_grad tolerance_change history_size line_search_fn" + (
            " maximize" if optim_is_newer() else ""
        )

    def complete(self, values):
        if values["max_eval"] is None:
            values["max_eval"] = values["max_iter"] * 5 // 4


class optim_NAdam(optim_Known):
    def takes(self):
        return {
            "lr": 2e-3,
            "betas": (0.9, 0.999),
            "eps": 1e-8,
            "weight_decay": 0,
            "momentum_decay": 4e-3,
            "decoupled_weight_decay": False,
            "foreach": None,
            "maximize": False,
            "capturable": False,
            "differentiable": False,
        }

    def groups(self):
        return (
            "lr betas eps weight_decay momentum_decay decoupled_weight_decay maximize foreach capturable differentiable"
        )


class optim_RAdam(optim_Known):
    def takes(self):
        return {
            "lr": 1e-3,
            "betas": (0.9, 0.999),
            "eps": 1e-8,
            "weight_decay": 0,
            "decoupled_weight_decay": False,
            "foreach": None,
            "maximize": False,
            "capturable": False,
            "differentiable": False,
        }

    def groups(self):
        return "lr betas eps weight_decay maximize foreach capturable decoupled_weight_decay differentiable"


class optim_RMSprop(optim_Known):
    def takes(self):
        return {
            "lr": 1e-2,
            "alpha": 0.99,
            "eps": 1e-8,
            "weight_decay": 0,
            "momentum": 0,
            "centered": False,
            "capturable": False,
            "foreach": None,
            "maximize": False,
            "differentiable": False,
        }

    def groups(self):
        return "lr momentum alpha eps centered weight_decay capturable foreach maximize differentiable"


class optim_Rprop(optim_Known):
    def takes(self):
        return {
            "lr": 1e-2,
            "etas": (0.5, 1.2),
            "step_sizes": (1e-6, 50),
            "capturable": False,
            "foreach": None,
            "maximize": False,
            "differentiable": False,
        }

    def groups(self):
        return "lr etas step_sizes foreach maximize differentiable capturable"


class optim_SGD(optim_Known):
    def takes(self):
        return {
            "lr": 1e-3,
            "momentum": 0,
            "dampening": 0,
            "weight_decay": 0,
            "nesterov": False,
            "maximize": False,
            "foreach": None,
            "differentiable": False,
            "fused": None,
        }

    def groups(self):
        return "lr momentum dampening weight_decay nesterov maximize foreach differentiable fused"


class optim_SparseAdam(optim_Known):
    def takes(self):
        return {"lr": 1e-3, "betas": (0.9, 0.999), "eps": 1e-8, "maximize": False}

    def groups(self):
        return "lr betas eps maximize"
